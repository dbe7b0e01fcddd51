"""The scores of both classes, cut by a threshold: what is wrong is filled."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ...metrics.populations.population import Population
from ...metrics.sweep import Sweep
from ..colours import COLOURS, SERIES, for_letters
from ..labels import beside
from ..look import letters
from ..say import say

# Which error has which look: missed positives, and false alarms.
ERRORS = {
    "FN": {"facecolor": "#9CC9E3", "hatch": "///", "edgecolor": "#0072B2"},
    "FP": {"facecolor": "#F6D08A", "hatch": "\\\\\\", "edgecolor": "#8A5A00"},
}
OUTLINES = {
    "positive": {"color": SERIES[0][0], "ls": "-"},
    "negative": {"color": "#555555", "ls": "--"},
}
CLOSE = 0.05  # of the width of the panel: dots nearer than this are stacked
LEVELS = 9  # of dots; more don't fit
ROOM = 1.25  # above the highest: for the names of the classes
WORD, LINE = 0.26, 0.09  # how much of a panel a name needs, from left to right and upwards


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


def _stacked(scores: np.ndarray, apart: float) -> np.ndarray:
    """Put each score on the lowest level where it is apart enough from the one before."""
    ends: list[float] = []
    levels = np.zeros(len(scores), int)
    for i, score in enumerate(scores):
        free = [k for k, end in enumerate(ends) if end - score >= apart]
        levels[i] = free[0] if free else len(ends)
        ends[levels[i] : levels[i] + 1] = [score]
    return levels


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
