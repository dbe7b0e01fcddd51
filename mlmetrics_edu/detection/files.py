"""Boxes from a CSV, a DataFrame or PASCAL VOC's folders, as columns of one table."""

from __future__ import annotations

import os
import re
import xml.etree.ElementTree as ET
from collections.abc import Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np

from ..core import inputs, table_files, words
from ..core.conventions import BoxKind
from ..core.errors import InputError, UnknownNameError, choice
from ..core.table_files import listed
from .box_tables import (
    FOUR,
    OPTIONAL,
    BoxTable,
    Cells,
    Coded,
    Columns,
    coded_column,
    corners,
    in_order,
    recoded,
)

LOADERS = {"JSON": "load_coco, if it is in COCO's form", "XML": "load_voc, which takes its folder"}
THE_TABLE = "the table"
KINDS = ("detections", "truth")
SOURCES = "pass a path, a DataFrame or a mapping of columns"
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
    "crowd": "iscrowd is_crowd",
    "difficult": "is_difficult",
    "area": "",
    "id": "",
}
NEEDED = {"truth": ("image", "category"), "detections": ("image", "category", "score")}
Folder = str | os.PathLike[str]
CORNERS = ("xmin", "ymin", "xmax", "ymax")
RESULT = re.compile(r"comp\d+_det_[^_]+_(?P<category>.+)")  # comp4_det_test_car
LINE = ("image", "score", *FOUR["xyxy"])
WHOLE = 1.0  # relative coordinates lie between 0 and this
ENCODING = 'save it as UTF-8, or read it yourself with open(…, encoding="gbk"), "latin-1" …'


def load_detections(
    source: str | os.PathLike[str] | Columns,
    *,
    kind: BoxKind = "detections",
    columns: Mapping[str, Any] | None = None,
) -> BoxTable:
    """Read detections, or objects, from a CSV file, a DataFrame or a mapping of columns.

    Parameters
    ----------
    source : path, DataFrame or mapping
        A table with named columns, such as image, category, score, x1, y1, x2, y2; many other
        names are known, and ``.notes`` says how they were understood: left, top, right, bottom, or
        left, top, width, height, where a box ends at left + width. Of a file, all names stay
        texts, also ``"7"``.
    kind : {"detections", "truth"}
        What the boxes are.
    columns : mapping, optional
        From a name used here to that in the table, where it can't be guessed:
        ``{"image": "photo"}``. ``{"category": None}`` says that there is only one.

    Returns
    -------
    BoxTable
        A mapping from names to columns: image, category, x1, y1, x2, y2, and w, h where they were
        given; score for detections; crowd and difficult for objects; area and id.

    Raises
    ------
    InputError
        If a file can't be read, or something is missing, unclear or no number; with its line.
    UnknownNameError
        If ``columns`` names one that isn't there.

    Examples
    --------
    >>> table = {"filename": ["a.png"], "class": ["cat"], "confidence": [0.9]}
    >>> table |= {"left": [10], "top": [20], "width": [30], "height": [40]}
    >>> detections = load_detections(table)
    >>> print(*detections.notes, sep="; ")
    filename is the image, class is the category, confidence is the score; left, top, width, ...
    >>> detections["x2"].tolist(), detections["w"].tolist()
    ([40.0], [30.0])
    """
    choice(kind, KINDS, "kind")
    if is_path(source):
        read, name = _csv(text(source), str(source)), str(source)
    elif isinstance(source, Mapping) or (hasattr(source, "columns") and hasattr(source, "keys")):
        read, name = _columns(source), THE_TABLE
    else:
        raise InputError(
            f"source={inputs.short(source)}", "it is neither a file nor a table", SOURCES
        )
    return _table(read, name, kind, columns)


def _columns(source) -> Cells:
    """Take columns as they are, after a look whether they are equally long."""
    given = {name: coded_column(source, name) for name in source}
    columns = {
        name: c if isinstance(c, Coded) or inputs.is_empty(c) else inputs.column(c, str(name))
        for name, c in given.items()
    }
    rows = {str(name): c.codes if isinstance(c, Coded) else c for name, c in columns.items()}
    if rows:
        inputs.same_length(**rows)
    return Cells(columns, lambda row: f"row {row} of {THE_TABLE}")


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
    cells = dict(zip(table.header, map(list, zip(*table.rows, strict=True)), strict=False))
    by_name = {name: cells.get(name, []) for name in table.header if name}
    return Cells(by_name, lambda row: f"{name}, line {table.lines[row]}", texts=True)


