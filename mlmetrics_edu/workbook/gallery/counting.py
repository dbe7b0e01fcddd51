"""Figures about counting: tables of two and of many classes, what follows at all thresholds, F."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator

from ... import plots
from ...core import words
from ...core.formula import Worked
from ...metrics.bootstrap import bootstrap_band
from ...metrics.confusion import ORIENTATIONS, Confusion
from ...metrics.confusion_matrix import ConfusionMatrix
from ...metrics.costs import crossover_beta
from ...metrics.curves import gain, lift
from ...metrics.means import of_means
from ...metrics.rates import f_beta, lookup
from ...metrics.sweep import Sweep, sweep
from ...metrics.thresholds import best_threshold, equal_error_rate
from ...plots.f_beta import f_by_beta, mean_surface, means
from ...plots.look import COLOURS, SERIES, bold, for_letters, letters, small
from ...plots.picture import axes_or_new, describe, lay_out
from ...plots.placing import arrange, beside, give_way
from ...plots.samples import ranked
from ...plots.say import listing, same_cut, say, verbatim
from ..examples import example, swept
from . import BELLS, register, walk

RATES = ("recall", "specificity", "precision", "npv", "accuracy")
ZHOU_ORDER = "truth in rows, positive first"
BETAS = (0.5, 1, 2)
FEW = (0.2, 0.4, 0.6, 0.8)


def _at(*steps: int) -> dict:
    """Return the counts at some steps."""
    tables = {i: walk()[i].confusion for i in steps}
    return {f"{cell} at step {i}": c.counts[cell] for i, c in tables.items() for cell in c.counts}


def _rates(name: str, *rates: str) -> dict:
    """Return some rates of the tables of an example."""
    tables = example(name).confusions
    return {f"{rate}, {who}": c.rate(rate) for who, c in tables.items() for rate in rates}


def detector():
    """Return the table of the cancer detector."""
    return example("cancer").confusions["the detector"]


def _cars() -> tuple[str, str]:
    return say("gallery.no_car"), say("gallery.car")


def _health() -> tuple[str, str]:
    return say("gallery.healthy"), say("gallery.ill")


@register("cars-unsorted")
def cars_unsorted():
    """Draw the twenty images as they come, each with its label and its score."""
    return plots.ranking(swept("cars-unsorted"), order="given")


@register("cars-ranked")
def cars_ranked():
    """Draw the twenty images in the order of their scores, cut at step 5."""
    return plots.ranking(walk(), threshold=walk()[5].threshold), _at(5)


@register("cars-counted")
def cars_counted():
    """Draw the tables of right and wrong at steps 1 and 5."""
    picture, axes = plots.panels(1, 2, (4.3, 4.1))
    for step, ax in zip((walk()[1], walk()[5]), axes, strict=True):
        plots.confusion(step.confusion, ax=ax, names=_cars())
        ax.set_title(say("gallery.step", step=step.index, threshold=step.threshold))
    return picture, _at(1, 5)


@register("cars-thresholds")
def cars_thresholds():
    """Draw how TP and FP add up from threshold to threshold, and what becomes of the rates."""
    return running_counts(swept("cars")), _at(20)


@register("diamonds-and-circles")
def diamonds_and_circles():
    """Draw the samples along a line, before any boundary cuts them."""
    return samples_on_a_line(walk())


@register("moving-boundary")
def moving_boundary():
    """Draw the same samples cut at three places."""
    return cut_at(walk(), (0.65, 0.38, 0.08))


@register("customers")
def customers():
    """Draw the table of a bank that calls every customer good."""
    c, names = example("customers").confusion, (say("gallery.good"), say("gallery.bad"))
    return plots.confusion(c, names=names, rates=("recall", "specificity", "accuracy")), _rates(
        "customers", "accuracy", "recall"
    )


@register("cancer")
def cancer():
    """Draw the table of a cancer detector, and that of calling everybody healthy."""
    picture, axes = plots.panels(1, 2, size=(6.3, 5.3))
    for (who, c), ax in zip(example("cancer").confusions.items(), axes, strict=True):
        plots.confusion(c, ax=ax, names=_health(), rates=("recall", "precision", "accuracy"))
        ax.set_title(say(f"gallery.{who}"), pad=12)
    return picture, _rates("cancer", "accuracy", "recall")


@register("confusion-formulas")
def confusion_formulas():
    """Draw which row or column of the table each rate divides by."""
    return plots.confusion(detector(), names=_health(), rates=RATES), {
        rate: detector().rate(rate) for rate in RATES
    }


@register("confusion-letters")
def confusion_letters():
    """Draw the table in the letters A, B, C and D, and rates in these letters."""
    look = {"orientation": ZHOU_ORDER, "lettered": True, "rates": ("precision", "recall", "fpr")}
    return plots.confusion(detector(), names=_health(), **look), {
        rate: detector().rate(rate) for rate in ("precision", "recall", "fpr")
    }


@register("four-orientations")
def four_orientations():
    """Draw one table by each of the four customs."""
    picture, axes = plots.panels(2, 2, size=(5.9, 5.3))
    for orientation, ax in zip(ORIENTATIONS, axes.flat, strict=True):
        look = {"orientation": orientation, "rates": ("recall", "precision")}
        plots.confusion(walk()[5].confusion, ax=ax, names=_cars(), **look)
        for text in ax.texts[:4]:
            text.set_size(letters())  # the frames need room
        ax.set_title(say(orientation), pad=12, size=letters())
    return picture, {rate: walk()[5].confusion.rate(rate) for rate in ("precision", "recall")}


def f_of(rates):
    """Work F1 out of precision and recall: of one hit, they give false alarms and misses."""
    terms = {"FP": 1 / rates["precision"] - 1, "FN": 1 / rates["recall"] - 1}
    return f_beta(1).work(TP=1, **terms)


@register("cars-gain")
def cars_gain():
    """Draw the gain chart of the twenty images."""
    return plots.gain(swept("cars"))


@register("cars-lift")
def cars_lift():
    """Draw the lift chart of the twenty images."""
    return plots.lift(swept("cars"))


@register("gain-band")
def gain_band():
    """Draw how sure a gain chart of 150 samples is, beside that of the population."""
    few = sweep(*BELLS.draw(60, 90, seed=19))
    names = (say("sampling.samples", n="150"), say("sampling.theory"))
    both = dict(zip(names, (few, BELLS.sweep(60, 90, thresholds=1001)), strict=True))
    ax = plots.gain(both, plots.panels(size=(6.4, 5.2))[1])
    return plots.band(bootstrap_band(few, gain, times=500), ax)


@register("decile-gain")
def decile_gain():
    """Draw gain and lift of a published table of ten tenths."""
    picture, (left, right) = plots.panels(1, 2)
    plots.gain(swept("decile-table"), left, bins=10)
    plots.lift(swept("decile-table"), right, bins=10)
    return picture, {"lift of the first tenth": lift(swept("decile-table")).y[1]}


@register("cars-det")
def cars_det():
    """Draw the DET curve of the twenty images, and where both errors are equal."""
    ax = plots.equal_error_rate(swept("cars"), plots.det(swept("cars")))
    return ax, {"equal error rate": equal_error_rate(swept("cars"))}


@register("cars-against-threshold")
def cars_against_threshold():
    """Draw precision, recall and F1 over the threshold, and where F1 is best."""
    return plots.against_threshold(swept("cars"), best="f1"), {
        "best F1": best_threshold(swept("cars"), "f1").value
    }


@register("cars-walk")
def cars_walk():
    """Draw three steps of the walk down the twenty images."""
    return plots.threshold_walk(walk(), (1, 5, 7))


@register("f1-surface")
def f1_surface():
    """Draw F1 over precision and recall."""
    return plots.f_surface()


@register("f1-models")
def f1_models():
    """Draw four models in the plane of precision and recall, over lines of equal F1."""
    models = example("models").values
    points = {name: (rates["recall"], rates["precision"]) for name, rates in models.items()}
    levels = {float(f_of(rates)) for rates in models.values()}  # a line through each of them
    return plots.f_surface(points=points, levels=sorted(levels)), {
        f"F1 of {n}": f_of(rates) for n, rates in example("models").values.items()
    }


@register("f-beta-family")
def f_beta_family():
    """Draw F-beta over the plane for three β, side by side."""
    picture, axes = plots.panels(1, 3, (3.6, 3.65))
    for ax, beta in zip(axes, BETAS, strict=True):
        plots.f_surface(beta, ax, levels=FEW)
    return picture


@register("three-means")
def three_means():
    """Draw the three means of precision and recall, recall being fixed."""
    return means()


@register("three-means-surfaces")
def means_over_the_plane():
    """Draw the three means over precision and recall, side by side."""
    picture, axes = plots.panels(1, 3, (3.6, 3.65))
    for ax, mean in zip(axes, ("arithmetic", "geometric", "harmonic"), strict=True):
        mean_surface(mean, ax)
    return picture


@register("earthquake")
def earthquake():
    """Draw F-beta of both warning offices over β, and where they change places."""
    offices = example("earthquake").confusions
    named = {say(f"earthquake.{counts.tp}"): counts for counts in offices.values()}
    return f_by_beta(named, at=(1, 2)), {
        "β²": crossover_beta(*example("earthquake").confusions.values())
    }


def witten_frank() -> ConfusionMatrix:
    """Return the table of three classes."""
    book = example("witten-frank")
    ((name, counts),) = book.matrices.items()
    return ConfusionMatrix(counts, book.labels[name])


@register("three-classes")
def three_classes():
    """Draw a table of three classes, with the share of each row."""
    ax = plots.panels(size=(3.95, 3.55))[1]
    plots.confusion_matrix(witten_frank(), ax, values="both", totals=True)
    ax.set(xlim=(0, 3.9), ylim=(3.75, 0))  # beyond the sums there is nothing
    return ax, {"kappa": witten_frank().kappa}


@register("three-normalisations")
def three_normalisations():
    """Draw one table divided by its rows, by its columns and by all samples."""
    picture, axes = plots.panels(1, 3, size=(4.4, 4.6))
    for values, ax in zip(("row shares", "column shares", "all shares"), axes, strict=True):
        plots.confusion_matrix(witten_frank(), ax=ax, values=values)
        ax.set_title(say(f"gallery.{values}"))
    return picture, {"accuracy": witten_frank().accuracy}


@register("per-class")
def each_class():
    """Draw precision, recall and F1 of each class."""
    return plots.per_class(witten_frank(), ("precision", "recall", "f1"))


@register("iir-pooled")
def iir_pooled():
    """Draw the tables of two questions, and the one that pools their counts."""
    one, two = example("iir-two-classes").confusions.values()
    tables = {"class_1": one, "class_2": two, "pooled": one + two}
    picture, axes = plots.panels(1, 3, size=(6.0, 4.1))
    look = {"orientation": "truth in columns, positive first", "rates": ("precision",)}
    for (name, c), ax in zip(tables.items(), axes, strict=True):
        plots.confusion(c, ax=ax, names=(say("gallery.no"), say("gallery.yes")), **look)
        ax.set_title(say(f"gallery.{name}"), pad=12)
    return picture, {f"precision, {name}": c.precision for name, c in tables.items()}


@register("working-tree")
def working_tree():
    """Draw how the F1 of the twenty images is worked out, down to the counts."""
    c = walk()[7].confusion
    f1 = of_means(lookup("f1")).work(precision=c.precision, recall=c.recall)
    f1 = f1.retold("f1")
    return plots.working_tree(f1), {"F1": f1}


MARKS = {True: ("D", COLOURS["positive"]), False: ("o", "white")}  # diamonds and circles
TALL = 1.9  # from one row to the next, in units of a point's place
CLOSE = 0.1  # of the axis: nearer than this, two names would touch
KINDS = {"TP": ("tp", SERIES[0], "o"), "FP": ("fp", SERIES[1], "X")}


def samples_on_a_line(sweep: Sweep) -> Axes:
    """Draw samples by their scores, low ones on the left: nothing cuts them yet."""
    rows = ranked(sweep)[::-1]
    write = words.in_order([score for _, _, score in rows])
    ax = axes_or_new(None, size=(max(6.6, 0.36 * len(rows)), 1.7))
    ax.plot([-0.7, len(rows) - 0.3], [0, 0], color=COLOURS["quiet"], lw=1, ls="-", zorder=1)
    for x, (_, truth, score) in enumerate(rows):
        mark, fill = MARKS[truth]
        look = {"marker": mark, "color": fill, "edgecolor": COLOURS["ink"], "zorder": 3}
        ax.scatter([x], [0], s=letters(1.05) ** 2, linewidth=1.2, **look)
        ax.text(x, -0.42, write(score), ha="center", va="top", size=small(0.75), rotation=90)
    keys = [_key(truth, 0.9) for truth in MARKS]
    names = [say("density.positives"), say("density.negatives")]
    place = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0, "ncols": 2}
    ax.legend(keys, names, frameon=False, fontsize=letters(), handletextpad=0.3, **place)
    text = say("boundary.axis") + " →"
    axis = ax.text(-0.7, -1.5, text, va="top", size=small(0.9))
    ax.set(xlim=(-0.8, len(rows) - 0.2), ylim=(-1.85, 0.6))
    ax.set_axis_off()
    arrange(ax, partial(_put_below, ax, axis, [one for one in ax.texts if one is not axis]))
    listed = listing([f"{name}{'+' if truth else '−'}" for name, truth, _ in rows[::-1]])
    return describe(ax, say("alt.ranking", n=len(rows), names=listed))


def _key(truth: bool, size: float) -> Line2D:
    mark, fill = MARKS[truth]
    look = {"ls": "", "markeredgecolor": COLOURS["ink"], "markersize": letters(size)}
    return Line2D([], [], marker=mark, color=fill, **look)


def _put_below(ax: Axes, text: Text, others: list[Text]) -> None:
    """Write below the longest of other words, or where it was if they end above it."""
    lowest = min(other.get_window_extent().y0 for other in others) - letters(0.4)
    text.set_y(min(ax.transData.inverted().transform((0, lowest))[1], -1.5))


def cut_at(sweep: Sweep, thresholds: Sequence[float]) -> Axes:
    """Draw the samples as points on a line, and move a boundary: a row for each threshold.

    Right of the boundary all are called positive; above it stand precision and recall.
    """
    truth = np.array([label for _, label, _ in ranked(sweep)], bool)[::-1]
    counts = {same_cut(cut, sweep): sweep.at(cut) for cut in thresholds}
    n = len(truth)
    ax = axes_or_new(None, size=(max(7.4, 0.36 * n), 1.0 + 1.15 * len(counts)))
    texts = [
        say("alt.moving_boundary", n=n, positives=words.count(sweep.positives), cuts=len(counts))
    ]
    for row, (cut, c) in enumerate(counts.items()):
        spot = n - c.tp - c.fp - 0.5, -TALL * row
        _draw_points(ax, truth, *spot)
        _draw_boundary(ax, *spot, cut, c, n)
        texts.append(say("alt.boundary_at", threshold=cut, **_both_rates(c)))
    _finish(ax, n, len(counts))
    give_way(ax)
    return describe(ax, " ".join(texts))


def _draw_points(ax: Axes, truth: np.ndarray, x: float, y: float) -> None:
    right = len(truth) - 0.3
    ground = {"color": COLOURS["threshold"], "alpha": 0.14, "lw": 0, "zorder": 0}
    ax.fill_between([x, right], y - 0.45, y + 0.45, **ground)
    ax.plot([-0.7, right], [y, y], color=COLOURS["quiet"], lw=1, ls="-", zorder=1)
    for kind, (mark, colour) in MARKS.items():
        places = np.flatnonzero(truth == kind)
        look = {"s": letters() ** 2, "marker": mark, "edgecolor": COLOURS["ink"], "linewidth": 1}
        ax.scatter(places, np.full(len(places), y), color=colour, zorder=3, **look)


def _draw_boundary(ax: Axes, x: float, y: float, cut: str, c: Confusion, n: int) -> None:
    colour = COLOURS["threshold"]
    ax.plot([x, x], [y - 0.6, y + 0.6], color=colour, ls="-", solid_capstyle="butt", zorder=4)
    look = {"va": "bottom", "size": small(0.9), **bold()}
    at = say("thresholds.one", threshold=cut)
    ax.text(-0.7, y + 0.66, at, ha="left", color=for_letters(colour), **look)
    rates = say("boundary.rates", **_both_rates(c))
    ax.text(n - 0.3, y + 0.66, rates, ha="right", color=COLOURS["ink"], **look)


def _both_rates(c: Confusion) -> dict[str, str]:
    """Write precision and recall as counts over counts; 0/0 where nothing is called positive."""
    return {name: _working(c.rate(name, "nan")) for name in ("precision", "recall")}


def _working(rate: Worked) -> str:
    ratio = rate.formula.ratio(rate.terms)
    return ratio if rate != rate else f"{ratio} = {words.decimal(rate)}"


def _finish(ax: Axes, n: int, rows: int) -> None:
    """Set limits, and say below what the marks and the ground mean."""
    ax.set(xlim=(-0.8, n - 0.2), ylim=(-TALL * (rows - 1) - 0.7, 1.2), yticks=[], xticks=[])
    ax.set_xlabel(say("boundary.axis"), loc="left", size=small(0.95))
    ax.spines[:].set_visible(False)
    names = [say("density.positives"), say("density.negatives"), say("boundary.called_positive")]
    keys = [*(_key(truth, 0.8) for truth in MARKS)]
    keys += [Patch(color=COLOURS["threshold"], alpha=0.14, lw=0)]
    place = {"loc": "upper right", "bbox_to_anchor": (1, 0), "borderaxespad": 0, "ncols": 3}
    close = {"handletextpad": 0.3, "columnspacing": 1.0, "handlelength": 1.2, "borderpad": 0}
    legend = ax.legend(keys, names, frameon=False, fontsize=small(0.9), **place, **close)
    lay_out(ax)
    name, key = ax.xaxis.label.get_window_extent(), legend.get_window_extent()
    if name.x1 + letters() > key.x0:  # no room in one line
        below = ax.transAxes.inverted().transform((0, name.y0 - letters(0.4)))[1]
        legend.set_bbox_to_anchor((1, below))


def running_counts(walk: Sweep, ax: Axes | None = None) -> Axes:
    """Draw how hits and false alarms add up down a ranking, and above each step P and R.

    Below stand the names of detections; of other samples, the thresholds.
    """
    n = len(walk) - 1
    ax = axes_or_new(ax, size=(min(max(6.0, 2.4 + 0.36 * n), 12.0), 4.6))
    for name in KINDS:
        _count_line(ax, name, walk)
    top = float(max(walk.tp[-1], walk.fp[-1]))
    _name_ends(ax, walk, CLOSE * top)
    ax.set(xlim=(0, n + 0.6), ylim=(0, 1.06 * top), ylabel=say("running.counts"))
    ax.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    _name_columns(ax, walk)
    _write_rates(ax, walk)
    ends = {"tp": walk.tp[-1], "fp": walk.fp[-1], "positives": walk.positives}
    values = {key: words.count(value) for key, value in ends.items()}
    values |= {"n": n, "precision": words.decimal(walk.confusion(n).precision)}
    if not walk.about:
        return describe(ax, say("alt.running_sweep", **values))
    hits = [_admitted(walk, row) for row in np.flatnonzero(np.diff(walk.tp)) + 1]
    return describe(ax, say("alt.running", about=walk.about, hits=listing(hits, 12), **values))


def _admitted(walk: Sweep, row: int) -> str:
    return verbatim(walk.admitted(int(row))[0][0])


def _count_line(ax: Axes, name: str, walk: Sweep) -> None:
    """Draw one count as a flight of steps; a mark shows whom a step is due to."""
    column, (colour, dashes), marker = KINDS[name]
    counts = getattr(walk, column)
    steps, up = np.arange(len(counts)), np.flatnonzero(np.diff(counts)) + 1
    ends = np.append(steps, len(counts) - 0.5), np.append(counts, counts[-1])
    look = {"color": colour, "clip_on": False}
    ax.plot(*ends, drawstyle="steps-mid", linestyle=dashes, **look)
    dots = {"marker": marker, "linestyle": "none", "zorder": 3, "markersize": letters(0.6)}
    ax.plot(steps[up], counts[up], **dots, **look)


def _name_ends(ax: Axes, walk: Sweep, close: float) -> None:
    """Write each total at the end of its line, apart from the other one."""
    totals = {name: getattr(walk, column)[-1] for name, (column, _, _) in KINDS.items()}
    low, high = sorted(totals, key=totals.get)
    apart = totals[high] - totals[low] >= close
    for name, side in ((low, "top"), (high, "bottom")):
        text, colour = f"{name} = {words.count(totals[name])}", KINDS[name][1][0]
        beside(ax, len(walk) - 0.4, totals[name], text, colour, va="center" if apart else side)


def _name_columns(ax: Axes, walk: Sweep) -> None:
    steps = range(1, len(walk))
    write = words.in_order(walk.threshold, cuts=True)
    names = [_admitted(walk, k) if walk.about else write(walk.threshold[k]) for k in steps]
    turned = 90 if max(map(len, names)) > 2 else 0
    ax.set_xticks(steps, names, rotation=turned, size=small(0.85))
    ax.set_xlabel(say("running.named" if walk.about else "running.thresholds"))


def _write_rates(ax: Axes, walk: Sweep) -> None:
    """Write above each step the precision and above it the recall that it leads to."""
    look = {"va": "bottom", "textcoords": "offset points"}
    look |= {"xycoords": ax.get_xaxis_transform(), "annotation_clip": False}
    row = letters(3.1)  # what a turned number takes
    for up, rate in enumerate(("precision", "recall")):
        for k, value in enumerate(walk.column(rate)[1:], 1):
            text = {"rotation": 90, "size": small(0.75), "ha": "center"}
            ax.annotate(words.decimal(value), (k, 1), (0, 4 + up * row), **text, **look)
        name = say(rate).partition(" (")[0]
        ax.annotate(name, (0.4, 1), (0, 5 + up * row), ha="right", size=small(0.8), **look)
