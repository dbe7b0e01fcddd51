"""Exercises of lessons 0, 1, 16 and 17, worked out again from what they show, by other people."""

import re
from decimal import ROUND_HALF_UP, Decimal
from functools import cache

import numpy as np
import pytest
import sklearn
from scipy.optimize import brentq
from sklearn import metrics as sk

import mlmetrics_edu as mm
from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import asked, numbers

CELLS = ("TN", "FP", "FN", "TP")
QUICK = {"skip_parameter_validation": True, "assume_finite": True}
RATES = {
    "precision": sk.precision_score,
    "recall": sk.recall_score,
    "accuracy": sk.accuracy_score,
    "balanced accuracy": sk.balanced_accuracy_score,
    "specificity": lambda *y, **more: sk.recall_score(*y, pos_label=0, **more),
    "npv": lambda *y, **more: sk.precision_score(*y, pos_label=0, **more),
    "fpr": lambda *y, **more: 1 - sk.recall_score(*y, pos_label=0, **more),
}


@pytest.fixture(autouse=True)
def quick():
    with sklearn.config_context(**QUICK):
        yield


def same(q, answer, mistakes):
    """Compare the answer and named mistakes with other people's numbers."""
    ours = [q.answer, *(q.misconceptions[name] for name in mistakes)]
    theirs = [answer, *mistakes.values()]
    np.testing.assert_allclose([float(x) for x in ours], theirs, rtol=0, atol=1e-12)


def columns(table):
    """Read the columns of a table as it is printed."""
    return [[column.cell(i) for i in range(len(table))] for column in table.columns]


def shown(q, kind=float):
    """Read the table of a question: names, then columns of numbers or words."""
    names, *values = columns(q.data[0])
    return np.array(names), *(np.array([kind(x) for x in column]) for column in values)


def expand(*cells):
    """Write four counts, from TN to TP, as the samples that they stand for."""
    return np.repeat([0, 0, 1, 1], cells), np.repeat([0, 1, 0, 1], cells)


def counted(q):
    """Read the four counts off the printed table of a question, and expand them."""
    return expand(*(int(re.search(rf"\b{cell} = (\d+)", str(q))[1]) for cell in CELLS))


@asked("start.below-the-line")
def test_just_one_sentence_has_two_true_halves(q):
    _, said, truth = shown(q, str)
    share = tuple(numbers(r"a share: (\d+) of (\d+)\.", q))
    spam, alarm, right = truth == "spam", said == "spam", truth == said
    groups = {
        "much of the spam the filter found: you divide by the emails that are spam": spam,
        "alarms were true: you divide by the emails it called spam": alarm,
        "often the filter was right: you divide by the number of all emails": spam | True,
        "fine emails it let pass: you divide by the emails that are fine": ~spam,
    }
    holds = [text for text, who in groups.items() if ((who & right).sum(), who.sum()) == share]
    assert len(holds) == 1 and q.solution().last.endswith(f"{holds[0]}.")


@asked("start.best-first")
def test_best_first(q):
    names, right, of = shown(q)
    assert q.answer == tuple(names[np.argsort(-right / of)])
    assert q.misconceptions["by the fewest mistakes"] == tuple(names[np.argsort(of - right)])


@asked("start.false-alarms")
def test_false_alarms(q):
    names, said, truth = shown(q, str)
    assert q.answer == {*names[(said == "spam") & (truth == "fine")]}
    assert q.misconceptions["the missed ones"] == {*names[(said == "fine") & (truth == "spam")]}


@asked("start.cut-off")
def test_cut_off(q):
    """The standard library rounds."""
    wrong = set()
    for label, text in q.form.listed:
        a, b, printed = re.fullmatch(r"(\d+)/(\d+) = (0\.\d{4})", text).groups()
        rounded = (Decimal(a) / int(b)).quantize(Decimal("1e-4"), ROUND_HALF_UP)
        wrong |= set() if str(rounded) == printed else {label}
    assert q.check(wrong).correct


