"""Figures about counting: tables of two and of many classes, what follows at all thresholds, F."""

from __future__ import annotations

from ... import plots
from ...metrics.bootstrap import bootstrap_band
from ...metrics.confusion import ORIENTATIONS
from ...metrics.confusion_matrix import ConfusionMatrix
from ...metrics.costs import crossover_beta
from ...metrics.curves import gain, lift
from ...metrics.means import of_means
from ...metrics.populations import binormal
from ...metrics.rates import f_beta, lookup
from ...metrics.sweep import sweep
from ...metrics.thresholds import best_threshold, equal_error_rate
from ...plots.f_beta import f_by_beta, mean_surface, means
from ...plots.look import letters
from ...plots.say import say
from ..examples import example, swept
from .drawings import running_counts, samples_on_a_line
from .registry import register, walk

RATES = ("recall", "specificity", "precision", "npv", "accuracy")
ZHOU_ORDER = "truth in rows, positive first"
BETAS = (0.5, 1, 2)
FEW = (0.2, 0.4, 0.6, 0.8)


def _at(*steps: int) -> dict:
    """Return the counts at some steps."""
    tables = {i: walk()[i].confusion for i in steps}
    return {f"{cell} at step {i}": c.counts[cell] for i, c in tables.items() for cell in c.counts}


def _rates(name: str, *rates: str) -> dict:
    """Return some rates of the tables of an example."""
    tables = example(name).confusions
    return {f"{rate}, {who}": c.rate(rate) for who, c in tables.items() for rate in rates}


def detector():
    """Return the table of the cancer detector."""
    return example("cancer").confusions["the detector"]


def _cars() -> tuple[str, str]:
    return say("gallery.no_car"), say("gallery.car")


def _health() -> tuple[str, str]:
    return say("gallery.healthy"), say("gallery.ill")


@register("cars-unsorted")
def cars_unsorted():
    """Draw the twenty images as they come, each with its label and its score."""
    return plots.ranking(swept("cars-unsorted"), order="given")


@register("cars-ranked")
def cars_ranked():
    """Draw the twenty images in the order of their scores, cut at step 5."""
    return plots.ranking(walk(), threshold=walk()[5].threshold), _at(5)


@register("cars-counted")
def cars_counted():
    """Draw the tables of right and wrong at steps 1 and 5."""
    picture, axes = plots.panels(1, 2, (4.3, 4.1))
    for step, ax in zip((walk()[1], walk()[5]), axes, strict=True):
        plots.confusion(step.confusion, ax=ax, names=_cars())
        ax.set_title(say("gallery.step", step=step.index, threshold=step.threshold))
    return picture, _at(1, 5)


@register("cars-thresholds")
def cars_thresholds():
    """Draw how TP and FP add up from threshold to threshold, and what becomes of the rates."""
    return running_counts(swept("cars")), _at(20)


@register("diamonds-and-circles")
def diamonds_and_circles():
    """Draw the samples along a line, before any boundary cuts them."""
    return samples_on_a_line(walk())


@register("customers")
def customers():
    """Draw the table of a bank that calls every customer good."""
    c, names = example("customers").confusion, (say("gallery.good"), say("gallery.bad"))
    return plots.confusion(c, names=names, rates=("recall", "specificity", "accuracy")), _rates(
        "customers", "accuracy", "recall"
    )


@register("cancer")
def cancer():
    """Draw the table of a cancer detector, and that of calling everybody healthy."""
    picture, axes = plots.panels(1, 2, size=(6.3, 5.3))
    for (who, c), ax in zip(example("cancer").confusions.items(), axes, strict=True):
        plots.confusion(c, ax=ax, names=_health(), rates=("recall", "precision", "accuracy"))
        ax.set_title(say(f"gallery.{who}"), pad=12)
    return picture, _rates("cancer", "accuracy", "recall")


@register("confusion-formulas")
def confusion_formulas():
    """Draw which row or column of the table each rate divides by."""
    return plots.confusion(detector(), names=_health(), rates=RATES), {
        rate: detector().rate(rate) for rate in RATES
    }


@register("confusion-letters")
def confusion_letters():
    """Draw the table in the letters A, B, C and D, and rates in these letters."""
    look = {"orientation": ZHOU_ORDER, "lettered": True, "rates": ("precision", "recall", "fpr")}
    return plots.confusion(detector(), names=_health(), **look), {
        rate: detector().rate(rate) for rate in ("precision", "recall", "fpr")
    }


@register("four-orientations")
def four_orientations():
    """Draw one table by each of the four customs."""
    picture, axes = plots.panels(2, 2, size=(5.9, 5.3))
    for orientation, ax in zip(ORIENTATIONS, axes.flat, strict=True):
        look = {"orientation": orientation, "rates": ("recall", "precision")}
        plots.confusion(walk()[5].confusion, ax=ax, names=_cars(), **look)
        for text in ax.texts[:4]:
            text.set_size(letters())  # the frames need room
        ax.set_title(say(orientation), pad=12, size=letters())
    return picture, {rate: walk()[5].confusion.rate(rate) for rate in ("precision", "recall")}


def f_of(rates):
    """Work F1 out of precision and recall: of one hit, they give false alarms and misses."""
    terms = {"FP": 1 / rates["precision"] - 1, "FN": 1 / rates["recall"] - 1}
    return f_beta(1).work(TP=1, **terms)


@register("cars-gain")
def cars_gain():
    """Draw the gain chart of the twenty images."""
    return plots.gain(swept("cars"))


@register("cars-lift")
def cars_lift():
    """Draw the lift chart of the twenty images."""
    return plots.lift(swept("cars"))


