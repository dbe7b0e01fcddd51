"""Cost curves: published areas, brute force on a grid, exact fractions, laws."""

import json
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.integrate import trapezoid
from scipy.stats import norm

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.cost_curves import cost_curve, line_of_point
from mlmetrics_edu.metrics.costs import Costs, expected_cost
from tests.cases import EXPLORE, each

CARS = mm.example("cars")
GROUPED = mm.sweep(CARS.y_true, CARS.y_score)
FAWCETT = mm.example("fawcett-20")
A = mm.Confusion(tp=60, fn=40, fp=2, tn=98)  # FPR .02, FNR .40
B = mm.Confusion(tp=97, fn=3, fp=40, tn=60)  # FPR .40, FNR .03
GRID = np.linspace(0, 1, 2001)
MISSES, ALARMS = Costs(fp=1, fn=5), Costs(fp=5, fn=1)
PAID = Costs(fp=3, fn=1.5, tp=-0.5, tn=0.25)


def brute_lines(labels, scores, weights, trivial):
    """Return FPR and FNR at every threshold, straight from the samples."""
    called = scores >= np.unique(scores)[:, None]
    if trivial:
        called = np.vstack([called, np.zeros(len(scores), bool)])
    else:
        called = called[~called.all(axis=1)]
    positive = weights * (labels == 1)
    negative = weights * (labels == 0)
    return called @ negative / negative.sum(), 1 - called @ positive / positive.sum()


def brute(fpr, fnr, x, axis, costs, normalised):
    """Return the lowest cost at each x by the definition, line by line."""
    fpr, fnr = fpr[:, None], fnr[:, None]
    if axis == "probability-cost":
        return ((1 - x) * fpr + x * fnr).min(axis=0)
    rfp, rfn = costs.fp - costs.tn, costs.fn - costs.tp
    if normalised:
        return (x * fnr * rfn + (1 - x) * fpr * rfp).min(axis=0) / (x * rfn + (1 - x) * rfp)
    positive = (1 - fnr) * costs.tp + fnr * costs.fn
    return (x * positive + (1 - x) * (fpr * costs.fp + (1 - fpr) * costs.tn)).min(axis=0)


def cases(n):
    """Make samples of both classes: with ties and without, with weights of all kinds."""
    random = np.random.default_rng(8)
    for i in range(n):
        size = int(random.integers(3, 40))
        labels = random.integers(0, 2, size)
        labels[:2] = 0, 1
        scores = random.normal(size=size) + labels
        scores = scores.round(int(random.integers(0, 3))) if i % 2 else scores
        scores[0], scores[1] = -9.0, 9.0
        weights = (None, random.integers(1, 5, size), random.uniform(0.1, 3, size))[i % 3]
        yield labels, scores, weights


WAYS = [
    ("probability-cost", None, True),
    ("p", MISSES, True),
    ("p", ALARMS, True),
    ("p", PAID, True),
    ("p", PAID, False),
    ("p", Costs(fp=2, fn=2), True),
]


@each("trivial", [True, False])
@each("axis, costs, normalised", WAYS)
def test_the_envelope_is_the_lowest_of_all_lines(axis, costs, normalised, trivial):
    for labels, scores, weights in cases(40 if EXPLORE else 6):
        s = mm.sweep(labels, scores, weights=weights)
        curve = cost_curve(s, axis=axis, costs=costs, normalised=normalised, trivial=trivial)
        fpr, fnr = brute_lines(labels, scores, 1 if weights is None else weights, trivial)
        lowest = brute(fpr, fnr, GRID, axis, costs, normalised)
        np.testing.assert_allclose(curve.at(GRID), lowest, atol=1e-13)
        line = np.searchsorted(curve.considered, curve.ruling(GRID))
        ruled = curve.lines.value(GRID)[line, np.arange(len(GRID))]
        np.testing.assert_allclose(ruled, lowest, atol=1e-13)
        assert float(curve.area) == pytest.approx(trapezoid(lowest, GRID), abs=2e-5)
        x, y = curve.envelope
        assert (np.diff(x) >= 0).all() and x[0] == 0 and x[-1] == 1
        np.testing.assert_allclose(y, brute(fpr, fnr, x, axis, costs, normalised), atol=1e-13)


