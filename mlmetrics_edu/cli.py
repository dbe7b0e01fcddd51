"""The command line: `mlmetrics-edu COMMAND`. Each command is one function here; the work is theirs.

Exit status: 0 well, 1 something needs mending, 2 wrong input, 130 ended by Ctrl-C.
"""

import argparse
import os
import re
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache

from .core.errors import InputError, MetricError, did_you_mean
from .core.escaping import lines
from .core.trace import SHOWN, WRITERS, Trace, show
from .workbook import doctor, lab, lessons

TABLES = "a table: CSV, TSV …, packed by gzip or not, or Parquet"
# What says how a file is written: an example is a table already.
OF_FILES = ("label", "score", "positive", "id", "weight", "encoding", "delimiter", "decimal")
PAGE = (".html",)
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
    arguments = _parser().parse_args(words[:own])
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
def _parser() -> argparse.ArgumentParser:
    says = "In a pipe or a file, lists are whole; a walk is abbreviated unless --all is given."
    what = {"description": "How models are judged.", "epilog": says}
    top = argparse.ArgumentParser(prog="mlmetrics-edu", **what)
    top.add_argument("-V", "--version", action="version", version=doctor.version())
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for add in (_add_trace, _add_compare, _add_report, _add_figures, _add_reference):
        add(commands)
    for add in (_add_map, _add_exercise, _add_assignment, _add_grade, _add_handout):
        add(commands)
    for add in (_add_lab, _add_notebooks, _add_badges, _add_doctor):
        add(commands)
    return top


def _command(commands, name: str, run, says: str) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=says, description=f"{says[0].upper()}{says[1:]}.")
    parser.set_defaults(run=run, usual=parser.get_default)
    return parser


def _add_source(parser: argparse.ArgumentParser):
    """Let a command take scores from a file or an example; return the way to add more options."""
    source = parser.add_mutually_exclusive_group(required=True)
    source.add_argument("file", nargs="?", metavar="FILE", help=f"{TABLES}; - for standard input")
    source.add_argument("--example", metavar="NAME", help="a data set of the workbook: cars …")
    parser.add_argument(
        "--score", default="score", metavar="COLUMN", help="scores (default: score)"
    )
    _add_columns(parser.add_argument)
    return parser.add_argument


def _add_columns(add) -> None:
    """Let a command be told what is where in a file, and what the file itself doesn't tell."""
    add("--label", default="label", metavar="COLUMN", help="true labels (default: label)")
    add("--positive", metavar="LABEL", help="the positive class, where labels aren't 0 and 1")
    add("--id", metavar="COLUMN", help="names of the samples (default: line numbers)")
    add("--encoding", default="auto", help="of the file (default: as its bytes tell; gbk …)")
    add("--delimiter", default="auto", help="between the columns (default: as in its header; tab)")
    add("--decimal", default="auto", help="point or comma (default: as the numbers tell)")


def _add_trace(commands) -> None:
    says = "count TP, FP, FN and TN at every threshold of a file of scores"
    parser = _command(commands, "trace", _trace, says)
    add = _add_source(parser)
    add("--weight", metavar="COLUMN", help="how many samples each line stands for")
    add("--ties", default="grouped", help="grouped, in-order, positives-first, negatives-first")
    add(
        "--columns",
        default="precision,recall",
        metavar="METRIC,...",
        help="rates by name (f1, f2, fpr …), or your own: mine=TP/(TP+2*FN)",
    )
    says = "many classes, a column of scores for each: cat,dog,bird (or cat=p_cat,…); with "
    add("--classes", metavar="CLASS,...", help=f"{says}--positive cat, cat against the rest")
    add("--at", type=float, metavar="THRESHOLD", help="show the table at one threshold instead")
    add("--all", action="store_true", help="show all rows, not the first and the last ones only")
    add("--out", metavar="TABLE", help=f"write all rows to a file: {', '.join(WRITERS)}")
    add("--force", action="store_true", help="let --out replace a file")
    _add_json(add)


