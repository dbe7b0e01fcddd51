"""Exercises on KS, its place, its relatives, and luck: lesson 11."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache

import numpy as np

from .... import plots
from ....core.formula import Formula
from ....core.trace import Trace
from ....metrics.auc import auc
from ....metrics.curves import ks
from ....metrics.ks import ks_statistic
from ....metrics.populations import reweight
from ....metrics.sweep import Sweep, sweep
from ....metrics.thresholds import best_threshold
from ....plots.picture import describe
from ...examples import swept
from .. import Unfit, task, template, unfit_if
from ..families.rankings import leads as leads_of
from ..families.rankings import lifts, places, tails, thresholds
from ..forms import Built
from ..typed import Labels, Number, Threshold
from . import in_order, listed, marks, one_of_each, patterns, ranked, ranking, untrue

SHARE = Formula("share", "these / lists")
LIFT = Formula("lift", "gain / share")
RATIO = Formula("TPR over FPR", "recall / fpr")
AMBER = {"Dong": 0.34, "Ivo": 0.27, "Shen": 0.22, "Carla": 0.19, "Bai": 0.15}
AMBER |= {"Greta": 0.12, "Karl": 0.08, "He": 0.05, "Elif": 0.03, "Jing": 0.02}
BAD = {"Carla", "Dong", "Greta", "Ivo", "Shen"}
FOUR = {"p": "++-+-+-+--", "q": "++++-----+", "r": "+--++-+-+-", "v": "-++++----+"}
LETTERS = "pqrv"


def borrowers(rng) -> tuple[Sweep, int, int]:
    """Sweep over ten borrowers; give also the place of KS, and an earlier, lower top."""
    s = swept("ks-ten") if rng is None else two_tops(rng, int(rng.integers(3, 7)))
    lead = ks(s).y
    tops = [row for row in range(1, len(s) - 1) if lead[row - 1] < lead[row] > lead[row + 1]]
    return s, int(lead.argmax()), tops[0]


def two_tops(rng, bad: int) -> Sweep:
    """Draw ten borrowers, whose lead grows again after its first top."""
    for _ in range(300):
        y = rng.permutation([1] * bad + [0] * (10 - bad))
        lead, row = leads(y), int(leads(y).argmax())
        first = int(np.argmax(np.diff(np.append(lead, -99)) < 0))
        found = lead[first] < lead[row] > -lead.min() and np.sum(lead == lead[row]) == 1
        # With FPR 0 or TPR 1 the lead is TPR itself, or specificity.
        if found and y[0] and not y[: row + 1].all() and y[row + 1 :].any():
            score = np.sort(rng.choice(np.arange(1, 100), 10, replace=False))[::-1] / 100
            return sweep(y, score, ids=[f"borrower {i}" for i in range(1, 11)])
    raise Unfit("the first top is the highest")


@template("ks.largest-lead")
def largest_lead(rng):
    """KS, from a list."""
    s, row, top = borrowers(rng)
    c = s[row].confusion
    mistakes = {
        "the first top": s[top].confusion.informedness,
        "TPR there": c.recall,
        "AUC": auc(s),
        "share called there": c.predicted_positive_rate,
        "the score there": s.threshold[row].item(),
        "over everybody": Fraction(int((s.tp - s.fp).max()), c.total),
        "a quotient": RATIO.work(recall=c.recall, fpr=c.fpr),
    }
    steps = s.trace(("recall", "fpr", "informedness"), s.threshold[row].item())
    words = {"c": c, "s": s, "row": row, "first": top}
    family = leads_of(s, row).but("the score there")
    right = ks_statistic(s, "greater")
    return task(right, mistakes, family=family, shown=listed(s), steps=steps, **words)


@template("ks.what-to-type")
def what_to_type(rng):
    """The threshold at the place of KS."""
    s, row, top = borrowers(rng)
    bar = s.threshold.tolist()
    mistakes = {
        "the share of borrowers": row / len(s.samples.score),
        "the place on the list": float(row),
        "one row further down": bar[row + 1],
        "the first top": bar[top],
        "the KS itself": float(ks_statistic(s)),
    }
    steps = s.trace(("recall", "fpr", "informedness"), bar[row])
    words = {"row": row, "s": s, "c": s[row].confusion, "below": bar[row + 1]}
    how = {"family": thresholds(s, row), "form": Threshold(s)}
    return task(bar[row], mistakes, shown=listed(s), steps=steps, **how, **words)


@template("ks.lift")
def lift(rng):
    """Lift after some groups of a table."""
    s, row = swept("decile-table"), 3
    if rng is not None:
        s, row = grouped(rng), int(rng.integers(2, 4))
    c = s[row].confusion
    positives, size = np.diff(s.tp), np.diff(s.tp + s.fp)
    alone = Formula("lift of the group", "rate / prevalence")
    rate = Fraction(int(positives[row - 1]), int(size[row - 1]))
    mistakes = {
        "gain": c.recall,
        "that group alone": alone.work(rate=rate, prevalence=c.prevalence),
        "the first group": s[1].confusion.lift,
        "precision": c.precision,
        "gain minus share": c.recall - row / len(size),
        "over the negatives": c.lr_plus,
        "upside down": 1 / c.lift.fraction,
    }
    groups = {"group": range(1, len(size) + 1), "customers": size, "positives": positives}
    shown = Trace.of(f"{c.total:,} customers, {s.positives:,} of them positive", groups)
    words = {"row": row, "groups": len(size), "c": c, "s": s, "reached": c.tp + c.fp}
    answer = LIFT.work(gain=c.recall, share=c.predicted_positive_rate)
    family = lifts(s, row).but("LR+")
    return task(answer, mistakes, family=family, shown=shown, **words)


def grouped(rng) -> Sweep:
    """Draw a table of equal groups, the first with the most positives."""
    groups, size = int(rng.choice([5, 8, 10])), int(rng.choice([100, 200, 500]))
    tp = np.sort(rng.integers(size // 50, size * 7 // 10, groups))[::-1]
    return Sweep.from_counts(range(groups, 0, -1), np.cumsum(tp), np.cumsum(size - tp))


@template("ks.meet-again")
def meet_again(rng):
    """Where both rates meet again, read off a picture."""
    s = meeting_often(rng)
    curve, met = ks(s), meetings(np.diff(s.tp))
    mistakes = {
        "farthest apart": curve.x[curve.y.argmax()].item(),
        "how far apart": float(ks_statistic(s)),
        "TPR is complete": curve.x[s["recall"].argmax()].item(),
        "the threshold there": s.threshold[met[0]].item(),
        "the last meeting": curve.x[met[-1]].item(),
    }
    c = s[int(met[0])].confusion
    form = Number(tolerance=0.02)
    words = {"c": c, "s": s, "samples": len(s) - 1}
    how = {"form": form, "shown": lambda: spoken(s), "steps": (c.recall, c.fpr)}
    family = places(curve.y, met, s)
    return task(curve.x[met[0]].item(), mistakes, family=family, **how, **words)


def spoken(s: Sweep):
    """Draw both rates, and say in words how high they are at each share, as in the picture."""
    ax, n = plots.ks(s, gap=False), len(s) - 1
    pairs = zip(s.tp.tolist(), s.fp.tolist(), strict=True)
    heights = [f"{tp}/{s.positives} and {fp}/{s.negatives}" for tp, fp in pairs]
    told = "; ".join(f"after {k} {height}" for k, height in enumerate(heights))
    return describe(ax, f"TPR and FPR, of {n} samples: {told}.").figure


def meeting_often(rng) -> Sweep:
    """Sweep over samples among which FPR catches up with TPR three times before the end."""
    if rng is None:
        return swept("fawcett-20")
    half = int(rng.integers(6, 11))
    for _ in range(400):
        y = np.append(rng.permutation([1] * half + [0] * (half - 1)), 0)
        met = meetings(y)
        if len(met) > 2 and abs(met[0] / 2 - leads(y).max() / half) > half / 15:
            score = np.sort(rng.choice(np.arange(1, 100), 2 * half, replace=False))[::-1] / 100
            return sweep(y, score)
    raise Unfit("the rates don't meet so often, or KS is where they meet")


def meetings(labels) -> list[int]:
    """List the rows where FPR catches up with TPR; none if it overtakes, or at two tops."""
    lead = leads(labels)
    if lead.min() < 0 or np.sum(lead == lead.max()) > 1 or not lead[:3].all():
        return []
    return (1 + np.flatnonzero(lead[:-1] == 0)).tolist()


@template("ks.which-gap")
def which_gap(rng):
    """The one-sided KS of a list on which FPR leads by more, and where a larger one comes from."""
    s = swept("learner-b", ids=[f"customer {i}" for i in range(1, 11)])
    if rng is not None:
        s = ranking(rng, int(rng.integers(9, 12)), int(rng.integers(3, 7)), name="customer")
        s = sweep(~s.samples.positive, s.samples.score, ids=s.samples.ids)
    right, both = (ks_statistic(s, side) for side in ("greater", "two-sided"))
    rows = best_threshold(s, "ks").rows
    unfit_if(right == 0 or right == both or len(rows) > 1, "TPR doesn't lead, or leads by more")
    c = s[rows[0]].confusion
    numbers = {
        "whoever leads": both.fraction,
        "the right one": right.fraction,
        "the lowest lead": -both.fraction,
        "AUC": auc(s).fraction,
        "TPR there": c.recall.fraction,
    }
    unfit_if(len(set(numbers.values())) < len(numbers), "two of the numbers are the same")
    options = {name: str(number).replace("-", "−") for name, number in numbers.items()}
    steps = (s.trace(("recall", "fpr", "informedness"), s.threshold[rows[0]].item()), right, both)
    words = {"c": c, "s": s, "row": rows[0], "reported": both.fraction, "area": auc(s).fraction}
    given = {"shown": listed(s), "steps": steps, "options": options}
    return task(("the right one", "either leads"), **given, **words)


@template("ks.more-good-ones")
def more_good_ones(rng):
    """Which numbers change when the good customers become many more."""
    s, times = card(), 10
    if rng is not None:
        s, times = ranking(rng, 10, 5, name="customer"), int(rng.choice([3, 5, 10, 20]))
    rows = list(best_threshold(s, "ks").rows)
    more = reweight(s, negatives=times)
    before, after = six(s, rows), six(more, rows)
    moves = frozenset(name for name in before if not np.allclose(before[name], after[name]))
    unfit_if(moves != {"shares", "lift", "precision"}, "a number stays by chance")
    columns = {"": ["KS", "AUC", "thresholds of KS", "shares of KS", "lift", "precision"]}
    for head, numbers in (("before", before), ("after", after)):
        columns[head] = [", ".join(f"{x:.3g}" for x in np.atleast_1d(n)) for n in numbers.values()]
    words = {"times": times, "s": s, "c": s[rows[-1]].confusion, "first": s[1].admitted[0]}
    words |= {"share": Fraction(int(s.positives), int(s.positives + times * s.negatives))}
    return task(moves, shown=listed(s), steps=Trace.of("before and after", columns), **words)


def card() -> Sweep:
    """Sweep over the lesson's card Amber."""
    return sweep([who in BAD for who in AMBER], list(AMBER.values()), ids=list(AMBER))


