"""Work out the known answers beyond one two-by-two table: many classes, masks, labels, numbers."""

import numpy as np

import mlmetrics_edu as mm

# Measures of a whole table: as the examples call them, and where the library has another name.
OF_A_TABLE = {
    "kappa_without_prevalence": "kappa_no_prevalence",
    "truth_entropy": "reference_entropy",
    "prediction_entropy": "response_entropy",
    "lambda_a": "lambda_truth",
    "lambda_b": "lambda_prediction",
    **{
        name: name
        for name in "accuracy kappa scott_pi chance_agreement accuracy_standard_error "
        "cross_entropy conditional_entropy mutual_information kl_divergence chi_squared "
        "phi_squared cramers_v".split()
    },
}
OF_MASKS = (
    "pixel_accuracy mean_pixel_accuracy mean_iou frequency_weighted_iou mean_dice class_iou".split()
)
OF_NUMBERS = "mae mse rmse medae r2 explained_variance mape max_error".split()
OF_LABELS = "label_ranking_average_precision coverage_error label_ranking_loss".split()
OF_SEVERAL = "multilabel_map multilabel_auc".split()


def value(example, answer):
    """Work an answer out; None if it isn't one of these."""
    where = dict(answer.where)
    numbers = bool(example.columns) and example.y_true is None  # else they stand beside samples
    if "average" in where and not numbers:
        return average(example, answer.quantity, where["average"])
    if numbers:
        return of_columns(example, answer.quantity, where)
    if answer.quantity == "brier":
        return mm.brier(example.y_true, example.y_score)
    if example.matrices and not {"label", "values"} & where.keys():
        return of_matrix(matrix(example), answer.quantity, where)
    if example.confusions and answer.quantity in SIGNIFICANCE:
        return SIGNIFICANCE[answer.quantity](two_by_two(example.confusion))
    return None


def matrix(example):
    ((name, counts),) = example.matrices.items()
    return mm.ConfusionMatrix(counts, example.labels[name])


def two_by_two(c):
    return mm.ConfusionMatrix([[c.tn, c.fp], [c.fn, c.tp]])


def average(example, rate, how):
    if example.matrices:
        return matrix(example).average(rate, how, undefined=0)
    return mm.average_over(list(example.confusions.values()), rate, how)


def of_matrix(m, quantity, where):
    if quantity == "correct":
        return np.trace(m.counts)
    if quantity == "correct_by_chance":
        return mm.Formula(quantity, "chance*samples").work(
            chance=m.chance_agreement, samples=m.total
        )
    if quantity in OF_MASKS:
        return getattr(mm, quantity)(m, **where)
    if quantity.startswith("accuracy_ci"):  # the source rounds the quantile, 1.95996
        half = 1.96 * m.accuracy_standard_error
        return m.accuracy - half if quantity.endswith("low") else m.accuracy + half
    return getattr(m, OF_A_TABLE[quantity]) if quantity in OF_A_TABLE else None


SIGNIFICANCE = {
    "accuracy_ci_low": lambda m: mm.accuracy_interval(m).low,
    "accuracy_ci_high": lambda m: mm.accuracy_interval(m).high,
    "mcnemar_p": mm.mcnemar,
    "p_accuracy_above_no_information_rate": mm.accuracy_p_value,
}


def of_columns(example, quantity, where):
    columns = example.columns
    if quantity in OF_LABELS:
        return getattr(mm, quantity)(columns["truth"], columns["score"])
    if quantity in OF_SEVERAL:
        label = where.pop("label", None)
        found = getattr(mm, quantity)(columns["truth"], columns["score"], **where)
        return found if label is None else found.terms[label]
    if "x" in where:
        return of_a_line(columns[where["x"]], columns[where["y"]], quantity)
    return getattr(mm, quantity)(columns["truth"], columns["prediction"])


def of_a_line(x, y, quantity):
    line = mm.least_squares(x, y)
    if quantity == "residual_sum_of_squares":
        return line.ss_res
    if quantity in OF_NUMBERS and quantity != "r2":
        return getattr(mm, quantity)(y, line.predict(x))
    return getattr(line, quantity)
