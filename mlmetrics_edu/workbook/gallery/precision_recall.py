"""Figures of P-R curves and of average precision: what moves a curve, what rules make of it."""

from __future__ import annotations

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
from ...metrics.populations import Beta, Population, binormal, reweight
from ...metrics.sweep import Sweep, sweep
from ...metrics.thresholds import best_threshold, break_even
from ...metrics.ties import retied
from ...plots.curves import square_for
from ...plots.look import COLOURS, letters, look_of, width
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
    population = binormal(0.8, 0.2, 0.55)
    drawn = sweep(*population.draw(**FEW, seed=SEED))
    curves = {"sample": drawn, "population": population.sweep(**FEW)}
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
            f"{say(f'ties.{t}')}\n{name} = {digits.both(a)}": curve(_tied(t))
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
    text = say("conventions.mean", value=digits.decimal(mean))
    place(ax, numbers_at(line, [f"{height:.2f}" for height in heights], 0.8))
    place(ax, [Label(text, *level.get_data(), COLOURS["quiet"], 0.9, line=level)])
    parts = listing([digits.decimal(height) for height in heights])
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