def six(s: Sweep, rows) -> dict:
    """Work six numbers out; the last one at the last place of KS."""
    return {
        "KS": ks_statistic(s),
        "AUC": auc(s),
        "thresholds": best_threshold(s, "ks").thresholds,
        "shares": ks(s).x[rows],
        "lift": s[1].confusion.lift,
        "precision": s[rows[-1]].confusion.precision,
    }


@template("ks.in-order")
def four_in_order(rng):
    """Four lists in the order of their KS."""
    signs = FOUR if rng is None else four_lists(rng)
    columns = zip(*map(four, signs.values()), strict=True)
    best, where, top, area = (dict(zip(LETTERS, column, strict=True)) for column in columns)
    right = in_order(best, reverse=True)
    unfit_if(len(set(area.values())) < len(LETTERS), "two lists have one AUC")
    unfit_if(right == tuple(LETTERS), "the order in which they are listed is the answer")
    mistakes = {
        "AUC": in_order(area, reverse=True),
        "bad ones on top": in_order(top, reverse=True),
        "the lowest first": right[::-1],
        "where it stands": in_order(where, reverse=True)[::-1],
    }
    columns = {"": list(LETTERS), "list": [signs[k] for k in LETTERS]}
    gaps = {"KS": [str(best[k]) for k in LETTERS], "after": [where[k] for k in LETTERS]}
    shown = Trace.of("four lists, the highest score on the left", columns)
    return task(right, mistakes, shown=shown, steps=Trace.of("their KS", {**columns, **gaps}))


