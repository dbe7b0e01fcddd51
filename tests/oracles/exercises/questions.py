"""What a student sees of an exercise, read; and the usual numbers, worked out by hand.

Nothing here knows the bank. Wrong answers to each exercise that asks for a number stand in
`typical`; in `worked` is what else may be answered, and what it is.
"""

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from importlib import import_module
from itertools import pairwise
from pathlib import Path

import numpy as np

from tests import cases

SEEDS = [None, *cases.seeds(20, 2 * cases.USUAL)]
FEW = SEEDS[:4]  # of what takes longer


WRONG: dict[str, Callable] = {}
RIGHT = "right"  # the name of the right answer, where its percentage is no wrong one


def typical(id: str):
    """Register what gives the wrong answers to an exercise: of a question, by their names.

    What can't be worked out on its data is left out.
    """

    def kept(work: Callable[..., Mapping[str, float | None]]):
        WRONG[id] = lambda q: {name: value for name, value in work(q).items() if value is not None}
        return work

    return kept


WORKED: dict[str, tuple[Callable, list]] = {}


def worked(id: str, seeds=SEEDS):
    """Register what yields answers to an exercise, each with what it is.

    That is True for right, False for wrong, or the name of the mistake.
    """

    def kept(work: Callable):
        WORKED[id] = work, seeds
        return work

    return kept


def load():
    """Read all that is registered."""
    for folder in ("typical", "worked"):
        for path in sorted(Path(__file__).with_name(folder).glob("lessons_*.py")):
            import_module(f"{__package__}.{folder}.{path.stem}")


COUNTS = ("TP", "FP", "FN", "TN")


def shares(pairs):
    """Each pair's quotient, by its name; what divides by zero is left out."""
    found = {}
    for name, (top, bottom) in pairs.items():
        if bottom:
            exact = all(isinstance(part, int | Fraction) for part in (top, bottom))
            found[name] = Fraction(top, bottom) if exact else top / bottom
    return found


def rates(tp, fp, fn, tn):
    """Every standard rate of the four counts that can be computed, exact."""
    tp, fp, fn, tn = map(Fraction, map(str, (tp, fp, fn, tn)))
    positives, negatives, alarms, silent = tp + fn, fp + tn, tp + fp, fn + tn
    rows = positives + negatives
    found = shares(
        {
            "recall": (tp, positives),
            "precision": (tp, alarms),
            "false positive rate": (fp, negatives),
            "specificity": (tn, negatives),
            "false discovery rate": (fp, alarms),
            "false negative rate": (fn, positives),
            "negative predictive value": (tn, silent),
            "false omission rate": (fn, silent),
            "accuracy": (tp + tn, rows),
            "error rate": (fp + fn, rows),
            "share of positives": (positives, rows),
            "share of negatives": (negatives, rows),
            "share of predicted positives": (alarms, rows),
            "share of predicted negatives": (silent, rows),
            "F1": (2 * tp, 2 * tp + fp + fn),
            "F1 of the other class": (2 * tn, 2 * tn + fp + fn),
            "Jaccard index": (tp, tp + fp + fn),
        }
    )
    if positives and negatives:
        recall, specificity = found["recall"], found["specificity"]
        found["balanced accuracy"] = (recall + specificity) / 2
        found["Youden's J"] = recall + specificity - 1
    return found


def cell_shares(tp, fp, fn, tn):
    """Each cell over all rows: the right cell, the wrong divisor."""
    rows = sum(map(int, (tp, fp, fn, tn)))
    cells = zip(COUNTS, (tp, fp, fn, tn), strict=True)
    return shares({f"{name} over all rows": (int(cell), rows) for name, cell in cells})


def swaps(tp, fp, fn, tn):
    """The four counts as they are often mixed up, by the mix-up's name."""
    return {
        "FP and FN swapped": (tp, fn, fp, tn),
        "the other class as positive": (tn, fn, fp, tp),
        "TP and TN swapped": (tn, fp, fn, tp),
        "predictions inverted": (fn, tn, tp, fp),
        "labels inverted": (fp, tp, tn, fn),
    }


