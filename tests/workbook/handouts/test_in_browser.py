"""Slides in a browser: nothing is cut, asked for, or complained of, and words stay legible."""

import json

import pytest

from mlmetrics_edu.workbook.handouts import deck
from mlmetrics_edu.workbook.handouts.lesson import asked_for
from tests.browsing import browser, expect, needs_chromium  # noqa: F401
from tests.cases import each

WIDE, HIGH = 1280, 720
SMALLEST = 24  # pixels of words; of tables and code less
# What reaches over a slide, each fragment opened, and how large its words are.
LOOK = """
() => {
  const slide = Reveal.getCurrentSlide(), words = slide.querySelector(".content");
  slide.querySelectorAll(".fragment").forEach((one) => one.classList.add("visible"));
  const over = [...slide.querySelectorAll(".slide *")].filter((one) => {
    const { left, top, right, bottom, width } = one.getBoundingClientRect();
    return width && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1);
  });
  return {
    over: over.map((one) => `${one.tagName} ${one.textContent.slice(0, 60)}`),
    size: parseFloat(getComputedStyle(words).fontSize),
    empty: !words.textContent.trim() && !words.querySelector("img"),
    pictures: [...slide.querySelectorAll("img")].map((one) => one.getBoundingClientRect().height),
    title: slide.querySelector("h1, h2").textContent,
  };
}"""
NEXT = """
() => {
  const all = Reveal.getSlides(), after = all[all.indexOf(Reveal.getCurrentSlide()) + 1];
  if (!after) return false;
  const { h, v } = Reveal.getIndices(after);
  Reveal.slide(h, v);
  return true;
}"""


@pytest.fixture
def page(browser, tmp_path):  # noqa: F811
    """Open a page of a projector's size; note what it asks for, and what it complains of."""
    opened = browser.new_page(viewport={"width": WIDE, "height": HIGH})
    opened.noted = []
    opened.on("console", lambda said: opened.noted.append(said.text))
    opened.on("pageerror", lambda error: opened.noted.append(str(error)))
    asked = lambda request: opened.noted.append(request.url)  # noqa: E731
    local = ("file:", "data:", "blob:", "about:")
    opened.on("request", lambda r: None if r.url.startswith(local) else asked(r))
    yield opened
    opened.close()


def open_slides(page, folder, number, teacher):
    """Show a lesson's slides."""
    (lesson,) = asked_for([str(number)])
    file = folder / f"{number}-{teacher}.html"
    file.write_text(deck(lesson, teacher), encoding="utf-8")
    page.goto(file.as_uri())
    page.wait_for_selector(".reveal.ready")  # a moment after it says that it is: what is shown fits


@needs_chromium
@each("number, teacher", [(1, True), (5, True), (13, False)])
def test_nothing_on_a_slide_is_cut_or_too_small(page, tmp_path, number, teacher):
    open_slides(page, tmp_path, number, teacher)
    looked = [page.evaluate(LOOK)]
    while page.evaluate(NEXT):
        looked.append(page.evaluate(LOOK))
    assert len(looked) > 30 and page.noted == []
    for place, one in enumerate(looked, 1):
        where = f"slide {place}: {json.dumps(one)}"
        assert not one["over"], where
        assert one["size"] >= SMALLEST and not one["empty"], where
        assert all(height >= 90 for height in one["pictures"]), where


@needs_chromium
def test_a_click_shows_the_answer(page, tmp_path):
    open_slides(page, tmp_path, 5, True)
    here = page.locator("section.present section.present")
    answer = here.get_by_text("Answer: 14", exact=True)
    for _ in range(40):
        if here.get_by_text("How many images are TN?").count():
            break
        page.keyboard.press("ArrowRight")
    assert answer.count() == 1 and not answer.is_visible()
    page.keyboard.press("ArrowRight")
    expect(answer).to_be_visible()
