"""Exercises of lessons 10 and 11, worked out again from what the learner sees."""

import re
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest
from scipy.stats import ks_2samp
from sklearn import metrics as sk

import mlmetrics_edu as mm
from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import SEEDS

CALLED = {"y_true": [1, 0, 1, 0], "y_pred": [1, 1, 0, 0]}  # TP, FP, FN, TN, to be weighted
# SciPy's "less" is about the scores from below: there the positives come later.
TPR_LEADS = "less"


@cache
def asked(id):
    """Ask an exercise on all data."""
    return [mm.exercise(id, seed) for seed in SEEDS]


def told(q, pattern):
    """Read exact numbers out of a question."""
    return [Fraction(number) for number in re.search(pattern, q.text).groups()]


def column(q, name):
    """Read a column of the table that stands with a question, as it is printed."""
    [found] = [c for c in q.data[0].columns if c.name == name]
    return [found.cell(i) for i in range(len(q.data[0]))]


def listed(q):
    """Read labels and scores from a list of samples."""
    return np.array(column(q, "label"), int), np.array(column(q, "score"), float)


def chosen(q):
    """Read the texts of the options that are right."""
    letters = q.solution().last.split(", ")
    return {text for letter, text in q.form.listed if letter in letters}


def named(q, *parts):
    """Find the options with such words in them, one for each."""
    found = {text for _, text in q.form.listed if any(part in text for part in parts)}
    assert len(found) == len(parts)
    return found


def same(q, *theirs):
    """Compare the answer, and mistakes by their names, with what was found here."""
    (answer, *_), names = theirs, dict(zip(theirs[1::2], theirs[2::2], strict=True))
    assert float(q.answer) == pytest.approx(float(answer)), q
    ours = {name: float(q.misconceptions[name]) for name in names}
    assert ours == pytest.approx({name: float(number) for name, number in names.items()}), q


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


def test_up_the_valley():
    for q in asked("skew.up-the-valley"):
        (y, score), text = listed(q), r"score of ([\d.]+) or more.* valley there are (\d+) healthy"
        bar, times = map(float, told(q, text))

        def precision(ill, healthy, called=score >= bar, y=y):
            return np.average(y[called], weights=np.where(y == 1, ill, healthy)[called])

        there, recall = precision(1, times), sk.recall_score(y, score >= bar)
        same(q, there, "precision of the list", precision(1, 1), "recall", recall)
        same(q, there, "the ill multiplied", precision(times, 1))
        same(q, there, "without the one at the bar", precision(1, times, score > bar))
        same(q, there, "one in for one to", precision(1, times - 1))
        same(q, there, "share of wrong letters", 1 - there, "odds for a share", there / (1 - there))


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


def test_which_picture():
    for q in asked("skew.which-picture"):
        who = {text: PEOPLE[text.split(":")[0]] for _, text in q.form.listed}
        assert chosen(q) == {t for t, ask in who.items() if ask(5, 1, 5, 9) != ask(5, 10, 5, 90)}


def test_read_from_roc():
    for q in asked("skew.read-from-roc"):
        [picture], (ill, healthy) = q.pictures, told(q, r"of (\d+) ill and (\d+) healthy")
        dot = re.search(r"dot at FPR (\S+), TPR (\S+)\.", alternative_text(picture))
        fpr, tpr = map(Fraction, dot.groups())
        precision = tpr * ill / (tpr * ill + fpr * healthy)
        same(q, precision, "recall", tpr, "specificity", 1 - fpr)
        same(q, precision, "as if at one to one", tpr / (tpr + fpr))
        turned = tpr * healthy / (tpr * healthy + fpr * ill)
        same(q, precision, "classes exchanged", turned, "share of wrong ones", 1 - precision)
        [drawn] = [line for line in picture.axes[0].lines if line.get_marker() == "o"]
        assert np.allclose([*drawn.get_xdata(), *drawn.get_ydata()], [float(fpr), float(tpr)])


def test_what_moves():
    y, score = listed(mm.exercise("skew.up-the-valley"))  # of which the areas are taken
    for q in asked("skew.what-moves"):
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


def test_one_place():
    for q in asked("skew.one-place"):
        names, known = column(q, ""), q.misconceptions
        tpr, fpr, home = (
            np.array(column(q, n), float) for n in ("TPR", "FPR", "precision at home")
        )
        by = [
            dict(zip(names, number, strict=True)) for number in (tpr / (tpr + 99 * fpr), tpr, home)
        ]
        assert falling(by[0]) == q.answer
        assert [falling(b) for b in by[1:]] == [known["recall"], known["precision at home"]]
        calm = falling(dict(zip(names, -fpr, strict=True)))
        assert known.get("the lowest FPR first", q.answer) == calm


