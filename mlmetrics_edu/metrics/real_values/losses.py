"""What a regression metric makes of each sample: its loss. An error is prediction minus truth."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from ...core.formula import Formula
from ...core.trace import Trace
from ...core.worked import Worked
from . import outputs, regression_steps
from .outputs import Output

NONE: Mapping = MappingProxyType({})
RATIO, ANY, DOWN = (0.0, float("inf")), (float("-inf"), float("inf")), "lower"
EPSILON = np.finfo(float).eps


class Loss(NamedTuple):
    """The loss of a sample, and the mean that is made of all.

    Attributes
    ----------
    mean : Formula
        The sum of the losses, divided by ``n``.
    heading : str
        What a table writes over the column of losses.
    of : callable
        From truths and predictions to losses; on floats and on fractions.
    """

    mean: Formula
    heading: str
    of: Callable[[np.ndarray, np.ndarray], np.ndarray]


def _loss(name: str, total: str, heading: str, of, range=RATIO, direction=DOWN) -> Loss:
    return Loss(Formula(name, f"{total} / n", range, direction, "no sample is left"), heading, of)


def error(truth, prediction):
    """Say how much too much was predicted."""
    return prediction - truth


def absolute(truth, prediction):
    """Say how far off a prediction is."""
    return abs(prediction - truth)


def squared(truth, prediction):
    """Square the error: twice as far off is four times as bad."""
    return (prediction - truth) ** 2


def relative(truth, prediction):
    """Say how far off a prediction is, as a share of the truth."""
    return abs(prediction - truth) / abs(truth)


def relative_to_epsilon(truth, prediction):
    """Divide by 2⁻⁵² where the truth is nearer to 0, as scikit-learn does."""
    return abs(prediction - truth) / np.maximum(abs(truth), EPSILON)


def squared_log(truth, prediction):
    """Square the difference of logarithms of 1 + x: it sees ratios, not distances."""
    return (np.log1p(prediction.astype(float)) - np.log1p(truth.astype(float))) ** 2


LOSSES = {
    "mean_bias_error": _loss("mean_bias_error", "errors", "error", error, ANY, None),
    "mae": _loss("mae", "absolute_errors", "|error|", absolute),
    "mse": _loss("mse", "squared_errors", "error²", squared),
    "mape": _loss("mape", "relative_errors", "|error| / |truth|", relative),
    "mape, epsilon": _loss("mape", "relative_errors", "|error| / |truth|", relative_to_epsilon),
    "msle": _loss("msle", "squared_log_errors", "(Δ ln(1 + x))²", squared_log),
}


def mean_over(name: str, y_true, y_pred, weights, ids, multioutput):
    """Read the data, and average a loss over the samples of each output."""
    data = outputs.read(y_true, y_pred, weights, ids)
    return outputs.work(partial(mean, name), data, multioutput)


def mean(name: str, output: Output, said: Mapping[str, str] = NONE) -> Worked:
    """Average a loss over the samples of one output; ``said`` are conventions in force."""
    formula, _, loss_of = LOSSES[name]
    losses = loss_of(output.truth, output.prediction)
    terms = {formula.terms[0]: output.total(losses), "n": output.n}
    worked = formula.work(**terms, conventions={**said, **outputs.weighted(output)})
    return output.finish(worked, steps(formula.name, output, name))


def steps(name: str, output: Output, loss: str) -> Callable[[], Trace]:
    """Lay a metric out by one of the losses, a row a sample, when somebody looks."""
    return partial(_table, name, loss, output)


def _table(name: str, loss: str, output: Output) -> Trace:
    _, heading, loss_of = LOSSES[loss]
    y, p = output.truth, output.prediction
    columns = {"error": error(y, p), heading: loss_of(y, p)}
    said = {"error": "error: prediction − truth", **outputs.weighted(output)}
    return regression_steps.samples(name, output, columns, said)
