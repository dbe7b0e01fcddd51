"""`mlmetrics-edu report`: from a file of scores to a page."""

import argparse
import shlex
from pathlib import Path

from ...core import saving
from ...core.escaping import lines
from ...metrics.costing.costs import Costs
from .. import score_files
from . import document
from .page import shown

# What is written down again, where it isn't as usual.
USUAL = {
    "label": "label",
    "score": "score",
    "classes": None,
    "positive": None,
    "id": None,
    "cost_fp": None,
    "cost_fn": None,
    "p_positive": None,
    "threshold": None,
    "where": None,
    "language": "en",
    "encoding": "auto",
    "delimiter": "auto",
    "decimal": "auto",
    "title": None,
    "out": "report.html",
}


def run(
    arguments: argparse.Namespace,
    given: "score_files.Scores | score_files.Models | score_files.Classes",
) -> int:
    """Write the report, and say in a line what it is about."""
    target = saving.target(arguments.out, document.ENDINGS, arguments.force)
    prices = {"fp": arguments.cost_fp, "fn": arguments.cost_fn}
    named = {name: price for name, price in prices.items() if price is not None}
    costs = Costs(**named) if named else None
    how = (costs, arguments.p_positive, arguments.threshold)
    asked = _asked(arguments, given, how)
    # A file is called by its name alone: where it lies is nobody's business.
    name = (
        Path(arguments.file or "").name if arguments.file != score_files.STDIN else "standard input"
    )
    title = arguments.title or asked.say("title.of_file", name=shown(arguments.example or name))
    report = document.made(asked, title, again(arguments))
    saving.write(target, report.html)
    print(report, lines(f"written to {target}"), sep="\n")
    return 0


def _asked(arguments: argparse.Namespace, given, how: tuple):
    """Put the questions to the samples."""
    language, where = arguments.language, arguments.where
    classes = getattr(given, "classes", None)
    positive = getattr(given, "positive", arguments.positive)
    samples = (given.y_true, _columns(given), classes)
    return document.posed(*samples, *how, where, positive, given.ids, language)


def _columns(given):
    """Take the scores; those of one model alone need no name."""
    several = given.y_score
    if isinstance(given, score_files.Models) and len(several) == 1:
        return next(iter(several.values()))
    return several


def again(arguments: argparse.Namespace) -> str:
    """Write the command line that makes the same report again, with the file's name alone."""
    source = ["--example", arguments.example] if arguments.example else [arguments.file]
    if not arguments.example and arguments.file != score_files.STDIN:
        name = Path(arguments.file).name
        source = [f"./{name}" if name.startswith("-") else name]
    options = []
    for name, usual in USUAL.items():
        given = getattr(arguments, name)
        for value in given if isinstance(given, list) else [given]:
            if value != usual:
                options.append(f"--{name.replace('_', '-')}={_typed(name, value)}")
    words = ["mlmetrics-edu", "report", *source, *options]
    return shlex.join(shown(word, 10_000) for word in words)


def _typed(name: str, value) -> str:
    """Write a value as it may have been typed; of a folder, nobody need know."""
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return Path(value).name if name == "out" else str(value)
