"""Figures about counting, by their artists' data and the numbers of the source documents."""

import matplotlib as mpl
import numpy as np

import mlmetrics_edu as mm
from mlmetrics_edu.plots.look import COLOURS
from tests.workbook.gallery.shown import of, points, words

# Source document 000: the ranking, its labels, and the scores that were published with it.
IDS = "4 2 13 19 6 9 16 1 18 5 7 15 10 17 12 20 14 8 11 3".split()
LABELS = [1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0]
SCORES = ".91 .76 .65 .46 .45 .38 .24 .23 .23 .13 .12 .12 .11 .10 .09 .08 .07 .03 .03 .01".split()
# TP and FP at each of the 17 scores that differ (GOLDEN.md).
TP = [1, 2, 2, 2, 2, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6]
FP = [0, 0, 1, 2, 3, 3, 3, 5, 6, 7, 8, 9, 10, 10, 11, 13, 14]


def filled(ax):
    """Tell of each box whether it is filled as a positive."""
    positive = mpl.colors.to_rgba(COLOURS["positive"])
    return [patch.get_facecolor() == positive for patch in ax.patches[:20]]


def cells(ax):
    return ax.collections[0].get_array().tolist()


def frames(ax):
    """List the frames by what they surround, in whole cells: left, top, right, bottom."""
    framed = [
        patch for patch in ax.patches if patch.get_linestyle() != "solid"
    ]  # as the diagonal is
    boxes = [patch.get_bbox().extents for patch in framed]
    return [tuple(np.round(box).astype(int).tolist()) for box in boxes]


@of("cars-unsorted")
def test_the_images_stand_as_they_came(picture):
    (ax,) = picture.axes
    known = dict(zip(map(int, IDS), zip(LABELS, SCORES, strict=True), strict=True))
    assert filled(ax) == [bool(known[i][0]) for i in range(1, 21)]
    texts = words(picture)
    assert texts[0:40:2] == [str(i) for i in range(1, 21)]
    assert texts[1:40:2] == ["0" + known[i][1] for i in range(1, 21)]
    assert texts[40:60] == [str(known[i][0]) for i in range(1, 21)]
    assert len(ax.lines) == 0  # nothing is cut yet


@of("cars-ranked")
def test_the_ranking_is_cut_after_the_fifth(picture):
    (ax,) = picture.axes
    texts = words(picture)
    assert filled(ax) == [bool(label) for label in LABELS]
    assert texts[0:40:2] == IDS and texts[1:40:2] == [f"0{score}" for score in SCORES]
    outcomes = texts[40:60]
    assert [outcomes.count(cell) for cell in ("TP", "FP", "FN", "TN")] == [2, 3, 4, 11]
    assert ax.lines[0].get_xdata().tolist() == [4.5, 4.5]


@of("cars-counted")
def test_both_tables_add_up_to_twenty(picture):
    first, fifth = picture.axes
    assert cells(first) == [[14, 0], [5, 1]]  # TN 14: the document says 15, and lists 14
    assert cells(fifth) == [[11, 3], [4, 2]]
    assert [ax.get_title() for ax in picture.axes] == [
        "i = 1, threshold 0.91",
        "i = 5, threshold 0.45",
    ]


@of("cars-thresholds")
def test_counts_add_up_over_seventeen_thresholds(picture):
    (ax,) = picture.axes
    tp, _, fp, _ = ax.lines
    assert points(tp) == [(0, 0), *zip(range(1, 18), TP, strict=True), (17.5, 6)]
    assert points(fp) == [(0, 0), *zip(range(1, 18), FP, strict=True), (17.5, 14)]
    ticks = [label.get_text() for label in ax.get_xticklabels()]
    assert ticks == [f"0{score}" for score in dict.fromkeys(SCORES)]
    texts = words(picture)
    precisions = [f"{a / (a + b):.3f}" for a, b in zip(TP, FP, strict=True)]
    assert texts[2:19] == precisions and texts[20:37] == [f"{a / 6:.3f}" for a in TP]
    assert (texts[19], texts[37]) == ("precision", "recall")


