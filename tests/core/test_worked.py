"""A number that keeps its working is still a number, everywhere."""

import json

import numpy as np
import pandas as pd
import pytest

import mlmetrics_edu as mm
from tests.cases import each

VALUE = mm.Confusion(4, 3, 2, 11).f1


def test_it_passes_for_a_float():
    assert isinstance(VALUE, float)
    assert VALUE + 1 == 8 / 13 + 1
    assert f"{VALUE:.3f}" == "0.615"
    assert repr(VALUE) == str(VALUE) == "0.6153846153846154"
    assert json.loads(json.dumps({"f1": VALUE})) == {"f1": 8 / 13}
    assert {VALUE: 1}[8 / 13] == 1


def test_numpy_and_pandas_take_it_as_a_float():
    assert np.array([VALUE, VALUE]).dtype == np.float64
    assert np.mean([VALUE]) == VALUE
    assert pd.Series([VALUE]).dtype == np.float64
    assert pd.DataFrame({"f1": [VALUE]}).round(3).to_csv(index=False) == "f1\n0.615\n"


def test_it_can_not_be_changed():
    with pytest.raises(AttributeError, match="finished number"):
        VALUE.name = "other"
    with pytest.raises(TypeError):
        VALUE.terms["TP"] = 5
    with pytest.raises(AttributeError):
        VALUE.anything = 1


def test_it_shows_its_working_in_a_notebook():
    assert VALUE._repr_latex_() == (
        r"$\displaystyle F_1  = \frac{2 \cdot \mathrm{TP}}{2 \cdot \mathrm{TP} + \mathrm{FP} + "
        r"\mathrm{FN}} = \frac{2 \cdot 4}{2 \cdot 4 + 3 + 2} = \frac{8}{13} \approx 0.615$"
    )
    nested = mm.Confusion(0, 3, 0, 11).balanced_accuracy._repr_latex_()
    assert r"\begin{aligned}" in nested
    assert r"\text{undefined: TP + FN = 0: there are no positives}" in nested


def test_long_formulas_break_before_the_equals_sign():
    shown = mm.Confusion(2, 3, 4, 11).mcc._repr_latex_()
    assert shown.count(r"\\[4pt] &=") == 1 and shown.startswith(r"$\displaystyle \begin{aligned}")
    assert r"\\" not in mm.Confusion(2, 3, 4, 11).f(2)._repr_latex_()


@each(
    "counts, last",
    [
        ((1, 1, 0, 0), "= 0.5"),
        ((1, 0, 0, 0), "= 1"),
        ((0, 1, 0, 0), "= 0"),
        ((1, 2, 0, 0), "≈ 0.333"),
        ((1, 2499, 0, 0), "≈ 0.0004"),
    ],
)
def test_decimals_tell_the_whole_truth_or_say_that_they_dont(counts, last):
    assert mm.Confusion(*counts).precision.working.splitlines()[-1].strip() == last
