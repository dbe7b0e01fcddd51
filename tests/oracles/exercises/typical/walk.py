"""What a class hands in for the exercises of lesson 5."""

import re
from fractions import Fraction

import numpy as np

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    RIGHT,
    averages,
    cell_shares,
    counted,
    numbers,
    percent,
    rates,
    shares,
    some,
    typical,
)
from tests.oracles.exercises.test_classes_and_walk import walked


def precision(name, y, called):
    """The precision of those who are called, by a name, if anybody is."""
    found = rates(*counted(y, called))
    return {name: found["precision"]} if "precision" in found else {}


def stretch(score, bar):
    """How many rows stand above a bar, and how many at or above it."""
    return int((score > bar).sum()), int((score >= bar).sum())


@typical("walk.one-bar")
def one_bar(q):
    """The bar elsewhere, ties cut, another rate of the same rows."""
    _, score, y = walked(q)
    (bar,) = numbers(r"threshold is ([\d.]+)\.", q)
    above, down = stretch(score, bar)
    step = np.arange(1, len(y) + 1)
    tp, fp, *_ = cells = counted(y, score >= bar)
    found = rates(*cells)
    names = "recall, accuracy, false discovery rate, false positive rate, specificity, F1"
    return (
        some(found, f"{names}, share of positives, share of predicted positives")
        | precision("> for >=", y, score > bar)
        | precision("stopped at the first of those tied", y, step <= above + 1)
        | precision("one row too far", y, step <= down + 1)
        | precision("those below the bar", y, score < bar)
        | precision("precision at a bar of one half", y, score >= 0.5)
        | some(cell_shares(*cells), "TP over all rows")
        | shares({"TP over FP": (tp, fp)})
        | {"number of true positives": tp}
        | percent(found["precision"])
    )


@typical("walk.among-ties")
def among_ties(q):
    """> for >=, ties cut or counted once, those of one label alone, the rest of the list."""
    names, score, y = walked(q)
    (bar,) = numbers(r"threshold is ([\d.]+)\.", q)
    above, down = stretch(score, bar)
    tp, fp, fn, tn = counted(y, score >= bar)
    return {
        RIGHT: down,
        "> for >=": above,
        "tied rows counted once": above + 1,
        "thresholds counted": len(set(score[:down])),
        "thresholds above it": len(set(score[:above])),
        "one row too far": down + 1,
        "one row early": down - 1,
        "true positives": tp,
        "false positives": fp,
        "cars above the bar": int(y[:above].sum()),
        "all the cars": tp + fn,
        "those below the bar": fn + tn,
        "those at the bar or below": len(y) - above,
        "those right at the bar": down - above,
        "true negatives": tn,
        "all images": len(y),
        "number in the name of the last one": int(re.search(r"\d+", names[down - 1])[0]),
    }


@typical("walk.f1-of-boxes")
def f1_of_boxes(q):
    """A box early or late, the names for positions, other rates and means."""
    words = alternative_text(q.pictures[0])
    boxes = [(int(name), sign == "+") for name, sign in re.findall(r"(\d+)([+−])", words)]
    named, y = map(np.array, zip(*boxes, strict=True))
    step, first = np.arange(1, len(y) + 1), int(numbers(r"first (\d+) from the left", q)[0])
    cells = counted(y, step <= first)

    def f1(called):
        return rates(*counted(y, called)).get("F1", 0)

    names = "F2, misses forgotten, false alarms forgotten, PR / (P + R), hits doubled above only"
    means = "arithmetic mean of P and R, geometric mean of P and R, macro F1"
    found = rates(*cells)
    return (
        some(found, "precision, recall, accuracy, specificity, Jaccard index")
        | some(found, "F1 of the other class")
        | some(averages(*cells), f"{names}, {means}")
        | {
            "one row early": f1(step < first),
            "one row too far": f1(step <= first + 1),
            "numbers in the boxes for positions": f1(named <= first),
            "counted from the right": f1(step > len(y) - first),
        }
        | percent(found["F1"])
    )


