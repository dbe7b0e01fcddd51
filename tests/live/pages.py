"""Instruments as pages from files: nothing asked for outside, nothing complained about."""

import re

import pytest


@pytest.fixture
def open_page(browser, tmp_path):
    """Open instruments as pages; afterwards nothing was asked for, and nothing went wrong."""
    asked, said, contexts = [], [], []

    def opened(instrument, hash="", **how):
        contexts.append(browser.new_context(offline=True, **how))
        page = contexts[-1].new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda message: said.append(message.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        text = instrument if isinstance(instrument, str) else instrument.to_html()
        file = tmp_path / f"page{len(contexts)}.html"
        file.write_text(text, encoding="utf-8")
        page.goto(file.as_uri() + hash)
        page.wait_for_selector(".mm-live")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert asked and [url for url in asked if not re.match("file:|about:|data:", url)] == []
    assert said == []


def stop(page):
    """Stop a page's time: it goes on where a test lets it, however busy the machine is."""
    page.clock.install(time=0)
    page.clock.pause_at(3600)  # an hour that has not come yet


def numbers(page):
    """Read what a page shows in its lines of working."""
    return page.locator(".workings li").all_text_contents()


# What it would load anew, it looks for in the wrong folder.
RULES = {"resultTypes": ["violations"], "preload": False}


def complaints(page):
    """List what keeps somebody out of a page: what axe calls serious or critical."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page, options=RULES).response["violations"]
    heavy = [one for one in found if one["impact"] in ("serious", "critical")]
    return [(one["id"], one["nodes"][0]["html"][:200]) for one in heavy]


def slide(page, value, place=0):
    """Move a slider, as a finger does."""
    page.locator("input[type=range]").nth(place).evaluate(
        "(input, to) => { input.value = to; input.dispatchEvent(new Event('input')); }", value
    )


# A state, as a link to a page holds it.
MOVE = """async state => {
    const there = new Promise((done) => addEventListener("hashchange", done, { once: true }));
    location.hash = encodeURIComponent(JSON.stringify(state));
    await there;
}"""
