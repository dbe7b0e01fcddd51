"""Annotations and results in COCO's form: records for images, categories, and boxes or masks."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from operator import itemgetter
from os import PathLike
from typing import NamedTuple, NoReturn

import numpy as np

from ..core import inputs
from ..core.conventions import IouType
from ..core.errors import InputError, choice
from ..core.table_files import listed
from . import masks
from .box_tables import BoxTable, Cells, Coded, corners
from .files import is_path, text

Source = str | PathLike[str] | Mapping | list  # a path, or what was parsed from a file
GONE = object()  # a field that a record doesn't have
IOU_TYPES = ("bbox", "segm")  # as pycocotools calls them
BOX = ("bbox[0]", "bbox[1]", "bbox[2]", "bbox[3]")
ANNOTATION = {"area": GONE, "iscrowd": 0}
REGION = {"bbox": "bbox", "segm": "segmentation"}
SIZE = {"height": GONE, "width": GONE}
LONGEST = 2**31 - 1  # pixels of a side


def load_coco(
    annotations: Source,
    results: Source | None = None,
    iou_type: IouType = "bbox",
) -> BoxTable | tuple[BoxTable, BoxTable]:
    """Read annotations, and results if there are any, in COCO's form: boxes or masks.

    Parameters
    ----------
    annotations : path or dict
        The file (``.json``, or ``.json.gz``), or what was parsed from it: ``images``,
        ``categories``, and ``annotations`` with ``image_id``, ``category_id``, ``id``, and
        ``bbox`` or ``segmentation``.
    results : path or list, optional
        Records with ``image_id``, ``category_id``, ``score``, and ``bbox`` or ``segmentation``.
    iou_type : {"bbox", "segm"}
        What is compared: boxes, or masks, which may be polygons or run lengths (RLE) and need
        pycocotools. How large a detection counts as is decided as there, and ``.notes`` says so
        where that isn't the size of its box or mask.

    Returns
    -------
    BoxTable, or a pair of them
        The objects; with results, the objects and the detections: mappings from names to columns.
        Images are called by their ids and stand in their order, categories by their names in the
        order of their ids, as in pycocotools. Masks are in the column ``mask``, as packed run
        lengths, and the corners are those of the boxes around them. ``.notes`` says what was
        left out or filled in.

    Raises
    ------
    InputError
        If a file can't be read, something is missing, no number or no mask, or an id is there
        twice; with its place.
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

    Of masks, the pixels are counted:

    >>> annotations["images"][0] |= {"width": 80, "height": 60}
    >>> annotations["annotations"][0]["segmentation"] = [[10, 20, 40, 20, 40, 60]]
    >>> objects = load_coco(annotations, iou_type="segm")
    >>> objects["mask"][0]["size"], objects["x2"].tolist()
    ([60, 80], [40.0])
    """
    choice(iou_type, IOU_TYPES, "iou_type")
    truth, index = _truth(annotations, iou_type)
    return truth if results is None else (truth, _detections(results, index, iou_type))


class Known(NamedTuple):
    """The images and categories of a file: the numbers that it uses, and how they are called.

    Attributes
    ----------
    images : tuple
        The images, in order.
    sizes : numpy.ndarray of int, shape (images, 2)
        The height and width of each; -1 where they aren't given.
    category_ids, categories : tuple
        The categories in the order of their ids: these, and what they are called here.
    notes : tuple of str
        What is to be said of that.
    """

    images: tuple
    sizes: np.ndarray
    category_ids: tuple
    categories: tuple
    notes: tuple[str, ...]


def _truth(source, iou_type: str) -> tuple[BoxTable, Known]:
    """Read annotations, and the images and categories that they speak of."""
    data, prefix = _parsed(source)
    index = _known(data, prefix)
    place = f"{prefix}annotations"
    required = ("image_id", "category_id", REGION[iou_type], "id")
    cells = cells_of(records_of(data, "annotations", prefix), required, ANNOTATION, place)
    _once(cells, "id")
    columns = _labels(cells, index)
    columns |= _regions(cells, iou_type, iou_type == "bbox", index.sizes[columns["image"].codes])
    area, area_note = _area(cells, columns)
    columns |= {"area": area, "crowd": cells.flags("iscrowd"), "id": cells.ids("id")}
    notes = (*index.notes, *area_note)
    return BoxTable(columns, "objects", index.images, index.categories, notes), index


def _detections(source, index: Known, iou_type: str) -> BoxTable:
    """Read results: what was found where, and how sure the detector is."""
    data, prefix = _parsed(source)
    place = f"{prefix}results"
    if not isinstance(data, list):
        raise InputError(
            f"{place} came as {type(data).__name__}",
            "results in COCO's form are a list of records",
            'pass [{"image_id": …, "category_id": …, "bbox": [x, y, w, h], "score": …}, …]',
        )
    first = data[0] if data and isinstance(data[0], dict) else {}
    # As pycocotools does: if the first record has a box, that is how large each is.
    boxed = bool(first.get("bbox")) or (iou_type == "bbox" and not first.get("segmentation"))
    of_boxes, of_masks = ("bbox",) * boxed, ("segmentation",) * (iou_type == "segm" or not boxed)
    required = ("image_id", "category_id", *of_boxes, *of_masks, "score")
    cells = cells_of(data, required, {}, place)
    columns = _labels(cells, index)
    columns |= _regions(cells, iou_type, boxed, index.sizes[columns["image"].codes])
    columns["score"] = cells.numbers("score")
    notes = NOTES.get((iou_type, boxed), ())
    return BoxTable(columns, "detections", index.images, index.categories, notes)


def _regions(cells: Cells, iou_type: str, boxed: bool, sizes: np.ndarray) -> dict:
    """Read boxes, or masks in images of some sizes.

    Without boxes, those around masks keep the areas of the masks; where a box stands beside a mask,
    it says how large the mask counts as.
    """
    four = dict(zip(BOX, _four(cells), strict=True)) if boxed else {}
    boxes = corners(Cells(four, cells.where), "xywh", BOX) if boxed else {}
    if boxed and iou_type == "bbox":
        return boxes
    where = lambda row: f"{cells.where(row)}: its mask"  # noqa: E731
    read = masks.read(cells.columns["segmentation"], where, sizes)
    around = {side: getattr(read.sides, side) for side in ("x1", "y1", "x2", "y2", "w", "h")}
    around["area"] = boxes["w"] * boxes["h"] if boxed else read.area
    return around if iou_type == "bbox" else around | {"mask": read.packed}


# By what is compared, and whether results have a box: what to say of it.
NOTES = {
    ("bbox", False): (
        "boxes are those around the masks, and areas those of the masks (pycocotools)",
    ),
    ("segm", True): (
        "areas of detections are those of their bbox, as pycocotools has it"
        " (without bbox, the pixels count)",
    ),
}


def _known(data, prefix: str) -> Known:
    """List images and categories by their ids, as pycocotools does."""
    images, categories = (
        cells_of(records_of(data, key, prefix), ("id",), optional, f"{prefix}{key}")
        for key, optional in (("images", SIZE), ("categories", {"name": None}))
    )
    ids = _once(images, "id")
    sizes = np.empty((len(ids.labels), 2), np.int64)
    sizes[ids.codes] = _sizes(images)
    image_ids, category_ids = ids.labels, _once(categories, "id").labels
    called = dict(zip(categories.columns["id"], categories.columns["name"], strict=True))
    labels = tuple(called[one] for one in category_ids)
    if all(isinstance(name, str) and name for name in labels) and len(set(labels)) == len(labels):
        return Known(image_ids, sizes, category_ids, labels, ())
    note = "categories by their ids: not every one has a name of its own"
    return Known(image_ids, sizes, category_ids, category_ids, (note,))


def _sizes(images: Cells) -> np.ndarray:
    """Read heights and widths; -1 where one isn't given, or is no size."""
    sides = zip(*(images.columns[side] for side in SIZE), strict=True)
    known = [pair if all(map(_is_side, pair)) else (-1, -1) for pair in sides]
    return np.array(known, np.int64).reshape(-1, 2)


