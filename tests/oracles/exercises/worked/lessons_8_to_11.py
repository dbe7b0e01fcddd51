"""Exercises of lessons 8 to 11, by scikit-learn, SciPy and counting pairs."""

import re
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from scipy.stats import ks_2samp, rankdata
from sklearn import metrics as sk

import mlmetrics_edu as mm
from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    FEW,
    SEEDS,
    auc,
    columns,
    expand,
    fractions,
    letters,
    listed,
    options,
    pairs,
    told,
    upwards,
    worked,
)

PICTURED = SEEDS[:8]
CALLED = {"y_true": [1, 0, 1, 0], "y_pred": [1, 1, 0, 0]}  # TP, FP, FN, TN, to be weighted
# SciPy's "less" is about the scores from below: there the positives come later.
TPR_LEADS = "less"


def every(size, positives):
    """Return every list of so many labels."""
    places = combinations(range(size), positives)
    return [[int(i in at) for i in range(size)] for at in places]


PATTERNS = every(10, 5)


def line(y, score):
    """Return a curve as its straight pieces: steps right and up from score to score."""
    pieces = []
    for value in sorted(set(score), reverse=True):
        labels = [label for label, s in zip(y, score, strict=True) if s == value]
        piece = (labels.count(0), labels.count(1))
        if pieces and pieces[-1][0] * piece[1] == pieces[-1][1] * piece[0]:
            piece = tuple(map(sum, zip(pieces.pop(), piece, strict=True)))
        pieces.append(piece)
    return pieces


@worked("roc.backwards", PICTURED)
def backwards(q):
    """The ranking is the walk along the corners."""
    half, labels = int(fractions(q.text)[1]), []
    found = re.findall(r"\(([01]\.\d+), ([01]\.\d+)\)", alternative_text(q.pictures[0]))
    corners = [[round(float(part) * half) for part in pair] for pair in found]
    for (x0, y0), (x1, y1) in pairwise(corners):
        labels += [1] * (y1 - y0) + [0] * (x1 - x0)
    yield labels, True
    yield [1 - label for label in labels], "up for a negative"
    yield labels[::-1], "from the upper right"


@worked("roc.draw")
def draw(q):
    y, score = listed(q)
    curve = lambda score: sk.roc_curve(y, score, drop_intermediate=False)[:2]  # noqa: E731
    fpr, tpr = curve(score)
    precision, recall, _ = sk.precision_recall_curve(y, score)
    corners = np.cumsum([(0, 0), *line(y.tolist(), score.tolist())], axis=0)
    across, up = (corners / corners[-1]).T
    drawn = {True: (fpr, tpr), "axes swapped": (tpr, fpr), "specificity across": (1 - fpr, tpr)}
    drawn |= {
        "the P-R curve": (recall[-2::-1], precision[-2::-1]),
        "from the bottom": curve(-score),
    }
    drawn |= {"tie drawn up, then right": curve(score + 1e-9 * y)}
    drawn |= {"tie drawn right, then up": curve(score - 1e-9 * y)}
    drawn |= {"from right to left": (fpr[::-1], tpr[::-1]), "start left out": (across[1:], up[1:])}
    drawn |= {"both ends left out": (across[1:-1], up[1:-1])}
    drawn |= {"every step alike": (corners / len(y)).T}
    yield from ((list(zip(*points, strict=True)), name) for name, points in drawn.items())


@worked("roc.changes")
def changes(q):
    y, score = (column.tolist() for column in listed(q))
    bar = float(re.search(r"below ([\d.]+),", options(q)["halved"])[1])
    after = {
        "square root": np.sqrt(score).tolist(),
        "one minus": [1 - s for s in score],
        "places": rankdata(score).tolist(),
        "halved": [s / 2 if s < bar else s for s in score],
        "doubled": [s * 2 if s < bar else s for s in score],
        "set to 0": [0 if s < bar else s for s in score],
    }
    for how in (ROUND_HALF_UP, ROUND_HALF_EVEN):  # as at school, or as computers do
        after["rounded"] = [Decimal(str(s)).quantize(Decimal("0.1"), how) for s in score]
        moved = {name for name, new in after.items() if line(y, new) != line(y, score)}
        yield letters(q, moved), True


