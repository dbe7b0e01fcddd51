"""Several models on the same samples: the numbers of a comparison, each by the library's function.

What a model is worth by itself, what two of them differ by, and what each does at its threshold of
the highest F1, as tables.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..core import digits
from ..core.errors import InputError
from ..core.formula import Worked
from ..core.trace import Column, Trace
from ..core.words import how_many, plural
from ..metrics.auc import auc
from ..metrics.auc_error import auc_interval, auc_test
from ..metrics.average_precision import average_precision
from ..metrics.compare import compare_curves
from ..metrics.confusion import Confusion
from ..metrics.confusion_matrix import ConfusionMatrix
from ..metrics.curves import roc
from ..metrics.intervals import mcnemar
from ..metrics.ks import ks_statistic
from ..metrics.sweep import Sweep, sweep
from ..metrics.thresholds import Optima, best_threshold

FEW = 1000  # samples on which two models disagree: beyond, the exact test says nothing else


class Model(NamedTuple):
    """A model: its counts at every threshold, and its thresholds of the highest F1."""

    name: str
    sweep: Sweep
    best: Optima

    @property
    def threshold(self) -> float:
        """The best one; of several that are equally good the highest."""
        return self.best.thresholds[0]

    @property
    def confusion(self) -> Confusion:
        """The counts there."""
        return self.sweep.at(self.threshold)


def compared(
    y_true: ArrayLike,
    y_score: Mapping[str, ArrayLike],
    *,
    positive: Hashable = None,
    ids: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> dict[str, Trace]:
    """Judge several models by themselves and in pairs.

    Parameters
    ----------
    y_true : array_like, shape (n,)
        Labels of two classes.
    y_score : mapping of str to array_like, shape (n,)
        The scores that each model gives to these samples, by its name.
    positive, ids, weights
        As for :func:`sweep`.

    Returns
    -------
    dict of str to Trace
        The tables ``"models"``, ``"pairs"`` and ``"counts"``.

    Raises
    ------
    InputError
        If the columns can't be counted, or there are fewer than two.
    UndefinedError
        If one of the classes is missing.

    Examples
    --------
    >>> truth = [1, 1, 1, 0, 0, 0]
    >>> tables = compared(truth, {"lr": [6, 5, 3, 4, 2, 1], "rf": [6, 2, 1, 4, 5, 3]})
    >>> print(tables["counts"])
    counts of each model at its threshold of the highest F1 · positive when score ≥ threshold
    model  at threshold  TP  FP  FN  TN  precision  recall    fpr  accuracy
    lr                3   3   1   0   2      0.750   1.000  0.333     0.833
    rf                1   3   3   0   0      0.500   1.000  1.000     0.500
    """
    if len(y_score) < 2:
        raise InputError(
            f"there is {how_many(len(y_score), 'model')}: {', '.join(map(str, y_score))}",
            "a comparison takes two models or more",
            "name another one",
        )
    how = {"positive": positive, "ids": ids, "weights": weights}
    swept = {name: sweep(y_true, score, **how) for name, score in y_score.items()}
    models = [Model(name, one, best_threshold(one, "f1")) for name, one in swept.items()]
    pairs = list(combinations(models, 2))
    return {"models": _by_model(models), "pairs": _by_pair(pairs), "counts": _at_the_best(models)}


def _by_model(models: Sequence[Model]) -> Trace:
    """Lay out what each model is worth by itself; shares of samples have no standard error."""
    swept = [model.sweep for model in models]
    found = [_or_reason(auc_interval, one) for one in swept]
    return Trace(
        f"{how_many(len(models), 'model')} on {_of(swept[0].positives, 'positive')} "
        f"and {_of(swept[0].negatives, 'negative')}",
        (
            Column("model", [model.name for model in models]),
            _numbers("AUC", map(auc, swept)),
            *_ends([interval for interval, _ in found]),
            _numbers("AP", map(average_precision, swept)),
            _numbers("KS", map(ks_statistic, swept)),
            _numbers("best F1", [model.best.value for model in models]),
            _thresholds(models),
            *_because("interval", [why or interval.reason for interval, why in found]),
        ),
        {"interval": "interval by DeLong's placements", "AP": "AP by steps"},
    )


def _by_pair(pairs: Sequence[tuple[Model, Model]]) -> Trace:
    """Lay out what each two models differ by."""
    found = [_or_reason(auc_test, a.sweep, b.sweep) for a, b in pairs]
    tests = [test for test, _ in found]
    curves = [compare_curves(roc(a.sweep), roc(b.sweep), names=(a.name, b.name)) for a, b in pairs]
    return Trace(
        f"{how_many(len(pairs), 'pair')} of models: is the difference more than chance?",
        (
            Column("a", [a.name for a, _ in pairs]),
            Column("b", [b.name for _, b in pairs]),
            _numbers("AUC a − AUC b", [test.difference if test else np.nan for test in tests]),
            *_ends([test and test.interval() for test in tests]),
            _numbers("p", [test.p_value if test else np.nan for test in tests]),
            *_errors(pairs),
            Column("ROC curves", [one.verdict for one in curves]),
            *_because("test", [why or test.p_value.reason for test, why in found]),
        ),
        {"test": "DeLong's test, two-sided, of the same samples"},
    )


def _at_the_best(models: Sequence[Model]) -> Trace:
    """Lay out the counts of each model at its best threshold."""
    tables = [model.confusion for model in models]
    counts = (
        Column(name.upper(), [getattr(table, name) for table in tables], digits.count, "right")
        for name in ("tp", "fp", "fn", "tn")
    )
    rates = ("precision", "recall", "fpr", "accuracy")
    return Trace(
        "counts of each model at its threshold of the highest F1",
        (
            Column("model", [model.name for model in models]),
            _thresholds(models),
            *counts,
            *(_numbers(rate, [getattr(table, rate) for table in tables]) for rate in rates),
        ),
        {"prediction rule": "positive when score ≥ threshold"},
    )


def _or_reason(judge: Callable, *swept: Sweep) -> tuple[Any, str]:
    """Judge sweeps; where that can't be, there is nothing, and the reason."""
    try:
        return judge(*swept), ""
    except InputError as error:
        return None, error.what


