"""Exercises of the first lesson and the last: forms of answers; counts from many places."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np

from ....core.formula import Formula
from ....core.trace import Trace
from ....metrics.auc import auc
from ....metrics.average_precision import average_precision
from ....metrics.confusion import Confusion
from ....metrics.ks import ks_statistic
from ....metrics.sweep import Sweep, sweep
from ....metrics.ties import resolution_range, round_scores
from .. import Unfit, sentences, task, template, unfit_if
from ..families import Family, formulas
from ..families.rankings import pairs, scores
from ..families.tables import elsewhere, mixed_counts, of_two, rates
from ..forms import Built, Names
from ..typed import Labels, Number, Numbers
from . import cells_of, in_order, listed, one_of_each, patterns

POOL = """
    birthday brochure casino coupon diploma invoice lottery magazine meeting miracle newspaper
    parcel pills prize receipt refund reminder statement survey ticket voucher
""".split()
SEVEN = "prize invoice greeting pills reminder newspaper ticket".split()
RIGHT_TO_WRONG = "(TP + TN) / (FP + FN)"
TEN = "statement birthday coupon casino parcel magazine refund miracle meeting survey".split()


def filtered(names, spam, called) -> tuple[Confusion, Trace]:
    """Count what a filter said of some emails, and list them."""
    truth = ["spam" if name in spam else "fine" for name in names]
    answers = ["spam" if name in called else "fine" for name in names]
    c = Confusion.from_labels(truth, answers, positive="spam", ids=names)
    title = f"{len(names)} emails"
    return c, Trace.of(title, {"": names, "the filter said": answers, "the truth": truth})


def seven(rng) -> tuple[Confusion, Trace]:
    """Return the seven emails of the lesson, or others."""
    if rng is not None:
        return drawn(rng)
    return filtered(SEVEN, {"prize", "pills", "reminder"}, {"prize", "invoice", "pills"})


def ten(rng) -> tuple[Confusion, Trace]:
    """Return the ten emails of the next day, or others."""
    if rng is not None:
        return drawn(rng)
    spam = {"coupon", "casino", "miracle", "refund"}
    return filtered(TEN, spam, {"coupon", "casino", "miracle", "parcel", "meeting"})


def drawn(rng) -> tuple[Confusion, Trace]:
    """Draw emails, and a filter that is right more often than wrong."""
    names = rng.choice(POOL, size=int(rng.integers(9, 15)), replace=False).tolist()
    spam = {name for name in names if rng.random() < 0.45}
    wrong = {name for name in names if rng.random() < 0.35}
    c, table = filtered(names, spam, spam ^ wrong)
    if min(c.tp, c.fp, c.fn, c.tn) == 0 or c.tp + c.tn <= c.fp + c.fn:
        raise Unfit("one kind of email is missing, or the filter is mostly wrong")
    return c, table


@template("start.share-of-right")
def share_of_right(rng):
    """For what share of all emails a filter was right."""
    c, table = seven(rng)
    right = c.tp + c.tn
    mistakes = {
        "emails called spam": c.predicted_positive_rate,
        "share of mistakes": c.error_rate,
        "only those called spam": c.precision,
        "counted, not divided": right,
    }
    mistakes |= formulas(c, {"right against wrong": RIGHT_TO_WRONG})
    family = rates(c, "accuracy").but("TP + TN, not divided")
    words = {"c": c, "called": c.tp + c.fp, "wrong": c.fp + c.fn}
    return task(c.accuracy, mistakes, family=family, shown=table, **words)


@template("start.below-the-line")
def below_the_line(rng):
    """Which sentence a share belongs to."""
    c, table = ten(rng)
    shares = {
        "of the spam": (c.tp, c.tp + c.fn),
        "of those called spam": (c.tp, c.tp + c.fp),
        "of all emails": (c.tp + c.tn, c.total),
        "of the fine emails": (c.tn, c.tn + c.fp),
    }
    if len({Fraction(*share) for share in shares.values()}) < len(shares):
        raise Unfit("two of the shares are equal")
    meant = "of those called spam" if rng is None else str(rng.choice(list(shares)))
    above, below = shares[meant]
    parts = dict(zip(("spam", "called", "all", "fine"), shares.values(), strict=True))
    return task(meant, shown=table, above=above, below=below, said=parts)


@template("start.false-alarms")
def false_alarms(rng):
    """Which emails are false alarms."""
    c, table = ten(rng)
    cells = {cell: frozenset(names) for cell, names in c.samples.items()}
    mistakes = {
        "the missed ones": cells["FN"],
        "all called spam": cells["TP"] | cells["FP"],
        "all the mistakes": cells["FP"] | cells["FN"],
        "all the fine ones": cells["FP"] | cells["TN"],
        "the true alarms": cells["TP"],
    }
    form = Names(tuple(table.columns[0].values))
    called = ", ".join(name for name in form.items if name in mistakes["all called spam"])
    return task(cells["FP"], mistakes, shown=table, form=form, called=called)


@template("start.four-counts")
def four_counts(rng):
    """Count the four kinds of emails."""
    c, table = ten(rng)
    mistakes = {
        "FP and FN swapped": (c.tp, c.fn, c.fp, c.tn),
        "TN first": (c.tn, c.fp, c.fn, c.tp),
        "fine taken for positive": (c.tn, c.fn, c.fp, c.tp),
        "all the spam as TP": (c.tp + c.fn, c.fp, c.fn, c.tn),
        "all called spam as TP": (c.tp + c.fp, c.fp, c.fn, c.tn),
    }
    if len({*c.counts.values()}) < len(c.counts):
        raise Unfit("two counts are equal, so that their order can't be told")
    family = mixed_counts(c).but("of the other class")
    groups = {"spam": c.tp + c.fn, "fine": c.fp + c.tn}
    return task(c, mistakes, family=family, shown=table, steps=c, c=c, **groups)


@template("start.fewer-mistakes")
def fewer_mistakes(rng):
    """By what share the mistakes became fewer."""
    old, new = (20, 5) if rng is None else sorted(rng.integers(2, 60, 2).tolist())[::-1]
    if 5 * (old - new) < old or old == 100 - new:
        raise Unfit("hardly fewer, or as many as there are right ones in the other year")
    mistakes = {
        "in hundredths of all": Fraction(old - new, 100),
        "measured by the right ones": Fraction(old - new, 100 - old),
        "what is left": Fraction(new, old),
        "divided by the new number": Fraction(old - new, new),
        "counted, not divided": old - new,
    }
    was, now = 100 - old, 100 - new
    steps = f"({old} − {new}) / {old} = {old - new}/{old}"
    words = {"old": old, "new": new, "was": was, "now": now}
    family, form = fall(*(Fraction(n, 100) for n in (old, new, was, now))), Number(percent=True)
    answer = Fraction(old - new, old)
    return task(answer, mistakes, family=family, form=form, steps=steps, **words)


def fall(old, new, was, now):
    """Compare mistakes, and right ones, in all ways but those that have a sentence here."""
    wrong = ("last year's mistakes", old, "this year's mistakes", new)
    right = ("this year's right ones", now, "last year's right ones", was)
    here = [f"the difference over {name}" for name in (wrong[0], wrong[2], right[2])]
    both = of_two("each ratios changes", *wrong) + of_two("each ratios changes", *right)
    return both.but(f"{wrong[2]} over {wrong[0]}", *here)


@template("start.cut-off")
def cut_off(rng):
    """Which numbers of a table were cut off and should have been rounded."""
    published = {"thirds": (2, 3), "thirteenths": (5, 13), "fourteenths": (6, 14)}
    published |= {"seventeenths": (6, 17), "nineteenths": (6, 19)}
    if rng is not None:
        published = {name: (int(rng.integers(1, b)), b) for name, (_, b) in published.items()}
    cut = {name: 10**4 * a // b for name, (a, b) in published.items()}
    off = {name for name, (a, b) in published.items() if 2 * (10**4 * a % b) >= b}
    if not 1 < len(off) < len(published) or (7, 14) in published.values():
        raise Unfit("too many or too few were cut off wrongly, or one has no more decimals")
    words = {name: f"{a}/{b} = 0.{cut[name]:04d}" for name, (a, b) in published.items()}
    longer = {name: f"0.{10**6 * a // b:06d} …" for name, (a, b) in published.items()}
    steps = Trace.of("with two more decimals", {"": list(words.values()), "is": [*longer.values()]})
    return task(frozenset(off), steps=steps, **words)


@template("start.best-first")
def best_first(rng):
    """Put filters in order, by the share of emails that they judged rightly."""
    names = ["Ash", "Birch", "Cedar", "Fir"]
    right, of = [18, 45, 7, 32], [20, 60, 8, 40]
    if rng is not None:
        of = rng.choice([5, 8, 10, 16, 20, 25, 40, 50, 60, 80], 4, replace=False).tolist()
        right = [int(n * rng.uniform(0.5, 0.97)) for n in of]
    share = [Fraction(r, n) for r, n in zip(right, of, strict=True)]
    wrong = [n - r for r, n in zip(right, of, strict=True)]
    if any(len(set(row)) < len(row) for row in (right, share, wrong)):
        raise Unfit("two filters are alike")
    orders = (dict(zip(names, values, strict=True)) for values in (share, right, wrong))
    best, by_right, by_mistakes = (in_order(order) for order in orders)
    best = best[::-1]
    unfit_if(best == tuple(names), "they stand in order already")
    mistakes = {
        "by how many were right": by_right[::-1],
        "by the fewest mistakes": by_mistakes,
        "worst first": best[::-1],
    }
    table = Trace.of("four filters", {"": names, "right": right, "of": of})
    steps = Trace.of("as shares", {"": names, "share": [f"{float(x):.3f}" for x in share]})
    return task(best, mistakes, shown=table, steps=steps)


@template("start.one-half")
def one_half(rng):
    """Build a list of which just one half is spam."""
    _, table = ten(rng)
    names, truth = table.columns[0].values, table.columns[2].values
    spam = [name for name, true in zip(names, truth, strict=True) if true == "spam"]
    fine = [name for name in names if name not in spam]
    if len(spam) % 2 or len(fine) < 4 or len(spam) < 4 or truth[0] != truth[1]:
        raise Unfit("half of the spam can't be named, or the first two would do")
    mistakes = {
        "half of the spam": frozenset(spam[: len(spam) // 2]),
        "more spam than not": frozenset([*spam, fine[0]]),
        "less spam than not": frozenset([spam[0], *fine[:3]]),
        "nothing named": frozenset(),
    }
    form = Built(
        Names(tuple(names)),
        lambda given: half_judged(given, spam),
        lambda given: f"Yours: {len(given & set(spam))} of {len(given)} on your list are spam.",
    )
    shown = Trace.of(table.title, {"": names, "the truth": truth})
    return task(frozenset([spam[0], fine[0]]), mistakes, shown=shown, form=form)


def half_judged(given, spam):
    """Name what is wrong with a list that should be spam by one half."""
    hits = len(given & set(spam))
    if not given:
        return "nothing named"
    if 2 * hits == len(given):
        return True
    if hits == len(given) and 2 * hits == len(spam):
        return "half of the spam"
    return "more spam than not" if 2 * hits > len(given) else "less spam than not"


# Each number of a shop, and the denominator by which it counts; none where it is no quotient of
# counts.
WEIGHTS = {
    "accuracy": "TP + FP + FN + TN",
    "precision": "TP + FP",
    "recall": "TP + FN",
    "f1": "2*TP + FP + FN",
    "AUC": None,
    "AP": None,
    "KS": None,
}
AREAS = {"AUC": auc, "AP": average_precision, "KS": ks_statistic}
BAR = 0.65
BITS = (1, 2, 3, 4, 5)
MIXED, FRAUDS = "ABABBABA", 4  # in which shop each payment was made, and how many are frauds


def two_shops(rng) -> tuple[Sweep, Sweep]:
    """Return the payments of two shops that are asked about first, or draw some."""
    if rng is None:
        a = named("A", [0.95, 0.7], [0.8, 0.6, 0.5])
        return a, named("B", [0.75, 0.4, 0.35], [0.55, 0.45, 0.2])
    walks, scores = [], rng.permutation(np.arange(4, 96, 2))
    for shop, shift in zip("AB", rng.permutation([0, 20]), strict=True):  # one scores higher
        size = int(rng.integers(4, 7))
        bad = int(rng.integers(2, size - 1))
        part, scores = scores[:size] + shift, scores[size:]
        frauds, honest = (np.minimum(one, 99) / 100 for one in (part[:bad] + 8, part[bad:]))
        walks.append(named(shop, frauds.tolist(), honest.tolist()))
    a, b = walks
    if {*a.threshold[1:]} & {*b.threshold[1:]} or len(a) + len(b) != size_of(a) + size_of(b) + 2:
        raise Unfit("two payments tie")
    return a, b


def named(shop: str, frauds: list[float], honest: list[float]) -> Sweep:
    """Sweep over the payments of a shop, which have its letter and a number."""
    labels = [1] * len(frauds) + [0] * len(honest)
    ids = [f"{shop}{number}" for number, _ in enumerate(labels, 1)]
    return sweep(labels, frauds + honest, ids=ids)


def side_by_side(a: Sweep, b: Sweep) -> tuple[Trace, Trace]:
    """List the payments of two shops."""
    return tuple(Trace(f"shop {shop}", listed(s).columns) for shop, s in (("A", a), ("B", b)))


@template("shards.what-adds-up")
def what_adds_up(rng):
    """From which reports of the shops the number of all payments can be had."""
    a, b = two_shops(rng)
    bar = BAR if rng is None else float(np.median(together(a, b)[1]).round(2))
    c, d, whole = a.at(bar), b.at(bar), a + b
    both = c + d
    tried = {
        "hits": (c.tp + d.tp, both.tp),
        "walks": (auc(a + b), auc(sweep(*together(a, b)))),
        "recalls with frauds": (by(c.recall, a.positives, d.recall, b.positives), both.recall),
        "recalls": ((c.recall + d.recall) / 2, both.recall),
        "precisions with payments": (
            by(c.precision, size_of(a), d.precision, size_of(b)),
            both.precision,
        ),
        "AUCs with pairs": (by(auc(a), inside(a), auc(b), inside(b)), auc(whole)),
        "best F1s": ((best_f1(a) + best_f1(b)) / 2, best_f1(whole)),
    }
    enough = frozenset(name for name, (had, wanted) in tried.items() if np.isclose(had, wanted))
    unfit_if(enough != {"hits", "walks", "recalls with frauds"}, "a number is right by chance")
    rows = {"from the reports": [f"{had:.3f}" for had, _ in tried.values()]}
    rows["of all payments"] = [f"{wanted:.3f}" for _, wanted in tried.values()]
    steps = Trace.of("the two shops above", {"": [*tried], **rows})
    return task(enough, shown=side_by_side(a, b), steps=steps, bar=bar)


def together(a: Sweep, b: Sweep) -> tuple[np.ndarray, np.ndarray]:
    """Join the payments of two shops."""
    parts = ((s.samples.positive, s.samples.score) for s in (a, b))
    return tuple(map(np.concatenate, zip(*parts, strict=True)))


def by(one, weight, other, weight_of_other) -> float:
    """Return a weighted mean of two numbers."""
    return (one * weight + other * weight_of_other) / (weight + weight_of_other)


def size_of(s: Sweep) -> int:
    """Count samples."""
    return int(s.positives + s.negatives)


def inside(s: Sweep) -> int:
    """Count pairs of a positive and a negative."""
    return int(s.positives * s.negatives)


def best_f1(s: Sweep) -> float:
    """Return the highest F1 of a walk."""
    return float(np.nanmax(s["f1"]))


@template("shards.two-precisions")
def two_precisions(rng):
    """The precision over two shops."""
    a, b = Confusion(tp=45, fp=5, fn=15, tn=435), Confusion(tp=60, fp=140, fn=20, tn=980)
    if rng is not None:
        a, b = (shop_counts(rng) for _ in "AB")
    whole, (p, q) = a + b, (c.precision.fraction for c in (a, b))
    mistakes = {
        "mean of the precisions": (p + q) / 2,
        "weighted by payments": by(p, a.total, q, b.total),
        "weighted by frauds": by(p, a.tp + a.fn, q, b.tp + b.fn),
        "precisions added": p + q,
        "precisions multiplied": p * q,
    }
    family = rates(whole, "precision")
    family += elsewhere("precision", {"in shop A alone": a, "in shop B alone": b})
    words = {"a": a, "b": b, "whole": whole}
    return task(whole.precision, mistakes, family=family, shown=in_two_shops(a, b), **words)


def shop_counts(rng) -> Confusion:
    """Draw what one shop blocked."""
    tp, fp, fn = (5 * rng.integers(1, 40, 3)).tolist()
    return Confusion(tp=tp, fp=fp, fn=fn, tn=int(100 * rng.integers(4, 40)))


def in_two_shops(a: Confusion, b: Confusion) -> Trace:
    """Lay the counts of two shops out."""
    precision = [f"{float(c.precision):.3f}" for c in (a, b)]
    return Trace.of("two shops", {"shop": "AB", **cells_of(a, b), "precision": precision})


@template("shards.auc-of-all")
def auc_of_all(rng):
    """The AUC over two shops."""
    a, b = two_shops(rng)
    whole, right = a + b, auc(a + b, "pairs")
    areas, sizes = [auc(s).fraction for s in (a, b)], [size_of(s) for s in (a, b)]
    own = inside(a) + inside(b)
    won = sum(area * inside(s) for area, s in zip(areas, (a, b), strict=True))
    every = inside(whole)
    foreign = right.fraction * every - won
    mistakes = {
        "mean of the AUCs": sum(areas) / 2,
        "weighted by payments": by(areas[0], sizes[0], areas[1], sizes[1]),
        "pairs inside the shops": won / own,
        "pairs between the shops": foreign / (every - own),
        "pairs between the shops tied": (won + Fraction(every - own, 2)) / every,
        "pairs between the shops lost": won / every,
        "share lost": 1 - right.fraction,
    }
    around: Family = pairs(whole) + scores(whole)
    words = {"m": int(whole.positives), "n": int(whole.negatives), "own": own, "every": every}
    words |= {"won": int(won), "foreign": int(foreign), "between": every - own}
    return task(right, mistakes, family=around, shown=side_by_side(a, b), **words)


@template("shards.sum-at")
def sum_at(rng):
    """The counts of two shops at a threshold that only one of them knows."""
    a, b = two_shops(rng)
    row = 3 if rng is None else int(rng.integers(2, len(a) - 1))
    bar = a.threshold[row].item()
    c, d = a.at(bar), b.at(bar)
    below = int(np.searchsorted(-b.threshold, -bar))  # the first row of B below it
    unfit_if(not 1 < below < len(b), "all scores of the other shop lie on one side")
    mistakes = {
        "only the shop that knows it": c,
        "the next row down": c + b.confusion(below),
        "rows of one number": c + b.confusion(min(row, len(b) - 1)),
    }
    shown = tuple(walk(shop, s) for shop, s in (("A", a), ("B", b)))
    words = {"bar": bar, "c": c, "d": d, "above": b.threshold[below - 1].item()}
    return task(c + d, mistakes, shown=shown, steps=(c, d), **words)


def walk(shop: str, s: Sweep) -> Trace:
    """Lay the counts of a walk out."""
    columns = {name.upper(): getattr(s, name).tolist() for name in ("tp", "fp", "fn", "tn")}
    bars = ["+∞", *(f"{bar:g}" for bar in s.threshold[1:])]
    return Trace.of(f"the walk of shop {shop}", {"threshold": bars, **columns})


@template("shards.which-means")
def which_means(rng):
    """Which numbers of all payments are means of the shops', with the right weights."""
    names = [*WEIGHTS] if rng is None else rng.choice([*WEIGHTS], 5, replace=False).tolist()
    a, b = two_shops(rng)
    bar = BAR if rng is None else float(np.median(a.threshold[1:]).round(2))
    c, d, rows = a.at(bar), b.at(bar), {}
    for name in names:
        numbers = [measured(name, s, bar) for s in (a, b, a + b)]
        rows[name] = [f"{float(number):.3f}" for number in numbers]
    if bad := [n for n in names if WEIGHTS[n] and not is_mean(n, c, d)]:
        raise Unfit(f"{bad} has no value in a shop")
    means = frozenset(name for name in names if WEIGHTS[name])
    table = {
        "": names,
        **{w: [rows[n][i] for n in names] for i, w in enumerate(("A", "B", "both"))},
    }
    return task(means, options={n: shown_as(n) for n in names}, steps=Trace.of("two shops", table))


