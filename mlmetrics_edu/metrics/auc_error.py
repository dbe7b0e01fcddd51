"""How sure an AUC is: its standard error, its interval, and the test of two of them.

A placement is the share of the other class that a sample beats. The AUC is the mean placement of
the positives, and of the negatives as well. So its error is that of two means, and all it takes are
the variances of the placements. With ties counting half, a placement is a whole number over twice
the size of the other class, so everything here is exact.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial, reduce
from operator import mul
from statistics import NormalDist
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..core import inputs, words
from ..core.conventions import ErrorMethod
from ..core.errors import InputError, MetricError, choice
from ..core.formula import Formula, Worked
from ..core.trace import Column, Lazy, Trace, Traced
from .auc import auc
from .intervals import Interval, clipped, tails, whole_counts

if TYPE_CHECKING:
    from .sweep import Sweep

DELONG = Formula(
    "auc_standard_error",
    "sqrt(S10/positives + S01/negatives)",
    direction="lower",
    source="DeLong, DeLong & Clarke-Pearson (1988)",
)
HANLEY_MCNEIL = Formula(
    "auc_standard_error",
    "sqrt((A*(1 - A) + (positives - 1)*(Q1 - A**2) + (negatives - 1)*(Q2 - A**2))"
    " / (positives*negatives))",
    direction="lower",
    source="Hanley & McNeil (1982)",
)
# How likely two random positives both outrank one negative, and one positive two negatives.
COUNTED = (
    Formula("Q1", "wins / (negatives*positives**2)"),
    Formula("Q2", "wins / (positives*negatives**2)"),
)
ASSUMED = (Formula("Q1", "A / (2 - A)"), Formula("Q2", "2*A**2 / (1 + A)"))
METHODS = {
    "delong": "standard error by DeLong's placements",
    "hanley-mcneil": "standard error by Hanley and McNeil, triples counted",
    "negative-exponential": "standard error by Hanley and McNeil, scores negative exponential",
}
ROOM = 2**62  # sums of products below it are exact 64-bit integers
FROM_TWO_ON = "how much a class varies is seen from two samples on"
MEAN_SQUARES = {
    name: Formula(name, f"squared_deviations / ({side} - 1)", undefined_when=FROM_TWO_ON)
    for name, side in (("S10", "positives"), ("S01", "negatives"))
}


def auc_standard_error(sweep: Sweep, method: ErrorMethod = "delong") -> Worked:
    """Return the standard error of the AUC: how much it varies from one set of samples to the next.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold; whole weights mean repeated samples.
    method : {"delong", "hanley-mcneil", "negative-exponential"}
        From the variances of the placements; or from how often two positives both outrank a
        negative (Q1) and one positive two negatives (Q2), counted; or with Q1 and Q2 as they would
        be if the scores were negative exponential, which needs the AUC alone.

    Returns
    -------
    Worked
        Undefined with fewer than two positives or two negatives; ``steps`` is the table of
        placements or of triples.

    Raises
    ------
    UndefinedError
        If one of the classes is missing.
    InputError
        If weights aren't whole.

    References
    ----------
    DeLong, DeLong & Clarke-Pearson (1988), Comparing the areas under two or more correlated
    receiver operating characteristic curves, Biometrics 44, section 2; Hanley & McNeil (1982), The
    meaning and use of the area under a ROC curve, Radiology 143, table II and formula 2.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> print(auc_standard_error(s).working)
    auc standard error = √(S10 / positives + S01 / negatives)
                       = √(1/8 / 2 + 1/8 / 2)
                       ≈ 0.354
    ...
    >>> round(auc_standard_error(s, "hanley-mcneil"), 4)
    0.2795
    """
    choice(method, METHODS, "method")
    area = auc(sweep)
    whole_counts(sweep, "standard error")
    if min(sweep.positives, sweep.negatives) < 2:
        counts = f"{words.count(sweep.positives)} positive(s) and {words.count(sweep.negatives)}"
        reason, rule = f"{counts} negative(s): {FROM_TWO_ON}", {"method": METHODS[method]}
        return Worked(math.nan, "auc_standard_error", reason=reason, conventions=rule)
    conventions = {**area.conventions, "method": METHODS[method]}
    if method == "delong":
        placed = placements(sweep)
        error = DELONG.work(conventions=conventions, **spread(placed, placed))
        return error.with_steps(partial(_placement_table, sweep))
    sizes = {"positives": int(sweep.positives), "negatives": int(sweep.negatives)}
    if method == "hanley-mcneil":
        q1, q2 = (f.work(wins=w, **sizes) for f, w in zip(COUNTED, _wins(sweep), strict=True))
    else:
        q1, q2 = (formula.work(A=area.fraction) for formula in ASSUMED)
    error = HANLEY_MCNEIL.work(conventions=conventions, A=area, Q1=q1, Q2=q2, **sizes)
    return error.with_steps(partial(_triples, sweep)) if method == "hanley-mcneil" else error


def _ahead(sweep: Sweep):
    """Count, at each row: both classes there, positives above it, and negatives below it."""
    positives, negatives = (placed.counts for placed in placements(sweep))
    above, down_to_here = positives.cumsum() - positives, negatives.cumsum()
    return positives, negatives, above, down_to_here[-1] - down_to_here


def _wins(sweep: Sweep) -> tuple[Fraction, Fraction]:
    """Count the triples that the positives win; a tie of two counts half, of all three a third."""
    positives, negatives, above, below = _ahead(sweep)
    return _won(negatives, above, positives), _won(positives, below, negatives)


def _won(one, better, tied) -> Fraction:
    kind = np.int64 if 3 * int(better.max() + tied.max()) ** 2 < ROOM else object
    better, tied = better.astype(kind), tied.astype(kind)
    three_times = 3 * better * (better + tied) + tied**2
    return Fraction(total(one, three_times), 3)


def _triples(sweep: Sweep) -> Trace:
    """Lay out how Q1 and Q2 are counted, a row for each step."""
    positives, negatives, above, below = (column[1:].astype(float) for column in _ahead(sweep))
    columns = {
        "positives": positives,
        "negatives": negatives,
        "positives above": above,
        "negatives below": below,
        "wins of two positives": negatives * (above * (above + positives) + positives**2 / 3),
        "wins over two negatives": positives * (below * (below + negatives) + negatives**2 / 3),
    }
    thresholds = sweep.threshold[1:]
    return Trace(
        "triples won: all above² + above·tied + tied²/3, for each sample of the other class",
        (
            Column("threshold", thresholds, words.thresholds(thresholds), "right"),
            *(Column(name, column, words.count, "right") for name, column in columns.items()),
        ),
    )


def auc_interval(
    sweep: Sweep,
    level: float = 0.95,
    method: ErrorMethod = "delong",
) -> Interval:
    """Return an interval for the AUC from its standard error and the normal distribution.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    level : float
        In how many of all cases such an interval should hold the true AUC.
    method : {"delong", "hanley-mcneil", "negative-exponential"}
        Where the standard error comes from; see :func:`auc_standard_error`.

    Returns
    -------
    Interval
        So many standard errors to either side, clipped to what an AUC can be.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import Sweep
    >>> ratings = Sweep.from_counts([5, 4, 3, 2, 1], [33, 44, 46, 48, 51], [2, 13, 19, 25, 58])
    >>> print(auc_interval(ratings))
    AUC 0.893, 95 % interval 0.833 to 0.953 (standard error by DeLong's placements; ...)
    """
    z = NormalDist().inv_cdf(tails(level)[1])
    area, error = auc(sweep), auc_standard_error(sweep, method)
    ends = area - z * error, area + z * error  # both nan where there is no error
    notes = {"method": METHODS[method], "transform": "symmetric about the AUC"}
    if error == 0:
        notes["no variation"] = "no placement varies in these samples, in others some would"
    ends, notes = clipped(ends, 0, notes)
    return Interval("AUC", area, *ends, level, error, notes, reason=error.reason)


class Placed(NamedTuple):
    """One class: how many samples each entry stands for, and twice the number they are ahead of.

    A positive is ahead of the negatives below it; for a negative, the positives ahead of it are
    counted. A tie is half, hence twice.
    """

    counts: np.ndarray
    twice: np.ndarray
    others: int

    @property
    def size(self) -> int:
        """How many samples the class has."""
        return int(self.counts.sum())

    def share(self, entry: int) -> Fraction | None:
        """Return the placement of an entry; None where it stands for no sample."""
        here = self.counts[entry]
        return Fraction(int(self.twice[entry]), 2 * self.others) if here else None


def placements(sweep: Sweep) -> tuple[Placed, Placed]:
    """Place the samples that each row lets in, positives and negatives.

    Raises
    ------
    InputError
        If the counts aren't whole.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> positives, negatives = placements(sweep([1, 0, 1, 0], [0.9, 0.7, 0.7, 0.2]))
    >>> [positives.share(row) for row in (1, 2)], [negatives.share(row) for row in (2, 3)]
    ([Fraction(1, 1), Fraction(3, 4)], [Fraction(3, 4), Fraction(1, 1)])
    """
    positives, negatives = whole_counts(sweep, "standard error")
    tp, fp = np.cumsum(positives), np.cumsum(negatives)
    return (
        Placed(positives, 2 * (fp[-1] - fp) + negatives, int(fp[-1])),
        Placed(negatives, 2 * tp - positives, int(tp[-1])),
    )


def total(*columns: np.ndarray) -> int:
    """Add up products of whole numbers, exactly however large they are.

    Examples
    --------
    >>> total(np.array([1, 2]), np.array([10, 10**12]), np.array([1, 10**12]))
    2000000000000000000000010
    """
    largest = reduce(mul, (int(np.abs(column).max(initial=0)) for column in columns))
    kind = np.int64 if largest * len(columns[0]) < ROOM else object
    return int(reduce(mul, (column.astype(kind) for column in columns)).sum())


def _mean_square(name: str, a: Placed, b: Placed) -> Worked:
    """Work out the covariance of two placements of the same samples; of one twice, its variance.

    Parameters
    ----------
    name : {"S10", "S01"}
        Over the positives, or over the negatives.
    a, b : Placed
        The same entries, placed by two scores.
    """
    sums = Fraction(total(a.counts, a.twice) * total(b.counts, b.twice), a.size)
    deviations = (total(a.counts, a.twice, b.twice) - sums) / (2 * a.others) ** 2
    size = {"S10": "positives", "S01": "negatives"}[name]
    return MEAN_SQUARES[name].work(squared_deviations=deviations, **{size: a.size})


def spread(ours: tuple[Placed, Placed], theirs: tuple[Placed, Placed]) -> dict[str, Worked]:
    """Work out what the (co)variance of AUCs is made of: S10 and S01, and the class sizes."""
    (positives, negatives), (their_positives, their_negatives) = ours, theirs
    return {
        "S10": _mean_square("S10", positives, their_positives),
        "S01": _mean_square("S01", negatives, their_negatives),
        "positives": positives.size,
        "negatives": negatives.size,
    }


def _placement_table(sweep: Sweep) -> Trace:
    """Lay the placements out, a row for each step."""
    positives, negatives = placements(sweep)
    rows = len(sweep.threshold) - 1
    return Trace(
        f"placements of {words.count(sweep.positives)} positives among the negatives, "
        f"and of {words.count(sweep.negatives)} negatives among the positives",
        (
            Column("threshold", sweep.threshold[1:], words.thresholds(sweep.threshold), "right"),
            Column("positives", positives.counts[1:], words.count, "right"),
            Column("ahead of", Lazy(rows, lambda i: positives.share(i + 1)), words.cell, "right"),
            Column("negatives", negatives.counts[1:], words.count, "right"),
            Column("behind", Lazy(rows, lambda i: negatives.share(i + 1)), words.cell, "right"),
        ),
        {"ties": sweep.ties_in_words},
    )


OF_MEANS = "S10/positives + S01/negatives"
VARIANCE = Formula("auc_variance", OF_MEANS, source="DeLong, DeLong & Clarke-Pearson (1988)")
COVARIANCE = Formula("auc_covariance", OF_MEANS, source=VARIANCE.source)
DIFFERENCE = Formula("auc_difference", "auc_a - auc_b", (-1.0, 1.0))
ERRORS = {
    True: Formula("standard_error", "sqrt(variance_a + variance_b - 2*covariance)"),
    False: Formula("standard_error", "sqrt(variance_a + variance_b)"),
}
Z = Formula("z", "difference / standard_error", undefined_when="no placement varies")
PAIRING = {True: "both scores of the same samples", False: "independent samples"}


@dataclass(frozen=True, eq=False, repr=False)
class AucTest(Traced):
    """The test of the difference between two AUCs.

    Attributes
    ----------
    auc_a, auc_b, difference, standard_error, z, p_value : Worked
        The AUCs, a minus b, how much that varies, the one in units of the other, and how likely
        so large a difference is where both AUCs are truly equal.
    terms : mapping of str to Worked
        The variances and, where the samples are the same, the covariance.
    conventions : mapping of str to str
        How it was tested.
    """

    auc_a: Worked
    auc_b: Worked
    difference: Worked
    standard_error: Worked
    z: Worked
    p_value: Worked
    terms: Mapping[str, Worked]
    conventions: Mapping[str, str] = field(default_factory=dict)

    def interval(self, level: float = 0.95) -> Interval:
        """Return the interval of the difference: so many standard errors to both sides.

        Parameters
        ----------
        level : float
            In how many of all cases such an interval should hold the true difference.

        Examples
        --------
        >>> from mlmetrics_edu.metrics.sweep import sweep
        >>> truth = [1, 1, 1, 0, 0, 0]
        >>> a, b = sweep(truth, [6, 5, 3, 4, 2, 1]), sweep(truth, [6, 4, 1, 5, 3, 2])
        >>> print(auc_test(a, b).interval())
        difference of AUCs 0.333, 95 % interval -0.044 to 0.711 (both scores of the same samples)
        """
        reach = NormalDist().inv_cdf(tails(level)[1]) * self.standard_error
        ends = self.difference - reach, self.difference + reach
        ends, notes = clipped(ends, -1, {"samples": self.conventions["samples"]})
        error, why = self.standard_error, self.standard_error.reason
        name = "difference of AUCs"
        return Interval(name, self.difference, *ends, float(level), error, notes, reason=why)

    def trace(self) -> Trace:
        """Lay out the steps of the test."""
        steps = {
            "AUC of a": self.auc_a,
            "AUC of b": self.auc_b,
            "difference": self.difference,
            **{name.replace("_", " of "): term for name, term in self.terms.items()},
            "standard error": self.standard_error,
            "z": self.z,
            "p value": self.p_value,
        }
        reasons = [step.reason for step in steps.values()]
        return Trace(
            "test of two AUCs",
            (
                Column("number", list(steps)),
                Column("formula", [s.formula.text if s.formula else "–" for s in steps.values()]),
                Column("exact", [s.fraction for s in steps.values()], words.cell),
                Column("value", [float(s) for s in steps.values()], words.decimal, "right"),
                *([Column("undefined, because", reasons)] if any(reasons) else []),
            ),
            self.conventions,
        )


def auc_test(a: Sweep, b: Sweep, *, paired: bool = True) -> AucTest:
    """Test whether two AUCs differ by more than chance, by DeLong's placements.

    Parameters
    ----------
    a, b : Sweep
        Two scores of the same samples; with ``paired=False`` of different ones. Whole weights mean
        repeated samples.
    paired : bool
        Whether the samples are the same. Then an easy sample is easy for both, and the difference
        varies less than each AUC by itself. Samples are matched by their ids, or by their places.

    Returns
    -------
    AucTest
        Its ``trace()`` shows the steps. With fewer than two samples of a class it is undefined.

    Raises
    ------
    InputError
        If the samples of both can't be matched, or weights aren't whole.
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    DeLong, DeLong & Clarke-Pearson (1988), Comparing the areas under two or more correlated
    receiver operating characteristic curves, Biometrics 44, section 2; Hanley & McNeil (1982),
    section on comparing two areas, for independent samples.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> truth = [1, 1, 1, 0, 0, 0]
    >>> a, b = sweep(truth, [6, 5, 3, 4, 2, 1]), sweep(truth, [6, 2, 1, 4, 5, 3])
    >>> print(auc_test(a, b))
    test of two AUCs · both scores of the same samples · two-sided, normal distribution
    number          formula                                    exact  value
    AUC of a        squares / (positives·negatives)            8/9    0.889
    AUC of b        squares / (positives·negatives)            1/3    0.333
    difference      auc a − auc b                              5/9    0.556
    variance of a   S10 / positives + S01 / negatives          2/81   0.025
    variance of b   S10 / positives + S01 / negatives          1/9    0.111
    covariance      S10 / positives + S01 / negatives          1/54   0.019
    standard error  √(variance a + variance b − 2·covariance)  –      0.314
    z               difference / standard error                –      1.768
    p value         –                                          –      0.077
    """
    paired = inputs.flag(paired, "paired")
    areas = {"auc_a": auc(a), "auc_b": auc(b)}
    placed = _matched(a, b) if paired else (placements(a), placements(b))
    conventions = {"samples": PAIRING[paired], "test": "two-sided, normal distribution"}
    own = [VARIANCE.work(**spread(side, side)) for side in placed]
    terms = dict(zip(("variance_a", "variance_b"), own, strict=True))
    if paired:
        terms["covariance"] = COVARIANCE.work(**spread(*placed))
    difference, error = DIFFERENCE.work(**areas), ERRORS[paired].work(**terms)
    z = Z.work(difference=difference, standard_error=error)
    p_value = _p_value(difference, error, z, conventions)
    return AucTest(*areas.values(), difference, error, z, p_value, terms, conventions)


def _p_value(difference: Worked, error: Worked, z: Worked, conventions: Mapping) -> Worked:
    """Return the chance of so large a difference; where both rank alike, nothing is to explain."""
    if difference == error == 0:
        return Worked(1.0, "p_value", conventions={**conventions, "alike": "both rank alike"})
    # Not 1 − Φ(z), whose difference loses all digits of a small chance.
    value = math.erfc(abs(z) / math.sqrt(2))
    return Worked(value, "p_value", reason=z.reason, conventions=conventions)


def _matched(a: Sweep, b: Sweep):
    """Place every sample by both scores, in the same order.

    Returns
    -------
    pair of (Placed, Placed)
        For each score the positives and the negatives.
    """
    ours, theirs = _samples(a), _samples(b)
    partner = _partners(ours, theirs)
    # Weights are whole, or the counts would have been refused.
    positive, weights = ours.positive, ours.hefts.astype(np.int64)
    _same("label", positive != theirs.positive[partner], ours.ids)
    _same("weight", weights != theirs.hefts[partner], ours.ids)
    by_a, by_b = _by_sample(a, ours.score), _by_sample(b, theirs.score[partner])
    return tuple(
        tuple(
            placed._replace(counts=weights[side], twice=placed.twice[rows[side]])
            for placed, side in zip(placements(sweep), (positive, ~positive), strict=True)
        )
        for sweep, rows in ((a, by_a), (b, by_b))
    )


def _samples(sweep: Sweep):
    if sweep.samples is None:
        raise InputError(
            "a sweep has counts only, and its samples aren't at hand",
            "two scores of the same samples are compared sample by sample",
            "sweep the samples themselves, or pass paired=False if they are different ones",
        )
    if (np.diff(sweep.threshold) == 0).any():
        raise MetricError(
            f"ties={sweep.ties!r}, and there are ties",
            "equal scores count half for each side here, whatever their order",
            'make the sweep with ties="grouped"',
        )
    return sweep.samples


def _partners(ours, theirs) -> np.ndarray:
    """Find, for each of our samples, the place of the same sample among theirs."""
    if (ours.ids is None) != (theirs.ids is None):
        raise _unlike("one sweep has ids and the other has none")
    if ours.ids is None:
        if len(ours.score) != len(theirs.score):
            raise _unlike(f"a has {len(ours.score)} samples, b has {len(theirs.score)}")
        return np.arange(len(ours.score))
    places = {name: place for place, name in enumerate(theirs.ids.tolist())}
    names = ours.ids.tolist()
    alone = {*names} ^ places.keys()
    if alone:
        shown = words.listing(sorted(alone, key=str))
        raise _unlike(f"{len(alone)} sample(s) are in one sweep only: {shown}")
    return np.array([places[name] for name in names])


def _same(what: str, differs: np.ndarray, ids) -> None:
    if differs.any():
        names = np.flatnonzero(differs) if ids is None else ids[differs]
        shown = words.listing(names.tolist())
        raise _unlike(f"{len(names)} sample(s) have another {what} in b than in a: {shown}")


def _unlike(what: str) -> InputError:
    return InputError(
        what,
        "both scores must be of the same samples, to be compared sample by sample",
        "pass the samples in the same order, or give both sweeps the ids; "
        "paired=False if they are different samples",
    )


def _by_sample(sweep: Sweep, score: np.ndarray) -> np.ndarray:
    """Find the row that lets each sample in."""
    return np.searchsorted(-sweep.threshold, -score)
