"""Exercises on many classes; on tags, search results, masks and images: lessons 4 and 15."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import combinations

import numpy as np

from .... import plots
from ....core import words
from ....core.formula import Formula
from ....core.trace import Trace
from ....core.words import both
from ....metrics.confusion import Confusion
from ....metrics.confusion_matrix import ConfusionMatrix
from ....metrics.lists import (
    precision_at,
    r_precision,
    recall_at,
    reciprocal_rank,
    retrieval_average_precision,
    retrieval_map,
)
from ....metrics.means import average_over
from ....metrics.multilabel import (
    hamming_loss,
    jaccard_samples,
    label_ranking_average_precision,
    multilabel_map,
    subset_accuracy,
)
from ....metrics.pixel_counts import segmentation_matrix
from ....metrics.regression import mse
from ....metrics.segmentation import class_dice, mean_iou, pixel_accuracy
from ....metrics.ssim import ssim, ssim_map
from ...examples import example
from ...gallery.detecting import MEADOW, SEEN, mask
from .. import Unfit, task, template, unfit_if
from ..families import Family, family
from ..families.detection import of_lists, rungs
from ..families.tables import (
    averages,
    class_by_class,
    dice_of,
    elsewhere,
    f_alone,
    mixed_counts,
    over_everybody,
    rates,
    some_rates,
    tags,
    wrong_rests,
)
from ..forms import Built, Names
from ..typed import Counts
from . import cells_of, compared, counts, distinct, in_order, marks, one_of_each, own

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
    here = ("macro F2", "weighted F2", "micro F2", "macro F0.5")  # the last is FN and FP swapped
    known = averages(m, "f2", "f1", "f0.5", "precision", "recall").but(*here)
    return task(m.average("f2"), mistakes, family=known, shown=m, **words)


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
    laid = Trace.of("F1", {"average": right, "value": [both(value[n]) for n in right]})
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
    columns |= cells_of(*every)
    laid = {"average": list(OVER), "of three": map(both, before.values())}
    laid |= {"of four": map(both, after.values())}
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
    p, r, f1 = map(words.decimal, map(float, macro_prf(c)))
    return f"Yours: macro precision {p}, macro recall {r}, macro F1 {f1}."


PHOTOS, TAGS = ("steps", "aunt", "ferry", "feast"), ("bridge", "boat", "water")
MORE = (*PHOTOS, "lamp")
ASKED = {
    "macro": "which photographs belong to a tag",
    "samples": "which tags belong to a photograph",
}
NUMBERS = {
    "macro": "mean AP, tag by tag",
    "micro": "AP of all cells in one ranking",
    "samples": "mean AP, photograph by photograph",
    "cells": "cells that are wrong (Hamming loss)",
    "rows": "photographs with all tags right",
}
AVERAGED = ("macro", "micro", "samples")
COPIES = ("brighter", "noisy", "flat", "negative", "pale", "mirrored")
HALF = 0.5


def tagged(rng, photos=4) -> tuple[np.ndarray, np.ndarray]:
    """Take the four photographs of the lesson, or draw true tags and scores."""
    if rng is None:
        several = example("several-labels")
        return several.columns["truth"], several.columns["score"]
    score = rng.integers(1, 20, (photos, 3)) / 20
    truth = (rng.random((photos, 3)) < 0.15 + 0.7 * score).astype(int)
    if not truth.any(axis=0).all() or truth.all(axis=1).all():
        raise Unfit("a tag that is never true, or nothing but tags")
    return truth, score


def laid_out(truth, score, photos=PHOTOS) -> Trace:
    """Lay scores out as the lesson does, with ■ where the tag is true."""
    columns = {"": photos}
    for j, tag in enumerate(TAGS):
        cells = zip(score[:, j], truth[:, j], strict=True)
        columns[tag] = [f"{x:.2f} {'■' if true else '·'}" for x, true in cells]
    return Trace.of("scores of some photographs; ■ where the tag is true", columns)


@template("lists.lower-bar")
def lower_bar(rng):
    """The mean overlap of true and written tags, at a threshold."""
    rng = np.random.default_rng(53) if rng is None else rng
    truth, score = tagged(rng, len(MORE))
    bar = float(rng.choice(score[(score > 0.2) & (score < 0.8)]))
    truth, called = truth > 0, score >= bar
    if not (truth | called).any(axis=1).all():
        raise Unfit("a photograph without tags, true or written: 0/0")
    read = {
        "> for ≥": score > bar,
        "threshold of one half": score >= HALF,
        "the surest tag alone": score == score.max(axis=1, keepdims=True),
    }
    others = tags(truth, called, read)
    mistakes = own(others, "accuracy of the cells", "subset accuracy", "mean F1")
    answer = jaccard_samples(truth, called, labels=TAGS)
    shown = laid_out(truth, score, MORE)
    words = {"bar": bar, "many": len(MORE), "family": others}
    return task(answer, mistakes, shown=shown, **words)


@template("lists.calf")
def calf(rng):
    """The Dice coefficient of a small class, counted on two drawings."""
    true, pred = (mask(MEADOW), mask(SEEN)) if rng is None else pasture(rng)
    m = segmentation_matrix(true, pred, 3, names=("meadow", "cow", "calf"))
    c, others = m.one_vs_rest("calf"), dice_of(m, "calf")
    both = segmentation_matrix(true > 0, pred > 0, 2, names=("meadow", "animals"))
    others += family("averages.masks", {"Dice of both animals": class_dice(both)["animals"]})
    mistakes = {"IoU": c.jaccard, "recall": c.recall, "precision": c.precision}
    mistakes |= own(others, "Dice of cow")
    rows = ["".join(map(str, row)) for row in true.tolist()]
    seen = ["".join(map(str, row)) for row in pred.tolist()]
    shown = Trace.of("two masks, row by row", {"truth": rows, "program": seen})
    words = {"true": c.tp + c.fn, "called": c.tp + c.fp, "family": others, "steps": m}
    return task(class_dice(m)["calf"], mistakes, shown=shown, **words)


def pasture(rng):
    """Draw a cow and her calf, and a program that sees them a little off."""
    true = np.zeros((7, 9), int)
    row, column = rng.integers(1, 3), rng.integers(0, 3)
    true[row : row + 3, column : column + 4] = 1
    row, column = rng.integers(2, 5), column + rng.integers(4, 6)
    true[row : row + 2, column : column + int(rng.integers(1, 3)) + 1] = 2
    pred = np.roll(true, rng.integers(-1, 2, 2), axis=(0, 1))
    stray = rng.integers(0, true.shape, (3, 2))
    pred[tuple(stray.T)] = 2
    return true, pred


@template("lists.queries")
def queries(rng):
    """The mean average precision of three queries."""
    lists, total = searches(rng)
    answer = retrieval_map(lists, n_relevant=total)
    others = of_lists({query: (hits, total[query]) for query, hits in lists.items()}, "step")
    mistakes = own(others, "mean AP over the hits", "mean AP by all points", "one joined list")
    columns = {"query": list(lists), "list": [marks(hits) for hits in lists.values()]}
    shown = Trace.of("three queries, the best first", columns | {"relevant": list(total.values())})
    heights = "; ".join(f"{q}: {words.listing(rungs(hits))}" for q, hits in lists.items())
    return task(answer, mistakes, family=others, shown=shown, found=heights)


def searches(rng) -> tuple[dict, dict]:
    """Take the three lists of the lesson, or draw them, and all that are relevant."""
    lists = {"wedding": [1, 1, 0, 1, 0, 0, 1], "lantern": [1, 0, 1, 0, 1]}
    lists = {"dragon boat": example("iir-8-9").y_true.tolist(), **lists}
    if rng is None:
        return lists, {"dragon boat": 8, "wedding": 4, "lantern": 6}
    lists = {query: rng.integers(0, 2, int(rng.integers(4, 8))).tolist() for query in lists}
    unfit_if(not all(map(any, lists.values())), "a query without a hit")
    return lists, {query: sum(hits) + int(rng.integers(0, 3)) for query, hits in lists.items()}


@template("lists.engines")
def engines(rng):
    """By which measures the second of two lists is better."""
    first, second = (example(f"iir-8-8-{name}").y_true.tolist() for name in ("first", "second"))
    k = 7
    if rng is not None:
        first, second = (rng.permutation([1] * 4 + [0] * 6).tolist() for _ in range(2))
        k = int(rng.choice([2, 3, 5, 6, 7]))  # after four places it is R-precision
    measures = {
        "AP": retrieval_average_precision,
        "reciprocal rank": reciprocal_rank,
        "R-precision": r_precision,
        "precision at k": partial(precision_at, k=k),
        "recall at the end": partial(recall_at, k=10),
    }
    one, two = ({name: f(hits) for name, f in measures.items()} for hits in (first, second))
    better = frozenset(name for name in measures if two[name] > one[name])
    unfit_if(not better or abs(two["AP"] - one["AP"]) < 0.02, "hardly a difference")
    lists = {"first": [marks(first)], "second": [marks(second)]}
    shown = Trace.of("two lists, the best first", lists)
    steps = compared(f"both lists by five measures, k = {k}", first=one, second=two)
    return task(better, shown=shown, steps=steps, k=k, relevant=4)


@template("lists.which-program")
def which_program(rng):
    """Which of two programs to take, and by which number."""
    truth, one = tagged(rng)
    two = np.array([[0.35, 0.4, 0.25], [0.1, 0.4, 0.05], [0.1, 0.55, 0.7], [0.4, 0.35, 0.4]])
    asked = "macro"
    if rng is not None:
        two, asked = rng.integers(1, 20, (4, 3)) / 20, str(rng.choice(list(ASKED)))
    a, b = lists_averages(truth, one), lists_averages(truth, two)
    unfit_if(any(not abs(a[name] - b[name]) > 0.02 for name in a), "a tie")
    better = {name: "AB"[b[name] > a[name]] for name in a}
    better["cells"] = "AB"[b["cells"] < a["cells"]]  # the lower loss
    unfit_if(better["macro"] == better["samples"], "both questions have one answer")
    A, B = ({text: side[name] for name, text in NUMBERS.items()} for side in (a, b))
    shown = compared("two programs, the same photographs", A=A, B=B)
    words = {"asked": ASKED[asked], "half": HALF, "row": NUMBERS[asked], **better}
    words |= {"one": both(a[asked]), "two": both(b[asked])}
    return task(asked, shown=shown, **words)


@template("lists.errata")
def errata(rng):
    """Which of some published values are wrong."""
    first, second = (example(f"iir-8-8-{name}").y_true for name in ("first", "second"))
    lists = [example(f"query-{name}").y_true for name in ("first", "second")]
    small = example("label-ranking").columns
    printed = {
        "R of the first": ("4/10", r_precision(first)),
        "R of the second": ("4/7", r_precision(second)),
        "AP of the first": ("0.6", retrieval_average_precision(first)),
        "AP of the second": ("0.493", retrieval_average_precision(second)),
        "MAP": ("0.64", retrieval_map(lists, n_relevant=[4, 5])),
        "manual": ("0.416", label_ranking_average_precision(small["truth"], small["score"])),
    }
    columns = {"": list(printed), "printed": [text for text, _ in printed.values()]}
    columns["exact"] = [both(value) for _, value in printed.values()]
    wrong = frozenset(
        name for name, (text, value) in printed.items() if not as_printed(text, value)
    )
    words = {name.replace(" ", "_"): text for name, (text, _) in printed.items()}
    words |= {"first": marks(first), "second": marks(second), "four": 4, "five": 5}
    words |= {"wedding": marks(lists[0]), "lantern": marks(lists[1]), "found": int(lists[1].sum())}
    return task(wrong, steps=Trace.of("printed and exact", columns), **words)


def as_printed(text, value) -> bool:
    """Tell whether a value, rounded to so many places, is what was printed."""
    if "/" in text:
        return Fraction(text) == value.fraction
    return f"{float(value):.{len(text) - 2}f}" == text


@template("lists.fog")
def fog(rng):
    """Which averages a photograph without tags changes."""
    truth, score = tagged(rng)
    grey = 0.9 if rng is None else float(rng.choice([0.02, 0.03, 0.96, 0.97, 0.98]))
    more = np.vstack([truth, [0, 0, 0]]), np.vstack([score, [grey] * 3])
    before, after = lists_averages(truth, score), lists_averages(*more)
    changes = frozenset(name for name in before if before[name].fraction != after[name].fraction)
    steps = compared("before and after", before=before, after=after)
    words = {"grey": grey, "half": HALF}
    return task(changes, shown=laid_out(truth, score), steps=steps, **words)


def lists_averages(truth, score) -> dict:
    """Judge scores in five ways."""
    named = {how: multilabel_map(truth, score, how, undefined="skip") for how in AVERAGED}
    called = score >= HALF
    return named | {"cells": hamming_loss(truth, called), "rows": subset_accuracy(truth, called)}


@template("lists.copies")
def copies(rng):
    """Four copies of an image in the order of their likeness."""
    low, high, by, size, four = 40, 210, 20, 48, list(COPIES[:4])
    if rng is not None:
        low, high, by = (int(rng.integers(*ends)) for ends in ((30, 70), (150, 220), (12, 30)))
        size, four = 32, sorted(rng.choice(COPIES, 4, replace=False).tolist())
    image = np.tile(np.linspace(low, high, size).round(), (size, 1)).astype(np.uint8)
    made = {name: spoiled(image, by)[name] for name in four}
    likeness = {name: float(ssim(image, copy)) for name, copy in made.items()}
    right = in_order(likeness)
    mistakes = {"the highest first": right[::-1]}
    mistakes |= {name: in_order(values) for name, values in otherwise(image, made).items()}
    mistakes["flat taken for the worst"] = tuple(sorted(right, key=lambda name: name != "flat"))
    columns = {"copy": list(right), "SSIM": [f"{likeness[name]:.3f}" for name in right]}
    words = {"low": low, "high": high, "by": by, "size": size, "four": ", ".join(four)}
    words |= {"pixels": 11, "sigma": 1.5, "white": 255, "C2": (0.03 * 255) ** 2}
    words["variance"] = 1.5**2 * ((high - low) / (size - 1)) ** 2  # of the slope, in a window
    if np.diff([likeness[name] for name in right]).min() < 0.02:
        raise Unfit("two copies are nearly alike")
    steps = Trace.of("four copies, the lowest first", columns)
    return task(right, distinct(right, mistakes, least=3), steps=steps, **words)


def otherwise(image, made) -> dict[str, dict[str, float]]:
    """Measure copies in ways that aren't asked for; the higher the better."""
    error = {name: -float(mse(image.ravel(), copy.ravel())) for name, copy in made.items()}
    return {
        "the whole image at once": {n: ssim(image, y, window="global") for n, y in made.items()},
        "structure forgotten": {n: without_structure(image, y) for n, y in made.items()},
        "by squared error": error,
    }