def four(signs: str) -> tuple:
    """Return the KS of a list, its place, how many are positive at the top, and the AUC."""
    s = ranked([int(sign == "+") for sign in signs])
    gap, (where, *_) = ks_statistic(s, "greater").fraction, best_threshold(s, "ks").rows
    return gap, where, len(signs) - len(signs.lstrip("+")), auc(s).fraction


def four_lists(rng) -> dict[str, str]:
    """Draw four lists of ten which KS orders unlike AUC, its place and the top of the list do."""
    labels = rng.permuted(np.tile([1, 0], (1000, 5)), axis=1)
    walks = np.cumsum(2 * labels - 1, axis=1)
    labels, walks = labels[walks.max(axis=1) > 0], walks[walks.max(axis=1) > 0]
    # The sum of a walk orders lists as AUC does: it is larger by 2 for each pair won.
    numbers = walks.max(1), -walks.argmax(1), labels.argmin(1), walks.sum(1)
    for some in np.array_split(np.arange(len(labels)), 20):
        kept = unlike(np.transpose(numbers), some)[: len(LETTERS)]
        orders = {tuple(np.argsort(number[kept], kind="stable")) for number in numbers}
        if len(kept) == len(LETTERS) and len(orders) == len(numbers):
            signs = [marks(labels[i], "-+") for i in rng.permutation(kept)]
            return dict(zip(LETTERS, signs, strict=True))
    raise Unfit("too few lists")


