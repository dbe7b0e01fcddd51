"""Which score ranks better: the test of the difference between two AUCs."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ...core import digits, inputs
from ...core.formula import Formula
from ...core.trace import Column, Trace
from ...core.worked import Worked
from ..auc import auc
from .pairing import matched
from .placements import placements, spread

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
PAIRING = {True: "both scores of the same samples", False: "independent samples"}


@dataclass(frozen=True, eq=False, repr=False)
class AucTest:
    """The test of the difference between two AUCs.

    Attributes
    ----------
    auc_a, auc_b, difference, standard_error, z, p_value : Worked
        The AUCs, a minus b, how much that varies, the one in units of the other, and how likely
        so large a difference is, to either side, where both AUCs are truly equal.
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

    def __str__(self) -> str:
        return str(self.trace())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.trace()._repr_html_()


def auc_test(a: "Sweep", b: "Sweep", *, paired: bool = True) -> AucTest:
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
    placed = matched(a, b) if paired else (placements(a), placements(b))
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
    # Not 2·(1 − Φ(|z|)), whose difference loses all digits of a small chance.
    value = math.erfc(abs(z) / math.sqrt(2))
    return Worked(value, "p_value", reason=z.reason, conventions=conventions)
