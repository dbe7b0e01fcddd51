"""Exercises on costs, on regression, on a threshold that one can defend: lessons 12, 16, 17."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import numpy as np

from .... import plots
from ....core.formula import Formula
from ....core.trace import Trace
from ....metrics.auc_error import auc_test
from ....metrics.confusion import Confusion
from ....metrics.cost_curves import cost_curve, line_of_point
from ....metrics.costs import Costs, cost_threshold, iso_performance_slope, probability_cost
from ....metrics.populations import at_prevalence, binormal
from ....metrics.r2 import least_squares, r2
from ....metrics.regression import mae, max_error, mse, rmse
from ....metrics.sweep import sweep
from ....metrics.thresholds import best_threshold
from ....plots.look import COLOURS
from ....plots.picture import describe
from ....plots.thresholds import profit
from ...examples import example, swept
from .. import Unfit, task, template, unfit_if
from ..families.rankings import NORM, bars, bills, heights, prices, shares, sizes, town_counts
from ..families.tables import in_another_town
from ..forms import Built
from ..typed import Number, Numbers
from . import counts, in_order, lacking, own, ranking, untrue


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
def costs_errata(rng):
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
    unfit_if(min(costs_shares(points)) < 0.08, "one of the three is hardly ever the cheapest")
    return points


def costs_shares(points) -> list[float]:
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
    *theirs, own = costs_shares([*old, (x, y)])
    if own and all(theirs):
        return True
    if x > y:
        turned = costs_shares([*old, (y, x)])
        return "turned round" if all(turned) else "below the diagonal"
    if own:
        return "an old one driven out"
    return "FNR for TPR" if all(costs_shares([*old, (x, 1 - y)])) else "cheapest nowhere"


def reigns(old, point) -> str:
    """Say who is the cheapest on how much of the axis."""
    *theirs, own = costs_shares([*old, tuple(point)])
    parts = [f"{x:.0%}" if x >= 0.005 or not x else "less than 1%" for x in (own, *theirs)]
    own, *rest = (f"{name} on {part}" for name, part in zip(("", *"ABC"), parts, strict=True))
    return f"Yours is the cheapest{own} of the axis, {', '.join(rest)}."


FLATS = "Lake Bridge Temple Canal Tower".split()
TRUTH = [150, 200, 250, 300, 600]


def choosing_prices(rng, guess, low=-8, high=9) -> tuple[list[int], list[int]]:
    """Return the prices of the lesson's flats and a guess, or draw both."""
    if rng is None:
        return TRUTH, guess
    truth = sorted((10 * rng.choice(np.arange(10, 70), len(TRUTH), replace=False)).tolist())
    errors = (5 * rng.integers(low, high, len(TRUTH))).tolist()
    unfit_if(errors.count(0) > 2, "too many guesses are right")
    return truth, [t + e for t, e in zip(truth, errors, strict=True)]


def side_by_side(truth, guess, name="the program said") -> Trace:
    """List flats with their prices and guesses."""
    columns = {"": FLATS, "sold for": truth, name: guess}
    return Trace.of("five flats, in ten thousand yuan", columns)


@template("choosing.third-program")
def third_program(rng):
    """The RMSE of five guesses."""
    truth, guess = choosing_prices(rng, [160, 190, 260, 310, 565])
    squares = sum((s - t) ** 2 for s, t in zip(guess, truth, strict=True))
    answer, others = rmse(truth, guess), sizes(truth, guess)
    if float(f"{answer:.2g}") in map(float, others.values.values()):
        raise Unfit("a wrong number looks like the right one in two digits")
    mistakes = own(others, "MSE", "MAE", "norm")
    words = {"squares": squares, "n": len(truth), "family": others, "steps": answer.steps}
    return task(answer, mistakes, shown=side_by_side(truth, guess), **words)


@template("choosing.lazy-man")
def lazy_man(rng):
    """R² of five guesses."""
    truth, guess = choosing_prices(rng, [200, 150, 300, 400, 520], -24, 25)
    mean = Fraction(sum(truth), len(truth))
    lazy = sum((t - mean) ** 2 for t in truth)
    left = sum((s - t) ** 2 for s, t in zip(guess, truth, strict=True))
    answer, others = r2(truth, guess), shares(truth, guess)
    mistakes = own(others, "the share left", "compared with 0", "squared correlation")
    words = {"mean": float(mean), "left": left, "lazy": float(lazy)}
    words |= {"family": others, "steps": answer.steps}
    return task(answer, mistakes, shown=side_by_side(truth, guess), **words)


