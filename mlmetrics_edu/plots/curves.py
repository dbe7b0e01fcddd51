"""What pictures of curves share: curves by name, the planes of two rates, layers, points, bands.

And the curves of many classes, each against the rest, with their averages.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import wraps
from numbers import Real
from typing import TypeVar, cast

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..core import words
from ..core.conventions import Language
from ..core.errors import InputError
from ..metrics.bootstrap import Band, FoldMean
from ..metrics.confusion import Confusion
from ..metrics.curves import Curve
from ..metrics.curves import pr as pr_of
from ..metrics.curves import roc as roc_of
from ..metrics.one_vs_rest import OneVsRest
from ..metrics.sweep import Sweep
from .look import COLOURS, SERIES, dot, letters, look_of, style, visible, width
from .picture import axes_or_new, describe
from .placing import Label, first_time, names_of, place
from .say import head, listing, same_cuts, say, verbatim

SIZE = (5.4, 5.1)
FEW = 1_000  # points; more have no room for a marker each
EDGE = 0.02  # beyond 0 and 1, so that lines on the border are seen whole
FAINT = 0.18  # of a band, so that two are seen through each other
MARKERS = "osD^vP"
Layer = TypeVar("Layer", bound=Callable)
PLANES = {"roc": roc_of, "pr": pr_of}  # and the curve that is drawn in each


def layer(plane: str | None) -> Callable[[Layer], Layer]:
    """Let what draws over curves find its plane: inside, the style and ``ax`` are there."""

    def declare(draw: Layer) -> Layer:
        signature = inspect.signature(draw)

        @wraps(draw)
        def layered(*args, **how):
            call = signature.bind(*args, **how)
            with style(language=call.arguments.get("language")):
                if plane is not None:
                    call.arguments["ax"] = on_plane(call.arguments.get("ax"), plane)
                return draw(*call.args, **call.kwargs)

        vars(layered)["is_layer"] = True
        return cast(Layer, layered)

    return declare


def by_name(of) -> dict:
    """Take several by their names, or a single one with the name ``""``."""
    if not isinstance(of, Mapping):
        return {"": of}
    if not of:
        raise InputError("an empty mapping was given", "there is nothing to draw", "name → data")
    return {verbatim(name): one for name, one in of.items()}


def curves_of(of, make: Callable[[Sweep], Curve]) -> dict[str, Curve]:
    """Take ROC or P-R curves by name, or make them of sweeps."""
    return {name: _curve(one, make) for name, one in by_name(of).items()}


def _curve(one, make: Callable[[Sweep], Curve]) -> Curve:
    if isinstance(one, list | tuple):
        raise InputError(
            f"{len(one)} in a list, under one name",
            "a name has one curve; of several folds the mean is drawn, with a band",
            f"write mm.plots.band(mm.fold_mean(folds, mm.{make.__name__}))",
        )
    if not isinstance(one, Curve):
        return make(one)
    axes = {"roc": ("fpr", "recall"), "pr": ("recall", "precision")}[make.__name__]
    if (one.x_name, one.y_name) != axes:
        raise InputError(
            f"a {one.name} curve for the plane of {axes[1]} over {axes[0]}",
            f"its own axes are {one.x_name} and {one.y_name}",
            f"pass the sweep, or mm.{make.__name__}(sweep)",
        )
    return one


def one_curve(of, make: Callable[[Sweep], Curve]) -> Curve:
    """Take the only curve, for areas that would hide each other."""
    curves = [*curves_of(of, make).values()]
    if len(curves) > 1:
        raise InputError(
            f"{len(curves)} curves were given", "their areas hide each other", "draw one at a time"
        )
    return curves[0]


def curve_of(of, make: Callable[[Sweep], Curve], name: str) -> Curve:
    """Take a curve of another kind as it is, or make it of a sweep."""
    if not isinstance(of, Curve):
        return make(of)  # which knows what to say of anything else
    if of.name != name:
        raise InputError(
            f"the picture of a {name} curve got a {of.name} curve",
            "each curve has axes of its own",
            "give the sweep, curve.sweep, from which any curve can be made",
        )
    return of


def curves_and_tables(of) -> tuple[dict[str, Curve], dict[str, Confusion]]:
    """Part ROC curves from tables of counts, which are points."""
    several = by_name(of)
    tables = {name: one for name, one in several.items() if isinstance(one, Confusion)}
    rest = {name: one for name, one in several.items() if name not in tables}
    return {name: _curve(one, roc_of) for name, one in rest.items()}, tables


def on_plane(ax: Axes | None, curve: str) -> Axes:
    """Take the Axes given, or make the plane of a ROC or of a P-R curve."""
    return square_for(ax, curve) if ax is None else ax


def square_for(ax: Axes | None, curve: str) -> Axes:
    """Make the plane of a ROC or of a P-R curve, of an Axes given too."""
    ax = axes_or_new(ax, size=SIZE)
    {"roc": roc_square, "pr": pr_square}[curve](ax)
    return ax


def roc_square(ax: Axes, above: float = EDGE) -> None:
    """Set up the plane of FPR and TPR, with room above."""
    square(ax, f"{say('fpr')}  {words.symbol('fpr')}", say("roc.tpr"), EDGE, above)


def pr_square(ax: Axes, around: float = EDGE) -> None:
    """Set up the plane of recall and precision."""
    square(ax, say("recall"), say("precision"), around, around)


def square(ax: Axes, x: str, y: str, before: float = EDGE, after: float = EDGE) -> None:
    """Set limits, ticks and labels: two rates, each from 0 to 1, equally long."""
    ends, fifths = (-before, 1 + after), np.arange(6) / 5
    ax.set(xlim=ends, ylim=ends, xlabel=x, ylabel=y, aspect="equal")
    ax.set(xticks=fifths, yticks=fifths)


def path_of(curve: Curve) -> tuple[np.ndarray, np.ndarray]:
    """Return all points of a short curve, so that each can have a marker, and of a long one few."""
    return tuple(curve) if len(curve) <= FEW else visible(*curve)


def draw_curves(ax: Axes, curves: Mapping[str, Curve], line: Mapping) -> dict[str, Line2D]:
    """Draw every curve as a line; what is undefined stays a gap."""
    lines = {}
    for k, (name, curve) in enumerate(curves.items()):
        path = path_of(curve)
        alone = np.isfinite(np.add(*path)).sum() == 1  # of constant scores: no line, but a point
        look = {"marker": "o", "markersize": letters(0.6)} if alone else {}
        (lines[name],) = ax.plot(*path, **look | look_of(k, line))
    return lines


def given(values) -> list:
    """Take one number or several as a list; nothing and False are none."""
    if values is None or values is False:
        return []
    single = isinstance(values, Real) or getattr(values, "ndim", 1) == 0
    return [values[()] if isinstance(values, np.ndarray) else values] if single else list(values)


def tables_in_words(tables: Mapping[str, Confusion]) -> list[str]:
    """Say where tables of counts are, if there are any."""
    spots = [f"{name} {_spot(c.fpr, c.recall)}".strip() for name, c in tables.items()]
    return [say("alt.roc_points", points=listing(spots))] if spots else []


def _spot(x: float, y: float) -> str:
    return f"({words.decimal(x)}, {words.decimal(y)})"


def draw_tables(ax: Axes, tables: Mapping[str, Confusion], first: int) -> list[Label]:
    """Draw a point for each table of counts, with a marker and a colour of its own."""
    labels = []
    for k, (name, c) in enumerate(tables.items(), first):
        look = SERIES[k % len(SERIES)][0], MARKERS[k % len(MARKERS)]
        labels.append(mark_point(ax, float(c.fpr), float(c.recall), name, *look))
    return [label._replace(size=1.1) for label in labels]


def draw_thresholds(ax: Axes, curves: Mapping[str, Curve], at) -> list[Label]:
    """Mark thresholds on each curve, by their value or by names of their own.

    What is undefined at a threshold has no point.
    """
    if at is None:
        return []
    if isinstance(at, Mapping):
        named = [(threshold, verbatim(name)) for name, threshold in at.items()]
    else:
        write = same_cuts(given(at), *(curve.sweep for curve in curves.values()))
        named = [(one, say("curve.mark", threshold=write(one))) for one in given(at)]
    labels = []
    for threshold, text in named:
        for curve in curves.values():
            row = curve.points.row_at(threshold)
            x, y = float(curve.x[row]), float(curve.y[row])
            if np.isfinite([x, y]).all():
                labels.append(mark_point(ax, x, y, text, COLOURS["threshold"]))
    return labels


def mark_point(ax: Axes, x: float, y: float, text: str, colour, marker: str = "o") -> Label:
    """Draw a point larger than the others, with a white edge."""
    line = dot(ax, x, y, colour, 0.8, marker=marker, markeredgewidth=width(0.5), zorder=6)
    return Label(text, *line.get_data(), colour, 0.9, line=line)


def draw_bands(ax: Axes, curves: Mapping[str, Curve], bands, line: Mapping) -> list[Label]:
    """Shade between the heights of each band, in the colour of its curve."""
    if bands is None:
        return []
    several = isinstance(bands, Mapping)
    named = by_name(bands) if several else {next(iter(curves)): bands}
    return [
        _shade(ax, _checked(named[name], curve), look_of(k, line)["color"])
        for k, (name, curve) in enumerate(curves.items())
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


@layer(None)
def band(
    of: Band | FoldMean | Mapping[str, Band | FoldMean],
    ax: Axes | None = None,
    *,
    language: Language | None = None,
) -> Axes:
    """Shade how sure curves are: between the heights of each band, or around the mean of folds.

    Parameters
    ----------
    of : Band or FoldMean, or mapping of str to these
        What :func:`mlmetrics_edu.bootstrap_band` gives. What :func:`mlmetrics_edu.fold_mean` gives
        is drawn as a line with its band.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there is no band to draw.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.band(mm.bootstrap_band(s, times=20), mm.plots.roc(s))
    """
    bands = by_name(of)
    first = next(iter(bands.values()))
    ax = on_plane(ax, "roc" if _curve_in(first).x_name == "fpr" else "pr")
    labels, named = [], []
    for k, (name, one) in enumerate(bands.items()):
        look = look_of(k, {})
        labels.append(_shade(ax, one, look["color"]))
        if isinstance(one, FoldMean):
            mean = Label(_name_of_mean(name, one), one.x, one.mean, look["color"], named=True)
            labels.append(mean._replace(line=ax.plot(one.x, one.mean, **look)[0]))
        named.append(head(name) + labels[-1].text)
    place(ax, labels)
    return describe(ax, say("join.semicolon").join(named) + say("join.stop"))


def _curve_in(band: Band | FoldMean) -> Curve:
    return band.curves[0] if isinstance(band, FoldMean) else band.curve


def _name_of_mean(name: str, mean: FoldMean) -> str:
    symbol = words.symbol("auc" if mean.curves[0].x_name == "fpr" else "average_precision")
    area = {"area": words.decimal(mean.area), "spread": f"{mean.area_spread:.3f}"}
    key = "folds.named" if name else "folds.mean"
    return say(key, name=name, n=len(mean.curves), symbol=symbol, **area)


def _shade(ax: Axes, band: Band | FoldMean, colour) -> Label:
    area = {"color": colour, "alpha": FAINT, "linewidth": 0, "zorder": 1.5}
    ax.fill_between(band.x, band.low, band.high, **area)
    look = {"color": colour, "ls": "-", "lw": width(0.25), "alpha": 0.7, "zorder": 1.6}
    low, _ = ax.plot(band.x, np.column_stack([band.low, band.high]), **look)
    is_mean = isinstance(band, FoldMean)
    text = say("folds.spread") if is_mean else say("curve.band", percent=f"{100 * band.level:g}")
    return Label(text, band.x, band.low, colour, 0.85, line=low)


def draw_diagonal(ax: Axes) -> list[Label]:
    """Draw the diagonal; its label lies along it."""
    quiet, ends = COLOURS["quiet"], np.array([0.06, 0.94])
    look = {"color": quiet, "linewidth": width(0.6), "linestyle": (0, (2, 2)), "zorder": 2}
    artist = ax.plot([0, 1], [0, 1], **look)[0]
    return [Label(say("roc.chance"), ends, ends, quiet, 0.9, True, artist)]


NAMED = 10  # classes; of more, none is told apart
PALE = {"linestyle": "-", "alpha": 0.5}
MICRO = ("ink", "-", 1.5)
MACRO = ("quiet", (0, (1, 1.2)), 1.1)  # seen on the other, too, where both are one line
AREAS = {"roc": "auc", "pr": "average_precision"}


def class_curves(of: OneVsRest, ax: Axes, curve: str, language: Language | None = None) -> Axes:
    """Draw the curve of each class, and their averages in ink.

    Of P-R curves no mean is agreed upon, since precision between two points lies on no straight
    line: of them only the mean of the areas is written down.
    """
    make, symbol = PLANES[curve], words.symbol(AREAS[curve])
    areas = _areas(of, AREAS[curve])
    with style(language=language):
        ax = square_for(ax, curve)
        labels = _draw_classes(ax, of.curves(make), areas, symbol)
        text = say("classes.micro", symbol=symbol, area=areas["micro"])
        labels += names_of({text: _draw_average(ax, path_of(make(of.micro)), MICRO)})
        text = say("classes.macro", symbol=symbol, area=areas["macro"])
        if curve == "pr":
            labels += _macro_area(ax, text)
        else:
            labels += names_of({text: _draw_average(ax, visible(*of.macro_roc()), MACRO)})
            labels += draw_diagonal(ax) if first_time(ax, "chance") else []
        place(ax, labels)
        return describe(ax, _classes_in_words(of, make(of.micro).name, areas, symbol))


def _areas(of: OneVsRest, area: str) -> dict:
    """Write down the area of each class, by its place, and of the averages."""
    macro, micro = (getattr(of, area)(average) for average in ("macro", "micro"))
    areas = dict(enumerate(macro.terms.values())) | {"macro": macro, "micro": micro}
    return {name: words.decimal(one) for name, one in areas.items()}


def _draw_classes(ax: Axes, curves: Mapping, areas: Mapping, symbol: str) -> list[Label]:
    """Draw the curve of each class with its area; of very many, without their names."""
    names = [f"{verbatim(name)} ({symbol} {areas[k]})" for k, name in enumerate(curves)]
    if len(curves) <= NAMED:
        return names_of(draw_curves(ax, dict(zip(names, curves.values(), strict=True)), {}))
    faint = {"color": COLOURS["quiet"], "linewidth": width(0.4), **PALE}
    lines = draw_curves(ax, dict(enumerate(curves.values())), faint)
    return names_of({say("classes.each", n=len(curves)): lines[0]})


def _draw_average(ax: Axes, path, look: tuple) -> Line2D:
    colour, dashes, wide = look
    how = {"color": COLOURS[colour], "linestyle": dashes, "linewidth": width(wide)}
    return ax.plot(*path, **how, zorder=3.5)[0]


def _macro_area(ax: Axes, text: str) -> list[Label]:
    """Write an area that has no curve: below all lines, or in the legend."""
    nothing = ax.plot([], [], linestyle="")[0]
    along = np.linspace(0.02, 0.98, 21)
    return [Label(text, along, 0 * along + 0.02, COLOURS["ink"], line=nothing, named=True)]


def _classes_in_words(of: OneVsRest, curve: str, areas: Mapping, symbol: str) -> str:
    each = [f"{head(verbatim(name))}{areas[k]}" for k, name in enumerate(of.classes)]
    averages = (
        say(f"classes.{name}", symbol=symbol, area=areas[name]) for name in ("micro", "macro")
    )
    listed = say("join.comma").join([listing(each, NAMED), *averages])
    return say("alt.classes", areas=listed, curve=curve, n=len(each), symbol=symbol)
