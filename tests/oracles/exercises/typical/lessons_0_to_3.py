"""What a class hands in for the exercises of lessons 0 to 3."""

import re
from fractions import Fraction
from math import log, sqrt

import numpy as np

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    RIGHT,
    averages,
    cell_shares,
    columns,
    counted,
    numbers,
    over,
    percent,
    rates,
    rows,
    shares,
    some,
    swaps,
    typical,
)


def emails(q):
    """TP, FP, FN and TN of a table of emails, where spam is positive."""
    _, said, truth = columns(q).values()
    return counted(truth == "spam", said == "spam")


@typical("start.share-of-right")
def share_of_right(q):
    """Other shares of the same emails; one kind of right or of wrong ones left out."""
    tp, fp, fn, tn = cells = emails(q)
    rows, found = sum(cells), rates(*cells)
    return (
        some(found, "error rate, precision, recall, specificity, negative predictive value, F1")
        | some(found, "balanced accuracy, share of positives, share of predicted positives")
        | some(found, "share of negatives, share of predicted negatives")
        | some(cell_shares(*cells), "TP over all rows, TN over all rows")
        | {
            "right ones over wrong ones": over(tp + tn, fp + fn),
            "misses not counted as wrong": over(rows - fp, rows),
            "false alarms not counted as wrong": over(rows - fn, rows),
        }
        | {"number of right ones": tp + tn}
        | percent(found["accuracy"])
    )


@typical("start.four-counts")
def four_counts(q):
    """Other orders, other meanings of the letters, sums for cells."""
    tp, fp, fn, tn = cells = emails(q)
    mixed = swaps(*cells)
    mixed["TN first"] = mixed.pop("TP and TN swapped")
    return mixed | {
        RIGHT: cells,
        "in the order TP, TN, FP, FN": (tp, tn, fp, fn),
        "in the order TP, FP, TN, FN": (tp, fp, tn, fn),
        "in the order TN, FP, TP, FN": (tn, fp, tp, fn),
        "all called spam as TP": (tp + fp, fp, fn, tn + fn),
        "all spam as TP": (tp + fn, fp, fn, tn + fp),
        "sum of the spam as TP": (tp + fn, fp, fn, tn),
        "sum of those called spam as TP": (tp + fp, fp, fn, tn),
        "TN forgotten": (tp, fp, fn, 0),
        "all right ones as TP": (tp + tn, fp, fn, 0),
        "all mistakes as FP": (tp, fp + fn, 0, tn),
        "all mistakes as FN": (tp, 0, fp + fn, tn),
        "totals in place of cells": (tp + fp, fn + tn, tp + fn, fp + tn),
    }


@typical("start.fewer-mistakes")
def fewer_mistakes(q):
    """Percentage points for percent, right ones for mistakes, the wrong year below the line."""
    was, now = map(int, numbers(r"filter got (\d+) % right, and this year's gets (\d+) %", q))
    old, new, fewer = 100 - was, 100 - now, now - was
    return {
        RIGHT: Fraction(fewer, old),
        "difference in percentage points": Fraction(fewer, 100),
        "number of mistakes fewer": fewer,
        "minus sign added": Fraction(-fewer, old),
        "this year's error rate": Fraction(new, 100),
        "last year's error rate": Fraction(old, 100),
        "this year's accuracy": Fraction(now, 100),
        "last year's accuracy": Fraction(was, 100),
        "share of the mistakes that is left": over(new, old),
        "of this year's mistakes": over(fewer, new),
        "of last year's right ones": over(fewer, was),
        "of this year's right ones": over(fewer, now),
        "last year's mistakes over this year's": over(old, new),
        "last year's right ones over this year's": over(was, now),
        "this year's right ones over last year's": over(now, was),
        "of both years' mistakes": over(fewer, old + new),
    }


ALL = (
    "recall, precision, false positive rate, specificity, false discovery rate, "
    "false negative rate, negative predictive value, false omission rate, accuracy, error rate"
)


def others(cells, right):
    """The ten rates of a table without the one that is asked for, which loses its sign."""
    found = rates(*cells)
    neighbours = some(found, ALL) | percent(found[right])
    del neighbours[right]
    return neighbours


