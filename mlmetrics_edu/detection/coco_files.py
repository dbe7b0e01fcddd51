"""Annotations and results in COCO's form: JSON, with records for images, categories and boxes."""

import json
from collections import Counter
from collections.abc import Mapping
from operator import itemgetter
from os import PathLike
from typing import NamedTuple, NoReturn, overload

import numpy as np

from ..core import inputs
from ..core.calls import explained
from ..core.conventions import IgnoreFlag
from ..core.delimited import listed
from ..core.errors import InputError
from ..core.shape import locked
from . import files
from .box_table import BoxTable, Coded
from .cells import Cells, Layout, corners

Source = str | PathLike[str] | Mapping | list  # a path, or what was parsed from a file
GONE = object()  # a field that a record doesn't have
IGNORE = ("overwritten", "kept")
BOX = ("bbox[0]", "bbox[1]", "bbox[2]", "bbox[3]")
OTHERS = ("segmentation", "keypoints", "caption")
ANNOTATION = {"id": GONE, "area": GONE, "iscrowd": 0, "ignore": 0}


@overload
def load_coco(
    annotations: Source, results: None = None, *, names: bool = ..., ignore: IgnoreFlag = ...
) -> BoxTable: ...
@overload
def load_coco(
    annotations: Source, results: Source, *, names: bool = ..., ignore: IgnoreFlag = ...
) -> tuple[BoxTable, BoxTable]: ...
@explained
def load_coco(
    annotations: Source,
    results: Source | None = None,
    *,
    names: bool = True,
    ignore: IgnoreFlag = "overwritten",
) -> BoxTable | tuple[BoxTable, BoxTable]:
    """Read annotations, and results if there are any, in COCO's form.

    Parameters
    ----------
    annotations : path or dict
        The file (``.json``, or ``.json.gz``), or what was parsed from it: ``images``,
        ``categories``, and ``annotations`` with ``image_id``, ``category_id``, ``bbox`` and ``id``.
    results : path or list, optional
        Records with ``image_id``, ``category_id``, ``bbox`` and ``score``.
    names : bool
        Whether categories are called by their names. By their ids, if not, or if two share a name;
        ``.notes`` says so then.
    ignore : {"overwritten", "kept"}
        What becomes of an annotation's own flag ``ignore``: pycocotools overwrites it by
        ``iscrowd``; or it is kept as ``difficult``.

    Returns
    -------
    BoxTable, or a pair of them
        The objects; with results, the objects and the detections. Images are called by their ids
        and stand in their order, categories in the order of theirs, as in pycocotools.

    Raises
    ------
    InputError
        If a file can't be read, something is missing or no number, or an id is there twice; with
        its place.
    UnknownNameError
        If a box is in an image or of a category that the annotations don't list.

    References
    ----------
    Lin et al. (2014), Microsoft COCO, section 5; the formats are described at cocodataset.org.

    Examples
    --------
    >>> annotations = {
    ...     "images": [{"id": 7}, {"id": 3}],
    ...     "categories": [{"id": 1, "name": "cat"}],
    ...     "annotations": [
    ...         {"id": 1, "image_id": 7, "category_id": 1, "bbox": [10, 20, 30, 40], "area": 1200}
    ...     ],
    ... }
    >>> results = [{"image_id": 7, "category_id": 1, "bbox": [12, 20, 30, 40], "score": 0.9}]
    >>> truth, detections = load_coco(annotations, results)
    >>> truth.images, truth.categories, truth["x2"].tolist(), detections["score"].tolist()
    ((3, 7), ('cat',), [40.0], [0.9])
    """
    truth, index = _truth(annotations, names, ignore)
    return truth if results is None else (truth, _detections(results, index))


class Known(NamedTuple):
    """The images and categories of a file: the numbers that it uses, and how they are called."""

    images: tuple
    category_ids: tuple
    categories: tuple
    notes: tuple[str, ...]


def _truth(source, by_name: bool, ignore: str) -> tuple[BoxTable, Known]:
    """Read annotations, and the images and categories that they speak of."""
    inputs.choice(ignore, IGNORE, "ignore")
    data, prefix = _parsed(source)
    index = _known(data, prefix, inputs.flag(by_name, "names"))
    place = f"{prefix}annotations"
    records = _records(data, "annotations", prefix)
    cells = _cells(records, ("image_id", "category_id", "bbox", "id"), ANNOTATION, place)
    ids = _once(cells, "id")
    columns = _boxes(cells, index)
    crowd, ignored = cells.flags("iscrowd"), cells.flags("ignore")
    area, area_note = _area(cells, columns)
    columns |= {"area": area, "crowd": crowd, "id": cells.ids("id")}
    if ignore == "kept":
        columns["difficult"] = ignored
    notes = (*index.notes, *area_note, *_flags_note(ignored & ~crowd, ignore), *_zero_note(ids))
    return _table(columns, "objects", index, notes), index


