"""The coins: the photograph is scikit-image's, the boxes are what the detector finds in it."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest
from skimage import data

import mlmetrics_edu as mm
from tests.detection.scenes import judged_by_pycocotools

TOOL = Path(__file__).resolve().parents[2] / "tools" / "find_coins.py"
COINS = mm.example("coins-photograph")
FOUND = mm.match(COINS.truth, COINS.detections)
MOST = 75_000  # bytes of the photograph


def detector():
    """Load the detector, which is no part of the package."""
    spec = spec_from_file_location("find_coins", TOOL)
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def outcomes(matching):
    names = [one.outcome for one in matching.detections]
    return {name: names.count(name) for name in dict.fromkeys(sorted(names))}


def test_the_photograph_is_that_of_scikit_image_and_small():
    assert COINS.picture.dtype == np.uint8 and not COINS.picture.flags.writeable
    np.testing.assert_array_equal(COINS.picture, data.coins())
    file = Path(mm.__file__).parent / "workbook" / "data" / "coins-photograph.png"
    assert file.stat().st_size <= MOST
    assert "picture: 384 × 303 pixels" in str(COINS)
    assert mm.example("toy-cats").picture is None


def test_the_detector_finds_these_boxes_with_these_scores():
    rows = list(detector().find_coins(COINS.picture))
    stored = COINS.detections
    assert rows == list(zip(*(stored[name].tolist() for name in stored), strict=True))
    assert [*stored] == ["level", "score", "x1", "y1", "x2", "y2"]


def test_there_are_four_rows_of_six_coins_each_apart_from_the_others():
    truth = COINS.truth
    assert truth["id"].tolist() == [f"{row}{k}" for row in "abcd" for k in range(1, 7)]
    height, width = COINS.picture.shape
    assert truth["x1"].min() >= 0 and truth["x2"].max() <= width and truth["y2"].max() <= height
    boxes = np.column_stack([truth[side] for side in ("x1", "y1", "x2", "y2")])
    assert (mm.iou_matrix(boxes, boxes) > 0).sum() == 24
    for box in boxes:  # a coin is lighter than what is around it
        x1, y1, x2, y2 = box
        inner = COINS.picture[y1 + 10 : y2 - 10, x1 + 10 : x2 - 10].mean()
        assert inner > COINS.picture[y2 + 2 : y2 + 6, x1:x2].mean() + 25, box


def test_every_outcome_occurs_and_one_coin_is_missed():
    usual = {"duplicate": 12, "hit": 23, "nothing there": 2, "overlap too low": 12}
    assert outcomes(FOUND) == usual
    assert [one.id for one in FOUND.objects if one.outcome == "missed"] == ["d1"]
    tight = mm.match(COINS.truth, COINS.detections, iou=0.75)
    assert outcomes(tight) == {**usual, "duplicate": 10, "overlap too low": 14}
    assert len({one.other for one in FOUND.detections if one.outcome == "duplicate"}) == 12


def test_the_twelve_numbers_are_those_of_pycocotools():
    pytest.importorskip("pycocotools")
    truth, found = (_in_corners_and_sizes(one) for one in (COINS.truth, COINS.detections))
    truth |= {"area": [w * h for w, h in zip(truth["w"], truth["h"], strict=True)]}
    truth |= {"crowd": [0] * 24, "id": list(range(1, 25))}
    found |= {"score": COINS.detections["score"].tolist()}
    theirs = judged_by_pycocotools(truth, found, 1, 1).stats
    ours = list(mm.detection_map(COINS.truth, COINS.detections).summary.values())
    assert np.allclose(ours, np.where(theirs == -1, np.nan, theirs), 0, 1e-12, equal_nan=True)


def _in_corners_and_sizes(boxes):
    left, top, right, bottom = (boxes[side].astype(float) for side in ("x1", "y1", "x2", "y2"))
    one = [1] * len(left)
    sides = {"x": left, "y": top, "w": right - left, "h": bottom - top}
    return {"image": one, "category": one, **{k: v.tolist() for k, v in sides.items()}}
