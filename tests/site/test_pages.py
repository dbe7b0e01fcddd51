"""The site's pages: whole, found by their names, readable by everyone, and alive without Python."""

import re
import subprocess
import sysconfig
import zlib
from pathlib import Path

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.words import in_a_line
from mlmetrics_edu.workbook.gallery import figures
from mlmetrics_edu.workbook.lessons import all_lessons
from tests.browsing import needs_chromium
from tests.live.pages import complaints
from tests.site.conftest import SITE
from tools.site.reference import formulas, public

LYCHEE = Path(sysconfig.get_path("scripts"), "lychee")
TEN = (
    *(
        "index",
        "lessons/index",
        "lessons/00-start-here",
        "lessons/05-twenty-cars-twenty-thresholds",
    ),
    *("lessons/deeper/12-loans-letters-and-promises", "lessons/glossary", "gallery/index"),
    *("gallery/cars-ranked", "reference/index", "reference/average_precision"),
)
MEGABYTE = 1_000_000


def inventory():
    """Read which names the built reference knows, and on which page each stands."""
    packed = (SITE / "objects.inv").read_bytes().split(b"\n", 4)[4]
    lines = zlib.decompress(packed).decode().splitlines()
    rows = [line.split(" ", 4) for line in lines]
    return {row[0]: row[3] for row in rows if row[1].startswith("py:")}


@pytest.fixture(autouse=True)
def built():
    """Look at nothing where nothing is built."""
    if not (SITE / "index.html").exists():
        pytest.skip("the site isn't built: make site")


def test_every_public_name_has_a_page():
    known = inventory()
    assert {f"mlmetrics_edu.{name}" for name in public()} - {"mlmetrics_edu.as_sklearn"} <= {*known}
    assert {*mm.__all__} - {"plots"} <= {*public()}
    assert {*mm.plots.__all__} == {n[6:] for n in public() if n.startswith("plots.")}
    assert {path.stem for path in (SITE / "reference").glob("*.html")} == {*public(), "index"}


def test_every_lesson_and_every_figure_has_a_page():
    lessons = {Path(lesson.file).stem for lesson in all_lessons()}
    assert lessons <= {path.stem for path in (SITE / "lessons").glob("*.html")}
    assert {path.stem for path in (SITE / "gallery").glob("*.html")} == {*figures(), "index"}


def test_a_page_shows_the_formula_that_the_function_runs():
    assert [formula.name for formula in formulas(mm.rmse)] == ["mse", "rmse"]
    text = (SITE / "reference" / "auc.html").read_text("utf-8")
    assert "<math" in text and "lesson 9" in text and "_modules/mlmetrics_edu/metrics/auc" in text


def test_no_link_leads_nowhere():
    others = ("lite", "_static")  # not our pages
    pages = [p for p in SITE.rglob("*.html") if p.relative_to(SITE).parts[0] not in others]
    asked = [LYCHEE, "--offline", "--no-progress", "--root-dir", SITE, *pages]
    found = subprocess.run(asked, capture_output=True, text=True)
    assert found.returncode == 0, found.stdout[-3000:]


def test_no_page_names_another_server_for_what_it_is_made_of():
    made_of = re.compile(r"<(?:script|link|img|iframe)\b[^>]*?(?:src|href)=\"(?:https?:)?//")
    found = [path for path in SITE.glob("**/*.html") if made_of.search(path.read_text("utf-8"))]
    assert found == []


@needs_chromium
def test_the_first_page_is_light(browser, address):
    page, responses = browser.new_page(), []
    page.on("response", lambda response: responses.append(response))
    page.goto(address, wait_until="networkidle")
    assert 0 < sum(len(response.body()) for response in responses) < MEGABYTE
    page.close()


@needs_chromium
@pytest.mark.parametrize("name", TEN)
def test_everyone_can_read_it(visit, name):
    assert complaints(visit(f"{name}.html")) == []


@needs_chromium
def test_on_a_telephone_nothing_reaches_over_the_edge(visit):
    for name in ("index", "lessons/05-twenty-cars-twenty-thresholds", "reference/auc"):
        page = visit(f"{name}.html", viewport={"width": 360, "height": 740})
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, name


@needs_chromium
def test_an_instrument_moves_and_its_numbers_are_the_librarys(visit):
    page = visit("lessons/05-twenty-cars-twenty-thresholds.html")
    cars = mm.example("cars-unsorted")
    sweep = mm.sweep(cars.y_true, cars.y_score, ids=cars.ids)
    live = page.frame_locator(".instrument iframe").last
    for step in (1, 7, 12):
        live.locator("input[type=range]").evaluate(
            "(input, to) => { input.value = to; input.dispatchEvent(new Event('input')); }", step
        )
        counts = sweep[step].confusion
        for cell, count in counts.counts.items():
            assert live.locator(f".cell.{cell} b").inner_text() == str(count)
        assert in_a_line(counts.precision) in live.locator(".workings li").all_text_contents()


@needs_chromium
def test_the_search_finds_words_of_lessons_in_english_and_in_chinese(visit):
    for word, lesson in [("envelope", "12-what-errors-cost"), ("查准率", "02-precision-against")]:
        page = visit(f"search.html?q={word}")
        page.wait_for_selector(".search-summary:has-text('found')")  # it lists them one by one
        found = page.locator("ul.search li a").evaluate_all("all => all.map((one) => one.href)")
        assert any(lesson in link for link in found), word


@needs_chromium
def test_a_lesson_leads_to_where_python_runs(visit):
    page = visit("lessons/05-twenty-cars-twenty-thresholds.html")
    link = page.get_by_role("link", name=re.compile("where Python runs"))
    assert link.get_attribute("href") == (
        "../lite/notebooks/index.html?path=05-twenty-cars-twenty-thresholds.ipynb"
    )
