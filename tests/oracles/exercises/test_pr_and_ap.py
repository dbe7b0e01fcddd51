"""Exercises on the P-R curve and on AP, answered by another route from what a student sees."""

import re
from fractions import Fraction
from math import isclose

import numpy as np
from sklearn import metrics as sk

import mlmetrics_edu as mm
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each
from tests.oracles.exercises.questions import SEEDS, asked, listed

AHEAD = {">": ("lark", "never below"), "<": ("owl", "never below"), "<>": ("cross", "in turn")}
WHY = {"step": "equal", "trapezoid": "less", "davis-goadrich": "less"}
WHY |= {"voc2010": "by cars", "voc2007": "by levels", "coco": "by levels"}
ELEVEN, HUNDRED_AND_ONE = np.arange(11) / 10, np.arange(101) / 100


def agree(q, answer, *wrong, **mistakes):
    """Compare the answer and some mistakes with those of the exercise."""
    assert q.check(answer).correct is True, (q.place, answer)
    assert not isinstance(answer, float | Fraction) or isclose(q.answer, answer), q.place
    for name, value in [*wrong, *mistakes.items()]:
        typed = f"{value:.6f}" if isinstance(value, float) else value  # two digits may mean more
        found = q.check(typed).misconception
        assert name.replace("_", " ") in found.split(" or "), (q.place, name, value)


def find(pattern, q):
    """Read what a question says; numbers as numbers."""
    found = re.search(pattern, q.text).groups()
    return [float(part) if re.fullmatch(r"[\d.]+", part) else part for part in found]


def column(trace, name):
    """Read a column of a table."""
    return np.array(next(list(c.values) for c in trace.columns if c.name == name))


def signs(text):
    """Read a row of signs; a long run may be written as its length."""
    text = re.sub(r"(\d+) × (\S)", lambda run: run[2] * int(run[1]), text)
    return np.array([sign in "+■R" for sign in text if sign in "+■R−·"]).astype(int)


def running(y):
    """Return the precision after each place."""
    return np.cumsum(y) / np.arange(1, len(y) + 1)


def ap(y, score=None, **more):
    """Return scikit-learn's AP; without scores, of a ranking without ties."""
    score = -np.arange(len(y)) if score is None else score
    return float(sk.average_precision_score(y, score, **more))


def straight(y, score):
    """Return the area under straight lines, as scikit-learn's two functions give it."""
    precision, recall, _ = sk.precision_recall_curve(y, score)
    return float(sk.auc(recall, precision))


def lifted(y, levels, wanted=None):
    """Average the best precision at so much recall or more, over some levels."""
    recall = np.cumsum(y) / (wanted or sum(y))
    return np.mean([running(y)[recall >= level - 1e-12].max(initial=0) for level in levels])


def six_rules(tp, fp):
    """Work out the AP by all six rules, from the counts at each bar."""
    recall, precision = tp / tp[-1], tp / (tp + fp)
    width, before = np.diff(recall, prepend=0), np.r_[1, precision[:-1]]
    # On each step both counts grow evenly: a thousand strips, each from its middle.
    back = 1 - (np.arange(1000)[:, None] + 0.5) / 1000
    hits, alarms = (n - np.diff(n, prepend=0) * back for n in (tp, fp))
    ahead = [
        np.mean([precision[recall >= level - 1e-12].max() for level in levels])
        for levels in (np.arange(1, tp[-1] + 1) / tp[-1], ELEVEN, HUNDRED_AND_ONE)
    ]
    lines, arcs = width @ (before + precision) / 2, width @ (hits / (hits + alarms)).mean(axis=0)
    return dict(zip(WHY, [width @ precision, lines, arcs, *ahead], strict=True))


@each("id", ["pr.read-off", "ap.read-off"])
def test_no_picture_tells_the_answer_in_words(id):
    for q in (mm.exercise(id, seed) for seed in SEEDS[:3]):
        assert f"{float(q.answer):.3f}" not in alternative_text(q.pictures[0])