def named(q, names, seed):
    """Name some at random; give the verdict, and who was named."""
    random = np.random.default_rng(seed)
    picked = random.random(len(names)) < random.choice([0.2, 0.4, 0.6])
    return q.check({*np.array(names)[picked]}), picked


@asked("start.one-half")
def test_one_half(q):
    names, truth = shown(q, str)
    for seed in range(30):
        verdict, picked = named(q, names, seed)
        assert verdict.correct is bool(picked.any() and np.mean(truth[picked] == "spam") == 0.5)


@asked("counts.two-alarms")
def test_two_alarms(q):
    """Of the reasons, only recall speaks for the safer one and not for the other."""
    _, tp, fp, fn, tn = shown(q, int)
    both = [expand(*cells) for cells in zip(tn, fp, fn, tp, strict=True)]
    recall, precision, right = (
        [RATES[name](*y) for y in both] for name in ("recall", "precision", "accuracy")
    )
    best = int(np.argmax(recall))
    assert q.answer == (("the first", "the second")[best], "finds more")
    assert recall[best] > recall[1 - best] and precision[best] < precision[1 - best]
    assert right[0] == right[1] and (tp + fp)[best] > (tp + fp)[1 - best]


@asked("counts.errata")
def test_errata_of_counts(q):
    """Wrong: counts that don't add up, 1/1 as 0, a third as 30 %, FPR as specificity."""
    y = expand(9978, 12, 2, 8)
    assert (sk.precision_score(*y), sk.recall_score(*y)) == (0.4, 0.8)  # "detector" is right
    assert sk.confusion_matrix(*expand(1, 2, 3, 4)).ravel().tolist() == [1, 2, 3, 4]  # "order" too
    assert "Of 20 images, at the first threshold: TP = 1, FP = 0, FN = 5, TN = 15." in str(q)
    assert q.answer == {"cells", "one over one", "thirty", "specificity"}


@asked("counts.ten-times")
def test_ten_times(q):
    truth, guess = counted(q)
    weights = np.where(truth == 0, 10, 1)
    asked = {name: rate for name, rate in RATES.items() if name != "npv"}
    moved = {k: f(truth, guess) - f(truth, guess, sample_weight=weights) for k, f in asked.items()}
    assert q.answer == {name for name, by in moved.items() if abs(by) < 1e-9}


@asked("counts.trap")
def test_trap(q):
    names = re.split(", | and ", re.search(r"borrowers: (.*?)\. ", q.text)[1])
    bad, called = (
        re.search(p, q.text)[1].split(", ") for p in ("are (.*?)[.]", "called (.*?) bad")
    )
    truth, model = np.isin(names, bad), np.isin(names, called)
    verdicts = {(1, 0): "finds as many", (0, 1): "not more accurate", (0, 0): "neither"}
    for seed in range(20):
        verdict, picked = named(q, names, seed)
        more = np.mean(truth == picked) > np.mean(truth == model)
        fewer = np.sum(truth & picked) < np.sum(truth & model)
        assert verdict.misconception == verdicts.get((more, fewer))
        assert verdict.correct == (more and fewer)


def errors(x, y):
    """Measure how far points are from their best line."""
    return np.abs(y - np.polyval(np.polyfit(x, y, 1), x))


@asked("choosing.one-slip")
def test_one_slip(q):
    """Without one point, the others of that panel lie on a line; in no other panel is it so."""
    lines = alternative_text(q.pictures[0]).splitlines()
    panels = {
        text.split(":")[0]: np.array(re.findall(r"\(([\d.]+), ([\d.]+)\)", text), float).T
        for text in lines
    }
    others = {name: np.delete(p, errors(*p).argmax(), 1) for name, p in panels.items()}
    left = {name: errors(*p).max() for name, p in others.items()}
    slip = max(panels, key=lambda name: errors(*panels[name]).max())
    assert left.pop(slip) < 0.01 and min(left.values()) > 0.5
    assert len({round(np.corrcoef(*p)[0, 1] ** 2, 2) for p in panels.values()}) == 1  # R²
    assert f") {slip}; " in q.solution().last and q.answer[1] == "error"


