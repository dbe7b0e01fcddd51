"""The columns of a table of boxes, one by one: read, or refused with the row that doesn't fit."""

from collections.abc import Mapping

import numpy as np

from ..core import inputs
from ..core.errors import InputError
from . import box_forms
from .box_forms import Sides
from .table import listed

NAMES = ("image", "category", "score")
OPTIONAL = {"truth": ("crowd", "difficult", "area", "id"), "detections": ("area", "id")}
CLOSE = 0.7  # so alike are a misspelt name and the one that was meant
SOMEWHERE = "a box lies somewhere, and ends somewhere"
RANKED = "a score that isn't finite has no place in the ranking"
AGREE = 1e-6  # of a side: what rounding may make of it


def named(table, name: str) -> tuple:
    """List the columns of a table.

    Raises
    ------
    InputError
        If it is none, or if a column seems to be one that would be missing, misspelt.
    """
    if not isinstance(table, Mapping) and not hasattr(table, "columns"):
        raise InputError(
            f"{name} is no table",
            "its columns have to be known by their names",
            "pass a mapping or a DataFrame with x1, y1, x2, y2, and image and category",
        )
    known = (*NAMES, *OPTIONAL[name])
    for column in table:
        near = inputs.alike(str(column), known, cutoff=CLOSE)
        if near and column not in known and near[0] not in table:
            raise InputError(
                f"{name} has the column {inputs.short(column)}",
                f"it looks like {near[0]!r}, which would be missing",
                f"rename it to {near[0]!r}, or leave it out",
            )
    return tuple(table)


def numbers(table, name: str, column: str, what: str, why: str = SOMEWHERE) -> np.ndarray:
    """Read a column of finite numbers; without boxes it is empty."""
    if not len(table[column]):
        return np.zeros(0)
    return inputs.finite(table[column], f"{name}[{column!r}]", what, why)


def sides(table, name: str, more: int) -> Sides:
    """Read where boxes begin and end; a width that is given stays as it is, to the last digit."""
    form = _form(table, name)
    fields = box_forms.FORMS[form]
    columns = {field: numbers(table, name, field, "side") for field in fields}
    inputs.same_length(**columns)
    rows = np.column_stack(list(columns.values()))
    found = box_forms.checked(rows, form, more, lambda row: f"{name}: row {row}")
    if form == "xyxy" and not more and "w" in table and "h" in table:
        w, h = (_given(table, name, c, size) for c, size in (("w", found.w), ("h", found.h)))
        return Sides(found.x1, found.y1, found.x2, found.y2, w, h)
    return found


def _form(table, name: str) -> str:
    for form, fields in box_forms.FORMS.items():
        if all(field in table for field in fields):
            return form
    raise InputError(
        f"{name} has the columns {listed(table) if len(tuple(table)) else '– none at all'}",
        "a box needs its four numbers, each under its name",
        "give " + ", or ".join(" ".join(fields) for fields in box_forms.FORMS.values()),
    )


def _given(table, name: str, column: str, size: np.ndarray) -> np.ndarray:
    """Take a width that stands beside the corners, after a look whether they agree."""
    given = numbers(table, name, column, "size")
    inputs.same_length(**{column: given, "boxes": size})
    apart = np.flatnonzero(~(np.abs(given - size) <= AGREE * (1 + np.abs(size))))
    if apart.size:
        i = apart[0]
        raise InputError(
            f"{name}: row {i} has {column} = {given[i]:g}, but its corners are {size[i]:g} apart",
            "a box has one size",
            "give the corners or the size, or make them agree",
        )
    return given


def score(table) -> np.ndarray:
    """Read how sure the detector is of each detection."""
    if "score" not in table:
        raise InputError(
            f"detections has the columns {listed(table)}",
            "detections are ranked by how sure the detector is of each",
            "add a column score",
        )
    return numbers(table, "detections", "score", "score", RANKED)


def area(table, name: str, boxes: Sides) -> np.ndarray:
    """Read how large boxes count as; without a column, as large as they are."""
    if "area" not in table:
        return boxes.area
    found = numbers(table, name, "area", "area")
    wrong = np.flatnonzero(found < 0)
    if wrong.size:
        raise InputError(
            f"{name}: row {wrong[0]} has area = {found[wrong[0]]:g}",
            "nothing can be smaller than nothing",
            "give its area in square pixels, or leave the column out",
        )
    return found


def ids(table, name: str) -> np.ndarray | None:
    """Read the names of boxes."""
    if "id" not in table or not len(table["id"]):
        return None
    return inputs.ids(table["id"], f"{name}['id']")


def flag(table, name: str, column: str, rows: int) -> np.ndarray:
    """Read a column of yes and no; without it, all are no, as detections always are."""
    if column not in table:
        return np.zeros(rows, bool)
    if not len(table[column]):
        return np.zeros(0, bool)
    cells = inputs.column(table[column], f"{name}[{column!r}]")
    found = inputs.yes_or_no(cells, f"{name}[{column!r}]", f"an object is {column}")
    if name == "detections" and found.any():
        raise InputError(
            f"detections: row {np.flatnonzero(found)[0]} is {column}",
            f"only an object can be {column}: it need not be found",
            "mark the object in truth, and leave the column out of detections",
        )
    return found
