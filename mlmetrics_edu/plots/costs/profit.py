"""Profit over how many are called positive: what a ranking earns, beside picking at random."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ...core import digits
from ...core.conventions import Language
from ...metrics.confusion import Confusion
from ...metrics.costing.cost_lines import complete
from ...metrics.costing.costs import Costs
from ...metrics.costing.expected_cost import as_sweep
from ...metrics.costing.expected_cost import expected_cost as cost_of
from ...metrics.curves import gain
from ...metrics.sweep import Sweep
from ...metrics.thresholds import best_threshold
from ..by_threshold.threshold_parts import by_name
from ..colours import COLOURS
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..placing import Label, place
from ..say import say
from ..unit_square import look_of, names_of, thinned, width

ROOM = 0.16  # above and below the profits, for what is written there
MARKED = 5  # equally good thresholds that have a point each


def profit(
    of: Sweep | Confusion | Mapping[str, Sweep | Confusion],
    costs: Costs,
    ax: Axes | None = None,
    *,
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw what each sample earns on average, over the share of samples called positive.

    It is the expected cost with its sign turned. Left nobody is called positive, right everybody
    is; the dashed line between them is what picking at random would earn.

    Parameters
    ----------
    of : Sweep or Confusion, or mapping of str to these
        A classifier at every threshold, or one alone.
    costs : Costs
        What each outcome costs; benefits are negative costs, see :meth:`Costs.from_benefits`.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
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
        If costs are none.
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Provost & Fawcett (2013), Data Science for Business, chapters 7 and 8.
    """
    sweeps = {name: complete(as_sweep(one, "profit")) for name, one in by_name(of).items()}
    with style(language=language):
        ax = axes_or_new(ax, size=(6.4, 4.6))
        lines, labels = {}, []
        for k, (name, sweep) in enumerate(sweeps.items()):
            x, y = gain(sweep).x, -cost_of(sweep, costs)
            lines[name] = ax.plot(*thinned(x, y), **look_of(k, line))[0]
            labels += [] if k else _draw_ends(ax, x, y)
            labels += _mark(ax, sweep, costs, lines[name], x, y)
        named = names_of({name: one for name, one in lines.items() if name})
        _set_up(ax)
        place(ax, [*labels, *named])
        said = (_in_words(name, sweep, costs) for name, sweep in sweeps.items())
        return describe(ax, " ".join(said))


def _set_up(ax: Axes) -> None:
    ax.margins(0.03, ROOM)
    ax.axhline(0, color=COLOURS["quiet"], lw=width(0.4), ls="-", zorder=0.5)
    ax.set(xlabel=say("axis.share"), ylabel=say("profit.axis"))


def _draw_ends(ax: Axes, x: np.ndarray, y: np.ndarray) -> list[Label]:
    """Draw picking at random, and name its ends."""
    look = {"color": COLOURS["quiet"], "ls": (0, (6, 3)), "lw": width(0.7), "zorder": 2}
    random = ax.plot(x[[0, -1]], y[[0, -1]], **look)[0]
    labels = [Label(say("gain.random"), *random.get_data(), look["color"], 0.9, line=random)]
    for row, who in ((0, "nobody"), (-1, "everybody")):
        dot = ax.plot(x[row], y[row], "s", color=COLOURS["ink"], ms=letters(0.55), zorder=5)[0]
        text = say(f"profit.{who}", profit=_money(y[row]))
        labels.append(Label(text, *dot.get_data(), COLOURS["ink"], 0.9, line=dot))
    return labels


def _mark(ax: Axes, sweep: Sweep, costs: Costs, line, x, y) -> list[Label]:
    """Mark a classifier alone; of several thresholds, those that earn most."""
    alone, colour = bool(np.isnan(sweep.threshold[1])), line.get_color()
    rows = (1,) if alone else best_threshold(sweep, "cost", costs=costs).rows
    labels = []
    for row in [row for row in rows if 0 < row < len(x) - 1][:MARKED]:
        dot = ax.plot(x[row], y[row], "o", color=colour, ms=letters(0.75), mec="white", zorder=6)[0]
        text = say(f"profit.{'alone' if alone else 'most'}", profit=_money(y[row]))
        labels.append(Label(text, *dot.get_data(), colour, 0.95, line=dot))
    return labels


def _money(value: float) -> str:
    return f"{value + 0:.2f}".replace("-", "−")


def _in_words(name: str, sweep: Sweep, costs: Costs) -> str:
    earned = -cost_of(sweep, costs)
    known = {"nobody": _money(earned[0]), "everybody": _money(earned[-1])}
    head = f"{name}: " if name else ""
    share = digits.decimal(gain(sweep).x[earned.argmax()])
    return head + say("alt.profit", most=_money(earned.max()), share=share, **known)
