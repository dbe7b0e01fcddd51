"""What somebody writes who knows another library: it works, or the error says what to write."""

import numpy as np
import pytest
from matplotlib.collections import PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from sklearn import metrics
from sklearn.calibration import CalibrationDisplay
from sklearn.linear_model import LinearRegression, LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.svm import LinearSVC

import mlmetrics_edu as mm
from mlmetrics_edu import plots
from tests.cases import each

rng = np.random.default_rng(7)
X = rng.normal(size=(240, 3))
y = (X[:, 0] + rng.normal(size=240) > 0).astype(int)
words = np.where(y == 1, "spam", "ham")
model, by_words = LogisticRegression().fit(X, y), LogisticRegression().fit(X, words)
signs = 2 * y - 1
signed = LogisticRegression().fit(X, signs)
machine, line_fit = LinearSVC().fit(X, y), LinearRegression().fit(X, y)
p, y_pred = model.predict_proba(X)[:, 1], model.predict(X)
other = machine.decision_function(X)
s, t = mm.sweep(y, p), mm.sweep(y, other)
c, m = mm.Confusion.from_labels(y, y_pred), mm.ConfusionMatrix.from_labels(y, y_pred)
weights = rng.integers(1, 4, 240)
three = mm.ConfusionMatrix([[5, 1, 0], [2, 3, 0], [1, 1, 4]], ["a", "b", "c"])
cv = cross_validate(LogisticRegression(), X, y, return_estimator=True, return_indices=True)
kinds = np.digitize(X[:, 0] + rng.normal(size=240), (-0.7, 0.7))
many = LogisticRegression().fit(X, kinds)
P = many.predict_proba(X)
ovr = mm.one_vs_rest(kinds, P)
animals = np.array(["cat", "dog", "fox"])[kinds]
splits = [(y[rows], p[rows]) for rows in cv["indices"]["test"]]
NAMES = {name: value for name, value in globals().items() if name[0] != "_"}


def line(ax, k=0):
    """Return the points of the k-th line of an Axes."""
    return np.column_stack(ax.lines[k].get_data())


def colours(ax, many):
    """Return the colours of the first lines."""
    return [to_hex(one.get_color()) for one in ax.lines[:many]]


def names(ax):
    """Return all that is written, in a legend too."""
    ax.figure.canvas.draw()
    legend = [text.get_text() for text in ax.get_legend().texts] if ax.get_legend() else []
    return [text.get_text() for text in ax.texts if text.get_visible()] + legend


def is_curve(ax, curve, k=0):
    """Tell whether a line is this curve, wherever it is defined."""
    points = np.column_stack([*curve])
    points = points[np.isfinite(points).all(axis=1)]
    drawn = line(ax, k)
    return np.array_equal(drawn[np.isfinite(drawn).all(axis=1)], points)


