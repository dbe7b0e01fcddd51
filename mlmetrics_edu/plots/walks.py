"""Steps of a walk down the ranking, one below the other on a page."""

from collections.abc import Sequence
from typing import Any

from ..core import digits, words
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from ..metrics.confusion import Confusion
from ..metrics.sweep import Sweep, counted
from .confusion_table import confusion
from .curves import given
from .look import scale, style
from .picture import Picture, describe
from .rankings import ranking
from .say import say, verbatim

STEPS = 6  # steps on a page
BOX = 0.5  # inches that a box of the ranking takes
TABLE = 3.4  # and the table beside it
HEIGHT = 2.75
LETTERS = {"precision": "P", "recall": "R"}


def threshold_walk(
    sweep: Sweep,
    rows: int | Sequence[int],
    *,
    metrics: str | Formula | Sequence = ("precision", "recall"),
    language: Language | None = None,
    **heatmap: Any,
) -> Picture:
    """Draw chosen steps of the walk one below the other: ranking, counts, and what they give.

    Parameters
    ----------
    sweep : Sweep
        A sweep of at most 60 samples.
    rows : sequence of int
        Which rows of the sweep, at most six.
    metrics : sequence of str or Formula
        What each step is worth, written above it.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **heatmap
        Passed on to :func:`confusion`.

    Returns
    -------
    Picture
        Two Axes for each step: ``picture.axes[2 * i]`` holds the ranking, the next one the table.

    Raises
    ------
    InputError
        If a row stands within a tie, where no threshold can cut, or if there are too many.
    """
    counted(sweep, "picture of the walk")
    chosen = _steps(sweep, rows)
    with style(language=language):
        picture, axes = _page(len(chosen), len(sweep.samples.score) if sweep.samples else 0)
        for (left, right), row in zip(axes, chosen, strict=True):
            counts = sweep.confusion(row)
            title = say("walk.step", step=row, working=_worth(counts, metrics))
            describe(left, f"{title}.").set_title(title, loc="left")
            ranking(sweep, float(sweep.threshold[row]), ax=left)
            confusion(counts, ax=right, **heatmap)
        return picture


def _steps(sweep: Sweep, rows) -> list[int]:
    """Read which steps to draw: each has to be one that a threshold makes."""
    chosen = [sweep[row].index for row in given(rows)]
    if not 0 < len(chosen) <= STEPS:
        raise InputError(
            f"{len(chosen)} steps to draw",
            f"each takes a line of the picture, and a page holds {STEPS}",
            f"choose from 1 to {STEPS} rows, such as [1, 5]",
        )
    for row in chosen:
        if sweep.row_at(sweep.threshold[row].item()) != row:
            raise InputError(
                f"row {row} stands within the tie at {digits.threshold(sweep.threshold[row])}",
                "samples of equal score are on the same side of every threshold",
                f"take row {sweep.row_at(sweep.threshold[row].item())}, where the tie ends",
            )
    return chosen


def _page(rows: int, boxes: int):
    """Make a picture with a wide and a narrow Axes for each row."""
    wide, high = max(7.0, BOX * boxes), HEIGHT * rows
    # Where a page is too narrow, its table is as high as elsewhere.
    size = (scale(wide + TABLE, high) * (wide + TABLE), scale(1, high) * high)
    picture = Picture(figsize=size, layout="constrained")
    return picture, picture.subplots(rows, 2, squeeze=False, width_ratios=[wide, TABLE])


def _worth(counts: Confusion, metrics) -> str:
    """Write each metric with its working: P = 2/5 = 0.400."""
    several = [metrics] if isinstance(metrics, str | Formula) else metrics
    return say("join.comma").join(_equation(counts.rate(metric, "nan")) for metric in several)


def _equation(value: Worked) -> str:
    symbol = LETTERS.get(value.name) or verbatim(words.symbol(value.name))
    ratio = value.formula.ratio(value.terms)
    result = say("walk.undefined") if value != value else digits.decimal(value)
    return " = ".join(part for part in (symbol, ratio, result) if part)
