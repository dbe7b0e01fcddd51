"""β slides from precision to recall, and the order of several classifiers by F-beta follows."""

import math
from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from ..core import digits, inputs, words
from ..core.arithmetic import exact
from ..core.calls import explained
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from ..core.writing import in_a_line
from ..metrics import rates
from ..metrics.confusion import Confusion
from ..metrics.costs import crossover_beta
from ..metrics.sweep import Sweep
from ..metrics.thresholds import best_threshold
from ..plots.f_beta import TICKS, f_by_beta
from ..plots.picture import Picture, describe
from .expressions import described
from .instrument import Instrument, plain_number
from .planes import PLACES, axis, column

OF_COUNTS = Formula("f_beta", rates.F_BETA, undefined_when=rates.NO_POSITIVES_AT_ALL)
OF_RATES = Formula("f_beta", rates.F_BETA_OF_RATES)
ENDS = 0.1, 10.0
FARTHEST = 0.001, 1000.0  # crossings beyond these are no choice that anybody makes
STOPS = 201
MOST = 6  # classifiers: so many lines can be told apart
ROOM = 0.05  # above and below the curves, of the scale of F
FIGURES = 4  # of the β of a crossing
WORDS = ("f_by_beta", "ranked", "crossings", "tied", "beta_means", "undefined")


