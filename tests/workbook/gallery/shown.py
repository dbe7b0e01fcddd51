"""How a test says whose artists it compares with numbers from elsewhere."""

from functools import cache
from pathlib import Path

import pytest

import mlmetrics_edu as mm

# An unpacked source archive, which alone has this file, comes without the pictures.
UNPACKED = Path(__file__).resolve().parents[3].joinpath("PKG-INFO").exists()
needs_pictures = pytest.mark.skipif(
    UNPACKED,
    reason="the pictures aren't in a source archive; `mlmetrics-edu figures` draws them",
)


@cache
def drawn(id):
    """Draw a figure once for all tests, which leave it as it is."""
    return mm.figure(id)


def of(*ids):
    """Run a test for each of these figures, drawn as ``picture``."""
    return pytest.mark.parametrize("picture", ids, indirect=True)


def points(line):
    """Return the points of a line as pairs."""
    return [tuple(point) for point in line.get_xydata().tolist()]


def words(picture):
    """List all that is written in a picture, beside its axes' own labels."""
    return [text.get_text() for ax in picture.axes for text in ax.texts]
