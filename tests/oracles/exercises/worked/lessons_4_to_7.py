"""Exercises of lessons 4 to 7, by scikit-learn and by counting what is shown."""

import re
from fractions import Fraction
from math import isclose

import numpy as np
from sklearn import metrics as sk

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    FEW,
    SEEDS,
    column,
    columns,
    listed,
    marks,
    mean,
    numbers,
    options,
    rows,
    square,
    upwards,
    walked,
    worked,
)

MEANS = ("macro", "micro", "weighted")
AHEAD = {">": ("lark", "never below"), "<": ("owl", "never below"), "<>": ("cross", "in turn")}
WHY = {"step": "equal", "trapezoid": "less", "davis-goadrich": "less"}
WHY |= {"voc2010": "by cars", "voc2007": "by levels", "coco": "by levels"}
ELEVEN, HUNDRED_AND_ONE = np.arange(11) / 10, np.arange(101) / 100


def samples(counts):
    """Write a table of counts as the samples that it stands for, truth and prediction."""
    truth, guess = np.indices(counts.shape).reshape(2, -1)
    return truth.repeat(counts.ravel()), guess.repeat(counts.ravel())


def averages(counts):
    """Work out four averages of F1, the F1 of mean precision and mean recall among them."""
    y = samples(counts)
    how = {"average": "macro", "zero_division": 0}
    p, r = (score(*y, **how) for score in (sk.precision_score, sk.recall_score))
    f1 = {how: sk.f1_score(*y, average=how, zero_division=0) for how in MEANS}
    return f1 | {"of averages": 2 * p * r / (p + r)}


@worked("classes.four-averages")
def four_averages(q):
    value = averages(square(q.data[0].trace())[0])
    yield sorted(value, key=value.get, reverse=True), True
    yield sorted(value, key=value.get), "lowest first"
    assert len(q.misconceptions) == 7  # six pairs, and the whole order reversed


@worked("classes.answer-key")
def answer_key(q):
    said = {name: f"{x:.4f}" for name, x in averages(square(q.data[0].trace())[0]).items()}
    student, key = re.search(r"three F1s, (0\.\d+); the key says (0\.\d+)\.", q.text).groups()
    assert said["macro"] == student
    yield from ((name, x == key or name) for name, x in said.items() if name in options(q))


@worked("classes.which-app")
def which_app(q):
    """All reasons for an app are true, and one fits."""
    app = {name: re.match("Take app (A|B)", text)[1] for name, text in options(q).items()}
    counts = {table.title[4]: square(table)[0] for table in q.data}
    taken, other = counts[app["macro"]], counts[app["accuracy"]]
    assert app["says it often"] == app["macro"] != app["weighted"] == app["the crowd"]
    f1 = [averages(table) for table in (taken, other)]
    assert f1[0]["macro"] > f1[1]["macro"]  # each class has one vote
    assert f1[0]["weighted"] < f1[1]["weighted"] and taken.trace() < other.trace()
    assert taken[0, 0] < other[0, 0] and taken[:, 2].sum() > other[:, 2].sum()
    assert (taken.sum(1) == other.sum(1)).all()  # the same samples
    yield "macro", True


@worked("classes.fourth-hospital")
def fourth_hospital(q):
    runs = np.array([[int(n) for n in row[1:4]] for row in rows(q.data[0])])  # TP, FP, FN
    parts = {"precision": (1, 1, 0), "recall": (1, 0, 1), "F1": (2, 1, 1)}
    changed = set()
    for name, times in parts.items():
        for how, some in (("macro", runs), ("micro", runs.cumsum(0))):
            values = [Fraction(int(p[0]), int(p.sum())) for p in some * times if p.sum()]
            few, full = (values[:3], values) if how == "macro" else (values[2:3], values[3:])
            changed |= {f"{how} {name}"} if mean(few) != mean(full) else set()
    yield {a for a, text in q.form.listed if q.form.options.find(a) in changed}, True


@worked("classes.below-both", FEW[:2])  # hundreds of tables each
def below_both(q):
    ill, healthy = map(int, numbers(r"tells (\d+) ill .* from (\d+) healthy", q))
    gap = Fraction(re.search(r"by at least (0\.\d+)", q.text)[1])
    for tp, fp in np.ndindex(ill + 1, healthy + 1):
        p, r, f1 = macro(tp, fp, ill - tp, healthy - fp)
        right = min(p, r) - f1 >= gap
        yield [tp, fp, ill - tp, healthy - fp], "below neither" if f1 >= max(p, r) else right
    yield [ill, healthy, 0, 1], "other sums"


def macro(tp, fp, fn, tn):
    """Work out macro precision, recall and F1 of both classes; 0/0 is 0."""
    p = [Fraction(tp, tp + fp or 1), Fraction(tn, tn + fn or 1)]
    r = [Fraction(tp, tp + fn), Fraction(tn, tn + fp)]
    return mean(p), mean(r), mean([2 * a * b / (a + b or 1) for a, b in zip(p, r, strict=True)])


