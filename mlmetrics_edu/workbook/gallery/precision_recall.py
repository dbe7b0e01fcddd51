"""Figures of P-R curves: learners compared, the best point of a curve, and what moves one."""

from functools import cache

from ... import plots
from ...metrics.break_even import break_even
from ...metrics.populations.distributions import Beta
from ...metrics.populations.population import Population, binormal
from ...metrics.populations.reweight import reweight
from ...metrics.sweep import Sweep, sweep
from ...metrics.thresholds import best_threshold
from ...plots.say import say
from .registry import register
from .samples import CARS, SIMULATION, ZHOU, swept, walk

# Three learners of which A and B cross, and both enclose C: no data are published, and these three
# do what the text says.
LEARNERS = {
    "A": Population(Beta(4, 1), Beta(4, 6)),
    "B": Population(Beta(4, 6), Beta(1, 8)),
    "C": Population(Beta(6, 5), Beta(4, 8)),
}
SIZES = {"positives": 1000, "negatives": 3000}
FEW, SEED = {"positives": 50, "negatives": 150}, 32
TIMES = 10


@cache
def learner(name: str) -> Sweep:
    """Count what one of the three learners gives on average."""
    return LEARNERS[name].sweep(**SIZES)


@register(
    "zhou-2.3",
    ZHOU.format("figure 2.3", "000") + "; its shape, on three populations of ours",
    status="lost",
    lesson=6,
    shows=lambda: {f"break-even point of {name}": break_even(learner(name)) for name in LEARNERS},
)
def zhou_2_3() -> plots.Picture:
    """Draw the P-R curves of three learners: A and B cross, both enclose C."""
    picture, ax = plots.panels(size=(6.4, 6.1))  # room for three names and three points
    plots.pr({name: learner(name) for name in LEARNERS}, ax, break_even=True)
    return picture


@register(
    "cars-pr", CARS, status="lost", lesson=6, shows=lambda: {"break-even point": break_even(walk())}
)
def cars_pr() -> plots.Picture:
    """Draw the P-R curve of the twenty images, with its break-even point."""
    return plots.pr(walk(), break_even=True).figure


@register("pr-two-classes", SIMULATION, status="lost", lesson=6)
def two_classes() -> plots.Picture:
    """Draw the raw P-R curve of two hundred samples over that of their population."""
    population = binormal(0.8, 0.2, 0.55)
    drawn = sweep(*population.draw(**FEW, seed=SEED))
    curves = {"sample": drawn, "population": population.sweep(**FEW)}
    names = {"sample": say("pr.sample", n=sum(FEW.values())), "population": say("population")}
    return plots.pr({names[kind]: curve for kind, curve in curves.items()}).figure


def _best() -> dict:
    """Return the shortest way to (1, 1), and the best F1, each with its threshold."""
    near, f1 = (best_threshold(swept("cars"), by) for by in ("nearest-corner", "f1"))
    return {
        "distance to (1, 1)": near.value,
        "nearest at": near.threshold,
        "best F1": f1.value,
        "F1 best at": f1.threshold,
    }


@register("cars-nearest-corner", CARS, status="lost", lesson=6, shows=_best)
def cars_nearest_corner() -> plots.Picture:
    """Draw the shortest way from the curve to (1, 1), and the line of the best F1."""
    picture, ax = plots.panels(size=(6.2, 5.1))  # F1 is written at the right of the square
    f1 = best_threshold(swept("cars"), "f1").value
    plots.pr(swept("cars"), ax, corner=True, iso_f1=f1, prevalence=False)
    return picture


@register(
    "negatives-times-ten",
    "after source document 000, on what P-R curves suffer from",
    status="ours",
    lesson=6,
    shows=lambda: {
        f"precision at 0.24, {name} negatives": s.at(0.24).precision
        for name, s in _skewed().items()
    },
)
def negatives_times_ten() -> plots.Picture:
    """Draw the same ranking with ten times the negatives, each precision written out."""
    named = {say("pr.negatives", n=s.negatives): s for s in _skewed().values()}
    return plots.pr(named, counts=True, prevalence=False).figure


def _skewed() -> dict[str, Sweep]:
    return {"14": swept("cars"), "140": reweight(swept("cars"), negatives=TIMES)}
