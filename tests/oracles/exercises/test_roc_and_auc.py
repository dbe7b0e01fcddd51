"""The exercises on ROC and AUC, worked out again from what the student sees."""

import re
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import combinations, pairwise

import numpy as np
import pytest
from scipy.stats import rankdata
from sklearn import metrics as sk

from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.workbook.examples import example
from tests.oracles.exercises.questions import SEEDS, asked, fractions, listed

FEW, PICTURED = SEEDS[:4], SEEDS[:8]  # what takes long, and what is drawn
PATTERNS = [tuple(int(i in ones) for i in range(10)) for ones in combinations(range(10), 5)]


def heard(q):
    """Hear what the alternative text of the picture says."""
    return alternative_text(q.pictures[0])


def walked(q):
    """Return the labels of a staircase, from the top, as its picture tells them."""
    runs = re.findall(r"(up|right) (\d+)", heard(q))
    return [int(way == "up") for way, steps in runs for _ in range(int(steps))]


def cornered(q, across, up):
    """Return the corners in the picture, in whole steps."""
    pairs = re.findall(r"\(([01]\.\d+), ([01]\.\d+)\)", heard(q))
    return [(round(float(x) * across), round(float(y) * up)) for x, y in pairs]


def won(y, score):
    """Count the pairs won and tied, one by one."""
    pairs = [(p, n) for p, a in zip(score, y, strict=True) if a for n in score[np.array(y) == 0]]
    return sum(p > n for p, n in pairs), sum(p == n for p, n in pairs), len(pairs)


def area(y, score):
    """Return the AUC as a fraction, by counting pairs."""
    more, same, pairs = won(y, np.array(score, dtype=object))
    return Fraction(2 * more + same, 2 * pairs)


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


@asked("roc.backwards", PICTURED)
def test_backwards_is_the_walk_along_the_corners(q):
    half = int(fractions(q.text)[1])
    corners, labels = cornered(q, half, half), []
    for (x0, y0), (x1, y1) in pairwise(corners):
        labels += [1] * (y1 - y0) + [0] * (x1 - x0)
    assert list(q.answer) == labels
    turned = "".join(str(1 - label) for label in labels)
    assert q.check(turned).misconception == "up for a negative"
    assert q.check(labels[::-1]).misconception == "from the upper right"


@asked("roc.draw")
def test_the_drawn_curve_is_scikit_learn_s(q):
    y, score = listed(q)
    fpr, tpr, _ = sk.roc_curve(y, score, drop_intermediate=False)
    assert q.check(list(zip(fpr, tpr, strict=True))).correct
    precision, recall, _ = sk.precision_recall_curve(y, score)
    low, high = (sk.roc_curve(y, score + d * y, drop_intermediate=False) for d in (-1e-9, 1e-9))
    drawn = {"axes swapped": (tpr, fpr), "specificity across": (1 - fpr, tpr)}
    drawn |= {"the P-R curve": (recall[-2::-1], precision[-2::-1])}
    drawn |= {"tie drawn up, then right": high[:2], "tie drawn right, then up": low[:2]}
    drawn |= {"from the bottom": sk.roc_curve(y, -score, drop_intermediate=False)[:2]}
    drawn |= {"from right to left": (fpr[::-1], tpr[::-1])}
    corners = np.cumsum([(0, 0), *line(y.tolist(), score.tolist())], axis=0)
    across, up = (corners / corners[-1]).T
    drawn |= {"start left out": (across[1:], up[1:])}
    drawn |= {"both ends left out": (across[1:-1], up[1:-1])}
    drawn |= {"every step alike": (corners / len(y)).T}
    for name, points in drawn.items():
        assert q.check(list(zip(*points, strict=True))).misconception == name, q.seed


