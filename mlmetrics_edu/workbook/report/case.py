"""What a report is about: the samples, and what was asked."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ...core import inputs
from ...core.errors import InputError
from ...metrics.costing.costs import Costs, need_regrets
from ...metrics.curve import needs
from ...metrics.sweep import Sweep, sweep
from ...plots.look import LANGUAGES
from .saying import Voice

LARGEST = 1e150  # of scores, so that even products of two are floats
FINEST = 1e15  # of scores that are all the same: beyond, there is no number close beside them


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
    """

    sweep: Sweep
    costs: Costs | None
    p_positive: float | None
    given: float | None
    positive: object
    say: Voice

    @property
    def samples(self) -> int:
        """How many there are."""
        return len(self.sweep.samples.score)

    @property
    def share(self) -> float:
        """The share of positives in the data."""
        return self.sweep.positives / self.samples

    @property
    def moved(self) -> bool:
        """Whether another share of positives is expected than the data have."""
        return self.p_positive is not None and self.p_positive != self.share

    @cached_property
    def are_chances(self) -> bool:
        """Whether all scores are from 0 to 1, as probabilities are."""
        score = self.sweep.samples.score
        return bool(score.min() >= 0 and score.max() <= 1)

    def who(self, samples: np.ndarray) -> list[str]:
        """Name some samples: by their ids, or by their positions."""
        ids = self.sweep.samples.ids
        return [str(name) for name in (samples if ids is None else ids[samples]).tolist()]


def case(y_true, y_score, costs, p_positive, threshold, ids, positive, language) -> Case:
    """Let the samples and the questions in, or say what is wrong with them.

    Raises
    ------
    InputError
        If the columns can't be counted, or a question makes no sense.
    UndefinedError
        If one of the classes is missing.
    """
    inputs.choice(language, LANGUAGES, "language")
    swept = sweep(y_true, y_score, ids=ids, positive=positive)
    needs(swept, "report", "recall", "fpr")
    _drawable(swept.samples.score)
    if costs is not None:
        need_regrets(costs, "report")
    if p_positive is not None:
        why = "it is the share of positives to expect, and both classes must be there"
        inputs.share(p_positive, "p_positive", why, zero=False, one=False)
    if threshold is not None:
        swept.row_at(threshold)
    label = 1 if positive is None else positive
    return Case(swept, costs, p_positive, threshold, label, Voice(language))


def _drawable(score: np.ndarray) -> None:
    """Refuse scores that no axis can show: a picture multiplies two lengths on it."""
    largest, same = float(np.abs(score).max()), bool(score.min() == score.max())
    if largest > (FINEST if same else LARGEST):
        raise InputError(
            f"the scores go up to {largest:g}",
            "no picture has an axis for numbers of that size",
            "divide all scores by one number, or take their ranks: only the order counts",
        )
