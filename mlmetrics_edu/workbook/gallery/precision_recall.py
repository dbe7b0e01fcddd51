"""Figures of P-R curves and of average precision: what moves a curve, what rules make of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial

import numpy as np

from ... import plots
from ...core import words
from ...core.arithmetic import exact
from ...core.formula import Worked
from ...detection.detection_map import DetectionMap, detection_map
from ...metrics import means
from ...metrics.auc import auc
from ...metrics.average_precision import average_precision
from ...metrics.confusion import Confusion
from ...metrics.curves import pr, roc
from ...metrics.populations import (
    Always,
    Beta,
    Normal,
    Population,
    at_prevalence,
    binormal,
    reweight,
)
from ...metrics.sweep import Sweep, sweep
from ...metrics.thresholds import best_threshold, break_even
from ...metrics.ties import retied
from ...plots.curves import mark_point, square, square_for
from ...plots.look import COLOURS, letters, look, look_of, small, width
from ...plots.picture import describe
from ...plots.placing import Label, beside, names_of, numbers_at, place
from ...plots.precision_recall import nearest_corner
from ...plots.rows import conventions
from ...plots.say import head, listing, say
from ..examples import example, swept
from . import BELLS, SQUARE, UNTITLED, flatten, register, walk

# Three learners of which A and B cross, and both enclose C: no data are published, and these three
# do what the text says.
LEARNERS = {
    "A": Population(Beta(4, 1), Beta(4, 6)),
    "B": Population(Beta(4, 6), Beta(1, 8)),
    "C": Population(Beta(6, 5), Beta(4, 8)),
}
SIZES = {"positives": 1000, "negatives": 3000}
FEW, SEED = {"positives": 50, "negatives": 150}, 32
TIMES = 10
INTERPOLATED = ("voc2007", "voc2010", "coco")
EITHER = "negatives-first-or-grouped"  # one number by both
# The rules and ties that give twelve numbers for one ranking, and who is known to give which.
TWELVE = {
    ("step", "positives-first"): "",
    ("step", EITHER): "scikit-learn average_precision_score",
    ("trapezoid", "positives-first"): "",
    ("trapezoid", "negatives-first"): "",
    ("trapezoid", "grouped"): "scikit-learn auc(recall, precision)",
    ("davis-goadrich", "grouped"): "",
    ("voc2007", "positives-first"): "",
    ("voc2007", EITHER): "",
    ("voc2010", "positives-first"): "",
    ("voc2010", EITHER): "",
    ("coco", "positives-first"): "pycocotools",
    ("coco", EITHER): "",
}
TIES = ("positives-first", "in-order", "grouped", "negatives-first")
LISTED = [0, 4, 1, 5, 2, 3]  # a list in which both classes are mixed: + − + − + +
VOC = {"voc2007": "VOC 2007", "voc2010": "VOC 2010"}


@cache
def learner(name: str) -> Sweep:
    """Count what one of the three learners gives on average."""
    return LEARNERS[name].sweep(**SIZES)


@register("zhou-2.3")
def zhou_2_3():
    """Draw the P-R curves of three learners: A and B cross, both enclose C."""
    picture, ax = plots.panels(size=(7.2, 6.4))  # room for three names and three points
    plots.pr({name: learner(name) for name in LEARNERS}, ax, break_even=True)
    ax.set(xlim=(-0.02, 1.16), xticks=[k / 5 for k in range(6)])
    return picture, {f"break-even point of {name}": break_even(learner(name)) for name in LEARNERS}


@register("cars-pr")
def cars_pr():
    """Draw the P-R curve of the twenty images, with its break-even point."""
    return plots.pr(walk(), break_even=True), {"break-even point": break_even(walk())}


@register("pr-two-classes")
def two_classes():
    """Draw the raw P-R curve of two hundred samples over that of their population."""
    drawn = sweep(*BELLS.draw(**FEW, seed=SEED))
    curves = {"sample": drawn, "population": BELLS.sweep(**FEW)}
    names = {"sample": say("pr.sample", n=sum(FEW.values())), "population": say("population")}
    return plots.pr({names[kind]: curve for kind, curve in curves.items()})


@register("cars-nearest-corner")
def cars_nearest_corner():
    """Draw the shortest way from the curve to (1, 1), and the line of the best F1."""
    picture, ax = plots.panels(size=(6.2, 5.1))  # F1 is written at the right of the square
    near, f1 = (best_threshold(swept("cars"), by) for by in ("nearest-corner", "f1"))
    plots.iso_f1(f1.value, plots.pr(swept("cars"), ax, prevalence=False))
    nearest_corner(swept("cars"), ax)
    numbers = {"distance to (1, 1)": near.value, "nearest at": near.threshold}
    return picture, numbers | {"best F1": f1.value, "F1 best at": f1.threshold}


@register("negatives-times-ten")
def negatives_times_ten():
    """Draw the same ranking with ten times the negatives, each precision written out."""
    both = {"14": swept("cars"), "140": reweight(swept("cars"), negatives=TIMES)}
    ax = plots.pr(
        {say("pr.negatives", n=s.negatives): s for s in both.values()},
        counts=True,
        prevalence=False,
    )
    at = {name: s.at(0.24).precision for name, s in both.items()}
    return ax, {f"precision at 0.24, {name} negatives": precision for name, precision in at.items()}


def _ap(rule: str) -> dict:
    return {f"AP, {rule}": average_precision(walk(), rule)}


@register("cars-rectangles")
def cars_rectangles():
    """Draw average precision as a sum of rectangles."""
    return plots.pr(walk(), area="step"), _ap("step")


@register("cars-trapezoids")
def cars_trapezoids():
    """Draw average precision as a sum of trapezoids."""
    return plots.pr(walk(), area="trapezoid"), _ap("trapezoid")


@register("cars-voc2007")
def cars_voc2007():
    """Draw the interpolation of PASCAL VOC 2007: eleven levels."""
    return plots.pr(walk(), interpolation="voc2007", area="voc2007"), _ap("voc2007")


@register("cars-voc2010")
def cars_voc2010():
    """Draw the interpolation of PASCAL VOC 2010: all points."""
    return plots.pr(walk(), interpolation="voc2010", area="voc2010"), _ap("voc2010")


@register("cars-coco")
def cars_coco():
    """Draw the interpolation of COCO: a hundred and one levels."""
    return plots.pr(walk(), interpolation="coco", area="coco"), _ap("coco")


@register("cars-three-interpolations")
def cars_three_interpolations():
    """Draw the three interpolations of detection side by side."""
    picture, axes = plots.panels(1, 3, size=(4.6, 4.45))
    for ax, rule in zip(axes, INTERPOLATED, strict=True):
        plots.pr(walk(), ax, interpolation=rule, area=rule, prevalence=False)
    return picture, {f"AP, {rule}": average_precision(walk(), rule) for rule in INTERPOLATED}


def _row(rule: str, ties: str) -> str:
    """Name a rule and a way to take ties."""
    of_areas = "rule" if rule in ("step", "trapezoid") else "pr"
    return f"{say(f'{of_areas}.{rule}')}\n{say(f'ties.{ties}')}"


@register("twelve-aps")
def twelve_aps():
    """Draw the twelve numbers that are all called the AP of the same twenty images."""
    orders = {ties: retied(swept("cars"), ties.removesuffix("-or-grouped")) for _, ties in TWELVE}
    aps = {(rule, ties): average_precision(orders[ties], rule) for rule, ties in TWELVE}
    rows, notes = ({_row(*key): one[key] for key in TWELVE} for one in (aps, TWELVE))
    ax = plots.panels(size=(10.4, 7.2))[1]  # room for long names, and for as long an axis
    conventions(rows, ax, notes=notes, places=5)
    return ax, {", ".join(key): ap for key, ap in aps.items()}


def _tied(ties: str) -> Sweep:
    """Sweep over six samples with one score, as a list has them that mixes both classes."""
    samples = example("fawcett-ties")
    return sweep(samples.y_true[LISTED], samples.y_score[LISTED], ties=ties)


@register("tie-laboratory")
def tie_laboratory():
    """Draw four ways to walk one tie, in ROC space and in P-R space."""
    picture, (left, right) = plots.panels(1, 2, size=(6.0, 5.6))
    numbers = {}
    for name, area, ax, draw, curve, how in (
        ("AUC", auc, left, plots.roc, roc, {"diagonal": False}),
        (
            "AP",
            average_precision,
            right,
            plots.pr,
            partial(pr, start="first"),
            {"prevalence": False},
        ),
    ):
        areas = {ties: area(_tied(ties)) for ties in TIES}
        numbers |= {f"{name}, {ties}": value for ties, value in areas.items()}
        named = {
            f"{say(f'ties.{t}')}\n{name} = {words.both(a)}": curve(_tied(t))
            for t, a in areas.items()
        }
        draw(named, ax, **how)
    return picture, numbers


@register("iir-8.2")
def iir_8_2():
    """Draw the sawtooth of one ranked list, and its interpolation."""
    listed = {say("levels.axis"): swept("iir-8-8-first", "in-order")}
    return plots.pr(listed, interpolation="voc2010", prevalence=False)


@register("iir-table-8.1")
def iir_table_8_1():
    """Draw the eleven interpolated precisions of one query, and their mean."""
    printed = [value["precision"] for value in example("iir-table-8-1").values.values()]
    eleven = [Worked(exact(precision), "interpolated_precision") for precision in printed]
    parts = means.of_many("interpolated_precision", eleven, "level", range(11))
    mean = means.mean("eleven_point_average", parts)
    ax, heights = square_for(None, "pr"), list(map(float, eleven))
    ax.set_ylabel(say("levels.axis"))
    look = {"marker": "o", "markersize": letters(0.55), "clip_on": False, **look_of(0, {})}
    line = ax.plot(np.linspace(0, 1, len(heights)), heights, **look)[0]
    quiet = {"color": COLOURS["quiet"], "lw": width(0.6), "ls": (0, (2, 2)), "zorder": 2}
    level = ax.plot([0, 1], [float(mean)] * 2, **quiet)[0]
    text = say("conventions.mean", value=words.decimal(mean))
    place(ax, numbers_at(line, [f"{height:.2f}" for height in heights], 0.8))
    place(ax, [Label(text, *level.get_data(), COLOURS["quiet"], 0.9, line=level)])
    parts = listing([words.decimal(height) for height in heights])
    return describe(ax, say("alt.levels", name="", parts=parts)), {"mean": mean}


def _judged(name: str, protocol: str) -> DetectionMap:
    scene = example(name)
    return detection_map(scene.truth, scene.detections, protocol)


@register("voc2007-classes")
def voc2007_classes():
    """Draw the AP of each class by eleven points, and their mean."""
    judged = _judged("coco-seven", "voc2007")
    return conventions(judged.per_class, mean=judged.map), {"mAP, voc2007": judged.map}


@register("voc-map")
def voc_map():
    """Draw the AP of each class by both rules of PASCAL VOC, and both means."""
    judged = {protocol: _judged("coco-seven", protocol) for protocol in VOC}
    named = {say(f"pr.{protocol}"): one for protocol, one in judged.items()}
    classes = {name: one.per_class for name, one in named.items()}
    ax = conventions(classes, mean={name: one.map for name, one in named.items()})
    return ax, {f"mAP, {protocol}": one.map for protocol, one in judged.items()}


@register("coco-thresholds")
def coco_thresholds():
    """Draw the AP at each of COCO's ten overlaps, by its rule and by that of the paper."""
    picture, axes = plots.panels(2, 1, size=(7.0, 3.3))
    cats, ten = example("toy-cats"), [0.5 + 0.05 * k for k in range(10)]
    by_paper = detection_map(cats.truth, cats.detections, "voc2010", iou=ten)
    judged = {"coco": _judged("toy-cats", "coco"), "voc2010": by_paper}
    for ax, (rule, one) in zip(axes, judged.items(), strict=True):
        plots.ap_by_iou(one, ax).set_title(say(f"pr.{rule}"))
    return picture, {f"mAP, {rule}": one.map for rule, one in judged.items()}


