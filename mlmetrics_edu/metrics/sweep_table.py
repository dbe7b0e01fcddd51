"""A sweep as the table of the classroom: each step, who comes in, the counts, the rates."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np

from ..core import digits, words
from ..core.formula import Worked
from ..core.trace import Column, Lazy, Trace
from . import rates

TIES = {
    "grouped": "grouped (one row per score, as in scikit-learn)",
    "in-order": "in order (one row per sample)",
    "positives-first": "positives first (one row per sample)",
    "negatives-first": "negatives first (one row per sample)",
}
FEW = 3  # so many samples of a step are named; hovering names more
NAMED = 6  # so many samples of a cell, when hovering
REACHED = ("TP", "FP")
RULE = "positive when score ≥ threshold"


def trace(sweep, metrics=("precision", "recall"), marked: float | None = None) -> Trace:
    """Lay a sweep out as a table; a row costs nothing until it is shown."""
    who = sweep.samples is not None
    return Trace(
        _title(sweep),
        (
            Column("step", np.arange(len(sweep)), align="right"),
            Column("threshold", sweep.threshold, digits.thresholds(sweep.threshold), "right"),
            *(_people(sweep) if who else ()),
            *(_count(sweep, name) for name in rates.COUNTS),
            *(_rate(sweep, formula) for formula in rates.lookup_all(metrics)),
        ),
        {"prediction rule": RULE, "ties": f"ties: {TIES[sweep.ties]}"},
        None if marked is None else sweep.row_at(marked),
    )


def _title(sweep) -> str:
    scored, positives = sweep.tp[-1] + sweep.fp[-1], digits.count(sweep.positives)
    ids = None if sweep.samples is None else sweep.samples.ids
    if sweep.tp[-1] < sweep.positives:
        positives = f"{digits.count(sweep.tp[-1])} of {positives}"
    about = f"{sweep.about}: " if sweep.about else ""
    return f"{about}{digits.count(scored)} {words.plural(_noun(ids), scored)}, {positives} positive"


def _noun(ids) -> str:
    """Call a sample what its id calls it: "car", if these are "car 1", "car 2" …"""
    if ids is None or ids.dtype.kind not in "UO":
        return "sample"
    first = {str(name).rpartition(" ")[0] for name in ids[:50]}
    noun = first.pop()
    return noun if not first and noun.isalpha() and noun[-1] not in "sxzhy" else "sample"


def _people(sweep):
    """Name who is let in at each step, and what they truly are."""
    admitted, labels = (
        Lazy(
            len(sweep),
            lambda i, part=part: sweep.admitted(i)[part],
            lambda rows, part=part: sweep._admitted_by_row(rows, part),
        )
        for part in (0, 1)
    )
    yield Column("admitted", admitted, partial(digits.listing, limit=FEW))
    yield Column("label", labels, _labels, "right")


def _labels(labels: tuple[int, ...]) -> str:
    if len(labels) <= FEW:
        return digits.listing(labels)
    return f"{sum(labels):,} of {len(labels):,} are 1"


def _count(sweep, name: str) -> Column:
    if name == "TN" and sweep.negatives is None:
        return Column(name, Lazy(len(sweep), lambda _: None), lambda _: "?", "right")
    hover = _Inside(sweep, name).tell if sweep.samples is not None else None
    return Column(name, getattr(sweep, name.lower()), digits.count, "right", hover)


@dataclass(frozen=True)
class _Inside:
    """Who stands in a cell: the first few names, found for all steps in one pass."""

    sweep: Any
    cell: str

    def tell(self, row: int) -> str:
        """Name the first samples in the order of the data, and say how many more there are."""
        size, ids = self._sizes[row].item(), self.sweep.samples.ids
        who = self._first[:size, size - 1] if size else self._first[:0, 0]
        names = (who if ids is None else ids[who]).tolist()
        listed = digits.listing(Lazy(size, names.__getitem__), NAMED)
        return f"{words.entry(self.cell).en}: {listed}"

    @cached_property
    def _joining(self) -> np.ndarray:
        """The samples of the cell, in the order in which they come into it."""
        line = self.sweep._line
        line = line[self.sweep.samples.positive[line] == (self.cell in ("TP", "FN"))]
        return line if self.cell in REACHED else line[::-1]

    @cached_property
    def _sizes(self) -> np.ndarray:
        """How many samples stand in the cell at each step."""
        truth = self.sweep.samples.positive[self.sweep._line] == (self.cell in ("TP", "FN"))
        reached = np.append(0, np.cumsum(truth))[self.sweep._admitted_so_far]
        return reached if self.cell in REACHED else truth.sum() - reached

    @cached_property
    def _first(self) -> np.ndarray:
        """The lowest, second lowest … position among the first 1, 2, 3 … samples that join."""
        late, rows = np.iinfo(np.int64).max, []
        rest = np.append(self._joining, late).astype(np.int64)
        for _ in range(NAMED):
            rows.append(np.minimum.accumulate(rest))
            # What isn't the lowest so far is left to the next place.
            rest = np.maximum(rest, np.append(late, rows[-1][:-1]))
        return np.array(rows)


def columns_of_steps(sweep, rows: np.ndarray, side: int | None = None):
    """Name some steps: their row, threshold, and (where known) who of one class comes in there."""
    threshold = sweep.threshold[rows]
    yield Column("step", rows, align="right")
    yield Column("threshold", threshold, digits.thresholds(threshold), "right")
    if sweep.samples is not None and side is not None:
        who = Lazy(len(rows), lambda i: _of_class(sweep, int(rows[i]), side))
        heading = {0: "negatives", 1: "positives"}[side]
        yield Column(heading, who, partial(digits.listing, limit=FEW))


def _of_class(sweep, row: int, side: int) -> tuple:
    return tuple(n for n, label in zip(*sweep.admitted(row), strict=True) if label == side)


def columns_of_counts(**columns):
    """Write columns of counts, under the names given, blanks for underscores."""
    for name, values in columns.items():
        yield Column(name.replace("_", " "), values, digits.count, "right")


def _rate(sweep, formula) -> Column:
    work = partial(_worked, sweep, formula)
    return Column(
        formula.symbol, sweep.column(formula), write=lambda i: written(work(i)), work=work
    )


def _worked(sweep, formula, row: int) -> Worked:
    return sweep.confusion(row).rate(formula)


def written(value: Worked) -> str:
    """Write a rate as a class would.

    Examples
    --------
    >>> written(rates.work("recall", {"TP": 2, "FN": 4}))
    '2/6 = 0.333'
    """
    ratio = value.formula.ratio(value.terms) if value.formula else None
    if value != value:
        return f"undefined: {ratio}" if ratio else "undefined"
    return f"{ratio} = {digits.decimal(value)}" if ratio else digits.both(value)
