"""The command that opens the lessons, and what a learner then sees in the real JupyterLab."""

import base64
import io
import json
import signal
import sys
from urllib.error import HTTPError

import pytest
from PIL import Image

from mlmetrics_edu import cli
from mlmetrics_edu.core.errors import MetricError
from mlmetrics_edu.workbook import doctor, lessons
from tests.browsing import chromium, needs_chromium
from tests.jupyter_lab import (
    FIRST,
    LESSON,
    PATIENCE,
    SHOWN,
    ask,
    checkout,
    environment,
    errors_unannounced,
    open_address,
    run_all_cells,
    server,
)
from tests.snapshots import snapshot

assert environment and checkout and server  # fixtures, found by their names


def test_it_serves_the_first_lesson_to_its_learner_alone_wherever_a_port_is_free(checkout, server):
    _, address, said = server
    workbook = checkout / "workbook"
    first = lessons.notebooks(workbook)[0].as_posix()
    assert said.startswith(f"Opening the workbook in {workbook}.")
    assert address[3] == f"/lab/tree/{first}"
    assert "started" in json.loads(ask(address, "/api/status"))
    assert "jupyter-config-data" in ask(address, address[3])
    assert json.loads(ask(address, f"/api/contents/{first}"))["type"] == "notebook"
    with pytest.raises(HTTPError) as refusal:  # who has no token
        open_address(f"{address[1]}/api/contents", timeout=PATIENCE)
    assert refusal.value.code == 403
    refusal.value.close()


def test_a_folder_that_is_named_is_the_one_that_opens(tmp_path, monkeypatch):
    monkeypatch.setattr(doctor, "_run", lambda arguments: asked.extend(arguments) or 0)
    asked = []
    assert cli.main(["lab", str(tmp_path / "my workbook"), "--", "--port=1"]) == 0
    assert f"--ServerApp.root_dir={tmp_path.resolve() / 'my workbook'}" in asked
    assert asked[-1] == "--port=1" and lessons.notebooks(tmp_path / "my workbook")


def test_an_option_of_the_learner_wins(tmp_path):
    (tmp_path / "01 one.ipynb").write_text("{}", encoding="utf-8")
    command = doctor.command(tmp_path, ["--LabApp.news_url=none", "--port=1"])
    assert "--LabApp.default_url=/lab/tree/01%20one.ipynb" in command
    assert [word for word in command if "news_url" in word] == ["--LabApp.news_url=none"]


