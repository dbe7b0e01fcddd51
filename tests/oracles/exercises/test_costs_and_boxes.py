"""Exercises of lessons 12 and 13, answered once more from nothing but what a student sees."""

from fractions import Fraction

import numpy as np
from scipy.spatial import ConvexHull
from scipy.stats import norm
from sklearn import metrics as sk

import mlmetrics_edu as mm
from tests.oracles.exercises.questions import asked, fractions, rows


def known(q, theirs, within=1e-9):
    """Compare the answer, and what named mistakes come to, with other people's numbers."""
    for name, value in theirs.items():
        ours = q.answer if name == "right" else q.misconceptions[name]
        assert abs(float(ours) - float(value)) < within, (q.id, q.seed, name)


def by(table, key):
    """Order the first column by some number of each row."""
    return tuple(row[0] for row in sorted(table, key=key))


def people(c):
    """Return a true and a predicted label to everybody who was counted."""
    cells = ((0, 0, c.tn), (0, 1, c.fp), (1, 0, c.fn), (1, 1, c.tp))
    return np.repeat([cell[:2] for cell in cells], [int(cell[2]) for cell in cells], axis=0).T


@asked("costs.no-model")
def test_the_list_that_earns_most(q):
    y, found = people(q.data[0])
    total, taker, letter = map(int, fractions(q.text))
    worth = np.where(y == 1, taker, -letter)
    earned, best = max((worth[found == 1].sum(), "letters saved"), (worth.sum(), "takers lost"))
    assert q.answer == best and earned > 0 and len(y) == total, q.seed


@asked("costs.four-places")
def test_places_in_the_order_of_what_misses_make_of_the_largest_bill(q):
    told = [(row[0], *map(Fraction, row[1:])) for row in rows(q.data[0])]
    part = lambda p, fp, fn: p * fn / (p * fn + (1 - p) * fp)  # noqa: E731
    assert q.answer == by(told, lambda row, of=part: of(*row[1:])), q.seed
    known = q.misconceptions
    assert known["prices swapped"] == by(told, lambda x, of=part: of(x[1], x[3], x[2]))
    assert known["by share"] == by(told, lambda x: x[1])
    assert known["by cost ratio"] == by(told, lambda x: x[3] / x[2])
    assert known["by misses alone"] == by(told, lambda x: x[1] * x[3])


@asked("costs.same-place")
def test_what_leaves_the_place_as_it_is(q):
    def place(p, fp, fn, tp=0):
        return p * (fn - tp) / (p * (fn - tp) + (1 - p) * fp)

    p, fp, fn = fractions(q.text.split("share of p")[1])[:3]
    told = {name: fractions(text) for name, text in q.form.options.texts.items()}
    (times,), (more,) = told["all prices"], told["both mistakes dearer"]
    now = {"all prices": place(p, times * fp, times * fn), "all swapped": place(1 - p, fn, fp)}
    now |= {name: place(told[name][1], fp, told[name][0]) for name in told if "half" in name}
    now["cars cost more"] = place(p, fp, fn + more, *told["cars cost more"])
    now["both mistakes dearer"] = place(p, fp + more, fn + more)
    assert q.answer == {name for name in now if now[name] == place(p, fp, fn)}, q.seed
    assert told["all swapped"] == [1 - p] and told["half the cars"] == [2 * fn, p / 2]


@asked("costs.one-more")
def test_a_new_corner_of_the_hull_that_leaves_the_old_ones(q):
    old = [(float(x), float(y)) for _, x, y in rows(q.data[0])]
    near = np.random.default_rng(q.seed).normal(q.answer, 0.05, (20, 2)).clip(0.001, 0.999)
    for point in [q.answer, *q.misconceptions.values(), *near.tolist()]:
        hull = ConvexHull([(0, 0), (1, 1), (1, 0), *old, point])
        assert q.check(point).correct == ({3, 4, 5, 6} <= {*hull.vertices}), (q.seed, point)


