"""Two boxes that are dragged: IoU, its working and its verdicts are the library's everywhere."""

import mlmetrics_edu as mm
from tests.browsing import browser, needs_chromium
from tests.live.pages import open_page

assert browser and open_page  # fixtures, found by their names


def verdicts(page):
    return page.locator(".verdicts li").all_text_contents()


def held(page):
    """Read where the boxes are, from the link that the page would give."""
    return page.evaluate(
        "[...document.querySelectorAll('input[type=number]')].map(one => Number(one.value))"
    )


@needs_chromium
def test_an_overlap_that_just_reaches_a_threshold_is_a_hit(open_page):
    page = open_page(mm.explore_boxes((0, 0, 100, 100), (0, 0, 100, 50)))
    corner = page.locator("circle.handle.b").nth(3)
    for high in range(50, 100, 5):
        assert held(page)[4:] == [0, 0, 100, high]
        found = [one for one in verdicts(page) if "hit" in one]
        assert len(found) == 1 + (high - 50) // 5
        for _ in range(5):
            corner.press("ArrowDown")