def shown_as(name: str) -> str:
    """Name a number as the lesson does, with its threshold if it needs one."""
    return f"{'F1' if name == 'f1' else name} at a threshold" if WEIGHTS[name] else name


def measured(name: str, s: Sweep, bar: float) -> float:
    """Work a number of a walk out, at a threshold where it needs one."""
    return s.at(bar).rate(name) if WEIGHTS[name] else AREAS[name](s)


def is_mean(name: str, c: Confusion, d: Confusion) -> bool:
    """Tell whether a rate of two tables is the mean of theirs, weighted by its denominators."""
    denominator = Formula("denominator", WEIGHTS[name])
    weights = [float(table.rate(denominator)) for table in (c, d)]
    mean = by(c.rate(name), weights[0], d.rate(name), weights[1])
    return bool(np.isclose(mean, (c + d).rate(name)))


@template("shards.round-down")
def round_down(rng):
    """Three scores, rounded down to a few bits."""
    given, bits = (0.7, 0.3, 0.11), 2
    if rng is not None:
        bits = int(rng.integers(2, 4))
        given = tuple(sorted((rng.integers(4, 98, 3) / 100).tolist(), reverse=True))
    right = kept(given, bits)
    mistakes = {
        "up": tuple(r if r == g else r + step(g, bits) for r, g in zip(right, given, strict=True)),
        "equal steps": tuple(float(np.floor(g * 2**bits) / 2**bits) for g in given),
        "one bit too few": kept(given, bits - 1),
        "one bit too many": kept(given, bits + 1),
        "to the nearest": tuple(nearest(g, bits) for g in given),
    }
    power = 2.0 ** (np.frexp(given[0])[1] - 1)
    words = {"given": given, "bits": bits, "first": (given[0] / power, power), "half": 1.5}
    return task(right, mistakes, form=Numbers(len(given)), **words)


