"""Words find their places in anybody's Axes, whatever lies there by the time it is drawn."""

import pickle

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.legend import Legend
from matplotlib.transforms import Affine2D, Bbox

import mlmetrics_edu as mm
from mlmetrics_edu.plots.placing import Label, arranger, names_of, place, points_of_line
from tests.cases import EXPLORE, each
from tests.plots.looks import on_each_other, texts

RNG = np.random.default_rng(18)
TRUTH = RNG.random(500) < 0.35
SCORES = [RNG.random(500) * 0.6 + TRUTH * RNG.random(500) * share for share in (0.2, 0.5, 0.9)]
MODELS = {name: mm.sweep(TRUTH, score) for name, score in zip("abc", SCORES, strict=True)}
MANY = {f"model {k}": mm.sweep(TRUTH, SCORES[k % 3]) for k in range(6)}
FAMILY = {
    "roc": mm.plots.roc,
    "pr": mm.plots.pr,
    "det": mm.plots.det,
    "gain": mm.plots.gain,
    "lift": mm.plots.lift,
    "cost_curve": mm.plots.cost_curve,
    "against_threshold": mm.plots.against_threshold,
}
LAYOUTS = [{}, {"layout": "constrained"}, {"layout": "tight"}]


def shown(ax):
    """Draw a figure as it will be saved."""
    FigureCanvasAgg(ax.figure).draw()
    return ax


def words_on_lines(ax):
    """List the words of an Axes that lie on one of its lines, and on no plate that hides it."""
    return [
        text.get_text()
        for text in ax.texts
        if text.get_visible()
        and not text.get_bbox_patch()
        and any(lies_on(text, line) for line in ax.lines)
    ]


def names_of_others(ax):
    """List the names of lines that stand nearer to another line with a name than to their own."""
    written = {n: label for label, n in arranger(ax).written if n.get_visible() and n.axes is ax}
    lines = [one.line for one in written.values() if len(one.x) > 1 and one.line in ax.lines]
    return [
        note.get_text()
        for note, label in written.items()
        if label.named and label.line in ax.lines
        for far in [[distance(note, line) for line in lines if line is not label.line]]
        if distance(note, label.line) > min(far, default=np.inf)
    ]


def distance(text, line):
    """Measure how far a text is from a line, in pixels."""
    box, points = text.get_window_extent(), points_of_line(line)
    outside = np.maximum(np.maximum(box.min - points, points - box.max), 0)
    return np.hypot(*outside.T).min()


def lies_on(text, line):
    angle, middle = text.get_rotation(), text.get_window_extent().get_points().mean(axis=0)
    upright = Affine2D().rotate_deg_around(*middle, -angle)
    text.set_rotation(0)
    width, height = text.get_window_extent().size
    text.set_rotation(angle)
    box = Bbox.from_bounds(*(middle - np.array([width, height]) / 2), width, height).padded(-2)
    path = line.get_path().transformed(line.get_transform() + upright)
    return path.intersects_bbox(box, filled=False)


# A second: words find their places in a dozen pictures.
@each("name", FAMILY)
def test_names_stand_on_no_line_in_an_axes_of_any_layout(name):
    turn = [*FAMILY].index(name) % len(LAYOUTS)
    for how in LAYOUTS if EXPLORE else LAYOUTS[turn : turn + 1]:
        figure, axes = plt.subplots(2, 2, figsize=(11, 9), **how)
        ax = shown(FAMILY[name]({"a": MODELS["a"], "c": MODELS["c"]}, ax=axes[1, 1]))
        assert words_on_lines(ax) == [] == names_of_others(ax)
        assert on_each_other({text: text.get_window_extent() for text in ax.texts}) == []
        plt.close(figure)