@register("gain-band")
def gain_band():
    """Draw how sure a gain chart of 150 samples is, beside that of the population."""
    population = binormal(0.8, 0.2, 0.55)
    few = sweep(*population.draw(60, 90, seed=19))
    names = (say("sampling.samples", n="150"), say("sampling.theory"))
    both = dict(zip(names, (few, population.sweep(60, 90, thresholds=1001)), strict=True))
    ax = plots.gain(both, plots.panels(size=(6.4, 5.2))[1])
    return plots.band(bootstrap_band(few, gain, times=500), ax)


@register("decile-gain")
def decile_gain():
    """Draw gain and lift of a published table of ten tenths."""
    picture, (left, right) = plots.panels(1, 2)
    plots.gain(swept("decile-table"), left, bins=10)
    plots.lift(swept("decile-table"), right, bins=10)
    return picture, {"lift of the first tenth": lift(swept("decile-table")).y[1]}


@register("cars-det")
def cars_det():
    """Draw the DET curve of the twenty images, and where both errors are equal."""
    ax = plots.equal_error_rate(swept("cars"), plots.det(swept("cars")))
    return ax, {"equal error rate": equal_error_rate(swept("cars"))}


@register("cars-against-threshold")
def cars_against_threshold():
    """Draw precision, recall and F1 over the threshold, and where F1 is best."""
    return plots.against_threshold(swept("cars"), best="f1"), {
        "best F1": best_threshold(swept("cars"), "f1").value
    }


@register("cars-walk")
def cars_walk():
    """Draw three steps of the walk down the twenty images."""
    return plots.threshold_walk(walk(), (1, 5, 7))


@register("f1-surface")
def f1_surface():
    """Draw F1 over precision and recall."""
    return plots.f_surface()


@register("f1-models")
def f1_models():
    """Draw four models in the plane of precision and recall, over lines of equal F1."""
    models = example("models").values
    points = {name: (rates["recall"], rates["precision"]) for name, rates in models.items()}
    levels = {float(f_of(rates)) for rates in models.values()}  # a line through each of them
    return plots.f_surface(points=points, levels=sorted(levels)), {
        f"F1 of {n}": f_of(rates) for n, rates in example("models").values.items()
    }


@register("f-beta-family")
def f_beta_family():
    """Draw F-beta over the plane for three β, side by side."""
    picture, axes = plots.panels(1, 3, (3.6, 3.65))
    for ax, beta in zip(axes, BETAS, strict=True):
        plots.f_surface(beta, ax, levels=FEW)
    return picture


@register("three-means")
def three_means():
    """Draw the three means of precision and recall, recall being fixed."""
    return means()


@register("three-means-surfaces")
def means_over_the_plane():
    """Draw the three means over precision and recall, side by side."""
    picture, axes = plots.panels(1, 3, (3.6, 3.65))
    for ax, mean in zip(axes, ("arithmetic", "geometric", "harmonic"), strict=True):
        mean_surface(mean, ax)
    return picture


@register("earthquake")
def earthquake():
    """Draw F-beta of both warning offices over β, and where they change places."""
    offices = example("earthquake").confusions
    named = {say(f"earthquake.{counts.tp}"): counts for counts in offices.values()}
    return f_by_beta(named, at=(1, 2)), {
        "β²": crossover_beta(*example("earthquake").confusions.values())
    }


def witten_frank() -> ConfusionMatrix:
    """Return the table of three classes."""
    book = example("witten-frank")
    ((name, counts),) = book.matrices.items()
    return ConfusionMatrix(counts, book.labels[name])


@register("three-classes")
def three_classes():
    """Draw a table of three classes, with the share of each row."""
    ax = plots.panels(size=(3.95, 3.55))[1]
    plots.confusion_matrix(witten_frank(), ax, values="both", totals=True)
    ax.set(xlim=(0, 3.9), ylim=(3.75, 0))  # beyond the sums there is nothing
    return ax, {"kappa": witten_frank().kappa}


@register("three-normalisations")
def three_normalisations():
    """Draw one table divided by its rows, by its columns and by all samples."""
    picture, axes = plots.panels(1, 3, size=(4.4, 4.6))
    for values, ax in zip(("row shares", "column shares", "all shares"), axes, strict=True):
        plots.confusion_matrix(witten_frank(), ax=ax, values=values)
        ax.set_title(say(f"gallery.{values}"))
    return picture, {"accuracy": witten_frank().accuracy}


@register("per-class")
def each_class():
    """Draw precision, recall and F1 of each class."""
    return plots.per_class(witten_frank(), ("precision", "recall", "f1"))


@register("iir-pooled")
def iir_pooled():
    """Draw the tables of two questions, and the one that pools their counts."""
    one, two = example("iir-two-classes").confusions.values()
    tables = {"class_1": one, "class_2": two, "pooled": one + two}
    picture, axes = plots.panels(1, 3, size=(6.0, 4.1))
    look = {"orientation": "truth in columns, positive first", "rates": ("precision",)}
    for (name, c), ax in zip(tables.items(), axes, strict=True):
        plots.confusion(c, ax=ax, names=(say("gallery.no"), say("gallery.yes")), **look)
        ax.set_title(say(f"gallery.{name}"), pad=12)
    return picture, {f"precision, {name}": c.precision for name, c in tables.items()}


@register("working-tree")
def working_tree():
    """Draw how the F1 of the twenty images is worked out, down to the counts."""
    c = walk()[7].confusion
    f1 = of_means(lookup("f1")).work(precision=c.precision, recall=c.recall)
    f1 = f1.retold("f1")
    return plots.working_tree(f1), {"F1": f1}