RED_BLUE = ["#ff0000", "#0000ff"]
WORKS = {  # what is written, and what has to be drawn then
    # scikit-learn
    "plots.roc(y, p)": lambda ax: is_curve(ax, mm.roc(s)),
    "plots.roc(y_true=y, y_score=p)": lambda ax: is_curve(ax, mm.roc(s)),
    "plots.roc.from_predictions(y, p, name='LR')": lambda ax: "LR" in names(ax),
    "plots.roc.from_predictions(y_true=y, y_pred=p)": lambda ax: is_curve(ax, mm.roc(s)),
    "plots.roc.from_predictions(words, p, pos_label='spam')": lambda ax: is_curve(ax, mm.roc(s)),
    "plots.roc.from_predictions(y, p, sample_weight=weights)": lambda ax: is_curve(
        ax, mm.roc(mm.sweep(y, p, weights=weights))
    ),
    "plots.roc.from_predictions(y, p, plot_chance_level=True)": lambda ax: len(ax.lines) == 2,
    "plots.roc.from_predictions(y, p, plot_chance_level=False)": lambda ax: len(ax.lines) == 1,
    "plots.roc.from_predictions(y, p, despine=False)": lambda ax: ax.spines["top"].get_visible(),
    "plots.roc.from_predictions(y, p, curve_kwargs={'color': 'red'})": lambda ax: (
        colours(ax, 1) == RED_BLUE[:1]
    ),
    "plots.roc.from_estimator(model, X, y)": lambda ax: (
        is_curve(ax, mm.roc(s)) and "LogisticRegression" in names(ax)
    ),
    "plots.roc.from_estimator(signed, X, signs)": lambda ax: is_curve(ax, mm.roc(s)),
    "plots.roc.from_estimator(machine, X, y)": lambda ax: is_curve(ax, mm.roc(t)),
    "plots.roc.from_estimator(model, X, y, response_method='decision_function')": lambda ax: (
        is_curve(ax, mm.roc(mm.sweep(y, model.decision_function(X))))
    ),
    "plots.roc.from_estimator(by_words, X, words, pos_label='ham')": lambda ax: is_curve(
        ax, mm.roc(mm.sweep(words, by_words.predict_proba(X)[:, 0], positive="ham"))
    ),
    "plots.roc.from_cv_results(cv, X, y)": lambda ax: len(ax.collections) == 1,
    "plots.pr.from_cv_results(cv, X, y, name='LR')": lambda ax: any(
        "LR (AP " in text for text in names(ax)
    ),
    "plots.pr.from_estimator(model, X, y, plot_chance_level=False)": lambda ax: (
        is_curve(ax, mm.pr(s)) and len(ax.lines) == 1
    ),
    "plots.against_threshold.from_cv_results(cv, X, y)": lambda ax: len(ax.collections) == 4,
    "plots.against_threshold.from_cv_results(cv, X, y, middle='median', best=None)": lambda ax: (
        len(ax.lines) == 4 and "median of 5 folds" in ax.get_ylabel()
    ),
    "plots.against_threshold.from_folds(splits, metrics=['f1', 'recall'], name='LR', "
    "color={'f1': 'red', 'recall': 'blue'})": lambda ax: (
        "LR: F1" in names(ax) and {to_hex(one.get_color()) for one in ax.lines} == {*RED_BLUE}
    ),
    "plots.roc.from_folds(splits)": lambda ax: len(ax.collections) == 1,
    "plots.pr.from_folds([mm.sweep(*one) for one in splits], lw=4)": lambda ax: (
        ax.lines[5].get_linewidth() == 4
    ),
    "plots.det.from_predictions(y, p)": lambda ax: len(ax.lines) == 2,
    "plots.reliability.from_estimator(model, X, y, n_bins=5)": lambda ax: np.allclose(
        line(ax, 1),
        np.column_stack(
            CalibrationDisplay.from_predictions(
                y, p, n_bins=5, ax=Figure().subplots()
            ).line_.get_data()
        ),
    ),
    "plots.reliability(y, y_prob=p, label='LR')": lambda ax: "LR" in names(ax),
    # seaborn
    # yellowbrick
    "plots.roc.one_vs_rest(kinds, P)": lambda ax: averaged(ax, mm.roc, 3),
    "plots.pr.one_vs_rest(kinds, P)": lambda ax: averaged(ax, mm.pr, 3),
    "plots.roc.one_vs_rest(kinds, many.decision_function(X))": lambda ax: is_curve(
        ax, mm.roc(mm.sweep(kinds == 1, many.decision_function(X)[:, 1])), 1
    ),
    "plots.roc.one_vs_rest(animals, P, classes=['cat', 'dog', 'fox'])": lambda ax: (
        averaged(ax, mm.roc, 3) and f"cat (AUC {mm.auc(ovr.sweeps[0]):.3f})" in names(ax)
    ),
    "plots.roc.one_vs_rest(kinds, y_proba=P, encoder={0: 'a', 1: 'b', 2: 'c'})": lambda ax: any(
        text.startswith("a (AUC") for text in names(ax)
    ),
    "plots.roc.one_vs_rest(kinds, P, micro=False, macro=False)": lambda ax: len(ax.lines) == 4,
    "plots.roc.one_vs_rest(kinds, P, per_class=False)": lambda ax: averaged(ax, mm.roc, 0),
    "plots.roc.one_vs_rest(kinds, y_probas=P, plot_micro=False)": lambda ax: len(ax.lines) == 5,
    "plots.roc.one_vs_rest(np.eye(3)[kinds], P)": lambda ax: averaged(ax, mm.roc, 3),
    "plots.roc.one_vs_rest(ovr, color={0: 'red', 1: 'blue'}, lw=3)": lambda ax: (
        colours(ax, 2) == RED_BLUE and ax.lines[2].get_linewidth() == 3
    ),
    "plots.roc.one_vs_rest(animals, {'dog': P[:, 1], 'cat': P[:, 0], 'fox': P[:, 2]})": (
        lambda ax: is_curve(ax, mm.roc(ovr.sweeps[1]))
    ),
    "plots.det(ovr.sweeps)": lambda ax: {"0", "1", "2"} <= {*names(ax)},
    # several, and their looks
    "plots.roc([s, t])": lambda ax: is_curve(ax, mm.roc(t), 1) and {"1", "2"} <= {*names(ax)},
    "plots.roc([s, t], name=['a', 'b'], color=['red', 'blue'])": lambda ax: (
        colours(ax, 2) == RED_BLUE and {"a", "b"} <= {*names(ax)}
    ),
    "plots.roc({'a': (y, p), 'b': t}, color={'b': 'blue'}, lw=3)": lambda ax: (
        colours(ax, 2) == ["#0072b2", "#0000ff"] and ax.lines[1].get_linewidth() == 3
    ),
    "plots.pr(y, {'a': p, 'b': other}, names=None)": lambda ax: {"a", "b"} <= {*names(ax)},
    "plots.pr(s, area=True)": lambda ax: any(isinstance(o, PolyCollection) for o in ax.collections),
    "plots.gain(y, p, label='LR', c='red', ls=':')": lambda ax: (
        colours(ax, 1) == RED_BLUE[:1] and ax.lines[0].get_linestyle() == ":"
    ),
    "plots.lift([s, t], alpha=[0.5, 1])": lambda ax: ax.lines[0].get_alpha() == 0.5,
    "plots.ks(y, p, color=['red', 'blue'])": lambda ax: colours(ax, 2) == RED_BLUE,
    "plots.cost_curve(y, p, lw=4)": lambda ax: ax.lines[0].get_linewidth() == 4,
    "plots.against_threshold(y, p, ['f1', 'recall'], color={'f1': 'red', 'recall': 'blue'})": (
        lambda ax: colours(ax, 2) == RED_BLUE
    ),
    "plots.densities(y, p, bins=10)": lambda ax: len(ax.lines) == 2,
    "plots.roc(s, Figure().subplots())": lambda ax: is_curve(ax, mm.roc(s)),
    "plots.hull(y, p, plots.roc(y, p))": lambda ax: len(ax.lines) == 3,
    "plots.area(y, p, plots.roc(y, p), color='red')": lambda ax: len(ax.collections) == 1,
    "plots.strips(y, p)": lambda ax: len(ax.collections) == 1,
    "plots.band(y, p, plots.roc(y, p))": lambda ax: len(ax.collections) == 1,
    "plots.iso_cost(y, p, mm.Costs(fp=1, fn=5), plots.roc(y, p))": lambda ax: len(ax.lines) == 4,
    "plots.prevalence(words, p, pos_label='spam')": lambda ax: (
        ax.lines[0].get_ydata()[0] == y.mean()
    ),
    "plots.unreachable(y_true=y, y_score=p)": lambda ax: len(ax.collections) == 1,
    "plots.duality(y, p)[1]": lambda ax: len(ax.lines) > 3,
    "plots.duality(np.array([[0.1, 0.5], [0.3, 0.8]]))[0]": lambda ax: len(ax.lines) == 3,
    "plots.duality([(0.1, 0.5), (0.3, 0.8)])[0]": lambda ax: len(ax.lines) == 3,
    "plots.roc(of=s, ax=Figure().subplots())": lambda ax: is_curve(ax, mm.roc(s)),
}


