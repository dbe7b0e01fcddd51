"""Walks that add up: an average precision by every rule, a cost curve stretch by stretch."""

from fractions import Fraction

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core import digits
from mlmetrics_edu.metrics.average_precision import RULES
from mlmetrics_edu.plots.picture import alternative_text
from tests.browsing import browser, needs_chromium
from tests.cases import each
from tests.live.pages import open_page
from tests.live.test_curve_walks import GROUPED, HAND, area, many_samples, near, panels, seen

assert browser and open_page  # fixtures, found by their names
LOOKS = ("fill before", "fill before fine"), ("fill new", "fill new fine")


@each("rule", RULES)
@each("sweep", [GROUPED, HAND])
def test_the_areas_seen_so_far_are_the_sum_so_far_and_in_the_end_the_ap(rule, sweep):
    ap = mm.average_precision(sweep, rule)
    shown = mm.play(ap)
    (plane,) = panels(shown)
    tolerance = 2e-3 if rule == "davis-goadrich" else 1e-6
    for k, caption in enumerate(shown.captions):
        so_far = caption.partition("So far ")[2].rstrip(".")
        parts = seen(plane, k, *LOOKS[0])
        assert sum(area(part["points"]) for part in parts) == pytest.approx(
            float(so_far.rpartition(" ")[2]), abs=max(tolerance, 6e-4)
        )
        (new,) = seen(plane, k, *LOOKS[1])
        assert new["points"] == parts[-1]["points"]
    whole = sum(area(part["points"]) for part in seen(plane, len(shown) - 1, *LOOKS[0]))
    assert whole == pytest.approx(float(ap), abs=tolerance)
    assert so_far == digits.both(ap if ap.fraction is None else ap.fraction)


def test_rows_are_those_of_its_own_table():
    ap = mm.average_precision(GROUPED)
    shown = mm.play(ap)
    cells = [[c.cell(k) for c in ap.steps.columns] for k in range(len(ap.steps))]
    assert shown._whole["table"]["rows"] == cells
    assert shown.captions[2] == (
        "At the score 0.38 recall grows by 1/6; the height there is 1/2 = 0.500, "
        "so the area is 1/12 = 0.083. So far 5/12 = 0.417."
    )
    assert mm.play(ap.steps).captions == shown.captions
    assert mm.play(ap.steps[:2]).captions[0].startswith("step: 1; threshold: 0.91")


def test_levels_of_recall_that_nothing_reaches_add_nothing():
    unfound = mm.Sweep.from_counts([2, 1], tp=[1, 2], fp=[0, 1], positives=4, negatives=2)
    shown = mm.play(mm.average_precision(unfound, "voc2007"))
    assert shown.captions[-1].startswith("Recall ≥ 1 is never reached, so it adds 0. So far ")
    assert shown.captions[5] == (
        "Recall ≥ 0.5 is reached at the score 1; the highest precision from there on is "
        f"{digits.both(Fraction(2, 3))}. So far {digits.both(Fraction(5, 11))}."
    )


def test_a_long_sum_is_thinned_and_its_area_is_whole():
    ap = mm.average_precision(many_samples(), "voc2010")
    long = mm.sweep(
        *(np.repeat(part, 1) for part in (many_samples().samples.positive, np.arange(4000)))
    )
    for one in (ap, mm.average_precision(long, "step")):
        shown = mm.play(one)
        (plane,) = panels(shown)
        parts = seen(plane, len(shown) - 1, *LOOKS[0])
        assert sum(area(part["points"]) for part in parts) == pytest.approx(float(one), abs=0.01)
    assert len(shown) == 60 and "(60 of " in shown.title


@each("axis, costs, normalised", [
    ("probability-cost", None, True), ("p", None, True),
    ("p", mm.Costs(fp=1, fn=5), True), ("p", mm.Costs(fp=1, fn=5), False),
])  # fmt: skip
def test_the_envelope_grows_to_the_cost_curve(axis, costs, normalised):
    curve = mm.cost_curve(GROUPED, axis=axis, costs=costs, normalised=normalised)
    shown = mm.play(curve)
    (plane,) = panels(shown)
    for k, stretch in enumerate(curve):
        pieces = seen(plane, k, "curve")
        x, y = np.hstack([np.array(piece["points"]) for piece in pieces])
        assert (x[0], x[-1]) == pytest.approx((0, stretch.end))
        np.testing.assert_allclose(y, curve.at(np.clip(x, 0, 1)), atol=1e-6)
        lines = seen(plane, k, "cut")
        if lines:
            near(lines[0]["points"], [[0, 1], [stretch.fpr, stretch.fnr]])
        assert bool(lines) is (costs is None)
        rules = next(c for c in curve.trace().columns if c.name == "rules").cell(k)
        assert f"the cheapest is: {rules}." in shown.captions[k]
    assert mm.play(GROUPED, along="cost").captions == mm.play(mm.cost_curve(GROUPED)).captions


def test_where_nothing_moves_the_areas_and_the_stretches_are_drawn():
    for rule in ("trapezoid", "coco"):
        shown = mm.play(mm.average_precision(GROUPED, rule))
        assert shown.captions[0] in alternative_text(shown.picture())
    costs = mm.play(GROUPED, along="cost")
    assert costs.captions[0] in alternative_text(costs.picture())


@needs_chromium
def test_the_sum_is_told_on_the_screen_row_by_row(open_page):
    shown = mm.play(mm.average_precision(GROUPED, "voc2007"))
    page = open_page(shown)
    for k, caption in enumerate(shown.captions):
        page.locator("input[type=range]").fill(str(k + 1))
        assert page.locator(".sentence").inner_text() == caption
        cells = page.locator("tr.marked td").all_text_contents()
        assert f"So far {cells[-1]}." in caption
        assert page.locator("path.before:not(.unseen)").count() == k + 1


@each("sweep, won", [(HAND, None), (GROUPED, 61.5), (many_samples(), None)])
def test_the_pairs_seen_so_far_are_those_won_so_far_and_in_the_end_the_auc(sweep, won):
    whole = mm.auc(sweep, "pairs")
    shown = mm.play(whole)
    (plane,) = panels(shown)
    every = sweep.positives * sweep.negatives
    for k, caption in enumerate(shown.captions):
        so_far = float(caption.partition("so far: ")[2].partition(" of ")[0])
        parts = seen(plane, k, "fill before")
        assert sum(area(part["points"]) for part in parts) == pytest.approx(
            so_far / every, abs=1e-4
        )
        (new,) = seen(plane, k, "fill new")
        assert new["points"] == parts[-1]["points"]
    assert so_far / every == pytest.approx(float(whole), rel=1e-5)  # six figures of a long sum
    assert won is None or so_far == won


def test_a_walk_through_pairs_says_what_a_tie_counts_and_has_a_row_for_nobody_who_wins():
    shown = mm.play(mm.auc(GROUPED, "pairs"))
    assert "7 pairs won, 6 lost, 1 tied, which counts half. Won so far: 57.5 of 84" in str(shown)
    assert mm.play(mm.auc(GROUPED, "pairs").steps[:2]).captions[0].startswith("step: 1; ")
    assert mm.play(mm.auc(mm.sweep([0, 1], [0.9, 0.5]), "pairs")).captions == (
        "1 (score 0.5): 0 pairs won, 1 lost. Won so far: 0 of 1.",
    )
    assert shown.captions[0] in alternative_text(shown.picture())
