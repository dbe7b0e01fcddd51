"""The detector of the example "coins-photograph": regions brighter than a threshold, in boxes.

``python tools/find_coins.py`` prints its boxes as they stand in the example; a test runs it again.
"""

from collections.abc import Iterator

import numpy as np
from scipy import ndimage

import mlmetrics_edu as mm

LEVELS = (64, 128, 192)  # the quarters of the grey scale, from 0 to 255
DUST = 100  # pixels: what is smaller is no coin


def find_coins(picture: np.ndarray) -> Iterator[tuple]:
    """Yield level, score, x1, y1, x2, y2 of each connected region that reaches a level.

    The score is how much brighter a region is than the rest of its box, as a share of 255.
    """
    for level in LEVELS:
        regions, _ = ndimage.label(picture >= level)
        for number, place in enumerate(ndimage.find_objects(regions), start=1):
            inside, grey = regions[place] == number, picture[place]
            if inside.sum() < DUST or inside.all():  # a coin doesn't fill the corners of its box
                continue
            score = (grey[inside].mean() - grey[~inside].mean()) / 255
            down, across = place
            box = across.start, down.start, across.stop, down.stop
            yield level, round(float(score), 3), *box


def main() -> None:
    """Print a row a box, as they stand in the example."""
    for row in find_coins(mm.example("coins-photograph").picture):
        print(f"  {[*row]},")


if __name__ == "__main__":
    main()
