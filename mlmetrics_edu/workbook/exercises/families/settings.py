"""What two settings of one model are compared by: a careful one, and a bold one that finds more."""

from ....metrics.confusion import Confusion
from ..family import Family, family
from ..registry import formulas

COMPARED = {
    "false alarms more": "FP_b - FP_a",
    "hits more": "TP_b - TP_a",
    "false alarms more, less the hits more": "(FP_b - FP_a) - (TP_b - TP_a)",
    "hits more over false alarms more": "(TP_b - TP_a) / (FP_b - FP_a)",
    "false alarms more over hits more": "(FP_b - FP_a) / (TP_b - TP_a)",
    "calls more over hits more": "(TP_b + FP_b - TP_a - FP_a) / (TP_b - TP_a)",
    "all false alarms of the bold one over hits more": "FP_b / (TP_b - TP_a)",
    "false alarms more over all hits of the bold one": "(FP_b - FP_a) / TP_b",
    "false alarms more over all positives": "(FP_b - FP_a) / (TP_b + FN_b)",
    "false alarms more over misses of the careful one": "(FP_b - FP_a) / FN_a",
    "false alarms more over misses of both": "(FP_b - FP_a) / (FN_a + FN_b)",
    "false alarms over hits of the careful one": "FP_a / TP_a",
    "false alarms over hits of the bold one": "FP_b / TP_b",
    "false alarms over hits, the difference": "FP_b / TP_b - FP_a / TP_a",
    "false alarms over hits of both": "(FP_a + FP_b) / (TP_a + TP_b)",
    "ratio of the false alarms": "FP_b / FP_a",
    "rates in place of counts": "(fpr_b - fpr_a) / (recall_b - recall_a)",
    "ratio of the precisions": "precision_a / precision_b",
    "ratio of the recalls": "recall_b / recall_a",
    "loss of precision": "precision_a - precision_b",
    "gain of recall": "recall_b - recall_a",
    "loss of precision over gain of recall": "(precision_a - precision_b) / (recall_b - recall_a)",
    "gain of recall over loss of precision": "(recall_b - recall_a) / (precision_a - precision_b)",
    "loss of precision over gain of recall, as ratios": (
        "(precision_a / precision_b) / (recall_b / recall_a)"
    ),
    "gain in 1/recall": "1/recall_a - 1/recall_b",
    "gain in 1/recall over loss in 1/precision": (
        "(1/recall_a - 1/recall_b) / (1/precision_b - 1/precision_a)"
    ),
    "from geometric means": "log(precision_a / precision_b) / log(recall_b / recall_a)",
    "F1 of the careful one": "2*TP_a / (2*TP_a + FP_a + FN_a)",
    "F1 of the bold one": "2*TP_b / (2*TP_b + FP_b + FN_b)",
}
RATES = ("precision", "recall", "fpr")


def compared(careful: Confusion, bold: Confusion) -> Family:
    """Return all that two settings are compared by.

    Examples
    --------
    >>> family = compared(Confusion(8, 2, 2, 88), Confusion(9, 5, 1, 85))
    >>> print(family.members["false alarms more over hits more"].says())
    That's the additional false alarms divided by the additional hits.
    """
    terms = {}
    for side, c in (("a", careful), ("b", bold)):
        counted = {**c.counts, **{rate: c.rate(rate) for rate in RATES}}
        terms |= {f"{name}_{side}": value for name, value in counted.items()}
    return family("settings.compared", formulas(terms, COMPARED))
