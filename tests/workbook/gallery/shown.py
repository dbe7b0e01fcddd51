"""How a test says whose artists it compares with numbers from elsewhere."""

import pytest


def of(*ids):
    """Run a test for each of these figures, drawn as ``picture``."""
    return pytest.mark.parametrize("picture", ids, indirect=True)


def points(line):
    """Give the points of a line as pairs."""
    return [tuple(point) for point in line.get_xydata().tolist()]


def words(picture):
    """List all that is written in a picture, beside its axes' own labels."""
    return [text.get_text() for ax in picture.axes for text in ax.texts]