def _detections(source, index: Known) -> BoxTable:
    """Read results: where something was found, and how sure the detector is."""
    data, prefix = _parsed(source)
    place = f"{prefix}results"
    if not isinstance(data, list):
        raise InputError(
            f"{place} came as {type(data).__name__}",
            "results in COCO's form are a list of records",
            'pass [{"image_id": …, "category_id": …, "bbox": [x, y, w, h], "score": …}, …]',
        )
    _only_masks(data, place)
    cells = _cells(data, ("image_id", "category_id", "bbox", "score"), {"id": GONE}, place)
    columns = _boxes(cells, index) | {"score": cells.numbers("score")}
    given = [one for one in cells.columns["id"] if one is not GONE]
    if not given:
        return _table(columns, "detections", index, ())
    if len(given) == len(data) == len(set(map(str, given))):
        return _table(columns | {"id": cells.ids("id")}, "detections", index, ())
    note = "ids left out: they don't name each result once (pycocotools makes its own)"
    return _table(columns, "detections", index, (note,))


def _table(columns: dict, what: str, index: Known, notes: tuple) -> BoxTable:
    columns = {c: v if isinstance(v, Coded) else locked(v) for c, v in columns.items()}
    return BoxTable(columns, what, index.images, index.categories, notes)


def _known(data, prefix: str, by_name: bool) -> Known:
    """List images and categories by their ids, as pycocotools does."""
    images, categories = (
        _cells(_records(data, key, prefix), ("id",), {"name": None}, f"{prefix}{key}")
        for key in ("images", "categories")
    )
    image_ids, category_ids = _once(images, "id").labels, _once(categories, "id").labels
    if not by_name:
        return Known(image_ids, category_ids, category_ids, ())
    called = dict(zip(categories.columns["id"], categories.columns["name"], strict=True))
    labels = tuple(called[one] for one in category_ids)
    if all(isinstance(name, str) and name for name in labels) and len(set(labels)) == len(labels):
        return Known(image_ids, category_ids, labels, ())
    note = "categories by their ids: not every one has a name of its own"
    return Known(image_ids, category_ids, category_ids, (note,))


def _once(cells: Cells, column: str) -> Coded:
    """Read ids, none of which may occur twice."""
    ids = cells.names(column)
    if len(ids.labels) < len(ids.codes):
        twice, times = Counter(ids.codes.tolist()).most_common(1)[0]
        first, second = np.flatnonzero(ids.codes == twice)[:2]
        cells.refuse(
            second,
            f"{column} is {ids.labels[twice]!r}, as in {cells.where(first)} ({times} in all)",
            "an id must name one only",
            "make the ids unique; pycocotools would silently keep the last one",
        )
    return ids


def _boxes(cells: Cells, index: Known) -> dict:
    """Read which image, which category, and where."""
    advice = "take the annotations of the same images and categories, or leave these boxes out"
    asked = (
        ("image_id", index.images, "images"),
        ("category_id", index.category_ids, "categories"),
    )
    codes = [cells.among(c, labels, f"the {what}", advice) for c, labels, what in asked]
    columns = {
        "image": Coded(codes[0], index.images),
        "category": Coded(codes[1], index.categories),
    }
    four = Cells(dict(zip(BOX, _four(cells), strict=True)), cells.where)
    return columns | corners(four, Layout("xywh"), BOX)


def _four(cells: Cells) -> np.ndarray:
    """Read the four numbers of each bbox, as four columns."""
    values = cells.columns["bbox"]
    if not values:
        return np.zeros((4, 0))
    try:
        array = np.asarray(values)
    except ValueError:
        array = np.zeros(0)
    if array.ndim != 2 or array.shape[1] != 4 or array.dtype.kind not in "iuf":
        row = next((i for i, box in enumerate(values) if not _is_box(box)), 0)
        cells.refuse(
            row,
            f"bbox is {inputs.short(values[row])}",
            "a box in COCO's form has four numbers: left, top, width, height",
        )
    return array.T


def _is_box(box) -> bool:
    try:
        array = np.asarray(box)
    except ValueError:
        return False
    return array.shape == (4,) and array.dtype.kind in "iuf"


def _area(cells: Cells, columns: dict) -> tuple[np.ndarray, tuple[str, ...]]:
    """Read areas; where one isn't given, that of the box stands in."""
    values = cells.columns["area"]
    missing = [i for i, area in enumerate(values) if area is GONE]
    if not missing:
        return cells.numbers("area", least=0), ()
    of_box = (columns["w"] * columns["h"]).tolist()
    filled = [of_box[i] if area is GONE else area for i, area in enumerate(values)]
    note = f"{len(missing):,} annotations have no area: that of the box is taken"
    return Cells({"area": filled}, cells.where).numbers("area", least=0), (note,)


