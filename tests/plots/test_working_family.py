"""Errors, calibration and the tree of a number, by the data of their artists."""

import numpy as np
import pytest
from matplotlib.text import Text
from scipy.stats import binomtest
from sklearn.calibration import calibration_curve

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import InputError
from mlmetrics_edu.plots.calibration import reliability
from mlmetrics_edu.plots.look import style
from mlmetrics_edu.plots.picture import alternative_text, panels
from mlmetrics_edu.plots.regression import losses, norms, residuals
from mlmetrics_edu.plots.working_trees import working_tree
from tests.cases import each
from tests.plots.looks import assert_legible, looks

ANSCOMBE = mm.example("anscombe").columns
FIT = mm.least_squares(ANSCOMBE["x"], ANSCOMBE["y1"])
OTHER = mm.least_squares(ANSCOMBE["x4"], ANSCOMBE["y4"])
C = mm.Confusion(tp=4, fp=3, fn=2, tn=11)
F1 = mm.Formula("f1", "2*precision*recall / (precision + recall)")
TREE = F1.work(precision=C.precision, recall=C.recall)
TRUTH = [0, 0, 1, 0, 1, 1, 1]
CHANCES = [0.05, 0.15, 0.15, 0.55, 0.55, 0.95, 1.0]
TWO = {"sure": CHANCES, "modest": [0.3, 0.3, 0.5, 0.4, 0.6, 0.7, 0.7]}

PICTURES = {
    "residuals": lambda **o: residuals(FIT, **o),
    "squares": lambda **o: residuals(OTHER, squares=True, **o),
    "predicted": lambda **o: residuals([3, -0.5, 2, 7], [2.5, 0.0, 2, 8], **o),
    "norms": lambda **o: norms(**o),
    "losses": lambda **o: losses(**o),
    "reliability": lambda **o: reliability(TRUTH, CHANCES, **o),
    "two models": lambda **o: reliability(TRUTH, TWO, bins=5, **o),
    "tree": lambda **o: working_tree(TREE, **o),
    "kappa": lambda **o: working_tree(C.kappa, **o),
    "undefined": lambda **o: working_tree(mm.Confusion(0, 0, 3, 4).lift, **o),
    "no formula": lambda **o: working_tree(mm.auc(mm.sweep(TRUTH, CHANCES)), **o),
}


def texts(ax):
    return [text.get_text() for text in ax.texts]


@each("name, size, language", looks(PICTURES))
def test_all_is_legible(name, size, language):
    with style(size, language):
        ax = PICTURES[name]()
        assert_legible(ax)
    assert alternative_text(ax)


@each("name", PICTURES)
def test_axes_in_axes_out(name):
    _, ax = panels()
    assert PICTURES[name](ax=ax) is ax
    assert_legible(ax)


def test_residuals_are_upright_segments_from_the_line():
    ax = residuals(FIT)
    x, y = map(np.asarray, (ANSCOMBE["x"], ANSCOMBE["y1"]))
    np.testing.assert_array_equal(ax.collections[1].get_offsets(), np.column_stack([x, y]))
    for (start, end), point in zip(ax.collections[0].get_segments(), x, strict=True):
        assert start[0] == end[0] == point
    ends = np.array(ax.collections[0].get_segments())
    np.testing.assert_allclose(((ends[:, 1, 1] - ends[:, 0, 1]) ** 2).sum(), FIT.ss_res)
    assert texts(ax) == ["y = 3.00 + 0.50·x"]
    assert alternative_text(ax) == (
        "11 points and the line y = 3.00 + 0.50·x; the largest residual is −1.921; "
        "the squared ones add up to 13.763."
    )


def test_a_table_and_two_columns_show_the_same_residuals():
    predicted = FIT.predict(ANSCOMBE["x"])
    pictures = [
        residuals(FIT),
        residuals(FIT.trace()),
        residuals(ANSCOMBE["y1"], predicted),
        residuals(mm.residuals(ANSCOMBE["y1"], predicted)),
    ]
    found = [np.array(ax.collections[0].get_segments())[:, :, 1] for ax in pictures]
    for other in found[1:]:
        np.testing.assert_allclose(np.diff(other), np.diff(found[0]), atol=1e-12)
    assert texts(pictures[2]) == ["truth = prediction"]


