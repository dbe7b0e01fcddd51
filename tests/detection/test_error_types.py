"""Types of errors and their costs: by hand, by their laws, and against tidecv."""

import json
from fractions import Fraction as F

import numpy as np
import pytest

import mlmetrics_edu as mm
from tests.cases import each
from tests.detection.scenes import draw

TYPES = ("classification", "localisation", "both", "duplicate", "background", "missed")


def boxes(*rows, names="id category x w"):
    """Boxes of height 10 on one line."""
    columns = {name: [row[i] for row in rows] for i, name in enumerate(names.split())}
    return {**columns, "y": [0] * len(rows), "h": [10] * len(rows)}


def found(*rows):
    return boxes(*rows, names="id category x w score")


def judged(truth, detections, protocol="voc2010", **more):
    return mm.detection_map(truth, detections, protocol, convention="continuous", **more)


OBJECTS = boxes(
    ("A", "cat", 0, 10),
    ("B", "cat", 100, 10),
    ("C", "dog", 200, 10),
    ("D", "cat", 300, 10),
    ("E", "dog", 400, 10),
    ("G", "cat", 500, 10),
)
DETECTIONS = found(
    (1, "cat", 0, 10, 0.9),  # finds A
    (2, "cat", 0, 10, 0.8),  # finds A again
    (3, "cat", 200, 10, 0.7),  # takes the dog C for a cat
    (4, "cat", 100, 4, 0.6),  # covers B too little
    (5, "cat", 900, 10, 0.5),  # is nowhere
    (6, "cat", 400, 3, 0.4),  # covers the dog E too little
    (7, "cat", 500, 10, 0.3),  # finds G
    (8, "dog", 400, 10, 0.9),  # finds E
)
MEMBERS = {
    "classification": (3,),
    "localisation": (4,),
    "both": (6,),
    "duplicate": (2,),
    "background": (5,),
    "missed": ("D",),
    "hit": (1, 7, 8),
    "ignored": (),
}
# Cats are hit, false five times, hit, of 4; of 2 dogs one is found. What the mean AP is then:
AFTER = {
    "classification": (F(1, 4) * (1 + F(2, 6)) + 1) / 2,
    "localisation": (F(1, 4) * (1 + F(2, 4) + F(3, 7)) + F(1, 2)) / 2,
    "both": (F(1, 4) * (1 + F(2, 6)) + F(1, 2)) / 2,
    "duplicate": (F(1, 4) * (1 + F(2, 6)) + F(1, 2)) / 2,
    "background": (F(1, 4) * (1 + F(2, 6)) + F(1, 2)) / 2,
    "missed": (F(1, 3) * (1 + F(2, 7)) + F(1, 2)) / 2,
}


def test_types_and_costs_by_hand():
    errors = judged(OBJECTS, DETECTIONS).errors()
    assert {name: errors.members(name) for name in MEMBERS} == MEMBERS
    assert errors.counts == dict.fromkeys(TYPES, 1)
    assert errors.base.fraction == (F(1, 4) * (1 + F(2, 7)) + F(1, 2)) / 2 == F(23, 56)
    assert {k: cost.fraction for k, cost in errors.cost.items()} == {
        k: after - F(23, 56) for k, after in AFTER.items()
    }
    assert "55/112 − 23/56" in errors.cost["localisation"].working
    lines = str(errors).splitlines()
    assert lines[0].startswith("8 detections: 3 hits, 0 ignored · AP 23/56 = 0.411 · matching voc:")
    assert "both" in lines[4] and "1/168 = 0.00595" in lines[4] and len(lines) == 2 + len(TYPES)


def kinds(truth, detections, **how):
    """Name the type of each detection, by its id."""
    errors = judged(truth, detections).errors(**how)
    return {one: name for name in MEMBERS if name != "missed" for one in errors.members(name)}


CAT, DOG = boxes(("A", "cat", 0, 10)), boxes(("A", "dog", 0, 10))
KINDS = {
    "at the least overlap": (CAT, 5, {}, "hit"),
    "a little below": (CAT, 4.999, {}, "localisation"),
    "as little as counts": (CAT, 1, {}, "localisation"),
    "too little": (CAT, 0.99, {}, "background"),
    "too little of a dog": (DOG, 0.99, {}, "background"),
    "a dog, right place": (DOG, 5, {}, "classification"),
    "a dog, badly placed": (DOG, 4.999, {}, "both"),
    "enough at another overlap": (CAT, 4, {"iou": 0.4, "background": 0.3}, "hit"),
    "without a background": (CAT, 0.1, {"background": 0}, "localisation"),
}


