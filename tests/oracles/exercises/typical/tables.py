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
