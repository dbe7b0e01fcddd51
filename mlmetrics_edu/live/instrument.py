"""What every instrument is: a page that stands alone, and a widget that Python follows.

Where nothing can move, there is a picture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from numbers import Real
from os import PathLike
from string import Template
from typing import Any, ClassVar

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator
from traitlets import HasTraits, TraitType

from ..core import digits, inputs, saving
from ..core.conventions import Language
from ..core.errors import MetricError, Named
from ..core.trace import in_a_script, in_html, printable
from ..metrics.sweep import Sweep
from ..plots.look import COLOURS, LANGUAGES, dot, look, scale, style
from ..plots.matrices import confusion
from ..plots.picture import Picture, alternative_text, bundle, describe
from ..plots.say import phrases, written

COMMON = ("vendor/fraction.min.js", "numbers.js", "shared.js")
# Words of several instruments; each has its own besides, and terms of the field.
WORDS = (
    *("full", "link", "copied", "matrix", "working", "predicted", "truth", "undefined", "samples"),
    *("positive", "negative", "threshold", "precision", "recall", "roc", "pr", "top", "cut"),
)
HIGH = 620  # pixels, until a page knows how high it is
Say = Callable[..., str]
Mark = dict[str, Any]
DIAGONAL = {"look": "chance", "x": [0, 1], "y": [0, 1]}
PLACES = 4  # of a coordinate: on a screen nobody sees more
FIGURES = 8  # of a coordinate of a mark
LATTICE = 24  # lines of a grid, one a sample; more are a grey mist
ROOM = 0.06  # around the boxes of an image
SLIM, TALL = 0.45, 1.3  # its height by its width, at least and at most
FIFTHS = [[k / 5, f"{k / 5:g}"] for k in range(6)]


def _alike(instrument: Any, value: Any) -> Any:
    return value


class Setting(TraitType):
    """What somebody moves: it is checked alike whether Python or a page sets it.

    Parameters
    ----------
    check : callable
        From the instrument and a value to the value as it is kept, or an error that teaches.
    key : str, optional
        What a page calls it; without it, as Python does.
    write, read : callable, optional
        From the instrument and a value to what a page holds, and back.
    """

    def __init__(self, check: Callable, key: str = "", write=_alike, read=_alike):
        super().__init__()
        self.check, self.key, self.write, self.read = check, key, write, read

    def validate(self, instrument: Instrument, value: Any) -> Any:
        """Check a value, as traitlets asks for it."""
        return self.check(instrument, value)


def one_of(options: Callable, name: str, key: str = "", place: bool = False) -> Setting:
    """Make a setting out of some options, which may hang on the instrument.

    A page may hold the ``place`` of one rather than its name.
    """

    def check(instrument: Instrument, value: Any) -> Any:
        return inputs.choice(value, tuple(options(instrument)), name)

    if not place:
        return Setting(check, key)
    return Setting(
        check,
        key,
        lambda instrument, value: [*options(instrument)].index(value),
        lambda instrument, k: at_place(options(instrument), k),
    )


def at_place(options: Iterable, k: Any) -> Any:
    """Return the one at a place that a page names, which may be none."""
    options = [*options]
    if type(k) is not int or not 0 <= k < len(options):
        raise IndexError(k)
    return options[k]


class Instrument(Named, HasTraits):
    """Something to move, and what follows from it; the last line of a cell shows it.

    In JupyterLab, Notebook, VS Code and Colab it is a widget, and Python knows where it stands. In
    an exported page it works by itself, with neither a kernel nor a network; where nothing can
    move, there is a picture. A kind of instrument says what is fixed (:meth:`fixed`), what moves
    (a :class:`Setting` each), how it looks where nothing can (:meth:`draw`), and which script
    draws it. What moves can be observed, as any trait.
    """

    script: ClassVar[str]  # the module that draws it
    terms: ClassVar[tuple[str, ...]] = ()  # that it writes, besides those of all

    title: str

    def __init__(self, language: Language | None = None):
        super().__init__()
        language = look().language if language is None else language
        self.language = inputs.choice(language, LANGUAGES, "language")
        self._follows = False  # a page, which then knows already
        self.observe(self._send, [*self._settings()])

    @classmethod
    def _settings(cls) -> dict[str, Setting]:
        """List what moves, in the order in which it is declared."""
        return {name: one for name, one in vars(cls).items() if isinstance(one, Setting)}

    def fixed(self) -> dict[str, Any]:
        """Gather what never moves: data, axes, formulas."""
        raise NotImplementedError

    def draw(self) -> Axes:
        """Draw how it stands, and return the Axes that is described by what is printed."""
        raise NotImplementedError

    def picture(self) -> Picture:
        """Draw how it stands, for where nothing can move."""
        with style(language=self.language):
            return describe(self.draw(), f"{self}").figure

    def say(self, key: str, **values: Any) -> str:
        """Say something in this instrument's language: a phrase, or a term by its first name."""
        return speaker(self.language)(key, **values)

    @cached_property
    def content(self) -> dict[str, Any]:
        """What a page holds that never moves, with the words around it."""
        with style(language=self.language):
            content = self.fixed()
        texts = {key: self._unfilled(key) for key in self._keys()}
        opening = {"script": self.script, "title": self.title, "language": self.language}
        opening["words"] = texts
        return printable_texts({**opening, **content})

    def _keys(self) -> Iterator[str]:
        """List the phrases and terms that a page needs."""
        own = f"{self.script.removeprefix('explore_')}."
        yield from (*WORDS, *self.terms)
        yield from (key for key in phrases(__package__) if key.startswith(own))

    def _unfilled(self, key: str) -> str:
        """Return a phrase with its places empty, for a page to fill in."""
        ours = phrases(__package__)
        return ours[key][self.language] if key in ours else self.say(key)

    @property
    def state(self) -> dict[str, Any]:
        """Where it stands, as a page holds it."""
        return {
            one.key or name: one.write(self, getattr(self, name))
            for name, one in self._settings().items()
        }

    def follow(self, state: Mapping[str, Any]) -> None:
        """Take over where a page has moved it to; a state that can't be stays away."""
        before, self._follows = dict(self._trait_values), True
        try:
            # What hangs on another setting stands before it.
            for name, one in reversed(self._settings().items()):
                setattr(self, name, one.read(self, state[one.key or name]))
        except (MetricError, LookupError, TypeError, ValueError):
            self._trait_values.update(before)
        self._follows = False

    def _send(self, change: Any) -> None:
        """Tell the screen what Python has moved."""
        if "_widget" in vars(self) and not self._follows:
            self._widget.state = self.state

    @cached_property
    def _widget(self) -> Any:
        widget = _carrier(self.script)(content=self.content, state=self.state)
        widget.observe(lambda change: self.follow(change.new), names="state")
        return widget

    def to_html(self, path: str | PathLike[str] | None = None, force: bool = False) -> str | None:
        """Write a page that stands alone, to a file or (without a path) as text.

        Parameters
        ----------
        path : str or path, optional
            Where to write it.
        force : bool
            Whether it may replace a file that is there.
        """
        return saving.deliver(lambda: [self._page(self._image())], path, force)

    def _page(self, picture: str) -> str:
        return Template(_read("page.html")).substitute(
            language=self.language,
            title=in_html(self.title),
            style=look_of(self.script).rstrip(),
            picture=picture,
            content=in_a_script({"content": self.content, "state": self.state}),
            module=f"{module(self.script)}\n{_read('host.js')}".rstrip(),
        )

    def _image(self) -> str:
        """Draw it as it stands, with its alternative text, as an element of a page."""
        return self._still()["text/html"]

    def _still(self) -> dict[str, Any]:
        """Draw it as it stands, for a page and for paper."""
        with style(language=self.language, ground="light"):
            picture = self.picture()
            return bundle(picture.small_png(), alternative_text(picture))[0]

    def _repr_html_(self) -> str:
        return self._framed(self._image())

    def _framed(self, image: str) -> str:
        # A page that takes no frames shows the picture, and nothing else.
        page = self._page("").replace("&", "&amp;").replace("'", "&#39;")
        look = f"width:100%;height:{HIGH}px;border:0"
        frame = f'<iframe title="{in_html(self.title)}" style="{look}" srcdoc=\'{page}\'></iframe>'
        return f'<div class="instrument">{image}{frame}</div>'

    def _repr_mimebundle_(self, include=None, exclude=None) -> dict[str, Any]:
        forms = self._widget._repr_mimebundle_()
        forms = forms[0] if isinstance(forms, tuple) else forms or {}
        still = self._still()
        page = {"text/plain": str(self), "text/html": self._framed(still["text/html"])}
        return {**forms, **page, "image/png": still["image/png"]}

    def __str__(self) -> str:
        return printable(self.title)

    def __repr__(self) -> str:
        return str(self)


