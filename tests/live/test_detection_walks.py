"""Walks through detections: what each finds, and which box suppresses which."""

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots.picture import alternative_text
from tests.browsing import browser, needs_chromium
from tests.cases import each
from tests.live.pages import open_page
from tests.live.test_curve_walks import near, panels, seen

assert browser and open_page  # fixtures, found by their names
TRUTH = {
    **{"x1": [0, 40, 200], "y1": [0, 0, 30], "x2": [100, 140, 260], "y2": [100, 100, 90]},
    "id": ["A", "B", "$C$"],
}
FOUND = {
    **{"x1": [15, 0, 205, 150], "y1": [0, 0, 60, 5], "x2": [120, 100, 262, 180]},
    **{"y2": [100, 100, 120, 40], "score": [0.8, 0.9, 0.6, 0.5], "id": [2, 1, 3, 4]},
}
BOXES = [[0, 0, 10, 10], [1, 0, 11, 10], [6, 0, 16, 10], [2, 0, 12, 10]]


@each("rule", ["coco", "voc"])
def test_one_detection_after_another_the_surest_first(rule):
    matching = mm.match(TRUTH, FOUND, rule=rule)
    shown = mm.play(matching)
    (plane,) = panels(shown)
    trace = matching.trace()
    outcomes = next(c for c in trace.columns if c.name == "outcome")
    assert len(shown) == 4
    for k, caption in enumerate(shown.captions):
        one = next(d for d in matching.detections if d.id == k + 1)
        assert caption == f"Detection {one.id}, score {one.score}, {one.outcome}: {one.why}."
        assert outcomes.cell(k) == one.outcome
        (now,) = seen(plane, k, "box now")
        near(now["points"], [one.box[::2], one.box[1::2]])
        good = [d for d in matching.detections if d.id <= k + 1 and d.outcome == "hit"]
        assert len(seen(plane, k, "box good")) == len(good)
        assert len(seen(plane, k, "box bad")) == k + 1 - len(good)
        assert len(seen(plane, k, "box waiting")) == 3 - k
        assert len(seen(plane, k, "box object")) == 3
    tags = {mark["label"] for mark in plane["marks"] if mark["kind"] == "word"}
    assert tags == {"A", "B", "$C$", "1", "2", "3", "4"}
    assert plane["y"]["from"] > plane["y"]["to"]  # downwards, as in images


def test_of_several_images_one_is_named():
    truth, found = (
        {**table, "image": list("aabb")[: len(table["id"])]} for table in (TRUTH, FOUND)
    )
    matching = mm.match(truth, found)
    with pytest.raises(mm.InputError, match="there are 2 images"):
        mm.play(matching)
    shown = mm.play(matching, image="b")
    assert len(shown) == 2 and "in image b" in shown.title
    with pytest.raises(mm.UnknownNameError, match="image='z'"):
        mm.play(matching, image="z")
    with pytest.raises(mm.InputError, match="0 detections"):
        mm.play(mm.match(TRUTH, {name: column[:0] for name, column in FOUND.items()}))


@each("language", ["zh-Hans", "zh-Hant"])
def test_outcome_and_reason_are_told_in_chinese(language):
    shown = mm.play(mm.match(TRUTH, FOUND), language=language)
    assert all("，" in caption and "：" in caption for caption in shown.captions)
    assert not any("overlaps" in caption for caption in shown.captions)


def test_box_after_box_is_kept_or_suppressed_by_one_that_is_shown():
    found = mm.nms(BOXES, [0.8, 0.9, 0.7, 0.6])
    shown = mm.play(found)
    (plane,) = panels(shown)
    for k, box in enumerate(found.order.tolist()):
        by = found.suppressed_by[box]
        caption = shown.captions[k]
        assert caption.startswith(f"box {box}, score {found.scores[box]}: ")
        if by < 0:
            assert caption.endswith("so it is kept.") and not seen(plane, k, "box good rival")
        else:
            assert f"suppressed by box {by}, since IoU {found.overlap[box]:.3f} > 0.5" in caption
            near(seen(plane, k, "box good rival")[0]["points"], [BOXES[by][::2], BOXES[by][1::2]])
        near(seen(plane, k, "box now")[0]["points"], [BOXES[box][::2], BOXES[box][1::2]])
        kept = [b for b in found.order[: k + 1] if found.suppressed_by[b] < 0]
        assert len(seen(plane, k, "box good")) == len(kept)
    assert [shown.table.columns[-1].cell(k) for k in range(4)] == [
        found.reason(box) for box in found.order
    ]


@each("form", ["xyxy", "xywh", "cxcywh"])
def test_a_suppression_knows_its_boxes_in_one_form(form):
    given = mm.convert_boxes(BOXES, "xyxy", form)
    near(mm.nms(given, [0.8, 0.9, 0.7, 0.6], form=form).boxes, BOXES)


def test_where_nothing_moves_the_boxes_are_drawn():
    for what in (mm.match(TRUTH, FOUND), mm.nms(BOXES, [0.8, 0.9, 0.7, 0.6])):
        shown = mm.play(what)
        assert shown.captions[0] in alternative_text(shown.picture())


@needs_chromium
def test_boxes_lie_on_the_screen_as_in_the_image(open_page):
    page = open_page(mm.play(mm.match(TRUTH, FOUND)))
    page.locator("input[type=range]").fill("3")
    wide, high = (
        float(page.locator("rect.now:not(.unseen)").get_attribute(side))
        for side in ("width", "height")
    )
    assert wide / high == pytest.approx(57 / 60)
    top = [float(page.locator("rect.object").nth(k).get_attribute("y")) for k in (0, -1)]
    assert top[0] < top[1]
    assert page.locator("rect.box:not(.unseen)").count() > 6
