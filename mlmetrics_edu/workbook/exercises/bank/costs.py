"""Exercises on what errors cost, the cheapest threshold and cost curves: lesson 12."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial

import numpy as np

from .... import plots
from ....core.formula import Formula
from ....core.trace import Trace
from ....metrics.confusion import Confusion
from ....metrics.cost_curves import cost_curve, line_of_point
from ....metrics.costs import Costs, cost_threshold, probability_cost
from ....metrics.populations import binormal
from ....metrics.sweep import sweep
from ....metrics.thresholds import best_threshold
from ....plots.picture import describe
from ....plots.thresholds import profit
from ...examples import example, swept
from ..families.decisions import bars, bills, heights, prices
from ..forms import Built
from ..registry import Unfit, task, template, unfit_if
from ..typed import Number, Numbers
from .data import counts, in_order, own, ranking, untrue


def two(rng, low, high) -> tuple[int, int]:
    """Draw two whole numbers that differ."""
    first, second = rng.choice(np.arange(low, high), 2, replace=False).tolist()
    return first, second


HALF = Fraction(1, 2)  # where both ends weigh the same


@template("costs.bill")
def bill(rng):
    """What a sample costs on average, from counts and prices."""
    c = swept("cars").at(0.45) if rng is None else counts(rng, 2, 40)
    fp, fn = (1, 5) if rng is None else two(rng, 1, 10)
    others = bills(c, fp, fn)
    mistakes = own(others, "prices swapped", "bill for all", "every alarm paid")
    right = COST.work(**{**c.counts, "cFP": fp, "cFN": fn})
    return task(right, mistakes, family=others, shown=c, c=c, fp=fp, fn=fn)


COST = Formula("cost of an image", "(cFP*FP + cFN*FN) / (TP + FP + FN + TN)")


@template("costs.line")
def line(rng):
    """What one threshold costs at some place of the axis, off a picture of its cost line."""
    s = swept("cars") if rng is None else ranking(rng, 16, 6, ties="grouped")
    bar = 0.24 if rng is None else float(rng.choice(s.threshold[2:-2]))
    place = Fraction(3, 4) if rng is None else Fraction(int(rng.integers(1, 5)), 5)
    c, curve = s.at(bar), cost_curve(s)
    right = HEIGHT.work(x=place, fpr=c.fpr, fnr=c.fnr)
    seen = {"the_area": curve.area, "the_lowest_line": curve.at(float(place))}
    others = heights(place, c, the_threshold=bar, **seen)
    mistakes = own(others, "left end", "right end", "ends swapped")

    def picture():
        ax = plots.cost_curve({"cost curve": s}, area="mean cost", ruling=False, ends=bar)
        told = (
            f"The orange broken line, of the threshold {bar:g}, goes straight from "
            f"FPR = {c.fpr:.3f} at P(+)cost 0 to FNR = {c.fnr:.3f} at P(+)cost 1."
        )
        return describe(ax, told).figure

    ends = {"left": f"{c.fpr:.3f}", "right": f"{c.fnr:.3f}"}
    words = {"bar": bar, "place": place, "rest": 1 - place, **ends}
    form = Number(0.005)
    return task(right, mistakes, family=others, shown=picture, steps=c, form=form, **words)


HEIGHT = Formula("cost", "(1 - x)*fpr + x*fnr")


@template("costs.call-from")
def call_from(rng):
    """From which probability on to act, where acting costs the same in both cases."""
    call, miss = 2, 40
    if rng is not None:
        call, miss = int(rng.integers(2, 10)), int(rng.integers(12, 90))
    clinic = Costs(fp=call, tp=call, fn=miss)
    others = bars(call, miss).but("one price over the other")  # which is right here
    mistakes = {
        "a rightful call for free": cost_threshold(Costs(fp=call, fn=miss)),
        "cost ratio": clinic.ratio,
        "odds": Formula("odds", "(cFP - cTN) / (cFN - cTP)").work(**clinic.terms),
    }
    same = "price of acting over the sum", "difference over the price of acting"
    others = others.but(*same, "over the difference")
    words = {"call": call, "miss": miss, "regret": miss - call}
    return task(cost_threshold(clinic), mistakes, family=others, steps=clinic, **words)


PLACES = ("Lhasa", "Yuma", "Salta", "Narvik")
SHARES = [Fraction(1, n) for n in (20, 10, 8, 5, 4, 3, 2)] + [Fraction(2, 5), Fraction(3, 10)]


@template("costs.four-places")
def four_places(rng):
    """Four places in the order of P(+)cost."""
    share = [Fraction(n, 10) for n in (2, 5, 3, 1)]
    fp, fn = (2, 4, 1, 1), (3, 5, 8, 10)
    if rng is not None:
        share = [SHARES[i] for i in rng.choice(len(SHARES), 4, replace=False)]
        fp, fn = (rng.integers(1, high, 4).tolist() for high in (8, 16))
    letters = list(zip(share, fp, fn, strict=True))
    parts = [probability_cost(p, Costs(fp=a, fn=b)).fraction for p, a, b in letters]
    right = ordered(parts)
    mistakes = {
        "by share": ordered(share),
        "by price of a miss": ordered(fn),
        "by cost ratio": ordered([Fraction(b, a) for _, a, b in letters]),
        "by misses alone": ordered([p * b for p, _, b in letters]),
        "prices swapped": ordered([p * a / (p * a + (1 - p) * b) for p, a, b in letters]),
        "largest first": right[::-1],
    }
    columns = {"place": PLACES, "images with a car": share}
    columns |= {"a false alarm costs": fp, "a miss costs": fn}
    shown = Trace.of("four railways", columns)
    steps = Trace.of("what misses make of the largest bill", {"place": PLACES, "P(+)cost": parts})
    words = {"p": share[0], "rest": 1 - share[0], "fp": fp[0], "fn": fn[0]}
    return task(right, mistakes, shown=shown, steps=steps, **words)


def ordered(values) -> tuple[str, ...]:
    """Put the places in the order of some values, the smallest first."""
    unfit_if(len(set(values)) < len(values), "two places are level")
    return in_order(dict(zip(PLACES, values, strict=True)))


@template("costs.no-model")
def no_model(rng):
    """Who earns most: a model, or somebody without one; and why."""
    c, taker, letter = example("expected-profit").confusion, 6, 1
    if rng is not None:
        fn, fp, tp, tn = sorted(rng.choice(np.arange(5, 90), 4, replace=False).tolist())
        c = Confusion(tp=tp, fp=fp, fn=fn, tn=tn)
        taker, letter = int(rng.integers(2, 13)), int(rng.integers(1, 4))
    lists = {"the model's list": (c.tp, c.fp), "everybody": (c.tp + c.fn, c.fp + c.tn)}
    earned = [taker * takers - letter * others for takers, others in lists.values()]
    if earned[0] == earned[1] or max(earned) <= 0:
        raise Unfit("two of them earn the same, or nobody earns anything")
    right = "letters saved" if earned[0] > earned[1] else "takers lost"
    takers, refusers = zip(*lists.values(), strict=True)
    columns = {"letters to": list(lists), "takers": takers, "others": refusers, "earns": earned}
    steps = Trace.of("what the lists earn", columns)
    words = {"taker": taker, "letter": letter, "gained": taker * c.fn, "spent": letter * c.tn}
    return task(right, shown=c, steps=steps, c=c, **words)


LEARNERS = Confusion(tp=60, fn=40, fp=2, tn=98), Confusion(tp=97, fn=3, fp=40, tn=60)


@cache
def areas() -> dict[str, list[float]]:
    """Work out the mean costs of two learners, over two axes."""
    over_p = {"axis": "p", "costs": Costs(fp=1, fn=5)}
    axes = {"over P(+)cost": {}, "over p, a miss costs five alarms": over_p}
    return {name: [cost_curve(c, **how).area for c in LEARNERS] for name, how in axes.items()}


@cache
def facts() -> dict[str, bool]:
    """Work out which sentences of the notes hold."""
    s, bells = swept("cars"), binormal(0.8, 0.2, 0.55)
    chosen = [best_threshold(s, "cost", costs=Costs(fp=k, fn=5 * k)).rows for k in (1, 3000)]
    curve, grid = cost_curve(s), np.linspace(0, 1, 101)
    promised = [cost_curve(sweep(*bells.draw(25, 25, seed))).area for seed in range(20)]
    possible = cost_curve(bells.sweep(positives=1000, negatives=1000)).area
    return {
        "ratio": chosen[0] == chosen[1],
        "either axis": len({a < b for a, b in areas().values()}) == 1,
        "lower envelope": np.allclose(curve.lines.value(grid).min(axis=0), curve.at(grid)),
        "one to one": len(set(s.fn.tolist())) == len(s),
        "new samples": np.mean(promised) >= possible,
        "probability": bells.positive.survival(1) == 0,
    }


@template("costs.errata")
def errata(rng):
    """Which sentences of notes that many have read are wrong."""
    columns = {name: [f"{area:.4f}" for area in two] for name, two in areas().items()}
    steps = Trace.of("the mean cost of two learners", {"learner": ["A", "B"], **columns})
    a, b = ((float(c.fpr), float(c.fnr)) for c in LEARNERS)
    return task(untrue(facts()), steps=steps, a=a, b=b)


@template("costs.longer-list")
def longer_list(rng):
    """At which price of a false alarm two lists earn the same."""
    s, gain, pair = swept("cars"), 6, (1, 2)
    if rng is not None:
        s, gain = ranking(rng, 20, 7, ties="grouped"), int(rng.integers(2, 7))
        first = int(rng.integers(0, max(1, len(cost_curve(s)) - 1)))
        pair = first, first + 1
    cuts = [part.threshold for part in cost_curve(s)]
    if len(cuts) <= pair[1] or not np.isfinite(cuts[pair[0]]):
        raise Unfit("there are no two lists to compare")
    short, long = (s.at(cuts[i]) for i in pair)
    terms = {"gain": gain, "TP_short": short.tp, "TP_long": long.tp}
    terms |= {"FP_short": short.fp, "FP_long": long.fp}
    terms |= {"all_short": short.tp + short.fp, "all_long": long.tp + long.fp}
    profits = (gain * s.tp - s.fp) / (s.positives + s.negatives)
    others = prices(terms, highest_profit=float(profits.max()))
    right = others.values["price"]
    unfit_if(right <= 1, "a dearer alarm would take the two lists farther apart")
    told = "over all extra alarms", "long list earns nothing", "difference of today"
    rows = {"threshold": [cuts[i] for i in pair], "alarms": [terms["all_short"], terms["all_long"]]}
    rows |= {"cars found": [short.tp, long.tp], "false alarms": [short.fp, long.fp]}
    shown = Trace.of("two thresholds", rows)
    paid = Costs.from_benefits(tp=gain, fp=-1)
    words = {"cars": long.tp - short.tp, "alarms": long.fp - short.fp, "gain": gain}
    shown = (shown, lambda: profit(s, paid).figure)
    return task(right, own(others, *told), family=others, shown=shown, **words)


@template("costs.same-place")
def same_place(rng):
    """Which changes leave P(+)cost exactly as it is."""
    p, fp, fn, times, more = Fraction(3, 10), 1, 5, 10, 2
    if rng is not None:
        p = SHARES[rng.integers(len(SHARES))]
        (fp, fn), times, more = two(rng, 1, 10), int(rng.integers(2, 9)), int(rng.integers(2, 6))
    half, odds = p / 2, p / (2 - p)
    changes = {
        "all prices": (p, Costs(fp=times * fp, fn=times * fn)),
        "cars cost more": (p, Costs(fp=fp, fn=fn + more, tp=more)),
        "half the cars": (half, Costs(fp=fp, fn=2 * fn)),
        "half the odds": (odds, Costs(fp=fp, fn=2 * fn)),
        "all swapped": (1 - p, Costs(fp=fn, fn=fp)),
        "both mistakes dearer": (p, Costs(fp=fp + more, fn=fn + more)),
    }
    here, now = probability_cost(p, Costs(fp=fp, fn=fn)), {}
    unfit_if(here == HALF, "a swap of the classes changes nothing")
    for name, place in changes.items():
        now[name] = probability_cost(*place).fraction
    same = frozenset(name for name, there in now.items() if there == here.fraction)
    steps = Trace.of(
        "P(+)cost after each change", {"change": list(now), "P(+)cost": list(now.values())}
    )
    words = {"p": p, "fp": fp, "fn": fn, "times": times, "more": more, "half": half, "odds": odds}
    words |= {"rest": 1 - p, "here": here.fraction, "dear": 2 * fn}
    return task(same, steps=(here, steps), **words)


@template("costs.one-more")
def one_more(rng):
    """Build a classifier that is the cheapest somewhere and drives no other one out."""
    a, b, c = [(0.1, 0.5), (0.3, 0.8), (0.5, 0.9)] if rng is None else three_corners(rng)
    judge = partial(one_more_judged, (a, b, c))
    between = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2 + lift) for lift in (0.03, 0.05, 0.07)]
    good = [(round(x, 3), round(y, 3)) for x, y in between if judge((x, y)) is True]
    unfit_if(not good, "there is no room between two of them")
    x, y = good[0]
    mistakes = {
        "turned round": (y, x),
        "FNR for TPR": (x, round(1 - y, 3)),
        "below the diagonal": (b[1], b[0]),
        "cheapest nowhere": (b[0], a[1]),
        "an old one driven out": (a[0], c[1]),
    }
    points = {
        "classifier": "ABC",
        "FPR": [q[0] for q in (a, b, c)],
        "TPR": [q[1] for q in (a, b, c)],
    }
    form = Built(Numbers(2), judge, partial(reigns, (a, b, c)))
    words = {"slope": round((b[1] - a[1]) / (b[0] - a[0]), 3)}
    shown = Trace.of("three classifiers in ROC space", points)
    return task((x, y), mistakes, shown=shown, form=form, a=a, b=b, c=c, **words)


def three_corners(rng) -> list[tuple[float, float]]:
    """Draw three classifiers on a bent line, each of them the cheapest somewhere."""
    bend = rng.uniform(0.25, 0.45)
    fpr = np.sort(rng.choice(np.arange(1, 14), 3, replace=False)) / 20
    points = [(x, round(x**bend, 2)) for x in fpr.tolist()]
    unfit_if(min(shares(points)) < 0.08, "one of the three is hardly ever the cheapest")
    return points


def shares(points) -> list[float]:
    """Tell on how much of the axis each one is cheaper than those before it and both stamps."""
    ends = np.array([line_of_point(*point) for point in ((0, 0), (1, 1), *points)])
    left, right = (np.subtract.outer(end, end) for end in ends.T)
    cuts = left[left * right < 0] / (left - right)[left * right < 0]  # where two lines cross
    x = np.unique(np.r_[0, cuts, 1])
    middle = (x[1:] + x[:-1]) / 2
    costs = np.round(np.outer(ends[:, 0], 1 - middle) + np.outer(ends[:, 1], middle), 12)
    wide = np.diff(x) > 1e-9  # where three lines meet, no stretch is left in between
    return np.bincount(costs.argmin(axis=0)[wide], np.diff(x)[wide], len(ends))[2:].tolist()


def one_more_judged(old, point):
    """Name what a new classifier lacks."""
    x, y = point
    *theirs, own = shares([*old, (x, y)])
    if own and all(theirs):
        return True
    if x > y:
        turned = shares([*old, (y, x)])
        return "turned round" if all(turned) else "below the diagonal"
    if own:
        return "an old one driven out"
    return "FNR for TPR" if all(shares([*old, (x, 1 - y)])) else "cheapest nowhere"


def reigns(old, point) -> str:
    """Say who is the cheapest on how much of the axis."""
    *theirs, own = shares([*old, tuple(point)])
    parts = [f"{x:.0%}" if x >= 0.005 or not x else "less than 1%" for x in (own, *theirs)]
    own, *rest = (f"{name} on {part}" for name, part in zip(("", *"ABC"), parts, strict=True))
    return f"Yours is the cheapest{own} of the axis, {', '.join(rest)}."