def printable_texts(value: Any) -> Any:
    """Make each text of some data printable, wherever it stands.

    Examples
    --------
    >>> printable_texts({"ids": ["a", "b\\x1b"]})
    {'ids': ['a', 'b\ufffd']}
    """
    if isinstance(value, dict):
        return {name: printable_texts(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [printable_texts(one) for one in value]
    return printable(value) if isinstance(value, str) else value


@cache
def _read(file: str) -> str:
    return files(__package__).joinpath(file).read_text("utf-8")


@cache
def module(script: str) -> str:
    """Put an instrument and what it stands on into one module, without a build step."""
    fraction, *ours = COMMON
    library = (
        "const Fraction = ((define, exports, module) => {\n"
        f"{_read(fraction)}\nreturn module.exports; }}).call({{}}, undefined, {{}}, {{}});"
    )
    parts = [_alone(_read(file)) for file in ours]
    return "\n".join([library, *parts, _own(_read(f"{script}.js"))])


@cache
def look_of(script: str) -> str:
    """Return the style of an instrument: what all have, and what it has of its own."""
    own = files(__package__).joinpath(f"{script}.css")
    return _read("style.css") + (own.read_text("utf-8") if own.is_file() else "")


def _own(text: str) -> str:
    """Take out what is imported: it stands above."""
    return re.sub(r"(?ms)^import .*?;\n", "", text)


def _alone(text: str) -> str:
    """Take out what is imported and exported: all of it is one module."""
    return re.sub(r"(?m)^export (?=const|function|class)", "", _own(text))


@cache
def _carrier(script: str) -> type:
    """Make the widget that carries an instrument: it knows two things, what is fixed and moved."""
    import anywidget
    import traitlets

    parts = {
        "_esm": module(script),
        "_css": look_of(script),
        "content": traitlets.Dict().tag(sync=True),
        "state": traitlets.Dict().tag(sync=True),
    }
    # Of its own name: a page has one style for all widgets of a name.
    return type(f"Carrier_of_{script}", (anywidget.AnyWidget,), parts)


def at_stop(value: Any, stops: Iterable[float]) -> float:
    """Return a number that a page sends, if it is one of those at which something stops."""
    return [*stops][[*stops].index(number(value))]


def number(value: Any) -> float:
    """Take a number that a page sends; anything else is none."""
    if not inputs.is_finite(value):
        raise ValueError(value)
    return value


def plain_number(value: Real) -> int | float:
    """Make a number one that a page can read: NumPy's and fractions are none.

    Examples
    --------
    >>> from fractions import Fraction
    >>> plain_number(Fraction(1, 4)), plain_number(3)
    (0.25, 3)
    """
    return int(value) if inputs.is_whole(value) else float(value)


def speaker(language: Language | None = None) -> Callable[..., str]:
    """Return what says phrases and terms in a language, or in the one in force.

    Examples
    --------
    >>> speaker("zh-Hans")("undefined"), speaker("en")("positive")
    ('无定义', 'positive')
    """
    language = inputs.choice(
        look().language if language is None else language, LANGUAGES, "language"
    )

    def say(key: str, **values: Any) -> str:
        text = written(key, language, __package__, **values)
        return text if key in phrases(__package__) else text.partition(" (")[0]

    return say


def paper(wide: float, high: float, *widths: float) -> Any:
    """Make a picture of so many inches on a page: an Axes, or several of these widths."""
    size = scale(wide, high)
    picture = Picture(figsize=(wide * size, high * size), layout="constrained")
    return picture.subplots(1, len(widths) or 1, width_ratios=widths or None)


def with_table(sweep: Sweep, row: int, draw: Callable, x: np.ndarray, y: np.ndarray) -> Axes:
    """Draw a curve with its point at a row, and the table of counts there."""
    left, right = paper(9.4, 4.7, 5.2, 4.2)
    draw(sweep, left)
    mark_point(left, x[row], y[row])
    confusion(sweep.confusion(row), right)
    return left


def mark_point(ax: Axes, x: float, y: float) -> None:
    """Mark where a curve stands, if it is anywhere."""
    if np.isfinite([x, y]).all():
        dot(ax, x, y, COLOURS["threshold"], 0.85, zorder=6)


# Axes, columns and marks, as a page draws them: in few digits, and seen from which step on


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


def counts_at(sweep: Sweep, rows: Sequence[int] | np.ndarray) -> dict[str, list]:
    """List the counts at some rows; of negatives that nobody could count there are none left."""
    columns = {"TP": sweep.tp, "FP": sweep.fp, "FN": sweep.fn}
    columns |= {} if sweep.negatives is None else {"TN": sweep.tn}
    return {cell: values[rows].tolist() for cell, values in columns.items()}


def mark(
    kind: str,
    look: str,
    x: Any,
    y: Any,
    *,
    since: int = 0,
    until: int | None = None,
    label: str = "",
) -> Mark:
    """Describe something that is drawn.

    Parameters
    ----------
    kind : {"path", "dot", "segment", "rect", "word"}
        What it is. A segment and a rectangle have two points, a dot and a word have one.
    look : str
        How it looks: classes of the style sheet.
    x, y : float, or sequence of float
        Its points.
    since, until : int
        The first and the last step in which it is seen; without ``until`` it stays.
    label : str
        The word, or what the mark is called when it is pointed at.

    Examples
    --------
    >>> mark("dot", "here", 1 / 3, 0.5, since=2, until=2)
    {'kind': 'dot', 'look': 'here', 'points': [[0.33333333], [0.5]], 'from': 2, 'until': 2}
    """
    seen = {"from": since} | ({} if until is None else {"until": until})
    named = {"label": label} if label else {}
    return {"kind": kind, "look": look, "points": [_few(x), _few(y)], **seen, **named}


def _few(values: Any) -> list[float | None]:
    """Round to few figures; what is no number is None."""
    column = np.atleast_1d(np.asarray(values, float))
    return [float(f"{v:.{FIGURES}g}") if np.isfinite(v) else None for v in column.tolist()]


def grown(xs: Sequence[float], ys: Sequence[float], names: Sequence[str] = ()) -> list[Mark]:
    """Describe a curve that grows by a piece a step: its pieces, the last one, where it stands.

    Parameters
    ----------
    xs, ys : sequence of float
        Where it stands at each step.
    names : sequence of str
        What is written beside each of these points, if anything.
    """
    is_finite = np.isfinite(xs) & np.isfinite(ys)
    marks = []
    for k in range(1, len(xs)):
        piece = xs[k - 1 : k + 1], ys[k - 1 : k + 1]
        marks.append(mark("path", "curve", *piece, since=k))
        if is_finite[k - 1] and is_finite[k]:
            marks.append(mark("segment", "cut", *piece, since=k, until=k))
    steps = np.flatnonzero(is_finite).tolist()
    marks += [mark("dot", "here", xs[k], ys[k], since=k, until=k) for k in steps]
    named = [k for k in steps if k < len(names) and names[k]]
    return marks + [_name(xs[k], ys[k], names[k], k) for k in named]


def _name(x: float, y: float, text: str, step: int) -> Mark:
    """Write a name beside a point of a square from 0 to 1, where it stays inside."""
    look = f"name near {'end' if x > 0.55 else ''} {'above' if y < 0.12 else 'below'}"
    return mark("word", look, x, y, since=step, until=step, label=text)


CHANCE = mark("path", **DIAGONAL)


def roc_plane(say: Say, negatives: float | None = None, positives: float | None = None) -> dict:
    """Describe the ROC plane; of few samples, with a line for each."""
    x, y = _lattice(share(say("fpr")), negatives), _lattice(share(say("tpr")), positives)
    return {"title": say("roc"), "x": x, "y": y, "equal": True}


def _lattice(across: dict[str, Any], many: float | None) -> dict[str, Any]:
    """Put a line where each of few samples lies."""
    if many is None or many > LATTICE or many != int(many):
        return across
    return across | {"ticks": [*FIFTHS[::5], *([k / many, ""] for k in range(1, int(many)))]}


def image_plane(sides: Sequence[Sequence[float]]) -> dict[str, Any]:
    """Describe an image with boxes: y runs downwards, and both axes have one unit."""
    corners = np.array(sides, float).reshape(-1, 4)
    low, high = corners[:, :2].min(axis=0), corners[:, 2:].max(axis=0)
    wide, tall = high - low + 2 * (ROOM * max(high - low) or 1)
    # One that is much longer than wide, or wider than long, gets room on its short side.
    size = max(wide, tall / TALL), max(tall, wide * SLIM)
    middle, half = (low + high) / 2, np.divide(size, 2)
    ends = zip("xy", middle - half, middle + half, strict=True)
    x, y = (axis(name, start, end) for name, start, end in ends)
    return {"x": x, "y": y | {"from": y["to"], "to": y["from"]}, "equal": True}