def unlike(numbers, rows) -> list[int]:
    """Keep rows that differ from each other in every column."""
    kept = []
    for i in rows:
        if all((numbers[i] != numbers[j]).all() for j in kept):
            kept.append(i)
    return kept


def leads(labels) -> np.ndarray:
    """List the lead of TPR after each sample, times the size of both classes."""
    labels = np.asarray(labels)
    bad, good = int(labels.sum()), int((1 - labels).sum())
    return np.cumsum(np.where(labels == 1, good, -bad))


@template("ks.errata")
def errata(rng):
    """Which clauses on KS are wrong."""
    a, b = card(), ranked([1, 1, 1, 1, 0, 0, 0, 0, 0, 1])
    lucky = sum(gap > 5 for gap, _ in widest(5, 5)) / 252  # 1/5 in twenty-fifths
    holds = {
        "drawn": np.array_equal(ks(a).beside["fpr"], a["fpr"]),
        "curve": np.ndim(auc(a)) > 0,
        "difference": ks(a).y.max() == ks_statistic(a),
        "threshold": set(best_threshold(a, "ks").thresholds) == {0.4, 0.6},
        "same effect": ks_statistic(a) != ks_statistic(b) or auc(a) == auc(b),
        "effective": lucky < 0.05,
    }
    words = {"a": auc(a).fraction, "b": auc(b).fraction, "both": ks_statistic(a).fraction}
    words |= {"lucky": lucky, "lists": 252, "lower": 0.2, "low": 0.4, "high": 0.6}
    words |= dict(zip(("first", "second"), AMBER.values(), strict=False), last=min(AMBER.values()))
    return task(untrue(holds), **words)