def kept(given, bits: int) -> tuple[float, ...]:
    """Round scores down to some bits."""
    return tuple(round_scores(given, bits).tolist())


def step(score: float, bits: int) -> float:
    """Tell how far apart the numbers of so many bits lie, next to a score."""
    return 2.0 ** (np.frexp(score)[1] - bits)


def nearest(score: float, bits: int) -> float:
    """Round a score to the nearest number of some bits."""
    return float(np.round(score / step(score, bits)) * step(score, bits))


@template("shards.from-to")
def from_to(rng):
    """Where the AUC of the unrounded scores is for certain."""
    frauds, honest = [3, 2, 0, 0], [0, 2, 1, 2]
    if rng is not None:
        frauds, honest = (rng.integers(0, 4, 4).tolist() for _ in "PN")
    if min(sum(frauds), sum(honest)) < 3 or not any(np.multiply(frauds, honest)):
        raise Unfit("too few, or nothing is tied")
    s = rows_of(frauds, honest)
    low, high = resolution_range(s)
    middle, both = float(auc(s)), sum(frauds) * sum(honest)
    mistakes = {
        "one number twice": (middle, middle),
        "only downwards": (low, middle),
        "only upwards": (middle, high),
        "twice as far": (low - (high - low) / 2, high + (high - low) / 2),
        "turned round": (high, low),
    }
    tied = int(np.dot(frauds, honest))
    columns = {"rounded score": [0.75, 0.5, 0.375, 0.25], "frauds": frauds, "honest": honest}
    words = {"tied": tied, "pairs": both, "won": int(low * both + 0.5)}
    return task(
        (float(low), float(high)),
        mistakes,
        form=Numbers(2),
        shown=Trace.of("payments", columns),
        middle=middle,
        **words,
    )


