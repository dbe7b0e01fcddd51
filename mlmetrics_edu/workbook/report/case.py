"""What a report is about: the samples, what was asked, and the threshold that was chosen."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ...core import digits, inputs
from ...core.conventions import BinStrategy
from ...core.errors import InputError
from ...core.formula import Formula, Worked
from ...metrics.confusion import Confusion
from ...metrics.costing.costs import Costs, need_regrets
from ...metrics.costing.expected_cost import cost_threshold, expected_cost
from ...metrics.real_values.calibration import calibration_bins
from ...metrics.sweep import Sweep, needs, sweep
from ...metrics.thresholds import (
    Constraint,
    Optima,
    allowed,
    best_threshold,
    read_constraints,
)
from ...plots.look import LANGUAGES
from .page import Voice

LARGEST = 1e150  # of scores, so that even products of two are floats
FINEST = 1e15  # of scores that are all the same: beyond, there is no number close beside them
SLACK = 0.05  # so much more than the least cost is nearly the least
ROUNDING = 1e-12
PLACES = 15  # of decimals, that a float surely has
BINS, PARTS = 10, 10  # of a calibration, and of a ranking
CROWDED = 0.5  # of all samples in one of ten bins
LEAST = 3  # bins; fewer, of scores that tie, show no more than equally wide ones
MOVED = Formula(
    "cost_threshold",
    "t*share*(1 - p) / (t*share*(1 - p) + (1 - t)*(1 - share)*p)",
    (0.0, 1.0),
    source="Elkan (2001), theorem 2",
)


@dataclass(frozen=True, eq=False)
class Case:
    """Samples, swept, and the questions put to them.

    Attributes
    ----------
    sweep : Sweep
        The counts at every threshold, ties grouped.
    costs : Costs or None
        What each outcome costs, where somebody said so.
    p_positive : float or None
        The share of positives to expect, where it isn't that of the data.
    given : float or None
        The threshold, where it was given.
    positive : hashable
        The label of the positive class.
    say : Voice
        The language.
    where : tuple of str
        What the threshold has to meet.
    """

    sweep: Sweep
    costs: Costs | None
    p_positive: float | None
    given: float | None
    positive: object
    say: Voice
    where: tuple[str, ...] = ()

    @property
    def samples(self) -> int:
        """How many there are."""
        return int(self.sweep.positives + self.sweep.negatives)

    @property
    def share(self) -> float:
        """The share of positives in the data."""
        return self.sweep.positives / self.samples

    @property
    def constraints(self) -> list[Constraint]:
        """What the threshold has to meet, as it is read."""
        return read_constraints(self.where)

    @property
    def moved(self) -> bool:
        """Whether another share of positives is expected than the data have."""
        return self.p_positive is not None and self.p_positive != self.share

    @cached_property
    def are_chances(self) -> bool:
        """Whether all scores are from 0 to 1, as probabilities are."""
        return bool(self.sweep.threshold[-1] >= 0 and self.sweep.threshold[1] <= 1)

    @cached_property
    def strategy(self) -> BinStrategy:
        """How a calibration bins the scores."""
        return strategy(self.sweep.samples.positive, self.sweep.samples.score)

    def who(self, samples: np.ndarray) -> list[str]:
        """Name some samples: by their ids, or by their positions."""
        ids = self.sweep.samples.ids
        return [str(name) for name in (samples if ids is None else ids[samples]).tolist()]


def strategy(truth: np.ndarray, chances: np.ndarray) -> BinStrategy:
    """Choose bins: equally wide, or of equally many samples where one would hold over half."""
    wide = calibration_bins(truth, chances, BINS).count
    many = calibration_bins(truth, chances, BINS, "quantile").count
    crowded = wide.max() > CROWDED * len(chances)
    told_apart = len(many) >= max(np.count_nonzero(wide), LEAST)
    return "quantile" if crowded and told_apart else "equal-width"


def case(
    y_true, y_score, costs, p_positive, threshold, ids, positive, language, where=None
) -> Case:
    """Check the samples and the questions, and sweep over the samples.

    Raises
    ------
    InputError
        If the columns can't be counted, or a question makes no sense.
    UndefinedError
        If one of the classes is missing.
    """
    inputs.choice(language, LANGUAGES, "language")
    swept = sweep(y_true, y_score, ids=ids, positive=positive)
    label = 1 if positive is None else positive
    needs(swept, "report", "recall", "fpr")
    drawable(swept.threshold[1:])
    if costs is not None:
        need_regrets(costs, "report")
    if p_positive is not None:
        why = "it is the share of positives to expect, and both classes must be there"
        inputs.share(p_positive, "p_positive", why, zero=False, one=False)
    where = () if where is None else tuple(where) if inputs.several(where) else (where,)
    read_constraints(where)
    if threshold is not None:
        swept.row_at(threshold)
        _nothing_to_choose(threshold, where)
    return Case(swept, costs, p_positive, threshold, label, Voice(language), where)


def _nothing_to_choose(threshold: float, where: tuple[str, ...]) -> None:
    if where:
        raise InputError(
            f"threshold={inputs.short(threshold)}, and where={inputs.short(where[0])}",
            "a constraint says which thresholds may be chosen, and yours is chosen already",
            "leave one of them out",
        )


def drawable(score: np.ndarray) -> None:
    """Refuse scores that no axis can show: a picture multiplies two lengths on it."""
    largest, same = float(np.abs(score).max()), bool(score.min() == score.max())
    if largest > (FINEST if same else LARGEST):
        raise InputError(
            f"the scores go up to {largest:g}",
            "no picture has an axis for numbers of that size",
            "divide all scores by one number, or take their ranks: only the order counts",
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
        The thresholds of least cost or, without costs, of the highest F1, among those that meet
        the constraints; and of the largest J.
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
        near &= allowed(sweep, self.case.constraints)
        starts = np.flatnonzero(np.diff(near, prepend=False) & near)
        ends = np.flatnonzero(np.diff(near, append=False) & near)
        mine = int(np.searchsorted(starts, row, side="right")) - 1
        low, high = self._span(starts[mine], ends[mine])
        every = self._span(starts[0], ends[-1])
        if len(starts) == 1:
            every = low, high
        called = (float(sweep.at(t).predicted_positive_rate) for t in (high, low))
        return Stretch(low, high, *called, *every)

    def _span(self, first: int, last: int) -> tuple[float, float]:
        """Return the ends of the thresholds from one row down to another, short if that is sure."""
        column = self.case.sweep.threshold
        below = column[last + 1].item() if last + 1 < len(column) else -math.inf
        return inside(below, column[first].item())


def choose(case: Case) -> Choice:
    """Choose a threshold: as given, else of least cost, else of the highest F1.

    Of equally good ones the highest is taken, which calls the fewest samples positive.
    """
    by = "f1" if case.costs is None else "cost"
    best = optima(case, by, case.where)
    threshold = digits.within(*best.intervals[0]) if case.given is None else float(case.given)
    youden = best_threshold(case.sweep, "youden")
    used = by if case.given is None else "given"
    return Choice(case, used, threshold, case.sweep.at(threshold), best, youden)


def optima(case: Case, by: str, where: tuple[str, ...] = ()) -> Optima:
    """Find the thresholds that are best by something, of those that meet constraints."""
    asked = {"costs": case.costs, "p_positive": case.p_positive} if by == "cost" else {}
    return best_threshold(case.sweep, by, where=where, **asked)


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
