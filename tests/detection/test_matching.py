"""Matching against a walk detection by detection, and what is said of each."""

from fractions import Fraction

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.detection import box_tables
from mlmetrics_edu.detection.match import FALSE_ALARMS, OF_DETECTIONS
from mlmetrics_edu.detection.protocols import ranked
from tests.cases import EXPLORE, each

SCENES = 150 if EXPLORE else 50
FALSE = {OF_DETECTIONS[code] for code in FALSE_ALARMS}
RULES = ("coco", "voc")


def draw(seed, images=3, categories=2):
    """Draw boxes with whole corners, many of them alike."""
    random = np.random.default_rng(seed)

    def boxes(n):
        x1, y1 = random.integers(0, 12, (2, n))
        w, h = random.integers(1, 9, (2, n))
        places = {
            "image": random.integers(0, images, n),
            "category": random.integers(categories, size=n),
        }
        return {**places, "x1": x1, "y1": y1, "x2": x1 + w, "y2": y1 + h}

    truth, found = boxes(random.integers(1, 12)), boxes(random.integers(1, 25))
    n = len(truth["x1"])
    truth |= {"crowd": random.random(n) < 0.15, "area": random.integers(1, 60, n)}
    found["score"] = random.integers(1, 9, len(found["x1"])) / 10
    return truth, found


def rows(table):
    return [
        dict(zip(table, row, strict=True)) for row in zip(*map(list, table.values()), strict=True)
    ]


def overlap(d, g):
    """Work the overlap out by its definition, in fractions; of a crowd only the inside counts."""
    wide = max(0, min(d["x2"], g["x2"]) - max(d["x1"], g["x1"]))
    high = max(0, min(d["y2"], g["y2"]) - max(d["y1"], g["y1"]))
    sizes = [int((b["x2"] - b["x1"]) * (b["y2"] - b["y1"])) for b in (d, g)]
    shared = int(wide * high)
    return Fraction(shared, sizes[0] if g["crowd"] else sum(sizes) - shared)


def walk(truth, found, iou, rule, area):
    """Match one detection after the other."""
    objects, detections = rows(truth), rows(found)
    ignored = [g["crowd"] or not area[0] <= g["area"] <= area[1] for g in objects]
    taken, partner = set(), {}
    for d in sorted(range(len(detections)), key=lambda i: -detections[i]["score"]):
        here = [
            g
            for g, other in enumerate(objects)
            if (other["image"], other["category"])
            == (detections[d]["image"], detections[d]["category"])
        ]
        shares = {g: overlap(detections[d], objects[g]) for g in here}
        chosen = (coco if rule == "coco" else voc)(shares, iou, taken, objects, ignored)
        if chosen is not None:
            partner[d] = chosen
            taken.add(chosen)
    return partner


def voc(shares, iou, taken, objects, ignored):
    best = max(shares, key=lambda g: (shares[g], -g), default=None)
    if best is None or float(shares[best]) < iou:
        return None
    return best if objects[best]["crowd"] or best not in taken else None


def coco(shares, iou, taken, objects, ignored):
    free = [
        g for g in shares if float(shares[g]) >= iou and (g not in taken or objects[g]["crowd"])
    ]
    return max(free, key=lambda g: (not ignored[g], shares[g], g), default=None)


@pytest.mark.parametrize("rule", RULES)
@each("iou", [0.2, 0.5, 0.75])
def test_all_at_once_is_one_after_the_other(rule, iou):
    for seed in range(SCENES):
        truth, found = draw(seed)
        area = (0, 100) if seed % 2 or rule == "voc" else (8, 40)
        judged = mm.match(truth, found, iou, rule, area=area)
        partner = walk(truth, found, iou, rule, area)
        ours = {d: int(g) for d, g in enumerate(judged.outcomes.partner) if g >= 0}
        assert ours == partner, (seed, rule, iou)


@each("rule", RULES)
def test_the_outcomes_add_up(rule):
    for seed in range(SCENES):
        truth, found = draw(seed)
        judged = mm.match(truth, found, 0.5, rule, area=(5, 50), max_detections=4)
        detections, objects = list(judged.detections), list(judged.objects)
        hits = [d for d in detections if d.outcome == "hit"]
        assert sorted(d.other for d in hits) == sorted(
            g.id for g in objects if g.outcome == "found"
        )
        assert all(d.iou >= 0.5 for d in hits)
        assert all(d.why and d.box for d in detections + objects)
        counts = judged.confusion
        assert counts.tp == len(hits) and counts.fp == sum(d.outcome in FALSE for d in detections)
        assert counts.fn == sum(g.outcome == "missed" for g in objects)
        assert sum(judged.counts.values()) == len(detections) + len(objects)


