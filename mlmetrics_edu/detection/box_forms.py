"""What four numbers say of a box: its forms and conventions, and the check that it is one."""

import numbers
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from ..core import digits, inputs
from ..core.arithmetic import Exact, Rounded, exact
from ..core.calls import explained
from ..core.conventions import BoxConvention, BoxForm
from ..core.errors import InputError

FORMS = {
    "xyxy": ("x1", "y1", "x2", "y2"),
    "xywh": ("x", "y", "w", "h"),
    "cxcywh": ("cx", "cy", "w", "h"),
}
FARTHEST = inputs.EXACT_INTEGER  # beyond it, floats can't tell a pixel from the next
# How many pixels there are from left to right, beyond the difference of the two numbers.
CONVENTIONS = {"continuous": 0, "inclusive-pixels": 1}
SAID = {
    "continuous": "boxes: continuous, width = x2 − x1 (COCO)",
    "inclusive-pixels": "boxes: inclusive pixels, width = x2 − x1 + 1 (PASCAL VOC)",
}


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

    def take(self, rows) -> "Sides":
        """Keep some boxes, or put them in another order."""
        columns = (self.x1, self.y1, self.x2, self.y2, self.w, self.h)
        return Sides(*(column[rows] for column in columns), self.more)


def _extra_pixels(convention: str) -> int:
    """Read a convention of boxes: by how much a side is longer than the difference of its ends."""
    return CONVENTIONS[inputs.choice(convention, CONVENTIONS, "convention")]


@explained
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
    inputs.choice(target, FORMS, "target")
    rows, alone = _rows(boxes, "boxes", source, "source")
    s = _sides(rows, alone, "boxes", source, _extra_pixels(convention))
    half = 0.5 * (s.w - s.more), 0.5 * (s.h - s.more)
    columns = {
        "xyxy": (s.x1, s.y1, s.x2, s.y2),
        "xywh": (s.x1, s.y1, s.w, s.h),
        "cxcywh": (s.x1 + half[0], s.y1 + half[1], s.w, s.h),
    }
    converted = rows if source == target else np.column_stack(columns[target])
    return converted[0] if alone else converted


def sides_of(boxes, form: str, convention: str, name: str = "boxes") -> Sides:
    """Read many boxes, a row for each; a width that is given stays as it is, to the last digit.

    Raises
    ------
    InputError
        If something isn't a box.

    Examples
    --------
    >>> sides_of([[0, 0, 4, 2]], "xyxy", "inclusive-pixels").area
    array([15.])
    """
    more = _extra_pixels(convention)
    rows, alone = _rows(boxes, name, form)
    if alone:
        raise InputError(
            f"{name} is one box", "a list of boxes has a row for each", f"pass [{name}]"
        )
    return _sides(rows, alone, name, form, more)


def corners_of(box, form: str, convention: str, name: str) -> tuple:
    """Read one box exactly: left, top, right, bottom, as whole numbers and fractions if possible.

    Examples
    --------
    >>> corners_of([0.1, 0, 0.2, 2], "xywh", "continuous", "box")
    (0.1, 0, 0.3, 2)
    """
    more = _extra_pixels(convention)
    rows, alone = _rows(box, name, form)
    if not alone:
        raise InputError(
            f"{name} holds {len(rows)} box(es), a row each",
            "one box is compared with one other here",
            f"pass four numbers, such as {name}[0]; iou_matrix() takes many",
        )
    _sides(rows, alone, name, form, more)
    if form == "xyxy":
        return tuple(np.asarray(box).tolist())
    return tuple(map(_plain, placed(*map(exact, np.asarray(box).tolist()), form, more)[:4]))


def _plain(number: Exact):
    """Write an exact number as simply as it can be: 3/10 as 0.3, but 1/3 as a fraction."""
    rounded = float(number)
    if not number.exact:
        return Rounded(rounded)
    if exact(rounded) == number:
        return int(rounded) if rounded.is_integer() else rounded
    return Fraction(number.value)


def placed(a, b, c, d, form: str, more: int) -> tuple:
    """Return left, top, right, bottom, width and height, of columns or of exact numbers."""
    if form == "xyxy":
        w, h = c - a, d - b
        return a, b, c, d, *((w + more, h + more) if more else (w, h))
    if form == "cxcywh":
        a, b = a - (c - more) * 0.5, b - (d - more) * 0.5
    return a, b, a + c - more, b + d - more, c, d


