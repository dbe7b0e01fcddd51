"""Walks through detections: one after another finds its object, or is suppressed, or is not."""

from collections.abc import Hashable, Sequence
from typing import Any

import numpy as np

from ..core import digits
from ..core.trace import Column, Trace
from ..detection.matching import Judged, Matching
from ..detection.nms import Suppression
from ..plots.box_overlaps import suppression
from ..plots.detections import Scene, boxes, kind, scene_of, values, why
from ..plots.look import style
from ..plots.picture import Picture
from .marks import Mark, mark
from .planes import Say, axis, some
from .player import FRAMES, Walk, titled

ROOM = 0.06  # around all boxes
# Corners for names: boxes that follow each other, and may lie on each other, take different ones.
CORNERS = (("below", 0, 0), ("end above", 1, 1), ("end below", 1, 0), ("above", 0, 1))
GOOD, BAD, WAITING, NOW = "box good", "box bad", "box waiting", "box now"


def finding(matching: Matching, image: Hashable, say: Say, language: str) -> Walk:
    """Walk through the detections of an image: what each one finds, or why it finds nothing."""
    scene = scene_of(matching, image)
    rows = some(len(scene.detections), FRAMES)
    judged = [scene.detections[k] for k in rows]
    with style(language=language):
        parts = [{**values(scene, one), "why": why(scene, one)} for one in judged]
    said = [say("match.step", **one).replace(r"\$", "$") for one in parts]
    write = digits.in_order([one.score for one in scene.detections])
    several = len(matching.outcomes.base.scenes.images) > 1
    title = say("walk.match_in", image=scene.image) if several else say("walk.match")
    marks = [part for one in scene.objects for part in _object(scene, one, judged)]
    marks += [part for k, one in enumerate(judged) for part in _detection(scene, one, k)]
    panel = _image(say("match.boxes"), scene.boxes, marks)

    def still(step: int) -> Picture:
        return boxes(matching, scene.image).figure

    title = titled(say, title, len(rows), len(scene.detections))
    return Walk(title, _table(title, judged, write, matching), said, [panel], still)


def _table(title: str, judged: Sequence[Judged], write, matching: Matching) -> Trace:
    columns = [
        Column("detection", [one.id for one in judged]),
        Column("score", [one.score for one in judged], write, "right"),
        Column("outcome", [one.outcome for one in judged]),
        Column("object", ["–" if one.other is None else one.other for one in judged]),
        Column("IoU", [one.iou for one in judged], _overlap, "right"),
    ]
    return Trace(title, columns, matching.conventions)


def _overlap(iou: float | None) -> str:
    return "–" if iou is None else digits.decimal(iou)


def _object(scene: Scene, one: Judged, judged: Sequence[Judged]) -> list[Mark]:
    """Describe an object: it stands there from the first step on."""
    left, top, right, bottom = scene.drawn(one)
    name = scene.called(one).replace(r"\$", "$")
    sides = [left, right], [top, bottom]
    hits = [k for k, d in enumerate(judged) if d.outcome == "hit" and d.other == one.id]
    found = [mark("rect", "box object found", *sides, since=k) for k in hits[:1]]
    tag = mark("word", "tag near below", left, top, label=name)
    return [mark("rect", "box object", *sides), *found, tag]


def _detection(scene: Scene, one: Judged, k: int) -> list[Mark]:
    """Describe a detection: it waits, it is looked at, and then it has its outcome."""
    left, top, right, bottom = scene.drawn(one)
    sides = [left, right], [top, bottom]
    looks = {"hit": GOOD, "ignored": "box ignored"}
    marks = [mark("rect", WAITING, *sides, until=k - 1)] if k else []
    marks += [mark("rect", looks.get(kind(one), BAD), *sides, since=k)]
    marks += [mark("rect", NOW, *sides, since=k, until=k)]
    name = scene.called(one).replace(r"\$", "$")
    return [*marks, _tag(name, sides, CORNERS[1 + k % 3], k)]  # objects have the first one


def suppressing(found: Suppression, say: Say) -> Walk:
    """Walk through boxes, the best score first: each is kept, or suppressed by one that is."""
    rows = some(len(found.order), FRAMES)
    order = found.order[rows].tolist()
    write = digits.thresholds(found.scores)
    said = []
    for box in order:
        values = {"box": found.called(box), "score": write(found.scores[box])}
        by = found.suppressed_by[box].item()
        if by < 0:
            said.append(say("nms.kept", **values))
        else:
            how = {"by": found.called(by), "overlap": found.too_much(box)}
            said.append(say("nms.suppressed", **values, **how))
    marks = [part for k, box in enumerate(order) for part in _box(found, box, k)]
    panel = _image(say("nms.boxes"), found.boxes.tolist(), marks)
    whole = found.trace
    columns = [column.take(rows) for column in whole.columns]
    title = titled(say, say("walk.nms"), len(rows), len(found.order))

    def still(step: int) -> Picture:
        return suppression(found).figure

    return Walk(title, Trace(whole.title, columns, whole.conventions), said, [panel], still)


def _box(found: Suppression, box: int, k: int) -> list[Mark]:
    """Describe a box: it waits, it is looked at beside its rival, and it stays or not."""
    left, top, right, bottom = found.boxes[box].tolist()
    sides, by = ([left, right], [top, bottom]), found.suppressed_by[box].item()
    marks = [mark("rect", WAITING, *sides, until=k - 1)] if k else []
    marks.append(mark("rect", GOOD if by < 0 else BAD, *sides, since=k))
    marks.append(mark("rect", NOW, *sides, since=k, until=k))
    if by >= 0:
        x1, y1, x2, y2 = found.boxes[by].tolist()
        marks.append(mark("rect", f"{GOOD} rival", [x1, x2], [y1, y2], since=k, until=k))
    name = found.called(box)
    return [*marks, _tag(name, sides, CORNERS[k % 4], k)]


def _tag(name: str, sides: tuple[Sequence[float], Sequence[float]], corner, k: int) -> Mark:
    """Write a name in a corner of its box."""
    look, right, bottom = corner
    x, y = sides[0][right], sides[1][bottom]
    return mark("word", f"tag near {look}", x, y, since=k, label=name)


def _image(title: str, sides: Sequence[Sequence[float]], marks: list[Mark]) -> dict[str, Any]:
    """Describe an image: y runs downwards, and both axes have one unit."""
    corners = np.array(sides, float).reshape(-1, 4)
    (left, top), (right, bottom) = corners[:, :2].min(axis=0), corners[:, 2:].max(axis=0)
    room = ROOM * max(right - left, bottom - top) or 1
    x = axis("x", left - room, right + room)
    y = axis("y", top - room, bottom + room)
    turned = y | {"from": y["to"], "to": y["from"]}
    return {"title": title, "x": x, "y": turned, "equal": True, "marks": marks}
