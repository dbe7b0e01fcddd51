"""Figures about counting: tables at a threshold, and what follows at all; F-beta and its means."""

from ... import plots
from ...metrics.bootstrap import bootstrap_band
from ...metrics.confusion import ORIENTATIONS
from ...metrics.costs import crossover_beta
from ...metrics.curves import gain, lift
from ...metrics.populations import binormal
from ...metrics.rates import f_beta
from ...metrics.sweep import sweep
from ...metrics.thresholds import best_threshold, equal_error_rate
from ...plots.f_beta import f_by_beta
from ...plots.look import letters
from ...plots.means_of_rates import mean_surface, means
from ...plots.say import say
from ..examples import example, swept
from .drawings import running_counts, samples_on_a_line
from .registry import register, walk

RATES = ("recall", "specificity", "precision", "npv", "accuracy")
ZHOU_ORDER = "truth in rows, positive first"
BETAS = (0.5, 1, 2)
FEW = (0.2, 0.4, 0.6, 0.8)


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


@register("cars-unsorted")
def cars_unsorted() -> plots.Picture:
    """Draw the twenty images as they come, each with its label and its score."""
    return plots.ranking(swept("cars-unsorted"), order="given").figure


@register("cars-ranked", shows=_at(5))
def cars_ranked() -> plots.Picture:
    """Draw the twenty images in the order of their scores, cut at step 5."""
    return plots.ranking(walk(), threshold=walk()[5].threshold).figure


@register("cars-counted", shows=_at(1, 5))
def cars_counted() -> plots.Picture:
    """Draw the tables of right and wrong at steps 1 and 5."""
    picture, axes = plots.panels(1, 2, (4.3, 4.1))
    for step, ax in zip((walk()[1], walk()[5]), axes, strict=True):
        plots.confusion(step.confusion, ax=ax, names=_cars())
        ax.set_title(say("gallery.step", step=step.index, threshold=step.threshold))
    return picture


@register("cars-thresholds", shows=_at(20))
def cars_thresholds() -> plots.Picture:
    """Draw how TP and FP add up from threshold to threshold, and what becomes of the rates."""
    return running_counts(swept("cars")).figure


@register("diamonds-and-circles")
def diamonds_and_circles() -> plots.Picture:
    """Draw the samples along a line, before any boundary cuts them."""
    return samples_on_a_line(walk()).figure


@register("customers", shows=_rates("customers", "accuracy", "recall"))
def customers() -> plots.Picture:
    """Draw the table of a bank that calls every customer good."""
    c, names = example("customers").confusion, (say("gallery.good"), say("gallery.bad"))
    return plots.confusion(c, names=names, rates=("recall", "specificity", "accuracy")).figure


@register("cancer", shows=_rates("cancer", "accuracy", "recall"))
def cancer() -> plots.Picture:
    """Draw the table of a cancer detector, and that of calling everybody healthy."""
    picture, axes = plots.panels(1, 2, size=(6.3, 5.3))
    for (who, c), ax in zip(example("cancer").confusions.items(), axes, strict=True):
        plots.confusion(c, ax=ax, names=_health(), rates=("recall", "precision", "accuracy"))
        ax.set_title(say(f"gallery.{who}"), pad=12)
    return picture


@register("confusion-formulas", shows=lambda: {rate: detector().rate(rate) for rate in RATES})
def confusion_formulas() -> plots.Picture:
    """Draw which row or column of the table each rate divides by."""
    return plots.confusion(detector(), names=_health(), rates=RATES).figure


@register(
    "confusion-letters",
    shows=lambda: {rate: detector().rate(rate) for rate in ("precision", "recall", "fpr")},
)
def confusion_letters() -> plots.Picture:
    """Draw the table in the letters A, B, C and D, and rates in these letters."""
    look = {"orientation": ZHOU_ORDER, "lettered": True, "rates": ("precision", "recall", "fpr")}
    return plots.confusion(detector(), names=_health(), **look).figure


@register(
    "four-orientations",
    shows=lambda: {rate: walk()[5].confusion.rate(rate) for rate in ("precision", "recall")},
)
def four_orientations() -> plots.Picture:
    """Draw one table by each of the four customs."""
    picture, axes = plots.panels(2, 2, size=(5.9, 5.3))
    for orientation, ax in zip(ORIENTATIONS, axes.flat, strict=True):
        look = {"orientation": orientation, "rates": ("recall", "precision")}
        plots.confusion(walk()[5].confusion, ax=ax, names=_cars(), **look)
        for text in ax.texts[:4]:
            text.set_size(letters())  # the frames need room
        ax.set_title(say(orientation), pad=12, size=letters())
    return picture


