"""What a fitted model says of samples, as anybody's library writes it: scores, or labels.

No library is imported for that: what counts is which methods a model has.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any, Literal, NamedTuple

import numpy as np

from ..core import inputs
from ..core.errors import InputError

Response = Literal["auto", "predict_proba", "decision_function"]
WAYS = ("predict_proba", "decision_function")
KEPT = "cross_validate(model, X, y, return_estimator=True, return_indices=True)"


class Fold(NamedTuple):
    """A model of a cross-validation, and the samples that it hasn't seen."""

    model: Any
    X: Any
    y: np.ndarray
    rows: np.ndarray


def scores_of(model, X, positive: Hashable, response_method: Response, plot: str) -> np.ndarray:
    """Ask a model how strongly each sample speaks for the positive class.

    Raises
    ------
    InputError
        If it gives no scores, isn't fitted, or knows other than two classes.
    """
    way = _way(model, response_method, plot)
    column = _column(model, positive, plot)
    scores = np.asarray(getattr(model, way)(X))
    if scores.ndim == 2 and scores.shape[1] == 2:
        return scores[:, column]
    if scores.ndim != 1:
        raise InputError(
            f"{way} of {_kind(model)} gives an array of the shape {scores.shape}",
            "two classes have a score a sample, or two",
            f"pick the column yourself: mm.plots.{plot}(y, scores)",
        )
    return scores if column == 1 else (1 - scores if way == "predict_proba" else -scores)


def labels_of(model, X, plot: str) -> np.ndarray:
    """Ask a model for the label of each sample."""
    if not hasattr(model, "predict"):
        raise InputError(
            f"{_kind(model)} has no predict",
            "a table counts predicted labels",
            f"write mm.plots.{plot}(y_true, y_pred)",
        )
    if _is_regressor(model):
        raise _numbers(model, f"mm.plots.{plot}(y >= 3, model.predict(X) >= 3)")
    return np.asarray(model.predict(X))


def _way(model, asked: Response, plot: str) -> str:
    if asked != "auto":
        inputs.choice(asked, ("auto", *WAYS), "response_method")
    for way in WAYS if asked == "auto" else (asked,):
        if callable(getattr(model, way, None)):
            return way
    if _is_regressor(model):
        raise _numbers(model, f"mm.plots.{plot}(y >= 3, model.predict(X))")
    methods = " and no ".join(WAYS if asked == "auto" else (asked,))
    has = " but predict" if hasattr(model, "predict") else ""
    raise InputError(
        f"{_kind(model)} has no {methods}" + (f", only{has.removeprefix(' but')}" if has else ""),
        "a curve is drawn of scores; of predicted labels it would have one point",
        f"take a model with scores, or draw its table: mm.plots.confusion.from_estimator(…); "
        f"scores of your own: mm.plots.{plot}(y, scores)",
    )


def _is_regressor(model) -> bool:
    tagged = getattr(model, "_estimator_type", None) == "regressor"
    named = "Regress" in _kind(model) and not hasattr(model, "classes_")
    methods = any(hasattr(model, way) for way in WAYS)
    return (tagged or named) and not methods


def _numbers(model, write: str) -> InputError:
    return InputError(
        f"{_kind(model)} is a regression model",
        "it predicts numbers, and this picture is of classes",
        f"draw mm.plots.residuals(y, model.predict(X)), or make two classes: {write}",
    )


def _column(model, positive: Hashable, plot: str) -> int:
    """Find the positive class among those that a model knows."""
    if not hasattr(model, "classes_"):
        raise InputError(
            f"{_kind(model)} has no classes_",
            "it isn't fitted, or doesn't say which score belongs to which class",
            f"fit it first; or write mm.plots.{plot}(y, model.predict_proba(X)[:, 1])",
        )
    classes = np.asarray(model.classes_).tolist()
    if len(classes) != 2:
        listed = ", ".join(map(inputs.short, classes[:6]))
        raise InputError(
            f"{_kind(model)} knows {len(classes)} classes: {listed}",
            "a curve is of one class against the rest",
            f"write mm.plots.{plot}.one_vs_rest(y, model.predict_proba(X), classes=model.classes_)"
            if plot in ("roc", "pr")
            else f"write mm.plots.{plot}([label == {classes[0]!r} for label in y], "
            f"model.predict_proba(X)[:, 0])",
        )
    if positive is None and {*classes} not in ({0, 1}, {-1, 1}):
        raise InputError(
            f"the classes are {classes[0]!r} and {classes[1]!r}",
            "only of 0/1, −1/+1 and False/True is it clear which is positive",
            f"name it: positive={classes[0]!r} or positive={classes[1]!r}",
        )
    wanted = 1 if positive is None else positive
    if wanted not in classes:
        raise InputError(
            f"positive={inputs.short(positive)}",
            f"{_kind(model)} knows the classes {classes[0]!r} and {classes[1]!r}",
            "name one of them",
        )
    return classes.index(wanted)


def _kind(model) -> str:
    return type(model).__name__


def folds_of(results: Mapping[str, Any], X, y) -> list[Fold]:
    """Read a cross-validation: each model, and the samples that it hasn't seen."""
    kept = isinstance(results, Mapping) and {"estimator", "indices"} <= results.keys()
    if not kept:
        there = map(str, results) if isinstance(results, Mapping) else [type(results).__name__]
        raise InputError(
            f"the results have {', '.join(there)}",
            "a fold is drawn of its model and of the samples that this hasn't seen",
            f"keep both: {KEPT}",
        )
    truth = inputs.column(y, "y")
    tests = [np.asarray(rows) for rows in results["indices"]["test"]]
    if any(len(rows) and rows.max() >= len(truth) for rows in tests):
        raise InputError(
            f"y has {len(truth)} samples, and the folds more",
            "the folds are rows of what was cross-validated",
            "pass the same X and y as to cross_validate",
        )
    models = results["estimator"]
    return [
        Fold(one, _rows(X, rows), truth[rows], rows)
        for one, rows in zip(models, tests, strict=True)
    ]


def _rows(X, rows: np.ndarray):
    """Take rows of a table, whatever it is made of."""
    if hasattr(X, "iloc"):
        return X.iloc[rows]
    several: Iterable = X
    return X[rows] if hasattr(X, "shape") else [list(several)[row] for row in rows.tolist()]
