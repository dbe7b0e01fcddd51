"""Figures of detection: boxes, matches, the running counts, and what each mistake costs."""

from ... import plots
from ...detection.detection_map import DetectionMap, detection_map
from ...detection.iou import iou
from ...detection.matching import match
from ...detection.nms import nms
from ...plots.look import look
from ...plots.say import say
from ..examples import example
from .registry import register

PADILLA = "Padilla, Object-Detection-Metrics (GitHub), README"
OVERLAP = "Everingham et al. (2010), The PASCAL VOC challenge, section 4.2"
NMS = "source document 000, section 8, on mAP after non-maximum suppression"
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


def judged(protocol: str = "voc2010"):
    """Judge Padilla's twenty-four detections."""
    letters = example("padilla-24")
    return detection_map(letters.truth, letters.detections, protocol, iou=0.3)


@register("two-boxes", OVERLAP, lesson=13, shows=lambda: {"IoU": iou((0, 0, 8, 6), (3, 2, 11, 8))})
def two_boxes() -> plots.Picture:
    """Draw two boxes, and what they share."""
    return plots.overlap((0, 0, 8, 6), (3, 2, 11, 8)).figure


def shifted(by: float) -> tuple[tuple, tuple]:
    """Return a box, and the same one shifted to the right."""
    return (0, 0, WIDE, HIGH), (by, 0, WIDE + by, HIGH)


@register(
    "iou-ladder",
    OVERLAP,
    status="ours",
    lesson=13,
    shows=lambda: {f"IoU, shifted by {by}": iou(*shifted(by)) for by in SHIFTS},
)
def iou_ladder() -> plots.Picture:
    """Draw one box beside its twin, shifted farther and farther."""
    wide = look().size == "projector"
    picture, axes = plots.panels(*((2, 3) if wide else (3, 2)), size=(4.5, 3.1))
    for by, ax in zip(SHIFTS, axes.flat, strict=True):
        ax.set(xlim=(-2.5, 2 * WIDE + 2.5), ylim=(HIGH + 3.4, -1.5))  # one scale for all
        plots.overlap(*shifted(by), ax=ax)
        ax.set_title(say("gallery.shifted", by=by))
    return picture


@register("padilla-images", PADILLA, lesson=13)
def padilla_images() -> plots.Picture:
    """Draw the seven images with their objects and detections."""
    return plots.box_grid(judged(), 0.3)


@register("padilla-running", PADILLA, lesson=14, shows=lambda: {"AP, voc2010": judged().map})
def padilla_running() -> plots.Picture:
    """Draw how hits and false alarms add up down the ranking."""
    return plots.running_counts(judged(), iou=0.3, rates=("precision", "recall")).figure


def misprinted() -> list[tuple[int, str]]:
    """List the cells that the source printed wrong: row from 0, and column."""
    answers = [a for a in example("padilla-24").answers if a.rounding == "error"]
    return [(a.where["step"] - 1, a.quantity) for a in answers if "step" in a.where]


@register("padilla-table", PADILLA, lesson=14, shows=lambda: {"AP, voc2010": judged().map})
def padilla_table() -> plots.Picture:
    """Draw the running table: hits marked, and frames where the source printed something else."""
    walk = judged().sweep()
    names = {"admitted": "detection", "threshold": "score", "label": "hit_or_not"}
    names |= {"TP": "sum_tp", "FP": "sum_fp", "precision": "precision", "recall": "recall"}
    heads = {column: say(f"gallery.{name}") for column, name in names.items()}
    hits = [step.index - 1 for step in walk if 1 in step.labels]
    return plots.table(walk.trace()[1:], columns=heads, marked=hits, framed=misprinted()).figure


@register("padilla-all-points", PADILLA, lesson=14, shows=lambda: {"AP, voc2010": judged().map})
def padilla_all_points() -> plots.Picture:
    """Draw the P-R curve with the interpolation of all points, and the area below."""
    look = {"interpolation": "voc2010", "area": "voc2010", "prevalence": False}
    return plots.pr(judged().sweep(), **look).figure


@register(
    "padilla-eleven-points",
    PADILLA,
    lesson=14,
    shows=lambda: {"AP, voc2007": judged("voc2007").map},
)
def padilla_eleven_points() -> plots.Picture:
    """Draw the P-R curve with the interpolation of eleven levels, and their bars."""
    look = {"interpolation": "voc2007", "area": "voc2007", "prevalence": False}
    return plots.pr(judged().sweep(), **look).figure


