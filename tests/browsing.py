"""A real browser, where there is one: Chromium, without a window."""

import shutil
from contextlib import contextmanager

import pytest

CHROMIUM = shutil.which("chromium")
FLAGS = [
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
]
needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="there is no Chromium here")


@contextmanager
def chromium():
    """Start a browser, and end it."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as p:
        running = p.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield running
        running.close()


@pytest.fixture(scope="module")
def browser():
    """Run one browser for all tests of a file."""
    with chromium() as running:
        yield running