def rows_of(frauds, honest) -> Sweep:
    """Sweep over payments of four scores that were rounded to two bits."""
    score = np.array([0.75, 0.5, 0.375, 0.25])
    y = np.repeat([1, 0], [sum(frauds), sum(honest)])
    return sweep(y, np.append(np.repeat(score, frauds), np.repeat(score, honest)))


@template("shards.one-more-bit")
def one_more_bit(rng):
    """Which sentences hold whenever one bit more is kept."""
    drawn = np.random.default_rng(9) if rng is None else rng
    label = drawn.permutation([1] * 6 + [0] * 10)
    score = (drawn.integers(5, 70, len(label)) + 20 * label) / 100
    finest = sweep(label, score)
    walks = [sweep(label, round_scores(score, bits)) for bits in BITS]
    names = [*SENTENCES]
    if rng is not None:
        names = rng.choice(names, 5, replace=False).tolist()
    steps = [*pairwise(walks)]
    holds = {name: all(SENTENCES[name](*pair, finest) for pair in steps) for name in SENTENCES}
    if {name for name, true in holds.items() if true} != {"counts", "narrower", "rows"}:
        raise Unfit("a sentence holds by chance")
    columns = {"bits": BITS, "thresholds": [len(walk) - 1 for walk in walks]}
    columns["AUC"] = [f"{float(auc(walk)):.3f}" for walk in walks]
    ends = [resolution_range(walk) for walk in walks]
    columns["certain"] = [f"{low:.3f} to {high:.3f}" for low, high in ends]
    table = Trace.of(f"{len(label)} payments; all bits give {float(auc(finest)):.3f}", columns)
    texts = sentences("shards")["one-more-bit"]["options"]
    options = {name: texts[name] for name in names}
    right = frozenset(name for name in names if holds[name])
    return task(right, options=options, steps=table)


