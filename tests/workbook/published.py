"""The library's rates under the names that the published cases use for them."""

import numpy as np

from mlmetrics_edu.metrics.confusion import Confusion
from mlmetrics_edu.metrics.sweep import Sweep, sweep

# What the cases call the rates of a two-by-two table
NAMES = {
    "accuracy": "accuracy acc ACC P(A)",
    "error_rate": "error",
    "precision": "precision ppv PPV prec",
    "recall": "recall sensitivity sens altman_sens TPR tpr rec",
    "specificity": "specificity spec altman_spec TNR",
    "npv": "npv",
    "fpr": "FPR fpr",
    "fnr": "miss_rate",
    "fdr": "fdr",
    "f1": "f1 F1",
    "f2": "F2 binary_F2",
    "f0.5": "fbeta0.5",
    "jaccard": "jaccard",
    "mcc": "MCC mcc",
    "kappa": "kappa",
    "scott_pi": "scott_pi",
    "pooled_agreement": "P(E)",
    "informedness": "informedness youden_gini diff",
    "markedness": "markedness",
    "balanced_accuracy": "balanced_accuracy bacc AUC_single_point",
    "lr_plus": "lr+",
    "lr_minus": "lr-",
    "diagnostic_odds_ratio": "dor",
    "g_mean": "GM",
    "prevalence": "prev p(p) default_rate",
    "predicted_positive_rate": "detection_prevalence fdp",
    "detection_rate": "detection_rate",
    "no_information_rate": "nir",
}
OURS = {theirs: ours for ours, names in NAMES.items() for theirs in names.split()}


class Rates(dict):
    """The rates of one table by the names of the cases, worked out when they are asked for."""

    def __init__(self, confusion: Confusion, pattern: str = "{}"):
        super().__init__({pattern.format(name): name for name in OURS})
        self.confusion = confusion

    def __getitem__(self, figure):
        return self.confusion.rate(OURS[super().__getitem__(figure)])


class Either(dict):
    """Several tables in one case; their figures have names of their own."""

    def __init__(self, *parts):
        super().__init__({figure: part for part in reversed(parts) for figure in part})

    def __getitem__(self, figure):
        return super().__getitem__(figure)[figure]


def walk(truth, scores=None, **options) -> Sweep:
    """Walk down a ranking; without scores, the ranks turned round."""
    scores = range(len(truth), 0, -1) if scores is None else scores
    return sweep(truth, list(scores), ties="in-order", **options)


def steps(swept: Sweep, pattern: str, rows=None) -> Either:
    """Return the rates of each row; the pattern says where its number stands in a name."""
    rows = range(len(swept)) if rows is None else rows
    numbered = [(i, pattern.replace("#", str(i))) for i in rows]
    return Either(*(Rates(swept[i].confusion, name) for i, name in numbered))


def one_against_rest(truth, guess, label, **options) -> Confusion:
    return Confusion.from_labels(np.equal(truth, label), np.equal(guess, label), **options)


def each_class(truth, guess, pattern: str) -> list[Rates]:
    """Count each class against the rest, and (as "micro") all of them together."""
    tables = {label: one_against_rest(truth, guess, label) for label in sorted(set(truth))}
    tables["micro"] = sum(tables.values(), Confusion(0, 0, 0, 0))
    return [Rates(c, pattern.replace("#", str(label))) for label, c in tables.items()]
