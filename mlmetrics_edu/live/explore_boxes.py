"""Two boxes to drag: what they share, their IoU, and at which thresholds that is a hit."""

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from ..core import digits, inputs
from ..core.arithmetic import exact
from ..core.calls import explained
from ..core.conventions import BoxConvention, Language
from ..core.errors import InputError
from ..core.formula import Worked
from ..core.writing import in_a_line
from ..detection.boxes import CONVENTIONS, INTERSECTION, IOU, MEASURES, UNION, corners_of, iou
from ..plots.box_overlaps import overlap
from ..plots.picture import Picture
from .expressions import described
from .instrument import Instrument, paper
from .planes import axis

COCO = tuple(k / 20 for k in range(10, 20))
ROOM = 1.3  # of the scene, beyond the boxes
BOXES = ("a", "b")
MEASURED = ("width", "height", "area_a", "area_b")
CONVENTION = {name: f"boxes.{name}" for name in CONVENTIONS}
WORDS = (
    *("boxes.scene", "boxes.corner", "boxes.body", "boxes.thresholds", "boxes.told"),
    *("boxes.truth", "boxes.detection", "boxes.hit", "boxes.miss", "boxes.convention"),
    *("working", "undefined"),
)


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
        The thresholds at which the detection counts as a hit.
    """

    script, words = "explore_boxes", WORDS

    def __init__(self, a, b, thresholds, convention, step, language):
        self.step, self.thresholds = _step(step), _thresholds(thresholds)
        boxes = {"a": self._box(a, "a"), "b": self._box(b, "b")}
        self.size = _size(*boxes.values())
        inputs.choice(convention, CONVENTIONS, "convention")
        super().__init__("", {**boxes, "convention": convention}, language)
        self.title = self.say("boxes.title")

    def _box(self, box, name: str) -> list[float]:
        """Read a box of whole steps, in the scene."""
        corners = [_short(value) for value in corners_of(box, "xyxy", "continuous", name)]
        if not all(_is_whole(value, self.step) for value in corners):
            raise InputError(
                f"{name}={inputs.short(box)} with step={self.step:g}",
                "the boxes move in whole steps, so that every number stays exact",
                "pass corners that are multiples of the step, or a smaller step=",
            )
        if min(corners) < 0:
            raise InputError(
                f"{name}={inputs.short(box)}",
                "pixels are counted from the image's upper left corner, which is 0, 0",
                "move both boxes by as much as it takes; their IoU stays the same",
            )
        return corners

    def _placed(self, box, name: str) -> list[float]:
        """Read a box for the scene as it is drawn."""
        corners = self._box(box, name)
        if not self._is_inside(corners):
            raise InputError(
                f"{name}={inputs.short(box)}",
                f"the scene is {self.size[0]:g} wide and {self.size[1]:g} high",
                "pass a box inside it, or call mm.explore_boxes anew",
            )
        return corners

    def _is_inside(self, corners: Sequence[float]) -> bool:
        left, top, right, bottom = corners
        return 0 <= left <= right <= self.size[0] and 0 <= top <= bottom <= self.size[1]

    @property
    def a(self) -> tuple:
        """The box of the object."""
        return tuple(self._state["a"])

    @a.setter
    def a(self, box: Sequence[float]) -> None:
        self._move(a=self._placed(box, "a"))

    @property
    def b(self) -> tuple:
        """The box of the detection."""
        return tuple(self._state["b"])

    @b.setter
    def b(self, box: Sequence[float]) -> None:
        self._move(b=self._placed(box, "b"))

    @property
    def convention(self) -> str:
        """How boxes are measured."""
        return self._state["convention"]

    @convention.setter
    def convention(self, convention: BoxConvention) -> None:
        self._move(convention=inputs.choice(convention, CONVENTIONS, "convention"))

    @property
    def iou(self) -> Worked:
        """How much the boxes overlap."""
        return iou(self.a, self.b, self.convention)

    @property
    def hits(self) -> tuple[float, ...]:
        """The thresholds that the overlap reaches."""
        return tuple(limit for limit in self.thresholds if self.iou >= limit)

    def _moved(self, state: Mapping[str, Any]) -> None:
        """Take over where the boxes are; what is none, or outside, stays away."""
        known = {name: self._known(state.get(name)) for name in BOXES}
        if all(known.values()) and state.get("convention") in list(CONVENTIONS):
            self._state = {**known, "convention": state["convention"]}

    def _known(self, box: Any) -> list[float] | None:
        four = isinstance(box, list) and len(box) == 4 and all(map(inputs.is_finite, box))
        sound = four and self._is_inside(box) and all(_is_whole(v, self.step) for v in box)
        return box if sound else None

    def _content(self) -> dict[str, Any]:
        wide, high = self.size
        down = axis("y", 0, high + self.step)
        return {
            "opening": dict(self._state),
            "size": self.size,
            "step": self.step,
            "thresholds": [digits.threshold(limit) for limit in self.thresholds],
            "x": axis("x", 0, wide + self.step),
            "y": {**down, "from": down["to"], "to": down["from"]},
            "conventions": [
                {"name": name, "says": self.say(CONVENTION[name]), "more": more}
                | {"formulas": _steps(name)}
                for name, more in CONVENTIONS.items()
            ],
        }

    def picture(self) -> Picture:
        """Draw the boxes as they lie, what they share, and the IoU."""
        picture, ax = paper(6.2, 5.4)
        names = self.say("boxes.truth"), self.say("boxes.detection")
        how = {"convention": self.convention, "names": names, "language": self.language}
        overlap(self.a, self.b, ax, **how)
        return picture

    def __str__(self) -> str:
        found = self.hits
        rows = [self._in_words("boxes.truth", self.a), self._in_words("boxes.detection", self.b)]
        counted = {"iou": in_a_line(self.iou), "n": len(found), "all": len(self.thresholds)}
        said = self.say("boxes.told", **counted)
        listed = ", ".join(digits.threshold(limit) for limit in found) or "–"
        head = " · ".join([self.title, *rows, self.say(CONVENTION[self.convention])])
        return f"{head}\n{said}: {listed}"

    def _in_words(self, name: str, box: Sequence[float]) -> str:
        return f"{self.say(name)} {', '.join(f'{value:g}' for value in box)}"


def _step(step) -> float:
    if not inputs.is_finite(step) or not 1e-6 <= step <= 1e6:
        raise InputError(
            f"step={inputs.short(step)}",
            "it is how far a key moves a box, in units of its coordinates",
            "pass a number above 0, such as 1 or 0.5",
        )
    return _short(step)


def _thresholds(thresholds) -> tuple[float, ...]:
    several = inputs.several(thresholds) and not inputs.is_empty(thresholds)
    limits = tuple(thresholds) if several else (thresholds,)
    return tuple(
        float(inputs.share(limit, "thresholds", "an IoU lies between 0 and 1")) for limit in limits
    )


def _size(a: Sequence[float], b: Sequence[float]) -> tuple[float, float]:
    """Choose a scene with room around both boxes, no narrower than high, at most twice as wide."""
    wide, high = (ROOM * (max(a[k], b[k]) or 1) for k in (2, 3))
    wide = max(wide, high)
    return ceil(wide), ceil(max(high, wide / 2))


def _is_whole(value: float, step: float) -> bool:
    return (exact(value).value / exact(step).value).denominator == 1


def _short(value) -> float:
    """Return a whole number as such."""
    number = float(value)
    return int(number) if number.is_integer() else number


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
    thresholds: Sequence[float] = COCO,
    convention: BoxConvention = "continuous",
    step: float = 1,
    language: Language | None = None,
) -> BoxesExplorer:
    """Drag two boxes and watch their IoU, with its working, and where it is a hit.

    Boxes are moved by their body, resized by their corners, with a mouse, a finger or the arrow
    keys; their numbers can be typed, too.

    Parameters
    ----------
    a, b : sequence of 4 numbers
        The object's box and the detection's: x1, y1, x2, y2.
    thresholds : sequence of float
        At which IoU a detection counts as a hit; without it COCO's ten, 0.5 to 0.95.
    convention : {"continuous", "inclusive-pixels"}
        Whether a box is as wide as its ends differ (COCO), or one pixel wider (PASCAL VOC).
    step : float
        How far a box moves at least.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it; without it the one in force.

    Returns
    -------
    BoxesExplorer
        The last line of a cell shows it; ``.to_html(path)`` writes a page.

    Raises
    ------
    InputError
        If something isn't a box, or doesn't lie on whole steps.

    Examples
    --------
    >>> x = explore_boxes([0, 0, 100, 100], [40, 0, 140, 100])
    >>> x.iou.fraction, x.hits
    (Fraction(3, 7), ())
    >>> x.b = [20, 0, 120, 100]
    >>> x.iou.fraction, x.hits
    (Fraction(2, 3), (0.5, 0.55, 0.6, 0.65))
    """
    return BoxesExplorer(a, b, thresholds, convention, step, language)
