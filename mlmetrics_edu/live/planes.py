"""Curves of a sweep as a page draws them: the points, and what moves along them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ..metrics.costing.cost_curves import cost_curve
from ..metrics.costing.costs import Costs
from ..metrics.costing.expected_cost import probability_cost
from ..metrics.curve import needs
from ..metrics.curves import ks
from ..metrics.sweep import Sweep
from .axes import column, share

Say = Callable[..., str]
DIAGONAL = {"look": "chance", "x": [0, 1], "y": [0, 1]}


def pr(sweep: Sweep, rows: np.ndarray, costs: Costs | None, say: Say) -> dict[str, Any]:
    """Precision over recall."""
    needs(sweep, "P-R curve", "recall")
    at = {"x": column(sweep["recall"][rows]), "y": column(sweep["precision"][rows])}
    axes = {"x": share(say("recall")), "y": share(say("precision"))}
    return {"title": say("pr"), **axes, "paths": [], "moving": "dot", "at": at}


def roc(sweep: Sweep, rows: np.ndarray, costs: Costs | None, say: Say) -> dict[str, Any]:
    """True positive rate over false positive rate."""
    needs(sweep, "ROC curve", "recall", "fpr")
    at = {"x": column(sweep["fpr"][rows]), "y": column(sweep["recall"][rows])}
    axes = {"x": share(say("fpr")), "y": share(say("tpr"))}
    return {"title": say("roc"), **axes, "paths": [DIAGONAL], "moving": "dot", "at": at}


def gap(sweep: Sweep, rows: np.ndarray, costs: Costs | None, say: Say) -> dict[str, Any]:
    """Both rates over the share that is predicted positive, and how far they are apart."""
    curve = ks(sweep)
    x, tpr, fpr = (column(values[rows]) for values in (curve.x, curve.recall, curve.fpr))
    paths = [{"look": "curve", "x": x, "y": tpr}, {"look": "second", "x": x, "y": fpr}]
    axes = {"x": share(say("share")), "y": share(say("rates"))}
    at = {"x": x, "y": fpr, "x2": x, "y2": tpr}
    return {"title": say("ks"), **axes, "paths": paths, "moving": "gap", "at": at}


def cost(sweep: Sweep, rows: np.ndarray, costs: Costs | None, say: Say) -> dict[str, Any]:
    """The lowest cost at each mixture of classes and costs, and the line of one threshold."""
    envelope = cost_curve(sweep).envelope
    path = {"look": "curve", "x": column(envelope.x), "y": column(envelope.y)}
    paths = [path, {"look": "chance", "x": [0, 0.5, 1], "y": [0, 0.5, 0]}]
    if costs is not None:
        here = float(probability_cost(sweep.confusion(0).prevalence, costs))
        paths.append({"look": "faint", "x": [here, here], "y": [0, 1]})
    ends = {"x": [0] * len(rows), "y": column(sweep["fpr"][rows])}
    ends |= {"x2": [1] * len(rows), "y2": column(sweep["fnr"][rows])}
    axes = {"x": share("P(+)cost"), "y": share(say("cost_axis"))}
    return {"title": say("cost"), **axes, "paths": paths, "moving": "cut", "at": ends}


def counts_at(sweep: Sweep, rows: Sequence[int] | np.ndarray) -> dict[str, list]:
    """List the counts at some rows; of negatives that nobody could count there are none left."""
    columns = {"TP": sweep.tp, "FP": sweep.fp, "FN": sweep.fn}
    columns |= {} if sweep.negatives is None else {"TN": sweep.tn}
    return {cell: values[rows].tolist() for cell, values in columns.items()}


PLANES: Mapping[str, Callable[..., dict[str, Any]]] = {
    "pr": pr,
    "roc": roc,
    "ks": gap,
    "cost": cost,
}
