"""Typical wrong answers on tags, masks and searches."""

from fractions import Fraction
from itertools import chain

import numpy as np

from tests.oracles.exercises.questions import known, mean, over, typical
from tests.oracles.exercises.test_map_and_lists import columns, hits_of, numbers, tags
from tests.oracles.exercises.typical.map import ap, levels, rungs, walk


def compared(truth, called):
    """Count hits, false alarms, misses and right negatives."""
    truth, called = (np.asarray(x, bool).ravel() for x in (truth, called))
    pairs = (truth & called, ~truth & called, truth & ~called, ~(truth | called))
    return [int(pair.sum()) for pair in pairs]


def f1(tp, fp, fn, _):
    """Return Dice, which is F1."""
    return over(2 * tp, 2 * tp + fp + fn)


def jaccard(tp, fp, fn, _):
    """Return IoU, which is Jaccard."""
    return over(tp, tp + fp + fn)


def exact(truth, called):
    """Return the share of rows that are wholly right."""
    return Fraction(int((truth == called).all(axis=1).sum()), len(truth))


@typical("lists.lower-bar")
def lower_bar(q):
    """Judge cells, tags or whole photographs in place of each photograph's overlap."""
    (truth, score), bar = tags(q), Fraction(str(numbers(q)[0]))
    called = (score >= float(bar)).astype(int)
    tp, fp, fn, tn = compared(truth, called)
    rows = [compared(*row) for row in zip(truth, called, strict=True)]
    overlap = lambda a, b: mean(  # noqa: E731
        jaccard(*compared(*row)) or 0 for row in zip(a, b, strict=True)
    )
    right, some = Fraction(tp + tn, truth.size), truth.any(axis=1)
    each = lambda rule: mean(rule(*row) or 0 for row in rows)  # noqa: E731
    true = lambda row: Fraction(int(row.sum()), len(truth))  # noqa: E731
    return known(
        {
            "accuracy of the cells": right,
            "Hamming loss": 1 - right,
            "complement": 1 - overlap(truth, called),
            "subset accuracy": exact(truth, called),
            "> for ≥": overlap(truth, (score > float(bar)).astype(int)),
            "threshold at 0.5": overlap(truth, (score >= 0.5).astype(int)),
            "tag by tag": overlap(truth.T, called.T),
            "F1 of the photographs": each(f1),
            "precision of the photographs": each(lambda tp, fp, fn, tn: over(tp, tp + fp)),
            "recall of the photographs": each(lambda tp, fp, fn, tn: over(tp, tp + fn)),
            "shared tags over three": each(lambda tp, fp, fn, tn: Fraction(tp, 3)),
            "one right tag is enough": true((truth & called).any(axis=1)),
            "tags too many forgiven": true((called >= truth).all(axis=1)),
            "missing tags forgiven": true((called <= truth).all(axis=1)),
            "photographs without tags left out": None
            if some.all()
            else overlap(truth[some], called[some]),
            "sum of the overlaps": sum(jaccard(*row) or 0 for row in rows),
            "precision of the cells": over(tp, tp + fp),
            "recall of the cells": over(tp, tp + fn),
            "F1 of the cells": f1(tp, fp, fn, tn),
            "Jaccard index of the cells": jaccard(tp, fp, fn, tn),
            "percent without the sign": 100 * overlap(truth, called),
        }
    )


@typical("lists.calf")
def calf(q):
    """Take another animal, another part of the picture or another measure."""
    truth, called = (np.array(list("".join(columns(q)[side]))) for side in ("truth", "program"))
    counts = {kind: compared(truth == kind, called == kind) for kind in "012"}
    tp, fp, fn, tn = counts["2"]
    dice = {kind: f1(*four) for kind, four in counts.items()}
    ious = {kind: jaccard(*four) for kind, four in counts.items()}
    usual = f1(tp, fp, fn, tn)
    return known(
        {
            "IoU": ious["2"],
            "precision": over(tp, tp + fp),
            "recall": over(tp, tp + fn),
            "pixel accuracy": mean((truth == called).astype(int).tolist()),
            "accuracy of calf against the rest": Fraction(tp + tn, len(truth)),
            "Dice of the cow": dice["1"],
            "Dice of the meadow": dice["0"],
            "mean Dice of the three": mean(dice.values()),
            "mean Dice of cow and calf": (dice["1"] + dice["2"]) / 2,
            "Dice of cow and calf as one": f1(*compared(truth != "0", called != "0")),
            "IoU of the cow": ious["1"],
            "mean IoU": mean(ious.values()),
            "overlap counted once": usual / 2,
            "twice the IoU": 2 * ious["2"],
            "overlap over the wrong pixels": over(tp, fp + fn),
            "complement": 1 - usual,
            "overlap": tp,
            "percent without the sign": 100 * usual,
        }
    )


@typical("lists.queries")
def queries(q):
    """Divide by something else, weigh the queries, or look at one place of each list."""
    table = columns(q)
    both = [(hits_of(row), int(n)) for row, n in zip(table["list"], table["relevant"], strict=True)]
    each = lambda rule: mean(rule(*row) for row in both)  # noqa: E731
    joined, wanted = [*chain(*(hits for hits, _ in both))], sum(n for _, n in both)
    plain = [ap(*row, lifted=False) for row in both]
    return known(
        {
            "divided by those found": mean(
                over(sum(rungs(*row, lifted=False)), sum(row[0])) or 0 for row in both
            ),
            "precisions lifted": each(ap),
            "divided by the length of the list": each(
                lambda hits, n: over(sum(rungs(hits, n, lifted=False)), len(hits))
            ),
            "divided by what the list could hold": each(
                lambda hits, n: over(sum(rungs(hits, n, lifted=False)), min(n, len(hits)))
            ),
            "mean precision after each photograph": each(
                lambda *row: mean(p for _, p in walk(*row))
            ),
            "R-precision": each(lambda hits, n: Fraction(sum(hits[:n]), n)),
            "mean recall": each(lambda hits, n: Fraction(sum(hits), n)),
            "mean precision": each(lambda hits, n: mean(hits)),
            "mean reciprocal rank": each(lambda hits, n: over(1, hits.index(1) + 1)),
            "mean precision at 5": each(lambda hits, n: Fraction(sum(hits[:5]), 5)),
            "all queries in one list": ap(joined, wanted, lifted=False),
            "queries weighted by what is relevant": over(
                sum(a * n for a, (_, n) in zip(plain, both, strict=True)), wanted
            ),
            "mean of all precisions at hits": mean(
                p for row in both for p in rungs(*row, lifted=False)
            ),
            "precision of all queries together": mean(joined),
            "eleven points": each(lambda *row: mean(levels(*row))),
            "sum of the APs": sum(plain),
            "AP of the first query": plain[0],
            "percent without the sign": 100 * mean(plain),
        }
    )
