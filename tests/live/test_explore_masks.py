"""Two masks: the screen says what the library says, however the pixels are painted."""

import mlmetrics_edu as mm
from tests.browsing import browser, expect, needs_chromium
from tests.live.pages import open_page
from tests.live.screens import of_masks

assert browser and open_page  # fixtures, found by their names
TRUTH = [["sky", "sky", "sky"], ["sky", "sea", "sea"], ["sea", "sea", "land"]]
FOUND = [["sky", "sky", "sea"], ["sky", "sky", "sea"], ["sea", "sea", "sea"]]
LABELS = ["sky", "land", "sea"]  # of which two have one initial


def at(page, i, j, which=1):
    return page.locator(".mask").nth(which).locator(".px").nth(3 * i + j)


@needs_chromium
def test_pixels_are_clicked_and_dragged(open_page):
    page = open_page(x := mm.explore_masks(TRUTH, FOUND, labels=LABELS))
    page.get_by_role("radio", name="land").check()
    at(page, 2, 2).click()
    pred = [row[:] for row in FOUND]
    pred[2][2] = "land"
    x.predicted = pred
    of_masks(page, x)
    page.get_by_role("radio", name="sea").check()
    boxes = [at(page, *place).bounding_box() for place in ((0, 0), (0, 2))]
    middle = [(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2) for one in boxes]
    page.mouse.move(*middle[0])
    page.mouse.down()
    page.mouse.move(*middle[1])  # at once, and no pixel between is left out
    page.mouse.up()
    x.predicted = [["sea"] * 3, *pred[1:]]
    of_masks(page, x)
    page.get_by_role("button", name="Start again").click()
    x.predicted = FOUND
    of_masks(page, x)


@needs_chromium
def test_keys_move_and_paint(open_page):
    page = open_page(x := mm.explore_masks(TRUTH, FOUND, labels=LABELS))
    at(page, 0, 0).focus()
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "c", "Shift+ArrowDown"):
        page.keyboard.press(key)
    pred = [row[:] for row in FOUND]
    pred[1][1] = pred[2][1] = "sea"
    x.predicted = pred
    of_masks(page, x)
    page.keyboard.press("2")  # its place; the signs are letters
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    pred[2][1] = pred[2][2] = "land"
    x.predicted = pred
    of_masks(page, x)
    said = "row 2, column 2: truly land, predicted land, so TP for land"
    assert page.evaluate("document.activeElement.ariaLabel") == said
    expect(page.locator(".said")).to_contain_text(said)
    expect(page.locator(".said")).to_contain_text("mIoU")
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1
