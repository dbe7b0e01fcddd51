"""Exercises on mAP, tags, searches and masks, by another route from what a student sees."""

import contextlib
import io
import re
from fractions import Fraction
from functools import cache
from itertools import product
from math import isclose
from operator import ge

import numpy as np
import pytest
from skimage.metrics import structural_similarity
from sklearn import metrics as sk

import mlmetrics_edu as mm
from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import asked

COCO_ALONE = {"rule": {"levels": 11}, "ious": {"iou": 0.5}, "strict": {"iou": 0.75}}
COCO_ALONE |= {"boxes": {"pixel": 1}, "limit": {"limit": 1}}


def agree(q, answer, mistakes=()):
    """Compare the answer and those mistakes that these data know with those of the exercise."""
    assert q.check(answer).correct is True, (q.place, answer)
    if isinstance(answer, float | Fraction):
        assert isclose(q.answer, answer), q.place
    for name, value in dict(mistakes).items():
        assert name in q.misconceptions, (q.place, name)
        assert isclose(float(q.misconceptions[name]), value), (q.place, name, value)


def numbers(q):
    """Read all numbers of a question."""
    return [float(n) for n in re.findall(r"\d+(?:\.\d+)?", q.text)]


def columns(q):
    """Read all columns of a table."""
    return {c.name: list(c.values) for c in q.data[0].columns}


def hits_of(text):
    """Read a row of signs."""
    return [int(sign == "■") for sign in text if sign in "■·"]


def walked(hits):
    """Return hits and boxes so far after each box."""
    return [(sum(hits[:i]), i) for i in range(1, len(hits) + 1)]


def levels(hits, objects, steps=10, reach=ge):
    """Answer each level of recall by the best precision of those that reach it."""
    at = [(Fraction(h, objects), Fraction(h, i)) for h, i in walked(hits)]
    grid = [Fraction(k, steps) for k in range(steps + 1)]
    return [max((p for r, p in at if reach(r, level)), default=Fraction(0)) for level in grid]


def all_points(hits, objects, lift=True):
    """Sum the precision at each hit, or the best from there on, over all objects."""
    walk = [Fraction(h, i) for h, i in walked(hits)]
    here = [i for i, hit in enumerate(hits) if hit]
    return sum((max(walk[i:]) if lift else walk[i] for i in here), Fraction(0)) / objects


@cache
def pycocotools_says(iou=None, limit=100, levels=101, pixel=0):
    """Return pycocotools' AP of the seven kinds: a row an overlap, a column a kind by name."""
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    scene = mm.example("coco-seven")
    kinds = sorted(set(map(str, scene.truth["category"])))
    boxes = [annotated(table, kinds, pixel) for table in (scene.truth, scene.detections)]
    images = [{"id": i} for i in {box["image_id"] for box in [*boxes[0], *boxes[1]]}]
    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO()
        categories = [{"id": i} for i in range(len(kinds))]
        coco.dataset = {"images": images, "categories": categories, "annotations": boxes[0]}
        coco.createIndex()
        judged = COCOeval(coco, coco.loadRes(boxes[1]), "bbox")
        judged.params.maxDets, judged.params.recThrs = [limit], np.linspace(0, 1, levels)
        judged.params.iouThrs = judged.params.iouThrs if iou is None else np.array([iou])
        judged.evaluate()
        judged.accumulate()
    return kinds, judged.eval["precision"][:, :, :, 0, 0].mean(axis=1)


def annotated(table, kinds, pixel):
    """Write a table of boxes as pycocotools reads it."""
    rows = [dict(zip(table, row, strict=True)) for row in zip(*table.values(), strict=True)]
    found = []
    for number, row in enumerate(rows, 1):
        w, h = (float(row[f"{a}2"] - row[f"{a}1"]) + pixel for a in "xy")
        box = {"bbox": [float(row["x1"]), float(row["y1"]), w, h], "area": w * h, "id": number}
        box |= {"image_id": int(row["image"]), "category_id": kinds.index(str(row["category"]))}
        found.append(box | ({"score": float(row["score"])} if "score" in row else {"iscrowd": 0}))
    return found


def by_pycocotools(q, **how):
    """Average pycocotools' AP over the kinds that a question names, overlap by overlap."""
    kinds, aps = pycocotools_says(**how)
    named = [i for i, kind in enumerate(kinds) if re.search(rf"\b{kind}\b", q.text)]
    return aps[:, named].mean(axis=1)


@asked("map.steepest-step")
def test_the_steepest_step_by_pycocotools(q):
    line = by_pycocotools(q)
    step = int(np.argmin(np.diff(line)))
    wrong = {"left end of the fall": 0.5 + 0.05 * step}
    wrong |= {"place of the fall": 0.5 + 0.05 * (step + 1)}
    wrong |= {"height after the fall": round(line[step + 1], 3)}
    agree(q, float(line[step] - line[step + 1]), wrong)


