"""A walk through the scores: a threshold slides, both errors change, a point runs along the ROC."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ..core import digits
from ..core.conventions import Language
from ..core.errors import InputError
from ..metrics.curve import needs
from ..metrics.populations.population import Always, Beta, Population, cells_at
from ..metrics.sweep import Sweep
from .look import COLOURS, SERIES, for_letters, letters, style
from .placing import beside
from .player import Player, film, stage
from .say import same_cut, say
from .walks import (
    ERRORS,
    FINE,
    Moment,
    draw_counts,
    draw_counts_ground,
    draw_path,
    draw_roc_ground,
    moments_of,
    some,
    titled,
)

DOTS = 60  # samples; more are drawn as histograms
BINS = 40
APART = 1e-9  # relative; nearer scores don't spread over bars
NICE = [1, 2, 2.5, 5, 10]  # what the width of a bar begins with
EDGE_DIGITS = 12  # so that an edge is 0.3 and not 0.30000000000000004
SMOOTH = 301  # points of a density
PLACES = 3  # of a share
TAIL = 3.5  # standard deviations: farther from the mean, nothing is seen of a density
OUTLINES = {
    "positive": {"color": SERIES[0][0], "ls": "-"},
    "negative": {"color": "#555555", "ls": "--"},
}
CLOSE = 0.05  # of the width of the panel: dots nearer than this are stacked
LEVELS = 9  # of dots; more don't fit
ROOM = 1.25  # above the highest: for the names of the classes
WORD, LINE = 0.26, 0.09  # how much of a panel a name needs, from left to right and upwards


@dataclass(frozen=True)
class Dots:
    """A dot for each of a few samples, positives above and negatives below."""

    sweep: Sweep

    @cached_property
    def scores(self) -> dict[str, np.ndarray]:
        """The scores of each class, from high to low."""
        columns = {"positive": self.sweep.tp, "negative": self.sweep.fp}
        return {k: np.repeat(self.sweep.threshold[1:], np.diff(c)) for k, c in columns.items()}

    @cached_property
    def limits(self) -> tuple[float, float]:
        """From where to where the panel reaches."""
        low, high = self.sweep.threshold[-1], self.sweep.threshold[1]
        room = 0.08 * (high - low) or 0.5
        return float(low - room), float(high + room)

    @cached_property
    def levels(self) -> dict[str, np.ndarray]:
        """On which level each dot lies, so that none covers another."""
        apart = CLOSE * (self.limits[1] - self.limits[0])
        return {side: _stacked(scores, apart) for side, scores in self.scores.items()}

    @property
    def fit(self) -> bool:
        """Whether there is room for all dots."""
        return max(levels.max(initial=0) for levels in self.levels.values()) < LEVELS

    def heights(self, side: str) -> np.ndarray:
        """How high the dots lie: negatives hang below the middle."""
        level = self.levels[side] + 0.7
        return level if side == "positive" else -level

    def draw_ground(self, ax: Axes) -> None:
        """Draw all dots, empty."""
        _leave_room(ax)
        reach = {side: self.levels[side].max(initial=0) + 1.6 for side in self.levels}
        upper, lower = (max(r, 2.4) for r in reach.values())
        ax.set(xlim=self.limits, ylim=(-lower, upper), xlabel=say("walk.score"))
        ax.set_yticks((upper / 2, -lower / 2), (say("positive"), say("walk.negative")))
        ax.tick_params(axis="y", length=0, rotation=90)
        ax.spines.left.set_visible(False)
        ax.axhline(0, color=COLOURS["quiet"], lw=1)
        for side, label in zip(self.scores, ax.get_yticklabels(), strict=True):
            label.set(color=for_letters(OUTLINES[side]["color"]), va="center")
            self._dots(ax, side, slice(None), {"facecolor": "white"})

    def _dots(self, ax: Axes, side: str, which, fill: dict) -> None:
        x, y = self.scores[side][which], self.heights(side)[which]
        marker = {"positive": "o", "negative": "s"}[side]
        look = {"s": letters(0.95) ** 2, "linewidth": 1.6, "zorder": 3}
        ax.scatter(x, y, marker=marker, **{**look, "edgecolor": OUTLINES[side]["color"], **fill})

    def draw_errors(self, ax: Axes, threshold: float) -> None:
        """Fill the dots on the wrong side."""
        wrong = {
            "FN": ("positive", self.scores["positive"] < threshold),
            "FP": ("negative", self.scores["negative"] >= threshold),
        }
        for error, (side, which) in wrong.items():
            self._dots(ax, side, which, {**ERRORS[error], "zorder": 4, "linewidth": 1.2})


@dataclass(frozen=True)
class Bars:
    """Histograms of both classes, each of area 1; the threshold stops at the edges of bars."""

    sweep: Sweep
    edges: np.ndarray

    @cached_property
    def shares(self) -> dict[str, np.ndarray]:
        """Which share of its class lies in each bar."""
        scores, sweep = self.sweep.threshold[1:], self.sweep
        sizes = {"positive": (sweep.tp, sweep.positives), "negative": (sweep.fp, sweep.negatives)}
        return {
            side: np.histogram(scores, self.edges, weights=np.diff(column) / size)[0]
            for side, (column, size) in sizes.items()
        }

    def draw_ground(self, ax: Axes) -> None:
        """Draw the outlines."""
        _leave_room(ax)
        high = max(share.max() for share in self.shares.values())
        ends = (self.edges[0], self.edges[-1])
        ax.set(xlim=ends, ylim=(0, high * ROOM), xlabel=say("walk.score"))
        ax.set_ylabel(say("walk.share_each"))
        self._outline(ax)
        middles = (self.edges[1:] + self.edges[:-1]) / 2
        _name_peaks(ax, {side: (middles, share) for side, share in self.shares.items()})

    def _outline(self, ax: Axes) -> None:
        for side, share in self.shares.items():
            ends = np.repeat(self.edges, 2), np.pad(np.repeat(share, 2), 1)
            ax.plot(*ends, **OUTLINES[side], zorder=3)

    def draw_errors(self, ax: Axes, threshold: float) -> None:
        """Fill the bars on the wrong side."""
        below = self.edges[1:] <= threshold
        for error, side, which in (("FN", "positive", below), ("FP", "negative", ~below)):
            share = np.where(which, self.shares[side], 0)
            ax.stairs(share, self.edges, fill=True, lw=0.8, zorder=2, **ERRORS[error])
        self._outline(ax)  # again, over what was filled


@dataclass(frozen=True)
class Densities:
    """Two known distributions; what lies on the wrong side is filled."""

    population: Population
    scores: np.ndarray

    @cached_property
    def heights(self) -> dict[str, np.ndarray]:
        """The density of each class, 0 outside of where it has scores."""
        sides = {"positive": self.population.positive, "negative": self.population.negative}
        return {side: self._height(one) for side, one in sides.items()}

    def _height(self, distribution) -> np.ndarray:
        low, high = distribution.support
        inside = (self.scores >= low) & (self.scores <= high)
        return np.where(inside, distribution.density(self.scores), 0)

    def draw_ground(self, ax: Axes) -> None:
        """Draw both curves."""
        _leave_room(ax)
        high = max(height.max() for height in self.heights.values())
        ends = (self.scores[0], self.scores[-1])
        ax.set(xlim=ends, ylim=(0, high * ROOM), xlabel=say("walk.score"))
        ax.set_ylabel(say("walk.share"))
        self._outline(ax)
        _name_peaks(ax, {side: (self.scores, height) for side, height in self.heights.items()})

    def _outline(self, ax: Axes) -> None:
        for side, height in self.heights.items():
            ax.plot(self.scores, height, **OUTLINES[side], zorder=3)

    def draw_errors(self, ax: Axes, threshold: float) -> None:
        """Fill below the positives left of the threshold, below the negatives right of it."""
        below = self.scores <= threshold
        for error, side, which in (("FN", "positive", below), ("FP", "negative", ~below)):
            look = {"where": which, "lw": 0.8, "zorder": 2, **ERRORS[error]}
            ax.fill_between(self.scores, self.heights[side], **look)
        self._outline(ax)  # again, over what was filled


class Slide(NamedTuple):
    """What is drawn: the scores, the stops of the threshold, the ROC path, how many of each."""

    panel: Dots | Bars | Densities
    moments: list[Moment]
    path: tuple[np.ndarray, np.ndarray]
    sizes: tuple[float | None, float | None]
    stops: int
    write: Callable[[float], str] = digits.threshold


def density_walk(of: Sweep | Population, *, language: Language | None = None) -> Player:
    """Slide a threshold down through the scores: both areas of error, the counts, the ROC point.

    Parameters
    ----------
    of : Sweep or Population
        Of a sweep of few samples each is a dot; of many, there are histograms, and the threshold
        stops at the edges of their bars. A population has densities, and shares for counts.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words; without it the one in force, see :func:`style`.

    Returns
    -------
    Player

    Raises
    ------
    UndefinedError
        If one of the classes is missing.
    InputError
        If a class of a population has no density, since it scores always the same.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> print(density_walk(sweep([1, 0], [0.8, 0.3])).captions[1])
    Score ≥ 0.8 is predicted positive. Filled are the errors: 0 missed (FN), ...
    """
    slide = _of_population(of) if isinstance(of, Population) else _of_sweep(of)
    with style(language=language, ground="light"):
        picture, draw = density_scene(slide)
        captions = [_in_words(slide, moment) for moment in slide.moments]
        title = titled("walk.density", len(slide.moments), slide.stops)
        return Player(film(picture, slide.moments, draw), captions, title)


def density_scene(slide: Slide) -> tuple:
    """Draw the ground of a walk through the scores, and return it with what draws a moment."""
    picture, (scores, plane, table) = stage((5.0, 4.3, 3.5), 4.4)
    slide.panel.draw_ground(scores)
    draw_roc_ground(plane, *slide.sizes, slide.path)
    draw_counts_ground(table)

    def draw(now: Moment) -> None:
        slide.panel.draw_errors(scores, now.threshold)
        draw_cut(scores, now.cut, slide.write(now.threshold))
        draw_path(plane, *_so_far(slide.path, now.point))
        draw_counts(table, now.cells, now.rates)

    return picture, draw


def _so_far(path: tuple[np.ndarray, np.ndarray], point: tuple[float, float]) -> np.ndarray:
    """Return the way to a point: what of the whole way lies below it, and left of it."""
    xy = np.column_stack(path)
    return np.vstack([xy[(xy <= point).all(axis=1)], point]).T


def _of_sweep(sweep: Sweep) -> Slide:
    needs(sweep, "walk through the scores", "recall", "fpr")
    path, write = some(len(sweep), FINE), lambda threshold: same_cut(threshold, sweep)
    points = sweep["fpr"][path], sweep["recall"][path]
    sizes = sweep.positives, sweep.negatives
    whole = sweep.tp.dtype == sweep.fp.dtype == np.int64
    if whole and sweep.tp[-1] + sweep.fp[-1] <= DOTS and (dots := Dots(sweep)).fit:
        rows = _ends_of_ties(sweep)
        moments = moments_of(sweep, rows, cuts=_between(sweep.threshold[rows], dots.limits))
        return Slide(dots, moments, points, sizes, len(moments), write)
    edges = nice_edges(sweep.threshold[-1], sweep.threshold[1])
    falling = edges[::-1]
    rows = np.array([sweep.row_at(edge) for edge in falling.tolist()])
    moments = moments_of(sweep, rows, falling, falling)
    stops = len(_ends_of_ties(sweep))
    return Slide(Bars(sweep, edges), moments, points, sizes, stops, write)


def _ends_of_ties(sweep: Sweep) -> np.ndarray:
    """Find the rows at which a threshold can stop: none cuts a tie."""
    return np.flatnonzero(np.append(np.diff(sweep.threshold) != 0, True))


def _between(thresholds: np.ndarray, limits: tuple[float, float]) -> np.ndarray:
    """Put each cut half-way to the next score, where no dot lies on it."""
    low, high = limits
    ends = np.concatenate([[high], thresholds[1:], [low]])
    return (ends[:-1] + ends[1:]) / 2


def nice_edges(low: float, high: float) -> np.ndarray:
    """Choose edges of bars that are short to write, the last one above all scores.

    Examples
    --------
    >>> nice_edges(0.02, 1.0)[[0, 1, -1]].tolist()
    [0.0, 0.025, 1.025]
    """
    if high - low < APART * max(abs(low), abs(high), 1):
        low, high = low - 0.5, high + 0.5
    edges = MaxNLocator(nbins=BINS, steps=NICE).tick_values(low, high)
    if edges[-1] <= high:
        edges = np.append(edges, 2 * edges[-1] - edges[-2])
    edges = edges[max(np.searchsorted(edges, low, side="right") - 1, 0) :]
    return np.array([float(f"{edge:.{EDGE_DIGITS}g}") for edge in edges])


def _of_population(population: Population) -> Slide:
    scores = np.linspace(*_reach(population), SMOOTH)
    stops = nice_edges(scores[0], scores[-1])[::-1]
    stops = stops[(stops >= scores[0]) & (stops <= scores[-1])]
    moments = [_moment(population, stop) for stop in stops.tolist()]
    path = population.roc(scores[::-1])
    return Slide(Densities(population, scores), moments, path, (None, None), len(moments))


def _reach(population: Population) -> tuple[float, float]:
    """Find from where to where there is anything to be seen."""
    ends = []
    for side in (population.positive, population.negative):
        if isinstance(side, Always):
            raise InputError(
                f"there is no density of {side}",
                "all its scores are one and the same, and lie on no curve",
                "draw samples of it: mm.sweep(*population.draw(20, 20))",
            )
        beta, sd = isinstance(side, Beta), getattr(side, "sd", 0)
        ends += [0, 1] if beta else [side.mean - TAIL * sd, side.mean + TAIL * sd]
    return min(ends), max(ends)


def _moment(population: Population, stop: float) -> Moment:
    shares = cells_at(population, stop)
    cells = {cell: digits.decimal(round(share, PLACES)) for cell, share in shares.items()}
    rates = {"recall": cells["TP"], "fpr": cells["FP"]}
    return Moment(0, stop, (shares["FP"], shares["TP"]), cells, rates, stop)


def _in_words(slide: Slide, now: Moment) -> str:
    """Say where the threshold is, what is wrong there, and what follows for both rates."""
    start = now.threshold == np.inf
    cut = say("walk.start") if start else say("walk.cut", threshold=slide.write(now.threshold))
    values = {**now.cells, "tpr": now.rates["recall"], "fpr": now.rates["fpr"]}
    kind = "counts" if slide.sizes[0] is not None else "shares"
    wrong = {"counts": "walk.errors", "shares": "walk.areas"}[kind]
    follows = say("walk.joined", a=say(wrong, **now.cells), b=say(f"walk.{kind}", **values))
    return say("walk.joined", a=cut, b=follows)


def _names(ax: Axes, spots: dict[str, tuple[float, float]], **how) -> None:
    words = {"positive": say("positive"), "negative": say("walk.negative")}
    for side, spot in spots.items():
        beside(ax, *spot, words[side], OUTLINES[side]["color"], **how)


def draw_cut(ax: Axes, cut: float, threshold: str) -> None:
    """Draw the threshold, and on which side is predicted positive."""
    low, high = ax.get_xlim()
    ax.axvspan(cut, high, color=COLOURS["quiet"], alpha=0.10, lw=0, zorder=0)
    ax.axvline(cut, color=COLOURS["threshold"], lw=2.4, zorder=5)
    left = cut < (low + high) / 2
    text = say("walk.from_here", threshold=threshold)
    ax.annotate(
        f"{text} →" if left else text,
        (cut, 1),
        (-2 if left else 2, 4),
        xycoords=("data", "axes fraction"),
        textcoords="offset points",
        color=for_letters(COLOURS["threshold"]),
        ha="left" if left else "right",
        va="bottom",
    )


def _leave_room(ax: Axes) -> None:
    """Keep a line free above, where the threshold is written, and the corner below."""
    ax.set_title(" ")
    ax.yaxis.set_major_locator(MaxNLocator(4, prune="lower"))


def _stacked(scores: np.ndarray, apart: float) -> np.ndarray:
    """Put each score on the lowest level where it is apart enough from the one before."""
    ends: list[float] = []
    levels = np.zeros(len(scores), int)
    for i, score in enumerate(scores):
        free = [k for k, end in enumerate(ends) if end - score >= apart]
        levels[i] = free[0] if free else len(ends)
        ends[levels[i] : levels[i] + 1] = [score]
    return levels


def _name_peaks(ax: Axes, lines: dict[str, tuple[np.ndarray, np.ndarray]]) -> None:
    """Name each class above its peak, leaning away from the other's, or from a border."""
    (low, high), top = ax.get_xlim(), ax.get_ylim()[1]
    peaks = {
        side: ((x[y.argmax()] - low) / (high - low), y.max()) for side, (x, y) in lines.items()
    }
    left, right = sorted(peaks, key=peaks.get)
    aligned = {left: "right", right: "left"}
    aligned |= {side: "left" for side, (x, _) in peaks.items() if x < WORD}
    aligned |= {side: "right" for side, (x, _) in peaks.items() if x > 1 - WORD}
    (x0, y0), (x1, y1) = peaks[left], peaks[right]
    if aligned[left] == aligned[right] and x1 - x0 < WORD and abs(y1 - y0) < LINE * top:
        peaks[left] = x0, max(y0, y1) + LINE * top
    for side, (x, y) in peaks.items():
        spot = low + (high - low) * min(max(x, 0.02), 0.98), y
        _names(ax, {side: spot}, ha=aligned[side], va="bottom", offset=(0, 3))
