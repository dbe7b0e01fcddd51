"""Exercises of lessons 10 and 11, worked out again from what the learner sees."""

import re
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import ks_2samp
from sklearn import metrics as sk

import mlmetrics_edu as mm
from tests.oracles.exercises.questions import SEEDS, asked, chosen, listed, told

CALLED = {"y_true": [1, 0, 1, 0], "y_pred": [1, 1, 0, 0]}  # TP, FP, FN, TN, to be weighted
# SciPy's "less" is about the scores from below: there the positives come later.
TPR_LEADS = "less"


def printed(q, name):
    """Read a column of the table that stands with a question, as it is printed."""
    [found] = [c for c in q.data[0].columns if c.name == name]
    return [found.cell(i) for i in range(len(q.data[0]))]


def named(q, *parts):
    """Find the options with such words in them, one for each."""
    found = {text for _, text in q.form.listed if any(part in text for part in parts)}
    assert len(found) == len(parts)
    return found


def falling(by_name):
    """Order names by their numbers, the largest first."""
    return tuple(sorted(by_name, key=by_name.get, reverse=True))


def lead(y):
    """List TPR − FPR after each sample, from the top."""
    y = np.asarray(y)
    return (np.cumsum(y) / y.sum() - np.cumsum(1 - y) / (1 - y).sum()).round(12)


def every(size, positives):
    """Return every list of so many labels."""
    places = combinations(range(size), positives)
    return ([int(i in at) for i in range(size)] for at in places)


def areas(y):
    """Return AP and AUC of labels from the top, by precisions at the hits and by pairs."""
    hits, rest = (np.flatnonzero(np.equal(y, label)) + 1 for label in (1, 0))
    return np.mean(np.arange(1, len(hits) + 1) / hits), np.mean(np.less.outer(hits, rest))


def ks_of(y, score, side, method="auto"):
    """Ask SciPy for its test of two samples."""
    return ks_2samp(score[y == 1], score[y == 0], side, method=method)


PEOPLE = {
    "A nurse": lambda tp, fp, fn, tn: fp / (tp + fp),  # of those who are called in
    "A mayor": lambda tp, fp, fn, tn: "ranking asks pairs, of one ill and one healthy person",
    "A doctor": lambda tp, fp, fn, tn: fp / (fp + tn),
    "A hospital": lambda tp, fp, fn, tn: tp / (tp + fp),
    "A patient": lambda tp, fp, fn, tn: fn / (tp + fn),
    "The post office": lambda tp, fp, fn, tn: fp / tp,
    "A teacher": lambda tp, fp, fn, tn: "the same pairs",
    "An expert": lambda tp, fp, fn, tn: (tp / (tp + fn)) / (fp / (fp + tn)),
}


@asked("skew.which-picture")
def test_which_picture(q):
    who = {text: PEOPLE[text.split(":")[0]] for _, text in q.form.listed}
    assert chosen(q) == {t for t, ask in who.items() if ask(5, 1, 5, 9) != ask(5, 10, 5, 90)}


@asked("skew.what-moves")
def test_what_moves(q):
    y, score = listed(mm.exercise("skew.up-the-valley"))  # of which the areas are taken
    c, (one, other) = (
        q.data[0],
        map(float, told(q, r"where there are (\d+) .* county with (\d+) ")),
    )
    assert c.fp + c.tn == one * (c.tp + c.fn)
    here, there = (eight(c, times, y, score) for times in (1, other / one))
    assert chosen(q) == {name for name in here if not np.isclose(here[name], there[name])}


def eight(c, times, y, score):
    """Work eight numbers out, with so many times the negatives."""
    cells = {**CALLED, "sample_weight": [c.tp, times * c.fp, c.fn, times * c.tn]}
    table = {"y_true": y, "y_score": score, "sample_weight": np.where(y == 1, 1, times)}
    tpr, fpr = (sk.recall_score(**cells, pos_label=k) for k in (1, 0))
    return {"TPR": tpr, "FPR": 1 - fpr, "LR+": tpr / (1 - fpr)} | {
        "precision": sk.precision_score(**cells),
        "accuracy": sk.accuracy_score(**cells),
        "balanced accuracy": sk.balanced_accuracy_score(**cells),
        "AUC": sk.roc_auc_score(**table),
        "AP": sk.average_precision_score(**table),
    }


@asked("skew.one-place")
def test_one_place(q):
    names, known = printed(q, ""), q.misconceptions
    tpr, fpr, home = (np.array(printed(q, n), float) for n in ("TPR", "FPR", "precision at home"))
    by = [dict(zip(names, number, strict=True)) for number in (tpr / (tpr + 99 * fpr), tpr, home)]
    assert falling(by[0]) == q.answer
    assert [falling(b) for b in by[1:]] == [known["recall"], known["precision at home"]]
    calm = falling(dict(zip(names, -fpr, strict=True)))
    assert known.get("the lowest FPR first", q.answer) == calm


