"""Every plot of one's own scores: few, many or odd ones, of any size, on any ground and Axes."""

import re
from functools import cache
from itertools import product

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.figure import Figure

import mlmetrics_edu as mm
from mlmetrics_edu import plots
from mlmetrics_edu.plots.curves import class_curves
from mlmetrics_edu.plots.look import DARK, contrast, ground_of, is_dark
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.thresholds import profit
from tests.cases import EXPLORE, each
from tests.plots.looks import assert_legible, drawn, texts
from tests.plots.test_placing import words_on_lines

MANY = (5, 20, 500, 100_000)
SIZES = ("page", "projector", "print")
GROUNDS = ("light", "dark")
PLACES = ("alone", "own", "grid")
IN_TURN = 101  # of all these looks, one is tried each time; a prime, so that all come together
COSTS = mm.Costs(fp=1, fn=5)
FEW = ("ranking", "pairs", "table", "two lists")  # which say so where there are more
STRANGE = ["a very long name of a class", "incomprehensibilities", "$5_a^b % \\", "精度和召回率"]


class Own:
    """Scores with all their digits, and what is made of them."""

    def __init__(self, y, p, weights=None):
        self.y, self.p = np.asarray(y), np.asarray(p)
        ids = [f"person {i}" for i in range(len(y))] if len(y) <= 500 else None
        self.s = mm.sweep(y, p, ids=ids, weights=weights)
        self.models = {"logistic": self.s}


class Drawn(Own):
    """Scores of two models, and of classes, as classifiers give them."""

    def __init__(self, n):
        rng = np.random.default_rng(n)
        y = rng.random(n) < 0.35
        y[:2] = True, False
        p, other = (1 / (1 + np.exp(1 - rng.normal(size=n) - lead * y)) for lead in (1.2, 0.8))
        super().__init__(y, p)
        self.models["random forest"] = mm.sweep(y, other)
        names = np.array(["cat", "dog", "a very long name"])
        truth = names[rng.integers(0, 3, n)]
        truth[:3] = names
        scores = rng.normal(size=(n, 3)) + 1.5 * (truth[:, None] == names)
        self.classes = mm.one_vs_rest(truth, scores, names)
        many = rng.integers(0, 12, n) if n > 20 else np.arange(n) % 2
        self.many = mm.one_vs_rest(many, rng.normal(size=(n, many.max() + 1)))
        self.table = mm.ConfusionMatrix.from_labels(truth, np.where(y, truth, truth[::-1]))


@cache
def matrix(k):
    """Count k classes, some of which have odd names."""
    counts = np.random.default_rng(3).integers(0, 40, (k, k)) + 100 * np.eye(k, dtype=int)
    return mm.ConfusionMatrix(counts, (STRANGE + [f"class {i}" for i in range(k)])[:k])


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
    "profit": lambda own, ax: profit(own.s, mm.Costs(fp=1, fn=0, tp=-5), ax=ax),
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
OF_CLASSES = {
    "sides": lambda own, ax: plots.confusion(own.s.at(0.5), ax=ax, names=STRANGE[:2]),
    "totals": lambda own, ax: plots.confusion_matrix(matrix(3), ax=ax, totals=True),
    "8 classes": lambda own, ax: plots.confusion_matrix(matrix(8), ax=ax),
    "15 classes": lambda own, ax: plots.confusion_matrix(matrix(15), ax=ax),
    "30 classes": lambda own, ax: plots.confusion_matrix(matrix(30), ax=ax),
    "2 rows": lambda own, ax: plots.per_class(matrix(2), ax=ax),
    "15 rows": lambda own, ax: plots.per_class(matrix(15), ax=ax),
    "30 rows": lambda own, ax: plots.per_class(matrix(30), ax=ax),
}
LOOKS = [*product(MANY, SIZES, GROUNDS, PLACES)]
OWN = {many: Drawn(many) for many in MANY}
INCHES = {"page": 8, "projector": 12, "print": 5.5}


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


@each("name", OF_CLASSES)
def test_tables_of_many_classes_are_legible_in_any_axes(name):
    places = (
        lambda: Figure(figsize=(6.4, 4.8)).subplots(),
        lambda: Figure(figsize=(9, 7), layout="constrained").subplots(2, 2)[1, 1],
    )
    turn = [*OF_CLASSES].index(name)
    for place in places if EXPLORE else places[turn % 2 :][:1]:
        assert_legible(OF_CLASSES[name](OWN[20], place()))
    with plots.style(SIZES[1 + turn % 2], ground="dark"):
        assert_legible(OF_CLASSES[name](OWN[20], None))


# Curves of classes follow the figure that they are in; the words of a bar of colours are its own.
DARK_TOO = [one for one in PLOTS | OF_CLASSES if not one.endswith(" classes")]
DARK_TOO = [one for one in DARK_TOO if one not in ("classes", "pr of classes")]


@each("name", DARK_TOO)
def test_everything_stands_out_from_a_dark_ground(name):
    turn = [*PLOTS, *OF_CLASSES].index(name) % 3
    dark = plots.style(ground="dark") if turn == 0 else mpl.style.context("dark_background")
    with dark:
        own = Figure().subplots() if turn == 2 else None
        ax = None if own else (PLOTS | OF_CLASSES)[name](OWN[20], None)
    ax = ax or (PLOTS | OF_CLASSES)[name](OWN[20], own)  # an Axes keeps the ground that it had
    assert_stands_out(ax)
    assert turn or ground_of(ax) == DARK.lower()