SEASONS = ["Spring", "Summer", "Autumn", "Winter"]
PANELS = {"cloud": ("x", "y1"), "bend": ("x", "y2"), "slip": ("x", "y3"), "lone": ("x4", "y4")}


@template("choosing.one-slip")
def one_slip(rng):
    """Which panel shows a line and one slip, and what shows it."""
    columns, places, turned = example("anscombe").columns, list(PANELS), False
    if rng is not None:
        places, turned = rng.permutation(places).tolist(), rng.random() < 0.5
    here, points = dict(zip(places, SEASONS, strict=True)), {}
    for place, season in here.items():
        x, y = (np.array(columns[name], float) for name in PANELS[place])
        points[season] = (22 - x if turned else x, y)
    fits = {season: least_squares(*pair) for season, pair in points.items()}
    off = {kind: max_error(*guessed(points[s], fits[s])) for kind, s in here.items()}
    by_season = sorted(here, key=lambda kind: SEASONS.index(here[kind]))
    largest = [decimals(off[kind]) for kind in by_season]
    steps = Trace.of("the largest error", {"panel": SEASONS, "off by": largest})
    answer, shown = (max(off, key=off.get), "error"), partial(four_panels, points, fits)
    return task(answer, shown=shown, steps=steps, options=here, **here)


def guessed(points, fit):
    """Return the heights of some points, and those of their line."""
    x, y = points
    return y, fit.predict(x)


def decimals(value) -> str:
    """Write three decimals."""
    return f"{float(value):.3f}"


def four_panels(points, fits):
    """Draw four sets of points, each with its line."""
    picture, axes = plots.panels(2, 2)
    for ax, (season, (x, y)) in zip(axes.flat, points.items(), strict=True):
        ends = np.array([2.0, 20.0])
        ax.plot(ends, fits[season].predict(ends), color=COLOURS["ink"], linewidth=1)
        ax.scatter(x, y, color=COLOURS["positive"], zorder=3)
        ax.set(title=season, xlim=(2, 20), ylim=(2, 14), xlabel="x", ylabel="y")
        listed = ", ".join(f"({a:g}, {b:g})" for a, b in sorted(zip(x, y, strict=True)))
        describe(ax, f"a straight line and the points {listed}.")
    return picture


@cache
def cards():
    """Return the ten thousand holders of a credit card, at every threshold."""
    return swept("islr-default")


@template("choosing.new-price")
def new_price(rng):
    """The bar that two prices demand."""
    good, bad = 1, 19
    if rng is not None:
        good, bad = int(rng.choice([1, 1, 2, 3])), int(rng.integers(4, 30))
    costs = Costs(fp=good, fn=bad)
    others = bars(good, bad).but("price of acting over the sum")  # which is right here
    mistakes = own(others, "one price over the other") | {
        "defaulters' share brought in": iso_performance_slope(
            costs, cards().confusion(0).prevalence
        ),
        "searched": best_threshold(cards(), "cost", costs=costs).thresholds[0],
    }
    return task(cost_threshold(costs), mistakes, family=others, good=good, bad=bad)


PRICES = [1.25, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0, 15.0, 20.0, 50.0, 60.0, 80.0]


BIRDS = {
    "Finch": [10, -40, 30, 0, 0],
    "Heron": [0, 0, 0, 0, -60],
    "Robin": [20, -20, 20, -20, 20],
    "Wren": [25, 25, -25, 25, -45],
}


@template("choosing.four-programs")
def four_programs(rng):
    """Put four programs in order by their RMSE."""
    rows = BIRDS if rng is None else drawn_errors(rng)
    squares = {name: sum(e * e for e in row) for name, row in rows.items()}
    by = {
        "by the MAE": {name: sum(map(abs, row)) for name, row in rows.items()},
        "by the bias": {name: abs(sum(row)) for name, row in rows.items()},
        "by the largest error": {name: max(map(abs, row)) for name, row in rows.items()},
    }
    if any(len({*sums.values()}) < len(sums) for sums in (squares, *by.values())):
        raise Unfit("two of them are as good")
    best, mistakes = in_order(squares), {name: in_order(sums) for name, sums in by.items()}
    orders = {best, best[::-1], *mistakes.values(), tuple(sorted(best))}
    unfit_if(len(orders) < len(mistakes) + 3, "a mistake, or the alphabet, gives the right order")
    mistakes["largest first"] = best[::-1]
    shown = Trace.of("errors, in ten thousand yuan", {"": FLATS, **rows})
    steps = Trace.of("squared errors", {"": [*squares], "sum": [*squares.values()]})
    words = {"squares": ", ".join(map(str, squares.values())), "n": len(FLATS)}
    return task(best, mistakes, shown=shown, steps=steps, **words)


