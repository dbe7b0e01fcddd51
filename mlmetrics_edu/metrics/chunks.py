"""Labels and scores from a file larger than memory, chunk by chunk.

What a cell means is told cell by cell; what the labels mean only the whole file tells, and so
nothing is judged by a chunk alone: one that holds a single class is as good as any other.
"""

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from os import PathLike
from typing import Any

import numpy as np

from ..core import arrow_files, inputs
from ..core.calls import explained
from ..core.delimited import AUTO, listed
from ..core.errors import InputError, Named, did_you_mean
from ..core.numerals import Numerals

ROWS = 2**20
FEW = 6  # labels that an error lists
# How the classes are written whose positive one need not be named.
PLAIN = {"1": 1, "1.0": 1, "+1": 1, "true": 1, "0": 0, "0.0": 0, "false": 0, "-1": -1, "-1.0": -1}


@explained
def chunks(
    source: str | PathLike[str],
    y_true: str = "label",
    y_score: str = "score",
    weights: str | None = None,
    *,
    positive: Hashable = None,
    rows: int = ROWS,
) -> "Chunks":
    """Read labels and scores from a file larger than memory, chunk by chunk.

    Parameters
    ----------
    source : str or pathlib.Path
        A file in CSV (packed by gzip or not; with commas, semicolons or tabs) or Parquet. It is
        read by pyarrow, which ``pip install 'mlmetrics-edu[parquet]'`` brings.
    y_true, y_score : str
        The columns with the labels of two classes, and with the scores.
    weights : str, optional
        The column that says how many samples each row stands for.
    positive : hashable, optional
        The positive class; 1 and True need not be named.
    rows : int
        The most rows that a chunk holds.

    Returns
    -------
    Chunks
        What can be gone through as often as you like; ``mm.sweep`` takes it for a stream.

    Raises
    ------
    MetricError
        If there is no such file or column, or pyarrow isn't installed. What is wrong with a row is
        told when that row is reached.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     file = Path(folder, "scores.csv")
    ...     _ = file.write_text("label,score\\n1,0.9\\n0,0.7\\n1,0.4\\n")
    ...     for truth, score in chunks(file, rows=2):
    ...         print(truth.tolist(), score.tolist())
    [True, False] [0.9, 0.7]
    [True] [0.4]
    """
    return Chunks(source, y_true, y_score, weights, positive, rows)


@dataclass(eq=False, repr=False)
class Chunks(Named):
    """Labels and scores in a file, to be gone through chunk by chunk. Made by :func:`chunks`.

    Attributes
    ----------
    source : str or pathlib.Path
        The file.
    y_true, y_score, weights : str
        Its columns.
    positive : hashable
        The positive class.
    rows : int
        The most rows of a chunk.
    names : pair of str
        What the negative and the positive class are called, as far as they have been seen.
    size, done : int
        How long the file is, and how much of it has been read.
    unit : str
        What these count: bytes of a text, or rows.
    """

    source: str | PathLike[str]
    y_true: str = "label"
    y_score: str = "score"
    weights: str | None = None
    positive: Hashable = None
    rows: int = ROWS
    rest: bool = field(default=False, kw_only=True)  # whether all other labels are negative
    encoding: str = field(default=AUTO, kw_only=True)
    delimiter: str = field(default=AUTO, kw_only=True)
    decimal: str = field(default=AUTO, kw_only=True)

    def __post_init__(self):
        why = "so many rows are in memory at once"
        self.rows = inputs.whole(self.rows, "rows", why)
        self._table = arrow_files.opened(self.source, self.encoding, self.delimiter)
        self._labels = self._new_labels()
        for option in ("y_true", "y_score", "weights"):
            self._need(option, getattr(self, option))

    def _need(self, option: str, column: Any) -> None:
        """Make sure that a column is there once."""
        header = self._table.header
        times = header.count(column) if isinstance(column, str) else 0
        if times == 1 or (column is None and option == "weights"):
            return
        known = [name for name in header if isinstance(name, str) and name]
        raise InputError(
            f"{self._table.name} has {f'{times} columns' if times else 'no column'} "
            f"{inputs.short(column)}: its header is {listed(header)}",
            f"{option}= names the column to read",
            "give each column a name of its own"
            if times
            else did_you_mean(column, known, f"name one of them: mm.chunks(…, {option}=…)"),
        )

    @property
    def size(self) -> int:
        """How long the file is."""
        return self._table.size

    @property
    def done(self) -> int:
        """How much of it has been read."""
        return self._table.done

    @property
    def unit(self) -> str:
        """What size and done count."""
        return self._table.unit

    @property
    def names(self) -> tuple[str, str]:
        """What the classes are called."""
        return self._labels.names

    def __repr__(self) -> str:
        columns = [name for name in (self.y_true, self.y_score, self.weights) if name]
        return f"Chunks of {self._table.name}: {listed(columns)}"

    def __iter__(self) -> Iterator[tuple[np.ndarray, ...]]:
        table, labels = self._table, self._new_labels()
        self._labels = labels
        names = [name for name in (self.y_true, self.y_score, self.weights) if name is not None]
        # The first of the numbers are scores, and what may come second are weights.
        readers = [_Numbers(table, name, self.decimal, i) for i, name in enumerate(names[1:])]
        first = 1
        for truth, *columns in table.blocks(names, self.rows):
            pairs = zip(readers, columns, strict=True)
            yield labels.read(truth, first), *(reader.read(one, first) for reader, one in pairs)
            first += len(truth)
        if first == 1:
            raise InputError(
                f"{table.name} has columns, and no row below their names",
                "without samples there is nothing to count",
                "check that the right file was named",
            )
        labels.finish()

    def _new_labels(self) -> "_Labels":
        return _Labels(self._table.name, self.y_true, self.positive, self.rest)