@each("case", KINDS)
def test_limits_belong_to_the_better_side(case):
    truth, width, how, kind = KINDS[case]
    assert kinds(truth, found((1, "cat", 0, width, 0.9)), **how) == {1: kind}


# Where several hold, TIDE's order isn't that of the outcomes of a matching.
SEVERAL = {
    "localisation": [("A", "cat", 0, 4), ("B", "dog", 0, 10)],
    "classification": [("A", "cat", 0, 10), ("B", "dog", 0, 10)],
    "duplicate": [("A", "cat", 0, 10), ("B", "dog", 0, 4)],
}


@each("kind", SEVERAL)
def test_where_several_hold(kind):
    two = found((1, "cat", 0, 10, 0.9), (2, "cat", 0, 10, 0.8))
    assert kinds(boxes(*SEVERAL[kind]), two)[2] == kind


def test_an_object_that_is_found_twice_keeps_the_surest():
    three = found((1, "cat", 0, 4, 0.9), (2, "cat", 90, 10, 0.8), (3, "cat", 0, 10, 0.7))
    assert judged(CAT, three).errors().cost["localisation"].fraction == 1 - F(1, 3)
    two = found((1, "cat", 0, 10, 0.9), (2, "dog", 0, 10, 0.8))  # the cat takes the dog's place
    assert judged(DOG, two).errors().cost["classification"].fraction == 0


def test_what_need_not_be_found_causes_no_error():
    three = found((1, "cat", 0, 10, 0.9), (2, "cat", 0, 3, 0.8), (3, "dog", 0, 10, 0.7))
    for flag, inside in (("crowd", "ignored"), ("difficult", "background")):
        truth = {**boxes(("A", "cat", 0, 10), ("B", "cat", 50, 10)), flag: [1, 0]}
        assert kinds(truth, three) == {1: "ignored", 2: inside, 3: "background"}
        assert judged(truth, three).errors().members("missed") == ("B",)
    two = found((1, "cat", 0, 10, 0.9), (2, "cat", 0, 10, 0.8))
    assert judged(CAT, two, "coco", max_detections=1).errors().members("ignored") == (2,)


def test_a_category_with_nothing_left_to_find_leaves_the_mean():
    truth = boxes(("A", "cat", 0, 10), ("B", "dog", 50, 10))
    errors = judged(truth, found((1, "cat", 0, 10, 0.9), (2, "dog", 90, 10, 0.8))).errors()
    assert errors.base.fraction == errors.cost["missed"].fraction == F(1, 2)
    alone = judged(CAT, found((1, "cat", 90, 10, 0.9))).errors()
    assert np.isnan(alone.cost["missed"]) and alone.cost["background"] == 0
    assert "undefined" in str(alone)


@each("seed", range(1, 40, 3))
def test_laws_of_drawn_scenes(seed):
    """Each detection has one type, no repair does harm, and the base is what is reported."""
    truth, detections = draw(seed, objects=6, detections=12)
    if not truth["x"]:
        return
    result = judged(truth, detections, ("coco", "voc2007", "voc2010")[seed % 3])
    errors, counts = result.errors(), result.matching().confusion
    false_alarms = [errors.counts[name] for name in TYPES[:5]]
    assert sum(false_alarms) == counts.fp and len(errors.members("hit")) == counts.tp
    assert errors.counts["missed"] <= counts.fn
    assert not any(cost < -1e-12 for cost in errors.cost.values())
    name = next(name for name in ("AP50", "mAP") if name in result.summary)
    assert errors.base == pytest.approx(result.summary[name], abs=1e-12, nan_ok=True)


# tidecv 1.0.1 (PyPI) on these files: TIDE(pos_threshold=0.5, background_threshold=0.1), mode bbox.
TIDECV = dict(zip(TYPES, (83, 1, 0, 1, 0, 97), strict=True))


def test_the_types_of_a_hundred_images_of_coco_are_those_of_tidecv(worked_examples):
    path = "coco_val2014_100_{}_bbox.json".format
    rows = [json.loads((worked_examples / path(kind)).read_text()) for kind in ("gt", "dt")]
    errors = mm.detection_map(*mm.load_coco(*rows)).errors()
    assert errors.counts == TIDECV
    assert errors.base == pytest.approx(0.6969727247299577, abs=1e-12)
    assert errors.cost["missed"] == pytest.approx(0.10520677137901668, abs=1e-12)


@each("how", [{"background": 0.5}, {"iou": 0.1, "background": 0.3}, {"background": np.nan}])
def test_overlaps_that_are_none_are_refused(how):
    with pytest.raises(mm.InputError, match="background="):
        judged(OBJECTS, DETECTIONS).errors(**how)
