"""Walks down a ranking and along its curves: at each step, marks and words say what counts do."""

import itertools
import json
import re
from functools import cache

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.writing import in_a_line
from mlmetrics_edu.live import density_walks
from mlmetrics_edu.live.curve_walks import roc_walk
from mlmetrics_edu.live.density_walks import density_walk
from mlmetrics_edu.metrics.populations.distributions import Always, Beta, Normal
from mlmetrics_edu.metrics.populations.population import Population, binormal
from mlmetrics_edu.metrics.sweep_table import written
from mlmetrics_edu.plots.look import LANGUAGES
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each
from tests.notebooks import laws

CARS = mm.example("cars")
GROUPED = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
HAND = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids, ties="in-order")
POPULATION = binormal(0.8, 0.2, 0.25)


@cache
def cars(walk):
    """Walk through the cars, once for all tests."""
    return walk(HAND if walk is roc_walk else GROUPED)


@cache
def many_samples():
    """Sweep so many samples that they are drawn as histograms."""
    rng = np.random.default_rng(1)
    truth = rng.random(4000) < 0.3
    return mm.sweep(truth, np.round(rng.beta(1 + truth, 2), 2))


def panels(player):
    return player._walk.panels


def seen(panel, step, *looks):
    """List the marks of a panel that are seen in a step, of all looks or of some."""
    return [
        mark
        for mark in panel["marks"]
        if mark["from"] <= step <= mark.get("until", np.inf)
        and (not looks or mark["look"] in looks)
    ]


def way(panel, step, look="curve"):
    """Join the pieces of a curve that has grown so far."""
    pieces = [np.array(mark["points"], float) for mark in seen(panel, step, look)]
    for one, other in itertools.pairwise(pieces):
        np.testing.assert_array_equal(one[:, -1], other[:, 0])
    corners = [piece[:, :1] for piece in pieces] + [pieces[-1][:, -1:]]
    return np.hstack(corners)


def near(one, other):
    np.testing.assert_allclose(np.ravel(np.array(one, float)), np.ravel(other), rtol=1e-7)


def area(points):
    """Measure the closed shapes of a path; where it breaks, the next one begins."""
    path = np.array(points, float)
    ends = [-1, *np.flatnonzero(np.isnan(path[0])), path.shape[1]]
    shapes = [path[:, a + 1 : b] for a, b in itertools.pairwise(ends)]
    return sum(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2 for x, y in shapes)


@each("walk", [roc_walk, density_walk])
def test_a_lesson_may_store_it(walk):
    page = cars(walk)._repr_html_()
    for text in (repr(cars(walk)), json.dumps(cars(walk)._whole, ensure_ascii=False)):
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


def test_grouped_ties_go_diagonally():
    shown = roc_walk(GROUPED)
    assert len(shown) == 18
    assert "car 7, car 15 share the score 0.12" in shown.captions[10]
    assert "1 up and 1 right, a diagonal" in shown.captions[10]
    assert "car 1, car 18 share the score 0.23" in shown.captions[8]
    assert "0 up, 2 right" in shown.captions[8]


def test_the_staircase_is_the_roc_curve_so_far():
    plane, table = panels(roc_walk(GROUPED))
    for k, step in enumerate(GROUPED):
        here = GROUPED["fpr"][k], GROUPED["recall"][k]
        (dot,) = seen(plane, k, "here")
        near(dot["points"], here)
        if k:
            near(way(plane, k), [GROUPED["fpr"][: k + 1], GROUPED["recall"][: k + 1]])
            (last,) = seen(plane, k, "cut")
            near(
                np.array(last["points"]).T, [GROUPED["fpr"][k - 1], GROUPED["recall"][k - 1], *here]
            )
            (name,) = (mark["label"] for mark in seen(plane, k) if mark["kind"] == "word")
            assert name == ", ".join(map(str, step.admitted))
        counts = step.confusion.counts
        assert {cell: texts[k] for cell, texts in table["counts"].items()} == {
            cell: str(n) for cell, n in counts.items()
        }
        assert table["lines"][k] == [in_a_line(step.confusion.tpr), in_a_line(step.confusion.fpr)]


def test_a_long_walk_is_thinned_and_says_so():
    rng = np.random.default_rng(0)
    truth = rng.random(200_000) < 0.2
    many = mm.sweep(truth, rng.normal(truth, 1.0))
    shown = roc_walk(many)
    assert len(shown) == 60
    assert f"60 of {len(many)} steps" in shown.title
    assert "3390 more are let in" in shown.captions[1]
    assert re.search(r"TPR = .* = 1\.000, FPR = .* = 1\.000\.$", shown.captions[-1])
    assert len(shown.to_html()) < 300_000
    sums = mm.play(mm.average_precision(many))
    for walk in (shown, sums, density_walk(many), mm.play(many), mm.play(many, "cost")):
        assert len(json.dumps(walk._whole)) < 200_000
    assert f"of {len(many)} steps" in density_walk(many).title
    assert {len(mm.play(many, along=way)) for way in ("ranking", "pr", "ks")} == {60}
    for k in (1, 30, 59):  # between two steps the curve has corners, and ends where it does
        plane = panels(shown)[0]
        assert sum(len(mark["points"][0]) for mark in seen(plane, k, "curve")) > 2 * k
        near(
            [end[-1] for end in seen(plane, k, "curve")[-1]["points"]],
            seen(plane, k, "here")[0]["points"],
        )


