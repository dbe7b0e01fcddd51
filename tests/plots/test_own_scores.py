"""Every plot of one's own scores: few or many, in any size, on any ground, in any Axes."""

from itertools import product

import matplotlib.pyplot as plt
import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu import plots
from mlmetrics_edu.plots.class_curves import class_curves
from mlmetrics_edu.plots.expected_costs import profit
from tests.cases import EXPLORE, each
from tests.plots.looks import assert_legible
from tests.plots.test_placing import words_on_lines

MANY = (5, 20, 500, 100_000)
SIZES = ("page", "projector", "print")
GROUNDS = ("light", "dark")
PLACES = ("alone", "own", "grid")
IN_TURN = 101  # of all these looks, one is tried each time; a prime, so that all come together
COSTS = mm.Costs(fp=1, fn=5)
FEW = (
    "ranking",
    "pairs",
    "table",
    "two lists",
)  # which say so where there are more


class Own:
    """Scores as a classifier gives them: with all their digits."""

    def __init__(self, n):
        rng = np.random.default_rng(n)
        y = rng.random(n) < 0.35
        y[:2] = True, False
        self.y, self.p, other = (
            y,
            *(1 / (1 + np.exp(1 - rng.normal(size=n) - lead * y)) for lead in (1.2, 0.8)),
        )
        ids = [f"person {i}" for i in range(n)] if n <= 500 else None
        self.s, self.models = mm.sweep(y, self.p, ids=ids), {}
        self.models = {"logistic": self.s, "random forest": mm.sweep(y, other)}
        names = np.array(["cat", "dog", "a very long name"])
        truth = names[rng.integers(0, 3, n)]
        truth[:3] = names
        scores = rng.normal(size=(n, 3)) + 1.5 * (truth[:, None] == names)
        self.classes = mm.one_vs_rest(truth, scores, names)
        many = rng.integers(0, 12, n) if n > 20 else np.arange(n) % 2
        self.many = mm.one_vs_rest(many, rng.normal(size=(n, many.max() + 1)))
        self.table = mm.ConfusionMatrix.from_labels(truth, np.where(y, truth, truth[::-1]))


PLOTS = {
    "roc": lambda own, ax: plots.roc(own.s, ax),
    "two rocs": lambda own, ax: plots.roc(own.models, ax, area=True),
    "roc with layers": lambda own, ax: plots.roc(own.s, ax, costs=COSTS, hull=True, mark=0.5),
    "pr": lambda own, ax: plots.pr(own.models, ax),
    "pr with areas": lambda own, ax: plots.pr(own.s, ax, area="voc2010"),
    "equal errors": lambda own, ax: plots.equal_error_rate(own.models, plots.roc(own.models, ax)),
    "classes": lambda own, ax: class_curves(own.classes, ax, "roc"),
    "many classes": lambda own, ax: class_curves(own.many, ax, "roc"),
    "pr of classes": lambda own, ax: class_curves(own.classes, ax, "pr"),
    "det": lambda own, ax: plots.det(own.models, ax),
    "ks": lambda own, ax: plots.ks(own.s, ax),
    "gain": lambda own, ax: plots.gain(own.models, ax),
    "lift": lambda own, ax: plots.lift(own.s, ax),
    "decision_curve": lambda own, ax: plots.decision_curve(own.models, ax),
    "against_threshold": lambda own, ax: plots.against_threshold(own.s, ax=ax),
    "cost_curve": lambda own, ax: plots.cost_curve(own.s, ax),
    "two cost curves": lambda own, ax: plots.cost_curve(own.models, ax),
    "expected_cost": lambda own, ax: plots.expected_cost(own.s, COSTS, ax=ax),
    "profit": lambda own, ax: profit(own.models, mm.Costs(fp=1, fn=0, tp=-5), ax=ax),
    "densities": lambda own, ax: plots.densities(own.s, ax=ax),
    "ranking": lambda own, ax: plots.ranking(own.s, ax=ax),
    "pairs": lambda own, ax: plots.pairs(own.s, ax=ax),
    "reliability": lambda own, ax: plots.reliability(own.y, own.p, ax=ax),
    "confusion": lambda own, ax: plots.confusion(own.s.at(0.5), ax=ax),
    "two lists": lambda own, ax: plots.two_lists(own.s.at(0.5), ax),
    "confusion_matrix": lambda own, ax: plots.confusion_matrix(own.table, ax=ax),
    "per_class": lambda own, ax: plots.per_class(own.table, ax=ax),
    "table": lambda own, ax: plots.table(own.s.trace(), ax=ax),
}
LOOKS = [*product(MANY, SIZES, GROUNDS, PLACES)]


def draw(name, many, size, ground, place):
    """Draw a plot as one would, and return the Axes that it is in."""
    with plots.style(size, ground=ground):
        if place == "alone":
            return [PLOTS[name](OWN[many], None)]
        how = {"layout": "constrained"} if place == "grid" else {}
        figure, axes = plt.subplots(*((2, 2) if place == "grid" else (1, 1)), squeeze=False, **how)
        figure.set_size_inches(INCHES[size] * np.array([1.6, 1.4] if place == "grid" else [1, 0.8]))
        chosen = [*axes.flat][:: 3 if place == "grid" else 1]
        for ax in {*axes.flat} - {*chosen}:
            ax.set_axis_off()
        for ax in chosen:
            PLOTS[name](OWN[many], ax)
        return chosen


OWN = {many: Own(many) for many in MANY}
INCHES = {"page": 8, "projector": 12, "print": 5.5}


@each("name", PLOTS)
def test_nothing_is_clipped_and_no_words_lie_on_words_or_lines(name):
    for turn, look in enumerate(LOOKS):
        if not EXPLORE and (turn + 5 * [*PLOTS].index(name)) % IN_TURN:
            continue
        if name in FEW and look[0] > 20:
            with pytest.raises(mm.InputError):
                draw(name, *look)
            plt.close("all")
            continue
        axes = draw(name, *look)
        try:
            assert_legible(axes[0])
            for ax in axes:
                assert words_on_lines(ax) == []
        except AssertionError as error:
            error.add_note(f"{name}: {look}")
            raise
        finally:
            plt.close("all")
