"""Labels and scores for a command: from a CSV file, standard input, or an example.

What can't be read is told with its line.
"""

import argparse
import re
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core import digits, textfile
from ..core.delimited import DELIMITERS, Delimited, floats, listed
from ..core.errors import InputError
from ..core.inputs import EXACT_INTEGER, short
from ..core.trace import printable
from .examples import example

STDIN = "-"
PLUS_MINUS = {"-1", "1", "+1"}
ZERO_ONE = {"0": 0, "0.0": 0, "false": 0, "1": 1, "1.0": 1, "true": 1}
ENCODING = "add --encoding gbk (Chinese Windows), latin-1 …, or save the file as UTF-8"
COMPARED, LONGEST = 1000, 60  # so many names, of so many letters, are compared with a mistyped one


class Scores(NamedTuple):
    """Labels and scores, and what is known of each sample."""

    y_true: Any
    y_score: Any
    ids: Any
    weights: Any = None
    positive: Any = None


def read(arguments: argparse.Namespace) -> Scores:
    """Read what the arguments name: ``example``, or ``file`` with its columns."""
    return _of_file(arguments) if arguments.example is None else _of_example(arguments.example)


def read_two_classes(arguments: argparse.Namespace, what: str) -> Scores:
    """Read samples of both classes; where one is missing, that is told before any work begins."""
    scores = read(arguments)
    positive = 1 if scores.positive is None else scores.positive
    counted = Counter((scores.y_true == positive).tolist())
    if len(counted) < 2:
        there, missing = ("positive", "negative") if counted[True] else ("negative", "positive")
        raise InputError(
            f"there is no {what} of {counted.total():,} {there}s and no {missing}",
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


def _of_file(arguments: argparse.Namespace) -> Scores:
    weight = getattr(arguments, "weight", None)  # not every command asks for one
    asked = {"label": arguments.label, "score": arguments.score, "id": arguments.id}
    asked["weight"] = weight
    wanted = {f"--{option}": column for option, column in asked.items() if column is not None}
    table = read_table(arguments.file, wanted, arguments.encoding, arguments.delimiter)
    labels, positive = table.labels(arguments.label, arguments.positive)
    weights = table.numbers(weight) if weight is not None else None
    scores, ids = table.numbers(arguments.score), table.ids(arguments.id)
    return Scores(labels, scores, ids, weights, positive)


@dataclass(frozen=True)
class Table:
    """The columns of a file that were asked for, as text, and the number of each line."""

    name: str
    columns: Mapping[str, list[str]]
    lines: Sequence[int]

    def labels(self, column: str, positive: str | None) -> tuple[np.ndarray, object]:
        """Return a column of labels, and which one is positive; the others are the rest."""
        texts = self._filled(column)
        names = list(dict.fromkeys(texts))
        if positive is None:
            plain = {label: ZERO_ONE.get(label.lower()) for label in names}
            if {*names} <= PLUS_MINUS:
                plain = {label: max(int(label), 0) for label in names}
            if None in plain.values():
                raise self._unclear(column, names, positive)
            return np.fromiter(map(plain.__getitem__, texts), np.int64, len(texts)), 1
        if positive not in names:
            raise self._unclear(column, names, positive)
        if len(names) > 2:  # one class against the rest
            texts = [text if text == positive else f"not {positive}" for text in texts]
        return np.array(texts, object), positive

    def numbers(self, column: str) -> np.ndarray:
        """Return a column of finite numbers."""
        texts = self.columns[column]
        numbers = floats(texts)
        if numbers is None or not np.isfinite(numbers).all():
            raise self._no_number(column)
        if np.abs(numbers).max() >= EXACT_INTEGER:
            self._exact(column, numbers)
        return numbers

    def ids(self, column: str | None) -> list[str]:
        """Return a column of names, or the line numbers."""
        if column is None:
            return [f"line {number}" for number in self.lines]
        return self._filled(column)

    def _filled(self, column: str) -> list[str]:
        """Take a column in which nothing is missing."""
        texts = list(map(str.strip, self.columns[column]))
        empty = [row for row, text in enumerate(texts) if not text] if "" in texts else []
        if empty:
            raise InputError(
                self._first(empty, f"{column} is empty"),
                "a sample without it can't be counted",
                "fill it in, or leave the line out",
            )
        return texts

    def _no_number(self, column: str) -> InputError:
        texts = self._filled(column)
        numbers = [floats([text]) for text in texts]
        bad = [row for row, n in enumerate(numbers) if n is None or not np.isfinite(n[0])]
        comma = re.fullmatch(r"[+-]?\d*,\d+", texts[bad[0]])
        return InputError(
            self._first(bad, f"{column} is {short(texts[bad[0]])}"),
            "it isn't a finite number" + (", which needs a decimal point" if comma else ""),
            "write decimal points instead of commas, throughout the column"
            if comma
            else "mend the line, or leave it out",
        )

    def _exact(self, column: str, numbers: np.ndarray) -> None:
        """Refuse whole numbers so large that different ones would become the same float."""
        large = np.flatnonzero(np.abs(numbers) >= EXACT_INTEGER)
        texts = [self.columns[column][row].strip() for row in large]
        whole = [text.lstrip("+-").isdecimal() for text in texts]
        bad = [
            row
            for row, text, plain in zip(large, texts, whole, strict=True)
            if plain and int(text) != int(numbers[row])
        ]
        if bad:
            raise InputError(
                self._first(bad, f"{column} is {short(self.columns[column][bad[0]].strip())}"),
                "so large a whole number is rounded, and different ones would fall together",
                "use numbers below 2**53, or their ranks",
            )

    def _first(self, rows: Sequence[int], says: str) -> str:
        """Name the first line where something is wrong, and count the others."""
        more = f" (and {len(rows) - 1} more such lines)" if len(rows) > 1 else ""
        return f"{self.name}, line {self.lines[rows[0]]}: {says}{more}"

    def _unclear(self, column: str, names: list, positive: str | None) -> InputError:
        named = [short(label) for label in names]
        if len(names) > 2 and positive is None:
            why = "one class is compared with the rest only if you say which"
        elif positive is None:
            why = "only of 0/1, -1/+1 and false/true is it clear which is positive"
        else:
            why = f"{short(positive)}, named as positive, is not among them"
        return InputError(
            f"{self.name}: the column {column} has the labels {digits.listing(named)}",
            why,
            f"name one of them, such as --positive {named[-1]}",
        )


def read_table(
    source: str,
    wanted: Mapping[str, str],
    encoding: str = textfile.USUAL,
    delimiter: str = ",",
) -> Table:
    """Read some columns of a CSV file.

    Parameters
    ----------
    source : str
        The file's name; ``"-"`` is standard input.
    wanted : mapping
        The columns to read, by the options that name them.
    encoding, delimiter : str
        How the file is written.

    Raises
    ------
    InputError
        If it is no such file, or a column is missing; with the line, where one is to blame.
    """
    name = "standard input" if source == STDIN else printable(source)
    table = Delimited(_text(source, name, encoding), name, delimiter)
    for option, column in wanted.items():
        if table.header.count(column) != 1:
            raise _not_found(option, column, table)
    names = list(dict.fromkeys(wanted.values()))
    columns, lines = table.columns(names)
    if not lines:
        raise InputError(
            f"{name} has a header and no lines below it",
            "without samples there is nothing to count",
            "check that the right file was named",
        )
    return Table(name, dict(zip(names, columns, strict=True)), lines)


def _text(source: str, name: str, encoding: str) -> str:
    """Read all bytes, and make sure that they are the text of a table."""
    content = _of_stdin() if source == STDIN else Path(source).read_bytes()
    text = textfile.decoded(textfile.unpacked(content, name), name, ENCODING, encoding)
    kind = textfile.other_kind(text)
    if kind:
        raise InputError(
            f"{name} holds {kind}",
            "a table is divided into lines and columns",
            "save it as CSV, with a line for each sample",
        )
    return text


def _of_stdin() -> bytes:
    if sys.stdin is None:
        raise InputError(
            "standard input is closed",
            "the table was to be read from there",
            "name a file, or pass the table on: … | mlmetrics-edu trace -",
        )
    return sys.stdin.buffer.read()


def _not_found(option: str, column: str, table: Delimited) -> InputError:
    """Say why a column isn't there, or there too often; guess what was meant."""
    header, times = table.header, table.header.count(column)
    apart = f"its header is {listed(header)}"
    other = next((s for s in DELIMITERS if len(header) == 1 and s in header[0]), None)
    if other:
        return InputError(
            f"{table.name} has no column {short(column)}: {apart}",
            f"the header isn't divided by {table.delimiter!r}, but seems to be by {other!r}",
            f"add --delimiter {'tab' if other == chr(9) else repr(other)}",
        )
    return InputError(
        f"{table.name} has {f'{times} columns' if times else 'no column'} {short(column)}: {apart}",
        "columns are found by their names in the first line",
        _advice(option, column, header) if not times else "give each column a name of its own",
    )


def _advice(option: str, column: str, header: Sequence[str]) -> str:
    """Name the column that may be meant: the same but for case and blanks, or one much like it."""
    names = [name for name in header[:COMPARED] if 0 < len(name) <= LONGEST]
    plain = {re.sub(r"[\s_-]", "", name.casefold()): name for name in names}
    asked = re.sub(r"[\s_-]", "", column.casefold())
    near = get_close_matches(asked[:LONGEST], plain, n=1, cutoff=0.5)
    meant = f"did you mean {plain[near[0]]!r}? Then add " if near else "name the right one: "
    return f"{meant}{option} {plain[near[0]]!r}" if near else f"{meant}{option} COLUMN"