@pytest.mark.parametrize("seed", [None, 0])
def test_the_picture_shows_that_line(seed):
    q = mm.exercise("map.steepest-step", seed)
    told = alternative_text(q.pictures[0]).split(": ")[1]
    shown = [float(pair.split()[1]) for pair in told.split(";")[0].split(", ")]
    assert np.allclose(shown, by_pycocotools(q), atol=6e-4)


@asked("map.rules-in-order")
def test_four_rules_in_order_as_their_tools_work_them_out(q):
    found, objects = map(int, numbers(q)[:2])
    recall = np.arange(1, found + 1) / objects
    reached = np.searchsorted(recall, np.linspace(0, 1, 101), side="left") < found
    gives = {"coco": reached.mean(), "voc2010": found / objects}
    gives["voc2007"] = (np.arange(0, 1.05, 0.1) <= recall[-1]).mean()
    gives["sklearn"] = sk.average_precision_score([1] * found, recall[::-1])
    agree(q, sorted(gives, key=gives.get))
    assert gives["coco"] == (100 * found // objects + 1) / 101


@asked("map.more-boxes")
def test_boxes_on_nothing(q):
    hits, (objects, many) = hits_of(q.data[0]), map(int, numbers(q))
    at = 0 if "surer than all" in q.text else len(hits) - ("the last old box" in q.text)
    more = [*hits[:at], *[0] * many, *hits[at:]]
    changes = {"precision", "false alarms"}
    changes |= {"AP"} if all_points(hits, objects) != all_points(more, objects) else set()
    changes |= {"first rung"} if hits.index(1) != more.index(1) else set()
    agree(q, changes)


@asked("map.errata")
def test_the_errata_on_detectors(q):
    wrong = {"lower overlap"}  # a box with an IoU of 0.6 is a hit at 0.5, and none at 0.75
    wrong |= {"added point"} if levels([0, 1, 1, 1, 1, 1, 1], 7)[0] != 1 else set()
    wrong |= {"summed alike"} if sum(levels([1, 1], 3, 100)) / 101 != Fraction(2, 3) else set()
    wrong |= {"all alike"}  # one bar, but VOC doesn't look for the next free object
    assert pycocotools_says(limit=1)[1].mean() < pycocotools_says()[1].mean()  # "lower scores"
    agree(q, wrong)
    assert set(q.misconceptions) - wrong == {"mean", "one class", "lower scores"}
    assert len(wrong) == 4


@asked("map.detective")
def test_the_detective_by_pycocotools(q):
    own, printed = re.findall(r"0\.\d{3}", q.text)
    gives = {name: by_pycocotools(q, **how).mean() for name, how in COCO_ALONE.items()}
    assert own == f"{by_pycocotools(q).mean():.3f}"
    agree(q, *(name for name, ap in gives.items() if f"{ap:.3f}" == printed))
    for name in q.misconceptions:
        assert q.check(name).message.endswith(f"{gives[name]:.3f}.")


@asked("map.flattered")
def test_lists_that_eleven_points_flatter(q):
    objects, boxes, gap = (
        numbers(q)[0],
        numbers(q)[1],
        Fraction(re.findall(r"0\.\d+", q.text)[0]),
    )
    for hits in product((0, 1), repeat=int(boxes)):
        more = sum(levels(hits, int(objects))) / 11 - all_points(hits, int(objects))
        assert (q.form.judge(hits) is True) == (more >= gap), (q.place, hits)


def tags(q):
    """Read the table of tags: what is true, and the scores."""
    cells = [values for name, values in columns(q).items() if name]
    truth = [[int("■" in cell) for cell in column] for column in cells]
    return np.array(truth).T, np.array([[float(x.split()[0]) for x in c] for c in cells]).T


def looked_at(hits, k):
    """Judge a list of ten with four relevant ones."""
    found = {"AP": sk.average_precision_score(hits, range(10, 0, -1))}
    found |= {"R-precision": sum(hits[:4]), "precision at k": sum(hits[:k])}
    return found | {"reciprocal rank": 1 / (hits.index(1) + 1), "recall at the end": sum(hits)}


@asked("lists.engines")
def test_two_engines(q):
    k = int(re.search(r"precision at (\d)", str(q))[1])
    one, two = (looked_at(hits_of(columns(q)[side][0]), k) for side in ("first", "second"))
    agree(q, {name for name in one if two[name] > one[name] + 1e-9})
    assert one["recall at the end"] == two["recall at the end"] == numbers(q)[0] == 4 != k


def values(q, side):
    """Read a column of fractions."""
    return [float(Fraction(text.split(" =")[0])) for text in columns(q)[side]]


@asked("lists.which-program")
def test_which_program_to_take(q):
    by_tag = "which photographs belong to a tag" in q.text
    row = columns(q)[""].index(f"mean AP, {'tag by tag' if by_tag else 'photograph by photograph'}")
    better = "B" if values(q, "B")[row] > values(q, "A")[row] else "A"
    agree(q, "macro" if by_tag else "samples")
    assert q.form.write(q.answer)[3:5] == f"{better}:"
    fewer = "B" if values(q, "B")[3] < values(q, "A")[3] else "A"
    assert f"{fewer}: fewer of its cells are wrong" in str(q)


def judged_tags(truth, score):
    """Judge scores of tags with scikit-learn; samples without tags have no part in their mean."""
    ap, some, called = sk.average_precision_score, truth.any(axis=1), (score >= 0.5).astype(int)
    found = {how: ap(truth, score, average=how) for how in ("macro", "micro")}
    found["samples"] = ap(truth[some], score[some], average="samples")
    wrong = sk.hamming_loss(truth, called)
    return found | {"cells": wrong, "rows": sk.accuracy_score(truth, called)}


def test_the_first_program_of_the_lesson():
    judged = judged_tags(*tags(mm.exercise("lists.fog")))
    assert np.allclose(values(mm.exercise("lists.which-program"), "A"), list(judged.values()))


@asked("lists.fog")
def test_a_photograph_of_fog_by_sklearn(q):
    (truth, score), grey = tags(q), numbers(q)[0]
    before = judged_tags(truth, score)
    after = judged_tags(np.r_[truth, [[0] * 3]], np.r_[score, [[grey] * 3]])
    agree(q, {name for name in before if not isclose(before[name], after[name])})


@asked("lists.errata")
def test_the_errata_on_lists(q):
    first, second, *rest = (hits_of(run) for run in re.findall("[■·]{5,}", q.text))
    aps = [all_points(hits, n, lift=False) for hits, n in zip(rest, (4, 5), strict=True)]
    right = {"R of the first": sum(first[:4]) / 4, "R of the second": sum(second[:4]) / 4}
    right["AP of the first"] = all_points(first, 4, lift=False)
    right |= {"AP of the second": all_points(second, 4, lift=False), "MAP": sum(aps) / 2}
    right["manual"] = (Fraction(1, 2) + Fraction(1, 3)) / 2  # 0.41666…, which isn't 0.416
    told = {name: text.split(" ")[-1] for name, text in q.form.options.texts.items()}
    places = {name: len(text.partition(".")[2]) or 9 for name, text in told.items()}
    off = {n for n in told if round(right[n], places[n]) != round(Fraction(told[n]), places[n])}
    agree(q, off)
    assert off == {"R of the first", "R of the second", "manual"}


def copied(q):
    """Make the copies that a question tells of; the coins fall in another way here."""
    size, _, low, high, by = map(int, numbers(q)[:5])
    x = np.tile(np.linspace(low, high, size).round(), (size, 1))
    coins = np.random.default_rng(7).choice([-by, by], x.shape)
    made = {"brighter": x + by, "noisy": x + coins, "flat": np.full_like(x, x.mean().round())}
    made |= {"negative": 255 - x, "pale": (x + x.mean()) / 2, "mirrored": x[:, ::-1]}
    named = re.search(r"four of them: ([\w, ]+)\.", q.text)[1].split(", ")
    return x, {name: made[name] for name in named}


@asked("lists.copies")
def test_copies_in_order_by_skimage(q):
    how = {"gaussian_weights": True, "use_sample_covariance": False, "data_range": 255}
    x, made = copied(q)
    alike = {name: structural_similarity(x, y, **how) for name, y in made.items()}
    error = {name: -np.square(x - y).mean() for name, y in made.items()}
    right, by_error = (tuple(sorted(v, key=v.get)) for v in (alike, error))
    agree(q, right)
    told = q.misconceptions.get("by squared error", by_error)
    assert told == by_error and q.misconceptions["the highest first"] == right[::-1]


def masked(q, called):
    """Return the pixel accuracy and the mIoU of a mask, given by names."""
    table = columns(q)
    bird = {f"{x}{y}" for x in table if x for y, sign in enumerate(table[x], 1) if sign == "H"}
    pond = set(q.form.inner.items)
    wrong, dry, wet = bird ^ called, bird | called, pond - (bird & called)
    ious = Fraction(len(bird & called), len(dry)), Fraction(len(pond - dry), len(wet))
    return 1 - Fraction(len(wrong), len(pond)), sum(ious) / 2


@asked("lists.heron")
def test_masks_of_a_heron(q):
    assert len(q.answer) == 2 * int(numbers(q)[1]) + 1  # as the last hint advises
    empty, rng = masked(q, set()), np.random.default_rng(q.seed or 0)
    assert float(re.search(r"mIoU of ([\d.]+)", q.text)[1]) == pytest.approx(
        float(empty[1]), abs=6e-4
    )
    drawn = [set(rng.choice(q.form.inner.items, n, replace=False).tolist()) for n in range(1, 9)]
    for called in [*drawn, *(set(q.answer) | more for more in drawn), set(q.answer)]:
        accuracy, miou = masked(q, called)
        fine = accuracy < empty[0] and miou > empty[1]
        assert (q.form.judge(frozenset(called)) is True) == fine, (q.place, called)
