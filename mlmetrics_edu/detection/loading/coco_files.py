"""Annotations and results in COCO's form."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from ...core import inputs
from ...core.errors import InputError
from ...core.shape import locked
from ..names import Coded
from ..table import BoxTable
from . import json_file
from .cells import Cells
from .json_file import GONE
from .layout import Layout, corners

IGNORE = ("overwritten", "kept")
BOX = ("bbox[0]", "bbox[1]", "bbox[2]", "bbox[3]")
OTHERS = ("segmentation", "keypoints", "caption")
ANNOTATION = {"id": GONE, "area": GONE, "iscrowd": 0, "ignore": 0}


class Known(NamedTuple):
    """The images and categories of a file: the numbers that it uses, and how they are called."""

    images: tuple
    category_ids: tuple
    categories: tuple
    notes: tuple[str, ...]


def truth(source, by_name: bool, ignore: str) -> tuple[BoxTable, Known]:
    """Read annotations, and the images and categories that they speak of."""
    inputs.choice(ignore, IGNORE, "ignore")
    data, prefix = json_file.read(source)
    known = _known(data, prefix, inputs.flag(by_name, "names"))
    place = f"{prefix}annotations"
    found = json_file.records(data, "annotations", prefix)
    cells = json_file.cells(found, ("image_id", "category_id", "bbox", "id"), ANNOTATION, place)
    ids = _once(cells, "id")
    columns = _boxes(cells, known)
    crowd, ignored = cells.flags("iscrowd"), cells.flags("ignore")
    area, area_note = _area(cells, columns)
    columns |= {"area": area, "crowd": crowd, "id": cells.ids("id")}
    if ignore == "kept":
        columns["difficult"] = ignored
    notes = (*known.notes, *area_note, *_flags_said(ignored & ~crowd, ignore), *_zero_said(ids))
    return _table(columns, "objects", known, notes), known


def detections(source, known: Known) -> BoxTable:
    """Read results: where something was found, and how sure the detector is."""
    data, prefix = json_file.read(source)
    place = f"{prefix}results"
    if not isinstance(data, list):
        raise InputError(
            f"{place} came as {type(data).__name__}",
            "results in COCO's form are a list of records",
            'pass [{"image_id": …, "category_id": …, "bbox": [x, y, w, h], "score": …}, …]',
        )
    _only_masks(data, place)
    cells = json_file.cells(data, ("image_id", "category_id", "bbox", "score"), {"id": GONE}, place)
    columns = _boxes(cells, known) | {"score": cells.numbers("score")}
    given = [one for one in cells.columns["id"] if one is not GONE]
    if not given:
        return _table(columns, "detections", known, ())
    if len(given) == len(data) == len(set(map(str, given))):
        return _table(columns | {"id": cells.ids("id")}, "detections", known, ())
    note = "ids left out: they don't name each result once (pycocotools makes its own)"
    return _table(columns, "detections", known, (note,))


def _table(columns: dict, what: str, known: Known, notes: tuple) -> BoxTable:
    columns = {c: v if isinstance(v, Coded) else locked(v) for c, v in columns.items()}
    return BoxTable(columns, what, known.images, known.categories, notes)


def _known(data, prefix: str, by_name: bool) -> Known:
    """List images and categories by their ids, as pycocotools does."""
    images, categories = (
        json_file.cells(
            json_file.records(data, key, prefix), ("id",), {"name": None}, f"{prefix}{key}"
        )
        for key in ("images", "categories")
    )
    image_ids, category_ids = _once(images, "id").labels, _once(categories, "id").labels
    if not by_name:
        return Known(image_ids, category_ids, category_ids, ())
    called = dict(zip(categories.columns["id"], categories.columns["name"], strict=True))
    found = tuple(called[one] for one in category_ids)
    if all(isinstance(name, str) and name for name in found) and len(set(found)) == len(found):
        return Known(image_ids, category_ids, found, ())
    note = "categories by their ids: not every one has a name of its own"
    return Known(image_ids, category_ids, category_ids, (note,))


def _once(cells: Cells, column: str) -> Coded:
    """Read ids, none of which may occur twice."""
    found = cells.names(column)
    if len(found.labels) < len(found.codes):
        twice, times = Counter(found.codes.tolist()).most_common(1)[0]
        first, second = np.flatnonzero(found.codes == twice)[:2]
        cells.refuse(
            second,
            f"{column} is {found.labels[twice]!r}, as in {cells.where(first)} ({times} in all)",
            "an id must name one only",
            "make the ids unique; pycocotools would silently keep the last one",
        )
    return found


def _boxes(cells: Cells, known: Known) -> dict:
    """Read which image, which category, and where."""
    advice = "take the annotations of the same images and categories, or leave these boxes out"
    asked = (
        ("image_id", known.images, "images"),
        ("category_id", known.category_ids, "categories"),
    )
    codes = [cells.among(c, labels, f"the {what}", advice) for c, labels, what in asked]
    found = {"image": Coded(codes[0], known.images), "category": Coded(codes[1], known.categories)}
    four = Cells(dict(zip(BOX, _four(cells), strict=True)), cells.where)
    return found | corners(four, Layout("xywh"), BOX)


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


def _flags_said(ignored: np.ndarray, ignore: str) -> tuple[str, ...]:
    """Say what becomes of annotations to be ignored that are no crowds."""
    if not ignored.any():
        return ()
    if ignore == "kept":
        return (f"{ignored.sum():,} annotations to be ignored are difficult",)
    return (
        f"{ignored.sum():,} flags `ignore` overwritten by iscrowd, as pycocotools does"
        ' (ignore="kept" keeps them)',
    )


def _zero_said(ids: Coded) -> tuple[str, ...]:
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
