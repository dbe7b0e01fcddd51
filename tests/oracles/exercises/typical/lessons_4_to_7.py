"""What a class hands in for the exercises of lessons 4 to 7."""

import re
from fractions import Fraction
from itertools import permutations
from math import ceil

import numpy as np
from scipy import stats

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    HUNDREDTHS,
    RIGHT,
    TENTHS,
    all_points,
    ap,
    at_hits,
    auc,
    averages,
    called,
    cell_shares,
    cells,
    counted,
    curve,
    elsewhere,
    known,
    lifted,
    marks,
    mean,
    numbers,
    over,
    percent,
    rates,
    ratios,
    running,
    scored,
    shares,
    some,
    square,
    straight,
    swaps,
    told,
    typical,
    walked,
)


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


def classes_mean(values, weights=None):
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
    p, r = (classes_mean([x.get(name, 0) for x in found]) for name in ("precision", "recall"))
    return {
        "micro F2": f(summed(runs), 4),
        "weighted F2": classes_mean(f2, sizes),
        "mean weighted by what was predicted": classes_mean(f2, said),
        "macro F1": classes_mean([f(run, 1) for run in runs]),
        "macro F0.5": classes_mean([f(run, 0.25) for run in runs]),
        "β for β²": classes_mean([f(run, 2) for run in runs]),
        "weighted F1": classes_mean([f(run, 1) for run in runs], sizes),
        "macro precision": p,
        "macro recall": r,
        "F2 of the means": harmonic(p, r, 4),
        "F1 of the means": harmonic(p, r),
        "sum of the F2s": sum(f2),
        "F2 of the largest class": f2[int(np.argmax(sizes))],
        "lowest F2": min(f2),
        "highest F2": max(f2),
        "harmonic mean of the F2s": float(stats.hmean(f2)) if all(f2) else 0.0,
        **percent(classes_mean(f2)),
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
            "macro precision": classes_mean(p),
            "macro recall": classes_mean(r),
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
        "macro F1 of the two": classes_mean(f1[1:]),
        "weighted F1 of the two": classes_mean(f1[1:], sizes[1:]),
        "macro precision of the two": classes_mean(p),
        "macro recall of the two": classes_mean(r),
        "micro F1 of all classes": Fraction(int(counts.trace()), everybody),
        "macro F1 of all classes": classes_mean(f1),
        "weighted F1 of all classes": classes_mean(f1, sizes),
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


@typical("pr.precision-at-5")
def precision_at_5(q):
    """Take another rate, other rows, or another divisor."""
    y, score = scored(q)
    tp, fp, fn, tn = cells(y, 5)
    usual = ratios(tp, fp, fn, tn)
    names = ["recall", "false discovery rate", "accuracy", "F1", "false positive rate"]
    names += ["specificity", "negative predictive value", "share of positives"]
    return some(usual, *names) | {
        "one row too far": mean(y[:6]),
        "one row too early": mean(y[:4]),
        "divided by all samples": over(tp, len(y)),
        "number of true positives": tp,
        "true positives over false positives": over(tp, fp),
        "precision of the last five": mean(y[-5:]),
        "threshold 0.5": ratios(*called(y, score, 0.5)).get("precision"),
        "mean score of the first five": mean(score[:5]),
        "mean of the precisions at the first five places": mean(running(y)[:5]),
        "percent without the sign": 100 * usual["precision"],
    }


@typical("pr.break-even")
def break_even(q):
    """Cut elsewhere, forget those never returned, or hand in what was met on the way."""
    y, (wanted,) = marks(q.data[0]), map(int, told(q, r"has (\d+) relevant"))
    p, hits, found = running(y), [sum(y[:k]) for k in range(1, len(y) + 1)], sum(y)
    r = [Fraction(n, wanted) for n in hits]
    close = min(range(len(y)), key=lambda k: (not y[k], abs(p[k] - r[k])))
    near = p[close] != r[close]  # else it is the cut, and no mistake
    wrong = {
        "cut after as many as were returned": p[found - 1],
        "recall among those returned": over(hits[wanted - 1], found),
        "recall at the very end": r[-1],
        "divided by all returned": over(hits[wanted - 1], len(y)),
        "precision at the very end": p[-1],
        "precision one place short": p[wanted - 2],
        "recall one place short": r[wanted - 2],
        "precision one place too far": p[wanted],
        "recall one place too far": r[wanted],
        "precision at the closest relevant one": p[close] if near else None,
        "recall at the closest relevant one": r[close] if near else None,
        "F1 at the very end": over(2 * found, wanted + len(y)),
        "highest F1": max(over(2 * n, wanted + k) for k, n in enumerate(hits, 1)),
        "average precision": ap(curve(y)) * found / wanted,
        "precision at 10": p[9],
        "false discovery rate": 1 - p[wanted - 1],
        "place of the cut": wanted,
        "relevant ones before the cut": hits[wanted - 1],
        "percent without the sign": 100 * p[wanted - 1],
    }
    return known(wrong)


@typical("pr.read-off")
def pr_read_off(q):
    """Stop too early, go too far, split ties, or read the other rate."""
    y, (least,) = marks(q.data[0]), told(q, r"at least ([\d.]+)\. ")
    tied = [len(marks(tie)) for tie in re.findall(r"\[.*?\]|[+−]", q.data[0])]
    points = curve(y, [-group for group, size in enumerate(tied) for _ in range(size)])
    enough, short = ([x for x in points if (x[0] >= least) == so] for so in (True, False))
    recall, right = max(enough, key=lambda point: point[1])
    tp = recall * sum(y)
    there = ratios(*cells(y, int(tp / right)))
    precise = [r for r, p in points if p >= least]
    (r0, p0), (r1, p1) = short[-1], enough[0]
    return {
        "too little recall": max((p for r, p in short if r == short[-1][0]), default=None),
        "first bar with enough recall": p1,
        "on the line between two bars": p0 + (least - r0) / (r1 - r0) * (p1 - p0),
        "lowest precision at that recall": min(p for r, p in points if r == recall),
        "precision where all cars are found": max(p for r, p in points if r == 1),
        "precision at the very end": points[-1][1],
        "highest precision of the curve": max(p for _, p in points),
        "ties split": max(p for r, p in curve(y) if r >= least),
        "recall taken as a share of the images": running(y)[ceil(least * len(y)) - 1],
        "highest recall with so much precision": max(precise, default=None),
        "the recall asked for": least,
        "recall": recall,
        "F1": there["F1"],
        "false discovery rate": 1 - right,
        "false positive rate": there["false positive rate"],
        "accuracy": there["accuracy"],
        "break-even point": running(y)[sum(y) - 1],
        "average precision": ap(points),
        "percent without the sign": 100 * right,
    }


@typical("pr.sinking")
def sinking(q):
    """Keep the old list or cut, or take another number of the new list."""
    y, score = scored(q)
    (place,) = map(int, told(q, r"from place (\d+)"))
    new, cut, p = [*y[: place - 1], *y[place:], 0], sum(y), running(y)
    after, there = running(new), ratios(*cells(new, cut))
    names = ["accuracy", "false positive rate", "specificity", "false discovery rate"]
    names += ["Jaccard index", "share of positives"]
    return some(there, *names) | {
        "break-even point before": p[cut - 1],
        "one place short": after[cut - 2],
        "one place too far": after[cut],
        "precision at its old place": after[place - 1],
        "cut after as many as there are negatives": after[len(y) - cut - 1],
        "number of true positives": sum(new[:cut]),
        "the old list one place too far": p[cut],
        "divided by all samples": over(sum(new[:cut]), len(y)),
        "place of the cut": cut,
        "score at the cut": score[cut],
        "rise of the break-even point": after[cut - 1] - p[cut - 1],
        "average precision": ap(curve(new)),
        "area under the ROC curve": auc(new),
        "percent without the sign": 100 * after[cut - 1],
    }


@typical("pr.brochure")
def brochure(q):
    """Believe the test set, weigh the wrong cell, or stop half way."""
    c, (times,) = q.data[0], map(int, told(q, r"there are (\d+) images"))
    table = c.tp, c.fp, c.fn, c.tn
    here, there = ratios(*table), ratios(*elsewhere(*table, times))
    names = ["recall", "false positive rate", "specificity", "positive likelihood ratio"]
    crossing = ["accuracy", "F1", "false discovery rate", "negative predictive value"]
    return some(here, *names) | {
        "precision in the brochure": here["precision"],
        **{f"{name} at the crossing": there[name] for name in crossing},
        "accuracy of the test": here["accuracy"],
        "share of cars": over(1, times + 1),
        "precision divided by the negatives for each positive": here["precision"] / times,
        "precision times the share of cars": here["precision"] / (times + 1),
        "positives multiplied": ratios(*elsewhere(*table, Fraction(1, times)))["precision"],
        "one in so many, not one to so many": over(c.tp, c.tp + c.fp * (times - 1)),
        "FN for FP": over(c.tp, c.tp + c.fn * times),
        "odds of a right call": over(c.tp, c.fp * times),
        "percent without the sign": 100 * there["precision"],
    }


@typical("ap.rungs")
def rungs(q):
    """Take another rule, a rung too many or too few, or another divisor."""
    y = marks(q.data[0])
    hits, points, dots = at_hits(y), curve(y), [1 - label for label in y]
    return {
        "straight lines": straight(points),
        "all points": all_points(points),
        "eleven levels": lifted(points, TENTHS),
        "mean of the precisions at all photos": mean(running(y)),
        "mean of the precisions at the dots": mean(set_apart(running(y), dots)),
        "precision at the very end": mean(y),
        "divided by the photos": over(sum(hits), len(y)),
        "sum of the precisions": sum(hits),
        "last swift left out": mean(hits[:-1]),
        "first swift left out": mean(hits[1:]),
        "swift itself not counted": mean((p * k - 1) / k for k, p in places(y)),
        "mean of the recalls": mean(Fraction(k, len(hits)) for k in range(1, len(hits) + 1)),
        "read from the bottom": ap(curve(y[::-1])),
        "average precision of the other class": ap(curve(dots)),
        "reciprocal rank": over(1, y.index(1) + 1),
        "break-even point": running(y)[sum(y) - 1],
        "area under the ROC curve": auc(y),
        "percent without the sign": 100 * ap(points),
    }


def set_apart(numbers, wanted):
    """Keep the numbers at the places that are wanted."""
    return [number for number, so in zip(numbers, wanted, strict=True) if so]


def places(y):
    """List the places of the positives, from 1 on, with the precision there."""
    return [(k, p) for k, (p, label) in enumerate(zip(running(y), y, strict=True), 1) if label]


@typical("ap.read-off")
def ap_read_off(q):
    """Look at the thin line, to the wrong side, or at the wrong recall."""
    y, (level,) = marks(q.data[0]), told(q, r"at a recall of ([\d.]+)\?")
    p, hits, k = running(y), places(y), round(level * sum(y))
    at, ends = hits[k - 1][0] - 1, [place - 1 for place, _ in hits] + [len(y)]
    return {
        "the point itself": p[at],
        "one point to the right": p[at + 1],
        "next positive": p[ends[k]] if k < len(hits) else None,
        "positive before": p[ends[k - 2]] if k > 1 else None,
        "one recall too low": max(p[ends[k - 2] :]) if k > 1 else None,
        "lowest point at this recall": p[ends[k] - 1],
        "looked to the left": max(p[: at + 1]),
        "mean of the precisions ahead": mean(p for _, p in hits[k - 1 :]),
        "precision at the very end": p[-1],
        "precision after so many scans": p[k - 1],
        "recall taken as a share of the scans": p[round(level * len(y)) - 1],
        "false discovery rate": 1 - max(p[at:]),
        "the recall asked for": level,
        "average precision by rectangles": ap(curve(y)),
        "average precision by all points": all_points(curve(y)),
        "number of positives at this recall": k,
        "break-even point": p[sum(y) - 1],
        "percent without the sign": 100 * max(p[at:]),
    }


@typical("ap.eleven")
def eleven(q):
    """Take other levels, another height at a level, another divisor or another rule."""
    y = marks(q.data[0])
    points, right = curve(y), lifted(curve(y), TENTHS)
    first = [next(p for r, p in points if r >= level and r) for level in TENTHS]
    above = [max((p for r, p in points if r > level), default=0) for level in TENTHS]
    left = [max((p for r, p in points if r <= level), default=0) for level in TENTHS]
    own = [Fraction(k, sum(y)) for k in range(sum(y) + 1)]
    return {
        "divided by ten": right * 11 / 10,
        "level 0 left out": lifted(points, TENTHS[1:]),
        "level 0 forgotten, divided by eleven": lifted(points, TENTHS[1:]) * 10 / 11,
        "level 1 left out": lifted(points, TENTHS[:-1]),
        "precision 1 at level 0": right + (1 - lifted(points, [0])) / 11,
        "not looked to the right": mean(first),
        "looked to the left": mean(left),
        "recall above the level": mean(above),
        "sum of the eleven precisions": 11 * right,
        "average precision by rectangles": ap(points),
        "all points": all_points(points),
        "all points with recall 0": lifted(points, own),
        "101 levels": lifted(points, HUNDREDTHS),
        "straight lines": straight(points),
        "mean of the precisions at all photos": mean(running(y)),
        "precision at the very end": mean(y),
        "area under the ROC curve": auc(y),
        "percent without the sign": 100 * right,
    }


@typical("ap.never-returned")
def never_returned(q):
    """Forget those that never came, put them somewhere, or take another number of the list."""
    y, (wanted,) = marks(q.data[0]), map(int, told(q, r"collection (\d+) pages"))
    found, hits, lost = sum(y), at_hits(y), wanted - sum(y)
    points = [(r * found / wanted, p) for r, p in curve(y)]
    return {
        "only those returned": mean(hits),
        "lost ones put behind": ap(curve([*y, *[1] * lost])),
        "lost ones put in front": ap(curve([*[1] * lost, *y])),
        "lost ones counted twice": over(sum(hits), wanted + lost),
        "divided by all pages returned": over(sum(hits), len(y)),
        "sum of the precisions": sum(hits),
        "mean of the precisions at all pages": mean(running(y)),
        "eleven levels": lifted(points, TENTHS),
        "eleven levels of those returned": lifted(curve(y), TENTHS),
        "all points": all_points(points),
        "straight lines": straight(points),
        "precision at the very end": mean(y),
        "recall at the very end": over(found, wanted),
        "F1 at the very end": over(2 * found, wanted + len(y)),
        "break-even point": running(y)[wanted - 1],
        "precision times recall": mean(y) * found / wanted,
        "reciprocal rank": over(1, y.index(1) + 1),
        "percent without the sign": 100 * ap(points),
    }


@typical("ap.tie")
def tie(q):
    """Break the tie, leave it out, weigh it wrongly, or take another rule."""
    y, score = scored(q)
    start = next(i for i, one in enumerate(score) if score.count(one) == 3)
    orders = [[*y[:start], *tied, *y[start + 3 :]] for tied in permutations(y[start : start + 3])]
    untied, points, broken = [*y[:start], *y[start + 3 :]], curve(y, score), ap(curve(y))
    new = [p for (r, p), (before, _) in zip(points, [(0, 1), *points], strict=False) if r > before]
    bars = [(sum(s > one for s in score), label) for one, label in zip(score, y, strict=True)]
    return {
        "positives first": max(ap(curve(order)) for order in orders),
        "negatives first": min(ap(curve(order)) for order in orders),
        "mean of all orders": mean(ap(curve(order)) for order in orders),
        "ties broken by row": broken,
        "tied ones left out": ap(curve(untied)),
        "one of the tied kept": ap(curve([*y[: start + 1], *y[start + 3 :]])),
        "each score once": mean(new),
        "mean of the precisions at all scores": mean(p for _, p in points),
        "> for >=": mean(mean(y[:k]) or 0 for k, label in bars if label),
        "sum of the precisions": ap(points) * sum(y),
        "straight lines": straight(points),
        "all points": all_points(points),
        "eleven levels": lifted(points, TENTHS),
        "101 levels": lifted(points, HUNDREDTHS),
        "area under the ROC curve": auc(y, score),
        "precision at the very end": mean(y),
        "percent without the sign": 100 * ap(points),
    }


@typical("ap.flatterer")
def flatterer(q):
    """Write right counts in another order, or counts that fulfil one wish or none."""
    n, low, high = told(q, r"each of (\d+) samples.* below ([\d.]+) by .* above ([\d.]+) by")
    n, half = int(n), int(n) // 2
    tp, fp, fn, tn = next(
        (tp, fp, 0, n - tp - fp)
        for fp in range(n)
        for tp in range(1, n - fp)
        if flatters((tp, fp, 0, n - tp - fp), low, high)
    )
    wrong = {
        "FP and FN exchanged": (tp, fn, fp, tn),
        "TN first": (tn, fp, fn, tp),
        "classes exchanged": (tn, fn, fp, tp),
        "FN and TN exchanged": (tp, fp, tn, fn),
        "TP and FP exchanged": (fp, tp, fn, tn),
        "one sample too many": (tp, fp + 1, fn, tn),
        "one sample too few": (tp, fp - 1, fn, tn),
        "one positive missed": (tp, fp, fn + 1, tn - 1),
        "too few false alarms": (tp, fp // 2, fn, n - tp - fp // 2),
        "too many positives": (half, n - half - 1, 0, 1),
        "all right": (half, 0, 0, n - half),
        "all wrong": (0, n - half, half, 0),
        "nobody positive": (0, half, 0, n - half),
        "everybody positive": (half, 0, n - half, 0),
        "a coin": (2, half - 2, 2, n - half - 2),
        "one positive, on top": (1, 0, 0, n - 1),
        "one found, one missed": (1, half, 1, n - half - 2),
        "only misses": (0, n - 3, 2, 1),
    }
    # Many counts are right; another order may be, too.
    return {
        name: counts
        for name, counts in wrong.items()
        if sum(counts) != n or not flatters(counts, low, high)
    }


def flatters(counts, low, high):
    """Tell whether counts fulfil both wishes."""
    y, score = (
        [value for value, n in zip(row, counts, strict=True) for _ in range(n)]
        for row in ([1, 0, 1, 0], [2, 2, 1, 1])
    )
    points = curve(y, score) if sum(y) else [(1, 0)]
    return ap(points) < low and straight(points) > high
