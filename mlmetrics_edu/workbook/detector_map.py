"""A detector's files in the terminal: the numbers of a protocol, and a row for each class."""

import json
import sys
from argparse import Namespace
from pathlib import Path

from ..core import digits, inputs, saving
from ..core.errors import InputError
from ..core.escaping import lines
from ..core.trace import WRITERS, Trace, tell
from ..detection import files
from ..detection.box_table import BoxTable
from ..detection.coco_files import IOU_TYPES, load_coco
from ..detection.detection_files import load_detections
from ..detection.detection_map import DetectionMap, detection_map
from ..detection.matching import find_category
from ..detection.protocols import read_protocol
from ..detection.voc_files import load_voc

COCO, VOC, TABLE = "coco", "voc", "table"
JSON = (".json", ".json.gz")


def run(arguments: Namespace) -> int:
    """Judge what the command line names."""
    target, ious = _target(arguments), _ious(arguments.iou)
    inputs.choice(arguments.iou_type, IOU_TYPES, "--iou-type")
    if arguments.protocol is not None:
        read_protocol(arguments.protocol)
    truth, detections = _there(arguments.truth), _there(arguments.detections)
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
    elif arguments.json:
        print(_text_of(_in_json(result, category)))
    else:
        _say(result, category, table)
    return 0


def _target(arguments: Namespace) -> Path | None:
    """Check where the table goes, before any work."""
    if arguments.out is None:
        if arguments.force:
            raise InputError("--force without --out", "nothing is replaced", "leave it out")
        return None
    if arguments.json:
        raise InputError(
            f"--json and --out {arguments.out}",
            "the one prints, the other writes a table to a file",
            "give one of them; > FILE keeps what is printed",
        )
    return saving.target(arguments.out, WRITERS, arguments.force)


def _there(name: str) -> Path:
    """Refuse a file that isn't there, before another one is read for minutes."""
    path = saving.path_of(name)
    if not path.exists():
        raise InputError(
            f"{name} isn't there",
            f"there is no file or folder of that name in {path.parent.absolute()}",
            "check the path",
        )
    return path


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
    if form == VOC and files.is_folder(detections):
        return load_voc(truth, detections)
    if form == VOC:
        return load_voc(truth), load_detections(detections)
    if form == TABLE:
        _refuse_folders(truth, detections)
        return load_detections(truth, kind="truth"), load_detections(detections)
    if detections.name.lower().endswith(JSON) or iou_type != "bbox":
        return load_coco(truth, detections, iou_type)
    return load_coco(truth), load_detections(detections)


def _refuse_folders(*paths: Path) -> None:
    """Refuse folders of text files, of which nothing here says what their numbers are."""
    folder = next(filter(files.is_folder, paths), None)
    if folder is not None:
        raise InputError(
            f"{folder} is a folder, and not one of XML with VOC's objects",
            "lines of text files may be corners, or a width and a height, or shares of the image",
            "name a CSV file, or judge them in Python: mm.load_detections(folder, form=…)",
        )


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
    return result.categories[find_category(result.categories, name)]


def _say(result: DetectionMap, category, table: Trace) -> None:
    """Print the numbers and the classes; or one class's numbers and its walk."""
    if category is None:
        tell(result.trace())
    else:
        over = result.map.conventions["iou"]
        for number in (result.per_class[category], result.per_class_ar[category]):
            print(lines(f"{number.name}: {digits.decimal(number)} ({over})"))
    print()
    tell(table)


def _in_json(result: DetectionMap, category) -> dict:
    """Give the numbers names, for other programs."""
    traced = result.trace()
    if category is not None:
        return {
            "category": category,
            "AP": _number(result.per_class[category]),
            "AR": _number(result.per_class_ar[category]),
            "conventions": dict(traced.conventions),
            "detections": _rows(result.running_table(category)),
        }
    return {
        "summary": {name: _number(value) for name, value in result.summary.items()},
        "classes": _rows(result.class_table()),
        "conventions": dict(traced.conventions),
    }


def _text_of(value: dict) -> str:
    """Write JSON with the letters of every language; what a terminal would obey, by its number."""
    text = json.dumps(value, ensure_ascii=False, indent=2)
    plain = (
        sign if sign.isprintable() or sign == "\n" else json.dumps(sign)[1:-1] for sign in text
    )
    return "".join(plain)


def _rows(table: Trace) -> list[dict]:
    """Lay a table out as records of plain numbers and texts."""
    names = [column.name for column in table.columns]
    columns = [[_plain(value) for value in column.values] for column in table.columns]
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]


def _plain(value):
    """Write a value as JSON has it."""
    value = value.item() if hasattr(value, "item") else value
    return _number(value) if isinstance(value, float) else value


def _number(value) -> float | None:
    """Write a number; JSON has none that is undefined."""
    return float(value) if value == value else None
