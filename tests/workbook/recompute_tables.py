"""Work out the known answers beyond one two-by-two table: many classes, masks, labels, numbers."""

import numpy as np

import mlmetrics_edu as mm

OF_A_TABLE = ("accuracy", "kappa", "chance_agreement")
OF_MASKS = (
    "pixel_accuracy mean_pixel_accuracy mean_iou frequency_weighted_iou mean_dice class_iou".split()
)
OF_NUMBERS = "mae mse rmse medae r2 explained_variance mape max_error".split()
OF_LABELS = ["label_ranking_average_precision"]
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
    return getattr(m, quantity) if quantity in OF_A_TABLE else None


def ends(m):
    return mm.proportion_interval(int(m.counts.trace()), int(m.total), method="exact")


SIGNIFICANCE = {
    "accuracy_ci_low": lambda m: ends(m).low,
    "accuracy_ci_high": lambda m: ends(m).high,
    "mcnemar_p": mm.mcnemar,
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
