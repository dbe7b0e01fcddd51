"""Exercises on the area under the ROC curve: lesson 9."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

from ....core.formula import Formula
from ....core.trace import Trace
from ....metrics.auc import auc
from ....metrics.auc_error import auc_interval, auc_standard_error
from ....metrics.average_precision import average_precision
from ....metrics.curves import roc
from ....metrics.ks import ks_statistic
from ....metrics.shift import reweight
from ....metrics.sweep import Sweep, sweep
from ....metrics.ties import tie_range
from ...examples import swept
from ..families import Family, family, formulas
from ..families.rankings import errors, pairs, scores
from ..families.rankings import squares as of_squares
from ..forms import Built
from ..registry import Unfit, task, template, unfit_if
from ..typed import Coded, Labels, Numbers
from .data import (
    alike,
    doubtful,
    in_order,
    listed,
    nine,
    of_example,
    one_tie,
    patterns,
    ranked,
    ranking,
    stairs,
    turns,
    untrue,
)

# What people make of the pairs won, tied and lost, and of the ranks of the positives.
MISCOUNTED = {
    "tie given to the positive": "(won + tied) / (positives*negatives)",
    "tie given to the negative": "won / (positives*negatives)",
    "ties left out": "won / (won + lost)",
    "share lost": "(lost + tied/2) / (positives*negatives)",
    "rank sum left whole": "rank_sum / (positives*negatives)",
    "M − 1 taken away": "(rank_sum - (positives - 1)) / (positives*negatives)",
    "all pairs": "(won + tied/2) / (samples*(samples - 1)/2)",
}
LISTS = ("right AUC, wrong top", "right top, AUC too large", "right top, AUC too small", "neither")
SCORES = ("upside down", "right AUC, wrong KS", "right KS, wrong AUC", "neither")
ERROR = Formula("standard_error", "today / sqrt(times)")
WHY = "(Not quite the same: it divides by the size of each class less 1, and isn't rounded first.)"


@template("auc.line-up")
def line_up(rng):
    """Five lists in the order of their AUC."""
    if rng is None:
        rows = [labels_of(of_example(f"learner-{name}")) for name in "ab"]
    else:
        rows = [rng.permutation([1] * 5 + [0] * 5).tolist() for _ in "AB"]
    area = dict(zip("AB", (auc(ranked(row)).fraction for row in rows), strict=True))
    turned = {f"{name} turned": 1 - value for name, value in area.items()}
    value = {**area, **turned, "a coin": Fraction(1, 2)}
    unfit_if(len(set(value.values())) < len(value), "two of them are equal")
    up = in_order(value)
    swapped = {"A turned": "B turned", "B turned": "A turned"}
    renamed = {**swapped, "A": "B", "B": "A"}
    mistakes = {
        "highest first": up[::-1],
        "the coin is the worst": sorted(up, key=lambda name: name != "a coin"),
        "turned ones are the worst": sorted(up, key=lambda name: "turned" not in name),
        "turned without changing places": [swapped.get(name, name) for name in up],
        "A and B swapped": [renamed.get(name, name) for name in up],
    }
    marks = [["·■"[one] for one in row] for row in rows]
    places = range(1, 11)
    shown = Trace.of("two rankings", {"place": places, "A": marks[0], "B": marks[1]})
    steps = Trace.of("AUC", {"list": up, "AUC": [value[name] for name in up]})
    return task(up, {k: tuple(v) for k, v in mistakes.items()}, shown=shown, steps=steps)


def labels_of(s: Sweep) -> list[int]:
    """List the labels of a ranking without ties, from the top."""
    return np.diff(s.tp).tolist()


@template("auc.eight")
def eight(rng):
    """The AUC of a few samples, two of which tie."""
    s = pumpkin() if rng is None else one_tie(rng, *map(int, rng.integers(3, 7, 2)))
    right = auc(s, "pairs")
    terms = {name: right.terms[name] for name in ("won", "tied", "positives", "negatives")}
    terms["lost"] = terms["positives"] * terms["negatives"] - terms["won"] - terms["tied"]
    terms |= {"rank_sum": auc(s, "ranks").terms["rank_sum"], "samples": s.positives + s.negatives}
    mistakes, steps = formulas(terms, MISCOUNTED), [right.steps, auc(s, "ranks")]
    words = {"pairs": s.positives * s.negatives, **terms}
    family = pairs(s) + scores(s)
    family += by_ranks(terms["rank_sum"], s.positives, s.negatives)
    return task(right, mistakes, family=family, shown=listed(s), steps=steps, **words)


def by_ranks(rank_sum, m: int, n: int) -> Family:
    """Return what comes of taking the wrong sum away from the ranks of the positives."""
    values = {"N(N + 1)/2 taken away": (rank_sum - n * (n + 1) / 2) / (m * n)}
    return family("areas.ranks", values)


def pumpkin() -> Sweep:
    """Sweep over the eight samples of a companion to Zhou's book."""
    high, low = [0.77, 0.58, 0.47, 0.23], [0.62, 0.47, 0.33, 0.15]
    return sweep([1] * 4 + [0] * 4, high + low, ids=[f"sample {i}" for i in range(1, 9)])


