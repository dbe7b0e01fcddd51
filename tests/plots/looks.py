"""What every picture has to be: nothing clipped, no words on words, readable, in any language."""

import re
import warnings
from itertools import product

import matplotlib as mpl
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg

import mlmetrics_edu as mm
from mlmetrics_edu.plots.look import LANGUAGES, SIZES
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import EXPLORE
from tests.plots.vision import dim

CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
COSTS = mm.Costs(fp=1, fn=5)
WALK = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids, ties="in-order")
LEARNERS = {
    name[-1].upper(): mm.sweep(mm.example(name).y_true, mm.example(name).y_score)
    for name in ("learner-a", "learner-b")
}
ROOM = 1.5  # pixels that two texts may share: the blank around letters
LOOKS = [(size, language) for language, size in product(LANGUAGES, SIZES)]
HAN = "[\u3041-\u9fff]"
# Latin letters or digits without a space beside Chinese, and half-width marks where it ends.
CLOSE = rf"{HAN}[A-Za-z0-9(]|[A-Za-z0-9%)]{HAN}"
NARROW = rf"{HAN}[:;,.!?]|[:;,] ?{HAN}|[.;,:]$|[。；：，、] "


def looks(pictures):
    """Pair pictures with looks: with `make explore` all, else every other one with one in turn."""
    for number, picture in enumerate(pictures):
        chosen = LOOKS if EXPLORE else [LOOKS[number // 2 % len(LOOKS)]][number % 2 :]
        yield from ((picture, *look) for look in chosen)


def drawn(ax):
    """Draw the figure; a glyph that no font has is an error."""
    figure = ax.figure
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        FigureCanvasAgg(figure).draw()
    return figure


def written(ax):
    """List the words in an Axes, in the order in which they were written."""
    return [text.get_text() for text in ax.texts]


def texts(figure):
    """List all texts that can be seen, those of ticks and titles included."""
    found = [t for t in figure.findobj(mpl.text.Text) if t.get_visible() and t.get_text().strip()]
    hidden = set()
    for legend in figure.findobj(mpl.legend.Legend):
        hidden |= set() if legend.get_visible() else set(legend.findobj(mpl.text.Text))
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
    assert dim(figure, shown) == []
    assert on_each_other(boxes) == []
    assert below_a_legend(figure, boxes) == []
    assert mixed(figure) == []


def on_each_other(boxes):
    """List pairs of texts whose boxes share more than the blank around letters."""
    names = [text.get_text() for text in boxes]
    ends = np.array([box.padded(-ROOM).extents for box in boxes.values()]).reshape(-1, 4)
    low, high = ends[:, :2], ends[:, 2:]
    shared = (np.minimum(high[:, None], high) - np.maximum(low[:, None], low) > 0).all(axis=2)
    return [(names[i], names[k]) for i, k in np.argwhere(np.triu(shared, 1))]


def below_a_legend(figure, boxes):
    """List texts that a legend covers, which also hides what lies between its own words."""
    legends = [one for one in figure.findobj(mpl.legend.Legend) if one.get_visible()]
    frames = [(one.get_window_extent(), {*one.findobj(mpl.text.Text)}) for one in legends]
    return [
        text.get_text()
        for frame, own in frames
        for text, box in boxes.items()
        if text not in own and frame.padded(-ROOM).overlaps(box)
    ]


def mixed(figure):
    """List where the Chinese of a figure, and of what it says, is written half in English."""
    written = [line for text in texts(figure) for line in text.get_text().split("\n")]
    said = alternative_text(figure)
    found = [re.search(CLOSE, line) for line in written]
    if "。" in said:
        found += [re.search(f"{CLOSE}|{NARROW}", line) for line in said.split("\n")]
    return [match.string[max(match.start() - 20, 0) : match.end() + 20] for match in found if match]
