"""Figures of tables and numbers: many classes, regression, and how a number is worked out."""

from ... import plots
from ...metrics.evaluate import lookup
from ...metrics.many_classes.averages import of_means
from ...metrics.many_classes.confusion_matrix import ConfusionMatrix
from ...metrics.real_values.least_squares import least_squares
from ..examples import example
from .registry import register
from .samples import CARS, walk

ANSCOMBE = "Anscombe (1973), Graphs in statistical analysis, American Statistician 27:17–21"


def witten_frank() -> ConfusionMatrix:
    """Give the table of three classes."""
    known = example("witten-frank")
    ((name, counts),) = known.matrices.items()
    return ConfusionMatrix(counts, known.labels[name])


def _f1():
    """Give the F1 of the twenty images by precision and recall, each with its own working."""
    c = walk()[7].confusion
    return of_means(lookup("f1")).work(precision=c.precision, recall=c.recall).retold("f1")


@register(
    "three-classes",
    "Witten & Frank (2005), Data Mining, table 5.4",
    lesson=4,
    shows=lambda: {"kappa": witten_frank().kappa},
)
def three_classes() -> plots.Picture:
    """Draw a table of three classes, with the share of each row."""
    return plots.confusion_matrix(witten_frank(), values="both").figure


@register("per-class", "Witten & Frank (2005), Data Mining, table 5.4", status="ours", lesson=4)
def each_class() -> plots.Picture:
    """Draw precision, recall and F1 of each class."""
    return plots.per_class(witten_frank(), ("precision", "recall", "f1")).figure


@register("anscombe", ANSCOMBE, lesson=16)
def anscombe() -> plots.Picture:
    """Draw four sets of points with one line."""
    columns = example("anscombe").columns
    picture, axes = plots.panels(2, 2)
    for ax, x, y in zip(axes.flat, ("x", "x", "x", "x4"), ("y1", "y2", "y3", "y4"), strict=True):
        plots.residuals(least_squares(columns[x], columns[y]), ax=ax)
        ax.set(xlim=(2, 20), ylim=(2, 14))  # one frame for all four, or they can't be compared
    return picture


@register("working-tree", CARS, status="ours", lesson=3, of_words=True, shows=lambda: {"F1": _f1()})
def working_tree() -> plots.Picture:
    """Draw how the F1 of the twenty images is worked out, down to the counts."""
    return plots.working_tree(_f1()).figure
