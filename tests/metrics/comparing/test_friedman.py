"""The Friedman and the Nemenyi test, against printed numbers and SciPy."""

from fractions import Fraction

import numpy as np
import pytest
from scipy import stats

import mlmetrics_edu as mm
from mlmetrics_edu.metrics import tails
from mlmetrics_edu.metrics.comparing import friedman
from tests.cases import each

# Zhou (2016), Machine Learning, table 2.5.
RANKS = {"A": [1, 1, 1, 1], "B": [2, 2.5, 2, 2], "C": [3, 2.5, 3, 3]}
# Demšar (2006), table 5: q of the Nemenyi test at 0.05 and 0.10, for 2 to 10 classifiers.
Q05 = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164]
Q10 = [1.645, 2.052, 2.291, 2.459, 2.589, 2.693, 2.780, 2.855, 2.920]
RNG = np.random.default_rng(5)


def test_zhous_table_gives_zhous_numbers():
    found = mm.friedman_test(RANKS, higher_is_better=False)
    assert [rank.fraction for rank in found.average_ranks.values()] == [
        1,
        Fraction(17, 8),
        Fraction(23, 8),
    ]
    assert found.chi_squared.fraction == Fraction(57, 8)
    assert found.f.fraction == Fraction(171, 7) and round(found.f, 3) == 24.429
    assert round(found.critical_difference, 3) == 1.657
    assert not found.differ("A", "B") and not found.differ("C", "B") and found.differ("C", "A")
    assert found.p_value == pytest.approx(stats.f.sf(171 / 7, 2, 6))


def test_demsars_example_gives_demsars_numbers():
    # Section 3.2.2 prints the average ranks of four classifiers on fourteen data sets.
    ranks = [Fraction(round(2 * 14 * r), 28) for r in (3.143, 2.000, 2.893, 1.964)]
    size = {"data_sets": 14, "learners": 4}
    chi = friedman.CHI_SQUARED.work(**size, rank_squares=sum(r**2 for r in ranks))
    assert round(chi, 2) == 9.28
    assert round(friedman.F.work(**size, chi_squared=chi), 2) == 3.69
    for level, difference in ((0.05, 1.25), (0.1, 1.12)):
        q = tails.studentized(level, 4)
        assert round(friedman.CRITICAL.work(**size, q=q), 2) == difference


def test_the_studentized_range_is_that_of_the_printed_table():
    for tail, printed in ((0.05, Q05), (0.1, Q10)):
        found = [tails.studentized(tail, k) for k in range(2, 11)]
        assert found == pytest.approx(printed, abs=1.1e-3)


@each("shape", [(5, 3), (12, 4), (30, 7)])
def test_without_ties_chi_squared_is_scipys(shape):
    table = RNG.random(shape)
    found = mm.friedman_test({str(k): column for k, column in enumerate(table.T)})
    assert found.chi_squared == pytest.approx(stats.friedmanchisquare(*table.T).statistic)
    swapped = mm.friedman_test({str(k): -column for k, column in enumerate(table.T)})
    for rank, other in zip(
        found.average_ranks.values(), swapped.average_ranks.values(), strict=True
    ):
        assert rank.fraction + other.fraction == shape[1] + 1


def test_where_all_data_sets_agree_f_is_undefined_and_so_is_its_chance():
    found = mm.friedman_test({"A": [0.9, 0.8], "B": [0.7, 0.6]})
    assert np.isnan(found.f) and np.isnan(found.p_value) and "alike" in found.p_value.reason


@each(
    "wrong",
    [
        {"results": {"A": [1, 2]}},
        {"results": {"A": [1, 2], "B": [1]}},
        {"results": {"A": [1], "B": [2]}},
        {"results": [[1, 2], [2, 1]]},
        {"results": RANKS, "higher_is_better": "low"},
        {"results": RANKS, "level": 1.0},
        {"results": {"A": [1, float("nan")], "B": [1, 2]}},
    ],
)
def test_what_cannot_be_compared_is_refused(wrong):
    with pytest.raises(mm.InputError):
        mm.friedman_test(**wrong)


def test_an_unknown_learner_is_refused():
    with pytest.raises(mm.UnknownNameError):
        mm.friedman_test(RANKS).differ("A", "D")
