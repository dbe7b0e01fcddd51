"""Exercises on tags, search results, masks and the likeness of images: lesson 15."""

from __future__ import annotations

from fractions import Fraction
from functools import partial

import numpy as np

from ....core import digits
from ....core.trace import Trace
from ....metrics.lists import (
    precision_at,
    r_precision,
    recall_at,
    reciprocal_rank,
    retrieval_average_precision,
    retrieval_map,
)
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
from ..families import family
from ..families.detection import of_lists, rungs
from ..families.tables import dice_of, tags
from ..forms import Built, Names
from ..registry import Unfit, task, template, unfit_if
from .data import compared, distinct, in_order, marks, one_of_each, own

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
    heights = "; ".join(f"{q}: {digits.listing(rungs(hits))}" for q, hits in lists.items())
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
    a, b = averages(truth, one), averages(truth, two)
    unfit_if(any(not abs(a[name] - b[name]) > 0.02 for name in a), "a tie")
    better = {name: "AB"[b[name] > a[name]] for name in a}
    better["cells"] = "AB"[b["cells"] < a["cells"]]  # the lower loss
    unfit_if(better["macro"] == better["samples"], "both questions have one answer")
    A, B = ({text: side[name] for name, text in NUMBERS.items()} for side in (a, b))
    shown = compared("two programs, the same photographs", A=A, B=B)
    words = {"asked": ASKED[asked], "half": HALF, "row": NUMBERS[asked], **better}
    words |= {"one": digits.both(a[asked]), "two": digits.both(b[asked])}
    return task(asked, shown=shown, **words)


@template("lists.errata")
def errata(rng):
    """Which of some published values are wrong."""
    first, second = (example(f"iir-8-8-{name}").y_true for name in ("first", "second"))
    both = [example(f"query-{name}").y_true for name in ("first", "second")]
    small = example("label-ranking").columns
    printed = {
        "R of the first": ("4/10", r_precision(first)),
        "R of the second": ("4/7", r_precision(second)),
        "AP of the first": ("0.6", retrieval_average_precision(first)),
        "AP of the second": ("0.493", retrieval_average_precision(second)),
        "MAP": ("0.64", retrieval_map(both, n_relevant=[4, 5])),
        "manual": ("0.416", label_ranking_average_precision(small["truth"], small["score"])),
    }
    columns = {"": list(printed), "printed": [text for text, _ in printed.values()]}
    columns["exact"] = [digits.both(value) for _, value in printed.values()]
    wrong = frozenset(
        name for name, (text, value) in printed.items() if not as_printed(text, value)
    )
    words = {name.replace(" ", "_"): text for name, (text, _) in printed.items()}
    words |= {"first": marks(first), "second": marks(second), "four": 4, "five": 5}
    words |= {"wedding": marks(both[0]), "lantern": marks(both[1]), "found": int(both[1].sum())}
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
    before, after = averages(truth, score), averages(*more)
    changes = frozenset(name for name in before if before[name].fraction != after[name].fraction)
    steps = compared("before and after", before=before, after=after)
    words = {"grey": grey, "half": HALF}
    return task(changes, shown=laid_out(truth, score), steps=steps, **words)


def averages(truth, score) -> dict:
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
