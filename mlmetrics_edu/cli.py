"""The command line: `mlmetrics-edu COMMAND`. Each command is one function here; the work is theirs.

Exit status: 0 well, 1 something needs mending, 2 wrong input, 130 ended by Ctrl-C.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import threading
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache, partial
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from .core.errors import InputError, MetricError, choice, did_you_mean, lines
from .core.trace import SHOWN, WRITERS, Column, Trace, show
from .workbook import doctor, lessons

TABLES = "a table: CSV, TSV …, packed by gzip or not"
# What says how a file is written: an example is a table already.
OF_FILES = ("label", "score", "positive", "id", "weight", "encoding", "delimiter", "decimal")
COCO, VOC, TABLE = "coco", "voc", "table"  # forms of a detector's files
JSON = (".json", ".json.gz")
TYPES = {"int": int, "float": float}
# A name of a file may be in any encoding; everything else is text.
PATHS = ("file", "directory", "out", "students", "submitted", "progress", "truth", "detections")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command.

    Parameters
    ----------
    argv : sequence of str, optional
        The words after the program's name; those of this process by default.

    Returns
    -------
    int
        The exit status. Whatever is wrong with the input is said on stderr, without a traceback.
    """
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # `| head` has read enough
        _let_go()
        return 141
    except MetricError as error:
        return _refuse(error)
    except OSError as error:
        return _refuse(_as_metric_error(error))
    except ImportError as error:
        return _refuse(_as_missing(error))


def _run(words: list[str]) -> int:
    ready()
    with _ended_in_order():
        try:
            arguments = _parse(words)
            return arguments.run(arguments)
        finally:
            sys.stdout.flush()  # here, where a closed pipe or a full disk can still be answered


def ready() -> None:
    """Make sure that the command can speak.

    A terminal without the sign ≥ shows a question mark instead of a traceback.

    Raises
    ------
    InputError
        If standard output is closed.
    """
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if sys.stdout is None:
        raise InputError(
            "standard output is closed",
            "what the command has to say would be lost",
            "leave it open; > /dev/null drops what nobody wants to read",
        )
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _let_go() -> None:
    """Send what can't be written any more into nothing: on its way out, Python tries once more."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def _ended_in_order() -> Iterator[None]:
    """Let what was begun be cleared away if the system ends the command."""
    ours = threading.current_thread() is threading.main_thread()
    here = [s for s in (signal.SIGTERM, getattr(signal, "SIGHUP", None)) if s is not None and ours]
    changed = [s for s in here if signal.getsignal(s) is signal.SIG_DFL]
    for sign in changed:
        signal.signal(sign, _end)
    try:
        yield
    finally:
        for sign in changed:
            signal.signal(sign, signal.SIG_DFL)


def _end(sign: int, _frame) -> None:
    raise SystemExit(128 + sign)


def _parse(words: list[str]) -> argparse.Namespace:
    """Parse the words; what follows ``lab … --`` belongs to Jupyter and isn't looked at."""
    own = words.index("--") if words[:1] == ["lab"] and "--" in words else len(words)
    arguments = parser().parse_args(words[:own])
    _check(arguments)
    _need_files(arguments)
    arguments.extra = words[own + 1 :]
    return arguments


def _check(arguments: argparse.Namespace) -> None:
    """Refuse empty values, which nothing ignores, and signs that no text has."""
    for name, value in vars(arguments).items():
        for word in value if isinstance(value, list) else [value]:
            why = _fault(name, word) if isinstance(word, str) else None
            if why:
                from .core.inputs import short

                called = name.replace("_", "-")
                raise InputError(f"{called} is {short(word)}", why, "type it anew, or leave it out")


def _need_files(arguments: argparse.Namespace) -> None:
    """Notice a file that isn't there at once, before anything is loaded or done."""
    files = getattr(arguments, "file", None)
    named = [*(files if isinstance(files, list) else [files])]
    named += [getattr(arguments, one, None) for one in ("students", "truth", "detections")]
    for file in filter(None, named):
        if file != "-":
            _need_file(file)


def _need_file(file: str) -> None:
    try:
        os.stat(file)
    except FileNotFoundError:
        folder, name = os.path.split(file)
        beside: list[str] = []
        with suppress(OSError):
            beside = os.listdir(folder or ".")
        raise InputError(
            f"{file} isn't there",
            f"no file in {folder or 'this folder'} has that name"
            if os.path.isdir(folder or ".")
            else f"there is no folder {folder}",
            did_you_mean(name, beside, "check the name and the folder"),
        ) from None


def _fault(name: str, word: str) -> str | None:
    if not word:
        return "what is given must not be empty"
    if "\0" in word:
        return "no text that is typed has the sign of number 0"
    foreign = name not in PATHS and any("\ud800" <= letter <= "\udfff" for letter in word)
    return "it isn't written in the encoding of this terminal" if foreign else None


