"""Figures of detection: boxes, matches, the running counts, and what each mistake costs."""

from ... import plots
from ...detection.boxes import iou
from ...detection.matching import match
from ...detection.protocols import detection_map
from ..examples import example
from .registry import register

PADILLA = "Padilla, Object-Detection-Metrics (GitHub), README"
OURS = "made for this workbook, after a question about mean_average_precision (GitHub), issue 1"
OVERLAP = "Everingham et al. (2010), The PASCAL VOC challenge, section 4.2"


def judged(protocol: str = "voc2010"):
    """Judge Padilla's twenty-four detections."""
    letters = example("padilla-24")
    return detection_map(letters.truth, letters.detections, protocol, iou=0.3)


@register("two-boxes", OVERLAP, lesson=13, shows=lambda: {"IoU": iou((0, 0, 8, 6), (3, 2, 11, 8))})
def two_boxes() -> plots.Picture:
    """Draw two boxes, and what they share."""
    return plots.overlap((0, 0, 8, 6), (3, 2, 11, 8)).figure


@register("padilla-images", PADILLA, lesson=13)
def padilla_images() -> plots.Picture:
    """Draw the seven images with their objects and detections."""
    return plots.box_grid(judged(), 0.3)


@register("padilla-running", PADILLA, lesson=14, shows=lambda: {"AP, voc2010": judged().map})
def padilla_running() -> plots.Picture:
    """Draw how hits and false alarms add up down the ranking."""
    return plots.running_counts(judged(), iou=0.3).figure


@register("padilla-all-points", PADILLA, lesson=14, shows=lambda: {"AP, voc2010": judged().map})
def padilla_all_points() -> plots.Picture:
    """Draw the P-R curve with the interpolation of all points."""
    return plots.pr(judged().sweep(), interpolation="voc2010", prevalence=False).figure


@register(
    "padilla-eleven-points",
    PADILLA,
    lesson=14,
    shows=lambda: {"AP, voc2007": judged("voc2007").map},
)
def padilla_eleven_points() -> plots.Picture:
    """Draw the P-R curve with the interpolation of eleven levels."""
    return plots.pr(judged().sweep(), interpolation="voc2007", prevalence=False).figure


@register("padilla-errors", PADILLA, status="ours", lesson=14)
def padilla_errors() -> plots.Picture:
    """Draw what each type of mistake costs."""
    return plots.error_bars(judged().errors(0.3)).figure


def _by(rule: str):
    """Match the smallest scene on which the two rules disagree."""
    scene = example("two-rules")
    return match(scene.truth, scene.detections, rule=rule)


def _hits(rule: str):
    return lambda: {"hits": _by(rule).confusion.tp, "missed": _by(rule).confusion.fn}


@register("rule-of-coco", OURS, status="ours", lesson=14, shows=_hits("coco"))
def rule_of_coco() -> plots.Picture:
    """Draw the scene by COCO's rule: the next free object."""
    return plots.boxes(_by("coco")).figure


@register("rule-of-voc", OURS, status="ours", lesson=14, shows=_hits("voc"))
def rule_of_voc() -> plots.Picture:
    """Draw the scene by PASCAL VOC's rule: the best object, taken or not."""
    return plots.boxes(_by("voc")).figure
