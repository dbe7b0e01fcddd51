"""A real browser, where there is one: Chromium, without a window."""

import os
import shutil
from contextlib import contextmanager, suppress

import pytest

CHROMIUM = shutil.which("chromium")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
SLOW = float(os.environ.get("SLOW", "1"))  # times slower than this machine each page runs
PATIENCE = 120_000  # milliseconds until something counts as dead; what lives is there at once
needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium here")


@contextmanager
def chromium():
    """Start a browser, and end it."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as p:
        running = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=PATIENCE)
        with pytest.MonkeyPatch.context() as patch:
            slowed = []
            for kind in (sync_api.Browser, sync_api.BrowserContext):
                patch.setattr(kind, "new_page", opening(kind.new_page, slowed))
            yield running
        running.close()


def opening(new_page, slowed):
    """Open pages that are waited for as long as it takes, and slow where that is asked for."""
    from playwright.sync_api import Error

    def opened(self, **how):
        page = new_page(self, **how)
        page.set_default_timeout(PATIENCE)
        if SLOW > 1:
            slowed.append(page.context.new_cdp_session(page))
            # The others wait, which at this rate keeps a processor busy.
            for devtools, rate in zip(slowed[-2:][::-1], (SLOW, 1), strict=False):
                with suppress(Error):  # it may be closed by now
                    devtools.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        return page

    return opened


def expect(what):
    """Wait for what a page does after an event is over, and say so if it never does."""
    from playwright import sync_api

    sync_api.expect.set_options(timeout=PATIENCE)
    return sync_api.expect(what)


@pytest.fixture(scope="module")
def browser():
    """Run one browser for all tests of a file."""
    with chromium() as running:
        yield running
