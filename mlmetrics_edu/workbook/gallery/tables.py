"""Figures of tables and numbers: many classes, and how a number is worked out."""

from ... import plots
from ...metrics.class_averages import of_means
from ...metrics.confusion import Confusion
from ...metrics.confusion_matrix import ConfusionMatrix
from ...metrics.rates import lookup
from ...plots.say import say
from ..examples import example
from .registry import register, walk

NORMALISED = ("row shares", "column shares", "all shares")


def witten_frank() -> ConfusionMatrix:
    """Return the table of three classes."""
    book = example("witten-frank")
    ((name, counts),) = book.matrices.items()
    return ConfusionMatrix(counts, book.labels[name])


def pooled() -> dict[str, Confusion]:
    """Return the tables of two questions, and what they add up to."""
    one, two = example("iir-two-classes").confusions.values()
    return {"class_1": one, "class_2": two, "pooled": one + two}


def _f1():
    """Return the F1 of the twenty images by precision and recall, each with its own working."""
    c = walk()[7].confusion
    return of_means(lookup("f1")).work(precision=c.precision, recall=c.recall).retold("f1")


@register("three-classes", shows=lambda: {"kappa": witten_frank().kappa})
def three_classes() -> plots.Picture:
    """Draw a table of three classes, with the share of each row."""
    ax = plots.panels(size=(3.95, 3.55))[1]
    plots.confusion_matrix(witten_frank(), ax, values="both", totals=True)
    ax.set(xlim=(0, 3.9), ylim=(3.75, 0))  # beyond the sums there is nothing
    return ax.figure


@register("three-normalisations", shows=lambda: {"accuracy": witten_frank().accuracy})
def three_normalisations() -> plots.Picture:
    """Draw one table divided by its rows, by its columns and by all samples."""
    picture, axes = plots.panels(1, 3, size=(4.4, 4.6))
    for values, ax in zip(NORMALISED, axes, strict=True):
        plots.confusion_matrix(witten_frank(), ax=ax, values=values)
        ax.set_title(say(f"gallery.{values}"))
    return picture


@register("per-class")
def each_class() -> plots.Picture:
    """Draw precision, recall and F1 of each class."""
    return plots.per_class(witten_frank(), ("precision", "recall", "f1")).figure


@register(
    "iir-pooled", shows=lambda: {f"precision, {name}": c.precision for name, c in pooled().items()}
)
def iir_pooled() -> plots.Picture:
    """Draw the tables of two questions, and the one that pools their counts."""
    picture, axes = plots.panels(1, 3, size=(6.0, 4.1))
    look = {"orientation": "truth in columns, positive first", "rates": ("precision",)}
    for (name, c), ax in zip(pooled().items(), axes, strict=True):
        plots.confusion(c, ax=ax, names=(say("gallery.no"), say("gallery.yes")), **look)
        ax.set_title(say(f"gallery.{name}"), pad=12)
    return picture


@register("working-tree", shows=lambda: {"F1": _f1()})
def working_tree() -> plots.Picture:
    """Draw how the F1 of the twenty images is worked out, down to the counts."""
    return plots.working_tree(_f1()).figure
