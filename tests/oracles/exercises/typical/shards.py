"""Typical wrong answers on data that lie in several places."""

from fractions import Fraction

from tests.oracles.exercises.questions import (
    RIGHT,
    ap,
    auc,
    called,
    column,
    curve,
    known,
    mean,
    over,
    pairs,
    ratios,
    some,
    typical,
)


@typical("shards.two-precisions")
def two_precisions(q):
    """Average the two precisions in some way, or take another number of the sum."""
    cells = [column(q.data[0], name) for name in ("TP", "FP", "FN", "TN")]
    a, b = zip(*cells, strict=True)
    one, other = ratios(*a), ratios(*b)
    whole = ratios(*(x + y for x, y in zip(a, b, strict=True)))
    names = ["recall", "accuracy", "F1", "false discovery rate", "specificity"]
    names += ["share of positives", "share of predicted positives", "Jaccard index"]
    p = [one["precision"], other["precision"]]

    def weighted(*weights):
        return over(sum(w * x for w, x in zip(weights, p, strict=True)), sum(weights))

    return some(whole, *names) | known(
        {
            RIGHT: whole["precision"],
            "mean of the precisions": mean(p),
            "weighted by payments": weighted(sum(a), sum(b)),
            "weighted by frauds": weighted(a[0] + a[2], b[0] + b[2]),
            "precisions added": sum(p),
            "precisions multiplied": p[0] * p[1],
            "precision of shop A": p[0],
            "precision of shop B": p[1],
        }
    )


@typical("shards.auc-of-all")
def auc_of_all(q):
    """Average the two AUCs, count some of the pairs only, or take another number."""
    shops = [payments(table) for table in q.data]
    y, score = whole(shops)
    areas, own = [auc(*shop) for shop in shops], [pairs(*shop) for shop in shops]
    sizes = [len(labels) for labels, _ in shops]
    inside, won = sum(n for *_, n in own), sum(w for w, *_ in own)
    all_won, _, every = pairs(y, score)
    right, half = auc(y, score), ratios(*called(y, score, Fraction(1, 2)))
    return known(
        {
            "mean of the AUCs": mean(areas),
            "weighted by payments": over(
                sum(n * x for n, x in zip(sizes, areas, strict=True)), len(y)
            ),
            "inside the shops only": over(won, inside),
            "between the shops only": over(all_won - won, every - inside),
            "between the shops lost": over(won, every),
            "between the shops tied": over(won + Fraction(every - inside, 2), every),
            "number of pairs won": all_won,
            "number of pairs lost": every - all_won,
            "Gini coefficient": 2 * right - 1,
            "average precision": ap(curve(y, score)),
            "the pairs that are lost": 1 - right,
            "accuracy at 0.5": half["accuracy"],
            "AUC of the labels at 0.5": half["balanced accuracy"],
            "percent without the sign": 100 * right,
        }
    )


def payments(table):
    """Read labels and scores, from the top."""
    labels, scores = (column(table, name) for name in ("label", "score"))
    return [int(y) for y in labels], [Fraction(str(score)) for score in scores]


def whole(shops):
    """Join the payments of some shops, from the top."""
    rows = sorted((-s, y) for labels, scores in shops for y, s in zip(labels, scores, strict=True))
    return [y for _, y in rows], [-s for s, _ in rows]
