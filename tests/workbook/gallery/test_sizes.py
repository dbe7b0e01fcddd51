"""Where a figure is put, its letters can be read: on a slide, on a printed page; no empty bands."""

from pathlib import Path

import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from PIL import Image

import mlmetrics_edu as mm
from mlmetrics_edu.plots import style
from tests.cases import EXPLORE, each
from tests.plots.looks import texts
from tests.plots.test_every_picture import OWN, PLOTS
from tests.workbook.gallery.shown import needs_pictures

FIGURES = Path(__file__).resolve().parents[3] / "figures"
# How wide and how high the place is, in inches, and the points of the smallest letter.
MEDIA = {"projector": (13.33, 7.5, 14.0), "print": (6.3, 9.0, 7.0)}
EMPTY = 0.065  # of a figure, at any of its sides
IN_TURN = 13


def smallest(picture, size):
    """Return the smallest letter, in points, once a picture fills its place; and its words."""
    wide, high, least = MEDIA[size]
    FigureCanvasAgg(picture).draw()
    width, height = picture.get_size_inches()
    placed = min(wide / width, high / height, 1 if size == "print" else np.inf)
    written = {text.get_fontsize() * placed: text.get_text() for text in texts(picture)}
    return min(written.items()), least


@pytest.mark.driven
@each("number, id", enumerate(mm.figures()))
def test_every_letter_of_a_figure_is_large_enough(number, id):
    for turn, size in enumerate(MEDIA):
        if not EXPLORE and (number + turn) % IN_TURN:
            continue
        (points, text), least = smallest(mm.figure(id, size=size), size)
        assert points > least - 0.01, f"{id}, {size}: {points:.1f} points: {text!r}"


def test_a_short_name_stays_beside_a_long_one():
    picture = mm.figure("cars-walk", "zh-Hans", "projector")
    FigureCanvasAgg(picture).draw()
    names = [text.get_text() for text in texts(picture)]
    assert names.count("正例") == names.count("反例 (负例)") == 2 * 3


def test_words_beside_a_narrow_cut_can_be_read_in_print():
    (points, text), least = smallest(mm.figure("fawcett-scores-ranks", size="print"), "print")
    assert points > least - 0.01, f"{points:.1f} points: {text!r}"


@each("number, name", enumerate(PLOTS))
def test_every_letter_of_a_plot_of_ones_own_scores_is_large_enough(number, name):
    for turn, size in enumerate(MEDIA):
        if not EXPLORE and (number + turn) % IN_TURN:
            continue
        with style(size):
            ax = PLOTS[name](OWN[20], None)
        (points, text), least = smallest(ax.figure, size)
        assert points > least - 0.01, f"{name}, {size}: {points:.1f} points: {text!r}"


@needs_pictures
@each("id", mm.figures())
def test_no_figure_is_empty_along_a_side(id):
    ink = np.asarray(Image.open(FIGURES / f"{id}.png").convert("L")) < 250
    for axis, sides in ((1, ("top", "bottom")), (0, ("left", "right"))):
        there = np.flatnonzero(ink.any(axis=axis))
        ends = there[0], ink.shape[1 - axis] - 1 - there[-1]
        for side, empty in zip(sides, ends, strict=True):
            share = empty / ink.shape[1 - axis]
            assert share <= EMPTY, f"{id}: {share:.0%} are empty at the {side}"
