"""The DET curve, misses over false alarms, on scales that spread out the small errors.

Beside it, the point where both error rates are equal: a layer of the ROC and of the DET plane.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import NormalDist
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..core import digits, words
from ..core.conventions import Language, Legend
from ..metrics import curves
from ..metrics.curves import Curve
from ..metrics.sweep import Sweep, needs
from ..metrics.thresholds import equal_error_rate as equal_error_rate_of
from .curves import by_name, curve_of, layer, mark_point
from .door import of_scores
from .look import COLOURS, letters, look_of, style, visible, width
from .picture import axes_or_new, describe
from .placing import Label, arranger, first_time, names_of, place
from .say import head, same_cut, say

TICKS = (0.001, 0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99, 0.999)
FEW = 100  # corners; between fewer a line may be seen though none of them is
EDGE = 1e-9  # no error at all is infinitely far out: drawn there, beyond the edge of the picture
EQUAL = "equal"  # what a DET curve's picture has once: the line where both errors are equal
NEAR = 0.2  # along that line: how far from its point words may stand
TIMES = 2  # and on the axes of a DET curve, which spread small errors out: so many times
_DEVIATE = np.frompyfunc(NormalDist().inv_cdf, 1, 1)
_RATE = np.frompyfunc(NormalDist().cdf, 1, 1)


@of_scores
def det(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the detection error trade-off: the miss rate over the false alarm rate.

    Both axes are scales of normal deviates: scores that are normal in both classes give a straight
    line. An error rate of 0 lies infinitely far out, so that the line leaves the picture there.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        The counts at every threshold, or what :func:`mlmetrics_edu.det` made of them.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Martin et al. (1997), The DET curve in assessment of detection task performance.
    """
    models = {name: curve_of(one, curves.det, "DET") for name, one in by_name(of).items()}
    with style(language=language):
        ax = axes_or_new(ax, size=(5.0, 5.0))
        limits = _limits(models.values())
        _set_up(ax, limits)
        lines = {
            name: ax.plot(*_path(curve), **look_of(i, line))[0]
            for i, (name, curve) in enumerate(models.items())
        }
        _name(ax, lines, limits, legend)
        return describe(ax, lambda: _in_words(models))


def deviates(rates) -> np.ndarray:
    """Turn rates into normal deviates: 0.5 into 0, 0.975 into 1.96.

    Examples
    --------
    >>> deviates([0.5, 0.975]).round(2).tolist()
    [0.0, 1.96]
    """
    return _DEVIATE(np.clip(np.asarray(rates, float), EDGE, 1 - EDGE)).astype(float)


def _rates(deviate) -> np.ndarray:
    return _RATE(np.asarray(deviate, float)).astype(float)


def _limits(models) -> tuple[float, float]:
    """Choose the ends of both axes: the usual marks around the rates that there are."""
    rates = np.concatenate([np.ravel((curve.x, curve.y)) for curve in models])
    rates = rates[(rates > 0) & (rates < 1)]
    if not len(rates):
        return TICKS[0], TICKS[-1]
    ticks = np.array(TICKS)
    below, above = ticks[ticks < rates.min()], ticks[ticks > rates.max()]
    return (below.max() if len(below) else ticks[0]), (above.min() if len(above) else ticks[-1])


def _set_up(ax: Axes, limits) -> None:
    for side, rate in (("x", "fpr"), ("y", "fnr")):
        getattr(ax, f"set_{side}scale")("function", functions=(deviates, _rates))
        axis = getattr(ax, f"{side}axis")
        axis.set_major_locator(mpl.ticker.FixedLocator(TICKS))
        axis.set_major_formatter(mpl.ticker.FuncFormatter(lambda share, _: f"{100 * share:.6g}"))
        axis.set_minor_formatter(mpl.ticker.NullFormatter())
        axis.set_label_text(f"{say(f'det.{rate}')} (%)")
    ax.set(xlim=limits, ylim=limits)
    ax.set_box_aspect(1)
    ax.tick_params(axis="x", pad=letters(0.6))  # the numbers in the corner keep apart
    ax.grid(True, color="#E6E6E6", linewidth=0.8)
    ax.set_axisbelow(True)