class _Labels:
    """The labels of a file: which are positive, judged by all that have been seen so far."""

    def __init__(self, where: str, column: str, positive: Hashable, rest: bool):
        self.where, self.column, self.rest = where, column, rest
        self.named, self.positive = positive is not None, 1 if positive is None else _kind(positive)
        self.seen: dict[Hashable, str] = {}  # what an error calls each kind of label

    def read(self, labels: Any, first: int) -> np.ndarray:
        """Tell of some labels which are positive; ``first`` is the row of the first one."""
        if labels.null_count:
            raise self._missing(first + labels.is_null().index(True).as_py(), "empty")
        codes, values = self._coded(labels)
        positive = np.zeros(len(values), bool)
        for code in np.flatnonzero(np.bincount(codes, minlength=len(values))).tolist():
            kind = _kind(values[code])
            if kind not in self.seen:
                self._meet(kind, values[code], first + int(np.argmax(codes == code)))
            positive[code] = kind == self.positive
        return positive[codes]

    def _coded(self, labels: Any) -> tuple[np.ndarray, list]:
        """Number the different labels; a column of categories has them numbered already."""
        import pyarrow as pa

        if not pa.types.is_dictionary(labels.type):
            try:
                labels = labels.dictionary_encode()
            except pa.ArrowNotImplementedError:
                raise InputError(
                    f"{self.where}: {self.column} is a column of the type {labels.type}",
                    "a label is a number, a text or a truth value",
                    "write such a column of labels, or name another one",
                ) from None
        return _as_numpy(labels.indices).astype(np.intp, copy=False), labels.dictionary.to_pylist()

    def _meet(self, kind: Hashable, value: Any, row: int) -> None:
        """Take note of a kind of label that wasn't there before; refuse it where it doesn't fit."""
        if kind == "" or inputs.is_missing(value):
            raise self._missing(row, value if kind else "empty")
        self.seen[kind] = str(value).strip()
        others = [known for known in self.seen if known != self.positive]
        plain = self.named or {*self.seen} <= {0, 1} or {*self.seen} <= {-1, 1}
        if not plain or (len(others) > 1 and not self.rest):
            raise self._not_two(row)

    def _missing(self, row: int, value: Any) -> InputError:
        return InputError(
            f"{self.where}, row {row}: {self.column} is {value}",
            "a sample without a label can't be right or wrong",
            "give its label, or leave the row out",
        )

    def _not_two(self, row: int) -> InputError:
        *before, found = self.seen.values()
        after = f", after {listed(before, FEW)}" if before else ""
        if self.named:
            why = f"with {inputs.short(self.positive)} as the positive class, these would be three"
            fix = "name the positive class as it is written there, and write the other in one way"
        elif len(before) > 1 or {*self.seen} <= {0, -1}:
            why = "TP, FP, FN and TN are counted for two classes, positive and negative"
            fix = "write the two classes in one way throughout the file, or leave other rows out"
        else:
            why = "only of 0/1, −1/+1 and False/True is it clear which is positive"
            fix = f"name it: positive={inputs.short(found)} (--positive {found} where it is typed)"
        return InputError(
            f"{self.where}, row {row}: {self.column} is {inputs.short(found)}{after}", why, fix
        )

    def finish(self) -> None:
        """Make sure that the positive class was there, if somebody has named it."""
        if self.named and self.positive not in self.seen:
            raise InputError(
                f"positive={inputs.short(self.positive)} is not among the labels of "
                f"{self.where}: {listed(self.seen.values(), FEW)}",
                "then nobody would be positive",
                "name one of these labels as it is written there",
            )

    @property
    def names(self) -> tuple[str, str]:
        """What the classes are called, where the labels are words."""
        if not isinstance(self.positive, str):
            return inputs.CLASSES
        others = [text for kind, text in self.seen.items() if kind != self.positive]
        return others[0] if len(others) == 1 else f"not {self.positive}", self.positive


