"""Labels and scores for a command: of one model, of several, or of many classes.

They come from a table in a file, from standard input, or from an example. What can't be read is
told with its line, and a column that isn't there with the one that may be meant. How the file is
written is told by the file itself, and said wherever it isn't plain CSV in UTF-8.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core import table_files, words
from ..core.errors import InputError, choice, did_you_mean, printable
from ..core.inputs import short
from ..core.table_files import AUTO, DELIMITERS, Table, listed
from ..core.trace import Trace
from ..metrics.confusion_matrix import ConfusionMatrix
from ..metrics.one_vs_rest import one_vs_rest
from .examples import example

STDIN = "-"
DECIMALS = (AUTO, "point", "comma")
PLUS_MINUS = {"-1", "1", "+1"}
ZERO_ONE = {"0": 0, "0.0": 0, "0,0": 0, "false": 0, "1": 1, "1.0": 1, "1,0": 1, "true": 1}
LARGEST = "predicted: the class of the largest score (of equal ones the one named first)"
COMPARED, LONGEST = 1000, 60  # so many names, of so many letters, are compared with a mistyped one
# What others call these columns, the clearest first.
ELSEWHERE = {
    "--label": "ytrue truth groundtruth target label class actual outcome gold response y "
    "标签 標籤",
    "--score": "yscore score yprob probability proba prob phat predproba prediction predicted pred "
    "yhat ypred confidence risk logit p1 p 得分 分数 分數 概率",
    "--weight": "weight weights sampleweight w n count 权重 權重",
    "--id": "id ids name sample key 编号 編號",
}


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


class Samples(NamedTuple):
    """What a file says of each sample: its label, scores, name and weight."""

    labels: list[str]
    scores: dict[str, np.ndarray]
    ids: list[str]
    weights: np.ndarray | None


def read(arguments: argparse.Namespace) -> Scores:
    """Read what the arguments name: ``example``, or ``file`` with its columns."""
    if arguments.example is not None:
        return _of_example(arguments.example)
    models = _columns(arguments, _table(arguments, arguments.file), [arguments.score])
    return Scores(models.y_true, models.y_score[arguments.score], *models[2:])


def both_classes(scores: Scores | Models) -> Scores | Models:
    """Refuse samples of one class alone, before any work on a report begins."""
    positive = 1 if scores.positive is None else scores.positive
    counted = Counter((scores.y_true == positive).tolist())
    if len(counted) < 2:
        one, missing = ("positive", "negative") if counted[True] else ("negative", "positive")
        raise InputError(
            f"there is no report of {counted.total():,} {one}s and no {missing}",
            "it compares the two classes",
            f"take samples of both; is the {missing} class the one you meant?",
        )
    return scores


def _of_example(name: str) -> Scores:
    data = example(name)
    if data.y_score is None:
        raise InputError(
            f"the example {data.name!r} has no scores",
            "only scores can be swept by a threshold",
            "choose one with scores, such as cars",
        )
    return Scores(data.y_true, data.y_score, data.ids)


def read_models(arguments: argparse.Namespace) -> Models:
    """Read the scores of several models: columns of one file, named between commas."""
    table = _table(arguments, arguments.file)
    return _columns(arguments, table, _named(arguments.score, {*table.header}))


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
    table = _table(arguments, arguments.file)
    pairs = [part.partition("=") for part in _named(arguments.classes, set())]
    named = {name.strip(): (column.strip() or name.strip()) for name, _, column in pairs}
    if len(named) < 2 or len({*named.values()}) < len(pairs):
        raise InputError(
            f"--classes {short(arguments.classes)}",
            "each of two classes or more has a column of scores of its own",
            "name all of them, such as --classes cat,dog,bird or cat=p_cat,dog=p_dog",
        )
    samples = _samples(arguments, table, "--classes", list(named.values()))
    strange = [name for name in dict.fromkeys(samples.labels) if name not in named]
    if strange:
        raise InputError(
            f"{table.name}: the column {arguments.label} has {listed(strange)}, too",
            f"the classes are {listed(named)}, and each sample is of one of them",
            "name every class as in that column; a column of scores that is called otherwise "
            "stands behind it: cat=p_cat",
        )
    scores = np.column_stack([samples.scores[column] for column in named.values()])
    y_true = np.array(samples.labels, object)
    return Classes(y_true, scores, tuple(named), samples.ids, samples.weights)


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


def _table(arguments: argparse.Namespace, file: str) -> Table:
    choice(arguments.decimal, DECIMALS, "--decimal")
    return opened(file, arguments.encoding, arguments.delimiter)


def opened(source: str, encoding: str = AUTO, delimiter: str = AUTO) -> Table:
    """Read a file as a table, or standard input."""
    name = "standard input" if source == STDIN else printable(source)
    content = _of_stdin() if source == STDIN else Path(source).read_bytes()
    return table_files.read(content, name, encoding, delimiter)


def _of_stdin() -> bytes:
    if sys.stdin is None:
        raise InputError(
            "standard input is closed",
            "the table was to be read from there",
            "name a file, or pass the table on: … | mlmetrics-edu trace -",
        )
    return sys.stdin.buffer.read()


def tell(table: Table, more: Sequence[str] = ()) -> None:
    """Say on stderr how a file was read, where that wasn't to be expected."""
    notes = [*table.notes, *more]
    if notes:
        print(printable(f"{table.name}: {', '.join(notes)}"), file=sys.stderr)