@each("fit", [FIT, OTHER])
def test_squares_are_square_on_the_picture(fit):
    ax = residuals(fit, squares=True)
    ax.figure.draw_without_rendering()
    for path in ax.collections[0].get_paths():
        corners = ax.transData.transform(path.vertices)
        wide, high = np.ptp(corners, axis=0)
        assert wide == pytest.approx(high, rel=1e-6)


def test_a_million_residuals_are_one_collection():
    rng = np.random.default_rng(0)
    ax = residuals(rng.random(10**6), rng.random(10**6))
    ax.figure.png()
    assert len(ax.collections) == 1


def test_residuals_need_a_line_and_two_columns():
    with pytest.raises(InputError, match="no slope"):
        residuals(mm.least_squares([1, 1], [2, 3]))
    with pytest.raises(InputError, match="predicted values are missing"):
        residuals([1, 2, 3])
    with pytest.raises(InputError, match="columns"):
        residuals(mm.norms([3, -4]))
    with pytest.raises(InputError):
        residuals([1, 2], [1, 2, 3])


def test_each_ball_has_the_norm_1():
    ax = norms()
    for line, order in zip(ax.lines, (1, 2, np.inf), strict=False):
        points = line.get_xydata()
        np.testing.assert_allclose(np.linalg.norm(points, order, axis=1), 1)
    assert norms(linewidth=5).lines[0].get_linewidth() == 5


def test_losses_are_the_error_and_its_square():
    first, second = losses().lines
    np.testing.assert_allclose(first.get_ydata(), abs(first.get_xdata()))
    np.testing.assert_allclose(second.get_ydata(), second.get_xdata() ** 2)


def test_each_bin_has_its_mean_its_share_and_its_count():
    ax = reliability(TRUTH, CHANCES)
    x, y = ax.lines[1].get_data()
    gap = np.nan
    np.testing.assert_allclose(x, [0.05, 0.15, gap, gap, gap, 0.55, gap, gap, gap, 0.975])
    np.testing.assert_allclose(y, [0, 0.5, gap, gap, gap, 0.5, gap, gap, gap, 1])
    assert texts(ax)[:10] == list("1200020002")
    assert "0.15 → 0.50 (n = 2)" in alternative_text(ax)


def test_bins_of_equally_many_samples_and_how_sure_their_shares_are():
    rng = np.random.default_rng(16)
    chances = rng.random(400) ** 3  # most are small
    happened = rng.random(400) < chances
    ax = reliability(happened, chances, bins=8, strategy="quantile", interval=0.95)
    true, predicted = calibration_curve(happened, chances, n_bins=8, strategy="quantile")
    np.testing.assert_allclose(ax.lines[1].get_data(), [predicted, true])
    assert "50 samples in each bin" in texts(ax)
    ends = np.array([path.vertices[:, 1] for path in ax.collections[0].get_paths()])
    known = [binomtest(round(50 * share), 50).proportion_ci(0.95) for share in true]
    np.testing.assert_allclose(ends, known)
    assert_legible(ax)


@each("interval", [0, 1, 95, -0.5, np.nan])
def test_an_interval_says_how_often_it_holds(interval):
    with pytest.raises(InputError, match="interval="):
        mm.plots.reliability(TRUTH, CHANCES, interval=interval)


def test_equal_probabilities_stay_in_one_bin():
    ax = reliability([0, 1, 1, 0, 1], [0.5, 0.5, 0.5, 0.5, 0.9], bins=4, strategy="quantile")
    assert ax.lines[1].get_xdata().tolist() == [0.5, 0.9] or len(ax.lines[1].get_xdata()) == 1
    alone = reliability([0, 1], [0.5, 0.5], bins=4, strategy="quantile")
    assert alone.lines[1].get_data()[1].tolist() == [0.5]


