"""The mean IoU image by image: each image counts the same, whatever the size of what it shows."""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...core import digits, inputs
from ...core.calls import explained
from ...core.conventions import AbsentClass
from ...core.formula import Worked
from ...core.trace import Column, Lazy, Trace
from .. import means, rates
from .segmentation import ABSENT, COUNTS, IOU, chosen, selection
from .segmentation_matrix import Legend, image_pairs

FEW = 1_000  # so many IoUs are summed up as fractions; of more, nobody could read the sum


@dataclass(frozen=True)
class ImageByImage:
    """The counts of each class in each image, and what becomes of classes that are absent.

    Attributes
    ----------
    counts : dict of str to numpy.ndarray, shape (images, classes)
        TP, FP and FN of each class against the rest.
    pixels : numpy.ndarray, shape (images,)
        How many pixels of each image were counted.
    policy : {"nan", 0, 1}
        What a class counts in an image that hasn't got it.
    conventions : dict of str to str
        How it is counted, in words.
    """

    counts: dict[str, np.ndarray]
    pixels: np.ndarray
    policy: object
    conventions: dict[str, str]

    @cached_property
    def ious(self) -> np.ndarray:
        """The IoU of each class in each image; nan where it isn't to be counted."""
        ious = rates.column(IOU, self.counts)
        return ious if self.policy == "nan" else np.where(np.isnan(ious), self.policy, ious)

    @cached_property
    def means(self) -> np.ndarray:
        """The mean IoU of each image; nan where it has no class at all."""
        there = ~np.isnan(self.ious)
        sums = np.where(there, self.ious, 0).sum(1)
        return np.divide(sums, there.sum(1), np.full(len(sums), np.nan), where=there.any(1))

    def mean(self) -> Worked:
        """Average over the images."""
        work = self.of_image if self.ious.size <= FEW else self.roughly
        parts = means.Parts("image", range(len(self.means)), self.means, work)
        mean = means.mean("mean_iou_over_images", parts, "skip", conventions=self.conventions)
        return mean.with_steps(partial(self.trace, dict(mean.conventions)))

    def roughly(self, image: int) -> Worked:
        """Take the mean of one image, without its fraction."""
        mean = self.means[image]
        reason = "none of the classes is there" if np.isnan(mean) else ""
        return Worked(mean, "mean_iou", reason=reason)

    def of_image(self, image: int) -> Worked:
        """Work the mean of one image out in fractions, where it has any class."""
        tables = zip(*(self.counts[cell][image].tolist() for cell in COUNTS), strict=True)
        counts = (dict(zip(COUNTS, table, strict=True)) for table in tables)
        ious = [rates.work(IOU, one, self.policy) for one in counts]
        parts = means.of_many("IoU", ious, "class", range(len(ious)))
        mean = means.mean("mean_iou", parts, "skip")
        return self.roughly(image) if mean.reason else mean

    def trace(self, conventions) -> Trace:
        """Lay it out as a table, a row for each image."""
        n = len(self.pixels)
        counted = (~np.isnan(rates.column(IOU, self.counts))).sum(1)
        exact = Lazy(n, lambda image: self.of_image(image).fraction)
        return Trace(
            f"mean IoU of {n:,} images",
            (
                Column("image", range(n), align="right"),
                Column("pixels", self.pixels, digits.count, "right"),
                Column("classes there", counted, digits.count, "right"),
                Column("exact", exact, digits.cell, "right"),
                Column("mean IoU", self.means, digits.decimal, "right"),
            ),
            conventions,
        )


@explained
def mean_iou_over_images(
    pairs: Iterable[tuple[ArrayLike, ArrayLike]],
    classes: Any,
    ignore: int | Sequence[int] | None = None,
    *,
    absent: AbsentClass = "skip",
    without: Any = None,
    names: Sequence[Hashable] | None = None,
) -> Worked:
    """Return the mean over images of each image's own mean IoU over classes.

    It is another number than :func:`mean_iou` of pixels pooled over all images. There, an image
    counts as much as it has pixels of a class, so large objects hide the small; here, each image
    counts the same, and one that fails shows. PASCAL VOC, Cityscapes and ADE20K pool; medical
    papers mostly average over patients. Csurka et al. compare both.

    Parameters
    ----------
    pairs : iterable of (true, pred)
        The two masks of each image; a generator will do. For two lists, ``zip(trues, preds)``.
    classes, ignore, names
        As in :func:`segmentation_matrix`.
    absent : {"skip", "zero", "one"}
        What a class counts in an image where it is neither in the truth nor in the prediction: it
        matters much more than for pooled pixels, since most images show a few classes only.
    without : label or sequence of label, optional
        Classes to leave out of the mean, such as the background.

    Returns
    -------
    Worked
        From 0 to 1; ``steps`` has a row for each image. An image left with no class at all is left
        out, and named.

    References
    ----------
    Csurka, Larlus & Perronnin (2013), What is a good evaluation measure for semantic
    segmentation?

    Examples
    --------
    >>> good = [[0, 0], [1, 1]], [[0, 0], [1, 1]]
    >>> bad = [[0, 0], [0, 1]], [[0, 0], [0, 0]]
    >>> print(mean_iou_over_images([good, bad], 2).steps)
    mean IoU of 2 images · each image weighs the same · classes: all 2 · absent classes left out
    image  pixels  classes there  exact  mean IoU
        0       4              2      1     1.000
        1       4              2    3/8     0.375
    """
    inputs.choice(absent, ABSENT, "absent")
    legend = Legend.read(classes, ignore, names)
    labels = legend.empty.labels
    kept = chosen(labels, without=without)
    policy, absence = ABSENT[absent]
    columns = [labels.index(label) for label in kept]
    conventions = {
        "pooling": "each image weighs the same",
        **legend.empty.conventions,
        "classes": selection(labels, kept),
        "absent": absence,
    }
    # Three counts of each class, and not the whole tables: there may be many images.
    matrices = (legend.matrix(table) for table in legend.tables(image_pairs(pairs)))
    rows = [([m.per_class[cell][columns] for cell in COUNTS], m.total) for m in matrices]
    counts, pixels = (np.array(part) for part in zip(*rows, strict=True))
    by_name = dict(zip(COUNTS, counts.swapaxes(0, 1), strict=True))
    return ImageByImage(by_name, pixels, policy, conventions).mean()