@cache
def parser() -> argparse.ArgumentParser:
    """Make the parser out of commands.toml: a table for each command, a row for each option."""
    table = tomllib.loads(files(__package__).joinpath("commands.toml").read_text("utf-8"))
    shared = table.pop("shared")
    says = "In a pipe or a file, lists are whole; a walk is abbreviated unless --all is given."
    what = {"description": "How models are judged.", "epilog": says}
    top = argparse.ArgumentParser(prog="mlmetrics-edu", **what)
    top.add_argument("-V", "--version", action="version", version=doctor.version())
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name, command in table.items():
        says, ends = command["help"], {end: command.get(end) for end in ("epilog", "usage")}
        about = f"{says[0].upper()}{says[1:]}."
        one = commands.add_parser(name, help=says, description=about, **ends)
        one.set_defaults(run=partial(_hand_on, command["run"]), usual=one.get_default)
        _add_options(one, list(_options(command["options"], shared)))
    return top


def _options(table: dict, shared: dict) -> Iterator[tuple[str, dict]]:
    """List options, with those that several commands have in common in their places."""
    for name, how in table.items():
        yield from _options(shared[name], shared) if how == "shared" else [(name, how)]


def _add_options(command: argparse.ArgumentParser, options: list[tuple[str, dict]]) -> None:
    groups = {}
    for name, how in options:
        says = how.get("help", argparse.SUPPRESS)
        if says is not argparse.SUPPRESS:
            says = says.format(tables=TABLES, writers=", ".join(WRITERS))
        how = {**how, "help": says}
        how |= {"type": TYPES[how["type"]]} if "type" in how else {}
        group = how.pop("group", None)
        if group is not None and group not in groups:
            groups[group] = command.add_mutually_exclusive_group(required=group == "source")
        groups.get(group, command).add_argument(name, **how)


def _hand_on(place: str, arguments: argparse.Namespace) -> int:
    """Load what does a command's work, and let it work."""
    module, _, name = place.partition(":")
    return getattr(import_module(f".{module}", __package__), name)(arguments)


def trace(arguments: argparse.Namespace) -> int:
    """Print the walk down the ranking, or write it to a file; or judge many classes."""
    from .core import saving
    from .metrics.sweep import sweep

    _need_sense(arguments)
    out = arguments.out
    target = None if out is None else saving.target(out, WRITERS, arguments.force)
    columns = _metrics(arguments.columns)
    if arguments.classes and arguments.positive is None:
        return _classes(arguments)
    swept = sweep(**_scores(arguments)._asdict(), ties=arguments.ties)
    if arguments.at is not None:
        return _at(arguments, swept)
    table = swept.trace(columns)
    if target is not None:
        print(f"writing {len(table):,} rows …", file=sys.stderr)
        WRITERS[target.suffix.lower()](table, target, arguments.force)
        print(lines(f"{len(table):,} rows written to {target}"))
    else:
        print(table.whole if arguments.all else table)
        hidden = not arguments.all and len(table) > SHOWN
        print("--all shows them, and --out FILE writes them\n" * hidden, end="")
    return 0


def _need_sense(arguments: argparse.Namespace) -> None:
    """Refuse options that say nothing beside others: nothing that is typed is ignored."""
    if arguments.example:
        _alone(arguments, "example", *OF_FILES)
    if arguments.classes:
        alone = () if arguments.positive else ("at", "all", "out", "ties", "columns")
        _alone(arguments, "classes", "example", "score", *alone)
    if arguments.at is not None:
        _alone(arguments, "at", "out", "all", "columns")
    if arguments.out is not None:
        _alone(arguments, "out", "all")


def _alone(arguments: argparse.Namespace, option: str, *others: str) -> None:
    """Refuse what an option leaves without meaning."""
    for other in others:
        if getattr(arguments, other) != arguments.usual(other):
            raise InputError(
                f"--{option} and --{other}",
                f"beside --{option}, --{other} says nothing",
                "leave one of them out",
            )


def _scores(arguments: argparse.Namespace):
    """Read labels and scores; of one class against the rest, where there are many."""
    from .workbook import score_files

    if not arguments.classes:
        return score_files.read(arguments)
    return score_files.against_the_rest(score_files.read_classes(arguments), arguments.positive)


def _classes(arguments: argparse.Namespace) -> int:
    """Print who is mixed up with whom, a report by class, and each class against the rest."""
    from .workbook import score_files

    show(*score_files.by_class(score_files.read_classes(arguments)).values())
    return 0


def _at(arguments: argparse.Namespace, swept) -> int:
    """Print the counts at one threshold, and all rates."""
    confusion = swept.at(arguments.at)
    print(confusion, confusion.report(), sep="\n")
    return 0


def _no_weights(arguments: argparse.Namespace) -> InputError:
    return InputError(
        f"--weight {arguments.weight}",
        "the intervals of a report are those of samples that count once",
        "leave it out; the table of trace takes weights",
    )


def _metrics(text: str) -> list:
    """Read a list of metrics, ``name`` or ``name=expression``; a comma in brackets divides none."""
    from .core.formula import Formula
    from .metrics.rates import lookup

    parts = [part.strip() for part in re.split(r",(?![^()]*\))", text) if part.strip()]
    pairs = [(part, *part.partition("=")) for part in parts]
    return [
        Formula(name.strip(), expression) if equals else lookup(part)
        for part, name, equals, expression in pairs
    ]