def test_several_models_have_names_markers_and_counts():
    ax = reliability(TRUTH, TWO, bins=5)
    assert [line.get_marker() for line in ax.lines[1:]] == ["o", "s"]
    assert len({line.get_linestyle() for line in ax.lines[1:]}) == 2
    assert {"sure", "modest"} <= {*texts(ax)}
    assert alternative_text(ax).startswith("sure: Calibration of 7 samples in 5 bins")
    assert reliability(TRUTH, CHANCES, marker="x").lines[1].get_marker() == "x"


def test_labels_of_any_kind_and_one_class_alone():
    ax = reliability([-1, 1], [0.2, 0.9], bins=2)
    assert ax.lines[1].get_ydata().tolist() == [0, 1]
    assert reliability([1, 1], [0.2, 0.9], bins=2).lines[1].get_ydata().tolist() == [1, 1]


@each("chances", [[0.1, 1.2], [-0.1, 0.5], [0.1], [0.1, np.nan]])
def test_chances_are_from_0_to_1(chances):
    with pytest.raises(InputError):
        reliability([0, 1], chances)


@each("bins", [1, 21, 2.5, True])
def test_bins_are_a_few(bins):
    with pytest.raises(InputError, match="bins"):
        reliability([0, 1], [0.1, 0.9], bins=bins)


def test_a_million_chances_are_legible():
    chances = np.random.default_rng(0).random(10**6)
    ax = reliability(chances > 0.5, chances, bins=20)
    assert_legible(ax)


def test_the_tree_goes_from_f1_down_to_counts():
    ax = working_tree(TREE)
    assert len(ax.patches) == 7 and len(ax.lines) == 6
    assert texts(ax) == [
        *("F1", "= 2·precision·recall", "   / (precision + recall)"),
        *("= 2·(4/7)·(2/3) / (4/7 + 2/3)", "= 8/13 ≈ 0.615"),
        *("precision", "= TP / (TP + FP)", "= 4 / (4 + 3)", "= 4/7 ≈ 0.571", "TP = 4", "FP = 3"),
        *("recall", "= TP / (TP + FN)", "= 4 / (4 + 2)", "= 2/3 ≈ 0.667", "TP = 4", "FN = 2"),
    ]
    assert len(working_tree(TREE, counts=False).patches) == 3
    assert alternative_text(ax).endswith("(4/7 + 2/3) = 8/13 ≈ 0.615.")


@each("worked", [TREE, C.kappa, C.mcc, C.f(2), C.lift])
def test_no_box_lies_on_another_and_texts_stay_inside(worked):
    ax = working_tree(worked)
    ax.figure.draw_without_rendering()
    boxes = [patch.get_window_extent() for patch in ax.patches]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    for text in ax.texts:
        inner = text.get_window_extent()
        assert any(b.x0 <= inner.x0 and inner.x1 <= b.x1 and b.y0 <= inner.y0 for b in boxes)
    letter = ax.texts[0].get_fontsize() / 72 * ax.figure.dpi
    for box in boxes:  # around them there is room of less than a letter and a half
        inner = [t for t in map(Text.get_window_extent, ax.texts) if t.overlaps(box)]
        low, high = min(t.y0 for t in inner) - box.y0, box.y1 - max(t.y1 for t in inner)
        assert max(low, high, min(t.x0 for t in inner) - box.x0) < 1.5 * letter


def test_an_undefined_number_says_why():
    shown = texts(working_tree(mm.Confusion(0, 0, 3, 4).lift))
    assert shown.count("undefined: TP + FP = 0") == 2 and not any("nan" in line for line in shown)


def test_edges_end_at_boxes_and_keywords_pass():
    ax = working_tree(TREE, facecolor="white")
    tops = {round(patch.get_y(), 6) for patch in ax.patches}
    assert {round(line.get_ydata()[1], 6) for line in ax.lines} <= tops
    assert ax.patches[0].get_facecolor() == (1, 1, 1, 1)


def test_a_plain_number_or_a_forest_is_refused():
    with pytest.raises(InputError, match="no working"):
        working_tree(0.5)
    wide = mm.Formula("wide", " + ".join(f"a{i}" for i in range(9)))
    with pytest.raises(InputError, match="boxes"):
        working_tree(wide.work(**{f"a{i}": C.kappa for i in range(9)}))
