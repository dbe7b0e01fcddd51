"""Figures of what is seen in images, boxes and masks; and of predicted numbers and chances."""

from __future__ import annotations

from functools import cache

import numpy as np
from matplotlib.axes import Axes

from ... import plots
from ...core import words
from ...detection.boxes import iou
from ...detection.detection_map import detection_map
from ...detection.match import match
from ...detection.nms import nms
from ...metrics import segmentation
from ...metrics.confusion_matrix import ConfusionMatrix
from ...metrics.pixel_counts import segmentation_matrix
from ...metrics.r2 import least_squares
from ...metrics.regression import mae, mse
from ...metrics.ssim import SsimMap, ssim_map
from ...plots.box_overlaps import suppression as draw_suppression
from ...plots.look import COLOURS, SERIES, letters, look
from ...plots.picture import axes_or_new, describe
from ...plots.placing import beside
from ...plots.say import say
from ..examples import example
from . import register
from .counting import running_counts

WIDE, HIGH = 12, 9  # the box that is shifted
SHIFTS = (0, 3, 4, 6, 8, 12)
# What a detector says before anything is suppressed: two cars, five boxes.
CARS_THERE = {"id": [1, 2], "x1": [10, 120], "y1": [20, 30], "x2": [90, 190], "y2": [80, 84]}
CARS_FOUND = {
    "id": ["a", "b", "c", "d", "e"],
    "score": [0.95, 0.9, 0.8, 0.7, 0.6],
    "x1": [12, 20, 122, 2, 130],
    "y1": [22, 12, 32, 26, 40],
    "x2": [92, 96, 194, 82, 202],
    "y2": [82, 74, 86, 88, 96],
}
# A meadow (0), a cow (1) and her calf (2), as they are and as a program sees them, so that the
# counts are those of the example segmentation-three.
MEADOW = """
    0000000000 0110000000 1111111110 1111111110 0111111110
    0111111110 0100222010 0100202010 0000000000 0000000000
"""
SEEN = """
    0000000000 0100000000 1111111111 1111111111 0111121110
    0112222210 0002222200 0100220000 0000000000 0000000000
"""

TURN = np.linspace(0, 2 * np.pi, 361)
# The corners of the two squares are drawn exactly, the circle as a line of 360 pieces. Then the
# height at which each name stands, and to where on its shape a stroke leads from it.
BALLS = {
    "‖e‖₁ = |e₁| + |e₂| = 1": ([1, 0, -1, 0, 1.0], [0, 1, 0, -1, 0.0], 0.0, ()),
    "‖e‖₂ = √(e₁² + e₂²) = 1": (np.cos(TURN), np.sin(TURN), -1.2, (0.5, -(0.75**0.5))),
    "‖e‖∞ = max(|e₁|, |e₂|) = 1": ([1, 1, -1, -1, 1.0], [-1, 1, 1, -1, -1.0], 1.2, (0.55, 1.0)),
}
# A loss, where its name stands beside the curve, and on which side.
LOSSES = {"absolute_loss": (np.abs, 1.2, "top"), "squared_loss": (np.square, -1.7, "bottom")}


def judged(protocol: str = "voc2010"):
    """Judge Padilla's twenty-four detections."""
    letters = example("padilla-24")
    return detection_map(letters.truth, letters.detections, protocol, iou=0.3)


@register("two-boxes")
def two_boxes():
    """Draw two boxes, and what they share."""
    return plots.overlap((0, 0, 8, 6), (3, 2, 11, 8)), {"IoU": iou((0, 0, 8, 6), (3, 2, 11, 8))}


def shifted(by: float) -> tuple[tuple, tuple]:
    """Return a box, and the same one shifted to the right."""
    return (0, 0, WIDE, HIGH), (by, 0, WIDE + by, HIGH)


@register("iou-ladder")
def iou_ladder():
    """Draw one box beside its twin, shifted farther and farther."""
    wide = look().size == "projector"
    picture, axes = plots.panels(*((2, 3) if wide else (3, 2)), size=(4.5, 3.1))
    for by, ax in zip(SHIFTS, axes.flat, strict=True):
        ax.set(xlim=(-2.5, 2 * WIDE + 2.5), ylim=(HIGH + 3.4, -1.5))  # one scale for all
        plots.overlap(*shifted(by), ax=ax)
        ax.set_title(say("gallery.shifted", by=by))
    return picture, {f"IoU, shifted by {by}": iou(*shifted(by)) for by in SHIFTS}