def f_of(rates):
    """Work F1 out of precision and recall: of one hit, they give false alarms and misses."""
    terms = {"FP": 1 / rates["precision"] - 1, "FN": 1 / rates["recall"] - 1}
    return f_beta(1).work(TP=1, **terms)


@register("cars-gain")
def cars_gain() -> plots.Picture:
    """Draw the gain chart of the twenty images."""
    return plots.gain(swept("cars")).figure


@register("cars-lift")
def cars_lift() -> plots.Picture:
    """Draw the lift chart of the twenty images."""
    return plots.lift(swept("cars")).figure


@register("gain-band")
def gain_band() -> plots.Picture:
    """Draw how sure a gain chart of 150 samples is, beside that of the population."""
    population = binormal(0.8, 0.2, 0.55)
    few = sweep(*population.draw(60, 90, seed=19))
    names = (say("sampling.samples", n="150"), say("sampling.theory"))
    both = dict(zip(names, (few, population.sweep(60, 90, thresholds=1001)), strict=True))
    ax = plots.gain(both, plots.panels(size=(6.4, 5.2))[1])
    return plots.band(bootstrap_band(few, gain, times=500), ax).figure


@register(
    "decile-gain", shows=lambda: {"lift of the first tenth": lift(swept("decile-table")).y[1]}
)
def decile_gain() -> plots.Picture:
    """Draw gain and lift of a published table of ten tenths."""
    picture, (left, right) = plots.panels(1, 2)
    plots.gain(swept("decile-table"), left, bins=10)
    plots.lift(swept("decile-table"), right, bins=10)
    return picture


@register("cars-det", shows=lambda: {"equal error rate": equal_error_rate(swept("cars"))})
def cars_det() -> plots.Picture:
    """Draw the DET curve of the twenty images, and where both errors are equal."""
    return plots.equal_error_rate(swept("cars"), plots.det(swept("cars"))).figure


@register(
    "cars-against-threshold", shows=lambda: {"best F1": best_threshold(swept("cars"), "f1").value}
)
def cars_against_threshold() -> plots.Picture:
    """Draw precision, recall and F1 over the threshold, and where F1 is best."""
    return plots.against_threshold(swept("cars"), best="f1").figure


@register("cars-walk")
def cars_walk() -> plots.Picture:
    """Draw three steps of the walk down the twenty images."""
    return plots.threshold_walk(walk(), (1, 5, 7))


@register("f1-surface")
def f1_surface() -> plots.Picture:
    """Draw F1 over precision and recall."""
    return plots.f_surface().figure


@register(
    "f1-models",
    shows=lambda: {f"F1 of {n}": f_of(rates) for n, rates in example("models").values.items()},
)
def f1_models() -> plots.Picture:
    """Draw four models in the plane of precision and recall, over lines of equal F1."""
    models = example("models").values
    points = {name: (rates["recall"], rates["precision"]) for name, rates in models.items()}
    levels = {float(f_of(rates)) for rates in models.values()}  # a line through each of them
    return plots.f_surface(points=points, levels=sorted(levels)).figure


@register("f-beta-family")
def f_beta_family() -> plots.Picture:
    """Draw F-beta over the plane for three β, side by side."""
    picture, axes = plots.panels(1, 3, (3.6, 3.65))
    for ax, beta in zip(axes, BETAS, strict=True):
        plots.f_surface(beta, ax, levels=FEW)
    return picture


@register("three-means")
def three_means() -> plots.Picture:
    """Draw the three means of precision and recall, recall being fixed."""
    return means().figure


@register("three-means-surfaces")
def means_over_the_plane() -> plots.Picture:
    """Draw the three means over precision and recall, side by side."""
    picture, axes = plots.panels(1, 3, (3.6, 3.65))
    for ax, mean in zip(axes, ("arithmetic", "geometric", "harmonic"), strict=True):
        mean_surface(mean, ax)
    return picture


@register(
    "earthquake", shows=lambda: {"β²": crossover_beta(*example("earthquake").confusions.values())}
)
def earthquake() -> plots.Picture:
    """Draw F-beta of both warning offices over β, and where they change places."""
    offices = example("earthquake").confusions
    named = {say(f"earthquake.{counts.tp}"): counts for counts in offices.values()}
    return f_by_beta(named, at=(1, 2)).figure
