"""The textbook's pictures, redrawn from their data: one short function a figure.

Here is which there are: each is registered once, with its source and the numbers it shows. files:
pictures, the index, what has drifted · counting · precision_recall · roc · costing · detecting: the
figures.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module, resources

from matplotlib.axes import Axes

from ...core.conventions import Language, Size
from ...core.errors import UnknownNameError, did_you_mean
from ...core.inputs import short
from ...metrics.populations import binormal
from ...metrics.sweep import Sweep
from ...plots.look import follow, style, things
from ...plots.picture import Picture, asked_by_us, tell_pyplot
from ...plots.say import say
from ..examples import example, swept

# What several figures share: a population, and inches of a square of rates, titled or not.
BELLS = binormal(0.8, 0.2, 0.55)
SQUARE, UNTITLED = (5.2, 5.3), (5.2, 4.95)
# Where figures are drawn.
ROOMS = ("counting", "precision_recall", "roc", "costing", "detecting")
STATUS = {
    "redrawn": "a published picture, redrawn from the data it shows",
    "lost": "a picture that its source has lost, drawn from what the text says",
    "ours": "made for this workbook",
}


@dataclass(frozen=True)
class Figure:
    """One figure of the gallery.

    Attributes
    ----------
    id : str
        How it is asked for.
    source : str
        Where it was published, or what it follows.
    status : {"redrawn", "lost", "ours"}
        How it relates to its source.
    lesson : int or None
        Which lesson shows it.
    draw : callable
        Draws it, in the look in force; beside it may come the numbers that it must show, by name.
    of_words : bool
        Whether its lines only follow its words, whose width differs from machine to machine.
    """

    id: str
    source: str
    status: str
    lesson: int | None
    draw: Callable[[], Picture | Axes | tuple]
    of_words: bool = False

    @property
    def caption(self) -> str:
        """What it shows, in a sentence in the language in force."""
        return say(f"figure.{self.id}")

    @property
    def numbers(self) -> dict:
        """The numbers that it must show, as they were when it was last drawn."""
        if self.id not in _NUMBERS:
            self.picture()
        return _NUMBERS[self.id]

    def picture(self, language: Language = "en", size: Size = "page") -> Picture:
        """Draw it."""
        with style(size, language):
            drawn = self.draw()
        shown, numbers = drawn if type(drawn) is tuple else (drawn, {})
        _NUMBERS[self.id] = dict(numbers)
        follow(things(shown.figure))  # what no plot has drawn, but the figure's own lines and words
        return shown.figure


_REGISTERED: dict[str, Figure] = {}
_NUMBERS: dict[str, dict] = {}


def register(id: str):
    """Register the function below as a figure; what else is known of it stands in figures.toml."""

    def as_it_is(draw: Callable):
        if id in _REGISTERED:
            raise ValueError(f"figure {id!r} is there twice")
        about = {"status": "redrawn", "lesson": None, **_known()[id]}
        source = _source(about.pop("source", ""), about.pop("example", ()))
        _REGISTERED[id] = Figure(id, source, draw=draw, **about)
        return draw

    return as_it_is


@cache
def _known() -> Mapping[str, Mapping]:
    """Read what is known of all figures, in the order of the index."""
    return tomllib.loads((resources.files(__package__) / "figures.toml").read_text("utf-8"))


def _source(text: str, named: str | Sequence[str]) -> str:
    """Write a source out: a text with the names of others in it, or that of some examples."""
    examples = [named] if isinstance(named, str) else named
    return "; ".join(example(name).source for name in examples) or text.format(
        **_known()["sources"]
    )


@cache
def registered() -> Mapping[str, Figure]:
    """Return all figures by their ids, in the order of the index."""
    for room in ROOMS:
        import_module(f"{__package__}.{room}")
    return {id: _REGISTERED[id] for id in _known() if id != "sources"}


def figures() -> tuple[str, ...]:
    """List the ids of all figures of the gallery.

    Examples
    --------
    >>> figures()[:2]
    ('cars-unsorted', 'cars-ranked')
    """
    return tuple(registered())


def find(id: str) -> Figure:
    """Find a figure by its id.

    Raises
    ------
    UnknownNameError
        If there is none.
    """
    if isinstance(id, str) and id in registered():
        return registered()[id]
    raise UnknownNameError(
        f"there is no figure {short(id)}",
        did_you_mean(id, figures(), "no id comes near it"),
        f"use one of: {', '.join(figures())}",
    )


def figure(id: str, language: Language = "en", size: Size = "page") -> Picture:
    """Draw a figure of the gallery.

    Parameters
    ----------
    id : str
        One of :func:`figures`.
    language : {"en", "zh-Hans", "zh-Hant"}
        Of all its words.
    size : {"page", "projector", "print"}
        For a page, for the back of a classroom, or for a printed book.

    Returns
    -------
    Picture
        A Matplotlib figure that shows itself in a notebook, with its alternative text. In a script
        that has pyplot among its names, ``plt.show()`` and ``plt.savefig()`` know it, as any plot.

    Raises
    ------
    UnknownNameError
        If there is no figure of that id.

    Examples
    --------
    >>> figure("cars-ranked").axes[0].get_title()
    ''
    """
    picture = find(id).picture(language, size)
    if not asked_by_us():
        tell_pyplot([picture])
    return picture


def walk() -> Sweep:
    """Sweep over the twenty images, one by one."""
    return swept("cars", "in-order")


def flatten(ax: Axes) -> None:
    """Let a plane of rates be wider than high, with its long name in two lines."""
    ax.set_aspect("auto")
    ax.set_ylabel(ax.get_ylabel().replace("  ", "\n"))