LEVELS = {
    "gain.random": Population(Normal(0, 1), Normal(0, 1)),
    "skew.er_minus": Population(Beta(4, 1), Beta(1, 1)),
    "skew.er_plus": Population(Beta(1, 1), Beta(1, 4)),
    "skew.excellent": Population(Normal(3, 1), Normal(0, 1)),
    "gain.perfect": Population(Always(1), Always(0)),
}
# Where each level is named: in the ROC plane, in the P-R plane, and there with more negatives.
SPOTS = (
    ((0.55, 0.46), (0.1, 0.57), (0.1, 0.16)),
    ((0.23, 0.57), (0.1, 0.73), (0.1, 0.33)),
    ((0.45, 0.755), (0.1, 0.91), (0.5, 0.55)),
    ((0.1, 0.92), (0.6, 0.88), (0.4, 0.86)),
    ((0.4, 1.05), (0.4, 1.05), (0.4, 1.05)),
)
WORST = Population(Beta(1, 1), Always(2))  # every negative scores above every positive
NEGATIVES = (9, 2, 1)  # for each positive
# Two diagnostic tests, and where to write how they did: on patients, on everybody.
TESTS = {"liver-scan": (0.78, 0.81), "fob-screening": (0.06, 0.045)}
TICKS = (0.2, 0.3, 0.4, 0.5)
PREVALENCES = (0.01, 0.1, 0.5, 0.9)
BENT, STRAIGHT = "davis-goadrich", "trapezoid"


