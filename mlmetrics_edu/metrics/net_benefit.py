"""Net benefit: the positives that were found, less the false alarms, at a stated rate of exchange.

Who acts from a probability p on holds that at p acting and waiting are equally good: 1/p − 1 false
alarms are worth one found positive. So the threshold itself says what an error costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs
from ..core.calls import explained
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from ..core.inputs import locked
from .confusion import Confusion
from .curves import Curve
from .sweep import counted, needs

if TYPE_CHECKING:
    from .sweep import Sweep

FORMULA = "(TP - FP*p_threshold/(1 - p_threshold)) / (TP + FP + FN + TN)"
NET_BENEFIT = Formula(
    "net_benefit",
    FORMULA,
    (float("-inf"), 1.0),
    "higher",
    "there are no samples",
    source="Vickers & Elkin (2006)",
)
GRID = np.arange(1, 100) / 100
AT = "it is the probability from which on somebody would act"


def at_exchange(p) -> Formula:
    """Return net benefit as a formula of the four counts alone."""
    named = (NET_BENEFIT.name, FORMULA, NET_BENEFIT.range, NET_BENEFIT.direction)
    why, source = NET_BENEFIT.undefined_when, NET_BENEFIT.source
    return Formula(*named, why, source=source, fixed={"p_threshold": p})


@explained
def net_benefit(of: Sweep | Confusion, p_threshold: float) -> Worked:
    """Work out what acting from a probability on is worth, in found positives a sample.

    Parameters
    ----------
    of : Sweep or Confusion
        The counts at every threshold, of scores that are probabilities: those from
        ``p_threshold`` on are acted upon. Or four counts.
    p_threshold : float
        The probability at which acting and waiting are equally good, greater than 0 and less
        than 1. It weighs the false alarms: at 0.1, nine of them are worth one found positive.

    Returns
    -------
    Worked
        Up to the prevalence; 0 for acting on nobody.

    References
    ----------
    Vickers & Elkin (2006), Decision curve analysis, section "Theory".

    Examples
    --------
    >>> print(net_benefit(Confusion(tp=30, fp=20, fn=10, tn=40), 0.2).working)
    net benefit = (TP − FP·p threshold / (1 − p threshold)) / (TP + FP + FN + TN)
                = (30 − 20·0.2 / (1 − 0.2)) / (30 + 20 + 10 + 40)
                = 25/100
                = 1/4
                = 0.25
    """
    p = inputs.share(p_threshold, "p_threshold", AT, zero=False, one=False)
    if isinstance(of, Confusion):
        return of.rate(at_exchange(p))
    _of_probabilities(of, "net benefit")
    return of.at(p).rate(at_exchange(p))


@explained
def decision_curve(sweep: Sweep, at: ArrayLike | None = None) -> Curve:
    """Return net benefit over the probability from which on one acts.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold, of scores that are probabilities.
    at : array_like, shape (points,), optional
        Where it is worked out, rising, each greater than 0 and less than 1; without it at 0.01,
        0.02, … 0.99.

    Returns
    -------
    Curve
        ``beside`` has the net benefit of acting on everybody; that of acting on nobody is 0.

    References
    ----------
    Vickers & Elkin (2006), Decision curve analysis.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> curve = decision_curve(sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]), at=[0.25, 0.5])
    >>> curve.y.round(3).tolist(), curve.beside["treat all"].round(3).tolist()
    ([0.417, 0.0], [0.333, 0.0])
    """
    _of_probabilities(sweep, "decision curve")
    places = _places(at)
    rows = np.array([sweep.row_at(p) for p in places.tolist()])
    counts = {name: getattr(sweep, name.lower()) for name in ("TP", "FP", "FN", "TN")}
    heights = (
        NET_BENEFIT.column(p_threshold=places, **{n: c[chosen] for n, c in counts.items()})
        for chosen in (rows, np.full(len(rows), len(sweep) - 1))
    )
    y, everybody = map(locked, heights)
    more = {"beside": {"treat all": everybody}, "conventions": {"nobody": "treat none: 0"}}
    x = locked(places)
    return Curve("decision", x, y, x, "p_threshold", "net_benefit", sweep, rows, **more)


def _places(at) -> np.ndarray:
    if at is None:
        return GRID.copy()
    places = inputs.finite(at, "at", "probability", AT).copy()
    outside = np.flatnonzero((places <= 0) | (places >= 1) | (np.diff(places, prepend=-1) <= 0))
    if outside.size:
        raise InputError(
            f"at[{outside[0]}] is {places[outside[0]]:g}",
            "a curve goes along the probabilities greater than 0 and less than 1, rising",
            "pass such as at=[0.05, 0.1, 0.2]",
        )
    return places


def _of_probabilities(sweep: Sweep, what: str) -> None:
    """Refuse scores that are no probabilities: a threshold on them is no rate of exchange."""
    counted(sweep, what)
    needs(sweep, what, "recall", "fpr")
    high, low = sweep.threshold[1], sweep.threshold[-1]
    if high > 1 or low < 0:
        raise InputError(
            f"the scores go from {low:g} to {high:g}",
            f"a {what} takes each threshold for a probability at which one would act",
            "calibrate the scores first; or name the costs: mm.expected_cost(s, mm.Costs(…))",
        )
