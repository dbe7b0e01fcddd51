"""Instruments in the real JupyterLab: Python and the screen follow each other."""

import json

import nbformat
import pytest
from nbconvert import HTMLExporter

import mlmetrics_edu as mm
from mlmetrics_edu.core.words import in_a_line
from mlmetrics_edu.live.explorer import CELLS
from mlmetrics_edu.workbook import lessons
from tests.browsing import browser, needs_chromium
from tests.jupyter_lab import (
    LESSON,
    PATIENCE,
    checkout,
    environment,
    errors_unannounced,
    run_all_cells,
    server,
)
from tests.live.instruments import MADE
from tests.live.pages import slide

assert browser and checkout and environment and server  # fixtures, found by their names
CODE = [
    "import mlmetrics_edu as mm\ne = mm.explore('cars')\ne",
    "b = mm.explore([1, 0, 1, 0], [4, 3, 2, 1], language='zh-Hans')\nb",
    "print(e.threshold, e.confusion.counts, b.threshold)",
    "e.threshold = 0.12",
    "q = mm.exercise('ks.what-to-type')\nq.instrument",
    "q.check(q.instrument)",
]
MINE, OTHER, READ, SET, DRAGGED, CHECK = range(6)
FIRST = len(CODE)  # of two cells for each instrument: it, and what Python reads of it
for name, one in MADE.items():
    CODE += [f"{name} = {one.call}\n{name}", f"print({one.read.format(x=name)})"]
TRIES = 1000  # a tenth of a second apart, at least
# A notebook that scrolls to a cell goes on moving while it draws what is above.
REST = """node => new Promise((rested) => {
    let before = "", still = 0;
    const look = () => {
        const now = JSON.stringify(node.getBoundingClientRect());
        still = now === before ? still + 1 : 0;
        before = now;
        if (still < 20) requestAnimationFrame(look); else rested();
    };
    look();
})"""


@pytest.fixture(scope="module")
def book(browser, checkout, server):
    """Run a notebook with two instruments; nobody outside is asked for anything."""
    _, address, _ = server
    path = checkout / "workbook" / "live.ipynb"
    written = [lessons.code(f"c{k}", code) for k, code in enumerate(CODE)]
    path.write_text(lessons.notebook(written), encoding="utf-8")
    page = browser.new_page(viewport={"width": 1400, "height": 900})
    page.set_default_timeout(PATIENCE * 1000)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address[1]}/lab/tree/live.ipynb?token={address[4]}&reset")
    assert errors_unannounced(run_all_cells(page)) == []
    page.locator(".jp-CodeCell .mm-live").nth(1).wait_for()
    yield page, path
    page.close()
    assert [url for url in asked if not url.startswith((address[1], "data:", "blob:"))] == []


def cell(page, place):
    return page.locator(".jp-CodeCell").nth(place)


def shown(part):
    """Read the four counts off an instrument."""
    return {one: int(part.locator(f".cell.{one} b").text_content()) for one in CELLS}


def run(page, place):
    """Run one cell again, and return what it prints."""
    ran = f"{LESSON}.content.widgets[{place}].model"
    before = page.evaluate(
        f"() => {{ const before = {ran}.executionCount;"
        f" {LESSON}.content.activeCellIndex = {place};"
        " window.jupyterapp.commands.execute('notebook:run-cell'); return before; }"
    )
    page.wait_for_function(f"before => {ran}.executionCount > before", arg=before)
    printed = "o => [o.text ?? o.data?.['text/plain'] ?? ''].flat().join('')"
    return page.evaluate(f"{ran}.outputs.toJSON().map({printed}).join('')")


def run_until(page, place, fits):
    """Run a cell until what it prints fits: a busy kernel hears later of what was moved."""
    for _ in range(TRIES):
        if fits(said := run(page, place)):
            return said
        page.wait_for_timeout(100)
    raise AssertionError(said)


