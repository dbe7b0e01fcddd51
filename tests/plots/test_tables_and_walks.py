"""Rates at the edges of a table, tables as pictures, samples unranked, and counts down a sweep."""

import matplotlib as mpl
import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import InputError, UnknownNameError
from mlmetrics_edu.metrics.confusion import ORIENTATIONS
from mlmetrics_edu.plots.confusion_matrices import confusion_matrix
from mlmetrics_edu.plots.confusion_table import confusion
from mlmetrics_edu.plots.detectors import running_counts
from mlmetrics_edu.plots.look import style
from mlmetrics_edu.plots.picture import alternative_text, panels
from mlmetrics_edu.plots.rankings import ranking, shapes
from mlmetrics_edu.plots.trace_tables import table
from tests.cases import each
from tests.plots.looks import assert_legible, looks

C = mm.Confusion(tp=8, fp=12, fn=2, tn=9978)
RATES = ("recall", "specificity", "precision", "npv", "accuracy")
CAME = mm.sweep([0, 1, 1, 0], [0.1, 0.8, 0.3, 0.3], ids=["a 1", "a 2", "a 3", "a 4"])
SQUARES = mm.Trace.of("squares", {"n": [1, 2, 3], "n²": [1, 4, 9], "odd": ["yes", "no", "yes"]})

PICTURES = {
    "rates": lambda **o: confusion(C, rates=RATES, **o),
    "letters": lambda **o: confusion(
        C, rates=RATES, lettered=True, orientation="truth in columns, positive first", **o
    ),
    "given": lambda **o: ranking(mm.sweep([0, 1] * 10, np.arange(20)), order="given", **o),
    "shapes": lambda **o: shapes(mm.sweep([0, 1] * 10, np.arange(20) / 100), **o),
    "running": lambda **o: running_counts(CAME, rates=("precision", "recall"), **o),
    "table": lambda **o: table(SQUARES, marked=[1], framed=[(2, "n²")], **o),
    "all shares": lambda **o: confusion_matrix(
        mm.ConfusionMatrix([[5, 1], [2, 4]]), values="all shares", **o
    ),
}


def texts(ax):
    return [text.get_text() for text in ax.texts]


@each("name, size, language", looks(PICTURES))
@pytest.mark.filterwarnings("ignore:no font here")
def test_all_is_legible(name, size, language):
    with style(size, language):
        ax = PICTURES[name]()
        assert_legible(ax)
    assert alternative_text(ax)


@each("name", PICTURES)
def test_axes_in_axes_out(name):
    before = dict(mpl.rcParams)
    _, ax = panels()
    assert PICTURES[name](ax=ax) is ax and dict(mpl.rcParams) == before


@each("orientation", ORIENTATIONS)
def test_a_rate_stands_beside_what_it_divides_by(orientation):
    ax = confusion(C, orientation=orientation, rates=("recall", "precision"))
    cells = ORIENTATIONS[orientation]
    places = {note.get_text().split("\n")[0]: note.xy for note in ax.texts[4:]}
    for rate, needed in (("recall", {"TP", "FN"}), ("precision", {"TP", "FP"})):
        x, y = places[rate]
        found = set(cells[int(y)]) if x > 2 else {row[int(x)] for row in cells}
        assert found == needed
    assert "recall 8/10 = 0.8; precision 8/20 = 0.4" in alternative_text(ax)


def test_a_rate_keeps_its_colour_however_the_table_is_turned():
    turned = [confusion(C, orientation=o, rates=("recall",)) for o in ORIENTATIONS]
    assert len({ax.texts[-1].get_color() for ax in turned}) == 1


def test_what_is_almost_one_is_not_written_as_one():
    assert confusion(C, rates="npv").texts[-1].get_text().endswith("9978/9980 = 0.9998")
    nobody = confusion(mm.Confusion(0, 0, 10, 990), rates=("precision",))
    assert nobody.texts[-1].get_text().endswith("= 0/0: undefined")


def test_letters_take_the_place_of_the_four_names():
    ax = confusion(C, orientation="truth in columns, positive first", lettered=True, rates="recall")
    assert texts(ax)[:4] == ["A\nTP\n8", "B\nFP\n12", "C\nFN\n2", "D\nTN\n9978"]
    assert texts(ax)[4].split("\n")[1] == "A / (A + C)"


def test_a_rate_of_three_cells_has_no_edge():
    with pytest.raises(InputError, match="f1 is made of FN, FP, TP"):
        confusion(C, rates=("f1",))


def test_samples_stand_as_they_came():
    ax = ranking(CAME, order="given")
    assert texts(ax)[0:8:2] == ["1", "2", "3", "4"]
    assert texts(ax)[1:8:2] == ["0.1", "0.8", "0.3", "0.3"]
    assert texts(ax)[8:12] == ["0", "1", "1", "0"]
    assert "in the order in which they came" in alternative_text(ax)
    with pytest.raises(InputError, match="aren't ranked"):
        ranking(CAME, 0.3, order="given")
    with pytest.raises(InputError, match="upwards"):
        ranking(CAME, order="upwards")


def test_diamonds_are_the_positives():
    ax = shapes(CAME, s=9)
    sides = [len(mark.get_paths()[0].vertices) for mark in ax.collections]
    assert [n < 10 for n in sides] == [False, False, True, True]  # 4 of the tied comes last
    assert ax.collections[0].get_sizes().tolist() == [9]
    with pytest.raises(InputError, match="no samples"):
        shapes(CAME.drop_samples())


def test_counts_add_up_down_a_sweep():
    ax = running_counts(CAME, rates=("recall",))
    assert ax.lines[0].get_ydata().tolist() == [0, 1, 2, 2, 2]
    assert ax.lines[2].get_ydata().tolist() == [0, 0, 1, 2, 2]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["0.8", "0.3", "0.1"]
    assert texts(ax)[2:] == ["0.500", "1.000", "1.000", "recall"]
    assert "2 of 2 positives are found, with 2 false alarms" in alternative_text(ax)
    with pytest.raises(InputError, match="no category"):
        running_counts(CAME, "cat")


def test_a_table_is_written_cell_by_cell():
    ax = table(SQUARES, columns={"n²": "square", "n": "root"}, marked=[1], framed=[(2, "n")])
    assert texts(ax) == ["square", "1", "4", "9", "root", "1", "2", "3"]
    ground, frame = ax.patches
    row = ax.texts[2].get_position()[1]  # the 4 stands on the marked ground, the 3 in the frame
    assert ground.get_fill() and ground.get_y() < row < ground.get_y() + ground.get_height()
    x, y = ax.texts[7].get_position()
    left, low, right, high = frame.get_bbox().extents
    assert not frame.get_fill() and left < x < right and low < y < high
    assert "square, root): 1, 1; 4, 2; 9, 3" in alternative_text(ax)


def test_a_table_that_fits_no_page_is_refused():
    with pytest.raises(InputError, match="41 rows"):
        table(mm.Trace.of("long", {"n": list(range(41))}))
    with pytest.raises(UnknownNameError, match="cube"):
        table(SQUARES, columns={"cube": "cube"})
    with pytest.raises(UnknownNameError, match="'odd'"):
        table(SQUARES, columns={"n": "n"}, framed=[(0, "odd")])


def test_shares_of_all_add_up_to_one():
    ax = PICTURES["all shares"]()
    np.testing.assert_allclose(ax.collections[0].get_array(), [[5 / 12, 1 / 12], [2 / 12, 4 / 12]])
    assert texts(ax) == ["0.42", "0.08", "0.17", "0.33"]