def _table(read: Cells, name: str, kind: str, asked) -> BoxTable:
    """Make a table of boxes out of columns of any names."""
    header = tuple(read.columns)
    called = _understood(header, asked, name)
    _needed(called, asked, kind, header, name)
    form, four = _form_of(called, header, name)
    columns = {c: read.names(called[c]) for c in ("image", "category") if c in called}
    placed = corners(read, form, four)
    _check_pixels({c: placed[c] for c in FOUR[form]}, name)
    columns |= placed | _others(read, called, kind)
    used = {called[c] for c in columns if c in called} | set(four)
    notes = _notes(called, columns, four, form, [c for c in header if c not in used])
    return BoxTable(columns, "objects" if kind == "truth" else "detections", notes=notes)


def _check_pixels(placed: Mapping[str, np.ndarray], name: str) -> None:
    """Make sure that coordinates aren't shares of an image's width and height."""
    largest = max(np.abs(column).max(initial=0) for column in placed.values())
    if 0 < largest <= WHOLE:
        raise InputError(
            f"{name}: none of the coordinates is larger than {WHOLE:g}",
            "they seem to be shares of the image's width and height, not pixels",
            "multiply them by the width and the height of the image first",
        )


def _others(read: Cells, called: dict, kind: str) -> dict:
    """Read the columns that not every table has."""
    readers = {
        "score": read.numbers,
        "area": lambda column: read.numbers(column, least=0),
        "crowd": read.flags,
        "difficult": read.flags,
        "id": read.ids,
    }
    asked = ("score",) if kind == "detections" else ()
    return {c: readers[c](called[c]) for c in (*asked, *OPTIONAL[kind]) if c in called}


def _notes(called: dict, columns: dict, four: tuple, form: str, left: list) -> tuple:
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
        notes.append(f"left out: {words.listing(left, 12)}")
    return tuple(notes)


