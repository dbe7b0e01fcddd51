"""Figures of P-R curves and of average precision: what moves a curve, what rules make of it."""

from functools import cache, partial

import numpy as np

from ... import plots
from ...core import digits
from ...core.arithmetic import exact
from ...core.formula import Worked
from ...detection.detection_map import DetectionMap, detection_map
from ...metrics import means
from ...metrics.auc import auc
from ...metrics.average_precision import average_precision
from ...metrics.curves import pr, roc
from ...metrics.populations import Beta, Population, binormal
from ...metrics.reweight import reweight
from ...metrics.sweep import Sweep, sweep
from ...metrics.thresholds import best_threshold, break_even
from ...metrics.ties import retied
from ...plots.curves import square_for
from ...plots.lines import look_of, width
from ...plots.look import COLOURS, letters
from ...plots.picture import describe
from ...plots.placing import Label, numbers_at, place
from ...plots.precision_recall import nearest_corner
from ...plots.rows import conventions
from ...plots.say import listing, say
from ..examples import example, swept
from .registry import register, walk

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


@register(
    "zhou-2.3",
    shows=lambda: {f"break-even point of {name}": break_even(learner(name)) for name in LEARNERS},
)
def zhou_2_3() -> plots.Picture:
    """Draw the P-R curves of three learners: A and B cross, both enclose C."""
    picture, ax = plots.panels(size=(7.2, 6.4))  # room for three names and three points
    plots.pr({name: learner(name) for name in LEARNERS}, ax, break_even=True)
    ax.set(xlim=(-0.02, 1.16), xticks=[k / 5 for k in range(6)])
    return picture


@register("cars-pr", shows=lambda: {"break-even point": break_even(walk())})
def cars_pr() -> plots.Picture:
    """Draw the P-R curve of the twenty images, with its break-even point."""
    return plots.pr(walk(), break_even=True).figure


@register("pr-two-classes")
def two_classes() -> plots.Picture:
    """Draw the raw P-R curve of two hundred samples over that of their population."""
    population = binormal(0.8, 0.2, 0.55)
    drawn = sweep(*population.draw(**FEW, seed=SEED))
    curves = {"sample": drawn, "population": population.sweep(**FEW)}
    names = {"sample": say("pr.sample", n=sum(FEW.values())), "population": say("population")}
    return plots.pr({names[kind]: curve for kind, curve in curves.items()}).figure


def _best() -> dict:
    """Return the shortest way to (1, 1), and the best F1, each with its threshold."""
    near, f1 = (best_threshold(swept("cars"), by) for by in ("nearest-corner", "f1"))
    return {
        "distance to (1, 1)": near.value,
        "nearest at": near.threshold,
        "best F1": f1.value,
        "F1 best at": f1.threshold,
    }


@register("cars-nearest-corner", shows=_best)
def cars_nearest_corner() -> plots.Picture:
    """Draw the shortest way from the curve to (1, 1), and the line of the best F1."""
    picture, ax = plots.panels(size=(6.2, 5.1))  # F1 is written at the right of the square
    f1 = best_threshold(swept("cars"), "f1").value
    plots.iso_f1(f1, plots.pr(swept("cars"), ax, prevalence=False))
    nearest_corner(swept("cars"), ax)
    return picture


@register(
    "negatives-times-ten",
    shows=lambda: {
        f"precision at 0.24, {name} negatives": s.at(0.24).precision
        for name, s in _skewed().items()
    },
)
def negatives_times_ten() -> plots.Picture:
    """Draw the same ranking with ten times the negatives, each precision written out."""
    named = {say("pr.negatives", n=s.negatives): s for s in _skewed().values()}
    return plots.pr(named, counts=True, prevalence=False).figure


def _skewed() -> dict[str, Sweep]:
    return {"14": swept("cars"), "140": reweight(swept("cars"), negatives=TIMES)}


def _ap(rule: str):
    """Return the AP of the twenty cars by a rule, as the number of a figure."""
    return lambda: {f"AP, {rule}": average_precision(walk(), rule)}


