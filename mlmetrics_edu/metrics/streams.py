"""Samples that come in chunks, since all of them at once are too many: count each, and add up.

What is kept is a row for each distinct score. Where even these are too many, their scores are
rounded down to fewer bits. The grids of rounded scores lie within each other, so that neither the
order nor the size of the chunks makes a difference.
"""

import mmap
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..core import inputs
from ..core.errors import InputError
from ..core.progress import watched
from . import rounded_scores

if TYPE_CHECKING:
    from .sweep import Sweep

ROWS = 2**20  # samples in a chunk that is cut, and thresholds that are kept
PARTS = ("y_true", "y_score", "weights")
OF_MANY = object()  # the positive class where all others are the negative one


def is_long(*columns) -> bool:
    """Tell whether columns lie in a file, and are longer than a chunk."""
    return any(isinstance(column, np.memmap) and len(column) > ROWS for column in columns)


def cut(*columns) -> Iterator[tuple]:
    """Cut columns into chunks."""
    inputs.same_length(**dict(zip(PARTS, columns, strict=True)))
    there = [column for column in columns if column is not None]
    for start in range(0, len(there[0]), ROWS):
        yield tuple(column[start : start + ROWS] for column in there)
        for column in there:
            _let_go(column)


def _let_go(column: np.ndarray) -> None:
    """Free the memory of what was read of a file; of a copy on write, nothing else has it."""
    held = getattr(column, "_mmap", None)
    if hasattr(held, "madvise") and column.mode != "c":
        held.madvise(mmap.MADV_DONTNEED)


def refuse(**given) -> None:
    """Refuse what only samples that are kept can answer to."""
    for name, value in given.items():
        if value is not None:
            raise InputError(
                f"{name}={inputs.short(value)} for a stream, or for rounded scores",
                "of these only the counts at each score are kept, and no sample",
                f"leave {name} out; or pass the columns in memory, and no resolution",
            )


def added_up(
    chunks: Iterable,
    count: "Callable[..., Sweep]",
    bits: int | None,
    positive: Hashable = None,
    progress: bool | None = None,
) -> "Sweep":
    """Count chunk by chunk, and add the counts up.

    Parameters
    ----------
    chunks : iterable of tuple
        ``(y_true, y_score)`` or ``(y_true, y_score, weights)``.
    count : callable
        Makes a sweep, without samples, of a resolution and such columns.
    bits : int or None
        The significant bits of the scores; None: all of them, if so many thresholds can be kept.
    positive : hashable, optional
        The positive class.
    progress : bool, optional
        Whether to show a bar; without it, one appears after two seconds.
    """
    waiting, rows, negatives, now = [], 0, {}, bits
    for where, columns in _told(watched(_iterable(chunks), "chunk", progress)):
        with _said(where):
            waiting.append(count(now, *columns))
        remember_negative(columns[0], positive, where, negatives)
        rows += len(waiting[-1])
        if rows > ROWS:
            waiting, rows = [fitted(waiting[0].plus(*waiting[1:]), bits)], 0
            now = bits or waiting[0].resolution
    if not waiting:
        raise InputError(
            "no chunk holds a sample",
            "without samples there is nothing to count",
            "check what makes the chunks; a generator can be gone through once only",
        )
    return fitted(waiting[0].plus(*waiting[1:]), bits)


class Part(NamedTuple):
    """What some of the samples add to a sweep, wherever they were counted.

    Attributes
    ----------
    counted : Sweep
    negatives : dict of label to str
        How the negative class is written there.
    bits : int or None
        The significant bits of the scores, where they were asked for.
    """

    counted: "Sweep"
    negatives: dict
    bits: int | None

    def __add__(self, other: "Part") -> "Part":
        seen = {**dict.fromkeys(other.negatives, "another partition"), **self.negatives}
        one_negative(seen)
        return Part(fitted(self.counted + other.counted, self.bits), seen, self.bits)


def _iterable(chunks) -> Iterable:
    if isinstance(chunks, Iterable) and not isinstance(chunks, (str, bytes, dict)):
        return chunks
    raise no_scores(chunks)


def no_scores(y_true) -> InputError:
    """Return an error for labels that stand alone."""
    return InputError(
        f"y_true={inputs.short(y_true)}, and no y_score",
        "a sweep needs labels and scores",
        "pass both columns: mm.sweep(y_true, y_score); or chunks, each a pair of columns",
    )


def _told(chunks: Iterable) -> Iterator[tuple[str, tuple]]:
    """Say of each chunk that holds a sample which one it is."""
    before = 0
    for number, chunk in enumerate(chunks, 1):
        columns = _columns(chunk, number)
        size = len(columns[1]) if hasattr(columns[1], "__len__") else 1
        if size and (len(columns) < 3 or np.any(columns[2])):
            yield f"chunk {number} (from sample {before:,} on)", columns
        before += size


@contextmanager
def _said(where: str) -> Iterator[None]:
    """Say where it was that something was wrong."""
    try:
        yield
    except InputError as error:
        raise type(error)(f"{where}: {error.what}", error.why, error.fix) from None


def _columns(chunk, number: int) -> tuple:
    if isinstance(chunk, (tuple, list)) and len(chunk) in (2, 3):
        return tuple(chunk)
    raise InputError(
        f"chunk {number} is {inputs.short(chunk)}",
        "without y_score, a sweep goes through chunks of samples",
        "call sweep(y_true, y_score) with both columns; or pass chunks, each of them a tuple "
        "(y_true, y_score) or (y_true, y_score, weights)",
    )


def remember_negative(y_true, positive: Hashable, where: str, seen: dict) -> None:
    """Note how a part of the samples writes the negative class, and refuse a second way.

    Parameters
    ----------
    y_true : array_like
        Labels of the part.
    positive : hashable
        The positive class; None where that is 1.
    where : str
        Which part this is.
    seen : dict of label to str
        How the class was written before, and where; it is added to.
    """
    for label in negative(y_true, positive):
        seen.setdefault(label, where)
    one_negative(seen)


def negative(y_true, positive: Hashable) -> list:
    """Return how the negative class is written, if there are samples of it."""
    if positive is OF_MANY:
        return []
    labels = np.asarray(y_true)
    return labels[labels != (1 if positive is None else positive)][:1].tolist()


def one_negative(seen: dict) -> None:
    """Refuse a second negative class, and say where it was seen."""
    if len(seen) > 1:
        (one, there), (other, here) = list(seen.items())[:2]
        raise InputError(
            f"{here} has the label {inputs.short(other)}, and {there} has {inputs.short(one)}",
            "a sweep compares two classes, and these would be three with the positive one",
            "write the negative class the same everywhere; or name the positive one and relabel",
        )


def fitted(sweep: "Sweep", bits: int | None = None) -> "Sweep":
    """Round the scores of a sum as asked, or else so far that its thresholds can be kept."""
    if bits is None and len(sweep) - 1 > ROWS:
        bits = rounded_scores.finest(sweep.threshold[1:], ROWS)
    return rounded_scores.coarsened(sweep, bits)