@each("rule", RULES)
def test_those_further_down_change_nothing_above(rule):
    for seed in range(SCENES):
        truth, found = draw(seed)
        sure = found["score"] > 0.4
        if not sure.any():
            continue
        fewer = {name: column[sure] for name, column in found.items()}
        ours = mm.match(truth, found, rule=rule).outcomes.partner[sure]
        assert ours.tolist() == mm.match(truth, fewer, rule=rule).outcomes.partner.tolist()


def test_the_two_rules_disagree_on_the_smallest_scene():
    scene = mm.example("two-rules")
    coco, voc = (mm.match(scene.truth, scene.detections, rule=rule) for rule in RULES)
    assert [d.outcome for d in coco.detections] == ["hit", "hit"]
    assert [d.outcome for d in voc.detections] == ["hit", "duplicate"]
    assert coco.detections[1].why == (
        "overlaps object B by 0.640; object A (0.708) was taken by detection first"
    )
    assert voc.detections[1].why == (
        "object A (0.708) is taken by detection first; object B (0.640) is free, "
        "but only the best one counts"
    )
    assert voc.objects[1].why == (
        "detection second comes nearest, overlap 0.640, but it asked for another object only"
    )


TRUTH = {
    "category": ["cat", "cat", "dog", "cat", "cat", "cat"],
    "x1": [0, 100, 200, 300, 400, 500],
    "y1": [0] * 6,
    "x2": [10, 110, 210, 310, 450, 510],
    "y2": [10] * 6,
    "crowd": [0, 0, 0, 0, 1, 0],
    "difficult": [0, 0, 0, 1, 0, 0],
    "id": list("abcdef"),
}
# Each detection with its outcome, the object that it is about, and what is said of it.
OVERLAPS, NEITHER = "overlaps object {} by {}", "neither a hit nor a false alarm"
STORIES = {
    1: (0.95, 0, "hit", "a", OVERLAPS.format("a", "1.000")),
    2: (0.90, 1, "duplicate", "a", "object a (0.818) is taken by detection 1"),
    3: (0.85, 105, "overlap too low", "b", OVERLAPS.format("b", "0.333 only (0.5 is asked for)")),
    4: (0.80, 200, "wrong class", "c", OVERLAPS.format("c", "1.000, and that is of class dog")),
    5: (0.75, 700, "nothing there", None, "touches no object of its class"),
    6: (
        *(0.70, 300, "ignored: difficult", "d"),
        OVERLAPS.format("d", f"1.000, marked as difficult: {NEITHER}"),
    ),
    7: (0.65, 420, "ignored: crowd", "e", OVERLAPS.format("e", f"1.000, a crowd: {NEITHER}")),
}
OBJECTS = {
    "a": ("found", 1, "by detection 1, overlap 1.000"),
    "b": ("missed", 3, "detection 3 comes nearest, overlap 0.333 (0.5 is asked for)"),
    "c": ("missed", None, "detection 4 overlaps it by 1.000, but says cat"),
    "d": ("ignored: difficult", 6, "need not be found; 1 detection is matched with it"),
    "e": ("ignored: crowd", 7, "need not be found; 1 detection is matched with it"),
    "f": ("missed", None, "no detection of its class touches it"),
}


def stories(**settings):
    columns = list(zip(*STORIES.values(), strict=True))
    x, n = np.array(columns[1]), len(STORIES)
    found = {"id": list(STORIES), "score": columns[0], "category": ["cat"] * n}
    found |= {"x1": x, "y1": [0] * n, "x2": x + 10, "y2": [10] * n}
    return mm.match(TRUTH, found, **settings)


def test_each_outcome_has_its_sentence():
    judged = stories()
    for d in judged.detections:
        assert (d.outcome, d.other, d.why) == STORIES[d.id][2:], d.id
    for g in judged.objects:
        assert (g.outcome, g.other, g.why) == OBJECTS[g.id], g.id
    assert judged.confusion == mm.Confusion(1, 4, 3, None)


