"""Exercises on more than two classes, macro, micro and weighted averages: lesson 4."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np

from .... import plots
from ....core import digits
from ....core.formula import Formula
from ....core.trace import Trace
from ....metrics.confusion import Confusion
from ....metrics.confusion_matrix import ConfusionMatrix, average_over
from ...examples import example
from ..families import Family
from ..families.tables import (
    averages,
    class_by_class,
    elsewhere,
    f_alone,
    mixed_counts,
    over_everybody,
    rates,
    some_rates,
    wrong_rests,
)
from ..forms import Built
from ..registry import Unfit, task, template, unfit_if
from ..typed import Counts
from .data import counts, in_order, one_of_each

SNAKES = ("viper", "cobra", "krait")  # from the commonest to the rarest
THREES = (("apple", "pear", "plum"), ("rain", "sun", "snow"), ("cat", "dog", "fox"))
LISHUI = ((8, 1, 1), (0, 3, 1), (1, 0, 1))
HOWS = {
    "macro": "macro",
    "of averages": "macro-of-averages",
    "micro": "micro",
    "weighted": "weighted",
}
SIGNS = ((5, 3, 1), (1, 6, 2), (0, 0, 4))  # on which no two averages agree
COLUMNS = "truth in columns, in order"
COMMON = ((10, 0, 0), (0, 4, 0), (2, 0, 0))  # never says krait


def square(rng, right, wrong, labels=("a", "b", "c")) -> ConfusionMatrix:
    """Draw a square whose diagonal holds up to so many right ones, each other cell fewer."""
    table = rng.integers(0, wrong + 1, (len(labels), len(labels)))
    np.fill_diagonal(table, rng.integers(wrong, right + 1, len(labels)))
    return ConfusionMatrix(table, labels)


def three(rng) -> tuple[str, ...]:
    """Draw what the classes are called."""
    return THREES[int(rng.integers(len(THREES)))]


@template("classes.one-class")
def one_class(rng):
    """The four counts of one class against the rest, from a square."""
    book = example("witten-frank")
    who = "c"
    if rng is None:
        m = ConfusionMatrix(book.matrices["table 5.4"], book.labels["table 5.4"])
    else:
        m = square(rng, 40, 12, three(rng))
        who = m.labels[int(rng.integers(m.k))]
    c, i = m.one_vs_rest(who), m.index(who)
    mistakes = {
        "row and column swapped": Confusion(c.tp, c.fn, c.fp, c.tn),
        "TN from the diagonal only": Confusion(c.tp, c.fp, c.fn, int(m.counts.trace()) - c.tp),
        "sums of row and column": Confusion(c.tp, c.tp + c.fp, c.tp + c.fn, c.tn),
        "everybody else as TN": Confusion(c.tp, c.fp, c.fn, m.total - c.tp),
        "another class": m.one_vs_rest(m.labels[i - 1]),
        "the rest as positive": Confusion(c.tn, c.fn, c.fp, c.tp),
        "TN first": Confusion(c.tn, c.fp, c.fn, c.tp),
    }
    if len({c.tp, c.fp, c.fn, c.tn}) < len(c.counts):
        raise Unfit("two counts are equal, so that their order can't be told")
    words = {"m": m, "c": c, "who": who, "around": c.tp + c.fp + c.fn}
    return task(c, mistakes, family=lambda: mixed(m, c, i), shown=m, steps=c, **words)


def mixed(m: ConfusionMatrix, c: Confusion, i: int) -> Family:
    """Join the mixed-up counts of a class, and those of other classes, of two, of all."""
    here = ("of the other class", "sums as FP and FN", "all but TP as TN")
    return mixed_counts(c).but(*here) + wrong_rests(m, c, i)


@template("classes.macro-f2")
def macro_f2(rng):
    """Macro F2, from a small square."""
    m = ConfusionMatrix(SIGNS, (0, 1, 2)) if rng is None else square(rng, 7, 4, three(rng))
    beta_itself = Formula("F with β for β²", "3*TP / (3*TP + 2*FN + FP)")
    turned = Formula("F2 with FN and FP swapped", "5*TP / (5*TP + FN + 4*FP)")
    mistakes = {
        "macro F1": m.average("f1"),
        "β for β²": m.average(beta_itself),
        "F2 of the means": m.average("f2", "macro-of-averages"),
        "weighted": m.average("f2", "weighted"),
        "micro": m.average("f2", "micro"),
    }
    mistakes["FN and FP swapped"] = m.average(turned)
    if m.counts.sum(0).min() == 0:  # a precision of 0/0 is another exercise
        raise Unfit("a class is never called")
    first = m.one_vs_rest(m.labels[0])
    words = {"m": m, "first": m.labels[0], "c": first}
    return task(m.average("f2"), mistakes, family=lambda: around_f2(m), shown=m, **words)


def around_f2(m: ConfusionMatrix) -> Family:
    """Join all averages but those that have a sentence of their own."""
    here = ("macro F2", "weighted F2", "micro F2", "macro F0.5")  # the last is FN and FP swapped
    return averages(m, "f2", "f1", "f0.5", "precision", "recall").but(*here)


@template("classes.read-the-picture")
def read_the_picture(rng):
    """The precision of one class, from a picture whose columns are the truth."""
    table = example("pycm-3x3").matrices["the table"]
    m = ConfusionMatrix(table, (1, 2, 3)) if rng is None else square(rng, 20, 6, (1, 2, 3))
    who, other = 3, 1
    if rng is not None and rng.random() < 0.5:
        who, other = other, who
    c = m.one_vs_rest(who)
    mistakes = {
        "recall": c.recall,
        "the class at the other end": m.one_vs_rest(other).precision,
        "over all samples": c.detection_rate,
        "macro precision": m.average("precision"),
        "F1": c.f1,
    }
    words = {"m": m, "who": who, "other": other, "c": c}
    shown = [lambda: plots.confusion_matrix(m, orientation=COLUMNS).figure]
    shape = {"shown": shown, "steps": m.trace(COLUMNS)}
    return task(c.precision, mistakes, family=lambda: of_class(m, who), **shape, **words)


def of_class(m: ConfusionMatrix, who) -> Family:
    """Join the rates of a class, the precision of others, and the averages."""
    means = averages(m, "precision", "recall", whole=False)
    i = m.index(who)
    beside = {"of the class before": m.labels[i - 1], "of the class after": m.labels[i - 2]}
    tables = {name: m.one_vs_rest(label) for name, label in beside.items()}
    return rates(m.one_vs_rest(who), "precision") + elsewhere("precision", tables) + means


@template("classes.four-averages")
def four_averages(rng):
    """Four averages of F1, from the highest to the lowest."""
    page = example("sklearn-report")
    m = ConfusionMatrix.from_labels(page.y_true, page.y_pred)
    m = m if rng is None else square(rng, 8, 3, three(rng))
    value = {name: m.average("f1", how).fraction for name, how in HOWS.items()}
    right = in_order(value, reverse=True)
    if rng is not None and np.diff(sorted(map(float, value.values()))).min() < 0.004:
        raise Unfit("two averages are nearly equal")
    sizes = sorted(m.counts.sum(1).tolist())
    unfit_if(sizes[-1] == sizes[-2], "no class is the largest")
    mistakes = {"lowest first": right[::-1]}
    mistakes |= {f"{a} and {b} swapped": traded(right, a, b) for a, b in combinations(HOWS, 2)}
    laid = Trace.of("F1", {"average": right, "value": [digits.both(value[n]) for n in right]})
    largest = m.labels[int(m.counts.sum(1).argmax())]
    words = {"m": m, "largest": largest, "hits": int(m.counts.trace())}
    return task(right, mistakes, shown=m, steps=(m.report(), laid), **words)


def traded(order, one, other) -> tuple[str, ...]:
    """Let two items of an order trade places."""
    places = {one: other, other: one}
    return tuple(places.get(name, name) for name in order)


@template("classes.answer-key")
def answer_key(rng):
    """Which average a published key had taken for a macro-F1."""
    taken, m = "of averages", ConfusionMatrix([[40, 1, 0], [5, 44, 0], [0, 0, 50]], (0, 1, 2))
    if rng is not None:
        taken, m = str(rng.choice(["of averages", "micro", "weighted"])), square(rng, 50, 12)
    value = {name: float(m.average("f1", how)) for name, how in HOWS.items()}
    if len({f"{v:.3f}" for v in value.values()}) < len(HOWS) and rng is not None:
        raise Unfit("three decimals don't tell the averages apart")
    laid = {"average": list(value), "value": [f"{v:.4f}" for v in value.values()]}
    words = {"key": value[taken], "student": value["macro"], "total": m.total}
    words |= {"hits": int(m.counts.trace()), "sizes": ", ".join(map(str, m.counts.sum(1)))}
    return task(taken, shown=m, steps=(m.report(), Trace.of("F1", laid)), **words)


@template("classes.which-app")
def which_app(rng):
    """Which of two apps to take where each class counts the same, and why."""
    labels, tables = SNAKES, (LISHUI, COMMON)
    if rng is not None:
        labels, sizes = three(rng), (int(rng.integers(12, 40)), int(rng.integers(6, 12)), 3)
        tables = [answers(rng, sizes, luck) for luck in ((0.6, 0.7, 0.8), (0.9, 0.8, 0.1))]
    better, other = (ConfusionMatrix(table, labels) for table in tables)
    gains = {how: other.average("f1", how) - better.average("f1", how) for how in HOWS.values()}
    called, gained = better.counts.sum(0) - other.counts.sum(0), better.counts - other.counts
    if not gains["macro"] < -0.02 < 0.02 < min(gains["micro"], gains["weighted"]):
        raise Unfit("macro and micro don't disagree")
    unfit_if(called[-1] <= 0 or gained[0, 0] >= 0, "one of the reasons isn't true")
    first = bool(rng is None or rng.random() < 0.5)
    apps = dict(zip("AB", (better, other) if first else (other, better), strict=True))
    shown = [Trace(f"app {name}: {m.total} samples", m.trace().columns) for name, m in apps.items()]
    steps = [Trace(f"app {name}", m.report(("f1",)).columns) for name, m in apps.items()]
    words = {"total": better.total, "rare": labels[-1], "common": labels[0]}
    words |= {"size": int(better.counts[-1].sum()), "other": "AB"[first], "taken": "BA"[first]}
    return task("macro", shown=shown, steps=steps, **words)


def answers(rng, sizes, luck):
    """Draw what an app says to so many samples of each class, right with such luck."""
    chances = [[p if i == j else (1 - p) / 2 for j in range(3)] for i, p in enumerate(luck)]
    return [rng.multinomial(n, row).tolist() for n, row in zip(sizes, chances, strict=True)]


@template("classes.fourth-hospital")
def fourth_hospital(rng):
    """Which averages over runs change with one more run, in which nothing was found."""
    runs, new = RUNS, Confusion(tp=0, fp=10, fn=0, tn=30)
    if rng is not None:
        runs = [counts(rng, 1, 9) + Confusion(0, 0, 0, 20) for _ in range(3)]
        fp, fn = [(1, 0), (0, 1), (0, 0)][int(rng.integers(3))]
        much = int(rng.integers(3, 12))
        new = Confusion(tp=0, fp=fp * much, fn=fn * much, tn=int(rng.integers(20, 40)))
    every = [*runs, new]
    before, after = ({n: over(r, *which) for n, which in OVER.items()} for r in (runs, every))
    changed = frozenset(name for name in OVER if before[name] != after[name])
    columns = {"hospital": ["first", "second", "third", "the new one"]}
    columns |= {cell: [c.counts[cell] for c in every] for cell in ("TP", "FP", "FN", "TN")}
    laid = {"average": list(OVER), "of three": map(digits.both, before.values())}
    laid |= {"of four": map(digits.both, after.values())}
    shown = Trace.of("one yes-no model, tested in four hospitals", columns)
    steps = Trace.of("undefined values skipped", {name: list(x) for name, x in laid.items()})
    words = {"new": new, "called": new.tp + new.fp, "ill": new.tp + new.fn}
    return task(changed, shown=shown, steps=steps, **words)


RUNS = (Confusion(1, 2, 1, 12), Confusion(6, 2, 2, 30), Confusion(3, 0, 3, 14))
PRF = {"precision": "precision", "recall": "recall", "F1": "f1"}
OVER = {f"{how} {name}": (how, PRF[name]) for how in ("macro", "micro") for name in PRF}


def over(runs, how, rate) -> Fraction:
    """Average a rate over runs, those without a value left out."""
    return average_over(runs, rate, how, undefined="skip").fraction


@template("classes.without-the-crowd")
def without_the_crowd(rng):
    """Micro-F1 where the largest class is left out of the average."""
    m = ConfusionMatrix(LISHUI, SNAKES)
    if rng is not None:
        names = three(rng)
        table = square(rng, 9, 3, names).counts.copy()
        table[0, 0] += int(rng.integers(25, 50))
        m = ConfusionMatrix(table, names)
    crowd, *kept = m.labels
    rest, struck = {"labels": kept}, ConfusionMatrix(m.counts[1:, 1:])
    mistakes = {
        "all classes in": m.accuracy,
        "macro": m.average("f1", **rest),
        "false alarms forgotten": m.average("recall", "micro", **rest),
        "misses forgotten": m.average("precision", "micro", **rest),
        "row and column struck out": struck.accuracy,
    }
    parts = [m.one_vs_rest(name) for name in kept]
    columns = {"class": kept} | {x: [c.counts[x] for c in parts] for x in ("TP", "FP", "FN")}
    pool, among = parts[0] + parts[1], struck.total - int(struck.counts.trace())
    mistakes["samples dropped"] = Confusion(pool.tp, among, pool.fn, 0).f1
    words = {"m": m, "crowd": crowd, "kept": " and ".join(kept), "pool": pool, "parts": parts}
    steps = Trace.of("each against the rest", columns)
    shape = {"family": lambda: of_the_two(m, kept, pool), "shown": m, "steps": steps}
    return task(m.average("f1", "micro", **rest), mistakes, **shape, **words)


def of_the_two(m: ConfusionMatrix, kept, pool: Confusion) -> Family:
    """Join the averages over two classes and over all, and what else the counts give."""
    both = averages(m, "f1", "precision", "recall", labels=kept, who="of the two", whole=False)
    here = [f"{name} of the two" for name in ("micro F1", "macro F1", "micro recall")]
    both = both.but(*here, "micro precision of the two")
    every = averages(m, "f1", who="of all classes", whole=False).but("micro F1 of all classes")
    inner, (missed, alarms) = int(m.counts[1:, 1:].sum()), (m.counts[1:, 0], m.counts[0, 1:])
    one = Confusion(inner, int(alarms.sum()), int(missed.sum()), 0)
    counted = f_alone(pool, 1).but("macro F1", "harmonic mean of recall and specificity")
    counted += elsewhere("f1", {"of both classes taken as one": one})
    counted += some_rates(pool, "jaccard") + over_everybody(m, pool.tp)
    return both + every + class_by_class(m, "f1") + counted


@template("classes.below-both")
def below_both(rng):
    """Build a table whose macro F1 lies below both macro precision and macro recall."""
    ill, healthy, gap = 4, 16, Fraction(1, 10)
    if rng is not None:
        ill, healthy = int(rng.integers(3, 8)), int(rng.integers(12, 31))
        gap = Fraction(int(rng.choice([8, 10, 12, 15, 20])), 100)

    def judge(given):
        return below_judged(Confusion(*given), ill, healthy, gap)

    tried = [(p, fp, ill - p, healthy - fp) for fp in range(healthy, -1, -1) for p in (ill, 2, 1)]
    tried += [(ill, healthy, 0, 1)]
    cells, mistakes = one_of_each(judge, tried)
    right, mistakes = Confusion(*cells), {n: Confusion(*four) for n, four in mistakes.items()}
    form = Built(Counts(), judge, lambda given: below_measured(Confusion(*given)))
    words = {"ill": ill, "healthy": healthy, "gap": float(gap)}
    steps = ConfusionMatrix(right.table(), ("healthy", "ill")).report()
    return task(right, mistakes, form=form, steps=steps, **words)


def macro_prf(c: Confusion) -> list[Fraction]:
    """Return macro precision, recall and F1 of the two classes of a table; 0/0 counts as 0."""
    m = ConfusionMatrix(c.table(), ("no", "yes"))
    return [m.average(rate, undefined=0).fraction for rate in PRF.values()]


def below_judged(c: Confusion, ill, healthy, gap):
    """Name what a table lacks."""
    if (c.tp + c.fn, c.fp + c.tn) != (ill, healthy):
        return "other sums"
    p, r, f1 = macro_prf(c)
    if f1 >= max(p, r):
        return "below neither"
    if f1 >= min(p, r):
        return "below one only"
    return "below both, but by too little" if min(p, r) - f1 < gap else True


def below_measured(c: Confusion) -> str:
    """Say what a table came to."""
    p, r, f1 = map(digits.decimal, map(float, macro_prf(c)))
    return f"Yours: macro precision {p}, macro recall {r}, macro F1 {f1}."