@worked("roc.another-ship")
def another_ship(q):
    """Counted with its people."""
    fpr, tpr, old, ill, healthy = fractions(q.text)
    right, total = tpr * ill + (1 - fpr) * healthy, ill + healthy
    said = {
        "accuracy": right / total,
        "the old mixture": (tpr + 1 - fpr) / 2,
        "specificity": 1 - fpr,
        "precision": tpr * ill / (tpr * ill + fpr * healthy),
        "ill and healthy mixed up": (tpr * healthy + (1 - fpr) * ill) / total,
    }
    shown = {name: float(text) for name, text in q.form.options.texts.items()}
    assert shown == pytest.approx({k: float(v) for k, v in said.items()}, abs=5e-4)
    assert old == said["the old mixture"]
    assert "weighted by how many" in q.form.reasons.texts[q.answer[1]]
    yield ("accuracy", q.answer[1]), True


@worked("roc.clinics", PICTURED)
def clinics(q):
    """Each pays least where it stops."""
    runs = re.findall(r"(up|right) (\d+)", alternative_text(q.pictures[0]))
    walk = [int(way == "up") for way, steps in runs for _ in range(int(steps))]
    up = np.r_[0, np.cumsum(walk)]
    right = np.arange(len(up)) - up
    names, alarms, misses = columns(q).values()
    bills = np.outer(alarms, right) + np.outer(misses, up[-1] - up)
    assert up[-1] == right[-1]  # as many ill as healthy people
    assert ((bills == bills.min(axis=1, keepdims=True)).sum(axis=1) == 1).all()
    stops = bills.argmin(axis=1)
    assert len({*stops.tolist()}) == 4
    yield upwards(names, stops), True
    yield upwards(names, stops)[::-1], "from the upper right"


@worked("roc.rival", FEW)
def rival(q):
    """A rival is judged by its heights."""
    theirs = [int(c) for c in re.search("[01]{10}", q.text)[0]]
    for row in PATTERNS[:: 1 if q.seed is None else 5]:
        heights = [np.cumsum(r)[np.array(r) == 0] for r in (row, theirs)]
        gaps = [gap for gap in (heights[0] - heights[1]).tolist() if gap]
        if min(gaps, default=0) < 0 < max(gaps, default=0):
            yield row, gaps[0] > 0 or "crosses the other way round"
        else:
            one_sided = "never below" if max(gaps, default=0) > 0 else "never above"
            yield row, one_sided if gaps else "the same walk"


@worked("auc.line-up")
def line_up(q):
    places, *signs = columns(q).values()
    value = {"a coin": 1 / 2}
    for name, row in zip("AB", signs, strict=True):
        value[name] = sk.roc_auc_score(row == "■", -places)
        value[f"{name} turned"] = sk.roc_auc_score(row == "■", places)
    yield sorted(value, key=value.get), True
    yield sorted(value, key=value.get, reverse=True), "highest first"


@worked("auc.leaves-alone")
def leaves_alone(q):
    y, score = (column.tolist() for column in listed(q))
    v = [Fraction(str(s)) for s in score]
    low = Fraction(re.search(r"to ([\d.]+)$", options(q)["raised"])[1])
    after = {
        "cubed": [s**3 for s in v],
        "squared from the middle": [(s - Fraction(1, 2)) ** 2 for s in v],
        "raised": [max(s, low) for s in v],
        "labels": [int(s >= Fraction(1, 2)) for s in v],
        "places": list(range(len(v), 0, -1)),
    }
    found = {name: auc(y, new) for name, new in after.items()}
    tenfold = [i for i, label in enumerate(y) for _ in range(1 if label else 10)]
    found["tenfold"] = auc([y[i] for i in tenfold], [v[i] for i in tenfold])
    yield letters(q, {name for name, value in found.items() if value == auc(y, v)}), True


@worked("auc.labels")
def labels(q):
    """Scores and labels in one function."""
    y, score = listed(q)
    said = re.search(r"gets ([\d.]+)\. .* ≥ ([\d.]+) .* gets ([\d.]+)\.", q.text)
    wei, bar, clara = map(float, said.groups())
    assert wei == pytest.approx(sk.roc_auc_score(y, score), abs=5e-4)
    assert clara == pytest.approx(sk.roc_auc_score(y, score >= bar), abs=5e-4)
    assert clara == pytest.approx(sk.balanced_accuracy_score(y, score >= bar), abs=5e-4)
    _, tied, many = pairs(y.tolist(), (score >= bar).tolist())
    assert f"make {tied} of {many} pairs tie" in q.check("decision").message
    yield next(a for a, text in q.form.listed if text.startswith(f"Wei's {said[1]}:")), True


@worked("auc.three-on-top", FEW)
def three_on_top(q):
    target, first = re.search(r"AUC is (\S+) and the first (\d)", q.text).groups()
    for row in PATTERNS:
        found, top = auc(row), all(row[: int(first)])
        if found == Fraction(target):
            yield row, top or "right AUC, wrong top"
        else:
            side = "too large" if found > Fraction(target) else "too small"
            yield row, f"right top, AUC {side}" if top else "neither"


