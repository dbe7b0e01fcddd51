"""Where a command takes its scores from: a file, standard input, or an example of the workbook."""

import argparse
from collections import Counter
from typing import Any, NamedTuple

from ..core.errors import InputError
from . import csvfile
from .examples import example


class Scores(NamedTuple):
    """Labels and scores, and what is known of each sample."""

    labels: Any
    scores: Any
    ids: Any
    weights: Any = None
    positive: Any = None


def read(arguments: argparse.Namespace) -> Scores:
    """Read what the arguments name: ``example``, or ``file`` with its columns."""
    return _of_file(arguments) if arguments.example is None else _of_example(arguments.example)


def read_two_classes(arguments: argparse.Namespace, what: str) -> Scores:
    """Read samples of both classes; where one is missing, that is told before any work begins."""
    found = read(arguments)
    positive = 1 if found.positive is None else found.positive
    counted = Counter((found.labels == positive).tolist())
    if len(counted) < 2:
        there, missing = ("positive", "negative") if counted[True] else ("negative", "positive")
        raise InputError(
            f"there is no {what} of {counted.total():,} {there}s and no {missing}",
            "it compares the two classes",
            f"take samples of both; is the {missing} class the one you meant?",
        )
    return found


def _of_example(name: str) -> Scores:
    data = example(name)
    if data.y_score is None:
        raise InputError(
            f"the example {data.name!r} has no scores",
            "only scores can be swept by a threshold",
            "choose one with scores, such as cars",
        )
    return Scores(data.y_true, data.y_score, data.ids)


def _of_file(arguments: argparse.Namespace) -> Scores:
    weight = getattr(arguments, "weight", None)  # not every command asks for one
    asked = {"label": arguments.label, "score": arguments.score, "id": arguments.id}
    asked["weight"] = weight
    wanted = {f"--{option}": column for option, column in asked.items() if column is not None}
    table = csvfile.read(arguments.file, wanted, arguments.encoding, arguments.delimiter)
    labels, positive = table.labels(arguments.label, arguments.positive)
    weights = table.numbers(weight) if weight is not None else None
    scores, ids = table.numbers(arguments.score), table.ids(arguments.id)
    return Scores(labels, scores, ids, weights, positive)
