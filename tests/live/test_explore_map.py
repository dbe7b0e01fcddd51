"""Detections on their images: counts, APs and reasons are the library's at every stop."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.writing import in_a_line
from mlmetrics_edu.live import explore_map as module
from mlmetrics_edu.plots.picture import alternative_text
from tests.browsing import browser, expect, needs_chromium
from tests.live.pages import numbers, open_page

assert browser and open_page  # fixtures, found by their names
PADILLA = mm.example("padilla-24")
IOUS = (0.3, 0.5, 0.75)


def crowded(seed=1, images=("street", "market", "park"), many=20):
    """Draw objects of three classes, and detections near them, some of the wrong class."""
    rng = np.random.default_rng(seed)
    n = 14
    left, top, wide, high = rng.integers([[0], [0], [15], [15]], [[80], [60], [40], [40]], (4, n))
    truth = {"image": rng.choice(images, n), "category": rng.choice(["cat", "dog", "bird"], n)}
    truth |= {"x1": left, "y1": top, "x2": left + wide, "y2": top + high}
    k, by = rng.integers(0, n, many), rng.integers(-6, 7, (4, many))
    found = {name: truth[name][k] + by[i] for i, name in enumerate(("x1", "y1", "x2", "y2"))}
    found |= {"image": truth["image"][k], "score": rng.integers(1, 12, many) / 12}
    found["category"] = np.where(rng.random(many) < 0.8, truth["category"][k], "cat")
    truth["difficult"] = rng.random(n) < 0.15
    return truth, found


def slide(page, label, k):
    page.get_by_label(label, exact=True).evaluate(
        "(input, k) => { input.value = k; input.dispatchEvent(new Event('input')); }", k
    )


def stand(page, x, protocol, k, score):
    """Bring a page, and an instrument in Python, to one stop."""
    page.get_by_role("button", name=protocol).click()
    slide(page, "IoU of a hit", k)
    slide(page, "score threshold", score)
    stops = x.content["scores"]
    x.protocol, x.iou = protocol, x.ious[k]
    x.score = stops[score] if score < len(stops) else 99


def expected_story(x):
    """Say what became of each box of the image, from the library's own matching."""
    matching, signs = x.matching, {"hit": "✓"}
    objects = [one for one in matching.objects if one.image == x.image]
    found = [one for one in matching.detections if one.image == x.image]
    words = {f"object {one.id}": one.outcome.partition(":")[0] for one in objects}
    for one in sorted(found, key=lambda one: -one.score):
        ignored = one.outcome.startswith(("ignored", "beyond"))
        word = "ignored" if ignored else one.outcome
        words[f"detection {one.id}"] = word, signs.get(word, "–" if ignored else "✗"), one.why
    return words


def story(page):
    """Read the same off a page; what is below the score has no say."""
    words = {}
    for row in page.locator(".story li").all():
        text, look = row.text_content(), row.get_attribute("data-look")
        if text.startswith("object "):
            words[f"object {text.split()[1].rstrip(':')}"] = text.partition(": ")[2].split(" (")[0]
        elif look != "hidden":
            sign, _, _, name = text.split()[:4]
            said, why = text.partition(", ")[2].split(": ", 1)
            words[f"detection {name.rstrip(',')}"] = said, sign, why
    return words


def compare(page, x):
    counts, ap = x.confusion, x.average_precision
    cells = " · ".join(f"{cell} {counts.counts[cell]}" for cell in ("TP", "FP", "FN"))
    assert page.get_by_text(cells, exact=True).count() == 1
    rates = [in_a_line(counts.rate(rate, "nan")) for rate in ("precision", "recall")]
    assert numbers(page) == rates
    shown = "undefined" if ap != ap else f"{ap:.3f}"
    assert page.locator(".verdict").inner_text() == f"AP of {x.category} = {shown}"
    every = [x.result.ap(category, x.iou) for category in x.result.categories]
    table = page.locator(".rules td:last-child").all_text_contents()
    assert table == ["undefined" if one != one else f"{one:.3f}" for one in every]
    assert story(page) == {
        name: tuple(said) if isinstance(said, tuple) else said
        for name, said in expected_story(x).items()
    }


