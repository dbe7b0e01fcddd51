"""How few digits scores are written with: never fewer than keep their order."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlmetrics_edu import sweep
from mlmetrics_edu.core import words
from mlmetrics_edu.plots.say import same_cut

SCORES = st.floats(allow_nan=False, allow_infinity=False) | st.floats(0, 1)


def read(text: str) -> float:
    return float(text.replace("−", "-"))


@given(st.lists(SCORES, min_size=1, max_size=words.LOOKED_AT), st.booleans())
def test_different_scores_differ_and_keep_their_order(scores, cuts):
    write = words.in_order(scores, cuts)
    written = [read(write(score)) for score in sorted(set(scores))]
    assert written == sorted(set(written))


@given(st.lists(SCORES, min_size=1, max_size=20))
def test_a_threshold_rounded_down_lets_in_the_same_samples(scores):
    write = words.in_order(scores, cuts=True)
    for score in scores:
        assert [s >= read(write(score)) for s in scores] == [s >= score for s in scores]


@given(st.lists(SCORES, min_size=2, max_size=20), SCORES)
def test_a_threshold_in_few_digits_lets_in_the_same_samples(scores, threshold):
    s = sweep([1, 0] + [0] * (len(scores) - 2), scores)
    same = read(same_cut(threshold, s))
    assert [score >= same for score in scores] == [score >= threshold for score in scores]


@pytest.mark.parametrize("scores", [(0.9, 0.75), (5, 3, 1), (0.91, 0.76, 0.65)])
def test_scores_with_few_digits_keep_all_of_them(scores):
    short, exactly = words.in_order(scores), words.thresholds(scores)
    assert [short(score) for score in scores] == [exactly(score) for score in scores]


def test_what_is_not_quite_0_or_1_is_not_written_so():
    assert float(words.in_order([1 - 1e-7, 0.5])(1 - 1e-7)) < 1
    assert float(words.in_order([1e-12 / 3, 0.5])(1e-12 / 3)) > 0
    assert words.admitting(math.inf) == "+∞"
