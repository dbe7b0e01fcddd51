"""Exercises of lessons 12 to 18, by pycocotools, scikit-image, SciPy, scikit-learn and by hand."""

import re
from fractions import Fraction
from functools import cache, partial
from itertools import combinations, product
from math import frexp, isclose
from operator import ge

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.spatial import ConvexHull
from skimage.metrics import structural_similarity
from sklearn import metrics as sk

import mlmetrics_edu as mm
from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    all_numbers,
    auc,
    columns,
    expand,
    fractions,
    letters,
    marks,
    numbers,
    options,
    rows,
    tags,
    upwards,
    worked,
)

COCO_ALONE = {"rule": {"levels": 11}, "ious": {"iou": 0.5}, "strict": {"iou": 0.75}}
COCO_ALONE |= {"boxes": {"pixel": 1}, "limit": {"limit": 1}}


@worked("costs.no-model")
def no_model(q):
    """The list that earns most."""
    (c,) = q.data
    y, found = expand(c.tp, c.fp, c.fn, c.tn)
    total, taker, letter = map(int, fractions(q.text))
    worth = np.where(y == 1, taker, -letter)
    earned, best = max((worth[found == 1].sum(), "letters saved"), (worth.sum(), "takers lost"))
    assert earned > 0 and len(y) == total
    yield best, True


@worked("costs.four-places")
def four_places(q):
    names, *shares = zip(*rows(q.data[0]), strict=True)
    p, fp, fn = (np.array([Fraction(text) for text in column]) for column in shares)
    part = lambda fp, fn: p * fn / (p * fn + (1 - p) * fp)  # noqa: E731
    orders = {True: part(fp, fn), "prices swapped": part(fn, fp), "by share": p}
    orders |= {"by cost ratio": fn / fp, "by misses alone": p * fn}
    yield from ((upwards(names, by.astype(float)), name) for name, by in orders.items())


@worked("costs.same-place")
def same_place(q):
    def place(p, fp, fn, tp=0):
        return p * (fn - tp) / (p * (fn - tp) + (1 - p) * fp)

    p, fp, fn = fractions(q.text.split("share of p")[1])[:3]
    told = {name: fractions(text) for name, text in options(q).items()}
    (times,), (more,) = told["all prices"], told["both mistakes dearer"]
    now = {"all prices": place(p, times * fp, times * fn), "all swapped": place(1 - p, fn, fp)}
    now |= {name: place(told[name][1], fp, told[name][0]) for name in told if "half" in name}
    now["cars cost more"] = place(p, fp, fn + more, *told["cars cost more"])
    now["both mistakes dearer"] = place(p, fp + more, fn + more)
    assert told["all swapped"] == [1 - p] and told["half the cars"] == [2 * fn, p / 2]
    yield letters(q, {name for name in now if now[name] == place(p, fp, fn)}), True


@worked("costs.one-more")
def one_more(q):
    """A new corner of the hull that leaves the old ones."""
    old = [(float(x), float(y)) for _, x, y in rows(q.data[0])]
    near = np.random.default_rng(q.seed).normal(q.answer, 0.05, (20, 2)).clip(0.001, 0.999)
    for point in [q.answer, *q.misconceptions.values(), *near.tolist()]:
        hull = ConvexHull([(0, 0), (1, 1), (1, 0), *old, point])
        yield point, {3, 4, 5, 6} <= {*hull.vertices}


@worked("boxes.who-asks-first")
def who_asks_first(q):
    """Boxes choose by their scores."""
    names, score, overlap = columns(q).values()
    yield upwards(names, -score.astype(float)), True
    yield upwards(names, -overlap.astype(float)), "by overlap"


@worked("boxes.suppressed")
def suppressed(q):
    score = {name: float(told) for name, told in rows(q.data[0])}
    assert fractions(q.text) == [Fraction(1, 2)]
    much = {row[0]: dict(zip(score, row[1:], strict=True)) for row in rows(q.data[1])}
    near = lambda a, b: float(much[a][b].replace("–", "0")) > 0.5  # noqa: E731
    over = {a: {b for b in score if a != b and near(a, b)} for a in score}
    kept = set()
    for name in sorted(score, key=score.get, reverse=True):
        kept |= set() if over[name] & kept else {name}
    yield kept, True
    yield {a for a in score if not over[a]}, "both of a pair dropped"
    surest = {a for a in score if all(score[a] > score[b] for b in over[a])}
    yield surest, "driven out by dropped boxes"


