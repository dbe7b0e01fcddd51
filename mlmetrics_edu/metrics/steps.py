"""A sweep as the table of the classroom: each step, who comes in, the counts, the rates."""

from functools import partial

import numpy as np

from ..core import digits, words
from ..core.formula import in_columns
from ..core.trace import Column, Lazy, Trace
from ..core.worked import Worked
from . import evaluate, rates

TIES = {
    "grouped": "grouped (a row a score, as in scikit-learn)",
    "in-order": "in order (a row a sample)",
    "positives-first": "positives first (a row a sample)",
    "negatives-first": "negatives first (a row a sample)",
}
FEW = 3  # so many samples of a step are named; hovering names more
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
            *(_rate(sweep, formula) for formula in evaluate.lookup_all(metrics)),
        ),
        {"prediction rule": RULE, "ties": f"ties: {TIES[sweep.ties]}"},
        None if marked is None else sweep.row_at(marked),
    )


def _title(sweep) -> str:
    scored, found = sweep.tp[-1] + sweep.fp[-1], digits.count(sweep.positives)
    ids = None if sweep.samples is None else sweep.samples.ids
    if sweep.tp[-1] < sweep.positives:
        found = f"{digits.count(sweep.tp[-1])} of {found}"
    about = f"{sweep.about}: " if sweep.about else ""
    return f"{about}{digits.count(scored)} {words.plural(_noun(ids), scored)}, {found} positive"


def _noun(ids) -> str:
    """Call a sample what its id calls it: "car", if these are "car 1", "car 2" …"""
    if ids is None or ids.dtype.kind not in "UO":
        return "sample"
    first = {str(name).rpartition(" ")[0] for name in ids[:50]}
    noun = first.pop()
    return noun if not first and noun.isalpha() and noun[-1] not in "sxzhy" else "sample"


def _people(sweep):
    """Name who is let in at each step, and what they truly are."""
    admitted = Lazy(len(sweep), lambda i: sweep.admitted(i)[0])
    labels = Lazy(len(sweep), lambda i: sweep.admitted(i)[1])
    yield Column("admitted", admitted, partial(digits.listing, limit=FEW))
    yield Column("label", labels, _labels, "right")


def _labels(labels: tuple[int, ...]) -> str:
    if len(labels) <= FEW:
        return digits.listing(labels)
    return f"{sum(labels):,} of {len(labels):,} are 1"


def _count(sweep, name: str) -> Column:
    if name == "TN" and sweep.negatives is None:
        return Column(name, Lazy(len(sweep), lambda _: None), lambda _: "?", "right")
    hover = partial(_inside, sweep, name) if sweep.samples is not None else None
    return Column(name, getattr(sweep, name.lower()), digits.count, "right", hover)


def _inside(sweep, cell: str, row: int) -> str:
    return f"{words.term(cell).en}: {digits.listing(sweep[row].confusion.samples[cell])}"


def _rate(sweep, formula) -> Column:
    return Column(formula.symbol, sweep.column(formula), write=partial(_worked, sweep, formula))


def _worked(sweep, formula, row: int) -> str:
    return written(sweep.confusion(row).rate(formula, in_columns(sweep.undefined)))


def written(value: Worked) -> str:
    """Write a rate as a class would.

    Examples
    --------
    >>> written(evaluate.work("recall", {"TP": 2, "FN": 4}))
    '2/6 = 0.333'
    """
    ratio = value.formula.ratio(value.terms) if value.formula else None
    if value != value:
        return f"undefined: {ratio}" if ratio else "undefined"
    return f"{ratio} = {digits.decimal(value)}" if ratio else digits.both(value)
