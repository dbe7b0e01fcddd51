"""A PNG in few colours: areas are exact, smoothed edges nearly, a photograph is untouched.

And a layout that measures words once is the one that it would be otherwise.
"""

import io

import numpy as np
from PIL import Image

import mlmetrics_edu as mm
from mlmetrics_edu.plots.picture import ALIKE, DRAWN, MORE, Picture, in_few_colours
from tests.cases import each

RNG = np.random.default_rng(17)
GREYS = np.arange(200, dtype=np.uint8)[:, None, None]  # more than every other of them


def stored(pixels, **how):
    """Write pixels as a PNG."""
    buffer = io.BytesIO()
    Image.fromarray(np.asarray(pixels, dtype=np.uint8)).save(buffer, "PNG", **how)
    return buffer.getvalue()


def pixels(png):
    """Read the pixels of a PNG, as numbers that can be subtracted."""
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB")).astype(int)


def test_a_drawing_looks_the_same_in_less_than_half_the_room():
    c = mm.ConfusionMatrix([[88, 10, 2], [7, 20, 3], [9, 5, 6]], ["a", "b", "c"])
    drawn = mm.plots.confusion_matrix(c).figure.png()
    small = in_few_colours(drawn)
    before, after = pixels(drawn), pixels(small)
    assert Image.open(io.BytesIO(small)).mode == "P" and len(small) < len(drawn) / 2
    assert np.abs(before - after).max() <= ALIKE[-1]
    assert Image.open(io.BytesIO(small)).info["dpi"] == Image.open(io.BytesIO(drawn)).info["dpi"]


MINE = mm.sweep([1, 0, 1, 0], [0.9, 0.6, 0.5, 0.1])


def test_a_picture_is_small_at_once_or_made_small_later():
    one, other = mm.plots.roc(MINE).figure, mm.plots.roc(MINE).figure
    assert one.small_png() == in_few_colours(other.png())
    one.patch.set_alpha(0)  # seen through, so that it keeps all colours
    assert Image.open(io.BytesIO(one.small_png())).mode == "RGBA"


@each(
    "draw",
    [
        lambda: mm.plots.roc(MINE),
        lambda: mm.plots.confusion(MINE.at(0.5), rates=["precision", "recall"]),
        lambda: mm.plots.duality(MINE)[0],
    ],
)
def test_words_are_measured_once_and_everything_stands_where_it_would_otherwise(draw):
    picture, other = draw().figure, draw().figure
    picture.settle()
    for _ in range(1 + MORE):
        other.get_layout_engine().execute(other)
    for ax, expected in zip(picture.axes, other.axes, strict=True):
        np.testing.assert_allclose(placed(ax), placed(expected), atol=2)


def placed(ax):
    ax.apply_aspect()
    return ax.bbox.extents


def test_files_are_laid_out_once_where_they_are_to_show_the_same(monkeypatch):
    ax = mm.plots.roc(mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]))
    laid_out, settle = [], Picture.settle

    def counted(picture, *more):
        laid_out.append(picture)
        settle(picture, *more)

    monkeypatch.setattr(Picture, "settle", counted)
    with ax.figure.alike():
        ax.figure.png()
        once = placed(ax)
        ax.figure.svg()
    np.testing.assert_allclose(placed(ax), once)
    assert len(laid_out) == 1
    ax.figure.png()
    assert len(laid_out) == 2


def test_areas_keep_their_colours_however_near_and_small_they_are():
    areas = np.broadcast_to(GREYS.repeat(2, axis=0), (400, 2, 3))
    np.testing.assert_array_equal(pixels(in_few_colours(stored(areas))), areas)


def test_shades_are_merged_and_the_frequent_ones_stay():
    shades = np.broadcast_to(GREYS, (200, 1, 3)).copy()
    shades[:, :, 1] = 0
    frequent = np.tile(shades[7], (9, 1))[:, None]  # a line of a pixel's width fills nothing
    after = pixels(in_few_colours(stored(np.concatenate([shades, frequent]))))
    assert len(np.unique(after, axis=0)) <= 200 / ALIKE[0]
    assert np.abs(after[:200] - shades).max() <= ALIKE[0]
    np.testing.assert_array_equal(after[200:], frequent)


@each(
    "untouched",
    [
        stored(RNG.integers(0, 256, (DRAWN // 50, 100, 3))),  # a photograph, nothing but shades
        stored(RNG.integers(0, 256, (300, 1, 3)).repeat(2, axis=0).repeat(2, axis=1)),  # areas
        stored(RNG.integers(0, 256, (70, 70, 3))),  # few enough to be drawn, and too far apart
        stored(np.full((2, 2, 4), 100)),  # transparent
        stored(np.full((2, 2), 100)),  # grey
        in_few_colours(stored(np.full((2, 2, 3), 100))),  # small already
    ],
)
def test_what_cant_be_made_smaller_unseen_stays_as_it_is(untouched):
    assert in_few_colours(untouched) is untouched


@each("shape", [(1, 1, 3), (1, 9, 3), (9, 1, 4), (2, 2, 4)])
def test_a_picture_may_be_as_small_as_a_pixel(shape):
    after = pixels(in_few_colours(stored(np.full(shape, 255))))
    assert after.shape[:2] == shape[:2] and after.min() == 255