def test_counts_without_samples_walk_too():
    counted = mm.Sweep.from_counts([3, 2, 1], tp=[5, 8, 9], fp=[0, 1, 6])
    shown = roc_walk(counted)
    assert shown.captions[2].startswith("Down to the score 2, 4 more are let in: 3 up, 1 right.")
    assert len(density_walk(counted)) == 4
    assert "TP grows by 3, FP by 1. P = 8/9 = 0.889, R = 8/9 = 0.889." in str(mm.play(counted))


def test_weights_count():
    weighted = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2], weights=[0.5, 2, 1, 1.5])
    assert "TP 0.5, FP 2, FN 1, TN 1.5" in roc_walk(weighted).captions[2]
    assert "TP 0.5, FP 0, FN 1, TN 3.5" in str(density_walk(weighted))
    assert "FP grows by 2." in mm.play(weighted).captions[2]


@each("walk", [roc_walk, density_walk])
def test_one_class_has_no_walk(walk):
    with pytest.raises(mm.UndefinedError, match="no walk"):
        walk(mm.sweep([1, 1], [0.4, 0.2]))
    with pytest.raises(mm.InputError, match="counts at every threshold"):
        walk([1, 0])
    unknown = mm.sweep([1, 0], [0.4, 0.2], negatives="unknown")
    with pytest.raises(mm.MetricError, match="number of negatives is unknown"):
        walk(unknown)


# Down the ranking, along P-R and KS


@each("sweep", [GROUPED, HAND])
def test_down_the_ranking_each_sample_has_its_outcome_and_the_workings_are_the_librarys(sweep):
    samples, table, plane = panels(mm.play(sweep))
    for k, step in enumerate(sweep):
        cells = {chip["name"]: chip["signs"][k >= chip["from"]] for chip in samples["chips"]}
        inside = sweep.at(step.threshold).samples if sweep is GROUPED else None
        if inside is not None:
            assert cells == {str(name): cell for cell, names in inside.items() for name in names}
        c = step.confusion
        assert {cell: [*cells.values()].count(cell) for cell in c.counts} == c.counts
        assert table["lines"][k] == [
            in_a_line(c.rate(rate, "nan")) for rate in ("precision", "recall")
        ]
        points = [mark["points"] for mark in seen(plane, k, "here")]
        near(points, [sweep["recall"][k], sweep["precision"][k]] if k else [])


def test_classes_are_called_as_their_owner_calls_them():
    spam = mm.sweep(["spam", "ham"], [0.8, 0.3], positive="spam")
    assert panels(mm.play(spam))[1]["classes"] == ("ham", "spam")
    assert panels(mm.play(GROUPED, language="zh-Hans"))[1]["classes"] == ("反例", "正例")


def test_sentences_of_the_ranking_and_of_pr():
    by_rank, by_pr = mm.play(GROUPED), mm.play(GROUPED, along="pr")
    assert by_rank.captions[6] == (
        "car 9, score 0.38, is a positive: TP grows by 1. P = 3/6 = 0.500, R = 3/6 = 0.500."
    )
    assert by_rank.captions[10].startswith(
        "car 7, car 15 share the score 0.12, so they come in together: TP grows by 1, FP by 1."
    )
    assert by_pr.captions[5].startswith(
        "car 6, score 0.45, is a negative: recall stays, and precision can't rise. P = 2/5"
    )
    assert str(mm.play(mm.pr(GROUPED))) == str(by_pr)
    one_sided = mm.sweep([1, 0], [0.4, 0.2], negatives="unknown")
    assert panels(mm.play(one_sided))[1]["counts"]["TN"] == ["?"] * 3


def test_the_curve_that_is_played_is_the_one_that_was_asked_for():
    lifted = mm.play(mm.pr(GROUPED, precision="interpolated"))
    (plane, _) = panels(lifted)
    near(
        [seen(plane, k, "here")[0]["points"][1] for k in range(18)],
        mm.interpolated_precision(GROUPED),
    )
    binned = mm.play(mm.ks(GROUPED, bins=10))
    assert len(binned) == len(mm.ks(GROUPED, bins=10))
    assert "step 6 up" not in str(mm.play(mm.roc_hull(GROUPED)))
    assert len(mm.play(mm.roc_hull(GROUPED))) == len(mm.roc_hull(GROUPED))


