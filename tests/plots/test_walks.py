"""Walks through the thresholds: what their frames and small pictures show."""

import re
from functools import cache

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import InputError
from mlmetrics_edu.metrics.populations.distributions import Always, Beta, Normal
from mlmetrics_edu.metrics.populations.population import Population, binormal
from mlmetrics_edu.plots import density_walks, player, walks
from mlmetrics_edu.plots.density_walks import density_walk
from mlmetrics_edu.plots.look import style
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.walks import roc_walk, threshold_walk
from tests.cases import EXPLORE, each
from tests.notebooks import laws
from tests.plots.looks import LOOKS, assert_legible, looks

CARS = mm.example("cars")
GROUPED = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
HAND = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids, ties="in-order")
POPULATION = binormal(0.8, 0.2, 0.25)


@cache
def cars(walk):
    """Walk through the cars, once for all tests."""
    return walk(HAND if walk is roc_walk else GROUPED)


@pytest.fixture
def undrawn(monkeypatch):
    """Leave the pictures of a walk out, where its words alone are looked at."""
    for room in (walks, density_walks):
        monkeypatch.setattr(room, "film", lambda _, moments, __: ["<svg/>"] * len([*moments]))


@each("walk", [roc_walk, density_walk])
def test_a_lesson_may_store_it(walk):
    page = cars(walk)._repr_html_()
    for text in (repr(cars(walk)), page):
        assert [what for what, found in laws.FOREIGN.items() if re.search(found, text)] == []
    assert len(page) < 1_500_000
    one, other = (walk(mm.sweep([1, 0], [0.8, 0.3]))._repr_html_() for _ in range(2))
    assert one == other


# Along the ROC curve


def test_a_walk_by_hand_names_each_car():
    shown = cars(roc_walk)
    assert len(shown) == len(HAND) == 21
    assert shown.captions[0] == (
        "The threshold is above all scores: nothing is predicted positive yet. "
        "TP 0, FP 0, FN 6, TN 14; TPR = 0/6 = 0.000, FPR = 0/14 = 0.000."
    )
    assert shown.captions[5] == (
        "car 6, score 0.45, is a negative: a false alarm, so one step right. "
        "TP 2, FP 3, FN 4, TN 11; TPR = 2/6 = 0.333, FPR = 3/14 = 0.214."
    )
    assert shown.captions[6].startswith("car 9, score 0.38, is a positive: a hit, so one step up.")
    ups = sum("step up" in caption for caption in shown.captions)
    assert (ups, sum("step right" in caption for caption in shown.captions)) == (6, 14)


def test_grouped_ties_go_diagonally(undrawn):
    shown = roc_walk(GROUPED)
    assert len(shown) == 18
    assert "car 7, car 15 share the score 0.12" in shown.captions[10]
    assert "1 up and 1 right, a diagonal" in shown.captions[10]
    assert "car 1, car 18 share the score 0.23" in shown.captions[8]
    assert "0 up, 2 right" in shown.captions[8]


def roc_frames(sweep, rows=None):
    """Draw frames of a walk on their ground, so that both can be looked at together."""
    moments = walks.moments_of(sweep, walks.some(len(sweep), walks.FRAMES))
    picture, draw = walks.roc_scene(sweep)
    yield from on_ground(picture, draw, list(zip([None, *moments], moments, strict=False))[::rows])


def on_ground(picture, draw, moments):
    player.settle(picture)
    before = {artist for ax in picture.axes for artist in ax.get_children()}
    for moment in moments:
        draw(moment)
        new = [a for ax in picture.axes for a in ax.get_children() if a not in before]
        yield moment, picture.axes, new
        for artist in new:
            artist.remove()


def test_the_staircase_is_the_roc_curve_so_far():
    for (before, now), (plane, table), new in roc_frames(GROUPED):
        lines = [line for line in plane.lines if line in new]
        drawn = np.array(lines[0].get_data())
        expected = [GROUPED["fpr"][: now.row + 1], GROUPED["recall"][: now.row + 1]]
        np.testing.assert_array_equal(drawn, expected)
        assert lines[-1].get_marker() == "o"
        np.testing.assert_array_equal(np.ravel(lines[-1].get_data()), now.point)
        if before:
            np.testing.assert_array_equal(lines[1].get_xydata(), [before.point, now.point])
        written = [t.get_text() for t in table.texts if t in new]
        counts = GROUPED[now.row].confusion.counts
        assert written[:4] == [str(counts[cell]) for cell in ("TN", "FP", "FN", "TP")]
        assert written[4:] == [f"TPR = {now.rates['recall']}", f"FPR = {now.rates['fpr']}"]


