"""The standard rates of a two-by-two table, by their plain names."""

from fractions import Fraction

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
    tp, fp, fn, tn = map(int, (tp, fp, fn, tn))
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


def f_beta(precision, recall, squared):
    """F-beta from P and R, by the square of beta; None where it divides by zero."""
    bottom = squared * precision + recall
    return (1 + squared) * precision * recall / bottom if bottom else None


def known(answers):
    """The answers without those that could not be computed (None)."""
    return {name: value for name, value in answers.items() if value is not None}