def drawn_errors(rng) -> dict[str, list[int]]:
    """Draw errors of four kinds: one large, all alike, two large, and something between."""
    n = len(FLATS)
    sizes = np.zeros((len(BIRDS), n), int)
    sizes[0, 0] = rng.integers(9, 15)
    sizes[1] = rng.integers(3, 7)
    sizes[2, :2] = rng.integers(5, 10, 2)
    sizes[3] = rng.integers(2, 10, n)
    signed = [5 * rng.permutation(row) * rng.choice([-1, 1], n) for row in sizes]
    return dict(zip(BIRDS, (signed[i].tolist() for i in rng.permutation(len(signed))), strict=True))


@template("choosing.insured")
def insured(rng):
    """Put four bars in order by what they cost."""
    high, low, price, before = 0.5, 0.2, 1.5, 10.0
    if rng is not None:
        pool = [0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6]
        low, high = sorted(rng.choice(pool, 2, replace=False).tolist())
        price, before = rng.choice(PRICES, 2, replace=False).tolist()
    cuts = {"nobody": np.inf, f"{high:g}": high, f"{low:g}": low, "everybody": 0}
    tables = {name: cards().at(bar) for name, bar in cuts.items()}
    best = cheapest(tables, 1, price)
    unfit_if(best == tuple(sorted(best)), "the alphabet gives it away")
    mistakes = {
        "at last year's price": cheapest(tables, 1, before),
        "a default like a refusal": cheapest(tables, 1, 1),
        "by refusals alone": cheapest(tables, 1, 0),
        "by defaults alone": cheapest(tables, 0, 1),
        "dearest first": best[::-1],
    }
    listed = {"FP": [c.fp for c in tables.values()], "FN": [c.fn for c in tables.values()]}
    shown = Trace.of("refused from a threshold up", {"threshold": list(tables), **listed})
    paid = [f"{c.fp + price * c.fn:g}" for c in tables.values()]
    steps = Trace.of("in refused customers", {"threshold": list(tables), "FP + price · FN": paid})
    return task(best, mistakes, shown=shown, steps=steps, price=price, before=before)


def cheapest(tables, fp, fn) -> tuple[str, ...]:
    """Order tables by what they cost."""
    paid = {name: fp * c.fp + fn * c.fn for name, c in tables.items()}
    unfit_if(len(set(paid.values())) < len(paid), "two of them cost the same")
    return in_order(paid)