def _trace(arguments: argparse.Namespace) -> int:
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
    elif arguments.json:
        show({"trace": table}, json=True)
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
    if arguments.json:
        _alone(arguments, "json", "out", "all")
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

    show(score_files.by_class(score_files.read_classes(arguments)), arguments.json)
    return 0


def _at(arguments: argparse.Namespace, swept) -> int:
    """Print the counts at one threshold, and all rates."""
    confusion, at = swept.at(arguments.at), arguments.at
    if arguments.json:
        counts = {name.upper(): [getattr(confusion, name)] for name in ("tp", "fp", "fn", "tn")}
        counted = Trace.of(f"threshold {at}", counts)
        show({"counts": counted, "rates": confusion.report()}, json=True)
    else:
        print(confusion, confusion.report(), sep="\n")
    return 0


def _add_compare(commands) -> None:
    says = "compare models on the same samples: AUC, intervals, tests, best thresholds"
    parser = _command(commands, "compare", _compare, says)
    add = parser.add_argument
    says = f"{TABLES}: one for all models, or one for each"
    add("file", nargs="+", metavar="FILE", help=says)
    says = "scores: of the models in one file (lr,rf), or in each of several (default: score)"
    add("--score", default="score", metavar="COLUMN,...", help=says)
    _add_columns(add)
    add("--weight", metavar="COLUMN", help="how many samples each line stands for")
    _add_json(add)
    add("--out", metavar="PAGE", help="write a page on them too, with curves: a .html file")
    add("--title", help="what to write above it")
    add("--language", default="en", help="of the page: en, zh-Hans or zh-Hant (default: en)")
    add("--force", action="store_true", help="let --out replace a file")


def _compare(arguments: argparse.Namespace) -> int:
    """Print what each model is worth, what each two differ by, and what each does at its best."""
    from .core import saving
    from .workbook import score_files

    _need_page(arguments)
    target = None if not arguments.out else saving.target(arguments.out, PAGE, arguments.force)
    models = score_files.read_models(arguments)
    if len(models.y_score) < 2:
        raise InputError(
            f"there is one model only, {next(iter(models.y_score))}",
            "a comparison takes two or more",
            "name a file for each, or columns of one file: --score lr,rf",
        )
    score_files.both_classes(models.y_true, models.positive, "comparison")
    from .workbook.comparison import compared

    how = {"ids": models.ids if arguments.id else None, "weights": models.weights}
    made = compared(models.y_true, models.y_score, positive=models.positive, **how)
    if target is not None:
        _page(arguments, models).save(target, arguments.force)
    show(made.tables, arguments.json)
    if target is not None:
        print(lines(f"written to {target}"), file=sys.stderr if arguments.json else sys.stdout)
    return 0


def _need_page(arguments: argparse.Namespace) -> None:
    """Refuse what says how a page is written where there is none, and weights where there is."""
    if arguments.out is None:
        for option in ("title", "language", "force"):
            if getattr(arguments, option) != arguments.usual(option):
                why = "it says how the page is written, and no page is asked for"
                raise InputError(f"--{option} without --out", why, "add --out PAGE.html")
    elif arguments.weight is not None:
        raise _no_weights(arguments)


def _page(arguments: argparse.Namespace, models):
    """Write the page about several models."""
    from .workbook.report.document import report

    how = {"ids": models.ids, "positive": models.positive, "title": arguments.title}
    return report(models.y_true, dict(models.y_score), language=arguments.language, **how)


def _no_weights(arguments: argparse.Namespace) -> InputError:
    return InputError(
        f"--weight {arguments.weight}",
        "the intervals of a report are those of samples that count once",
        "leave it out; the tables of trace and compare take weights",
    )


def _add_json(add, when: str = "") -> None:
    add("--json", action="store_true", help=f"{when}print JSON for another program to read")


def _need_list(arguments: argparse.Namespace) -> None:
    """Refuse --json where there is no table to print."""
    if arguments.json and not arguments.list:
        raise InputError("--json without --list", "only the list is a table", "add --list")


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


