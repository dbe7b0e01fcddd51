"""The door of every plot: its signature says what an argument is, and here that is checked.

What has been drawn then follows the ground that it lies on.
"""

import inspect
import weakref
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial, wraps
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.text import Text
from matplotlib.ticker import ScalarFormatter

from ..core import inputs
from ..core.errors import InputError, MetricError
from ..metrics.sweep import Sweep
from .display import asked_by_us, tell_pyplot
from .fonts import families
from .ground import figures_of, follow, things
from .lines import SERIES_NOW, Series
from .picture import Picture
from .placing import arranger

LISTS = (Sequence, Collection)
ARTISTS = ("line", "plot", "patch", "bar", "barh", "points", "cells")  # keywords for these
SCALES = {"cmap", "norm", "vmin", "vmax"}  # of numbers; where there are none, without effect
FULL = {
    "c": "color",
    "ls": "linestyle",
    "lw": "linewidth",
    "ms": "markersize",
    "mec": "markeredgecolor",
    "mew": "markeredgewidth",
    "mfc": "markerfacecolor",
    "ec": "edgecolor",
    "fc": "facecolor",
    **{f"{name}s": name for name in ("linewidth", "linestyle", "edgecolor", "facecolor")},
}


def checked(plot: Callable) -> Callable:
    """Refuse arguments of another kind than the signature names, before anything is drawn."""
    signature = inspect.signature(plot)
    handed = getattr(plot, "handed", None)

    @wraps(plot)
    def drawn(*args, **how):
        after = []
        if handed is not None:
            args, how, after = handed.read(args, how)
        how = _in_full(how, signature)
        try:
            given = signature.bind(*args, **how).arguments
        except TypeError:
            return plot(*args, **how)  # Python itself says what is wrong, with the plot's name
        for name, value in given.items():
            hint = signature.parameters[name].annotation
            if signature.parameters[name].kind is not inspect.Parameter.VAR_KEYWORD:
                _check(name, value, hint)
        before = things(given.get("ax", given.get("axes")))
        shown = _with_series(plot, given, partial(_drawn, plot, args, how, signature))
        for step in after:
            step(shown)
        _finish(shown, things(shown) - before, ours=asked_by_us())
        return shown

    return drawn


def _with_series(plot: Callable, given: Mapping, draw: Callable):
    """Draw, going on with colours where earlier plots in the same Axes have stopped."""
    series = Series(_first(plot, given.get("ax"), given.get("of")))
    token = SERIES_NOW.set(series)
    try:
        shown = draw()
    finally:
        SERIES_NOW.reset(token)
    if isinstance(shown, Axes) and not _is_layer(plot):
        arranger(shown).series += _known(given.get("of"), series.many)
    return shown


def _drawn(plot: Callable, args: tuple, how: dict, signature: inspect.Signature):
    """Draw; what Matplotlib refuses of keywords that are for it is told as one of ours."""
    try:
        return plot(*args, **how)
    except (TypeError, ValueError, AttributeError) as error:
        asked = {name: how[name] for name in how if name not in signature.parameters}
        if not asked or not _is_of_artist(error):
            raise
        raise _unfit(asked, error) from None


def _finish(shown, new: set[Artist], ours: bool) -> None:
    """Let what was drawn follow its ground, have letters for all words, and be known to pyplot."""
    follow(new)
    _in_our_fonts({one.axes for one in new if one.axes})
    if not ours:
        tell_pyplot(figure for figure in figures_of(shown) if isinstance(figure, Picture))


def _in_our_fonts(axes: Collection[Axes]) -> None:
    """Let words of an Axes of somebody's own be written, too, in whatever letters they are."""
    for text in (text for ax in axes for text in _written_in(ax)):
        if not text.get_text().isascii():
            fonts = text.get_fontfamily()
            text.set_fontfamily(fonts + [one for one in families() if one not in fonts])


def _written_in(ax: Axes) -> Iterator[Text]:
    """List the words in an Axes and around it; numbers along an axis are none.

    Ticks are made where they are asked for, which for numbers is best left to the drawing.
    """
    for child in ax.get_children():
        if isinstance(child, Axis) and isinstance(child.get_major_formatter(), ScalarFormatter):
            yield child.label
        else:
            yield from child.findobj(Text)