def report(arguments: argparse.Namespace) -> int:
    given = _to_report(arguments)  # what is wrong is told before what draws is loaded
    from .workbook.report import run

    return run(arguments, given)


def _to_report(arguments: argparse.Namespace):
    """Read the scores of one model, of several, or of many classes."""
    from .workbook import score_files

    if arguments.weight is not None:
        raise _no_weights(arguments)
    if arguments.classes:
        _alone(arguments, "classes", "score", "example")
        return score_files.read_classes(arguments)
    read = score_files.read if arguments.example else score_files.read_models
    return score_files.both_classes(read(arguments))


def judge(arguments: argparse.Namespace) -> int:
    """Print the numbers of a detector, and a row for each class; or write the classes to a file."""
    from .core import saving
    from .detection.detection_map import detection_map
    from .detection.protocols import read_protocol

    target, ious = _target(arguments), _ious(arguments.iou)
    if arguments.protocol is not None:
        read_protocol(arguments.protocol)
    form = _form(arguments, Path(arguments.truth))
    tables = _boxes(form, Path(arguments.truth), Path(arguments.detections), arguments.iou_type)
    for note in dict.fromkeys(note for table in tables for note in table.notes):
        print(lines(note), file=sys.stderr)
    protocol = arguments.protocol or ("voc2010" if form == VOC else "coco")
    result = detection_map(*tables, protocol, iou=ious)
    category = None if arguments.category is None else _category(result, arguments.category)
    table = result.class_table() if category is None else result.running_table(category)
    if target is not None:
        saving.write(target, WRITERS[target.suffix.lower()](table))
        print(lines(f"{len(table):,} rows written to {target}"))
    else:
        show(result.trace() if category is None else _areas(result, category), table)
    return 0


def _target(arguments: argparse.Namespace) -> Path | None:
    """Check where the table goes, before any work."""
    from .core import saving

    if arguments.out is None:
        if arguments.force:
            raise InputError("--force without --out", "nothing is replaced", "leave it out")
        return None
    return saving.target(arguments.out, WRITERS, arguments.force)


def _form(arguments: argparse.Namespace, truth: Path) -> str:
    """Tell in which form the files are: as said, or by what the truth looks like."""
    from .detection.coco import IOU_TYPES

    choice(arguments.iou_type, IOU_TYPES, "--iou-type")
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


def _boxes(form: str, truth: Path, detections: Path, iou_type: str) -> tuple:
    """Read objects and detections; those of annotations in JSON may also stand in a table."""
    from .detection.coco import load_coco
    from .detection.files import is_folder, load_detections, load_voc

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
    from .core import inputs

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


def _category(result, typed: str):
    """Find a class by what was typed, also where it is a number."""
    from .detection.box_tables import place_of

    spelt = {str(name): name for name in result.categories}
    name = spelt.get(typed, typed)
    return result.categories[place_of(result.categories, name)]


def _areas(result, category) -> Trace:
    """Lay out the AP and the AR of one class."""
    from .core import words

    both = (result.per_class[category], result.per_class_ar[category])
    columns = (
        Column("number", [number.name for number in both]),
        Column("value", both, words.decimal, "right"),
    )
    return Trace(f"{category}, {result.map.conventions['iou']}", columns)


def lab(arguments: argparse.Namespace) -> int:
    return doctor.start(arguments.directory, arguments.extra)


def notebooks(arguments: argparse.Namespace) -> int:

    target, force, clear = arguments.directory, arguments.force, arguments.clear
    if arguments.colab is None:
        change = [lessons.cleared] if clear else []
        written = lessons.copy(target, force, *change)
    else:
        written = lessons.copy_for_colab(target, arguments.colab, force, clear)
    copied = f"{len(written)} file{'s' * (len(written) != 1)} copied to {target}."
    print(lines(f"{copied}\nOpen them: mlmetrics-edu lab {target}"))
    return 0


def badges(arguments: argparse.Namespace) -> int:
    from .workbook import reference

    print(reference.badges(arguments.repository, arguments.branch, arguments.colab_branch))
    return 0


def check(arguments: argparse.Namespace) -> int:
    checks = doctor.checks()
    print(*checks, sep="\n")
    return 0 if all(check.ok for check in checks) else 1


def _refuse(error: MetricError) -> int:
    with suppress(OSError):  # nobody may be listening there either
        print(error, file=sys.stderr)
    _let_go()
    return 2


def _as_metric_error(error: OSError) -> MetricError:
    return MetricError(
        f"{error.filename or 'a file'} can't be used",
        f"the system says: {error.strerror or error}",
        "check the name, that it is there, and that you may read or write it",
    )


def _as_missing(error: ImportError) -> MetricError:
    return MetricError(
        f"a library can't be loaded: {str(error).strip().splitlines()[0]}",
        "what you asked for needs it",
        "run mlmetrics-edu doctor, which says what to type",
    )
