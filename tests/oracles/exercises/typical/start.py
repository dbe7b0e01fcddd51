"""What a class hands in for the exercises of lesson 0."""

from fractions import Fraction

from tests.oracles.exercises.questions import (
    RIGHT,
    cell_shares,
    counted,
    numbers,
    percent,
    rates,
    shares,
    some,
    swaps,
    typical,
)
from tests.oracles.exercises.test_start_counts_and_choosing import shown


def emails(q):
    """TP, FP, FN and TN of a table of emails, where spam is positive."""
    _, said, truth = shown(q, str)
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
        | shares(
            {
                "right ones over wrong ones": (tp + tn, fp + fn),
                "misses not counted as wrong": (rows - fp, rows),
                "false alarms not counted as wrong": (rows - fn, rows),
            }
        )
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
        **shares(
            {
                "share of the mistakes that is left": (new, old),
                "of this year's mistakes": (fewer, new),
                "of last year's right ones": (fewer, was),
                "of this year's right ones": (fewer, now),
                "last year's mistakes over this year's": (old, new),
                "last year's right ones over this year's": (was, now),
                "this year's right ones over last year's": (now, was),
                "of both years' mistakes": (fewer, old + new),
            }
        ),
    }
