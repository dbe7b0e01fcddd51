"""What holds for every instrument: whoever moves it, in each language, on every screen."""

import re

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots.look import LANGUAGES
from mlmetrics_edu.plots.picture import alternative_text
from tests.browsing import browser, needs_chromium
from tests.cases import each
from tests.live.instruments import LARGE, MADE, NAMED, NASTY, done, made
from tests.live.pages import MOVE, complaints, open_page

assert browser and open_page  # fixtures, found by their names
SCREENS = ({"color_scheme": "dark"}, {"viewport": {"width": 360, "height": 800}})


def test_each_is_looked_at():
    assert {*MADE, "explore_matrix"} == {
        name for name in mm.__all__ if name.split("_")[0] in ("explore", "play")
    }


@each("name", MADE)
def test_python_takes_over_what_a_page_can_mean_and_nothing_else(name):
    x, one = made(name), MADE[name]
    before = x.state
    for change in (*one.wrong, *({key: ...} for key in before)):
        state = {**before, **one.moved, **change}  # all of it, or nothing
        x.follow({key: value for key, value in state.items() if value is not ...})
        assert x.state == before, change
    x.follow({**before, **one.moved, "more": 1})
    assert x.state == {**before, **one.moved}


@each("name", MADE)
def test_screen_and_python_follow_each_other(name):
    x, one = made(name), MADE[name]
    carrier, seen = x._widget, []
    x.observe(lambda change: seen.append(change.name))
    carrier.state = {**x.state, **one.moved}
    assert x.state == carrier.state and seen
    again = made(name)
    again.follow(x.state)
    for setting in {*seen}:  # as whoever types in a cell
        setattr(x, setting, getattr(made(name), setting))
        assert carrier.state == x.state


@each("name, what, says", [(n, *one) for n, made_ in MADE.items() for one in made_.refused.items()])
def test_what_cannot_be_is_refused_in_three_parts(name, what, says):
    x = made(name)
    before = x.state
    with pytest.raises(mm.MetricError, match=says) as caught:
        done(what, x=x)
    assert caught.value.why and caught.value.fix and x.state == before


@each("k, name", enumerate(MADE))
def test_in_each_language_it_says_how_it_stands_and_so_does_its_picture(k, name):
    # It takes a second: each instrument is drawn once.
    told = [str(made(name, language=language)) for language in LANGUAGES]
    assert len({*told}) == len(LANGUAGES)
    for language, text in zip(LANGUAGES, told, strict=True):
        assert bool(re.search("[\u4e00-\u9fff]", text)) is (language != "en")
    x = made(name, language=LANGUAGES[k % len(LANGUAGES)])
    assert str(x).startswith(x.title) and alternative_text(x.picture())


# In a browser


@needs_chromium
@pytest.mark.parametrize("name", MADE)
def test_everybody_gets_in(open_page, name):
    for how in SCREENS:
        page = open_page(made(name), **how)
        assert complaints(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]
        assert page.locator(".said[aria-live=polite]").count() == 1


@needs_chromium
@pytest.mark.parametrize("name", LARGE)
def test_the_largest_fits_a_small_screen_in_chinese(open_page, name):
    how = {"viewport": {"width": 360, "height": 740}, "color_scheme": "dark"}
    page = open_page(made(LARGE[name], language="zh-Hant"), **how)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator(".mm-live").evaluate("(node) => node.scrollWidth <= node.clientWidth")
    assert complaints(page) == []


@needs_chromium
@pytest.mark.parametrize("name", NAMED)
def test_names_are_text(open_page, name):
    page = open_page(made(NAMED[name]))
    assert page.locator(".mm-live").locator("img, script, b b, [onclick]").count() == 0
    shown = page.locator(".mm-live").inner_html().replace("&lt;", "<").replace("&gt;", ">")
    assert NASTY[1] in shown and "\x1b" not in shown


@needs_chromium
@pytest.mark.parametrize("name", MADE)
def test_a_link_holds_where_it_stands_and_a_broken_one_does_no_harm(open_page, name):
    x, one = made(name), MADE[name]
    page = open_page(x)
    text = "document.querySelector('.body').innerText"
    opening = page.evaluate(text)
    for change in one.wrong:
        if any(value != value for value in change.values()):  # JSON has no NaN
            continue
        page.evaluate(MOVE, {**x.state, **change})
        assert page.locator(".body *").count() > 3, change
    page.evaluate(MOVE, x.state)
    assert page.evaluate(text) == opening
    page.evaluate(MOVE, {**x.state, **one.moved})
    assert page.evaluate(text) != opening


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
