"""Two boxes to drag: what they share, their IoU, and at which thresholds that is a hit."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import ceil
from typing import Any

from ..core import digits, inputs
from ..core.calls import explained
from ..core.conventions import BoxConvention, Language
from ..core.errors import InputError
from ..core.formula import Worked
from ..core.words import in_a_line
from ..detection.boxes import CONVENTIONS, INTERSECTION, IOU, MEASURES, UNION, corners_of, iou
from ..plots.box_overlaps import overlap
from ..plots.picture import Picture
from .formulas import described
from .instrument import Instrument, Setting, one_of, paper
from .planes import axis

COCO = tuple(k / 20 for k in range(10, 20))
ROOM = 1.3  # of the scene, beyond the boxes
BOXES = ("a", "b")
MEASURED = ("width", "height", "area_a", "area_b")
CONVENTION = {name: f"boxes.{name}" for name in CONVENTIONS}


class BoxesExplorer(Instrument):
    """Two boxes to drag, and all that hangs on them; made by :func:`explore_boxes`.

    Attributes
    ----------
    a, b : tuple of 4 numbers
        The object's box and the detection's, as x1, y1, x2, y2; they can be set.
    convention : str
        How boxes are measured; it can be set.
    iou : Worked
        How much they overlap, with its working.
    hits : tuple of float
        COCO's thresholds at which the detection counts as a hit.
    """

    script = "explore_boxes"

    def __init__(self, a, b, convention: BoxConvention, language: Language | None):
        super().__init__(language)
        self.title, self.thresholds = self.say("boxes.title"), COCO
        self.size = _size(_box(a, "a"), _box(b, "b"))
        self.a, self.b, self.convention = a, b, convention
        self._opening = self.state

    def _placed(self, box: Sequence[float], name: str) -> tuple:
        """Read a box for the scene as it is drawn."""
        left, top, right, bottom = corners = _box(box, name)
        if not (left <= right <= self.size[0] and top <= bottom <= self.size[1]):
            raise InputError(
                f"{name}={inputs.short(box)}",
                f"the scene is {self.size[0]:g} wide and {self.size[1]:g} high",
                "pass a box inside it, or call mm.explore_boxes anew",
            )
        return corners

    a = Setting(partial(_placed, name="a"), write=lambda _, box: [*box])
    b = Setting(partial(_placed, name="b"), write=lambda _, box: [*box])
    convention = one_of(lambda _: CONVENTIONS, "convention")

    @property
    def iou(self) -> Worked:
        """How much the boxes overlap."""
        return iou(self.a, self.b, self.convention)

    @property
    def hits(self) -> tuple[float, ...]:
        """The thresholds that the overlap reaches."""
        return tuple(limit for limit in self.thresholds if self.iou >= limit)

    def fixed(self) -> dict[str, Any]:
        """Gather the scene, the thresholds, and what is worked out by each convention."""
        wide, high = self.size
        down = axis("y", 0, high + 1)
        return {
            "opening": self._opening,
            "size": self.size,
            "step": 1,
            "thresholds": [digits.threshold(limit) for limit in self.thresholds],
            "x": axis("x", 0, wide + 1),
            "y": {**down, "from": down["to"], "to": down["from"]},
            "conventions": [
                {"name": name, "says": self.say(CONVENTION[name]), "more": more}
                | {"formulas": _steps(name)}
                for name, more in CONVENTIONS.items()
            ],
        }

    def picture(self) -> Picture:
        """Draw the boxes as they lie, what they share, and the IoU."""
        names = self.say("boxes.truth"), self.say("boxes.detection")
        how = {"convention": self.convention, "names": names, "language": self.language}
        return overlap(self.a, self.b, paper(6.2, 5.4), **how).figure

    def __str__(self) -> str:
        hits = self.hits
        rows = [self._in_words("boxes.truth", self.a), self._in_words("boxes.detection", self.b)]
        counted = {"iou": in_a_line(self.iou), "n": len(hits), "all": len(self.thresholds)}
        verdict = self.say("boxes.verdict", **counted)
        listed = ", ".join(digits.threshold(limit) for limit in hits) or "–"
        head = " · ".join([self.title, *rows, self.say(CONVENTION[self.convention])])
        return f"{head}\n{verdict}: {listed}"

    def _in_words(self, name: str, box: Sequence[float]) -> str:
        return f"{self.say(name)} {', '.join(f'{value:g}' for value in box)}"


def _box(box: Sequence[float], name: str) -> tuple[int, ...]:
    """Read a box of whole pixels."""
    corners = corners_of(box, "continuous", name)
    if any(corner != int(corner) for corner in corners):
        raise InputError(
            f"{name}={inputs.short(box)}",
            "the boxes move in whole steps, so that every number stays exact",
            "round the corners, or use a smaller unit",
        )
    if min(corners) < 0:
        raise InputError(
            f"{name}={inputs.short(box)}",
            "pixels are counted from the image's upper left corner, which is 0, 0",
            "move both boxes by as much as it takes; their IoU stays the same",
        )
    return tuple(map(int, corners))


def _size(a: Sequence[float], b: Sequence[float]) -> tuple[float, float]:
    """Choose a scene with room around both boxes, no narrower than high, at most twice as wide."""
    wide, high = (ROOM * (max(a[k], b[k]) or 1) for k in (2, 3))
    wide = max(wide, high)
    return ceil(wide), ceil(max(high, wide / 2))


def _steps(convention: str) -> list[dict[str, Any]]:
    """List what is worked out one after the other, from the sides to the IoU."""
    width, height, *areas = (MEASURES[convention][name] for name in MEASURED)
    inner = {part.name: part for part in (width, height, INTERSECTION, *areas)}
    return [described(formula, inner=inner) for formula in (*inner.values(), UNION, IOU)]


@explained
def explore_boxes(
    a: Sequence[float],
    b: Sequence[float],
    *,
    convention: BoxConvention = "continuous",
    language: Language | None = None,
) -> BoxesExplorer:
    """Drag two boxes and watch their IoU, with its working, and where it is a hit.

    Boxes are moved by their body, resized by their corners, with a mouse, a finger or the arrow
    keys; their numbers can be typed, too.

    Parameters
    ----------
    a, b : sequence of 4 numbers
        The object's box and the detection's: x1, y1, x2, y2, in whole pixels.
    convention : {"continuous", "inclusive-pixels"}
        Whether a box is as wide as its ends differ (COCO), or one pixel wider (PASCAL VOC).
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it; without it the one in force.

    Returns
    -------
    BoxesExplorer
        The last line of a cell shows it; ``.to_html(path)`` writes a page.

    Raises
    ------
    InputError
        If something isn't a box of whole pixels.

    Examples
    --------
    >>> x = explore_boxes([0, 0, 100, 100], [40, 0, 140, 100])
    >>> x.iou.fraction, x.hits
    (Fraction(3, 7), ())
    >>> x.b = [20, 0, 120, 100]
    >>> x.iou.fraction, x.hits
    (Fraction(2, 3), (0.5, 0.55, 0.6, 0.65))
    """
    return BoxesExplorer(a, b, convention, language)
