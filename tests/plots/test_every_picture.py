"""Every picture: legible in any look, of few, many or odd data, on any ground and Axes."""

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
from mlmetrics_edu.plots.look import contrast, ground_of, is_dark, style
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.thresholds import profit
from tests.cases import EXPLORE, each
from tests.plots import (
    test_calibration,
    test_costs,
    test_curves_over_shares,
    test_detection_plots,
    test_f_beta,
    test_lists,
    test_precision_recall,
    test_roc_curve,
    test_rule_values,
    test_score_densities,
    test_tables,
)
from tests.plots.looks import COSTS, assert_legible, looks, texts
from tests.plots.test_placing import words_on_lines

FAMILIES = (
    *(test_calibration, test_costs, test_curves_over_shares, test_detection_plots, test_f_beta),
    *(test_lists, test_precision_recall, test_roc_curve, test_rule_values, test_score_densities),
    test_tables,
)
OF_FAMILIES = {
    f"{family.__name__.rpartition('test_')[2]}: {name}": draw
    for family in FAMILIES
    for name, draw in family.PICTURES.items()
}
PAGES = {  # of several Axes
    name: draw for family in FAMILIES for name, draw in getattr(family, "PAGES", {}).items()
}
MANY = (5, 20, 500, 100_000)
SIZES = ("page", "projector", "print")
GROUNDS = ("light", "dark")
PLACES = ("alone", "own", "grid")
IN_TURN = 101  # of all these looks, one is tried each time; a prime, so that all come together
FEW = ("ranking", "pairs", "table", "two lists")  # which say so where there are more
WIDE = ("30 classes", "40 classes")
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
    "15 classes": lambda own, ax: plots.confusion_matrix(matrix(15), ax=ax),
    "30 classes": lambda own, ax: plots.confusion_matrix(matrix(30), ax=ax),
    "40 classes": lambda own, ax: plots.confusion_matrix(matrix(40), ax=ax),
    "2 rows": lambda own, ax: plots.per_class(matrix(2), ax=ax),
    "30 rows": lambda own, ax: plots.per_class(matrix(30), ax=ax),
}
OF_SCORES = PLOTS | OF_CLASSES
LOOKS = [*product(MANY, SIZES, GROUNDS, PLACES)]
OWN = {many: Drawn(many) for many in MANY}
INCHES = {"page": 8, "projector": 12, "print": 5.5}


def draw(name, many, size, ground, place):
    """Draw a plot as one would, and return the Axes that it is in."""
    with style(size, ground=ground):
        if place == "alone":
            return [OF_SCORES[name](OWN[many], None)]
        how = {"layout": "constrained"} if place == "grid" else {}
        figure, axes = plt.subplots(*((2, 2) if place == "grid" else (1, 1)), squeeze=False, **how)
        figure.set_size_inches(INCHES[size] * np.array([1.6, 1.4] if place == "grid" else [1, 0.8]))
        chosen = [*axes.flat][:: 3 if place == "grid" else 1]
        for ax in {*axes.flat} - {*chosen}:
            ax.set_axis_off()
        for ax in chosen:
            OF_SCORES[name](OWN[many], ax)
        return chosen


# Seconds: every plot is drawn, and each of its words is measured.
@each("name", OF_SCORES)
def test_nothing_is_clipped_and_no_words_lie_on_words_or_lines(name):
    for turn, look in enumerate(LOOKS):
        if not EXPLORE and (turn + 5 * [*OF_SCORES].index(name)) % IN_TURN:
            continue
        if name in WIDE and look[-1] == "grid":  # a quarter of a slide has no room for thirty names
            continue
        try:
            if name in FEW and look[0] > 20:
                with pytest.raises(mm.InputError):
                    draw(name, *look)
                continue
            axes = draw(name, *look)
            assert_legible(axes[0])
            for ax in axes if name in PLOTS else ():
                assert words_on_lines(ax) == []
        except AssertionError as error:
            error.add_note(f"{name}: {look}")
            raise
        finally:
            plt.close("all")


# Seconds: every picture is drawn, and each of its words is measured.
@each("name, size, language", looks(OF_FAMILIES | PAGES))
@pytest.mark.filterwarnings("ignore:no font here")
def test_each_picture_of_the_families_is_legible_and_says_what_it_shows(name, size, language):
    with style(size, language):
        ax = (OF_FAMILIES | PAGES)[name]()
        assert_legible(ax)
        assert alternative_text(ax.figure)


def on(name, ax):
    """Draw a picture into an Axes."""
    return OF_FAMILIES[name](ax=ax) if name in OF_FAMILIES else OF_SCORES[name](OWN[20], ax)


# Curves of classes follow the figure that they are in; what is no public plot, the figures do.
DARK_TOO = [one for one in OF_SCORES if not one.endswith("classes")]
DARK_TOO += [one for one in OF_FAMILIES if one.startswith(("tables", "lists", "detection"))]
DARK_TOO.remove("detection_plots: suppression")


