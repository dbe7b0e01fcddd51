"""One number for several tables: the mean of their rates, or the rate of their pooled counts.

"Macro-F1" has two meanings: the mean of the F1s, and the F1 of mean precision and mean recall.
They differ, and both are in use, so each has its name here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..core import digits, inputs
from ..core.calls import explained
from ..core.errors import FormulaError
from ..core.formula import Formula, Worked
from ..core.trace import Column, Trace
from . import means, rates
from .sweep_table import written

if TYPE_CHECKING:
    from .confusion_matrix import ConfusionMatrix

AVERAGES = {
    "macro": "mean of the values, each counting the same",
    "macro-of-averages": "the formula worked on mean precision and mean recall (Zhou)",
    "micro": "the formula worked on pooled counts",
    "weighted": "mean of the values, each weighing as much as it has true samples",
}
# The rates that are made of precision and recall alone, written in these.
OF_AVERAGES = {
    "f1": "2*precision*recall / (precision + recall)",
    "f_beta": "(1 + beta**2)*precision*recall / (beta**2*precision + recall)",
    "f_weighted": "(a + b)*precision*recall / (a*precision + b*recall)",
    "jaccard": "precision*recall / (precision + recall - precision*recall)",
}


@dataclass(frozen=True)
class Tables:
    """Several two-by-two tables by name: a matrix's classes, or the runs of an experiment."""

    kind: str
    names: Sequence
    counts: Sequence[Mapping[str, float]]
    conventions: Mapping[str, str] = field(default_factory=dict)

    def work(self, formula: Formula) -> list[Worked]:
        """Work a rate out for each table."""
        return [rates.work(formula, counts) for counts in self.counts]

    @property
    def pooled(self) -> dict[str, float | None]:
        """Add all tables up."""
        columns = {cell: [counts[cell] for counts in self.counts] for cell in rates.COUNTS}
        return {cell: None if None in column else sum(column) for cell, column in columns.items()}

    def parts(self, formula: Formula, how: str) -> means.Parts:
        """Take a rate of each table as a part of a mean."""
        true = [counts["TP"] + counts["FN"] for counts in self.counts]
        weights = np.array(true) if how == "weighted" else None
        works = self.work(formula)
        return means.of_many(formula.name, works, self.kind, self.names, weights=weights)


def average(tables: Tables, rate, how: str = "macro", undefined="nan") -> Worked:
    """Average a rate over several tables.

    Parameters
    ----------
    tables : Tables
        The tables.
    rate : str or Formula
        A rate of :func:`rates`, ``f<beta>``, or a formula of your own.
    how : {"macro", "macro-of-averages", "micro", "weighted"}
        The mean of the values; the formula on mean precision and mean recall; the formula on
        pooled counts; the mean weighed by true samples.
    undefined : {"nan", "skip", 0, 1, "raise"}
        What becomes of a value that is undefined: it makes the average undefined, is left out,
        or counts as 0 or 1.

    References
    ----------
    Zhou (2016), Machine Learning, section 2.3.2; Opitz & Burst (2019), Macro F1 and Macro F1.

    Examples
    --------
    >>> both = [dict(TP=1, FP=0, FN=1, TN=2), dict(TP=2, FP=1, FN=0, TN=1)]
    >>> tables = Tables("class", "ab", both)
    >>> average(tables, "f1").fraction, average(tables, "f1", "macro-of-averages").fraction
    (Fraction(11, 15), Fraction(15, 19))
    """
    inputs.choice(how, AVERAGES, "how")
    undefined, formula = means.policy(undefined), rates.lookup(rate)
    if how == "micro":
        return _micro(tables, formula, undefined)
    if how == "macro-of-averages":
        return _of_averages(tables, formula, undefined)
    return _mean(tables, formula, how, undefined)


def _policy(undefined):
    return "nan" if undefined == "skip" else undefined


def convention(how: str) -> dict[str, str]:
    """Name the average, as a convention."""
    return {"average": f"{how}: {AVERAGES[how]}"}


def _micro(tables: Tables, formula: Formula, undefined) -> Worked:
    conventions = {**tables.conventions, **convention("micro")}
    whole = rates.work(formula, tables.pooled, _policy(undefined), conventions)
    steps = partial(_steps, tables, formula, "micro", undefined)
    return whole.retold(f"micro_{formula.name}").with_steps(steps)


def _of_averages(tables: Tables, formula: Formula, undefined) -> Worked:
    """Work the formula out on mean precision and mean recall."""
    by_means = of_means(formula)
    conventions = {**tables.conventions, **convention("macro-of-averages")}
    both = {name: _mean(tables, rates.lookup(name), "macro", undefined) for name in PR}
    return by_means.work(undefined=_policy(undefined), conventions=conventions, **both)


PR = ("precision", "recall")


