"""How good a segmentation is: the overlap of each class, and means over the classes.

All are read off the confusion matrix of the pixels. A pixel is a sample: the IoU of a class is the
Jaccard index of that class against the rest, and its Dice coefficient is F1. Of one class the two
say the same, Dice = 2·IoU / (1 + IoU); only their means over classes may rank two models
differently.
"""

from typing import Any

from ...core import inputs
from ...core.conventions import AbsentClass
from ...core.formula import Formula
from ...core.worked import Worked
from ..many_classes.confusion_matrix import ConfusionMatrix
from .class_overlaps import DICE, IOU, RECALL, UNIT, UP, PerClass, check, chosen

FCN = "Long, Shelhamer & Darrell (2015), section 5"
ALL_ABSENT, NO_PIXELS = "all classes are absent", "no pixel is counted"
WEIGHTLESS = "classes without true pixels weigh nothing"
# What a class without pixels counts in a mean, and how that is told.
ABSENT = {
    "skip": ("nan", "absent classes left out"),
    "zero": (0, "absent classes count as 0"),
    "one": (1, "absent classes count as 1"),
}


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
    return PerClass(check(matrix), IOU, matrix.labels)


def class_dice(matrix: ConfusionMatrix) -> PerClass:
    """Return the Dice coefficient of each class, which is its F1; see :func:`class_iou`.

    Examples
    --------
    >>> class_dice(ConfusionMatrix([[50, 5], [10, 35]], ["sky", "sea"]))["sea"].fraction
    Fraction(14, 17)
    """
    return PerClass(check(matrix), DICE, matrix.labels)


def class_accuracy(matrix: ConfusionMatrix) -> PerClass:
    """Return the share of each class's true pixels that were found: its recall.

    Examples
    --------
    >>> class_accuracy(ConfusionMatrix([[50, 5], [10, 35]], ["sky", "sea"]))["sea"].fraction
    Fraction(7, 9)
    """
    return PerClass(check(matrix), RECALL, matrix.labels)


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
    right = check(matrix).counts.diagonal().sum()
    each = PerClass(matrix, RECALL, matrix.labels, "pixels", told=WEIGHTLESS)
    worked = PIXEL_ACCURACY.work(right=right, pixels=matrix.total, conventions=each.conventions)
    return worked.with_steps(each.trace)


def mean_pixel_accuracy(
    matrix: ConfusionMatrix,
    absent: AbsentClass = "skip",
    *,
    classes: Any = None,
    without: Any = None,
) -> Worked:
    """Return the mean over classes of the share of their true pixels that were found.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Counts of pixels.
    absent : {"skip", "zero", "one"}
        What a class counts that has no true pixel: nothing at all, 0 or 1.
    classes, without : label or sequence of label, optional
        Take only these classes, or all but these.

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
    return _over_classes(MEAN_ACCURACY, RECALL, matrix, absent, classes, without)


def mean_iou(
    matrix: ConfusionMatrix,
    absent: AbsentClass = "skip",
    *,
    classes: Any = None,
    without: Any = None,
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
    classes, without : label or sequence of label, optional
        Take only these classes, or all but these, such as ``without="background"``. Their pixels
        still count as false positives and negatives of the others.

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
    return _over_classes(MEAN_IOU, IOU, matrix, absent, classes, without)


def mean_dice(
    matrix: ConfusionMatrix,
    absent: AbsentClass = "skip",
    *,
    classes: Any = None,
    without: Any = None,
) -> Worked:
    """Return the mean Dice coefficient over classes; the options are those of :func:`mean_iou`.

    References
    ----------
    Dice (1945), Measures of the amount of ecologic association between species.

    Examples
    --------
    >>> mean_dice(ConfusionMatrix([[3, 1], [1, 3]])).fraction
    Fraction(3, 4)
    """
    return _over_classes(MEAN_DICE, DICE, matrix, absent, classes, without)


def frequency_weighted_iou(
    matrix: ConfusionMatrix, *, classes: Any = None, without: Any = None
) -> Worked:
    """Return the mean IoU in which each class weighs as much as it has true pixels.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Counts of pixels.
    classes, without : label or sequence of label, optional
        Take only these classes, or all but these.

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
    labels = chosen(check(matrix).labels, classes, without)
    return PerClass(matrix, IOU, labels, "pixels", told=WEIGHTLESS).mean(WEIGHTED_IOU)


def _over_classes(formula: Formula, rate, matrix, absent, classes, without) -> Worked:
    inputs.choice(absent, ABSENT, "absent")
    labels = chosen(check(matrix).labels, classes, without)
    return PerClass(matrix, rate, labels, "classes", *ABSENT[absent]).mean(formula)
