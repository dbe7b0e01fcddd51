"""A report over all classes, every number in it with its working; and why micro-F1 is accuracy."""

from typing import TYPE_CHECKING

from ...core import digits
from ...core.calls import explained
from ...core.trace import Column, Trace
from ..rates import counts_in, lookup, lookup_all
from ..sweep_table import written
from . import agreement, averages

if TYPE_CHECKING:
    from .confusion_matrix import ConfusionMatrix

MEASURES = agreement.MEASURES
SUMMARIES = ("macro", "weighted")
# Pooled over all classes, these are the accuracy: each error is one FP and one FN.
ACCURACY_WHEN_POOLED = {"precision", "recall", "f1", "f_weighted", "fowlkes_mallows"}


def rates(matrix, rate) -> Trace:
    """List one rate of each class: its counts against the rest, and the value."""
    parts = matrix.parts()
    formula = lookup(rate)
    cells = [cell for cell in parts.pooled if cell in counts_in(formula)]
    return Trace(
        f"{formula.symbol} of each class against the rest",
        (
            Column("class", [str(label) for label in matrix.labels]),
            *(Column(c, [n[c] for n in parts.counts], digits.count, "right") for c in cells),
            Column(formula.symbol, parts.work(formula), written),
        ),
        matrix.conventions,
    )


def report(matrix, metrics, undefined) -> Trace:
    """List some rates of each class, then the accuracy and the averages."""
    formulas = lookup_all(metrics)
    parts = matrix.parts()
    support = [counts["TP"] + counts["FN"] for counts in parts.counts]
    support += [matrix.total] * (1 + len(SUMMARIES))
    rows = [*map(str, matrix.labels), "accuracy", *SUMMARIES]
    columns = [_column(matrix, parts, formula, undefined) for formula in formulas]
    conventions = {**matrix.conventions, "macro": "macro: each class counts the same"}
    for column in columns:
        macro = column.values[-len(SUMMARIES)].conventions
        if "undefined" in macro:
            conventions[f"undefined {column.name}"] = f"{column.name} {macro['undefined']}"
    return Trace(
        f"{digits.count(matrix.total)} samples, {matrix.k} classes",
        (
            Column("class", rows),
            *columns,
            Column("support", support, digits.count, "right"),
        ),
        conventions,
    )


def _column(matrix, parts, formula, undefined) -> Column:
    """One rate: of each class, of all samples together, and its averages."""
    pooled = formula.name in ACCURACY_WHEN_POOLED or "beta" in formula.fixed
    means = [averages.average(parts, formula, how, undefined) for how in SUMMARIES]
    values = [*parts.work(formula), matrix.accuracy if pooled else None, *means]
    return Column(formula.symbol, values, lambda value: "–" if value is None else written(value))


@explained
def micro_f1_is_accuracy(matrix: "ConfusionMatrix") -> Trace:
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
    >>> from mlmetrics_edu.metrics.many_classes.confusion_matrix import ConfusionMatrix
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
    micro = [averages.average(parts, rate, "micro") for rate in ("precision", "recall", "f1")]
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
