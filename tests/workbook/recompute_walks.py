"""Work out the known answers that belong to a whole walk: areas, landmarks, costs."""

from fractions import Fraction

import numpy as np

import mlmetrics_edu as mm

BELL = mm.binormal(0.8, 0.2, 0.55)


def value(example, answer):
    """Work an answer out."""
    if example.name == "binormal":
        return OF_THE_BELL[answer.quantity](**answer.where)
    if answer.quantity == "ks_share":  # of several places each is an answer of its own
        places = [known for known in example.answers if known.quantity == "ks_share"]
        return ks_shares(example)[places.index(answer)]
    return QUANTITIES[answer.quantity](example, **answer.where)


def walk(example, ties="grouped", **totals):
    return mm.sweep(example.y_true, example.y_score, ids=example.ids, ties=ties, **totals)


def auc(example, ties="grouped"):
    return mm.auc(walk(example, ties))


def auc_hull(example):
    return mm.auc(mm.roc_hull(walk(example)))


def standard_error(example):
    return mm.auc_standard_error(walk(example), "hanley-mcneil")


def average_precision(example, rule, ties="grouped", divided_by="relevant returned", unseen=None):
    totals = {}
    if divided_by == "relevant in the collection":
        known = example.values.get("collection", {"relevant": example.y_true.sum()})
        totals = {"positives": int(known["relevant"])}
    if unseen:
        return _to_the_end(example, unseen)
    return mm.average_precision(walk(example, ties, **totals), rule)


def _to_the_end(example, unseen):
    """Rank the documents that were not returned too: the relevant ones at once, or last of all."""
    known = example.values["collection"]
    missing = int(known["relevant"] - example.y_true.sum())
    rest = [0] * int(known["documents"] - len(example.y_true) - missing)
    more = [1] * missing + rest if unseen == "at once" else rest + [1] * missing
    truth = [*example.y_true.tolist(), *more]
    s = mm.sweep(truth, range(len(truth), 0, -1))
    hits = np.flatnonzero(truth)
    exact = sum(Fraction(i + 1, int(rank) + 1) for i, rank in enumerate(hits)) / len(hits)
    assert abs(mm.average_precision(s) - exact) < 1e-12  # too long to be a fraction of its own
    return _Exact(mm.average_precision(s), exact)


class _Exact(float):
    def __new__(cls, value, fraction):
        self = super().__new__(cls, value)
        self.fraction = fraction
        return self


def mean_average_precision(example):
    queries = [mm.example(f"query-{which}") for which in ("first", "second")]
    found = [average_precision(q, "step", "grouped", "relevant in the collection") for q in queries]
    return sum(found) / len(found)


def interpolated(example, recall):
    s = walk(example, "in-order", positives=int(example.values["collection"]["relevant"]))
    row = int(np.argmax(s["recall"] >= float(Fraction(recall))))
    best = mm.interpolated_precision(s)[row]
    return _Exact(best, Fraction(float(best)).limit_denominator(1000))


def pr_area(example):
    """Integrate from A to B as Davis and Goadrich do; a straight line would give another area."""
    a, b = example.confusions["A"], example.confusions["B"]
    both = mm.Sweep.from_counts([2, 1], [a.tp, b.tp], [a.fp, b.fp], positives=a.tp + a.fn)
    first = mm.Sweep.from_counts([1], [a.tp], [a.fp], positives=a.tp + a.fn)
    to_b, to_a = (mm.average_precision(s, "davis-goadrich") for s in (both, first))
    return to_b - to_a


def ks(example):
    return mm.ks_statistic(walk(example), "greater")


def ks_shares(example):
    s = walk(example)
    rows = mm.best_threshold(s, "ks").rows
    return [s[row].confusion.predicted_positive_rate for row in rows]


def ks_threshold(example):
    return mm.best_threshold(walk(example), "ks").threshold


def nearest(example, ties):
    return mm.best_threshold(walk(example, ties), "nearest-corner").value


def crossover(example):
    return mm.crossover_beta(*example.confusions.values())


def best(example, by):
    return mm.best_threshold(walk(example), by).threshold


def break_even(example, ties):
    return mm.break_even(walk(example, ties))


def cost_area(example, axis, values=None):
    if values is None:
        return mm.cost_curve(walk(example), axis=axis).area
    rates = example.values[values]
    fp, fn = (round(100 * rates[name]) for name in ("fpr", "fnr"))
    costs = mm.Costs(fp=1, fn=example.values["costs"]["ratio"])
    return mm.cost_curve(mm.Confusion(100 - fn, fp, fn, 100 - fp), axis=axis, costs=costs).area


def expected_cost(example, confusion, costs):
    table = example.confusions[confusion]
    return mm.expected_cost(table, mm.Costs(**example.values[costs]))


def expected_profit(example, confusion, costs):
    benefits = mm.Costs.from_benefits(**example.values[costs])
    cost = mm.expected_cost(example.confusions[confusion], benefits)
    return _Exact(-cost, -cost.fraction)


def threshold_of_costs(example, costs):
    return mm.cost_threshold(mm.Costs(**example.values[costs]))


QUANTITIES = {
    "ks_share": ks_shares,
    "auc": auc,
    "auc_hull": auc_hull,
    "auc_standard_error": standard_error,
    "average_precision": average_precision,
    "pr_area": pr_area,
    "map": mean_average_precision,
    "interpolated_precision": interpolated,
    "ks": ks,
    "ks_threshold": ks_threshold,
    "nearest_corner_distance": nearest,
    "best_threshold": best,
    "crossover_beta_squared": crossover,
    "break_even": break_even,
    "cost_curve_area": cost_area,
    "expected_cost": expected_cost,
    "expected_profit": expected_profit,
    "best_probability_threshold": threshold_of_costs,
}


def bell_ap(positive_rate):
    positives = round(10_000 * positive_rate)
    return mm.average_precision(BELL.sweep(positives, 10_000 - positives), "davis-goadrich")


def bell_cost(axis, cost_ratio=1):
    costs = mm.Costs(fp=1, fn=cost_ratio)
    return mm.cost_curve(BELL.sweep(5_000, 5_000), axis=axis, costs=costs).area


OF_THE_BELL = {
    "auc": lambda: BELL.auc,
    "ks": lambda: BELL.ks,
    "average_precision": bell_ap,
    "cost_curve_area": bell_cost,
}
