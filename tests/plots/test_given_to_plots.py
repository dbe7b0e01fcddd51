"""Nothing given to a plot is ignored: each of its arguments shows in what is drawn or said."""

import inspect
import re

import numpy as np
import pytest
from matplotlib.axes import Axes
from matplotlib.contour import ContourSet
from matplotlib.figure import Figure

import mlmetrics_edu as mm
from mlmetrics_edu import plots
from mlmetrics_edu.plots.picture import Picture, alternative_text
from tests.cases import EXPLORE
from tests.test_given import (
    COSTS,
    JUDGED,
    MASK,
    MATCHED,
    NAMED_COUNTS,
    OTHER,
    PRED,
    SEEN,
    SWEEP,
    TRUE,
    UNTIED,
    A,
    B,
    C,
    Given,
    M,
    Refused,
    Table,
)
from tests.test_given import (
    call as row,
)

LINE = {"line": {"alpha": 0.31}}
IGNORED = Given(2, classes=[0, 1], pred=[[0, 1, 1], [1, 1, 0]])
BOXES = [A, [2, 0, 10, 10], [20, 0, 30, 10]]
PICTURE = np.zeros((100, 100, 3))
CHANCES = [0.9, 0.2, 0.4, 0.6]


ROWS = [
    row(plots.against_threshold, SWEEP)(metrics=["f1"], best="recall", between=(0.3, 0.7), **LINE),
    row(plots.ap_areas, SWEEP)(rule="coco"),
    row(plots.band, mm.bootstrap_band(SWEEP, times=10))(),
    row(plots.box_grid, JUDGED)(iou=0.99, images=[1]),
    row(plots.boxes, MATCHED, 1)(image=2, picture=PICTURE, reasons=False),
    row(plots.confusion, C)(
        orientation="truth in rows, positive first",
        names=("ham", "spam"),
        rates=["precision"],
        lettered=True,
    ),
    row(plots.confusion_matrix, M)(
        orientation="truth in rows, reversed", values="both", totals=True
    ),
    row(plots.cost_curve, SWEEP)(area="mine", ruling=False, at=0.3, ends=0.8, **LINE),
    row(plots.densities, SWEEP)(threshold=0.5, names=("x", "y"), **LINE),
    row(plots.det, OTHER)(**LINE),
    row(plots.duality, OTHER)(at=0.3),
    row(plots.expected_cost, SWEEP, COSTS)(p_positive=0.1, **LINE),
    row(plots.f_surface)(beta=2, levels=[0.5], points={"a": (0.5, 0.5)}),
    row(plots.iso_cost, SWEEP)(costs=COSTS, p_positive=0.1),
    row(plots.iso_f1)(values=0.5),
    row(plots.gain, SWEEP)(bins=2, **LINE),
    row(plots.ks, SWEEP)(
        abscissa="score", gap=False, difference=True, where=Given("share", abscissa="score"), **LINE
    ),
    row(plots.decision_curve, SWEEP)(**LINE),
    row(plots.lift, SWEEP)(bins=2, **LINE),
    row(plots.masks, MASK, SEEN)(
        classes=[2, 1, 0], ignore=IGNORED, names=Given(list("abc"), classes=3)
    ),
    row(plots.overlap, A, B)(convention="inclusive-pixels", names=("x", "y")),
    row(plots.panels)(rows=2, columns=2, size=(9.0, 9.0)),
    row(plots.per_class, M)(rate="recall", means=["micro"]),
    row(plots.pr, SWEEP)(
        interpolation="voc2007",
        prevalence=False,
        break_even=True,
        counts=True,
        area="step",
        band=mm.bootstrap_band(SWEEP, mm.pr, times=10),
        mark=0.5,
        **LINE,
    ),
    row(plots.ranking, SWEEP)(threshold=0.5, order="given"),
    row(plots.reliability, [1, 0, 1, 0], CHANCES)(
        bins=2, strategy="quantile", interval=0.9, **LINE
    ),
    row(plots.residuals, TRUE, PRED)(y_pred=[1.0, 2.0, 3.0, 4.0], squares=True),
    row(plots.roc, SWEEP)(
        steps=True,
        hull=True,
        diagonal=False,
        costs=COSTS,
        area=True,
        band=mm.bootstrap_band(SWEEP, times=10),
        mark=0.5,
        **LINE,
    ),
    row(plots.two_lists, NAMED_COUNTS)(counts=False),
    row(plots.strips, SWEEP)(framed=1),
    row(plots.table, mm.Trace.of("t", {"a": [1, 2], "b": [3, 4]}))(
        columns={"a": "A"}, marked=[1], framed=[(0, "a")]
    ),
    row(plots.threshold_walk, UNTIED, [1, 2])(names=("ham", "spam")),
    row(plots.unreachable, SWEEP)(),
]
CALLS = dict(ROWS)
BY_ITSELF = {
    plots.style: "a context: what it changes is drawn by others",
    plots.equal_error_rate: "takes a language only",
    plots.ssim_map: "takes a language only",
    plots.pairs: "takes a language only",
    plots.working_tree: "takes a language only",
    plots.ap_by_iou: "takes a language only",
}
EVERYWHERE = {"ax", "axes", "language", "legend"}  # one way for all plots; asked below of each
ADDRESS = re.compile(" at 0x[0-9a-f]+")
SHOWN = (
    *("text", "data", "color", "facecolor", "edgecolor", "linestyle", "linewidth", "alpha"),
    *("hatch", "array", "offsets", "fontsize", "visible", "xy", "width", "height", "cmap", "label"),
    *("size_inches", "xlim", "ylim", "zorder", "marker", "extent"),
)