def test_out_of_the_lab():
    for q in asked("skew.out-of-the-lab"):
        c, (ill,) = q.data[0], told(q, r"Outside, (\d+) %")
        tp, fp = ill * c.tp / (c.tp + c.fn), (100 - ill) * c.fp / (c.fp + c.tn)  # of 100 people
        cells = {**CALLED, "sample_weight": [c.tp, c.fp, c.fn, c.tn]}
        same(q, tp / (tp + fp), "precision in the laboratory", sk.precision_score(**cells))
        same(q, tp / (tp + fp), "accuracy in the laboratory", sk.accuracy_score(**cells))
        same(q, tp / (tp + fp), "share of letters", (tp + fp) / 100, "recall", tp / ill)


def test_errata_on_skew():
    late = np.r_[np.ones(9), np.zeros(9990), 1]
    assert sk.average_precision_score(late, -np.arange(10_000)) > 0.9  # nothing sags
    assert 1 / 500 < 1 / 100  # the rarer, the smaller
    strays = [np.std(np.random.default_rng(0).binomial(n, 0.5, 999) / n) for n in (100, 900)]
    assert strays[0] > 2 * strays[1]  # TPR, of a tenth of 1000 people and of nine tenths
    score, new = np.array([0.9, 0.8, 0.7, 0.1]), np.zeros(18)
    assert sum(np.append(score, new) >= 0.7) == sum(score >= 0.7)  # at the recall of before
    for q in asked("skew.errata"):
        wrong = named(q, "大于 1:100", "即使小樣本量上也沒有", "必然", "向下凸")
        assert chosen(q) == wrong and len(q.form.listed) == 7


def test_same_ray():
    for q in asked("skew.same-ray"):
        rates = r"TPR ([\d.]+) and FPR ([\d.]+)"
        a, x, b, y, each = told(q, rf"{rates}, .*{rates}\. .*bus with (\d+) healthy")
        gap = a / (a + each * x) - b / (b + each * y)
        right = "program A" if gap > 0 else "program B" if gap else "neither"
        assert re.match(rf"\w\) {right}.*; \d\) Compare TPR/FPR, the slope", q.solution().last)


def test_how_low():
    for q in asked("skew.how-low"):
        text = r"are (\d+) healthy.* recall is ([\d.]+)\. .*want (\d+) in (\d+) of its letters"
        healthy, recall, right, letters = told(q, text)
        fpr = {"": q.answer.fraction} | {
            name: getattr(x, "fraction", x) for name, x in q.misconceptions.items()
        }
        gives = {name: recall / (recall + healthy * x) for name, x in fpr.items()}
        assert gives[""] == right / letters and fpr["1 − precision"] == 1 - gives[""]
        assert gives["right and wrong exchanged"] == 1 / letters
        assert gives["wrong ones of all letters"] == letters / (letters + 1)
        assert 1 / (1 + healthy * fpr["recall left out"]) == gives[""]
        assert recall / (recall + fpr["as if at one to one"]) == gives[""]
        assert recall / (recall + (healthy - 1) * fpr["one in for one to"]) == gives[""]


def test_quarrel_on_every_list():
    for q in asked("skew.quarrel")[:2]:
        given = [int(sign == "+") for sign in re.search(r"first: ([+-]+)\.", q.text)[1]]
        old = areas(given)
        assert told(q, r"steps\) is (\S+), and its AUC is (\S+)\.") == pytest.approx(old)
        for y in every(len(given), 3):
            higher, lower = np.subtract(areas(y), old) * [1, -1] > 1e-9
            assert q.check(y).correct == (higher and lower), y


def test_largest_lead():
    for q in asked("ks.largest-lead"):
        (y, score), j = listed(q), lead(listed(q)[0])
        k, first = j.argmax(), np.flatnonzero((y[:-1] == 1) & (y[1:] == 0))[0]
        best, tpr = ks_of(y, score, TPR_LEADS).statistic, sk.recall_score(y, score >= score[k])
        same(
            q, best, "TPR there", tpr, "AUC", sk.roc_auc_score(y, score), "the first top", j[first]
        )
        same(q, best, "the score there", score[k], "share called there", np.mean(score >= score[k]))
        assert q.misconceptions.get("a quotient", 0) == pytest.approx(tpr / (tpr - best or np.inf))