# Seconds: some thirty pictures are drawn, one in two of them each time.
@each("name", DARK_TOO if EXPLORE else DARK_TOO[::2])
def test_an_axes_is_given_back_on_its_own_ground_and_nothing_global_changes(name):
    with mpl.style.context("dark_background"):
        own = Figure().subplots()
    before = dict(mpl.rcParams)
    assert on(name, own) is own and dict(mpl.rcParams) == before and plt.get_fignums() == []
    own.figure.draw_without_rendering()
    assert_stands_out(own)


@each("id", ["twelve-aps", "moving-boundary", "zhou-2.6", "losses"])
def test_a_figure_follows_the_settings_in_what_it_alone_draws(id):
    with mpl.style.context("dark_background"):
        ax = mm.figure(id).axes[-1]
    ax.figure.draw_without_rendering()
    assert_stands_out(ax)


def assert_stands_out(ax):
    """Check that letters on the bare ground, and lines, stand out from it."""
    ground = ground_of(ax)
    assert is_dark(ground)
    filled = [*ax.patches, *(c for c in ax.collections if c.get_array() is not None)]
    for text in texts(ax.figure):
        inside = any(one.get_window_extent().overlaps(text.get_window_extent()) for one in filled)
        inside = inside or text.get_bbox_patch()
        assert inside or contrast(text.get_color(), ground) >= 4.5, text.get_text()
    for line in ax.lines:
        assert contrast(line.get_color(), ground) >= 3


LINES = {  # plots whose keywords are those of lines
    **{name: getattr(plots, name) for name in ("roc", "pr", "det", "ks", "gain", "lift")},
    **{name: getattr(plots, name) for name in ("decision_curve", "cost_curve", "densities")},
    "against_threshold": plots.against_threshold,
    "expected_cost": lambda of, **how: plots.expected_cost(of, COSTS, **how),
}


@each("name", LINES)
def test_keywords_of_lines_pass_to_them_by_either_name(name):
    for keywords in ({"c": "red", "lw": 5}, {"color": "red", "linewidth": 5}):
        line = LINES[name](OWN[20].s, **keywords).lines[0]
        assert (line.get_color(), line.get_linewidth()) == ("red", 5)


@each("name", set(LINES) - {"densities"})
def test_several_are_named_where_they_are_and_in_words(name):
    metric = {"metrics": "f1"} if name == "against_threshold" else {}
    ax = LINES[name](OWN[20].models, **metric)
    legend = ax.get_legend().texts if ax.get_legend() else []
    written = [text.get_text().replace("\n", " ") for text in (*ax.texts, *legend)]
    for model in OWN[20].models:
        assert any(model in text for text in written), written
        assert f"{model}: " in alternative_text(ax)


@each("name", LINES)
def test_what_is_no_sweep_is_told(name):
    with pytest.raises(mm.InputError):
        LINES[name]([0.1, 0.9])
    with pytest.raises(mm.InputError, match=r"nothing to draw|of a dict"):
        LINES[name]({})


# A second: eleven plots of many samples are written as SVG.
@each("name", LINES)
def test_a_hundred_thousand_samples_are_small(name):
    ax = LINES[name](OWN[100_000].s)
    assert len(ax.figure.svg()) < 500_000
    assert max(len(line.get_xdata()) for line in ax.lines) <= 20_000


N = 60
rng = np.random.default_rng(5)
SOME = (rng.random(N) < 0.4).astype(int)
FIRST = (np.arange(N) < N // 3).astype(int)
RARE = (np.arange(10_000) == 37).astype(int)
ODD = {
    "constant": (SOME, np.full(N, 0.5)),
    "perfect": (FIRST, np.linspace(1, 0, N)),
    "perfect in two": (FIRST, FIRST.astype(float)),
    "the wrong way round": (FIRST, np.linspace(0, 1, N)),
    "tied": (SOME, np.round(rng.random(N), 1)),
    "1:9999": (RARE, np.where(RARE == 1, 0.97, rng.random(10_000))),
    "weighted": (SOME, rng.beta(2 + SOME, 3), 3 * rng.random(N)),
}
DRAW_ODD = {*PLOTS} - {*FEW, "classes", "many classes", "pr of classes"}
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


# Seconds: every plot is drawn of seven kinds of data.
@pytest.mark.filterwarnings("error")
@each("name", ODD)
def test_every_plot_draws_odd_data_without_a_warning(name):
    for plot in (*map(PLOTS.get, DRAW_ODD), *MORE.values()):
        ax = plot(odd(name), Figure().subplots())
        assert not re.search(r"nan|inf\b", alternative_text(ax)), alternative_text(ax)
        assert np.isfinite([*ax.get_xlim(), *ax.get_ylim()]).all()