def _path(curve: Curve):
    """Return the line, thinned on a scale much like the one it is drawn on."""
    x, y = (np.clip(column, EDGE, 1 - EDGE) for column in (curve.x, curve.y))
    logits = visible(np.log(x / (1 - x)), np.log(y / (1 - y)))
    return tuple(1 / (1 + np.exp(-logit)) for logit in logits)


def _name(ax: Axes, lines: dict[str, Line2D], ends, legend: Legend) -> None:
    """Draw where both errors are equal, and name all lines by their parts inside the picture."""
    inside = {name: _inside(line, ends) for name, line in lines.items()}
    empty = [name for name, part in inside.items() if not len(part.get_xdata())]
    if empty:
        text = "\n".join(
            part for part in (", ".join(filter(None, empty)), say("det.perfect")) if part
        )
        plate = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85}
        ax.text(0.5, 0.15, text, ha="center", transform=ax.transAxes, bbox=plate)
    named = {name: part for name, part in inside.items() if name and name not in empty}
    labels = [label._replace(line=lines[label.text]) for label in names_of(named)]
    if first_time(ax, EQUAL):
        look = {"color": COLOURS["quiet"], "linestyle": ":", "linewidth": width(0.6), "zorder": 1}
        labels += names_of({say("det.equal"): ax.plot(ends, ends, **look)[0]})
    place(ax, labels, legend)


def _inside(line: Line2D, ends) -> Line2D:
    """Return the part of a line that can be seen, for its name to be put there."""
    x, y = (_with_between(np.asarray(data, float)) for data in line.get_data())
    low, high = ends
    seen = (low <= x) & (x <= high) & (low <= y) & (y <= high)
    return Line2D(x[seen], y[seen], color=line.get_color())


def _with_between(rates: np.ndarray) -> np.ndarray:
    """Put points between few corners, where the scale draws the line."""
    if len(rates) > FEW:
        return rates
    along = np.linspace(0, len(rates) - 1, 1 + FEW * (len(rates) - 1))
    return _rates(np.interp(along, np.arange(len(rates)), deviates(rates)))


def _in_words(models: dict[str, Curve]) -> str:
    texts = []
    for name, curve in models.items():
        row = int(np.argmin(np.maximum(curve.x, curve.y)))
        text = say(
            "alt.det",
            points=f"{len(curve):,}",
            scale=say("det.scale.normal-deviate"),
            fpr=digits.decimal(curve.x[row]),
            fnr=digits.decimal(curve.y[row]),
            where=same_cut(curve.threshold[row].item(), curve.sweep),
        )
        texts.append(head(name) + text)
    return " ".join(texts)


@of_scores
@layer("roc")
def equal_error_rate(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    language: Language | None = None,
) -> Axes:
    """Draw where both error rates are equal, and mark there the point of each curve.

    In the picture of a DET curve that line stands already.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        Of which curves; a point that is undefined is left out.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If one of the classes is missing.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.equal_error_rate(s, mm.plots.det(s))
    """
    in_det, labels, texts = EQUAL in arranger(ax).once, [], []
    if not in_det:
        ax.plot([0, 1], [1, 0], color=COLOURS["gap"], lw=width(0.6), ls=":", zorder=2)
    for k, (name, one) in enumerate(by_name(of).items()):
        rate = equal_error_rate_of(_sweep(one))
        texts.append(head(name) + say("alt.equal_error", value=digits.decimal(rate)))
        if ax.get_xlim()[0] <= rate <= ax.get_xlim()[1]:  # perfect, a DET curve never comes there
            colour = look_of(k, {})["color"] if name else COLOURS["gap"]
            labels.append(_mark(ax, float(rate), colour, in_det))
    place(ax, labels)
    return describe(ax, " ".join(texts))


def _sweep(one: Sweep | Curve) -> Sweep:
    sweep = one.points if isinstance(one, Curve) else one
    needs(sweep, "equal error rate", "fpr", "fnr")
    return sweep


def _mark(ax: Axes, rate: float, colour, in_det: bool) -> Label:
    text = f"{words.symbol('equal_error_rate')} = {digits.decimal(rate)}"
    label = mark_point(ax, rate, rate if in_det else 1 - rate, text, colour, "D")
    if in_det:
        along = rate * TIMES ** np.linspace(-1, 1, 41)
        return label._replace(x=along, y=along)
    along = np.clip(np.linspace(rate - NEAR, rate + NEAR, 41), 0, 1)
    return label._replace(x=along, y=1 - along)
