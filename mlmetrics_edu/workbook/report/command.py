"""`mlmetrics-edu report`: a page about the scores in a file."""

import argparse
import shlex
from pathlib import Path

from ...core import saving
from ...core.escaping import lines
from ...metrics.costing.costs import Costs
from .. import csvfile, sources
from .case import Case, case
from .document import ENDINGS, made
from .saying import shown

# What is written down again, where it isn't as usual.
USUAL = {
    "label": "label",
    "score": "score",
    "positive": None,
    "id": None,
    "cost_fp": None,
    "cost_fn": None,
    "p_positive": None,
    "threshold": None,
    "language": "en",
    "encoding": "utf-8-sig",
    "delimiter": ",",
    "title": None,
    "out": "report.html",
}


def run(arguments: argparse.Namespace, found: sources.Scores) -> int:
    """Write the report, and say in a line what it is about."""
    target = saving.target(arguments.out, ENDINGS, arguments.force)
    asked = _asked(arguments, found)
    name = arguments.example or _name(arguments.file)
    title = arguments.title or asked.say("title.of_file", name=shown(name))
    done = made(asked, title, again(arguments))
    saving.write(target, done.html)
    print(done, lines(f"written to {target}"), sep="\n")
    return 0


def _name(file: str) -> str:
    """Call a file by its name alone: where it lies is nobody's business."""
    return "standard input" if file == csvfile.STDIN else Path(file).name


def _asked(arguments: argparse.Namespace, found: sources.Scores) -> Case:
    prices = {"fp": arguments.cost_fp, "fn": arguments.cost_fn}
    named = {name: price for name, price in prices.items() if price is not None}
    return case(
        found.labels,
        found.scores,
        Costs(**named) if named else None,
        arguments.p_positive,
        arguments.threshold,
        found.ids,
        found.positive,
        arguments.language,
    )


def _short(value) -> str:
    return repr(value).removesuffix(".0") if isinstance(value, float) else value


def again(arguments: argparse.Namespace) -> str:
    """Write the command line that makes the same report again, with the file's name alone."""
    source = ["--example", arguments.example] if arguments.example else [arguments.file]
    if not arguments.example and arguments.file != csvfile.STDIN:
        name = Path(arguments.file).name
        source = [f"./{name}" if name.startswith("-") else name]
    options = []
    for name, usual in USUAL.items():
        value = getattr(arguments, name)
        if value != usual:
            written = Path(value).name if name == "out" else _short(value)
            options.append(f"--{name.replace('_', '-')}={written}")
    words = ["mlmetrics-edu", "report", *source, *options]
    return shlex.join(shown(word, 10_000) for word in words)
