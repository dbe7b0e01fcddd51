"""Labels and scores for a command: of one model, of several, or of many classes.

They come from a table in a file, from standard input, or from an example. What can't be read is
told with its line.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core import digits
from ..core.delimited import listed
from ..core.errors import InputError, did_you_mean
from ..core.inputs import short
from ..core.numbered import Numbered
from ..core.trace import Trace
from ..metrics.many_classes.confusion_matrix import ConfusionMatrix
from ..metrics.many_classes.one_vs_rest import one_vs_rest
from .examples import example
from .table_files import (
    STDIN,
    Coded,
    HowWritten,
    Source,
    Table,
    Wanted,
    opened,
    read_table,
)

PLUS_MINUS = {"-1", "1", "+1"}
ZERO_ONE = {"0": 0, "0.0": 0, "0,0": 0, "false": 0, "1": 1, "1.0": 1, "1,0": 1, "true": 1}
LARGEST = "predicted: the class of the largest score (of equal ones the one named first)"


class Scores(NamedTuple):
    """Labels and scores, and what is known of each sample."""

    y_true: Any
    y_score: Any
    ids: Any
    weights: Any = None
    positive: Any = None


class Models(NamedTuple):
    """Labels, and the scores that each of several models gives to the same samples, by its name."""

    y_true: Any
    y_score: Mapping[str, Any]
    ids: Any
    weights: Any = None
    positive: Any = None


class Classes(NamedTuple):
    """The class of each sample, and a column of scores for each class."""

    y_true: Any
    y_score: Any
    classes: tuple[str, ...]
    ids: Any
    weights: Any = None


def read(arguments: argparse.Namespace) -> Scores:
    """Read what the arguments name: ``example``, or ``file`` with its columns."""
    return _of_file(arguments) if arguments.example is None else _of_example(arguments.example)


def read_two_classes(arguments: argparse.Namespace, what: str) -> Scores:
    """Read samples of both classes; where one is missing, that is told before any work begins."""
    scores = read(arguments)
    both_classes(scores.y_true, scores.positive, what)
    return scores


def both_classes(y_true, positive, what: str) -> None:
    """Refuse samples of one class alone, before any work begins."""
    positive = 1 if positive is None else positive
    counted = Counter((y_true == positive).tolist())
    if len(counted) < 2:
        there, missing = ("positive", "negative") if counted[True] else ("negative", "positive")
        raise InputError(
            f"there is no {what} of {counted.total():,} {there}s and no {missing}",
            "it compares the two classes",
            f"take samples of both; is the {missing} class the one you meant?",
        )


def _of_example(name: str) -> Scores:
    data = example(name)
    if data.y_score is None:
        raise InputError(
            f"the example {data.name!r} has no scores",
            "only scores can be swept by a threshold",
            "choose one with scores, such as cars",
        )
    return Scores(data.y_true, data.y_score, data.ids)


def how_written(arguments: argparse.Namespace) -> HowWritten:
    """Take what was said about the file; not every command asks for all of it."""
    asked = {name: getattr(arguments, name, None) for name in HowWritten._fields}
    return HowWritten(**{name: value for name, value in asked.items() if value is not None})


def _of_file(arguments: argparse.Namespace) -> Scores:
    models = _columns(arguments, opened(arguments.file, how_written(arguments)), [arguments.score])
    return Scores(models.y_true, models.y_score[arguments.score], *models[2:])


def read_models(arguments: argparse.Namespace) -> Models:
    """Read the scores of several models: columns of one file, or files.

    Parameters
    ----------
    arguments : argparse.Namespace
        ``file`` names a file or a list of them; ``score`` a column, or several between commas:
        those of one file, or one for each file. ``id`` names the column by which the lines of
        several files belong together; without it, they have one order.

    Raises
    ------
    InputError
        If the files don't hold the same samples with the same labels.
    """
    files = [arguments.file] if isinstance(arguments.file, str) else list(arguments.file)
    twice = [file for file, times in Counter(files).items() if times > 1]
    if twice:
        raise InputError(
            f"{twice[0]} is named twice",
            "a model compared with itself tells nothing",
            "name each file once; several columns of one file are named by --score lr,rf",
        )
    tables = [opened(file, how_written(arguments)) for file in files]
    names = _named(arguments.score, {name for table in tables for name in table.header})
    if len(tables) == 1:
        return _columns(arguments, tables[0], names)
    if len(names) not in (1, len(tables)):
        raise InputError(
            f"{len(tables)} files and {len(names)} columns of scores: {listed(names)}",
            "each file holds the scores of one model",
            "name one column for all files, or one for each in their order",
        )
    models = [
        _columns(arguments, table, [name])
        for table, name in zip(tables, names * (len(tables) // len(names)), strict=True)
    ]
    return _joined(models, files, by_id=arguments.id is not None)


def _named(text: str, header: set[str]) -> list[str]:
    """Read names between commas; one that is a column as a whole stays one."""
    names = [text] if text in header else [name.strip() for name in text.split(",")]
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice or "" in names:
        raise InputError(
            f"the names {short(text)}",
            f"{short(twice[0])} is there twice" if twice else "one of them is empty",
            "write each name once, with commas between them: lr,rf",
        )
    return names


class Samples(NamedTuple):
    """What a file says of each sample: its label, scores, its name, and its weight."""

    table: Table
    label: Coded
    scores: Mapping[str, np.ndarray]
    ids: Numbered | list[str]
    weights: Any


def _samples(arguments: argparse.Namespace, source: Source, option: str, scores) -> Samples:
    """Read one file, with some columns of scores, which an option has named."""
    label = Wanted("--label", arguments.label, "names")
    columns = [Wanted(option, name, "numbers") for name in scores]
    asked = {"--weight": getattr(arguments, "weight", None), "--id": arguments.id}
    weight, named = (
        [Wanted(option, name, kind)] if name is not None else []
        for (option, name), kind in zip(asked.items(), ("numbers", "names"), strict=True)
    )
    table = read_table(source, [label, *columns, *weight, *named], how_written(arguments))
    if not len(table.lines):
        raise InputError(
            f"{table.name} has a header and no {table.unit}s below it",
            "without samples there is nothing to count",
            "check that the right file was named",
        )
    found = table.tell().columns
    read_scores = {one.name: found[one] for one in columns}
    return Samples(
        table, found[label], read_scores, ids(table, *named), found[weight[0]] if weight else None
    )


def _columns(arguments: argparse.Namespace, source: Source, scores: Sequence[str]) -> Models:
    """Read one file, with the scores of one model or more."""
    read = _samples(arguments, source, "--score", scores)
    named = f"{read.table.name}: the column {arguments.label}"
    y_true, positive = labels(read.label, arguments.positive, named)
    return Models(y_true, read.scores, read.ids, read.weights, positive)


def labels(texts: Coded, positive: str | None, where: str) -> tuple[np.ndarray, object]:
    """Return a column of labels, and which one is positive; the others are the rest."""
    if positive is None:
        plain = [ZERO_ONE.get(label.lower()) for label in texts.names]
        if {*texts.names} <= PLUS_MINUS:
            plain = [max(int(label), 0) for label in texts.names]
        if None in plain:
            raise _unclear(where, texts.names, positive)
        return texts.mapped(plain), 1
    if positive not in texts.names:
        raise _unclear(where, texts.names, positive)
    if len(texts.names) > 2:  # one class against the rest
        rest = f"not {positive}"
        return texts.mapped([n if n == positive else rest for n in texts.names]), positive
    return texts.mapped(texts.names), positive


def _unclear(where: str, names: Sequence[str], positive: str | None) -> InputError:
    named = [short(label) for label in names]
    if len(names) > 2 and positive is None:
        why = "one class is compared with the rest only if you say which"
    elif positive is None:
        why = "only of 0/1, -1/+1 and false/true is it clear which is positive"
    else:
        why = f"{short(positive)}, named as positive, is not among them"
    return InputError(
        f"{where} has the labels {digits.listing(named)}",
        why,
        f"name one of them, such as --positive {named[-1]}",
    )


def ids(table: Table, column: Wanted | None = None) -> Numbered | list[str]:
    """Return a column of names, or the numbers of the lines."""
    if column is None:
        return Numbered(table.unit, table.lines)
    texts = table.columns[column]
    return texts.mapped(texts.names).tolist()


def _joined(models: Sequence[Models], files: Sequence[str], by_id: bool) -> Models:
    """Put the scores of several files side by side, in the order of the first one."""
    first, names = models[0], list(_titles(files))
    scores = {names[0]: next(iter(first.y_score.values()))}
    for other, name in zip(models[1:], names[1:], strict=True):
        order = _partners(first, other, names[0], name) if by_id else _beside(first, other, names)
        _agree(first, other, order, names[0], name)
        scores[name] = next(iter(other.y_score.values()))[order]
    return first._replace(y_score=scores)


def _titles(files: Sequence[str]) -> Iterator[str]:
    """Call each model as its file, with as much of the path as tells them apart."""
    short_names = [Path(file).name.partition(".")[0] or Path(file).name for file in files]
    for file, name in zip(files, short_names, strict=True):
        yield "standard input" if file == STDIN else name if short_names.count(name) == 1 else file


def _beside(first: Models, other: Models, names: Sequence[str]) -> slice:
    a, b = len(first.y_true), len(other.y_true)
    if a != b:
        raise InputError(
            f"the files have {a:,} and {b:,} lines of samples",
            "without names for the samples, line stands beside line",
            "give the same samples in the same order, or name a column of both by --id",
        )
    return slice(None)


def _partners(first: Models, other: Models, *names: str) -> np.ndarray:
    """Find the place of each sample of the first file in another one, by its id."""
    places = [{name: place for place, name in enumerate(model.ids)} for model in (first, other)]
    for model, found, name in zip((first, other), places, names, strict=True):
        if len(found) < len(model.ids):
            twice, times = Counter(model.ids).most_common(1)[0]
            raise InputError(
                f"{name} has the id {short(twice)} {times} times",
                "an id must name one sample only",
                "leave the repetitions out, or name another column by --id",
            )
    alone = [
        (name, ours.keys() - theirs.keys())
        for name, ours, theirs in zip(names, places, places[::-1], strict=True)
    ]
    if any(who for _, who in alone):
        listed_alone = [f"only {name} has {listed(sorted(who), 3)}" for name, who in alone if who]
        raise InputError(
            "; ".join(listed_alone),
            "two models are compared on the same samples",
            "leave out of both files what only one of them has",
        )
    return np.array([places[1][name] for name in first.ids])


def _agree(first: Models, other: Models, order, *names: str) -> None:
    """Make sure that both files say the same of each sample."""
    columns = {
        "label": (first.y_true == first.positive, other.y_true == other.positive),
        "weight": (first.weights, other.weights),
    }
    for what, (ours, theirs) in columns.items():
        differs = np.zeros(0) if ours is None else np.flatnonzero(ours != theirs[order])
        if len(differs):
            more = f" (and {len(differs) - 1:,} more)" if len(differs) > 1 else ""
            who = first.ids[differs[0]]
            raise InputError(
                f"{who} has another {what} in {names[1]} than in {names[0]}{more}",
                "two models are compared on the same samples",
                "sort both files alike, or name the column by --id that tells which is which",
            )


def read_classes(arguments: argparse.Namespace) -> Classes:
    """Read scores of many classes: a column for each, and a column of labels.

    Parameters
    ----------
    arguments : argparse.Namespace
        ``classes`` names them between commas, ``cat,dog``; a column that is called otherwise is
        named behind a sign of equality: ``cat=p_cat,dog=p_dog``.

    Raises
    ------
    InputError
        If a column is missing, or a label is none of the classes.
    """
    source = opened(arguments.file, how_written(arguments))
    pairs = [part.partition("=") for part in _named(arguments.classes, set())]
    named = {name.strip(): (column.strip() or name.strip()) for name, _, column in pairs}
    if len(named) < 2 or len({*named.values()}) < len(pairs):
        raise InputError(
            f"--classes {short(arguments.classes)}",
            "each of two classes or more has a column of scores of its own",
            "name all of them, such as --classes cat,dog,bird or cat=p_cat,dog=p_dog",
        )
    read = _samples(arguments, source, "--classes", named.values())
    strange = [name for name in read.label.names if name not in named]
    if strange:
        raise InputError(
            f"{read.table.name}: the column {arguments.label} has {listed(strange)}, too",
            f"the classes are {listed(named)}, and each sample is of one of them",
            "name every class as in that column; a column of scores that is called otherwise "
            "stands behind it: cat=p_cat",
        )
    scores = np.column_stack([read.scores[column] for column in named.values()])
    y_true = read.label.mapped(read.label.names)
    return Classes(y_true, scores, tuple(named), read.ids, read.weights)


def by_class(given: Classes) -> dict[str, Trace]:
    """Predict the class of the largest score, and judge that and the scores themselves.

    Examples
    --------
    >>> truth, score = np.array(["a", "b", "a"]), np.array([[2, 1], [1, 2], [1, 2]])
    >>> print(by_class(Classes(truth, score, ("a", "b"), []))["matrix"])
    3 samples, 2 classes · truth in rows, in order · predicted: the class of the largest score (...)
             predicted a  predicted b  total
    truly a            1            1      2
    truly b            0            1      1
    total              1            2      3
    """
    predicted = np.array(given.classes, object)[given.y_score.argmax(axis=1)]
    how = {"labels": given.classes, "weights": given.weights}
    matrix = ConfusionMatrix.from_labels(given.y_true, predicted, **how)
    rest = one_vs_rest(given.y_true, given.y_score, given.classes, weights=given.weights)
    table = matrix.trace()
    return {
        "matrix": replace(table, conventions={**table.conventions, "predicted": LARGEST}),
        "classes": matrix.report(),
        "one against the rest": rest.trace(),
    }


def against_the_rest(given: Classes, positive: str) -> Scores:
    """Take one class as positive, with its own column of scores.

    Raises
    ------
    InputError
        If there is no such class.
    """
    if positive not in given.classes:
        raise InputError(
            f"--positive {short(positive)}",
            "it is none of the classes",
            did_you_mean(positive, given.classes, f"name one of {', '.join(given.classes)}"),
        )
    rest = np.where(given.y_true == positive, positive, f"not {positive}").astype(object)
    score = given.y_score[:, given.classes.index(positive)]
    return Scores(rest, score, given.ids, given.weights, positive)
