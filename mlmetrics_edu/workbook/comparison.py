"""Several models on the same samples: the numbers of a comparison, each by the library's function.

What a model is worth by itself, what two of them differ by, and what each does at its best
threshold, as tables for the terminal and for a page.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from ..core import digits
from ..core.errors import InputError
from ..core.formula import Worked
from ..core.trace import Column, Trace
from ..core.words import how_many, plural
from ..metrics.auc import auc
from ..metrics.auc_error import AucTest, auc_interval, auc_test
from ..metrics.average_precision import average_precision
from ..metrics.compare import CurveComparison, compare_curves
from ..metrics.confusion import Confusion
from ..metrics.confusion_matrix import ConfusionMatrix
from ..metrics.curves import roc
from ..metrics.intervals import Interval, mcnemar
from ..metrics.ks import ks_statistic
from ..metrics.sweep import Sweep, sweep
from ..metrics.thresholds import Optima, best_threshold

FEW = 1000  # samples on which two models disagree: beyond, the exact test says nothing else


@dataclass(frozen=True, eq=False)
class Model:
    """One model, judged by itself.

    Attributes
    ----------
    name : str
        What it is called.
    sweep : Sweep
        Its counts at every threshold, ties grouped.
    auc, average_precision, ks : Worked
        The area under its ROC curve, that of its P-R curve by steps, and its KS.
    interval : Interval or None
        The interval of the AUC, by DeLong's placements; None where there is none.
    no_interval : str
        Why there is none.
    best : Optima
        Its thresholds of the highest F1.
    """

    name: str
    sweep: Sweep
    auc: Worked
    average_precision: Worked
    ks: Worked
    interval: Interval | None
    no_interval: str
    best: Optima

    @property
    def threshold(self) -> float:
        """Its best threshold; of several that are equally good the highest."""
        return self.best.thresholds[0]

    @property
    def confusion(self) -> Confusion:
        """The counts there."""
        return self.sweep.at(self.threshold)


@dataclass(frozen=True, eq=False)
class Pair:
    """Two models, compared.

    Attributes
    ----------
    a, b : Model
        The models.
    test : AucTest or None
        The test of the difference between their AUCs, a minus b; None where there is none.
    no_test : str
        Why there is none.
    curves : CurveComparison
        Which ROC curve is on top.
    mcnemar : Worked or None
        The p value of McNemar's test of their errors, each at its best threshold; None where
        samples have weights.
    """

    a: Model
    b: Model
    test: AucTest | None
    no_test: str
    curves: CurveComparison
    mcnemar: Worked | None

    @cached_property
    def interval(self) -> Interval | None:
        """The interval of the difference of the AUCs."""
        return self.test and self.test.interval()


@dataclass(frozen=True, eq=False)
class Comparison:
    """The numbers of a comparison of several models on the same samples.

    It is made by :func:`compared`.

    Attributes
    ----------
    models : tuple of Model
        Each by itself, in the order given.
    pairs : tuple of Pair
        Each with each, the earlier one first.
    """

    models: tuple[Model, ...]
    pairs: tuple[Pair, ...]

    @property
    def tables(self) -> dict[str, Trace]:
        """The three tables by their names: ``"models"``, ``"pairs"`` and ``"counts"``."""
        return {"models": self.by_model, "pairs": self.by_pair, "counts": self.at_the_best}

    @property
    def by_model(self) -> Trace:
        """Lay out what each model is worth by itself."""
        models = self.models
        swept = models[0].sweep
        ends = [tuple(model.interval) if model.interval else (np.nan,) * 2 for model in models]
        reasons = [model.no_interval or getattr(model.interval, "reason", "") for model in models]
        return Trace(
            f"{how_many(len(models), 'model')} on {_of(swept.positives, 'positive')} "
            f"and {_of(swept.negatives, 'negative')}",
            (
                Column("model", [model.name for model in models]),
                _numbers("AUC", [model.auc for model in models]),
                _numbers("95 % from", [low for low, _ in ends]),
                _numbers("to", [high for _, high in ends]),
                _numbers("AP", [model.average_precision for model in models]),
                _numbers("KS", [model.ks for model in models]),
                _numbers("best F1", [model.best.value for model in models]),
                _thresholds(models),
                *_because("interval", reasons),
            ),
            {"interval": "interval by DeLong's placements", "AP": "AP by steps"},
        )

    @property
    def by_pair(self) -> Trace:
        """Lay out what each two models differ by."""
        pairs = self.pairs
        ends = [tuple(pair.interval) if pair.interval else (np.nan,) * 2 for pair in pairs]
        tests = [pair.test for pair in pairs]
        reasons = [pair.no_test or pair.test.p_value.reason for pair in pairs]
        differences = [np.nan if test is None else test.difference for test in tests]
        return Trace(
            f"{how_many(len(pairs), 'pair')} of models: is the difference more than chance?",
            (
                Column("a", [pair.a.name for pair in pairs]),
                Column("b", [pair.b.name for pair in pairs]),
                _numbers("AUC a − AUC b", differences),
                _numbers("95 % from", [low for low, _ in ends]),
                _numbers("to", [high for _, high in ends]),
                _numbers("p", [np.nan if test is None else test.p_value for test in tests]),
                *_errors(pairs),
                Column("ROC curves", [pair.curves.verdict for pair in pairs]),
                *_because("test", reasons),
            ),
            {"test": "DeLong's test, two-sided, of the same samples"},
        )

    @property
    def at_the_best(self) -> Trace:
        """Lay out the counts of each model at its best threshold."""
        tables = [model.confusion for model in self.models]
        counts = (
            Column(name.upper(), [getattr(table, name) for table in tables], digits.count, "right")
            for name in ("tp", "fp", "fn", "tn")
        )
        rates = ("precision", "recall", "fpr", "accuracy")
        return Trace(
            "counts of each model at its threshold of the highest F1",
            (
                Column("model", [model.name for model in self.models]),
                _thresholds(self.models),
                *counts,
                *(_numbers(rate, [getattr(table, rate) for table in tables]) for rate in rates),
            ),
            {"prediction rule": "positive when score ≥ threshold"},
        )

    def __str__(self) -> str:
        return "\n\n".join(map(str, self.tables.values()))


def compared(
    y_true: ArrayLike,
    y_score: Mapping[str, ArrayLike],
    *,
    positive: Hashable = None,
    ids: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> Comparison:
    """Judge several models by themselves and in pairs.

    Parameters
    ----------
    y_true : array_like, shape (n,)
        Labels of two classes.
    y_score : mapping of str to array_like, shape (n,)
        The scores that each model gives to these samples, by its name.
    positive, ids, weights
        As for :func:`sweep`.

    Raises
    ------
    InputError
        If the columns can't be counted, or there are fewer than two.
    UndefinedError
        If one of the classes is missing.

    Examples
    --------
    >>> truth = [1, 1, 1, 0, 0, 0]
    >>> c = compared(truth, {"lr": [6, 5, 3, 4, 2, 1], "rf": [6, 2, 1, 4, 5, 3]})
    >>> c.models[0].auc.fraction, round(float(c.pairs[0].test.difference), 3)
    (Fraction(8, 9), 0.556)
    >>> print(c.at_the_best)
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
    models = tuple(_judged(name, one) for name, one in swept.items())
    return Comparison(models, tuple(_pair(a, b) for a, b in combinations(models, 2)))


