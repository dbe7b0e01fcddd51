"""The pictures in `figures/`: each one is a function here, and is drawn by `make figures`."""

import os
import sys
from pathlib import Path

from .. import plots
from ..metrics.sweep import sweep
from .examples import example

FOLDER = Path(__file__).resolve().parents[2] / "figures"


def cars_ranked() -> plots.Picture:
    """Draw the twenty images in the order of their scores, cut at step 5."""
    return plots.ranking(_walk(), threshold=_walk()[5].threshold).figure


def cars_counted() -> plots.Picture:
    """Draw the tables of right and wrong at steps 1 and 5."""
    picture, axes = plots.panels(1, 2)
    for step, ax in zip((_walk()[1], _walk()[5]), axes, strict=True):
        plots.confusion(step.confusion, ax=ax, names=("no car", "car"))
        ax.set_title(f"i = {step.index}, threshold {step.threshold}")
    return picture


def _walk():
    cars = example("cars")
    return sweep(cars.y_true, cars.y_score, ids=cars.ids, ties="in-order")


FIGURES = {"cars-ranked": cars_ranked, "cars-counted": cars_counted}


def draw(folder: Path = FOLDER) -> list[Path]:
    """Draw every picture into a folder.

    Returns
    -------
    list of pathlib.Path
        The files written.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = [folder / f"{name}.png" for name in FIGURES]
    for path, make in zip(written, FIGURES.values(), strict=True):
        path.write_bytes(make().png())
    return written


if __name__ == "__main__":
    print(*(os.path.relpath(path) for path in draw(*map(Path, sys.argv[1:]))), sep="\n")