@asked("skew.errata")
def test_errata_on_skew(q):
    late = np.r_[np.ones(9), np.zeros(9990), 1]
    assert sk.average_precision_score(late, -np.arange(10_000)) > 0.9  # nothing sags
    assert 1 / 500 < 1 / 100  # the rarer, the smaller
    strays = [np.std(np.random.default_rng(0).binomial(n, 0.5, 999) / n) for n in (100, 900)]
    assert strays[0] > 2 * strays[1]  # TPR, of a tenth of 1000 people and of nine tenths
    score, new = np.array([0.9, 0.8, 0.7, 0.1]), np.zeros(18)
    assert sum(np.append(score, new) >= 0.7) == sum(score >= 0.7)  # at the recall of before
    wrong = named(q, "大于 1:100", "即使小樣本量上也沒有", "必然", "向下凸")
    assert chosen(q) == wrong and len(q.form.listed) == 7


@asked("skew.same-ray")
def test_same_ray(q):
    rates = r"TPR ([\d.]+) and FPR ([\d.]+)"
    a, x, b, y, each = told(q, rf"{rates}, .*{rates}\. .*bus with (\d+) healthy")
    gap = a / (a + each * x) - b / (b + each * y)
    right = "program A" if gap > 0 else "program B" if gap else "neither"
    assert re.match(rf"\w\) {right}.*; \d\) Compare TPR/FPR, the slope", q.solution().last)


@asked("skew.quarrel", SEEDS[:2])
def test_quarrel_on_every_list(q):
    given = [int(sign == "+") for sign in re.search(r"first: ([+-]+)\.", q.text)[1]]
    old = areas(given)
    assert told(q, r"steps\) is (\S+), and its AUC is (\S+)\.") == pytest.approx(old)
    for y in every(len(given), 3):
        higher, lower = np.subtract(areas(y), old) * [1, -1] > 1e-9
        assert q.check(y).correct == (higher and lower), y


@asked("ks.which-gap")
def test_which_gap(q):
    y, score = listed(q)
    one, two = (ks_of(y, score, side).statistic for side in (TPR_LEADS, "two-sided"))
    assert told(q, r"prints a KS of (\S+)\. ") == pytest.approx([two])
    number, why = re.fullmatch(r"\w\) (\S+); \d\) (.*)", q.solution().last).groups()
    assert Fraction(number) == pytest.approx(one) and "whichever rate leads, and there FPR" in why
    shown = {name: Fraction(t.replace("−", "-")) for name, t in q.form.options.texts.items()}
    wrong = {"whoever leads": two, "the lowest lead": -two, "AUC": sk.roc_auc_score(y, score)}
    assert {name: shown[name] for name in wrong} == pytest.approx(wrong)


@asked("ks.more-good-ones")
def test_more_good_ones(q):
    (y, score), times = listed(q), int(told(q, r"in the file (\d+) times")[0])
    copies = np.where(y == 1, 1, times)
    before, after = six(y, score), six(np.repeat(y, copies), np.repeat(score, copies))
    assert chosen(q) == named(
        q, *(words for words in before if not np.allclose(before[words], after[words]))
    )


def six(y, score):
    """Work six numbers of a list out, named by words of their options."""
    fpr, tpr, bars = sk.roc_curve(y, score, drop_intermediate=False)
    best = bars[np.isclose(tpr - fpr, max(tpr - fpr))]
    return {
        "scores at which": best,
        "shares of customers": [np.mean(score >= bar) for bar in best],
        "lift": y[score == score.max()].mean() / y.mean(),
        "precision": sk.precision_score(y, score >= best.min()),
        "AUC": sk.roc_auc_score(y, score),
        "KS": max(tpr - fpr),
    }


@asked("ks.errata")
def test_errata_on_ks(q):
    lucky = np.mean([lead(y).max() > 0.2 for y in every(10, 5)])
    note, sunk = [1, 1, 1, 1, 0, 1, 0, 0, 0, 0], [1, 1, 1, 1, 0, 0, 0, 0, 0, 1]
    assert lead(note).max() == lead(sunk).max() and areas(note)[1] > areas(sunk)[1] + 0.1
    assert str(note)[1:-1] in q.text and "0.34, 0.27 …" in q.text  # so nobody scores 0.4
    assert f"{lucky:.0%} have a KS above 0.2" in str(q.solution())
    wrong = named(q, "AUC曲线", "阈值为0.4", "相同的效果", "大于0.2")  # the first is an area
    assert chosen(q) == wrong and len(q.form.listed) == 6


@asked("ks.in-order")
def test_in_order(q):
    names, lists = printed(q, ""), [np.array([*s]) == "+" for s in printed(q, "list")]
    measures = {
        "": lambda y: lead(y).max(),
        "AUC": lambda y: areas(y)[1],
        "bad ones on top": lambda y: [*y, 0].index(0),
        "where it stands": lambda y: -lead(y).argmax(),
    }
    known = {"": q.answer, **q.misconceptions}
    for name, measure in measures.items():
        by_name = dict(zip(names, map(measure, map(np.int64, lists)), strict=True))
        assert known[name] == falling(by_name), name


@asked("ks.below-zero", SEEDS[:4])
def test_below_zero_on_every_list(q):
    bad, good = map(int, told(q, r"of (\d+) bad \(\+\) and (\d+) good"))
    for y in every(bad + good, bad):
        assert q.check(y).correct == (lead(y)[:-1].max() < 0 and y != sorted(y)), y
