"""Exercises of lessons 2 and 3, worked out again by other libraries, from what the student sees."""

import random
import re
from fractions import Fraction
from itertools import pairwise
from math import isclose, sqrt

import numpy as np
from scipy import stats
from sklearn import metrics as sk

from tests.oracles.exercises.questions import asked

FOUR = {"y_true": [1, 0, 1, 0], "y_pred": [1, 1, 0, 0]}  # weighted by TP, FP, FN, TN


def numbers(q, pattern):
    """Find whole numbers in a question."""
    return [int(number) for number in re.search(pattern, q.text).groups()]


def columns(table, *names):
    """Take columns out of a table."""
    found = {column.name: column.values for column in table.columns}
    return [np.array(found[name]) for name in names]


def texts(q, *names):
    """Return the texts of options and reasons, as they are shown."""
    shown = {**q.form.options.texts, **getattr(getattr(q.form, "reasons", None), "texts", {})}
    return [shown[name] for name in names]


def counted(score, c, **how):
    """Return a score of scikit-learn's for four counts."""
    return score(**FOUR, sample_weight=c, **how)


def f_beta(c, square):
    return counted(sk.fbeta_score, c, beta=sqrt(square))


def mean(precision, recall, square=1):
    """Return the harmonic mean with the weights 1 and β²."""
    return stats.hmean([precision, recall], weights=[1, float(square)])


@asked("tradeoff.one-more")
def test_one_person_more_joins_the_list(q):
    names, score, bad = columns(q.data[0], "sample", "score", "label")
    high, low, who = re.search(r"from ([\d.]+) to ([\d.]+), and (.*) joins the", q.text).groups()
    old, new = score >= float(high), score >= float(low)
    assert set(names[new]) - set(names[old]) == {who}
    precision = np.sign(round(bad[new].mean() - bad[old].mean(), 9))
    says, why = texts(q, *q.answer)
    if bad[names == who]:
        assert (precision, says) == (1, "Precision rises, and so does recall.")
        assert sum(bad[new]) > sum(bad[old]) and why.startswith("One more hit")
    else:
        assert (precision, says) == (-1, "Precision falls, and recall stays the same.")
        assert sum(bad[new]) == sum(bad[old]) and why.startswith("One more false alarm")


@asked("tradeoff.errata")
def test_three_published_sentences_are_wrong(q):
    row = [int(label) for label in q.text.split("): ")[1].split()]
    precision = [Fraction(sum(row[:n]), n) for n in range(1, len(row) + 1)]
    assert any(b > a for a, b in pairwise(precision))  # who calls more people may raise it
    assert any(b < a for a, b in pairwise(precision))  # and precision "may fall": that is right
    assert row[0] == 0  # "call only the likeliest one": precision is 0
    assert sk.precision_score(row, row) == sk.recall_score(row, row) == 1  # "judge … correctly"
    said = sorted(text.split(": ")[1] for text in texts(q, *q.answer))
    assert said == [
        "if you call only the likeliest one positive, precision is 1.",
        "if you judge everyone correctly, recall is 1, but precision is bad.",
        "to raise precision you have to call fewer people positive.",
    ]


@asked("tradeoff.order-of-prices")
def test_a_find_costs_its_share_of_the_alarms(q):
    program, alarms, finds = columns(q.data[0], "program", "more false alarms", "more finds")
    assert q.answer == tuple(program[np.argsort(alarms / finds)])
    orders = {"the reverse": -alarms / finds, "false alarms alone": alarms, "finds alone": -finds}
    for name, by in {**orders, "subtracted": alarms - finds}.items():
        assert q.misconceptions[name] == tuple(program[np.argsort(by)]), name


@asked("tradeoff.price-lists")
def test_every_bill_is_worked_out(q):
    line = float(re.search(r"lists is ([\d.]+) the cheap", q.text)[1])
    thresholds, fp, fn = columns(q.data[0], "threshold", "FP", "FN")
    cheapest = {}
    for name, text in q.form.options.texts.items():
        miss, alarm = map(int, re.fullmatch(r"a miss (\d+), a false alarm (\d+)", text).groups())
        bill = miss * fn + alarm * fp
        cheapest[name] = thresholds[bill == bill.min()].tolist()
    assert q.answer == {name for name, lines in cheapest.items() if lines == [line]}
    assert {name for name, lines in cheapest.items() if len(lines) > 1 and line in lines} == {"tie"}
    assert min(cheapest["above"]) < line < min(cheapest["below"])  # the prices are high for a miss


