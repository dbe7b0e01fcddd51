"""The area under the ROC curve (AUC), by three routes that give one number, and parts of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..core import inputs, words
from ..core.arithmetic import Rounded, exact
from ..core.conventions import AucMethod
from ..core.errors import MetricError, choice
from ..core.formula import Formula, Worked
from ..core.trace import Trace
from .sweep import Sweep, columns_of_counts, columns_of_steps, counted, needs

if TYPE_CHECKING:
    from .counting import Sweeps
    from .curves import Curve

UNIT, UP = (0.0, 1.0), "higher"
# The same area three times: counted in the small squares of a grid with a row for each positive and
# a column for each negative, as pairs won, and from the ranks of the positives.
AUC = {
    "area": Formula("auc", "squares / (positives*negatives)", UNIT, UP, source="Fawcett (2006)"),
    "pairs": Formula(
        "auc", "(won + tied/2) / (positives*negatives)", UNIT, UP, source="Hanley & McNeil (1982)"
    ),
    "ranks": Formula(
        "auc",
        "(rank_sum - positives*(positives + 1)/2) / (positives*negatives)",
        UNIT,
        UP,
        source="Mann & Whitney (1947)",
    ),
}
GINI = Formula("gini", "2*auc - 1", (-1.0, 1.0), UP, source="Somers (1962), whose D it is")
PARTIAL = Formula("partial_auc", "squares / (positives*negatives)", UNIT, UP)
# What is left of a part is stretched: chance, the area over the diagonal, is ½, and all of it is 1.
STANDARDISED = Formula(
    "standardised_partial_auc",
    "(1 + (partial_auc - max_fpr**2/2) / (max_fpr - max_fpr**2/2)) / 2",
    UNIT,
    UP,
    source="McClish (1989)",
)


def auc(of: Sweep | Curve, method: AucMethod = "area") -> Worked:
    """Compute the area under the ROC curve: how likely a positive outranks a negative, ties half.

    Parameters
    ----------
    of : Sweep or Curve
        The counts at every threshold; or a curve of some of them, such as :func:`roc_hull`.
    method : {"area", "pairs", "ranks"}
        Three routes to the one number: small squares under the staircase, pairs of a positive and
        a negative in which the positive wins (½ for a tie), ranks of the positives.

    Returns
    -------
    Worked
        From 0 to 1; ``steps`` is the table of the route.

    Raises
    ------
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Hanley & McNeil (1982), The meaning and use of the area under a ROC curve; Fawcett (2006),
    section 7.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> print(auc(sweep([1, 0, 1, 0], [0.9, 0.7, 0.7, 0.2]), "pairs").working)
    AUC = (won + tied / 2) / (positives·negatives)
        = (3 + 1 / 2) / (2·2)
        = 7/8
        = 0.875
    """
    sweep = of if isinstance(of, Sweep) else getattr(of, "points", of)  # of a curve
    counted(sweep, "AUC")
    choice(method, AUC, "method")
    _whole_roc(sweep, "area under the ROC curve")
    count, table = ROUTES[method]
    tp, fp, positives, negatives = sweep.factors
    terms = partial(_terms, sweep, count)
    return Worked(
        min(_twice_the_squares(tp, fp).item() / (2 * positives * negatives), 1.0),
        "auc",
        formula=AUC[method],
        terms=terms,
        exact=partial(_as_fraction, AUC[method], terms),
        conventions=partial(_conventions, sweep),
        steps=partial(table, sweep),
    )


def _terms(sweep: Sweep, count: Callable) -> dict:
    tp, fp, positives, negatives = sweep.factors
    return {**count(tp, fp), "positives": positives, "negatives": negatives}


def _as_fraction(formula: Formula, terms: Callable) -> Fraction | None:
    return formula.work(**terms()).fraction


def gini(of: Sweep | Curve) -> Worked:
    """Compute the Gini coefficient of a ranking, as credit scoring has it: AUC from −1 to 1.

    It is Somers' D: the share of pairs of a positive and a negative that are won, less those lost.
    The Gini *impurity* of a decision tree is something else.

    Parameters
    ----------
    of : Sweep or Curve
        As for :func:`auc`.

    Returns
    -------
    Worked

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> gini(sweep([1, 0, 1, 0], [0.9, 0.7, 0.7, 0.2])).fraction
    Fraction(3, 4)
    """
    area = auc(of)
    return GINI.work(auc=area, conventions=area.conventions)


def aucs(sweeps: Sweeps) -> np.ndarray:
    """Compute the area of each of many rankings; nan where there is but one class.

    Returns
    -------
    numpy.ndarray of float, shape (rankings,)
    """
    twice = sweeps.total(np.diff(sweeps.fp) * (sweeps.tp[1:] + sweeps.tp[:-1]))
    pairs = sweeps.positives * sweeps.false
    return twice / 2 / np.where(pairs > 0, pairs, np.nan)


def _squares(tp: np.ndarray, fp: np.ndarray) -> dict:
    """Count the squares below the staircase: each step to the right has as many as it is high."""
    return {"squares": _half(_twice_the_squares(tp, fp))}


def _twice_the_squares(tp: np.ndarray, fp: np.ndarray) -> np.number:
    return np.diff(fp) @ (tp[1:] + tp[:-1])


def _half(twice: np.number) -> float:
    """Halve a count exactly; a sum of weights is a rounded number."""
    if isinstance(twice, np.floating):
        return Rounded(twice / 2)
    return int(twice) // 2 if twice % 2 == 0 else int(twice) / 2


def _pairs(tp: np.ndarray, fp: np.ndarray) -> dict:
    lost = np.diff(fp)  # negatives that come in: every positive above has won against them
    won, tied = lost @ tp[:-1], lost @ np.diff(tp)
    number = Rounded if isinstance(won, np.floating) else int
    return {"won": number(won), "tied": number(tied)}


def _ranks(tp: np.ndarray, fp: np.ndarray) -> dict:
    """Sum the ranks of the positives, counted from the lowest score; tied ones share their mean."""
    below = tp[-1] + fp[-1] - tp - fp
    twice_the_rank = below[1:] + below[:-1]  # and 1 more for each positive
    return {"rank_sum": _half(np.diff(tp) @ twice_the_rank + tp[-1])}


@dataclass(frozen=True, repr=False)
class PairSteps(Trace):
    """The table of the pairs that an AUC counts, a row for the positives of a step."""

    sweep: Sweep | None = None

    def __getitem__(self, rows: slice) -> Trace:
        """Take some rows: they no longer hold all pairs."""
        return Trace(self.title, self.columns, self.conventions, self.marked)[rows]


def _table(sweep, title: str, *columns) -> Trace:
    of = f"{words.count(sweep.positives)} positives, {words.count(sweep.negatives)} negatives"
    conventions = {"ties": sweep.ties_in_words}
    return Trace(f"{title}, {of}", columns, conventions)


def _squares_by_step(sweep) -> Trace:
    """Count the squares under the staircase, above each step to the right."""
    tp, right = sweep.tp, np.diff(sweep.fp)
    rows = np.flatnonzero(right) + 1
    before, after, width = tp[rows - 1], tp[rows], right[rows - 1]
    area = width * (before + after) / 2
    return _table(
        sweep,
        "AUC by area",
        *columns_of_steps(sweep, rows, 0),
        *columns_of_counts(to_the_right=width, TP_before=before, TP_after=after),
        *columns_of_counts(squares=area, so_far=np.cumsum(area)),
    )


def _pairs_by_step(sweep) -> Trace:
    """Count, for the positives of each step, the negatives that they beat, tie and lose to."""
    up, across = np.diff(sweep.tp), np.diff(sweep.fp)
    rows = np.flatnonzero(up) + 1
    here, above = up[rows - 1], sweep.fp[rows - 1]
    tied, below = across[rows - 1], sweep.tn[rows]
    table = _table(
        sweep,
        "AUC by pairs",
        *columns_of_steps(sweep, rows, 1),
        *columns_of_counts(how_many=here, won=here * below, tied=here * tied, lost=here * above),
    )
    return PairSteps(table.title, table.columns, table.conventions, sweep=sweep)


def _ranks_by_step(sweep) -> Trace:
    """List the ranks of the positives, the lowest score being 1; tied ones share their mean."""
    below, up = sweep.fn + sweep.tn, np.diff(sweep.tp)
    rows = np.flatnonzero(up) + 1
    rank = (below[rows - 1] + below[rows] + 1) / 2
    so_far = np.cumsum(rank * up[rows - 1])
    return _table(
        sweep,
        "AUC by ranks",
        *columns_of_steps(sweep, rows, 1),
        *columns_of_counts(how_many=up[rows - 1], rank=rank, sum_of_ranks=so_far),
    )


# Of each route: the terms of its formula, and its table.
ROUTES: dict[str, tuple[Callable, Callable]] = {
    "area": (_squares, _squares_by_step),
    "pairs": (_pairs, _pairs_by_step),
    "ranks": (_ranks, _ranks_by_step),
}


def _conventions(sweep: Sweep) -> dict[str, str]:
    return {"ties": sweep.ties_in_words}


def _whole_roc(sweep: Sweep, what: str) -> None:
    """Refuse a curve that doesn't exist, or that stops before its end at (1, 1)."""
    needs(sweep, what, "recall", "fpr")
    if (sweep.tp[-1], sweep.fp[-1]) != (sweep.positives, sweep.negatives):
        raise MetricError(
            f"the ROC curve stops at FPR = {sweep['fpr'][-1]:.3f}, TPR = {sweep['recall'][-1]:.3f}",
            "some samples were never scored, so nobody knows how they rank",
            "give them a score below all others: then they tie at the end",
        )


