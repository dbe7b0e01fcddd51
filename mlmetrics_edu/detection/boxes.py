"""Boxes: four numbers in one of three forms, and how much two of them overlap (IoU).

``iou`` works one pair out with all its terms; ``overlaps`` computes as many as there are.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.arithmetic import Rounded
from ..core.conventions import BoxConvention, BoxForm, NoArea
from ..core.errors import InputError, choice
from ..core.formula import Formula, Worked
from ..core.trace import Column, Trace

FORMS = {
    "xyxy": ("x1", "y1", "x2", "y2"),
    "xywh": ("x", "y", "w", "h"),
    "cxcywh": ("cx", "cy", "w", "h"),
}
FARTHEST = inputs.EXACT_INTEGER  # beyond it, floats can't tell a pixel from the next
# How many pixels there are from left to right, beyond the difference of the two numbers.
CONVENTIONS = {"continuous": 0, "inclusive-pixels": 1}
DESCRIPTIONS = {
    "continuous": "boxes: continuous, width = x2 − x1 (COCO)",
    "inclusive-pixels": "boxes: inclusive pixels, width = x2 − x1 + 1 (PASCAL VOC)",
}
UNIT, UP = (0.0, 1.0), "higher"
INTERSECTION = Formula("intersection", "width * height", (0, None), source="Jaccard (1912)")
IOU = Formula(
    "iou",
    "intersection / (area_a + area_b - intersection)",
    UNIT,
    UP,
    "neither box has an area",
    ("jaccard index of two boxes",),
    "Everingham et al. (2010), section 4.4",
)
CROWD_IOU = Formula(
    "crowd_iou",
    "intersection / area_a",
    UNIT,
    UP,
    "the detection has no area",
    source="Lin et al. (2014), COCO's evaluation of crowds",
)
UNION = Formula("union", "area_a + area_b - intersection")
GIOU = Formula(
    "giou",
    "iou - (hull - union) / hull",
    (-1, 1),
    "higher",
    synonyms=("generalized intersection over union",),
    source="Rezatofighi et al. (2019), algorithm 1",
)


def _measures(plus: str) -> dict[str, Formula]:
    """Write down what is measured on two boxes, by one convention."""
    across, down = f"right_{{0}} - left_{{0}}{plus}", f"bottom_{{0}} - top_{{0}}{plus}"
    area = f"({across}) * ({down})".format
    expressions = {
        "width": f"max(0, min(right_a, right_b) - max(left_a, left_b){plus})",
        "height": f"max(0, min(bottom_a, bottom_b) - max(top_a, top_b){plus})",
        "area_a": area("a"),
        "area_b": area("b"),
        "hull": f"(max(right_a, right_b) - min(left_a, left_b){plus})"
        f" * (max(bottom_a, bottom_b) - min(top_a, top_b){plus})",
    }
    return {name: Formula(name, text, (0, None)) for name, text in expressions.items()}


# The number itself stands in the formula, so that the working has no "+ 0" and needs no letter.
MEASURES = {
    convention: _measures(f" + {more}" if more else "") for convention, more in CONVENTIONS.items()
}
UNDEFINED = {"nan": np.nan, "zero": 0.0}


def iou(a: ArrayLike, b: ArrayLike, convention: BoxConvention = "continuous") -> Worked:
    """Divide what two boxes share by what they cover together.

    Parameters
    ----------
    a, b : sequence of 4 numbers
        The boxes: left, top, right, bottom; :func:`convert_boxes` makes these of other forms.
    convention : {"continuous", "inclusive-pixels"}
        Whether a box is as wide as its ends differ (COCO), or one pixel wider (PASCAL VOC).

    Returns
    -------
    Worked
        From 0 (they don't meet) to 1 (they are the same). Its ``.steps`` are the sides of the
        intersection. It is nan where neither box has an area.

    Raises
    ------
    InputError
        If something isn't a box.

    References
    ----------
    Everingham et al. (2010), The PASCAL visual object classes (VOC) challenge, section 4.4.

    Examples
    --------
    >>> found = iou([0, 0, 100, 100], [40, 0, 140, 100])
    >>> found.fraction
    Fraction(3, 7)
    >>> print(found.terms["intersection"].working)
    intersection = width·height
                 = 60·100
                 = 6000
      width = max(0, min(right a, right b) − max(left a, left b))
            = max(0, min(100, 140) − max(0, 40))
            = 60
      height = max(0, min(bottom a, bottom b) − max(top a, top b))
             = max(0, min(100, 100) − max(0, 0))
             = 100
    >>> print(found.steps)
    the intersection's sides · boxes: continuous, width = x2 − x1 (COCO)
    side    a from  a to  b from  b to  both from  both to  length
    width        0   100      40   140         40      100      60
    height       0   100       0   100          0      100     100
    >>> iou([0, 0, 1, 1], [1, 1, 2, 2], "inclusive-pixels").fraction  # one pixel of seven
    Fraction(1, 7)
    """
    return _iou(_pair(a, b, convention), convention)


def giou(a: ArrayLike, b: ArrayLike, convention: BoxConvention = "continuous") -> Worked:
    """Take from the IoU the share of the common hull that neither box covers.

    Boxes that don't meet all have an IoU of 0; this number still tells how far apart they are.

    Parameters
    ----------
    a, b, convention
        As in :func:`iou`.

    Returns
    -------
    Worked
        From −1 (small boxes far apart) to 1 (the same box), and never above the IoU.

    Raises
    ------
    InputError
        If something isn't a box.

    References
    ----------
    Rezatofighi et al. (2019), Generalized intersection over union, algorithm 1.

    Examples
    --------
    >>> close = giou([0, 0, 1, 1], [1, 0, 2, 1])
    >>> far = giou([0, 0, 1, 1], [9, 0, 10, 1])
    >>> close.fraction, far.fraction
    (Fraction(0, 1), Fraction(-4, 5))
    """
    pair = _pair(a, b, convention)
    overlap = _iou(pair, convention)
    # The IoU below shows how its terms came about, so here they are only numbers.
    union = UNION.work(**{name: _number(term) for name, term in overlap.terms.items()})
    terms = {"iou": overlap, **_measured(pair, convention, "hull"), "union": union}
    return _with_sides(GIOU, terms, convention).with_steps(
        partial(_sides_table, overlap, convention)
    )


def _iou(pair: Mapping, convention: str) -> Worked:
    shared = INTERSECTION.work(**_measured(pair, convention, "width", "height"))
    areas = _measured(pair, convention, "area_a", "area_b")
    return _with_sides(IOU, {"intersection": shared, **areas}, convention)


def _pair(a, b, convention: str) -> dict:
    """Read two boxes, and give each of their ends its name, such as left_a."""
    ends = ("left", "top", "right", "bottom")
    boxes = {name: corners_of(box, convention, name) for name, box in (("a", a), ("b", b))}
    return {
        f"{end}_{name}": place
        for name, box in boxes.items()
        for end, place in zip(ends, box, strict=True)
    }


def _measured(pair: Mapping, convention: str, *names: str) -> dict[str, Worked]:
    """Measure, by the formulas of the convention."""
    formulas = (MEASURES[convention][name] for name in names)
    return {f.name: f.work(**{term: pair[term] for term in f.terms}) for f in formulas}


def _with_sides(formula: Formula, terms: Mapping, convention: str) -> Worked:
    worked = formula.work(**terms, conventions={"boxes": DESCRIPTIONS[convention]})
    return worked.with_steps(partial(_sides_table, worked, convention))


def _number(term: Worked):
    return Rounded(term) if term.fraction is None else term.fraction


def _sides_table(worked: Worked, convention: str) -> Trace:
    """Lay out the sides of the intersection: where they begin and end, and how long they are."""
    sides = worked.terms["intersection"].inner
    width, height = (side.terms for side in sides)
    across = [width[f"{end}_{box}"] for box in "ab" for end in ("left", "right")]
    down = [height[f"{end}_{box}"] for box in "ab" for end in ("top", "bottom")]
    ends = list(zip(across, down, strict=True))
    both = [list(map(max, ends[0], ends[2])), list(map(min, ends[1], ends[3]))]
    names = ("a from", "a to", "b from", "b to", "both from", "both to", "length")
    return Trace(
        "the intersection's sides",
        [
            Column("side", [side.name for side in sides]),
            *(
                Column(name, values, show=_written, align="right")
                for name, values in zip(names, [*ends, *both, list(sides)], strict=True)
            ),
        ],
        conventions={"boxes": DESCRIPTIONS[convention]},
    )


def _written(value) -> str:
    """Write a place or a length: in all its digits where these are few."""
    return words.short(float(value)) or words.decimal(float(value), 4)


def iou_matrix(
    boxes_a: ArrayLike,
    boxes_b: ArrayLike,
    convention: BoxConvention = "continuous",
    *,
    crowd: ArrayLike | None = None,
    undefined: NoArea = "nan",
) -> np.ndarray:
    """Compute the IoU of each box of one list with each of another.

    Parameters
    ----------
    boxes_a, boxes_b : array_like, shape (n, 4) and (m, 4)
        Detections and objects.
    convention : {"continuous", "inclusive-pixels"}
        Whether a box is as wide as its ends differ (COCO), or one pixel wider (PASCAL VOC).
    crowd : array_like of bool, shape (m,), optional
        Which of ``boxes_b`` are crowds: with them, the share of the detection inside counts.
    undefined : {"nan", "zero"}
        What stands where no box has an area to divide by; pycocotools puts 0 there.

    Returns
    -------
    numpy.ndarray of float, shape (n, m)
        What :func:`iou` works out for each pair.

    Raises
    ------
    InputError
        If something isn't a box.

    Examples
    --------
    >>> iou_matrix([[0, 0, 4, 4], [2, 0, 6, 4]], [[0, 0, 4, 4]])
    array([[1.        ],
           [0.33333333]])
    >>> iou_matrix([[0, 0, 4, 4], [2, 0, 6, 4]], [[0, 0, 4, 4]], crowd=[True])
    array([[1. ],
           [0.5]])
    """
    choice(undefined, UNDEFINED, "undefined")
    a, b = (sides_of(boxes, convention, n) for n, boxes in (("a", boxes_a), ("b", boxes_b)))
    flags = np.zeros(len(b), bool) if crowd is None else _flags(crowd, len(b))
    matrix, cols = np.zeros((len(a), len(b))), np.arange(len(b))
    for row in range(len(a)):
        matrix[row] = overlaps(a, np.full(len(b), row), b, cols, flags)
    empty_a, empty_b = np.flatnonzero(a.area == 0), (b.area == 0) | flags
    matrix[np.ix_(empty_a, empty_b)] = UNDEFINED[undefined]
    return matrix


def _flags(crowd, boxes: int) -> np.ndarray:
    """Read which boxes are crowds."""
    cells = np.zeros(0, bool) if inputs.is_empty(crowd) else inputs.column(crowd, "crowd")
    if len(cells) != boxes:
        raise InputError(
            f"b has {boxes} boxes, crowd has {len(cells)} values",
            "each of these boxes is a crowd or isn't",
            "pass a value for each box of b",
        )
    return inputs.yes_or_no(cells, "crowd", "a box is a crowd")


def overlaps(
    a: Sides, rows: np.ndarray, b: Sides, cols: np.ndarray, crowd: np.ndarray | None = None
) -> np.ndarray:
    """Compute the IoU of many pairs of boxes; 0 where the two don't meet.

    Parameters
    ----------
    a, b : Sides
        Detections and objects.
    rows, cols : numpy.ndarray of int, shape (n,)
        The pairs: which of ``a``, and which of ``b``.
    crowd : numpy.ndarray of bool, shape (len(b),), optional
        Which of ``b`` are crowds: there the share of ``a`` that lies inside counts.

    Returns
    -------
    numpy.ndarray of float, shape (n,)
        From 0 to 1.
    """
    ious, measure = np.zeros(len(rows)), MEASURES[a.convention]
    width = measure["width"].column(
        left_a=a.x1[rows], right_a=a.x2[rows], left_b=b.x1[cols], right_b=b.x2[cols]
    )
    pairs = np.flatnonzero(width > 0)  # most pairs of an image lie side by side
    rows, cols = rows[pairs], cols[pairs]
    height = measure["height"].column(
        top_a=a.y1[rows], bottom_a=a.y2[rows], top_b=b.y1[cols], bottom_b=b.y2[cols]
    )
    shared = INTERSECTION.column(width=width[pairs], height=height)
    meet = np.flatnonzero(shared > 0)
    pairs, shared, rows, cols = pairs[meet], shared[meet], rows[meet], cols[meet]
    ious[pairs] = IOU.column(intersection=shared, area_a=a.area[rows], area_b=b.area[cols])
    if crowd is not None and crowd.any():
        inside = np.flatnonzero(crowd[cols])
        alone = CROWD_IOU.column(intersection=shared[inside], area_a=a.area[rows[inside]])
        ious[pairs[inside]] = alone
    return ious


@dataclass(frozen=True, eq=False)
class Sides:
    """Where boxes begin and end, and how large they are by the convention in force.

    Attributes
    ----------
    x1, y1, x2, y2 : numpy.ndarray of float, shape (n,)
        Left, top, right, bottom.
    w, h : numpy.ndarray of float, shape (n,)
        Width and height.
    more : {0, 1}
        By how much a side is longer than the difference of its ends.
    """

    x1: np.ndarray
    y1: np.ndarray
    x2: np.ndarray
    y2: np.ndarray
    w: np.ndarray
    h: np.ndarray
    more: int = 0

    @cached_property
    def area(self) -> np.ndarray:
        """Width times height."""
        return self.w * self.h

    @property
    def convention(self) -> str:
        """How they are measured."""
        return next(name for name, more in CONVENTIONS.items() if more == self.more)

    def __len__(self) -> int:
        return len(self.x1)

    def take(self, rows) -> Sides:
        """Keep some boxes, or put them in another order."""
        columns = (self.x1, self.y1, self.x2, self.y2, self.w, self.h)
        return Sides(*(column[rows] for column in columns), self.more)


def convert_boxes(
    boxes: ArrayLike, source: BoxForm, target: BoxForm, convention: BoxConvention = "continuous"
) -> np.ndarray:
    """Write boxes in another form.

    Parameters
    ----------
    boxes : array_like, shape (4,) or (n, 4)
        One box, or many.
    source, target : {"xyxy", "xywh", "cxcywh"}
        Left, top, right, bottom; or left, top, width, height (COCO's files); or the centre, width
        and height (YOLO's files, there as shares of the picture).
    convention : {"continuous", "inclusive-pixels"}
        Whether the width is x2 − x1, or one more, since x2 is the last pixel inside.

    Returns
    -------
    numpy.ndarray of float
        Of the same shape.

    Raises
    ------
    InputError
        If something isn't a box.

    Examples
    --------
    >>> convert_boxes([10, 20, 30, 40], "xywh", "xyxy")
    array([10., 20., 40., 60.])
    >>> convert_boxes([10, 20, 30, 40], "xywh", "xyxy", "inclusive-pixels")
    array([10., 20., 39., 59.])
    """
    fields, more = _chosen(FORMS, source, "source"), _chosen(CONVENTIONS, convention, "convention")
    choice(target, FORMS, "target")
    rows = _rows(boxes, "boxes", fields)
    alone = np.ndim(boxes) == 1 and len(rows) == 1
    s = checked(rows.T, source, more, _names("boxes", alone))
    half = 0.5 * (s.w - s.more), 0.5 * (s.h - s.more)
    columns = {
        "xyxy": (s.x1, s.y1, s.x2, s.y2),
        "xywh": (s.x1, s.y1, s.w, s.h),
        "cxcywh": (s.x1 + half[0], s.y1 + half[1], s.w, s.h),
    }
    converted = rows if source == target else np.column_stack(columns[target])
    return converted[0] if alone else converted


def sides_of(boxes, convention: str, name: str = "boxes") -> Sides:
    """Read the corners of many boxes, a row for each.

    Raises
    ------
    InputError
        If something isn't a box.

    Examples
    --------
    >>> sides_of([[0, 0, 4, 2]], "inclusive-pixels").area
    array([15.])
    """
    more = _chosen(CONVENTIONS, convention, "convention")
    rows = _rows(boxes, name)
    if np.shape(boxes) == (4,):
        raise InputError(
            f"{name} is one box", "a list of boxes has a row for each", f"pass [{name}]"
        )
    return checked(rows.T, "xyxy", more, _names(name))


def corners_of(box, convention: str, name: str) -> tuple:
    """Read one box exactly: left, top, right, bottom, as they were given."""
    more = _chosen(CONVENTIONS, convention, "convention")
    rows = _rows(box, name)
    if np.shape(box) != (4,):
        raise InputError(
            f"{name} holds {len(rows)} box(es), a row each",
            "one box is compared with one other here",
            f"pass four numbers, such as {name}[0]; iou_matrix() takes many",
        )
    checked(rows.T, "xyxy", more, _names(name, alone=True))
    return tuple(np.asarray(box).tolist())


def checked(columns, form: str, more: int, called: Callable[[int], str]) -> Sides:
    """Make sure that each box lies somewhere and ends behind its beginning.

    Parameters
    ----------
    columns : four numpy.ndarrays of float, shape (n,)
        The four numbers of the boxes.
    form : {"xyxy", "xywh", "cxcywh"}
        What they are.
    more : {0, 1}
        By how much a side is longer than the difference of its ends.
    called : callable
        How an error calls a row.
    """
    a, b, c, d = columns
    least = (a, b) if form == "xyxy" else (more, more)
    far = any(not max(n.max(initial=0), -n.min(initial=0)) <= FARTHEST for n in columns)
    if far or (c < least[0]).any() or (d < least[1]).any():
        _refuse(np.stack(columns, axis=1), form, more, called)
    if form == "xyxy":
        w, h = c - a, d - b
        return Sides(a, b, c, d, *((w + more, h + more) if more else (w, h)), more)
    if form == "cxcywh":
        a, b = a - (c - more) * 0.5, b - (d - more) * 0.5
    return Sides(a, b, a + c - more, b + d - more, c, d, more)


def _refuse(rows: np.ndarray, form: str, more: int, called: Callable[[int], str]) -> None:
    """Say which of some boxes is none, and why."""
    fields, wrong = FORMS[form], np.argwhere(~(np.abs(rows) <= FARTHEST))
    if wrong.size:
        row, place = wrong[0]
        raise _nowhere(called(row), fields[place], rows[row, place])
    wrong = np.argwhere(rows[:, 2:] < (rows[:, :2] if form == "xyxy" else more))
    row, axis = wrong[0]
    others = len(np.unique(wrong[:, 0])) - 1
    note = f" (and {others:,} more such)" if others else ""
    low, high = (f"{fields[i]} = {words.threshold(rows[row, i])}" for i in (axis, axis + 2))
    if form == "xyxy":
        raise InputError(
            f"{called(row)} has {high}, which is {('left of', 'above')[axis]} {low}{note}",
            "a box goes from its left to its right and from its top to its bottom",
            "swap the two; if they are a width and a height, say that the form is x, y, w, h",
        )
    raise InputError(
        f"{called(row)} has {high}{note}",
        f"no box is smaller than {'a whole pixel' if more else 'nothing'}",
        "repair the size; if the numbers are corners, say that the form is x1, y1, x2, y2",
    )


def _names(name: str, alone: bool = False) -> Callable[[int], str]:
    return lambda row: name if alone else f"{name}[{row}]"


def _rows(boxes, name: str, fields: tuple = FORMS["xyxy"]) -> np.ndarray:
    """Read boxes as rows of four floats; one alone is a row, too."""
    if np.ma.is_masked(boxes):
        raise InputError(
            f"{name} is masked", "a masked number has no value", "leave these boxes out first"
        )
    try:
        array = np.asarray(boxes)
    except (ValueError, TypeError) as error:
        raise InputError(
            f"{name} can't be read as boxes", str(error), "give four numbers for each box"
        ) from None
    if array.shape not in ((4,), (0,)) and (array.ndim != 2 or array.shape[1] != 4):
        raise InputError(
            f"{name} has the shape {array.shape}",
            f"a box has four numbers: {', '.join(fields)}",
            "give four numbers for each box, one row a box",
        )
    if array.dtype.kind not in "iuf":
        _check_numbers(boxes, array, _names(name, alone=array.ndim == 1), fields)
    return array.reshape(-1, 4).astype(np.float64)


def _check_numbers(boxes, array: np.ndarray, called: Callable[[int], str], fields: tuple) -> None:
    """Look at each value of boxes that NumPy didn't take for numbers."""
    cells = array.astype(str) if array.dtype.kind in "mM" else np.asarray(boxes, object)
    for row, box in enumerate(cells.reshape(-1, 4).tolist()):
        for field, value in zip(fields, box, strict=True):
            if not isinstance(value, numbers.Real) or isinstance(value, bool):
                raise InputError(
                    f"{called(row)} has {field} = {inputs.short(value)}",
                    "the place and the size of a box are real numbers",
                    "convert it to a number first",
                )
            if abs(value) > FARTHEST:  # it may even be too large for a float
                raise _nowhere(called(row), field, value)


def _nowhere(where: str, field: str, value) -> InputError:
    return InputError(
        f"{where} has {field} = {inputs.short(value)}",
        f"a box lies somewhere, and from {FARTHEST:.0e} on pixels can't be told apart",
        "leave the box out, or repair what gave it",
    )


def _chosen(options: Mapping, value, name: str):
    """Look a setting up; where there is none of that name, say which there are."""
    try:
        return options[value]
    except (KeyError, TypeError):
        return options[choice(value, options, name)]
