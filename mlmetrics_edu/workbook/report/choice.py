"""The threshold of a report: which one, by what, and how much it matters."""

import math
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ...core import digits
from ...core.formula import Formula
from ...core.worked import Worked
from ...metrics.confusion import Confusion
from ...metrics.costing.expected_cost import cost_threshold, expected_cost
from ...metrics.thresholds import Optima, best_threshold
from .case import Case

SLACK = 0.05  # so much more than the least cost is nearly the least
ROUNDING = 1e-12
PLACES = 15  # of decimals, that a float surely has
MOVED = Formula(
    "cost_threshold",
    "t*share*(1 - p) / (t*share*(1 - p) + (1 - t)*(1 - share)*p)",
    (0.0, 1.0),
    source="Elkan (2001), theorem 2",
)


class Stretch(NamedTuple):
    """Thresholds from ``low`` to ``high`` that all cost nearly the least.

    ``fewest`` and ``most`` are the shares that they call positive; ``lowest`` and ``highest`` are
    the outermost thresholds that cost as little, with dearer ones in between.
    """

    low: float
    high: float
    fewest: float
    most: float
    lowest: float
    highest: float

    @property
    def alone(self) -> bool:
        """Whether all of them predict the same."""
        return self.fewest == self.most

    @property
    def scattered(self) -> bool:
        """Whether there are more of them elsewhere."""
        return self.lowest < self.low or self.highest > self.high


@dataclass(frozen=True, eq=False)
class Choice:
    """The threshold in use, and what speaks for it.

    Attributes
    ----------
    by : {"given", "cost", "f1"}
        Whether it was given, or by what it is best.
    threshold : float
        A sample is predicted positive when its score ≥ threshold.
    confusion : Confusion
        The counts there.
    best, youden : Optima
        The thresholds of least cost or, without costs, of the highest F1; and of the largest J.
    """

    case: Case
    by: str
    threshold: float
    confusion: Confusion
    best: Optima
    youden: Optima

    @property
    def cost(self) -> Worked:
        """The expected cost at the threshold in use."""
        return self._cost_of(self.confusion)

    def cost_at(self, threshold: float) -> Worked:
        """Work out the expected cost at another threshold."""
        return self._cost_of(self.case.sweep.at(threshold))

    @property
    def trivial_costs(self) -> tuple[Worked, Worked]:
        """The expected costs of calling nobody positive, and everybody."""
        sweep = self.case.sweep
        nobody, everybody = (self._cost_of(sweep.confusion(row)) for row in (0, len(sweep) - 1))
        return nobody, everybody

    def _cost_of(self, confusion: Confusion) -> Worked:
        return expected_cost(confusion, self.case.costs, p_positive=self.case.p_positive)

    @property
    def by_costs_alone(self) -> Worked:
        """The threshold for calibrated scores; moved, where another share is expected than here."""
        alone, case = cost_threshold(self.case.costs), self.case
        if not case.moved:
            return alone
        return MOVED.work(t=alone, p=case.p_positive, share=case.sweep.confusion(0).prevalence)

    @property
    def interval(self) -> tuple[float, float]:
        """The thresholds that predict the same: above the first number, up to the second."""
        sweep = self.case.sweep
        row = sweep.row_at(self.threshold)
        below = sweep.threshold[row + 1].item() if row + 1 < len(sweep) else -math.inf
        return below, sweep.threshold[row].item()

    @property
    def nearly_best(self) -> Stretch:
        """The thresholds around the cheapest one that cost at most 5 % more."""
        sweep, row = self.case.sweep, self.best.rows[0]
        cost = expected_cost(sweep, self.case.costs, p_positive=self.case.p_positive)
        near = cost <= cost[row] + SLACK * abs(cost[row]) + ROUNDING
        starts = np.flatnonzero(np.diff(near, prepend=False) & near)
        ends = np.flatnonzero(np.diff(near, append=False) & near)
        mine = int(np.searchsorted(starts, row, side="right")) - 1
        below = np.append(sweep.threshold[1:], -np.inf)
        low, high = inside(below[ends[mine]].item(), sweep.threshold[starts[mine]].item())
        every = inside(below[ends[-1]].item(), sweep.threshold[starts[0]].item())
        if len(starts) == 1:
            every = low, high
        called = (float(sweep.at(t).predicted_positive_rate) for t in (high, low))
        return Stretch(low, high, *called, *every)


def choose(case: Case) -> Choice:
    """Choose a threshold: as given, else of least cost, else of the highest F1.

    Of equally good ones the highest is taken, which calls the fewest samples positive.
    """
    by = "f1" if case.costs is None else "cost"
    best = best_threshold(case.sweep, by, costs=case.costs, p_positive=case.p_positive)
    threshold = digits.within(*best.intervals[0]) if case.given is None else float(case.given)
    youden = best_threshold(case.sweep, "youden")
    used = by if case.given is None else "given"
    return Choice(case, used, threshold, case.sweep.at(threshold), best, youden)


def thresholds(optima: Optima) -> list[float]:
    """Return a short threshold for each optimum."""
    return [digits.within(*interval) for interval in optima.intervals]


def inside(low: float, high: float) -> tuple[float, float]:
    """Round both ends of a stretch above ``low`` and up to ``high`` so that they stay inside.

    Examples
    --------
    >>> inside(0.06885035, 0.13710882), inside(1, 2), inside(-math.inf, 0.25)
    ((0.0689, 0.1371), (1.01, 2.0), (-inf, 0.25))
    """
    if not math.isfinite(high - low):
        return low, high
    places = math.ceil(-math.log10(high - low)) + 2
    if places > PLACES:
        return (digits.within(low, high),) * 2
    step = 10.0**-places
    first, last = math.floor(low / step) + 1, math.floor(high / step)
    ends = tuple(float(f"{place * step:.12g}") for place in (first, last))
    return ends if low < ends[0] <= ends[1] <= high else (digits.within(low, high),) * 2
