"""Exercises of lesson 18, worked out again from what the learner sees."""

import re
from fractions import Fraction
from itertools import combinations
from math import frexp

import numpy as np
import pytest
from sklearn import metrics as sk

from tests.oracles.exercises.questions import asked, chosen


def column(table, name):
    """Read a column of a table, as numbers."""
    [found] = [c for c in table.columns if c.name == name]
    return [float(str(found.cell(i)).replace("+∞", "inf")) for i in range(len(table))]


def payments(q):
    """Read labels and scores of each shop, and of both together."""
    shops = [(np.array(column(t, "label")), np.array(column(t, "score"))) for t in q.data]
    return [*shops, tuple(map(np.concatenate, zip(*shops, strict=True)))]


@asked("shards.what-adds-up")
def test_what_adds_up(q):
    bar = float(re.search(r"score of ([\d.]+) or more", q.text)[1])
    (ya, sa), (yb, sb), (y, s) = payments(q)

    def recall(labels, score):
        return sk.recall_score(labels, score >= bar)

    both = recall(ya, sa) * ya.sum() + recall(yb, sb) * yb.sum()
    assert both == pytest.approx(recall(y, s) * y.sum())
    assert (recall(ya, sa) + recall(yb, sb)) / 2 != pytest.approx(recall(y, s))
    assert {text.split(":")[0] for text in chosen(q)} == {
        "how many frauds each shop blocked",
        "each shop's counts at every threshold it knows",
        "each shop's recall and how many frauds it had",
    }


@asked("shards.sum-at")
def test_sum_at(q):
    bar = float(re.search(r"exactly ([\d.]+),", q.text)[1])
    total = np.zeros(4)
    for table in q.data:
        row = np.flatnonzero(np.array(column(table, "threshold")) >= bar)[-1]
        total += [column(table, name)[row] for name in ("TP", "FP", "FN", "TN")]
    assert q.check(total.astype(int).tolist()).correct


@asked("shards.which-means")
def test_which_means(q):
    means = {text for _, text in q.form.listed if "threshold" in text}
    assert chosen(q) == means


@asked("shards.round-down")
def test_round_down(q):
    bits, *given = re.search(
        r"to (\d) significant bits: (\S+), (\S+) and (\S+)\. G", q.text
    ).groups()
    exact = []
    for score in map(Fraction, given):
        unit = Fraction(2) ** (frexp(float(score))[1] - int(bits))
        exact.append(score // unit * unit)
    assert [*map(Fraction, q.answer)] == exact


@asked("shards.from-to")
def test_from_to(q):
    frauds, honest = (np.array(column(q.data[0], name), int) for name in ("frauds", "honest"))
    y = np.repeat([1, 0], [frauds.sum(), honest.sum()])
    rows = np.arange(len(frauds), 0, -1.0)
    ends = []
    for sign in (-1, 1):  # the frauds of each row last, or first
        score = np.append(np.repeat(rows + sign * 0.1, frauds), np.repeat(rows, honest))
        ends.append(sk.roc_auc_score(y, score))
    assert q.check(ends).correct


@asked("shards.one-more-bit")
def test_one_more_bit(q):
    true = ("TP and FP are what they were", "isn't wider", "at least as many thresholds")
    assert chosen(q) == {text for _, text in q.form.listed if any(part in text for part in true)}


@asked("shards.two-perfect-shops", [None])
def test_two_perfect_shops_on_every_list(q):
    shops = re.search(r"first: ([AB ]+)\.", q.text)[1].split()
    for ones in combinations(range(8), 4):
        y = [int(place in ones) for place in range(8)]
        parts = [[label for label, s in zip(y, shops, strict=True) if s == own] for own in "AB"]
        right = all(len({*part}) == 2 and area(part) > area(y) for part in parts)
        assert q.check(y).correct == right, y


def area(labels):
    """Return the AUC of labels from the top."""
    return sk.roc_auc_score(labels, range(len(labels), 0, -1))