def averages(tp, fp, fn, tn):
    """What a student may take for F1: other means of P and R, other weights, parts left out."""
    tp, fp, fn, tn = map(int, (tp, fp, fn, tn))
    found = shares(
        {
            "F2": (5 * tp, 5 * tp + 4 * fn + fp),
            "F0.5": (5 * tp, 5 * tp + fn + 4 * fp),
            "misses forgotten": (2 * tp, 2 * tp + fp),
            "false alarms forgotten": (2 * tp, 2 * tp + fn),
            "PR / (P + R)": (tp, 2 * tp + fp + fn),
            "hits doubled above only": (2 * tp, tp + fp + fn),
        }
    )
    if tp + fp and tp + fn:
        precision, recall = Fraction(tp, tp + fp), Fraction(tp, tp + fn)
        found["arithmetic mean of P and R"] = (precision + recall) / 2
        found["geometric mean of P and R"] = float(precision * recall) ** 0.5
        found["product of P and R"] = precision * recall
    both = some(rates(tp, fp, fn, tn), "F1, F1 of the other class")
    if len(both) == 2:
        found["macro F1"] = sum(both.values()) / 2
    return found


def some(found, *names):
    """Those of the answers that are named, also by commas, as far as they are known."""
    return {name: found[name] for name in ", ".join(names).split(", ") if name in found}


def counted(truth, called):
    """TP, FP, FN and TN of two rows of yes and no."""
    pairs = [(bool(t), bool(c)) for t, c in zip(truth, called, strict=True)]
    return tuple(map(pairs.count, ((True, True), (False, True), (True, False), (False, False))))


def percent(value):
    """The right number as a percentage whose sign was forgotten."""
    return {"percent without the sign": 100 * value}


TENTHS = [Fraction(k, 10) for k in range(11)]
HUNDREDTHS = [Fraction(k, 100) for k in range(101)]


def over(part, whole):
    """Divide exactly; nothing comes of a division by zero."""
    return Fraction(part) / whole if whole else None


def mean(numbers):
    """Return the arithmetic mean, or nothing of nothing."""
    numbers = list(numbers)
    return over(sum(numbers), len(numbers))


def known(wrong):
    """Leave out what couldn't be worked out."""
    return {name: value for name, value in wrong.items() if value is not None}


def told(q, pattern):
    """Read exact numbers out of a question."""
    return [Fraction(number) for number in re.search(pattern, q.text, re.DOTALL).groups()]


def columns(q, place=0):
    """Read all columns of a table, by their names."""
    return {one.name: np.array(list(one.values)) for one in q.data[place].columns}


def options(q):
    """Read what there is to choose from, options and reasons, by their names."""
    return {**q.form.options.texts, **getattr(getattr(q.form, "reasons", None), "texts", {})}


def letters(q, names):
    """Choose options by their names."""
    return {letter for letter, _ in q.form.listed if q.form.options.find(letter) in names}


def upwards(names, numbers):
    """Order names by some numbers, the smallest first."""
    return [names[k] for k in np.argsort(numbers, kind="stable")]


def some_of(names, tries):
    """Pick some of them at random, so often."""
    for seed in range(tries):
        random = np.random.default_rng(seed)
        yield random.random(len(names)) < random.choice([0.2, 0.4, 0.6])


def expand(tp, fp, fn, tn):
    """Give each sample that was counted a true and a predicted label."""
    cells = [(1, 1), (0, 1), (1, 0), (0, 0)]
    return np.repeat(cells, [int(n) for n in (tp, fp, fn, tn)], axis=0).T


def square(table):
    """Read a printed table of classes, truth in rows, and the names of the classes."""
    names = [row[0].removeprefix("truly ") for row in rows(table)[:-1]]
    assert [c.name.removeprefix("predicted ") for c in table.columns[1:-1]] == names
    return np.array([[int(n) for n in row[1:-1]] for row in rows(table)[:-1]]), names


def walked(q):
    """Read a printed list: names, scores and labels from the top."""
    names, score, label = zip(*rows(q.data[0]), strict=True)
    assert list(score) == sorted(score, reverse=True)
    return names, np.array(score, float), np.array(label, int)


def tags(q):
    """Read the table of tags: what is true, and the scores."""
    cells = [values for name, values in columns(q).items() if name]
    truth = [[int("■" in cell) for cell in column] for column in cells]
    return np.array(truth).T, np.array([[float(x.split()[0]) for x in c] for c in cells]).T