def two_learners() -> dict[str, Sweep]:
    """Sweep over the populations of two learners: one positive in a hundred."""
    return {
        name: binormal(mean, 0, 1).sweep(1, 99, thresholds=1001)
        for name, mean in (("A", 3.0), ("B", 2.6))
    }


@register("davis-goadrich-1")
def davis_goadrich_1():
    """Draw two learners in the ROC plane, and beside it in the P-R plane."""
    picture, (left, right) = plots.panels(1, 2, UNTITLED)
    plots.roc(two_learners(), left)
    plots.pr(two_learners(), right)
    return picture, {
        f"{symbol} of {name}": area(one)
        for symbol, area in (("AUC", auc), ("AP", ap))
        for name, one in two_learners().items()
    }


def counted(*names: str) -> Sweep:
    """Take published counts of a way through the P-R plane."""
    tables = example("davis-goadrich").confusions
    tp, fp = zip(*((tables[name].tp, tables[name].fp) for name in names), strict=True)
    return Sweep.from_counts(range(len(tp) + 1, 1, -1), tp, fp, positives=20, negatives=2000)


def as_it_goes() -> Sweep:
    """Sweep from A to B where 5 positives and 25 negatives come mixed as chance would have it."""
    a = Sweep.from_counts([2], [5], [5], positives=15, negatives=1975)
    return a + Population(Beta(1, 1), Beta(1, 1)).sweep(5, 25)


