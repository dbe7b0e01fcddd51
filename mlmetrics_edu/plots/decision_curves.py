"""Decision curves: net benefit over the probability from which on somebody would act."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..core import digits
from ..core.conventions import Language, Legend
from ..metrics import net_benefit
from ..metrics.curves import Curve
from ..metrics.sweep import Sweep
from .curves import by_name, curve_of
from .given_scores import of_scores
from .lines import look_of, names_of, thinned, width
from .look import COLOURS, style
from .picture import axes_or_new, describe
from .placing import Label, first_time, place
from .say import head, say

BELOW = 0.25  # of the height above 0: a worthless model is seen, and presses nothing to the ceiling
ABOVE = 1.1


@of_scores()
def decision_curve(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    references: bool = True,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw net benefit over the probability from which on one acts.

    A model is of use where it lies above both references: acting on everybody, and on nobody.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        The counts at every threshold, of scores that are probabilities, or what
        :func:`mlmetrics_edu.decision_curve` made of them.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    references : bool
        Draw acting on everybody and acting on nobody, too.
    legend : bool or "auto"
        Whether names stand in a legend instead of beside their lines; ``"auto"`` where they are
        more than four, or have no room there.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If the scores are no probabilities.
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Vickers & Elkin (2006), Decision curve analysis.
    """
    make = net_benefit.decision_curve
    models = {name: curve_of(one, make, "decision") for name, one in by_name(of).items()}
    with style(language=language):
        ax, lines = axes_or_new(ax, size=(6.4, 4.4)), {}
        for k, (name, curve) in enumerate(models.items()):
            drawn = ax.plot(*thinned(*curve), **look_of(k, line))[0]
            lines[name or say("gain.model")] = drawn
        compared = _references(ax, models.values()) if references else {}
        ax.set(xlim=(0, 1), ylim=_limits(ax, models.values()))
        ax.set(xlabel=say("p_threshold"), ylabel=say("net_benefit"))
        labels = [*names_of(lines), *map(_where_negative, names_of(compared))]
        place(ax, labels, legend)
        return describe(ax, " ".join(_in_words(name, one) for name, one in models.items()))


def _references(ax: Axes, curves) -> dict:
    """Draw acting on everybody, once for each share of positives, and acting on nobody."""
    quiet = {"color": COLOURS["quiet"], "linewidth": width(0.6), "zorder": 1}
    lines = {}
    for curve in curves:
        share = curve.sweep["prevalence"][0]
        if first_time(ax, ("everybody", share)):
            everybody = curve.x, curve.beside["treat all"]
            lines.setdefault(say("decision.all"), ax.plot(*everybody, linestyle=":", **quiet)[0])
    if first_time(ax, "nobody"):
        nobody = np.array([0.0, 0.25, 0.5, 0.75, 1.0]), np.zeros(5)
        lines[say("decision.none")] = ax.plot(*nobody, linestyle="--", **quiet)[0]
    return lines


def _limits(ax: Axes, curves) -> tuple[float, float]:
    """Cut off what plunges: acting on everybody is worth less than any bound near 1."""
    known = ax.get_ylim() if not first_time(ax, "decision limits") else (0.0, 0.0)
    heights = [one for curve in curves for one in (curve.y.max(), curve.beside["treat all"].max())]
    high = max(*heights, 0.01) * ABOVE
    return min(-BELOW * high, known[0]), max(high, known[1])


def _where_negative(label: Label) -> Label:
    """Name acting on everybody where it can be told from the models: above 0 it is near them."""
    below = label.y < 0
    return label._replace(x=label.x[below], y=label.y[below]) if below.any() else label


def _in_words(name: str, curve: Curve) -> str:
    """Say where a model is worth more than both references, and how much at most."""
    over = np.flatnonzero(curve.y > np.maximum(curve.beside["treat all"], 0))
    text = say("alt.decision", share=digits.decimal(curve.sweep["prevalence"][0]))
    if not len(over):
        return head(name) + text + say("alt.decision_never")
    ends = {"low": digits.decimal(curve.x[over[0]]), "high": digits.decimal(curve.x[over[-1]])}
    key = "alt.decision_between" if len(over) == over[-1] - over[0] + 1 else "alt.decision_some"
    return head(name) + text + say(key, **ends)