def same_counts(rough: Sweep, fine: Sweep, exact: Sweep) -> bool:
    """Tell whether all walks count the same at the thresholds of the roughest."""
    bars = rough.threshold[1:].tolist()
    return all(rough.at(bar) == fine.at(bar) == exact.at(bar) for bar in bars)


def is_inside(rough: Sweep, fine: Sweep, exact: Sweep) -> bool:
    """Tell whether the range of the finer walk lies in that of the rougher one."""
    (low, high), (lower, higher) = resolution_range(rough), resolution_range(fine)
    return low <= lower and higher <= high


def is_closer(rough: Sweep, fine: Sweep, exact: Sweep) -> bool:
    """Tell whether the AUC of the finer walk is at least as close to the true one."""
    off = [abs(auc(walk).fraction - auc(exact).fraction) for walk in (rough, fine)]
    return off[1] <= off[0]


# What is said of one bit more: takes the rougher walk, the finer one, and that of all bits.
SENTENCES = {
    "counts": same_counts,
    "narrower": is_inside,
    "rows": lambda rough, fine, exact: len(rough) <= len(fine),
    "closer": is_closer,
    "twice": lambda rough, fine, exact: len(fine) - 1 == 2 * (len(rough) - 1),
    "higher": lambda rough, fine, exact: auc(rough) <= auc(fine),
    "kept": lambda rough, fine, exact: {*rough.threshold} <= {*fine.threshold},
}


