"""Work the known answers of the examples with boxes out: by protocol, overlap and step."""

import numpy as np

import mlmetrics_edu as mm

COUNTS = ("tp", "fp")


def value(example, answer):
    """Work an answer out."""
    where = dict(answer.where)
    truth, detections = example.truth, reaching(example.detections, where.get("least_score"))
    if answer.quantity == "hits":
        return mm.match(truth, detections, rule=where["rule"]).confusion.tp
    if answer.quantity == "AP":
        return mm.detection_map(truth, detections, "coco").map
    asked = {key: where[key] for key in ("iou", "compare", "convention") if key in where}
    protocol = where.get("protocol", "voc2010")
    judged = mm.detection_map(truth, detections, protocol, **asked)
    if "ties" in where:
        swept = judged.sweep(ties=where["ties"])
        return mm.average_precision(swept, protocol)
    if answer.quantity == "average_precision":
        return judged.map
    step = judged.sweep()[where["step"]].confusion
    return (
        getattr(step, answer.quantity) if answer.quantity in COUNTS else step.rate(answer.quantity)
    )


def reaching(detections, least):
    """Leave out what a cautious user doesn't show."""
    if least is None:
        return detections
    kept = detections["score"] >= least
    return {name: np.asarray(column)[kept] for name, column in detections.items()}