@register("padilla-images")
def padilla_images():
    """Draw the seven images with their objects and detections."""
    return plots.box_grid(judged(), 0.3)


@register("padilla-running")
def padilla_running():
    """Draw how hits and false alarms add up down the ranking."""
    return running_counts(judged().sweep()), {"AP, voc2010": judged().map}


def misprinted() -> list[tuple[int, str]]:
    """List the cells that the source printed wrong: row from 0, and column."""
    answers = [a for a in example("padilla-24").answers if a.rounding == "error"]
    return [(a.where["step"] - 1, a.quantity) for a in answers if "step" in a.where]


@register("padilla-table")
def padilla_table():
    """Draw the running table: hits marked, and frames where the source printed something else."""
    walk = judged().sweep()
    names = {"admitted": "detection", "threshold": "score", "label": "hit_or_not"}
    names |= {"TP": "sum_tp", "FP": "sum_fp", "precision": "precision", "recall": "recall"}
    heads = {column: say(f"gallery.{name}") for column, name in names.items()}
    hits = [step.index - 1 for step in walk if 1 in step.labels]
    ax = plots.table(walk.trace()[1:], columns=heads, marked=hits, framed=misprinted())
    return ax, {"AP, voc2010": judged().map}


@register("padilla-all-points")
def padilla_all_points():
    """Draw the P-R curve with the interpolation of all points, and the area below."""
    look = {"interpolation": "voc2010", "area": "voc2010", "prevalence": False}
    return plots.pr(judged().sweep(), **look), {"AP, voc2010": judged().map}


@register("padilla-eleven-points")
def padilla_eleven_points():
    """Draw the P-R curve with the interpolation of eleven levels, and their bars."""
    look = {"interpolation": "voc2007", "area": "voc2007", "prevalence": False}
    return plots.pr(judged().sweep(), **look), {"AP, voc2007": judged("voc2007").map}


@register("pr-at-overlaps")
def pr_at_overlaps():
    """Draw the P-R curve of the cats at three overlaps: the stricter, the fewer hits."""
    cats, overlaps = example("toy-cats"), (0.5, 0.75, 0.9)
    each = [detection_map(cats.truth, cats.detections, "voc2010", iou=iou) for iou in overlaps]
    curves = {f"IoU ≥ {iou}": one.sweep() for iou, one in zip(overlaps, each, strict=True)}
    numbers = {f"AP, {name}": one.map for name, one in zip(curves, each, strict=True)}
    return plots.pr(curves, prevalence=False), numbers


@register("voc-against-coco")
def voc_against_coco():
    """Draw one scene by both rules: the next free object, or the best one, taken or not."""
    picture, axes = plots.panels(1, 2, size=(6.3, 5.6))
    scene, numbers = example("two-rules"), {}
    for rule, ax in zip(("coco", "voc"), axes, strict=True):
        matching = match(scene.truth, scene.detections, rule=rule)
        plots.boxes(matching, ax=ax, reasons=False)
        ax.set(xticks=(0, 50, 100), yticks=(0, 50, 100))
        ax.set_title(say(f"gallery.{rule}"), pad=14)
        numbers[f"hits, {rule}"] = matching.confusion.tp
    return picture, numbers


@register("coins-found")
def coins_found():
    """Draw what became of each box on the photograph of the coins."""
    scene = example("coins-photograph")
    coins = match(scene.truth, scene.detections)
    numbers = {"hits": coins.confusion.tp, "false alarms": coins.confusion.fp}
    return plots.boxes(coins, picture=scene.picture), numbers


