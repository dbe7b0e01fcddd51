"""How a test says whose artists it compares with numbers from elsewhere, and reads them."""

from functools import cache
from itertools import pairwise
from pathlib import Path

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.collections import QuadMesh

import mlmetrics_edu as mm
from mlmetrics_edu.plots.look import COLOURS

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


def corners(line):
    """Return the points at which a line turns."""
    path = line if isinstance(line, list) else points(line)
    kept = [point for point, after in pairwise([*path, None]) if point != after]
    return [
        point
        for k, point in enumerate(kept)
        if k in (0, len(kept) - 1) or abs(_turn(*kept[k - 1 : k + 2])) > 1e-9
    ]


def _turn(before, here, after):
    first, second = np.subtract(here, before), np.subtract(after, here)
    return first[0] * second[1] - first[1] * second[0]


def words(picture):
    """List all that is written in a picture, beside its axes' own labels."""
    return [text.get_text() for ax in picture.axes for text in ax.texts]


def dots(ax):
    """List the points that are marked alone."""
    return sorted(points(line)[0] for line in ax.lines if len(line.get_xdata()) == 1)


def upright(ax):
    """List where lines stand upright."""
    lines = [line.get_xdata() for line in ax.lines]
    return sorted(float(x[0]) for x in lines if len(x) > 1 and not np.ptp(x))


def thick(ax):
    """Find the thickest line: the envelope."""
    return max(ax.lines, key=lambda line: line.get_linewidth())


def cells(ax):
    """Return the numbers behind a table."""
    return next(c for c in ax.collections if isinstance(c, QuadMesh)).get_array().tolist()


def finite(line):
    """Return the points of a line that are there."""
    x, y = line.get_data()
    there = np.isfinite(y)
    return x[there], y[there]


def outlines(ax, colour):
    """List the boxes drawn in a colour: left, top, right, bottom."""
    plain = [patch for patch in ax.patches if not patch.get_hatch()]
    found = [p for p in plain if mpl.colors.to_hex(p.get_edgecolor()) == colour]
    return [tuple(patch.get_bbox().extents.tolist()) for patch in found]


def frames(ax):
    """List the frames by what they surround, in whole cells; a diagonal isn't dashed."""
    framed = [patch for patch in ax.patches if patch.get_linestyle() != "solid"]
    return [np.round(patch.get_bbox().extents).tolist() for patch in framed]


def shared(ax):
    """List the areas that two boxes share."""
    hatched = [patch.get_bbox() for patch in ax.patches if patch.get_hatch()]
    return [box.width * box.height for box in hatched]


def filled(ax):
    """Tell of each box whether it is filled as a positive."""
    positive = mpl.colors.to_rgba(COLOURS["positive"])
    return [patch.get_facecolor() == positive for patch in ax.patches[:20]]


def texts(ax):
    """List all that is written beside, around and below a panel."""
    labels = [*ax.get_xticklabels(), *ax.get_yticklabels()]
    key = ax.get_legend()
    labels += [*key.get_texts(), key.get_title()] if key else []
    heads = [ax.get_title(place) for place in ("left", "center")]
    return [*heads, ax.get_xlabel(), ax.get_ylabel(), *(t.get_text() for t in [*ax.texts, *labels])]


def slope(line):
    """Return how steep a line is from its first point to its second."""
    (x0, y0), (x1, y1) = points(line)[:2]
    return (y1 - y0) / (x1 - x0) if x0 != x1 else np.inf
