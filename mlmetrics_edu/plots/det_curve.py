"""The DET curve: misses over false alarms, on scales that spread out the small errors."""

from collections.abc import Mapping
from statistics import NormalDist
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..core import digits, inputs
from ..core.conventions import DetScale, Language, Legend, options
from ..metrics import curves
from ..metrics.curves import Curve
from ..metrics.sweep import Sweep
from .curves import by_name, curve_of
from .equal_error_layers import EQUAL, draw_equal_errors, equal_errors_in_words
from .given_scores import of_scores
from .lines import look_of, names_of, visible, width
from .look import COLOURS, letters, style
from .picture import axes_or_new, describe
from .placing import first_time, place
from .say import head, same_cut, say

SCALES = options(DetScale)
TICKS = (0.001, 0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99, 0.999)
FEW = 100  # corners; between fewer a line may be seen though none of them is
EDGE = 1e-9  # no error at all is infinitely far out: drawn there, beyond the edge of the picture
_DEVIATE = np.frompyfunc(NormalDist().inv_cdf, 1, 1)
_RATE = np.frompyfunc(NormalDist().cdf, 1, 1)


@of_scores()
def det(
    of: "Sweep | Curve | Mapping[str, Sweep | Curve]",
    ax: Axes | None = None,
    *,
    scale: DetScale = "normal-deviate",
    equal_error_rate: bool = False,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the detection error trade-off: the miss rate over the false alarm rate.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        The counts at every threshold, or what :func:`mlmetrics_edu.det` made of them.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    scale : {"normal-deviate", "linear", "log"}
        Of both axes. On the normal-deviate scale, scores that are normal in both classes give a
        straight line. An error rate of 0 lies infinitely far out on it, as on the log scale, so
        that the line leaves the picture there.
    equal_error_rate : bool
        Whether to mark the point of each curve where both errors are equal, a layer that can be
        drawn by itself as well: :func:`equal_error_rate`.
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
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Martin et al. (1997), The DET curve in assessment of detection task performance.
    """
    inputs.choice(scale, SCALES, "scale")
    named = by_name(of)
    models = {name: curve_of(one, curves.det, "DET") for name, one in named.items()}
    with style(language=language):
        ax = axes_or_new(ax, size=(5.0, 5.0))
        limits = _limits(models.values(), scale)
        _set_up(ax, scale, limits)
        drawn = [
            ax.plot(*_path(curve, scale), **look_of(i, line))[0]
            for i, curve in enumerate(models.values())
        ]
        _name(ax, dict(zip(models, drawn, strict=True)), limits, scale, legend)
        texts = [_in_words(models, scale)]
        if equal_error_rate:
            sweeps = {name: curve.points for name, curve in models.items()}
            place(ax, draw_equal_errors(ax, sweeps, line, in_det=True), legend)
            texts += equal_errors_in_words(sweeps)
        return describe(ax, " ".join(texts))


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


def _limits(models, scale: str) -> tuple[float, float]:
    """Choose the ends of both axes: the usual marks around the rates that there are."""
    if scale == "linear":
        return -0.02, 1.02
    rates = np.concatenate([np.ravel((curve.x, curve.y)) for curve in models])
    rates = rates[(rates > 0) & (rates < 1)]
    if not len(rates):
        return (TICKS[0], TICKS[-1]) if scale == "normal-deviate" else (TICKS[0], 1.0)
    if scale == "log":
        return 10.0 ** np.floor(np.log10(0.99 * rates.min())), 1.0
    ticks = np.array(TICKS)
    below, above = ticks[ticks < rates.min()], ticks[ticks > rates.max()]
    return (below.max() if len(below) else ticks[0]), (above.min() if len(above) else ticks[-1])


def _set_up(ax: Axes, scale: str, limits) -> None:
    how = {
        "normal-deviate": ("function", {"functions": (deviates, _rates)}),
        "linear": ("linear", {}),
        "log": ("log", {"nonpositive": "clip"}),
    }
    name, more = how[scale]
    for side, rate in (("x", "fpr"), ("y", "fnr")):
        getattr(ax, f"set_{side}scale")(name, **more)
        axis = getattr(ax, f"{side}axis")
        if scale == "normal-deviate":
            axis.set_major_locator(mpl.ticker.FixedLocator(TICKS))
        axis.set_major_formatter(mpl.ticker.FuncFormatter(lambda share, _: f"{100 * share:.6g}"))
        axis.set_minor_formatter(mpl.ticker.NullFormatter())
        axis.set_label_text(f"{say(f'det.{rate}')} (%)")
    ax.set(xlim=limits, ylim=limits)
    ax.set_box_aspect(1)
    ax.tick_params(axis="x", pad=letters(0.6))  # the numbers in the corner keep apart
    ax.grid(True, color="#E6E6E6", linewidth=0.8)
    ax.set_axisbelow(True)


def _path(curve: Curve, scale: str):
    """Return the line, thinned on a scale much like the one it is drawn on."""
    if scale == "linear":
        return visible(curve.x, curve.y)
    x, y = (np.clip(column, EDGE, 1 - EDGE) for column in (curve.x, curve.y))
    logits = visible(np.log(x / (1 - x)), np.log(y / (1 - y)))
    return tuple(1 / (1 + np.exp(-logit)) for logit in logits)


def _name(ax: Axes, lines: dict[str, Line2D], limits, scale: str, legend: Legend) -> None:
    """Draw where both errors are equal, and name all lines by their parts inside the picture."""
    ends = [max(limits[0], 0), min(limits[1], 1)]
    inside = {name: _inside(line, ends, scale) for name, line in lines.items()}
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


def _inside(line: Line2D, ends, scale: str) -> Line2D:
    """Return the part of a line that can be seen, for its name to be put there."""
    x, y = (_with_between(np.asarray(data, float), scale) for data in line.get_data())
    low, high = ends
    seen = (low <= x) & (x <= high) & (low <= y) & (y <= high)
    return Line2D(x[seen], y[seen], color=line.get_color())


def _with_between(rates: np.ndarray, scale: str) -> np.ndarray:
    """Put points between few corners, where the scale draws the line."""
    if len(rates) > FEW:
        return rates
    there, back = {
        "normal-deviate": (deviates, _rates),
        "linear": (np.asarray, np.asarray),
        "log": (np.log, np.exp),
    }[scale]
    along = np.linspace(0, len(rates) - 1, 1 + FEW * (len(rates) - 1))
    return back(np.interp(along, np.arange(len(rates)), there(rates)))


def _in_words(models: dict[str, Curve], scale: str) -> str:
    texts = []
    for name, curve in models.items():
        row = int(np.argmin(np.maximum(curve.x, curve.y)))
        text = say(
            "alt.det",
            points=f"{len(curve):,}",
            scale=say(f"det.scale.{scale}"),
            fpr=digits.decimal(curve.x[row]),
            fnr=digits.decimal(curve.y[row]),
            where=same_cut(curve.threshold[row].item(), curve.sweep),
        )
        texts.append(head(name) + text)
    return " ".join(texts)