@asked("tradeoff.climb")
def test_precision_climbs_with_recall(q):
    hits, others = numbers(q, r"of (\d+) positives \(1\) and (\d+) negatives")
    goal = Fraction(re.search(r"at least ([\d/]+\d)", q.text)[1])
    labels, deal = [1] * hits + [0] * others, random.Random(0)
    for _ in range(25):
        deal.shuffle(labels)
        tried = "".join(map(str, labels))
        assert q.check(tried).correct is all(climbs(tried, goal)), tried
    one, late = (q.misconceptions[n] for n in ("surest one positive", "last positive too late"))
    assert [climbs(r, goal) for r in (q.answer, one, late)] == [(1, 1), (0, 1), (1, 0)]


def climbs(ranking, goal):
    """Tell whether each positive lifts precision, and whether the last leaves it high enough."""
    precision = [Fraction(ranking[:n].count("1"), n) for n in range(1, len(ranking) + 1)]
    hits = [n for n, label in enumerate(ranking) if label == "1"]
    return all(n and precision[n] > precision[n - 1] for n in hits), precision[hits[-1]] >= goal


@asked("fbeta.which-mean")
def test_one_story_asks_for_the_mean(q):
    means = {"harmonic": stats.hmean, "arithmetic": np.mean, "geometric": stats.gmean}
    mean = means[re.search("the (harmonic|arithmetic|geometric) mean", q.text)[1]]
    fits = []
    for story in q.form.options.texts.values():
        x, y = map(float, re.findall(r"\d+(?:\.\d+)?", story))
        truth, why = really(story, x, y)
        fits += [(story, why)] if isclose(mean([x, y]), truth) else []
    (story, why), (chosen, reason) = *fits, texts(q, *q.answer)
    assert chosen == story and reason.startswith(why)


def really(story, x, y):
    """Work an average out without a mean: litres over minutes, or the same price in the end."""
    if "tank" in story:  # of 2xy litres: each half, xy litres, takes y or x minutes
        return 2 * x * y / (y + x), "The amounts are equal"
    if "hour" in story:
        return (60 * x + 60 * y) / 120, "The times are equal"
    return (x * y) ** 0.5, "The factors are multiplied"  # its square is both factors in a row


@asked("fbeta.best-by-f2")
def test_models_in_order_of_f2(q):
    model, *rates = columns(q.data[0], "model", "precision", "recall")
    squares = {"the answer": 4, "β for β²": 2, "F0.5": 0.25, "F1": 1, "recall alone": 1e9}
    for name in squares.keys() & {"the answer", *q.misconceptions}:
        f = [mean(p, r, squares[name]) for p, r in zip(*rates, strict=True)]
        best_first = tuple(model[np.argsort(f)[::-1]])
        assert {"the answer": q.answer, **q.misconceptions}[name] == best_first
    assert q.misconceptions["the worst first"] == q.answer[::-1]


@asked("fbeta.build-kit")
def test_fewer_hits_and_a_higher_f1(q):
    lists = re.search(r"positive\): ([\d, ]+)\..* rang at ([\d, ]+): that's (\d+) hits", q.text)
    poisoned, rang = (set(map(int, text.split(", "))) for text in lists.groups()[:2])
    f1 = lambda kit: Fraction(2 * len(kit & poisoned), len(kit) + len(poisoned))  # noqa: E731
    assert len(rang & poisoned) == int(lists[3]) and f"an F1 of {f1(rang)}." in q.text
    deal = random.Random(0)
    for _ in range(25):
        few = deal.sample(sorted(poisoned), deal.randint(1, len(poisoned)))
        yours = {*few, *deal.sample(range(1, 21), deal.choice([0, 0, 1, 2, 5]))}
        fewer = len(yours & poisoned) == len(rang & poisoned) - 1
        assert q.check(yours).correct is (fewer and f1(yours) > f1(rang)), yours
    assert q.check(set(map(int, q.answer))).correct
