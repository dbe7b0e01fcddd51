"""The look of all pictures: sizes, languages, letters, colours, thinned lines, words in SVG."""

import warnings
import xml.etree.ElementTree as ET
from itertools import pairwise
from pathlib import Path
from string import Formatter

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import mlmetrics_edu as mm
from mlmetrics_edu.plots import look as fonts
from mlmetrics_edu.plots import say
from mlmetrics_edu.plots.look import (
    LANGUAGES,
    SERIES,
    contrast,
    for_letters,
    is_dark,
    letters,
    look,
    mirrored,
    style,
)
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.say import broken, width
from tests.cases import each
from tests.plots.looks import WALK, assert_legible, texts
from tests.plots.test_every_picture import OWN, STRANGE, matrix
from tools.subset_font import needed


def test_a_style_ends_where_it_began():
    before, usual = dict(mpl.rcParams), look()
    with style("projector", "zh-Hans"):
        assert look() == ("projector", "zh-Hans", "light") and letters() == 16
        with style(language="zh-Hant", ground="dark"):
            assert look() == ("projector", "zh-Hant", "dark")
        assert look().language == "zh-Hans"
    assert look() == usual and dict(mpl.rcParams) == before


def test_every_chinese_letter_of_the_project_is_in_the_small_font():
    there = mpl.font_manager.get_font(fonts.FONT).get_charmap()
    lacking = [letter for letter in needed() if ord(letter) not in there]
    assert not lacking, f"run tools/subset_font.py: {''.join(lacking)}"


def test_the_small_font_is_small_and_has_its_licence_and_a_name_of_its_own():
    assert fonts.FONT.stat().st_size < 400_000
    assert "SIL Open Font License" in Path(fonts.FONT).with_name("OFL.txt").read_text("utf-8")
    assert mpl.font_manager.FontProperties(fname=fonts.FONT).get_name() == "Mlmetrics Sans SC"


def test_every_phrase_is_said_in_three_languages_with_the_same_places():
    for key, phrase in say.phrases().items():
        assert phrase.keys() == set(LANGUAGES), key
        # Reasons come in English; in Chinese they are put together anew, from other values.
        assert key.startswith("why.") or len({places(text) for text in phrase.values()}) == 1, key