def test_sizes_and_limits_have_their_sentences():
    small = stories(area=(0, 50))
    assert small.objects[0].outcome == "ignored: size"
    assert small.detections[0].outcome == "ignored: size of the object"
    assert small.detections[0].why == (
        "overlaps object a by 1.000, which isn't judged here (area 0 to 50: area from 0 to 50)"
    )
    assert small.detections[4].outcome == "ignored: size"
    assert small.detections[4].why.startswith("matched with nothing, and its area 100.000 isn't")
    few = stories(max_detections=1)
    assert few.detections[1].outcome == "beyond the limit"
    assert few.detections[1].why == (
        "its image has enough surer detections of its class: the limit is reached"
    )


def test_a_missed_object_knows_who_was_beyond_the_limit_or_went_elsewhere():
    truth = {"x1": [0, 3], "y1": [0, 0], "x2": [10, 13], "y2": [10, 10], "id": ["l", "r"]}
    one = {"x1": [1], "y1": [0], "x2": [11], "y2": [10], "score": [0.9], "id": ["d"]}
    missed = mm.match(truth, one).objects[1]
    assert missed.why == "detection d comes nearest, overlap 0.667, but it went to object l"
    two = {name: [*column, *column] for name, column in one.items()} | {"id": ["d", "e"]}
    two["x1"], two["x2"], two["score"] = [1, 3], [11, 13], [0.9, 0.8]
    limited = mm.match(truth, two, max_detections=1).objects[1]
    assert limited.why == (
        "detection e comes nearest, overlap 1.000, but it is beyond the limit of its image"
    )


def test_an_overlap_just_below_the_limit_is_written_with_enough_digits():
    truth = {"x1": [0], "y1": [0], "x2": [10000], "y2": [1]}
    found = {"x1": [0], "y1": [0], "x2": [4999], "y2": [1], "score": [1]}
    assert "by 0.4999 only" in mm.match(truth, found).detections[0].why


def outcomes_of(truth, found, iou, rule):
    """Name what becomes of each detection."""
    return [one.outcome for one in mm.match(truth, found, iou=iou, rule=rule).detections]


def test_an_overlap_at_the_limit_is_enough_for_every_outcome():
    truth = {"image": [1], "category": ["cat"], "x1": [0], "y1": [0], "x2": [2], "y2": [1]}
    half = {"image": [1] * 3, "x1": [0] * 3, "y1": [0] * 3, "x2": [1] * 3, "y2": [1] * 3}
    found = {**half, "category": ["cat", "cat", "dog"], "score": [0.9, 0.8, 0.7]}
    for iou, outcomes in (
        (0.5, ["hit", "duplicate", "wrong class"]),
        (0.5000001, ["overlap too low", "overlap too low", "nothing there"]),
    ):
        for rule in RULES:
            assert outcomes_of(truth, found, iou, rule) == outcomes
    twice = {name: [*column, *column] for name, column in truth.items()}
    two = {name: column[:2] for name, column in found.items()}
    assert outcomes_of(twice, two, 0.5, "coco") == ["hit", "hit"]


def test_of_two_objects_in_one_place_voc_takes_the_first_and_coco_the_last():
    truth = {"x1": [0, 0], "y1": [0, 0], "x2": [9, 9], "y2": [9, 9], "id": ["first", "last"]}
    found = {"x1": [0], "y1": [0], "x2": [9], "y2": [9], "score": [1]}
    assert mm.match(truth, found, rule="voc").detections[0].other == "first"
    assert mm.match(truth, found, rule="coco").detections[0].other == "last"


@each(
    "short, rule, outcome",
    [
        (9e-11, "coco", "hit"),
        (1.1e-10, "coco", "overlap too low"),
        (9e-11, "voc", "overlap too low"),
    ],
)
def test_coco_asks_for_all_but_a_ten_billionth_of_an_overlap(short, rule, outcome):
    truth = {"image": [1], "category": ["cat"], "x1": [0], "y1": [0], "x2": [1], "y2": [1]}
    found = {**truth, "x2": [1 - short], "score": [0.9]}
    assert outcomes_of(truth, found, 1, rule) == [outcome]


