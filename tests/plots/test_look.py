"""The look of all pictures: sizes, languages, letters, colours, thinned lines, words in SVG."""

import html
import re
import xml.etree.ElementTree as ET
from itertools import pairwise, product
from pathlib import Path
from string import Formatter

import matplotlib as mpl
import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots import look as fonts
from mlmetrics_edu.plots import say
from mlmetrics_edu.plots.look import (
    LANGUAGES,
    SERIES,
    SIZES,
    contrast,
    for_letters,
    letters,
    look,
    style,
)
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import EXPLORE, each
from tests.plots.looks import assert_legible
from tools.subset_font import needed

CARS = mm.example("cars")
WALK = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids, ties="in-order")


def test_a_style_ends_where_it_began():
    before, usual = dict(mpl.rcParams), look()
    with style("projector", "zh-Hans"):
        assert look() == ("projector", "zh-Hans", "light") and letters() == 16
        with style(language="zh-Hant", ground="dark"):
            assert look() == ("projector", "zh-Hant", "dark")
        assert look().language == "zh-Hans"
    assert look() == usual and dict(mpl.rcParams) == before


@each("wrong", [{"size": "huge"}, {"language": "fr"}, {"language": 5}, {"ground": "grey"}])
def test_an_unknown_style_is_refused(wrong):
    with pytest.raises(mm.InputError), style(**wrong):
        pass


FIRST = [
    lambda language: mm.plots.ranking(WALK, 0.45, language=language),
    lambda language: mm.plots.confusion(WALK[5].confusion, language=language),
]


@each("number, look", enumerate(product(SIZES, LANGUAGES)))
def test_the_first_pictures_are_legible_in_all_sizes_and_languages(number, look):
    size, language = look
    for draw in FIRST if EXPLORE else [FIRST[number % 2]]:
        with style(size):
            assert_legible(draw(language))


def test_every_chinese_letter_of_the_project_is_in_the_small_font():
    there = mpl.font_manager.get_font(fonts.FONT).get_charmap()
    lacking = [letter for letter in needed() if ord(letter) not in there]
    assert not lacking, f"run tools/subset_font.py: {''.join(lacking)}"


def test_the_small_font_is_small_and_has_its_licence_and_a_name_of_its_own():
    assert fonts.FONT.stat().st_size < 400_000
    assert "SIL Open Font License" in Path(fonts.FONT).with_name("OFL.txt").read_text("utf-8")
    assert mpl.font_manager.FontProperties(fname=fonts.FONT).get_name() == "Mlmetrics Sans SC"


def test_what_cant_be_drawn_stays_english_with_one_notice(monkeypatch):
    monkeypatch.setattr(say, "can_draw", lambda text: text.isascii())
    say._notice.cache_clear()
    with style(language="zh-Hans"):
        with pytest.warns(UserWarning, match="stays English"):
            assert say.say("predicted") == "predicted"
        assert say.say("truth_side") == "truth"


def test_every_phrase_is_said_in_three_languages_with_the_same_places():
    for key, phrase in say.phrases().items():
        assert phrase.keys() == set(LANGUAGES), key
        # Reasons come in English; in Chinese they are put together anew, from other values.
        assert key.startswith("why.") or len({places(text) for text in phrase.values()}) == 1, key


def places(text):
    """Name the places that a phrase has for values."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name)


def test_an_unknown_phrase_is_an_error():
    with pytest.raises(mm.UnknownNameError, match="no phrase and no term"):
        say.say("nothing of the kind")


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


def test_a_line_that_turns_back_keeps_its_turning_point():
    x, y = fonts.corners([0, 2, 1], [0, 2, 1])
    assert x.tolist() == [0, 2, 1] and y.tolist() == [0, 2, 1]


def test_a_corner_stays_where_a_point_is_there_twice():
    x, y = fonts.corners([0, 1, 1, 2], [0, 1, 1, 0])
    assert x.tolist() == [0, 1, 2] and y.tolist() == [0, 1, 0]


def test_a_gap_stays_a_gap():
    _, y = fonts.corners([0, 1, 2, 3, 4], [0, 1, np.nan, 3, 4])
    assert np.isnan(y).sum() == 1


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


@each("language", ["en", "zh-Hans", "zh-Hant"])
def test_words_of_an_svg_stay_words_where_that_is_asked_for(language):
    with style(language=language):
        ax = mm.plots.roc({"a & b": WALK, "c": WALK}, area=True)
        drawn, words = ax.figure.svg(), ax.figure.svg(text=True)
    seen = [text for text in (*ax.texts, ax.xaxis.label, ax.yaxis.label) if text.get_visible()]
    there = {line for text in seen for line in text.get_text().split("\n")}
    written = re.findall(r"<text style=\"([^\"]*)\"[^>]*>([^<]*)</text>", words)
    assert {html.unescape(word) for _, word in written} >= {*there, "0.2"}
    assert all("'DejaVu Sans', " in look and ", sans-serif" in look for look, _ in written)
    assert "<text" not in drawn and len(words) < len(drawn)
    assert any(text.get_path_effects() for text in seen)  # the picture keeps its halos


def test_words_of_an_svg_are_asked_for_by_yes_or_no():
    with pytest.raises(mm.InputError, match="text="):
        mm.plots.panels()[0].svg(text="none")
