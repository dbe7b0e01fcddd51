"""The population stability index: by its definition, by SciPy's divergences, and its doors."""

import math

import numpy as np
import pytest
from scipy.stats import entropy

import mlmetrics_edu as mm
from tests.cases import each, seeds


@each("seed", seeds(2_000, 50))
def test_it_is_both_divergences_together(seed):
    rng = np.random.default_rng(seed)
    before, now = rng.integers(1, 50, (2, rng.integers(2, 12)))
    wanted = entropy(before, now) + entropy(now, before)
    bands = np.arange(len(before))
    scores = [np.repeat(bands, counts) for counts in (before, now, before * 7)]
    index = mm.psi(*scores[:2], edges=bands[1:])
    assert index == pytest.approx(wanted, abs=1e-12)
    assert sum(index.steps.to_frame()["PSI"]) == pytest.approx(index, abs=1e-12)
    assert mm.psi(*scores[1::-1], edges=bands[1:]) == pytest.approx(wanted, abs=1e-12)
    assert mm.psi(*scores[:0:-1], edges=bands[1:]) == pytest.approx(wanted, abs=1e-12)


@each("seed", seeds(100))
def test_bands_of_scores_hold_equally_many(seed):
    rng = np.random.default_rng(seed)
    before, now = rng.normal(size=200), rng.normal(0.3, size=90)
    table = mm.psi(before, now, bins=5).steps.to_frame()
    assert table["before"].tolist() == [40] * 5 and table["now"].sum() == 90
    edges = np.quantile(before, [0.2, 0.4, 0.6, 0.8])
    assert mm.psi(before, now, bins=5) == mm.psi(before, now, edges=edges)
    assert mm.psi(before, before) == 0


def test_an_empty_band_is_undefined_or_half_a_sample():
    before, now = [1, 2, 3, 4], [3, 3, 4, 4]
    index = mm.psi(before, now, edges=[2.5])
    assert math.isnan(index) and "< 2.5 is empty" in index.reason
    half = mm.psi(before, now, edges=[2.5], empty="half")
    wanted = (0.125 - 0.5) * math.log(0.125 / 0.5) + 0.5 * math.log(2)
    assert half == pytest.approx(wanted, abs=1e-12) and "half a sample" in str(half.conventions)


@each(
    "call, why",
    [
        (lambda: mm.psi([1, 2], [1, math.nan]), r"actual\[1\] is nan"),
        (lambda: mm.psi([1, 2], [1, 2], bins=1), "bins=1"),
        (lambda: mm.psi([1, 2], [1, 2], edges=[2, 1]), "1 after 2"),
        (lambda: mm.psi([1, 2], [1, 2], bins=3, edges=[1.5]), "give one of the two"),
        (lambda: mm.psi([], [1]), "expected is empty"),
    ],
)
def test_what_has_no_index_is_told_why(call, why):
    with pytest.raises(mm.InputError, match=why):
        call()