@pytest.mark.parametrize("plot", [mm.plots.roc, mm.plots.gain, mm.plots.cost_curve])
def test_lines_that_lie_together_have_their_names_in_a_legend(plot):
    # Beside one of them a name would be read as the other's.
    ax = shown(plot({"a": MODELS["b"], "its twin": MODELS["b"]}))
    assert ax.get_legend().get_visible() and not {"a", "its twin"} & {*written_beside(ax)}


def written_beside(ax):
    return [text.get_text() for text in ax.texts if text.get_visible()]


def test_words_far_from_their_point_are_led_to_it():
    _, ax = plt.subplots(figsize=(5, 4))
    ax.plot(*(0.5 + 0.1 * RNG.uniform(-1, 1, (2, 60))))  # a knot around one of two points
    at = np.array([0.5])
    place(ax, [Label("far", at, at, "black"), Label("near", at + 0.7, at + 0.7, "black")])
    ax.set(xlim=(0, 1.4), ylim=(0, 1.4))
    assert [text.led for text in shown(ax).texts] == [True, False]
    plt.close("all")


def test_words_make_room_for_what_is_drawn_later():
    ax = shown(mm.plots.roc(MODELS["a"]))
    guessing = ax.texts[-1]
    at = guessing.get_window_extent()
    ax.axvspan(*ax.transData.inverted().transform(at.get_points())[:, 0])
    ax.text(0.5, 0.5, "of mine", ha="center", va="center", transform=ax.transAxes, size=20)
    shown(ax)
    assert on_each_other({text: text.get_window_extent() for text in texts(ax.figure)}) == []


def test_words_stay_at_their_line_when_the_picture_grows_or_is_zoomed_into():
    ax = shown(mm.plots.roc({"a": MODELS["a"], "c": MODELS["c"]}))
    before = [text.get_window_extent().extents for text in ax.texts]
    ax.set(xlim=(0, 0.3), ylim=(0, 0.5))
    shown(ax)
    assert not np.allclose(before, [text.get_window_extent().extents for text in ax.texts])
    assert words_on_lines(ax) == []


def test_guessing_is_written_along_its_line_however_steep_that_is():
    _, ax = plt.subplots(figsize=(9, 3))
    mm.plots.roc(MODELS["a"], ax)
    ax.set(xlim=(0, 1), ylim=(0, 1), aspect="auto")
    shown(ax)
    assert 10 < ax.texts[-1].get_rotation() < 30
    plt.close("all")


@each("name", [*FAMILY][::2])
def test_many_names_stand_in_a_legend(name):
    ax = shown(FAMILY[name](MANY))
    legend = ax.get_legend()
    assert legend.get_visible() and all(
        any(m in t.get_text() for t in legend.get_texts()) for m in MANY
    )
    handles, labels = ax.get_legend_handles_labels()
    assert [h.get_color() for h in handles] == [h.get_color() for h in legend.legend_handles]
    assert len(labels) >= 6


@each("wanted", [True, False])
def test_a_legend_is_drawn_or_not_as_one_likes(wanted):
    few = shown(mm.plots.roc({"a": MODELS["a"], "c": MODELS["c"]}, legend=wanted))
    many = shown(mm.plots.roc(MANY, legend=wanted))
    assert few.get_legend().get_visible() == many.get_legend().get_visible() == wanted
    assert any(text.get_visible() and text.get_text() == "a" for text in few.texts) != wanted


def test_a_legend_of_ones_own_stays():
    ax = mm.plots.roc(MANY)
    own = ax.legend(title="mine")
    mm.plots.roc({"another": MODELS["a"]}, ax)
    assert shown(ax).get_legend() is own and type(own) is Legend


@each("legend", ["yes", 3, None])
def test_another_wish_is_refused(legend):
    with pytest.raises(mm.InputError, match="legend"):
        mm.plots.roc(MODELS, legend=legend)


