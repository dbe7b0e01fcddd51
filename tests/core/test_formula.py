"""One expression: the number, the column, the text and the LaTeX come from it alone."""

import copy
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.rates import COUNTS, RATES, column, f_beta, f_weighted, work
from tests.cases import each

COUNT = st.integers(0, 40)


@given(COUNT, COUNT, COUNT, COUNT)
def test_number_and_column_are_the_same_arithmetic(tp, fp, fn, tn):
    counts = dict(zip(COUNTS, (tp, fp, fn, tn), strict=True))
    for name in RATES:
        single = work(name, counts)
        many = column(name, {k: np.array([v, v]) for k, v in counts.items()})
        np.testing.assert_allclose(many, [float(single)] * 2, rtol=1e-9, atol=1e-12, err_msg=name)


@given(COUNT, COUNT, COUNT, COUNT)
def test_rates_stay_in_their_range_and_know_why_they_are_undefined(tp, fp, fn, tn):
    counts = dict(zip(COUNTS, (tp, fp, fn, tn), strict=True))
    for name, formula in RATES.items():
        value = work(name, counts)
        low, high = formula.range
        if math.isnan(value):
            assert " = 0" in value.reason
        else:
            assert low - 1e-12 <= value <= high + 1e-12, (name, value)
            assert not value.reason


def test_large_counts_neither_overflow_nor_lose_digits():
    n = 3_000_000_000
    c = mm.Confusion(n, n - 1, n - 2, n)
    exact = Fraction(n * n - (n - 1) * (n - 2))
    under = (2 * n - 1) * (2 * n - 2) * (2 * n - 1) * (2 * n - 2)
    assert c.mcc == pytest.approx(float(exact) / math.sqrt(under), rel=1e-15)
    assert float(column("mcc", {k: np.array([v]) for k, v in c.counts.items()})[0]) > 0


def test_typed_decimals_are_read_as_decimals():
    half = mm.Formula("F", "2*P*R / (P + R)")
    assert half.work(P=0.8, R=0.7).fraction == Fraction(56, 75)
    assert half.work(P=1 / 3, R=0.7).fraction is None
    assert "(−0.25)·3" in mm.Formula("x", "a*b").work(a=-0.25, b=3).working


def test_roots_are_exact_where_they_can_be():
    root = mm.Formula("root", "sqrt(a / b)")
    assert root.work(a=4, b=9).fraction == Fraction(2, 3)
    assert root.work(a=2, b=1).fraction is None
    assert root.work(a=2, b=1) == math.sqrt(2)
    computed = mm.Formula("root", "sqrt(a)").work(a=np.float64(4))
    assert computed == 2 and computed.fraction is None and "≈ 2" in computed.working
    assert math.isnan(root.work(a=-1, b=1))


@each(
    "expression, text, latex",
    [
        ("a / (b / c)", "a / (b / c)", r"\frac{\text{a}}{\frac{\text{b}}{\text{c}}}"),
        ("(a + b)*c", "(a + b)·c", r"\left(\text{a} + \text{b}\right) \cdot \text{c}"),
        ("a - (b - c)", "a − (b − c)", r"\text{a} - \left(\text{b} - \text{c}\right)"),
        ("(a / b)*c", "(a / b)·c", r"\frac{\text{a}}{\text{b}} \cdot \text{c}"),
        ("(a / b)**2", "(a / b)²", r"\left(\frac{\text{a}}{\text{b}}\right)^{2}"),
        ("-a + b", "−a + b", r"-\text{a} + \text{b}"),
        ("sqrt(a*b)", "√(a·b)", r"\sqrt{\text{a} \cdot \text{b}}"),
        ("max(a, 1)", "max(a, 1)", r"\max\left(\text{a}, 1\right)"),
        ("abs(a - b)", "|a − b|", r"\left|\text{a} - \text{b}\right|"),
        ("sum(a*b)", "Σ a·b", r"\sum \text{a} \cdot \text{b}"),
        ("sum(a + b) / c", "(Σ (a + b)) / c", None),
    ],
)
def test_text_and_latex_keep_the_brackets_that_matter(expression, text, latex):
    formula = mm.Formula("x", expression)
    assert formula.text == text
    assert latex is None or formula.latex == rf"\text{{x}} = {latex}"


@given(st.data())
def test_printed_formulas_mean_what_they_say(data):
    """Read the printed text back as arithmetic: it must give the same number."""
    leaf = st.sampled_from(["a", "b", "c", "2"])
    grown = st.recursive(
        leaf,
        lambda part: st.builds("({}{}{})".format, part, st.sampled_from("+-*/"), part),
        max_leaves=7,
    )
    formula = mm.Formula("x", data.draw(grown))
    values = {"a": 3, "b": 5, "c": 7}
    printed = formula.text.replace("·", "*").replace("−", "-")
    value = formula.work(**{name: values[name] for name in formula.terms})
    try:
        assert eval(printed, {}, values) == pytest.approx(float(value))
    except ZeroDivisionError:
        assert math.isnan(value)


