"""More than luck? How sure an accuracy is, and whether both kinds of error are equally many."""

import math
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...core import digits, inputs
from ...core.calls import explained
from ...core.conventions import McNemar
from ...core.errors import InputError
from ...core.formula import Worked
from ...core.trace import Trace
from .. import tails as chance
from ..comparing.interval import LARGE
from .matrix_cells import check

if TYPE_CHECKING:
    from .confusion_matrix import ConfusionMatrix

TESTS = {
    "corrected": "chi-squared with continuity correction (Edwards)",
    "uncorrected": "chi-squared without correction (McNemar)",
    "exact": "exact binomial",
}


def _whole(matrix: "ConfusionMatrix", what: str) -> tuple[int, int]:
    """Return how many are right, and how many there are."""
    if matrix.counts.dtype != np.int64 or not 0 < matrix.total <= LARGE:
        raise InputError(
            f"there is no {what} for {digits.count(matrix.total)} samples",
            "it depends on how many samples there are, and weights don't tell",
            "count samples, at least one, without weights",
        )
    return int(matrix.counts.trace()), int(matrix.total)


def _table(title: str, rows: dict[str, str]) -> Trace:
    return Trace.of(title, {"number": [*rows], "value": [*rows.values()]})


@explained
def mcnemar(matrix: "ConfusionMatrix", method: McNemar = "corrected") -> Worked:
    """Return the p value that both kinds of error are equally likely, sample by sample.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Whole counts. Of more than two classes, each pair of classes is compared and all are added
        up (Bowker), without correction.
    method : {"corrected", "uncorrected", "exact"}
        How the p value is found; the first and the last for two classes only.

    References
    ----------
    McNemar (1947); Edwards (1948) for the correction; Bowker (1948) for k classes.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.many_classes.confusion_matrix import ConfusionMatrix
    >>> round(mcnemar(ConfusionMatrix([[54, 32], [27, 231]])), 7)
    0.602537
    """
    check(matrix, "McNemar test")
    inputs.choice(method, TESTS, "method")
    _whole(matrix, "test")
    if matrix.k > 2 and method != "uncorrected":
        raise InputError(
            f'{matrix.k} classes and method="{method}"',
            "the correction and the exact test are for two kinds of error",
            'use method="uncorrected", or one class against the rest',
        )
    upper, lower = np.triu_indices(matrix.k, 1)
    b, c = matrix.counts[upper, lower], matrix.counts[lower, upper]
    occurs = b + c > 0
    return _mcnemar(b[occurs].tolist(), c[occurs].tolist(), method)


def _mcnemar(b: list[int], c: list[int], method: str) -> Worked:
    rule = {"test": TESTS[method], "pairs": f"{len(b)} pairs of classes are mixed up"}
    if not b:
        why = "b + c = 0: there are no errors to compare"
        return Worked(math.nan, "mcnemar_p_value", reason=why, conventions=rule)
    off = 1 if method == "corrected" else 0
    squares = [max(abs(x - y) - off, 0) ** 2 / (x + y) for x, y in zip(b, c, strict=True)]
    if method == "exact":
        p = min(1.0, 2 * chance.upper_tail(max(b[0], c[0]), b[0] + c[0], 0.5))
    else:
        p = chance.chi_squared_tail(math.fsum(squares), len(b))
    rows = {"errors of one kind": digits.listing(b), "of the other": digits.listing(c)}
    if method != "exact":
        rows["chi-squared"] = digits.decimal(math.fsum(squares))
    steps = partial(_table, "two kinds of error", rows)
    return Worked(p, "mcnemar_p_value", conventions=rule, steps=steps)