def _flags_note(ignored: np.ndarray, ignore: str) -> tuple[str, ...]:
    """Say what becomes of annotations to be ignored that are no crowds."""
    if not ignored.any():
        return ()
    if ignore == "kept":
        return (f"{ignored.sum():,} annotations to be ignored are difficult",)
    return (
        f"{ignored.sum():,} flags `ignore` overwritten by iscrowd, as pycocotools does"
        ' (ignore="kept" keeps them)',
    )


def _zero_note(ids: Coded) -> tuple[str, ...]:
    if 0 not in ids.labels:
        return ()
    return ("an annotation has the id 0: pycocotools takes its match for none; here it counts",)


def _only_masks(data: list, place: str) -> None:
    """Refuse results that say something else than boxes."""
    for i, record in enumerate(data):
        has = record if isinstance(record, dict) else {}
        other = next((kind for kind in OTHERS if kind in has), None)
        if other and not has.get("bbox"):
            raise InputError(
                f"{place}[{i}] has {other}, and no bbox",
                "masks, keypoints and captions aren't evaluated here, only boxes",
                "pass the results for boxes; a mask's bounding box is pycocotools.mask.toBbox",
            )


def _parsed(source) -> tuple[object, str]:
    """Read a JSON file, and return what to write before the place of an error.

    What was parsed already passes.

    Raises
    ------
    InputError
        If it is no JSON; with line and column.
    """
    if not files.is_path(source):
        return source, ""
    text = files.decoded(files.content(source), str(source))
    try:
        return json.loads(text), f"{source}: "
    except json.JSONDecodeError as error:
        raise _broken(str(source), error) from None
    except (RecursionError, ValueError) as error:
        raise InputError(
            f"{source} can't be read", str(error), "check that the right file was named"
        ) from None


def _broken(name: str, error: json.JSONDecodeError) -> InputError:
    """Say where a file stops being JSON; one that ends too early was often cut off on its way."""
    place = f"line {error.lineno}, column {error.colno}"
    expected = error.msg[:1].lower() + error.msg[1:]
    open_quote = error.msg.startswith("Unterminated")
    if not error.doc.strip():
        return InputError(f"{name} is empty", "there is nothing to read", "check the path")
    if open_quote or error.pos >= len(error.doc.rstrip()):
        return InputError(
            f"{name} ends in the middle{' of a text from' if open_quote else ', at'} {place}",
            "a quotation mark isn't closed" if open_quote else f"it is cut off there: {expected}",
            "write or download the file again, completely",
        )
    found = error.doc[error.pos : error.pos + 20].partition("\n")[0]
    return InputError(
        f"{name} is no JSON from {place} on: {found!r}",
        expected,
        "mend it there, or check that the right file was named",
    )


def _records(data, key: str, prefix: str) -> list:
    """Take a list of records out of a file."""
    if not isinstance(data, Mapping):
        raise InputError(
            f"{prefix}annotations came as {type(data).__name__}",
            "annotations in COCO's form have images, annotations and categories",
            "pass them first, and the list of results second",
        )
    found = data.get(key)
    if not isinstance(found, list):
        raise InputError(
            f"{prefix}there is no list {key!r}; there are {listed(data)}",
            "annotations in COCO's form have images, annotations and categories",
            f"add {key!r}, or check that the right file was named",
        )
    return found


def _cells(records: list, required: tuple[str, ...], optional: Mapping, place: str) -> Cells:
    """Turn records into columns.

    Parameters
    ----------
    records : list of dict
    required : tuple of str
        What each record must have.
    optional : mapping
        What it may have, and what stands for it where it hasn't.
    place : str
        What the list is called, such as ``"results"``.

    Raises
    ------
    InputError
        If a record lacks something; with its place.
    """
    columns = {}
    for field in required:
        try:
            columns[field] = list(map(itemgetter(field), records))
        except (KeyError, TypeError, IndexError):
            _refuse(records, field, place)
    for field, absent in optional.items():
        columns[field] = [record.get(field, absent) for record in records]
    return Cells(columns, lambda row: f"{place}[{row}]")


def _refuse(records: list, field: str, place: str) -> NoReturn:
    """Find the first record that lacks a field."""
    for i, record in enumerate(records):
        if not isinstance(record, Mapping):
            raise InputError(
                f"{place}[{i}] is {inputs.short(record)}",
                f"each record gives names to its values, such as {field!r}",
                "check that the right file was named",
            )
        if field not in record:
            raise InputError(
                f"{place}[{i}] has no {field}; it has {listed(record)}",
                "every record of that list needs it",
                "add it, or leave this record out",
            )
    raise InputError(f"{place} can't be read", f"it lacks {field}", "pass a list of dicts")
