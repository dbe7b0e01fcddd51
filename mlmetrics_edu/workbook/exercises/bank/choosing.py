"""Exercises on regression, and on a threshold that one can defend: lessons 16 and 17."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cache, partial

import numpy as np

from .... import plots
from ....core.trace import Trace
from ....metrics.auc_error import auc_test
from ....metrics.costs import Costs, cost_threshold, iso_performance_slope
from ....metrics.r2 import least_squares, r2
from ....metrics.regression import mae, max_error, mse, rmse
from ....metrics.shift import at_prevalence
from ....metrics.sweep import sweep
from ....metrics.thresholds import best_threshold
from ....plots.look import COLOURS
from ....plots.picture import describe
from ...examples import example, swept
from ..families.decisions import NORM, bars, shares, sizes, town_counts
from ..families.tables import in_another_town
from ..forms import Built
from ..registry import Unfit, task, template, unfit_if
from ..typed import Numbers
from .data import in_order, own, untrue

FLATS = "Lake Bridge Temple Canal Tower".split()
TRUTH = [150, 200, 250, 300, 600]


def prices(rng, guess, low=-8, high=9) -> tuple[list[int], list[int]]:
    """Return the prices of the lesson's flats and a guess, or draw both."""
    if rng is None:
        return TRUTH, guess
    truth = sorted((10 * rng.choice(np.arange(10, 70), len(TRUTH), replace=False)).tolist())
    errors = (5 * rng.integers(low, high, len(TRUTH))).tolist()
    unfit_if(errors.count(0) > 2, "too many guesses are right")
    return truth, [t + e for t, e in zip(truth, errors, strict=True)]


def beside(truth, guess, name="the program said") -> Trace:
    """List flats with their prices and guesses."""
    columns = {"": FLATS, "sold for": truth, name: guess}
    return Trace.of("five flats, in ten thousand yuan", columns)


@template("choosing.third-program")
def third_program(rng):
    """The RMSE of five guesses."""
    truth, guess = prices(rng, [160, 190, 260, 310, 565])
    squares = sum((s - t) ** 2 for s, t in zip(guess, truth, strict=True))
    answer, others = rmse(truth, guess), sizes(truth, guess)
    if float(f"{answer:.2g}") in map(float, others.values.values()):
        raise Unfit("a wrong number looks like the right one in two digits")
    mistakes = own(others, "MSE", "MAE", "norm")
    words = {"squares": squares, "n": len(truth), "family": others, "steps": answer.steps}
    return task(answer, mistakes, shown=beside(truth, guess), **words)


@template("choosing.lazy-man")
def lazy_man(rng):
    """R² of five guesses."""
    truth, guess = prices(rng, [200, 150, 300, 400, 520], -24, 25)
    mean = Fraction(sum(truth), len(truth))
    lazy = sum((t - mean) ** 2 for t in truth)
    left = sum((s - t) ** 2 for s, t in zip(guess, truth, strict=True))
    answer, others = r2(truth, guess), shares(truth, guess)
    mistakes = own(others, "the share left", "compared with 0", "squared correlation")
    words = {"mean": float(mean), "left": left, "lazy": float(lazy)}
    words |= {"family": others, "steps": answer.steps}
    return task(answer, mistakes, shown=beside(truth, guess), **words)


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
def errata(rng):
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
    truth, guess = prices(rng, [150, 205, 245, 300, 530])
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
    answer, shown = made.pop("the answer"), beside(truth, guess, "Swift said")
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
    names = {(True, True): True, (True, False): "RMSE no higher"}
    names |= {(False, True): "MAE no lower", (False, False): "neither"}
    return names[mean < small - 1e-9, higher]


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
        near = abs(row[2] - levels).min() < 1e-3 or abs(row[0] - row[1]) < 1e-3
        if not near and abs(abs(row[0] - row[1]) - [0.05, 0.1]).min() > 1e-3:
            kept.append(row)
    return np.array(kept)


def one_town(rng):
    """Draw the people of a town, let two models score them, and test their AUCs."""
    ill = np.repeat([1, 0], [30, 50])
    signal = 1.5 * ill + rng.normal(size=len(ill))
    blur = rng.choice([0.1, 0.3, 0.6, 1.5]), rng.choice([0.3, 0.6, 1.0, 1.5])
    scores = (signal + size * rng.normal(size=len(ill)) for size in blur)
    return auc_test(*(sweep(ill, score) for score in scores))
