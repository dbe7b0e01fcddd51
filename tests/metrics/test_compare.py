"""Which curve wraps which, and where they cross: by hand, and against many abscissas."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.compare import Crossing, compare_curves
from tests.cases import each


def ranked(*labels):
    return mm.sweep(labels, range(len(labels), 0, -1))


def learner(name):
    example = mm.example(name)
    return mm.sweep(example.y_true, example.y_score)


A, B = learner("learner-a"), learner("learner-b")


@st.composite
def sweeps(draw, n=12):
    labels = st.lists(st.integers(0, 1), min_size=2, max_size=n).filter(lambda y: len({*y}) == 2)
    y = draw(labels)
    return mm.sweep(y, draw(st.lists(st.integers(0, 6), min_size=len(y), max_size=len(y))))


@each("kind", [mm.roc, mm.pr, mm.gain])
def test_learner_a_wraps_learner_b(kind):
    a, b = kind(A), kind(B)
    assert compare_curves(a, b).verdict == "a wraps b"
    assert compare_curves(b, a).verdict == "b wraps a"
    assert compare_curves(b, a, names=("B", "A")).verdict == "A wraps B"
    assert compare_curves(a, b).crossings == ()


def test_staircases_that_cross_by_hand():
    # a: up ½, right 1, up ½; b: right ½, up 1, right ½.
    found = compare_curves(mm.roc(ranked(1, 0, 0, 1)), mm.roc(ranked(0, 1, 1, 0)))
    assert found.verdict == "they cross"
    assert found.crossings == (Crossing(0.5, 0.5, ((3, 3), (3, 3))),)
    assert [s.on_top for s in found.stretches] == ["a", "b"]
    assert "crossing at (0.500, 0.500): a at the threshold 3" in str(found)


def test_only_abscissas_that_both_reach_are_compared():
    # The start of a P-R curve is undefined: the first point of a is at ½, of b at ¼.
    a = mm.Sweep.from_counts([2, 1], tp=[2, 4], fp=[0, 4])
    b = mm.Sweep.from_counts([3, 2, 1], tp=[1, 3, 4], fp=[5, 5, 5])
    found = compare_curves(mm.pr(a), mm.pr(b))
    assert found.verdict == "a wraps b" and found.stretches[0].start == 0.5
    assert "compared from 0.500 to 1.000" in str(found)
    one = mm.Sweep.from_counts([1], tp=[4], fp=[4])
    alone = compare_curves(mm.pr(one), mm.pr(b), ("one", "b"))
    assert alone.verdict == "one wraps b" and alone.stretches == ()
    assert "one wraps b" in str(alone)


@given(sweeps(), sweeps())
def test_turning_them_round_turns_the_verdict_round(s, t):
    for kind in (mm.roc, mm.pr):
        one, two = compare_curves(kind(s), kind(t)), compare_curves(kind(t), kind(s), ("b", "a"))
        assert one.verdict == two.verdict
        places = [[(c.x, c.y) for c in found.crossings] for found in (one, two)]
        np.testing.assert_allclose(*places, atol=1e-12)
        assert [c.thresholds for c in one.crossings] == [c.thresholds[::-1] for c in two.crossings]


@given(sweeps(), sweeps())
def test_who_wraps_has_the_larger_area(s, t):
    found = compare_curves(mm.roc(s), mm.roc(t)).verdict
    areas = mm.auc(s).fraction, mm.auc(t).fraction
    if found == "they are the same":
        assert areas[0] == areas[1]
    if "wraps" in found:
        assert (areas[0] > areas[1]) == (found == "a wraps b") and areas[0] != areas[1]


def corners(s):
    """List the points of a ROC curve as fractions."""
    p, n = int(s.positives), int(s.negatives)
    return [(Fraction(int(f), n), Fraction(int(t), p)) for f, t in zip(s.fp, s.tp, strict=True)]


def height(points, x):
    """Read a curve where it isn't vertical."""
    (x0, y0), (x1, y1) = next((p, q) for p, q in pairwise(points) if p[0] < x < q[0])
    return y0 + (y1 - y0) * (x - x0) / (x1 - x0)