@register("cars-rectangles", shows=_ap("step"))
def cars_rectangles() -> plots.Picture:
    """Draw average precision as a sum of rectangles."""
    return plots.pr(walk(), area="step").figure


@register("cars-trapezoids", shows=_ap("trapezoid"))
def cars_trapezoids() -> plots.Picture:
    """Draw average precision as a sum of trapezoids."""
    return plots.pr(walk(), area="trapezoid").figure


@register("cars-voc2007", shows=_ap("voc2007"))
def cars_voc2007() -> plots.Picture:
    """Draw the interpolation of PASCAL VOC 2007: eleven levels."""
    return plots.pr(walk(), interpolation="voc2007", area="voc2007").figure


@register("cars-voc2010", shows=_ap("voc2010"))
def cars_voc2010() -> plots.Picture:
    """Draw the interpolation of PASCAL VOC 2010: all points."""
    return plots.pr(walk(), interpolation="voc2010", area="voc2010").figure


@register("cars-coco", shows=_ap("coco"))
def cars_coco() -> plots.Picture:
    """Draw the interpolation of COCO: a hundred and one levels."""
    return plots.pr(walk(), interpolation="coco", area="coco").figure


def _three() -> dict[str, Worked]:
    return {rule: average_precision(walk(), rule) for rule in INTERPOLATED}


@register(
    "cars-three-interpolations", shows=lambda: {f"AP, {rule}": ap for rule, ap in _three().items()}
)
def cars_three_interpolations() -> plots.Picture:
    """Draw the three interpolations of detection side by side."""
    picture, axes = plots.panels(1, 3, size=(4.6, 4.45))
    for ax, rule in zip(axes, _three(), strict=True):
        plots.pr(walk(), ax, interpolation=rule, area=rule, prevalence=False)
    return picture


def _twelve() -> dict[tuple[str, str], Worked]:
    """Return the AP of the twenty cars by each rule and way to take ties."""
    orders = {ties: retied(swept("cars"), ties.removesuffix("-or-grouped")) for _, ties in TWELVE}
    return {(rule, ties): average_precision(orders[ties], rule) for rule, ties in TWELVE}


def _row(rule: str, ties: str) -> str:
    """Name a rule and a way to take ties."""
    of_areas = "rule" if rule in ("step", "trapezoid") else "pr"
    return f"{say(f'{of_areas}.{rule}')}\n{say(f'ties.{ties}')}"


@register(
    "twelve-aps", shows=lambda: {f"{rule}, {ties}": ap for (rule, ties), ap in _twelve().items()}
)
def twelve_aps() -> plots.Picture:
    """Draw the twelve numbers that are all called the AP of the same twenty images."""
    rows = {_row(*key): ap for key, ap in _twelve().items()}
    notes = {_row(*key): tool for key, tool in TWELVE.items()}
    ax = plots.panels(size=(10.4, 7.2))[1]  # room for long names, and for as long an axis
    return conventions(rows, ax, notes=notes, places=5).figure


def _tied(ties: str) -> Sweep:
    """Sweep over six samples with one score, as a list has them that mixes both classes."""
    samples = example("fawcett-ties")
    return sweep(samples.y_true[LISTED], samples.y_score[LISTED], ties=ties)


def _tied_areas() -> dict:
    return {
        f"{name}, {ties}": area(_tied(ties))
        for name, area in (("AUC", auc), ("AP", average_precision))
        for ties in TIES
    }


@register("tie-laboratory", shows=_tied_areas)
def tie_laboratory() -> plots.Picture:
    """Draw four ways to walk one tie, in ROC space and in P-R space."""
    picture, (left, right) = plots.panels(1, 2, size=(6.0, 5.6))
    areas = _tied_areas()
    for name, ax, draw, curve, how in (
        ("AUC", left, plots.roc, roc, {"diagonal": False}),
        ("AP", right, plots.pr, partial(pr, start="first"), {"prevalence": False}),
    ):
        named = {
            f"{say(f'ties.{t}')}\n{name} = {digits.both(areas[f'{name}, {t}'])}": curve(_tied(t))
            for t in TIES
        }
        draw(named, ax, **how)
    return picture


