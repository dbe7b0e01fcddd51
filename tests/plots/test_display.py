"""A picture shows once, with its text: at the end of a cell, and where pyplot is in use."""

import base64
import html
import re
import sys
import threading
import warnings
from types import SimpleNamespace

import IPython
import matplotlib as mpl
import matplotlib.pyplot as plt
import nbformat
import numpy as np
import pytest
from nbclient import NotebookClient
from nbconvert import HTMLExporter

import mlmetrics_edu as mm
from mlmetrics_edu.plots.picture import alternative_text, in_few_colours
from mlmetrics_edu.workbook.gallery import find
from tests.cases import each

A, B = mm.sweep([1, 0, 1, 0], [0.9, 0.6, 0.5, 0.1]), mm.sweep([1, 1, 0, 0], [0.9, 0.8, 0.3, 0.2])
ALT = re.compile(r'<img alt="([^"]+)" style="max-width: 100%" src="data:image/png;base64,([^"]+)">')


def forms(shown):
    """Return what a notebook is offered."""
    return shown._repr_mimebundle_()[0]


def test_a_picture_brings_html_for_its_text_and_a_png_for_paper_both_in_few_colours():
    ax = mm.plots.roc(A)
    ax.set_title('"A" & <B>')
    picture = ax.figure
    data, metadata = picture._repr_mimebundle_()
    assert in_few_colours(data["image/png"]) is data["image/png"]
    page = ALT.fullmatch(data["text/html"])
    assert page[1].startswith("&quot;A&quot; &amp; &lt;B&gt;: ROC curve through 5 points")
    assert base64.b64decode(page[2]) == data["image/png"]
    assert data["text/plain"] == metadata["image/png"]["alt"] == alternative_text(picture)


PLOTS = {
    "one Axes": lambda: mm.plots.roc(A),
    "several": lambda: mm.plots.masks(np.eye(3, dtype=int), np.ones((3, 3), int)),
    "a pair": lambda: mm.plots.duality(A),
    "rows of them": lambda: _two_by_two(),
}


def _two_by_two():
    axes = mm.plots.panels(2, 2)[1]
    mm.plots.roc(A, axes[0, 0])
    return axes[0]


@each("draw", PLOTS.values())
def test_whatever_a_plot_gives_back_shows_its_whole_picture(draw):
    shown = draw()
    ax = np.ravel(np.array(shown, object))[0]
    data = forms(shown)
    page = ALT.fullmatch(data["text/html"])
    assert html.unescape(page[1]) == " ".join(alternative_text(ax.figure).split()) != ""
    assert data["image/png"].startswith(b"\x89PNG")


def test_axes_of_others_stay_as_they_are_and_one_that_was_taken_away_shows_nothing():
    own = mpl.figure.Figure().add_subplot()
    assert not hasattr(mm.plots.roc(A, own), "_repr_mimebundle_")
    pair = mpl.figure.Figure().subplots(1, 2)
    assert mm.plots.duality(A, pair)._repr_mimebundle_() == ({}, {})
    ax = mm.plots.roc(A)
    ax.remove()
    assert ax._repr_mimebundle_() == ({}, {})
    several = mm.plots.panels(1, 2)[1]
    assert (several == 1)._repr_mimebundle_() == several[:0]._repr_mimebundle_() == ({}, {})
    assert mm.plots.panels()[0].add_subplot(projection="polar").name == "polar"


def test_a_terminal_draws_nothing_and_says_it_shortly(monkeypatch):
    shell = SimpleNamespace(display_formatter=SimpleNamespace(active_types=["text/plain"]))
    monkeypatch.setattr(IPython, "get_ipython", lambda: shell)
    ax = mm.plots.roc(A)
    assert ax._repr_mimebundle_() == ({}, {}) and len(repr(ax)) < 100
    assert ax.figure._repr_mimebundle_() == ({"text/plain": alternative_text(ax.figure)}, {})


@pytest.fixture
def with_pyplot(monkeypatch):
    """Import pyplot as a user would, into the namespace of the session."""
    monkeypatch.setattr(sys.modules["__main__"], "plt", plt, raising=False)
    plt.switch_backend("agg")
    yield
    plt.close("all")


def test_pyplot_knows_a_picture_where_it_is_in_use(with_pyplot, tmp_path):
    ax = mm.plots.roc(A)
    assert plt.gcf() is ax.figure and plt.gca() is ax and plt.get_fignums() == [1]
    plt.savefig(tmp_path / "x.png")
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    mm.plots.roc(B, ax)
    assert plt.get_fignums() == [1]
    plt.close(ax.figure)
    mm.plots.roc(B, ax)  # drawn on once more, it is one to be shown again
    assert plt.gcf() is ax.figure
    mm.plots.panels(1, 2)
    assert plt.get_fignums() == [1, 2] and len(plt.gcf().axes) == 2