@worked("boxes.surer-second")
def surer_second(q):
    """Two boxes under one blanket."""
    told = [
        (float(score), name, [float(n) for n in much]) for name, score, *much in rows(q.data[0])
    ]
    (_, late, much), (_, _, sure) = sorted(told)
    taken = int(np.argmax(sure))
    assert sure[taken] >= fractions(q.text)[0] == Fraction(1, 2)
    if much[1 - taken] >= 0.5:
        yield ("both hits", "turns to the other"), True
    elif much[taken] >= 0.5:
        yield (f"{late} a duplicate", "near the taken one alone"), True
    else:
        yield (f"{late} too low", "near nobody"), True


def hits(table, need):
    """Go down the table by the rule of PASCAL VOC: each person is found once."""
    taken, labels = set(), []
    assert [row[2] for row in table] == sorted((row[2] for row in table), reverse=True)
    for row in table:
        labels.append(float(row[4]) >= need and row[3] not in taken)
        taken |= {row[3]} if labels[-1] else set()
    return np.array(labels)


@worked("boxes.around-her")
def around_her(q):
    (x1, y1, x2, y2), share = fractions(q.text)[:4], fractions(q.text)[-1]
    moves = np.random.default_rng(q.seed).integers(-3, 9, (8, 4)).tolist()
    drawn = [(x1 - a, y1 - b, x2 + c, y2 + d) for a, b, c, d in moves]
    for box in [q.answer, *q.misconceptions.values(), *drawn]:
        left, top, right, bottom = box
        around = left <= x1 and top <= y1 and right >= x2 and bottom >= y2
        part = (x2 - x1) * (y2 - y1) / ((right - left) * (bottom - top) or 1)
        yield [float(n) for n in box], around and abs(part - share) < 5e-4


def at_hits(hits):
    """Return the precision at each hit."""
    return [Fraction(sum(hits[:i]), i) for i, hit in enumerate(hits, 1) if hit]


def levels(hits, objects, steps=10, reach=ge):
    """Answer each level of recall by the best precision of those that reach it."""
    at = [(Fraction(sum(hits[:i]), objects), Fraction(sum(hits[:i]), i)) for i in places(hits)]
    grid = [Fraction(k, steps) for k in range(steps + 1)]
    return [max((p for r, p in at if reach(r, level)), default=Fraction(0)) for level in grid]


def places(hits):
    """Count the boxes so far."""
    return range(1, len(hits) + 1)


def all_points(hits, objects, lift=True):
    """Sum the precision at each hit, or the best from there on, over all objects."""
    heights = at_hits(hits)
    best = [max(heights[i:]) if lift else height for i, height in enumerate(heights)]
    return sum(best, Fraction(0)) / objects


