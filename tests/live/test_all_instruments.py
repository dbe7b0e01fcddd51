"""What holds for every instrument: everybody gets in, in each language, on every screen."""

import pytest

import mlmetrics_edu as mm
from tests.browsing import browser, needs_chromium
from tests.live.instruments import MADE, made
from tests.live.pages import complaints, open_page

assert browser and open_page  # fixtures, found by their names
SCREENS = ({"color_scheme": "dark"}, {"viewport": {"width": 360, "height": 800}})


def test_each_is_looked_at():
    assert {*MADE} == {name for name in mm.__all__ if name.split("_")[0] in ("explore", "play")}


@needs_chromium
@pytest.mark.parametrize("name", MADE)
def test_everybody_gets_in(open_page, name):
    for how in SCREENS:
        page = open_page(made(name), **how)
        assert complaints(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        assert page.locator(".said[aria-live=polite]").count() == 1


@needs_chromium
@pytest.mark.parametrize("name", MADE)
def test_whatever_can_be_moved_has_a_name_and_shows_its_focus(open_page, name):
    page = open_page(made(name))
    controls = page.locator("input, select, button, [tabindex='0']")
    assert controls.count() > 2
    for k in range(min(controls.count(), 12)):
        one = controls.nth(k)
        said = one.evaluate(
            "e => e.getAttribute('aria-label') || e.textContent.trim()"
            " || e.closest('label')?.textContent || e.getAttribute('aria-labelledby')"
        )
        assert said, one.evaluate("e => e.outerHTML")
    page.keyboard.press("Tab")
    ring = "getComputedStyle(document.activeElement).outlineStyle"
    assert page.evaluate(ring) != "none"
