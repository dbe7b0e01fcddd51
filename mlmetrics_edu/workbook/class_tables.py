"""Scores of many classes as tables: who is mixed up with whom, each class, one against the rest.

Each number comes from the library's own functions.
"""

from dataclasses import replace

import numpy as np

from ..core.errors import InputError, did_you_mean
from ..core.settings import short
from ..core.trace import Trace
from ..metrics.many_classes.confusion_matrix import ConfusionMatrix
from ..metrics.many_classes.one_vs_rest import one_vs_rest
from .score_files import Classes, Scores

LARGEST = "predicted: the class of the largest score (of equal ones the one named first)"


def by_class(given: Classes) -> dict[str, Trace]:
    """Predict the class of the largest score, and judge that and the scores themselves.

    Examples
    --------
    >>> truth, score = np.array(["a", "b", "a"]), np.array([[2, 1], [1, 2], [1, 2]])
    >>> print(by_class(Classes(truth, score, ("a", "b"), []))["matrix"])
    3 samples, 2 classes · truth in rows, in order · predicted: the class of the largest score (...)
             predicted a  predicted b  total
    truly a            1            1      2
    truly b            0            1      1
    total              1            2      3
    """
    predicted = np.array(given.classes, object)[given.y_score.argmax(axis=1)]
    how = {"labels": given.classes, "weights": given.weights}
    matrix = ConfusionMatrix.from_labels(given.y_true, predicted, **how)
    rest = one_vs_rest(given.y_true, given.y_score, given.classes, weights=given.weights)
    table = matrix.trace()
    return {
        "matrix": replace(table, conventions={**table.conventions, "predicted": LARGEST}),
        "classes": matrix.report(),
        "one against the rest": rest.trace(),
    }


def against_the_rest(given: Classes, positive: str) -> Scores:
    """Take one class as positive, with its own column of scores.

    Raises
    ------
    InputError
        If there is no such class.
    """
    if positive not in given.classes:
        raise InputError(
            f"--positive {short(positive)}",
            "it is none of the classes",
            did_you_mean(positive, given.classes, f"name one of {', '.join(given.classes)}"),
        )
    rest = np.where(given.y_true == positive, positive, f"not {positive}").astype(object)
    score = given.y_score[:, given.classes.index(positive)]
    return Scores(rest, score, given.ids, given.weights, positive)
