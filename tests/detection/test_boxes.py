"""Overlaps of boxes: exact fractions by hand, pycocotools, published matrices, laws."""

import copy
import json
import pickle
from fractions import Fraction
from itertools import product

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlmetrics_edu.core.errors import InputError
from mlmetrics_edu.detection import box_tables
from mlmetrics_edu.detection.boxes import (
    CONVENTIONS,
    DESCRIPTIONS,
    FORMS,
    convert_boxes,
    giou,
    iou,
    iou_matrix,
    overlaps,
    sides_of,
)
from tests.cases import each

INCLUSIVE = "inclusive-pixels"
NAN = float("nan")
A, B = [0, 0, 100, 100], [40, 0, 140, 100]

conventions = st.sampled_from(tuple(CONVENTIONS))
forms = st.sampled_from(tuple(FORMS))


@st.composite
def corners(draw, least=0):
    """Draw a box by its corners, at least so long on each side."""
    x, y = (draw(st.integers(-30, 30)) for _ in "xy")
    w, h = (draw(st.integers(least, 30)) for _ in "wh")
    return [x, y, x + w, y + h]


eighths = st.integers(-800, 800).map(lambda i: i / 8)
lengths_in_eighths = st.integers(8, 800).map(lambda i: i / 8)  # of one pixel at least
boxes_in_eighths = st.lists(
    st.tuples(eighths, eighths, lengths_in_eighths, lengths_in_eighths).map(list),
    min_size=1,
    max_size=5,
)


def crowd_share(a, b, convention):
    """Tell how much of a detection lies inside a crowd."""
    return iou_matrix([a], [b], convention, crowd=[True])[0, 0]


def cells(box, convention):
    """List the unit squares that a box of whole numbers covers."""
    more = CONVENTIONS[convention]
    x1, y1, x2, y2 = box
    return set(product(range(x1, x2 + more), range(y1, y2 + more)))


def by_cells(a, b, convention):
    """Count the squares that two boxes share, and those that they cover."""
    a, b = cells(a, convention), cells(b, convention)
    return Fraction(len(a & b), len(a | b)) if a | b else None