@worked("walk.which-way")
def which_way(q):
    _, score, y = walked(q)
    high, low = numbers(r"falls from ([\d.]+) to ([\d.]+)\.", q)
    before, after, new = (
        Fraction(int(y[some].sum()), int(some.sum()))
        for some in (score >= high, score >= low, (score < high) & (score >= low))
    )
    assert (after > before, after < before) == (new > before, new < before)
    assert 0 < new < 1  # cars come in, so recall rises; others come in as well
    yield "larger" if new > before else "smaller" if new < before else "equal", True


@worked("walk.errata")
def errata_of_walk(q):
    _, score, y = walked(q)
    precision, recall = (x[-2::-1] for x in sk.precision_recall_curve(y, score)[:2])
    up, more = np.diff(precision), np.diff(recall)  # as the threshold falls
    holds = {
        "first i": len(set(score)) == len(score),  # ties come together
        "the top": y[0] == 1,  # or the best score is a negative's
        "all": recall[-1] == 1,
        "law": ((up < 0) & (more > 0)).all(),  # both rise, or recall doesn't move
        "raise": (up <= 0).all(),  # back up again, precision would fall
        "recall": (more >= 0).all(),
    }
    yield {a for a, _ in q.form.listed if not holds[q.form.options.find(a)]}, True
    assert holds["all"] and holds["recall"]


@worked("walk.raise-and-lose", FEW)
def raise_and_lose(q):
    samples, positives = map(int, numbers(r"ranking of (\d+) .*, (\d+) of them", q))
    high, low = map(int, numbers(r"first (\d+) positive, .* image (\d+), further", q))
    random = np.random.default_rng(0)
    for _ in range(40):
        y = random.permutation([1] * positives + [0] * (samples - positives)).tolist()
        up, down = Fraction(sum(y[:high]), high), Fraction(sum(y[:low]), low)
        yield y, "precision stays" if up == down else up < down and y[0] == 1


def ap(y, score=None, **more):
    """Return scikit-learn's AP; without scores, of a ranking without ties."""
    score = -np.arange(len(y)) if score is None else score
    return float(sk.average_precision_score(y, score, **more))


def straight(y, score):
    """Return the area under straight lines, as scikit-learn's two functions give it."""
    precision, recall, _ = sk.precision_recall_curve(y, score)
    return float(sk.auc(recall, precision))


def lifted(tp, fp, levels):
    """Average the best precision at so much recall or more, over some levels."""
    recall, precision = tp / tp[-1], tp / (tp + fp)
    return np.mean([precision[recall >= level - 1e-12].max(initial=0) for level in levels])


def six_rules(tp, fp):
    """Work out the AP by all six rules, from the counts at each bar."""
    recall, precision = tp / tp[-1], tp / (tp + fp)
    width, before = np.diff(recall, prepend=0), np.r_[1, precision[:-1]]
    # On each step both counts grow evenly: a thousand strips, each from its middle.
    back = 1 - (np.arange(1000)[:, None] + 0.5) / 1000
    hits, alarms = (n - np.diff(n, prepend=0) * back for n in (tp, fp))
    lines, arcs = width @ (before + precision) / 2, width @ (hits / (hits + alarms)).mean(axis=0)
    grids = np.arange(1, tp[-1] + 1) / tp[-1], ELEVEN, HUNDRED_AND_ONE
    ahead = [lifted(tp, fp, levels) for levels in grids]
    return dict(zip(WHY, [width @ precision, lines, arcs, *ahead], strict=True))


@worked("pr.read-off", SEEDS[:3])
@worked("ap.read-off", SEEDS[:3])
def read_off(q):
    """No picture tells the answer in words."""
    assert f"{float(q.answer):.3f}" not in alternative_text(q.pictures[0])
    yield q.answer, True


@worked("pr.draw")
def draw(q):
    """The drawn curve is scikit-learn's without its invented point."""
    y = np.array(marks(q.data[0]))
    precision, recall, _ = sk.precision_recall_curve(y, -np.arange(6))
    invented, *points = zip(recall[::-1], precision[::-1], strict=True)
    fpr, tpr, _ = sk.roc_curve(y, -np.arange(6), drop_intermediate=False)
    yield points, True
    yield [*zip(fpr, tpr, strict=True)], "the ROC curve"
    yield [point[::-1] for point in points], "axes swapped"
    yield [points[k] for k in np.flatnonzero(y)], "only the hits"
    yield [invented, *points], "began at (0, 1)"
    yield [*points, (1, 0)], "fell to (1, 0)"


@worked("pr.order-ends")
def order_ends(q):
    names, texts = columns(q).values()
    runs = (re.sub(r"(\d+) × (\S)", lambda run: run[2] * int(run[1]), text) for text in texts)
    rankings = [np.array(marks(run)) for run in runs]
    right = upwards(names, [y.mean() for y in rankings])
    yield right[::-1], True
    yield right, "lowest first"
    even = [y[: y.sum()].mean() for y in rankings]
    yield upwards(names, even)[::-1], "by break-even point"


