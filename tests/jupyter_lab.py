"""The real JupyterLab, started as a learner would, without a screen, and driven as they would."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from functools import partial
from urllib.request import ProxyHandler, Request, build_opener

import pytest

from mlmetrics_edu.workbook import lessons

ADDRESS = re.compile(r"(http://127\.0\.0\.1:(\d+))(/lab/tree/\S+)\?token=(\w+)")
PATIENCE = 600  # seconds until something counts as dead; nothing waits so long for what lives
SOON = 15  # seconds, within which a server ends that is asked to

open_address = build_opener(ProxyHandler({})).open  # straight, whatever proxy this machine has
FIRST = lessons.notebooks(lessons.folder())[0]
LESSON = "window.jupyterapp.shell.currentWidget"
CODE = f"{LESSON}.content.model.toJSON().cells.filter(c => c.cell_type === 'code' && c.source)"
ERROR = "c.outputs.some(o => o.output_type === 'error')"
SHOWN = (
    f"{LESSON}.content.widgets.map(w => [...w.node.querySelectorAll('.jp-OutputArea-output img')]"
    ".map(i => [i.alt, i.clientWidth, i.src]))"
)
FAILED = f"c => {ERROR} && !c.metadata.tags?.includes('raises-exception')"


@pytest.fixture(scope="module")
def environment(tmp_path_factory):
    """Return Jupyter folders of its own, no screen, and a way outside that nobody may knock on."""
    tmp_path = tmp_path_factory.mktemp("environment")
    # What `tests/conftest.py` leaves out costs each process here three seconds too.
    (tmp_path / "rfc3987_syntax.py").write_text("raise ImportError", encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as door:
        proxy = f"http://127.0.0.1:{door.getsockname()[1]}"
        outside = {f"{kind}_PROXY": proxy for kind in ("HTTP", "HTTPS", "ALL")}
        own = {
            f"JUPYTER_{kind}_DIR": str(tmp_path / kind) for kind in ("CONFIG", "DATA", "RUNTIME")
        }
        hidden = {"CI": "true", "IPYTHONDIR": str(tmp_path / "IPYTHON"), "NO_PROXY": "127.0.0.1"}
        hidden["PYTHONPATH"] = os.pathsep.join(
            [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
        )
        yield os.environ | outside | own | hidden
        door.setblocking(False)
        with pytest.raises(BlockingIOError):
            door.accept()


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """Copy what a clone has of the package and of its lessons; with a space in the name."""
    place = tmp_path_factory.mktemp("there") / "a clone"
    unused = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
    shutil.copytree(lessons.PACKAGE, place / lessons.PACKAGE.name, ignore=unused)
    shutil.copytree(lessons.folder(), place / "notebooks", ignore=unused)
    return place


@pytest.fixture(scope="module")
def server(checkout, environment):
    """Start `mlmetrics-edu lab` once for all questions, where another has the port it asks for."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        extra = [f"--port={port}", "--LabApp.expose_app_in_browser=True"]
        with running(checkout, environment, *extra) as (process, address, said):
            assert int(address[2]) != port
            yield process, address, said


@contextmanager
def running(here, environment, *extra):
    """Start `mlmetrics-edu lab`; return the process, its address, and what it said till then."""
    command = [sys.executable, "-m", "mlmetrics_edu", "lab", "--", *extra]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "stdin": subprocess.DEVNULL}
    pipes["cwd"] = here
    if os.name == "posix":  # what runs in the background has it ignored
        pipes["preexec_fn"] = partial(signal.signal, signal.SIGINT, signal.SIG_DFL)
    process = subprocess.Popen(command, env=environment, text=True, encoding="utf-8", **pipes)
    patience = threading.Timer(3 * PATIENCE, process.kill)
    patience.start()
    try:
        address, said = read_address(process)
        wait_for(address)
        yield process, address, said
        end(process, address)
    finally:
        patience.cancel()
        process.kill()
        process.communicate()


def end(process, address):
    """Ask the server to end, if it still runs: elsewhere than on POSIX it is a child's child."""
    if process.poll() is None:
        ask(address, "/api/shutdown", "POST")
        try:
            process.communicate(timeout=SOON)
        except subprocess.TimeoutExpired:  # a thread at AnyIO may wait on when its server has ended
            process.kill()


def read_address(process):
    """Read on until Jupyter tells its address."""
    said = ""
    for line in process.stdout:
        said += line
        if found := ADDRESS.search(line):
            return found, said
    raise AssertionError(f"JupyterLab told no address:\n{said}")


def wait_for(address):
    """Wait until the server answers: it tells its address a moment before it listens."""
    for _ in range(10 * PATIENCE):
        with socket.socket() as knock:
            if knock.connect_ex(("127.0.0.1", int(address[2]))) == 0:
                return
        time.sleep(0.1)
    raise AssertionError(f"nothing answers at {address[1]}")


def ask(address, path, method="GET"):
    """Ask the server for something, with the token."""
    headers = {"Authorization": f"token {address[4]}"}
    request = Request(address[1] + path, method=method, headers=headers)
    with open_address(request, timeout=PATIENCE) as reply:
        return reply.read().decode()


def run_all_cells(page):
    """Forget the stored outputs, run the lesson, wait for its last cell; give its code cells."""
    page.click(".jp-Notebook .jp-Cell", timeout=PATIENCE * 1000)
    page.keyboard.press("Escape")
    idle = f"() => {LESSON}.sessionContext.session?.kernel?.status === 'idle'"
    page.wait_for_function(idle, timeout=PATIENCE * 1000)
    page.evaluate("window.jupyterapp.commands.execute('notebook:clear-all-cell-outputs')")
    # Not awaited: the command ends only when the kernel does.
    page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")
    over = f"() => {CODE}.every(c => c.execution_count) || {CODE}.some({FAILED})"
    page.wait_for_function(over, timeout=PATIENCE * 1000)
    return page.evaluate(CODE)


def errors_unannounced(cells):
    """List the cells that ended in an error and don't say that they would."""
    failed = [c for c in cells if any(o["output_type"] == "error" for o in c["outputs"])]
    return [c["source"] for c in failed if "raises-exception" not in c["metadata"].get("tags", [])]
