"""Which figures there are: each is registered once, with its source and the numbers it shows."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from matplotlib.axes import Axes

from ...core.calls import explained
from ...core.conventions import Language, Size
from ...core.errors import UnknownNameError, did_you_mean
from ...core.settings import short
from ...metrics.sweep import Sweep
from ...plots import Picture
from ...plots.display import asked_by_us, tell_pyplot
from ...plots.look import style
from ...plots.say import say
from ..examples import swept

# Where figures are defined, in the order of the index.
ROOMS = (
    "counting",
    "precision_recall",
    "roc",
    "skew",
    "ks_curves",
    "comparing",
    "costing",
    "tables",
    "detecting",
)
STATUS = {
    "redrawn": "a published picture, redrawn from the data it shows",
    "lost": "a picture that its source has lost, drawn from what the text says",
    "ours": "made for this workbook",
}
CARS = "Twenty images of cars, after PASCAL VOC's comp1_cls_test_car (source document 000)"
ZHOU = "Zhou (2016), Machine Learning, {}, after source document {}"
FAWCETT = "Fawcett (2006), An introduction to ROC analysis, {}"
DRUMMOND = "Drummond & Holte (2006), Cost curves, {}"
SIMULATION = "source document 003, its simulation N(0.8, 0.55²) against N(0.2, 0.55²)"


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
        Draws it, in the look in force.
    shows : callable or None
        Gives the numbers that it must show, by name.
    of_words : bool
        Whether its lines only follow its words, whose width differs from machine to machine.
    """

    id: str
    source: str
    status: str
    lesson: int | None
    draw: Callable[[], Picture]
    shows: Callable[[], Mapping] | None = None
    of_words: bool = False

    @property
    def caption(self) -> str:
        """What it shows, in a sentence in the language in force."""
        return say(f"figure.{self.id}")

    @property
    def numbers(self) -> dict:
        """The numbers that it must show, computed now."""
        return dict(self.shows()) if self.shows else {}

    def picture(self, language: Language = "en", size: Size = "page") -> Picture:
        """Draw it."""
        with style(size, language):
            return self.draw()


_REGISTERED: dict[str, Figure] = {}


def register(id: str, source: str, *, status="redrawn", lesson=None, shows=None, of_words=False):
    """Register the function below as a figure."""

    def as_it_is(draw: Callable[[], Picture]):
        if id in _REGISTERED or status not in STATUS:
            raise ValueError(f"figure {id!r} is there twice, or its status {status!r} is none")
        _REGISTERED[id] = Figure(id, source, status, lesson, draw, shows, of_words)
        return draw

    return as_it_is


@cache
def registered() -> Mapping[str, Figure]:
    """Return all figures by their ids, in the order of the index."""
    rooms = [f"{__package__}.{room}" for room in ROOMS]
    for room in rooms:
        import_module(room)
    # Whoever was imported first, the rooms stand in their own order.
    by_room = sorted(_REGISTERED.values(), key=lambda figure: rooms.index(figure.draw.__module__))
    return {figure.id: figure for figure in by_room}


@explained
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


@explained
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
