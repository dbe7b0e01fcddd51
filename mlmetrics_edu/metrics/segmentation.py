"""How good a segmentation is: the overlap of each class, and means over the classes.

All are read off the confusion matrix of the pixels. A pixel is a sample: the IoU of a class is the
Jaccard index of that class against the rest, and its Dice coefficient is F1. Of one class the two
say the same, Dice = 2·IoU / (1 + IoU); only their means over classes may rank two models
differently.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..core import words
from ..core.conventions import AbsentClass
from ..core.errors import InputError, choice
from ..core.formula import Formula, Worked
from ..core.trace import Column, Lazy, Trace, Traced
from . import means, rates
from .confusion_matrix import ConfusionMatrix
from .pixel_counts import Legend, image_pairs
from .rates import lookup, work

FCN = "Long, Shelhamer & Darrell (2015), section 5"
ALL_ABSENT, NO_PIXELS = "all classes are absent", "no pixel is counted"
WEIGHTLESS = "classes without true pixels weigh nothing"
# What a class without pixels counts in a mean, and how that is told.
ABSENT = {
    "skip": ("nan", "absent classes left out"),
    "zero": (0, "absent classes count as 0"),
    "one": (1, "absent classes count as 1"),
}
UNIT, UP = (0.0, 1.0), "higher"
NOWHERE = "the class is neither in the truth nor in the prediction"
NOT_TRUE = "the class is nowhere in the truth"
COUNTS = ("TP", "FP", "FN")
# IoU and Dice are old rates under new names; only what is absent has to be said in other words.
IOU = replace(lookup("jaccard"), name="IoU", undefined_when=NOWHERE)
DICE = replace(lookup("dice"), name="Dice", undefined_when=NOWHERE)
RECALL = replace(lookup("recall"), name="accuracy", undefined_when=NOT_TRUE)


def _mean(name: str, expression: str, undefined_when: str, source: str = FCN) -> Formula:
    return Formula(name, expression, UNIT, UP, undefined_when, source=source)


PIXEL_ACCURACY = _mean("pixel_accuracy", "right / pixels", NO_PIXELS)
MEAN_ACCURACY = _mean("mean_pixel_accuracy", "sum_of_accuracies / classes", ALL_ABSENT)
MEAN_IOU = _mean("mean_iou", "sum_of_IoUs / classes", ALL_ABSENT)
MEAN_DICE = _mean("mean_dice", "sum_of_Dices / classes", ALL_ABSENT, "Dice (1945)")
WEIGHTED_IOU = _mean("frequency_weighted_iou", "sum_of_pixels_times_IoU / pixels", NO_PIXELS)


def class_iou(matrix: ConfusionMatrix) -> PerClass:
    """Return the intersection over union of each class: of all pixels either side gives it.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Counts of pixels, see :func:`segmentation_matrix`.

    Returns
    -------
    PerClass
        A mapping from class to :class:`Worked`, which prints as a table. A class that is neither in
        the truth nor in the prediction has nan, and knows why.

    Examples
    --------
    >>> ious = class_iou(ConfusionMatrix([[50, 5], [10, 35]], ["sky", "sea"]))
    >>> print(ious["sea"].working)
    IoU of sea = TP / (TP + FP + FN)
               = 35 / (35 + 5 + 10)
               = 35/50
               = 7/10
               = 0.7
    """
    return PerClass(_check(matrix), IOU)


def class_dice(matrix: ConfusionMatrix) -> PerClass:
    """Return the Dice coefficient of each class, which is its F1; see :func:`class_iou`.

    Examples
    --------
    >>> class_dice(ConfusionMatrix([[50, 5], [10, 35]], ["sky", "sea"]))["sea"].fraction
    Fraction(14, 17)
    """
    return PerClass(_check(matrix), DICE)


def pixel_accuracy(matrix: ConfusionMatrix) -> Worked:
    """Return the share of pixels that got their true class.

    A large background makes it look good: calling every pixel background earns its share.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Counts of pixels.

    Returns
    -------
    Worked
        From 0 to 1; ``steps`` has a row for each class.

    References
    ----------
    Long, Shelhamer & Darrell (2015), Fully convolutional networks for semantic segmentation,
    section 5.

    Examples
    --------
    >>> pixel_accuracy(ConfusionMatrix([[50, 5, 0], [10, 35, 0], [0, 0, 0]])).fraction
    Fraction(17, 20)
    """
    right = _check(matrix).counts.diagonal().sum()
    each = PerClass(matrix, RECALL, "pixels", absence=WEIGHTLESS)
    worked = PIXEL_ACCURACY.work(right=right, pixels=matrix.total, conventions=each.conventions)
    return worked.with_steps(each.trace)


def mean_pixel_accuracy(
    matrix: ConfusionMatrix,
    absent: AbsentClass = "skip",
) -> Worked:
    """Return the mean over classes of the share of their true pixels that were found.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Counts of pixels.
    absent : {"skip", "zero", "one"}
        What a class counts that has no true pixel: nothing at all, 0 or 1.

    Returns
    -------
    Worked
        From 0 to 1; ``steps`` has a row for each class.

    References
    ----------
    Long, Shelhamer & Darrell (2015), section 5.

    Examples
    --------
    >>> m = ConfusionMatrix([[50, 5, 0], [10, 35, 0], [0, 0, 0]])
    >>> mean_pixel_accuracy(m).fraction, mean_pixel_accuracy(m, "zero").fraction
    (Fraction(167, 198), Fraction(167, 297))
    """
    return _over_classes(MEAN_ACCURACY, RECALL, matrix, absent)


def mean_iou(
    matrix: ConfusionMatrix,
    absent: AbsentClass = "skip",
) -> Worked:
    """Return the mean IoU over classes, of pixels pooled over all images: the usual mIoU.

    Large and small classes weigh the same. For the mean image by image, another number, see
    :func:`mean_iou_over_images`.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Counts of pixels.
    absent : {"skip", "zero", "one"}
        What a class counts that is neither in the truth nor in the prediction: nothing at all (as
        in Keras and in the code of FCN), 0 (as in scikit-learn, which warns), or 1. A class that
        only one side has counts 0 in any case.

    Returns
    -------
    Worked
        From 0 to 1; ``steps`` has a row for each class.

    Raises
    ------
    UnknownNameError
        If no class has that label.

    References
    ----------
    Jaccard (1912); Everingham et al. (2010), The PASCAL visual object classes challenge, section
    4.2; Long, Shelhamer & Darrell (2015), section 5.

    Examples
    --------
    >>> m = ConfusionMatrix([[50, 5, 0], [10, 35, 0], [0, 0, 0]])
    >>> [round(mean_iou(m, absent), 4) for absent in ("skip", "zero", "one")]
    [0.7346, 0.4897, 0.8231]
    >>> print(mean_iou(m).steps)
    IoU of 3 classes · pixels pooled over all images · classes: all 3 · absent classes left out: 2
    class  TP  FP  FN            IoU  weight
    0      50  10   5  50/65 = 0.769     1/2
    1      35   5  10  35/50 = 0.700     1/2
    2       0   0   0            0/0       –
    """
    return _over_classes(MEAN_IOU, IOU, matrix, absent)


def mean_dice(
    matrix: ConfusionMatrix,
    absent: AbsentClass = "skip",
) -> Worked:
    """Return the mean Dice coefficient over classes; ``absent`` is that of :func:`mean_iou`.

    References
    ----------
    Dice (1945), Measures of the amount of ecologic association between species.

    Examples
    --------
    >>> mean_dice(ConfusionMatrix([[3, 1], [1, 3]])).fraction
    Fraction(3, 4)
    """
    return _over_classes(MEAN_DICE, DICE, matrix, absent)


def frequency_weighted_iou(matrix: ConfusionMatrix) -> Worked:
    """Return the mean IoU in which each class weighs as much as it has true pixels.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Counts of pixels.

    Returns
    -------
    Worked
        From 0 to 1. A class without true pixels weighs nothing, whatever its IoU.

    References
    ----------
    Long, Shelhamer & Darrell (2015), section 5.

    Examples
    --------
    >>> frequency_weighted_iou(ConfusionMatrix([[2, 0, 1], [0, 1, 0], [0, 0, 0]])).fraction
    Fraction(3, 4)
    """
    return PerClass(_check(matrix), IOU, "pixels", absence=WEIGHTLESS).mean(WEIGHTED_IOU)


def _over_classes(formula: Formula, rate: Formula, matrix, absent: str) -> Worked:
    choice(absent, ABSENT, "absent")
    return PerClass(_check(matrix), rate, "classes", *ABSENT[absent]).mean(formula)


@dataclass(frozen=True)
class PerClass(Traced, Mapping):
    """A rate of each class: a mapping from the class to its number, printed as a table.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Counts of pixels.
    rate : Formula
        What is worked out of each class.
    by : {"", "classes", "pixels"}
        What each weighs in a mean: the same, or as much as it has true pixels.
    undefined : {"nan", 0, 1}
        What a class is given for which the rate doesn't exist.
    absence : str
        In words, what becomes of classes that are absent.

    Examples
    --------
    >>> print(PerClass(ConfusionMatrix([[3, 1], [0, 2]]), IOU))
    IoU of 2 classes
    class  TP  FP  FN          IoU
    0       3   0   1  3/4 = 0.750
    1       2   1   0  2/3 = 0.667
    """

    matrix: ConfusionMatrix
    rate: Formula
    by: str = ""
    undefined: object = "nan"
    absence: str = ""

    @cached_property
    def numbers(self) -> dict[Hashable, Worked]:
        """Each class's number, with its working."""
        numbers = {}
        for row, label in enumerate(self.matrix.labels):
            formula = replace(self.rate, name=f"{self.rate.name} of {label}")
            counts = {cell: self.matrix.per_class[cell][row].item() for cell in COUNTS}
            numbers[label] = work(formula, counts, self.undefined, self.matrix.conventions)
        return numbers

    @cached_property
    def parts(self) -> means.Parts:
        """The classes as the parts of a mean, in which those without a value are left out."""
        weights = self.matrix.counts.sum(1) if self.by == "pixels" else None
        works = [*self.values()]
        return means.of_many(self.rate.name, works, "class", self.matrix.labels, weights=weights)

    @cached_property
    def weights(self) -> np.ndarray:
        """What each class weighs in the mean, not yet divided by the sum."""
        return means.weighed(self.parts, "skip")

    @property
    def absent(self) -> tuple:
        """The classes that have no value of their own, or no weight."""
        both = zip(self.items(), self.weights, strict=True)
        return tuple(label for (label, number), weight in both if number.reason or not weight)

    @property
    def conventions(self) -> dict[str, str]:
        """What else could have been done."""
        if not self.by:
            return dict(self.matrix.conventions)
        return {
            **self.matrix.conventions,
            "pooling": "pixels pooled over all images",
            "classes": f"classes: all {len(self)}",
            "absent": f"{self.absence}: {words.listing(self.absent) if self.absent else 'none'}",
        }

    def mean(self, formula: Formula) -> Worked:
        """Work the weighted mean out: a sum over the classes, divided by the sum of weights."""
        summed, divisor = formula.terms
        total = means.total(self.parts, "skip", self.weights)
        terms = {
            summed: Worked(total, summed, terms=self.numbers, steps=self.trace),
            divisor: self.weights.sum(),
        }
        return formula.work(**terms, conventions=self.conventions).with_steps(self.trace)

    def trace(self) -> Trace:
        """Lay the rate out as a table, a row for each class."""
        numbers = list(self.values())
        columns = [Column("class", list(self))]
        for cell in (cell for cell in COUNTS if cell in self.rate.terms):
            columns.append(Column(cell, self.matrix.per_class[cell], words.count, "right"))
        columns.append(Column(self.rate.name, numbers, _written, "right"))
        if self.by:
            columns.append(Column("weight", self.weights, self._share, "right"))
        title = f"{self.rate.name} of {words.how_many(len(self), 'class')}"
        return Trace(title, columns, self.conventions)

    def _share(self, weight) -> str:
        whole = words.count(self.weights.sum())
        return f"{words.count(weight)}/{whole}" if weight else "–"

    def __getitem__(self, label) -> Worked:
        if label not in self.numbers:
            self.matrix.index(label)  # says which classes there are
        return self.numbers[label]

    def __iter__(self) -> Iterator:
        return iter(self.matrix.labels)

    def __len__(self) -> int:
        return self.matrix.k


