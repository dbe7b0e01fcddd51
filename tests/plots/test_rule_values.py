"""One number under many conventions, and eleven levels of precision: what the artists hold."""

import math
from fractions import Fraction

import pytest

from mlmetrics_edu.core.arithmetic import exact
from mlmetrics_edu.core.formula import Worked
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.rows import conventions
from tests.plots.looks import written

TWO = {
    "cat": Worked(exact(Fraction(1, 2)), "average_precision"),
    "dog": Worked(exact(1), "average_precision"),
}
OTHER = {"cat": 0.25, "dog": math.nan}
SERIES = {"11 points": TWO, "all points": OTHER}
HEIGHTS = [1, 0.9, 0.9, 0.8, 0.5, 0.5, 0.4, 0.3, 0.2, 0.1, 0]


PICTURES = {
    "two": lambda **o: conventions(TWO, mean=0.75, notes={"cat": "a tool"}, **o),
    "series": lambda **o: conventions(SERIES, mean={"11 points": 0.75, "all points": 0.25}, **o),
}


def test_a_dot_a_row_and_its_value_beside():
    ax = conventions(TWO, mean=0.75, notes={"dog": "a tool"})
    mean, dots = sorted(ax.lines, key=lambda line: line.get_ls() == "None")
    assert dots.get_xydata().tolist() == [[0.5, 0], [1, 1]]
    assert [*mean.get_xdata()] == [0.75, 0.75] and ax.get_ylim()[0] > ax.get_ylim()[1]
    assert written(ax) == ["1/2 = 0.500", "1", "mean 0.750", "a tool"]
    assert [text.get_text() for text in ax.get_yticklabels()] == ["cat", "dog"]
    known = "average precision: cat 0.500, dog 1.000. Mean 0.750."
    assert alternative_text(ax) == known


def test_an_axis_that_starts_elsewhere_says_so():
    far = conventions({"a": 0.6, "b": 0.7})
    assert far.get_xlim() == pytest.approx((0.588, 0.712))
    assert far.get_xlabel() == "average precision  (this axis starts at 0.588, not at 0)"
    near = conventions({"a": 0.1, "b": 0.7})
    assert near.get_xlim()[0] == 0 and near.get_xlabel() == "average precision"


def test_series_lie_below_each_other_and_their_names_on_no_line():
    ax = conventions(SERIES, mean={"11 points": 0.75, "all points": 0.25})
    assert {"11 points: mean 0.750", "all points: mean 0.250", "–", "0.250"} <= {*written(ax)}
    first, second = (line for line in ax.lines if line.get_ls() == "None")
    assert (first.get_ydata() < second.get_ydata()).all() and math.isnan(second.get_xdata()[1])
    top = {line.get_xdata()[0]: line.get_ydata()[1] for line in ax.lines if line.get_ls() != "None"}
    assert top[0.25] != top[0.75]