def test_which_classifier_is_cheaper_depends_on_the_axis():
    over_pc = [float(cost_curve(c).area) for c in (A, B)]
    assert [round(area, 4) for area in over_pc] == [0.1517, 0.1559]
    # 5 to 1: the miss is what costs 5
    over_p = [float(cost_curve(c, axis="p", costs=MISSES).area) for c in (A, B)]
    assert [round(area, 4) for area in over_p] == [0.1358, 0.1065]
    for equal in (None, Costs(fp=3, fn=3)):
        same = [cost_curve(c, axis="p", costs=equal).area for c in (A, B)]
        assert [float(area) for area in same] == pytest.approx(over_pc, abs=1e-15)
        assert [a.fraction for a in same] == [cost_curve(c).area.fraction for c in (A, B)]


def test_fawcett_envelope(worked_examples):
    case = json.loads((worked_examples / "drummond_holte_cost_lines.json").read_text())
    curve = cost_curve(mm.sweep(FAWCETT.y_true, FAWCETT.y_score))
    vertices = np.column_stack([*curve.envelope])
    expected = case["extra"]["envelope_vertices_fawcett_fig3"]
    np.testing.assert_allclose(vertices, expected, atol=1e-14)
    assert float(curve.area) == pytest.approx(
        case["computed"]["envelope_area_fawcett_fig3"], abs=1e-14
    )
    assert curve.area.fraction == Fraction(319, 1680)
    for point in case["data"]["points"]:
        line = point["line"]
        assert line_of_point(point["fpr"], point["tpr"]) == (line["at0"], line["at1"])
    alone = cost_curve(mm.Confusion(tp=5, fn=5, fp=1, tn=9), trivial=False)
    assert alone.at(0.5) == pytest.approx(case["computed"]["NE_of_(0.1,0.5)_at_pc_0.5"])
    assert alone.area == pytest.approx(case["computed"]["area_single_line_(0.1,0.5)"])


def test_two_bells(worked_examples):
    name = "seed08_binormal_N08_N02_055.json"
    case = json.loads((worked_examples / name).read_text())["computed"]
    t = np.linspace(4, -3, 7001)
    tp, fp = norm.sf(t, 0.8, 0.55), norm.sf(t, 0.2, 0.55)
    s = mm.Sweep.from_counts(t, tp, fp, positives=1, negatives=1)
    published = next(value for key, value in case.items() if key.startswith("cost_area_lower"))
    curve = cost_curve(s)
    assert float(curve.area) == pytest.approx(published, abs=1e-7)
    for x in (0.5, 0.1, 0.25):
        assert curve.at(x) == pytest.approx(case[f"envelope_at_{x}"], abs=1e-7)
    for ratio in (1, 2, 5, 0.2):
        area = cost_curve(s, axis="p", costs=Costs.from_zhou(cost01=ratio, cost10=1)).area
        expected = case[f"cost_area_on_seed_p_axis_C01/C10={ratio}"]
        assert float(area) == pytest.approx(expected, abs=1e-7)


def test_lines_stand_by_the_rows_of_the_sweep():
    lines = cost_curve(GROUPED).lines
    np.testing.assert_array_equal(lines.at0, GROUPED["fpr"])
    np.testing.assert_array_equal(lines.at1, GROUPED["fnr"])
    np.testing.assert_array_equal(lines.threshold, GROUPED.threshold)
    inner = cost_curve(GROUPED, trivial=False).lines
    assert inner.rows.tolist() == list(range(1, len(GROUPED) - 1))
    assert lines.value(0.5).shape == (18,) and lines.value([0, 0.5]).shape == (18, 2)
    np.testing.assert_array_equal(lines.value(0), lines.at0)
    bent = cost_curve(GROUPED, axis="p", costs=MISSES).lines
    expected = expected_cost(GROUPED, MISSES, p_positive=0.3, normalised=True)
    np.testing.assert_allclose(bent.value(0.3), expected, atol=1e-15)


def test_a_table_alone_is_one_line_between_the_trivial_ones():
    curve = cost_curve(A)
    assert "always negative" in str(curve) and "always positive" in str(curve)
    assert [s.row for s in curve] == [0, 1, 2] and "ties" not in str(curve)
    alone = cost_curve(A, trivial=False)
    assert len(alone) == 1 and "the classifier" in str(alone)
    assert alone.area.fraction == Fraction(21, 100)
    same = cost_curve(mm.Confusion(tp=3, fn=0, fp=7, tn=0), trivial=False)
    assert [same.at(x) for x in (0, 0.5, 1)] == [1, 0.5, 0]


