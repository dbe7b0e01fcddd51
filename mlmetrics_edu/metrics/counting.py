"""Counting down the ranking: line up, add up, and stop where the score changes.

``in_line`` counts as one would by hand. ``count_quickly`` counts the same by sorting numbers,
which takes a third of the time that it takes to find an order. Many rankings (of queries, of
categories, of the labels of each sample) are counted in one walk: they stand one after the other,
and ``start`` says where each begins, and last where all end. Each has a row 0 of its own, at +inf.
One ranking is the simplest case.

Columns of Dask's are counted partition by partition, where these lie, and only the counts travel.
Dask is noticed without being imported, and whichever of its schedulers is active does the work.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from ..core import inputs, words
from ..core.arithmetic import native
from ..core.errors import InputError, MetricError
from ..core.inputs import locked

# Weights are floats: the products of four of their sums are, too, and none is lost beside another.
LIGHTEST, HEAVIEST, APART = 1e-70, 1e70, 1e50
SIZE = 2**63 - 1  # all bits of a float but its sign
SMALL = 2**62  # above the bits of floats from 0 up to 2
NO_SCORE = -SIZE  # below all keys of scores
LARGEST = 1000  # powers of two up to here, and their inverses, are ordinary floats
BLOCK = 1 << 15  # rows that stay in the processor's cache, with all that is made of them


class Samples(NamedTuple):
    """What was swept: kept, so that every count can be taken apart again."""

    positive: np.ndarray
    score: np.ndarray
    weights: np.ndarray | None = None
    ids: np.ndarray | None = None

    def joined(self, other: Samples) -> Samples:
        """Gather two sets of samples that have none in common."""
        if (self.ids is None) != (other.ids is None):
            raise InputError(
                "one sweep has ids and the other has none",
                "their samples couldn't be told apart afterwards",
                "give ids to both, or to neither",
            )
        both = set() if self.ids is None else {*self.ids.tolist()} & {*other.ids.tolist()}
        if both:
            raise InputError(
                f"{len(both)} sample(s) stand in both sweeps: "
                + words.listing(sorted(both, key=str)),
                "they would be counted twice",
                "add sweeps of different samples, or give each its own id",
            )
        a, b = self, other
        if a.weights is not b.weights:  # one of them may have none
            a, b = (one._replace(weights=one.hefts) for one in (a, b))
        pairs = zip(a, b, strict=True)
        return Samples(*(None if x is None else np.concatenate([x, y]) for x, y in pairs))

    @property
    def hefts(self) -> np.ndarray:
        """How many samples each one stands for."""
        return np.ones(len(self.score), np.int64) if self.weights is None else self.weights


def read_samples(y_true, y_score, positive, weights, ids) -> Samples:
    """Read the columns, and leave out samples of weight 0, which are not there."""
    try:
        truth, score = _truth(y_true, y_score, positive), inputs.scores(y_score)
    except InputError:
        if is_table(y_score):
            raise unnamed(y_score) from None
        raise
    columns = Samples(truth, score, read_weights(weights), inputs.ids(ids))
    inputs.same_length(
        y_true=columns.positive, y_score=columns.score, weights=columns.weights, ids=columns.ids
    )
    if weights is None or columns.weights.all():
        return columns
    if not columns.weights.any():
        raise InputError(
            "all weights are 0", "then no sample counts", "give some sample a positive weight"
        )
    heavy = columns.weights > 0
    return Samples(*(None if column is None else column[heavy] for column in columns))


def _truth(y_true, y_score, positive) -> np.ndarray:
    """Read the labels; scores in their place are told what they look like."""
    try:
        return inputs.labels(y_true, positive)
    except InputError:
        if positive is None and (turned := inputs.swapped(y_true, y_score)):
            raise turned from None
        raise


def is_table(values) -> bool:
    """Tell rows of values from a column, or from a single value."""
    try:
        return np.ndim(values) == 2
    except ValueError:  # rows of several lengths, which the reader of tables knows what to say of
        return True


def unnamed(y_score) -> InputError:
    """Say that a table of scores needs names of its columns."""
    columns = inputs.table(y_score, "y_score").shape[1]
    return InputError(
        f"y_score has {columns} columns",
        "a sweep goes along the scores of one class, and which column is whose wasn't said",
        f"pass one column, such as y_score[:, {columns - 1}]; or count each class against the "
        "rest: mm.one_vs_rest(y_true, y_score, classes=model.classes_)",
    )


def read_weights(values, name: str = "weights") -> np.ndarray | None:
    """Read weights: whole numbers as such, others as floats that can be added and multiplied.

    Raises
    ------
    InputError
        If one is negative, no finite number, or so far from another that it would be lost.
    """
    weights = inputs.weights(values, name, HEAVIEST)
    heavy = None if weights is None or weights.dtype == np.int64 else np.flatnonzero(weights)
    if heavy is None or not heavy.size:
        return weights
    low, high = (heavy[pick(weights[heavy])] for pick in (np.argmin, np.argmax))
    least, most = weights[low].item(), weights[high].item()
    if least < LIGHTEST:
        raise InputError(
            f"{name}[{low}] is {least:g}",
            "products of floats so small lose their digits",
            "multiply all of them by one number: only their ratios matter",
        )
    if most / APART > least:
        raise InputError(
            f"{name}[{high}] is {most:g} and {name}[{low}] is {least:g}",
            "beside the one the other is too small to change any digit of a rate",
            "leave out the samples of the small weights, or bring all weights nearer together",
        )
    return weights


def line_up(
    positive: np.ndarray, score: np.ndarray, ties: str, start: np.ndarray | None = None
) -> np.ndarray:
    """Return the order of the samples, highest score first; equal scores as ``ties`` says."""
    keys = [-score]
    if ties in ("positives-first", "negatives-first"):
        keys.insert(0, positive == (ties == "negatives-first"))
    if start is None:
        return np.lexsort(keys) if len(keys) > 1 else np.argsort(keys[0], kind="stable")
    sizes = np.diff(start)
    if (sizes == sizes[0]).all():  # a table, sorted row by row
        rows = [key.reshape(len(sizes), sizes[0]) for key in keys]
        return (np.lexsort(rows, axis=-1) + start[:-1, None]).ravel()
    line = np.lexsort(keys)
    return line[stable_order(np.repeat(np.arange(len(sizes)), native(sizes))[line])]


def count(
    positive: np.ndarray,
    score: np.ndarray,
    weights: np.ndarray | None,
    ties: str,
    start: np.ndarray | None = None,
):
    """Count what is predicted positive at each threshold.

    Parameters
    ----------
    positive, score : numpy.ndarray of bool and of float, shape (n,)
    weights : numpy.ndarray of int or of float, shape (n,), or None
    ties : str
        How samples of equal score come in.
    start : numpy.ndarray of int, shape (rankings + 1,), optional
        Which sample is the first of each ranking; without it there is one.

    Returns
    -------
    threshold, tp, fp : numpy.ndarray, shape (rows,)
        From high to low. Row 0 is at +inf, where nothing is predicted positive.

    Examples
    --------
    >>> columns = count(np.array([True, False, True]), np.array([0.2, 0.9, 0.5]), None, "grouped",
    ...                 start=np.array([0, 2, 3]))
    >>> [column.tolist() for column in columns]
    [[inf, 0.9, 0.2, inf, 0.5], [0, 0, 1, 0, 1], [0, 1, 1, 0, 0]]
    """
    fast = ties == "grouped" and weights is None and start is None
    columns = count_quickly(positive, score) if fast else None
    return tuple(map(locked, columns or in_line(positive, score, weights, ties, start)))


def in_line(positive, score, weights, ties: str, start=None):
    """Count as one would by hand: line the samples up, and add up down the line.

    Of very many samples `count_quickly` makes the same columns.
    """
    # Whole numbers of equal scores may be added up in any order; sums of floats hang on it.
    any_order = ties == "grouped" and (weights is None or weights.dtype != float)
    alone = start is None
    line = np.argsort(-score) if any_order and alone else line_up(positive, score, ties, start)
    positive = positive[line]
    weights = np.int64(1) if weights is None else weights[line]  # 64 bits wherever this runs
    threshold = on_top(np.inf, score[line], start) + 0.0  # -0.0 is no threshold of its own
    sides = (np.where(side, weights, 0) for side in (positive, ~positive))
    columns = (threshold, *(so_far(side, start) for side in sides))
    if ties != "grouped":
        return columns
    changes = (threshold[1:] != threshold[:-1]) | np.isinf(threshold[1:])
    last = np.append(changes, True)  # of each score
    return tuple(column[last] for column in columns)


def so_far(steps: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Add up down each ranking, along the last axis, from 0 in its row 0 on."""
    small = np.int32 if steps.dtype == bool else None  # half of the memory is half of the time
    sums = np.cumsum(on_top(0, steps, start), axis=-1, dtype=small)
    if start is None:
        return sums
    before = sums[..., start[:-1] + np.arange(len(start) - 1)]
    sums -= np.repeat(before, native(np.diff(start) + 1), axis=-1)
    return sums


