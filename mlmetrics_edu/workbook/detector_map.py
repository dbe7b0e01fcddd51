"""A detector's files in the terminal: the numbers of a protocol, and a row for each class."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from ..core import inputs, saving, words
from ..core.errors import InputError, choice, lines
from ..core.trace import WRITERS, Column, Trace, show
from ..detection.box_tables import BoxTable, place_of
from ..detection.coco import IOU_TYPES, load_coco
from ..detection.detection_map import DetectionMap, detection_map
from ..detection.files import is_folder, load_detections, load_voc
from ..detection.protocols import read_protocol

COCO, VOC, TABLE = "coco", "voc", "table"
JSON = (".json", ".json.gz")


def run(arguments: Namespace) -> int:
    """Judge what the command line names."""
    target, ious = _target(arguments), _ious(arguments.iou)
    choice(arguments.iou_type, IOU_TYPES, "--iou-type")
    if arguments.protocol is not None:
        read_protocol(arguments.protocol)
    truth, detections = Path(arguments.truth), Path(arguments.detections)
    form = _form(arguments, truth)
    tables = _read(form, truth, detections, arguments.iou_type)
    for note in dict.fromkeys(note for table in tables for note in table.notes):
        print(lines(note), file=sys.stderr)
    protocol = arguments.protocol or ("voc2010" if form == VOC else "coco")
    result = detection_map(*tables, protocol, iou=ious)
    category = None if arguments.category is None else _category(result, arguments.category)
    table = result.class_table() if category is None else result.running_table(category)
    if target is not None:
        saving.write(target, WRITERS[target.suffix.lower()](table))
        print(lines(f"{len(table):,} rows written to {target}"))
    elif category is None:
        show(result.trace(), table)
    else:
        show(_areas(result, category), table)
    return 0


def _target(arguments: Namespace) -> Path | None:
    """Check where the table goes, before any work."""
    if arguments.out is None:
        if arguments.force:
            raise InputError("--force without --out", "nothing is replaced", "leave it out")
        return None
    return saving.target(arguments.out, WRITERS, arguments.force)


def _form(arguments: Namespace, truth: Path) -> str:
    """Tell in which form the files are: as said, or by what the truth looks like."""
    if arguments.coco or arguments.voc:
        form = COCO if arguments.coco else VOC
    elif truth.name.lower().endswith(JSON):
        form = COCO
    else:
        form = VOC if truth.is_dir() and any(truth.glob("*.xml")) else TABLE
    if form != COCO and arguments.iou_type != "bbox":
        raise InputError(
            f"--iou-type {arguments.iou_type}, and {truth} isn't in COCO's form",
            "masks are read from COCO's files",
            "leave it out, or name annotations and results in JSON",
        )
    return form


def _read(form: str, truth: Path, detections: Path, iou_type: str) -> tuple[BoxTable, BoxTable]:
    """Read objects and detections; those of annotations in JSON may also stand in a table."""
    if form == VOC and is_folder(detections):
        return load_voc(truth, detections)
    if form == VOC:
        return load_voc(truth), load_detections(detections)
    if form == TABLE:
        return load_detections(truth, kind="truth"), load_detections(detections)
    if detections.name.lower().endswith(JSON) or iou_type != "bbox":
        return load_coco(truth, detections, iou_type)
    return load_coco(truth), load_detections(detections)


def _ious(text: str | None) -> float | list[float] | None:
    """Read the overlaps that are asked for: 0.5, or 0.5,0.75."""
    if text is None:
        return None
    try:
        values = [float(word) for word in text.split(",")]
    except ValueError:
        raise InputError(
            f"--iou {inputs.short(text)}",
            "it is the least overlap of a hit, or several with commas between",
            "write numbers, such as --iou 0.5 or --iou 0.5,0.75",
        ) from None
    return values[0] if len(values) == 1 else values


def _category(result: DetectionMap, typed: str):
    """Find a class by what was typed, also where it is a number."""
    spelt = {str(name): name for name in result.categories}
    name = spelt.get(typed, typed)
    return result.categories[place_of(result.categories, name)]


def _areas(result: DetectionMap, category) -> Trace:
    """Lay out the AP and the AR of one class."""
    both = (result.per_class[category], result.per_class_ar[category])
    columns = (
        Column("number", [number.name for number in both]),
        Column("value", both, words.decimal, "right"),
    )
    return Trace(f"{category}, {result.map.conventions['iou']}", columns)