@worked("pr.wraps")
def wraps(q):
    """The k-th car at place n has precision k/n: so the earlier place is the more precise one."""
    lark, owl = (np.flatnonzero(marks(text)) for text in columns(q)["labels"])
    assert sum(lark < 4) != sum(owl < 4)  # "the break-even points do differ"
    yield AHEAD["<" * any(owl < lark) + ">" * any(lark < owl)], True


@worked("pr.quarrel")
def quarrel(q):
    """Two recipes are compared by fractions."""
    size, start = re.search(r"of (\d+) images.* begin with (\d+)", q.text).groups()
    drawn = np.random.default_rng(len(start)).integers(0, 2, (6, int(size))).tolist()
    for y in [q.answer, *q.misconceptions.values(), *filter(sum, drawn)]:
        yield "".join(map(str, y)), disputed(y, start)


def disputed(y, start):
    """Judge a ranking: F1, and the squared distance from the corner."""
    tp = [sum(y[:k]) for k in range(1, len(y) + 1)]
    f1 = [Fraction(2 * n, k + tp[-1]) for k, n in enumerate(tp, 1)]
    near = [
        -((1 - Fraction(n, k)) ** 2) - (1 - Fraction(n, tp[-1])) ** 2 for k, n in enumerate(tp, 1)
    ]
    one, other = ({k for k, n in enumerate(by) if n == max(by)} for by in (f1, near))
    if one & other:
        return "the same bar" if one == other else "a bar in common"
    return "the forbidden start" if "".join(map(str, y)).startswith(start) else True


@worked("ap.moves")
def moves(q):
    """What leaves scikit-learn's average precision as it is."""
    y = np.array(marks(q.data[0]))
    last, score = np.flatnonzero(y)[-1], -np.arange(len(y))
    assert y[last - 1] == 0
    new = {"end": ap([*y, 0, 0, 0]), "top": ap([0, *y]), "halved": ap(y, score / 2)}
    new |= {"climb": ap([*y[: last - 1], 1, 0, *y[last + 1 :]])}
    new |= {"twice": ap(np.tile(y, 2), np.tile(score, 2))}
    new |= {"negatives twice": ap(y, score, sample_weight=2 - y)}
    yield {a for a, _ in q.form.listed if isclose(new[q.form.options.find(a)], ap(y))}, True


@worked("ap.detective")
def detective(q):
    """The rule is the only one that gives the number."""
    y, score = listed(q)
    last = np.diff(score, append=-1) != 0  # of those with one score
    values = six_rules(np.cumsum(y)[last], np.cumsum(1 - y)[last])
    assert isclose(values["step"], ap(y, score))
    assert isclose(values["trapezoid"], straight(y, score))
    reported = re.search(r"AP (\d\.\d+)", q.text)[1]
    (rule,) = [name for name, value in values.items() if f"{value:.3f}" == reported]
    assert np.sign(values[rule] - values["step"]) == {"equal": 0, "less": -1}.get(WHY[rule], 1)
    yield (rule, WHY[rule]), True


@worked("ap.three-rules")
def three_rules(q):
    if q.data:
        counts = [[np.array(column(q.data[0], name)[1:], int) for name in ("TP", "FP")]]
    else:  # it has to be so on any such ranking
        n, positives = map(int, numbers(r"scores (\d+) scans, (\d+) of them", q))
        drawn = np.random.default_rng(1).permuted([np.arange(n) < positives] * 9, axis=1)
        counts = [(np.cumsum(y), np.cumsum(~y)) for y in drawn]
    for values in [six_rules(tp, fp) for tp, fp in counts]:
        yield sorted(("step", "trapezoid", "davis-goadrich"), key=values.get), True


@worked("ap.flatterer")
def flatterer(q):
    names = {(True, True): True, (False, True): "rectangles give too much"}
    names |= {(True, False): "lines give too little", (False, False): "neither"}
    size, low, high = numbers(r"each of (\d+).* below (\S+) by .* above (\S+) by", q)
    drawn = np.random.default_rng(3).multinomial(int(size), [0.2, 0.5, 0.1, 0.2], 4)
    for counts in [q.answer, *q.misconceptions.values(), *drawn[drawn[:, 0] > 0].tolist()]:
        y, score = np.repeat([1, 0, 1, 0], counts), np.repeat([2, 2, 1, 1], counts)
        met = names[ap(y, score) < low, straight(y, score) > high] if y.any() else "no positives"
        yield counts, met if len(y) == size else "not so many samples"


@worked("ap.step-by-step")
def step_by_step(q):
    y = np.array(marks(q.data[0]))
    yield [*(np.cumsum(y) / np.arange(1, len(y) + 1))[y == 1], ap(y)], True