def _kind(value: Any) -> Hashable:
    """Make one of all ways to write a label: 1, 1.0, "1" and True are the same.

    Examples
    --------
    >>> _kind("1.0"), _kind(True), _kind(-1), _kind(" spam"), _kind(7)
    (1, 1, -1, 'spam', '7')
    """
    text = str(value).strip()
    return PLAIN.get(text.lower(), text)


class _Numbers:
    """A column of numbers: scores, or weights, which aren't negative and stay whole."""

    def __init__(self, table: arrow_files.ArrowTable, column: str, decimal: str, weights: int):
        self.where, self.column, self.weights = table.name, column, weights
        self._written = Numerals(table.name, column, decimal, "row", table.delimiter == ";")

    def read(self, cells: Any, first: int) -> np.ndarray:
        """Turn some cells into finite numbers; ``first`` is the row of the first one."""
        from pyarrow import types

        if types.is_dictionary(cells.type):
            cells = cells.dictionary_decode()
        texts = types.is_string(cells.type) or types.is_large_string(cells.type)
        numbers = self._of_texts(cells, first) if texts else self._of_numbers(cells, first)
        self._refuse(~np.isfinite(numbers), numbers, first, "it isn't a finite number")
        if not self.weights:
            return numbers
        why = "a weight says how many samples a row stands for, so it isn't negative"
        self._refuse(numbers < 0, numbers, first, why)
        return numbers.astype(np.int64) if types.is_integer(cells.type) else numbers

    def _of_texts(self, cells: Any, first: int) -> np.ndarray:
        """Read texts: plain ones at once, others cell by cell, which knows what to say of them."""
        import pyarrow as pa
        from pyarrow import compute

        try:
            numbers = _plain(cells)
        except pa.ArrowInvalid:
            numbers = np.array([np.nan])
        if not (np.abs(numbers) < inputs.EXACT_INTEGER).all():  # or no number at all
            self._written.add(cells.fill_null("").to_pylist(), range(first, first + len(cells)))
            return self._written.taken()
        if self._written.point is None:  # one cell tells how all of these are written
            pointed = compute.indices_nonzero(compute.match_substring(cells, "."))
            row = pointed[0].as_py() if len(pointed) else 0
            self._written.add([cells[row].as_py()], [first + row])
            self._written.taken()
        return numbers

    def _of_numbers(self, cells: Any, first: int) -> np.ndarray:
        import pyarrow as pa
        from pyarrow import types

        if cells.null_count:
            row = first + cells.is_null().index(True).as_py()
            raise self._refused(row, "empty", "a sample without it can't be counted")
        if types.is_decimal(cells.type):  # by way of the text, which is rounded once
            cells = cells.cast(pa.string())
        elif types.is_integer(cells.type):
            whole, most = _as_numpy(cells), inputs.EXACT_INTEGER
            why = "so large a whole number is rounded, and different ones would fall together"
            self._refuse((whole > most) | (whole < -most), whole, first, why)
        elif not (types.is_floating(cells.type) or types.is_boolean(cells.type)):
            raise InputError(
                f"{self.where}: {self.column} is a column of the type {cells.type}",
                "a score or a weight is a real number",
                "convert the column to numbers first, or name another one",
            )
        return _plain(cells)

    def _refuse(self, wrong: np.ndarray, numbers: np.ndarray, first: int, why: str) -> None:
        """Name the first row where something is wrong, if there is one."""
        rows = np.flatnonzero(wrong)
        if len(rows):
            raise self._refused(first + rows[0], numbers[rows[0]], why)

    def _refused(self, row: int, value: Any, why: str) -> InputError:
        return InputError(
            f"{self.where}, row {row}: {self.column} is {value}",
            why,
            "mend the row, or leave it out",
        )


def _plain(cells: Any) -> np.ndarray:
    """Turn cells into floats."""
    import pyarrow as pa

    if cells.null_count:
        raise pa.ArrowInvalid("an empty cell is no number")
    return _as_numpy(cells.cast(pa.float64()))


def _as_numpy(numbers: Any) -> np.ndarray:
    """Look at numbers where they are; ``numbers.to_numpy()`` would load pandas first."""
    held = np.frombuffer(numbers.buffers()[1], str(numbers.type).replace("double", "float64"))
    return held[numbers.offset : numbers.offset + len(numbers)]
