"""Boxes in tables and folders: CSV files, DataFrames, mappings, and text files for each image."""

import re
from collections.abc import Mapping, Sequence
from os import PathLike
from typing import IO, Any

import numpy as np

from ..core import digits, inputs, table_files
from ..core.calls import explained
from ..core.conventions import BoxKind, GivenForm, RightEnd
from ..core.errors import InputError, UnknownNameError
from ..core.table_files import listed
from . import files
from .box_table import BoxTable, Coded, Columns, coded_column, read_only
from .cells import FOUR, RIGHT, Cells, Layout, corners, pixels
from .scenes import AGREE, OPTIONAL

LOADERS = {"JSON": "load_coco, if it is in COCO's form", "XML": "load_voc, which takes its folder"}
THE_TABLE = "the table"
KINDS = ("detections", "truth")
CLASSES = {"truth": ("category",), "detections": ("category", "score")}
SOURCES = "pass a path, an open file, a DataFrame or a mapping of columns"
SYNONYMS = {
    "image": "image_id img image_name filename file_name file frame",
    "category": "category_id category_name class class_name class_id cls label name",
    "score": "confidence conf probability prob",
    "x1": "x xmin x_min left",
    "y1": "y ymin y_min top",
    "x2": "xmax x_max right",
    "y2": "ymax y_max bottom",
    "w": "width",
    "h": "height",
    "cx": "x_center x_centre center_x centre_x",
    "cy": "y_center y_centre center_y centre_y",
    "crowd": "iscrowd is_crowd",
    "difficult": "is_difficult",
    "area": "",
    "id": "",
}
NEEDED = {"truth": ("image", "category"), "detections": ("image", "category", "score")}
CENTRE = {"x1": "cx", "y1": "cy"}  # x and y, where form="cxcywh" says what they are


@explained
def load_detections(
    source: "str | PathLike[str] | IO | Columns",
    *,
    kind: BoxKind = "detections",
    form: GivenForm = "auto",
    right: RightEnd = "x+w",
    columns: Mapping[str, Any] | None = None,
    image_size: tuple[float, float] | Mapping[Any, tuple[float, float]] | None = None,
    progress: bool | None = None,
) -> BoxTable:
    """Read detections, or objects, from a CSV file, a DataFrame or a folder of text files.

    Parameters
    ----------
    source : path, file object, DataFrame, mapping, or path of a folder
        A table with named columns, such as image, category, score, x1, y1, x2, y2; many other
        names are known, and ``.notes`` says how they were understood. Or a folder with a text file
        for each image, in it a line for each box: its category, for detections the score, and
        four numbers. Of a file, all names stay texts, also ``"7"``.
    kind : {"detections", "truth"}
        What the boxes are.
    form : {"auto", "xyxy", "xywh", "cxcywh"}
        What the four numbers are: left, top, right, bottom; left, top, width, height; or the
        centre, width, height. By default, what the columns' names say; text files have none.
    right : {"x+w", "x+w-1"}
        Where a box ends whose width is given: at left + width, or at its last pixel. Padilla's
        tools do the former, and count inclusive pixels nevertheless: to get their numbers, leave
        this as it is and measure with ``convention="inclusive-pixels"``.
    columns : mapping, optional
        From a name used here to that in the table, where it can't be guessed:
        ``{"image": "photo"}``. ``{"category": None}`` says that there is only one.
    image_size : (width, height) or mapping from images to such pairs, optional
        For coordinates that are shares of the image, from 0 to 1, as in YOLO's files.
    progress : bool, optional
        Whether to show a bar; by default only where it takes more than two seconds.

    Returns
    -------
    BoxTable
        With the columns image, category, x1, y1, x2, y2, and w, h where they were given; score for
        detections; crowd and difficult for objects; area and id. Objects from a folder also know
        the images without any: empty files.

    Raises
    ------
    InputError
        If a file can't be read, or something is missing, unclear or no number; with its line.
    UnknownNameError
        If ``columns`` or ``image_size`` lack a name.

    References
    ----------
    Padilla et al. (2021), A comparative analysis of object detection metrics with a companion
    open-source toolkit, section 4, for the text files.

    Examples
    --------
    >>> import io
    >>> text = "filename,class,confidence,left,top,width,height\\na.png,cat,0.9,10,20,30,40"
    >>> detections = load_detections(io.StringIO(text))
    >>> print(*detections.notes, sep="; ")
    filename is the image, class is the category, confidence is the score; left, top, width, ...
    >>> detections["x2"].tolist(), detections["w"].tolist()
    ([40.0], [30.0])
    """
    inputs.choice(kind, KINDS, "kind")
    inputs.choice(form, ("auto", *FOUR), "form")
    layout = Layout(form, inputs.choice(right, RIGHT, "right"), image_size)
    if not files.is_folder(source):
        cells, name = _read(source)
        return _table(cells, name, kind, columns, layout)
    _have_no_names(form, columns)
    cells, images = _folder(source, kind, layout, progress)
    listed = images if kind == "truth" else ()  # a detector need not write a file for every image
    return _table(cells, str(source), kind, None, layout, listed)


