"""Exercises on the forms of answers, by plain counting: lesson 0."""

from __future__ import annotations

from fractions import Fraction

from ....core.trace import Trace
from ....metrics.confusion import Confusion
from ..families import formulas
from ..families.tables import mixed_counts, of_two, rates
from ..forms import Built, Names
from ..registry import Unfit, task, template, unfit_if
from ..typed import Number

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
    best = ordered(names, share)[::-1]
    unfit_if(best == tuple(names), "they stand in order already")
    mistakes = {
        "by how many were right": ordered(names, right)[::-1],
        "by the fewest mistakes": ordered(names, wrong),
        "worst first": best[::-1],
    }
    table = Trace.of("four filters", {"": names, "right": right, "of": of})
    steps = Trace.of("as shares", {"": names, "share": [f"{float(x):.3f}" for x in share]})
    return task(best, mistakes, shown=table, steps=steps)


def ordered(names, values) -> tuple[str, ...]:
    """Order names by their values, the smallest first."""
    return tuple(name for _, name in sorted(zip(values, names, strict=True)))


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
