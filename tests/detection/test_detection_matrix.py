"""The confusion matrix of a detector: by hand, and as three tools count it."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.conventions import PairOrder, options
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each, seeds

KINDS = ("a", "b", "c")
BOX = ("x1", "y1", "x2", "y2")


def table(boxes, **columns):
    sides = np.array(boxes, float).reshape(-1, 4).T
    return {**dict(zip(BOX, sides, strict=True)), **columns}


def draw(seed):
    """Draw boxes in three images, often one over the other, with crowds and equal scores."""
    random = np.random.default_rng(seed)

    def boxes(n):
        corner = random.integers(0, 12, (n, 2))
        return np.hstack([corner, corner + random.integers(3, 12, (n, 2))])

    def labels(n):
        return {
            "image": random.integers(0, 3, n).tolist(),
            "category": random.choice(KINDS, n).tolist(),
        }

    many = random.integers(1, 14, 2)
    truth = table(boxes(many[0]), **labels(many[0]))
    found = table(boxes(many[1]), score=random.random(many[1]).round(1), **labels(many[1]))
    return truth, found


def one_by_one(truth, found, iou, score, order):
    """Count as the tools do, in plain loops over boxes."""
    counts = np.zeros((len(KINDS) + 1,) * 2, int)
    for image in range(3):
        ours = [i for i, one in enumerate(truth["image"]) if one == image]
        theirs = [
            i for i, one in enumerate(found["image"]) if one == image and found["score"][i] >= score
        ]
        a, b = (
            np.column_stack([t[s][rows] for s in BOX]).reshape(-1, 4)
            for t, rows in ((truth, ours), (found, theirs))
        )
        shares = mm.iou_matrix(b, a)  # detections in rows
        classes = (
            [KINDS.index(t["category"][i]) for i in rows]
            for t, rows in ((truth, ours), (found, theirs))
        )
        counts += WAYS[order](shares, *classes, [found["score"][i] for i in theirs], iou)
    return counts


def tallied(pairs, true, said):
    """Count pairs of positions, and who is left over."""
    counts = np.zeros((len(KINDS) + 1,) * 2, int)
    for d, g in pairs.items():
        counts[true[g], said[d]] += 1
    for g in {*range(len(true))} - {*pairs.values()}:
        counts[true[g], -1] += 1
    for d in {*range(len(said))} - {*pairs}:
        counts[-1, said[d]] += 1
    return counts


def greedily(shares, true, said, least, key):
    """Go through all pairs in an order; take each whose two boxes are free."""
    wanted = [(d, g) for g in range(len(true)) for d in range(len(said)) if shares[d, g] >= least]
    pairs = {}
    for d, g in sorted(wanted, key=key):
        if d not in pairs and g not in pairs.values():
            pairs[d] = g
    return tallied(pairs, true, said)


def most_overlap(shares, true, said, scores, least):
    return greedily(shares, true, said, least, lambda p: -shares[p])


def supervision(shares, true, said, scores, least):
    """Pairs of one class first; supervision 0.27 sorts by this key."""
    key = lambda p: (true[p[1]] != said[p[0]], -shares[p])  # noqa: E731
    return greedily(shares, true, said, least, key)


def ultralytics(shares, true, said, scores, least):
    """Each detection's best object, and of these each object's best detection."""
    asked = {}
    for d, row in enumerate(shares):
        if len(row) and row.max() >= least:
            asked.setdefault(int(row.argmax()), []).append(d)
    best = {g: max(several, key=lambda d: (shares[d, g], -d)) for g, several in asked.items()}
    return tallied({d: g for g, d in best.items()}, true, said)


def fiftyone(shares, true, said, scores, least):
    """The surest detection takes the best object that is free."""
    pairs = {}
    for d in sorted(range(len(said)), key=lambda d: -scores[d]):
        free = [g for g in range(len(true)) if g not in pairs.values() and shares[d, g] >= least]
        if free:
            pairs[d] = max(free, key=lambda g: (shares[d, g], -g))
    return tallied(pairs, true, said)


WAYS = {
    "iou": most_overlap,
    "best-iou": ultralytics,
    "class-first": supervision,
    "score": fiftyone,
}


@each("seed", seeds(2000, 8))
def test_every_order_counts_as_its_tool_does(seed):
    truth, found = draw(seed)
    for order in options(PairOrder):
        for least in (0.3, 0.5):
            ours = mm.detection_matrix(truth, found, least, 0.3, order=order)
            everything = dict.fromkeys((*KINDS, "background"), 0)
            theirs = one_by_one(truth, found, least, 0.3, order)
            place = [[*everything].index(label) for label in ours.labels]
            assert np.array_equal(ours.counts, theirs[np.ix_(place, place)]), (order, least)


def test_the_orders_differ():
    drawn = [draw(seed) for seed in range(0, 400, 2)]
    answers = {
        order: [str(mm.detection_matrix(*d, 0.3, 0.3, order=order).counts.tolist()) for d in drawn]
        for order in options(PairOrder)
    }
    assert len({str(answer) for answer in answers.values()}) == 4


TRUTH = table(
    [[0, 0, 10, 10], [20, 0, 30, 10], [40, 0, 50, 10], [60, 0, 80, 10]],
    category=["cat", "dog", "dog", "cat"],
    crowd=[0, 0, 0, 1],
    id=["A", "B", "C", "D"],
)
FOUND = table(
    [[0, 0, 10, 10], [21, 0, 31, 10], [70, 0, 75, 10], [90, 0, 95, 10], [0, 0, 10, 10]],
    category=["cat", "cat", "dog", "dog", "dog"],
    score=[0.9, 0.8, 0.7, 0.6, 0.2],
)


def test_who_is_in_a_cell():
    m = mm.detection_matrix(TRUTH, FOUND)
    assert m.labels == ("cat", "dog", "background")
    assert m.counts.tolist() == [[1, 0, 0], [1, 0, 1], [0, 1, 0]]
    (pair,), (missed,), (alarm,) = (
        m.cell(*names) for names in (("dog", "cat"), ("dog", "background"), ("background", "dog"))
    )
    assert (pair.object, pair.detection, round(pair.iou, 3)) == ("B", 1, 0.818)
    assert (missed.object, missed.detection, missed.iou) == ("C", None, None)
    assert (alarm.object, alarm.detection) == (None, 3)
    assert [str(event) for event in (pair, missed, alarm)] == [
        "object B, detection 1",
        "object C",
        "detection 3",
    ]
    assert "object B, detection 1" in m.trace().to_html()


def test_a_crowd_excuses_and_what_scores_less_is_no_detection():
    m = mm.detection_matrix(TRUTH, FOUND)
    assert m.total == 4  # neither the crowd, nor detection 2 inside it, nor the one of 0.2
    assert mm.detection_matrix(TRUTH, FOUND, score=0.1).cell("background", "dog")[1].detection == 4
    assert mm.detection_matrix({**TRUTH, "crowd": [0] * 4}, FOUND).total == 6
    difficult = {**TRUTH, "crowd": [0] * 4, "difficult": [1, 0, 0, 0]}
    assert mm.detection_matrix(difficult, FOUND).one_vs_rest("cat").tp == 0


def test_what_it_rests_on_is_said():
    said = str(mm.detection_matrix(TRUTH, FOUND, 0.4, 0.3, order="score"))
    assert "the surest detection first" in said
    assert "IoU ≥ 0.4" in said and "score ≥ 0.3" in said and "continuous" in said


def test_masks_are_counted_too():
    pixels = np.zeros((4, 4), bool)
    pixels[:2, :2] = True
    truth = {"category": ["cat"], "mask": [pixels]}
    found = {"category": ["dog"], "mask": [pixels], "score": [0.5]}
    m = mm.detection_matrix(truth, found)
    assert m.cell("cat", "dog")[0].iou == 1.0 and "masks" in str(m)


def test_nothing_found_and_nothing_there():
    empty = {**{name: [] for name in (*BOX, "category", "score")}}
    assert mm.detection_matrix(TRUTH, empty).counts[:, -1].tolist() == [1, 2, 0]
    assert mm.detection_matrix(empty, FOUND).counts[-1].tolist() == [2, 2, 0]


def test_it_is_drawn_like_any_other():
    ax = mm.plots.confusion_matrix(mm.detection_matrix(TRUTH, FOUND))
    assert "background" in alternative_text(ax.figure)


REFUSED = {
    "score='high'": {"score": "high"},
    "score=nan": {"score": float("nan")},
    "background=''": {"background": ""},
    "a category is called 'cat'": {"background": "cat"},
    "order='best'": {"order": "best"},
    "iou=0": {"iou": 0},
}


@each("says", REFUSED)
def test_what_is_no_setting_is_refused(says):
    with pytest.raises(mm.MetricError) as caught:
        mm.detection_matrix(TRUTH, FOUND, **REFUSED[says])
    assert str(caught.value).startswith(says)
