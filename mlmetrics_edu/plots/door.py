"""The door of every plot: what it may be handed, and whether that is what its signature says.

A plot of scores takes a sweep or a curve, labels and scores, or several of these by their names.
What has been drawn then follows the ground that it lies on.
"""

from __future__ import annotations

import inspect
import re
import typing
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial, wraps
from types import NoneType, UnionType
from typing import Any, Concatenate, Literal, ParamSpec, Protocol, TypeVar, cast, overload

import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.text import Text
from matplotlib.ticker import ScalarFormatter
from numpy.typing import ArrayLike

from ..core import inputs
from ..core.errors import InputError, MetricError, refuse_keywords, unquote
from ..metrics.bootstrap import Band
from ..metrics.confusion import Confusion
from ..metrics.curves import Curve
from ..metrics.one_vs_rest import OneVsRest
from ..metrics.sweep import Sweep
from ..metrics.sweep import sweep as sweep_of
from .look import SERIES_NOW, Series, families, figures_of, follow, things
from .picture import Picture, asked_by_us, tell_pyplot
from .placing import arranger

P = ParamSpec("P")
Of = TypeVar("Of", contravariant=True)
LISTS = (Sequence, Collection)
SETTINGS = ("y_score", "positive", "weights")  # of labels, as mm.sweep takes them
UNEXPECTED = re.compile(r"(\S+)\(\) got an unexpected keyword argument '(\w+)'")
SHARED = {  # what is the same for all plots, written into the docstring of each
    "ax": """ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.""",
    "legend": """legend : bool or "auto"
        Whether names stand in a legend instead of beside their lines; ``"auto"`` where they are
        more than four, or have no room there.""",
    "language": """language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.""",
    "line": """**line
        Passed on to :meth:`matplotlib.axes.Axes.plot`.""",
}


class OfScores(Protocol[Of, P]):
    """A plot of scores, as type checkers and editors see it."""

    __name__: str

    @overload
    def __call__(self, of: Of, *args: P.args, **how: P.kwargs) -> Axes: ...
    @overload
    def __call__(
        self,
        y_true: ArrayLike,
        y_score: ArrayLike | Mapping[str, ArrayLike],
        *args: Any,
        **how: Any,
    ) -> Axes: ...


def of_scores(plot: Callable[Concatenate[Of, P], Axes]) -> OfScores[Of, P]:
    """Let a plot take labels and scores in the place of a sweep."""
    vars(plot)["reads_scores"] = True
    return cast(OfScores[Of, P], plot)


def opened(plot: Callable) -> Callable:
    """Check what a plot is given before anything is drawn, and finish what it has drawn."""
    signature = inspect.signature(plot)
    kinds = _kinds(plot)
    first, *_, last = signature.parameters
    ours = [*signature.parameters, *(SETTINGS if hasattr(plot, "reads_scores") else ())]
    unquote(plot)

    @wraps(plot)
    def checked(*args, **how):
        if hasattr(plot, "reads_scores"):
            args, how = read_scores(plot.__name__, first, [*args], how)
        if last == "line" and how.keys() - {*ours}:
            refuse_keywords(plot.__name__, ours, how)
        try:
            given = signature.bind(*args, **how).arguments
        except TypeError:
            return plot(*args, **how)  # Python itself says what is wrong, with the plot's name
        for name, value in given.items():
            if name in kinds:
                _check(name, value, kinds[name])
        before = things(given.get("ax", given.get("axes")))
        result = _with_series(plot, given, partial(_draw, plot, args, how, signature))
        _finish(result, things(result) - before, ours=asked_by_us())
        return result

    checked.__doc__ = documented(plot.__doc__, signature)
    return checked


def _kinds(plot: Callable) -> dict[str, Any]:
    """Read of which kind each argument is; of arrays, and of what is drawn, the plot says more."""
    kinds = typing.get_type_hints(plot)
    own = inspect.signature(plot).parameters
    skipped = [name for name in own if "ArrayLike" in str(own[name].annotation)]
    skipped += [name for name in own if own[name].kind is inspect.Parameter.VAR_KEYWORD]
    skipped += [*own][:1] if hasattr(plot, "reads_scores") else []
    return {name: kind for name, kind in kinds.items() if name not in skipped}


def documented(text: str | None, signature: inspect.Signature) -> str | None:
    """Write into a docstring what is the same for all plots."""
    if text is None or "    Parameters\n" not in text:
        return text
    own, heading, rest = text.partition("\n\n    Returns\n")
    lacking = [name for name in SHARED if name in signature.parameters and f"{name} : " not in own]
    lacking = [name for name in lacking if f"**{name}" not in own]
    return "\n    ".join([own, *(SHARED[name] for name in lacking)]) + heading + rest