@template("auc.squares")
def squares(rng):
    """The AUC by counting squares below a curve."""
    s = nine() if rng is None else one_tie(rng, *map(int, rng.integers(3, 7, 2)))
    m, n, right = s.positives, s.negatives, auc(s)
    counted = right.terms["squares"]
    worst, _, best = tie_range(s, "auc")
    mistakes = {
        "slope taken as up, then right": best,
        "slope taken as right, then up": worst,
        "the area above": 1 - right.fraction,
        "the wrong grid": Formula("the wrong grid", "squares / (n*n)").work(squares=counted, n=n),
        "lines counted": counted / ((m + 1) * (n + 1)),
        "squares not divided": counted,
    }
    words = {"shown": lambda: stairs(s, turns(s)), "squares": counted, "m": m, "n": n}
    family = of_squares(s).but("number of pairs won")
    return task(right, mistakes, family=family, **words)


@template("auc.leaves-alone")
def leaves_alone(rng):
    """Which ways to change scores or samples leave the AUC as it is."""
    s = of_example("cars")
    if rng is not None:
        s = ranking(rng, 12, 5, name="image", ties="grouped", places=1)
    y, v = s.samples.positive, s.samples.score
    low = 0.2 if rng is None else 0.3
    places = len(v) - np.argsort(np.argsort(-v, kind="stable"))
    changed = {
        "cubed": v**3,
        "squared from the middle": ((v - 1 / 2) ** 2).round(9),  # 0.3 and 0.7 are as far from it
        "raised": np.maximum(v, low),
        "labels": v >= 1 / 2,
        "places": places,
    }
    sweeps = {name: sweep(y, values) for name, values in changed.items()}
    sweeps["tenfold"] = reweight(s, negatives=10)
    areas = {name: auc(after).fraction for name, after in sweeps.items()}
    stays = frozenset(name for name, area in areas.items() if area == auc(s).fraction)
    if stays != {name for name, after in sweeps.items() if alike(roc(s), roc(after))}:
        raise Unfit("the area stays by chance")
    steps = Trace.of(
        f"AUC afterwards; before it was {auc(s).fraction}",
        {"change": [*areas], "AUC": [*areas.values()]},
    )
    return task(stays, shown=listed(s), steps=steps, low=low, count=len(v))


@template("auc.labels")
def labels(rng):
    """Whose number is the AUC: from scores, or from labels."""
    s = of_example("fawcett-20") if rng is None else ranking(rng, 12, 5)
    cut = 0.54 if rng is None else float(rng.choice([0.4, 0.5, 0.6]))
    there, hard = s.at(cut), sweep(s.samples.positive, s.samples.score >= cut)
    wei, clara = auc(s), auc(hard, "pairs")
    if abs(clara - there.balanced_accuracy) > 1e-12 or abs(wei - clara) < 0.01 or wei < 0.6:
        raise Unfit("nearly the same, or nearly a coin")
    right = "order" if wei.fraction == auc(s, "pairs").fraction else "decision"
    words = {"bar": cut, "wei": wei, "clara": clara, "tied": clara.terms["tied"]}
    words |= {"tpr": there.recall, "tnr": there.specificity, "pairs": s.positives * s.negatives}
    steps = ["Wei:", wei, "Clara:", clara, "And at her threshold:", there.balanced_accuracy]
    return task(right, shown=listed(s), steps=steps, **words)


