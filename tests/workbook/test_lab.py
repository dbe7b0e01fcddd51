"""The command that opens the lessons, and what a learner then sees in the real JupyterLab."""

import json
import signal
import sys
from urllib.error import HTTPError

import pytest

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


@pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C goes to a whole console there")
def test_ctrl_c_ends_it_without_a_question(server):
    process, *_ = server
    process.send_signal(signal.SIGINT)
    rest, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    broken = rest.split("Traceback")[1:]  # a browser that is gone makes tornado complain of it
    assert not [one for one in broken if "tornado/websocket" not in one], rest
    assert "[y/n]" not in rest
