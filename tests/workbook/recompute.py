"""Work the known answers of the examples out again, with the library."""

from fractions import Fraction
from functools import cache

import numpy as np

from mlmetrics_edu.core.arithmetic import exact
from mlmetrics_edu.core.errors import UnknownNameError
from mlmetrics_edu.core.formula import Formula
from mlmetrics_edu.metrics import rates
from mlmetrics_edu.metrics.confusion import Confusion
from mlmetrics_edu.metrics.sweep import sweep
from tests.workbook import recompute_boxes, recompute_tables, recompute_walks

COUNTS = ("tp", "fp", "fn", "tn")
POOLED = Formula("pooled share", "(prevalence + predicted_positive_rate) / 2")
# Figures that have no name of their own in the library: a rate of our own, or one of the negatives.
OF_OUR_OWN = {
    "pooled_positive_share": (POOLED, "positive"),
    "pooled_negative_share": (POOLED, "negative"),
    "negative_prevalence": ("prevalence", "negative"),
    "predicted_negative_rate": ("predicted_positive_rate", "negative"),
}
# What no ranking and no table gives: averages of figures that the source prints ready-made.
LATER = {"averages of printed numbers": "eleven_point_average"}


@cache
def swept(name, example, ties):
    return sweep(example.y_true, example.y_score, ids=example.ids, ties=ties)


def counts(example, where) -> Confusion | None:
    """Find the one two-by-two table that an answer belongs to, if it belongs to one."""
    if "confusion" in where:
        return example.confusions[where["confusion"]]
    if "label" in where:
        return one_against_rest(example, where["label"])
    if "values" in where:
        return with_rates(example.values[where["values"]])
    if "step" in where:
        return swept(example.name, example, where["ties"])[where["step"]].confusion
    if "threshold" in where:
        return swept(example.name, example, "grouped").at(where["threshold"])
    return None


def one_against_rest(example, label) -> Confusion:
    ((name, matrix),) = example.matrices.items()
    i = example.labels[name].index(label)
    tp, row, column = matrix[i, i], matrix[i].sum(), matrix[:, i].sum()
    return Confusion(tp, column - tp, row - tp, matrix.sum() - row - column + tp)


def with_rates(values) -> Confusion | None:
    """Find small counts that have a given precision and recall."""
    if not {"precision", "recall"} <= set(values):
        return None
    p, r = (Fraction(str(values[name])) for name in ("precision", "recall"))
    tp = p.numerator * r.numerator
    return Confusion(tp, int(tp / p) - tp, int(tp / r) - tp, None)


def turned(c: Confusion) -> Confusion:
    """Exchange the two classes."""
    return Confusion(c.tn, c.fn, c.fp, c.tp)


def value(example, answer):
    """Work an answer out; None if it belongs to a later part."""
    if example.detections is not None:
        return recompute_boxes.value(example, answer)
    if answer.quantity in recompute_walks.QUANTITIES:
        return recompute_walks.value(example, answer)
    found = recompute_tables.value(example, answer)
    if found is not None:
        return found
    if answer.quantity == "threshold":
        return swept(example.name, example, answer.where["ties"]).threshold[answer.where["step"]]
    c = counts(example, answer.where)
    if c is None:
        return None
    if answer.quantity in COUNTS:
        return getattr(c, answer.quantity)
    return rate(c, answer.quantity)


def rate(c: Confusion, quantity: str):
    metric, side = OF_OUR_OWN.get(quantity, (quantity, "positive"))
    try:
        rates.lookup(metric)
    except UnknownNameError:
        return None
    return (c if side == "positive" else turned(c)).rate(metric)


def is_later(example, answer) -> bool:
    """Tell whether an answer is on the list of what isn't worked out here."""
    return any(answer.quantity in names.split() for names in LATER.values())


def fraction(worked):
    """Return the exact value of a rate, or of a count."""
    if isinstance(worked, (int, np.integer)):
        return Fraction(int(worked))
    return worked.fraction if hasattr(worked, "fraction") else exact(worked).value
