"""Published figures of boxes: overlaps, PASCAL VOC's and COCO's average precision."""

from functools import partial

import numpy as np

import mlmetrics_edu as mm
from tests.workbook import case_files


def torchmetrics_boxes(data):
    """Nine pairs of boxes, and the mean over the diagonal, by both measures."""
    found = {}
    for name, measure in (("iou", mm.iou), ("giou", mm.giou)):
        table = np.array([[measure(a, b) for b in data["b"]] for a in data["a"]])
        found |= {f"{name}{i}{j}": table[i, j] for i, j in np.ndindex(table.shape)}
        found[f"mean_{name}_diag"] = table.diagonal().mean()
    return found


def csv(name, **known):
    return mm.load_detections(case_files.SHARED / "worked_examples" / f"{name}.csv", **known)


def padilla(_):
    """Seven images: the running table at IoU 0.3, and the AP at four overlaps."""
    truth = csv("padilla7_groundtruth", kind="truth", columns={"category": None})
    found = csv("padilla7_detections", columns={"category": None, "id": "letter"})
    judged = {p: mm.detection_map(truth, found, p, iou=[0.1, 0.3, 0.5, 0.75]) for p in VOC}
    figures = {
        f"{VOC[p]}@{iou:g}": judged[p].ap(iou=iou) for p in VOC for iou in judged[p].protocol.ious
    }
    figures |= {f"{VOC[p]}_percent": 100 * judged[p].ap(iou=0.3) for p in VOC}
    return figures | running(judged["voc2010"].sweep(iou=0.3))


VOC = {"voc2007": "AP11", "voc2010": "APall"}


def running(swept):
    found = {}
    for step in swept[1:]:
        (letter,), c = step.admitted, step.confusion
        cells = {"accTP": c.tp, "accFP": c.fp, "P": c.precision, "R": c.recall}
        found |= {f"{letter}_{cell}": value for cell, value in cells.items()}
    return found


def toy_cats(_):
    truth = csv("padilla2021_toy_groundtruth", kind="truth")
    judge = partial(mm.detection_map, truth, csv("padilla2021_toy_detections"))
    return {
        f"{name}@{iou}_percent": 100 * judge(protocol, iou=iou).map
        for protocol, name in VOC.items()
        for iou in (0.5, 0.75)
    }


def coco(_):
    files = (f"coco_val2014_100_{part}_bbox.json" for part in ("gt", "dt"))
    folder = case_files.SHARED / "worked_examples"
    judged = mm.detection_map(*mm.load_coco(*(folder / file for file in files)))
    found = {f"bbox_{name}": value for name, value in judged.summary.items()}
    return found | {f"{name}_full": value for name, value in found.items()}


BOXES = {
    "coco_val2014_100": coco,
    "padilla2021_toy_cats": toy_cats,
    "padilla7_voc": padilla,
    "torchmetrics_box_iou": torchmetrics_boxes,
}