def averaged(ax, curve, many):
    """Tell whether curves of classes are drawn, and then the micro average."""
    classes = all(
        is_curve(ax, curve(one), k) for k, one in enumerate([*ovr.sweeps.values()][:many])
    )
    return classes and is_curve(ax, curve(ovr.micro), many)


def cells(ax):
    """Return what is written in the cells."""
    return [text.get_text() for text in ax.texts]


def counted(counts):
    """Write counts."""
    return [str(n) for n in np.ravel(counts)]


TAUGHT = {  # what is written, and what its error says to write
    "plots.roc(y)": "mm.plots.roc(y_true, y_score)",
    "plots.roc(p, y)": "mm.plots.roc(y_true, y_score)",
    "plots.roc([])": "mm.plots.roc(y_true, y_score)",
    "plots.roc(y, model.predict_proba(X))": "y_score[:, 1]",
    "plots.roc(y, p[:-1])": "pass columns of one length",
    "plots.roc(words, p)": "positive='spam'",
    "plots.roc(np.ones(240), p)": "evaluate on samples of both classes",
    "plots.roc(model, X, y)": "mm.plots.roc.from_estimator(model, X, y)",
    "plots.roc(cv)": "mm.plots.roc.from_cv_results(results, X, y)",
    "plots.roc(metrics.RocCurveDisplay(fpr=[0, 1], tpr=[0, 1]))": "mm.plots.roc(y_true, y_score)",
    "plots.roc(s, t)": "mm.plots.roc([first, second])",
    "plots.roc(s, positive=1)": "mm.sweep(y_true, y_score, positive=…)",
    "plots.roc({'a': s}, name='b')": "name=[",
    "plots.roc([s, t], name=['a', 'a'])": "name=[",
    "plots.roc([s, t], color=['red'])": "color='red'",
    "plots.roc(s, color={'b': 'red'})": "color=[…]",
    "plots.roc(s, lw=1, linewidth=2)": "write each once",
    "plots.roc(y, p, pos_label=1, positive=1)": "pass positive= alone",
    "plots.roc(y, p, chance_level_kw={'color': 'red'})": "mm.plots.diagonal(ax, color=…)",
    "plots.pr(y, p, chance_level_kw={'color': 'red'})": "mm.plots.prevalence(sweep, ax, color=…)",
    "plots.det(y, p, plot_chance_level=True)": "leave it out",
    "plots.roc(y, p, drop_intermediate=True)": "leave it out",
    "plots.roc(y, p, micro=True, macro=False)": "mm.plots.roc.one_vs_rest(y_true, y_score",
    "plots.det(y, p, per_class=True)": "mm.plots.det(mm.one_vs_rest(y_true, y_score).sweeps)",
    "plots.roc(kinds, P)": "mm.plots.roc.one_vs_rest(y_true, y_score",
    "plots.gain(kinds, P)": "mm.plots.gain(mm.one_vs_rest(y_true, y_score).sweeps)",
    "plots.roc.one_vs_rest(kinds, p)": "pass all of them, as model.predict_proba(X) gives them",
    "plots.roc.one_vs_rest(kinds, P, classes=['cat', 'dog', 'fox'])": "classes={0: 'cat', 1: 'dog'",
    "plots.roc.one_vs_rest(y, P)": "classes=model.classes_",
    "plots.roc.one_vs_rest(y, P, classes=[0, 1, 2])": "leave its column of scores out",
    "plots.roc.one_vs_rest(ovr, classes=[0, 1, 2])": "mm.one_vs_rest(y_true, y_score, classes=…)",
    "plots.roc.one_vs_rest(kinds, P, name='LR')": "classes={0: ",
    "plots.pr.one_vs_rest(kinds, P, plot_chance_level=True)": "plot_chance_level",
    "plots.roc.from_estimator(many, X, kinds)": "mm.plots.roc.one_vs_rest(",
    "plots.roc(y, p, classes=['a', 'b'])": 'name="model"',
    "plots.roc(y, p, is_fitted=True)": "from_estimator(model, X, y)",
    "plots.roc(y, p, title='mine')": "ax.set_title(…)",
    "plots.roc(y, p, figsize=(6, 4))": "mm.plots.panels(size=(6, 4))",
    "plots.roc(y, p, colour='red')": "color=",
    "plots.roc.from_estimator(LogisticRegression(), X, y)": "fit it first",
    "plots.roc.from_estimator(line_fit, X, y)": "mm.plots.residuals(",
    "plots.roc.from_estimator(by_words, X, words)": "positive='spam'",
    "plots.det.from_estimator(many, X, kinds)": (
        "mm.plots.det([label == 0 for label in y], model.predict_proba(X)[:, 0])"
    ),
    "plots.roc.from_cv_results({'test_score': [1]}, X, y)": "return_indices=True",
    "plots.roc({'LR': [s, t]})": "plots.roc.from_folds(folds, ax=ax, name=…)",
    "plots.pr({'LR': [s, t]})": "plots.pr.from_folds(folds, ax=ax, name=…)",
    "plots.against_threshold.from_folds(s)": "from_folds([(y, p), …])",
    "plots.against_threshold.from_folds([s])": "pass at least two",
    "plots.against_threshold.from_folds(splits, metrics=[])": 'metrics=["f1"]',
    "plots.against_threshold.from_folds(splits, middle='mode')": "'mean' or 'median'",
    "plots.against_threshold.from_folds(splits, best='prevalence')": "has a direction",
    "plots.against_threshold.from_folds(splits, fill_area=True)": "fill_area",
    "plots.roc.from_cv_results(cv, X[:50], y[:50])": "the same X and y",
    "plots.hull(y)": "mm.plots.hull(y_true, y_score)",
    "plots.area(s, positive=1)": "mm.sweep(y_true, y_score, positive=…)",
    "plots.reliability(y)": "mm.plots.reliability(y_true, chances)",
    "plots.densities(y, p, label='LR')": 'names=("ill", "well")',
}