def table(q):
    """TP, FP, FN and TN of the question's table."""
    shown = q.data[0]
    return shown.tp, shown.fp, shown.fn, shown.tn


@typical("counts.screening")
def counts_screening(q):
    """The ill are asked for among the letters; who divides by others gets another rate."""
    tp, fp, fn, _ = cells = table(q)
    return (
        others(cells, "precision")
        | some(rates(*cells), "share of positives, share of predicted positives, F1")
        | some(cell_shares(*cells), "TP over all rows")
        | {
            "TP over FP": over(tp, fp),
            "all the ill over all the letters": over(tp + fn, tp + fp),
            "letters per ill one": over(tp + fp, tp),
        }
        | {"number of ill people with a letter": tp}
    )


@typical("counts.baseline")
def baseline(q):
    """The detector's numbers, the frauds' share, odds for a share, other scores of the lazy one."""
    n, offered = map(int, numbers(r"in (\d+) is a fraud.* accuracy of (\d+)%", q))
    seller, right = Fraction(offered, 100), Fraction(n - 1, n)
    return {
        "share of frauds": Fraction(1, n),
        "accuracy of the detector": seller,
        "error rate of the detector": 1 - seller,
        "balanced accuracy": Fraction(1, 2),
        "recall": 0,
        "specificity": 1,
        "frauds over honest payments": Fraction(1, n - 1),
        "honest payments over frauds": n - 1,
        "one fraud to n honest payments": Fraction(n, n + 1),
        "one minus the frauds over honest payments": 1 - Fraction(1, n - 1),
        "all payments over honest ones": 1 / right,
        "gain over the detector": right - seller,
        "the detector's gain over it": seller - right,
        "accuracy of the detector less the frauds": seller - Fraction(1, n),
        **percent(right),
    }


@typical("counts.medical-table")
def medical_table(q):
    """The table read the other way round, and what else divides its corner."""
    (tp, fn), (fp, tn) = [[int(n) for n in column] for column in zip(*rows(q.data[0]), strict=True)]
    cells = tp, fp, fn, tn
    return (
        others(cells, "recall")
        | some(rates(*cells), "share of positives, share of predicted positives, F1, Jaccard index")
        | some(cell_shares(*cells), "TP over all rows")
        | shares(
            {"TP over FN": (tp, fn), "TP over FP": (tp, fp), "TP of the right ones": (tp, tp + tn)}
        )
    )


@typical("counts.letters")
def letters(q):
    """The letters taken in another order, and what else has C above the line."""
    tp, fn, fp, tn = map(int, numbers(r"A = (\d+), B = (\d+), C = (\d+) and D = (\d+)\.", q))
    cells = tp, fp, fn, tn
    return (
        others(cells, "false positive rate")
        | some(rates(*cells), "share of predicted positives, share of negatives")
        | some(cell_shares(*cells), "FP over all rows")
        | {
            "FP over TN": over(fp, tn),
            "FP over all positives": over(fp, tp + fn),
            "FP of all mistakes": over(fp, fp + fn),
            "FP over all predicted negatives": over(fp, fn + tn),
        }
        | {"number of false alarms": fp}
    )


@typical("counts.other-class")
def other_class(q):
    """Her other rates, the rates of the old positive class, and what else has TN above."""
    tp, fp, fn, tn = cells = table(q)
    return (
        others(cells, "negative predictive value")
        | some(rates(*cells), "F1 of the other class, share of predicted negatives")
        | some(rates(*cells), "share of negatives")
        | some(cell_shares(*cells), "TN over all rows")
        | {
            "TN over FN": over(tn, fn),
            "TN of the right ones": over(tn, tp + tn),
            "Jaccard index of the other class": over(tn, tn + fp + fn),
        }
        | {"number of true negatives": tn}
    )


NEAR = (
    "recall, accuracy, false discovery rate, false positive rate, specificity, F1, "
    "share of positives, share of predicted positives"
)


def precision(name, truth, called):
    """The precision of those who are called, by a name, if anybody is."""
    found = rates(*counted(truth, called))
    return {name: found["precision"]} if "precision" in found else {}


