"""Annotations and results in the form of PASCAL VOC."""

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np

from ...core import digits, inputs
from ...core.errors import InputError
from ...core.progress import watched
from ...core.shape import locked
from .. import names
from ..names import Coded
from ..table import BoxTable
from . import files, text_lines
from .cells import Cells, by_columns
from .layout import FORMS, Layout, corners

CORNERS = ("xmin", "ymin", "xmax", "ymax")
RESULT = re.compile(r"comp\d+_det_[^_]+_(?P<category>.+)")  # comp4_det_test_car
LINE = ("image", "score", *FORMS["xyxy"])


class _Refused(Exception):
    """A document type: it may define texts that grow without end, and no annotation needs one."""


class _Plain(ET.TreeBuilder):
    """Builds a tree of a document that defines nothing of its own."""

    def doctype(self, name, pubid, system):
        raise _Refused


def images(folder, image_set) -> dict[str, Path]:
    """Find the file of each image: all there are, or those of a list.

    Raises
    ------
    InputError
        If there are none, or one that is asked for isn't there.
    """
    found = {path.stem: path for path in files.folder(folder, (".xml",), "annotations in XML")}
    if image_set is None:
        return found
    asked = _asked(image_set)
    missing = [name for name in asked if name not in found]
    if missing:
        raise InputError(
            f"{folder} has no annotations of {digits.listing(missing)}",
            "image_set asks for them",
            "check that folder and list belong together",
        )
    return {name: found[name] for name in sorted(asked)}


def _asked(image_set) -> list[str]:
    """Read which images are asked for: the first word of each line of a file, or a list."""
    if files.is_path(image_set):
        lines = map(str.split, files.text(image_set).split("\n"))
        image_set = [words[0] for words in lines if words]
    return inputs.ids(image_set, "image_set").tolist()


def truth(paths: dict[str, Path], progress=None) -> dict:
    """Read the objects of all images, as columns."""
    found, places = [], []
    for image, path in enumerate(watched(paths.values(), "file", progress)):
        for number, element in enumerate(_root(path).findall("object"), start=1):
            places.append((image, f"{path}, object {number}"))
            found.append(_object(element, places[-1][1]))
    columns = by_columns(("name", *CORNERS, "difficult"), found)
    cells = Cells(columns, lambda row: places[row][1], texts=True)
    return {
        "image": Coded(np.array([image for image, _ in places], np.int64), tuple(paths)),
        "category": cells.names("name"),
        **corners(cells, Layout("xyxy"), CORNERS),
        "difficult": cells.flags("difficult"),
    }


def _root(path: Path) -> ET.Element:
    """Parse a file of annotations."""
    parser = ET.XMLParser(target=_Plain())
    try:
        parser.feed(files.content(path))
        root = parser.close()
    except ET.ParseError as error:
        raise _broken(path, error) from None
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


def _broken(path: Path, error: ET.ParseError) -> InputError:
    line, column = error.position
    reason = str(error).partition(":")[0]
    if reason == "no element found":
        reason = "it ends before all that was opened is closed"
    return InputError(
        f"{path} is no XML from line {line}, column {column + 1} on",
        reason,
        "mend it there, or write the file again, completely",
    )


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


def detections(folder, known: tuple, progress=None) -> tuple[dict, list[str]]:
    """Read a file of results for each category, a line for each detection."""
    paths = files.folder(folder, text_lines.ENDINGS, "results, a file for each category,")
    found = [_category(path) for path in paths]
    inputs.ids(found, f"{folder}, read as categories,")
    hint = "mend it, or leave it out; only files of results may be in that folder"
    cells, file = text_lines.read(paths, LINE, hint, progress)
    advice = "call the images as the annotations' files, without .xml; mind image_set"
    image = cells.among("image", known, "the annotations", advice)
    labels = names.in_order(found)
    place = np.array([labels.index(category) for category in found])
    columns = {
        "image": Coded(image, known),
        "category": Coded(place[file], labels),
        **corners(cells, Layout("xyxy")),
        "score": cells.numbers("score"),
    }
    return columns, labels


def _category(path: Path) -> str:
    named = RESULT.fullmatch(path.stem)
    return named["category"] if named else path.stem


def tables(objects: dict, known: tuple, found: tuple[dict, list[str]] | None):
    """Put columns into tables that know the same images and the same categories."""
    own = objects["category"].labels
    extra = () if found is None else tuple(c for c in found[1] if c not in own)
    labels = names.in_order({*own, *extra})
    truth_table = _table(objects, "objects", known, labels, ())
    if found is None:
        return truth_table
    note = (f"detected, but never annotated: {digits.listing(extra)}",) if extra else ()
    return truth_table, _table(found[0], "detections", known, labels, note)


def _table(columns: dict, what: str, known: tuple, labels: tuple, notes: tuple) -> BoxTable:
    codes = names.recoded(columns["category"], labels, "category", "")
    columns = columns | {"category": Coded(codes, labels)}
    columns = {c: v if isinstance(v, Coded) else locked(v) for c, v in columns.items()}
    return BoxTable(columns, what, known, labels, notes)