@each(
    "expression, expected",
    [
        ("log(a)", math.log(3)),
        ("log(a / 3)", 0),
        ("log(a / 6)", -math.log(2)),
        ("sqrt(a - 3)", 0),
        ("sqrt(a / 12)", 0.5),
        ("log(a - 3)", math.nan),
        ("log(a - 5)", math.nan),
        ("sqrt(a - 5)", math.nan),
        ("abs(a - 5)", 2),
        ("min(a, 2, 7)", 2),
        ("max(a, 2, 7)", 7),
        ("+a - -a", 6),
        ("0.1 + 0.2", 0.3),
        ("a / 0", math.nan),
        ("sqrt(1 / 0) + a", math.nan),
        ("log(1 / 0)", math.nan),
    ],
)
def test_functions_agree_for_one_number_and_for_columns(expression, expected):
    formula = mm.Formula("x", expression)
    terms = {"a": 3} if "a" in formula.terms else {}
    value = formula.work(**terms)
    assert value == pytest.approx(expected, nan_ok=True)
    assert formula.column(**terms) == pytest.approx(expected, nan_ok=True)
    assert bool(value.reason) == math.isnan(expected)


def test_a_sum_goes_down_columns_and_nowhere_else():
    mean = mm.Formula("x", "sum(weight*value) / sum(weight)")
    assert mean.column(weight=[1, 3], value=[2, 6]) == 5
    thirds = np.array([Fraction(1, 3), Fraction(2, 3)])
    assert mean.column(weight=[1, 3], value=Fraction(1, 2)).dtype == float  # no column of fractions
    assert mean.column(weight=thirds, value=[1, 4])[()] == Fraction(3)
    assert mean.ratio({"weight": [1, 3], "value": [2, 6]}) is None
    with pytest.raises(mm.MetricError, match="adds up a column") as error:
        mean.work(weight=1, value=2)
    assert "column()" in str(error.value)
    with pytest.raises(mm.MetricError, match="at each threshold"):
        mm.sweep([1, 0], [1, 0])[mm.Formula("x", "sum(TP)")]


def test_terms_may_have_any_other_name():
    assert mm.Formula("x", "self + name + work").work(self=1, name=2, work=3) == 6
    assert mm.Formula("x", "a", synonyms=["b"], range=[0, 1]).column(a=[1]).tolist() == [1]
    own = mm.Formula("x", "recall / 2", synonyms=["b"])
    assert mm.sweep([1, 0], [1, 0])[own].tolist() == [0, 0.5, 0.5]


def test_the_ends_of_what_may_be_written_are_inside():
    long, deep = f"max({','.join(['a'] * 498)})", "-" * 38 + "a"
    assert len(long) == 1000
    for inside in ("a**0", "a**9", "a*1000000000000000", long, deep):
        mm.Formula("x", inside)
    for beyond in ("a**10", "a**-1", "a**9**1", "a*1000000000000001", f"{long} ", f"-{deep}"):
        with pytest.raises(mm.FormulaError):
            mm.Formula("x", beyond)


def test_undefined_policies():
    c = mm.Confusion(0, 0, 3, 4)
    assert math.isnan(c.precision)
    assert c.precision.reason == "TP + FP = 0: nothing was predicted positive"
    assert c.rate("precision", undefined=0) == 0
    assert c.rate("precision", undefined=1) == 1
    assert "→ 1 by convention" in c.rate("precision", undefined=1).working
    with pytest.raises(mm.UndefinedError, match="nothing was predicted positive"):
        c.rate("precision", undefined="raise")
    assert mm.Confusion(0, 0, 3, 4, undefined=0).precision == 0


def test_working_goes_down_to_the_counts():
    assert mm.Confusion(2, 3, 4, 11).balanced_accuracy.working == "\n".join(
        [
            "balanced accuracy = (recall + specificity) / 2",
            "                  = (1/3 + 11/14) / 2",
            "                  = 47/84",
            "                  ≈ 0.560",
            "  recall = TP / (TP + FN)",
            "         = 2 / (2 + 4)",
            "         = 2/6",
            "         = 1/3",
            "         ≈ 0.333",
            "  specificity = TN / (TN + FP)",
            "              = 11 / (11 + 3)",
            "              = 11/14",
            "              ≈ 0.786",
        ]
    )
    steps = mm.Confusion(2, 3, 4, 11).balanced_accuracy.steps
    assert steps.to_frame()["number"].tolist() == ["specificity", "recall", "balanced accuracy"]


def test_formulas_and_numbers_survive_pickling_and_copying():
    value = mm.Confusion(2, 3, 4, 11).f(2)
    for again in (pickle.loads(pickle.dumps(value)), copy.deepcopy(value)):
        assert again == value and again.working == value.working
        assert again.formula == value.formula


@given(st.integers(1, 30), st.integers(0, 30), st.integers(0, 30), st.integers(1, 9))
def test_f_beta_is_the_weighted_harmonic_mean(tp, fp, fn, beta):
    c = mm.Confusion(tp, fp, fn, 5)
    p, r = c.precision.fraction, c.recall.fraction
    mean = (beta**2 + 1) / (beta**2 / r + 1 / p)
    assert c.f(beta).fraction == mean
    assert c.f_weights(beta**2, 1).fraction == mean
    assert f_beta(beta).work(TP=tp, FP=fp, FN=fn) == f_weighted(beta**2, 1).work(
        TP=tp, FP=fp, FN=fn
    )