def test_the_browser_is_left_alone_where_nobody_would_see_it(tmp_path, monkeypatch):
    (tmp_path / "01.ipynb").write_text("{}", encoding="utf-8")
    for name in ("CI", "SSH_TTY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    assert "--no-browser" not in doctor.command(tmp_path)
    monkeypatch.setenv("SSH_CONNECTION", "over there")
    assert "--no-browser" in doctor.command(tmp_path)


def test_without_jupyterlab_the_error_says_what_to_type(monkeypatch):
    monkeypatch.setattr(doctor.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(MetricError, match="JupyterLab is not installed") as refusal:
        doctor.start()
    assert "-m pip install jupyterlab" in refusal.value.fix


@needs_chromium
def test_the_first_lesson_runs_in_a_browser_and_asks_nothing_outside(checkout, server):
    tracked = snapshot(checkout / "notebooks")
    _, address, said = server
    with chromium() as browser:
        page = browser.new_page()
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"{address[0]}&reset")
        page.wait_for_selector(".jp-Notebook .jp-OutputArea-output img", timeout=PATIENCE * 1000)
        stored = page.evaluate(f"{SHOWN}.flat()")
        cells = run_all_cells(page)
        pop_ups = page.locator(".Toastify__toast").count()
        page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
        page.wait_for_function(f"() => !{LESSON}.context.model.dirty", timeout=PATIENCE * 1000)
    assert all(alt and source.startswith("data:image/png") for alt, _, source in stored)
    assert errors_unannounced(cells) == []
    assert pop_ups == 0
    outside = [url for url in asked if not url.startswith((address[1], "data:", "blob:"))]
    assert asked
    assert outside == []
    # Running and saving changes the learner's copy, and nothing that a `git pull` would bring.
    assert snapshot(checkout / "notebooks") == tracked
    assert f"Opening the workbook in {checkout / 'workbook'}." in said
    saved = json.loads((checkout / "workbook" / FIRST).read_text(encoding="utf-8"))
    told = saved["metadata"]
    assert told["language_info"].pop("version") and told == lessons.PYTHON
    fresh = json.loads((checkout / "notebooks" / FIRST).read_text(encoding="utf-8"))
    assert [c["source"] for c in saved["cells"]] == [c["source"] for c in fresh["cells"]]


PLOTS = {  # code, and the pictures below it: how many, and whether they say what they show
    """import mlmetrics_edu as mm
s, s2 = mm.sweep([1, 0, 1, 0], [4, 3, 2, 1]), mm.sweep([1, 1, 0, 0], [4, 3, 2, 1])""": "",
    "mm.plots.roc(s)": "one that speaks",
    "ax = mm.plots.roc(s)": "",
    "mm.plots.roc(s2, ax)": "one that speaks",
    "[line.get_xydata().tolist() for line in ax.lines].count([[0, 0], [1, 1]])": "",
    "import matplotlib.pyplot as plt": "",
    "mm.plots.roc(s)  # pyplot knows it now": "one that speaks",
    "mm.plots.roc(s); plt.show()": "one that speaks",
    "fig, own = plt.subplots()\nmm.plots.roc(s, own)": "one",
}
BLUE, VERMILION = (0, 114, 178), (213, 94, 0)  # of the first curve, and of the second


@needs_chromium
def test_a_plot_that_ends_a_cell_shows_once_and_says_what_it_shows(checkout, server):
    _, address, _ = server
    path = checkout / "workbook" / "plots.ipynb"
    written = [lessons.code(f"c{k}", code) for k, code in enumerate(PLOTS)]
    path.write_text(lessons.notebook(written), encoding="utf-8")
    with chromium() as browser:
        page = browser.new_page()
        page.goto(f"{address[1]}/lab/tree/plots.ipynb?token={address[4]}&reset")
        cells = run_all_cells(page)
        drawn = f"{SHOWN}.flat().filter(([, width]) => width).length >= 5"
        page.wait_for_function(f"() => {drawn}", timeout=PATIENCE * 1000)
        shown = page.evaluate(SHOWN)
    assert errors_unannounced(cells) == []
    seen = [" ".join(["one that speaks" if alt else "one" for alt, *_ in cell]) for cell in shown]
    assert dict(zip(PLOTS, seen, strict=True)) == PLOTS
    (one,), (two,) = shown[1], shown[3]
    assert one[0].startswith("ROC curve through 5 points") and one[1] > 0 and one[1] == two[1]
    assert two[0].count("ROC curve through") == 2
    assert {BLUE, VERMILION} & colours(one[2]) == {BLUE}
    assert {BLUE, VERMILION} & colours(two[2]) == {BLUE, VERMILION}
    assert cells[4]["outputs"][0]["data"]["text/plain"] == "1"  # diagonal


def colours(source):
    """List the colours of a picture that stands in a page."""
    png = base64.b64decode(source.partition("base64,")[2])
    with Image.open(io.BytesIO(png)) as drawn:
        return {colour for _, colour in drawn.convert("RGB").getcolors(2**24)}


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C goes to a whole console there")
def test_ctrl_c_ends_it_without_a_question(server):
    process, *_ = server
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    broken = rest.split("Traceback")[1:]  # a browser that is gone makes tornado complain of it
    assert not [one for one in broken if "tornado/websocket" not in one], rest
    assert "[y/n]" not in rest