def test_always_positive_is_added_where_some_were_never_scored():
    s = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids, positives=10, negatives=40)
    curve = cost_curve(s)
    assert len(curve.sweep) == len(s) + 1 and curve.at(1) == 0
    assert curve.envelope.threshold[-1] == -np.inf and "always positive" in str(curve)
    fpr, fnr = np.append(s["fpr"], 1), np.append(s["fnr"], 0)
    lowest = brute(fpr, fnr, GRID, "probability-cost", None, True)
    np.testing.assert_allclose(curve.at(GRID), lowest, atol=1e-14)
    assert curve.sweep[1].admitted == s[1].admitted and curve.sweep[-1].admitted == ()
    without = cost_curve(s, trivial=False)
    assert without.considered.tolist() == list(range(1, len(s)))
    assert without.at(1) == s["fnr"][-1] > 0


def test_the_table_of_stretches():
    frame = cost_curve(GROUPED).stretches.to_frame()
    assert frame["rules"].tolist() == ["score ≥ 0.76", "score ≥ 0.24", "score ≥ 0.08"]
    assert frame["from"].tolist() == pytest.approx([0, 9 / 23, 3 / 5])
    table = str(cost_curve(GROUPED, axis="p", costs=MISSES)).splitlines()
    assert "over p, the share of positives" in table[0] and "costs: FP 1, FN 5" in table[0]
    assert [line.split()[1] for line in table[2:]] == ["9/79", "3/13", "1"]
    assert "trivial classifiers out" in str(cost_curve(GROUPED, trivial=False))
    assert "<table>" in cost_curve(GROUPED)._repr_html_()


def test_numbers_and_curves_can_be_sent():
    curve = cost_curve(GROUPED, axis="p", costs=MISSES)
    area = pickle.loads(pickle.dumps(curve.area))
    assert area == curve.area and str(area.steps) == str(curve)
    assert str(pickle.loads(pickle.dumps(cost_curve(A)))) == str(cost_curve(A))
    for column in (curve.rows, curve.bounds, *curve.envelope, curve.lines.at0, curve.considered):
        with pytest.raises(ValueError, match="read-only"):
            column[0] = 1


@st.composite
def swept(draw):
    n = draw(st.integers(2, 25))
    labels = draw(hnp.arrays(int, n, elements=st.integers(0, 1)))
    labels[:2] = 0, 1
    scores = draw(hnp.arrays(float, n, elements=st.sampled_from(np.arange(12) / 8)))
    return labels, scores


PRICES = st.builds(Costs, fp=st.integers(1, 9), fn=st.integers(1, 9), tp=st.integers(-3, 0))


@given(swept())
def test_rulers_are_the_corners_of_the_hull(data):
    s = mm.sweep(*data)
    hull = mm.roc_hull(s)
    corners = hull.rows[np.append(np.diff(hull.x) > 0, True) & np.append(True, np.diff(hull.y) > 0)]
    np.testing.assert_array_equal(cost_curve(s).rows, corners)


@given(swept(), PRICES, st.booleans())
def test_at_its_own_share_the_curve_is_the_cheapest_threshold(data, costs, normalised):
    s = mm.sweep(*data)
    curve = cost_curve(s, axis="p", costs=costs, normalised=normalised)
    p = float(s[0].confusion.prevalence)
    cheapest = expected_cost(s, costs, normalised=normalised).min()
    assert curve.at(p) == pytest.approx(cheapest, abs=1e-13)


BAD = {
    "costs as a pair": lambda: cost_curve(GROUPED, axis="p", costs=(5, 1)),
    "an amount over P(+)cost": lambda: cost_curve(GROUPED, normalised=False),
    "trivial in words": lambda: cost_curve(GROUPED, trivial="no"),
    "a curve": lambda: cost_curve(mm.roc(GROUPED)),
    "no positives": lambda: cost_curve(mm.sweep([0, 0], [0.2, 0.1])),
    "no negatives": lambda: cost_curve(mm.Confusion(3, 0, 4, 0)),
    "unknown negatives": lambda: cost_curve(mm.sweep([1, 0], [2, 1], negatives="unknown")),
    "beyond the axis": lambda: cost_curve(GROUPED).at(1.5),
    "NaN on the axis": lambda: cost_curve(GROUPED).at(np.nan),
    "text on the axis": lambda: cost_curve(GROUPED).lines.value("0.5"),
    "a rate above 1": lambda: line_of_point(1.2, 0.5),
}


@each("case", BAD)
def test_bad_input_is_told_why(case):
    with pytest.raises(mm.MetricError) as error:
        BAD[case]()
    assert error.value.why and error.value.fix