@each("abscissa", ["share", "score"])
def test_the_gap_is_that_of_the_ks_curve(abscissa):
    curve = mm.ks(GROUPED, abscissa=abscissa)
    shown = mm.play(curve)
    plane, _ = panels(shown)
    widest = [k for k, caption in enumerate(shown.captions) if "nowhere is it wider" in caption]
    assert widest == [int(curve.y.argmax())]
    for k in range(1, len(curve)):
        (gap,) = seen(plane, k, "gap")
        near(gap["points"], [[curve.x[k]] * 2, [curve.fpr[k], curve.recall[k]]])
        assert f"the gap is {curve.y[k]:.3f}".replace("-", "−") in shown.captions[k]
        assert f"TPR = {written(GROUPED[k].confusion.tpr)}" in shown.captions[k]


# Through the scores


def test_of_few_samples_the_wrong_dots_are_filled():
    shown = cars(density_walk)
    scores, plane, _ = panels(shown)
    for k, step in enumerate(GROUPED):
        fn, fp = (
            seen(scores, k, f"sample{side} wrong {error}")
            for side, error in ((" true", "FN"), ("", "FP"))
        )
        counts = GROUPED.at(step.threshold).counts
        assert (len(fn), len(fp)) == (counts["FN"], counts["FP"])
        ((cut, _), _) = seen(scores, k, "cut")[0]["points"]
        assert all(dot["points"][0][0] < cut for dot in fn)
        assert all(dot["points"][0][0] > cut for dot in fp)
        near(seen(plane, k, "here")[0]["points"], [GROUPED["fpr"][k], GROUPED["recall"][k]])


def test_both_kinds_of_sweep_slide_the_same():
    one, other = (density_walk(sweep) for sweep in (HAND, GROUPED))
    assert one.captions == other.captions
    assert panels(one)[0] == panels(other)[0] and panels(one)[2] == panels(other)[2]
    assert "Filled are the errors: 4 missed (FN), 3 false alarms (FP)." in str(one)


def test_no_dot_covers_another():
    dots = density_walks.Dots(GROUPED)
    assert dots.fit
    for side in ("positive", "negative"):
        spots = np.column_stack([dots.scores[side] / 0.0475, dots.heights(side)])
        gaps = np.abs(spots[:, None] - spots[None]).max(axis=2) + 9 * np.eye(len(spots))
        assert gaps.min() >= 1


def test_filled_areas_of_histograms_are_the_error_rates():
    many = many_samples()
    shown = density_walk(many)
    for k in range(0, len(shown), 5):
        fn, fp = (
            sum(bar["points"][1][1] for bar in seen(panels(shown)[0], k, f"fill {error}"))
            for error in ("FN", "FP")
        )
        c = many.at(seen(panels(shown)[0], k, "cut")[0]["points"][0][0])
        assert (fn, fp) == pytest.approx((c.fnr, c.fpr))


@each("of", [POPULATION, Population(Beta(1, 1), Beta(1, 4))])
def test_filled_areas_of_densities_are_the_error_rates(of):
    shown = density_walk(of)
    scores, plane, table = panels(shown)
    for k in range(0, len(shown), 4):
        threshold = seen(scores, k, "cut")[0]["points"][0][0]
        fn, fp = (
            sum(area(piece["points"]) for piece in seen(scores, k, f"fill {error}"))
            for error in ("FN", "FP")
        )
        fpr, tpr = map(float, of.roc(threshold))
        assert (fn, fp) == pytest.approx((1 - tpr, fpr), abs=0.02)
        assert float(table["counts"]["FN"][k]) == pytest.approx(1 - tpr, abs=0.0005)
        np.testing.assert_allclose(
            np.ravel(seen(plane, k, "here")[0]["points"]), [fpr, tpr], atol=1e-7
        )


def test_a_score_that_never_varies_has_no_density():
    with pytest.raises(mm.InputError, match="no density of Always"):
        density_walk(Population(Normal(1, 1), Always(0)))


@each("scores", [[0.5, 0.5, 0.5], [1e-9, 0, 2e9], [-3, -3, 40]])
@each("times", [1, 30])
def test_odd_scores_are_walked_through(scores, times):
    shown = density_walk(mm.sweep([1, 0, 1] * times, scores * times))
    counts = panels(shown)[2]["counts"]
    assert counts["TP"][0] == counts["FP"][0] == counts["FN"][-1] == counts["TN"][-1] == "0"
    assert shown.to_html()


def test_what_may_be_infinite_or_undefined_is_no_number_on_a_page():
    for along in ("ranking", "roc", "pr", "ks", "cost", "densities"):
        assert "NaN" not in mm.play(GROUPED, along)._page("").split('<script type="module">')[0]


@each("along", ["ranking", "roc", "pr", "ks", "cost", "densities"])
@each("language", LANGUAGES)
def test_every_walk_speaks_every_language_and_has_a_picture(along, language):
    shown = mm.play(GROUPED, along, language=language)
    chinese = re.search("[\u4e00-\u9fff]", shown.captions[-1] + shown.title) is not None
    assert chinese is (language != "en")
    shown.step = len(shown) - 1
    if language == "zh-Hant":  # one of them is drawn: each takes its time
        assert shown.captions[-1] in shown._image().replace("&gt;", ">")
        assert alternative_text(shown.picture())