def _understood(header: Sequence, asked: Mapping | None, name: str) -> dict:
    """Find out what each column is: from our name to theirs.

    ``asked`` says so where they should not be guessed; None stands for "there is none".

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
        choice(ours, SYNONYMS, "columns: each key")
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


def _form_of(meanings: dict, header: Sequence, name: str) -> tuple[str, tuple]:
    """Tell which four numbers say where a box is, and their columns."""
    for form, four in FOUR.items():
        if all(ours in meanings for ours in four):
            return form, tuple(meanings[ours] for ours in four)
    wanted = " or ".join(", ".join(FOUR[one]) for one in [*FOUR][::-1])
    raise InputError(
        f"{name} has the columns {listed(header)}",
        f"a box needs {wanted}, and not all four were found",
        'say which they are, such as columns={"x1": "from_left"}, or rename them',
    )


def _needed(meanings: dict, asked: Mapping | None, kind: str, header: Sequence, name: str) -> None:
    """Make sure that image, category and score are there, or were said not to be."""
    asked = asked or {}
    for ours in NEEDED[kind]:
        if ours not in meanings and (ours not in asked or ours == "score"):
            fix = f"columns={{{ours!r}: None}} says that there is only one"
            fix = 'objects have none: kind="truth"' if ours == "score" else fix
            raise InputError(
                f"{name} has no column for the {ours}: its columns are {listed(header)}",
                f"it may be called {words.listing([ours, *SYNONYMS[ours].split()], 12)}",
                f"name it: columns={{{ours!r}: …}}; {fix}",
            )


def load_voc(
    annotations: Folder,
    detections: Folder | None = None,
    *,
    image_set: str | os.PathLike[str] | Sequence[str] | None = None,
) -> BoxTable | tuple[BoxTable, BoxTable]:
    """Read annotations, and results if there are any, in the form of PASCAL VOC.

    Parameters
    ----------
    annotations : path
        A folder of XML files, one for each image; the file's name is that of the image.
    detections : path, optional
        A folder of text files, one for each category, such as ``comp4_det_test_car.txt`` or
        ``car.txt``; a line holds the image, the score, and left, top, right, bottom.
    image_set : path or list of str, optional
        The images to take: a file with one in each line, such as ``ImageSets/Main/test.txt``, or
        a list. By default, all that have annotations.

    Returns
    -------
    BoxTable, or a pair of them
        The objects; with detections, the objects and the detections. Both know the same images and
        the same categories. Corners are as written: in PASCAL VOC they name the first and the
        last pixel, so ``convention="inclusive-pixels"`` is its own way to measure.

    Raises
    ------
    InputError
        If a file can't be read, or something is missing or no number; with its place.
    UnknownNameError
        If a detection is in an image that isn't among these.

    References
    ----------
    Everingham et al. (2010), The PASCAL visual object classes challenge, section 4; the
    development kit's documentation, sections "Annotation" and "Detection task".

    Examples
    --------
    >>> import tempfile, pathlib
    >>> folder = tempfile.TemporaryDirectory()
    >>> box = "<xmin>10</xmin><ymin>20</ymin><xmax>40</xmax><ymax>60</ymax>"
    >>> cat = f"<object><name>cat</name><bndbox>{box}</bndbox></object>"
    >>> xml = f"<annotation>{cat}</annotation>"
    >>> _ = pathlib.Path(folder.name, "000001.xml").write_text(xml)
    >>> truth = load_voc(folder.name)
    >>> truth.images, truth.categories, truth["x2"].tolist()
    (('000001',), ('cat',), [40.0])
    >>> folder.cleanup()
    """
    paths = _images(annotations, image_set)
    objects, images = _truth(paths), tuple(paths)
    results = None if detections is None else _detections(detections, images)
    return _tables(objects, images, results)


class _Refused(Exception):
    """A document type: it may define texts that grow without end, and no annotation needs one."""


class _Plain(ET.TreeBuilder):
    """Builds a tree of a document that defines nothing of its own."""

    def doctype(self, name, pubid, system):
        raise _Refused


def _images(folder, image_set) -> dict[str, Path]:
    """Find the file of each image: all there are, or those of a list."""
    paths = {path.stem: path for path in _files(folder, ".xml", "annotations in XML")}
    if image_set is None:
        return paths
    asked = _asked(image_set)
    missing = [name for name in asked if name not in paths]
    if missing:
        raise InputError(
            f"{folder} has no annotations of {words.listing(missing)}",
            "image_set asks for them",
            "check that folder and list belong together",
        )
    return {name: paths[name] for name in sorted(asked)}


def _asked(image_set) -> list[str]:
    """Read which images are asked for: the first word of each line of a file, or a list."""
    if is_path(image_set):
        lines = map(str.split, text(image_set).split("\n"))
        image_set = [words[0] for words in lines if words]
    return inputs.ids(image_set, "image_set").tolist()


def _truth(paths: dict[str, Path]) -> dict:
    """Read the objects of all images, as columns."""
    objects, images, places = [], [], []
    for image, path in enumerate(paths.values()):
        for number, element in enumerate(_root(path).findall("object"), start=1):
            images.append(image)
            places.append(f"{path}, object {number}")
            objects.append(_object(element, places[-1]))
    columns = _by_columns(("name", *CORNERS, "difficult"), objects)
    read = Cells(columns, places.__getitem__, texts=True)
    return {
        "image": Coded(np.array(images, np.intp), tuple(paths)),
        "category": read.names("name"),
        **corners(read, "xyxy", CORNERS),
        "difficult": read.flags("difficult"),
    }


def _root(path: Path) -> ET.Element:
    """Parse a file of annotations."""
    parser = ET.XMLParser(target=_Plain())
    try:
        parser.feed(_content(path))
        root = parser.close()
    except ET.ParseError as error:
        line, column = error.position
        raise InputError(
            f"{path} is no XML from line {line}, column {column + 1} on",
            str(error).partition(":")[0],
            "mend it there, or write the file again, completely",
        ) from None
    except _Refused:
        raise InputError(
            f"{path} has a document type (<!DOCTYPE …>)",
            "it could define texts that fill all memory, and annotations need none",
            "take out that part",
        ) from None
    except (ValueError, LookupError) as error:
        raise InputError(f"{path} can't be read", str(error), "save it as UTF-8") from None
    if root.tag != "annotation":
        raise InputError(
            f"{path} holds <{root.tag}>",
            "annotations in the form of PASCAL VOC are in <annotation>",
            "check that the right folder was named",
        )
    return root


def _object(element: ET.Element, place: str) -> list[str]:
    """Take what an object says of itself; its parts, such as a head, are left alone."""
    asked = ("name", *(f"bndbox/{corner}" for corner in CORNERS))
    values = [(element.findtext(field) or "").strip() for field in asked]
    if "" in values:
        raise InputError(
            f"{place} has no {asked[values.index('')]}",
            "each object needs its name and a bndbox with " + ", ".join(CORNERS),
            "add it, or leave the object out",
        )
    return [*values, (element.findtext("difficult") or "0").strip()]


def _detections(folder, images: tuple) -> tuple[dict, list[str]]:
    """Read a file of results for each category, a line for each detection."""
    paths = _files(folder, ".txt", "results, a file for each category,")
    categories = [_category(path) for path in paths]
    inputs.ids(categories, f"{folder}, read as categories,")
    lines = [(i, *line) for i, path in enumerate(paths) for line in _lines(path)]
    values = _by_columns(LINE, [words for *_, words in lines])
    read = Cells(values, lambda row: f"{paths[lines[row][0]]}, line {lines[row][1]}", texts=True)
    advice = "call the images as the annotations' files, without .xml; mind image_set"
    image = read.among("image", images, "the annotations", advice)
    labels = in_order(categories)
    place = np.array([labels.index(category) for category in categories])
    columns = {
        "image": Coded(image, images),
        "category": Coded(place[np.array([i for i, *_ in lines], np.intp)], labels),
        **corners(read, "xyxy"),
        "score": read.numbers("score"),
    }
    return columns, labels


def _lines(path: Path) -> list[tuple[int, list[str]]]:
    """Split the lines of one file of results; blank ones are left out."""
    lines = enumerate(text(path).split("\n"), start=1)
    rows = [(number, words) for number, line in lines if (words := line.split())]
    for number, words in rows:
        if len(words) != len(LINE):
            raise InputError(
                f"{path}, line {number}: {' '.join(words)[:60]!r} has {len(words)} values",
                f"a line has {len(LINE)}: {' '.join(LINE)}",
                "mend it, or leave it out; only files of results may be in that folder",
            )
    return rows


def _category(path: Path) -> str:
    named = RESULT.fullmatch(path.stem)
    return named["category"] if named else path.stem


def _tables(objects: dict, images: tuple, detections: tuple[dict, list[str]] | None):
    """Put columns into tables that know the same images and the same categories."""
    own = objects["category"].labels
    extra = () if detections is None else tuple(c for c in detections[1] if c not in own)
    labels = in_order({*own, *extra})
    truth = _voc_table(objects, "objects", images, labels, ())
    if detections is None:
        return truth
    note = (f"detected, but never annotated: {words.listing(extra)}",) if extra else ()
    return truth, _voc_table(detections[0], "detections", images, labels, note)


def _voc_table(columns: dict, what: str, images: tuple, labels: tuple, notes: tuple) -> BoxTable:
    codes = recoded(columns["category"], labels, "category", "")
    return BoxTable(columns | {"category": Coded(codes, labels)}, what, images, labels, notes)


def _by_columns(named: Sequence[str], rows: Sequence[Sequence]) -> dict[str, list]:
    """Turn rows into columns."""
    return {name: list(map(itemgetter(i), rows)) for i, name in enumerate(named)}


# Paths, and what stands in files


def is_path(source) -> bool:
    """Tell a path from something that was read already."""
    return isinstance(source, (str, os.PathLike))


def is_folder(source) -> bool:
    """Tell a folder from everything else."""
    return is_path(source) and os.path.isdir(source)  # False, too, of what can't be a path


def _content(path) -> bytes:
    """Read all bytes of a file; what gzip has packed is unpacked."""
    try:
        packed = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"{path} can't be read", reason[:1].lower() + reason[1:], "check the path, and the file"
        ) from None
    return table_files.unpacked(packed, str(path))


def text(path) -> str:
    """Read a text file, in UTF-8 or as its mark says."""
    return table_files.decoded(_content(path), str(path), ENCODING)


def _files(source, ending: str, what: str) -> list[Path]:
    """List the files of a folder that end so, in the order of their names."""
    if not is_folder(source):
        raise InputError(
            f"{source if is_path(source) else inputs.short(source)} is no folder",
            f"{what} are looked for in a folder",
            "check the path",
        )
    every = [path for path in Path(source).iterdir() if not path.name.startswith(".")]
    paths = sorted((p for p in every if p.suffix.lower() == ending), key=lambda p: p.stem)
    if not paths:
        raise InputError(
            f"{source} has {len(every)} file(s), and none ends in {ending}",
            f"{what} were looked for there",
            "check the path: it should name the folder right above these files",
        )
    inputs.ids([path.stem for path in paths], f"{source}, without the endings of its files,")
    return paths
