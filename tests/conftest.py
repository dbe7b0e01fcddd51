"""What all tests share."""

import os
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def worked_examples():
    """Find the folder of published cases, or skip."""
    shared = os.environ.get("MLMETRICS_SHARED")
    if not shared:
        pytest.skip("MLMETRICS_SHARED isn't set: it names the folder above worked_examples/")
    return Path(shared) / "worked_examples"