def test_a_long_walk_is_thinned_and_says_so(undrawn, monkeypatch):
    def film(picture, moments, draw):  # the last frame holds the most; there is time for one
        return player.film(picture, moments[-1:], draw) * len(moments)

    monkeypatch.setattr(walks, "film", film)
    rng = np.random.default_rng(0)
    truth = rng.random(200_000) < 0.2
    many = mm.sweep(truth, rng.normal(truth, 1.0))
    shown = roc_walk(many)
    assert len(shown) == 60
    assert f"60 of {len(many)} steps" in shown.title
    assert "3390 more are let in" in shown.captions[1]
    assert re.search(r"TPR = .* = 1\.000, FPR = .* = 1\.000\.$", shown.captions[-1])
    assert len(shown.to_html()) < 300_000
    assert f"of {len(many)} steps" in density_walk(many).title


def test_counts_without_samples_walk_too(undrawn):
    counted = mm.Sweep.from_counts([3, 2, 1], tp=[5, 8, 9], fp=[0, 1, 6])
    shown = roc_walk(counted)
    assert shown.captions[2].startswith("Down to the score 2, 4 more are let in: 3 up, 1 right.")
    assert len(density_walk(counted)) == 4


def test_weights_count(undrawn):
    weighted = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2], weights=[0.5, 2, 1, 1.5])
    assert "TP 0.5, FP 2, FN 1, TN 1.5" in roc_walk(weighted).captions[2]
    assert "TP 0.5, FP 0, FN 1, TN 3.5" in str(density_walk(weighted))


@each("walk", [roc_walk, density_walk])
def test_one_class_has_no_walk(walk):
    with pytest.raises(mm.UndefinedError, match="no walk"):
        walk(mm.sweep([1, 1], [0.4, 0.2]))
    with pytest.raises(mm.InputError, match="counts at every threshold"):
        walk([1, 0])
    unknown = mm.sweep([1, 0], [0.4, 0.2], negatives="unknown")
    with pytest.raises(mm.MetricError, match="number of negatives is unknown"):
        walk(unknown)


# Through the scores


def density_frames(of, rows=None):
    slide = density_walks._of_population(of) if isinstance(of, Population) else None
    slide = slide or density_walks._of_sweep(of)
    picture, draw = density_walks.density_scene(slide)
    yield from on_ground(picture, draw, slide.moments[::rows])


def test_of_few_samples_the_wrong_dots_are_filled():
    for now, (scores, plane, _), new in density_frames(GROUPED):
        fn, fp = (c.get_offsets() for c in scores.collections if c in new)
        counts = GROUPED.at(now.threshold).counts
        assert (len(fn), len(fp)) == (counts["FN"], counts["FP"])
        assert all(fn[:, 0] < now.cut) and all(fp[:, 0] > now.cut)
        point = [line for line in plane.lines if line in new][-1]
        np.testing.assert_array_equal(np.ravel(point.get_data()), now.point)


def test_both_kinds_of_sweep_slide_the_same():
    one, other = (density_walks._of_sweep(sweep).moments for sweep in (HAND, GROUPED))
    assert [now[1:-1] for now in one] == [now[1:-1] for now in other]
    assert "Filled are the errors: 4 missed (FN), 3 false alarms (FP)." in str(cars(density_walk))


def test_no_dot_covers_another():
    dots = density_walks.Dots(GROUPED)
    assert dots.fit
    for side in ("positive", "negative"):
        spots = np.column_stack([dots.scores[side] / 0.0475, dots.heights(side)])
        gaps = np.abs(spots[:, None] - spots[None]).max(axis=2) + 9 * np.eye(len(spots))
        assert gaps.min() >= 1


