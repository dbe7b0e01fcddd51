"""Calibration, by the data of its artists."""

import numpy as np
import pytest
from scipy.stats import binomtest
from sklearn.calibration import calibration_curve

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import InputError
from mlmetrics_edu.plots.calibration import reliability
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each

TRUTH = [0, 0, 1, 0, 1, 1, 1]
CHANCES = [0.05, 0.15, 0.15, 0.55, 0.55, 0.95, 1.0]
TWO = {"sure": CHANCES, "modest": [0.3, 0.3, 0.5, 0.4, 0.6, 0.7, 0.7]}

PICTURES = {
    "reliability": lambda **o: reliability(TRUTH, CHANCES, **o),
    "two models": lambda **o: reliability(TRUTH, TWO, bins=5, **o),
}


def texts(ax):
    return [text.get_text() for text in ax.texts]


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


@each(
    "how, what",
    [
        *(({"interval": wrong}, "interval=") for wrong in (0, 1, 95, -0.5, np.nan)),
        *(({"bins": wrong}, "bins") for wrong in (1, 21, 2.5, True)),
        *(
            ({"chances": wrong}, "chance")
            for wrong in ([0.1, 1.2], [-1, 0.5], [0.1], [0.1, np.nan])
        ),
    ],
)
def test_what_is_no_probability_interval_or_number_of_bins_is_refused(how, what):
    with pytest.raises(InputError, match=what):
        mm.plots.reliability(**{"y_true": [0, 1], "chances": [0.1, 0.9], **how})
