"""Three means of precision and recall: both are dragged, and the means part."""

from collections.abc import Mapping
from typing import Any

from ..core import inputs
from ..core.calls import explained
from ..core.conventions import Language
from ..core.formula import Worked
from ..core.writing import in_a_line
from ..metrics.means import OF_RATES
from ..plots.means_of_rates import means as draw_means
from ..plots.picture import Picture, describe
from ..plots.say import written
from .expressions import described
from .instrument import Instrument, plain_number
from .planes import share

MEANS = ("arithmetic", "geometric", "harmonic")
RATES = ("precision", "recall")
OF = "it is a share of those called positive", "it is a share of the positives"


class MeansExplorer(Instrument):
    """Precision and recall to drag, and their means; made by :func:`explore_means`.

    Attributes
    ----------
    precision, recall : float
        The two rates; they can be set.
    means : mapping of str to Worked
        Their arithmetic, geometric and harmonic mean.
    """

    script = "explore_means"
    words = ("means.bars", "means.plane", "undefined", *RATES)

    def __init__(self, precision: float, recall: float, language: Language | None = None):
        super().__init__("", {"precision": 0, "recall": 0}, language)
        self.title = self.say("means.title")
        self.precision, self.recall = precision, recall

    @property
    def precision(self) -> float:
        """How many of those called positive are positive."""
        return self._state["precision"]

    @precision.setter
    def precision(self, share: float) -> None:
        self._move(precision=plain_number(inputs.share(share, "precision", OF[0])))

    @property
    def recall(self) -> float:
        """How many of the positives are called."""
        return self._state["recall"]

    @recall.setter
    def recall(self, share: float) -> None:
        self._move(recall=plain_number(inputs.share(share, "recall", OF[1])))

    @property
    def means(self) -> dict[str, Worked]:
        """Their means, each with its working."""
        return {name: OF_RATES[name].work(**self._state) for name in MEANS}

    def _moved(self, state: Mapping[str, Any]) -> None:
        """Take over two shares; anything else stays away."""
        if all(inputs.is_finite(state.get(rate)) and 0 <= state[rate] <= 1 for rate in RATES):
            super()._moved(state)

    def _content(self) -> dict[str, Any]:
        names = [self.say(rate) for rate in RATES]
        names += [written(f"mean.{name}", self.language) for name in MEANS]
        return {
            "names": names[::-1],
            "x": share(self.say("recall")),
            "y": share(self.say("precision")),
            "bars": share(""),
            "formulas": [described(OF_RATES[name], inner={}) for name in MEANS],
        }

    def picture(self) -> Picture:
        """Draw the means for this precision, as recall grows."""
        drawn = draw_means(precision=self.precision, language=self.language)
        return describe(drawn, f"{self}").figure

    def __str__(self) -> str:
        return "\n".join([self.title, *map(in_a_line, self.means.values())])


@explained
def explore_means(
    precision: float = 0.5, recall: float = 1.0, *, language: Language | None = None
) -> MeansExplorer:
    """Drag precision and recall, and see how their three means part.

    The arithmetic mean forgives a recall that was bought with precision; the harmonic one, F1,
    stays near the smaller of the two.

    Parameters
    ----------
    precision, recall : float
        Where they stand at first, from 0 to 1.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words; without it the one in force.

    Raises
    ------
    InputError
        If one of them is no share.

    Examples
    --------
    >>> print(explore_means(0.5, 1))
    Three means of precision and recall
    arithmetic = (precision + recall) / 2 = (0.5 + 1) / 2 = 3/4 = 0.75
    geometric = √(precision·recall) = √(0.5·1) ≈ 0.707
    harmonic = 2·precision·recall / (precision + recall) = 2·0.5·1 / (0.5 + 1) = 2/3 ≈ 0.667
    """
    return MeansExplorer(precision, recall, language)