@typical("walk.best-step")
def best_step(q):
    """The best step by another number, a count at the best step, the place miscounted."""
    y = walked(q)[2]
    n, step, tp = int(y.sum()), np.arange(1, len(y) + 1), y.cumsum()
    fp, others = step - tp, len(y) - n
    f1 = 2 * tp / (step + n)
    best = int(np.argmax(f1))

    def first(values):
        return 1 + int(np.argmax(np.round(values, 12)))

    return {
        RIGHT: best + 1,
        "best accuracy": first(tp - fp),
        "best precision": first(tp / step),
        "best recall": first(tp),
        "best arithmetic mean of P and R": first(tp / step + tp / n),
        "best product of P and R": first(tp / step * tp / n),
        "best Youden's J": first(tp / n - fp / others),
        "best F2": first(5 * tp / (step + 4 * n)),
        "best F0.5": first(1.25 * tp / (step + 0.25 * n)),
        "precision equal to recall": n,
        "one step early": best,
        "one step too far": best + 2,
        "true positives there": int(tp[best]),
        "false alarms there": int(fp[best]),
        "first fall of F1": 1 + int(np.argmax(np.diff(f1, append=-1) < 0)),
        "last step": len(y),
        "true positives and true negatives there": int(tp[best] + others - fp[best]),
    }


@typical("walk.two-versions")
def two_versions(q):
    """The old list, today's function, rows for scores, the start or the end miscounted."""
    names, score, y = walked(q)
    who = names.index(re.search("improved: (.+?) now", q.text)[1])
    new = score.copy()
    new[who] = numbers(r"now gets ([\d.]+) instead", q)[0]

    def points(scores, last):
        return len({*scores[scores >= last]})

    def end(scores):
        return min(scores[y == 1])

    stop, old = points(new, end(new)), points(score, end(score))
    rows, cars = int((new >= end(new)).sum()), int(y.sum())
    order = np.argsort(-new, kind="stable")
    return {
        RIGHT: stop + 1,
        "without the added point": stop,
        "two points added": stop + 2,
        "the old scores": old + 1,
        "the old scores, without the added point": old,
        "today's version": len({*new}) + 1,
        "today's version, without the added point": len({*new}),
        "today's version, the old scores": len({*score}) + 1,
        "rows counted": rows + 1,
        "rows down to the last car": int(np.flatnonzero(y[order])[-1]) + 2,
        "rows counted, without the added point": rows,
        "a point for each image": len(y) + 1,
        "all images": len(y),
        "a point for each car": cars + 1,
        "number of cars": cars,
        "stopped at the old score": points(new, score[who]) + 1,
        "stopped at the new score": points(new, new[who]) + 1,
        "one score before full recall": stop - 1,
        "scores of cars alone": len({*new[y == 1]}) + 1,
    }


@typical("walk.paid")
def paid(q):
    """Prices swapped or left out, another goal, ties cut, the earnings for the threshold."""
    _, score, y = walked(q)
    win, cost = map(int, numbers(r"pays you (\d+) .* you pay (\d+)", q))
    bars = np.unique(score)[::-1]
    tp, fp = (((score >= bars[:, None]) & (y == label)).sum(1) for label in (1, 0))
    n, pay, by_row = int(y.sum()), win * tp - cost * fp, np.where(y == 1, win, -cost).cumsum()
    best, lowest = int(np.argmax(pay)), len(bars) - 1

    def top(values):
        return float(bars[np.argmax(np.round(values, 12))])

    return {
        RIGHT: float(bars[best]),
        "prices swapped": top(cost * tp - win * fp),
        "prices left out": top(tp - fp),
        "all cars found": top(tp),
        "lowest score": float(bars[-1]),
        "misses paid as well": top(pay - win * (n - tp)),
        "best precision": top(tp / (tp + fp)),
        "best F1": top(2 * tp / (tp + fp + n)),
        "best Youden's J": top(tp / n - fp / (len(y) - n)),
        "most earned per image": top(pay / (tp + fp)),
        "> for >=": float(bars[min(best + 1, lowest)]),
        "one score early": float(bars[max(best - 1, 0)]),
        "between two tied": float(score[np.argmax(by_row)]),
        "first fall of the earnings": float(bars[np.argmax(np.diff(pay, append=-(10**9)) < 0)]),
        "last score that still earns": float(min(bars[pay > 0], default=bars[-1])),
        "price of a false alarm over both": Fraction(cost, win + cost),
        "one half": 0.5,
        "the earnings": int(pay[best]),
        "number of images called": int((tp + fp)[best]),
    }
