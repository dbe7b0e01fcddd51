"""What all tests share."""

import gc
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from mlmetrics_edu.core import trace
from tests.browsing import needs_chromium
from tests.cases import EXPLORE, USUAL
from tests.commands import runner

# How long one case takes says more about the machine than about the code; and the same cases are
# tried everywhere. `make explore` looks for new ones.
PATIENT = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
settings.register_profile("anywhere", **PATIENT, derandomize=True, max_examples=100 // USUAL)
settings.register_profile("explore", **PATIENT, max_examples=1000)
settings.load_profile("explore" if EXPLORE else "anywhere")

collect_ignore = ["notebooks/rerun.py", "typing/script.py"]  # seconds to import, and no tests

# nbformat brings jsonschema, and that builds grammars for seconds where this is installed: they
# would check addresses, which no notebook holds. Without it, it goes without.
sys.modules.setdefault("rfc3987_syntax", None)

# Fixtures that start a browser, JupyterLab, nbgrader, and workers of Dask.
DRIVERS = {"browser", "server", "course", "client"}
SITE = Path(__file__).with_name("site")

trace.PATIENCE = 10**6  # a bar appears where a machine is slow, and no test is to see that


def pytest_configure():
    """Don't look for garbage while tests are collected: it takes half of that time."""
    gc.disable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what drives another program: it is tried by `make drive`."""
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        asked = needs_chromium.mark in item.iter_markers() or not DRIVERS.isdisjoint(fixtures)
        if asked or item.path.is_relative_to(SITE):
            item.add_marker(pytest.mark.driven)


def pytest_collection_finish():
    """What is there by now stays; what pictures leave behind is swept up now and then."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session")
def worked_examples():
    """Find the folder of published cases, or skip."""
    shared = os.environ.get("MLMETRICS_SHARED")
    if not shared:
        pytest.skip("MLMETRICS_SHARED isn't set: it names the folder above worked_examples/")
    return Path(shared) / "worked_examples"


@pytest.fixture
def undrawn(monkeypatch):
    """Leave a report's pictures out."""
    # Not above: whoever tests metrics alone needn't wait for Matplotlib.
    from tests.workbook.report.pages import undraw

    undraw(monkeypatch)


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run commands in a folder of their own."""
    monkeypatch.chdir(tmp_path)
    return runner(capsys, tmp_path)
