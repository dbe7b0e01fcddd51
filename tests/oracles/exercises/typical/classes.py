"""What a class hands in for the exercises of lesson 4."""

import re
from fractions import Fraction

import numpy as np
from scipy import stats

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    RIGHT,
    numbers,
    percent,
    rates,
    shares,
    some,
    swaps,
    typical,
)
from tests.oracles.exercises.test_classes_and_walk import square


def one_class(counts, who):
    """TP, FP, FN and TN of one class against the rest; truth stands in rows."""
    tp, row, column = counts[who, who], counts[who].sum(), counts[:, who].sum()
    return tuple(map(int, (tp, column - tp, row - tp, counts.sum() - row - column + tp)))


def every_class(counts):
    """The four counts of each class."""
    return [one_class(counts, who) for who in range(len(counts))]


def summed(runs):
    """Four counts of several classes, added up."""
    return tuple(map(sum, zip(*runs, strict=True)))


def f(cells, weight):
    """F-beta by β², of four counts; 0 where a class never stands in either place."""
    tp, fp, fn, _ = cells
    return (1 + weight) * tp / ((1 + weight) * tp + weight * fn + fp or 1)


def mean(values, weights=None):
    """The mean of a rate over classes."""
    return float(np.average([float(value) for value in values], weights=weights))


def harmonic(precision, recall, weight=1):
    """F-beta of a precision and a recall; 0 if both are."""
    return (1 + weight) * precision * recall / (weight * precision + recall or 1)


@typical("classes.one-class")
def one_against_the_rest(q):
    """Row for column, totals for cells, a part of the rest forgotten, another class."""
    counts, names = square(q.data[0].trace())
    who = names.index(re.search(r"Look for class (\w+) alone", q.text)[1])
    runs = every_class(counts)
    tp, fp, fn, tn = cells = runs[who]
    right, wrong = int(counts.trace()), int(counts.sum() - counts.trace())
    mixed = swaps(*cells)
    return {
        RIGHT: cells,
        "FP and FN swapped": mixed["FP and FN swapped"],
        "TN first": mixed["TP and TN swapped"],
        "the other class as positive": mixed["the other class as positive"],
        "in the order TP, TN, FP, FN": (tp, tn, fp, fn),
        "totals for FP and FN": (tp, tp + fp, tp + fn, tn),
        "only the rest of the diagonal as TN": (tp, fp, fn, right - tp),
        "TN with the false alarms": (tp, fp, fn, tn + fp),
        "TN with the misses": (tp, fp, fn, tn + fn),
        "all but TP as TN": (tp, fp, fn, tn + fp + fn),
        "TN forgotten": (tp, fp, fn, 0),
        "the whole diagonal as TP": (right, fp, fn, tn),
        "all mistakes as FP and as FN": (tp, wrong, wrong, tn),
        "all classes added up": summed(runs),
        "the class before": runs[who - 1],
        "the class after": runs[(who + 1) % len(runs)],
        "only one class as the rest": (tp, *beside(counts, who)),
    }


def beside(counts, who):
    """FP, FN and TN of a class against just one other, the next one."""
    other = (who + 1) % len(counts)
    return int(counts[other, who]), int(counts[who, other]), int(counts[other, other])


@typical("classes.macro-f2")
def macro_f2(q):
    """Other averages, other betas, one class for all, a mean that was not divided."""
    runs = every_class(square(q.data[0].trace())[0])
    sizes, said = zip(*((tp + fn, tp + fp) for tp, fp, fn, _ in runs), strict=True)
    f2, found = [f(run, 4) for run in runs], [rates(*run) for run in runs]
    p, r = (mean([x.get(name, 0) for x in found]) for name in ("precision", "recall"))
    return {
        "micro F2": f(summed(runs), 4),
        "weighted F2": mean(f2, sizes),
        "mean weighted by what was predicted": mean(f2, said),
        "macro F1": mean([f(run, 1) for run in runs]),
        "macro F0.5": mean([f(run, 0.25) for run in runs]),
        "β for β²": mean([f(run, 2) for run in runs]),
        "weighted F1": mean([f(run, 1) for run in runs], sizes),
        "macro precision": p,
        "macro recall": r,
        "F2 of the means": harmonic(p, r, 4),
        "F1 of the means": harmonic(p, r),
        "sum of the F2s": sum(f2),
        "F2 of the largest class": f2[int(np.argmax(sizes))],
        "lowest F2": min(f2),
        "highest F2": max(f2),
        "harmonic mean of the F2s": float(stats.hmean(f2)) if all(f2) else 0.0,
        **percent(mean(f2)),
    }