def _read(source) -> tuple[Cells, str]:
    """Read a table as columns, and say what to call it."""
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
    columns = {name: _plain(coded_column(source, name)) for name in source}
    lengths = {str(name): _rows(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1 or "none" in lengths.values():
        counts = digits.listing([f"{name}: {rows}" for name, rows in lengths.items()], 12)
        raise InputError(
            f"{THE_TABLE} has columns of unlike lengths ({counts})",
            "each box needs its value in every column",
            "pass columns of one length",
        )
    return Cells(columns, lambda row: f"row {row} of {THE_TABLE}")


def _plain(column):
    """Take the values out of a pandas Series, which would find them by its index."""
    return column.to_numpy() if hasattr(column, "to_numpy") else column


def _rows(column) -> int | str:
    column = column.codes if isinstance(column, Coded) else column
    fits = isinstance(column, (list, tuple)) or getattr(column, "ndim", 0) == 1
    return len(column) if fits else "none"


def _csv(text: str, name: str) -> Cells:
    """Split a text into columns by the names in its first line."""
    kind = table_files.other_kind(text)
    if kind:
        raise InputError(
            f"{name} holds {kind}",
            "here a table is read, with a line for each box",
            f"read it with {LOADERS[kind]}",
        )
    table = table_files.read(text, name)
    by_name = {name: table.cells(place) for place, name in enumerate(table.header) if name}
    return Cells(by_name, lambda row: f"{name}, line {table.lines[row]}", texts=True)


def _table(cells: Cells, name: str, kind: str, asked, layout: Layout, images=()) -> BoxTable:
    """Make a table of boxes out of columns of any names.

    Raises
    ------
    InputError
        If a column is missing or unclear, or a value in it is none.
    """
    header = tuple(cells.columns)
    called = _understood(header, asked, name)
    _needed(called, asked, kind, header, name)
    form, four = _form_of(called, layout.form, header, name)
    _applies(layout, form)
    columns = {c: cells.names(called[c]) for c in ("image", "category") if c in called}
    layout = layout._replace(form=form)
    columns |= corners(cells, layout, four, columns.get("image"))
    if layout.size is None:
        pixels(cells, four, columns, name)
    columns |= _beside(cells, called, columns) | _others(cells, called, kind)
    used = {called[c] for c in columns if c in called} | set(four)
    notes = _notes(called, columns, four, form, [c for c in header if c not in used], name)
    return read_only(columns, "objects" if kind == "truth" else "detections", images, notes=notes)


def _applies(layout: Layout, form: str) -> None:
    if form == "xyxy" and RIGHT[layout.right]:
        raise InputError(
            f"right={layout.right!r}, but the boxes give their right and bottom themselves",
            "that setting tells where a box of a given width ends",
            "leave it out",
        )


def _beside(cells: Cells, called: dict, columns: dict) -> dict:
    """Keep a width and a height beside corners, if they are the box's and not the image's."""
    if "w" in columns or not {"w", "h"} <= called.keys() or "x2" not in called:
        return {}
    given = {side: cells.numbers(called[side]) for side in "wh"}
    sizes = {"w": columns["x2"] - columns["x1"], "h": columns["y2"] - columns["y1"]}
    same = all(np.all(np.abs(given[s] - sizes[s]) <= AGREE * (1 + sizes[s])) for s in "wh")
    return given if same else {}


def _others(cells: Cells, called: dict, kind: str) -> dict:
    """Read the columns that not every table has."""
    readers = {
        "score": cells.numbers,
        "area": lambda column: cells.numbers(column, least=0),
        "crowd": cells.flags,
        "difficult": cells.flags,
        "id": cells.ids,
    }
    asked = ("score",) if kind == "detections" else ()
    return {c: readers[c](called[c]) for c in (*asked, *OPTIONAL[kind]) if c in called}


def _notes(called: dict, columns: dict, four: tuple, form: str, left: list, name: str) -> tuple:
    """Say what was understood, where it wasn't called so, and what was left out."""
    notes = []
    renamed = [
        f"{called[c]} is the {c}" for c in columns if c in called and called[c] not in (c, *four)
    ]
    if renamed:
        notes.append(", ".join(renamed))
    if four != FOUR[form]:
        notes.append(f"{', '.join(map(str, four))} are {', '.join(FOUR[form])}")
    if left:
        notes.append(f"left out: {digits.listing(left, 12)}")
    return tuple(notes)


def _have_no_names(form: str, columns) -> None:
    """Make sure that text files, whose values have no names, are told what they hold."""
    if form == "auto":
        raise InputError(
            'form="auto" for a folder of text files',
            "their four numbers have no names, and may be corners as well as a width and a height",
            'say form="xywh" (left, top, width, height), "xyxy" (… right, bottom) or "cxcywh"',
        )
    if columns is not None:
        raise InputError(
            f"columns={inputs.short(columns)} for a folder of text files",
            "their columns have no names",
            "leave it out",
        )


def _folder(source, kind: str, layout: Layout, progress) -> tuple[Cells, tuple]:
    """Read a folder with a text file for each image, a line for each box.

    Returns
    -------
    cells : Cells
        With a column for the image, which is the name of the file.
    images : tuple of str
        All of them, also those without a box.
    """
    paths = files.folder(source, (".txt",), "text files, one for each image,")
    images = tuple(path.stem for path in paths)
    hint = (
        'these may be detections: kind="detections"; a name is one word'
        if kind == "truth"
        else 'mend it; objects have no score: kind="truth"; a name is one word'
    )
    cells, file = files.lines_of(paths, (*CLASSES[kind], *FOUR[layout.form]), hint, progress)
    image = Coded(file, images)
    return Cells({"image": image, **cells.columns}, cells.where, texts=True), images


def _understood(header: Sequence, asked: Mapping | None, name: str) -> dict:
    """Find out what each column is.

    Parameters
    ----------
    header : sequence
        The names of the columns, as they are.
    asked : mapping, optional
        From our name to theirs, where they should not be guessed; None for "there is none".
    name : str
        What to call the table in an error.

    Returns
    -------
    dict
        From our name to theirs.

    Raises
    ------
    InputError
        If two columns may be the same.
    UnknownNameError
        If one that is named isn't there.

    Examples
    --------
    >>> _understood(["filename", "class", "X-Min", "notes"], None, "boxes.csv")
    {'image': 'filename', 'category': 'class', 'x1': 'X-Min'}
    """
    asked = {} if asked is None else asked
    _check_asked(asked, header, name)
    meanings = {}
    free = {column: _spelling(column) for column in header if column not in asked.values()}
    for ours, theirs in SYNONYMS.items():
        if ours not in asked:
            fitting = _fitting(free, ours, theirs.split())
            if len(fitting) > 1:
                raise _unclear(ours, fitting, name)
            meanings |= dict.fromkeys([ours] * len(fitting), *fitting)
    return meanings | {ours: theirs for ours, theirs in asked.items() if theirs is not None}


def _fitting(free: Mapping, ours: str, theirs: list[str]) -> list:
    """List the columns that may be meant; one that is called as here is meant for sure."""
    if ours in free:
        return [ours]
    spellings = {_spelling(name) for name in (ours, *theirs)}
    return [column for column, spelling in free.items() if spelling in spellings]


def _spelling(name) -> str:
    """Write a name so that "X-Min", "x_min" and "xmin" are one."""
    return re.sub(r"[\s_.-]", "", str(name).casefold())


def _check_asked(asked: Mapping, header: Sequence, name: str) -> None:
    if not isinstance(asked, Mapping):
        raise InputError(
            f"columns={inputs.short(asked)}",
            "it tells what a column is called in the table",
            'pass a mapping from our names to theirs, such as columns={"image": "photo"}',
        )
    for ours, theirs in asked.items():
        inputs.choice(ours, SYNONYMS, "columns: each key")
        if theirs is not None and theirs not in header:
            raise UnknownNameError(
                f"{name} has no column {theirs!r}, which columns= names for {ours}",
                f"its columns are {listed(header)}",
                "name one of them as it is written",
            )


def _unclear(ours: str, fitting: list, name: str) -> InputError:
    return InputError(
        f"{name}: each of {listed(fitting)} may be the column {ours}",
        "only one can be it",
        f"say which: columns={{{ours!r}: {fitting[0]!r}}}",
    )


def _form_of(meanings: dict, form: str, header: Sequence, name: str) -> tuple[str, tuple]:
    """Tell which four numbers say where a box is, and their columns.

    Raises
    ------
    InputError
        If some of the four are missing.
    """
    if form == "cxcywh":
        meanings = {ours: meanings[x] for x, ours in CENTRE.items() if x in meanings} | meanings
    order = ("cxcywh", "xyxy", "xywh") if form == "auto" else (form,)
    for one in order:
        if all(ours in meanings for ours in FOUR[one]):
            return one, tuple(meanings[ours] for ours in FOUR[one])
    wanted = " or ".join(", ".join(FOUR[one]) for one in order[::-1])
    raise InputError(
        f"{name} has the columns {listed(header)}",
        f"a box needs {wanted}, and not all four were found",
        'say which they are, such as columns={"x1": "from_left"}, or rename them',
    )


def _needed(meanings: dict, asked: Mapping | None, kind: str, header: Sequence, name: str) -> None:
    """Make sure that image, category and score are there, or were said not to be.

    Raises
    ------
    InputError
        If one is missing.
    """
    asked = asked or {}
    for ours in NEEDED[kind]:
        if ours not in meanings and (ours not in asked or ours == "score"):
            fix = f"columns={{{ours!r}: None}} says that there is only one"
            fix = 'objects have none: kind="truth"' if ours == "score" else fix
            raise InputError(
                f"{name} has no column for the {ours}: its columns are {listed(header)}",
                f"it may be called {digits.listing([ours, *SYNONYMS[ours].split()], 12)}",
                f"name it: columns={{{ours!r}: …}}; {fix}",
            )