def read_scores(plot: str, first: str, args: list, how: dict[str, Any]) -> tuple[list, dict]:
    """Sweep labels and scores, of one model or of several by their names.

    Examples
    --------
    >>> (of,), _ = read_scores("roc", "of", [[1, 0], {"a": [0.9, 0.4], "b": [0.4, 0.9]}], {})
    >>> {name: sweep.tp.tolist() for name, sweep in of.items()}
    {'a': [0, 1, 1], 'b': [0, 0, 1]}
    """
    names = [name for name in (first, "y_true") if name in how]
    if not args and not names:
        return args, how  # Python says what is missing
    of, *more = args or [how.pop(names[0])]
    settings = {key: how.pop(key) for key in SETTINGS if how.get(key) is not None}
    scores = settings.pop("y_score", None)
    if scores is None and is_column(of) and more and not isinstance(more[0], Axes):
        scores, *more = more
    if is_column(of):
        return [_of_labels(of, scores, settings, plot), *more], how
    _refuse_objects(of, plot)
    of = of.sweeps if isinstance(of, OneVsRest) else of
    several = of.items() if isinstance(of, Mapping) else [("", of)]
    counted = next((one for _, one in several if not _is_pair(one)), None)
    if (scores is not None or settings) and counted is not None:
        given = next(iter(settings), "y_score")
        raise InputError(
            f"{given}= was given beside a {type(counted).__name__}",
            "its samples have been counted already",
            f"pass labels and scores alone: mm.plots.{plot}(y_true, y_score)",
        )
    made = {name: sweep_of(*one, **settings) if _is_pair(one) else one for name, one in several}
    return [made if isinstance(of, Mapping) else made[""], *more], how


def by_model(scores):
    """Take scores by the names of their models, as a mapping or a data frame has them."""
    named = hasattr(scores, "items") and not hasattr(scores, "dtype")  # which a series has
    return dict(scores.items()) if named else scores


def is_column(of) -> bool:
    """Tell labels, a value a sample, from what is to be drawn.

    Examples
    --------
    >>> is_column([1, 0]), is_column(([1, 0], [0.9, 0.4])), is_column({"a": [1, 0]})
    (True, False, False)
    """
    if _is_ours(of) or not inputs.several(of) or not hasattr(of, "__len__"):
        return False
    first = of[0] if isinstance(of, (list, tuple)) and of else None
    return not (_is_ours(first) or inputs.several(first) or hasattr(first, "predict"))


def _is_ours(one) -> bool:
    return type(one).__module__.startswith("mlmetrics_edu.") and not isinstance(one, Axes)


def _is_pair(one) -> bool:
    return isinstance(one, (tuple, list)) and len(one) == 2 and all(map(is_column, one))


def _of_labels(y_true, scores, settings: Mapping, plot: str):
    if scores is None:
        raise InputError(
            "labels without scores" if len(y_true) else "an empty list",
            "a curve shows what each threshold on the scores makes of them",
            f"write mm.plots.{plot}(y_true, y_score), or pass mm.sweep(y_true, y_score)",
        )
    scores = by_model(scores)
    for one in scores.values() if isinstance(scores, Mapping) else [scores]:
        _refuse_model(one, plot)
    if isinstance(scores, Mapping):
        return {name: sweep_of(y_true, one, **settings) for name, one in scores.items()}
    if np.ndim(scores) == 2 and np.shape(scores)[1] > 2:
        raise InputError(
            f"the scores have {np.shape(scores)[1]} columns",
            "a curve is of one class against the rest",
            f"write mm.plots.{plot}(mm.one_vs_rest(y_true, y_score)), a curve for each class; "
            "scores of several models come by their names",
        )
    return sweep_of(y_true, scores, **settings)


def _refuse_objects(of, plot: str) -> None:
    """Say which call leads here from a model, or from folds."""
    _refuse_model(of, plot)
    if type(of) in (list, tuple):
        raise InputError(
            f"{len(of)} in a list",
            "each curve has a name; of several folds the mean is drawn, with a band",
            f'write mm.plots.{plot}({{"first": …, "second": …}})',
        )


def _refuse_model(one, plot: str) -> None:
    if not _is_ours(one) and (hasattr(one, "predict") or hasattr(one, "fit")):
        raise InputError(
            f"a model ({type(one).__name__}) was given",
            "what is drawn are labels, and what it says of their samples",
            f"write mm.plots.{plot}(y, model.predict_proba(X)[:, 1])",
        )


def _with_series(plot: Callable, given: Mapping, draw: Callable):
    """Draw, going on with colours where earlier plots in the same Axes have stopped.

    A layer takes the colour of the line that it belongs to.
    """
    ax, own = given.get("ax"), _sweeps(given.get("of"))
    lines, is_layer = [] if ax is None else arranger(ax).series, hasattr(plot, "is_layer")
    belongs = (k for k, one in enumerate(lines) if any(one is sweep for sweep in own))
    series = Series(next(belongs, 0) if is_layer else len(lines))
    token = SERIES_NOW.set(series)
    try:
        result = draw()
    finally:
        SERIES_NOW.reset(token)
    if isinstance(result, Axes) and not is_layer:
        arranger(result).series += (own + [None] * series.many)[: series.many]
    return result