@asked("pr.draw")
def test_the_drawn_curve_is_scikit_learns_without_its_invented_point(q):
    y = signs(q.data[0])
    precision, recall, _ = sk.precision_recall_curve(y, -np.arange(6))
    invented, *points = zip(recall[::-1], precision[::-1], strict=True)
    fpr, tpr, _ = sk.roc_curve(y, -np.arange(6), drop_intermediate=False)
    wrong = {"the ROC curve": [*zip(fpr, tpr, strict=True)]}
    wrong |= {"axes swapped": [point[::-1] for point in points]}
    wrong |= {"only the hits": [points[k] for k in np.flatnonzero(y)]}
    wrong |= {"began at (0, 1)": [invented, *points], "fell to (1, 0)": [*points, (1, 0)]}
    agree(q, points, **wrong)


@asked("pr.order-ends")
def test_the_ends_are_ordered_by_the_share_of_positives(q):
    labels = dict(zip(column(q.data[0], "test"), column(q.data[0], "labels"), strict=True))
    share = {name: signs(text).mean() for name, text in labels.items()}
    even = {name: signs(text)[: sum(signs(text))].mean() for name, text in labels.items()}
    right, wrong = (sorted(by, key=by.get, reverse=True) for by in (share, even))
    agree(q, right, ("lowest first", right[::-1]), ("by break-even point", wrong))


@asked("pr.wraps")
def test_who_wraps_whom_is_told_by_the_places_of_the_hits(q):
    # The k-th car at place n has precision k/n: so the earlier place is the more precise one.
    lark, owl = (np.flatnonzero(signs(text)) for text in column(q.data[0], "labels"))
    agree(q, AHEAD["<" * any(owl < lark) + ">" * any(lark < owl)])
    assert sum(lark < 4) != sum(owl < 4)  # "the break-even points do differ"


@asked("pr.errata")
def test_the_wrong_sentences_on_the_curve(q):
    y = signs("− + + + − − + + − −")
    p, r = running(y), np.cumsum(y) / sum(y)
    assert p[0] == 0  # "best pick": the first one called is a negative
    assert ((np.diff(p) > 0) & (np.diff(r) > 0)).any()  # "see-saw": both rise together
    assert (np.diff(r) >= 0).all() and (np.diff(p) < 0).any()  # "falling bar" is right
    assert p[r == 1].min() > 0  # "floor" is right
    # "name": break-even, not break-event. "ten times": not if the new ones have low scores.
    assert q.answer == {"name", "best pick", "see-saw", "ten times"}


def quarrel(y, start):
    """Judge a ranking by fractions: F1, and the squared distance from the corner."""
    tp = [sum(y[:k]) for k in range(1, len(y) + 1)]
    f1 = [Fraction(2 * n, k + tp[-1]) for k, n in enumerate(tp, 1)]
    near = [
        -((1 - Fraction(n, k)) ** 2) - (1 - Fraction(n, tp[-1])) ** 2 for k, n in enumerate(tp, 1)
    ]
    one, other = ({k for k, n in enumerate(by) if n == max(by)} for by in (f1, near))
    if one & other:
        return "the same bar" if one == other else "a bar in common"
    return "the forbidden start" if "".join(map(str, y)).startswith(start) else None


@asked("pr.quarrel")
def test_quarrels_are_judged_by_fractions(q):
    size, start = re.search(r"of (\d+) images.* begin with (\d+)", q.text).groups()
    drawn = np.random.default_rng(len(start)).integers(0, 2, (6, int(size))).tolist()
    for y in [q.answer, *q.misconceptions.values(), *filter(sum, drawn)]:
        verdict = q.check("".join(map(str, y)))
        assert verdict.misconception == quarrel(y, start), (q.place, y)
        assert verdict.correct == (quarrel(y, start) is None)