def on_top(first: float, column: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Put row 0 on top of each ranking."""
    if start is not None:
        return np.insert(column, start[:-1], first, axis=-1)
    *others, size = column.shape
    rows = np.empty((*others, size + 1), column.dtype)
    rows[..., 0], rows[..., 1:] = first, column
    return rows


def count_quickly(positive: np.ndarray, score: np.ndarray):
    """Count at each distinct score; None where score and label make no one number."""
    keys = _keys(positive, score)
    return None if keys is None else _count_keys(*keys)


def _keys(positive: np.ndarray, score: np.ndarray):
    """Write score and label into one whole number: sorted, these are the ranking.

    The bits of floats from 0 up to 2 sort like whole numbers, and leave room for being doubled, so
    that the label can be added. Other scores are made small by a power of two, which changes no
    digit, and negative ones are counted downwards. The sign is turned to sort from the highest.

    Returns
    -------
    columns : numpy.ndarray of int, shape (3, n + 1)
        The first holds the keys: row 0 is left free, the others rise while the scores fall,
        positives first. The others are still empty: one large array takes less time to get than
        three, and its memory is kept for the next call.
    exponent : int or None
        Of that power of two; None where all scores were from 0 up to 2.
    """
    columns, exponent = np.empty((3, len(score) + 1), np.int64), None
    key, bits = columns[0, 1:], score.view(np.int64)
    if not 0 <= np.bitwise_or.reduce(bits) < SMALL:
        exponent = max(int(np.frexp(max(score.max(), -score.min()))[1]), 0)
        if exponent > LARGEST:
            return None
        spare = columns[1, 1:]  # nothing is in either column yet, and new ones take time to get
        small, again = key.view(float), spare.view(float)
        np.multiply(score, 2.0**-exponent, out=small)
        if exponent and not np.array_equal(np.multiply(small, 2.0**exponent, out=again), score):
            return None  # some are so much smaller than others that digits were lost
        bits = _signed(key, spare)
    np.multiply(bits, -2, out=key)
    key -= positive
    return columns, exponent


def _signed(bits: np.ndarray, spare: np.ndarray | None = None) -> np.ndarray:
    """Turn signs in the first bit into those of whole numbers, where they stand; 0 has none."""
    sign = np.right_shift(bits, 63, out=spare)
    bits &= SIZE
    bits ^= sign
    bits -= sign
    return bits


def _scores(key: np.ndarray, exponent: int | None) -> np.ndarray:
    """Read the scores out of the keys again."""
    if exponent is None:
        return key.view(np.float64)
    score = np.abs(key).view(np.float64)
    score *= 2.0**exponent
    return np.copysign(score, key, out=score)


def _count_keys(columns: np.ndarray, exponent: int | None):
    """Sort the keys, and count the labels in them; then put the thresholds in their place."""
    key, tp, fp = columns[0], columns[1], columns[2]
    key[1:].sort()
    key[0] = 0
    np.negative(key, out=key)
    np.bitwise_and(key, 1, out=tp)
    key >>= 1
    key[0] = NO_SCORE
    last = last_of_each(key)
    if last is None:
        np.bitwise_xor(tp, 1, out=fp)
        fp[0] = 0
        np.add.accumulate(columns[1:], axis=1, out=columns[1:])
    else:
        np.add.accumulate(tp, out=tp)
        key, tp = columns[:2, last]
        fp = last - tp  # as far as row i of all, i samples have come in
    threshold = _scores(key, exponent)
    threshold[0] = np.inf
    return threshold, tp, fp


def last_of_each(column: np.ndarray) -> np.ndarray | None:
    """Find the last row of each group of equal values; None where no two are equal."""
    if len(column) > BLOCK and all((c[1:] != c[:-1]).all() for (c,) in blocks(column)):
        return None
    changes = column[1:] != column[:-1]
    distinct = np.count_nonzero(changes) == len(changes)
    return None if distinct else np.append(changes, True).nonzero()[0]


def blocks(*columns: np.ndarray):
    """Cut columns into blocks that stay in the processor's cache, with all that is made of them.

    Each begins with the last row of the one before.
    """
    for start in range(0, len(columns[0]) - 1, BLOCK):
        yield tuple(column[start : start + BLOCK + 1] for column in columns)


def sortable(numbers: np.ndarray) -> np.ndarray:
    """Turn floats into whole numbers of the same order.

    Examples
    --------
    >>> np.argsort(sortable(np.array([0.5, -0.25, 0.0, 2.0]))).tolist()
    [1, 2, 0, 3]
    """
    return _signed((numbers + 0.0).view(np.int64))  # -0.0 is 0.0


def stable_order(numbers: np.ndarray) -> np.ndarray:
    """Return the order that sorts whole numbers from 0 on, equal ones as they stand.

    It is ``np.argsort(numbers, kind="stable")``. The row is written into the low bits of each
    number, since to sort numbers takes a tenth of the time that it takes to find their order.

    Examples
    --------
    >>> stable_order(np.array([2, 0, 2, 1])).tolist()
    [1, 3, 0, 2]
    """
    if (numbers[1:] >= numbers[:-1]).all():
        return np.arange(len(numbers))
    bits = len(numbers).bit_length()
    if not len(numbers) or int(numbers.max()).bit_length() + bits > 62:
        return np.argsort(numbers, kind="stable")
    keys = np.left_shift(numbers, bits, dtype=np.int64)
    keys |= np.arange(len(numbers))
    keys.sort()
    keys &= (1 << bits) - 1
    return keys


def read_counts(threshold, tp, fp, most: int) -> Iterator[np.ndarray]:
    """Read counts that somebody else has made, and put row 0 on top."""
    threshold = inputs.scores(threshold, "threshold")
    columns = {name: _whole_numbers(n, name, most) for name, n in (("tp", tp), ("fp", fp))}
    inputs.same_length(threshold=threshold, **columns)
    _rising(-threshold, threshold, "threshold")
    kind = np.result_type(*columns.values())
    rows = [_rising(column, column, name).astype(kind) for name, column in columns.items()]
    columns = zip((np.inf, 0, 0), (threshold, *rows), strict=True)
    return (locked(on_top(first, column)) for first, column in columns)


def _whole_numbers(values, name: str, most: int) -> np.ndarray:
    """Read a column of counts: whole numbers as such, unless they are beyond 64 bits."""
    given = inputs.column(values, name)
    if given.dtype.kind in "biu" and float(given.max()) <= most:
        return given.astype(np.int64)
    return inputs.finite(values, name, "count", "a count that isn't finite counts nothing")


def _rising(upwards: np.ndarray, values: np.ndarray, name: str) -> np.ndarray:
    """Make sure that thresholds fall from row to row, and that counts don't."""
    steps = np.diff(upwards)
    wrong = np.flatnonzero(steps <= 0 if name == "threshold" else steps < 0)
    if wrong.size or (name != "threshold" and values[0] < 0):
        i = int(wrong[0]) + 1 if wrong.size else 0
        raise InputError(
            f"{name}[{i}] is {values[i]:g}" + (f" after {values[i - 1]:g}" if i else ""),
            "a walk goes from the highest threshold to the lowest, and lets in ever more samples",
            "give thresholds from high to low, and counts that add up from 0",
        )
    return values


def merged(parts: Sequence) -> tuple[np.ndarray, ...]:
    """Add counts where the samples themselves are not at hand: let all rows in, in one order."""
    if parts[0].ties != "grouped":
        raise InputError(
            f"ties={parts[0].ties!r}, and the samples of a sweep are not at hand",
            "the order of equal scores from two sources isn't known",
            'add sweeps with ties="grouped"',
        )
    rising = np.concatenate([-part.threshold for part in parts])
    line = np.argsort(rising, kind="stable")  # which merges what is in order already
    last = last_of_each(rising[line])
    last = slice(None) if last is None else last
    sides = ([np.diff(getattr(part, side), prepend=0) for part in parts] for side in ("tp", "fp"))
    counts = (np.cumsum(np.concatenate(steps)[line])[last] for steps in sides)
    return locked(-rising[line][last]), *map(locked, counts)


def never_scored(part, side: int) -> float:
    """Count the samples of a class that were never scored."""
    size, column = ((part.positives, part.tp), (part.negatives, part.fp))[side]
    return 0 if size is None else size - column[-1].item()


@dataclass(frozen=True, eq=False)
class Sweeps:
    """The counts of rankings that stand one after the other, each with a row 0 of its own.

    Attributes
    ----------
    tp, fp : numpy.ndarray of int, shape (rows,)
    start : numpy.ndarray of int, shape (rankings + 1,)
        Row 0 of each ranking, and last where all end.
    positives : numpy.ndarray of int, shape (rankings,)
        How many there are in all, found or not.

    Examples
    --------
    >>> two = Sweeps.of(np.array([1, 0, 0, 1]) > 0, np.array([0.9, 0.4, 0.8, 0.8]), [0, 2, 4])
    >>> two.tp.tolist(), two.fp.tolist(), two.start.tolist()
    ([0, 1, 1, 0, 1], [0, 0, 1, 0, 1], [0, 3, 5])
    """

    tp: np.ndarray
    fp: np.ndarray
    start: np.ndarray
    positives: np.ndarray

    @classmethod
    def of(cls, positive: np.ndarray, score: np.ndarray, start, ties="grouped", positives=None):
        """Count rankings of samples that stand one after the other, from ``start`` on."""
        threshold, tp, fp = count(positive, score, None, ties, np.asarray(start))
        rows = np.append(np.flatnonzero(np.isinf(threshold)), len(threshold))
        return cls(tp, fp, rows, tp[rows[1:] - 1] if positives is None else positives)

    @property
    def found(self) -> np.ndarray:
        """How many positives each ranking holds: shape (rankings,)."""
        return self.tp[self.start[1:] - 1]

    @property
    def false(self) -> np.ndarray:
        """How many others each ranking holds: shape (rankings,)."""
        return self.fp[self.start[1:] - 1]

    def total(self, steps: np.ndarray) -> np.ndarray:
        """Add up, in each ranking, what each step from row to row brings.

        Parameters
        ----------
        steps : numpy.ndarray, shape (rows - 1,)
            From one ranking to the next there is no step: what stands there counts for nothing.

        Returns
        -------
        numpy.ndarray, shape (rankings,)
        """
        padded = np.append(steps, 0)
        padded[self.start[1:] - 1] = 0
        return np.add.reduceat(padded, native(self.start[:-1]))

    def first_to_reach(self, counts: np.ndarray) -> np.ndarray:
        """Find the first row of each ranking in which so many positives are found: 0 in row 0.

        Parameters
        ----------
        counts : numpy.ndarray of int, shape (rankings, n)

        Returns
        -------
        numpy.ndarray of int, shape (rankings, n)
            Where that many are never found, the row after the ranking's last.
        """
        times, found = np.diff(self.tp, prepend=0), self.found
        times[self.start[:-1]] = 2  # as the row after the ranking before, and as where 0 are found
        row = np.append(np.repeat(np.arange(len(times)), native(times))[1:], len(times))
        first = np.cumsum(found + 2) - (found + 2)
        return row[first[:, None] + np.minimum(counts, found[:, None] + 1)]

    def highest_from(self, column: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Find the highest value from some rows of each ranking to its end; 0 if there is none.

        Parameters
        ----------
        column : numpy.ndarray, shape (rows,)
            Nothing below 0, and 0 in each row 0.
        rows : numpy.ndarray of int, shape (rankings, n)
            Rising; the row after a ranking's last stands for none.

        Returns
        -------
        numpy.ndarray, shape (rankings, n)
        """
        ends = native(rows.ravel())  # from each of them to the next; then from the last one back
        highest = np.maximum.reduceat(np.append(column, 0), ends).reshape(rows.shape)
        return np.maximum.accumulate(highest[:, ::-1], axis=1)[:, ::-1]

    def highest_from_here(self, column: np.ndarray) -> np.ndarray:
        """Find the highest value of each row or any after it in its ranking."""
        highest = column.copy()
        for first, end in pairwise(self.start.tolist()):
            rising = highest[first:end][::-1]
            np.maximum.accumulate(rising, out=rising)
        return highest

    def __iter__(self) -> Iterator[tuple]:
        """Go through the rankings: the columns TP and FP, and the number of positives."""
        ends = zip(pairwise(self.start.tolist()), self.positives.tolist(), strict=True)
        for (first, end), positives in ends:
            yield self.tp[first:end], self.fp[first:end], positives


def lies_in_dask(*columns: Any) -> bool:
    """Tell whether one of some columns is a collection of Dask's.

    Examples
    --------
    >>> lies_in_dask([1, 0], None)
    False
    """
    return any(hasattr(type(column), "__dask_graph__") for column in columns)


def over_partitions(count: Callable, columns: Sequence[Any]) -> Any:
    """Count each partition of some columns, and add the counts up as a tree: two and two."""
    import dask

    one = dask.delayed(_partition, pure=True)
    parts = [one(count, i, *part) for i, part in enumerate(zip(*_cut(columns), strict=True))]
    while len(parts) > 1:
        pairs = zip(parts[::2], [*parts[1::2], None], strict=False)
        parts = [dask.delayed(_sum)(a, b) for a, b in pairs]
    (total,) = dask.compute(*parts)
    if total is None:
        raise InputError("no partition holds a sample", "nothing can be counted", "look for them")
    return total


def _cut(columns: Sequence[Any]) -> list[list]:
    """Give the partitions of each column; arrays of known length are cut alike first."""
    from dask import array

    columns = [c if hasattr(c, "to_delayed") else array.asarray(c) for c in columns]
    if not any(hasattr(c, "to_dask_array") or np.isnan(c.shape[0]) for c in columns):
        inputs.same_length(**dict(zip(("y_true", "y_score", "weights"), columns, strict=False)))
        columns = array.core.unify_chunks(*(part for c in columns for part in (c, "i")))[1]
    parts = [np.ravel(column.to_delayed(optimize_graph=False)).tolist() for column in columns]
    if len({*map(len, parts)}) > 1:
        raise InputError(
            f"the columns have {' and '.join(str(len(some)) for some in parts)} partitions",
            "they are counted side by side, and nobody knows which rows a partition holds",
            "take all columns from one Dask DataFrame, or give arrays of known lengths",
        )
    return parts


def _partition(count: Callable, number: int, *part: Any) -> Any:
    """Count a partition, unless it is empty; if it can't be counted, say which one it is."""
    try:
        return count(*part) if len(part[0]) else None
    except MetricError as error:
        raise type(error)(f"partition {number}: {error.what}", error.why, error.fix) from None


def _sum(a: Any, b: Any) -> Any:
    return a + b if a is not None and b is not None else b if a is None else a