def _errors(pairs: Sequence[tuple[Model, Model]]):
    """Test whether two models err equally often, each at its best; not where samples weigh."""
    if pairs[0][0].sweep.samples.weights is None:
        yield _numbers("McNemar p", [errors_tested(_right(a), _right(b)) for a, b in pairs])


def _right(model: Model) -> np.ndarray:
    samples = model.sweep.samples
    return (samples.score >= model.threshold) == samples.positive


def errors_tested(right: np.ndarray, other: np.ndarray) -> Worked:
    """Test by McNemar whether two models err equally often, from what each gets right.

    Examples
    --------
    >>> print(errors_tested(np.array([True, True, True]), np.array([False, False, True])))
    0.5
    """
    table = ConfusionMatrix.from_labels(right, other, labels=[False, True])
    few = np.count_nonzero(right != other) <= FEW
    return mcnemar(table, "exact" if few else "corrected")


def _of(count: float, noun: str) -> str:
    return f"{digits.count(count)} {plural(noun, count)}"


def _numbers(name: str, values) -> Column:
    return Column(name, [*values], digits.decimal, "right")


def _ends(intervals: Sequence) -> list[Column]:
    """Give both ends of intervals, as far as there are any."""
    ends = [tuple(one) if one else (np.nan, np.nan) for one in intervals]
    return [_numbers("95 % from", [low for low, _ in ends]), _numbers("to", [up for _, up in ends])]


def _because(name: str, reasons: list[str]):
    """Say why something is missing, where it is."""
    if any(reasons):
        yield Column(f"no {name}, because", reasons)


def _thresholds(models: Sequence[Model]) -> Column:
    """Write the best thresholds, and how many others are as good."""

    def write(row: int) -> str:
        others = len(models[row].best) - 1
        return digits.threshold(models[row].threshold) + (f" (or {others} more)" if others else "")

    return Column("at threshold", [model.threshold for model in models], align="right", write=write)