def _is_side(value) -> bool:
    return inputs.is_finite(value) and value == int(value) and 0 < value <= LONGEST


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


def _labels(cells: Cells, index: Known) -> dict[str, Coded]:
    """Read which image each is in, and of which category it is."""
    advice = "take the annotations of the same images and categories, or leave these out"
    asked = (
        ("image_id", index.images, "images"),
        ("category_id", index.category_ids, "categories"),
    )
    codes = [cells.among(c, labels, f"the {what}", advice) for c, labels, what in asked]
    return {
        "image": Coded(codes[0], index.images),
        "category": Coded(codes[1], index.categories),
    }


def _four(cells: Cells) -> np.ndarray:
    """Read the four numbers of each bbox, as four columns."""
    values = cells.columns["bbox"]
    if not values:
        return np.zeros((4, 0))
    array = _numbers(values)
    if array.ndim != 2 or array.shape[1] != 4 or array.dtype.kind not in "iuf":
        boxes = map(_numbers, values)
        row = next((i for i, b in enumerate(boxes) if b.shape != (4,) or b.dtype.kind not in "iuf"))
        cells.refuse(
            row,
            f"bbox is {inputs.short(values[row])}",
            "a box in COCO's form has four numbers: left, top, width, height",
        )
    return array.T


def _numbers(values) -> np.ndarray:
    try:
        return np.asarray(values)
    except ValueError:
        return np.zeros(0)


