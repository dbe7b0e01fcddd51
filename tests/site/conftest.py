"""The built site, as a web server of one's own shows it: nothing may be asked for elsewhere."""

import functools
import http.server
import re
import threading
from pathlib import Path

import pytest

from tests.browsing import browser

assert browser  # a fixture, found by its name
SITE = Path(__file__).resolve().parents[2] / "site"
OURS = re.compile(r"http://127\.0\.0\.1:|about:|data:|blob:")


class Quiet(http.server.SimpleHTTPRequestHandler):
    """Serve files, and write nothing of it."""

    def log_message(self, *said):
        """Keep quiet."""


@pytest.fixture(scope="session")
def address():
    """Serve the site on a free port of this machine."""
    if not (SITE / "index.html").exists():
        pytest.skip("the site isn't built: make site")
    handler = functools.partial(Quiet, directory=SITE)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def visit(browser, address):
    """Open pages of the site; afterwards nothing was asked for outside, and nothing went wrong."""
    asked, said, contexts = [], [], []

    def opened(page_of_site, **how):
        contexts.append(browser.new_context(**how))
        page = contexts[-1].new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("console", lambda m: m.type in ("error", "warning") and said.append(m.text))
        page.on("pageerror", lambda error: said.append(str(error)))
        page.goto(f"{address}/{page_of_site}")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert asked and [url for url in asked if not OURS.match(url)] == []
    assert said == []