@worked("map.rules-in-order")
def rules_in_order(q):
    """As their tools work them out."""
    found, objects = map(int, all_numbers(q)[:2])
    recall = np.arange(1, found + 1) / objects
    reached = np.searchsorted(recall, np.linspace(0, 1, 101), side="left") < found
    gives = {"coco": reached.mean(), "voc2010": found / objects}
    gives["voc2007"] = (np.arange(0, 1.05, 0.1) <= recall[-1]).mean()
    gives["sklearn"] = sk.average_precision_score([1] * found, recall[::-1])
    assert gives["coco"] == (100 * found // objects + 1) / 101
    yield sorted(gives, key=gives.get), True


@worked("map.more-boxes")
def more_boxes(q):
    """Boxes on nothing."""
    hits, (objects, many) = marks(q.data[0]), map(int, all_numbers(q))
    at = 0 if "surer than all" in q.text else len(hits) - ("the last old box" in q.text)
    more = [*hits[:at], *[0] * many, *hits[at:]]
    changes = {"precision", "false alarms"}
    changes |= {"AP"} if all_points(hits, objects) != all_points(more, objects) else set()
    changes |= {"first rung"} if hits.index(1) != more.index(1) else set()
    yield letters(q, changes), True


@worked("map.detective")
def detective(q):
    """One setting changed at a time."""
    own, printed = re.findall(r"0\.\d{3}", q.text)
    scene = mm.example("coco-seven")
    kinds = [kind for kind in {*scene.truth["category"]} if re.search(rf"\b{kind}\b", q.text)]
    judge = partial(mm.detection_map, scene.truth, scene.detections, "coco", categories=kinds)
    assert own == f"{judge().map:.3f}"
    gives = {"ious": judge(iou=0.5), "strict": judge(iou=0.75), "limit": judge(max_detections=1)}
    gives["boxes"] = judge(convention="inclusive-pixels")
    right = {name for name, result in gives.items() if f"{result.map:.3f}" == printed} or {"rule"}
    yield from ((name, name in right or name) for name in (*gives, "rule"))


@worked("map.flattered")
def flattered(q):
    """On every list."""
    objects, boxes = map(int, all_numbers(q)[:2])
    gap = Fraction(re.findall(r"0\.\d+", q.text)[0])
    for row in product((0, 1), repeat=boxes):
        more = sum(levels(row, objects)) / 11 - all_points(row, objects)
        yield list(row), more >= gap


def looked_at(hits, k):
    """Judge a list of ten with four relevant ones."""
    found = {"AP": sk.average_precision_score(hits, range(10, 0, -1))}
    found |= {"R-precision": sum(hits[:4]), "precision at k": sum(hits[:k])}
    return found | {"reciprocal rank": 1 / (hits.index(1) + 1), "recall at the end": sum(hits)}


@worked("lists.engines")
def engines(q):
    k = int(re.search(r"precision at (\d)", str(q))[1])
    one, two = (looked_at(marks(columns(q)[side][0]), k) for side in ("first", "second"))
    assert one["recall at the end"] == two["recall at the end"] == all_numbers(q)[0] == 4 != k
    yield letters(q, {name for name in one if two[name] > one[name] + 1e-9}), True


@worked("lists.which-program")
def which_program(q):
    table = columns(q)
    a, b = ([float(Fraction(text.split(" =")[0])) for text in table[side]] for side in "AB")
    by_tag = "which photographs belong to a tag" in q.text
    way = "tag" if by_tag else "photograph"
    row = table[""].tolist().index(f"mean AP, {way} by {way}")
    assert q.form.write(q.answer)[3:5] == f"{'AB'[b[row] > a[row]]}:"
    assert f"{'AB'[b[3] < a[3]]}: fewer of its cells are wrong" in str(q)
    yield "macro" if by_tag else "samples", True
    if q.seed is None:
        judged = judged_tags(*tags(mm.exercise("lists.fog")))
        assert np.allclose(a, list(judged.values()))


def judged_tags(truth, score):
    """Judge scores of tags with scikit-learn; samples without tags have no part in their mean."""
    ap, some, called = sk.average_precision_score, truth.any(axis=1), (score >= 0.5).astype(int)
    found = {how: ap(truth, score, average=how) for how in ("macro", "micro")}
    found["samples"] = ap(truth[some], score[some], average="samples")
    wrong = sk.hamming_loss(truth, called)
    return found | {"cells": wrong, "rows": sk.accuracy_score(truth, called)}


@worked("lists.fog")
def fog(q):
    (truth, score), grey = tags(q), all_numbers(q)[0]
    before = judged_tags(truth, score)
    after = judged_tags(np.r_[truth, [[0] * 3]], np.r_[score, [[grey] * 3]])
    yield letters(q, {name for name in before if not isclose(before[name], after[name])}), True


def copied(q):
    """Make the copies that a question tells of; the coins fall in another way here."""
    size, _, low, high, by = map(int, all_numbers(q)[:5])
    x = np.tile(np.linspace(low, high, size).round(), (size, 1))
    coins = np.random.default_rng(7).choice([-by, by], x.shape)
    made = {"brighter": x + by, "noisy": x + coins, "flat": np.full_like(x, x.mean().round())}
    made |= {"negative": 255 - x, "pale": (x + x.mean()) / 2, "mirrored": x[:, ::-1]}
    named = re.search(r"four of them: ([\w, ]+)\.", q.text)[1].split(", ")
    return x, {name: made[name] for name in named}


@worked("lists.copies")
def copies(q):
    """By scikit-image."""
    how = {"gaussian_weights": True, "use_sample_covariance": False, "data_range": 255}
    x, made = copied(q)
    alike = {name: structural_similarity(x, y, **how) for name, y in made.items()}
    error = {name: -np.square(x - y).mean() for name, y in made.items()}
    right, by_error = (tuple(sorted(v, key=v.get)) for v in (alike, error))
    yield right, True
    yield right[::-1], "the highest first"
    assert q.misconceptions.get("by squared error", by_error) == by_error


def masked(q, called):
    """Return the pixel accuracy and the mIoU of a mask, given by names."""
    table = columns(q)
    bird = {f"{x}{y}" for x in table if x for y, sign in enumerate(table[x], 1) if sign == "H"}
    pond = set(q.form.inner.items)
    wrong, dry, wet = bird ^ called, bird | called, pond - (bird & called)
    ious = Fraction(len(bird & called), len(dry)), Fraction(len(pond - dry), len(wet))
    return 1 - Fraction(len(wrong), len(pond)), sum(ious) / 2


@worked("lists.heron")
def heron(q):
    assert len(q.answer) == 2 * int(all_numbers(q)[1]) + 1  # as the last hint advises
    empty, rng = masked(q, set()), np.random.default_rng(q.seed or 0)
    assert abs(float(re.search(r"mIoU of ([\d.]+)", q.text)[1]) - empty[1]) < 6e-4
    drawn = [set(rng.choice(q.form.inner.items, n, replace=False).tolist()) for n in range(1, 9)]
    for called in [*drawn, *(set(q.answer) | more for more in drawn), set(q.answer)]:
        accuracy, miou = masked(q, called)
        yield called, accuracy < empty[0] and miou > empty[1]


def errors(x, y):
    """Measure how far points are from their best line."""
    return np.abs(y - np.polyval(np.polyfit(x, y, 1), x))


@worked("choosing.one-slip")
def one_slip(q):
    """Without one point, the others of that panel lie on a line; in no other panel is it so."""
    panels = {
        text.split(":")[0]: np.array(re.findall(r"\(([\d.]+), ([\d.]+)\)", text), float).T
        for text in alternative_text(q.pictures[0]).splitlines()
    }
    others = {name: np.delete(p, errors(*p).argmax(), 1) for name, p in panels.items()}
    left = {name: errors(*p).max() for name, p in others.items()}
    slip = max(panels, key=lambda name: errors(*panels[name]).max())
    assert left.pop(slip) < 0.01 and min(left.values()) > 0.5
    assert len({round(np.corrcoef(*p)[0, 1] ** 2, 2) for p in panels.values()}) == 1  # R²
    (letter,) = (a for a, text in q.form.options.listed if text == slip)
    yield (letter, q.form.reasons.write("error")[0]), True


@cache
def cards():
    """Return truth and score of ten thousand holders of a credit card, the highest score first."""
    data = mm.example("islr-default")
    order = np.argsort(-np.asarray(data.y_score), kind="stable")
    return np.asarray(data.y_true)[order], np.asarray(data.y_score)[order]


@worked("choosing.new-price")
def new_price(q):
    good, bad = numbers(r"costs it (\d+) thousand.* through costs (\d+) thousand", q)
    truth, score = cards()
    paid = good * np.cumsum(1 - truth) + bad * (truth.sum() - np.cumsum(truth))
    yield brentq(lambda p: (1 - p) * good - p * bad, 0, 1), True
    yield good / bad, "one price over the other"
    yield float(score[np.argmin(paid)]), "searched"


@worked("choosing.four-programs")
def four_programs(q):
    _, *programs = columns(q)
    zeros, off = np.zeros(5), [columns(q)[name] for name in programs]
    measures = {
        True: sk.root_mean_squared_error,
        "by the MAE": sk.mean_absolute_error,
        "by the bias": lambda zeros, row: abs(np.mean(row)),
        "by the largest error": sk.max_error,
        "largest first": lambda zeros, row: -sk.mean_squared_error(zeros, row),
    }
    for name, of in measures.items():
        yield upwards(programs, [of(zeros, row) for row in off]), name


@worked("choosing.insured")
def insured(q):
    before, now = numbers(r"as much as ([\d.]+) refused .* as much as ([\d.]+)\. ", q)
    names, fp, fn = columns(q).values()
    truth, score = cards()
    bars = [float({"nobody": "inf", "everybody": "0"}.get(name, name)) for name in names]
    assert fp.tolist() == [np.sum((score >= bar) & (truth == 0)) for bar in bars]
    assert fn.tolist() == [np.sum((score < bar) & (truth == 1)) for bar in bars]
    yield upwards(names, fp + now * fn), True
    yield upwards(names, fp + before * fn), "at last year's price"


@worked("choosing.flatterer")
def flatterer(q):
    _, truth, swift = columns(q).values()
    names = {(True, True): True, (True, False): "RMSE no higher", (False, True): "MAE no lower"}
    measures = sk.mean_absolute_error, sk.root_mean_squared_error
    mean, root = (f(truth, swift) for f in measures)
    for seed in range(12):
        random = np.random.default_rng(seed)
        yours = truth + random.normal(size=5) * random.choice([0.1, 2, 30, 80], 5)
        lower, higher = measures[0](truth, yours) < mean, measures[1](truth, yours) > root
        yield yours, names.get((lower, higher), "neither")


def payments(q):
    """Read labels and scores of each shop, and of both together."""
    shops = [[np.array(columns(q, shop)[name]) for name in ("label", "score")] for shop in (0, 1)]
    return [*shops, [*map(np.concatenate, zip(*shops, strict=True))]]


@worked("shards.what-adds-up")
def what_adds_up(q):
    bar = float(re.search(r"score of ([\d.]+) or more", q.text)[1])
    (na, a), (nb, b), (_, whole) = (
        (y.sum(), sk.recall_score(y, score >= bar)) for y, score in payments(q)
    )
    assert a * na + b * nb == pytest.approx(whole * (na + nb)) and (a + b) / 2 != whole
    reports = "how many frauds each", "each shop's counts", "each shop's recall and how many"
    yield {a for a, text in q.form.listed if text.startswith(reports)}, True


@worked("shards.sum-at")
def sum_at(q):
    bar = float(re.search(r"exactly ([\d.]+),", q.text)[1])
    total = np.zeros(4, int)
    for walk in (columns(q, 0), columns(q, 1)):
        bars = np.array([float(text.replace("+∞", "inf")) for text in walk["threshold"]])
        row = np.flatnonzero(bars >= bar)[-1]
        total += [walk[name][row] for name in ("TP", "FP", "FN", "TN")]
    yield total.tolist(), True


@worked("shards.which-means")
def which_means(q):
    yield {a for a, text in q.form.listed if "threshold" in text}, True


@worked("shards.round-down")
def round_down(q):
    found = re.search(r"to (\d) significant bits: (\S+), (\S+) and (\S+)\. G", q.text)
    bits, *given = found.groups()
    units = [Fraction(2) ** (frexp(float(score))[1] - int(bits)) for score in given]
    pairs = zip(map(Fraction, given), units, strict=True)
    yield [score // unit * unit for score, unit in pairs], True


@worked("shards.from-to")
def from_to(q):
    frauds, honest = (columns(q)[name].astype(int) for name in ("frauds", "honest"))
    y = np.repeat([1, 0], [frauds.sum(), honest.sum()])
    rows = np.arange(len(frauds), 0, -1.0)
    ends = []
    for sign in (-1, 1):  # the frauds of each row last, or first
        score = np.append(np.repeat(rows + sign * 0.1, frauds), np.repeat(rows, honest))
        ends.append(sk.roc_auc_score(y, score))
    yield ends, True


@worked("shards.one-more-bit")
def one_more_bit(q):
    true = ("TP and FP are what they were", "isn't wider", "at least as many thresholds")
    yield {a for a, text in q.form.listed if any(part in text for part in true)}, True


@worked("shards.two-perfect-shops", [None])
def two_perfect_shops(q):
    """On every list."""
    shops = re.search(r"first: ([AB ]+)\.", q.text)[1].split()
    for ones in combinations(range(8), 4):
        y = [int(place in ones) for place in range(8)]
        parts = [[label for label, s in zip(y, shops, strict=True) if s == own] for own in "AB"]
        yield y, all(len({*part}) == 2 and auc(part) > auc(y) for part in parts)