def next_row(score, line):
    """The line moved down by one row."""
    return max(score[score < line], default=line)


@typical("tradeoff.read-it-off")
def read_it_off(q):
    """Another line, another part of the row, another rate."""
    truth = np.array(re.findall("[+−](?=[,.])", alternative_text(q.pictures[0]))) == "+"
    score = np.array(q.data[0].removeprefix("scores: ").split(", "), float)
    line = float(re.search(r"at least ([\d.]+)", q.text)[1])
    tp, fp, fn, _ = cells = counted(truth, score >= line)
    found = rates(*cells)
    return (
        some(found, f"{NEAR}, negative predictive value")
        | precision("> for >=", truth, score > line)
        | precision("one row too far", truth, score >= next_row(score, line))
        | precision("precision at a line of one half", truth, score >= 0.5)
        | precision("those below the line", truth, score < line)
        | some(cell_shares(*cells), "TP over all rows")
        | shares({"TP over FP": (tp, fp), "all positives per true positive": (tp + fn, tp)})
        | {"number of true positives": tp}
        | percent(found["precision"])
    )


@typical("tradeoff.new-version")
def new_version(q):
    """The old list, points or line moved otherwise, another rate of the new list."""
    _, points, truth = columns(q).values()
    line, by = numbers(r"least (\d+) risk points.* gets (\d+) points", q)
    bad, now, before = truth == "bad", points + by >= line, points >= line
    tp, *_ = cells = counted(bad, now)
    found, old = rates(*cells), rates(*counted(bad, before))
    return (
        some(found, NEAR)
        | precision("before the update", bad, before)
        | precision("points taken off", bad, points - by >= line)
        | precision("line lowered as well", bad, points + 2 * by >= line)
        | precision("> for >=", bad, points + by > line)
        | precision("only those who are new on the list", bad, now & ~before)
        | some(cell_shares(*cells), "TP over all rows")
        | {"recall before the update": old["recall"]}
        | {"change of the precision": found["precision"] - old["precision"]}
        | {"number of true positives": tp}
        | percent(found["precision"])
    )


@typical("tradeoff.aids-test")
def aids_test(q):
    """Differences forgotten or turned over, averages for differences, rates for counts."""
    ill, people, hits, few, more_hits, many = map(int, re.findall(r"\d+", q.text))
    alarms, finds, healthy = many - few, more_hits - hits, people - ill
    more = Fraction(many, more_hits) - Fraction(few, hits)
    return {
        RIGHT: Fraction(alarms, finds),
        "false alarms more": alarms,
        "more found": finds,
        "false alarms more minus more found": alarms - finds,
        "turned over": over(finds, alarms),
        "all false alarms of the bold one per find": over(many, finds),
        "false alarms more per hit of the bold one": over(alarms, more_hits),
        "false alarms more per infected person": over(alarms, ill),
        "false alarms more per miss of the careful one": over(alarms, ill - hits),
        "false alarms per hit of the bold one": over(many, more_hits),
        "false alarms per hit of the careful one": over(few, hits),
        "ratio of the false alarms": over(many, few),
        "β² of one F": over(more, Fraction(ill, hits) - Fraction(ill, more_hits)),
        "all alarms more per find": over(alarms + finds, finds),
        "sums in place of differences": over(many + few, more_hits + hits),
        "misses added, not subtracted": over(alarms, 2 * ill - hits - more_hits),
        "rates in place of counts": over(Fraction(alarms, healthy), Fraction(finds, ill)),
        "difference of the false alarms per hit": more,
        "F1 of the bold one": Fraction(2 * more_hits, ill + more_hits + many),
    }


