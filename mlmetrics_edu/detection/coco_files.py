"""Annotations and results in COCO's form: records for images, categories, and boxes or masks."""

from collections import Counter
from collections.abc import Callable, Mapping
from math import isclose
from os import PathLike
from typing import NamedTuple, overload

import numpy as np

from ..core import inputs
from ..core.calls import explained
from ..core.conventions import IgnoreFlag, IouType
from ..core.errors import InputError
from ..core.inputs import is_number
from . import masks
from .box_forms import Sides
from .box_table import BoxTable, Coded, read_only
from .cells import Cells, Layout, corners
from .files import cells_of, parsed_json, records_of

Source = str | PathLike[str] | Mapping | list  # a path, or what was parsed from a file
GONE = object()  # a field that a record doesn't have
IGNORE = ("overwritten", "kept")
IOU_TYPES = ("bbox", "segm")  # as pycocotools calls them
BOX = ("bbox[0]", "bbox[1]", "bbox[2]", "bbox[3]")
OTHERS = ("keypoints", "caption")
ANNOTATION = {"area": GONE, "iscrowd": 0, "ignore": 0}
REGION = {"bbox": "bbox", "segm": "segmentation"}
SIZE = {"height": GONE, "width": GONE}
LONGEST = 2**31 - 1  # pixels of a side


