"""Four numbers of a box, in whichever form they come: to corners, and the size that was given."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from ...core import digits, inputs
from ...core.errors import InputError, UnknownNameError
from ..box_forms import FARTHEST, placed
from ..names import Coded
from .cells import Cells

FORMS = {
    "xyxy": ("x1", "y1", "x2", "y2"),
    "xywh": ("x1", "y1", "w", "h"),
    "cxcywh": ("cx", "cy", "w", "h"),
}
RIGHT = {"x+w": 0, "x+w-1": 1}  # by how much the last pixel lies before left + width
WHOLE = 1.0  # relative coordinates lie between 0 and this
SPILL = 2.0  # … and predictions a bit outside, but never so far


class Layout(NamedTuple):
    """How four numbers say where a box is.

    Attributes
    ----------
    form : {"xyxy", "xywh", "cxcywh"}
        Which four they are.
    right : {"x+w", "x+w-1"}
        Where a box of a given width ends.
    size : pair of numbers, mapping or None
        Of the image, or of each image by its name, where coordinates are shares of it.
    """

    form: str
    right: str = "x+w"
    size: object = None


def corners(cells: Cells, layout: Layout, columns=None, image: Coded | None = None) -> dict:
    """Give the columns x1, y1, x2, y2, and w and h where they were given.

    Parameters
    ----------
    cells : Cells
    layout : Layout
    columns : sequence of str, optional
        How the four are called in the file, where not as in :data:`FORMS`.
    image : Coded, optional
        The image of each box, for sizes that differ.

    Returns
    -------
    dict of str to numpy.ndarray of float

    Raises
    ------
    InputError
        If a number is none, a box ends before it begins, or relative coordinates lack a size.
    """
    form = FORMS[layout.form]
    least = [0 if c in ("w", "h") else -FARTHEST for c in form]
    given = [cells.numbers(c, low, FARTHEST) for c, low in zip(columns or form, least, strict=True)]
    wide, high = _scales(cells, given, layout.size, image)
    a, b, c, d = (column * size for column, size in zip(given, (wide, high) * 2, strict=True))
    if layout.form == "xyxy":
        return _ordered(cells, a, b, c, d)
    less = RIGHT[layout.right]
    *sides, w, h = placed(a, b, c, d, layout.form, less)
    found = _ordered(cells, *sides)
    return found if less else found | {"w": w, "h": h}


def _ordered(cells: Cells, x1, y1, x2, y2) -> dict[str, np.ndarray]:
    """Name the corners, after a look whether each box goes from left to right and top to bottom."""
    found = {"x1": x1, "y1": y1, "x2": x2, "y2": y2}
    for first, last in (("x1", "x2"), ("y1", "y2")):
        wrong = np.flatnonzero(found[last] < found[first])
        if wrong.size:
            more = f" (and {wrong.size - 1} more such)" if wrong.size > 1 else ""
            low, high = (digits.threshold(found[end][wrong[0]]) for end in (first, last))
            cells.refuse(
                wrong[0],
                f"the box goes from {first} = {low} to {last} = {high}{more}",
                "a box goes from its left to its right and from its top to its bottom",
                "swap the two; if they are a width and a height, the boxes have another form",
            )
    return found


def _scales(cells: Cells, given: list, size, image: Coded | None) -> tuple:
    """Give what to multiply by: the sizes of the images, or 1 where coordinates are pixels."""
    if size is None:
        return 1, 1
    far = np.flatnonzero(np.logical_or.reduce([np.abs(column) > SPILL for column in given]))
    if far.size:
        values = ", ".join(digits.threshold(column[far[0]]) for column in given)
        cells.refuse(
            far[0],
            f"the box is {values}",
            "image_size is for coordinates from 0 to 1, shares of the image",
            "leave out image_size: these are pixels",
        )
    return _per_row(size, image)


def pixels(cells: Cells, columns, found: Mapping[str, np.ndarray], name: str) -> None:
    """Make sure that coordinates aren't shares of an image whose size nobody told.

    Parameters
    ----------
    cells : Cells
    columns : sequence of str
        The four that say where a box is.
    found : mapping
        Where that is.
    name : str
        What to call the table in an error.

    Raises
    ------
    InputError
        If none of the four is ever larger than 1.
    """
    if max(np.abs(found[c]).max(initial=0) for c in FORMS["xyxy"]) > SPILL:
        return
    if 0 < max(np.abs(cells.numbers(c)).max(initial=0) for c in columns) <= WHOLE:
        raise InputError(
            f"{name}: none of the coordinates is larger than {WHOLE:g}",
            "they seem to be shares of the image's width and height, not pixels",
            "pass image_size=(width, height), or a mapping from each image to its size; "
            "image_size=(1, 1) leaves them as they are",
        )


def _per_row(size, image: Coded | None) -> tuple:
    """Read the size of every image, and give each box that of its own."""
    if not isinstance(size, Mapping):
        return _pair(size, "image_size")
    labels = image.labels if image is not None else ()
    unknown = [label for label in labels if label not in size]
    if unknown or image is None:
        raise UnknownNameError(
            f"image_size doesn't have {digits.listing([repr(label) for label in unknown])}",
            f"it has {digits.listing([repr(label) for label in size])}",
            "give the (width, height) of every image, by its name",
        )
    pairs = [_pair(size[label], f"image_size[{label!r}]") for label in labels]
    return tuple(np.array(pairs, float).reshape(-1, 2)[image.codes].T)


def _pair(size, name: str) -> tuple[float, float]:
    try:
        wide, high = (float(side) for side in np.ma.filled(size, np.nan))
    except (TypeError, ValueError):
        wide = high = np.nan
    if not (0 < wide < np.inf and 0 < high < np.inf):
        raise InputError(
            f"{name} is {inputs.short(size)}",
            "an image has a width and a height, both more than 0",
            f"pass two numbers, such as {name}=(640, 480)",
        )
    return wide, high
