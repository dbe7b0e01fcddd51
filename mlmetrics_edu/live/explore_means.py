"""Precision and recall become one number: their three means, and F-beta while β slides."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from ..core import inputs, words
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from ..core.words import in_a_line
from ..metrics import rates
from ..metrics.confusion import Confusion
from ..metrics.costs import crossover_beta
from ..metrics.means import OF_RATES
from ..plots.f_beta import TICKS, f_by_beta
from ..plots.f_beta import means as draw_means
from ..plots.say import written
from .instrument import Instrument, Setting, paper, plain_number
from .page import PLACES, axis, column, described, share

MEANS = ("arithmetic", "geometric", "harmonic")
RATES = ("precision", "recall")
OF = "it is a share of those called positive", "it is a share of the positives"
F_BETA = Formula("f_beta", rates.F_BETA, undefined_when=rates.NO_POSITIVES_AT_ALL)
ENDS = 0.1, 10.0  # of β
FARTHEST = 0.001, 1000.0  # crossings beyond these are no choice that anybody makes
STOPS = 201
MOST = 6  # classifiers: so many lines can be told apart
ROOM = 0.05  # above and below the curves, of the scale of F
FIGURES = 4  # of the β of a crossing


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

    def __init__(self, precision: float, recall: float, language: Language | None = None):
        super().__init__(language)
        self.title = self.say("means.title")
        self.precision, self.recall = precision, recall

    precision = Setting(lambda _, p: plain_number(inputs.share(p, "precision", OF[0])))
    recall = Setting(lambda _, r: plain_number(inputs.share(r, "recall", OF[1])))

    @property
    def means(self) -> dict[str, Worked]:
        """Their means, each with its working."""
        return {name: OF_RATES[name].work(**self.state) for name in MEANS}

    def fixed(self) -> dict[str, Any]:
        """Gather the axes, and the formulas of the means."""
        names = [self.say(rate) for rate in RATES]
        names += [written(f"mean.{name}", self.language) for name in MEANS]
        return {
            "names": names[::-1],
            "x": share(self.say("recall")),
            "y": share(self.say("precision")),
            "bars": share(""),
            "formulas": [described(OF_RATES[name], inner={}) for name in MEANS],
        }

    def draw(self) -> Axes:
        """Draw the means for this precision, as recall grows."""
        return draw_means(precision=self.precision)

    def __str__(self) -> str:
        return "\n".join([self.title, *map(in_a_line, self.means.values())])


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


class Crossing(NamedTuple):
    """Where two classifiers are equally good."""

    a: str
    b: str
    beta: float
    square: Worked


class BetaExplorer(Instrument):
    """A β to slide, and classifiers in their order by F-beta; made by :func:`explore_beta`.

    Attributes
    ----------
    beta : float
        How many times as important recall is as precision; it can be set.
    order : tuple of str
        The names of the classifiers, the best first.
    values : mapping of str to Worked
        F-beta of each classifier.
    """

    script = "explore_beta"

    def __init__(self, models: Mapping[str, Confusion], beta: float, language: Language | None):
        super().__init__(language)
        self._models = {name: _model(name, given) for name, given in models.items()}
        self._crossings = _crossings(self._models)
        self.title = self.say("beta.title", n=len(self._models))
        crossings = [one.beta for one in self._crossings]
        self._ends = (
            min([ENDS[0], *(b / 2 for b in crossings)]),
            max([ENDS[1], *(b * 2 for b in crossings)]),
        )
        self.beta = beta

    def _checked(self, beta: float) -> float:
        low, high = self._ends
        if not inputs.is_finite(beta) or not low <= beta <= high:
            raise InputError(
                f"beta={inputs.short(beta)}",
                "it says how many times as important recall is, here from"
                f" {words.threshold(low)} to {words.threshold(high)}",
                "pass a number between them; below lies precision itself, above it recall",
            )
        return plain_number(beta)

    beta = Setting(_checked)

    @property
    def values(self) -> dict[str, Worked]:
        """F-beta of each classifier."""
        return {name: counts.f(self.beta) for name, counts in self._models.items()}

    @property
    def order(self) -> tuple[str, ...]:
        """The names of the classifiers, the best first; of equal ones the first given."""
        values = {name: worked.exact.value for name, worked in self.values.items()}
        valued = [name for name, value in values.items() if value is not None]
        ranked = sorted(valued, key=values.__getitem__, reverse=True)
        return (*ranked, *(name for name in values if name not in valued))

    def fixed(self) -> dict[str, Any]:
        """Gather the stops of β, the axes, the curves and where they cross."""
        stops = self._stops()
        places = [[math.log10(tick), f"{tick:g}"] for tick in (0.001, 0.01, *TICKS)]
        low, high = map(math.log10, self._ends)
        across = {"label": "β", "from": low, "to": high}
        models = [self._curve_of(name, one, stops) for name, one in self._models.items()]
        ticks = [tick for tick in places if low <= tick[0] <= high]
        return {
            "stops": stops,
            "x": across | {"ticks": ticks[:: 1 + len(ticks) // 9]},
            "y": _heights([one["curve"] for one in models]),
            "models": models,
            "crossings": [self._marked(one) for one in self._crossings],
        }

    def _stops(self) -> list[float]:
        """List where the slider stops: few digits, and each crossing among them."""
        spread = np.geomspace(*self._ends, STOPS).tolist()
        usual = [beta for beta in (0.5, 1, 2) if self._ends[0] <= beta <= self._ends[1]]
        crossings = [one.beta for one in self._crossings]
        inside = {float(f"{beta:.3g}") for beta in spread[1:-1]}
        return sorted({*inside, *usual, *crossings, *self._ends})

    def _curve_of(self, name: str, counts: Confusion, stops: list[float]) -> dict[str, Any]:
        terms = {"TP": counts.tp, "FP": counts.fp, "FN": counts.fn}
        columns = {term: np.full(len(stops), float(count)) for term, count in terms.items()}
        return {
            "name": name,
            "formula": described(F_BETA, inner={}),
            "terms": terms,
            "curve": column(F_BETA.column(beta=np.array(stops), **columns)),
        }

    def _marked(self, one: Crossing) -> dict[str, Any]:
        f = float(self._models[one.a].f(one.beta))
        square = words.short(one.square) or words.decimal(one.square)
        names = {"a": one.a, "b": one.b, "beta": words.threshold(one.beta), "square": square}
        return {"beta": one.beta, "f": round(f, PLACES), "says": self.say("beta.crossing", **names)}

    def draw(self) -> Axes:
        """Draw F-beta of all classifiers over β, with the values at this one."""
        return f_by_beta(self._models, paper(7.4, 4.8), at=self.beta, betas=self._ends)

    def __str__(self) -> str:
        values = self.values
        lines = [f"{k}. {name}: {in_a_line(values[name])}" for k, name in enumerate(self.order, 1)]
        return "\n".join([f"{self.title} · β = {words.threshold(self.beta)}", *lines])


def explore_beta(
    models: Mapping[str, Confusion], *, beta: float = 1, language: Language | None = None
) -> BetaExplorer:
    """Show how the order of several classifiers by F-beta hangs on β.

    A small β asks for precision and a large one for recall. The slider stops where two
    classifiers change places.

    Parameters
    ----------
    models : mapping of str to Confusion
        The counts of two to six classifiers by name.
    beta : float
        How many times as important recall is as precision, at first.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it.

    Returns
    -------
    BetaExplorer
        Its ``.beta`` can be set; ``.order`` and ``.values`` follow.

    Raises
    ------
    InputError
        If there are fewer classifiers or more, one has no counts, or β isn't on the scale.

    References
    ----------
    van Rijsbergen (1979), Information retrieval, chapter 7.

    Examples
    --------
    >>> beta = explore_beta({"careful": Confusion(6, 2, 4, 88), "bold": Confusion(9, 9, 1, 81)})
    >>> beta.order
    ('careful', 'bold')
    >>> beta.beta = 2
    >>> print(beta)  # doctest: +ELLIPSIS
    2 classifiers in their order by F-beta · β = 2
    1. bold: F2 = (1 + β²)·TP / ((1 + β²)·TP + β²·FN + FP) = ... = 45/58 ≈ 0.776
    2. careful: F2 = (1 + β²)·TP / ((1 + β²)·TP + β²·FN + FP) = ... = 30/48 = 5/8 = 0.625
    """
    if not isinstance(models, Mapping) or not 2 <= len(models) <= MOST:
        raise InputError(
            f"models={inputs.short(models)}",
            f"an order needs two classifiers, and more than {MOST} lines can't be told apart",
            'pass a mapping such as {"a": mm.Confusion(6, 2, 4, 88), "b": …}',
        )
    return BetaExplorer(models, beta, language)


def _model(name: Any, counts: Any) -> Confusion:
    if not isinstance(name, str) or not isinstance(counts, Confusion):
        raise InputError(
            f"{inputs.short(counts)} was given for {inputs.short(name)}",
            "a classifier has a name, which stands at its line, and F-beta needs its counts",
            'name it by a text, and pass a mm.Confusion, such as {"logistic": s.at(0.5)}',
        )
    return counts


def _crossings(models: Mapping[str, Confusion]) -> list[Crossing]:
    """Find where two classifiers change places, from small β to large."""
    pairs = combinations(models.items(), 2)
    squares = [(a, b, crossover_beta(m, n)) for (a, m), (b, n) in pairs]
    crossings = [
        Crossing(a, b, float(f"{math.sqrt(square):.{FIGURES}g}"), square)
        for a, b, square in squares
        if not square.reason and not math.isnan(square)
    ]
    inside = [one for one in crossings if FARTHEST[0] <= one.beta <= FARTHEST[1]]
    return sorted(inside, key=lambda one: one.beta)


def _heights(curves: list[list]) -> dict[str, Any]:
    """Show as much of the scale as there are curves, so that crossings can be seen."""
    heights = [value for curve in curves for value in curve if value is not None] or [0, 1]
    room = max(ROOM, (max(heights) - min(heights)) / 8)
    return axis(words.symbol("f_beta"), min(heights) - room, max(heights) + room)
