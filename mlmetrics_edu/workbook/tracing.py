"""`mlmetrics-edu trace`: the walk down the ranking, over a file of one's own."""

import argparse
import re
import sys

from ..core import saving
from ..core.escaping import lines
from ..core.formula import Formula
from ..core.trace import WRITERS
from ..metrics.evaluate import lookup
from ..metrics.sweep import Sweep, sweep
from . import sources


def run(arguments: argparse.Namespace) -> int:
    """Print the trace, or write it to a file."""
    target = (
        None if arguments.out is None else saving.target(arguments.out, WRITERS, arguments.force)
    )
    columns = _columns(arguments.columns)
    swept = _swept(arguments)
    if arguments.at is not None:
        confusion = swept.at(arguments.at)
        print(confusion, confusion.report(), sep="\n")
        return 0
    table = swept.trace(columns)
    if target is None:
        print(table)
    else:
        print(f"writing {len(table):,} rows …", file=sys.stderr)
        saving.write(target, WRITERS[target.suffix.lower()](table))
        print(lines(f"{len(table):,} rows written to {target}"))
    return 0


def _swept(arguments: argparse.Namespace) -> Sweep:
    found = sources.read(arguments)
    return sweep(
        found.labels,
        found.scores,
        ids=found.ids,
        weights=found.weights,
        positive=found.positive,
        ties=arguments.ties,
    )


def _columns(text: str) -> list[Formula]:
    """Read a list of metrics; a comma within brackets divides nothing."""
    parts = [part.strip() for part in re.split(r",(?![^()]*\))", text) if part.strip()]
    return [_metric(part) for part in parts]


def _metric(part: str) -> Formula:
    name, equals, expression = part.partition("=")
    return Formula(name.strip(), expression) if equals else lookup(part)