@each("id", ["twelve-aps", "moving-boundary", "zhou-2.6", "losses"])
def test_a_figure_follows_the_settings_in_what_it_alone_draws(id):
    with mpl.style.context("dark_background"):
        assert_stands_out(mm.figure(id).axes[-1])


def assert_stands_out(ax):
    """Check that letters on the bare ground, and lines, stand out from it."""
    figure, ground = drawn(ax), ground_of(ax)
    assert is_dark(ground)
    filled = [*ax.patches, *(c for c in ax.collections if c.get_array() is not None)]
    for text in texts(figure):
        inside = any(one.get_window_extent().overlaps(text.get_window_extent()) for one in filled)
        assert inside or contrast(text.get_color(), ground) >= 4.5, text.get_text()
    for line in ax.lines:
        assert contrast(line.get_color(), ground) >= 3


@each("name", [*PLOTS, *OF_CLASSES])
def test_an_axes_given_is_given_back_and_nothing_global_changes(name):
    before, own = dict(mpl.rcParams), Figure().subplots()
    assert (PLOTS | OF_CLASSES)[name](OWN[20], own) is own
    assert dict(mpl.rcParams) == before and plt.get_fignums() == []


LINES = {  # plots whose keywords are those of lines
    "roc": plots.roc,
    "pr": plots.pr,
    "det": plots.det,
    "ks": plots.ks,
    "gain": plots.gain,
    "lift": plots.lift,
    "decision_curve": plots.decision_curve,
    "against_threshold": plots.against_threshold,
    "cost_curve": plots.cost_curve,
    "densities": plots.densities,
    "expected_cost": lambda of, **how: plots.expected_cost(of, COSTS, **how),
}


@each("name", LINES)
def test_keywords_of_lines_pass_to_them_by_either_name(name):
    line = LINES[name](OWN[20].s, c="red", lw=5).lines[0]
    assert (line.get_color(), line.get_linewidth()) == ("red", 5)
    line = LINES[name](OWN[20].s, color="red", linewidth=5).lines[0]
    assert (line.get_color(), line.get_linewidth()) == ("red", 5)


@each("name", set(LINES) - {"densities", "decision_curve"})
def test_several_are_named_where_they_are_and_in_words(name):
    metric = {"metrics": "f1"} if name == "against_threshold" else {}
    ax = LINES[name](OWN[500].models, **metric)
    assert_legible(ax)
    legend = ax.get_legend().texts if ax.get_legend() else []
    written = [text.get_text().replace("\n", " ") for text in (*ax.texts, *legend)]
    for model in OWN[500].models:
        assert any(model in text for text in written), written
        assert f"{model}: " in alternative_text(ax)


@each("name", LINES)
def test_what_is_no_sweep_is_told(name):
    with pytest.raises(mm.InputError):
        LINES[name]([0.1, 0.9])
    with pytest.raises(mm.InputError, match=r"nothing to draw|of a dict"):
        LINES[name]({})


@cache
def million():
    """Sweep a million samples, whose scores all differ and may be probabilities."""
    y, score = mm.binormal(1, 0, 1).draw(300_000, 700_000)
    return mm.sweep(y, 1 / (1 + np.exp(-score)))


@each("name", LINES)
def test_a_million_samples_are_small(name):
    ax = LINES[name](million())
    assert len(ax.figure.svg()) < 500_000
    assert max(len(line.get_xdata()) for line in ax.lines) <= 20_000


N = 300
rng = np.random.default_rng(5)
SOME = (rng.random(N) < 0.4).astype(int)
FIRST = (np.arange(N) < N // 3).astype(int)
RARE = (np.arange(10_000) == 37).astype(int)
HIGH = np.where(RARE == 1, 0.97, rng.random(10_000))
ODD = {
    "constant": (SOME, np.full(N, 0.5)),
    "perfect": (FIRST, np.linspace(1, 0, N)),
    "perfect in two": (FIRST, FIRST.astype(float)),
    "the wrong way round": (FIRST, np.linspace(0, 1, N)),
    "tied": (SOME, np.round(rng.random(N), 1)),
    "1:9999": (RARE, HIGH),
    "weighted": (SOME, rng.beta(2 + SOME, 3), 3 * rng.random(N)),
}
DRAW_ODD = set(PLOTS) - {*FEW, "classes", "many classes", "pr of classes"}
DRAW_ODD -= {"confusion_matrix", "per_class"}
MORE = {  # of which odd data show most
    "ks over scores": lambda own, ax: plots.ks(own.s, ax, abscissa="score"),
    "gain by tenths": lambda own, ax: plots.gain(own.s, ax, bins=10),
    "lift by tenths": lambda own, ax: plots.lift(own.s, ax, bins=10),
    "errors": lambda own, ax: plots.densities(own.s, threshold=0.5, ax=ax),
    "break even": lambda own, ax: plots.pr(own.s, ax, area=True, break_even=True),
}


@cache
def odd(name):
    """Sweep odd scores once."""
    return Own(*ODD[name])


@pytest.mark.filterwarnings("error")
@each("name", ODD)
def test_every_plot_draws_odd_data_without_a_warning(name):
    for plot in (*map(PLOTS.get, DRAW_ODD), *MORE.values()):
        ax = plot(odd(name), Figure().subplots())
        ax.figure.canvas.draw()
        assert not re.search(r"nan|inf\b", alternative_text(ax)), alternative_text(ax)
        assert np.isfinite([*ax.get_xlim(), *ax.get_ylim()]).all()