@each("call", WORKS)
def test_what_others_write_draws_what_they_mean(call):
    assert WORKS[call](eval(call, {**NAMES, "Figure": Figure}))


@each("call", TAUGHT)
def test_what_cannot_be_drawn_says_what_to_write(call):
    with pytest.raises(mm.MetricError) as caught:
        eval(call, NAMES)
    assert TAUGHT[call] in str(caught.value)


def test_the_mean_of_folds_is_that_of_their_curves():
    ax = plots.roc.from_cv_results(cv, X, y)
    folds = [
        mm.sweep(y[rows], one.predict_proba(X[rows])[:, 1])
        for one, rows in zip(cv["estimator"], cv["indices"]["test"], strict=True)
    ]
    assert all(is_curve(ax, mm.roc(one), k) for k, one in enumerate(folds))
    assert all(drawn.get_alpha() < 0.5 for drawn in ax.lines[:5])
    areas = [float(mm.auc(one)) for one in folds]
    said = f"AUC {np.mean(areas):.3f} ± {np.std(areas):.3f}"
    assert said in plots.alternative_text(ax) and any(
        said in " ".join(text.split()) for text in names(ax)
    )
    mean = next(one for one in ax.lines if one.get_zorder() == 3)
    x, height = mean.get_data()
    at_half = [
        np.interp(0.505, *metrics.roc_curve(y[rows], one.predict_proba(X[rows])[:, 1])[:2])
        for one, rows in zip(cv["estimator"], cv["indices"]["test"], strict=True)
    ]
    assert np.interp(0.505, x, height) == pytest.approx(np.mean(at_half), abs=0.03)