def column(table, name):
    """Read a column of a table."""
    return next(list(one.values) for one in table.columns if one.name == name)


def scored(q):
    """Read labels and scores, from the top."""
    labels, scores = (column(q.data[0], name) for name in ("label", "score"))
    return [int(y) for y in labels], [Fraction(str(score)) for score in scores]


def marks(text):
    """Read a row of signs, from the top."""
    return [int(sign in "+■R") for sign in text if sign in "+■R−·"]


def cells(y, k):
    """Count TP, FP, FN and TN with the first k called."""
    tp, positives = sum(y[:k]), sum(y)
    return tp, k - tp, positives - tp, len(y) - positives - (k - tp)


def called(y, score, bar):
    """Count TP, FP, FN and TN with all called whose score reaches a bar."""
    return cells(y, sum(one >= bar for one in score))


def ratios(tp, fp, fn, tn):
    """Work out the usual numbers of four counts, and TPR over FPR."""
    usual = rates(tp, fp, fn, tn)
    tpr, fpr = usual.get("recall"), usual.get("false positive rate")
    return usual | known({"positive likelihood ratio": over(tpr, fpr) if tpr and fpr else None})


def running(y):
    """Return the precision after each place."""
    return [mean(y[:k]) for k in range(1, len(y) + 1)]


def at_hits(y):
    """Return the precision at each positive."""
    return [p for p, label in zip(running(y), y, strict=True) if label]


def curve(y, score=None):
    """Return recall and precision at each bar; equal scores come in together."""
    last = range(1, len(y) + 1)
    if score:
        last = [k for k in last if k == len(y) or score[k] < score[k - 1]]
    return [(Fraction(sum(y[:k]), sum(y)), mean(y[:k])) for k in last]


def ap(points):
    """Sum rectangles under a P-R curve."""
    return sum((b[0] - a[0]) * b[1] for a, b in pairwise([(0, 1), *points]))


def straight(points):
    """Sum the areas under straight lines, from (0, 1) on."""
    return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise([(0, 1), *points]))


def lifted(points, levels):
    """Average the best precision still ahead over some levels of recall."""
    return mean(max((p for r, p in points if r >= level), default=0) for level in levels)


def all_points(points):
    """Sum rectangles under the best precision still ahead."""
    ahead = [(r, max(p for _, p in points[i:])) for i, (r, _) in enumerate(points)]
    return ap(ahead)


def pairs(y, score=None):
    """Count the pairs of a positive and a negative that are won, tied and there."""
    score = score or [-i for i in range(len(y))]
    up, down = ([s for s, label in zip(score, y, strict=True) if label == one] for one in (1, 0))
    won, tied = sum(a > b for a in up for b in down), sum(a == b for a in up for b in down)
    return won, tied, len(up) * len(down)


def auc(y, score=None):
    """Return the share of pairs won, a tied one counting one half."""
    won, tied, all_of_them = pairs(y, score)
    return over(2 * won + tied, 2 * all_of_them)


def leads(y):
    """List TPR − FPR after each sample, from nobody on."""
    return [rates(*cells(y, k))["Youden's J"] for k in range(len(y) + 1)]


def elsewhere(tp, fp, fn, tn, times):
    """Return the table with so many times the negatives."""
    return tp, fp * times, fn, tn * times


def rows(table):
    """Read a table row by row, as it is printed."""
    return [[column.cell(i) for column in table.columns] for i in range(len(table))]


def numbers(pattern, q):
    """Find numbers in a question."""
    return [float(number) for number in re.search(pattern, q.text).groups()]


def all_numbers(q):
    """Read all numbers of a question."""
    return [float(n) for n in re.findall(r"\d+(?:\.\d+)?", q.text)]


def fractions(text):
    """Read all numbers of a text, fractions as such."""
    return [Fraction(found) for found in re.findall(r"\d+(?:\.\d+|/\d+)?", text)]


def listed(q):
    """Read labels and scores of a list, from the top, as arrays."""
    return np.array(column(q.data[0], "label"), int), np.array(column(q.data[0], "score"), float)
