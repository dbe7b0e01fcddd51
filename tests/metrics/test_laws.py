"""Laws that hold for any data, tried by hypothesis."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import mlmetrics_edu as mm

TIES = ("grouped", "in-order", "positives-first", "negatives-first")
SCORES = st.one_of(
    st.sampled_from([0.0, 0.25, 0.5, 1.0]),
    st.floats(-1e6, 1e6, allow_subnormal=True),
    st.floats(0, 2, allow_subnormal=True),
)


@st.composite
def samples(draw):
    n = draw(st.integers(1, 25))
    labels = draw(hnp.arrays(int, n, elements=st.integers(0, 1)))
    return labels, draw(hnp.arrays(float, n, elements=SCORES))


@given(samples(), st.sampled_from(TIES))
def test_counts_are_counts_by_definition(data, ties):
    labels, scores = data
    s = mm.sweep(labels, scores, ties=ties)
    assert len(s) == 1 + (len(scores) if ties != "grouped" else len(np.unique(scores)))
    last = {t: i for i, t in enumerate(s.threshold)}
    for threshold, row in last.items():
        reached = scores >= threshold
        assert s.tp[row] == (labels[reached] == 1).sum()
        assert s.fp[row] == (labels[reached] == 0).sum()


@given(samples(), st.sampled_from(TIES))
def test_the_walk_only_goes_one_way(data, ties):
    s = mm.sweep(*data, ties=ties)
    assert (np.diff(s.tp) >= 0).all() and (np.diff(s.fp) >= 0).all()
    assert (np.diff(s.threshold) <= 0).all()
    np.testing.assert_array_equal(s.tp + s.fn, np.full(len(s), s.positives))
    np.testing.assert_array_equal(s.fp + s.tn, np.full(len(s), s.negatives))


@given(samples(), st.data())
def test_weights_are_repeated_samples(data, draw):
    labels, scores = data
    weights = draw.draw(hnp.arrays(int, len(labels), elements=st.integers(1, 4)))
    weighted = mm.sweep(labels, scores, weights=weights)
    repeated = mm.sweep(np.repeat(labels, weights), np.repeat(scores, weights))
    for name in ("threshold", "tp", "fp", "fn", "tn"):
        np.testing.assert_array_equal(getattr(weighted, name), getattr(repeated, name))


@given(samples(), st.integers(0, 25))
def test_parts_add_up_to_the_whole(data, cut):
    labels, scores = data
    cut = min(cut, len(labels) - 1)
    if not cut:
        return
    whole = mm.sweep(labels, scores)
    a, b = mm.sweep(labels[:cut], scores[:cut]), mm.sweep(labels[cut:], scores[cut:])
    for total in (a + b, a.drop_samples() + b.drop_samples()):
        np.testing.assert_array_equal(total.threshold, whole.threshold)
        np.testing.assert_array_equal(total.tp, whole.tp)
        np.testing.assert_array_equal(total.fp, whole.fp)


@given(samples())
def test_turning_scores_and_classes_round_turns_the_table_round(data):
    labels, scores = data
    s, t = mm.sweep(labels, scores), mm.sweep(1 - labels, -scores)
    # What was predicted positive from below is predicted negative from above.
    np.testing.assert_array_equal(s.tp, t.tn[::-1])
    np.testing.assert_array_equal(s.fp, t.fn[::-1])


@given(samples(), st.sampled_from(TIES))
def test_who_is_let_in_is_who_is_counted(data, ties):
    labels, scores = data
    s = mm.sweep(labels, scores, ties=ties)
    everybody = [who for step in s for who in step.admitted]
    assert sorted(everybody) == list(range(len(labels)))
    for before, step in zip(list(s), list(s)[1:], strict=False):
        assert sum(step.labels) == step.confusion.tp - before.confusion.tp
        assert all(scores[who] == step.threshold for who in step.admitted)


@given(samples(), st.permutations(range(25)))
def test_grouped_counts_don_t_depend_on_the_order_of_the_samples(data, order):
    labels, scores = data
    order = [i for i in order if i < len(labels)]
    a, b = mm.sweep(labels, scores), mm.sweep(labels[order], scores[order])
    np.testing.assert_array_equal(a.tp, b.tp)
    np.testing.assert_array_equal(a.fp, b.fp)