@given(sweeps(), sweeps())
def test_against_fractions(s, t):
    found = compare_curves(mm.roc(s), mm.roc(t))
    a, b = corners(s), corners(t)
    top = {"a": 1, "b": -1, "together": 0}
    seen = set()
    # Between neighbouring abscissas both are straight, so two places tell the gap at both ends.
    for left, right in pairwise(sorted({x for x, _ in (*a, *b)})):
        third = (right - left) / 3
        one, two = (height(a, x) - height(b, x) for x in (left + third, right - third))
        ends = {(left, 2 * one - two), (right, 2 * two - one)}
        seen |= {int(np.sign(gap)) for _, gap in ends}
        for start, end, name, most in found.stretches:
            if start - 1e-9 <= left and right <= end + 1e-9:
                assert {int(np.sign(gap)) for _, gap in ends} <= {0, top[name]}
                assert all(abs(gap) <= most + 1e-9 for _, gap in ends)
    assert (
        seen - {0}
        == {
            "a wraps b": {1},
            "b wraps a": {-1},
            "they cross": {1, -1},
            "they are the same": set(),
        }[found.verdict]
    )
    assert [s.start for s in found.stretches[1:]] == [s.end for s in found.stretches[:-1]]
    assert (found.stretches[0].start, found.stretches[-1].end) == (0, 1)
    signs = [top[s.on_top] for s in found.stretches if s.on_top != "together"]
    assert len(found.crossings) == np.count_nonzero(np.diff(signs))


@given(sweeps(), sweeps())
def test_a_crossing_lies_on_both_curves(s, t):
    for kind in (mm.roc, mm.pr):
        curves = kind(s), kind(t)
        for x, y, thresholds in compare_curves(*curves).crossings:
            for curve, (before, after) in zip(curves, thresholds, strict=True):
                points = [np.flatnonzero(curve.threshold == end)[0] for end in (before, after)]
                (x0, y0), (x1, y1) = ((curve.x[i], curve.y[i]) for i in points)
                assert points[1] - points[0] in (0, 1)
                # On the straight line between both points.
                assert (x - x0) * (y1 - y0) == pytest.approx((y - y0) * (x1 - x0), abs=1e-9)
                assert min(x0, x1) - 1e-9 <= x <= max(x0, x1) + 1e-9
                assert min(y0, y1) - 1e-9 <= y <= max(y0, y1) + 1e-9


@each(
    "words, call",
    {
        "recall over fpr and precision over recall": lambda: compare_curves(mm.roc(A), mm.pr(A)),
        "not a Sweep": lambda: compare_curves(mm.roc(A), B),
        "not a int": lambda: compare_curves(1, 2),
        "back to the left": lambda: compare_curves(
            mm.ks(A, abscissa="score"), mm.ks(B, abscissa="score")
        ),
        "names=('a', 'a')": lambda: compare_curves(mm.roc(A), mm.roc(B), ("a", "a")),
        "names='ab'": lambda: compare_curves(mm.roc(A), mm.roc(B), "ab"),
        "names=(1, 2)": lambda: compare_curves(mm.roc(A), mm.roc(B), (1, 2)),
        "one curve runs from 0.500 to 1.000 and the other from 0.100 to 0.200": lambda: (
            compare_curves(
                mm.pr(mm.Sweep.from_counts([2, 1], [2, 4], [0, 4])),
                mm.pr(mm.Sweep.from_counts([2, 1], [1, 2], [0, 4], positives=10)),
            )
        ),
    }.items(),
)
def test_what_is_refused(words, call):
    with pytest.raises(mm.MetricError) as caught:
        call()
    assert words in caught.value.what