def from_a_to_b(rule: str) -> float:
    """Return the area from A to B alone, without what comes before A."""
    return average_precision(counted("A", "B"), rule) - average_precision(counted("A"), rule)


@register("davis-goadrich-interpolation")
def davis_goadrich_interpolation():
    """Draw the way from A to B as it is, and the straight line that it isn't."""
    ax, named = plots.panels(size=(6.2, 5.8))[1], {}
    for k, (rule, way) in enumerate(((BENT, as_it_goes()), (STRAIGHT, counted("A", "B")))):
        plots.pr(way, ax, prevalence=False, **look_of(k, {}))
        named[say(f"skew.{rule}", area=words.decimal(from_a_to_b(rule), 5))] = ax.lines[-1]
    six = tuple(example("davis-goadrich").confusions)
    plots.pr(counted(*six), ax, prevalence=False, linestyle="", marker="o", color="#222222")
    ax.set(xlim=(0.19, 0.56), ylim=(0.19, 0.56), xticks=TICKS, yticks=TICKS)
    for name, spot in (("A", (0.25, 0.5)), ("B", (0.5, 0.25))):
        beside(ax, *spot, name, offset=(8, 6))
    place(ax, names_of(named))
    return ax, {"hyperbola": from_a_to_b(BENT), "straight line": from_a_to_b(STRAIGHT)}


def ap(sweep: Sweep) -> float:
    """Return the area under the P-R curve of a population, as it really goes."""
    return average_precision(sweep, BENT)


@cache
def level(key: str, negatives: int) -> Sweep:
    """Sweep over a level of performance, with 1000 positives."""
    return LEVELS[key].sweep(1000, negatives, thresholds=1001)


def from_first(sweeps, ax, **how) -> None:
    """Draw P-R curves that begin at the precision of their first thresholds."""
    many = sweeps if isinstance(sweeps, dict) else {"": sweeps}
    curves = {name: pr(one, start="first") for name, one in many.items()}
    plots.pr(curves if isinstance(sweeps, dict) else curves[""], ax, prevalence=False, **how)


def draw_levels(ax, plane: int, n: int, plot: Callable, area: Callable, **how) -> None:
    """Draw the five levels in one plane, each named by its area."""
    names = [f"{say(key)} {words.decimal(area(level(key, n)), 2)}" for key in LEVELS]
    for k, (key, name) in enumerate(zip(LEVELS, names, strict=True)):
        plot(level(key, n), describe(ax, head(name)), **look_of(k, {}), **how)
    for k, (spots, name) in enumerate(zip(SPOTS, names, strict=True)):
        beside(ax, *spots[plane], name, look_of(k, {})["color"], offset=(0, 0), va="center")
    sizes = {"positives": f"{1000:,}", "negatives": f"{n:,}"}
    ax.set(ylim=(-0.02, 1.1), title=say("skew.sizes", area="AP" if plane else "AUC", **sizes))
    ax.title.set_size(small(0.9))


def published() -> Iterator[tuple[str, float]]:
    """Return the areas of all levels."""
    for key in LEVELS:
        yield f"AUC, {say(key)}", auc(level(key, 1000))
        for n in (1000, 10_000):
            yield f"AP, {say(key)}, {n} negatives", ap(level(key, n))


