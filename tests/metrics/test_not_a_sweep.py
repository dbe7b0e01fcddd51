"""Whoever hands over raw scores is told to count them first, wherever a sweep is needed."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from tests.cases import each

NEEDS_A_SWEEP = (
    "roc pr ks det gain lift roc_hull auc average_precision ks_statistic break_even "
    "equal_error_rate best_threshold interpolated_precision decile_table binned tie_range "
    "tied_groups average_precision_table cost_curve auc_standard_error auc_interval reweight"
).split()


@each("name", NEEDS_A_SWEEP)
@each("given", [[0.9, 0.1], np.array([1, 0]), None])
def test_raw_scores_are_no_sweep(name, given):
    with pytest.raises(mm.InputError) as caught:
        getattr(mm, name)(given)
    assert "mm.sweep" in caught.value.fix


@each("name", ["auc", "average_precision", "best_threshold", "ks_statistic"])
def test_truth_and_scores_as_in_other_libraries(name):
    with pytest.raises(mm.InputError, match="of a list was asked for"):
        getattr(mm, name)([1, 0], [0.9, 0.1])


@each(
    "call",
    [
        lambda s: mm.bootstrap(s, mm.auc),
        lambda s: mm.at_prevalence(s, 0.5),
        lambda s: mm.retied(s, "grouped"),
        lambda s: mm.auc_test(s, s),
        lambda s: mm.expected_cost(s, mm.Costs()),
    ],
)
def test_nor_where_more_is_given(call):
    with pytest.raises(mm.InputError) as caught:
        call([0.9, 0.1])
    assert "mm.sweep" in caught.value.fix
