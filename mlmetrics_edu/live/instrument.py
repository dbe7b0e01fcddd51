"""What every instrument is: a page that stands alone, and a widget that Python follows.

Where nothing can move, there is a picture.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib.resources import files
from numbers import Real
from os import PathLike
from string import Template
from typing import Any, ClassVar

import numpy as np
from matplotlib.axes import Axes
from traitlets import HasTraits, TraitType

from ..core import inputs, saving, words
from ..core.conventions import Language
from ..core.errors import InputError, MetricError, Named, choice, printable
from ..core.trace import in_a_script, in_html
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
        return choice(value, tuple(options(instrument)), name)

    if not place:
        return Setting(check, key)
    return Setting(
        check,
        key,
        lambda instrument, value: [*options(instrument)].index(value),
        lambda instrument, k: at_place(options(instrument), k),
    )


def between(name: str, ends: Callable) -> Setting:
    """Make a setting of a number between two others, which hang on the instrument."""

    def check(instrument: Instrument, value: Any) -> int | float:
        low, high = ends(instrument)
        slack = 1e-9 * (high - low)
        if inputs.is_finite(value) and low - slack <= value <= high + slack:
            return plain_number(value)
        raise InputError(
            f"{name}={inputs.short(value)}",
            f"here it lies between {words.threshold(low)} and {words.threshold(high)}",
            f"pass a number between them, or call mm.{instrument.script} anew",
        )

    return Setting(check)


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
        self.language = choice(language, LANGUAGES, "language")
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
        return saving.deliver(lambda: self._page(self._image()), path, force)

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
    language = choice(look().language if language is None else language, LANGUAGES, "language")

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