def _add_report(commands) -> None:
    says = "write a page about scores: of one model, of several (--score lr,rf), of many --classes"
    parser = _command(commands, "report", _report, says)
    parser.epilog = "Models in several files: mlmetrics-edu compare A.csv B.csv --out PAGE.html"
    add = _add_source(parser)
    add("--cost-fp", type=float, metavar="COST", help="of a false alarm (1, if a miss has a cost)")
    add("--cost-fn", type=float, metavar="COST", help="of a miss (1, if a false alarm has a cost)")
    add("--p-positive", type=float, metavar="SHARE", help="of positives to expect (default: here)")
    add("--threshold", type=float, help="the one in use (default: the cheapest, or highest F1)")
    says = "many classes, a column of scores for each: cat,dog,bird (or cat=p_cat,…); with "
    add("--classes", metavar="CLASS,...", help=f"{says}--positive cat, cat against the rest")
    add("--weight", metavar="COLUMN", help=argparse.SUPPRESS)  # told that there are none
    says = "what it has to meet, such as 'recall >= 0.9'; may be repeated"
    add("--where", action="append", metavar="CONDITION", help=says)
    add("--title", help="what to write above (default: the file's name)")
    add("--language", default="en", help="en, zh-Hans or zh-Hant (default: en)")
    add("--out", default="report.html", metavar="PAGE", help="the file (default: report.html)")
    add("--force", action="store_true", help="let --out replace a file")


def _report(arguments: argparse.Namespace) -> int:
    given = _to_report(arguments)  # what is wrong is told before what draws is loaded
    from .workbook.report import command

    return command.run(arguments, given)


def _to_report(arguments: argparse.Namespace):
    """Read the scores of one model, of several, or of many classes."""
    from .workbook import score_files

    if arguments.weight is not None:
        raise _no_weights(arguments)
    if arguments.classes:
        _alone(arguments, "classes", "score", "example")
        return score_files.read_classes(arguments)
    if arguments.example:
        return score_files.read_two_classes(arguments, "report")
    models = score_files.read_models(arguments)
    score_files.both_classes(models.y_true, models.positive, "report")
    return models


def _add_map(commands) -> None:
    says = "judge a detector: COCO's twelve numbers, or the mAP of PASCAL VOC, and a row a class"
    parser = _command(commands, "map", _map, says)
    add, form = parser.add_argument, parser.add_mutually_exclusive_group()
    add("truth", metavar="TRUTH", help="COCO's JSON, a folder of VOC's XML, or a CSV file")
    add("detections", metavar="DETECTIONS", help="results in the same form, or in a CSV file")
    form.add_argument("--coco", action="store_true", help="COCO's files (default for .json)")
    form.add_argument("--voc", action="store_true", help="VOC's folders (default for XML)")
    add("--iou-type", default="bbox", help="bbox, or segm for the masks of COCO (default: bbox)")
    add("--protocol", help="coco, voc2007 or voc2010 (default: coco; voc2010 for VOC's folders)")
    add("--iou", metavar="IOU,...", help="least overlaps of a hit (default: as the protocol has)")
    add("--class", dest="category", metavar="NAME", help="one class: each of its detections")
    add("--json", action="store_true", help="print for other programs")
    add("--out", metavar="TABLE", help=f"write the classes to a file: {', '.join(WRITERS)}")
    add("--force", action="store_true", help="let --out replace a file")


def _map(arguments: argparse.Namespace) -> int:
    from .workbook import detector_map

    return detector_map.run(arguments)


def _add_figures(commands) -> None:
    parser = _command(commands, "figures", _figures, "redraw the figures of the gallery")
    add = parser.add_argument
    add("ids", nargs="*", metavar="ID", help="which (default: all)")
    add("--list", action="store_true", help="list the ids with their captions, and draw nothing")
    _add_json(add, "with --list, ")
    add("--check", action="store_true", help="rebuild the data behind each, and fail on a drift")
    add("--language", default="en", help="en, zh-Hans or zh-Hant (default: en)")
    add(
        "--format", default="png,svg", metavar="FORMAT,...", help="png, svg, pdf (default: png,svg)"
    )
    add("--out", default="figures", metavar="DIR", help="the folder (default: figures)")
    add("--force", action="store_true", help="replace files that the gallery didn't make")