@template("ks.luck")
def luck(rng):
    """How often luck alone gets a KS as large, in either direction."""
    bad, good, gap = 5, 5, Fraction(2, 5)
    if rng is not None:
        bad, good = rng.choice([[4, 5], [5, 5], [4, 6], [5, 6], [6, 6]]).tolist()
        # Larger leads aren't had by both on one list, and doubling would be right.
        gap = Fraction(int(rng.integers(bad * good // 4, bad * good // 2 + 1)), bad * good)
    both = widest(bad, good)
    limit, lists = gap * bad * good, len(both)
    count = {
        "one direction only": sum(one >= limit for one, _ in both),
        "more than that": sum(wide > limit for _, wide in both),
        "exactly that": sum(wide == limit for _, wide in both),
        "less than that": sum(wide < limit for _, wide in both),
    }
    wide = lists - count["less than that"]
    doubled = 2 * count["one direction only"]
    if not count["exactly that"] or wide / lists > 0.9 or doubled < 1.012 * wide:
        raise Unfit("no list has this KS, or nearly all have it, or few have both so large")
    count["one direction doubled"] = doubled
    mistakes = {name: SHARE.work(these=n, lists=lists) for name, n in count.items()}
    words = {"bad": bad, "good": good, "gap": gap, "lists": lists, "wide": wide}
    answer, mistakes = SHARE.work(these=wide, lists=lists), {**mistakes, "the KS itself": gap}
    family = tails(counted(both), int(limit), bad, good)
    return task(answer, mistakes, family=family, shown=by_lead(both, bad, good), **words)


def counted(both) -> dict[int, tuple[int, int]]:
    """Count for each lead the lists that have it of TPR, and of either."""
    one, wide = map(Counter, zip(*both, strict=True))
    return {lead: (one[lead], wide[lead]) for lead in sorted({*one, *wide})}


def by_lead(both, bad: int, good: int) -> Trace:
    """Count all lists by their largest lead."""
    rows = counted(both)
    columns = {"largest lead": [str(Fraction(gap, bad * good)) for gap in rows]}
    columns["TPR leads so"], columns["either leads so"] = zip(*rows.values(), strict=True)
    title = f"all {len(both)} lists of {bad} bad and {good} good customers, by their largest lead"
    return Trace.of(title, columns)


@cache
def widest(bad: int, good: int) -> list[tuple[int, int]]:
    """For each list, give the largest lead of TPR and of either, times the size of both classes."""
    walks = map(leads, patterns(bad + good, bad))
    return [(max(0, int(walk.max())), int(abs(walk).max())) for walk in walks]


@template("ks.below-zero")
def below_zero(rng):
    """Build a list whose largest lead inside is negative, and which isn't the worst."""
    bad, good = (5, 5) if rng is None else rng.integers(3, 7, 2).tolist()
    size = bad + good
    right, mistakes = one_of_each(below, patterns(size, bad))
    form = Built(
        Labels(size, bad),
        below,
        lambda labels: f"Yours: the largest of these leads is {inside(labels)}.".replace("-", "−"),
    )
    words = {"bad": bad, "good": good, "size": size, "places": size - 1}
    words["worst"] = "-" * good + "+" * bad
    return task(right, mistakes, form=form, **words)


def inside(labels) -> Fraction:
    """Return the largest lead between the two ends of a list."""
    bad = sum(labels)
    return Fraction(int(leads(labels)[:-1].max()), bad * (len(labels) - bad))


def below(labels):
    """Name what a list lacks."""
    most = inside(labels)
    if most > 0:
        return "ahead at the top" if labels[0] else "ahead further down"
    if most == 0:
        return "level somewhere"
    return "the worst list" if list(labels) == sorted(labels) else True