def of_means(formula: Formula) -> Formula:
    """Write a rate in precision and recall alone, where it is made of these.

    Examples
    --------
    >>> print(of_means(rates.lookup("f1")))
    macro F1 of averages = 2·precision·recall / (precision + recall)
    """
    kind = "f_beta" if "beta" in formula.fixed else formula.name
    text = formula.expression if set(formula.terms) == set(PR) else OF_AVERAGES.get(kind)
    if text is None:
        raise FormulaError(
            f"{formula.symbol} = {formula.text} has no macro-of-averages",
            "it isn't made of precision and recall alone, and only these two are averaged first",
            f'use how="macro", or one of f1, f<beta>, {", ".join([*OF_AVERAGES][2:])}, '
            "fowlkes_mallows",
        )
    name = f"macro {formula.symbol} of averages"
    why = "mean precision and mean recall are both 0"
    return Formula(name, text, formula.range, formula.direction, why, fixed=formula.fixed)


def _mean(tables: Tables, formula: Formula, how: str, undefined) -> Worked:
    mean = means.mean(
        f"{how}_{formula.name}",
        tables.parts(formula, how),
        undefined,
        conventions={**tables.conventions, **convention(how)},
        at_once=True,
    )
    return mean.with_steps(partial(_steps, tables, formula, how, undefined))


def _steps(tables: Tables, formula: Formula, how: str, undefined) -> Trace:
    """A row a table: its counts, its value, its weight; below them the average."""
    parts, result = tables.parts(formula, how), average(tables, formula, how, undefined)
    rows = [*map(parts.work, range(len(parts.values))), result]
    cells = [cell for cell in rates.COUNTS if cell in rates.counts_in(formula)]
    last = tables.pooled if how == "micro" else dict.fromkeys(cells)
    heft = means.weighed(parts, undefined).tolist()
    total = [Column("weight", [*heft, sum(heft)], digits.count, "right")]
    return Trace(
        f"{how} {formula.symbol}",
        (
            Column(tables.kind, [*map(str, tables.names), how]),
            *(Column(c, [*(n[c] for n in tables.counts), last[c]], _count, "right") for c in cells),
            Column(formula.symbol, rows, written),
            *([] if how == "micro" else total),
        ),
        result.conventions,
    )


def _count(value) -> str:
    return "" if value is None else digits.count(value)


@explained
def micro_f1_is_accuracy(matrix: ConfusionMatrix) -> Trace:
    """Prove on a table that micro-F1 is the accuracy, line by line, in exact numbers.

    An error is a miss for its true class and a false alarm for the class it was given. So pooled
    over *all* classes there are as many FP as FN, and 2TP / (2TP + FP + FN) = 2TP / 2n = TP / n.
    Where a class is left out of the pool, some errors have lost one of their two sides, and the
    two numbers part: see ``matrix.average("f1", "micro", labels=…)``.

    Parameters
    ----------
    matrix : ConfusionMatrix
        The counts.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.confusion_matrix import ConfusionMatrix
    >>> print(micro_f1_is_accuracy(ConfusionMatrix([[2, 1], [0, 3]])))
    micro F1 is the accuracy · holds while every class is in the pool
    number    is                                    value
    TP        the diagonal                              5
    FP        off the diagonal, column by column        1
    FN        off the diagonal, row by row              1
    n         TP + FN                                   6
    micro P   TP / (TP + FP)                          5/6
    micro R   TP / (TP + FN)                          5/6
    micro F1  2·TP / (2·TP + FP + FN) = 2·TP / 2·n    5/6
    accuracy  TP / n                                  5/6
    """
    parts = matrix.parts()
    counts = {name: digits.count(n) for name, n in parts.pooled.items()}
    micro = [average(parts, rate, "micro") for rate in ("precision", "recall", "f1")]
    rows = [
        ("TP", "the diagonal", counts["TP"]),
        ("FP", "off the diagonal, column by column", counts["FP"]),
        ("FN", "off the diagonal, row by row", counts["FN"]),
        ("n", "TP + FN", digits.count(matrix.total)),
        ("micro P", "TP / (TP + FP)", micro[0]),
        ("micro R", "TP / (TP + FN)", micro[1]),
        ("micro F1", "2·TP / (2·TP + FP + FN) = 2·TP / 2·n", micro[2]),
        ("accuracy", "TP / n", matrix.accuracy),
    ]
    number, meaning, value = zip(*rows, strict=True)
    return Trace(
        "micro F1 is the accuracy",
        (
            Column("number", number),
            Column("is", meaning),
            Column("value", value, _exactly, "right"),
        ),
        {"pool": "holds while every class is in the pool"},
    )


def _exactly(value) -> str:
    if isinstance(value, str):
        return value
    fraction = value.fraction
    return digits.fraction(fraction) if fraction is not None else digits.decimal(value, 6)