@worked("auc.ten-scores", FEW)
def ten_scores(q):
    """Judged by pairs and gaps."""
    wanted = tuple(fractions(q.text)[:2])
    rng = np.random.default_rng(0)
    for score in [*rng.permuted([range(10)] * 60, axis=1), *rng.integers(0, 6, (60, 10))]:
        found, turned = measured(score), measured(-score)
        sides = [a == b for a, b in zip(found, wanted, strict=True)]
        one = {(True, False): "right AUC, wrong KS", (False, True): "right KS, wrong AUC"}
        wrong = "upside down" if turned == wanted else one.get(tuple(sides), "neither")
        yield score.tolist(), all(sides) or wrong


def measured(score):
    """Return AUC and the largest TPR − FPR, the first five scores being positive."""
    gaps = [sum(score[:5] >= bar) - sum(score[5:] >= bar) for bar in [*score, np.inf]]
    return auc([1] * 5 + [0] * 5, score.tolist()), Fraction(int(max(gaps)), 5)


@worked("auc.code")
def code(q):
    """What scikit-learn gives is accepted."""
    yield lambda y, score: float(sk.roc_auc_score(y, score)), True
    yield sk.roc_auc_score, True
    yield lambda y, score: sk.average_precision_score(y, score), False


def lead(y):
    """List TPR − FPR after each sample, from the top."""
    y = np.asarray(y)
    return (np.cumsum(y) / y.sum() - np.cumsum(1 - y) / (1 - y).sum()).round(12)


def areas(y):
    """Return AP and AUC of labels from the top, by precisions at the hits and by pairs."""
    hits, rest = (np.flatnonzero(np.equal(y, label)) + 1 for label in (1, 0))
    return np.mean(np.arange(1, len(hits) + 1) / hits), np.mean(np.less.outer(hits, rest))


PEOPLE = {
    "A nurse": lambda tp, fp, fn, tn: fp / (tp + fp),  # of those who are called in
    "A mayor": lambda tp, fp, fn, tn: "ranking asks pairs, of one ill and one healthy person",
    "A doctor": lambda tp, fp, fn, tn: fp / (fp + tn),
    "A hospital": lambda tp, fp, fn, tn: tp / (tp + fp),
    "A patient": lambda tp, fp, fn, tn: fn / (tp + fn),
    "The post office": lambda tp, fp, fn, tn: fp / tp,
    "A teacher": lambda tp, fp, fn, tn: "the same pairs",
    "An expert": lambda tp, fp, fn, tn: (tp / (tp + fn)) / (fp / (fp + tn)),
}


@worked("skew.which-picture")
def which_picture(q):
    who = {letter: PEOPLE[text.split(":")[0]] for letter, text in q.form.listed}
    yield {a for a, ask in who.items() if ask(5, 1, 5, 9) != ask(5, 10, 5, 90)}, True


@worked("skew.what-moves")
def what_moves(q):
    y, score = listed(mm.exercise("skew.up-the-valley"))  # of which the areas are taken
    (c,), (one, other) = q.data, map(float, told(q, r"there are (\d+) .* county with (\d+) "))
    assert c.fp + c.tn == one * (c.tp + c.fn)
    here, there = (eight(c, times, y, score) for times in (1, other / one))
    moved = {name for name in here if not np.isclose(here[name], there[name])}
    yield {a for a, text in q.form.listed if text in moved}, True


def eight(c, times, y, score):
    """Work eight numbers out, with so many times the negatives."""
    cells = {**CALLED, "sample_weight": [c.tp, times * c.fp, c.fn, times * c.tn]}
    table = {"y_true": y, "y_score": score, "sample_weight": np.where(y == 1, 1, times)}
    tpr, fpr = (sk.recall_score(**cells, pos_label=k) for k in (1, 0))
    return {"TPR": tpr, "FPR": 1 - fpr, "LR+": tpr / (1 - fpr)} | {
        "precision": sk.precision_score(**cells),
        "accuracy": sk.accuracy_score(**cells),
        "balanced accuracy": sk.balanced_accuracy_score(**cells),
        "AUC": sk.roc_auc_score(**table),
        "AP": sk.average_precision_score(**table),
    }


@worked("skew.one-place")
def one_place(q):
    table = columns(q)
    names, tpr, fpr, home = (table[name] for name in ("", "TPR", "FPR", "precision at home"))
    tpr, fpr, home = (column.astype(float) for column in (tpr, fpr, home))
    yield upwards(names, -tpr / (tpr + 99 * fpr)), True
    yield upwards(names, -tpr), "recall"
    yield upwards(names, -home), "precision at home"
    calm = upwards(names, fpr)
    yield calm, "the lowest FPR first" if "the lowest FPR first" in q.misconceptions else True


