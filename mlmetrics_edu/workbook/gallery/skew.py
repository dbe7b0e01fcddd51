"""Figures of skew: the same ranking, and more negatives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from ... import plots
from ...core import digits
from ...metrics.auc import auc
from ...metrics.average_precision import average_precision
from ...metrics.confusion import Confusion
from ...metrics.curves import pr
from ...metrics.populations import (
    Always,
    Beta,
    Normal,
    Population,
    at_prevalence,
    binormal,
    reweight,
)
from ...metrics.sweep import Sweep
from ...plots.curves import mark_point, square
from ...plots.look import look, look_of, small
from ...plots.picture import describe
from ...plots.placing import beside, names_of, place
from ...plots.say import head, say
from ..examples import example, swept
from .registry import flatten, register

SQUARE = (5.2, 5.3)  # inches: a square of rates, and its title
UNTITLED = (5.2, 4.95)
BELLS = binormal(0.8, 0.2, 0.55)
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
        named[say(f"skew.{rule}", area=digits.decimal(from_a_to_b(rule), 5))] = ax.lines[-1]
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
    names = [f"{say(key)} {digits.decimal(area(level(key, n)), 2)}" for key in LEVELS]
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
        area = digits.decimal(ap(worst))
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
    ax.set_title(f"AP = {digits.both(average_precision(late))}")
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
        text = say(f"skew.{name}", tpr=digits.decimal(c.recall, 2), fpr=digits.decimal(c.fpr, 2))
        (named[text],) = ax.plot(shares, [precision_at(c, p) for p in shares], **look)
        percent = f"{100 * c.prevalence:.1f}"
        here = say("skew.ill", percent=percent, precision=digits.decimal(c.precision))
        mark_point(ax, c.prevalence, c.precision, here, look["color"])
        beside(ax, *spot, here, look["color"], offset=(0, 0), va="center")
        describe(ax, say("skew.alt", name=text, here=here).replace("\n", " "))
    place(ax, names_of(named))
    return ax, {f"precision, {name}": example(name).confusion.precision for name in TESTS}