@asked("ap.moves")
def test_what_leaves_scikit_learns_average_precision_as_it_is(q):
    y = signs(q.data[0])
    last, score = np.flatnonzero(y)[-1], -np.arange(len(y))
    assert y[last - 1] == 0
    new = {"end": ap([*y, 0, 0, 0]), "top": ap([0, *y]), "halved": ap(y, score / 2)}
    new |= {"climb": ap([*y[: last - 1], 1, 0, *y[last + 1 :]])}
    new |= {"twice": ap(np.tile(y, 2), np.tile(score, 2))}
    new |= {"negatives twice": ap(y, score, sample_weight=2 - y)}
    agree(q, {name for name, value in new.items() if isclose(value, ap(y))})


@asked("ap.errata")
def test_the_wrong_sentences_on_average_precision(q):
    blind, same = [1] + [0] * 99, np.ones(100)
    shown = {"ROC area": sk.roc_auc_score(blind, same), "AP": ap(blind, same)}  # "close"
    assert isclose(lifted([1, 1], HUNDRED_AND_ONE, 3), 67 / 101)  # "the same in COCO": not 2/3
    cars = mm.example("cars")
    y = cars.y_true[np.argsort(-cars.y_score, kind="stable")]
    rules = six_rules(np.cumsum(y), np.cumsum(1 - y))
    assert rules["step"] < rules["voc2007"] - 0.01  # "area"
    assert rules["trapezoid"] < rules["step"] - 0.01  # "two ways" is right
    assert {c.name: c.values[0] for c in q.data[0].columns} == shown
    assert q.answer == {"close", "the same in COCO", "area", "ties"}
    said = q.check(q.misconceptions["ties"]).message  # "ties": these differ
    assert f"{ap(y):.3f} with a row for each image" in said
    assert f"{ap(cars.y_true, cars.y_score):.3f} with a row for each score" in said


@asked("ap.detective")
def test_the_detectives_rule_is_the_only_one_that_gives_the_number(q):
    y, score = listed(q)
    last = np.diff(score, append=-1) != 0  # of those with one score
    values = six_rules(np.cumsum(y)[last], np.cumsum(1 - y)[last])
    assert isclose(values["step"], ap(y, score))
    assert isclose(values["trapezoid"], straight(y, score))
    reported = re.search(r"AP (\d\.\d+)", q.text)[1]
    (rule,) = [name for name, value in values.items() if f"{value:.3f}" == reported]
    assert np.sign(values[rule] - values["step"]) == {"equal": 0, "less": -1}.get(WHY[rule], 1)
    agree(q, (rule, WHY[rule]))


@asked("ap.three-rules")
def test_three_rules_are_ordered_by_working_them_out(q):
    if q.data:
        counts = [[column(q.data[0], name)[1:].astype(int) for name in ("TP", "FP")]]
    else:  # it has to be so on any such ranking
        n, positives = map(int, find(r"scores (\d+) scans, (\d+) of them", q))
        drawn = np.random.default_rng(1).permuted([np.arange(n) < positives] * 9, axis=1)
        counts = [(np.cumsum(y), np.cumsum(~y)) for y in drawn]
    for values in [six_rules(tp, fp) for tp, fp in counts]:
        agree(q, sorted(("step", "trapezoid", "davis-goadrich"), key=values.get))


@asked("ap.flatterer")
def test_flatterers_are_judged_by_scikit_learn(q):
    names = {(True, True): None, (False, True): "rectangles give too much"}
    names |= {(True, False): "lines give too little", (False, False): "neither"}
    size, low, high = find(r"each of (\d+).* below (\S+) by .* above (\S+) by", q)
    drawn = np.random.default_rng(3).multinomial(int(size), [0.2, 0.5, 0.1, 0.2], 4)
    for counts in [q.answer, *q.misconceptions.values(), *drawn[drawn[:, 0] > 0].tolist()]:
        y, score = np.repeat([1, 0, 1, 0], counts), np.repeat([2, 2, 1, 1], counts)
        found = names[ap(y, score) < low, straight(y, score) > high] if y.any() else None
        found = found if y.any() else "no positives"
        found = found if len(y) == size else "not so many samples"
        assert q.check(counts).misconception == found, (q.place, counts)
