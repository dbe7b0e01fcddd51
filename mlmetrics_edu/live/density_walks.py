"""A walk through the scores: a threshold slides, both errors change, a point runs along the ROC."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..core import digits
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.native import native
from ..core.trace import Column, Trace
from ..metrics.curve import needs
from ..metrics.curves import roc
from ..metrics.populations.population import Always, Beta, Population, cells_at
from ..metrics.sweep import Sweep
from ..plots.picture import Picture
from ..plots.roc_curve import roc as draw_roc
from ..plots.say import same_cut
from ..plots.score_densities import densities as draw_densities
from .curve_walks import CHANCE, FINE, Steps, classes, counts_in_words, roc_plane
from .densities import between, ends_of_ties, nice_edges, outline, shares, stacked
from .instrument import speaker
from .marks import Mark, cuts, grown, mark
from .planes import Say, axis, blank, some
from .player import Player, Walk, titled

DOTS = 60  # samples; more are drawn as histograms
SMOOTH = 301  # points of a density
PLACES = 3  # of a share
OF_ROWS = ("step", "threshold", "admitted", "label")  # columns that speak of one row of a sweep
TAIL = 3.5  # standard deviations: farther from the mean, nothing is seen of a density
CLOSE = 0.05  # of the width of the panel: dots nearer than this are stacked
LEVELS = 9  # of dots; more don't fit
ROOM = 1.1  # above the highest
SIDES = {"positive": ("sample true", "bars"), "negative": ("sample", "bars other")}


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
    return Player(through_the_scores(of, speaker(language)), language)


def through_the_scores(of: Sweep | Population, say: Say) -> Walk:
    """Walk through the scores of samples, or of a population."""
    return _of_population(of, say) if isinstance(of, Population) else _of_sweep(of, say)


class Wrong(NamedTuple):
    """A piece of a panel that is an error on one side of the threshold, and right on the other."""

    kind: str
    look: str
    x: Any
    y: Any
    positive: bool
    first: int  # the step from which it is predicted positive

    def marks(self) -> list[Mark]:
        """Describe it while it is an error: a positive until it is let in, a negative from then."""
        if self.positive:
            seen = {"until": self.first - 1} if self.first else None
        else:
            seen = {"since": self.first}
        error = "FN" if self.positive else "FP"
        if seen is None:
            return []
        return [mark(self.kind, f"{self.look} {error}".strip(), self.x, self.y, **seen)]


@dataclass(frozen=True)
class Dots:
    """A dot for each of a few samples, positives above and negatives below."""

    sweep: Sweep

    @cached_property
    def scores(self) -> dict[str, np.ndarray]:
        """The scores of each class, from high to low."""
        columns = {"positive": self.sweep.tp, "negative": self.sweep.fp}
        return {
            k: np.repeat(self.sweep.threshold[1:], native(np.diff(c))) for k, c in columns.items()
        }

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
        return {side: stacked(scores, apart) for side, scores in self.scores.items()}

    @property
    def fit(self) -> bool:
        """Whether there is room for all dots."""
        return max(levels.max(initial=0) for levels in self.levels.values()) < LEVELS

    def heights(self, side: str) -> np.ndarray:
        """How high the dots lie: negatives hang below the middle."""
        level = self.levels[side] + 1
        return level if side == "positive" else -level

    def described(self, thresholds: np.ndarray, say: Say) -> dict[str, Any]:
        """Describe the panel: all dots, and which of them are wrong at which step."""
        marks = [mark("segment", "faint", self.limits, [0, 0])]
        for side, (look, _) in SIDES.items():
            places = zip(self.scores[side].tolist(), self.heights(side).tolist(), strict=True)
            for x, y in places:
                first = np.searchsorted(-thresholds, -x).item()  # the step that lets it in
                marks.append(mark("dot", look, x, y))
                marks += Wrong("dot", f"{look} wrong", x, y, side == "positive", first).marks()
        highest = max(np.abs(self.heights(side)).max(initial=0) for side in SIDES)
        top = max(4.0, 1.0 + float(highest))
        across = axis(say("score"), *self.limits)
        y = blank() | {"from": -top, "to": top}
        return {"title": say("walk.dots"), "x": across, "y": y, "marks": marks}


@dataclass(frozen=True)
class Bars:
    """Histograms of both classes; the threshold stops at the edges of bars."""

    sweep: Sweep
    edges: np.ndarray

    @cached_property
    def shares(self) -> dict[str, np.ndarray]:
        """Which share of its class lies in each bar."""
        return shares(self.sweep, self.edges)

    def described(self, thresholds: np.ndarray, say: Say) -> dict[str, Any]:
        """Describe the panel: the bars that are wrong at each step, and both outlines."""
        marks = []
        for side, heights in self.shares.items():
            for k in np.flatnonzero(heights).tolist():
                first = np.searchsorted(-thresholds, -self.edges[k]).item()
                corners = self.edges[k : k + 2], [0, heights[k]]
                marks += Wrong("rect", "fill", *corners, side == "positive", first).marks()
        for side, heights in self.shares.items():
            marks.append(mark("path", SIDES[side][1], *outline(self.edges, heights)))
        high = max(share.max() for share in self.shares.values())
        x = axis(say("score"), self.edges[0], self.edges[-1])
        y = blank() | {"label": say("walk.share_each"), "to": float(ROOM * high)}
        return {"title": say("walk.outlines"), "x": x, "y": y, "marks": marks}


@dataclass(frozen=True)
class Densities:
    """Two known distributions; what lies on the wrong side is filled."""

    population: Population
    scores: np.ndarray

    def height(self, side: str, scores: np.ndarray) -> np.ndarray:
        """The density of a class, 0 outside of where it has scores."""
        distribution = getattr(self.population, side)
        low, high = distribution.support
        inside = (scores >= low) & (scores <= high)
        return np.where(inside, distribution.density(scores), 0)

    def described(self, thresholds: np.ndarray, say: Say) -> dict[str, Any]:
        """Describe the panel: the slices between two stops that are wrong, and both curves."""
        ends = np.concatenate([[np.inf], thresholds, [-np.inf]])
        scores = np.union1d(self.scores, thresholds)
        marks, tops = [], []
        for side in SIDES:
            for first, (high, low) in enumerate(itertools.pairwise(ends)):
                x = scores[(scores >= low) & (scores <= high)]
                if len(x) > 1:
                    feet = np.concatenate([self.height(side, x), [0, 0]])
                    around = np.append(x, x[[-1, 0]])
                    marks += Wrong("path", "fill", around, feet, side == "positive", first).marks()
        for side, (_, look) in SIDES.items():
            tops.append(self.height(side, self.scores))
            marks.append(mark("path", look, self.scores, tops[-1]))
        x = axis(say("score"), self.scores[0], self.scores[-1])
        high = ROOM * max(top.max() for top in tops)
        y = blank() | {"label": say("walk.density_axis"), "to": float(high)}
        return {"title": say("walk.outlines"), "x": x, "y": y, "marks": marks}


def panel_of(sweep: Sweep) -> Dots | Bars:
    """Choose how scores are shown: a dot for each of few samples, or bars of many."""
    whole = sweep.tp.dtype == sweep.fp.dtype == np.int64
    if whole and sweep.tp[-1] + sweep.fp[-1] <= DOTS and (dots := Dots(sweep)).fit:
        return dots
    return Bars(sweep, nice_edges(sweep.threshold[-1], sweep.threshold[1]))


def _of_sweep(sweep: Sweep, say: Say) -> Walk:
    needs(sweep, "walk through the scores", "recall", "fpr")
    panel, stops = panel_of(sweep), ends_of_ties(sweep)
    if isinstance(panel, Dots):
        rows, thresholds = stops, sweep.threshold[stops]
        places = between(thresholds, panel.limits)
    else:
        thresholds = places = panel.edges[::-1]
        rows = np.array([sweep.row_at(edge) for edge in thresholds.tolist()])
    steps, write = Steps(sweep, say, rows), lambda threshold: same_cut(threshold, sweep)
    seen = panel.described(thresholds, say)
    seen["marks"] += cuts(places, seen["y"]["from"], seen["y"]["to"])
    path, curve = some(len(sweep), FINE), roc(sweep)
    plane = roc_plane(say, sweep) | {
        "marks": [CHANCE, *_running(np.column_stack([curve.x, curve.y]), path, rows)]
    }
    said = []
    for row, threshold in zip(rows.tolist(), thresholds.tolist(), strict=True):
        cells = {cell: digits.count(n) for cell, n in sweep.confusion(row).counts.items()}
        errors, counts = say("walk.errors", **cells), counts_in_words(sweep, row, say)
        follows = say("walk.joined", a=errors, b=counts)
        said.append(say("walk.joined", a=_cut(threshold, write, say), b=follows))
    title = titled(say, say("walk.density"), len(rows), len(stops))
    still = steps.still(draw_roc, curve.x, curve.y)
    panels = [seen, plane, steps.counts("tpr", "fpr")]
    table = steps.table("recall", "fpr")
    table = table if isinstance(panel, Dots) else _at_edges(table, thresholds)
    return Walk(title, table, said, panels, still)


def _at_edges(table: Trace, edges: np.ndarray) -> Trace:
    """Write the edges of bars for thresholds, which let in whoever scores above them."""
    cut = Column("threshold", edges, digits.thresholds(edges), "right")
    kept = [column for column in table.columns if column.name not in OF_ROWS]
    return replace(table, columns=[cut, *kept])


def _cut(threshold: float, write: Callable[[float], str], say: Say) -> str:
    """Say where the threshold is."""
    if threshold == np.inf:
        return say("walk.start")
    return say("walk.cut", threshold=write(threshold))


def _running(points: np.ndarray, path: np.ndarray, rows: np.ndarray) -> list[Mark]:
    """Describe the whole curve, and how far a point has come on it at each step."""
    way = [points[path[(path > a) & (path < b)]] for a, b in itertools.pairwise(rows)]
    return [mark("path", "ahead", *points[path].T), *grown(points[rows].tolist(), way)]


def _of_population(population: Population, say: Say) -> Walk:
    scores = np.linspace(*_reach(population), SMOOTH)
    stops = nice_edges(scores[0], scores[-1])[::-1]
    stops = stops[(stops >= scores[0]) & (stops <= scores[-1])]
    seen = Densities(population, scores).described(stops, say)
    seen["marks"] += cuts(stops, 0, seen["y"]["to"])
    finely = np.union1d(scores, stops)[::-1]
    way = np.column_stack(population.roc(finely))
    rows = np.searchsorted(-finely, -stops)
    plane = roc_plane(say) | {"marks": [CHANCE, *_running(way, np.arange(len(way)), rows)]}
    shares = [cells_at(population, stop) for stop in stops.tolist()]
    cells = [{c: digits.decimal(round(n, PLACES)) for c, n in one.items()} for one in shares]
    said = []
    for stop, one in zip(stops.tolist(), cells, strict=True):
        rates = say("walk.shares", tpr=one["TP"], fpr=one["FP"])
        wrong = say("walk.joined", a=say("walk.areas", **one), b=rates)
        said.append(say("walk.joined", a=_cut(stop, digits.threshold, say), b=wrong))
    counts = {cell: [one[cell] for one in cells] for cell in ("TN", "FP", "FN", "TP")}
    table = _shares_table(say("walk.density"), stops, counts)

    def still(step: int) -> Picture:
        return draw_densities(population, threshold=stops[step].item()).figure

    return Walk(
        table.title,
        table,
        said,
        [seen, plane, {"counts": counts, "lines": [], "classes": classes(say)}],
        still,
    )


def _shares_table(title: str, stops: np.ndarray, shares: dict[str, list[str]]) -> Trace:
    columns = [Column(cell, values, align="right") for cell, values in shares.items()]
    cut = Column("threshold", stops, digits.thresholds(stops), "right")
    return Trace(title, [cut, *columns])


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
