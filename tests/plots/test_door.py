"""What a plot of scores may be handed, and what it says of anything else."""

import inspect

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from sklearn.linear_model import LogisticRegression

import mlmetrics_edu as mm
from mlmetrics_edu import plots
from mlmetrics_edu.metrics.bootstrap import fold_mean
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each

rng = np.random.default_rng(7)
X = rng.normal(size=(240, 3))
y = (X[:, 0] + rng.normal(size=240) > 0).astype(int)
words = np.where(y == 1, "spam", "ham")
model = LogisticRegression().fit(X, y)
p, other = model.predict_proba(X)[:, 1], X[:, 0]
s, t = mm.sweep(y, p), mm.sweep(y, other)
weights = rng.integers(1, 4, 240)
kinds = np.digitize(X[:, 0] + rng.normal(size=240), (-0.7, 0.7))
P = LogisticRegression().fit(X, kinds).predict_proba(X)
folds = [mm.sweep(y[k::5], p[k::5]) for k in range(5)]
NAMES = {"pd": pd, **{name: one for name, one in globals().items() if name[0] != "_"}}


def names(ax):
    """Return all that is written, in a legend too."""
    ax.figure.canvas.draw()
    legend = [text.get_text() for text in ax.get_legend().texts] if ax.get_legend() else []
    return {text.get_text() for text in ax.texts if text.get_visible()} | {*legend}


def is_curve(ax, curve, k=0):
    """Tell whether the k-th line is a curve."""
    x, height = np.asarray(ax.lines[k].get_data())
    return np.allclose(np.interp(curve.x, x, height), curve.y) or np.array_equal(
        np.column_stack([x, height]), np.column_stack(tuple(curve)), equal_nan=True
    )


