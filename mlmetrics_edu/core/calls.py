"""Calls that don't fit: an argument by the name that another library has for it, one too many.

Python would say "got an unexpected keyword argument"; here it is said which one was meant.
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from reprlib import repr as repr_of
from typing import Any, ParamSpec, TypeVar

from .errors import InputError, alike

# Ours, and what scikit-learn, torchmetrics, pROC, yardstick, pycocotools and others call it.
ELSEWHERE = {
    "positive": "pos_label positive_label positive_class event_level pos_class",
    "weights": "sample_weight sample_weights weight case_weights w",
    "bins": "n_bins nbins num_bins n_thresholds",
    "undefined": "zero_division undefined_value",
    "labels": "classes class_names target_names levels",
    "classes": "labels class_names target_names num_classes n_classes",
    "times": "n_bootstraps n_resamples n_boot boot_n n_iterations repeats",
    "seed": "random_state rng random_seed",
    "level": "confidence_level conf_level confidence alpha",
    "iou_type": "iouType",
    "iou": "iou_threshold iou_thresholds iou_thr iouThrs threshold",
    "max_detections": "maxDets max_detection_thresholds max_dets",
    "form": "box_format format in_fmt",
    "k": "top_k topk at_k n",
    "rule": "interpolation method",
    "by": "scoring metric objective criterion",
    "where": "constraint subject_to",
    "costs": "cost_matrix cost prices",
    "p_positive": "prevalence prior p",
    "multioutput": "multi_output",
    "data_range": "max_val peak dynamic_range",
    "standardised": "standardized partial_auc_correct",
    "max_fpr": "fpr_max",
    "y_prob": "y_proba y_score proba probabilities",
    "y_score": "y_pred y_prob y_proba scores probas_pred predictor",
    "y_pred": "y_hat predictions preds estimate",
    "y_true": "y target truth response labels",
    "thresholds": "n_thresholds",
}
# Where another function is meant.
OTHERS = {
    ("auc", "max_fpr"): "mm.partial_auc(s, max_fpr=0.1)",
    ("auc", "partial_auc"): "mm.partial_auc(s, fpr=(0, 0.1))",
    **dict.fromkeys(
        (("detection_map", "iou_type"), ("match", "iou_type")),
        'mm.load_coco(annotations, results, iou_type="segm")',
    ),
    ("report", "labels"): "classes=…, the class of each column of y_score",
    ("report", "weights"): "mm.sweep(y_true, y_score, weights=…): a report counts each sample once",
    ("report", "sample_weight"): "mm.sweep(y_true, y_score, weights=…): a report counts each once",
    ("auc", "average"): "mm.multilabel_auc(Y_true, Y_score, average=…)",
}
BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
ANY_NUMBER = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
LENGTH = 12  # names of arguments that an error lists
P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C")


class CallError(InputError, TypeError):
    """Arguments that a function doesn't take."""


def explained(function: Callable[P, R]) -> Callable[P, R]:
    """Explain what it takes, to whoever calls it otherwise.

    Examples
    --------
    >>> @explained
    ... def sweep(y_true, y_score, *, weights=None): return len(y_true)
    >>> sweep([1, 0], [0.9, 0.2])
    2
    >>> sweep([1, 0], [0.9, 0.2], sample_weight=[1, 2])
    Traceback (most recent call last):
    mlmetrics_edu.core.calls.CallError: sweep() takes no argument 'sample_weight'
      why: other libraries call it that
      do:  write weights=…
    """
    return _explained(function, function.__name__)


def explained_class(called: C) -> C:
    """Explain what its constructor takes, to whoever calls it otherwise."""
    made: Any = called
    made.__init__ = _explained(made.__init__, made.__name__)
    return called


def _explained(function: Callable[P, R], name: str) -> Callable[P, R]:
    @functools.wraps(function)
    def call(*args: P.args, **named: P.kwargs) -> R:
        try:
            return function(*args, **named)
        except TypeError as error:
            if error.__traceback__ and error.__traceback__.tb_next:  # it comes from further inside
                raise
            raise _misfit(function, name, args, named) from None

    return call


def _misfit(function: Callable, name: str, args: tuple, named: dict) -> CallError:
    """Find out what doesn't fit, and say what does."""
    parameters = inspect.signature(function).parameters
    own = {key: p for key, p in parameters.items() if key not in ("self", "cls")}
    args = args[len(parameters) - len(own) :]
    by_place = [key for key, p in own.items() if p.kind in BY_PLACE]
    unknown = [key for key in named if key not in own]
    if unknown:
        return _unknown(name, unknown[0], own)
    if len(args) > len(by_place):
        return _too_many(name, args, by_place, own)
    twice = [key for key in by_place[: len(args)] if key in named]
    if twice:
        return CallError(
            f"{name}() got {twice[0]} twice",
            f"by its place it is {repr_of(args[by_place.index(twice[0])])}, and by its name "
            f"{repr_of(named[twice[0]])}",
            "leave one of them out",
        )
    needed = [key for key, p in own.items() if p.default is p.empty and p.kind not in ANY_NUMBER]
    lacking = [key for key in needed if key not in {*by_place[: len(args)], *named}]
    return CallError(
        f"{name}() lacks {' and '.join(lacking)}",
        "no default would be right for everybody",
        f"call {name}({', '.join(needed)})",
    )


def _is_column(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | Mapping)


def _unknown(name: str, key: str, own: dict) -> CallError:
    """Say which of ours is meant by a name: another library's, or one misspelt."""
    what = f"{name}() takes no argument {key!r}"
    ours = [one for one in own if key in ELSEWHERE.get(one, "").split()]
    if (name, key) in OTHERS:
        return CallError(what, "another function does that here", f"write {OTHERS[name, key]}")
    if ours:
        return CallError(what, "other libraries call it that", f"write {ours[0]}=…")
    near = alike(key, own)
    listed = ", ".join([*own][:LENGTH]) or "none"
    fix = f"did you mean {near[0]}=…?" if near else f"help(mm.{name}) says what each is for"
    return CallError(what, f"it takes {listed}", fix)


def _too_many(name: str, args: tuple, by_place: list, own: dict) -> CallError:
    """Say how many fit without their names, and what two columns may have meant."""
    what = f"{name}() got {len(args)} arguments without a name"
    if by_place[:1] and by_place[0] in ("sweep", "of") and all(map(_is_column, args[:2])):
        why = "it is made of the counts at every threshold, not of labels and scores"
        return CallError(what, why, f"count first: mm.{name}(mm.sweep(y_true, y_score))")
    rest = [key for key, p in own.items() if key not in by_place and p.kind is p.KEYWORD_ONLY]
    fits = f"only {', '.join(by_place)} may stand so" if by_place else "each has to be named"
    return CallError(
        what,
        f"{fits}: numbers without names are easily turned round",
        f"name them: {name}({', '.join([*by_place, *(f'{key}=…' for key in rest[:2])])})",
    )
