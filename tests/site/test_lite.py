"""The lessons in JupyterLite: they run where nothing is installed, and nobody else is asked."""

import json
import os
import threading
from functools import partial
from hashlib import sha256
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.workbook import lessons
from tests.browsing import browser, needs_chromium
from tests.jupyter_lab import FAILED, LESSON, errors_unannounced
from tests.site.conftest import SITE, Quiet
from tools.site import lite

assert browser  # a fixture, found by its name
PUBLISHED = SITE / "lite"
PLUGIN = "@jupyterlite/pyodide-kernel-extension:kernel"
NAMES = [name.as_posix() for name in lessons.notebooks(lessons.folder())]
NUMBERED = [name for name in NAMES if "/" not in name]
WALK = next(name for name in NUMBERED if name.startswith("05"))
WHOLE = [name for name in NUMBERED if name.startswith(("01", "06"))]
OTHERS = [name for name in NUMBERED if name not in {WALK, *WHOLE}]
PATIENCE = 1200  # seconds until a lesson counts as dead; it takes a hundredth of it and more
FIRST = 10  # cells with code of every other lesson
RAW = mm.example("cars-unsorted")
GIVEN = (RAW.y_true, RAW.y_score)


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """Build JupyterLite with a Pyodide of its own, and serve it."""
    shared = os.environ.get("MLMETRICS_SHARED")
    if not shared:
        pytest.skip("MLMETRICS_SHARED isn't set: it names the folder above pyodide/")
    site = tmp_path_factory.mktemp("site")
    settings = lite.build(site, Path(shared) / "pyodide") / "jupyter-lite.json"
    page = json.loads(settings.read_text(encoding="utf-8"))
    page["jupyter-config-data"]["exposeAppInBrowser"] = True
    settings.write_text(json.dumps(page), encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=site)) as server:
        threading.Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def page(browser, served):
    """Open lesson 5 by its address, as a learner does, and run it to its end."""
    context = browser.new_context(viewport={"width": 1400, "height": 900})
    asked = []
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(f"{served}/lite/notebooks/index.html?path={WALK}")
    page.wait_for_selector(".jp-Notebook .jp-Cell")
    assert errors_unannounced(run_cells(page)) == []
    yield page
    context.close()
    assert [url for url in asked if not url.startswith((served, "data:", "blob:"))] == []
    # What Python asks for is among it, though it runs beside the page.
    assert any(url.endswith("pyodide.asm.wasm") for url in asked)


@needs_chromium
def test_a_guess_is_answered(page):
    best = mm.best_threshold(mm.sweep(*GIVEN, ties="in-order"), "accuracy").threshold
    place = place_of(page, "mm.guess(best.threshold")
    assert "Right." in run(page, place, "mine=...", f"mine={best}")
    assert "Right." not in run(page, place, f"mine={best}", "mine=0.5")


@needs_chromium
@pytest.mark.parametrize("name", WHOLE)
def test_a_whole_lesson_runs_to_its_end(page, name):
    turn_to(page, name)
    assert errors_unannounced(run_cells(page)) == []


@needs_chromium
@pytest.mark.parametrize("name", OTHERS)
def test_the_first_cells_of_every_other_lesson_run(page, name):
    turn_to(page, name)
    assert errors_unannounced(run_cells(page, min(FIRST, before_sklearn(page)))) == []


def turn_to(page, name):
    """Show another lesson of the site in the open notebook, and let Python forget the last one.

    Each notebook that is opened by itself gets a Python of its own, which takes half a minute.
    """
    ask(page, "%reset -f")
    page.evaluate(
        "async name => { const got = await jupyterapp.serviceManager.contents.get(name,"
        f" {{ content: true }}); {LESSON}.content.model.fromJSON(got.content); }}",
        name,
    )


def run_cells(page, most=None):
    """Run all cells with code, or as many besides that which installs the library; return them."""
    page.wait_for_function(f"() => {LESSON}?.sessionContext?.session?.kernel?.status === 'idle'")
    last = page.evaluate(
        f"most => {{ const book = {LESSON}.content;"
        " const code = book.widgets.flatMap((w, k) => w.model.type === 'code' ? [k] : []);"
        " const last = code[most] ?? code.at(-1);"
        " book.deselectAll(); book.activeCellIndex = 0; book.extendContiguousSelectionTo(last);"
        " jupyterapp.commands.execute('notebook:clear-all-cell-outputs');"
        # Not awaited: the command ends only when the kernel does.
        " jupyterapp.commands.execute('notebook:run-cell'); return last; }",
        most,
    )
    cells = f"{LESSON}.content.model.toJSON().cells.slice(0, {last + 1})"
    code = f"{cells}.filter(c => c.cell_type === 'code')"
    page.wait_for_function(f"() => {code}.every(c => c.execution_count) || {code}.some({FAILED})")
    return page.evaluate(code)