@typical("tradeoff.credit-points")
def credit_points(q):
    """The old line, points read the other way, other shares of the same lists."""
    low, high = numbers(r"threshold from (\d+) to (\d+)", q)
    _, points, truth = columns(q).values()
    good, refused = truth == "good", points <= high
    everybody, good_refused = len(points), int((good & refused).sum())

    def share(part, whole):
        return int((part & whole).sum()), int(whole.sum())

    lists = {
        "before the line rose": share(points <= low, good),
        "< for <=": share(points < high, good),
        "one row too far": share(points <= min(points[points > high], default=high), good),
        "share of the good customers that is accepted": share(~refused, good),
        "read as risk points": share(points >= high, good),
        "read as risk points, before the line rose": share(points >= low, good),
        "share of good customers among the refused": share(good, refused),
        "share of good customers among the accepted": share(good, ~refused),
        "share of the bad customers that is refused": share(refused, ~good),
        "newly refused good customers": share(refused & (points > low), good),
    }
    return shares(
        lists
        | {
            "good refused over everybody": (good_refused, everybody),
            "good refused over good accepted": (good_refused, int((good & ~refused).sum())),
            "good refused over the bad ones": (good_refused, int((~good).sum())),
            "share of everybody that is refused": (int(refused.sum()), everybody),
            "share of good customers": (int(good.sum()), everybody),
            "accuracy": (int((good != refused).sum()), everybody),
        }
    ) | {
        "number of good customers refused": good_refused,
        **percent(Fraction(good_refused, int(good.sum()))),
    }


MEANS = (
    "F2, F0.5, macro F1, misses forgotten, false alarms forgotten, PR / (P + R), "
    "hits doubled above only, arithmetic mean of P and R, geometric mean of P and R, "
    "product of P and R"
)


@typical("fbeta.screening")
def fbeta_screening(q):
    """P or R alone, other means of them, other classes, parts of the formula left out."""
    table = q.data[0]
    cells = table.tp, table.fp, table.fn, table.tn
    found = rates(*cells)
    recall, specificity = found["recall"], found["specificity"]
    return (
        some(found, "precision, recall, accuracy, balanced accuracy, Jaccard index")
        | some(found, "F1 of the other class")
        | some(averages(*cells), MEANS)
        | {
            "harmonic mean of recall and specificity": over(
                2 * recall * specificity, recall + specificity
            )
        }
        | percent(found["F1"])
    )


@typical("fbeta.needed-recall")
def needed_recall(q):
    """Other means solved for recall, the formula turned over, the two given numbers averaged."""
    p, f = map(Fraction, re.search(r"of (0\.\d+)\. .* exactly (0\.\d+)", q.text).groups())
    higher = f + Fraction(3, 20)  # lines are so far
    return {
        "the precision itself": p,
        "the F1 itself": f,
        "from the arithmetic mean": 2 * f - p,
        "from the geometric mean": f * f / p,
        "from the product": f / p,
        "from twice the product": f / (2 * p),
        "product of precision and F1": p * f,
        "harmonic mean of precision and F1": 2 * p * f / (p + f),
        "arithmetic mean of precision and F1": (p + f) / 2,
        "precision minus F1": p - f,
        "from PR / (P + R)": over(p * f, p - f),
        "from F2": over(4 * p * f, 5 * p - f),
        "from the next line": over(p * higher, 2 * p - higher),
        "from F0.5": over(p * f, 5 * p - 4 * f),
        "wrong sign below": over(p * f, 2 * p + f),
        "turned over": over(2 * p - f, p * f),
        "2 only above": over(2 * p * f, 2 * p - f),
        **percent(p * f / (2 * p - f)),
    }


@typical("fbeta.records")
def records(q):
    """Other weights than β² = 4, other means, the search's numbers in the wrong places."""
    everything, returned, hits, wanted = map(int, re.findall(r"\d+", q.text)[:4])
    fp, fn = returned - hits, wanted - hits
    cells = hits, fp, fn, everything - returned - fn
    p, r = Fraction(hits, returned), Fraction(hits, wanted)
    return (
        some(rates(*cells), "precision, recall, accuracy, F1, Jaccard index")
        | some(averages(*cells), "F0.5, arithmetic mean of P and R, geometric mean of P and R")
        | {
            "β for β²": over(3 * p * r, 2 * p + r),
            "β squared twice": over(17 * p * r, 16 * p + r),
            "weighted arithmetic mean, 1 and 4": over(p + 4 * r, 5),
            "weighted arithmetic mean, 1 and 2": over(p + 2 * r, 3),
            "PR / (4P + R)": over(p * r, 4 * p + r),
            "2PR / (4P + R)": over(2 * p * r, 4 * p + r),
            "5PR / (P + R)": over(5 * p * r, p + r),
            "returned ones as false alarms": over(5 * hits, 5 * hits + 4 * fn + returned),
            "wanted ones as misses": over(5 * hits, 5 * hits + 4 * wanted + fp),
        }
        | percent(5 * p * r / (4 * p + r))
    )