@each("name", [name for name in FAMILY if name != "cost_curve"])  # one alone shows its lines
def test_further_calls_take_the_next_colour_and_draw_what_all_share_once(name):
    together = FAMILY[name](MODELS)
    ax = FAMILY[name]({"a": MODELS["a"]})
    for model in "bc":
        assert FAMILY[name]({model: MODELS[model]}, ax=ax) is ax
    looks = [
        sorted((str(line.get_color()), str(line.get_linestyle())) for line in one.lines)
        for one in (together, ax)
    ]
    assert looks[0] == looks[1]


def test_a_layer_takes_the_colour_of_the_curve_that_it_belongs_to():
    ax = mm.plots.roc(MODELS)
    mm.plots.band({"c": mm.bootstrap_band(MODELS["c"], times=9)}, ax)
    curve = next(line for line in ax.lines if line.get_label() == "c")
    assert ax.lines[-1].get_color() == curve.get_color()


def test_a_name_is_text_whatever_signs_it_has():
    names = ["_hidden", "$x_1$", "a^2", "50 %", "分类器"]
    ax = shown(mm.plots.roc({name: MODELS["a"] for name in names}))
    written = [text.get_text().strip().replace(r"\$", "$") for text in ax.get_legend().get_texts()]
    assert written == names


def test_a_picture_can_be_pickled():
    ax = pickle.loads(pickle.dumps(mm.plots.roc(MODELS).figure)).axes[0]
    assert words_on_lines(shown(ax)) == []


def test_a_line_that_plunges_out_of_sight_has_no_million_points():
    ax = mm.plots.panels()[1]
    line = ax.plot([0, 0.5, 1], [0, -1, -1e6])[0]
    ax.set_ylim(-0.1, 1)
    assert len(points_of_line(line)) < 10_000


def test_a_legend_keeps_off_bands_where_it_can():
    for band in ((0, 0.45), (0.55, 1)):
        ax = mm.plots.panels(size=(8, 6))[1]
        lines = {name: ax.plot([0, 1], [1 - k / 50] * 2)[0] for k, name in enumerate("ab")}
        ax.fill_between(band, 0, 0.9, alpha=0.1)
        ax.set(xlim=(0, 1), ylim=(0, 1))
        place(ax, names_of(lines), legend=True)
        shown(ax)
        box = ax.transData.inverted().transform_bbox(ax.get_legend().get_window_extent())
        assert not band[0] < (box.x0 + box.x1) / 2 < band[1]


def test_a_legend_stays_where_somebody_wants_it():
    ax = mm.plots.roc(MODELS, legend=True)
    ax.get_legend().set_loc("upper left")
    box = shown(ax).get_legend().get_window_extent()
    assert box.x1 < ax.bbox.x1 - box.width / 4 and box.y1 > ax.bbox.y1 - 30


def test_a_name_keeps_off_the_mark_of_its_point_however_wide_that_is():
    ax = mm.plots.panels()[1]
    (line,) = ax.plot([0.5], [0.5], marker="D", markersize=30)
    place(ax, [Label("here", np.array([0.5]), np.array([0.5]), "red", line=line)])
    (note,) = shown(ax).texts
    assert not note.get_window_extent().overlaps(line.get_window_extent())


TIGHT = [  # where words once lay on lines: a legend, a crossing, numbers, a mean
    *(("tie-laboratory", 1, language, "print") for language in ("en", "zh-Hant")),
    *(("german-credit", 0, "en", size) for size in ("page", "print")),
    ("earthquake", 0, "zh-Hans", "projector"),
    ("negatives-times-ten", 0, "zh-Hant", "print"),
    *((id, 0, "en", "print") for id in ("iir-table-8.1", "coco-thresholds")),
]


# A second: words find their places in a dozen small pictures.
@each("id, panel, language, size", TIGHT)
def test_words_lie_on_no_line_where_there_is_hardly_room(id, panel, language, size):
    ax = shown(mm.figure(id, language, size).axes[panel])
    assert words_on_lines(ax) == []
    assert not (ax.get_legend() and ax.get_legend().get_visible())