def _area(cells: Cells, columns: dict) -> tuple[np.ndarray, tuple[str, ...]]:
    """Read areas; where one isn't given, that of the box or the mask stands in."""
    values = cells.columns["area"]
    missing = [i for i, area in enumerate(values) if area is GONE]
    if not missing:
        return cells.numbers("area", least=0), ()
    own = (columns["area"] if "area" in columns else columns["w"] * columns["h"]).tolist()
    filled = [own[i] if area is GONE else area for i, area in enumerate(values)]
    what = "mask" if "mask" in columns else "box"
    note = f"{len(missing):,} annotations have no area: that of the {what} is taken"
    return Cells({"area": filled}, cells.where).numbers("area", least=0), (note,)


def _parsed(source) -> tuple[object, str]:
    """Read a JSON file, and return what to write before the place of an error.

    What was parsed already passes.
    """
    if not is_path(source):
        return source, ""
    written = text(source)
    try:
        return json.loads(written), f"{source}: "
    except json.JSONDecodeError as error:
        raise _broken(str(source), error) from None
    except (RecursionError, ValueError) as error:
        raise InputError(
            f"{source} can't be read", str(error), "check that the right file was named"
        ) from None


def _broken(name: str, error: json.JSONDecodeError) -> InputError:
    """Say where a file stops being JSON; one that ends too early was often cut off on its way."""
    place = f"line {error.lineno}, column {error.colno}"
    if not error.doc.strip():
        return InputError(f"{name} is empty", "there is nothing to read", "check the path")
    if error.msg.startswith("Unterminated") or error.pos >= len(error.doc.rstrip()):
        return InputError(
            f"{name} ends in the middle, in what begins at {place}",
            f"it is cut off: {error.msg[:1].lower()}{error.msg[1:]}",
            "write or download the file again, completely",
        )
    rest = error.doc[error.pos : error.pos + 20].partition("\n")[0]
    return InputError(
        f"{name} is no JSON from {place} on: {rest!r}",
        error.msg[:1].lower() + error.msg[1:],
        "mend it there, or check that the right file was named",
    )


def records_of(data, key: str, prefix: str) -> list:
    """Take a list of records out of a file."""
    if not isinstance(data, Mapping):
        raise InputError(
            f"{prefix}annotations came as {type(data).__name__}",
            "annotations in COCO's form have images, annotations and categories",
            "pass them first, and the list of results second",
        )
    records = data.get(key)
    if not isinstance(records, list):
        raise InputError(
            f"{prefix}there is no list {key!r}; there are {listed(data)}",
            "annotations in COCO's form have images, annotations and categories",
            f"add {key!r}, or check that the right file was named",
        )
    return records


def cells_of(records: list, required: tuple[str, ...], optional: Mapping, place: str) -> Cells:
    """Turn records into columns: of what each must have, and of what it may have.

    ``optional`` says what stands for a field where it is lacking; ``place`` is what the list is
    called, such as ``"results"``.
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
                'add it, or leave this record out; iou_type="segm" compares segmentations',
            )
    raise InputError(f"{place} can't be read", f"it lacks {field}", "pass a list of dicts")