def test_lift():
    for q in asked("ks.lift"):
        n = int(told(q, r"first (\d+) groups")[0])
        size, found = (np.array(column(q, name), int) for name in ("customers", "positives"))
        rate, gain = found.sum() / size.sum(), found[:n].sum() / found.sum()
        lift = found[:n].sum() / size[:n].sum() / rate
        same(q, lift, "gain", gain, "precision", lift * rate, "upside down", 1 / lift)
        alone = found / size / rate
        same(q, lift, "that group alone", alone[n - 1], "the first group", alone[0])


def test_what_to_type():
    for q in asked("ks.what-to-type"):
        y, score = listed(q)
        j = [sk.balanced_accuracy_score(y, score >= bar, adjusted=True) for bar in score]
        n = int(np.argmax(j)) + 1
        same(q, score[n - 1], "the share of borrowers", n / len(y), "the KS itself", max(j))
        same(q, score[n - 1], "the place on the list", n, "one row further down", score[n])


def test_meet_again():
    for q in asked("ks.meet-again"):
        size = int(told(q, r"^(\d+) samples")[0])
        at, lines = np.arange(1, size) / size, q.pictures[0].axes[0].lines[:2]
        one, two = (np.interp(at, line.get_xdata(), line.get_ydata()) for line in lines)
        gap = abs(one - two).round(9)
        met = at[gap == 0]
        same(q, met[0], "the last meeting", met[-1], "farthest apart", at[gap.argmax()])
        same(q, met[0], "how far apart", gap.max())


def test_which_gap():
    for q in asked("ks.which-gap"):
        y, score = listed(q)
        one, two = (ks_of(y, score, side).statistic for side in (TPR_LEADS, "two-sided"))
        assert told(q, r"prints a KS of (\S+)\. ") == pytest.approx([two])
        number, why = re.fullmatch(r"\w\) (\S+); \d\) (.*)", q.solution().last).groups()
        assert (
            Fraction(number) == pytest.approx(one) and "whichever rate leads, and there FPR" in why
        )
        shown = {name: Fraction(t.replace("−", "-")) for name, t in q.form.options.texts.items()}
        wrong = {"whoever leads": two, "the lowest lead": -two, "AUC": sk.roc_auc_score(y, score)}
        assert {name: shown[name] for name in wrong} == pytest.approx(wrong)


def test_more_good_ones():
    for q in asked("ks.more-good-ones"):
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


def test_errata_on_ks():
    lucky = np.mean([lead(y).max() > 0.2 for y in every(10, 5)])
    note, sunk = [1, 1, 1, 1, 0, 1, 0, 0, 0, 0], [1, 1, 1, 1, 0, 0, 0, 0, 0, 1]
    assert lead(note).max() == lead(sunk).max() and areas(note)[1] > areas(sunk)[1] + 0.1
    for q in asked("ks.errata"):
        assert str(note)[1:-1] in q.text and "0.34, 0.27 …" in q.text  # so nobody scores 0.4
        assert f"{lucky:.0%} have a KS above 0.2" in str(q.solution())
        wrong = named(q, "AUC曲线", "阈值为0.4", "相同的效果", "大于0.2")  # the first is an area
        assert chosen(q) == wrong and len(q.form.listed) == 6


def test_in_order():
    for q in asked("ks.in-order"):
        names, lists = column(q, ""), [np.array([*s]) == "+" for s in column(q, "list")]
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


def test_luck():
    for q in asked("ks.luck"):
        gap, bad, good = told(q, r"KS of (\S+) on (\d+) bad and (\d+)")
        one, two = p_values(gap, int(bad), int(good))
        same(q, two, "one direction only", one, "less than that", 1 - two)
        assert float(q.misconceptions.get("one direction doubled", two)) == pytest.approx(2 * one)


@cache
def p_values(gap, bad, good):
    """Return SciPy's p values of a list on which TPR leads by so much, and FPR by less."""
    lists = (np.array(y) for y in every(bad + good, bad))
    y = next(y for y in lists if lead(y).max() == round(float(gap), 12) >= -lead(y).min())
    score = -np.arange(len(y))
    return [ks_of(y, score, side, "exact").pvalue for side in (TPR_LEADS, "two-sided")]


def test_below_zero_on_every_list():
    for q in asked("ks.below-zero")[:4]:
        bad, good = map(int, told(q, r"of (\d+) bad \(\+\) and (\d+) good"))
        for y in every(bad + good, bad):
            assert q.check(y).correct == (lead(y)[:-1].max() < 0 and y != sorted(y)), y