def test_filled_areas_of_histograms_are_the_error_rates():
    many = many_samples()
    for now, (scores, *_), new in density_frames(many, 5):
        fn, fp = (p.get_data().values.sum() for p in scores.patches[-3:] if hasattr(p, "get_data"))
        c = many.at(now.threshold)
        assert (fn, fp) == pytest.approx((c.fnr, c.fpr))
        assert scores.patches[-1] in new


@each("of", [POPULATION, Population(Beta(1, 1), Beta(1, 4))])
def test_filled_areas_of_densities_are_the_error_rates(of):
    for now, (scores, *_), new in density_frames(of, 4):
        fn, fp = (area(c.get_paths()) for c in scores.collections if c in new)
        fpr, tpr = map(float, of.roc(now.threshold))
        assert (fn, fp) == pytest.approx((1 - tpr, fpr), abs=0.02)
        assert float(now.cells["FN"]) == pytest.approx(1 - tpr, abs=0.0005)


def area(paths):
    x, y = np.concatenate([path.vertices[:-1] for path in paths]).T if paths else ([0], [0])
    return abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2


def test_a_score_that_never_varies_has_no_density():
    with pytest.raises(mm.InputError, match="no density of Always"):
        density_walk(Population(Normal(1, 1), Always(0)))


@each("scores", [[0.5, 0.5, 0.5], [1e-9, 0, 2e9], [-3, -3, 40]])
@each("times", [1, 30])
def test_odd_scores_are_walked_through(scores, times):
    frames = list(density_frames(mm.sweep([1, 0, 1] * times, scores * times)))
    cells = [now.cells for now, _, _ in frames]
    assert cells[0]["TP"] == cells[0]["FP"] == cells[-1]["FN"] == cells[-1]["TN"] == "0"


def many_samples():
    """Sweep so many samples that they are drawn as histograms."""
    rng = np.random.default_rng(1)
    truth = rng.random(4000) < 0.3
    return mm.sweep(truth, np.round(rng.beta(1 + truth, 2), 2))


SCENES = [
    lambda: roc_frames(GROUPED, 12),
    lambda: density_frames(GROUPED, 16),
    lambda: density_frames(POPULATION, 20),
    lambda: density_frames(Population(Beta(1, 1), Beta(1, 4)), 40),
    lambda: density_frames(Population(Beta(2, 9), Beta(2, 10)), 40),
    lambda: density_frames(many_samples(), 40),
]


@each("scene, size, language", looks(SCENES))
def test_frames_are_legible(scene, size, language):
    with style(size, language):
        for _, axes, _ in scene():
            assert_legible(axes[0])


SWEEP = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)


def said(ax):
    return [text.get_text() for text in ax.texts]


def test_the_walk_shows_ranking_and_table_of_each_step():
    picture = threshold_walk(SWEEP, [1, 5])
    titles = [ax.get_title(loc="left") for ax in picture.axes[::2]]
    assert titles == [
        "step 1: P = 1/1 = 1.000, R = 1/6 = 0.167",
        "step 5: P = 2/5 = 0.400, R = 2/6 = 0.333",
    ]
    assert said(picture.axes[3]) == ["TN\n11", "FP\n3", "FN\n4", "TP\n2"]
    cut = [line.get_xdata()[0] for line in picture.axes[2].lines]
    assert cut == [4.5]
    assert "step 5: P = 2/5 = 0.400" in alternative_text(picture)
    assert alternative_text(picture).count("TP 2, FP 3, FN 4, TN 11") == 2


@each("size, language", LOOKS if EXPLORE else LOOKS[1::2])
def test_the_walk_is_legible(size, language):
    with style(size, language):
        assert_legible(threshold_walk(SWEEP, [0, 5]).axes[0])


def test_the_walk_refuses_what_no_threshold_does():
    walked = mm.sweep(CARS.y_true, CARS.y_score, ties="in-order")
    with pytest.raises(InputError, match=r"row 8 stands within the tie at 0.23"):
        threshold_walk(walked, [8])
    for rows in ([], range(7)):
        with pytest.raises(InputError, match="steps to draw"):
            threshold_walk(SWEEP, rows)
    with pytest.raises(InputError, match="no samples"):
        threshold_walk(SWEEP.drop_samples(), [1])
