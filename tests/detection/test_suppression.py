"""Non-maximum suppression: by hand, against a walk box by box, laws."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlmetrics_edu.core.errors import MetricError
from mlmetrics_edu.detection.boxes import iou
from mlmetrics_edu.detection.nms import nms
from tests.cases import EXPLORE, each

ROW = [[0, 0, 10, 10], [1, 0, 11, 10], [6, 0, 16, 10], [12, 0, 22, 10]]
SCORES = [0.8, 0.9, 0.7, 0.6]
HALF = [[0, 0, 2, 1], [0, 0, 1, 1]]  # their IoU is just one half

small = st.integers(0, 6)
some_boxes = st.lists(
    st.tuples(small, small, small, small).map(lambda b: [b[0], b[1], b[0] + b[2], b[1] + b[3]]),
    max_size=12,
)
limits = st.sampled_from([Fraction(1, 4), Fraction(1, 3), Fraction(1, 2), Fraction(3, 5), 1])


def one_by_one(boxes, scores, limit, suppress="above", categories=None, convention="continuous"):
    """Walk down the ranking in exact fractions, with no thought of speed."""
    by, kept = [-1] * len(boxes), []
    for i in sorted(range(len(boxes)), key=lambda i: -scores[i]):
        for j in kept:
            if categories is not None and categories[i] != categories[j]:
                continue
            found = iou(boxes[i], boxes[j], convention).fraction
            if found and (found > limit or (suppress != "above" and found == limit)):
                by[i] = j
                break
        else:
            kept.append(i)
    return kept, by


def crowded(n, seed, size=25):
    """Draw many boxes that overlap, with scores of which some are equal."""
    random = np.random.default_rng(seed)
    corner = random.integers(0, 80, (n, 2))
    boxes = np.c_[corner, corner + random.integers(1, size, (n, 2))]
    return boxes.tolist(), random.integers(0, n // 2, n).tolist()


# By hand


def test_a_row_of_boxes():
    found = nms(ROW, SCORES)
    assert found.kept.tolist() == [1, 2, 3]
    assert found.suppressed_by.tolist() == [1, -1, -1, -1]
    assert found.overlap[0] == 9 / 11 and np.isnan(found.overlap[1:]).all()


def test_a_box_that_is_gone_suppresses_nobody():
    # Each overlaps the next by 1/2 and the one after that by 1/5.
    chain = [[0, 0, 6, 1], [2, 0, 8, 1], [4, 0, 10, 1], [6, 0, 12, 1]]
    assert nms(chain, [4, 3, 2, 1], 0.4).kept.tolist() == [0, 2]
    assert nms(chain, [4, 3, 2, 1], 0.4).suppressed_by.tolist() == [-1, 0, -1, 2]
    assert nms(chain, [3, 4, 2, 1], 0.4).kept.tolist() == [1, 3]


def test_the_limit_itself():
    assert nms(HALF, [2, 1]).kept.tolist() == [0, 1]
    assert nms(HALF, [2, 1], suppress="at-or-above").kept.tolist() == [0]
    assert nms(HALF, [2, 1]).suppress == "above"
    assert nms(HALF, [2, 1], 1, suppress="at-or-above").kept.tolist() == [0, 1]
    assert nms(HALF[:1] * 2, [2, 1], 1, suppress="at-or-above").kept.tolist() == [0]
    assert nms(HALF[:1] * 2, [2, 1], 1).kept.tolist() == [0, 1]
    assert nms(HALF, [2, 1], 0).kept.tolist() == [0]


def test_the_convention_may_decide():
    boxes = [[0, 0, 4, 4], [0, 0, 4, 2]]  # 1/2, or 15/25 in pixels
    assert nms(boxes, [2, 1], 0.55).kept.tolist() == [0, 1]
    assert nms(boxes, [2, 1], 0.55, convention="inclusive-pixels").kept.tolist() == [0]


def test_no_boxes():
    found = nms([], [])
    assert found.kept.tolist() == [] == found.suppressed_by.tolist()
    assert "0 of 0 boxes kept" in str(found)
    assert nms(np.zeros((0, 4)), np.zeros(0), categories=[], ids=[]).kept.size == 0


# What it shows


def test_the_trace_names_ids_and_categories():
    found = nms(ROW, SCORES, 0.25, ids=list("abcd"), categories=["car"] * 4, suppress="at-or-above")
    assert str(found).splitlines()[1:] == [
        "box  category  score  outcome",
        "b    car         0.9  kept",
        "a    car         0.8  suppressed by b: IoU 0.818 ≥ 0.25",
        "c    car         0.7  suppressed by b: IoU 0.333 ≥ 0.25",
        "d    car         0.6  kept",
    ]
    assert "IoU ≥ 0.25" in str(found) and "each category by itself" in str(found)
    assert "<td" in found._repr_html_()


def test_a_close_decision_is_written_in_full():
    a, b = [0, 0, 10_000, 1], [0, 0, 5001, 1]
    assert "IoU 0.5001 > 0.5" in str(nms([a, b], [2, 1]))
    thirds = nms([[0, 0, 3, 1], [0, 0, 1, 1]], [2, 1], 1 / 3, suppress="at-or-above")
    assert "IoU 0.3333333333333333 ≥ 0.3333333333333333" in str(thirds)
    assert "IoU 0.5001 > 0.50005" in str(nms([a, b], [2, 1], 0.50005))


def test_the_result_is_finished_and_travels():
    found = nms(ROW, SCORES, ids=list("abcd"), categories=["x", "y", "x", "x"])
    with pytest.raises(ValueError, match="read-only"):
        found.kept[0] = 5
    assert str(pickle.loads(pickle.dumps(found))) == str(found)


# Against the walk


@given(some_boxes, st.data(), limits, st.sampled_from(["above", "at-or-above"]))
def test_it_is_the_walk_box_by_box(boxes, data, limit, suppress):
    n = len(boxes)
    scores = data.draw(st.lists(st.integers(0, 5), min_size=n, max_size=n))
    categories = data.draw(st.none() | st.lists(st.integers(0, 2), min_size=n, max_size=n))
    found = nms(boxes, scores, limit, suppress=suppress, categories=categories)
    kept, by = one_by_one(boxes, scores, limit, suppress, categories)
    assert (found.kept.tolist(), found.suppressed_by.tolist()) == (kept, by)


def test_many_boxes_that_overlap():
    boxes, scores = crowded(60 if EXPLORE else 30, 1)
    found = nms(boxes, scores, 0.3)
    assert (found.kept.tolist(), found.suppressed_by.tolist()) == one_by_one(boxes, scores, 0.3)


# What it refuses

BAD = {
    "a score missing": lambda: nms(ROW, SCORES[:3]),
    "scores without boxes": lambda: nms([], [0.5]),
    "a limit in percent": lambda: nms(ROW, SCORES, 50),
    "all at or above 0": lambda: nms(ROW, SCORES, 0, suppress="at-or-above"),
    "too few categories": lambda: nms(ROW, SCORES, categories=["a"]),
    "a category missing": lambda: nms(ROW, SCORES, categories=["a", None, "a", "a"]),
    "ids without boxes": lambda: nms([], [], ids=["a"]),
}


@each("case", BAD)
def test_bad_input_is_refused(case):
    with pytest.raises(MetricError) as caught:
        BAD[case]()
    assert caught.value.what and caught.value.why and caught.value.fix
