"""Exercises on precision against recall, F-beta and the three means: lessons 2 and 3."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, isclose, sqrt

import numpy as np

from .... import plots
from ....core import words
from ....core.formula import Formula
from ....core.trace import Trace
from ....core.words import decimal, threshold
from ....metrics.confusion import Confusion
from ....metrics.costs import Costs, crossover_beta, crossover_costs
from ....metrics.sweep import Sweep, sweep
from ....metrics.thresholds import best_threshold
from ...examples import example, swept
from .. import Unfit, task, template, unfit_if
from ..families import Family, formulas
from ..families.tables import (
    betas,
    compared,
    elsewhere,
    f_alone,
    f_measures,
    needed,
    of_two,
    other_rows,
    places,
    rates,
    some_rates,
)
from ..forms import Built, Names
from ..typed import Labels, Number, Steps, Written
from . import in_order, lacking, listed, ranked, ranking, untrue

NAMES = "Ann Bao Chen Dora Emil Fang Gus Hua Ines Jun Kofi Lin Mia Nils Omar Pia Raj Sara".split()
RISK = [8, 88, 81, 94, 22, 15, 74, 39, 31, 47, 63, 52]
CREDIT = [71, 18, 44, 35, 83, 58, 29, 64, 90, 52, 23, 47]  # another bank's points
BAD = {"Bao", "Dora", "Gus", "Jun", "Kofi"}  # they didn't pay
MORE_RISK, MORE_BAD = [40, 34, 14, 91, 83], {"Mia", "Nils", "Raj"}
NO_DIFFERENCE = Formula("all alarms counted", "FP_b / (FN_a - FN_b)")
ASKED_OF_PRICES = (
    "false alarms more over hits more",
    "hits more over false alarms more",
    "all false alarms of the bold one over hits more",
    "false alarms more",
)
TRADEOFF_TURNED = Formula("turned over", "(FN_a - FN_b) / (FP_b - FP_a)")


def of_people(points, bad) -> Sweep:
    """Sweep over people by their points; the bad ones are positive."""
    names = NAMES[: len(points)]
    return sweep([name in bad for name in names], points, ids=names)


def bank(rng, people=12) -> Sweep:
    """Return the lesson's borrowers, or draw other points and other bad ones."""
    if rng is None:
        return of_people(RISK, BAD)
    drawn = ranking(rng, people, int(rng.integers(people // 3, people // 2 + 1))).samples
    bad = {name for name, positive in zip(NAMES, drawn.positive, strict=False) if positive}
    return of_people((100 * drawn.score).round().astype(int).tolist(), bad)


def people(s: Sweep, points, called="risk points") -> Trace:
    """List people from the most points to the fewest."""
    rows = sorted(zip(points, s.samples.ids, s.samples.positive, strict=True), reverse=True)
    truth = ["bad" if bad else "good" for *_, bad in rows]
    columns = {"": [name for _, name, _ in rows], called: [int(x) for x, *_ in rows]}
    return Trace.of(f"{len(rows)} borrowers", {**columns, "the truth": truth})


def one_of(rng, points) -> int:
    """Draw one of some points."""
    unfit_if(not points, "nobody stands where the line should be")
    return int(rng.choice(points))


@template("tradeoff.read-it-off")
def read_it_off(rng):
    """Precision at a line, from the picture of a ranking."""
    s = swept("fawcett-20") if rng is None else ranking(rng, 18, 7)
    row = 11 if rng is None else int(rng.integers(5, 12))
    line, c, before = s[row].threshold, s[row].confusion, s[row - 1].confusion
    mistakes = {
        "recall": c.recall,
        "line itself left out": before.precision,
        "share of false alarms": c.fdr,
        "accuracy": c.accuracy,
        **formulas(c, {"over everybody": "TP / (TP + FP + FN + TN)"}),
        "those right of the line": c.false_omission_rate,
    }

    def family():
        return rates(c, "precision") + other_rows("precision", s, row).but("> for ≥")

    scores = "scores: " + ", ".join(f"{score:g}" for score in s.threshold[1:])
    shown = (scores, lambda: plots.ranking(s).figure)
    words = {"line": line, "count": len(s) - 1, "called": c.tp + c.fp}
    return task(c.precision, mistakes, family=family, shown=shown, steps=c, c=c, **words)


@template("tradeoff.new-version")
def new_version(rng):
    """Precision after everybody got more points, and the line stayed."""
    s = bank(rng, 17) if rng is not None else of_people([*RISK, *MORE_RISK], BAD | MORE_BAD)
    by, line = 10, 50  # somebody comes to stand on the line itself
    if rng is not None:
        by = int(rng.integers(5, 16))
        line = one_of(rng, [x + by for x in s.samples.score if 40 <= x + by < 65])
    unfit_if(not s.at(line + by).tp, "nobody bad is left where people lose points")
    now, strict, before = (s.at(at) for at in (line - by, line - by + 1, line))
    mistakes = {
        "as before": before.precision,
        "moved the other way": s.at(line + by).precision,
        "recall": now.recall,
        "moved the line as well": s.at(line - 2 * by).precision,
        "share of false alarms": now.fdr,
        "line itself left out": strict.precision,
    }
    came = Confusion(now.tp - before.tp, now.fp - before.fp, 0, 0)
    change = ("the precision now", now.precision, "the precision before", before.precision)

    def family():
        others = elsewhere("precision", {"of the newcomers alone": came})
        others += elsewhere("recall", {"before the update": before})
        return rates(now, "precision") + others + of_two("differences", *change)

    words = {"by": by, "line": line, "below": line - by, "called": now.tp + now.fp}
    shown = people(s, s.samples.score)
    return task(now.precision, mistakes, family=family, shown=shown, steps=now, c=now, **words)


@template("tradeoff.one-more")
def one_more(rng):
    """What one person more does to precision and recall, and why."""
    s = swept("ks-ten") if rng is None else ranking(rng, 10, 4, name="borrower")
    row = 6 if rng is None else int(rng.integers(3, 9))
    old, new = s[row - 1].confusion, s[row].confusion
    unfit_if(old.precision in (0, 1), "all or none of the list are bad")
    moves = (np.sign(new.precision - old.precision), np.sign(new.recall - old.recall))
    option = {(1, 1): "both", (-1, 1): "trade", (-1, 0): "fall", (0, 1): "steady"}[moves]
    reason = "hit" if new.tp > old.tp else "alarm"
    table = Trace.of(
        "before and after",
        {
            "threshold": [s.threshold[row - 1], s.threshold[row]],
            "precision": [f"{c.tp}/{c.tp + c.fp}" for c in (old, new)],
            "recall": [f"{c.tp}/{c.tp + c.fn}" for c in (old, new)],
        },
    )
    words = {"high": s[row - 1].threshold, "low": s[row].threshold, "who": s[row].admitted[0]}
    return task((option, reason), shown=listed(s), steps=table, old=old, new=new, **words)


@template("tradeoff.errata")
def errata(rng):
    """Which sentences on precision and recall are wrong, tested on a ranking."""
    labels = example("learner-a").y_true.tolist() if rng is None else first_wrong(rng)
    walk = ranked(labels)
    right = Confusion(tp=sum(labels), fp=0, fn=0, tn=len(labels) - sum(labels))
    precision, recall = np.diff(walk["precision"][1:]), np.diff(walk["recall"])
    holds = {
        "find more": (recall >= 0).all(),
        "call fewer": (precision <= 0).all(),
        "lower line": (recall >= 0).all(),
        "surest one": walk["precision"][1] == 1,
        "all rightly": right.recall == 1 and right.precision < 1,
        "not always": {-1, 1} <= set(np.sign(precision)),
    }
    row = " ".join(map(str, labels))
    return task(untrue(holds), steps=walk, row=row)


def first_wrong(rng) -> list[int]:
    """Draw a ranking whose surest one is negative."""
    labels = rng.permutation([1] * 5 + [0] * 4).tolist()
    unfit_if(sum(labels[1:4]) not in (1, 2), "a ranking on which little moves")
    return [0, *labels]


@template("tradeoff.order-of-prices")
def order_of_prices(rng):
    """Order settings by the price of a miss from which the bold one pays."""
    extra = {"airport": (240, 60), "mail": (2, 40), "mushrooms": (200, 4), "smoke": (90, 5)}
    if rng is not None:
        pairs = zip(rng.integers(2, 300, 4).tolist(), rng.integers(2, 60, 4).tolist(), strict=True)
        extra = dict(zip(extra, pairs, strict=True))
    price = {name: Fraction(*pair) for name, pair in extra.items()}
    answer = in_order(price)
    if answer == tuple(sorted(extra)) or len(set(price.values())) < len(price):
        raise Unfit("in the order of the alphabet, or equal")
    mistakes = {
        "the reverse": answer[::-1],
        "false alarms alone": in_order({name: alarms for name, (alarms, _) in extra.items()}),
        "finds alone": in_order({name: -finds for name, (_, finds) in extra.items()}),
        "subtracted": in_order({name: alarms - finds for name, (alarms, finds) in extra.items()}),
    }
    alarms, finds = zip(*extra.values(), strict=True)
    columns = {"program": list(extra), "more false alarms": alarms, "more finds": finds}
    shown = Trace.of("the bold setting, compared with the careful one", columns)
    prices = [words.both(price[name]) for name in answer]
    steps = Trace.of("from which price on", {"program": list(answer), "price of a miss": prices})
    return task(answer, mistakes, shown=shown, steps=steps, first=extra["airport"])


@template("tradeoff.aids-test")
def aids_test(rng):
    """The price of a miss from which the bold setting is the cheaper one."""
    careful, bold = Confusion(7, 4, 5, 9984), Confusion(11, 40, 1, 9948)
    if rng is not None:
        ill, healthy = rng.integers(10, 40), 100 * rng.integers(20, 90)
        hits, more = rng.integers(3, ill - 4), rng.integers(2, 5)
        quiet, loud = rng.integers(2, 12), rng.integers(15, 90)
        careful = Confusion(*map(int, (hits, quiet, ill - hits, healthy - quiet)))
        bold = Confusion(*map(int, (hits + more, loud, ill - hits - more, healthy - loud)))
    terms = {"FP_a": careful.fp, "FP_b": bold.fp, "FN_a": careful.fn, "FN_b": bold.fn}
    family = compared(careful, bold).but(*ASKED_OF_PRICES)
    mistakes = {
        "turned over": TRADEOFF_TURNED.work(**terms),
        "all the alarms": NO_DIFFERENCE.work(FP_b=bold.fp, FN_a=careful.fn, FN_b=bold.fn),
        "alarms alone": bold.fp - careful.fp,
        "β²": crossover_beta(careful, bold),
    }
    words = {"careful": careful, "bold": bold, "ill": careful.tp + careful.fn}
    return task(crossover_costs(careful, bold), mistakes, family=family, **words)


@template("tradeoff.credit-points")
def credit_points(rng):
    """The share of good customers refused, where points are high for the good ones."""
    s = of_people([100 - x for x in CREDIT], BAD) if rng is None else bank(rng, 17)
    credit = (100 - s.samples.score).astype(int).tolist()
    low, high = 44, 58
    if rng is not None:  # good ones stand on the new line, above it and at the old one or below
        good = [x for x, bad in zip(credit, s.samples.positive, strict=True) if not bad]
        low, high = (
            int(rng.integers(20, 45)),
            one_of(rng, [x for x in good if 55 <= x < min(76, max(good))]),
        )
    rules = (lambda x: x <= high, lambda x: x <= low, lambda x: x < high, lambda x: x >= high)
    now, before, strict, turned = (called(s, [rule(x) for x in credit]) for rule in rules)
    unfit_if(not before.fp, "at the old line, no good customer is refused")
    mistakes = {
        "read as risk points": turned.fpr,
        "before the line rose": before.fpr,
        "line itself accepted": strict.fpr,
        "share of the refused": now.fdr,
        "good ones accepted": now.specificity,
        **formulas(now, {"over everybody": "FP / (TP + FP + FN + TN)"}),
    }
    above = min((x for x in credit if x > high), default=high)
    tables = {
        "one row too far": called(s, [x <= above for x in credit]),
        "read as risk points, before the line rose": called(s, [x >= low for x in credit]),
        "of the newly refused alone": called(s, [low < x <= high for x in credit]),
    }
    words = {"low": low, "high": high, "c": now, "good": now.fp + now.tn}
    shown = people(s, credit, "credit points")
    shape = {"shown": shown, "steps": now}
    return task(now.fpr, mistakes, family=lambda: refusals(now, tables), **shape, **words)


def refusals(now: Confusion, tables) -> Family:
    """Join what the table of those who are refused gives, and the false positive rate of others."""
    return rates(now, "fpr") + elsewhere("fpr", tables)


def called(s: Sweep, refused) -> Confusion:
    """Count those who are refused, whichever rule it was."""
    return Confusion.from_labels(s.samples.positive, refused)


@template("tradeoff.price-lists")
def price_lists(rng):
    """Which price lists make one line the cheapest."""
    s = bank(rng)
    line, low, high = (63.0, *between(s, 5)) if rng is None else inner_line(s)
    (a, b), (c, d) = low.as_integer_ratio(), high.as_integer_ratio()
    lists = {
        "tie": Costs(fn=c, fp=d),
        "inside": Costs(fn=a + c, fp=b + d),
        "above": Costs(fn=2 * c, fp=d),
        "below": Costs(fn=a, fp=2 * b),
        "large": Costs(fn=1000 * (a + 2 * c), fp=1000 * (b + 2 * d)),
        "turned": Costs(fn=b + d, fp=a + c),
    }
    best = {x: best_threshold(s, "cost", costs=costs).thresholds for x, costs in lists.items()}
    right = frozenset(name for name in lists if best[name] == (line,))
    if len(set(lists.values())) < len(lists) or not right:
        raise Unfit("two lists are the same, or none makes this line the cheapest")
    cheapest = [" and ".join(map(threshold, best[name])) for name in lists]
    steps = Trace.of("the six lists", {**bills(s, line, lists.values()), "cheapest at": cheapest})
    words = {"line": line, "lower": low, "upper": high, **lists}
    return task(right, shown=s.trace(()), steps=steps, **words)


def bills(s: Sweep, line, lists) -> dict[str, list]:
    """Compare the bill at a line with the lowest of all other lines, for each price list."""
    row = s.row_at(line)
    every = [(s.fp * costs.fp + s.fn * costs.fn).tolist() for costs in lists]
    return {
        "a miss": [costs.fn for costs in lists],
        "a false alarm": [costs.fp for costs in lists],
        f"bill at {line:g}": [int(bill[row]) for bill in every],
        "lowest elsewhere": [int(min(bill[:row] + bill[row + 1 :])) for bill in every],
    }


def between(s: Sweep, row: int) -> tuple[Fraction, Fraction]:
    """Return the cost ratios between which a row of a sweep is the cheapest."""
    fp, fn = s.fp.tolist(), s.fn.tolist()
    low = (Fraction(fp[row] - p, n - fn[row]) for p, n in zip(fp, fn, strict=True) if n > fn[row])
    high = (Fraction(p - fp[row], fn[row] - n) for p, n in zip(fp, fn, strict=True) if n < fn[row])
    return max(low, default=Fraction(0)), min(high, default=Fraction(0))


def inner_line(s: Sweep) -> tuple[float, Fraction, Fraction]:
    """Find a line that is the cheapest for some prices, with others above and below it."""
    for row in range(2, len(s) - 1):
        low, high = between(s, row)
        if 0 < low < high and high.numerator < 6:
            return s[row].threshold, low, high
    raise Unfit("no line is the cheapest between two others")


@template("tradeoff.climb")
def climb(rng):
    """Build a ranking on which precision climbs with recall."""
    hits, others, above = 4, 4, 2
    if rng is not None:
        hits, others = int(rng.integers(3, 6)), int(rng.integers(4, 7))
        above = int(rng.integers(2, others - 1))
    goal = Fraction(hits, hits + above)
    answer = "0" + "1" * (hits - 1) + "0" * (above - 1) + "1" + "0" * (others - above)
    mistakes = {
        "surest one positive": "1" * hits + "0" * others,
        "last positive too late": "0" * others + "1" * hits,
        "neither": "1" + "0" * others + "1" * (hits - 1),
        "lowest score first": answer[::-1],
    }
    form = Built(Labels(hits + others, hits), lambda given: climbs(given, goal), walked)
    return task(answer, mistakes, form=form, hits=hits, others=others, goal=goal, above=above)


def climbs(labels, goal):
    """Name what a ranking lacks."""
    met = {way: climbing(labels[::way], goal) for way in (1, -1)}
    if all(met[-1]) and not all(met[1]):
        return "lowest score first"
    return lacking(*met[1], "last positive too late", "surest one positive")


def climbing(labels, goal) -> tuple[bool, bool]:
    """Tell whether precision climbs with recall each time, and whether it is high enough."""
    walk = ranked(labels)
    rises = np.diff(walk["precision"])[np.diff(walk["recall"]) > 0]
    last = walk[int(np.argmax(walk["recall"] == 1))].confusion
    return bool((rises > 0).all()), last.precision.fraction >= goal


def walked(labels) -> str:
    """Write the precision of each row, until the last positive is in."""
    walk = ranked(labels)[1:]
    rows = [f"{step.confusion.tp}/{step.index}" for step in walk]
    last = max(i for i, label in enumerate(labels) if label)
    return f"Yours: precision {', '.join(rows[: last + 1])}."


ARITHMETIC = "(precision + recall) / 2"
GEOMETRIC = "sqrt(precision * recall)"
ONCE = "TP / (TP + FP + FN)"
MEANS = {
    "arithmetic": Formula("arithmetic mean", "(x + y) / 2"),
    "geometric": Formula("geometric mean", "sqrt(x * y)"),
    "harmonic": Formula("harmonic mean", "2 / (1/x + 1/y)"),
}
NEEDED = Formula("recall", "goal*precision / (2*precision - goal)")  # F1, solved for recall
WRONGLY_NEEDED = {
    "arithmetic mean": Formula("by the arithmetic mean", "2*goal - precision"),
    "geometric mean": Formula("by the geometric mean", "goal**2 / precision"),
    "F2": Formula("by F2", "4*goal*precision / (5*precision - goal)"),
}
F_WEIGHTED = Formula("F", "(1 + square)*precision*recall / (square*precision + recall)")
SHEET = {
    "β² itself": Formula("β²", "k"),
    "squared": Formula("squared", "k**2"),
    "1 + β²": Formula("1 + β²", "1 + k"),
    "P and R swapped": Formula("swapped", "sqrt(1/k)"),
    "turned over": Formula("turned over", "1/k"),
}
FBETA_TURNED = Formula("turned over", "(1/recall_a - 1/recall_b) / (1/precision_b - 1/precision_a)")
NO_RECIPROCALS = Formula("differences", "(precision_a - precision_b) / (recall_b - recall_a)")
POISONED, MEI = {3, 7, 8, 14, 19}, {2, 3, 7, 11, 14, 16}
WELLS = tuple(map(str, range(1, 21)))


@template("fbeta.screening")
def screening(rng):
    """F1, from a table of counts."""
    c = example("fob-screening").confusion
    if rng is not None:
        tp, fn, tn = (int(rng.integers(*ends)) for ends in ((8, 60), (3, 40), (800, 3000)))
        c = Confusion(tp, tp + int(rng.integers(10, 200)), fn, tn)
    mistakes = formulas(c, {"arithmetic mean": ARITHMETIC, "geometric mean": GEOMETRIC})
    mistakes |= formulas(c, {"hits once": ONCE, "doubled below only": "TP / (2*TP + FP + FN)"})
    mistakes |= formulas(c, {"the other class": "2*TN / (2*TN + FP + FN)"})
    mistakes |= {"accuracy": c.accuracy, "precision": c.precision, "recall": c.recall}
    family = f_measures(c, 1).but(
        "the arithmetic mean", "the geometric mean", "half the harmonic mean"
    )
    words = {"alarms": c.tp + c.fp, "ill": c.tp + c.fn}
    return task(c.f1, mistakes, family=family, shown=c, c=c, **words)


@template("fbeta.which-mean")
def which_mean(rng):
    """Which story asks for a mean, and why."""
    mean, slow, fast, up, down = "harmonic", 30, 60, Fraction(5, 4), Fraction(4, 5)
    if rng is not None:
        mean = str(rng.choice(list(MEANS)))
        slow, fast = sorted((10 * rng.choice(range(1, 10), 2, replace=False)).tolist())
        up = Fraction(int(rng.integers(11, 20)), 10)
        down = Fraction(int(rng.integers(5, 10)), 10)
    really = {  # half a tank each; an hour each; the same factor twice
        "halves": (slow, fast, 1 / (0.5 / slow + 0.5 / fast)),
        "hours": (slow, fast, (1 * slow + 1 * fast) / (1 + 1)),
        "price": (float(up), float(down), sqrt(up * down)),
    }
    fits = {
        story: [m for m, f in MEANS.items() if isclose(f.work(x=x, y=y), truth)]
        for story, (x, y, truth) in really.items()
    }
    option = next(story for story, means in fits.items() if means == [mean])
    reason = {"halves": "amounts", "hours": "times", "price": "product"}[option]
    columns = {
        "story": list(really),
        "true average": [decimal(t) for *_, t in really.values()],
    }
    for name, f in MEANS.items():
        columns[name] = [decimal(f.work(x=x, y=y)) for x, y, _ in really.values()]
    words = {"mean": mean, "slow": slow, "fast": fast, "up": float(up), "down": float(down)}
    return task((option, reason), steps=Trace.of("three stories", columns), **words)


@template("fbeta.needed-recall")
def needed_recall(rng):
    """The recall that goes with a precision and an F1, from a map."""
    precision, goal = 0.8, 0.5
    if rng is not None:
        precision = int(rng.integers(60, 98)) / 100
        goal = int(rng.integers(ceil(10 * precision), int(20 * precision) - 2)) / 20
    levels = [level for k in range(-3, 4) if 0.05 < (level := round(goal + 0.15 * k, 2)) < 0.95]
    mistakes = {name: f.work(goal=goal, precision=precision) for name, f in WRONGLY_NEEDED.items()}
    above = round(goal + 0.15, 2)
    mistakes |= {"the F1 itself": goal, "the precision": precision}
    mistakes["the next line"] = NEEDED.work(goal=above, precision=precision)
    return task(
        NEEDED.work(goal=goal, precision=precision),
        mistakes,
        shown=lambda: plots.f_surface(levels=levels).figure,
        form=Number(tolerance=0.02),
        family=lambda: needed(precision, goal),
        precision=precision,
        goal=goal,
        above=above,
    )


@template("fbeta.records")
def records(rng):
    """F2 of a search that returned some records."""
    c = example("records").confusion
    if rng is not None:
        tp, fp, fn = (int(rng.integers(*ends)) for ends in ((10, 60), (10, 90), (2, 40)))
        c = Confusion(tp, fp, fn, int(100 * rng.integers(3, 20)) - tp - fp - fn)
    mistakes = {
        **formulas(c, {"β for β²": "3*precision*recall / (2*precision + recall)"}),
        "F0.5": c.f(0.5),
        "F1": c.f1,
        **formulas(c, {"arithmetic mean with weights": "(precision + 4*recall) / 5"}),
        "recall": c.recall,
    }
    family = f_measures(c, 2).but("β not squared", "weighted arithmetic mean")
    words = {"returned": c.tp + c.fp, "wanted": c.tp + c.fn, "square": 2**2}
    return task(c.f(2), mistakes, family=family, c=c, **words)


@template("fbeta.sheet")
def sheet(rng):
    """The β for which a formula sheet's F is the real one."""
    k = Fraction(1, 2) if rng is None else Fraction(*map(int, rng.integers(1, 9, 2)))
    mistakes = {name: f.work(k=k) for name, f in SHEET.items()}
    unfit_if(not 0.15 < k < 9 or (100 * k).denominator > 1, "no index that anybody would print")
    words = {"k": k, "at": factor(k), "top": factor(1 + k), "index": float(k)}
    return task(Formula("beta", "sqrt(k)").work(k=k), mistakes, family=betas(k), **words)


def factor(number: Fraction) -> str:
    """Write a number so that it may stand before another one; a fraction gets brackets."""
    return str(number) if number.denominator == 1 else f"({number})"


@template("fbeta.best-by-f2")
def best_by_f2(rng):
    """Order four models by F2."""
    models = {m: (r["precision"], r["recall"]) for m, r in example("models").values.items()}
    if rng is not None:
        low, high = (np.sort(rng.choice(range(2, 10), 4, replace=False)) / 10 for _ in range(2))
        rates = rng.permutation(np.c_[low, high[::-1]]).tolist()  # who gains one loses the other
        models = dict(zip("ABCD", map(tuple, rates), strict=True))
    by = {
        "the answer": lambda p, r: weighted(p, r, 4),
        "β for β²": lambda p, r: weighted(p, r, 2),
        "F0.5": lambda p, r: weighted(p, r, Fraction(1, 4)),
        "F1": lambda p, r: weighted(p, r, 1),
        "recall alone": lambda p, r: r,
    }
    values = {name: {m: f(*rates) for m, rates in models.items()} for name, f in by.items()}
    strict = {n: in_order(v, reverse=True) for n, v in values.items() if len({*v.values()}) == 4}
    unfit_if("the answer" not in strict, "two models have the same F2")
    answer = strict.pop("the answer")
    unfit_if(answer == tuple("ABCD"), "in the order of the alphabet")
    precision, recall = zip(*models.values(), strict=True)
    columns = {"model": list(models), "precision": precision, "recall": recall}
    f2 = {"model": list(answer), "F2": [words.both(values["the answer"][m]) for m in answer]}
    shown, steps = Trace.of("four models", columns), Trace.of("the best first", f2)
    mistakes = {**strict, "the worst first": answer[::-1]}
    return task(answer, mistakes, shown=shown, steps=steps, a=models["A"], square=2**2)


def weighted(precision, recall, square):
    """Work F-beta out for a β², exactly."""
    return F_WEIGHTED.work(square=square, precision=precision, recall=recall).fraction


@template("fbeta.new-wells")
def new_wells(rng):
    """F1 of a kit that always rings, after clean wells were added."""
    wells, poisoned, more = 20, 5, 100
    if rng is not None:
        wells, more = int(rng.integers(12, 40)), int(10 * rng.integers(3, 20))
        poisoned = int(rng.integers(4, wells // 2))
    before = Confusion(tp=poisoned, fp=wells - poisoned, fn=0, tn=0)
    now = Confusion(tp=poisoned, fp=wells - poisoned + more, fn=0, tn=0)
    mistakes = {
        "as before": before.f1,
        "precision": now.precision,
        **formulas(now, {"arithmetic mean": ARITHMETIC}),
        "old alarms forgotten": Confusion(tp=poisoned, fp=more, fn=0, tn=0).f1,
        **formulas(now, {"doubled below only": "TP / (2*TP + FP + FN)"}),
    }
    new = Confusion(tp=0, fp=more, fn=0, tn=0)
    hits = Confusion(tp=poisoned + more, fp=wells - poisoned, fn=0, tn=0)
    others = {"of the new wells alone": new, "with the new wells as hits": hits}
    family = elsewhere("f1", others) + elsewhere("precision", {"before the new wells": before})
    family += of_two("differences", "F1 now", now.f1, "F1 before", before.f1)
    family += always_rings(now)
    family += places(**{"the mean of F1 of the old wells and of the new ones": before.f1 / 2})
    words = {"wells": wells, "poisoned": poisoned, "more": more, "now": now}
    return task(now.f1, mistakes, family=family, steps=now, **words)


def always_rings(c: Confusion) -> Family:
    """Join what stands around F1 where nothing is missed and nothing left alone."""
    same = "the product, the difference, the arithmetic mean"
    same += ", half the harmonic mean, macro F1, harmonic mean of the others, misses forgotten"
    same += ", harmonic mean of recall and specificity, false alarms forgotten"
    return some_rates(c, "recall", "fdr") + f_alone(c, 1).but(*same.split(", "))


@template("fbeta.crossover")
def crossover(rng):
    """The β² from which on F-beta prefers the kit with the higher recall."""
    a, b = Confusion(tp=3, fp=3, fn=2, tn=12), Confusion(tp=5, fp=12, fn=0, tn=3)
    if rng is not None:
        poisoned, clean = int(rng.integers(6, 12)), int(rng.integers(25, 40))
        hits = sorted(rng.choice(range(2, poisoned + 1), 2, replace=False).tolist())
        alarms = int(rng.integers(1, 6)), int(rng.integers(8, 25))
        pairs = zip(hits, alarms, strict=True)
        a, b = (Confusion(tp, fp, poisoned - tp, clean - fp) for tp, fp in pairs)
    square = crossover_beta(a, b)
    unfit_if(not square > 0, "one kit is better at every β")
    terms = square.terms
    mistakes = {
        "β": Formula("beta", "sqrt(square)").work(square=square.fraction),
        "squared again": Formula("squared", "square**2").work(square=square.fraction),
        "a price": crossover_costs(a, b),
        "turned over": FBETA_TURNED.work(**terms),
        "differences without reciprocals": NO_RECIPROCALS.work(**terms),
        "false alarms alone": b.fp - a.fp,
    }
    rings, poisoned = (a.tp + a.fp, b.tp + b.fp), a.tp + a.fn
    columns = {"kit": ["careful", "bold"], "rang at": rings, "hits": [a.tp, b.tp]}
    shown = Trace.of(f"{a.total} wells, {poisoned} of them poisoned", columns)
    here = ("false alarms more", "false alarms more over hits more")
    family = compared(a, b).but(*here) + betas(square)
    words = {"a": a, "b": b, "rings": rings, "poisoned": poisoned}
    return task(square, mistakes, family=family, shown=shown, **words)


@template("fbeta.build-kit")
def build_kit(rng):
    """Build a kit with fewer hits than another, and a higher F1."""
    poisoned, rang = POISONED, MEI
    if rng is not None:
        poisoned = set(rng.choice(range(1, 21), int(rng.integers(5, 8)), replace=False).tolist())
        rang = set(rng.choice(range(1, 21), int(rng.integers(6, 11)), replace=False).tolist())
    rival = kit(poisoned, rang)
    hits, clean = sorted(poisoned), [w for w in range(1, 21) if w not in poisoned]
    wanted = rival.tp - 1
    unfit_if(wanted < 2 or rival.fn == 0, "the rival finds too few, or all")
    mistakes = {
        "too many hits": hits,
        "too few hits": hits[: wanted - 1],
        "too many rings": hits[:wanted] + clean,
        "clean wells only": clean[:2],
    }
    form = Built(
        Names(WELLS),
        lambda given: kit_judged(kit(poisoned, map(int, given)), rival),
        lambda given: "Yours: hits {c.tp}, false alarms {c.fp}, F1 {c.f1.fraction}.".format(
            c=kit(poisoned, map(int, given))
        ),
    )
    words = {"poisoned": written(poisoned), "rang": written(rang), "rival": rival, "wanted": wanted}
    mistakes = {name: frozenset(map(str, wells)) for name, wells in mistakes.items()}
    return task(frozenset(map(str, hits[:wanted])), mistakes, form=form, **words)


def kit(poisoned, rang) -> Confusion:
    """Count a kit's rings against the poisoned wells, of twenty."""
    rang, wells = set(rang), range(1, 21)
    return Confusion.from_labels([w in poisoned for w in wells], [w in rang for w in wells])


def kit_judged(yours: Confusion, rival: Confusion):
    """Name what a kit lacks."""
    if yours.tp == 0 and yours.fp:
        return "clean wells only"
    if yours.tp != rival.tp - 1:
        return "too many hits" if yours.tp >= rival.tp else "too few hits"
    return True if yours.f1.fraction > rival.f1.fraction else "too many rings"


def written(wells) -> str:
    """List wells in order."""
    return ", ".join(map(str, sorted(wells)))


@template("fbeta.formula")
def formula(rng):
    """F-beta for one beta, written as a formula in P and R."""
    beta = (
        Fraction(2) if rng is None else Fraction(str(rng.choice(["3", "4", "1/2", "1/3", "1/4"])))
    )
    w = f"({beta**2})"
    mistakes = {
        "β not squared": f"(1 + {beta})*P*R / (({beta})*P + R)",
        "β on the wrong side": f"(1 + {w})*P*R / (P + {w}*R)",
        "factor forgotten": f"P*R / ({w}*P + R)",
        "F1": "2*P*R / (P + R)",
        "an arithmetic mean": f"(P + {w}*R) / (1 + {w})",
    }
    rows = np.random.default_rng(0).uniform(0.05, 1, (5, 2)).round(2)
    form = Written(("P", "R"), [{"P": p, "R": r} for p, r in rows.tolist()])
    right = f"{1 + beta**2}*P*R / ({w}*P + R)"
    return task(right, mistakes, form=form, beta=str(beta), square=str(beta**2))


@template("fbeta.three-steps")
def three_steps(rng):
    """Precision, recall, F1: the third from the other two."""
    c = example("fob-screening").confusion
    if rng is not None:
        tp, fp, fn = (int(rng.integers(*ends)) for ends in ((10, 60), (5, 90), (2, 40)))
        c = Confusion(tp, fp, fn, int(rng.integers(60, 3000)))
    form = Steps(count=3, names=("precision", "recall", "F1"), follow=(None, None, harmonic))
    right = (c.precision, c.recall, c.f1)
    wrong = {
        "recall for precision": (0, c.recall),
        "accuracy for precision": (0, c.accuracy),
        "specificity for recall": (1, c.specificity),
        "over everybody": (1, c.detection_rate),
        "arithmetic mean": (2, (c.precision + c.recall) / 2),
        "product": (2, c.precision * c.recall),
        "a half forgotten": (2, c.f1 / 2),
    }
    mistakes = {name: form.with_mistake(*slip, right) for name, slip in wrong.items()}
    return task(right, mistakes, form=form, shown=c, steps=list(right))


def harmonic(p, r):
    """Return the harmonic mean of two numbers."""
    return 2 * p * r / (p + r)