def spoiled(image, by) -> dict[str, np.ndarray]:
    """Make copies of an image."""
    signs = np.random.default_rng(0).choice([-by, by], image.shape)
    mean = round(float(image.mean()))
    pale = mean + (image - float(mean)) / 2
    made = {"brighter": image + float(by), "noisy": image + signs, "pale": pale.round()}
    made |= {"flat": np.full_like(image, mean), "negative": 255 - image, "mirrored": image[:, ::-1]}
    return {name: np.asarray(copy).astype(np.uint8) for name, copy in made.items()}


def without_structure(image, copy) -> float:
    """Average brightness and contrast alone, window by window."""
    likeness = ssim_map(image, copy)
    return float((likeness.luminance * likeness.contrast).mean())


@template("lists.heron")
def heron(rng):
    """Build a mask that is less often right than an empty one, and better."""
    true = np.zeros((6, 6), int)
    true[2:4, 3] = 1
    if rng is not None:
        true = np.zeros(rng.integers(5, 7, 2), int)
        row, column = rng.integers(1, 3), rng.integers(0, true.shape[1] - 1)
        true[row : row + int(rng.integers(1, 4)), column : column + int(rng.integers(1, 3))] = 1
    numbers, letters = range(1, len(true) + 1), "abcdef"[: true.shape[1]]
    names = [f"{letter}{number}" for number in numbers for letter in letters]
    bird = frozenset(name for name, is_bird in zip(names, true.ravel(), strict=True) if is_bird)
    judge = partial(judged, names, bird)
    wet = [name for name in names if name not in bird]
    tries = [bird, frozenset(wet[:1]), frozenset(names)]
    tries += [bird | set(wet[:more]) for more in (len(bird), len(bird) + 1)]  # just not enough
    right, mistakes = one_of_each(judge, tries)
    unfit_if(len(bird) < 2, "a heron of one pixel")
    form = Built(Names(tuple(names)), judge, partial(as_measured, names, bird))
    seen = np.where(true, "H", "~").T.tolist()
    drawn = {"": numbers, **dict(zip(letters, seen, strict=True))}
    words = {"many": len(bird), "pixels": true.size, "empty": mean_iou(counted(names, bird, ()))}
    return task(right, mistakes, shown=Trace.of("the pond", drawn), form=form, **words)


def counted(names, bird, called):
    """Count the pixels of a mask that calls some of them a heron."""
    true, pred = ([int(name in which) for name in names] for which in (bird, called))
    return segmentation_matrix([true], [pred], 2, names=("water", "heron"))


def judged(names, bird, called):
    """Name what a mask lacks."""
    yours, empty = counted(names, bird, called), counted(names, bird, ())
    lower = pixel_accuracy(yours).fraction < pixel_accuracy(empty).fraction
    higher = mean_iou(yours).fraction > mean_iou(empty).fraction
    if lower and higher:
        return True
    if not bird & frozenset(called):
        return "the heron isn't covered"
    if set(called) == set(bird):
        return "the perfect mask"
    return "not wrong often enough" if higher else "too much called a heron"


def as_measured(names, bird, called) -> str:
    """Say what a mask came to."""
    m = counted(names, bird, called)
    return f"Yours: pixel accuracy {pixel_accuracy(m).fraction}, mIoU {mean_iou(m):.3f}."