def test_of_equal_scores_the_first_image_or_the_first_row_comes_first():
    truth = {"image": [1, 2], "x1": [0, 0], "y1": [0, 0], "x2": [9, 9], "y2": [9, 9]}
    found = {"image": [2, 1], "x1": [50, 0], "y1": [0, 0], "x2": [59, 9], "y2": [9, 9]}
    found["score"] = [0.5, 0.5]
    by_image, in_order = (
        mm.match(truth, found, ties=ties).sweep() for ties in ("by-image", "in-order")
    )
    assert [s.labels for s in by_image[1:]] == [(1,), (0,)]
    assert [s.labels for s in in_order[1:]] == [(0,), (1,)]


def test_the_sweep_is_an_ordinary_one():
    judged = stories()
    swept = judged.sweep("cat")
    assert swept.positives == 3 and swept.negatives is None
    assert [step.admitted for step in swept[1:]] == [(1,), (2,), (3,), (4,), (5,)]
    assert swept.tp.tolist() == [0, 1, 1, 1, 1, 1] and swept.fp.tolist() == [0, 0, 1, 2, 3, 4]
    assert not judged.sweep("dog").tp.any() and judged.sweep("dog").positives == 1
    with pytest.raises(mm.UnknownNameError, match="the categories are 'cat', 'dog'"):
        judged.sweep()


def test_the_tables_show_what_there_is():
    text = str(stories())
    assert "7 detections in 1 image · matching coco: the best object that is still free" in text
    assert "category" in text and "image " not in text.splitlines()[1]
    assert stories()._repr_html_().count("<table>") == 2


@pytest.mark.parametrize(
    "flag, rule, second",
    [
        ("difficult", "voc", "ignored: difficult"),
        ("difficult", "coco", "duplicate"),
        ("crowd", "voc", "ignored: crowd"),
        ("crowd", "coco", "ignored: crowd"),
    ],
)
def test_what_need_not_be_found_may_be_matched_again(flag, rule, second):
    truth = {"x1": [0], "y1": [0], "x2": [9], "y2": [9], flag: [True]}
    found = {"x1": [0, 0], "y1": [0, 0], "x2": [9, 9], "y2": [9, 9], "score": [2, 1]}
    outcomes = [d.outcome for d in mm.match(truth, found, rule=rule).detections]
    assert outcomes == [f"ignored: {flag}", second]


@each("flag", ["crowd", "difficult"])
def test_an_object_that_need_not_be_found_makes_no_class_wrong(flag):
    truth = {"category": ["dog"], "x1": [0], "y1": [0], "x2": [9], "y2": [9]}
    found = {**truth, "category": ["cat"], "score": [1]}
    assert mm.match(truth, found).detections[0].outcome == "wrong class"
    assert mm.match({**truth, flag: [True]}, found).detections[0].outcome == "nothing there"


def test_a_found_object_names_its_finder_though_another_is_nearer():
    truth = {"x1": [0], "y1": [0], "x2": [10], "y2": [10]}
    found = {"x1": [0, 0], "y1": [0, 0], "x2": [10, 10], "y2": [6, 10], "score": [0.9, 0.5]}
    (judged,) = mm.match(truth, found).objects
    assert (judged.outcome, judged.other, judged.iou) == ("found", 0, 0.6)


def test_scores_beyond_one_are_allowed_and_said():
    found = {"x1": [0], "y1": [0], "x2": [9], "y2": [9]}
    for score, said in ((7.5, True), (0.5, False)):
        text = str(mm.match(found, {**found, "score": [score]}))
        assert ("only their order counts" in text) == said


NEAR = 0.5 + np.arange(4) * 2.0**-53  # scores that differ in their last binary digits alone


@pytest.mark.parametrize("ties", ["by-image", "in-order"])
@pytest.mark.parametrize(
    "scores", [NEAR, [-0.0, 0.0, 5e-324], [-1e300, -0.25, 0.25, 1e300], [0.1, 0.3, 0.5]]
)
def test_detections_are_ranked_by_every_digit_of_their_scores(scores, ties):
    random = np.random.default_rng(len(scores))
    n = 200
    score, image, category = (random.choice(c, n) for c in (scores, range(5), range(3)))
    truth = {"image": image, "category": category, **dict.fromkeys("xywh", np.ones(n))}
    boxes = box_tables.read(truth, {**truth, "score": score}).detections
    tied = (image, -score) if ties == "by-image" else (-score,)
    asked = np.lexsort((*tied, category))
    assert ranked(boxes, (5, 3), ties, None).rows.tolist() == asked.tolist()
