"""What every picture has to be: nothing clipped, no words on words, readable, in any language."""

import warnings
from itertools import combinations

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg

from mlmetrics_edu.plots.colours import ENOUGH, contrast

ROOM = 1.5  # pixels that two texts may share: the blank around letters
LANGUAGES = ("en", "zh-Hans", "zh-Hant")


def drawn(ax):
    """Draw the figure; a glyph that no font has is an error."""
    figure = ax.figure
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        FigureCanvasAgg(figure).draw()
    return figure


def texts(figure):
    """List all texts that can be seen, those of ticks and titles included."""
    found = [t for t in figure.findobj(mpl.text.Text) if t.get_visible() and t.get_text().strip()]
    hidden = set()
    for ax in figure.axes:
        for axis in (ax.xaxis, ax.yaxis):
            low, high = sorted(axis.get_view_interval())
            shown = axis.get_visible() and ax.axison
            for tick in (*axis.get_major_ticks(), *axis.get_minor_ticks()):
                if not (shown and low - 1e-9 <= tick.get_loc() <= high + 1e-9):
                    hidden |= {tick.label1, tick.label2}
            if not shown:
                hidden |= {axis.label, axis.offsetText}
    return [t for t in found if t not in hidden]


def assert_legible(ax):
    """Check that no text is cut off, none lies on another, and all stand out from the ground."""
    figure = drawn(ax)
    shown = texts(figure)
    boxes = {t: t.get_window_extent() for t in shown}
    for text, box in boxes.items():
        inside = figure.bbox.padded(1)
        ends = ((box.x0, box.y0), (box.x1, box.y1))
        assert all(inside.contains(*end) for end in ends), f"cut off: {text.get_text()!r}"
        assert contrast(text.get_color(), "white") >= ENOUGH or _on_ground(text), text.get_text()
    for a, b in combinations(shown, 2):
        shared = mpl.transforms.Bbox.intersection(boxes[a].padded(-ROOM), boxes[b].padded(-ROOM))
        assert shared is None or shared.width <= 0 or shared.height <= 0, (
            f"{a.get_text()!r} lies on {b.get_text()!r}"
        )


def _on_ground(text):
    """Look at the colour below a text that stands inside something filled."""
    figure = text.figure
    pixels = np.asarray(figure.canvas.buffer_rgba())
    box = text.get_window_extent().padded(2)
    x, y = int(box.x0), int(figure.bbox.height - box.y0) - 1
    ground = pixels[min(max(y, 0), len(pixels) - 1), max(x, 0), :3] / 255
    return contrast(text.get_color(), ground) >= ENOUGH