@template("auc.errata")
def errata(rng):
    """Which published sentences on the AUC are wrong."""
    a, cars = of_example("learner-a"), of_example("cars")
    right = auc(a, "ranks")
    m, n, rank_sum = (right.terms[name] for name in ("positives", "negatives", "rank_sum"))
    pairs = auc(cars, "pairs").terms
    top = labels_of(a)
    holds = {
        "ranks": sum(10 - place for place, one in enumerate(top) if one) == rank_sum,
        "close": abs(average_precision(cars) - auc(cars)) < 0.05,
        "ballast": (rank_sum - (m - 1)) / (m * n) == right,
        "worst": auc(ranked(sorted(top))) == 0,
        "strips": pairs["won"] / (pairs["positives"] * pairs["negatives"]) == auc(cars),
        "good": 1 / 2 not in auc_interval(a),
    }
    steps = ["Ten in the order 反正正正反反正正反反 (正 is positive):", right]
    steps += ["Twenty images, with one tie:", auc(cars, "pairs"), average_precision(cars)]
    words = {"half": 0.5, "average": average_precision(cars), "area": auc(cars)}
    return task(untrue(holds), steps=steps, **words)


@template("auc.four-times")
def four_times(rng):
    """What more samples do to the standard error of an AUC."""
    s, times = swept("fawcett-20"), 9
    if rng is not None:
        # Not 4 times: the error is halved then, by whatever rule.
        samples, times = int(rng.integers(20, 90)), int(rng.choice([9, 16, 25]))
        s = ranking(rng, samples, samples // 2, places=3)
    weights = [times] * len(s.samples.score)
    again = auc_standard_error(sweep(s.samples.positive, s.samples.score, weights=weights))
    today = round(float(auc_standard_error(s)), 3)
    if not 0.01 * times**0.5 < today < 0.25:
        raise Unfit("such an error is rare, or three decimals don't show what becomes of it")
    mistakes = {
        "divided by how many times": today / times,
        "no change": today,
        "larger instead of smaller": today * times**0.5,
        "one share less": today - today / times,
        "squared": today**2,
    }
    area = round(float(auc(s)), 3)
    words = {"count": len(weights), "area": area, "times": times, "more": times * len(weights)}
    steps = f"By DeLong's recipe, each sample counted {times} times: {again:.4f}. " + WHY
    family = errors(area, len(weights), today, times)
    right = ERROR.work(today=today, times=times)
    if doubtful(right, {**mistakes, **family.values}):
        raise Unfit("three decimals don't tell it from a mistake")
    return task(right, mistakes, family=family, steps=steps, today=today, **words)


@cache
def known() -> dict[tuple, tuple[Fraction, Fraction]]:
    """Work out AUC and KS of all rankings of five positives and five negatives."""
    return {p: measured(ranked(p)) for p in patterns(10, 5)}


def measured(s: Sweep) -> tuple[Fraction, Fraction]:
    """Return AUC and KS, the largest TPR − FPR."""
    return auc(s).fraction, ks_statistic(s, "greater").fraction


@template("auc.three-on-top")
def three_on_top(rng):
    """Build a ranking with a given AUC and only positives at the top."""
    target, first = Fraction(16, 25), 3
    if rng is not None:
        target, first = Fraction(int(rng.integers(12, 22)), 25), int(rng.integers(2, 4))

    def judge(given):
        area, top = known()[given][0], all(given[:first])
        if area == target:
            return True if top else "right AUC, wrong top"
        side = "too large" if area > target else "too small"
        return f"right top, AUC {side}" if top else "neither"

    def measure(given):
        top = f"{sum(given[:first])} of the first {first} positive"
        return f"Yours: AUC {known()[given][0]}, {top}."

    witness = {judge(p): p for p in known()}
    mistakes = {name: witness.get(name) for name in LISTS}
    form, row = Built(Labels(10, 5), judge, measure), witness.get(True)
    unfit_if(row is None, "no list does it")
    wins = [row[i:].count(0) for i, one in enumerate(row) if one]
    steps = f"Pairs won by each 1, from the top: {' + '.join(map(str, wins))} = {sum(wins)}."
    words = {"target": target, "first": first, "wins": 25 * target, "half": 5 * first}
    return task(row, mistakes, form=form, steps=steps, **words)


@template("auc.ten-scores")
def ten_scores(rng):
    """Build ten scores with a given AUC and a given KS."""
    top = labels_of(of_example("learner-a"))
    if rng is not None:
        top = rng.permutation([1] * 5 + [0] * 5).tolist()
    wanted = known()[tuple(top)]
    unfit_if(not Fraction(1, 2) < wanted[0] < Fraction(9, 10), "too easy, or turned round")

    def judge(given):
        return told(measured(ten(given)), measured(ten([-score for score in given])), wanted)

    def measure(given):
        return "Yours: AUC {}, KS {}.".format(*measured(ten(given)))

    witness = {told(known()[p], known()[p[::-1]], wanted): as_scores(p) for p in known()}
    mistakes = {name: witness.get(name) for name in SCORES}
    form = Built(Numbers(10), judge, measure)
    words = {"area": wanted[0], "gap": wanted[1], "wins": 25 * wanted[0], "ahead": 5 * wanted[1]}
    steps = f"For example, from the highest score down: {''.join('-+'[one] for one in top)}."
    return task(as_scores(tuple(top)), mistakes, form=form, steps=steps, **words)


def told(numbers, turned, wanted) -> bool | str:
    """Name what ten scores lack; True where AUC and KS are both right."""
    if wanted in (numbers, turned):
        return numbers == wanted or "upside down"
    if numbers[0] == wanted[0]:
        return "right AUC, wrong KS"
    return "right KS, wrong AUC" if numbers[1] == wanted[1] else "neither"


def ten(scores) -> Sweep:
    """Sweep over ten scores, the first five of them of positives."""
    return sweep([1] * 5 + [0] * 5, scores)


def as_scores(top) -> tuple[float, ...]:
    """Return scores to a ranking: those of the positives, then those of the negatives."""
    order = sorted(range(10), key=lambda place: (not top[place], place))
    return tuple(float(10 - place) for place in order)


@template("auc.code")
def code(rng):
    """AUC as a function of labels and scores."""
    draws = np.random.default_rng(9 if rng is None else rng.integers(2**31))
    cases = [some_scores(draws) for _ in range(6)]
    if not all(auc(sweep(*case)) != of_pairs(*case, tie=0) for case in cases[1:]):
        raise Unfit("no tie between a positive and a negative")
    mistakes = {
        "ties for nothing": ties_lost,
        "ties for a whole": ties_won,
        "pairs counted": pairs_won,
        "lower scores first": upside_down,
        "divided by all pairs": over_all_pairs,
    }
    first = listed(sweep(*cases[0]))
    return task(of_pairs, mistakes, form=Coded("f(y_true, y_score)", cases), shown=first)


def some_scores(rng) -> tuple:
    """Draw a few labels and scores, some of which are equal."""
    y = rng.permutation([1] * int(rng.integers(2, 5)) + [0] * int(rng.integers(2, 6)))
    return y, rng.integers(1, 7, len(y)) / 10


def of_pairs(y_true, y_score, tie=0.5):
    """Share of pairs in which the positive has the higher score; an equal one counts half."""
    positive, negative = y_score[y_true == 1], y_score[y_true == 0]
    gaps = positive[:, None] - negative
    return ((gaps > 0) + tie * (gaps == 0)).mean()


def ties_lost(y_true, y_score):
    """Count nothing for equal scores."""
    return of_pairs(y_true, y_score, tie=0)


def ties_won(y_true, y_score):
    """Count a whole pair for equal scores."""
    return of_pairs(y_true, y_score, tie=1)


def pairs_won(y_true, y_score):
    """Count the pairs, and don't divide."""
    return of_pairs(y_true, y_score) * (y_true == 1).sum() * (y_true == 0).sum()


def upside_down(y_true, y_score):
    """Take the lower score for the better one."""
    return 1 - of_pairs(y_true, y_score)


def over_all_pairs(y_true, y_score):
    """Divide by all pairs of samples, whatever their labels."""
    return 2 * pairs_won(y_true, y_score) / (len(y_true) * (len(y_true) - 1))
