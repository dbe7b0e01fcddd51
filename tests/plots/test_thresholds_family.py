"""What all pictures over thresholds have in common: legible, named, quick, Axes in and out."""

import matplotlib as mpl
import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import InputError
from mlmetrics_edu.plots.det_curve import det
from mlmetrics_edu.plots.gain_and_lift import gain, lift
from mlmetrics_edu.plots.ks_curve import ks
from mlmetrics_edu.plots.look import style
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.thresholds import against_threshold
from tests.cases import each

from .looks import assert_legible, looks

CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
RNG = np.random.default_rng(6)
TRUTH = RNG.random(400) < 0.3
MODELS = {
    name: mm.sweep(TRUTH, RNG.normal(size=400) + ahead * TRUTH)
    for name, ahead in (("A", 2), ("B", 1))
}
MANY = mm.sweep(np.arange(10**5) % 3 == 0, RNG.random(10**5)).drop_samples()
DRAWN = {
    "ks": ks,
    "ks over the score": lambda of, ax=None, **more: ks(of, ax, abscissa="score", **more),
    "det": det,
    "det, log": lambda of, ax=None, **more: det(of, ax, scale="log", **more),
    "gain": gain,
    "lift": lift,
    "against": against_threshold,
}
every_picture = each("draw", DRAWN.values())


def said(ax):
    return [text.get_text() for text in ax.texts]


@each("draw, size, language", looks([ks, det, gain, lift, against_threshold]))
def test_legible(draw, size, language):
    with style(size, language):
        assert_legible(draw(SWEEP))


@every_picture
def test_several_are_named(draw):
    more = {"metrics": "f1"} if draw is against_threshold else {}
    ax = draw(MODELS, **more)
    assert_legible(ax)
    for name in MODELS:
        assert any(text.startswith(name) for text in said(ax))
        assert f"{name}: " in alternative_text(ax)


@every_picture
def test_axes_in_axes_out_and_keywords_pass(draw):
    own = mpl.figure.Figure().subplots()
    before = dict(mpl.rcParams)
    assert draw(SWEEP, ax=own, linewidth=7) is own
    assert own.lines[0].get_linewidth() == 7
    assert dict(mpl.rcParams) == before
    assert draw(SWEEP, c="red").lines[0].get_color() == "red"


@every_picture
def test_many_rows_are_small(draw):
    ax = draw(MANY)
    assert len(ax.figure.svg()) < 2_000_000
    assert max(len(line.get_xdata()) for line in ax.lines) <= 20_000


@every_picture
def test_what_is_no_sweep_is_told(draw):
    with pytest.raises(InputError, match="of a list"):
        draw([0.1, 0.9])
    with pytest.raises(InputError, match="nothing to draw"):
        draw({})