@needs_chromium
@pytest.mark.parametrize("protocol", ["coco", "voc2007", "voc2010"])
@pytest.mark.parametrize("data", ["padilla", "crowded"])
def test_counts_aps_and_reasons_are_the_librarys_at_every_stop(open_page, protocol, data):
    boxes = (PADILLA.truth, PADILLA.detections) if data == "padilla" else crowded()
    x = mm.explore_map(*boxes, iou=IOUS)
    page = open_page(x)
    stops = len(x.content["scores"])
    for k in range(len(IOUS)):
        for image in (0, 1):
            page.get_by_label("image", exact=True).select_option(index=image)
            x.image = x.result.images[image]
            for score in range(image, stops + 1, 5):
                stand(page, x, protocol, k, score)
                compare(page, x)


@needs_chromium
def test_each_category_has_its_curve_and_its_mean(open_page):
    x = mm.explore_map(*crowded(), iou=IOUS, protocol="voc2010")
    page = open_page(x)
    for category in x.result.categories:
        page.get_by_label("category", exact=True).select_option(category)
        x.category = category
        compare(page, x)
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
def test_the_point_follows_a_pointer_along_the_curve(open_page):
    x = mm.explore_map(PADILLA, iou=0.3, protocol="voc2010")
    page = open_page(x)
    svg = page.locator("figure.plane svg").nth(1)
    point, sweep = page.locator("circle.here"), x.result.sweep("object", 0.3)
    for score in (0.91, 0.7, 0.48, 0.23):
        row = sweep.row_at(score)
        u = 46 + 260 * (sweep["recall"][row] + 0.02) / 1.04
        v = 220 - 208 * (sweep["precision"][row] + 0.02) / 1.04
        at = svg.evaluate(
            "(svg, [x, y]) => { const p = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());"
            " return [p.x, p.y]; }",
            [u, v],
        )
        page.mouse.click(*at)
        x.score = score
        compare(page, x)
        assert float(point.get_attribute("cx")) == pytest.approx(u, abs=0.01)
        assert float(point.get_attribute("cy")) == pytest.approx(v, abs=0.01)


@needs_chromium
def test_pointing_at_a_detection_lights_up_the_object_that_it_met(open_page):
    page = open_page(mm.explore_map(PADILLA, iou=[0.3]))
    lit = page.locator(".story li.lit")
    page.get_by_text("B, hit").focus()
    expect(lit).to_contain_text(["object 1:", "✓ 0.70 · B, hit:"])
    page.get_by_text("object 0: missed").hover()
    expect(lit).to_contain_text(["object 0:", "✗ 0.88 · A, overlap too low:"])
    expect(page.locator("rect.lit")).to_have_count(2)


def test_python_moves_it_and_takes_over_what_a_page_says():
    x = mm.explore_map(*crowded(), iou=IOUS)
    x.score, x.iou, x.protocol, x.category, x.image = 0.5, 0.75, "voc2010", "dog", "park"
    assert (x.score, x.iou, x.protocol, x.category, x.image) == (
        0.5,
        0.75,
        "voc2010",
        "dog",
        "park",
    )
    result = mm.detection_map(*crowded(), "voc2010", iou=IOUS)
    assert x.average_precision == result.ap("dog", 0.75)
    assert x.confusion == result.sweep("dog", 0.75).at(0.5)
    assert all(one.score >= 0.5 for one in x.matching.detections)
    x.score = 99
    assert x.score == np.inf and not len(x.matching.detections)


def test_of_many_images_the_first_are_drawn_and_all_are_counted(monkeypatch):
    monkeypatch.setattr(module, "SHOWN", 8)
    x = mm.explore_map(PADILLA, iou=IOUS)
    content = x.content
    assert 0 < len(content["images"]) < 7 and "of 7 images" in content["left_out"]
    assert content["columns"][0]["stops"]["TP"][0] == x.result.sweep("object", 0.3).tp[-1]
    monkeypatch.setattr(module, "CURVES", 2)
    with pytest.raises(mm.InputError, match="1 categories at 3 overlaps"):
        mm.explore_map(PADILLA, iou=IOUS)
    monkeypatch.setattr(module, "CURVES", 100)
    monkeypatch.setattr(module, "NUMBERS", 60)
    assert len(mm.explore_map(PADILLA, iou=IOUS).content["scores"]) == module.LEAST


def test_nothing_to_show_is_said():
    empty = {name: [] for name in ("image", "x1", "y1", "x2", "y2")}
    with pytest.raises(mm.InputError, match="neither objects nor detections"):
        mm.explore_map(empty, {**empty, "score": []})
    alone = mm.explore_map(PADILLA.truth, {**empty, "score": []})
    assert alone.score == np.inf and alone.average_precision == 0
    assert alternative_text(alone.picture())
