"""Axes, columns and curves of a sweep as a page draws them: few digits, and what moves along."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..core import digits
from ..metrics.costing.cost_curves import cost_curve
from ..metrics.costing.costs import Costs
from ..metrics.costing.expected_cost import probability_cost
from ..metrics.curve import needs
from ..metrics.curves import ks
from ..metrics.sweep import Sweep

Say = Callable[..., str]
DIAGONAL = {"look": "chance", "x": [0, 1], "y": [0, 1]}
PLACES = 4  # of a coordinate: on a screen nobody sees more
FIFTHS = [[k / 5, f"{k / 5:g}"] for k in range(6)]


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


def share(label: str) -> dict[str, Any]:
    """Describe an axis from 0 to 1.

    Examples
    --------
    >>> share("recall")["ticks"][:2]
    [[0.0, '0'], [0.2, '0.2']]
    """
    return {"label": label, "from": -0.02, "to": 1.02, "ticks": FIFTHS}


def axis(label: str, low: float, high: float, ticks: int = 6) -> dict[str, Any]:
    """Describe an axis from one number to another, with ticks that are short to write.

    Examples
    --------
    >>> axis("score", 0.13, 0.82)["ticks"]
    [[0.2, '0.2'], [0.4, '0.4'], [0.6, '0.6'], [0.8, '0.8']]
    """
    if not high > low:
        low, high = low - 0.5, high + 0.5
    places = MaxNLocator(ticks, steps=[1, 2, 5, 10]).tick_values(low, high)
    inside = [float(f"{place:.12g}") for place in places if low <= place <= high]
    written = [[place, digits.threshold(place).replace("-", "−")] for place in inside]
    return {"label": label, "from": float(low), "to": float(high), "ticks": written}


def column(values: Sequence[float] | np.ndarray, places: int = PLACES) -> list[float | None]:
    """Return numbers with few digits; what is no number is None.

    Examples
    --------
    >>> column([1 / 3, float("nan"), 1.0])
    [0.3333, None, 1.0]
    """
    rounded = np.round(np.asarray(values, float), places)
    return [value if np.isfinite(value) else None for value in rounded.tolist()]


def some(n: int, most: int) -> np.ndarray:
    """Choose so many of many, evenly, the first and the last among them.

    Examples
    --------
    >>> some(5, 3).tolist()
    [0, 2, 4]
    """
    return np.unique(np.linspace(0, n - 1, min(n, most)).round().astype(int))


def blank() -> dict[str, Any]:
    """Describe an axis that says nothing, such as the one on which dots are stacked."""
    return {"label": "", "from": 0.0, "to": 1.0, "ticks": []}
