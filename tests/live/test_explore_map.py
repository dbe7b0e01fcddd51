"""Detections on their images: counts, APs and reasons are the library's at every stop."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots.picture import alternative_text
from tests.browsing import browser, expect, needs_chromium
from tests.live.pages import open_page
from tests.live.screens import crowded, of_map

assert browser and open_page  # fixtures, found by their names
PADILLA = mm.example("padilla-24")
IOUS = (0.3, 0.5, 0.75)


@needs_chromium
def test_each_category_has_its_curve_and_its_mean(open_page):
    x = mm.explore_map(*crowded(), iou=IOUS, protocol="voc2010")
    page = open_page(x)
    for category in x.result.categories:
        page.get_by_label("category", exact=True).select_option(category)
        x.category = category
        of_map(page, x)
        sweep = x.result.sweep(category, IOUS[0])
        curve = page.locator("path.curve").get_attribute("d")
        spots = [tuple(map(float, spot.split())) for spot in curve[1:].split("L")]
        drawn = zip(sweep["recall"][1:], sweep["precision"][1:], strict=True)
        expected = [
            (46 + 260 * (u + 0.02) / 1.04, 12 + 208 - 208 * (v + 0.02) / 1.04) for u, v in drawn
        ]
        assert np.array(spots) == pytest.approx(np.array(expected), abs=0.06)
    mean = x.result.ap_by_iou()[0]
    said = f"mAP at IoU ≥ 0.3: {mean:.3f}. Mean over all 3 IoU thresholds: {x.result.map:.3f}."
    assert page.get_by_text(said).count() == 1


@needs_chromium
def test_pointing_at_a_detection_lights_up_the_object_that_it_met(open_page):
    page = open_page(mm.explore_map(PADILLA, iou=[0.3]))
    lit = page.locator(".story li.lit")
    page.get_by_text("B, hit").focus()
    expect(lit).to_contain_text(["object 1:", "✓ 0.70 · B, hit:"])
    page.get_by_text("object 0: missed").hover()
    expect(lit).to_contain_text(["object 0:", "✗ 0.88 · A, overlap too low:"])
    expect(page.locator("rect.lit")).to_have_count(2)


def test_nothing_to_show_is_said():
    empty = {name: [] for name in ("image", "x1", "y1", "x2", "y2")}
    with pytest.raises(mm.InputError, match="neither objects nor detections"):
        mm.explore_map(empty, {**empty, "score": []})
    alone = mm.explore_map(PADILLA.truth, {**empty, "score": []})
    assert alone.score == np.inf and alone.average_precision == 0
    assert alternative_text(alone.picture())