def before_sklearn(page):
    """Take out what is imported of scikit-learn; count the cells after the first until it is used.

    Only the newest Pyodide has it, which fetches it when a cell imports it.
    """
    cells = f"{LESSON}.content.widgets.filter(w => w.model.type === 'code')"
    sources = page.evaluate(f"{cells}.map(w => w.model.sharedModel.getSource())")
    lines = sources[1].splitlines()
    taken = [line for line in lines if "sklearn" in line]
    kept = "\n".join(line for line in lines if line not in taken)
    page.evaluate(f"text => {cells}[1].model.sharedModel.setSource(text)", kept)
    names = [name for line in taken for name in line.partition(" import ")[2].split(", ")]
    use = (k for k, text in enumerate(sources) if k > 1 and any(name in text for name in names))
    return next(use, len(sources)) - 1


def place_of(page, text):
    """Find the cell that holds a text."""
    cells = f"{LESSON}.content.widgets"
    return page.evaluate(
        f"text => {cells}.findIndex(w => w.model.sharedModel.getSource().includes(text))", text
    )


def run(page, place, old, new):
    """Replace something in a cell, run it, and return its text."""
    cell = f"{LESSON}.content.widgets[{place}].model"
    before = page.evaluate(
        f"([old, new_]) => {{ const text = {cell}.sharedModel;"
        " text.setSource(text.getSource().replace(old, new_));"
        f" {LESSON}.content.activeCellIndex = {place};"
        f" const before = {cell}.executionCount;"
        " jupyterapp.commands.execute('notebook:run-cell'); return before; }",
        [old, new],
    )
    page.wait_for_function(f"n => {cell}.executionCount > n && {cell}.outputs.length", arg=before)
    return page.evaluate(f"{cell}.outputs.toJSON().map(o => o.text ?? o.data['text/plain']).join()")


def ask(page, code):
    """Let Python run something beside the lesson, and return what it prints."""
    return page.evaluate(
        f"async code => {{ const asked = {LESSON}.sessionContext.session.kernel"
        ".requestExecute({ code }); let said = '';"
        " asked.onIOPub = told => { said += told.content.text ?? ''; };"
        " await asked.done; return said; }",
        code,
    )


@pytest.fixture(scope="module")
def settings():
    """Read by what the published JupyterLite goes."""
    if not PUBLISHED.exists():
        pytest.skip("the site isn't built: make site")
    return json.loads((PUBLISHED / "jupyter-lite.json").read_text(encoding="utf-8"))


def test_what_is_published_has_every_lesson_with_one_cell_more(settings):
    source = lessons.folder()
    for name in NAMES:
        here, there = (
            json.loads((folder / name).read_text(encoding="utf-8"))
            for folder in (source, PUBLISHED / "files")
        )
        first, *others = there["cells"]
        assert "%pip install -q mlmetrics-edu" in "".join(first["source"]), name
        assert {**there, "cells": others} == here, name
    listed = []
    for folder in ("", "deeper", "exercises"):
        page = PUBLISHED / "api" / "contents" / folder / "all.json"
        content = json.loads(page.read_text(encoding="utf-8"))["content"]
        listed += [one["path"] for one in content]
    assert {*NAMES, "glossary.md", "conventions.md"} <= {*listed}
    assert (PUBLISHED / "notebooks" / "index.html").exists()


def test_what_is_published_brings_the_library_and_fetches_the_newest_pyodide(settings):
    shown = settings["jupyter-config-data"]
    plugin = shown["litePluginSettings"][PLUGIN]
    assert "pyodideUrl" not in plugin and not plugin["disablePyPIFallback"]
    names = {extension["name"] for extension in shown["federated_extensions"]}
    kernel = PLUGIN.partition(":")[0]
    assert names == {"anywidget", "@jupyter-widgets/jupyterlab-manager", kernel}
    index, _, sha = plugin["pipliteUrls"][0].partition("?sha256=")
    text = (PUBLISHED / index).read_bytes()
    assert sha256(text).hexdigest() == sha
    wheels = json.loads(text)
    assert {*wheels} == {"mlmetrics-edu", *lite.NEEDED}
    for name, about in wheels.items():
        ((release,),) = about["releases"].values()
        wheel = PUBLISHED / "pypi" / release["filename"]
        assert sha256(wheel.read_bytes()).hexdigest() == release["digests"]["sha256"], name
        assert wheel.stat().st_size < 3_000_000, name
