"""On a dark ground everything stands out as it does on a light one."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np

import mlmetrics_edu as mm
from mlmetrics_edu.plots.look import DARK, contrast, ground_of, is_dark, mirrored
from tests.cases import EXPLORE, each
from tests.plots.looks import drawn, texts

CARS = mm.example("cars")
WALK = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids, ties="in-order")
TABLE = mm.ConfusionMatrix([[88, 10, 2], [7, 20, 3], [9, 5, 6]], ["a", "b", "c"])
PICTURES = {
    "roc": lambda ax=None: mm.plots.roc({"A": WALK, "B": WALK}, ax, costs=mm.Costs(), hull=True),
    "pr": lambda ax=None: mm.plots.pr(WALK, ax),
    "ks": lambda ax=None: mm.plots.ks(WALK, ax),
    "costs": lambda ax=None: mm.plots.cost_curve(WALK, ax),
    "ranking": lambda ax=None: mm.plots.ranking(WALK, 0.45, ax=ax),
    "two lists": lambda ax=None: mm.plots.two_lists(WALK.at(0.5), ax),
    "densities": lambda ax=None: mm.plots.densities(WALK, ax=ax),
    "table": lambda ax=None: mm.plots.confusion_matrix(TABLE, ax=ax),
}
WAYS = 2 if EXPLORE else 1  # to a dark ground, in turn


def assert_stands_out(ax):
    """Check that letters on the bare ground, and lines, stand out from it."""
    figure, ground = drawn(ax), ground_of(ax)
    assert is_dark(ground)
    filled = [*ax.patches, *(c for c in ax.collections if c.get_array() is not None)]
    for text in texts(figure):
        inside = any(one.get_window_extent().overlaps(text.get_window_extent()) for one in filled)
        assert inside or contrast(text.get_color(), ground) >= 4.5, text.get_text()
    for line in ax.lines:
        assert contrast(line.get_color(), ground) >= 3


@each("name", PICTURES)
def test_pictures_follow_the_settings_and_what_is_asked_for(name):
    asked, turn = mm.plots.style(ground="dark"), [*PICTURES].index(name)
    for dark in [asked, mpl.style.context("dark_background")][:: -1 if turn % 2 else 1][:WAYS]:
        with dark:
            shown = PICTURES[name]()
        assert_stands_out(shown)
        assert dark is not asked or mpl.colors.to_hex(shown.figure.get_facecolor()) == DARK


@each("name", PICTURES)
def test_a_picture_follows_the_axes_that_it_is_drawn_into(name):
    with plt.style.context("dark_background"):
        _, ax = plt.subplots()
    assert_stands_out(PICTURES[name](ax))
    plt.close("all")


@each("id", ["twelve-aps", "moving-boundary", "zhou-2.6", "losses"])
def test_a_figure_follows_the_settings_in_what_it_alone_draws(id):
    with plt.style.context("dark_background"):
        assert_stands_out(mm.figure(id).axes[-1])


def test_a_second_layer_leaves_the_first_one_as_it_is():
    with mm.plots.style(ground="dark"):
        ax = mm.plots.roc(WALK)
        before = [line.get_color() for line in ax.lines]
        mm.plots.hull(WALK, ax)
    assert [line.get_color() for line in ax.lines][: len(before)] == before


@each("colour", ["#222222", "#0072B2", "#D1E5F1", (0.1, 0.2, 0.3, 0.5)])
def test_light_and_dark_turn_round_and_back(colour):
    there = mirrored(colour)
    assert is_dark(there) != is_dark(colour) or contrast(there, colour) < 2
    np.testing.assert_allclose(
        mpl.colors.to_rgba(mirrored(there)), mpl.colors.to_rgba(colour), atol=0.01
    )


def test_white_becomes_the_ground_and_what_is_not_drawn_stays_so():
    assert mirrored("white", "#333333") == "#333333" and mirrored("none") == "none"