@worked("skew.same-ray")
def same_ray(q):
    rates = r"TPR ([\d.]+) and FPR ([\d.]+)"
    a, x, b, y, each = told(q, rf"{rates}, .*{rates}\. .*bus with (\d+) healthy")
    gap = a / (a + each * x) - b / (b + each * y)
    right = "program A" if gap > 0 else "program B" if gap else "neither"
    (letter,) = (a for a, text in q.form.options.listed if text.startswith(right))
    slope = "Compare TPR/FPR, the slope"
    (number,) = (n for n, text in q.form.reasons.listed if text.startswith(slope))
    yield letter + number, True


@worked("skew.quarrel", SEEDS[:2])
def quarrel(q):
    """On every list."""
    given = [int(sign == "+") for sign in re.search(r"first: ([+-]+)\.", q.text)[1]]
    old = areas(given)
    assert told(q, r"steps\) is (\S+), and its AUC is (\S+)\.") == pytest.approx(old)
    for y in every(len(given), 3):
        higher, lower = np.subtract(areas(y), old) * [1, -1] > 1e-9
        yield y, higher and lower


@worked("skew.three-steps")
def three_steps(q):
    """The precision in a town is that of weighted samples."""
    (c,) = q.data
    percent = int(re.search(r"town (\d+) in 100", q.text)[1])
    y, x = expand(c.tp, c.fp, c.fn, c.tn)
    weights = np.where(y == 1, percent / sum(y == 1), (100 - percent) / sum(y == 0))
    precision = sk.precision_score(y, x, sample_weight=weights)
    yield [sk.recall_score(y, x), 1 - sk.recall_score(y, x, pos_label=0), precision], True


@worked("ks.which-gap")
def which_gap(q):
    y, score = listed(q)
    gaps = (ks_2samp(score[y == 1], score[y == 0], side) for side in (TPR_LEADS, "two-sided"))
    one, two = (gap.statistic for gap in gaps)
    assert told(q, r"prints a KS of (\S+)\. ") == pytest.approx([two])
    shown = {name: Fraction(t.replace("−", "-")) for name, t in q.form.options.texts.items()}
    theirs = {"the right one": one, "whoever leads": two, "the lowest lead": -two}
    theirs["AUC"] = sk.roc_auc_score(y, score)
    assert {name: shown[name] for name in theirs} == pytest.approx(theirs)
    why = "whichever rate leads, and there FPR"
    (number,) = (n for n, text in q.form.reasons.listed if why in text)
    yield ("the right one", number), True


@worked("ks.more-good-ones")
def more_good_ones(q):
    (y, score), times = listed(q), int(told(q, r"in the file (\d+) times")[0])
    copies = np.where(y == 1, 1, times)
    before, after = six(y, score), six(np.repeat(y, copies), np.repeat(score, copies))
    moved = [words for words in before if not np.allclose(before[words], after[words])]
    yield {a for a, text in q.form.listed if any(words in text for words in moved)}, True


def six(y, score):
    """Work six numbers of a list out, named by words of their options."""
    fpr, tpr, bars = sk.roc_curve(y, score, drop_intermediate=False)
    best = bars[np.isclose(tpr - fpr, max(tpr - fpr))]
    return {
        "scores at which": best,
        "shares of customers": [np.mean(score >= bar) for bar in best],
        "lift": y[score == score.max()].mean() / y.mean(),
        "precision": sk.precision_score(y, score >= best.min()),
        "AUC": sk.roc_auc_score(y, score),
        "KS": max(tpr - fpr),
    }


@worked("ks.in-order")
def in_order(q):
    names, signs = columns(q).values()
    lists = [(np.array([*row]) == "+").astype(int) for row in signs]
    measures = {
        True: lambda y: lead(y).max(),
        "AUC": lambda y: areas(y)[1],
        "bad ones on top": lambda y: [*y, 0].index(0),
        "where it stands": lambda y: -lead(y).argmax(),
    }
    for name, measure in measures.items():
        yield upwards(names, [-measure(y) for y in lists]), name


@worked("ks.below-zero", FEW)
def below_zero(q):
    """On every list."""
    bad, good = map(int, told(q, r"of (\d+) bad \(\+\) and (\d+) good"))
    for y in every(bad + good, bad):
        yield y, lead(y)[:-1].max() < 0 and y != sorted(y)
