"""F-beta over β and as a map with classifiers on it, and the means of precision and recall."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import FormulaError, InputError
from mlmetrics_edu.metrics.confusion import Confusion
from mlmetrics_edu.plots import panels
from mlmetrics_edu.plots.f_beta import f_by_beta, f_surface, mean_surface, means
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each

MANY, FEW = mm.example("earthquake").confusions.values()
PICTURES = {
    "by β": lambda **o: f_by_beta({"many": MANY, "few": FEW}, at=[1, 2], **o),
    "points": lambda **o: f_surface(2, points={"A": (0.8, 0.3), "B": (0.3, 0.9)}, **o),
}


def texts(ax):
    return {text.get_text() for text in ax.texts}


def test_f_goes_from_precision_to_recall():
    ax = f_by_beta(FEW, betas=(0.001, 1000))
    x, y = ax.lines[0].get_data()
    assert y[[0, -1]] == pytest.approx([0.08, 0.8], rel=1e-4) and x[0] == 0.001


def test_two_change_places_where_they_are_equal():
    ax = PICTURES["by β"]()
    assert ax.lines[2].get_xydata() == pytest.approx(np.array([[350**0.5, 0.78]]))
    assert "0.780, at β² = 350.000 (β = 18.708)" in alternative_text(ax)
    assert {"many", "few", "0.145", "0.286"} < texts(ax)
    assert not any("β" in text for text in texts(f_by_beta({"a": MANY, "b": FEW}, betas=(0.1, 9))))


def test_one_that_is_always_better_never_changes_places():
    ax = f_by_beta({"good": mm.Confusion(9, 1, 1, 9), "bad": mm.Confusion(5, 5, 5, 5)})
    assert texts(ax) == {"good", "bad"}


def test_a_beta_is_above_0():
    with pytest.raises(FormulaError, match="beta"):
        f_by_beta(FEW, at=-1)


def test_points_have_their_f():
    ax = PICTURES["points"]()
    assert [line.get_xydata().tolist() for line in ax.lines] == [[[0.8, 0.3]], [[0.3, 0.9]]]
    assert {f"A: {5 * 0.24 / 2:.3f}", f"B: {5 * 0.27 / 3.9:.3f}"} < texts(ax)
    assert alternative_text(ax).endswith("Marked: A 0.600, B 0.346.")
    with pytest.raises(mm.InputError, match="recall"):
        f_surface(points={"A": (1.2, 0.5)})


@each(
    "which, mean", [("arithmetic", lambda x: x.mean(1)), ("geometric", lambda x: x.prod(1) ** 0.5)]
)
def test_lines_of_equal_mean_are_where_it_is_equal(which, mean):
    ax = mean_surface(which, panels()[1])
    lines = ax.collections[-1]
    for level, path in zip(lines.levels, lines.get_paths(), strict=True):
        np.testing.assert_allclose(mean(path.vertices), level, atol=5e-3)


@each("beta", [0.5, 1, 2])
def test_lines_of_equal_f_are_where_f_is_equal(beta):
    ax = f_surface(beta, levels=[0.25, 0.5])
    lines = ax.collections[-1]
    for level, path in zip(lines.levels, lines.get_paths(), strict=True):
        recall, precision = path.vertices[np.isfinite(path.vertices).all(axis=1)].T
        f = (1 + beta**2) * precision * recall / (beta**2 * precision + recall)
        np.testing.assert_allclose(f, level, atol=5e-3)
    spots = {text.get_text(): text.get_position() for text in ax.texts}
    assert spots == {"0.25": (0.25, 0.25), "0.5": (0.5, 0.5)}
    assert ax.get_title() == f"F{beta}"


def test_the_surface_says_which_side_it_prefers():
    text = alternative_text(f_surface(2))
    low_recall = 5 * 0.8 * 0.2 / (4 * 0.8 + 0.2)
    assert f"{low_recall:.3f} where recall is 0.2" in text and "0.500 the other way" in text


def test_what_has_no_surface_is_refused():
    with pytest.raises(FormulaError, match="beta"):
        f_surface(-1)
    for levels in ([], [0.5, 1.0], [np.nan]):
        with pytest.raises(InputError, match="levels"):
            f_surface(levels=levels)


def test_the_means_of_a_fixed_precision():
    ax = means()
    arithmetic, geometric, harmonic = (line.get_ydata() for line in ax.lines[:3])
    recall = ax.lines[0].get_xdata()
    np.testing.assert_allclose(arithmetic, (0.7 + recall) / 2)
    np.testing.assert_allclose(geometric, np.sqrt(0.7 * recall))
    np.testing.assert_allclose(harmonic, 1.4 * recall / (0.7 + recall))
    assert (harmonic <= geometric + 1e-12).all() and (geometric <= arithmetic + 1e-12).all()
    f1 = Confusion(tp=7, fp=3, fn=63, tn=0).f1  # precision 0.7, recall 0.1
    assert f"harmonic mean (F1) {f1:.3f}" in alternative_text(ax)
    assert {text.get_text() for text in ax.texts} == {
        "arithmetic mean",
        "geometric mean",
        "harmonic mean (F1)",
    }
