"""Exercises on the walk down a ranking, thresholds and ties: lesson 5."""

from fractions import Fraction
from functools import partial

import numpy as np

from .... import plots
from ....core.formula import Formula
from ....metrics.confusion import Confusion
from ....metrics.sweep import Sweep, sweep
from ...examples import example
from ..drawing import Unfit
from ..draws import listed, one_of_each, patterns, ranked, ranking, untrue
from ..forms import Built, Labels, Threshold
from ..registry import formulas, task, template


def images(rng, samples=12, positives=5, pairs=2):
    """Return labels, scores and names from the top: the lesson's cars, or others, some tied."""
    if rng is None:
        cars = example("cars")
        return cars.y_true, cars.y_score, np.asarray(cars.ids)
    drawn = ranking(rng, samples, positives).samples
    order = np.argsort(-drawn.score, kind="stable")
    score = drawn.score[order].copy()
    for i in rng.choice(np.arange(1, samples - 1, 2), pairs, replace=False):
        score[i + 1] = score[i]
    return drawn.positive[order].astype(int), score, drawn.ids[order]


def walks(y, score, ids) -> tuple[Sweep, Sweep]:
    """Walk down a list twice: a row for each threshold, and a row for each image."""
    return tuple(sweep(y, score, ids=ids, ties=ties) for ties in ("grouped", "in-order"))


@template("walk.one-bar")
def one_bar(rng):
    """The precision at one threshold."""
    g, s = walks(*images(rng))
    bar = 0.09 if rng is None else float(rng.choice(g.threshold[3:-2]))
    c, row = g.at(bar), g.row_at(bar)
    if c.precision.fraction == Fraction(4, 7):
        raise Unfit("the form gives it as an example")
    mistakes = {
        "recall": c.recall,
        "accuracy": c.accuracy,
        "> for ≥": g[row - 1].confusion.precision,
        "share of false alarms": c.fdr,
        "over all images": c.detection_rate,
    }
    words = {"bar": bar, "called": c.tp + c.fp, "cars": s.positives, "total": c.total}
    return task(c.precision, mistakes, shown=listed(s), steps=c, c=c, **words)


@template("walk.among-ties")
def among_ties(rng):
    """How many images are called positive at a threshold that two of them share."""
    y, score, ids = images(rng, 16, 6, pairs=4)
    g, s = walks(y, score, ids)
    tied = [t for t in np.unique(score).tolist() if (score == t).sum() > 1]
    bar = 0.03 if rng is None else float(rng.choice(tied[:2]))  # two ties above
    c, row = g.at(bar), g.row_at(bar)
    mistakes = {
        "stopped within the tie": int((s.threshold > bar).sum()),
        "> for ≥": int((score > bar).sum()),
        "thresholds counted": row,
        "false alarms only": c.fp,
        "cars only": c.tp,
    }
    steps = f"At {bar} or above: {', '.join(ids[score >= bar].tolist())}."
    words = {"bar": bar, "cars": s.positives, "above": int((score > bar).sum())}
    return task(int((score >= bar).sum()), mistakes, shown=listed(s), steps=steps, **words)


@template("walk.f1-of-boxes")
def f1_of_boxes(rng):
    """F1 of the first images of a ranking, from its picture."""
    s = walks(*images(None))[1] if rng is None else ranking(rng, int(rng.integers(10, 16)), 5)
    first = 9 if rng is None else int(rng.integers(4, len(s) - 2))
    cells = s.confusion(first).counts
    c = Confusion(cells["TP"], cells["FP"], cells["FN"], cells["TN"])  # no word of a threshold
    wrong = {
        "plain mean": "(precision + recall) / 2",
        "TP doubled above only": "2*TP / (TP + FP + FN)",
        "TP not doubled": "TP / (TP + FP + FN)",
    }
    mistakes = formulas(c, wrong)
    mistakes |= {"accuracy": c.accuracy, "precision": c.precision, "recall": c.recall}
    mistakes["one box too few"] = s.confusion(first - 1).f1
    words = {"first": first, "total": c.total, "c": c, "cars": s.positives}
    shown = [lambda: plots.ranking(s).figure]
    return task(c.f1, mistakes, shown=shown, steps=(c, c.precision, c.recall), **words)


