"""What a picture of one image shows: its boxes, their outcomes, and the reasons in words."""

import textwrap
from typing import NamedTuple

import numpy as np

from ...core import digits
from ...core.errors import InputError, UnknownNameError
from ...detection.matching import Judged, Matching
from ...detection.outcomes import share
from ..colours import COLOURS, SERIES
from ..look import look
from ..say import say, verbatim

# Colour, line and sign of each outcome of a detection.
LOOKS = {
    "hit": (SERIES[0][0], "-", "✓"),
    "duplicate": (SERIES[3][0], ":", "✗"),
    "wrong class": (SERIES[2][0], "-.", "✗"),
    "overlap too low": (SERIES[1][0], "--", "✗"),
    "nothing there": (SERIES[4][0], (0, (8, 3)), "✗"),
    "ignored": (COLOURS["quiet"], (0, (1, 3)), "–"),
}
WRAP = {"en": 60, "zh-Hans": 34, "zh-Hant": 34}  # letters in a line of a reason
MANY = 30  # boxes in an alternative text


class Scene(NamedTuple):
    """One image: what is there, and what was found, the surest first.

    Attributes
    ----------
    image : hashable
        Its name.
    objects, detections : list of Judged
        Its boxes.
    more : {0, 1}
        By how much a box reaches beyond its last number.
    limit : float
        The least overlap of a hit.
    several : bool
        Whether there are several categories, so that each box has to say what it shows.
    """

    image: object
    objects: list[Judged]
    detections: list[Judged]
    more: int
    limit: float
    several: bool

    def called(self, judged: Judged) -> str:
        """Name a box, and what it shows where that isn't clear."""
        return verbatim(f"{judged.id} {judged.category}" if self.several else judged.id)

    def drawn(self, judged: Judged) -> tuple[float, float, float, float]:
        """Return a box as it is drawn: one of inclusive pixels ends behind the last of them."""
        left, top, right, bottom = judged.box
        return left, top, right + self.more, bottom + self.more

    @property
    def boxes(self) -> list[tuple]:
        """All boxes as they are drawn."""
        return [self.drawn(judged) for judged in (*self.objects, *self.detections)]


def scene_of(matching: Matching, image=None) -> Scene:
    """Take one image out of a matching; where there is one only, it need not be named.

    Raises
    ------
    InputError
        If there are several images, and none is named.
    UnknownNameError
        If there is no such image.
    """
    scenes, at = matching.outcomes.base.scenes, _find(matching, image)
    rows = (np.flatnonzero(b.image == at).tolist() for b in (scenes.truth, scenes.detections))
    objects, found = (
        [judged[row] for row in some]
        for judged, some in zip((matching.objects, matching.detections), rows, strict=True)
    )
    surest = sorted(found, key=lambda judged: -judged.score)
    known = scenes.truth.sides.more, matching.outcomes.iou, len(scenes.categories) > 1
    return Scene(scenes.images[at], objects, surest, *known)


def _find(matching: Matching, image) -> int:
    there = matching.outcomes.base.scenes.images
    if image is None and len(there) == 1:
        return 0
    known = f"the images are {digits.listing([repr(name) for name in there])}"
    if image is None:
        raise InputError(f"there are {len(there):,} images", known, "name one: image=…")
    if image not in there:
        raise UnknownNameError(f"image={image!r}", known, "name one of them")
    return there.index(image)


def kind(judged: Judged) -> str:
    """Return the outcome of a detection as it is drawn: all that don't count look alike."""
    return judged.outcome if judged.outcome in LOOKS else "ignored"


def written_iou(scene: Scene, judged: Judged) -> str:
    """Write an overlap so that it is seen on which side of the limit it is."""
    return "" if judged.iou is None else share(judged.iou, scene.limit)


def values(scene: Scene, judged: Judged) -> dict[str, str]:
    """Return what phrases about a detection are made of."""
    scores = digits.thresholds([d.score for d in scene.detections])
    other = "" if judged.other is None else verbatim(judged.other)
    return {
        "name": scene.called(judged),
        "score": scores(judged.score),
        "sign": LOOKS[kind(judged)][2],
        "outcome": say(f"outcome.{kind(judged)}"),
        "iou": written_iou(scene, judged),
        "other": other,
        "limit": f"{scene.limit:g}",
        "why": verbatim(judged.why),
        **_about(scene, judged),
    }


def _about(scene: Scene, judged: Judged) -> dict[str, str]:
    """Tell of the object that a detection is about, who found it and what it shows."""
    found = [obj for obj in scene.objects if obj.id == judged.other]
    taker, category = (found[0].other, found[0].category) if found else ("", "")
    return {"taker": verbatim(taker), "category": verbatim(category)}


def why_each(scene: Scene, most: int) -> list[tuple[str, str]]:
    """List the reasons of detections and of missed objects, each with the look of its line."""
    rows = [(kind(d), say("boxes.reason", reason=_why(scene, d), **values(scene, d)))
            for d in scene.detections]  # fmt: skip
    rows += [
        ("object missed", _missed(scene, obj)) for obj in scene.objects if obj.outcome == "missed"
    ]
    if len(rows) > most:
        rows[most - 1 :] = [("", say("boxes.more", n=len(rows) - most + 1))]
    width = WRAP[look().language]
    return [(which, textwrap.fill(text, width, break_on_hyphens=False)) for which, text in rows]


def _why(scene: Scene, judged: Judged) -> str:
    return say(f"why.{kind(judged)}", **values(scene, judged))


def _missed(scene: Scene, judged: Judged) -> str:
    known = {"why": verbatim(judged.why), "other": verbatim(judged.other)}
    known["iou"] = written_iou(scene, judged)
    why = say("why.untouched" if judged.iou is None else "why.missed", **known)
    return say("boxes.missed", name=scene.called(judged), reason=why)


def in_words(scene: Scene) -> str:
    """Tell all boxes of an image and their outcomes."""
    objects = [f"{scene.called(obj)} {_outcome_of(obj)}" for obj in scene.objects]
    detections = [_told(scene, judged) for judged in scene.detections]
    return say(
        "alt.boxes",
        n=len(objects),
        objects=digits.listing(objects, MANY),
        m=len(detections),
        detections=digits.listing(detections, MANY),
    )


def _outcome_of(judged: Judged) -> str:
    word = judged.outcome if judged.outcome in ("found", "missed") else "ignored"
    return say(f"outcome.{word}")


def _told(scene: Scene, judged: Judged) -> str:
    parts = values(scene, judged)
    text = "{name} {score} {outcome}".format(**parts)
    return text + (" (IoU {iou}, {other})".format(**parts) if parts["iou"] else "")