def _in_full(how: dict, signature: inspect.Signature) -> dict:
    """Call the look of artists by its full names, so that what a plot would choose gives way."""
    *_, last = signature.parameters
    if last not in ARTISTS:
        return how
    idle = SCALES & how.keys() if last == "points" else set()
    if idle:
        raise InputError(
            f"{min(idle)}={inputs.short(how[min(idle)])}",
            "points here have the colours of their classes",
            f'leave {min(idle)} out, or write color="red" for all',
        )
    full = [FULL.get(name, name) for name in how]
    twice = next((name for name in full if full.count(name) > 1), None)
    if twice:
        spelt = " and ".join(name for name in how if FULL.get(name, name) == twice)
        raise InputError(
            f"{twice} was given twice, as {spelt}",
            "they mean the same",
            f"write {twice}= alone",
        )
    return dict(zip(full, how.values(), strict=True))


def _is_of_artist(error: Exception) -> bool:
    """Tell what a library that draws refuses from a mistake of ours."""
    if isinstance(error, MetricError):
        return False
    at = error.__traceback__
    while at.tb_next:
        at = at.tb_next
    home = at.tb_frame.f_globals.get("__name__", "").partition(".")[0]
    return home in ("matplotlib", "seaborn") or "got multiple values for" in str(error)


def _unfit(asked: Mapping, error: Exception) -> InputError:
    own = "got multiple values for" in str(error)
    return InputError(
        "the keywords " + ", ".join(f"{name}={inputs.short(one)}" for name, one in asked.items()),
        "the plot sets one of them by itself" if own else str(error),
        "leave it out" if own else "pass a value that Matplotlib takes, such as color='red'",
    )


def _is_layer(plot: Callable) -> bool:
    return plot.__module__.endswith("_layers") or plot.__name__ in ("band", "points")


def _first(plot: Callable, ax: Axes | None, of) -> int:
    """Find which line comes first: the next one, and for a layer the one that it belongs to."""
    series = [] if ax is None else arranger(ax).series
    if not _is_layer(plot):
        return len(series)
    known = [one and one() for one in series]
    wanted = {id(one) for one in _sweeps(of)}
    return next((k for k, one in enumerate(known) if one is not None and id(one) in wanted), 0)


def _sweeps(of) -> list[Sweep]:
    """Return the sweeps behind what is drawn."""
    several = of.values() if isinstance(of, Mapping) else [of]
    curves = (getattr(one, "curve", one) for one in several)  # that of a band
    swept = (getattr(one, "sweep", one) for one in curves)
    return [one for one in swept if isinstance(one, Sweep)]


def _known(of, many: int) -> list[Callable | None]:
    """Remember what lines were drawn of; a weak memory doesn't keep a million samples alive."""
    known = [weakref.ref(one) for one in _sweeps(of)][:many]
    return known + [None] * (many - len(known))


def _check(name: str, value, hint) -> None:
    if not _fits(value, hint):
        raise InputError(
            f"{name}={inputs.short(value)}",
            f"here {name} is {' or '.join(dict.fromkeys(_words(hint)))}",
            f"pass that; {_one(type(value).__name__)} can't be drawn",
        )


def _one(kind: str) -> str:
    return f"{'an' if kind[0] in 'AEIOaeio' else 'a'} {kind}"


def _fits(value, hint) -> bool:
    """Return whether a value is of a kind; which numbers and texts serve is known to the plot."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (UnionType, Union):
        return any(_fits(value, one) for one in inner)
    if origin is Literal:  # which of the names serve is known to the plot
        return any(isinstance(value, type(one)) for one in inner)
    if hint is bool:
        return isinstance(value, (bool, np.bool_))
    if hint in (int, float):
        return inputs.is_finite(value) or isinstance(value, (float, np.floating))
    if origin is Mapping:
        return isinstance(value, Mapping) and all(_fits(one, inner[1]) for one in value.values())
    if origin in LISTS or hint in LISTS:
        numbers = inner and inner[0] in (int, float)
        return inputs.several(value) and (not numbers or all(_fits(one, inner[0]) for one in value))
    if origin is tuple:
        ordered = inputs.several(value) and not isinstance(value, (set, frozenset))
        values = list(value) if ordered and hasattr(value, "__len__") else []
        return len(values) == len(inner) and all(map(_fits, values, inner))
    return not isinstance(hint, type) or hint is inspect.Parameter.empty or isinstance(value, hint)


def _words(hint):
    """Say what kinds a signature names."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (UnionType, Union):
        for one in inner:
            yield from _words(one)
    elif origin is Literal:
        yield from _words(type(inner[0]))
    elif origin is tuple:
        yield f"{len(inner)} values, each {' or '.join(_words(inner[0]))}"
    elif hint is NoneType:
        yield "left out"
    elif origin in LISTS or hint in LISTS:
        yield "several values"
    elif Mapping in (origin, hint):
        yield "a mapping of these by name"
    else:
        yield {bool: "True or False", int: "a whole number", float: "a number", str: "a text"}.get(
            hint, getattr(hint, "__name__", str(hint))
        )