@asked("roc.errata", FEW)
def test_the_wrong_sentences_on_roc(q):
    rows = [[int(c == "正") for c in row] for row in re.findall("[正反]{10}", q.text)]
    a, b = ((row, np.arange(10, 0, -1)) for row in rows)
    fpr, tpr, bars = sk.roc_curve(*a, drop_intermediate=False)
    holds = {
        "recall": tpr[-1] == sk.recall_score(a[0], [1] * 10),
        "curve": False,  # the area is a number; what is drawn is the ROC curve
        "floor": sk.roc_auc_score(*b) >= 1 / 2,
        "top": rows[0][0] == 1,
        "one walk": set(bars[1:]) == set(sk.precision_recall_curve(*a)[2]),
        "specificity": np.allclose(fpr, 1 - fpr),
        "one to one": len(set(fpr)) == len(fpr),
    }
    assert q.answer == {name for name, true in holds.items() if not true}


@asked("roc.changes")
def test_what_changes_the_curve(q):
    y, score = (column.tolist() for column in listed(q))
    bar = float(re.search(r"below ([\d.]+),", q.form.options.texts["halved"])[1])
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
        assert q.answer == moved


@asked("roc.another-ship")
def test_another_ship_counted_with_its_people(q):
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
    assert q.answer[0] == "accuracy" and old == said["the old mixture"]
    assert "weighted by how many" in q.form.reasons.texts[q.answer[1]]


@asked("roc.clinics", PICTURED)
def test_each_clinic_pays_least_where_it_stops(q):
    columns = [column.values for column in q.data[0].columns]
    up = np.r_[0, np.cumsum(walked(q))]
    right = np.arange(len(up)) - up
    assert up[-1] == right[-1]  # as many ill as healthy people
    stops = {}
    for clinic, alarm, miss in zip(*columns, strict=True):
        bills = alarm * right + miss * (up[-1] - up)
        assert (bills == min(bills)).sum() == 1
        stops[clinic] = int(np.argmin(bills))
    assert list(q.answer) == sorted(stops, key=stops.get)
    assert len(set(stops.values())) == 4


@asked("roc.rival", FEW)
def test_a_rival_is_judged_by_its_heights(q):
    theirs = [int(c) for c in re.search("[01]{10}", q.text)[0]]
    for row in PATTERNS[:: 1 if q.seed is None else 5]:
        heights = [np.cumsum(r)[np.array(r) == 0] for r in (row, theirs)]
        gaps = [gap for gap in (heights[0] - heights[1]).tolist() if gap]
        crosses = min(gaps, default=0) < 0 < max(gaps, default=0)
        verdict = q.check(list(row))
        wrong = "never below" if max(gaps, default=0) > 0 else "never above"
        wrong = "crosses the other way round" if crosses else wrong if gaps else "the same walk"
        right = crosses and gaps[0] > 0
        assert (verdict.correct, verdict.misconception) == (right, None if right else wrong)


@asked("auc.line-up")
def test_lists_lined_up_by_their_pairs(q):
    places, *marks = (np.array(column.values) for column in q.data[0].columns)
    value = {"a coin": 1 / 2}
    for name, row in zip("AB", marks, strict=True):
        value[name] = sk.roc_auc_score(row == "■", -places)
        value[f"{name} turned"] = sk.roc_auc_score(row == "■", places)
    assert list(q.answer) == sorted(value, key=value.get)
    assert q.check(sorted(value, key=value.get, reverse=True)).misconception == "highest first"


@asked("auc.leaves-alone")
def test_what_leaves_the_area_alone(q):
    y, score = (column.tolist() for column in listed(q))
    v = [Fraction(str(s)) for s in score]
    low = Fraction(re.search(r"to ([\d.]+)$", q.form.options.texts["raised"])[1])
    after = {
        "cubed": [s**3 for s in v],
        "squared from the middle": [(s - Fraction(1, 2)) ** 2 for s in v],
        "raised": [max(s, low) for s in v],
        "labels": [int(s >= Fraction(1, 2)) for s in v],
        "places": list(range(len(v), 0, -1)),
    }
    found = {name: area(y, new) for name, new in after.items()}
    tenfold = [i for i, label in enumerate(y) for _ in range(1 if label else 10)]
    found["tenfold"] = area([y[i] for i in tenfold], [v[i] for i in tenfold])
    assert q.answer == {name for name, value in found.items() if value == area(y, v)}