@typical("classes.read-the-picture")
def read_the_picture(q):
    """Row for column, another class, an average of the classes, another rate of this class."""
    words = alternative_text(q.pictures[0])
    cells = re.search(r"By true class: (.*?)\.", words)[1].split("; ")
    counts = np.array([re.findall(r"\d (\d+)(?=,|$)", row.split(" as ")[1]) for row in cells], int)
    who = int(numbers(r"precision of class (\d)", q)[0]) - 1
    runs = every_class(counts)
    tp, fp, fn, _ = runs[who]
    found, everybody = [rates(*run) for run in runs], int(counts.sum())
    p, r = ([x[name] for x in found if name in x] for name in ("precision", "recall"))
    names = "recall, F1, false discovery rate, false negative rate, specificity, share of positives"
    others = {"before": who - 1, "after": (who + 1) % 3, "at the other end": 2 - who}
    return (
        some(found[who], names)
        | some(found[who], "share of predicted positives, Jaccard index")
        | {
            "accuracy of all classes": Fraction(int(counts.trace()), everybody),
            "macro precision": mean(p),
            "macro recall": mean(r),
            "TP over all samples": Fraction(tp, everybody),
            "number of true positives": tp,
        }
        | shares({"TP over FP": (tp, fp), "TP over FN": (tp, fn)})
        | {
            f"precision of the class {where}": found[other]["precision"]
            for where, other in others.items()
            if "precision" in found[other]
        }
        | percent(found[who]["precision"])
    )


@typical("classes.without-the-crowd")
def without_the_crowd(q):
    """All classes in, the crowd's samples gone as well, other averages of the two that stay."""
    counts = square(q.data[0].trace())[0]
    runs = every_class(counts)
    few, everybody = runs[1:], int(counts.sum())
    cells, small = summed(few), counts[1:, 1:]
    p, r = ([rates(*run).get(name, 0) for run in few] for name in ("precision", "recall"))
    f1, sizes = [f(run, 1) for run in runs], counts.sum(1)
    found, row_gone = rates(*cells), (cells[0], int(small.sum()) - cells[0], cells[2], 0)
    merged = (int(small.sum()), int(counts[0, 1:].sum()), int(counts[1:, 0].sum()), 0)
    return {
        "micro precision": found["precision"],
        "micro recall": found["recall"],
        "Jaccard index": found["Jaccard index"],
        "arithmetic mean of micro P and R": (found["precision"] + found["recall"]) / 2,
        "macro F1 of the two": mean(f1[1:]),
        "weighted F1 of the two": mean(f1[1:], sizes[1:]),
        "macro precision of the two": mean(p),
        "macro recall of the two": mean(r),
        "micro F1 of all classes": Fraction(int(counts.trace()), everybody),
        "macro F1 of all classes": mean(f1),
        "weighted F1 of all classes": mean(f1, sizes),
        "F1 of the class that is left out": f1[0],
        "samples of that class dropped": f(row_gone, 1),
        "row and column struck out": Fraction(int(small.trace()), int(small.sum())),
        "both classes taken as one": f(merged, 1),
        "hits of the two over all samples": Fraction(cells[0], everybody),
        "F1 of the first of the two": f1[1],
        **percent(float(found["F1"])),
    }


def gaps(cells):
    """How far macro F1 lies below macro precision and below macro recall; 0/0 is 0."""
    tp, fp, fn, tn = cells
    found = [rates(*cells), rates(tn, fn, fp, tp)]
    names = "precision", "recall", "F1"
    p, r, f1 = (sum(x.get(name, Fraction(0)) for x in found) / 2 for name in names)
    return p - f1, r - f1


@typical("classes.below-both")
def below_both(q):
    """Tables that look extreme, that miss one half of the task, or whose sums are others."""
    ill, healthy = map(int, numbers(r"tells (\d+) ill .* from (\d+) healthy", q))
    goal = Fraction(re.search(r"by at least (0\.\d+)", q.text)[1])
    every = [(tp, fp, ill - tp, healthy - fp) for tp, fp in np.ndindex(ill + 1, healthy + 1)]
    gap = {cells: gaps(cells) for cells in every}
    close = {cells: min(both) for cells, both in gap.items() if 0 < min(both) < goal}
    return {
        "a perfect test": (ill, 0, 0, healthy),
        "everybody called ill": (ill, healthy, 0, 0),
        "everybody called healthy": (0, 0, ill, healthy),
        "all wrong": (0, healthy, ill, 0),
        "one ill person found, no false alarm": (1, 0, ill - 1, healthy),
        "one miss": (ill - 1, 0, 1, healthy),
        "one false alarm": (ill, 1, 0, healthy - 1),
        "half of each": (ill // 2, healthy // 2, ill - ill // 2, healthy - healthy // 2),
        "below precision alone": max(gap, key=lambda cells: gap[cells][0] - gap[cells][1]),
        "below recall alone": max(gap, key=lambda cells: gap[cells][1] - gap[cells][0]),
        "FP and FN swapped": (ill, 0, healthy - 1, 1),
        "TN first": (1, healthy - 1, 0, ill),
        "ill and healthy swapped": (healthy, ill - 1, 0, 1),
        **({"below both by too little": max(close, key=close.get)} if close else {}),
    }