@overload
def load_coco(
    annotations: Source,
    results: None = None,
    iou_type: IouType = ...,
    *,
    names: bool = ...,
    ignore: IgnoreFlag = ...,
) -> BoxTable: ...
@overload
def load_coco(
    annotations: Source,
    results: Source,
    iou_type: IouType = ...,
    *,
    names: bool = ...,
    ignore: IgnoreFlag = ...,
) -> tuple[BoxTable, BoxTable]: ...
@explained
def load_coco(
    annotations: Source,
    results: Source | None = None,
    iou_type: IouType = "bbox",
    *,
    names: bool = True,
    ignore: IgnoreFlag = "overwritten",
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
        What is compared: boxes, or masks, which may be polygons or run lengths (RLE). How large a
        detection counts as is decided as in pycocotools, and ``.notes`` says so where that isn't
        the size of its box or mask.
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
        and stand in their order, categories in the order of theirs, as in pycocotools. Masks are
        in the column ``mask``, and the corners are those of the boxes around them.

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
    >>> objects["mask"][0], objects["mask"][0].area, objects["x2"].tolist()  # half of 30 · 40
    (a mask of 600 pixels in 80 × 60, 600, [40.0])
    """
    inputs.choice(iou_type, IOU_TYPES, "iou_type")
    truth, index = _truth(annotations, names, ignore, iou_type)
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


def _truth(source, by_name: bool, ignore: str, iou_type: str) -> tuple[BoxTable, Known]:
    """Read annotations, and the images and categories that they speak of."""
    inputs.choice(ignore, IGNORE, "ignore")
    data, prefix = parsed_json(source)
    index = _known(data, prefix, inputs.flag(by_name, "names"))
    place = f"{prefix}annotations"
    records = records_of(data, "annotations", prefix)
    _check_regions(records, iou_type, place)
    required = ("image_id", "category_id", REGION[iou_type], "id")
    cells = cells_of(records, required, ANNOTATION, place)
    ids = _once(cells, "id")
    columns = _labels(cells, index)
    columns |= _boxes(cells) if iou_type == "bbox" else _masks(cells, columns["image"], index)
    crowd, ignored = cells.flags("iscrowd"), cells.flags("ignore")
    area, area_note = _area(cells, columns)
    columns |= {"area": area, "crowd": crowd, "id": cells.ids("id")}
    if ignore == "kept":
        columns["difficult"] = ignored
    notes = (*index.notes, *area_note, *_flags_note(ignored & ~crowd, ignore), *_zero_note(ids))
    named = index.images, index.categories
    return read_only(columns, "objects", *named, notes), index


def _check_regions(records: list, iou_type: str, place: str) -> None:
    """Say so where annotations have masks only and boxes are asked for, or the other way round."""
    other = next(kind for kind in IOU_TYPES if kind != iou_type)
    field, instead = REGION[iou_type], REGION[other]
    for i, record in enumerate(records):
        if isinstance(record, Mapping) and field not in record and instead in record:
            raise InputError(
                f"{place}[{i}] has no {field}; it has {instead}",
                f'iou_type="{iou_type}" compares {"boxes" if iou_type == "bbox" else "masks"}',
                f'add it, or compare the others: load_coco(…, iou_type="{other}")',
            )


def _detections(source, index: Known, iou_type: str) -> BoxTable:
    """Read results: what was found where, and how sure the detector is."""
    data, prefix = parsed_json(source)
    place = f"{prefix}results"
    if not isinstance(data, list):
        raise InputError(
            f"{place} came as {type(data).__name__}",
            "results in COCO's form are a list of records",
            'pass [{"image_id": …, "category_id": …, "bbox": [x, y, w, h], "score": …}, …]',
        )
    _neither_box_nor_mask(data, place)
    kind = _kind_of_results(data, iou_type)
    may_have = dict.fromkeys(("id", "area", *kind.optional), GONE)
    required = ("image_id", "category_id", *kind.required, "score")
    cells = cells_of(data, required, may_have, place)
    columns = _labels(cells, index)
    columns |= kind.read(cells, columns["image"], index)
    columns["score"] = cells.numbers("score")
    ids, ids_note = _own_ids(cells)
    notes = (*kind.notes, *_area_given(cells, columns), *ids_note)
    return read_only(columns | ids, "detections", index.images, index.categories, notes)


class KindOfResults(NamedTuple):
    """What records of results have, and how boxes or masks are made of it.

    Attributes
    ----------
    required, optional : tuple of str
        Fields of each record.
    read : callable
        Makes the columns.
    notes : tuple of str
        What is to be said of that.
    """

    required: tuple[str, ...]
    optional: tuple[str, ...]
    read: Callable
    notes: tuple[str, ...] = ()


def _kind_of_results(data: list, iou_type: str) -> KindOfResults:
    """Decide as pycocotools does: if the first record has a box, that is how large each is."""
    first = data[0] if data and isinstance(data[0], dict) else {}
    boxed, drawn = bool(first.get("bbox")), bool(first.get("segmentation"))
    if iou_type == "bbox" and (boxed or not drawn):
        return KindOfResults(("bbox",), (), lambda cells, *_: _boxes(cells))
    if iou_type == "bbox":
        note = "boxes are those around the masks, and areas those of the masks (pycocotools)"
        return KindOfResults(("segmentation",), (), _boxes_around, (note,))
    if not boxed:
        return KindOfResults(("segmentation",), (), _masks)
    note = (
        "areas of detections are those of their bbox, as pycocotools has it"
        " (without bbox, the pixels count)"
    )
    return KindOfResults(("bbox",), ("segmentation",), _masks_beside_boxes, (note,))


def _boxes_around(cells: Cells, image: Coded, index: Known) -> dict:
    """Take the boxes around masks, which keep the areas of the masks."""
    columns = _masks(cells, image, index)
    pixels = columns.pop("mask")
    return columns | {"area": pixels.area}


def _masks_beside_boxes(cells: Cells, image: Coded, index: Known) -> dict:
    """Read masks that have boxes beside them; one without a mask is its box, filled."""
    boxes = _boxes(cells)
    corners = zip(*(boxes[side].tolist() for side in ("x1", "y1", "x2", "y2")), strict=True)
    drawn = [
        [[x1, y1, x1, y2, x2, y2, x2, y1]] if given is GONE else given
        for given, (x1, y1, x2, y2) in zip(cells.columns["segmentation"], corners, strict=True)
    ]
    filled = Cells({**cells.columns, "segmentation": drawn}, cells.where)
    return _masks(filled, image, index) | {"area": boxes["w"] * boxes["h"]}


def _own_ids(cells: Cells) -> tuple[dict, tuple[str, ...]]:
    """Keep the ids of results, if they name each one once."""
    given = [one for one in cells.columns["id"] if one is not GONE]
    if not given:
        return {}, ()
    if len(given) == len(cells.columns["id"]) == len(set(map(str, given))):
        return {"id": cells.ids("id")}, ()
    return {}, ("ids left out: they don't name each result once (pycocotools makes its own)",)


def _area_given(cells: Cells, columns: dict) -> tuple[str, ...]:
    """Say so where results bring areas of their own that aren't those that count."""
    counted = columns["area"] if "area" in columns else _measured(columns)
    pairs = zip(cells.columns["area"], counted.tolist(), strict=True)
    other = any(a is not GONE and not (is_number(a) and isclose(a, b)) for a, b in pairs)
    return ("the field area of results is left out: pycocotools measures by itself",) * other


def _measured(columns: dict) -> np.ndarray:
    """Compute how large boxes or masks are."""
    return columns["mask"].area if "mask" in columns else columns["w"] * columns["h"]


def _known(data, prefix: str, by_name: bool) -> Known:
    """List images and categories by their ids, as pycocotools does."""
    images, categories = (
        cells_of(records_of(data, key, prefix), ("id",), optional, f"{prefix}{key}")
        for key, optional in (("images", SIZE), ("categories", {"name": None}))
    )
    found = _once(images, "id")
    sizes = np.empty((len(found.labels), 2), np.int64)
    sizes[found.codes] = _sizes(images)
    image_ids, category_ids = found.labels, _once(categories, "id").labels
    if not by_name:
        return Known(image_ids, sizes, category_ids, category_ids, ())
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


def _boxes(cells: Cells) -> dict[str, np.ndarray]:
    """Read where each box is."""
    four = Cells(dict(zip(BOX, _four(cells), strict=True)), cells.where)
    return corners(four, Layout("xywh"), BOX)


def _masks(cells: Cells, image: Coded, index: Known) -> dict:
    """Read masks, and the boxes around them."""
    written = cells.columns["segmentation"]
    read = masks.of(written, lambda row: f"{cells.where(row)}: its mask", index.sizes[image.codes])
    around: Sides = read.sides
    corner = {"x1": around.x1, "y1": around.y1, "x2": around.x2, "y2": around.y2}
    return corner | {"w": around.w, "h": around.h, "mask": read}


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
    """Read areas; where one isn't given, that of the box or the mask stands in."""
    values = cells.columns["area"]
    missing = [i for i, area in enumerate(values) if area is GONE]
    if not missing:
        return cells.numbers("area", least=0), ()
    own = _measured(columns).tolist()
    filled = [own[i] if area is GONE else area for i, area in enumerate(values)]
    what = "mask" if "mask" in columns else "box"
    note = f"{len(missing):,} annotations have no area: that of the {what} is taken"
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


def _neither_box_nor_mask(data: list, place: str) -> None:
    """Refuse results that say something else than boxes or masks."""
    for i, record in enumerate(data):
        has = record if isinstance(record, dict) else {}
        other = next((kind for kind in OTHERS if kind in has), None)
        if other and not has.get("bbox") and not has.get("segmentation"):
            raise InputError(
                f"{place}[{i}] has {other}, and neither bbox nor segmentation",
                "keypoints and captions aren't evaluated here, only boxes and masks",
                "pass the results for boxes or masks",
            )