@register("saito-rehmsmeier")
def saito_rehmsmeier():
    """Draw five levels of performance, balanced and with ten negatives for each positive."""
    wide = look().size == "projector"  # where four squares one above the other would be tiny
    picture, axes = plots.panels(2, 2, (7.6, 4.4) if wide else (6.0, 6.4))
    for plane, n in enumerate((1000, 10_000)):
        above, below = axes[:, plane]
        draw_levels(above, 0, n, plots.roc, auc, diagonal=False)
        draw_levels(below, plane + 1, n, from_first, ap)
        for ax in (above, below) if wide else ():
            flatten(ax)
    return picture, dict(published())


@register("boyd-unreachable")
def boyd_unreachable():
    """Draw what no ranking can reach, at three prevalences."""
    picture, axes = plots.panels(1, 3, (5.2, 5.7))
    for ax, n in zip(axes, NEGATIVES, strict=True):
        worst, above = WORST.sweep(1, n), {"ha": "right", "va": "bottom", "offset": (0, 4)}
        beside(ax, 1, 1 / (1 + n), say("skew.worst"), look_of(0, {})["color"], **above)
        plots.unreachable(worst, plots.pr(worst, ax))
        area = words.decimal(ap(worst))
        ax.set_title(say("skew.least", negatives=str(n), area=area))
    return picture, {f"least area at 1:{n}": ap(WORST.sweep(1, n)) for n in NEGATIVES}


def ten_times() -> dict[str, Sweep]:
    """Sweep over Fawcett's twenty instances, and as if there were ten times as many negatives."""
    once = swept("fawcett-20")
    return {"1:1": once, "1:10": reweight(once, negatives=10)}


@register("fawcett-skew")
def fawcett_skew():
    """Draw one ranking, with as many negatives and with ten times as many."""
    picture, (left, right) = plots.panels(1, 2, UNTITLED)
    plots.roc(ten_times(), left)
    plots.pr(ten_times(), right, prevalence=False)
    return picture, {f"AP at {ratio}": average_precision(s) for ratio, s in ten_times().items()}


def at_prevalences() -> dict[str, Sweep]:
    """Weight the simulation such that this share of it is positive."""
    sweep = BELLS.sweep(1, 1, thresholds=1001)
    return {f"{100 * p:g} %": at_prevalence(sweep, p) for p in PREVALENCES}


@register("pr-prevalence")
def pr_prevalence():
    """Draw one population at several prevalences: one ROC curve, and many P-R curves."""
    picture, (left, right) = plots.panels(1, 2, SQUARE)
    plots.roc(at_prevalences(), left)
    from_first(at_prevalences(), right)
    left.set_title(say("skew.one_roc"))
    right.set_title(say("skew.many_pr"))
    return picture, {f"AP, {n}": ap(s) for n, s in at_prevalences().items()}


@register("late-positive-pr")
def late_positive_pr():
    """Draw a P-R curve that stays high beside a thousand times as many negatives."""
    late = swept("late-positive")
    ax = plots.pr(pr(late, start="one"), plots.panels(size=SQUARE)[1])
    ax.set_title(f"AP = {words.both(average_precision(late))}")
    return ax, {"AP": average_precision(swept("late-positive"))}


def precision_at(counts: Confusion, p_positive: float) -> float:
    """Return the precision of a test where this share is ill, both its rates being the same."""
    sizes = {"positives": counts.tp + counts.fn, "negatives": counts.fp + counts.tn}
    there = Sweep.from_counts([1], [counts.tp], [counts.fp], **sizes)
    return at_prevalence(there, p_positive)[1].confusion.precision


@register("prevalence-and-precision")
def prevalence_and_precision():
    """Draw how precise two tests would be, however many are ill, and where they were tried."""
    ax, named = plots.panels(size=(6.2, 5.85))[1], {}
    square(ax, say("prevalence"), say("precision"))
    shares = [k / 200 for k in range(1, 200)]
    for k, (name, spot) in enumerate(TESTS.items()):
        c, look = example(name).confusion, look_of(k, {})
        text = say(f"skew.{name}", tpr=words.decimal(c.recall, 2), fpr=words.decimal(c.fpr, 2))
        (named[text],) = ax.plot(shares, [precision_at(c, p) for p in shares], **look)
        percent = f"{100 * c.prevalence:.1f}"
        here = say("skew.ill", percent=percent, precision=words.decimal(c.precision))
        mark_point(ax, c.prevalence, c.precision, here, look["color"])
        beside(ax, *spot, here, look["color"], offset=(0, 0), va="center")
        describe(ax, say("skew.alt", name=text, here=here).replace("\n", " "))
    place(ax, names_of(named))
    return ax, {f"precision, {name}": example(name).confusion.precision for name in TESTS}
