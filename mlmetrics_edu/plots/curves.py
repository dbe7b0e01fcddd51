"""What pictures of curves share: curves by name, the square of two rates, marks and bands."""

from collections.abc import Callable, Mapping
from numbers import Real

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..core import digits
from ..core.errors import InputError
from ..metrics.comparing.band import Band
from ..metrics.curve import Curve
from ..metrics.sweep import Sweep
from .lines import look_of, thinned, width
from .look import COLOURS, letters
from .placing import Label
from .say import say, verbatim

SIZE = (5.4, 5.1)
FEW = 1_000  # points; more have no room for a marker each
EDGE = 0.02  # beyond 0 and 1, so that lines on the border are seen whole
FAINT = 0.18  # of a band, so that two are seen through each other


def curves_of(of, make: Callable[[Sweep], Curve], **how) -> dict[str, Curve]:
    """Take a sweep, a curve, or several by name; a single one has the name ``""``."""
    if isinstance(of, Mapping):
        if not of:
            raise InputError(
                "there is nothing to draw", "the mapping is empty", "put sweeps or curves into it"
            )
        return {verbatim(name): _curve(one, make, how) for name, one in of.items()}
    return {"": _curve(of, make, how)}


def _curve(one, make: Callable[[Sweep], Curve], how: dict) -> Curve:
    if not isinstance(one, Curve):
        return make(one, **how)
    axes = {"roc": ("fpr", "recall"), "pr": ("recall", "precision")}[make.__name__]
    if (one.x_name, one.y_name) != axes:
        raise InputError(
            f"a {one.name} curve for the plane of {axes[1]} over {axes[0]}",
            f"its own axes are {one.x_name} and {one.y_name}",
            f"pass the sweep, or mm.{make.__name__}(sweep)",
        )
    return one


def draw_curves(ax: Axes, curves: Mapping[str, Curve], line: Mapping) -> dict[str, Line2D]:
    """Draw every curve as a line; what is undefined stays a gap."""
    return {
        name: ax.plot(*_seen(curve), **look_of(k, line))[0]
        for k, (name, curve) in enumerate(curves.items())
    }


def _seen(curve: Curve) -> tuple[np.ndarray, np.ndarray]:
    """Return all points of a short curve, so that each can have a marker, and of a long one few."""
    return tuple(curve) if len(curve) <= FEW else thinned(*curve)


def square(ax: Axes, x: str, y: str, before: float = EDGE, after: float = EDGE) -> None:
    """Set limits, ticks and labels: two rates, each from 0 to 1, equally long."""
    ends, fifths = (-before, 1 + after), np.arange(6) / 5
    ax.set(xlim=ends, ylim=ends, xlabel=x, ylabel=y, aspect="equal")
    ax.set(xticks=fifths, yticks=fifths)


def given(values) -> list:
    """Take one number or several as a list; nothing and False are none."""
    if values is None or values is False:
        return []
    return [values] if isinstance(values, Real) else list(values)


def mark_thresholds(ax: Axes, curves: Mapping[str, Curve], thresholds) -> list[Label]:
    """Mark on each curve where a threshold leads; what is undefined there has no point."""
    write = digits.thresholds(given(thresholds))
    points = [
        (*point_at(curve, threshold), say("curve.mark", threshold=write(threshold)))
        for threshold in given(thresholds)
        for curve in curves.values()
    ]
    return [
        mark_point(ax, x, y, text, COLOURS["threshold"])
        for x, y, text in points
        if np.isfinite([x, y]).all()
    ]


def point_at(curve: Curve, threshold: float) -> tuple[float, float]:
    """Find the point of a curve that holds at a threshold: the last that is still high enough."""
    row = curve.points.row_at(threshold)
    return float(curve.x[row]), float(curve.y[row])


def mark_point(ax: Axes, x: float, y: float, text: str, colour, marker: str = "o") -> Label:
    """Draw a point larger than the others, with a white edge."""
    edge = {"markeredgecolor": "white", "markeredgewidth": width(0.5), "ls": ""}
    line = ax.plot(
        [x], [y], marker=marker, color=colour, markersize=letters(0.8), zorder=6, **edge
    )[0]
    return Label(text, *line.get_data(), colour, 0.9, line=line)


def shade_bands(ax: Axes, curves: Mapping[str, Curve], bands, line: Mapping) -> list[Label]:
    """Shade between the heights of each band, in the colour of its curve."""
    if bands is None:
        return []
    if isinstance(bands, Mapping):
        named = {verbatim(name): band for name, band in bands.items()}
    else:
        named = {next(iter(curves)): bands}
    return [
        _shade(ax, _checked(named[name], curves[name]), look_of(k, line)["color"])
        for k, name in enumerate(curves)
        if name in named
    ]


def _checked(band, curve: Curve) -> Band:
    if isinstance(band, Band) and band.curve.x_name == curve.x_name:
        return band
    what = f"of the {band.curve.name} curve" if isinstance(band, Band) else type(band).__name__
    raise InputError(
        f"the band given is one {what}" if isinstance(band, Band) else f"the band is a {what}",
        f"a band of the {curve.name} curve is drawn here",
        f"pass mm.bootstrap_band(sweep, mm.{'roc' if curve.x_name == 'fpr' else 'pr'})",
    )


def _shade(ax: Axes, band: Band, colour) -> Label:
    ax.fill_between(band.x, band.low, band.high, color=colour, alpha=FAINT, lw=0, zorder=1.5)
    look = {"color": colour, "ls": "-", "lw": width(0.25), "alpha": 0.7, "zorder": 1.6}
    low, _ = ax.plot(band.x, np.column_stack([band.low, band.high]), **look)
    text = say("curve.band", percent=f"{100 * band.level:g}")
    return Label(text, band.x, band.low, colour, 0.85, line=low)


def by_name(of) -> dict:
    """Take several by their names, or a single one without a name."""
    if not isinstance(of, Mapping):
        return {"": of}
    if not of:
        raise InputError("an empty mapping was given", "there is nothing to draw", "name → data")
    return {verbatim(name): one for name, one in of.items()}


def curve_of(of, make: Callable[[Sweep], Curve], name: str) -> Curve:
    """Take a curve as it is, or make it of a sweep."""
    if not isinstance(of, Curve):
        return make(of)  # which knows what to say of anything else
    if of.name != name:
        raise InputError(
            f"the picture of a {name} curve got a {of.name} curve",
            "each curve has axes of its own",
            "give the sweep, curve.sweep, from which any curve can be made",
        )
    return of
