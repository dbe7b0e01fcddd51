"""Mean average precision: one road with the sweep, by definition, and by its laws."""

import math
import pickle
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.detection.protocols import PROTOCOLS
from tests.cases import EXPLORE, each
from tests.detection.scenes import draw
from tests.detection.test_matching import draw as small
from tests.detection.test_matching import rows, walk

SCENES = 60 if EXPLORE else 12
NAMES = "AP AP50 AP75 APsmall APmedium APlarge AR1 AR10 AR100 ARsmall ARmedium ARlarge".split()
ALL = (0, float("inf"))


def same(a, b):
    return math.isclose(a, b, rel_tol=1e-13) or (a != a and b != b)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@each("compare", ["floats", "exact"])
def test_one_road_with_the_sweep(protocol, compare):
    how = {"iou": [0.5, 0.65, 0.9], "compare": compare, "convention": "continuous"}
    for seed in range(0, SCENES, 3):
        judged = mm.detection_map(*draw(seed), protocol, **how)
        for area, counted in judged.sizes.items():
            for (t, k), ap in np.ndenumerate(counted.ap):
                iou, category = judged.protocol.ious[t], judged.categories[k]
                assert same(judged.ap(category, iou, area=area), ap), (seed, area, iou, category)
                if protocol == "coco":  # the last row of the sweep is the recall
                    recall = judged.sweep(category, iou, area=area)["recall"][-1]
                    assert same(recall, counted.recall(100)[t, k])


def by_definition(truth, found, iou, rule, category):
    """Work the AP out in fractions, from a walk detection by detection."""
    partner = walk(truth, found, iou, "voc", ALL)
    detections, objects = rows(found), rows(truth)
    wanted = sum(bool(g["category"] == category and not g["crowd"]) for g in objects)
    order = sorted(range(len(detections)), key=lambda d: -detections[d]["score"])
    hits, points = [0, 0], [(Fraction(0), Fraction(0))]
    for d in order:
        if detections[d]["category"] != category or objects[partner.get(d, 0)]["crowd"] * (
            d in partner
        ):
            continue
        hits[d not in partner] += 1
        points.append((Fraction(hits[0], wanted), Fraction(hits[0], sum(hits))))
    highest = lambda level: max((p for r, p in points if r >= level), default=0)  # noqa: E731
    if rule == "voc2007":
        return sum(highest(Fraction(i, 10)) for i in range(11)) / Fraction(11)
    steps = sorted({r for r, _ in points})
    return sum(((b - a) * highest(b) for a, b in pairwise(steps)), Fraction(0))


@each("rule", ["voc2007", "voc2010"])
def test_voc_by_definition(rule):
    for seed in range(SCENES):
        truth, found = small(seed)
        judged = mm.detection_map(truth, found, rule, convention="continuous", compare="exact")
        for category in judged.categories:
            ap = judged.per_class[category]
            if ap == ap:
                assert ap.fraction == by_definition(truth, found, 0.5, rule, category), seed


def test_the_twelve_numbers_have_their_names_and_conventions():
    truth, found = draw(4)
    judged = mm.detection_map(truth, found)
    assert list(judged.summary) == NAMES
    assert judged.map is judged.summary["AP"]
    told = judged.summary["APsmall"].conventions
    assert told["size"] == "small: area from 0 to 1024"
    assert told["iou"] == "IoU ≥ 0.5 … 0.95"
    assert told["rule"].startswith("AP rule: coco: 1/101·Σ")
    assert {"protocol", "matching", "boxes", "ties", "limit"} <= told.keys()


def test_each_number_comes_apart_down_to_its_detections():
    scene = mm.example("padilla-24")
    judged = mm.detection_map(scene.truth, scene.detections, "voc2010", iou=0.3)
    assert judged.map.fraction == Fraction(356, 1449)
    assert judged.map.steps.to_frame()["value"].tolist() == [float(judged.ap())]
    swept = judged.sweep()
    assert swept[1].admitted == ("R",) and swept[1].confusion.samples["TP"] == ("R",)
    story = judged.matching()
    here = [d for d in story.detections if d.image == 5]
    assert [d.id for d in here] == ["P", "Q", "R", "S"]
    last = here[3]
    nearest = next(g for g in story.objects if g.id == last.other)
    share = mm.iou(last.box, nearest.box, "inclusive-pixels")
    assert (last.other, last.iou) == (nearest.id, share)
    assert last.why == f"overlaps object 10 by {share:.3f} only (0.3 is asked for)"


