"""The law of the whole library: its fractions are those that one finds by hand."""

import re
from fractions import Fraction
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import mlmetrics_edu as mm
from mlmetrics_edu import by_hand

# Few scores, so that there are ties; both classes, so that every rate exists at the end.
SAMPLES = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 5)), min_size=2, max_size=12).filter(
    lambda samples: {label for label, _ in samples} == {0, 1}
)
BOX = st.tuples(*[st.integers(0, 6)] * 2, *[st.integers(1, 4)] * 2).map(
    lambda box: (box[0], box[1], box[0] + box[2], box[1] + box[3])
)


@given(SAMPLES, st.sampled_from(["grouped", "in-order"]))
def test_walk_rates_and_curves(samples, ties):
    labels, scores = zip(*samples, strict=True)
    rows = by_hand.walk(labels, scores, grouped=ties == "grouped")
    s = mm.sweep(labels, scores, ties=ties)
    assert [*zip(s.threshold, s.tp, s.fp, s.fn, s.tn, strict=True)] == rows
    for k, (_, tp, fp, fn, _) in enumerate(rows):
        c = s[k].confusion
        assert c.precision.fraction == by_hand.precision(tp, fp)
        assert c.recall.fraction == by_hand.recall(tp, fn)
        assert c.f1.fraction == by_hand.f_beta(tp, fp, fn)
        assert c.f(2).fraction == by_hand.f_beta(tp, fp, fn, beta=2)
        assert (c.fpr.fraction, c.tpr.fraction) == by_hand.roc(rows)[k]
        assert (c.recall.fraction, c.precision.fraction) == by_hand.pr(rows)[k]


@given(SAMPLES, st.sampled_from(["grouped", "in-order"]))
def test_areas_gaps_and_costs(samples, ties):
    labels, scores = zip(*samples, strict=True)
    rows = by_hand.walk(labels, scores, grouped=ties == "grouped")
    s = mm.sweep(labels, scores, ties=ties)
    area = by_hand.area(by_hand.roc(rows))
    assert {mm.auc(s, route).fraction for route in ("area", "pairs", "ranks")} == {area}
    if ties == "grouped":
        assert area == by_hand.auc(labels, scores)
    assert mm.ks_statistic(s).fraction == by_hand.ks(rows)
    assert mm.average_precision(s).fraction == by_hand.ap_by_step(rows)
    for rule, levels in (("voc2007", 11), ("coco", 101)):
        found = mm.average_precision(s, rule, compare="exact").fraction
        assert found == by_hand.ap_by_levels(rows, levels)
    best = mm.best_threshold(s, costs=mm.Costs(fp=1, fn=3))
    least, thresholds = by_hand.least_cost(rows, fp_cost=1, fn_cost=3)
    assert best.value.fraction * len(samples) == least
    assert [*best.thresholds] == thresholds


@given(st.lists(st.tuples(*[st.sampled_from("abc")] * 2), min_size=1, max_size=12))
def test_averages_over_classes(pairs):
    truth, predicted = zip(*pairs, strict=True)
    m = mm.ConfusionMatrix.from_labels(truth, predicted)
    assert m.average("f1", "macro").fraction == by_hand.macro_f1(truth, predicted)
    assert m.average("f1", "micro").fraction == by_hand.micro_f1(truth, predicted)


@given(st.lists(BOX, max_size=3), st.lists(BOX, min_size=1, max_size=4), st.sampled_from([2, 3]))
def test_boxes(objects, boxes, parts):
    assert mm.iou(boxes[0], boxes[-1]).fraction == by_hand.iou(boxes[0], boxes[-1])
    detections = [(1 - k / 10, box) for k, box in enumerate(boxes)]
    matching = mm.match(_table(objects), _table(boxes, detections), iou=1 / parts, rule="voc")
    hits = [one.outcome == "hit" for one in matching.detections]
    assert hits == by_hand.voc_hits(objects, detections, least=Fraction(1, parts))


def _table(boxes, detections=None):
    names = ("x1", "y1", "x2", "y2")
    columns = {name: [box[k] for box in boxes] for k, name in enumerate(names)}
    columns |= {"image": ["1"] * len(boxes), "category": ["a"] * len(boxes)}
    return columns | ({"score": [score for score, _ in detections]} if detections else {})


def test_the_table_of_the_twenty_cars():
    cars = mm.example("cars")
    heading, *lines = by_hand.table(cars.ids, [*cars.y_true], [*cars.y_score]).splitlines()
    assert heading.split() == "i id score label TP FP FN TN P R".split()
    assert lines[4].split() == "5 car 6 0.45 0 2 3 4 11 2/5 = 0.400 2/6 = 0.333".split()
    steps = [*mm.sweep(cars.y_true, cars.y_score, ids=cars.ids, ties="in-order")][1:]
    for line, step in zip(lines, steps, strict=True):
        counts = step.confusion.counts
        assert line.split()[1:3] == step.admitted[0].split()
        assert [int(n) for n in line.split()[5:9]] == [counts[n] for n in ("TP", "FP", "FN", "TN")]


def test_it_needs_the_standard_library_alone():
    source = Path(by_hand.__file__).read_text(encoding="utf-8")
    imported = {line.split()[1] for line in source.splitlines() if re.match("import|from", line)}
    assert imported == {"fractions", "itertools"}