@register("free-alarms")
def free_alarms():
    """Draw a hit and nine false alarms after it: the counts, and the P-R curve."""
    scene = example("free-alarms")
    alarms = detection_map(scene.truth, scene.detections, "voc2010")
    picture, axes = plots.panels(1, 2, size=(5.7, 5.2))
    axes[0].get_subplotspec().get_gridspec().set_width_ratios((6.4, 5.0))
    running_counts(alarms.sweep(), axes[0])
    plots.pr(alarms.sweep(), axes[1], area="voc2010", prevalence=False)
    return picture, {"AP": alarms.map, "F1 at the end": alarms.sweep().confusion(-1).f1}


@register("suppression")
def suppression():
    """Draw which boxes are suppressed, and the P-R curves before and after."""
    picture, axes = plots.panels(1, 2, size=(6.6, 5.2))
    boxes = list(zip(*(CARS_FOUND[side] for side in ("x1", "y1", "x2", "y2")), strict=True))
    survivors = nms(boxes, CARS_FOUND["score"], 0.5, ids=CARS_FOUND["id"])
    draw_suppression(survivors, axes[0])
    kept = survivors.kept.tolist()
    left = {name: [column[k] for k in kept] for name, column in CARS_FOUND.items()}
    before, after = (detection_map(CARS_THERE, one, "voc2010") for one in (CARS_FOUND, left))
    # What is kept comes first, and so has one colour in both.
    curves = {say("gallery.after_nms"): after.sweep(), say("gallery.before_nms"): before.sweep()}
    plots.pr(curves, axes[1], prevalence=False)
    return picture, {"AP before": before.map, "AP after": after.map}


def mask(drawn: str) -> np.ndarray:
    """Read a mask that was drawn in digits."""
    return np.array([list(map(int, row)) for row in drawn.split()])


def animals() -> tuple[str, str, str]:
    """Name the classes of the mask."""
    return tuple(say(f"gallery.{name}") for name in ("meadow", "cow", "calf"))


def pixels(names=None) -> ConfusionMatrix:
    """Count the pixels of both masks."""
    return segmentation_matrix(mask(MEADOW), mask(SEEN), 3, names=names)


def _three_means() -> dict:
    m = pixels()
    return {
        "PA": segmentation.pixel_accuracy(m),
        "MPA": segmentation.mean_pixel_accuracy(m),
        "mIoU": segmentation.mean_iou(m),
    }


@register("segmentation-masks")
def segmentation_masks():
    """Draw a true mask, a predicted one, where they differ, and the table of their pixels."""
    picture, axes = plots.panels(2, 2, size=(5.2, 4.6))
    plots.masks(mask(MEADOW), mask(SEEN), axes.flat[:3], names=animals(), classes=3)
    plots.confusion_matrix(pixels(animals()), axes[1, 1], totals=True)
    means = (f"{name} {words.decimal(value)}" for name, value in _three_means().items())
    axes[1, 1].set_title(" · ".join(means), size=letters())
    return picture, _three_means()


@register("class-ious")
def class_ious():
    """Draw the IoU of each class, and what its means make of the rare one."""
    ax = plots.per_class(pixels(animals()), "jaccard", means=("macro", "weighted"))
    ax.set_xlabel(words.symbol("iou"))
    return ax, _three_means()