def random_boxes(n, seed, whole=False, size=60):
    """Draw boxes as left, top, width, height; some touch, some are alike, some are empty."""
    random = np.random.default_rng(seed)
    boxes = np.c_[random.uniform(0, 100, (n, 2)), random.uniform(0, size, (n, 2))]
    boxes[: n // 3] = boxes[: n // 3].round()
    boxes[: n // 20, 2:] = 0
    return boxes.round() if whole else boxes


# By hand


def test_pascal_counts_the_last_pixel():
    assert iou([0, 0, 9, 9], [5, 0, 14, 9], INCLUSIVE).fraction == Fraction(1, 3)
    assert iou([3, 4, 3, 4], [3, 4, 3, 4], INCLUSIVE).fraction == 1
    assert crowd_share([0, 0, 9, 9], [5, 0, 99, 99], INCLUSIVE) == 1 / 2
    assert giou([0, 0, 0, 0], [2, 0, 2, 0], INCLUSIVE).fraction == Fraction(-1, 3)


def test_giou_by_hand():
    # Hull 14 x 10, 40 of it outside of both, which overlap in 60 of 100.
    assert giou([0, 0, 10, 10], [4, 2, 14, 10]).fraction == (
        Fraction(48, 132) - Fraction(140 - 132, 140)
    )
    assert giou(A, A).fraction == 1


def test_decimals_are_what_they_say():
    assert iou([0.1, 0, 0.4, 1], [0.2, 0, 0.5, 1]).fraction == Fraction(1, 2)
    assert iou([0, 0, 0.1 + 0.2, 1], [0, 0, 1, 1]).fraction is None
    third = Fraction(1, 3)
    assert iou([0, 0, third, 1], [0, 0, 1, 1]).fraction == third


# What it shows


def test_the_working_has_the_pixel_more():
    text = iou([0, 0, 9, 9], [5, 0, 14, 9], INCLUSIVE).working
    assert "= max(0, min(9, 14) − max(0, 5) + 1)" in text
    assert "= (14 − 5 + 1)·(9 − 0 + 1)" in text
    assert not any(end in giou(A, B).working for end in ("+ 0)", "+ 1)", "more"))


@pytest.mark.parametrize("convention", CONVENTIONS)
@each("of", [iou, giou])
def test_conventions_and_steps(of, convention):
    found = of(A, B, convention)
    assert found.conventions["boxes"] == DESCRIPTIONS[convention]
    table = found.steps.to_frame()
    assert table["side"].tolist() == ["width", "height"]
    assert table.iloc[0, 1:].tolist() == [0, 100, 40, 140, 40, 100, 60 + (convention == INCLUSIVE)]
    assert DESCRIPTIONS[convention] in str(found.steps)
    other = pickle.loads(pickle.dumps(found))
    assert (other, other.working, str(other.steps)) == (found, found.working, str(found.steps))
    assert copy.deepcopy(found).fraction == found.fraction


def test_the_hull_and_the_union_are_worked_out():
    found = giou([0, 0, 10, 10], [4, 2, 14, 10])
    assert found.terms["hull"].fraction == 140 and found.terms["union"].fraction == 132
    assert found.terms["iou"].fraction == Fraction(48, 132)
    assert found.working.count("width = ") == 1


@each("of", [iou, giou])
def test_without_area_there_is_no_share(of):
    why, found = "neither box has an area", of([1, 1, 1, 3], [5, 5, 5, 5])
    assert found != found and why in found.reason and why in found.working
    assert iou([1, 1, 1, 3], [0, 0, 5, 5]) == 0


# Many at once


@each("convention", CONVENTIONS)
def test_the_matrix_is_the_scalar_of_each_pair(convention):
    a, b = (random_boxes(n, n, whole=True) for n in (10, 20))
    a[:, 2:] += a[:, :2]
    b[:, 2:] += b[:, :2]
    crowd, more = np.arange(20) % 3 == 0, CONVENTIONS[convention]
    found = iou_matrix(a, b, convention, crowd=crowd)
    for (i, p), (j, q) in product(enumerate(a), enumerate(b)):
        expected = iou(p, q, convention)
        if crowd[j]:  # the share of the detection that lies inside
            area = (p[2] - p[0] + more) * (p[3] - p[1] + more)
            expected = expected.terms["intersection"] / area if area else np.nan
        assert found[i, j] == expected or (found[i, j] != found[i, j] and expected != expected)
    assert (found > 0).any()


def sides(boxes):
    """Read boxes as a table of corners and sizes holds them."""
    table = dict(zip("xywh", boxes.T, strict=True))
    return box_tables.read(table, {**table, "score": [1] * len(boxes)}).truth.sides


@each("size", [5, 60, 200])
def test_pycocotools_bit_for_bit(size):
    mask = pytest.importorskip("pycocotools.mask")
    a, b = random_boxes(300, 5, size=size), random_boxes(400, 6, size=size)
    crowd = np.arange(400) % 4 == 0
    pairs = np.divmod(np.arange(300 * 400), 400)
    found = overlaps(sides(a), pairs[0], sides(b), pairs[1], crowd).reshape(300, 400)
    assert (found == mask.iou(a, b, crowd.astype(np.uint8))).all()
    assert 0 < np.count_nonzero(found) < found.size


def test_no_boxes_give_an_empty_matrix():
    assert iou_matrix([], [A]).shape == (0, 1)
    assert iou_matrix([A], np.zeros((0, 4)), crowd=[]).shape == (1, 0)


def test_undefined_is_said_or_zero():
    empty = [[0, 0, 0, 5]]
    assert np.isnan(iou_matrix(empty, empty)).all()
    assert np.isnan(iou_matrix(empty, [A], crowd=[True])).all()
    assert iou_matrix(empty, [A]) == 0 == iou_matrix(empty, empty, undefined="zero")
    assert iou_matrix([A], empty, crowd=[True]) == 0


def test_what_serves_as_boxes():
    frame = pd.DataFrame([A, B], columns=["x1", "y1", "x2", "y2"])
    whole = np.array([A, B], np.uint8)
    assert (iou_matrix(frame, whole) == iou_matrix([A, B], (tuple(A), tuple(B)))).all()
    assert iou(frame.iloc[0], whole[1]).fraction == Fraction(3, 7)
    assert iou(np.float32(A), np.array(B, object)).fraction == Fraction(3, 7)


# Forms


@given(boxes_in_eighths, forms, forms, conventions)
def test_round_trips(boxes, source, target, convention):
    start = convert_boxes(boxes, "xywh", source, convention)
    there = convert_boxes(start, source, target, convention)
    assert np.array_equal(convert_boxes(there, target, source, convention), start)
    one = convert_boxes(start[0], source, target, convention)
    assert np.array_equal(one, there[0])


def test_forms_by_hand():
    for convention, corner, centre in (
        ("continuous", [2, 3, 6, 9], [4, 6, 4, 6]),
        (INCLUSIVE, [2, 3, 5, 8], [3.5, 5.5, 4, 6]),
    ):
        box = [2, 3, 4, 6]
        assert convert_boxes(box, "xywh", "xyxy", convention).tolist() == corner
        assert convert_boxes(box, "xywh", "cxcywh", convention).tolist() == centre
        assert convert_boxes(corner, "xyxy", "cxcywh", convention).tolist() == centre
    assert convert_boxes([], "xyxy", "xywh").shape == (0, 4)


@pytest.mark.parametrize("convention", CONVENTIONS)
@each("form", FORMS)
def test_the_door_of_tables_reads_every_form_alike(form, convention):
    boxes = random_boxes(30, 9) + 1
    rows, corner = (convert_boxes(boxes, "xywh", to, convention) for to in (form, "xyxy"))
    table = {"image": [1] * 30, "category": [1] * 30, **dict(zip(FORMS[form], rows.T, strict=True))}
    read = box_tables.read(table, {**table, "score": [1] * 30}, convention).truth.sides
    ours = sides_of(corner, convention)
    for end in ("x1", "y1", "x2", "y2", "w", "h"):
        assert np.allclose(getattr(ours, end), getattr(read, end), rtol=0, atol=1e-12)


# Laws


@given(corners(), corners(), conventions)
def test_it_counts_unit_squares(a, b, convention):
    assert iou(a, b, convention).fraction == by_cells(a, b, convention)


@given(corners(), corners(), conventions)
def test_it_is_symmetric(a, b, convention):
    for of in (iou, giou):
        assert of(a, b, convention).fraction == of(b, a, convention).fraction


@given(corners(1), corners(1), eighths, eighths, st.integers(-20, 20), conventions)
def test_moving_and_stretching_change_nothing(a, b, dx, dy, power, convention):
    moved = [[p[0] + dx, p[1] + dy, p[2] + dx, p[3] + dy] for p in (a, b)]
    for of in (iou, giou):
        assert of(*moved, convention) == of(a, b, convention)
    stretched = [[v * 2.0**power for v in p] for p in (a, b)]
    assert iou_matrix(stretched[:1], stretched[1:])[0, 0] == iou(a, b)


@given(corners(), corners())
def test_pixels_are_lengths_to_the_end_of_the_last_pixel(a, b):
    longer = [[p[0], p[1], p[2] + 1, p[3] + 1] for p in (a, b)]
    for of in (iou, giou):
        assert of(a, b, INCLUSIVE).fraction == of(*longer).fraction


@given(corners(1), corners(1), conventions)
def test_giou_lies_between_minus_one_and_iou(a, b, convention):
    found = giou(a, b, convention).fraction
    assert -1 < found <= iou(a, b, convention).fraction


@given(corners(1), corners(), conventions)
def test_what_is_inside_a_crowd_is_wholly_inside(a, b, convention):
    around = [*map(min, a[:2], b[:2]), *map(max, a[2:], b[2:])]
    assert crowd_share(a, around, convention) == 1
    assert crowd_share(a, b, convention) >= iou(a, b, convention) - 1e-15


# Published


def test_the_matrices_of_torchmetrics(worked_examples):
    case = json.loads((worked_examples / "torchmetrics_box_iou.json").read_text("utf-8"))
    a, b = case["data"]["a"], case["data"]["b"]
    ious, gious = ([[of(p, q) for q in b] for p in a] for of in (iou, giou))
    ours = {
        **{f"iou{i}{j}": float(ious[i][j]) for i, j in product(range(3), repeat=2)},
        **{f"giou{i}{j}": float(gious[i][j]) for i, j in product(range(3), repeat=2)},
        "mean_iou_diag": np.mean([ious[i][i] for i in range(3)]),
        "mean_giou_diag": np.mean([gious[i][i] for i in range(3)]),
    }
    for name, printed in case["published"].items():
        assert abs(ours[name] - float(printed)) <= 0.5 * 10.0 ** -len(printed.partition(".")[2])
        assert ours[name] == pytest.approx(case["computed"][name], abs=1e-12)
    assert iou_matrix(a, b) == pytest.approx(np.array(ious, float), abs=1e-14)


# What isn't a box

BAD = {
    "a matrix": (lambda: iou(np.zeros((2, 4)), A), "2 box(es)"),
    "one box for many": (lambda: iou_matrix(A, [A]), "pass [a]"),
    "no box": (lambda: iou([], A), "0 box(es)"),
    "a text among numbers": (lambda: iou_matrix([A, [0, 0, "9", 9]], [A]), "a[1] has x2 = '9'"),
    "booleans": (lambda: iou([False, False, True, True], A), "x1 = False"),
    "dates": (lambda: iou(np.array([0, 0, 1, 1], "datetime64[ns]"), A), "1970"),
    "NaN": (lambda: iou_matrix([A], [A, [0, NAN, 1, 1]]), "b[1] has y1 = nan"),
    "too far": (lambda: iou([0, 0, 2.0**54, 1], A), "x2"),
    "ragged": (lambda: iou_matrix([[0, 0, 1, 1], [0, 0, 1]], [A]), "a can't be read"),
    "masked": (lambda: iou(np.ma.masked_equal(B, 40), A), "masked"),
    "turned": (lambda: iou([9, 0, 3, 1], A), "x2 = 3, which is left of x1 = 9"),
    "negative width": (lambda: convert_boxes([0, 0, -3, 1], "xywh", "xyxy"), "w = -3"),
    "less than a pixel": (
        lambda: convert_boxes([0, 0, 0, 1], "xywh", "xyxy", INCLUSIVE),
        "w = 0",
    ),
    "too few crowds": (lambda: iou_matrix([A], [A, B], crowd=[True]), "crowd has 1"),
    "no yes or no": (lambda: iou_matrix([A], [A], crowd=[0.5]), "crowd[0] is 0.5"),
}


@each("name", BAD)
def test_bad_boxes_are_refused_by_name(name):
    call, named = BAD[name]
    with pytest.raises(InputError) as caught:
        call()
    assert named in caught.value.what or named in caught.value.fix
    assert caught.value.why and caught.value.fix
