"""Odd data draw something true: constant scores, one positive in 10 000, a hundred thousand."""

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.figure import Figure

import mlmetrics_edu as mm
from mlmetrics_edu import plots
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.thresholds import profit
from tests.cases import each
from tests.plots.test_every_picture import ODD, OWN, SOME, odd

DATA = [*ODD, "100 000"]


def swept(name):
    return (odd(name) if name in ODD else OWN[100_000]).s


def drawn(plot, name):
    """Draw a plot of odd data, completely."""
    ax = plot(swept(name), ax=Figure().subplots())
    ax.figure.canvas.draw()
    return ax


def test_constant_scores_have_one_point_of_precision_and_recall():
    line = drawn(plots.pr, "constant").lines[0]
    x, y = line.get_data()
    assert (x[-1], y[-1]) == (1, SOME.mean()) and line.get_marker() == "o"
    assert len(drawn(plots.pr, "tied").lines[0].get_xdata()) > 2


def test_two_rates_that_never_part_are_said_to_be_equal():
    for how in ({}, {"abscissa": "score"}, {"difference": True}):
        ax = plots.ks(swept("constant"), **how)
        said = [text.get_text() for text in ax.texts]
        assert "KS = 0\nTPR = FPR" in said and not any("∞" in text for text in said)
        assert "equal at every threshold" in alternative_text(ax)
    assert "nowhere" in mm.ks_statistic(swept("constant")).conventions["where"]


def test_a_det_line_that_crosses_the_picture_is_not_said_to_lie_outside():
    outside = {"perfect", "perfect in two", "the wrong way round"}
    for name in DATA:
        texts = [text.get_text() for text in drawn(plots.det, name).texts]
        assert any("lies outside" in text for text in texts) == (name in outside), name


def test_the_lift_of_rare_positives_is_seen_beside_a_perfect_ranking():
    ax = drawn(plots.lift, "1:9999")
    peak = np.nanmax(ax.lines[0].get_ydata())
    assert peak < ax.get_ylim()[1] < 2 * peak
    ax = drawn(plots.lift, "tied")
    assert ax.get_ylim()[1] > max(np.nanmax(line.get_ydata()) for line in ax.lines)


def earned(s, ax):
    return profit(s, mm.Costs(fp=1, fn=5), ax)


def test_a_small_profit_is_not_written_as_minus_nothing():
    ax = drawn(earned, "1:9999")
    assert "nobody: −0.0005" in [text.get_text() for text in ax.texts]
    for name in DATA:
        texts = [text.get_text() for text in drawn(earned, name).texts]
        assert len(texts) == len(set(texts)) and not any(t[-5:] == "−0.00" for t in texts), name


EXACT = {  # a plot, and the line that it has to be
    "roc": lambda s: tuple(mm.roc(s)),
    "pr": lambda s: tuple(mm.pr(s)),
    "gain": lambda s: tuple(mm.gain(s)),
    "ks": lambda s: (mm.ks(s).x, s["recall"]),
}


@each("name", EXACT)
def test_a_line_of_100_000_samples_is_their_curve(name):
    s = swept("100 000")
    x, y = EXACT[name](s)
    drawn_x, drawn_y = drawn(getattr(plots, name), "100 000").lines[0].get_data()
    assert 1_000 < len(drawn_x) < 20_001
    there = {*zip(x.tolist(), y.tolist(), strict=True)}
    ends = zip(np.asarray(drawn_x)[1:].tolist(), np.asarray(drawn_y)[1:].tolist(), strict=True)
    assert {*ends} <= there
    late = x > 0.02  # before, precision jumps within a pixel
    off = np.interp(x[late], drawn_x, drawn_y) - y[late]
    assert np.abs(off).max() < 0.01


def test_over_100_000_thresholds_every_metric_is_what_the_sweep_says():
    s = swept("100 000")
    ax = drawn(plots.against_threshold, "100 000")
    for line, metric in zip(ax.lines, ("precision", "recall", "f1"), strict=False):
        x, y = line.get_data()
        inside = (x > 0.2) & (x < 0.8)
        rates = np.array([float(s.at(t).rate(metric)) for t in x[inside][::200]])
        assert np.abs(rates - y[inside][::200]).max() < 0.005, metric


def test_densities_and_calibration_of_100_000_count_them_all():
    ax = drawn(plots.densities, "100 000")
    for line in ax.lines[:2]:
        x, y = line.get_data()
        assert np.trapezoid(y, x) == pytest.approx(1, abs=1e-9)
    y, p = OWN[100_000].y, OWN[100_000].p
    counted = np.histogram(p, np.linspace(0, 1, 11))[0]
    said = " ".join(t.get_text() for t in plots.reliability(y, p).texts)
    assert f"{counted.min()}–{counted.max()}" in said  # no room for five digits above each bin
    some = plots.reliability(y[:500], p[:500])
    assert sum(int(t.get_text()) for t in some.texts if t.get_text().isdigit()) == 500


def test_many_residuals_are_no_storm_of_sticks():
    truth, noise = np.random.default_rng(1).normal(size=(2, 2_000))
    few, many = (plots.residuals(truth[:n], (truth + noise)[:n]) for n in (100, 2_000))
    assert {type(one) for one in few.collections} == {LineCollection, PathCollection}
    (points,) = many.collections
    assert points.get_alpha() < 0.5 and len(points.get_offsets()) == 2_000
    assert few.collections[-1].get_alpha() is None and "no segments" not in alternative_text(few)
    assert "can be seen through" in alternative_text(many)