def _columns(arguments: argparse.Namespace, table: Table, scores: Sequence[str]) -> Models:
    """Read one file, with the scores of one model or more."""
    samples = _samples(arguments, table, "--score", scores)
    where = f"{table.name}: the column {arguments.label}"
    y_true, positive = labels(samples.labels, arguments.positive, where)
    return Models(y_true, samples.scores, samples.ids, samples.weights, positive)


def _samples(
    arguments: argparse.Namespace, table: Table, option: str, scores: Sequence[str]
) -> Samples:
    """Read columns of scores, which an option has named, and what else is asked for."""
    weight, label = getattr(arguments, "weight", None), arguments.label
    asked = [("--label", label), *((option, name) for name in scores)]
    asked += [("--weight", weight)] * (weight is not None)
    asked += [("--id", arguments.id)] * (arguments.id is not None)
    _need_columns(table, asked)
    if not len(table.lines):
        raise InputError(
            f"{table.name} has a header and no lines below it",
            "without samples there is nothing to count",
            "check that the right file was named",
        )
    texts = table.names(label)
    numbers, notes = table.numbers([*scores, *filter(None, [weight])], arguments.decimal)
    named = arguments.id is not None
    ids = table.names(arguments.id) if named else [f"line {n}" for n in table.lines]
    tell(table, notes)
    return Samples(texts, {name: numbers[name] for name in scores}, ids, numbers.get(weight))


def labels(texts: list[str], positive: str | None, where: str) -> tuple[np.ndarray, object]:
    """Return a column of labels, and which one is positive; the others are the rest."""
    names = list(dict.fromkeys(texts))
    if positive is None:
        plain = {name: ZERO_ONE.get(name.lower()) for name in names}
        if {*names} <= PLUS_MINUS:
            plain = {name: max(int(name), 0) for name in names}
        if None in plain.values():
            raise _unclear(where, names, positive)
        return np.array([plain[text] for text in texts]), 1
    if positive not in names:
        raise _unclear(where, names, positive)
    if len(names) > 2:  # one class against the rest
        texts = [text if text == positive else f"not {positive}" for text in texts]
    return np.array(texts, object), positive


def _unclear(where: str, names: Sequence[str], positive: str | None) -> InputError:
    named = [short(label) for label in names]
    if len(names) > 2 and positive is None:
        why = "one class is compared with the rest only if you say which"
    elif positive is None:
        why = "only of 0/1, -1/+1 and false/true is it clear which is positive"
    else:
        why = f"{short(positive)}, named as positive, is not among them"
    return InputError(
        f"{where} has the labels {words.listing(named)}",
        why,
        f"name one of them, such as --positive {named[-1]}",
    )


def _need_columns(table: Table, asked: Sequence[tuple[str, str]]) -> None:
    """Make sure that each column is there; say of all that aren't what may be meant."""
    missing = {name: option for option, name in asked if name not in table.header}
    if not missing:
        return
    header = f"its header is {listed(table.header)}"
    alone = table.header[0] if len(table.header) == 1 else ""
    other = next((sign for sign in f"{DELIMITERS} " if sign in alone), None)
    if other:
        raise InputError(
            f"{table.name} has no column {short(next(iter(missing)))}: {header}",
            f"the header isn't divided by {table.delimiter!r}, but seems to be by {other!r}",
            f"add --delimiter {'tab' if other == chr(9) else repr(other)}",
        )
    raise InputError(
        f"{table.name} has no column {' and none '.join(map(short, missing))}: {header}",
        "columns are found by their names in the first line",
        _advice(missing, table.header),
    )


def _advice(missing: Mapping[str, str], header: Sequence[str]) -> str:
    """Name the columns that may be meant: alike but for case and blanks, or as others call them."""
    meant = {name: found for name in missing if (found := _meant(name, missing[name], header))}
    if len({*meant.values()}) < len(meant) or not meant:
        more = "; a column for each class: --classes COLUMN,COLUMN …" * ([*missing] == ["score"])
        return f"name the right one: {next(iter(missing.values()))} COLUMN{more}"
    options = [f"{missing[n]} {m!r}" for n, m in meant.items() if missing[n] != "--classes"]
    renamed = [f"{n}={m}" for n, m in meant.items() if missing[n] == "--classes"]
    options += [f"--classes {','.join(renamed)}"] if renamed else []
    return f"did you mean {' and '.join(map(repr, meant.values()))}? Then add {' '.join(options)}"


def _meant(name: str, option: str, header: Sequence[str]) -> str | None:
    """Find the column that comes nearest to the one that was asked for."""
    plain = {_plain(n): n for n in reversed(header[:COMPARED]) if 0 < len(n) <= LONGEST}
    asked = _plain(name)[:LONGEST]
    if asked not in plain and name == option.removeprefix("--"):  # nobody has named it
        asked = next((word for word in ELSEWHERE[option].split() if word in plain), asked)
    nearest = [asked] if asked in plain else get_close_matches(asked, plain, n=1, cutoff=0.5)
    return plain[nearest[0]] if nearest else None


def _plain(name: str) -> str:
    return re.sub(r"[\s_.-]", "", name.casefold())


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
