"""Ten pictures, pixel by pixel: the look of the house changes only on purpose.

The stored pictures of the gallery are the baselines. Letters are drawn a little differently by
each release of Matplotlib, so they are compared under the one that is pinned.
"""

import re
from pathlib import Path

import matplotlib
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots.picture import in_few_colours
from tests.workbook.gallery.shown import needs_pictures

ROOT = Path(__file__).resolve().parents[3]
PINNED = re.search(r"(?m)^matplotlib==(\S+)", (ROOT / "constraints.txt").read_text("utf-8"))[1]
TOLERANCE = 0.1  # of 255, root mean square: a word in another shade is more
TEN = (
    "cars-ranked",
    "cars-counted",
    "cars-against-threshold",
    "f1-surface",
    "cars-rectangles",
    "fawcett-3",
    "cars-pairs",
    "cars-cost-curve",
    "three-classes",
    "two-boxes",
)


class AsStored:
    """A picture that saves itself as the gallery does, whatever it is asked for."""

    def __init__(self, picture):
        self.picture = picture

    def savefig(self, path, **_):
        Path(path).write_bytes(in_few_colours(self.picture.png()))


def compared(id):
    @needs_pictures
    @pytest.mark.skipif(matplotlib.__version__ != PINNED, reason=f"letters as in {PINNED}")
    @pytest.mark.mpl_image_compare(
        baseline_dir=str(ROOT / "figures"), filename=f"{id}.png", tolerance=TOLERANCE
    )
    def test():
        return AsStored(mm.figure(id))

    return test


for _id in TEN:
    globals()[f"test_{_id.replace('-', '_')}_looks_as_stored"] = compared(_id)
