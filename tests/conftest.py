"""What all tests share."""

import os
from pathlib import Path

import pytest
from hypothesis import settings

# How long one case takes says more about the machine than about the code.
settings.register_profile("anywhere", deadline=None)
settings.load_profile("anywhere")


@pytest.fixture(scope="session")
def worked_examples():
    """Find the folder of published cases, or skip."""
    shared = os.environ.get("MLMETRICS_SHARED")
    if not shared:
        pytest.skip("MLMETRICS_SHARED isn't set: it names the folder above worked_examples/")
    return Path(shared) / "worked_examples"
