"""Figures about counting: rankings cut at a threshold, and their tables."""

from ... import plots
from .registry import register
from .samples import CARS, walk


def _at(*steps: int):
    """Give the counts at some steps, as the numbers of a figure."""

    def numbers():
        tables = {i: walk()[i].confusion for i in steps}
        return {
            f"{cell} at step {i}": c.counts[cell] for i, c in tables.items() for cell in c.counts
        }

    return numbers


@register("cars-ranked", CARS, lesson=5, shows=_at(5))
def cars_ranked() -> plots.Picture:
    """Draw the twenty images in the order of their scores, cut at step 5."""
    return plots.ranking(walk(), threshold=walk()[5].threshold).figure


@register("cars-counted", CARS, status="lost", lesson=5, shows=_at(1, 5))
def cars_counted() -> plots.Picture:
    """Draw the tables of right and wrong at steps 1 and 5."""
    picture, axes = plots.panels(1, 2)
    for step, ax in zip((walk()[1], walk()[5]), axes, strict=True):
        plots.confusion(step.confusion, ax=ax, names=("no car", "car"))
        ax.set_title(f"i = {step.index}, threshold {step.threshold}")
    return picture