@cache
def cards():
    """Return truth and score of ten thousand holders of a credit card, the highest score first."""
    data = mm.example("islr-default")
    order = np.argsort(-np.asarray(data.y_score), kind="stable")
    return np.asarray(data.y_true)[order], np.asarray(data.y_score)[order]


@asked("choosing.new-price")
def test_new_price(q):
    good, bad = numbers(r"costs it (\d+) thousand.* through costs (\d+) thousand", q)
    truth, score = cards()
    paid = good * np.cumsum(1 - truth) + bad * (truth.sum() - np.cumsum(truth))
    mistakes = {"one price over the other": good / bad, "searched": score[np.argmin(paid)]}
    same(q, brentq(lambda p: (1 - p) * good - p * bad, 0, 1), mistakes)


@asked("choosing.four-programs")
def test_four_programs(q):
    names = [column.name for column in q.data[0].columns][1:]
    off = dict(zip(names, shown(q)[1:], strict=True))
    zeros = np.zeros(5)

    def order(of, sign=1):
        return tuple(sorted(off, key=lambda name: sign * of(zeros, off[name])))

    assert q.answer == order(sk.mean_squared_error) == order(sk.root_mean_squared_error)
    assert q.misconceptions == {
        "by the MAE": order(sk.mean_absolute_error),
        "by the bias": order(lambda zeros, row: abs(np.mean(row))),
        "by the largest error": order(sk.max_error),
        "largest first": order(sk.mean_squared_error, -1),
    }


@asked("choosing.insured")
def test_insured(q):
    before, now = numbers(r"as much as ([\d.]+) refused .* as much as ([\d.]+)\. ", q)
    names, fp, fn = shown(q)
    truth, score = cards()
    bars = [float({"nobody": "inf", "everybody": "0"}.get(name, name)) for name in names]
    assert fp.tolist() == [np.sum((score >= bar) & (truth == 0)) for bar in bars]
    assert fn.tolist() == [np.sum((score < bar) & (truth == 1)) for bar in bars]
    last = q.misconceptions["at last year's price"]
    for order, price in ((q.answer, now), (last, before)):
        assert order == tuple(names[np.argsort(fp + price * fn)])


@asked("choosing.errata")
def test_errata_of_choosing(q):
    """Wrong too: "optimum", since the bar was chosen on the people that it is judged by."""
    truth, score = cards()
    tn, *_, tp = sk.confusion_matrix(truth, score >= 0.5).ravel()
    assert f"{tp} + {tn} were" in str(q) and tp + tn == 10_000 - 275  # "textbook" is right
    data = {name: np.array(v, float) for name, v in mm.example("anscombe").columns.items()}
    pairs = [("x", "y1"), ("x", "y2"), ("x", "y3"), ("x4", "y4")]
    assert 13.75 not in {round(sum(errors(data[x], data[y]) ** 2), 2) for x, y in pairs}
    assert np.linalg.norm([3, 4]) != sk.mean_squared_error([0, 0], [3, 4])  # "norm"
    assert sk.r2_score([10, 11, 12], [5, 5.5, 6]) < 0  # "square"
    assert q.answer == {"norm", "Anscombe", "optimum", "square"}


@asked("choosing.flatterer")
def test_flatterer(q):
    _, truth, swift = shown(q)
    mean, root = (f(truth, swift) for f in (sk.mean_absolute_error, sk.root_mean_squared_error))
    verdicts = {(1, 0): "RMSE no higher", (0, 1): "MAE no lower", (0, 0): "neither"}
    for seed in range(12):
        random = np.random.default_rng(seed)
        yours = truth + random.normal(size=5) * random.choice([0.1, 2, 30, 80], 5)
        lower = sk.mean_absolute_error(truth, yours) < mean
        higher = sk.root_mean_squared_error(truth, yours) > root
        assert q.check(yours).misconception == verdicts.get((lower, higher))
        assert q.check(yours).correct == (lower and higher)