@template("shards.two-perfect-shops")
def two_perfect_shops(rng):
    """Find frauds that are easy in each shop, and hard in both together."""
    shops = MIXED if rng is None else "".join(rng.permutation([*MIXED]).tolist())

    def judge(labels):
        return judged(labels, shops)

    tries = patterns(len(shops), FRAUDS)
    right, mistakes = one_of_each(judge, tries, kinds=4)
    form = Built(
        Labels(len(shops), FRAUDS), judge, lambda labels: three_areas("Yours: {}.", labels, shops)
    )
    words = {"shops": " ".join(shops), "most": FRAUDS, "best": three_areas("{}", right, shops)}
    return task(right, mistakes, form=form, **words)


def parts_of(labels, shops) -> list[list[int]]:
    """Return the labels of all payments, and of each shop."""
    return [
        [*labels],
        *([y for y, s in zip(labels, shops, strict=True) if s == own] for own in "AB"),
    ]


def area_of(labels) -> Fraction | None:
    """Return the AUC of labels from the top, None where one class is missing."""
    if len({*labels}) < 2:
        return None
    return auc(sweep(labels, range(len(labels), 0, -1))).fraction


def judged(labels, shops):
    """Name what some labels lack."""
    whole, *own = map(area_of, parts_of(labels, shops))
    if None in own:
        return "a shop without an AUC"
    higher = [area > whole for area in own]
    return True if all(higher) else "one shop isn't higher" if any(higher) else "no shop is higher"


def three_areas(text, labels, shops) -> str:
    """Write three AUCs."""
    areas = map(area_of, parts_of(labels, shops))
    return text.format(", ".join(f"{w} {a}" for w, a in zip(("all", "A", "B"), areas, strict=True)))
