"""Annotations and results in the form of PASCAL VOC: XML files of objects, lines of detections."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Sequence
from os import PathLike
from pathlib import Path
from typing import overload

import numpy as np

from ..core import digits, inputs
from ..core.calls import explained
from ..core.errors import InputError
from ..core.progress import watched
from . import box_table, files
from .box_table import BoxTable, Coded
from .cells import FOUR, Cells, Layout, by_columns, corners

Folder = str | PathLike[str]
CORNERS = ("xmin", "ymin", "xmax", "ymax")
RESULT = re.compile(r"comp\d+_det_[^_]+_(?P<category>.+)")  # comp4_det_test_car
LINE = ("image", "score", *FOUR["xyxy"])


@overload
def load_voc(
    annotations: Folder,
    detections: None = None,
    *,
    image_set: str | PathLike[str] | Sequence[str] | None = ...,
    progress: bool | None = ...,
) -> BoxTable: ...
@overload
def load_voc(
    annotations: Folder,
    detections: Folder,
    *,
    image_set: str | PathLike[str] | Sequence[str] | None = ...,
    progress: bool | None = ...,
) -> tuple[BoxTable, BoxTable]: ...
@explained
def load_voc(
    annotations: Folder,
    detections: Folder | None = None,
    *,
    image_set: str | PathLike[str] | Sequence[str] | None = None,
    progress: bool | None = None,
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
    progress : bool, optional
        Whether to show a bar; by default only where it takes more than two seconds.

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
    objects, images = _truth(paths, progress), tuple(paths)
    found = None if detections is None else _detections(detections, images, progress)
    return _tables(objects, images, found)


class _Refused(Exception):
    """A document type: it may define texts that grow without end, and no annotation needs one."""


class _Plain(ET.TreeBuilder):
    """Builds a tree of a document that defines nothing of its own."""

    def doctype(self, name, pubid, system):
        raise _Refused


def _images(folder, image_set) -> dict[str, Path]:
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


def _truth(paths: dict[str, Path], progress) -> dict:
    """Read the objects of all images, as columns."""
    found, places = [], []
    for image, path in enumerate(watched(paths.values(), "file", progress)):
        for number, element in enumerate(_root(path).findall("object"), start=1):
            places.append((image, f"{path}, object {number}"))
            found.append(_object(element, places[-1][1]))
    columns = by_columns(("name", *CORNERS, "difficult"), found)
    cells = Cells(columns, lambda row: places[row][1], texts=True)
    return {
        "image": Coded(np.array([image for image, _ in places], np.intp), tuple(paths)),
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


def _detections(folder, images: tuple, progress) -> tuple[dict, list[str]]:
    """Read a file of results for each category, a line for each detection."""
    paths = files.folder(folder, (".txt",), "results, a file for each category,")
    categories = [_category(path) for path in paths]
    inputs.ids(categories, f"{folder}, read as categories,")
    hint = "mend it, or leave it out; only files of results may be in that folder"
    cells, file = files.lines_of(paths, LINE, hint, progress)
    advice = "call the images as the annotations' files, without .xml; mind image_set"
    image = cells.among("image", images, "the annotations", advice)
    labels = box_table.in_order(categories)
    place = np.array([labels.index(category) for category in categories])
    columns = {
        "image": Coded(image, images),
        "category": Coded(place[file], labels),
        **corners(cells, Layout("xyxy")),
        "score": cells.numbers("score"),
    }
    return columns, labels


def _category(path: Path) -> str:
    named = RESULT.fullmatch(path.stem)
    return named["category"] if named else path.stem


def _tables(objects: dict, images: tuple, detections: tuple[dict, list[str]] | None):
    """Put columns into tables that know the same images and the same categories."""
    own = objects["category"].labels
    extra = () if detections is None else tuple(c for c in detections[1] if c not in own)
    labels = box_table.in_order({*own, *extra})
    truth_table = _table(objects, "objects", images, labels, ())
    if detections is None:
        return truth_table
    note = (f"detected, but never annotated: {digits.listing(extra)}",) if extra else ()
    return truth_table, _table(detections[0], "detections", images, labels, note)


def _table(columns: dict, what: str, images: tuple, labels: tuple, notes: tuple) -> BoxTable:
    codes = box_table.recoded(columns["category"], labels, "category", "")
    columns = columns | {"category": Coded(codes, labels)}
    return box_table.read_only(columns, what, images, labels, notes)
