"""A class on a JupyterHub: the very configuration that the pages for teachers show."""

import os
import random
import shutil
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import psutil
import pytest
import requests

from mlmetrics_edu.workbook import lessons, reference
from tests.browsing import browser, needs_chromium
from tests.jupyter_lab import environment

assert browser and environment  # fixtures, found by their names
TEACH = Path(__file__).resolve().parents[2] / "tools" / "site" / "pages" / "teach"
LESSON = "05-twenty-cars-twenty-thresholds.ipynb"
CLASS = ("ann", "ben")
PASSWORD = "twenty-cars"
IDLE = ".jp-Notebook-ExecutionIndicator[data-status=idle]"
TYPED = """\
import mlmetrics_edu as mm
cars = mm.example("cars")
print("F1 is", mm.Confusion(tp=4, fp=3, fn=2, tn=11).f1.fraction)
mm.plots.roc(mm.sweep(cars.y_true, cars.y_score))"""
NOBODY = ["-c", "user.name=n", "-c", "user.email=e@example.org"]
PATIENCE = 600  # seconds until something counts as dead; nothing waits so long for what lives

pytestmark = pytest.mark.skipif(os.name == "nt", reason="JupyterHub runs on Linux and macOS")


@pytest.fixture(scope="module")
def hub(environment, tmp_path_factory):
    """Start the hub where ports are free; end it, and see that nothing of it goes on."""
    public, inner, proxy = free_ports(3)
    options = {
        "JupyterHub.bind_url": f"http://127.0.0.1:{public}",
        "JupyterHub.hub_port": inner,
        "ConfigurableHTTPProxy.api_url": f"http://127.0.0.1:{proxy}",
        "Spawner.start_timeout": PATIENCE,
        "Spawner.http_timeout": PATIENCE,
    }
    command = [sys.executable, "-m", "jupyterhub", "-f", str(TEACH / "jupyterhub_config.py")]
    command += [f"--{name}={value}" for name, value in options.items()]
    here = tmp_path_factory.mktemp("hub")
    own = environment | {"CLASS_PASSWORD": PASSWORD}
    with (here / "log").open("wb") as log:
        process = psutil.Popen(command, cwd=here, env=own, stdout=log, stderr=log)
        try:
            until(lambda: process.poll() is not None or up(public), here)
            assert process.poll() is None, (here / "log").read_text(encoding="utf-8")
            yield options["JupyterHub.bind_url"], here, process
        finally:
            left = ended(process)
    assert left == []


