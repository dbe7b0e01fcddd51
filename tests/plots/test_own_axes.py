"""Pictures of one's own scores and classes, on one's own Axes: all is there, and legible."""

import warnings

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

import mlmetrics_edu as mm
from mlmetrics_edu.plots import look as fonts
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.say import broken, width
from tests.cases import EXPLORE
from tests.plots.looks import assert_legible, texts

RNG = np.random.default_rng(3)
TRUTH = RNG.random(20) < 0.35
SCORE = 1 / (1 + np.exp(-RNG.normal(size=20) - 1.2 * TRUTH))
MINE = mm.sweep(TRUTH, SCORE, ids=[f"person {i}" for i in range(20)])
STRANGE = ["a very long name of a class", "incomprehensibilities", "$5_a^b % \\", "精度和召回率"]


def matrix(k):
    counts = RNG.integers(0, 40, (k, k)) + 100 * np.eye(k, dtype=int)
    return mm.ConfusionMatrix(counts, (STRANGE + [f"class {i}" for i in range(k)])[:k])


MATRICES = {k: matrix(k) for k in (2, 3, 8, 15, 30)}
PLOTS = {
    "ranking": lambda ax: mm.plots.ranking(MINE, 0.5, ax=ax),
    "table": lambda ax: mm.plots.table(MINE.trace(), ax=ax),
    "confusion": lambda ax: mm.plots.confusion(MINE.at(0.5), ax=ax),
    "sides": lambda ax: mm.plots.confusion(MINE.at(0.5), ax=ax, names=STRANGE[:2]),
    "totals": lambda ax: mm.plots.confusion_matrix(MATRICES[3], ax=ax, totals=True),
    **{
        f"{k} classes": lambda ax, m=m: mm.plots.confusion_matrix(m, ax=ax)
        for k, m in MATRICES.items()
    },
    **{f"{k} rows": lambda ax, m=m: mm.plots.per_class(m, ax=ax) for k, m in MATRICES.items()},
}


def some(first):
    """Take every second plot, with `make explore` all."""
    return [*PLOTS] if EXPLORE else [*PLOTS][first::2]


@pytest.mark.parametrize("name", some(0))
def test_on_an_axes_of_ones_own(name):
    ax = Figure(figsize=(6.4, 4.8)).add_subplot()
    FigureCanvasAgg(ax.figure)
    assert_legible(PLOTS[name](ax))


@pytest.mark.parametrize("name", some(1))
def test_on_a_quarter_of_a_figure(name):
    axes = Figure(figsize=(9, 7), layout="constrained").subplots(2, 2)
    PLOTS[name](axes[1, 1])
    assert_legible(PLOTS[name](axes[0, 0]))


@pytest.mark.parametrize("size", ["projector", "print"])
def test_on_a_dark_ground(size):
    with mm.plots.style(size, ground="dark"):
        for name in ("3 classes", "totals", "sides", "15 rows", "ranking"):
            assert_legible(PLOTS[name](None))


def test_long_scores_are_short_in_pictures_and_in_full_in_print():
    drawn = [text.get_text() for text in texts(mm.plots.ranking(MINE).figure)]
    numbers = [text for text in drawn if text.startswith("0.")]
    assert len(numbers) == 20 and {len(number) for number in numbers} == {5}
    assert numbers == sorted(numbers, reverse=True)
    cells = [text.get_text() for text in mm.plots.table(MINE.trace()).texts]
    highest = repr(float(max(SCORE)))
    assert highest in str(MINE.trace()) and highest not in cells


def test_a_matrix_has_names_on_top_and_a_plain_diagonal():
    for ax in (mm.plots.confusion(MINE.at(0.5)), mm.plots.confusion_matrix(MATRICES[3])):
        assert ax.xaxis.get_label_position() == "top"
        frames = [p for p in ax.patches if p.get_width() == 1]
        assert [p.get_xy() for p in frames] == [(i, i) for i in range(len(frames))]
        assert {p.get_linestyle() for p in frames} == {"solid"}


def test_numbers_without_room_are_left_out_and_that_is_said():
    ax = Figure(figsize=(3, 2.4)).add_subplot()
    mm.plots.confusion_matrix(MATRICES[30], ax=ax)
    assert not ax.texts
    assert "no room" in alternative_text(ax)
    assert mm.plots.confusion_matrix(MATRICES[30]).texts


@pytest.mark.parametrize("k", [8, 15, 30])
def test_letters_of_a_matrix_on_a_slide_can_be_read_from_the_back(k):
    with mm.plots.style("projector"):
        ax = mm.plots.confusion_matrix(MATRICES[k])
        ax.figure.png()
    words = [*ax.texts, *ax.get_xticklabels(), *ax.get_yticklabels()]
    assert min(text.get_size() for text in words if text.get_visible()) >= 14


def test_letters_that_no_font_has_are_named_once_and_stand_as_boxes(monkeypatch):
    monkeypatch.setattr(fonts, "_SAID", set())
    strange = mm.ConfusionMatrix([[5, 1], [2, 4]], ["\U0001f9ff宏", "Кот العربية"])
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for draw in (mm.plots.confusion_matrix, lambda m, ax: mm.plots.per_class(m, ax=ax)):
            ax = Figure().add_subplot()
            draw(strange, ax)
            FigureCanvasAgg(ax.figure).draw()
    assert len([one for one in caught if "\U0001f9ff" in str(one.message)]) <= 1
    assert not [one for one in caught if "Glyph" in str(one.message)]


def test_a_font_of_the_system_serves_where_ours_have_no_glyph(monkeypatch):
    monkeypatch.setattr(fonts, "_usual", lambda: [fonts.LATIN])
    monkeypatch.setattr(fonts, "_FOUND", [])
    monkeypatch.setattr(fonts, "_SOUGHT", set())
    fonts._glyphs.cache_clear()
    assert fonts.with_glyphs("精度") == "精度"
    assert len(fonts.families()) == 2
    monkeypatch.undo()
    fonts._glyphs.cache_clear()


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize("room", [5, 9, 14])
def test_names_are_broken_between_words(name, room):
    lines = broken(name, room).split("\n")
    assert max(map(width, lines)) <= room
    assert "".join(lines).replace("-", "").replace(" ", "") == name.replace(" ", "")
    assert all(
        word in name.split() for line in lines for word in line.split() if "-" not in word
    ) or (room < max(map(width, name.split())))


def test_long_names_of_curves_have_lines():
    name = "gradient-boosted trees of last year's hackathon in $ and %"
    ax = mm.plots.roc({name: MINE, "b": MINE})
    assert any("\n" in text.get_text() for text in ax.texts)
    assert_legible(ax)
    assert mpl.rcParams["font.family"] == mpl.rcParamsDefault["font.family"]