@register("padilla-errors", PADILLA, status="ours", lesson=14)
def padilla_errors() -> plots.Picture:
    """Draw what each type of mistake costs."""
    return plots.error_bars(judged().errors(0.3)).figure


@register(
    "pr-at-overlaps",
    example("toy-cats").source,
    status="ours",
    lesson=14,
    shows=lambda: {f"AP, IoU ≥ {iou}": judged.map for iou, judged in _demanding().items()},
)
def pr_at_overlaps() -> plots.Picture:
    """Draw the P-R curve of the cats at three overlaps: the stricter, the fewer hits."""
    curves = {f"IoU ≥ {iou}": judged.sweep() for iou, judged in _demanding().items()}
    return plots.pr(curves, prevalence=False).figure


def _demanding() -> dict[float, DetectionMap]:
    cats = example("toy-cats")
    return {
        iou: detection_map(cats.truth, cats.detections, "voc2010", iou=iou)
        for iou in (0.5, 0.75, 0.9)
    }


def _by(rule: str):
    """Match the smallest scene on which the two rules disagree."""
    scene = example("two-rules")
    return match(scene.truth, scene.detections, rule=rule)


@register(
    "voc-against-coco",
    example("two-rules").source,
    status="ours",
    lesson=13,
    shows=lambda: {f"hits, {rule}": _by(rule).confusion.tp for rule in ("coco", "voc")},
)
def voc_against_coco() -> plots.Picture:
    """Draw one scene by both rules: the next free object, or the best one, taken or not."""
    picture, axes = plots.panels(1, 2, size=(6.6, 5.0))
    for rule, ax in zip(("coco", "voc"), axes, strict=True):
        plots.boxes(_by(rule), ax=ax, reasons=False)
        ax.set_title(say(f"gallery.{rule}"), pad=14)
    return picture


def coins():
    """Match the boxes of a simple detector with the coins of a photograph."""
    scene = example("coins-photograph")
    return match(scene.truth, scene.detections)


@register(
    "coins-found",
    example("coins-photograph").source,
    status="ours",
    lesson=13,
    shows=lambda: {"hits": coins().confusion.tp, "false alarms": coins().confusion.fp},
)
def coins_found() -> plots.Picture:
    """Draw what became of each box on the photograph of the coins."""
    return plots.boxes(coins(), picture=example("coins-photograph").picture).figure


def alarms():
    """Judge the detector of one object that cries nine times more."""
    scene = example("free-alarms")
    return detection_map(scene.truth, scene.detections, "voc2010")


@register(
    "free-alarms",
    example("free-alarms").source,
    status="ours",
    lesson=14,
    shows=lambda: {"AP": alarms().map, "F1 at the end": alarms().sweep().confusion(-1).f1},
)
def free_alarms() -> plots.Picture:
    """Draw a hit and nine false alarms after it: the counts, and the P-R curve."""
    picture, axes = plots.panels(1, 2, size=(5.7, 5.2))
    axes[0].get_subplotspec().get_gridspec().set_width_ratios((6.4, 5.0))
    plots.running_counts(alarms(), ax=axes[0], rates=("precision", "recall"))
    plots.pr(alarms().sweep(), axes[1], area="voc2010", prevalence=False)
    return picture


def suppressed():
    """Drop the boxes that overlap a surer one too much."""
    boxes = list(zip(*(CARS_FOUND[side] for side in ("x1", "y1", "x2", "y2")), strict=True))
    return boxes, nms(boxes, CARS_FOUND["score"], 0.5, ids=CARS_FOUND["id"])


def before_and_after():
    """Judge all five boxes, and those that are kept."""
    kept = suppressed()[1].kept.tolist()
    left = {name: [column[k] for k in kept] for name, column in CARS_FOUND.items()}
    return [detection_map(CARS_THERE, boxes, "voc2010") for boxes in (CARS_FOUND, left)]


@register(
    "suppression",
    NMS,
    status="ours",
    lesson=13,
    shows=lambda: dict(
        zip(("AP before", "AP after"), (r.map for r in before_and_after()), strict=True)
    ),
)
def suppression() -> plots.Picture:
    """Draw which boxes are suppressed, and the P-R curves before and after."""
    picture, axes = plots.panels(1, 2, size=(6.6, 5.2))
    boxes, survivors = suppressed()
    plots.suppression(survivors, boxes, ax=axes[0])
    names = (say("gallery.before_nms"), say("gallery.after_nms"))
    before, after = (
        {name: judged.sweep()} for name, judged in zip(names, before_and_after(), strict=True)
    )
    plots.pr(after | before, axes[1], prevalence=False)  # what is kept has one colour in both
    return picture