def _figures(arguments: argparse.Namespace) -> int:
    _need_list(arguments)
    from .workbook.gallery import files

    return files.run(arguments)


def _add_reference(commands) -> None:
    words = _command(commands, "glossary", _glossary, "look a word up, in three languages")
    choices = _command(commands, "conventions", _conventions, "look a convention up")
    for parser in (words, choices):
        parser.add_argument(
            "words", nargs="*", metavar="WORD", help="a word or a part of one, in any language"
        )
        _add_json(parser.add_argument)


def _glossary(arguments: argparse.Namespace) -> int:
    from .workbook.reference import glossary

    show({"glossary": glossary.glossary(arguments.words)}, arguments.json)
    return 0


def _conventions(arguments: argparse.Namespace) -> int:
    from .workbook.reference import conventions

    show({"conventions": conventions.holding(arguments.words)}, arguments.json)
    return 0


def _add_exercise(commands) -> None:
    says = "practise in the terminal: a wrong answer is told which mistake leads there"
    parser = _command(commands, "exercise", _exercise, says)
    add = parser.add_argument
    add("id", nargs="?", metavar="ID", help="one exercise (default: practice, harder with success)")
    add("--topic", help="counts, pr, roc, auc … (default: all)")
    add("--seed", type=int, help="ask each exercise of the topic once, on the data of this seed")
    add("--list", action="store_true", help="list the exercises, and ask nothing")
    _add_json(add, "with --list, ")
    says = "where practice is remembered (default: mlmetrics-progress.csv)"
    add("--progress", default="mlmetrics-progress.csv", metavar="FILE", help=says)


def _exercise(arguments: argparse.Namespace) -> int:
    _need_list(arguments)
    from .workbook import terminal

    return terminal.run(arguments)


def _add_assignment(commands) -> None:
    says = "write homework: a notebook a student, each with its own data, and the key"
    parser = _command(commands, "assignment", _assignment, says)
    add = parser.add_argument
    add("--topic", action="append", required=True, help="counts, pr, roc …; may be repeated")
    add("--students", metavar="ROSTER.csv", help="a line a student, with a column name")
    add("--out", required=True, metavar="DIR", help="a new folder, or one that is empty")
    add("--count", type=int, default=6, help="how many questions (default: 6)")
    add("--seed", help="any word or number: the same one gives the same homework (default: new)")
    add("--title", help="what to write above (default: the topics)")
    add("--encoding", default="auto", help="of the roster (default: as its bytes tell; gbk …)")
    says = "instead, write a source notebook with marks for nbgrader, the same for all"
    add("--nbgrader", action="store_true", help=says)
    says = "instead, write a file for Moodle's question bank, known mistakes and feedback inside"
    add("--moodle", action="store_true", help=says)
    says = "instead, write QTI 1.2 and 2.1 packages (needs mlmetrics-edu[lms])"
    add("--qti", action="store_true", help=says)
    says = "with --moodle or --qti: on how many data each question is asked (default: 1)"
    add("--variants", type=int, default=1, metavar="N", help=says)


def _assignment(arguments: argparse.Namespace) -> int:
    from .workbook.homework import handout

    return handout.assignment(arguments)


def _add_grade(commands) -> None:
    says = "mark homework that came back: scores, named mistakes, a picture, feedback for each"
    parser = _command(commands, "grade", _grade, says)
    parser.add_argument("directory", metavar="DIR", help="the folder that `assignment` wrote")
    says = "where the notebooks that came back are (default: DIR/students)"
    parser.add_argument("--submitted", metavar="DIR", help=says)
    says = "what answers are worth, by the mistake (default: right ones 1, others 0)"
    parser.add_argument("--credit", metavar="FILE.toml", help=says)
    parser.add_argument("--force", action="store_true", help="replace marks that are there already")
    _add_json(parser.add_argument)