def free_ports(number):
    """Find ports that nobody listens at, among those that nobody gets who asks for any."""
    free = set()
    while len(free) < number:
        port = random.SystemRandom().randrange(20_000, 30_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            free.add(port)
    return free


def up(port):
    """Tell whether a hub answers."""
    try:
        return straight().get(f"http://127.0.0.1:{port}/hub/api/", timeout=PATIENCE).ok
    except requests.ConnectionError:
        return False


def straight():
    """Make a session that asks directly, whatever proxy this machine has."""
    session = requests.Session()
    session.trust_env = False
    return session


def until(done, here):
    """Wait until something is true; tell what the hub said if it never is."""
    late = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < late, (here / "log").read_text(encoding="utf-8")
        time.sleep(0.2)


def ended(process):
    """Ask the hub to end, as Ctrl-C or systemd would; return what of it had to be killed."""
    if process.poll() is not None:
        return []
    family = [process, *process.children(recursive=True)]
    process.terminate()
    _, left = psutil.wait_procs(family, timeout=PATIENCE)
    for one in left:
        one.kill()
    return left


@pytest.fixture(scope="module")
def people(hub):
    """Let the whole class log in, at once, and wait for their servers."""
    address, here, _ = hub
    all_of_them = {name: logged_in(address, name) for name in CLASS}
    for name, session in all_of_them.items():
        until(lambda: has_a_server(address, session, name), here)  # noqa: B023
    return all_of_them


def logged_in(address, name, password=PASSWORD):
    """Fill in the form; return a session that has nothing but a token of this user."""
    session = straight()
    session.get(f"{address}/hub/login", timeout=PATIENCE)
    typed = {"username": name, "password": password, "_xsrf": xsrf(session)}
    session.post(f"{address}/hub/login", data=typed, timeout=PATIENCE).raise_for_status()
    tokens = f"{address}/hub/api/users/{name}/tokens"
    made = session.post(tokens, json={}, headers={"X-XSRFToken": xsrf(session)}, timeout=PATIENCE)
    made.raise_for_status()
    alone = straight()
    alone.headers["Authorization"] = f"token {made.json()['token']}"
    return alone


def xsrf(session):
    """Return what a form sends back, to show that it is one of the hub's."""
    return session.cookies.get("_xsrf", path="/hub/")


def has_a_server(address, session, name):
    """Tell whether somebody's server is ready."""
    user = session.get(f"{address}/hub/api/users/{name}", timeout=PATIENCE).json()
    return user["servers"].get("", {}).get("ready")


def test_everybody_finds_the_lessons_in_a_folder_of_their_own(hub, people):
    address, here, _ = hub
    for name, session in people.items():
        place = f"{address}/user/{name}/api/contents/{LESSON}"
        shown = session.get(place, timeout=PATIENCE)
        assert shown.json()["content"]["cells"], shown.text
        own = here / "class" / name / "workbook"
        assert lessons.notebooks(own) == lessons.notebooks(lessons.folder())
        assert session.delete(place, timeout=PATIENCE).status_code == 204
        assert not (own / LESSON).exists()


def test_nobody_sees_what_another_has(hub, people):
    address, here, _ = hub
    for name, other in (CLASS, CLASS[::-1]):
        (here / "class" / other / "workbook" / "mine.txt").write_text("mine", encoding="utf-8")
        for place in ("api/contents", "api/contents/mine.txt", "files/mine.txt", "api/kernels"):
            seen = people[name].get(f"{address}/user/{other}/{place}", timeout=PATIENCE)
            assert (seen.status_code, "mine.txt" in seen.text) == (403, False), place
        assert people[name].get(f"{address}/hub/api/users/{other}").status_code == 404


def test_no_other_name_and_no_other_password_comes_in(hub):
    address, _, _ = hub
    for name, password in (("cy", PASSWORD), ("ann", "")):
        with pytest.raises(requests.HTTPError, match="403"):
            logged_in(address, name, password)


@needs_chromium
def test_a_browser_shows_a_lesson_and_runs_it(hub, people, browser):
    address, here, _ = hub
    place = f"{address}/hub/user-redirect/lab/tree/02-precision-against-recall.ipynb"
    page, asked = opened(browser, place, "ann")
    page.wait_for_selector(".jp-Notebook h1:has-text('Precision against recall')")
    page.wait_for_selector(IDLE, state="attached")
    until(lambda: says(page, TYPED, "F1 is 8/13"), here)
    page.wait_for_selector(".jp-OutputArea-output img[alt*='ROC']")
    page.close()
    assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []


def says(page, code, answer):
    """Type something into the first cell and run it; tell whether the answer came.

    A page that is still being laid out may lose where the cursor stands, and what is typed then.
    """
    from playwright.sync_api import TimeoutError as Nothing

    page.click(".jp-Notebook .jp-CodeCell .cm-content")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(code)
    page.keyboard.press("Shift+Enter")
    with suppress(Nothing):
        page.wait_for_selector(f".jp-OutputArea-output:has-text('{answer}')", timeout=30_000)
        return True
    return False


def opened(browser, place, name):
    """Open an address that asks who is there; return the page, and all that it asks for."""
    page, asked = browser.new_page(), []
    page.set_default_timeout(1000 * PATIENCE)
    page.on("request", lambda request: asked.append(request.url))
    page.goto(place)
    page.fill("#username_input", name)
    page.fill("#password_input", PASSWORD)
    page.click("#login_submit")
    return page, asked


@needs_chromium
def test_a_link_brings_the_repository_and_opens_its_lesson(hub, people, browser, tmp_path):
    address, here, _ = hub
    book = tmp_path / "book"
    (book / "notebooks").mkdir(parents=True)
    shutil.copy(lessons.folder() / LESSON, book / "notebooks")
    for words in (["init", "-qb", "trunk"], ["add", "."], ["commit", "-qm", "m"]):
        subprocess.run(["git", *NOBODY, *words], cwd=book, check=True)
    link = reference.pulled(address, "ann/book", "trunk", LESSON)
    here_instead = link.replace(quote("https://github.com/ann/book", ""), quote(book.as_uri(), ""))
    page, _ = opened(browser, here_instead, "ben")
    page.wait_for_selector(".jp-Notebook h1:has-text('Twenty cars, twenty thresholds')")
    page.wait_for_selector(IDLE, state="attached")
    page.close()
    pulled = here / "class" / "ben" / "workbook" / "book" / "notebooks" / LESSON
    assert pulled.read_bytes() == (lessons.folder() / LESSON).read_bytes()