WORKS = {
    "plots.roc(y, p)": lambda ax: is_curve(ax, mm.roc(s)),
    "plots.roc(y_true=y, y_score=p)": lambda ax: is_curve(ax, mm.roc(s)),
    "plots.roc(y, p, Figure().subplots())": lambda ax: is_curve(ax, mm.roc(s)),
    "plots.roc(of=s, ax=Figure().subplots())": lambda ax: is_curve(ax, mm.roc(s)),
    "plots.roc(words, p, positive='spam')": lambda ax: is_curve(ax, mm.roc(s)),
    "plots.roc(y, p, weights=weights)": lambda ax: is_curve(
        ax, mm.roc(mm.sweep(y, p, weights=weights))
    ),
    "plots.roc({'a': (y, p), 'b': t})": lambda ax: (
        is_curve(ax, mm.roc(t), 1) and {"a", "b"} <= names(ax)
    ),
    "plots.roc({'a': (words, p)}, positive='spam')": lambda ax: is_curve(ax, mm.roc(s)),
    "plots.pr(y, {'a': p, 'b': other})": lambda ax: {"a", "b"} <= names(ax),
    "plots.pr(y, pd.DataFrame({'a': p, 'b': other}))": lambda ax: {"a", "b"} <= names(ax),
    "plots.pr(pd.Series(y), pd.Series(p))": lambda ax: len(ax.lines) == 2,
    "plots.det(mm.one_vs_rest(kinds, P))": lambda ax: {"0", "1", "2"} <= names(ax),
    "plots.gain(y, p, c='red', ls=':')": lambda ax: (
        to_hex(ax.lines[0].get_color()) == "#ff0000" and ax.lines[0].get_linestyle() == ":"
    ),
    "plots.lift(y, p)": lambda ax: len(ax.lines) == 3,
    "plots.ks(y, p)": lambda ax: len(ax.lines) > 2,
    "plots.cost_curve(y, p, lw=4)": lambda ax: ax.lines[0].get_linewidth() == 4,
    "plots.against_threshold(y, p, ['f1', 'recall'])": lambda ax: len(ax.lines) > 2,
    "plots.expected_cost(y, p, mm.Costs(fn=5))": lambda ax: len(ax.lines) > 1,
    "plots.decision_curve(y, p)": lambda ax: len(ax.lines) == 3,
    "plots.densities(y, p)": lambda ax: len(ax.lines) == 2,
    "plots.reliability(y, pd.DataFrame({'a': p, 'b': p**2}))": lambda ax: {"a", "b"} <= names(ax),
    "plots.iso_cost(y, p, mm.Costs(fp=1, fn=5), plots.roc(y, p))": lambda ax: len(ax.lines) == 4,
}
TAUGHT = {  # what is written, and what its error says to write
    "plots.roc(y)": "mm.plots.roc(y_true, y_score)",
    "plots.roc([])": "mm.plots.roc(y_true, y_score)",
    "plots.roc(y, model.predict_proba(X))": "y_score[:, 1]",
    "plots.roc(y, p[:-1])": "pass columns of one length",
    "plots.roc(words, p)": "positive='spam'",
    "plots.roc(np.ones(240), p)": "evaluate on samples of both classes",
    "plots.roc(model, X, y)": "mm.plots.roc(y, model.predict_proba(X)[:, 1])",
    "plots.roc(y, model)": "mm.plots.roc(y, model.predict_proba(X)[:, 1])",
    "plots.pr(y, {'a': model})": "mm.plots.pr(y, model.predict_proba(X)[:, 1])",
    "plots.roc([s, t])": 'mm.plots.roc({"first": …',
    "plots.roc(s, t)": "ax is Axes or left out",
    "plots.roc(s, positive=1)": "mm.plots.roc(y_true, y_score)",
    "plots.roc(s, y_score=p)": "mm.plots.roc(y_true, y_score)",
    "plots.roc({'LR': [s, t]})": "mm.plots.band(mm.fold_mean(folds, mm.roc))",
    "plots.roc(kinds, P)": "mm.plots.roc(mm.one_vs_rest(y_true, y_score))",
    "plots.roc(s, lw=1, linewidth=2)": "aliases",
    "plots.roc(y, p, pos_label=1)": "write positive=…",
    "plots.roc(y, p, sample_weight=weights)": "write weights=…",
    "plots.roc(y, y_pred=p)": "mm.plots.roc(y_true, y_score)",
    "plots.roc(y, p, name='LR')": 'mm.plots.roc({"model": …})',
    "plots.roc(y, p, chance_level_kw={'color': 'red'})": "diagonal=False",
    "plots.det(y, p, plot_chance_level=True)": "leave it out",
    "plots.roc(y, p, micro=True)": "mm.plots.roc(mm.one_vs_rest(y_true, y_score))",
    "plots.roc(y, p, title='mine')": "ax.set_title(…)",
    "plots.roc(y, p, figsize=(6, 4))": "mm.plots.panels(size=(6, 4))",
    "plots.roc(y, p, colour='red')": "color=",
    "plots.strips({'a': s, 'b': t})": "draw one at a time",
    "plots.reliability(y, n_bins=5, chances=p)": "write bins=…",
}


@each("call", WORKS)
def test_scores_are_read_in_each_of_their_forms(call):
    assert WORKS[call](eval(call, {**NAMES, "Figure": Figure}))


@each("call", TAUGHT)
def test_what_cannot_be_drawn_says_what_to_write(call):
    with pytest.raises(mm.MetricError) as caught:
        eval(call, NAMES)
    assert TAUGHT[call] in str(caught.value)


@each("curve, area", [(mm.roc, mm.auc), (mm.pr, mm.average_precision)])
def test_the_mean_of_folds_is_drawn_as_a_curve_with_its_band(curve, area):
    mean = fold_mean(folds, curve)
    ax = plots.band(mean)
    np.testing.assert_array_equal(ax.lines[-1].get_data(), (mean.x, mean.mean))
    areas = [float(area(one)) for one in folds]
    written = f"{np.mean(areas):.3f} ± {np.std(areas):.3f}"
    assert written in alternative_text(ax)
    assert any(written in " ".join(name.split()) for name in names(ax))


def test_help_says_of_each_argument_what_it_is():
    for plot in (getattr(plots, name) for name in plots.__all__):
        if not inspect.isclass(plot) and plot is not plots.style:
            lacking = [
                name
                for name in inspect.signature(plot).parameters
                if not any(f"{stars}{name}" in plot.__doc__ for stars in ("", "**"))
            ]
            assert lacking == [], plot.__name__