@template("walk.best-step")
def best_step(rng):
    """At which step of the walk F1 is best."""
    s = walks(*images(rng, 12, 5, pairs=0))[1]
    f1, halves = s["f1"], (s["precision"] + s["recall"]) / 2
    best = int(f1.argmax())
    if (f1 == f1[best]).sum() > 1:
        raise Unfit("two steps are equally good")
    mistakes = {
        "best accuracy": int(s["accuracy"].argmax()),
        "best plain mean": int(np.nanargmax(halves)),
        "precision equals recall": int(s.positives),
        "cars counted": int(s.tp[best]),
    }
    words = {"cars": s.positives, "total": len(s) - 1, "c": s.confusion(best)}
    return task(best, mistakes, shown=listed(s), steps=s.trace(["f1"]), **words)


@template("walk.which-way")
def which_way(rng):
    """What precision does while the threshold falls past several images, and why."""
    g, s = walks(*images(rng, 14, 6, pairs=2))
    high, low = g.row_at(0.45), g.row_at(0.23)
    kinds = ("larger", "smaller", "equal")
    if rng is not None:
        high, low = sorted(rng.choice(np.arange(2, len(g) - 1), 2, replace=False).tolist())
    before, after = g.confusion(high), g.confusion(low)
    came = Confusion(after.tp - before.tp, after.fp - before.fp, before.fn, before.tn)
    if low - high < 2 or came.tp * came.fp == 0:
        raise Unfit("too few images come in, or all of one kind")
    gain = after.precision.fraction - before.precision.fraction
    right = kinds[(gain < 0) + 2 * (gain == 0)]
    if rng is not None and right != rng.choice(kinds):
        raise Unfit("the other kinds are rarer")
    mistakes = {name: name for name in (*kinds, "more cars", "recall") if name != right}
    words = {"high": g[high].threshold, "low": g[low].threshold, "before": before, "came": came}
    words |= {"called": before.tp + before.fp, "new": came.tp + came.fp}
    steps = g.trace(["precision", "recall"])
    return task(right, mistakes, shown=listed(s), steps=steps, **words)


@template("walk.errata")
def errata(rng):
    """Which published sentences are wrong of a list of images."""
    pairs = 0 if rng is None else 2 * int(rng.integers(2))
    y, score, ids = images(rng, 10, 4, pairs)
    g, s = walks(y, score, ids)
    up, recalls = np.diff(g["precision"][1:]), np.diff(g["recall"][1:])
    reached = np.array([(score >= t).sum() for t in score])
    holds = {
        "law": bool((up < 0).all() and (recalls > 0).all()),
        "raise": bool((up <= 0).all()),
        "first i": bool((reached == np.arange(1, len(y) + 1)).all()),
        "the top": bool(g["precision"][1] == 1),
        "all": bool(g["recall"][-1] == 1),
        "recall": bool((recalls >= 0).all()),
    }
    words = {"total": len(y), "top": str(ids[0]), "bars": len(g) - 1}
    steps = g.trace(["precision", "recall"])
    return task(untrue(holds), shown=listed(s), steps=steps, **words)


@template("walk.two-versions")
def two_versions(rng):
    """How many points a curve had that stopped at full recall, after one image has moved."""
    y, score, ids = images(rng, 14, 5, pairs=2)
    last = int(np.flatnonzero(y)[-1])
    free = np.setdiff1d(np.arange(1, 99) / 100, score)
    to = 0.14 if rng is None else float(rng.choice(free[free > score[last]]))
    moved = np.where(np.arange(len(y)) == last, to, score)
    old, (now, images_now) = walks(y, score, ids)[0], walks(y, moved, ids)

    def full(walk):
        return int((walk.fn == 0).argmax())

    answer = full(now) + 1  # the point (0, 1) is added
    mistakes = {
        "without the added point": full(now),
        "today's version": len(now),
        "today's without the added point": len(now) - 1,
        "the old scores": full(old) + 1,
        "images counted": full(images_now) + 1,
    }
    words = {"who": str(ids[last]), "to": to, "old": float(score[last]), "cars": now.positives}
    words |= {"end": now.threshold[full(now)].item()}
    steps = now.trace(["precision", "recall"])
    return task(answer, mistakes, shown=listed(old), steps=steps, **words)


