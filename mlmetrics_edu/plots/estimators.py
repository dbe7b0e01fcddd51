"""Further ways into a plot: by predictions, by a fitted model, by a cross-validation."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from types import MethodType
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from ..core import inputs
from ..core.errors import InputError
from ..metrics.one_vs_rest import OneVsRest
from ..metrics.one_vs_rest import one_vs_rest as count_one_vs_rest
from ..metrics.rates import lookup_all
from ..metrics.sweep import Sweep, sweep
from . import estimator_outputs, other_libraries
from .class_curves import class_curves
from .door import checked
from .estimator_outputs import Response
from .fold_curves import QUEUED, fold_curves, fold_metrics
from .lines import by_line


def opened(plot: Callable) -> Callable:
    """Set the ways of a plot beside it, and say in its signature what else it takes."""
    handed = getattr(plot, "handed", None)
    if handed is not None:
        plot.__signature__, plot.__doc__ = handed.signature(), handed.doc()
        for name, way in WAYS[handed.ways].items():
            setattr(plot, name, MethodType(way, plot))
    return plot


def from_predictions(
    plot: Callable, y_true: ArrayLike, predicted: Any = None, ax: Axes | None = None, **how: Any
) -> Axes:
    """Draw labels and what was predicted for them: scores for a curve, labels for a table.

    Parameters
    ----------
    y_true : array_like, shape (n,)
        True labels.
    predicted : array_like, shape (n,)
        Scores or labels; as ``y_score=`` or ``y_pred=``, too. Scores of several models come as a
        mapping by their names.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    **how
        The other arguments of the plot, such as ``positive=`` and ``weights=``.

    Returns
    -------
    matplotlib.axes.Axes
    """
    return plot(y_true, *([] if predicted is None else [predicted]), ax=ax, **how)


def from_scoring_model(
    plot: Callable,
    model: Any,
    X: Any,
    y: ArrayLike,
    ax: Axes | None = None,
    *,
    positive: Hashable = None,
    response_method: Response = "auto",
    **how: Any,
) -> Axes:
    """Score samples by a fitted model, and draw that.

    Parameters
    ----------
    model : object
        Of any library: with ``classes_``, and ``predict_proba`` or ``decision_function``.
    X : array_like, shape (n, features)
        Samples that it hasn't seen.
    y : array_like, shape (n,)
        Their labels.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    positive : hashable, optional
        The positive class; 1 and True need not be named.
    response_method : {"auto", "predict_proba", "decision_function"}
        What to ask the model for; by ``"auto"`` the first of these that it has.
    **how
        The other arguments of the plot; a curve is called as the model's class unless ``name=``
        says something else.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If the model gives no scores, isn't fitted, or knows other than two classes.
    """
    positive, how = _positive(positive, how)
    score = estimator_outputs.scores_of(model, X, positive, response_method, plot.__name__)
    named = {"name": type(model).__name__} if _unnamed(plot, how) else {}
    return plot(y, score, ax=ax, positive=positive, **named, **how)


def from_labelling_model(
    plot: Callable, model: Any, X: Any, y: ArrayLike, ax: Axes | None = None, **how: Any
) -> Axes:
    """Label samples by a fitted model, and draw the table.

    Parameters
    ----------
    model : object
        Of any library: with ``predict``.
    X : array_like, shape (n, features)
        Samples that it hasn't seen.
    y : array_like, shape (n,)
        Their labels.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    **how
        The other arguments of the plot, such as ``weights=``.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If the model predicts no labels.
    """
    return plot(y, estimator_outputs.labels_of(model, X, plot.__name__), ax=ax, **how)


def from_cv_results(
    plot: Callable,
    results: Mapping[str, Any],
    X: Any,
    y: ArrayLike,
    ax: Axes | None = None,
    *,
    positive: Hashable = None,
    weights: ArrayLike | None = None,
    response_method: Response = "auto",
    **how: Any,
) -> Axes:
    """Draw the folds of a cross-validation: their mean, and a band of one standard deviation.

    Curves have a faint line for each fold, and their mean is taken at equal abscissas: of the
    heights at equal FPR, or at equal recall. Metrics are averaged at equal thresholds.

    Parameters
    ----------
    results : mapping
        What ``cross_validate(..., return_estimator=True, return_indices=True)`` of scikit-learn
        gives.
    X, y : array_like
        The samples and the labels that were cross-validated.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    positive : hashable, optional
        The positive class; 1 and True need not be named.
    weights : array_like, shape (n,), optional
        How many samples each one stands for.
    response_method : {"auto", "predict_proba", "decision_function"}
        What to ask each model for.
    **how
        ``name=``, ``legend=``, ``language=`` and the look of the mean, such as ``color=``. Over
        thresholds also ``metrics=``, ``best=`` and ``between=``, and ``middle="median"`` for the
        median between the quantiles of 10 % and 90 %.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If models or folds weren't kept, or a fold lacks a class.
    """
    curve = plot.__name__
    positive, how = _positive(positive, how)
    how, after = other_libraries.of_curves(curve, (), how)
    heavy = how.pop("weights", None) if weights is None else weights
    sweeps = [*_folds(results, X, y, heavy, positive, response_method, curve)]
    return _of_folds(plot, sweeps, ax, how, after)


def from_folds(
    plot: Callable,
    folds: "Sequence[Sweep | tuple[ArrayLike, ArrayLike]]",
    ax: Axes | None = None,
    *,
    positive: Hashable = None,
    **how: Any,
) -> Axes:
    """Draw several folds or splits that have been scored already, as ``from_cv_results`` does.

    Parameters
    ----------
    folds : sequence of Sweep, or of pairs of array_like
        The counts of each, or its labels and scores.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    positive : hashable, optional
        The positive class of such labels; 1 and True need not be named.
    **how
        As for ``from_cv_results``.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there are fewer than two folds, or one lacks a class.
    """
    curve = plot.__name__
    positive, how = _positive(positive, how)
    how, after = other_libraries.of_curves(curve, (), how)
    if not isinstance(folds, (list, tuple)) or not all(map(_is_fold, folds)):
        raise InputError(
            f"folds={inputs.short(folds)}",
            "each fold is a sweep, or a pair of labels and scores",
            f"write mm.plots.{curve}.from_folds([mm.sweep(y, p), …]) or "
            f"mm.plots.{curve}.from_folds([(y, p), …])",
        )
    swept = [one if isinstance(one, Sweep) else sweep(*one, positive=positive) for one in folds]
    return _of_folds(plot, swept, ax, how, after)


def _is_fold(one) -> bool:
    return isinstance(one, Sweep) or (isinstance(one, (list, tuple)) and len(one) == 2)


def _of_folds(plot: Callable, sweeps: list[Sweep], ax: Axes | None, how: dict, after) -> Axes:
    """Draw the picture of folds that belongs to a plot."""
    own, draw, what = FOLDS[plot.__name__]
    given = {key: how.pop(key) for key in ("name", "legend", "language", *own) if key in how}
    lines = ["mean"] if draw is fold_curves else _metric_names(given)
    ax = checked(draw)(sweeps, ax, **what, **given, **by_line(how, lines))
    for step in after:
        step(ax)
    return ax


def _metric_names(given: Mapping[str, Any]) -> list[str]:
    return [formula.name for formula in lookup_all(given.get("metrics", QUEUED))]


FOLDS = {  # the keywords of each, and what draws it
    "roc": (("diagonal",), fold_curves, {"curve": "roc"}),
    "pr": ((), fold_curves, {"curve": "pr"}),
    "against_threshold": (("metrics", "middle", "best", "between"), fold_metrics, {}),
}


def one_vs_rest(
    plot: Callable,
    y_true: "ArrayLike | OneVsRest",
    y_score: "ArrayLike | Mapping[Hashable, ArrayLike] | None" = None,
    ax: Axes | None = None,
    *,
    classes: "Sequence[Hashable] | Mapping[Hashable, str] | None" = None,
    weights: ArrayLike | None = None,
    micro: bool = True,
    macro: bool = True,
    per_class: bool = True,
    **how: Any,
) -> Axes:
    """Draw the curve of each of many classes against the rest, and their averages.

    The micro average is the curve of all pairs of a sample and a class. The macro average is the
    mean of the ROC curves, of their heights at equal FPR; of P-R curves, of which no mean is agreed
    upon, it is the mean of the areas alone.

    Parameters
    ----------
    y_true : array_like, shape (n,) or (n, k), or OneVsRest
        The class of each sample, or a row of 0 and 1 that says which labels it has; or what
        :func:`mlmetrics_edu.one_vs_rest` made of them.
    y_score : array_like, shape (n, k), or mapping of class to array_like, shape (n,)
        A column of scores for each class, such as ``model.predict_proba(X)``.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    classes : sequence of hashable, or mapping of class to str, optional
        Which class each column is, such as ``model.classes_``; a mapping gives them other names.
    weights : array_like, shape (n,), optional
        How many samples each one stands for.
    micro, macro : bool
        Whether to draw these averages.
    per_class : bool
        Whether to draw the classes themselves.
    **how
        ``legend=``, ``language=``, ``diagonal=`` (of ROC curves) and the look of the classes, such
        as ``color=["red", "blue", "green"]`` or ``color={"cat": "red"}``.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If columns and classes don't belong together.
    UndefinedError
        If a class never occurs.
    """
    curve, given = plot.__name__, {"y_score": y_score, "classes": classes, "weights": weights}
    given |= {"micro": micro, "macro": macro, "per_class": per_class}
    how, after = other_libraries.of_classes(curve, given, how)
    counted = {name: how.pop(name) for name in ("y_score", "classes", "weights")}
    shown = {name: how.pop(name) for name in ("micro", "macro", "per_class")}
    if isinstance(y_true, OneVsRest):
        _nothing_beside(counted)
        of = y_true
    else:
        of = count_one_vs_rest(y_true, **counted)
    own = {key: how.pop(key) for key in ("legend", "language") if key in how}
    own |= {"diagonal": how.pop("diagonal", True)} if curve == "roc" else {}
    names = [*map(str, of.classes)] if shown["per_class"] else []
    ax = checked(class_curves)(of, ax, curve=curve, **shown, **own, **by_line(how, names))
    for step in after:
        step(ax)
    return ax


def _nothing_beside(settings: Mapping[str, Any]) -> None:
    """Refuse what was decided when classes were counted."""
    for name in [name for name, value in settings.items() if value is not None]:
        raise InputError(
            f"{name} was given beside a OneVsRest",
            "its samples have been counted already",
            f"write mm.one_vs_rest(y_true, {'' if name == 'y_score' else 'y_score, '}{name}=…), "
            "and ax= for the Axes",
        )


def _folds(results, X, y, weights, positive, response_method, curve: str) -> Iterator[Sweep]:
    """Sweep the samples that each model hasn't seen."""
    heavy = None if weights is None else inputs.column(weights, "weights")
    inputs.same_length(y=inputs.column(y, "y"), weights=heavy)
    for fold in estimator_outputs.folds_of(results, X, y):
        score = estimator_outputs.scores_of(fold.model, fold.X, positive, response_method, curve)
        own = None if heavy is None else heavy[fold.rows]
        yield sweep(np.asarray(fold.y), score, positive=positive, weights=own)


def _unnamed(plot: Callable, how: Mapping[str, Any]) -> bool:
    """Tell whether a line is to be named by its model: nothing else names it."""
    by_what = plot.handed.lines([""], {}) == [""]
    return by_what and "name" in plot.handed.added and not other_libraries.NAMES & how.keys()


def _positive(positive: Hashable, how: Mapping[str, Any]) -> tuple[Hashable, dict[str, Any]]:
    """Read the positive class, by its name here or in scikit-learn."""
    named = {} if positive is None else {"positive": positive}
    how = other_libraries.renamed({**named, **how}, {"pos_label": "positive"}, ())
    return how.pop("positive", None), how


OF_FOLDS = {"from_cv_results": from_cv_results, "from_folds": from_folds}
OF_SCORES = {"from_predictions": from_predictions, "from_estimator": from_scoring_model}
WAYS = {  # by what a plot is drawn of
    "none": {},
    "scores": OF_SCORES,
    "folds": {**OF_SCORES, **OF_FOLDS},
    "curves": {**OF_SCORES, **OF_FOLDS, "one_vs_rest": one_vs_rest},
    "labels": {"from_predictions": from_predictions, "from_estimator": from_labelling_model},
}