@asked("costs.errata")
def test_notes_on_costs(q):
    wrong = {
        "either axis",  # A has the smaller area over P(+)cost, B over p
        "one to one",  # in a finite list, several thresholds share an FNR
        "new samples",  # chosen on some samples, a threshold looks cheaper there
        "probability",  # a third of these scores are beyond 1
    }
    assert q.answer == wrong
    x, areas = np.linspace(0, 1, 10_001), []
    for fn in (1, 5):  # a false alarm costs 1: for equal costs, p is P(+)cost
        a, b, no, yes = (
            (1 - x) * at0 + x * fn * at1 for at0, at1 in ((0.02, 0.4), (0.4, 0.03), (0, 1), (1, 0))
        )
        areas.append([np.minimum(np.minimum(no, yes), line).mean() for line in (a, b)])
    assert areas[0][0] < areas[0][1] and areas[1][0] > areas[1][1]
    tpr = sk.roc_curve([0, 1, 0, 1, 0], [0.9, 0.8, 0.5, 0.3, 0.1], drop_intermediate=False)[1]
    assert len(set(tpr)) < len(tpr)
    cars, empty = np.random.default_rng(0).normal([[[0.8]], [[0.2]]], 0.55, (2, 500, 25))
    bars = np.linspace(-1, 2, 50)[:, None, None]
    promised = ((cars < bars).mean(axis=2) + (empty >= bars).mean(axis=2)).min(axis=0).mean()
    assert promised < 2 * norm.sf(0.3 / 0.55) - 0.02 and norm.sf(0.2 / 0.55) > 0.3


def hits(table, need, column=4):
    """Go down the table by the rule of PASCAL VOC: each person is found once."""
    taken, labels = set(), []
    assert [row[2] for row in table] == sorted((row[2] for row in table), reverse=True)
    for row in table:
        labels.append(float(row[column]) >= need and row[3] not in taken)
        taken |= {row[3]} if labels[-1] else set()
    return np.array(labels)


@asked("boxes.who-asks-first")
def test_boxes_choose_by_their_scores(q):
    table = rows(q.data[0])
    assert q.answer == by(table, lambda row: -float(row[1]))
    assert q.misconceptions["by overlap"] == by(table, lambda row: -float(row[2]))


@asked("boxes.suppressed")
def test_boxes_that_are_kept(q):
    score = {name: float(told) for name, told in rows(q.data[0])}
    much = np.array([[float(n.replace("–", "0")) for n in row[1:]] for row in rows(q.data[1])])
    names, kept = list(score), set()
    over = {
        a: {b for b in names if a != b and much[names.index(a), names.index(b)] > 0.5}
        for a in names
    }
    for name in sorted(score, key=score.get, reverse=True):
        kept |= set() if over[name] & kept else {name}
    assert q.answer == kept and fractions(q.text) == [Fraction(1, 2)], q.seed
    alone, surest = (
        {a for a in names if all(score[a] > k * score[b] for b in over[a])} for k in (9e9, 1)
    )
    assert q.misconceptions["both of a pair dropped"] == alone
    assert q.misconceptions["driven out by dropped boxes"] == surest


@asked("boxes.surer-second")
def test_two_boxes_under_one_blanket(q):
    told = [
        (float(score), name, [float(n) for n in much]) for name, score, *much in rows(q.data[0])
    ]
    (_, late, much), (_, _, sure) = sorted(told)
    taken = int(np.argmax(sure))
    right = (f"{late} a duplicate", "near the taken one alone")
    if much[taken] < 0.5:
        right = (f"{late} too low", "near nobody")
    if much[1 - taken] >= 0.5:
        right = ("both hits", "turns to the other")
    assert q.answer == right and sure[taken] >= fractions(q.text)[0] == Fraction(1, 2), q.seed


@asked("boxes.errata")
def test_pages_on_boxes(q):
    wrong = {
        "above a half",  # a second box on the same person is a duplicate
        "highest overlap",  # the surest box gets the object: D, though E overlaps her more
        "any class",  # COCO's and VOC's programs match within one class
        "lower limit",  # the AP is lower where more overlap is asked for
    }
    assert q.answer == wrong
    table = rows(mm.exercise("boxes.twice-found").data[0])
    few, many = (hits(table, need) for need in (0.4, 0.3))
    low, high = ((x.cumsum() / np.arange(1, len(x) + 1))[x].sum() for x in (few, many))
    assert low < high
    (sure, over), (late, more) = ((row, float(row[4])) for row in table if row[3] == "4")
    assert (
        over < more
        and (sure[0], late[0]) == ("D", "E")
        and dict(zip((row[0] for row in table), hits(table, 0.1), strict=True))["D"]
    )


@asked("boxes.around-her")
def test_a_box_around_a_person(q):
    (x1, y1, x2, y2), share = fractions(q.text)[:4], fractions(q.text)[-1]
    moves = np.random.default_rng(q.seed).integers(-3, 9, (8, 4)).tolist()
    drawn = [(x1 - a, y1 - b, x2 + c, y2 + d) for a, b, c, d in moves]
    for box in [q.answer, *q.misconceptions.values(), *drawn]:
        left, top, right, bottom = box
        around = left <= x1 and top <= y1 and right >= x2 and bottom >= y2
        part = (x2 - x1) * (y2 - y1) / ((right - left) * (bottom - top) or 1)
        good = around and abs(part - share) < 5e-4
        assert q.check([float(n) for n in box]).correct == good, (q.seed, box)