@template("walk.paid")
def paid(rng):
    """The threshold that earns the most, at a price for each car and for each false alarm."""
    y, score, ids = images(rng, 14, 6, pairs=3)
    g, kindest = (sweep(y, score, ids=ids, ties=ties) for ties in ("grouped", "positives-first"))
    wins, costs = (3, 1) if rng is None else telling_prices(rng, g, kindest)
    answer, *wrong = thresholds(g, kindest, wins, costs)
    names = ("between two tied", "prices swapped", "all cars found", "false alarms for free")
    pay = Formula("pay", f"{wins}*TP - {costs}*FP")
    words = {"wins": wins, "costs": costs, "cars": g.positives}
    words |= {"top": float(g.threshold[1]), "first": g.confusion(1)}
    mistakes = dict(zip(names, wrong, strict=True))
    shape = {"shown": listed(g), "steps": g.trace([pay]), "form": Threshold(g)}
    return task(answer, mistakes, **shape, **words)


def thresholds(g: Sweep, kindest: Sweep, wins, costs) -> list[float]:
    """Return the best threshold at these prices, and what each mistake takes for it."""
    tries = (g, wins, costs), (kindest, wins, costs), (g, costs, wins)
    earned = [(walk.threshold, win * walk.tp - cost * walk.fp) for walk, win, cost in tries]
    best = [float(threshold[pay == pay.max()].min()) for threshold, pay in earned]
    return [*best, float(g.threshold[(g.fn == 0).argmax()]), float(g.threshold[-1])]


def telling_prices(rng, g: Sweep, kindest: Sweep) -> tuple[int, int]:
    """Draw two prices at which every mistake leads to a threshold of its own."""
    for wins, costs in rng.permutation([(a, b) for a in range(1, 8) for b in range(1, 8)]).tolist():
        bars = set(thresholds(g, kindest, wins, costs)) if wins != costs else ()
        pay = wins * g.tp - costs * g.fp
        clear = (pay == pay.max()).sum() == 1 and pay.argmax() > 1  # of the first, hints tell
        if len(bars) == 5 and np.inf not in bars and clear:
            return wins, costs
    raise Unfit("no prices tell the mistakes apart")


@template("walk.raise-and-lose")
def raise_and_lose(rng):
    """Build a ranking in which a higher threshold has the lower precision."""
    samples, positives, high, low = 8, 4, 3, 6
    if rng is not None:
        samples = int(rng.integers(8, 12))
        positives = int(rng.integers(3, samples - 3))
        high = int(rng.integers(2, samples // 2))
        low = int(rng.integers(high + 2, samples))
    judge = partial(raise_judged, high, low)
    right, mistakes = one_of_each(judge, patterns(samples, positives))
    form = Built(Labels(samples, positives), judge, partial(raise_measured, high, low))
    words = {"samples": samples, "positives": positives, "high": high, "low": low}
    names = [f"image {i}" for i in range(1, samples + 1)]
    steps = ranked(right, names).trace(["precision"])
    return task(right, mistakes, form=form, steps=steps, **words)


def precisions(labels, high, low):
    """Return precision at two steps of a ranking."""
    walk = ranked(labels)
    return [walk.confusion(i).precision.fraction for i in (high, low)]


def raise_judged(high, low, labels):
    """Name what a ranking lacks."""
    at_high, at_low = precisions(labels, high, low)
    if at_high < at_low:
        return True if labels[0] else "no car on top"
    if at_high == at_low:
        return "precision stays"
    return "raising pays" if labels[0] else "raising pays, no car on top"


def raise_measured(high, low, labels) -> str:
    """Say what a ranking came to."""
    at_high, at_low = precisions(labels, high, low)
    return f"Yours: precision {at_high} at image {high}, {at_low} at image {low}."
