"""The door for boxes: what is let in, in which form, and what is refused."""

import re

import numpy as np
import pandas as pd
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.detection import box_tables
from mlmetrics_edu.detection.box_tables import BoxTable, Coded, coded, in_order
from tests.cases import each

NAN = float("nan")
TRUTH = {
    "image": ["a", "a", "b"],
    "category": ["cat", "dog", "cat"],
    "x1": [0, 10, 0],
    "y1": [0, 0, 0],
    "x2": [5, 20, 3],
    "y2": [5, 5, 5],
}
FOUND = {"image": ["a", "b"], "category": ["cat", "cat"], "score": [0.9, 0.2]}
FOUND |= {"x": [0, 1], "y": [0, 0], "w": [4, 4], "h": [5, 5]}


def read(truth=TRUTH, found=FOUND, **settings):
    return box_tables.read(truth, found, **settings)


def without(table, *names):
    return {name: column for name, column in table.items() if name not in names}


def test_a_width_beside_the_corners_is_kept_to_the_last_digit():
    x, w = 0.3, 0.1
    table = {"x1": [x], "y1": [0], "x2": [x + w], "y2": [1], "w": [w], "h": [1]}
    assert x + w - x != w
    assert read(table, {**table, "score": [1]}).truth.sides.w.item() == w


def test_tables_frames_and_codes_are_read_alike():
    frame = pd.DataFrame(TRUTH)
    frame["image"] = frame["image"].astype("category")
    codes = {**TRUTH, "image": Coded(np.array([0, 0, 1]), ("a", "b"))}
    for table in (frame, codes):
        assert read(table).truth.image.tolist() == [0, 0, 1]
        assert read(table).images == ("a", "b")


def test_names_are_sorted_numbers_first_and_far_apart_numbers_too():
    assert in_order({"b", 2, "a", 10}) == (2, 10, "a", "b")
    assert coded([10**12, 3, 10**12], "image").labels == (3, 10**12)
    assert coded([10**12, 3, 10**12], "image").codes.tolist() == [1, 0, 1]
    assert coded(np.array([7, 5, 7], np.uint8), "image")[1] == (5, 7)


def test_lists_of_all_names_are_kept():
    table = BoxTable(TRUTH, images=("z", "a", "b"), categories=("dog", "cat", "cow"))
    inside = read(table)
    assert inside.images == ("z", "a", "b") and inside.categories == ("dog", "cat", "cow")
    assert inside.detections.image.tolist() == [1, 2]


def test_what_isnt_asked_for_stays_out_under_its_old_name():
    inside = read(categories=["dog"])
    assert [inside.truth.called(i) for i in range(len(inside.truth))] == [1]
    assert not len(inside.detections)


REFUSED = {
    "no table": lambda: read(5),
    "no columns": lambda: read({}),
    "a side missing": lambda: read(without(TRUTH, "x2")),
    "no score": lambda: read(found=without(FOUND, "score")),
    "image in one table only": lambda: read(without(TRUTH, "image")),
    "category in one table only": lambda: read(found=without(FOUND, "category")),
    "turned round": lambda: read({**TRUTH, "x2": [5, 9, 3]}),
    "negative width": lambda: read(found={**FOUND, "w": [4, -4]}),
    "NaN": lambda: read({**TRUTH, "y1": [0, NAN, 0]}),
    "beyond all pixels": lambda: read({**TRUTH, "x2": [5, 20, 1e30]}),
    "text": lambda: read({**TRUTH, "x1": ["0", "1", "2"]}),
    "NaN score": lambda: read(found={**FOUND, "score": [NAN, 1]}),
    "too short": lambda: read({**TRUTH, "x1": [0, 10]}),
    "ragged images": lambda: read({**TRUTH, "image": [["a"], ["a", "b"], ["b"]]}),
    "no name": lambda: read({**TRUTH, "category": ["cat", None, "cat"]}),
    "a list for a name": lambda: read({**TRUTH, "category": np.array([["x"], "y", "z"], object)}),
    "ids twice": lambda: read({**TRUTH, "id": [1, 1, 2]}),
    "crowd of two": lambda: read({**TRUTH, "crowd": [0, 2, 0]}),
    "negative area": lambda: read({**TRUTH, "area": [1, -2, 3]}),
    "a width that isn't": lambda: read({**TRUTH, "w": [5, 10, 9], "h": [5, 5, 5]}),
    "misspelt": lambda: read({**TRUTH, "iscrowd": [0, 0, 1]}),
    "unknown category": lambda: read(categories=["cow"]),
    "unlisted category": lambda: read(BoxTable(TRUTH, categories=("cat",))),
    "categories twice": lambda: read(categories=["cat", "cat"]),
    "nothing at all": lambda: read({"x": [], "y": [], "w": [], "h": []}, {k: [] for k in FOUND}),
    "iou in percent": lambda: mm.detection_map(TRUTH, FOUND, iou=50),
    "iou twice": lambda: mm.detection_map(TRUTH, FOUND, iou=[0.5, 0.5]),
    "no iou": lambda: mm.detection_map(TRUTH, FOUND, iou=[]),
    "area from more to less": lambda: mm.match(TRUTH, FOUND, area=(5, 1)),
}


@each("case", REFUSED)
def test_what_isnt_a_scene_is_refused(case):
    with pytest.raises(mm.MetricError) as error:
        REFUSED[case]()
    what, why, fix = error.value.what, error.value.why, error.value.fix
    assert what and min(len(why), len(fix)) > 8
    assert not re.search(r"\[\[|object at 0x|dtype", what + why + fix)


def test_the_row_is_named():
    with pytest.raises(mm.InputError, match="truth: row 1 has x2 = 9, which is left of x1 = 10"):
        read({**TRUTH, "x2": [5, 9, 3]})
    with pytest.raises(mm.InputError, match=r"truth: row 1: y1 is nan"):
        read({**TRUTH, "y1": [0, NAN, 0]})
    with pytest.raises(mm.InputError, match=r"truth: row 2: w is 9 and h 5, but its corners are 3"):
        read({**TRUTH, "w": [5, 10, 9], "h": [5, 5, 5]})