def _grade(arguments: argparse.Namespace) -> int:
    from .workbook.homework import marking

    return marking.grade(arguments)


def _add_handout(commands) -> None:
    says = "hand a lesson out: a page to print, a PDF, or slides, with answers or without"
    parser = _command(commands, "handout", _handout, says)
    add = parser.add_argument
    says = "its number, or how its name begins; several; or all"
    add("lesson", nargs="+", metavar="LESSON", help=says)
    add("--format", default="html", help="html, pdf or slides (default: html)")
    says = "student (room to write, no answers) or teacher (answers, minutes, notes)"
    add("--for", default="student", help=f"{says} (default: student)")
    add("--paper", default="a4", help="a4 or letter (default: a4)")
    add("--out", default=".", metavar="PATH", help="a file, or a folder (default: this one)")
    add("--force", action="store_true", help="replace files of the same name")


def _handout(arguments: argparse.Namespace) -> int:
    from .workbook.handouts import command

    return command.run(arguments)


def _add_lab(commands) -> None:
    parser = _command(commands, "lab", _lab, "open the first lesson in JupyterLab")
    parser.usage = "mlmetrics-edu lab [DIR] [-- JUPYTER-OPTION ...]"
    parser.add_argument("directory", metavar="DIR", nargs="?", help="the workbook's folder")


def _lab(arguments: argparse.Namespace) -> int:
    return lab.start(arguments.directory, arguments.extra)


def _add_notebooks(commands) -> None:
    parser = _command(commands, "notebooks", _notebooks, "copy the workbook into a folder")
    parser.add_argument("directory", metavar="DIR", help="the folder; made when it isn't there")
    parser.add_argument("--force", action="store_true", help="replace files of the same name")
    parser.add_argument("--clear", action="store_true", help="leave out what the lessons show")
    says = "for Colab: each lesson first installs the library from there"
    parser.add_argument("--colab", metavar="OWNER/NAME", help=says)


def _notebooks(arguments: argparse.Namespace) -> int:
    from .workbook import cells

    target, force, clear = arguments.directory, arguments.force, arguments.clear
    if arguments.colab is None:
        change = [cells.cleared] if clear else []
        written = lessons.copy(target, force, *change)
    else:
        written = lessons.copy_for_colab(target, arguments.colab, force, clear)
    copied = f"{len(written)} file{'s' * (len(written) != 1)} copied to {target}."
    print(lines(f"{copied}\nOpen them: mlmetrics-edu lab {target}"))
    return 0


def _add_badges(commands) -> None:
    parser = _command(
        commands, "badges", _badges, "write a table of links to Colab, Binder and a hub"
    )
    parser.add_argument("repository", metavar="OWNER/NAME", help="as GitHub spells it")
    parser.add_argument("--branch", default="main", help="of the lessons (default: main)")
    says = "of their copies for Colab (default: colab)"
    parser.add_argument("--colab-branch", default="colab", metavar="BRANCH", help=says)
    says = "a JupyterHub with nbgitpuller: a column more leads there"
    parser.add_argument("--hub", metavar="URL", help=says)


def _badges(arguments: argparse.Namespace) -> int:
    from .workbook.reference import pages

    asked = (arguments.repository, arguments.branch, arguments.colab_branch, arguments.hub)
    print(pages.badges(*asked))
    return 0


def _add_doctor(commands) -> None:
    parser = _command(commands, "doctor", _doctor, "check that everything the lessons need is here")
    _add_json(parser.add_argument)


def _doctor(arguments: argparse.Namespace) -> int:
    checks = doctor.checks()
    if arguments.json:
        columns = {name: [getattr(c, name) for c in checks] for name in doctor.Check.__match_args__}
        show({"doctor": Trace.of("what the lessons need", columns)}, json=True)
    else:
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