@asked("auc.labels")
def test_scores_and_labels_in_one_function(q):
    y, score = listed(q)
    said = re.search(r"gets ([\d.]+)\. .* ≥ ([\d.]+) .* gets ([\d.]+)\.", q.text)
    wei, bar, clara = map(float, said.groups())
    assert wei == pytest.approx(sk.roc_auc_score(y, score), abs=5e-4)
    assert clara == pytest.approx(sk.roc_auc_score(y, score >= bar), abs=5e-4)
    assert clara == pytest.approx(sk.balanced_accuracy_score(y, score >= bar), abs=5e-4)
    assert q.form.options.texts[q.answer].startswith(f"Wei's {said[1]}:")
    _, tied, pairs = won(y, score >= bar)
    assert f"make {tied} of {pairs} pairs tie" in q.check("decision").message


@asked("auc.errata", FEW)
def test_the_wrong_sentences_on_the_area(q):
    cars = example("cars")
    tied = np.array([1, 0]), np.array([0.5, 0.5])
    row = np.array([int(c == "正") for c in re.search("[正反]{10}", q.text)[0]])
    ranks = np.arange(10, 0, -1)[row == 1].sum()
    values = (
        sk.roc_auc_score(cars.y_true, cars.y_score),
        sk.average_precision_score(cars.y_true, cars.y_score),
    )
    assert [f"{value:.3f}" for value in values] == re.findall(r"0\.\d+", q.text)
    good = [area(p, range(10, 0, -1)) >= Fraction(1, 2) for p in PATTERNS]
    holds = {
        "ranks": (ranks - 15) / 25 == pytest.approx(sk.roc_auc_score(row, -np.arange(10))),
        "close": abs(values[0] - values[1]) < 0.05,  # what is close is the P-R curve's area
        "ballast": (ranks - 4) / 25 <= 1,
        "worst": sk.roc_auc_score(sorted(row), -np.arange(10)) == 0,
        "strips": won(*tied)[0] == sk.roc_auc_score(*tied),
        "good": sum(good) < len(good) / 10,  # half of all lists drawn by lot get there
    }
    assert q.answer == {name for name, true in holds.items() if not true}


@asked("auc.three-on-top", FEW)
def test_a_list_with_a_top_is_judged_by_its_pairs(q):
    target, first = re.search(r"AUC is (\S+) and the first (\d)", q.text).groups()
    for row in PATTERNS:
        found, top = area(row, range(10, 0, -1)), all(row[: int(first)])
        side = "too large" if found > Fraction(target) else "too small"
        wrong = "right AUC, wrong top" if found == Fraction(target) else "neither"
        wrong = f"right top, AUC {side}" if top else wrong
        right = top and found == Fraction(target)
        verdict = q.check(list(row))
        assert (verdict.correct, verdict.misconception) == (right, None if right else wrong)


@asked("auc.ten-scores", FEW)
def test_ten_scores_are_judged_by_pairs_and_gaps(q):
    wanted = tuple(fractions(q.text)[:2])
    rng = np.random.default_rng(0)
    for score in [*rng.permuted([range(10)] * 60, axis=1), *rng.integers(0, 6, (60, 10))]:
        found, turned = measured(score), measured(-score)
        verdict = q.check(score.tolist())
        assert verdict.correct is (found == wanted)
        assert (verdict.misconception == "upside down") == (turned == wanted != found)
        if wanted not in (found, turned):
            sides = [a == b for a, b in zip(found, wanted, strict=True)]
            wrong = ["right AUC, wrong KS", "right KS, wrong AUC"]
            assert verdict.misconception == (wrong[sides.index(True)] if any(sides) else "neither")


def measured(score):
    """Return AUC and the largest TPR − FPR, the first five scores being positive."""
    y = [1] * 5 + [0] * 5
    gaps = [sum(score[:5] >= bar) - sum(score[5:] >= bar) for bar in [*score, np.inf]]
    return area(y, score), Fraction(int(max(gaps)), 5)