class Model(NamedTuple):
    """A classifier: its counts (of one hit, where only rates are known), and what was given."""

    counts: Confusion
    terms: Mapping[str, Any]
    formula: Formula


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
    words = WORDS

    def __init__(self, models: Mapping[str, Any], beta: float, language: Language | None):
        self._models = {_name(name): _model(name, given) for name, given in models.items()}
        self._crossings = _crossings(self._models)
        super().__init__("", {"beta": 1}, language)
        self.title = self.say("beta_title", n=len(self._models))
        found = [one.beta for one in self._crossings]
        self._ends = (
            min([ENDS[0], *(b / 2 for b in found)]),
            max([ENDS[1], *(b * 2 for b in found)]),
        )
        self.beta = beta

    @property
    def beta(self) -> float:
        """How many times as important recall is as precision."""
        return self._state["beta"]

    @beta.setter
    def beta(self, beta: float) -> None:
        if not self._fits(beta):
            low, high = map(digits.threshold, self._ends)
            raise InputError(
                f"beta={inputs.short(beta)}",
                f"it says how many times as important recall is, here from {low} to {high}",
                "pass a number between them; below lies precision itself, above it recall",
            )
        self._move(beta=plain_number(beta))

    @property
    def values(self) -> dict[str, Worked]:
        """F-beta of each classifier."""
        return {name: self._value(model) for name, model in self._models.items()}

    def _value(self, model: Model) -> Worked:
        if model.formula is OF_COUNTS:
            return model.counts.f(self.beta)
        symbol = f"f{digits.threshold(self.beta)}"
        return model.formula.work(beta=self.beta, **model.terms).retold(symbol)

    @property
    def order(self) -> tuple[str, ...]:
        """The names of the classifiers, the best first; of equal ones the first given."""
        values = {name: worked.exact.value for name, worked in self.values.items()}
        there = [name for name, value in values.items() if value is not None]
        ranked = sorted(there, key=values.__getitem__, reverse=True)
        return (*ranked, *(name for name in values if name not in there))

    def _fits(self, beta: Any) -> bool:
        return inputs.is_finite(beta) and self._ends[0] <= beta <= self._ends[1]

    def _moved(self, state: Mapping[str, Any]) -> None:
        """Take over a β that is on the scale."""
        if self._fits(state.get("beta")):
            self._state = {"beta": state["beta"]}

    def _content(self) -> dict[str, Any]:
        stops = self._stops()
        places = [[math.log10(tick), f"{tick:g}"] for tick in (0.001, 0.01, *TICKS)]
        low, high = map(math.log10, self._ends)
        across = {"label": "β", "from": low, "to": high}
        drawn = [self._drawn(name, one, stops) for name, one in self._models.items()]
        ticks = [tick for tick in places if low <= tick[0] <= high]
        return {
            "stops": stops,
            "x": across | {"ticks": ticks[:: 1 + len(ticks) // 9]},
            "y": _heights([one["curve"] for one in drawn]),
            "models": drawn,
            "crossings": [self._marked(one) for one in self._crossings],
        }

    def _stops(self) -> list[float]:
        """List where the slider stops: few digits, and each crossing among them."""
        spread = np.geomspace(*self._ends, STOPS).tolist()
        usual = [beta for beta in (0.5, 1, 2) if self._fits(beta)]
        found = [one.beta for one in self._crossings]
        inside = {float(f"{beta:.3g}") for beta in spread[1:-1]}
        return sorted({*inside, *usual, *found, *self._ends})

    def _drawn(self, name: str, model: Model, stops: list[float]) -> dict[str, Any]:
        columns = {term: np.full(len(stops), float(v)) for term, v in model.terms.items()}
        return {
            "name": name,
            "formula": described(model.formula, inner={}),
            "terms": {term: _written(value) for term, value in model.terms.items()},
            "curve": column(model.formula.column(beta=np.array(stops), **columns)),
        }

    def _marked(self, one: Crossing) -> dict[str, Any]:
        f = float(self._models[one.a].counts.f(one.beta))
        square = digits.short(one.square) or digits.decimal(one.square)
        names = {"a": one.a, "b": one.b, "beta": digits.threshold(one.beta), "square": square}
        return {"beta": one.beta, "f": round(f, PLACES), "says": self.say("crossing", **names)}

    def picture(self) -> Picture:
        """Draw F-beta of all classifiers over β, with the values at this one."""
        picture = Picture(figsize=(7.4, 4.8), layout="constrained")
        ax = picture.subplots()
        counts = {name: model.counts for name, model in self._models.items()}
        f_by_beta(counts, ax, at=self.beta, betas=self._ends, language=self.language)
        describe(ax, f"{self}")
        return picture

    def __str__(self) -> str:
        values = self.values
        lines = [f"{k}. {name}: {in_a_line(values[name])}" for k, name in enumerate(self.order, 1)]
        return "\n".join([f"{self.title} · β = {digits.threshold(self.beta)}", *lines])


@explained
def explore_beta(
    models: Mapping[str, Any], *, beta: float = 1, language: Language | None = None
) -> BetaExplorer:
    """Show how the order of several classifiers by F-beta hangs on β.

    A small β asks for precision and a large one for recall. The slider stops where two
    classifiers change places.

    Parameters
    ----------
    models : mapping of str to Confusion, Sweep or pair of float
        Two to six classifiers by name: the counts of each, its precision and recall, or a sweep,
        which is taken at the threshold where its F1 is highest.
    beta : float
        How many times as important recall is as precision, at first.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it.

    Returns
    -------
    BetaExplorer

    Raises
    ------
    InputError
        If there are fewer classifiers or more, one is none of these, or β isn't on the scale.

    References
    ----------
    van Rijsbergen (1979), Information retrieval, chapter 7.

    Examples
    --------
    >>> beta = explore_beta({"careful": Confusion(6, 2, 4, 88), "bold": (0.5, 0.9)})
    >>> beta.order
    ('careful', 'bold')
    >>> beta.beta = 2
    >>> print(beta)  # doctest: +ELLIPSIS
    2 classifiers in their order by F-beta · β = 2
    1. bold: F2 = (1 + β²)·precision·recall / (β²·precision + recall) = ... = 45/58 ≈ 0.776
    2. careful: F2 = (1 + β²)·TP / ((1 + β²)·TP + β²·FN + FP) = ... = 30/48 = 5/8 = 0.625
    """
    if not isinstance(models, Mapping) or not 2 <= len(models) <= MOST:
        raise InputError(
            f"models={inputs.short(models)}",
            f"an order needs two classifiers, and more than {MOST} lines can't be told apart",
            'pass a mapping such as {"a": mm.Confusion(6, 2, 4, 88), "b": (0.5, 0.9)}',
        )
    return BetaExplorer(models, beta, language)


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise InputError(
            f"a classifier is called {inputs.short(name)}",
            "its name stands at its line and in the order",
            'name it by a text, such as "logistic regression"',
        )
    return name


def _model(name: str, given: Any) -> Model:
    """Read a classifier: its counts, its rates, or its sweep at the highest F1."""
    if isinstance(given, Sweep):
        given = given.at(best_threshold(given, "f1").thresholds[0])
    if isinstance(given, Confusion):
        terms = {"TP": given.tp, "FP": given.fp, "FN": given.fn}
        return Model(given, terms, OF_COUNTS)
    if isinstance(given, tuple | list) and len(given) == 2:
        why = "precision and recall are shares, and of 0 F-beta tells nothing"
        pair = zip(("precision", "recall"), given, strict=True)
        terms = {rate: inputs.share(value, rate, why, zero=False) for rate, value in pair}
        # Of one hit, both rates say how many false alarms and misses there are.
        wrong = [1 / exact(value).value - 1 for value in terms.values()]
        return Model(Confusion(1, *wrong, None), terms, OF_RATES)
    raise InputError(
        f"{inputs.short(given)} was given for {inputs.short(name)}",
        "F-beta needs its counts, or its precision and its recall",
        "pass a mm.Confusion, a pair (precision, recall), or a mm.sweep(…)",
    )


def _crossings(models: Mapping[str, Model]) -> list[Crossing]:
    """Find where two classifiers change places, from small β to large."""
    pairs = combinations(models.items(), 2)
    squares = [(a, b, crossover_beta(m.counts, n.counts)) for (a, m), (b, n) in pairs]
    found = [
        Crossing(a, b, float(f"{math.sqrt(square):.{FIGURES}g}"), square)
        for a, b, square in squares
        if not square.reason and not math.isnan(square)
    ]
    inside = [one for one in found if FARTHEST[0] <= one.beta <= FARTHEST[1]]
    return sorted(inside, key=lambda one: one.beta)


def _heights(curves: list[list]) -> dict[str, Any]:
    """Show as much of the scale as there are curves, so that crossings can be seen."""
    there = [value for curve in curves for value in curve if value is not None] or [0, 1]
    room = max(ROOM, (max(there) - min(there)) / 8)
    return axis(words.symbol("f_beta"), min(there) - room, max(there) + room)


def _written(value: Any) -> Any:
    """Write a term for a page: a whole number or a decimal as it is, a fraction as text."""
    return str(value) if isinstance(value, Fraction) else value
