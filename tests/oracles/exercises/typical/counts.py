"""What a class hands in for the exercises of lesson 1."""

from fractions import Fraction

from tests.oracles.exercises.questions import (
    cell_shares,
    numbers,
    percent,
    rates,
    shares,
    some,
    typical,
)
from tests.oracles.exercises.test_start_counts_and_choosing import columns

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
def screening(q):
    """The ill are asked for among the letters; who divides by others gets another rate."""
    tp, fp, fn, _ = cells = table(q)
    return (
        others(cells, "precision")
        | some(rates(*cells), "share of positives, share of predicted positives, F1")
        | some(cell_shares(*cells), "TP over all rows")
        | shares(
            {
                "TP over FP": (tp, fp),
                "all the ill over all the letters": (tp + fn, tp + fp),
                "letters per ill one": (tp + fp, tp),
            }
        )
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
    (tp, fn), (fp, tn) = [[int(n) for n in column] for column in columns(q.data[0])]
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
        | shares(
            {
                "FP over TN": (fp, tn),
                "FP over all positives": (fp, tp + fn),
                "FP of all mistakes": (fp, fp + fn),
                "FP over all predicted negatives": (fp, fn + tn),
            }
        )
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
        | shares(
            {
                "TN over FN": (tn, fn),
                "TN of the right ones": (tn, tp + tn),
                "Jaccard index of the other class": (tn, tn + fp + fn),
            }
        )
        | {"number of true negatives": tn}
    )