def _sweeps(of) -> list[Sweep | None]:
    """Return the sweeps behind what is drawn."""
    several = of.values() if isinstance(of, Mapping) else [of]
    curves = (one.curve if isinstance(one, Band) else one for one in several)
    swept = (one.sweep if isinstance(one, Curve) else one for one in curves)
    return [one for one in swept if isinstance(one, Sweep)]


def _draw(plot: Callable, args: Sequence, how: dict, signature: inspect.Signature):
    """Draw; what Matplotlib refuses of keywords that are for it is told as one of ours."""
    try:
        return plot(*args, **how)
    except (TypeError, ValueError, AttributeError) as error:
        asked = {name: how[name] for name in how if name not in signature.parameters}
        if not asked or not _is_of_artist(error):
            raise
        raise _unfit(asked, error) from None


def _finish(result, new: set[Artist], ours: bool) -> None:
    """Let what was drawn follow its ground, have letters for all words, and be known to pyplot."""
    follow(new)
    _in_our_fonts({one.axes for one in new if one.axes})
    if not ours:
        tell_pyplot(figure for figure in figures_of(result) if isinstance(figure, Picture))


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
    if unknown := UNEXPECTED.search(str(error)):
        artist = unknown[1].partition(".")[0]
        return InputError(
            f"the keyword {unknown[2]}",
            f"this plot has no such argument, and a {artist} of Matplotlib has no such property",
            "look it up in the plot's help; colours, for one, are color=",
        )
    own = "got multiple values for" in str(error)
    return InputError(
        "the keywords " + ", ".join(f"{name}={inputs.short(one)}" for name, one in asked.items()),
        "the plot sets one of them by itself" if own else str(error),
        "leave it out" if own else "pass a value that Matplotlib takes, such as color='red'",
    )


def _check(name: str, value, kind) -> None:
    if not _fits(value, kind):
        raise InputError(
            f"{name}={inputs.short(value)}",
            f"here {name} is {_in_words(kind)}",
            _instead(value, kind),
        )


def _instead(value, kind) -> str:
    """Say what to pass: of labels, what counts them."""
    counts = [one for one in (kind, *typing.get_args(kind)) if hasattr(one, "from_labels")]
    if counts and inputs.several(value):
        name = f"mm.{counts[0].__name__}"
        if any(map(inputs.several, value)):  # rows of counts, rather than a column of labels
            counted = "tp=…, fp=…, fn=…, tn=…" if counts[0] is Confusion else "counts"
            return f"pass {name}({counted})"
        return f"count first: {name}.from_labels(y_true, y_pred)"
    name = type(value).__name__
    return f"pass that; {'an' if name[0] in 'AEIOaeio' else 'a'} {name} can't be drawn"


def _fits(value, kind) -> bool:
    return any(serves(value) for _, serves in _choices(kind))


def _in_words(kind) -> str:
    return " or ".join(dict.fromkeys(words for words, _ in _choices(kind)))


def _is_number(value) -> bool:
    return inputs.is_finite(value) or isinstance(value, (float, np.floating))


KINDS = {
    bool: ("True or False", lambda value: isinstance(value, (bool, np.bool_))),
    int: ("a whole number", _is_number),
    float: ("a number", _is_number),
    str: ("a text", lambda value: isinstance(value, str)),
    NoneType: ("left out", lambda value: value is None),
}


def _choices(kind) -> Iterator[tuple[str, Callable[[Any], bool]]]:
    """List what serves as a kind, in words and as a test.

    Which of the numbers and texts serve is known to the plot.
    """
    origin, inner = typing.get_origin(kind) or kind, typing.get_args(kind)
    if origin in (UnionType, typing.Union):
        for one in inner:
            yield from _choices(one)
    elif origin is Literal:
        yield from _choices(type(inner[0]))
    elif origin is tuple:
        yield (
            f"{len(inner)} values, each {_in_words(inner[0])}",
            partial(_are_in_order, kinds=inner),
        )
    elif origin in LISTS:
        yield "several values", partial(_are_several, kinds=inner)
    elif origin is Mapping:
        yield "a mapping of these by name", partial(_are_by_name, kinds=inner)
    else:
        name = getattr(kind, "__name__", str(kind))
        yield KINDS.get(kind, (name, lambda value: isinstance(value, kind)))


def _are_in_order(value, kinds) -> bool:
    ordered = inputs.several(value) and not isinstance(value, (set, frozenset))
    values = list(value) if ordered and hasattr(value, "__len__") else []
    return len(values) == len(kinds) and all(map(_fits, values, kinds))


def _are_several(value, kinds) -> bool:
    numbers = bool(kinds) and kinds[0] in (int, float)
    return inputs.several(value) and (not numbers or all(map(_is_number, value)))


def _are_by_name(value, kinds) -> bool:
    return isinstance(value, Mapping) and all(_fits(one, kinds[1]) for one in value.values())
