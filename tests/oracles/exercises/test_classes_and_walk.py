"""Exercises of lessons 4 and 5, worked out again by scikit-learn and by counting what is shown."""

import re
from fractions import Fraction

import numpy as np
from sklearn import metrics as sk

from tests.oracles.exercises.questions import SEEDS, asked, numbers, rows

MEANS = ("macro", "micro", "weighted")
FEW = SEEDS[:7]  # of what takes longer


def square(table):
    """Read a printed table of classes, truth in rows, and the names of the classes."""
    names = [row[0].removeprefix("truly ") for row in rows(table)[:-1]]
    assert [c.name.removeprefix("predicted ") for c in table.columns[1:-1]] == names
    return np.array([[int(n) for n in row[1:-1]] for row in rows(table)[:-1]]), names


def expand(counts):
    """Write a table of counts as the samples that it stands for, truth and prediction."""
    truth, guess = np.indices(counts.shape).reshape(2, -1)
    return truth.repeat(counts.ravel()), guess.repeat(counts.ravel())


def macro_p_and_r(y):
    p = sk.precision_score(*y, average="macro", zero_division=0)
    return p, sk.recall_score(*y, average="macro")


def averages(counts):
    """Work out four averages of F1, the F1 of mean precision and mean recall among them."""
    y = expand(counts)
    p, r = macro_p_and_r(y)
    f1 = {how: sk.f1_score(*y, average=how, zero_division=0) for how in MEANS}
    return f1 | {"of averages": 2 * p * r / (p + r)}


@asked("classes.four-averages")
def test_four_averages_in_order(q):
    value = averages(square(q.data[0].trace())[0])
    assert q.answer == tuple(sorted(value, key=value.get, reverse=True))
    assert len(q.misconceptions) == 7  # six pairs, and the whole order reversed


@asked("classes.answer-key")
def test_the_key_holds_another_average(q):
    said = {name: f"{x:.4f}" for name, x in averages(square(q.data[0].trace())[0]).items()}
    student, key = re.search(r"three F1s, (0\.\d+); the key says (0\.\d+)\.", q.text).groups()
    assert said["macro"] == student
    assert [name for name, x in said.items() if x == key] == [q.answer]


@asked("classes.which-app")
def test_all_reasons_for_an_app_are_true_and_one_fits(q):
    app = {name: re.match("Take app (A|B)", text)[1] for name, text in q.form.options.texts.items()}
    counts = {table.title[4]: square(table)[0] for table in q.data}
    taken, other = counts[app["macro"]], counts[app["accuracy"]]
    assert app["says it often"] == app["macro"] != app["weighted"] == app["the crowd"]
    f1 = [averages(table) for table in (taken, other)]
    assert q.answer == "macro" and f1[0]["macro"] > f1[1]["macro"]  # each class has one vote
    assert f1[0]["weighted"] < f1[1]["weighted"] and taken.trace() < other.trace()
    assert taken[0, 0] < other[0, 0] and taken[:, 2].sum() > other[:, 2].sum()
    assert (taken.sum(1) == other.sum(1)).all()  # the same samples


@asked("classes.fourth-hospital")
def test_one_more_hospital(q):
    runs = np.array([[int(n) for n in row[1:4]] for row in rows(q.data[0])])  # TP, FP, FN
    parts = {"precision": (1, 1, 0), "recall": (1, 0, 1), "F1": (2, 1, 1)}
    changed = set()
    for name, times in parts.items():
        for how, some in (("macro", runs), ("micro", runs.cumsum(0))):
            values = [Fraction(int(p[0]), int(p.sum())) for p in some * times if p.sum()]
            few, full = (values[:3], values) if how == "macro" else (values[2:3], values[3:])
            changed |= {f"{how} {name}"} if mean(few) != mean(full) else set()
    assert q.answer == changed


def mean(values):
    return sum(values) / len(values)


@asked("classes.below-both", FEW[:2])  # hundreds of tables each
def test_tables_whose_macro_f1_is_below_both(q):
    ill, healthy = map(int, numbers(r"tells (\d+) ill .* from (\d+) healthy", q))
    gap = Fraction(re.search(r"by at least (0\.\d+)", q.text)[1])
    for tp, fp in np.ndindex(ill + 1, healthy + 1):
        p, r, f1 = macro(tp, fp, ill - tp, healthy - fp)
        given = q.check([tp, fp, ill - tp, healthy - fp])
        assert given.correct == (min(p, r) - f1 >= gap), (tp, fp)
        assert (given.misconception == "below neither") == (f1 >= max(p, r))
    assert q.check([ill, healthy, 0, 1]).misconception == "other sums"


def macro(tp, fp, fn, tn):
    """Work out macro precision, recall and F1 of both classes; 0/0 is 0."""
    p = [Fraction(tp, tp + fp or 1), Fraction(tn, tn + fn or 1)]
    r = [Fraction(tp, tp + fn), Fraction(tn, tn + fp)]
    return mean(p), mean(r), mean([2 * a * b / (a + b or 1) for a, b in zip(p, r, strict=True)])


def walked(q):
    """Read a printed list: names, scores and labels from the top."""
    names, score, label = zip(*rows(q.data[0]), strict=True)
    assert list(score) == sorted(score, reverse=True)
    return names, np.array(score, float), np.array(label, int)


@asked("walk.which-way")
def test_which_way_precision_goes(q):
    _, score, y = walked(q)
    high, low = numbers(r"falls from ([\d.]+) to ([\d.]+)\.", q)
    before, after, new = (
        Fraction(int(y[some].sum()), int(some.sum()))
        for some in (score >= high, score >= low, (score < high) & (score >= low))
    )
    truth = {"larger": new > before, "smaller": new < before, "equal": new == before}
    assert truth[q.answer] and (after > before, after < before) == (new > before, new < before)
    assert 0 < new < 1  # cars come in, so recall rises; others come in as well


@asked("walk.errata")
def test_which_published_sentences_are_wrong_of_a_list(q):
    _, score, y = walked(q)
    precision, recall = (x[-2::-1] for x in sk.precision_recall_curve(y, score)[:2])
    wrong = {"first i"} if len(set(score)) < len(score) else set()  # ties come together
    wrong |= {"the top"} if not y[0] else set()  # the best score is a negative's
    wrong |= {"all"} if recall[-1] != 1 else set()
    for p, r in zip(np.diff(precision), np.diff(recall), strict=True):  # the threshold falls
        wrong |= {"law"} if not p < 0 < r else set()  # both rise, or recall doesn't move
        wrong |= {"raise"} if p > 0 else set()  # back up again, precision would fall
        wrong |= {"recall"} if r < 0 else set()
    assert q.answer == wrong <= {"law", "raise", "first i", "the top"}


@asked("walk.raise-and-lose", FEW)
def test_rankings_in_which_raising_loses(q):
    samples, positives = map(int, numbers(r"ranking of (\d+) .*, (\d+) of them", q))
    high, low = map(int, numbers(r"first (\d+) positive, .* image (\d+), further", q))
    random = np.random.default_rng(0)
    for _ in range(40):
        y = random.permutation([1] * positives + [0] * (samples - positives)).tolist()
        up, down = Fraction(sum(y[:high]), high), Fraction(sum(y[:low]), low)
        given = q.check(y)
        assert given.correct == (up < down and y[0] == 1)
        assert (given.misconception == "precision stays") == (up == down)