@needs_chromium
def test_the_screen_moves_python_and_python_the_screen(book):
    page, _ = book
    mine, other = (cell(page, place).locator(".mm-live") for place in (MINE, OTHER))
    cars = mm.example("cars")
    s = mm.sweep(cars.y_true, cars.y_score)
    at_first = shown(other)
    for row in range(len(s)):
        slide(mine, row)
        assert shown(mine) == s.confusion(row).counts
        lines = mine.locator(".workings li").all_text_contents()
        assert lines[0] == in_a_line(s.confusion(row).precision)
    slide(mine, 5)
    wanted = f"{s.threshold[5]} {s.confusion(5).counts} 2.0"
    run_until(page, READ, lambda said: said.strip() == wanted)
    assert shown(other) == at_first  # two on one page don't disturb each other
    run(page, SET)
    page.wait_for_function(
        "() => document.querySelector('.mm-live output').textContent.includes('0.12')"
    )
    assert shown(mine) == s.at(0.12).counts
    mine.locator("input[type=range]").focus()
    page.keyboard.press("ArrowRight")  # which JupyterLab would take for itself
    assert shown(mine) == s.at(0.11).counts


@needs_chromium
@pytest.mark.parametrize("name", MADE)
def test_each_instrument_is_moved_by_keys_and_python_knows(book, name):
    page, _ = book
    place = FIRST + 2 * [*MADE].index(name)
    mine = cell(page, place).locator(".mm-live")
    page.evaluate(f"k => {LESSON}.content.scrollToItem(k)", place)
    mine.evaluate(REST)
    before = run(page, place + 1)
    moved = mine.locator(MADE[name].handle).first
    moved.focus()
    for key in 8 * ["ArrowUp"] + ["ArrowRight", "Enter"]:
        page.keyboard.press(key)
    run_until(page, place + 1, lambda said: said != before)


@needs_chromium
def test_an_answer_is_dragged(book):
    page, _ = book
    q, mine = mm.exercise("ks.what-to-type"), cell(page, DRAGGED).locator(".mm-live")
    right = q.form.read(q.answer)
    for row, word in ((right + 1, "one more than you want"), (right, "Right.")):
        slide(mine, row)
        run_until(page, CHECK, lambda said, word=word: word in said)


def test_a_restart_of_the_kernel_leaves_it_alive(book):
    page, _ = book
    page.evaluate(f"() => {LESSON}.sessionContext.session.kernel.restart()")
    page.wait_for_function(f"() => {LESSON}.sessionContext.session.kernel.status === 'idle'")
    mine = cell(page, MINE).locator(".mm-live")
    slide(mine, 3)
    assert shown(mine) == {"TN": 13, "FP": 1, "FN": 4, "TP": 2}


@needs_chromium
def test_an_exported_page_is_alive_without_kernel_and_network(book, browser, tmp_path):
    page, path = book
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    page.wait_for_function(f"() => !{LESSON}.context.model.dirty")
    html, _ = HTMLExporter().from_filename(str(path))
    (tmp_path / "page.html").write_text(html, encoding="utf-8")
    context = browser.new_context(offline=True)
    exported = context.new_page()
    exported.goto((tmp_path / "page.html").as_uri(), wait_until="domcontentloaded")
    frame = exported.frame_locator("iframe").first
    frame.locator(".mm-live").wait_for()
    slide(frame, 3)
    assert shown(frame) == {"TN": 13, "FP": 1, "FN": 4, "TP": 2}
    context.close()


@needs_chromium
def test_where_a_notebook_is_not_trusted_a_picture_stands(book, browser, checkout, server):
    _, path = book
    stored = nbformat.read(path, 4)
    for one in stored.cells:
        one.metadata.pop("trusted", None)
    strange = checkout / "workbook" / "strange.ipynb"
    stored.cells[0].source += "  # somebody else's"
    strange.write_text(json.dumps(stored), encoding="utf-8")
    _, address, _ = server
    page = browser.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{address[1]}/lab/tree/strange.ipynb?token={address[4]}&reset")
    page.locator(".jp-OutputArea img").first.wait_for()
    assert page.locator("iframe").count() == 0
    assert "20 samples, 6 positive" in page.locator(".jp-OutputArea img").first.get_attribute("alt")
    page.close()