def _judged(name: str, swept: Sweep) -> Model:
    """Judge a model by itself; shares of samples have no standard error."""
    interval, reason = None, ""
    try:
        interval = auc_interval(swept)
    except InputError as error:
        reason = error.what
    best = best_threshold(swept, "f1")
    return Model(
        name,
        swept,
        auc(swept),
        average_precision(swept),
        ks_statistic(swept),
        interval,
        reason,
        best,
    )


def _pair(a: Model, b: Model) -> Pair:
    """Compare two models."""
    test, reason = None, ""
    try:
        test = auc_test(a.sweep, b.sweep)
    except InputError as error:
        reason = error.what
    curves = compare_curves(roc(a.sweep), roc(b.sweep), names=(a.name, b.name))
    return Pair(a, b, test, reason, curves, _mcnemar(a, b))


def _mcnemar(a: Model, b: Model) -> Worked | None:
    """Test whether both models err equally often, each at its best threshold."""
    if a.sweep.samples.weights is not None:
        return None
    right = [
        (model.sweep.samples.score >= model.threshold) == model.sweep.samples.positive
        for model in (a, b)
    ]
    return errors_tested(*right)


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


def _numbers(name: str, values: list) -> Column:
    return Column(name, values, digits.decimal, "right")


def _because(name: str, reasons: list[str]):
    """Say why something is missing, where it is."""
    if any(reasons):
        yield Column(f"no {name}, because", reasons)


def _thresholds(models: tuple[Model, ...]) -> Column:
    """Write the best thresholds, and how many others are as good."""

    def write(row: int) -> str:
        others = len(models[row].best) - 1
        return digits.threshold(models[row].threshold) + (f" (or {others} more)" if others else "")

    return Column("at threshold", [model.threshold for model in models], align="right", write=write)


def _errors(pairs: tuple[Pair, ...]):
    """Give the p values of McNemar's test, where there are any."""
    tests = [pair.mcnemar for pair in pairs]
    if all(test is not None for test in tests):
        yield _numbers("McNemar p", tests)