@cache
def ramps() -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Make an image from dark to light; a brighter one, and a noisy one, equally far from it."""
    image = np.tile(np.linspace(40, 210, 48).round(), (48, 1)).astype(np.uint8)
    signs = np.random.default_rng(0).choice([-20, 20], image.shape)
    return image, {"brighter": image + np.uint8(20), "noisy": (image + signs).astype(np.uint8)}


@cache
def likeness() -> dict[str, SsimMap]:
    """Compare both with the image."""
    image, others = ramps()
    return {name: ssim_map(image, other, border="reflect") for name, other in others.items()}


@register("ssim-map")
def ssim_maps():
    """Draw an image, two others of the same MSE, and their likeness place by place."""
    picture, axes = plots.panels(2, 3, size=(4.0, 3.7))
    image, others = ramps()
    for row, (name, other) in zip(axes, others.items(), strict=True):
        error = words.count(mse(image.ravel(), other.ravel()))
        titles = (say("gallery.original"), say(f"gallery.{name}", mse=error))
        for ax, shown, title in zip(row, (image, other), titles, strict=False):
            ax.imshow(shown, cmap="gray", vmin=0, vmax=255)
            ax.set(xticks=[], yticks=[], title=title)
        plots.ssim_map(likeness()[name], row[2])
    return picture, {f"SSIM, {name}": found.mean for name, found in likeness().items()}


def _errors() -> dict:
    columns = example("regression-four").columns
    return {f.__name__: f(columns["truth"], columns["prediction"]) for f in (mae, mse)}


@register("residuals")
def residual_pictures():
    """Draw the errors of four predictions as lengths, and as squares."""
    columns = example("regression-four").columns
    picture, axes = plots.panels(1, 2, size=(5.4, 5.8))
    for ax, (name, value) in zip(axes, _errors().items(), strict=True):
        given = (columns["truth"], columns["prediction"])
        plots.residuals(*given, ax=ax, squares=name == "mse")
        ax.set_title(f"{words.symbol(name)} = {words.both(value)}")
    return picture, _errors()


@register("anscombe")
def anscombe():
    """Draw four sets of points with one line."""
    columns = example("anscombe").columns
    picture, axes = plots.panels(2, 2)
    for ax, x, y in zip(axes.flat, ("x", "x", "x", "x4"), ("y1", "y2", "y3", "y4"), strict=True):
        fit = least_squares(columns[x], columns[y])
        plots.residuals(fit, ax=ax)
        ax.set_title(f"R² = {words.decimal(fit.r2, 2)}")
        # One frame for all four, or they can't be compared.
        ax.set(xlim=(2, 20), ylim=(2, 14), xticks=range(5, 21, 5))
    return picture


@register("norms")
def norms() -> Axes:
    """Draw the pairs of errors whose norm is 1, for the l1, the l2 and the maximum norm."""
    ax = axes_or_new(None, size=(5.6, 5.6))
    for (x, y, *_), (colour, stroke) in zip(BALLS.values(), SERIES, strict=False):
        ax.plot(x, y, color=colour, linestyle=stroke)
    for (name, (*_, height, end)), (colour, _) in zip(BALLS.items(), SERIES, strict=False):
        if end:
            look = {"color": COLOURS["quiet"], "linewidth": 1, "linestyle": "-"}
            ax.plot([0.3, end[0]], [0.93 * height, end[1]], **look)
        beside(ax, 0, height, name, colour, ha="center", va="center", offset=(0, 0))
    for line in (ax.axhline, ax.axvline):
        line(0, color=COLOURS["negative"], linewidth=1, zorder=0)
    ax.set(xlim=(-1.35, 1.35), ylim=(-1.35, 1.35), aspect="equal")
    ax.set(xticks=(-1, 0, 1), yticks=(-1, 0, 1))
    ax.set(xlabel=say("first_error"), ylabel=say("second_error"))
    return describe(ax, say("alt.norms"))


@register("losses")
def losses() -> Axes:
    """Draw what an error costs: itself, as in the MAE, or its square, as in the MSE."""
    ax, e = axes_or_new(None, size=(5.6, 4.4)), np.linspace(-2, 2, 401)
    for (name, (of, at, side)), (colour, stroke) in zip(LOSSES.items(), SERIES, strict=False):
        ax.plot(e, of(e), color=colour, linestyle=stroke)
        beside(ax, at, of(at), say(name), colour, ha="left", va=side)
    ax.set(xlim=(-2.2, 2.2), ylim=(0, 4), xlabel=say("one_error"), ylabel=say("loss"))
    ax.set(xticks=range(-2, 3), yticks=range(5))
    return describe(ax, say("alt.losses"))


@cache
def forecasts() -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Draw events that happen as often as was said, and a forecaster who exaggerates."""
    rng = np.random.default_rng(0)
    chance = rng.random(5000)
    happened = rng.random(5000) < chance
    odds = (chance / (1 - chance)) ** 2.5
    return happened.astype(int), {"honest": chance, "too_sure": odds / (1 + odds)}


@register("reliability")
def reliability():
    """Draw whether of those told 70 %, 70 % happen."""
    happened, chances = forecasts()
    return plots.reliability(happened, {say(f"gallery.{n}"): p for n, p in chances.items()})