@pytest.fixture(autouse=True)
def not_laid_out(monkeypatch):
    """Leave out what takes long, and gives all that is given its place alone."""
    monkeypatch.setattr(Picture, "settle", lambda picture: None)


def seen(drawn):
    """List all that is drawn, and the text that says it."""
    figures = [drawn] if isinstance(drawn, Figure) else _figures(drawn)
    return [
        (alternative_text(figure), [_look(artist) for artist in figure.findobj()])
        for figure in figures
    ]


def _figures(drawn):
    parts = [drawn] if isinstance(drawn, Axes | Figure) else drawn
    flat = [one for part in parts for one in np.ravel(np.array(part, object))]
    return list(dict.fromkeys(one if isinstance(one, Figure) else one.figure for one in flat))


def _look(artist):
    """Write down what can be seen of an artist; a colour map by its name."""
    known = [name for name in SHOWN if hasattr(artist, f"get_{name}")]
    looks = [
        _plain(getattr(artist, f"get_{name}")())
        for name in known
        if not (name == "text" and isinstance(artist, ContourSet))
    ]
    paths = artist.get_paths() if hasattr(artist, "get_paths") else []
    return repr((type(artist).__name__, looks, [path.vertices.tolist() for path in paths]))


def _plain(value):
    value = getattr(value, "name", value)
    return value.tolist() if isinstance(value, np.ndarray) else ADDRESS.sub("", repr(value))


TABLE = Table(CALLS, seen)


def test_every_argument_of_a_plot_has_an_entry():
    named = ((name, getattr(plots, name)) for name in plots.__all__)
    calls = [(name, call) for name, call in named if call not in BY_ITSELF and callable(call)]
    assert TABLE.missing(calls, EVERYWHERE) == set()


# Seconds: every plot is drawn once more for each of its arguments.
def test_every_argument_of_a_plot_shows():
    assert dict(TABLE.silent()) == {}


# Keywords of the library that draws: some take effect, what can't is refused by its name.
KEYWORDS = {
    plots.roc: {"color": "red", "lw": 5, "marker": "o", "stepz": Refused(True)},
    plots.pr: {"color": "red", "colour": Refused("red")},
}


def test_keywords_for_what_draws_take_effect_or_are_refused_by_name():
    for call, keywords in KEYWORDS.items():
        for name, value in keywords.items():
            if isinstance(value, Refused):
                assert name in TABLE.outcome(call, {name: value.value}), (call.__name__, name)
            else:
                drawn = TABLE.outcome(call, {name: value})
                assert not isinstance(drawn, str) and drawn != TABLE.answer(call), (call, name)


def test_every_plot_speaks_the_language_asked_for_and_draws_where_it_is_told():
    for call in CALLS:
        takes, base = inspect.signature(call), TABLE.bare(call)
        if "ax" in takes.parameters:
            ax = Figure().subplots()
            assert call(**base, ax=ax) is ax, call.__name__
        if "language" in takes.parameters:
            drawn = call(**base, language="zh-Hans")
            said = [alternative_text(figure) for figure in _figures(drawn)]
            assert any("\u4e00" <= letter <= "\u9fff" for letter in "".join(said)), call.__name__


# As somebody writes them first; what none of them does is to be without effect, or to fail inside.
SPELT = {
    "lw": 7,
    "c": "#00ff01",
    "ls": ":",
    "color": ["red", "blue"],
    "linewidths": 7,
    "fmt": ".3f",
    "annot_kws": {"color": "#123456"},
    "normalise": "true",
    "normalize": "true",
    "cmap": "Greens",
    "colour": "red",
}


def test_no_keyword_of_another_library_is_dropped_or_fails_inside():
    silent = {}
    for number, call in enumerate(CALLS):
        kinds = {parameter.kind for parameter in inspect.signature(call).parameters.values()}
        if inspect.Parameter.VAR_KEYWORD not in kinds:
            continue
        for turn, (name, value) in enumerate(SPELT.items()):
            if not EXPLORE and (number + turn) % 4:
                continue
            if TABLE.outcome(call, {name: value}) == TABLE.answer(call):
                silent[call.__name__, name] = value
    assert silent == {}
