"""Figures of chance: what a curve looks like in theory, and from so many samples."""

from functools import cache

from ... import plots
from ...core import digits
from ...metrics.auc import auc
from ...metrics.populations.population import binormal
from ...metrics.sweep import Sweep, sweep
from ...plots.lines import look_of
from ...plots.picture import describe
from ...plots.placing import beside
from ...plots.say import say
from .registry import register
from .samples import SIMULATION, ZHOU

POPULATION = binormal(0.8, 0.2, 0.55)
SQUARE = (5.2, 5.3)  # inches: a square of rates, and its title
MANY = (20, 200, 100_000)
SETS = range(1, 9)  # the seeds of eight small test sets
SHARES = {10: 1, 90: 2}  # per cent of positives: the seed of its draw
SPOTS = ((0.08, 0.83), (0.36, 0.63))  # where the two are named: above their curves, and below
FAINT = {"color": "#A6A6A6", "linestyle": "-", "linewidth": 1, "zorder": 2.2}


@cache
def drawn(positives: int, negatives: int, seed: int = 19) -> Sweep:
    """Sweep over samples drawn from the population; the same seed gives the same ones."""
    return sweep(*POPULATION.draw(positives, negatives, seed))


@cache
def in_theory() -> Sweep:
    """Sweep over the population, with equally many of each class."""
    return POPULATION.sweep(1, 1, thresholds=1001)


def at_two_shares(n: int) -> dict[str, Sweep]:
    """Draw twice so many samples: a tenth of them positive, and nine tenths."""
    return {
        f"{percent} %": drawn(n * percent // 100, n - n * percent // 100, seed)
        for percent, seed in SHARES.items()
    }


def _areas(n: int):
    """Return the AUC at both shares of positives, as the numbers of a figure."""
    return lambda: {
        "AUC of the population": POPULATION.auc,
        **{f"AUC, {name}": auc(one) for name, one in at_two_shares(n).items()},
    }


def small_sets() -> list[Sweep]:
    """Draw eight test sets of twenty samples, the unluckiest first."""
    return sorted((drawn(10, 10, seed) for seed in SETS), key=auc)


@register(
    "zhou-2.4",
    ZHOU.format("figure 2.4", "004") + "; on " + SIMULATION,
    status="lost",
    lesson=8,
    shows=lambda: {
        "AUC of the population": POPULATION.auc,
        "AUC of 20 samples": auc(drawn(10, 10)),
    },
)
def zhou_2_4() -> plots.Picture:
    """Draw a ROC curve in theory, and beside it what twenty samples give."""
    picture, (left, right) = plots.panels(1, 2, SQUARE)
    plots.roc(in_theory(), left, area=True)
    plots.roc(drawn(10, 10), right, area=True)
    left.set_title(say("sampling.theory"))
    right.set_title(say("sampling.samples", n="20"))
    return picture


@register(
    "roc-of-many",
    SIMULATION,
    status="lost",
    lesson=8,
    shows=lambda: {f"AUC of {n:,} samples": auc(drawn(n // 2, n // 2)) for n in MANY},
)
def roc_of_many() -> plots.Picture:
    """Draw the staircase of few samples, of more, and of so many that it is a smooth curve."""
    picture, axes = plots.panels(1, len(MANY), SQUARE)
    for ax, n in zip(axes, MANY, strict=True):
        plots.roc(drawn(n // 2, n // 2), ax, area=True)
        ax.set_title(say("sampling.samples", n=f"{n:,}"))
    return picture


@register(
    "roc-two-small-sets",
    SIMULATION,
    status="lost",
    lesson=9,
    shows=lambda: dict(
        zip(("lowest AUC", "highest AUC"), map(auc, small_sets()[::7]), strict=True)
    ),
)
def two_small_sets() -> plots.Picture:
    """Draw eight small test sets: the luckiest and the unluckiest are named, and the population."""
    unlucky, *others, lucky = small_sets()
    ax = plots.panels(size=(6.4, 6.6))[1]
    for other in others:
        plots.roc(other, ax, diagonal=False, **FAINT)
    draw_named(ax, say("sampling.population"), in_theory(), (0.36, 0.68), 0)
    draw_named(ax, say("sampling.set", k=1), unlucky, (0.53, 0.45), 1)
    draw_named(ax, say("sampling.set", k=2), lucky, (0.12, 0.95), 2, ", ")
    return ax.figure


def draw_named(
    ax, name: str, one: Sweep, spot: tuple[float, float], k: int, gap: str = "\n"
) -> None:
    """Draw the k-th ROC curve, and write its name and its area at a spot beside it."""
    look = look_of(k, {})
    plots.roc(one, describe(ax, f"{name}:"), diagonal=not k, **look)
    text = f"{name}{gap}AUC {digits.decimal(auc(one))}"
    beside(ax, *spot, text, look["color"], offset=(0, 0), va="center")


def both_shares(n: int) -> plots.Picture:
    """Draw the ROC curves of so many samples, with few positives and with many."""
    ax = plots.panels(size=(5.8, 5.9))[1]
    for k, (spot, (name, one)) in enumerate(zip(SPOTS, at_two_shares(n).items(), strict=True)):
        draw_named(ax, name, one, spot, k)
    ax.set_title(say("sampling.shares", n=f"{n:,}"))
    return ax.figure


@register("roc-100000", SIMULATION, status="lost", lesson=10, shows=_areas(100_000))
def roc_100000() -> plots.Picture:
    """Draw the ROC curves of 100 000 samples, with few positives and with many."""
    return both_shares(100_000)


@register("roc-1000", SIMULATION, status="lost", lesson=10, shows=_areas(1000))
def roc_1000() -> plots.Picture:
    """Draw the ROC curves of 1000 samples, with few positives and with many."""
    return both_shares(1000)