def _written(number: Worked) -> str:
    """Write the division of the counts, and the decimal: "45/60 = 0.750"."""
    ratio = number.formula.ratio(number.terms) if number.formula else words.cell(number.fraction)
    shown = words.decimal(number) if number == number else ""
    return (" → " if number.reason else " = ").join(part for part in (ratio, shown) if part)


def _check(matrix) -> ConfusionMatrix:
    """Make sure that the counts of pixels are a :class:`ConfusionMatrix`."""
    if not isinstance(matrix, ConfusionMatrix):
        raise InputError(
            f"the counts are {type(matrix).__name__}",
            "it has to be clear which side is the truth, and what the classes are called",
            "count masks with segmentation_matrix(true, pred, classes), "
            "or pass ConfusionMatrix(counts), truth in rows",
        )
    return matrix


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
                Column("pixels", self.pixels, words.count, "right"),
                Column("classes there", counted, words.count, "right"),
                Column("exact", exact, words.cell, "right"),
                Column("mean IoU", self.means, words.decimal, "right"),
            ),
            conventions,
        )


def mean_iou_over_images(
    pairs: Iterable[tuple[ArrayLike, ArrayLike]],
    classes: Any,
    ignore: int | Sequence[int] | None = None,
    *,
    absent: AbsentClass = "skip",
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
    classes, ignore
        As in :func:`segmentation_matrix`.
    absent : {"skip", "zero", "one"}
        What a class counts in an image where it is neither in the truth nor in the prediction: it
        matters much more than for pooled pixels, since most images show a few classes only.

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
    choice(absent, ABSENT, "absent")
    legend = Legend.read(classes, ignore)
    policy, absence = ABSENT[absent]
    conventions = {
        "pooling": "each image weighs the same",
        **legend.empty.conventions,
        "classes": f"classes: all {legend.empty.k}",
        "absent": absence,
    }
    # Three counts of each class, and not the whole tables: there may be many images.
    matrices = (legend.matrix(table) for table in legend.tables(image_pairs(pairs)))
    rows = [([m.per_class[cell] for cell in COUNTS], m.total) for m in matrices]
    counts, pixels = (np.array(part) for part in zip(*rows, strict=True))
    by_name = dict(zip(COUNTS, counts.swapaxes(0, 1), strict=True))
    return ImageByImage(by_name, pixels, policy, conventions).mean()