def partial_auc(sweep: Sweep, max_fpr: float, *, standardised: bool = False) -> Worked:
    """Compute the area under the first part of the ROC curve.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    max_fpr : float
        The false positive rate up to which the part goes: greater than 0, up to 1.
    standardised : bool
        Stretch it such that chance gives ½ and a perfect ranking 1, as scikit-learn and pROC do.

    Returns
    -------
    Worked

    Raises
    ------
    InputError
        If the part ends nowhere between 0 and 1.

    References
    ----------
    McClish (1989), Analyzing a portion of the ROC curve.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> partial_auc(s, 0.5).fraction, partial_auc(s, 0.5, standardised=True).fraction
    (Fraction(1, 4), Fraction(2, 3))
    """
    _whole_roc(sweep, "partial area under the ROC curve")
    why = "it is the false positive rate at which the area ends"
    end = exact(inputs.share(max_fpr, "max_fpr", why, zero=False))
    tp, fp, positives, negatives = sweep.factors
    squares = _squares_up_to(tp, fp, end.value * Fraction(fp[-1].item()))
    decimal = exact(float(squares))  # as one would write it, where it is one
    shown = float(squares) if decimal.value == squares else squares
    terms = {"squares": shown if sweep.whole and end.exact else Rounded(squares)}
    part = {"part": f"up to FPR = {float(max_fpr):g}"}
    conventions = {**_conventions(sweep), **part}
    area = PARTIAL.work(**terms, positives=positives, negatives=negatives, conventions=conventions)
    if not inputs.flag(standardised, "standardised"):
        return area
    return STANDARDISED.work(partial_auc=area, max_fpr=max_fpr, conventions=conventions)


def _squares_up_to(tp: np.ndarray, fp: np.ndarray, width: Fraction) -> Fraction:
    """Count the squares under the curve as far as some width, which may cut a straight line."""
    reached = math.floor(width) if fp.dtype.kind == "i" else float(width)
    row = int(np.searchsorted(fp, reached, side="right")) - 1
    squares = Fraction(_twice_the_squares(tp[: row + 1], fp[: row + 1]).item()) / 2
    if row + 1 == len(fp):
        return squares
    (low, high), (start, end) = (map(Fraction, c[row : row + 2].tolist()) for c in (tp, fp))
    rest = width - start
    return squares + rest * (low + rest * (high - low) / (end - start) / 2)