def places(text):
    """Name the places that a phrase has for values."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


def test_neighbouring_colours_differ_in_grey_or_in_their_line():
    for (a, first), (b, second) in pairwise(SERIES):
        assert first != second
        assert a != b
    for colour, _ in SERIES:
        assert contrast(for_letters(colour), "white") >= 4.5


def test_corners_leave_the_line_as_it_is():
    random = np.random.default_rng(0)
    up = random.random(2000) < 0.5
    x, y = np.cumsum(~up), np.cumsum(up)
    kept_x, kept_y = fonts.corners(x, y)
    assert len(kept_x) < 1100
    # A corner is where a step up and a step to the right meet; no other point is left.
    steps = np.diff(np.column_stack([kept_x, kept_y]), axis=0)
    assert ((steps == 0).sum(axis=1) == 1).all()
    assert (steps[1:].argmax(axis=1) != steps[:-1].argmax(axis=1)).all()
    points = set(zip(x.tolist(), y.tolist(), strict=True))
    assert set(zip(kept_x.tolist(), kept_y.tolist(), strict=True)) <= points


@each(
    "x, y, kept",
    [
        ([0, 2, 1], [0, 2, 1], [0, 2, 1]),  # it turns back on its own way
        ([0, 1, 1, 2], [0, 1, 1, 0], [0, 1, 2]),  # a corner that is there twice
        ([0, 1, 2, 3], [0, 1, np.nan, 3], [0, 1, 2, 3]),  # a gap
        ([0, 1, 2, 3], [0, 1, 2, 3], [0, 3]),
    ],
)
def test_what_turns_or_is_undefined_stays(x, y, kept):
    assert fonts.corners(x, y)[0].tolist() == kept


def test_a_million_points_become_few_and_keep_their_ends():
    random = np.random.default_rng(0)
    up = random.random(1_000_000) < 0.3
    x, y = np.cumsum(~up) / 7e5, np.cumsum(up) / 3e5
    kept_x, kept_y = fonts.visible(x, y)
    assert len(kept_x) < 4.1 * fonts.COLUMNS
    assert (kept_x[0], kept_y[0], kept_x[-1], kept_y[-1]) == (x[0], y[0], x[-1], y[-1])
    assert np.abs(np.interp(kept_x[::7], x, y) - kept_y[::7]).max() < 1e-3


def test_an_svg_says_in_words_what_it_shows():
    picture = mm.plots.ranking(WALK, 0.45, language="zh-Hans").figure
    drawn = picture.svg()
    root = ET.fromstring(drawn)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"] == alternative_text(picture)
    assert root[0].text == alternative_text(picture)
    assert drawn == picture.svg() and "<?xml" not in drawn


@each("settings", ["ggplot", {"font.size": 30, "lines.linewidth": 9}])
def test_whoever_has_other_settings_sees_the_same_picture(settings):
    usual = mm.plots.ranking(WALK, 0.45).figure.png()
    with mpl.style.context(settings):
        assert mm.plots.ranking(WALK, 0.45).figure.png() == usual


def test_a_second_layer_leaves_the_first_one_as_it_is():
    with mm.plots.style(ground="dark"):
        ax = mm.plots.roc(WALK)
        before = [line.get_color() for line in ax.lines]
        mm.plots.iso_cost(WALK, ax=ax)
    assert [line.get_color() for line in ax.lines][: len(before)] == before


@each("colour", ["#222222", "#0072B2", "#D1E5F1", (0.1, 0.2, 0.3, 0.5)])
def test_light_and_dark_turn_round_and_back(colour):
    there = mirrored(colour)
    assert is_dark(there) != is_dark(colour) or contrast(there, colour) < 2
    np.testing.assert_allclose(
        mpl.colors.to_rgba(mirrored(there)), mpl.colors.to_rgba(colour), atol=0.01
    )


def test_long_scores_are_short_in_pictures_and_in_full_in_print():
    drawn = [text.get_text() for text in texts(mm.plots.ranking(OWN[20].s).figure)]
    numbers = [text for text in drawn if text.startswith("0.")]
    assert len(numbers) == 20 and {len(number) for number in numbers} == {5}
    assert numbers == sorted(numbers, reverse=True)
    cells = [text.get_text() for text in mm.plots.table(OWN[20].s.trace()).texts]
    highest = repr(float(max(OWN[20].p)))
    assert highest in str(OWN[20].s.trace()) and highest not in cells


def test_numbers_without_room_are_left_out_and_that_is_said():
    ax = Figure(figsize=(3, 2.4)).add_subplot()
    mm.plots.confusion_matrix(matrix(20), ax=ax)
    assert not ax.texts
    assert "no room" in alternative_text(ax)
    assert mm.plots.confusion_matrix(matrix(20)).texts


def test_letters_of_a_matrix_on_a_slide_can_be_read_from_the_back():
    with mm.plots.style("projector"):
        ax = mm.plots.confusion_matrix(matrix(30))
        ax.figure.png()
    words = [*ax.texts, *ax.get_xticklabels(), *ax.get_yticklabels()]
    assert min(text.get_size() for text in words if text.get_visible()) >= 14


def test_letters_that_no_font_has_are_named_once_and_stand_as_boxes():
    strange = mm.ConfusionMatrix([[5, 1], [2, 4]], ["\U0001f9ff宏", "Кот العربية"])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for draw in (mm.plots.confusion_matrix, lambda m, ax: mm.plots.per_class(m, ax=ax)):
            ax = Figure().add_subplot()
            draw(strange, ax)
            FigureCanvasAgg(ax.figure).draw()
    assert len([one for one in caught if "\U0001f9ff" in str(one.message)]) <= 1
    assert not [one for one in caught if "Glyph" in str(one.message)]


@each("name", STRANGE)
@each("room", [5, 9, 14])
def test_names_are_broken_between_words(name, room):
    lines = broken(name, room).split("\n")
    assert max(map(width, lines)) <= room
    assert "".join(lines).replace("-", "").replace(" ", "") == name.replace(" ", "")
    assert all(
        word in name.split() for line in lines for word in line.split() if "-" not in word
    ) or (room < max(map(width, name.split())))


def test_long_names_of_curves_have_lines():
    name = "gradient-boosted trees of last year's hackathon in $ and %"
    ax = mm.plots.roc({name: WALK, "b": WALK})
    assert any("\n" in text.get_text() for text in ax.texts)
    assert_legible(ax)
    assert mpl.rcParams["font.family"] == mpl.rcParamsDefault["font.family"]
