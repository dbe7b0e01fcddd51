"""A walk through the scores: a threshold slides, both errors change, a point runs along the ROC."""

from typing import NamedTuple

import numpy as np
from matplotlib.ticker import MaxNLocator

from ...core import digits
from ...core.conventions import Language
from ...core.errors import InputError
from ...metrics.curve import needs
from ...metrics.populations.population import Always, Beta, Population
from ...metrics.sweep import Sweep
from ..look import style
from ..say import say
from .layers import film, stage
from .player import Player
from .score_panels import Bars, Densities, Dots, draw_cut
from .walk_panels import draw_counts, draw_counts_ground, draw_path, draw_roc_ground
from .walks import FINE, Moment, moments_of, some, titled

DOTS = 60  # samples; more are drawn as histograms
BINS = 40
APART = 1e-9  # relative; nearer scores don't spread over bars
NICE = [1, 2, 2.5, 5, 10]  # what the width of a bar begins with
EDGE_DIGITS = 12  # so that an edge is 0.3 and not 0.30000000000000004
SMOOTH = 301  # points of a density
PLACES = 3  # of a share
TAIL = 3.5  # standard deviations: farther from the mean, nothing is seen of a density


class Slide(NamedTuple):
    """What is drawn: the scores, the stops of the threshold, the ROC path, how many of each."""

    panel: Dots | Bars | Densities
    moments: list[Moment]
    path: tuple[np.ndarray, np.ndarray]
    sizes: tuple[float | None, float | None]
    stops: int


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
    with style(language=language):
        picture, draw = density_scene(slide)
        captions = [_in_words(slide, moment) for moment in slide.moments]
        title = titled("walk.density", len(slide.moments), slide.stops)
        return Player(film(picture, slide.moments, draw), captions, title)


def density_scene(slide: Slide) -> tuple:
    """Draw the ground of a walk through the scores; give it with what draws a moment on it."""
    picture, (scores, plane, table) = stage((5.0, 4.3, 3.5), 4.4)
    slide.panel.draw_ground(scores)
    draw_roc_ground(plane, *slide.sizes, slide.path)
    draw_counts_ground(table)

    def draw(now: Moment) -> None:
        slide.panel.draw_errors(scores, now.threshold)
        draw_cut(scores, now.cut, digits.threshold(now.threshold))
        draw_path(plane, *_so_far(slide.path, now.point))
        draw_counts(table, now.cells, now.rates)

    return picture, draw


def _so_far(path: tuple[np.ndarray, np.ndarray], point: tuple[float, float]) -> np.ndarray:
    """Return the way to a point: what of the whole way lies below it, and left of it."""
    xy = np.column_stack(path)
    return np.vstack([xy[(xy <= point).all(axis=1)], point]).T


def _of_sweep(sweep: Sweep) -> Slide:
    needs(sweep, "walk through the scores", "recall", "fpr")
    path = some(len(sweep), FINE)
    known = ((sweep["fpr"][path], sweep["recall"][path]), (sweep.positives, sweep.negatives))
    whole = sweep.tp.dtype == sweep.fp.dtype == np.int64
    if whole and sweep.tp[-1] + sweep.fp[-1] <= DOTS and (dots := Dots(sweep)).fit:
        rows = _ends_of_ties(sweep)
        moments = moments_of(sweep, rows, cuts=_between(sweep.threshold[rows], dots.limits))
        return Slide(dots, moments, *known, len(moments))
    edges = nice_edges(sweep.threshold[-1], sweep.threshold[1])
    falling = edges[::-1]
    rows = np.array([sweep.row_at(edge) for edge in falling.tolist()])
    moments = moments_of(sweep, rows, falling, falling)
    return Slide(Bars(sweep, edges), moments, *known, len(_ends_of_ties(sweep)))


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
    fpr, tpr = (rate.item() for rate in population.roc(stop))
    shares = {"TP": tpr, "FN": 1 - tpr, "FP": fpr, "TN": 1 - fpr}
    cells = {cell: digits.decimal(round(share, PLACES)) for cell, share in shares.items()}
    rates = {"recall": cells["TP"], "fpr": cells["FP"]}
    return Moment(0, stop, (fpr, tpr), cells, rates, stop)


def _in_words(slide: Slide, now: Moment) -> str:
    """Say where the threshold is, what is wrong there, and what follows for both rates."""
    start = now.threshold == np.inf
    cut = say("walk.start") if start else say("walk.cut", threshold=digits.threshold(now.threshold))
    values = {**now.cells, "tpr": now.rates["recall"], "fpr": now.rates["fpr"]}
    known = "counts" if slide.sizes[0] is not None else "shares"
    wrong = {"counts": "walk.errors", "shares": "walk.areas"}[known]
    follows = say("walk.joined", a=say(wrong, **now.cells), b=say(f"walk.{known}", **values))
    return say("walk.joined", a=cut, b=follows)
