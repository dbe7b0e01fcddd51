"""A walk down the ranking, step by step: how a ROC curve grows."""

from typing import NamedTuple

import numpy as np

from ...core import digits
from ...core.conventions import Language
from ...metrics.curve import needs
from ...metrics.sweep import Sweep
from ..look import style
from ..say import say
from .layers import film, stage
from .player import Player
from .walk_panels import draw_counts, draw_counts_ground, draw_path, draw_roc_ground

MOST = 60  # frames: more are no walk but a run
FINE = 300  # points of a path; on a picture nobody sees more
NAMED = 3  # samples of a tie beside a point


class Moment(NamedTuple):
    """What a frame shows."""

    row: int
    threshold: float
    point: tuple[float, float]
    cells: dict[str, str]
    rates: dict[str, str]
    cut: float = np.nan


def roc_walk(sweep: Sweep, *, language: Language | None = None) -> Player:
    """Step along the ROC curve: up for a hit, right for a false alarm.

    Each frame names who is let in, the score, the four counts and both rates. A sweep with grouped
    ties goes diagonally where a tie holds both classes; the other sweeps go sample by sample.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold; of a long one 60 steps are shown.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words; without it the one in force, see :func:`style`.

    Returns
    -------
    Player

    Raises
    ------
    UndefinedError
        If one of the classes is missing.
    """
    needs(sweep, "walk along the ROC curve", "recall", "fpr")
    rows = some(len(sweep), MOST)
    with style(language=language):
        picture, draw = roc_scene(sweep)
        moments = moments_of(sweep, rows)
        pairs = list(zip([None, *moments], moments, strict=False))
        captions = [_step_in_words(sweep, before, now) for before, now in pairs]
        title = titled("walk.roc", len(rows), len(sweep))
        return Player(film(picture, pairs, draw), captions, title)


def roc_scene(sweep: Sweep) -> tuple:
    """Draw the ground of a walk along the ROC curve; give it with what draws a step on it."""
    picture, (plane, table) = stage((5.2, 3.7), 4.7)
    draw_roc_ground(plane, sweep.positives, sweep.negatives)
    draw_counts_ground(table)
    fpr, tpr, path = sweep["fpr"], sweep["recall"], some(len(sweep), FINE)

    def draw(pair: tuple[Moment | None, Moment]) -> None:
        before, now = pair
        far = np.append(path[path < now.row], now.row)
        came_from, name = (before.point, _who(sweep, before, now)) if before else (None, "")
        draw_path(plane, fpr[far], tpr[far], came_from, name)
        draw_counts(table, now.cells, now.rates)

    return picture, draw


def some(n: int, most: int) -> np.ndarray:
    """Choose rows, evenly, the first and the last among them."""
    return np.unique(np.linspace(0, n - 1, min(n, most)).round().astype(int))


def titled(key: str, shown: int, there: int) -> str:
    """Say what a walk is, and where steps were left out, how many."""
    title = say(key)
    if shown == there:
        return title
    return say("walk.thinned", title=title, shown=digits.count(shown), all=digits.count(there))


def moments_of(sweep: Sweep, rows: np.ndarray, thresholds=None, cuts=None) -> list[Moment]:
    """Gather what some rows of a sweep have to show."""
    points = np.column_stack([sweep["fpr"][rows], sweep["recall"][rows]]).tolist()
    thresholds = sweep.threshold[rows] if thresholds is None else thresholds
    cuts = np.full(len(rows), np.nan) if cuts is None else cuts
    columns = (rows.tolist(), np.asarray(thresholds).tolist(), points, np.asarray(cuts).tolist())
    return [
        Moment(row, threshold, tuple(point), *_written(sweep, row, point), cut)
        for row, threshold, point, cut in zip(*columns, strict=True)
    ]


def _written(sweep: Sweep, row: int, point) -> tuple[dict[str, str], dict[str, str]]:
    """Write the counts of a row, and its rates as a division and a decimal."""
    counts = sweep.confusion(row).counts
    rates = {
        "recall": _as_division(counts["TP"], sweep.positives, point[1]),
        "fpr": _as_division(counts["FP"], sweep.negatives, point[0]),
    }
    return {cell: digits.count(n) for cell, n in counts.items()}, rates


def _as_division(part, whole, value: float) -> str:
    division = digits.ratio(part, whole)
    shown = digits.decimal(value)
    return f"{division} = {shown}" if division else shown


def _who(sweep: Sweep, before: Moment, now: Moment) -> str:
    """Name who is let in at a step, where that is one step and the samples are known."""
    if now.row != before.row + 1 or sweep.samples is None:
        return ""
    names, _ = sweep.admitted(now.row)
    if sweep.samples.ids is None:
        return say("walk.sample", name=digits.listing(names, NAMED))
    return digits.listing(names, NAMED)


def _step_in_words(sweep: Sweep, before: Moment | None, now: Moment) -> str:
    counts = say("walk.counts", **now.cells, tpr=now.rates["recall"], fpr=now.rates["fpr"])
    return say("walk.joined", a=_event(sweep, before, now), b=counts)


def _event(sweep: Sweep, before: Moment | None, now: Moment) -> str:
    if before is None:
        return say("walk.start")
    up, right = (column[now.row] - column[before.row] for column in (sweep.tp, sweep.fp))
    values = {"score": digits.threshold(now.threshold), "who": _who(sweep, before, now)}
    values |= {"up": digits.count(up), "right": digits.count(right), "n": digits.count(up + right)}
    if not values["who"]:
        return say("walk.many", **values)
    if len(sweep.admitted(now.row)[0]) == 1:
        return say("walk.hit" if up else "walk.alarm", **values)
    return say("walk.diagonal" if up and right else "walk.tied", **values)