def _sides(rows: np.ndarray, alone: bool, name: str, form: str, more: int) -> Sides:
    return checked(rows.T.copy(), form, more, lambda row: _called(name, row, alone))


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
    return Sides(*placed(a, b, c, d, form, more), more)


def _refuse(rows: np.ndarray, form: str, more: int, called: Callable[[int], str]) -> None:
    """Say which of some boxes is none, and why."""
    wrong = np.argwhere(~(np.abs(rows) <= FARTHEST))
    if wrong.size:
        row, place = wrong[0]
        raise _nowhere(called(row), FORMS[form][place], rows[row, place])
    wrong = np.argwhere(rows[:, 2:] < (rows[:, :2] if form == "xyxy" else more))
    row, axis = wrong[0]
    others = len(np.unique(wrong[:, 0])) - 1
    note = f" (and {others:,} more such)" if others else ""
    refusal = _reversed if form == "xyxy" else _too_small
    raise refusal(called(row), form, rows[row], axis, note)


def _reversed(where: str, form: str, box: np.ndarray, axis: int, note: str) -> InputError:
    low, high = (f"{FORMS[form][i]} = {digits.threshold(box[i])}" for i in (axis, axis + 2))
    return InputError(
        f"{where} has {high}, which is {('left of', 'above')[axis]} {low}{note}",
        "a box goes from its left to its right and from its top to its bottom",
        "swap the two; if they are a width and a height, say that the form is x, y, w, h",
    )


def _too_small(where: str, form: str, box: np.ndarray, axis: int, note: str) -> InputError:
    size = box[axis + 2]
    whole = size >= 0  # so it is large enough by the other convention
    least = "a box of whole pixels has at least one" if whole else "no box is smaller than nothing"
    return InputError(
        f"{where} has {FORMS[form][axis + 2]} = {digits.threshold(size)}{note}",
        f"it is the {('width', 'height')[axis]}, and {least}",
        'measure with convention="continuous", or repair it'
        if whole
        else "repair the size; if the numbers are corners, say that the form is x1, y1, x2, y2",
    )


def _called(name: str, row: int, alone: bool) -> str:
    return name if alone else f"{name}[{row}]"


def _rows(boxes, name: str, form: str, argument: str = "form") -> tuple[np.ndarray, bool]:
    """Read boxes as rows of four floats, and tell whether there was one box alone."""
    fields = FORMS[inputs.choice(form, FORMS, argument)]
    array = _table(boxes, name)
    alone = array.shape == (4,)
    if array.shape == (0,):
        array = np.zeros((0, 4))
    if not alone and (array.ndim != 2 or array.shape[1] != 4):
        raise InputError(
            f"{name} has the shape {array.shape}",
            f"a box has four numbers: {', '.join(fields)}",
            "give four numbers for each box, one row a box",
        )
    if array.dtype.kind not in "iuf":
        _check_numbers(boxes, array, name, fields, alone)
    return array.reshape(-1, 4).astype(np.float64), alone


def _table(boxes, name: str) -> np.ndarray:
    if np.ma.is_masked(boxes):
        raise InputError(
            f"{name} is masked", "a masked number has no value", "leave these boxes out first"
        )
    try:
        return np.asarray(boxes)
    except (ValueError, TypeError) as error:
        raise InputError(
            f"{name} can't be read as boxes", str(error), "give four numbers for each box"
        ) from None


def _check_numbers(boxes, array: np.ndarray, name: str, fields: tuple, alone: bool) -> None:
    """Look at each value of boxes that NumPy didn't take for numbers."""
    cells = array.astype(str) if array.dtype.kind in "mM" else np.asarray(boxes, object)
    for row, box in enumerate(cells.reshape(-1, 4).tolist()):
        for field, value in zip(fields, box, strict=True):
            where = _called(name, row, alone)
            if not isinstance(value, numbers.Real) or isinstance(value, bool):
                raise InputError(
                    f"{where} has {field} = {inputs.short(value)}",
                    "the place and the size of a box are real numbers",
                    "convert it to a number first",
                )
            if abs(value) > FARTHEST:  # it may even be too large for a float
                raise _nowhere(where, field, value)


def _nowhere(where: str, field: str, value) -> InputError:
    return InputError(
        f"{where} has {field} = {inputs.short(value)}",
        f"a box lies somewhere, and from {FARTHEST:.0e} on pixels can't be told apart",
        "leave the box out, or repair what gave it",
    )
