"""Which score ranks better: the test of the difference between two AUCs."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from ...core import digits, inputs
from ...core.calls import explained
from ...core.conventions import Alternative
from ...core.errors import InputError, MetricError
from ...core.formula import Formula, Worked
from ...core.trace import Column, Trace, Traced
from ..auc import auc
from .auc_error import placements, spread
from .interval import Interval, clipped, tails

if TYPE_CHECKING:
    from ..sweep import Sweep

OF_MEANS = "S10/positives + S01/negatives"
VARIANCE = Formula("auc_variance", OF_MEANS, source="DeLong, DeLong & Clarke-Pearson (1988)")
COVARIANCE = Formula("auc_covariance", OF_MEANS, source=VARIANCE.source)
DIFFERENCE = Formula("auc_difference", "auc_a - auc_b", (-1.0, 1.0))
ERRORS = {
    True: Formula("standard_error", "sqrt(variance_a + variance_b - 2*covariance)"),
    False: Formula("standard_error", "sqrt(variance_a + variance_b)"),
}
Z = Formula("z", "difference / standard_error", undefined_when="no placement varies")
SIDES = {
    "two-sided": "two-sided",
    "greater": "one-sided: AUC a is greater",
    "less": "one-sided: AUC a is less",
}
PAIRING = {True: "both scores of the same samples", False: "independent samples"}


@dataclass(frozen=True, eq=False, repr=False)
class AucTest(Traced):
    """The test of the difference between two AUCs.

    Attributes
    ----------
    auc_a, auc_b, difference, standard_error, z, p_value : Worked
        The AUCs, a minus b, how much that varies, the one in units of the other, and how likely
        so large a difference is, to the sides tested, where both AUCs are truly equal.
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
                Column("exact", [s.fraction for s in steps.values()], digits.cell),
                Column("value", [float(s) for s in steps.values()], digits.decimal, "right"),
                *([Column("undefined, because", reasons)] if any(reasons) else []),
            ),
            self.conventions,
        )


@explained
def auc_test(
    a: "Sweep", b: "Sweep", *, paired: bool = True, alternative: Alternative = "two-sided"
) -> AucTest:
    """Test whether two AUCs differ by more than chance, by DeLong's placements.

    Parameters
    ----------
    a, b : Sweep
        Two scores of the same samples; with ``paired=False`` of different ones. Whole weights mean
        repeated samples.
    paired : bool
        Whether the samples are the same. Then an easy sample is easy for both, and the difference
        varies less than each AUC by itself. Samples are matched by their ids, or by their places.
    alternative : {"two-sided", "greater", "less"}
        What is held against "both are equal": that they differ; that the AUC of a is greater; that
        it is less. A side is chosen before the data are seen.

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
    inputs.choice(alternative, SIDES, "alternative")
    test = f"{SIDES[alternative]}, normal distribution"
    conventions = {"samples": PAIRING[paired], "test": test}
    own = [VARIANCE.work(**spread(side, side)) for side in placed]
    terms = dict(zip(("variance_a", "variance_b"), own, strict=True))
    if paired:
        terms["covariance"] = COVARIANCE.work(**spread(*placed))
    difference, error = DIFFERENCE.work(**areas), ERRORS[paired].work(**terms)
    z = Z.work(difference=difference, standard_error=error)
    p_value = _p_value(difference, error, z, alternative, conventions)
    return AucTest(*areas.values(), difference, error, z, p_value, terms, conventions)


def _p_value(
    difference: Worked, error: Worked, z: Worked, alternative: str, conventions: Mapping
) -> Worked:
    """Return the chance of so large a difference; where both rank alike, nothing is to explain."""
    if difference == error == 0:
        return Worked(1.0, "p_value", conventions={**conventions, "alike": "both rank alike"})
    # Not 1 − Φ(z), whose difference loses all digits of a small chance.
    if alternative == "two-sided":
        value = math.erfc(abs(z) / math.sqrt(2))
    else:
        value = math.erfc((z if alternative == "greater" else -z) / math.sqrt(2)) / 2
    return Worked(value, "p_value", reason=z.reason, conventions=conventions)


def _matched(a: "Sweep", b: "Sweep"):
    """Place every sample by both scores, in the same order.

    Returns
    -------
    pair of (Placed, Placed)
        For each score the positives and the negatives.
    """
    ours, theirs = _samples(a), _samples(b)
    partner = _partners(ours, theirs)
    positive, weights = ours.positive, _weights(ours)
    _same("label", positive != theirs.positive[partner], ours.ids)
    _same("weight", weights != _weights(theirs)[partner], ours.ids)
    by_a, by_b = _by_sample(a, ours.score), _by_sample(b, theirs.score[partner])
    return tuple(
        tuple(
            placed._replace(counts=weights[side], twice=placed.twice[rows[side]])
            for placed, side in zip(placements(sweep), (positive, ~positive), strict=True)
        )
        for sweep, rows in ((a, by_a), (b, by_b))
    )


def _samples(sweep: "Sweep"):
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


def _weights(samples) -> np.ndarray:
    weights = np.ones(len(samples.score)) if samples.weights is None else samples.weights
    return weights.astype(np.int64)  # whole, or the counts would have been refused


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
        shown = digits.listing(sorted(alone, key=str))
        raise _unlike(f"{len(alone)} sample(s) are in one sweep only: {shown}")
    return np.array([places[name] for name in names])


def _same(what: str, differs: np.ndarray, ids) -> None:
    if differs.any():
        names = np.flatnonzero(differs) if ids is None else ids[differs]
        shown = digits.listing(names.tolist())
        raise _unlike(f"{len(names)} sample(s) have another {what} in b than in a: {shown}")


def _unlike(what: str) -> InputError:
    return InputError(
        what,
        "both scores must be of the same samples, to be compared sample by sample",
        "pass the samples in the same order, or give both sweeps the ids; "
        "paired=False if they are different samples",
    )


def _by_sample(sweep: "Sweep", score: np.ndarray) -> np.ndarray:
    """Find the row that lets each sample in."""
    return np.searchsorted(-sweep.threshold, -score)