def test_pyplot_is_left_alone_where_nobody_asked_for_it(with_pyplot, monkeypatch):
    find("roc-plane").picture()  # its plots are called by us
    own = mpl.figure.Figure().add_subplot()
    mm.plots.roc(A, own)
    beside = threading.Thread(target=mm.plots.roc, args=(A,))
    beside.start()
    beside.join()
    monkeypatch.delattr(sys.modules["__main__"], "plt")
    mm.plots.roc(A)
    assert plt.get_fignums() == []


def test_a_pyplot_without_a_screen_stops_no_plot(with_pyplot, monkeypatch):
    def headless(**_):
        raise ImportError("Cannot load backend 'TkAgg'")

    monkeypatch.setattr(plt, "figure", headless)
    assert mm.plots.roc(A).figure.png() and plt.get_fignums() == []


def test_pictures_in_a_loop_are_neither_kept_for_ever_nor_warned_of(with_pyplot):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        own = plt.figure()
        drawn = [mm.plots.panels()[0] for _ in range(25)]
    known = [plt.figure(number) for number in plt.get_fignums()]
    assert own in known and len(known) == 19 and known[1:] == drawn[-18:]


def test_a_window_closed_before_anybody_saw_it_is_told_once(with_pyplot, monkeypatch):
    canvas = mpl.backends.backend_agg.FigureCanvasAgg
    monkeypatch.setattr(canvas, "required_interactive_framework", "tk")
    monkeypatch.setitem(mpl.rcParams, "figure.max_open_warning", 3)
    shown = [mm.plots.panels()[0] for _ in range(2)]
    with pytest.warns(UserWarning, match=r"pyplot keeps 2 pictures open.*plt\.show\(\)"):
        ax = mm.plots.roc(A)
    assert shown[0] not in map(plt.figure, plt.get_fignums())
    assert ax._repr_mimebundle_() == ({}, {})  # the window shows it
    monkeypatch.setitem(mpl.rcParams, "figure.max_open_warning", 0)
    mm.plots.roc(A)
    assert len(plt.get_fignums()) == 3


def test_what_a_notebook_turns_on_while_a_style_is_in_force_stays_on():
    before = mpl.is_interactive()
    with mm.plots.style("projector"):
        mpl.interactive(not before)
    assert mpl.is_interactive() is not before
    mpl.interactive(before)


SETUP = """import mlmetrics_edu as mm
a, b = mm.sweep([1, 0, 1, 0], [0.9, 0.6, 0.5, 0.1]), mm.sweep([1, 1, 0, 0], [0.9, 0.8, 0.3, 0.2])
"""
IMPORT = "import matplotlib.pyplot as plt"
if mpl.__version_info__ < (3, 10):  # an older one shows nothing in the first cell that draws
    IMPORT = f"%matplotlib inline\n{IMPORT}"
CELLS = {  # code, and how many pictures it shows
    SETUP: 0,
    "mm.plots.roc(a)": 1,
    "ax = mm.plots.roc(a)": 0,
    "mm.plots.roc(b, ax)": 1,
    IMPORT: 0,
    "with mm.plots.style('projector'):\n    mm.plots.roc(b)": 1,
    "mm.plots.pr(a)": 1,
    "ax = mm.plots.roc(b)": 1,
    "ax": 1,
    "ax.figure": 1,
    "mm.plots.roc(b, ax); plt.show()": 1,
    "fig, own = plt.subplots()\nmm.plots.roc(a, own)": 1,
    "fig, axes = mm.plots.panels(1, 2)\nmm.plots.roc(a, axes[0])\nmm.plots.pr(a, axes[1])": 1,
    "mm.plots.roc(a)\nmm.plots.roc(b)": 2,
    "mm.figure('roc-plane')": 1,
    "mm.figure('roc-plane'); plt.show()": 1,
    "for _ in range(3):\n    mm.plots.roc(a)\nplt.close('all')": 0,
}


@pytest.mark.driven
def test_a_notebook_shows_each_picture_once_and_so_does_the_page_made_of_it():
    cells = [nbformat.v4.new_code_cell(code) for code in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells)
    NotebookClient(notebook, kernel_name="python3").execute()
    counted = {c.source: sum("image/png" in o.get("data", {}) for o in c.outputs) for c in cells}
    assert counted == CELLS
    page = HTMLExporter(template_name="lab").from_notebook_node(notebook)[0]
    said = re.findall(r'<img [^>]*?alt="([^"]+)"', page)
    assert len(said) == sum(CELLS.values())
    assert sum("curve through" in text for text in said) == len(said) - 3  # roc-plane twice, and
    assert sum("No description" in text for text in said) == 1  # somebody's own, shown by pyplot
