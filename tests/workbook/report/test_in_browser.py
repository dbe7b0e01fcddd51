"""The pages in a real browser: on a phone, a laptop and paper, light and dark, for everyone."""

import re
from functools import cache

import numpy as np
import pytest

import mlmetrics_edu as mm
from tests.browsing import browser, needs_chromium
from tests.cases import EXPLORE

pytestmark = needs_chromium
assert browser  # a fixture, found by its name
KINDS = ("one model", "two models", "three classes")
SIZES = {"phone": (390, 844), "laptop": (1280, 900)}
# All that axe knows, best practices and the size of what is touched included.
RULES = {"rules": {"target-size": {"enabled": True}}, "resultTypes": ["violations"]}


def samples(n=400):
    """Draw labels, the scores of two models, and probabilities of three classes."""
    rng = np.random.default_rng(7)
    y = (rng.random(n) < 0.15).astype(int)
    first, second = (1 / (1 + np.exp(2 - d * y - rng.normal(size=n))) for d in (1.5, 2))
    odds = np.exp(rng.normal(size=(n, 3)) + 2 * np.eye(3)[rng.integers(3, size=n)])
    chances = odds / odds.sum(axis=1, keepdims=True)
    kinds = np.array(["cat", "dog", "bird"])[(chances.cumsum(axis=1) < rng.random((n, 1))).sum(1)]
    return y, first, second, kinds, chances


@cache
def made(kind, language="en"):
    """Make a page; once for all tests."""
    y, first, second, kinds, chances = samples()
    if kind == "one model":
        return mm.report(y, first, language=language)
    if kind == "two models":
        return mm.report(y, {"logistic": first, "forest": second}, language=language)
    return mm.report(kinds, chances, classes=["cat", "dog", "bird"], language=language)


@pytest.fixture
def opened(browser, tmp_path):
    """Open a page as somebody has it: in a window of some size, light or dark."""
    windows = []

    def show(kind, language="en", size="laptop", scheme="light"):
        width, height = SIZES[size]
        viewport = {"width": width, "height": height}
        window = browser.new_context(viewport=viewport, color_scheme=scheme)
        windows.append(window)
        path = made(kind, language).save(tmp_path / f"{len(windows)}.html")
        page = window.new_page()
        page.asked = []
        page.on("request", lambda request: page.asked.append(request.url))
        page.goto(path.as_uri())
        return page

    yield show
    for window in windows:
        window.close()


# Where not all is tried, a kind is seen light on one of the two, and dark on the other.
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("turn", range(4) if EXPLORE else range(2))
def test_axe_finds_nothing(opened, kind, turn):
    place = (turn + KINDS.index(kind)) % 2
    language, size = (("en", "laptop"), ("zh-Hans", "phone"))[place]
    scheme = ("light", "dark")[(turn + turn // 2) % 2]
    sync_playwright = pytest.importorskip("axe_playwright_python.sync_playwright")
    page = opened(kind, language, size, scheme)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    found = sync_playwright.Axe().run(page, options=RULES).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found] == []
    assert len(page.asked) == 1  # the page itself


@pytest.mark.parametrize("kind", KINDS)
def test_a_phone_shows_all_without_moving_sideways(opened, kind):
    for language in ("en", "zh-Hant"):
        page = opened(kind, language, "phone")
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES["phone"][0]
        wide = "[...document.querySelectorAll('figure svg')].map(s => s.clientWidth)"
        assert min(page.evaluate(wide)) > 340


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_dark_where_the_reader_likes_it_dark(opened, kind):
    ground = "getComputedStyle(document.body).backgroundColor"
    inside = "getComputedStyle(document.querySelector('figure svg path')).fill"
    seen = {}
    for scheme in ("light", "dark"):
        page = opened(kind, scheme=scheme)
        seen[scheme] = page.evaluate(ground), page.evaluate(inside)
    white, dark = "rgb(255, 255, 255)", "rgb(18, 18, 18)"
    assert seen == {"light": (white, white), "dark": (dark, dark)}


@pytest.mark.parametrize("kind", KINDS)
def test_it_fits_on_three_pages_of_paper(opened, kind):
    page = opened(kind, scheme="dark")
    paper = page.pdf(prefer_css_page_size=True, print_background=True)
    assert len(re.findall(rb"/Type /Page\b(?!s)", paper)) <= 3


def test_the_keyboard_reaches_what_scrolls_and_what_opens(opened):
    page = opened("one model", size="phone")
    reached = set()
    for _ in range(60):
        page.keyboard.press("Tab")
        kind = "[document.activeElement.tagName, document.activeElement.className]"
        reached.add(tuple(page.evaluate(kind)))
    assert {("DIV", "wide"), ("DIV", "wide numbers"), ("SUMMARY", "")} <= reached
    assert ("PRE", "again") in reached


def test_letters_of_pictures_can_be_read_on_a_phone():
    for kind in KINDS:
        for drawn in re.findall(r"<svg.*?</svg>", made(kind).html, re.DOTALL):
            width = float(re.search(r'viewBox="0 0 ([\d.]+)', drawn)[1])
            # Matplotlib draws letters 100 units high, and scales them to their size in points.
            scales = [float(x) for x in re.findall(r"scale\(([\d.]+) -[\d.]+\)", drawn)]
            usual = np.median(scales) * 100 * 366 / width
            assert usual >= 9 and min(scales) * 100 * 366 / width >= 6.5, (kind, usual)


MANY = 300_000


@pytest.mark.parametrize("kind", KINDS)
def test_many_samples_make_no_large_page(kind):
    y, first, second, kinds, chances = samples(MANY)
    how = {"one model": (y, first), "two models": (y, {"a": first, "b": second})}
    if kind in how:
        page = mm.report(*how[kind])
    else:
        page = mm.report(kinds, chances, classes=["cat", "dog", "bird"])
    assert len(page.html.encode()) < 1_500_000
