"""Boxes in tables: CSV files, DataFrames and mappings of columns."""

from collections.abc import Mapping

import numpy as np

from ...core import digits, inputs, textfile
from ...core.delimited import Delimited, delimiter_of
from ...core.errors import InputError
from ...core.shape import locked
from ..box_columns import AGREE, OPTIONAL
from ..names import Coded
from ..table import BoxTable
from . import files, headers
from .cells import Cells
from .layout import FORMS, RIGHT, Layout, corners, pixels

LOADERS = {"JSON": "load_coco, if it is in COCO's form", "XML": "load_voc, which takes its folder"}
THE_TABLE = "the table"
SOURCES = "pass a path, an open file, a DataFrame or a mapping of columns"


def read(source) -> tuple[Cells, str]:
    """Read a table as columns, and give what to call it."""
    if files.is_path(source):
        return _csv(files.text(source), str(source)), str(source)
    if hasattr(source, "read"):
        name = str(getattr(source, "name", "the file"))
        return _csv(files.text_of(source, name), name), name
    if isinstance(source, Mapping) or (hasattr(source, "columns") and hasattr(source, "keys")):
        return _columns(source), THE_TABLE
    raise InputError(f"source={inputs.short(source)}", "it is neither a file nor a table", SOURCES)


def _columns(source) -> Cells:
    """Take columns as they are, after a look whether they are equally long."""
    found = {name: _plain(source[name]) for name in source}
    lengths = {str(name): _rows(column) for name, column in found.items()}
    if len(set(lengths.values())) > 1 or "none" in lengths.values():
        said = digits.listing([f"{name}: {rows}" for name, rows in lengths.items()], 12)
        raise InputError(
            f"{THE_TABLE} has columns of unlike lengths ({said})",
            "each box needs its value in every column",
            "pass columns of one length",
        )
    return Cells(found, lambda row: f"row {row} of {THE_TABLE}")


def _plain(column):
    """Take the values out of a pandas Series, which would find them by its index."""
    return column.to_numpy() if hasattr(column, "to_numpy") else column


def _rows(column) -> int | str:
    column = column.codes if isinstance(column, Coded) else column
    fits = isinstance(column, (list, tuple)) or getattr(column, "ndim", 0) == 1
    return len(column) if fits else "none"


def _csv(text: str, name: str) -> Cells:
    """Split a text into columns by the names in its first line."""
    kind = textfile.other_kind(text)
    if kind:
        raise InputError(
            f"{name} holds {kind}",
            "here a table is read, with a line for each box",
            f"read it with {LOADERS[kind]}",
        )
    found = Delimited(text, name, delimiter_of(text))
    found.unlike()
    named = list(filter(None, found.header))
    columns, lines = found.columns(named)
    by_name = dict(zip(named, columns, strict=True))
    return Cells(by_name, lambda row: f"{name}, line {lines[row]}", texts=True)


def table(cells: Cells, name: str, kind: str, asked, layout: Layout, images=()) -> BoxTable:
    """Make a table of boxes out of columns of any names.

    Raises
    ------
    InputError
        If a column is missing or unclear, or a value in it is none.
    """
    header = tuple(cells.columns)
    found = headers.understood(header, asked, name)
    headers.needed(found, asked, kind, header, name)
    form, four = headers.form_of(found, layout.form, header, name)
    _applies(layout, form)
    columns = {c: cells.names(found[c]) for c in ("image", "category") if c in found}
    layout = layout._replace(form=form)
    columns |= corners(cells, layout, four, columns.get("image"))
    if layout.size is None:
        pixels(cells, four, columns, name)
    columns |= _beside(cells, found, columns) | _others(cells, found, kind)
    used = {found[c] for c in columns if c in found} | set(four)
    notes = _said(found, columns, four, form, [c for c in header if c not in used], name)
    columns = {c: v if isinstance(v, Coded) else locked(v) for c, v in columns.items()}
    what = "objects" if kind == "truth" else "detections"
    return BoxTable(columns, what, images, notes=notes)


def _applies(layout: Layout, form: str) -> None:
    if form == "xyxy" and RIGHT[layout.right]:
        raise InputError(
            f"right={layout.right!r}, but the boxes give their right and bottom themselves",
            "that setting tells where a box of a given width ends",
            "leave it out",
        )


def _beside(cells: Cells, found: dict, columns: dict) -> dict:
    """Keep a width and a height beside corners, if they are the box's and not the image's."""
    if "w" in columns or not {"w", "h"} <= found.keys() or "x2" not in found:
        return {}
    given = {side: cells.numbers(found[side]) for side in "wh"}
    sizes = {"w": columns["x2"] - columns["x1"], "h": columns["y2"] - columns["y1"]}
    same = all(np.all(np.abs(given[s] - sizes[s]) <= AGREE * (1 + sizes[s])) for s in "wh")
    return given if same else {}


def _others(cells: Cells, found: dict, kind: str) -> dict:
    """Read the columns that not every table has."""
    readers = {
        "score": cells.numbers,
        "area": lambda column: cells.numbers(column, least=0),
        "crowd": cells.flags,
        "difficult": cells.flags,
        "id": cells.ids,
    }
    asked = ("score",) if kind == "detections" else ()
    return {c: readers[c](found[c]) for c in (*asked, *OPTIONAL[kind]) if c in found}


def _said(found: dict, columns: dict, four: tuple, form: str, left: list, name: str) -> tuple:
    """Say what was understood, where it wasn't called so, and what was left out."""
    notes = []
    renamed = [
        f"{found[c]} is the {c}" for c in columns if c in found and found[c] not in (c, *four)
    ]
    if renamed:
        notes.append(", ".join(renamed))
    if four != FORMS[form]:
        notes.append(f"{', '.join(map(str, four))} are {', '.join(FORMS[form])}")
    if left:
        notes.append(f"left out: {digits.listing(left, 12)}")
    return tuple(notes)
