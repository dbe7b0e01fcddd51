"""The names of all conventions, once each: editors offer them, and the door reads them.

A convention is an argument that takes one of a few named values, the default first.
:func:`options` lists them in the order in which an error names them.
"""

from __future__ import annotations

from typing import Literal, get_args

# Two classes
Ties = Literal["grouped", "in-order", "positives-first", "negatives-first"]
RetiedTies = Literal["grouped", "positives-first", "negatives-first"]
TiedMeasure = Literal["auc", "average_precision"]
RoundedMeasure = Literal["auc", "average_precision", "ks"]
Undefined = Literal["nan", 0, 1, "raise"]
Orientation = Literal[
    "truth in rows, negative first",  # scikit-learn
    "truth in rows, positive first",  # Zhou, most Chinese textbooks
    "truth in columns, positive first",  # medicine, caret
    "truth in columns, negative first",
]
Lettering = Literal["truth in rows", "truth in columns"]

# Curves, areas and thresholds
Start = Literal["undefined", "one", "first"]
Precision = Literal["raw", "interpolated"]
Abscissa = Literal["share", "score"]
AucMethod = Literal["area", "pairs", "ranks"]
ApRule = Literal["step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco"]
Compared = Literal["floats", "exact"]
Alternative = Literal["two-sided", "greater", "less"]
CostAxis = Literal["probability-cost", "p"]

# Comparing
ErrorMethod = Literal["delong", "hanley-mcneil", "negative-exponential"]

# Many classes
Average = Literal["macro", "macro-of-averages", "micro", "weighted"]
ClassUndefined = Literal["nan", "skip", 0, 1, "raise"]
ShownUndefined = Literal["nan", "skip", 0, 1]  # on a screen, where no error can be raised
MatrixOrientation = Literal[
    "truth in rows, in order",  # scikit-learn, pycm
    "truth in rows, reversed",
    "truth in columns, in order",  # caret, yardstick
    "truth in columns, reversed",
]
PairMean = Literal["macro", "weighted"]
BinomialEnds = Literal["exact", "wilson"]
McNemar = Literal["corrected", "exact"]

# Label sets and ranked lists
LabelAverage = Literal["macro", "micro", "weighted", "samples"]
LabelUndefined = Literal["nan", "skip", 0]
RankingUndefined = Literal["nan", "skip", "best"]
Divisor = Literal["relevant", "retrieved-relevant"]
Gain = Literal["linear", "exponential"]
EmptyList = Literal["nan", "skip", 0]
NotRetrieved = Literal[0, "nan"]
NotRetrievedInMean = Literal[0, "nan", "skip"]

# Images and real values
AbsentClass = Literal["skip", "zero", "one"]
Window = Literal["gaussian", "uniform", "global"]
Covariance = Literal["population", "sample"]
Border = Literal["crop", "reflect"]
LineRule = Literal["least-squares", "mean", "own"]
ShownErrors = Literal["residuals", "squares", "mean"]
R2Definition = Literal["residual", "correlation"]
BinStrategy = Literal["equal-width", "quantile"]
EmptyBand = Literal["undefined", "half"]
BrierSum = Literal["sum", "half"]
ZeroChance = Literal["undefined", "inf", "clip"]
ZeroTruth = Literal["raise", "skip", "epsilon"]

# Detection
BoxForm = Literal["xyxy", "xywh", "cxcywh"]
BoxConvention = Literal["continuous", "inclusive-pixels"]
BoxKind = Literal["detections", "truth"]
MatchingRule = Literal["coco", "voc"]
DetectionProtocol = Literal["coco", "voc2007", "voc2010"]
DetectionTies = Literal["by-image", "in-order"]
DetectionSweepTies = Literal["in-order", "grouped", "positives-first", "negatives-first"]
NoArea = Literal["nan", "zero"]
Suppressed = Literal["above", "at-or-above"]
IouType = Literal["bbox", "segm"]

# Pictures
Language = Literal["en", "zh-Hans", "zh-Hant"]
Size = Literal["page", "projector", "print"]
Ground = Literal["light", "dark"]
Legend = Literal["auto"] | bool
Interpolation = Literal["step", "linear", "davis-goadrich", "voc2007", "voc2010", "coco"]
CellValues = Literal["counts", "row shares", "column shares", "all shares", "both"]
ClassMean = Literal["macro", "micro", "weighted"]
RankingOrder = Literal["score", "given"]
WalkAlong = Literal["ranking", "roc"]


def options(convention: object) -> tuple:
    """List the values of a convention, in the order of the file.

    Examples
    --------
    >>> options(Ties)
    ('grouped', 'in-order', 'positives-first', 'negatives-first')
    """
    return get_args(convention)