@of("diamonds-and-circles")
def test_positives_are_diamonds_from_low_to_high(picture):
    (ax,) = picture.axes
    corners = [len(mark.get_paths()[0].vertices) for mark in ax.collections]
    assert [n < 10 for n in corners] == [bool(label) for label in reversed(LABELS)]
    assert [mark.get_offsets()[0, 0] for mark in ax.collections] == list(range(20))
    assert words(picture)[:20] == [f"0{score}" for score in reversed(SCORES)]


@of("customers")
def test_accuracy_is_99_percent_and_recall_none(picture):
    (ax,) = picture.axes
    assert cells(ax) == [[990, 0], [10, 0]]
    found = dict(text.split("\n", 1) for text in words(picture)[4:])
    assert found["accuracy"].endswith("= 990/1000 = 0.99")
    assert found["recall"] == "TP / (TP + FN)\n= 0/10 = 0"
    assert found["specificity"].endswith("= 990/990 = 1")


@of("cancer")
def test_the_detector_stands_beside_calling_all_healthy(picture):
    assert [cells(ax) for ax in picture.axes] == [[[9978, 12], [2, 8]], [[9990, 0], [10, 0]]]
    detector, nobody = ([text.get_text() for text in ax.texts[4:]] for ax in picture.axes)
    assert [text.rsplit("= ")[-1] for text in detector] == ["0.8", "0.4", "0.9986"]
    assert [text.rsplit("\n= ")[-1] for text in nobody] == [
        "0/10 = 0",
        "0/0: undefined",
        "9990/10000 = 0.999",
    ]


@of("confusion-formulas")
def test_each_rate_frames_what_it_divides_by(picture):
    (ax,) = picture.axes
    assert cells(ax) == [[9978, 12], [2, 8]]  # source document 001
    rows, columns = [(0, 1, 2, 2), (0, 0, 2, 1)], [(1, 0, 2, 2), (0, 0, 1, 2)]
    assert frames(ax) == rows + columns  # recall, specificity, precision, NPV
    texts = words(picture)[4:]
    assert texts[0] == "recall\nTP / (TP + FN)\n= 8/10 = 0.8"
    assert texts[1] == "specificity\nTN / (TN + FP)\n= 9978/9990 = 0.9988"
    assert texts[2] == "precision\nTP / (TP + FP)\n= 8/20 = 0.4"
    assert texts[3] == "negative predictive value\nTN / (TN + FN)\n= 9978/9980 = 0.9998"
    assert texts[4].endswith("= 9986/10000 = 0.9986")
    ends = [points(line) for line in ax.lines[-2:]]
    assert all(x == y for line in ends for x, y in line)  # accuracy goes along the diagonal


@of("confusion-letters")
def test_the_letters_are_those_of_the_notes(picture):
    (ax,) = picture.axes
    texts = words(picture)
    assert texts[:4] == ["A\nTP\n8", "B\nFN\n2", "C\nFP\n12", "D\nTN\n9978"]
    found = {text.split("\n")[0]: text.split("\n")[1] for text in texts[4:]}
    # Source document 002, but for its FPR = B/(B + D): that is no false positive rate.
    assert found == {
        "precision": "A / (A + C)",
        "recall": "A / (A + B)",
        "false positive rate": "C / (C + D)",
    }
    assert frames(ax) == [(0, 0, 1, 2), (0, 0, 2, 1), (0, 1, 2, 2)]


@of("four-orientations")
def test_with_the_truth_in_columns_recall_goes_down(picture):
    tables = [cells(ax) for ax in picture.axes]
    assert tables == [
        [[11, 3], [4, 2]],
        [[2, 4], [3, 11]],
        [[2, 3], [4, 11]],
        [[11, 4], [3, 2]],
    ]
    for ax, rows in zip(picture.axes, (True, True, False, False), strict=True):
        recall, precision = ax.texts[4:]
        assert recall.get_text().endswith("2/6 = 0.333")
        assert precision.get_text().endswith("2/5 = 0.4")
        beside, below = (recall, precision) if rows else (precision, recall)
        assert beside.xy[0] > 2 > beside.xy[1] and below.xy[1] > 2 > below.xy[0]
        assert ax.get_title().startswith("truth in rows" if rows else "truth in columns")


def test_classes_are_named_in_the_language():
    ax = mm.figure("cars-counted", "zh-Hans").axes[0]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["非车", "车"]