def test_the_ap_at_each_overlap_has_the_map_as_its_mean():
    judged = mm.detection_map(*draw(1))
    assert judged.ap_by_iou().mean() == pytest.approx(judged.map, abs=1e-15)
    assert judged.ap_by_iou(1).tolist() == [judged.ap(1, i) for i in judged.protocol.ious]


def test_what_no_object_belongs_to_is_undefined_and_says_so():
    truth = {"category": ["cat"], "x": [0], "y": [0], "w": [200], "h": [200]}
    found = {**truth, "category": ["dog"], "score": [0.9]}
    judged = mm.detection_map(truth, found)
    assert np.isnan(judged.per_class["dog"]) and judged.per_class["cat"] == 0
    assert judged.per_class["dog"].reason == (
        "no object of this category counts here; pycocotools prints −1"
    )
    assert judged.map == 0
    assert "left out: category dog (no object" in judged.map.conventions["undefined"]
    small = judged.summary["APsmall"]
    assert np.isnan(small) and "pycocotools prints −1" in small.reason
    assert "undefined" in str(judged)


@each(
    "area, sizes",
    [(1023.9, "small"), (1024.0, "small medium"), (9216.0, "medium large"), (9216.1, "large")],
)
def test_a_size_at_the_border_belongs_to_both_sides(area, sizes):
    truth = {"x": [0], "y": [0], "w": [99], "h": [99], "area": [area]}
    judged = mm.detection_map(truth, {**truth, "score": [1]} | {"area": [1]})
    found = [s for s in ("small", "medium", "large") if judged.sizes[s].positives.any()]
    assert found == sizes.split()


def test_without_objects_or_without_detections():
    truth = {"x": [0], "y": [0], "w": [5], "h": [5]}
    nothing = {name: [] for name in truth}
    for protocol in PROTOCOLS:
        assert mm.detection_map(truth, {**nothing, "score": []}, protocol).map.fraction == 0
        assert np.isnan(mm.detection_map(nothing, {**truth, "score": [1]}, protocol).map)
    assert "no detection of its class touches it" in str(mm.match(truth, {**nothing, "score": []}))


@each("protocol", PROTOCOLS)
def test_false_alarms_after_the_last_hit_are_free(protocol):
    for seed in range(SCENES):
        truth, found = draw(seed)
        if not found["image"]:
            continue
        judged = mm.detection_map(truth, found, protocol, convention="continuous")
        lowest = min(found["score"]) - 1
        alarms = {"image": [1, 2], "category": [1, 2], "x": [900, 900], "y": [900, 950]}
        alarms |= {"w": [20, 20], "h": [20, 20], "score": [lowest, lowest]}
        more = {name: [*column, *alarms[name]] for name, column in found.items()}
        again = mm.detection_map(truth, more, protocol, convention="continuous")
        assert same(again.map, judged.map)


@each("protocol", PROTOCOLS)
def test_a_lower_threshold_never_lowers_the_ap(protocol):
    for seed in range(SCENES):
        truth, found = small(seed)
        values = []
        for least in (0.8, 0.5, 0.0):
            sure = found["score"] >= least
            fewer = {name: column[sure] for name, column in found.items()}
            values.append(float(mm.detection_map(truth, fewer, protocol).map))
        assert np.isnan(values).any() or values == sorted(values), seed


def test_an_overlap_that_wasnt_asked_for_is_worked_out_all_the_same():
    truth, found = small(3)
    judged = mm.detection_map(truth, found, iou=0.5)
    for iou in (0.2, 0.5, 0.8):
        other = mm.detection_map(truth, found, iou=iou)
        assert same(judged.ap(0, iou), other.ap(0)), iou
        assert judged.matching(iou).counts == other.matching().counts
    assert judged.ap(0, 0.5 + 1e-12) == judged.ap(0, 0.5)


def test_what_is_asked_for_must_be_there():
    truth, found = small(1)
    judged = mm.detection_map(truth, found)
    for wrong in (
        lambda: judged.ap("cow"),
        lambda: judged.sweep(None),
        lambda: judged.ap(0, 50),
        lambda: judged.ap(0, area="tiny"),
        lambda: judged.ap(0, area=(5, 1)),
    ):
        with pytest.raises(mm.MetricError) as error:
            wrong()
        assert all((error.value.what, error.value.why, error.value.fix))


def test_it_prints_and_pickles():
    truth, found = draw(7)
    judged = mm.detection_map(truth, found)
    assert str(pickle.loads(pickle.dumps(judged))) == str(judged)
    assert str(judged).splitlines()[2].startswith("AP ")
    assert judged._repr_html_().startswith("<table>")
    assert [*judged.per_class] == [*judged.categories]