@template("choosing.errata")
def choosing_errata(rng):
    """Which sentences on errors and thresholds are wrong."""
    columns, claimed = example("anscombe").columns, 13.75
    sums = [round(least_squares(columns[x], columns[y]).ss_res, 2) for x, y in PANELS.values()]
    half = cards().at(0.5)
    holds = {
        "mean square": mse(TRUTH, [0] * 5) == np.square(TRUTH).mean(),
        "norm": mse(TRUTH, [0] * 5) == NORM.work(squared_errors=sum(t**2 for t in TRUTH)),
        "Anscombe": all(total == claimed for total in sums),
        "textbook": half.error_rate == 0.0275,
        "optimum": False,
        "square": r2(TRUTH, [t // 2 for t in TRUTH]) >= 0,
    }
    words = {"claimed": claimed, "sums": ", ".join(map(str, sums)), "half": 0.5, "c": half}
    return task(untrue(holds), **words)


@template("choosing.flatterer")
def flatterer(rng):
    """Build guesses with a lower MAE and a higher RMSE than a program's."""
    truth, guess = choosing_prices(rng, [150, 205, 245, 300, 530])
    sizes = [abs(s - t) for s, t in zip(guess, truth, strict=True)]
    total, root = sum(sizes), sum(size**2 for size in sizes) ** 0.5
    unfit_if(total - root < 2, "all of the error lies on one flat")
    most = total // len(sizes) + 1
    off = {"RMSE no higher": [0, 0, 0, 0, 1], "just as large": [0, 0, 0, 0, total]}
    off |= {"MAE no lower": [0, 0, 0, 0, 2 * total], "neither": [most] * len(truth)}
    off["the answer"] = [0, 0, 0, 0, round((total + root) / 2)]
    made = {name: tuple(np.add(truth, row).astype(float).tolist()) for name, row in off.items()}
    form = Built(
        Numbers(len(truth)),
        lambda given: flattering(truth, given, guess),
        lambda given: "Yours: MAE {:.2f}, RMSE {:.2f}.".format(*sizes_of(truth, given)),
    )
    words = dict(zip(("mae", "rmse"), map(float, sizes_of(truth, guess)), strict=True))
    answer, shown = made.pop("the answer"), side_by_side(truth, guess, "Swift said")
    return task(answer, made, shown=shown, form=form, total=total, root=root, **words)


def sizes_of(truth, guess):
    """Return the MAE and the RMSE of some guesses."""
    return mae(truth, list(guess)), rmse(truth, list(guess))


def flattering(truth, yours, theirs):
    """Name what five guesses lack."""
    (small, large), (mean, root) = sizes_of(truth, theirs), sizes_of(truth, yours)
    higher = root > large + 1e-9
    if higher and abs(mean - small) <= 1e-9:
        return "just as large"
    return lacking(mean < small - 1e-9, higher, "RMSE no higher", "MAE no lower")


@template("choosing.another-town")
def another_town(rng):
    """The precision where another share defaults."""
    share, bar = Fraction(1, 10), Fraction(1, 11)
    if rng is not None:
        share = Fraction(int(rng.choice([5, 8, 12, 15, 20, 25, 30, 40, 50])), 100)
        bar = Fraction(1, int(rng.choice([3, 4, 5, 6, 8, 11, 16, 21])))
    here, town = cards().at(float(bar)), at_prevalence(cards(), share).at(float(bar))
    others = in_another_town(here, town, share)
    mistakes = own(others, "precision here", "multiplied", "only the positives multiplied")
    words = {"here": here, "share": float(share), "bar": str(bar), "others": float(1 - share)}
    rule = {"prediction rule": f"refused when score ≥ {bar}"}
    words |= {"positives": here.tp + here.fn, "negatives": here.fp + here.tn}
    shown, steps = (replace(c, conventions=rule)._with_members(c._members) for c in (here, town))
    words |= {"shown": shown, "steps": steps, "family": others}
    return task(town.precision, mistakes, **words)


TOWNS = 16
LEVEL = 0.05


@template("choosing.luck")
def luck(rng):
    """How often a model ranks better by more than luck."""
    rng = np.random.default_rng(1) if rng is None else rng
    new, old, chance = rng.permutation(towns())[:TOWNS].T
    gain = new - old
    others = town_counts(gain, chance, LEVEL)
    mistakes = own(others, "ahead", "small p value", "large p value")
    columns = {"new AUC": new, "old AUC": old, "p value": chance}
    rows = {name: [*map(decimals, values)] for name, values in columns.items()}
    shown = Trace.of("two models on the same people", {"town": [*range(1, TOWNS + 1)], **rows})
    won = np.flatnonzero((gain > 0) & (chance < LEVEL)) + 1
    steps = f"Ahead, and with a p value below the level: {', '.join(f'town {n}' for n in won)}."
    words = {"level": LEVEL, "towns": TOWNS, "one_in": round(1 / LEVEL)}
    return task(len(won), mistakes, family=others, shown=shown, steps=steps, **words)


@cache
def towns() -> np.ndarray:
    """Draw many towns, a row each: two AUCs and the p value of their difference."""
    rng, kept = np.random.default_rng(2), []
    levels = LEVEL * np.array([1 / TOWNS, 1 / 5, 1 / 2, 1, 2])
    while len(kept) < 2 * TOWNS:
        test = one_town(rng)
        row = np.round([test.auc_a, test.auc_b, test.p_value], 3)  # as they are shown
        close = abs(row[2] - levels).min() < 1e-3 or abs(row[0] - row[1]) < 1e-3
        if not close and abs(abs(row[0] - row[1]) - [0.05, 0.1]).min() > 1e-3:
            kept.append(row)
    return np.array(kept)


def one_town(rng):
    """Draw the people of a town, let two models score them, and test their AUCs."""
    ill = np.repeat([1, 0], [30, 50])
    signal = 1.5 * ill + rng.normal(size=len(ill))
    blur = rng.choice([0.1, 0.3, 0.6, 1.5]), rng.choice([0.3, 0.6, 1.0, 1.5])
    scores = (signal + size * rng.normal(size=len(ill)) for size in blur)
    return auc_test(*(sweep(ill, score) for score in scores))