@typical("fbeta.sheet")
def sheet(q):
    """β and β² taken for each other, another number of the formula, P and R swapped."""
    pattern = r"F([\d.]+) is \(?([\d/]+)\)?·PR / \(\(?([\d/]+)\)?·P \+ R\)"
    index, top, square = map(Fraction, re.search(pattern, q.text).groups())
    assert index == square
    beta = sqrt(square)
    return {
        RIGHT: beta,
        "the index as it stands": index,
        "squared": square**2,
        "1 + β²": top,
        "root of 1 + β²": sqrt(top),
        "P and R swapped": 1 / beta,
        "β² with P and R swapped": 1 / square,
        "root taken twice": sqrt(beta),
        "halved": square / 2,
        "doubled": 2 * square,
        "1 + β": 1 + beta,
        "negative root": -beta,
        "β of F1": 1,
    }


@typical("fbeta.new-wells")
def new_wells(q):
    """The old wells alone or the new ones alone, other rates, other kinds of the new wells."""
    wells, poisoned, more = map(int, re.findall(r"\d+", q.text)[:3])
    everything = wells + more
    cells = poisoned, everything - poisoned, 0, 0
    found, before = rates(*cells), rates(poisoned, wells - poisoned, 0, 0)
    return (
        some(found, "precision, recall, false discovery rate")
        | some(averages(*cells), "arithmetic mean of P and R, geometric mean of P and R")
        | some(averages(*cells), "F2, F0.5, PR / (P + R)")
        | {
            "F1 before the new wells": before["F1"],
            "precision before the new wells": before["precision"],
            "change of F1": found["F1"] - before["F1"],
            "F1 of the new wells alone": 0,
            "mean of the old and the new wells' F1": before["F1"] / 2,
        }
        | {
            "old false alarms forgotten": over(2 * poisoned, 2 * poisoned + more),
            "all rings as false alarms": over(2 * poisoned, 2 * poisoned + everything),
            "new wells as hits": over(2 * (poisoned + more), everything + poisoned + more),
            "poisoned ones also as misses": over(2 * poisoned, everything + 2 * poisoned),
        }
        | percent(found["F1"])
    )


@typical("fbeta.crossover")
def crossover(q):
    """β for β², prices and other weights for it, a ratio turned over, reciprocals forgotten."""
    poisoned = int(re.search(r"(\d+) of them", q.data[0].title)[1])
    (careful, bold), (few, many) = (
        [*map(int, c)] for c in (columns(q)["rang at"], columns(q)["hits"])
    )
    alarms, finds = bold - many - careful + few, many - few
    p = Fraction(few, careful), Fraction(many, bold)
    high, low = 1 / p[1] - 1 / p[0], Fraction(poisoned, few) - Fraction(poisoned, many)
    square, lost = high / low, p[0] - p[1]
    return {
        RIGHT: square,
        "β": sqrt(square),
        "β² squared": square**2,
        "P and R swapped": 1 / square,
        "price of a miss in false alarms": Fraction(alarms, finds),
        "rings more per hit more": Fraction(bold - careful, finds),
        "false alarms more": alarms,
        "hits more": finds,
        "loss of P over gain of R": lost * poisoned / finds,
        "gain of R over loss of P": finds / (lost * poisoned),
        "loss of P": lost,
        "gain of R": Fraction(finds, poisoned),
        "ratio of the precisions": p[0] / p[1],
        "ratio of the recalls": Fraction(many, few),
        "ratio of both ratios": p[0] / p[1] * Fraction(few, many),
        "difference of 1/P alone": high,
        "difference of 1/R alone": low,
        "from weighted geometric means": log(p[0] / p[1]) / log(many / few),
        "1 + β²": 1 + square,
    }