@register("iir-8.2")
def iir_8_2() -> plots.Picture:
    """Draw the sawtooth of one ranked list, and its interpolation."""
    listed = {say("levels.axis"): swept("iir-8-8-first", "in-order")}
    return plots.pr(listed, interpolation="voc2010", prevalence=False).figure


def _eleven() -> list[Worked]:
    """Return the eleven values that the book prints."""
    printed = [value["precision"] for value in example("iir-table-8-1").values.values()]
    return [Worked(exact(precision), "interpolated_precision") for precision in printed]


def _mean_of_eleven() -> Worked:
    parts = means.of_many("interpolated_precision", _eleven(), "level", range(11))
    return means.mean("eleven_point_average", parts)


@register("iir-table-8.1", shows=lambda: {"mean": _mean_of_eleven()})
def iir_table_8_1() -> plots.Picture:
    """Draw the eleven interpolated precisions of one query, and their mean."""
    ax, heights, mean = square_for(None, "pr"), list(map(float, _eleven())), _mean_of_eleven()
    ax.set_ylabel(say("levels.axis"))
    look = {"marker": "o", "markersize": letters(0.55), "clip_on": False, **look_of(0, {})}
    line = ax.plot(np.linspace(0, 1, len(heights)), heights, **look)[0]
    quiet = {"color": COLOURS["quiet"], "lw": width(0.6), "ls": (0, (2, 2)), "zorder": 2}
    level = ax.plot([0, 1], [float(mean)] * 2, **quiet)[0]
    text = say("conventions.mean", value=digits.decimal(mean))
    place(ax, numbers_at(line, [f"{height:.2f}" for height in heights], 0.8))
    place(ax, [Label(text, *level.get_data(), COLOURS["quiet"], 0.9, line=level)])
    parts = listing([digits.decimal(height) for height in heights])
    return describe(ax, say("alt.levels", name="", parts=parts)).figure


def _judged(name: str, protocol: str) -> DetectionMap:
    scene = example(name)
    return detection_map(scene.truth, scene.detections, protocol)


def _map(name: str, *protocols: str):
    """Return the mean AP by some protocols, as the numbers of a figure."""
    return lambda: {f"mAP, {protocol}": _judged(name, protocol).map for protocol in protocols}


@register("voc2007-classes", shows=_map("coco-seven", "voc2007"))
def voc2007_classes() -> plots.Picture:
    """Draw the AP of each class by eleven points, and their mean."""
    judged = _judged("coco-seven", "voc2007")
    return conventions(judged.per_class, mean=judged.map).figure


@register("voc-map", shows=_map("coco-seven", *VOC))
def voc_map() -> plots.Picture:
    """Draw the AP of each class by both rules of PASCAL VOC, and both means."""
    judged = {say(f"pr.{protocol}"): _judged("coco-seven", protocol) for protocol in VOC}
    classes = {name: one.per_class for name, one in judged.items()}
    return conventions(classes, mean={name: one.map for name, one in judged.items()}).figure


@register(
    "coco-thresholds",
    shows=lambda: {f"mAP, {rule}": one.map for rule, one in _at_ten_overlaps().items()},
)
def coco_thresholds() -> plots.Picture:
    """Draw the AP at each of COCO's ten overlaps, by its rule and by that of the paper."""
    picture, axes = plots.panels(2, 1, size=(7.0, 3.3))
    for ax, (rule, judged) in zip(axes, _at_ten_overlaps().items(), strict=True):
        plots.ap_by_iou(judged, ax).set_title(say(f"pr.{rule}"))
    return picture


def _at_ten_overlaps() -> dict[str, DetectionMap]:
    cats, ten = example("toy-cats"), [0.5 + 0.05 * k for k in range(10)]
    by_paper = detection_map(cats.truth, cats.detections, "voc2010", iou=ten)
    return {"coco": _judged("toy-cats", "coco"), "voc2010": by_paper}