def test_folds_and_classes_set_up_the_plane_of_an_axes_that_is_there():
    for draw in (
        lambda plot, ax: plot.from_cv_results(cv, X, y, ax=ax),
        lambda plot, ax: plot.one_vs_rest(kinds, P, ax=ax),
    ):
        for plot in (plots.roc, plots.pr):
            own, alone = draw(plot, Figure().subplots()), draw(plot, None)
            assert own.get_xlabel() == alone.get_xlabel() != ""
            assert own.get_xlim() == alone.get_xlim() and own.get_ylim() == alone.get_ylim()


def test_a_second_cross_validation_goes_on_in_another_colour():
    ax = plots.roc.from_cv_results(cv, X, y, name="a")
    plots.roc.from_cv_results(cv, X, y, name="b", ax=ax)
    means = [one for one in ax.lines if one.get_zorder() == 3]
    assert len(means) == 2 and means[0].get_color() != means[1].get_color()
    ax.figure.canvas.draw()
    written = [text.get_text() for text in ax.get_legend().texts]
    assert [text.startswith("each of 5 folds") for text in written].count(True) == 1


def test_help_says_what_else_a_plot_takes():
    for plot in (plots.roc, plots.pr, plots.ks):
        assert all(f"\n    {name} : " in plot.__doc__ for name in plot.handed.added)
        assert "Samples that it hasn't seen" in plot.from_estimator.__doc__
