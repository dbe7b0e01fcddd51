"""Figures about counting: rankings cut at a threshold, and their tables."""

from ... import plots
from ...metrics.confusion import ORIENTATIONS
from ...plots.look import letters
from ...plots.say import say
from ..examples import example, swept
from .registry import CARS, register, walk

CANCER = "泰初 (2020), notes after Zhou, section 3 (source document 001)"
RATES = ("recall", "specificity", "precision", "npv", "accuracy")
ZHOU_ORDER = "truth in rows, positive first"


def _at(*steps: int):
    """Return the counts at some steps, as the numbers of a figure."""

    def numbers():
        tables = {i: walk()[i].confusion for i in steps}
        return {
            f"{cell} at step {i}": c.counts[cell] for i, c in tables.items() for cell in c.counts
        }

    return numbers


def _rates(name: str, *rates: str):
    """Return some rates of the tables of an example, as the numbers of a figure."""

    def numbers():
        tables = example(name).confusions
        return {f"{rate}, {who}": c.rate(rate) for who, c in tables.items() for rate in rates}

    return numbers


def detector():
    """Return the table of the cancer detector."""
    return example("cancer").confusions["the detector"]


def _cars() -> tuple[str, str]:
    return say("gallery.no_car"), say("gallery.car")


def _health() -> tuple[str, str]:
    return say("gallery.healthy"), say("gallery.ill")


@register("cars-unsorted", CARS, status="lost", lesson=5)
def cars_unsorted() -> plots.Picture:
    """Draw the twenty images as they come, each with its label and its score."""
    return plots.ranking(swept("cars-unsorted"), order="given").figure


@register("cars-ranked", CARS, lesson=5, shows=_at(5))
def cars_ranked() -> plots.Picture:
    """Draw the twenty images in the order of their scores, cut at step 5."""
    return plots.ranking(walk(), threshold=walk()[5].threshold).figure


@register("cars-counted", CARS, status="lost", lesson=5, shows=_at(1, 5))
def cars_counted() -> plots.Picture:
    """Draw the tables of right and wrong at steps 1 and 5."""
    picture, axes = plots.panels(1, 2, (4.3, 4.1))
    for step, ax in zip((walk()[1], walk()[5]), axes, strict=True):
        plots.confusion(step.confusion, ax=ax, names=_cars())
        ax.set_title(say("gallery.step", step=step.index, threshold=step.threshold))
    return picture


@register("cars-thresholds", CARS, status="lost", lesson=5, shows=_at(20))
def cars_thresholds() -> plots.Picture:
    """Draw how TP and FP add up from threshold to threshold, and what becomes of the rates."""
    return plots.running_counts(swept("cars"), rates=("precision", "recall")).figure


@register("diamonds-and-circles", CANCER, status="lost", lesson=2)
def diamonds_and_circles() -> plots.Picture:
    """Draw the samples along a line, before any boundary cuts them."""
    return plots.shapes(walk()).figure


@register(
    "customers",
    example("customers").source,
    status="ours",
    lesson=1,
    shows=_rates("customers", "accuracy", "recall"),
)
def customers() -> plots.Picture:
    """Draw the table of a bank that calls every customer good."""
    c, names = example("customers").confusion, (say("gallery.good"), say("gallery.bad"))
    return plots.confusion(c, names=names, rates=("recall", "specificity", "accuracy")).figure


@register("cancer", CANCER, lesson=1, shows=_rates("cancer", "accuracy", "recall"))
def cancer() -> plots.Picture:
    """Draw the table of a cancer detector, and that of calling everybody healthy."""
    picture, axes = plots.panels(1, 2, size=(6.3, 5.3))
    for (who, c), ax in zip(example("cancer").confusions.items(), axes, strict=True):
        plots.confusion(c, ax=ax, names=_health(), rates=("recall", "precision", "accuracy"))
        ax.set_title(say(f"gallery.{who}"), pad=12)
    return picture


@register(
    "confusion-formulas",
    "source document 000, its opening picture, on the table of source document 001",
    status="lost",
    lesson=2,
    shows=lambda: {rate: detector().rate(rate) for rate in RATES},
)
def confusion_formulas() -> plots.Picture:
    """Draw which row or column of the table each rate divides by."""
    return plots.confusion(detector(), names=_health(), rates=RATES).figure


@register(
    "confusion-letters",
    "source document 002, its picture of the confusion matrix",
    status="lost",
    lesson=1,
    shows=lambda: {rate: detector().rate(rate) for rate in ("precision", "recall", "fpr")},
)
def confusion_letters() -> plots.Picture:
    """Draw the table in the letters A, B, C and D, and rates in these letters."""
    look = {"orientation": ZHOU_ORDER, "lettered": True, "rates": ("precision", "recall", "fpr")}
    return plots.confusion(detector(), names=_health(), **look).figure


@register(
    "four-orientations",
    "source document 000, its two tables of section 5 and the one of section 6",
    status="lost",
    lesson=1,
    shows=lambda: {rate: walk()[5].confusion.rate(rate) for rate in ("precision", "recall")},
)
def four_orientations() -> plots.Picture:
    """Draw one table by each of the four customs."""
    picture, axes = plots.panels(2, 2, size=(5.9, 5.3))
    for orientation, ax in zip(ORIENTATIONS, axes.flat, strict=True):
        look = {"orientation": orientation, "rates": ("recall", "precision")}
        look["annot_kws"] = {"size": letters()}  # its frames need room
        plots.confusion(walk()[5].confusion, ax=ax, names=_cars(), **look)
        ax.set_title(say(orientation), pad=12, size=letters())
    return picture
