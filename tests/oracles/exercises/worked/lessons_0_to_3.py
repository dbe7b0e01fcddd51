"""Exercises of lessons 0 to 3, by scikit-learn, SciPy and plain counting."""

import random
import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from itertools import pairwise

import numpy as np
from scipy import stats
from sklearn import metrics as sk

import mlmetrics_edu as mm
from tests.oracles.exercises.questions import (
    column,
    columns,
    expand,
    numbers,
    options,
    some_of,
    upwards,
    worked,
)

RATES = {
    "precision": sk.precision_score,
    "recall": sk.recall_score,
    "accuracy": sk.accuracy_score,
    "balanced accuracy": sk.balanced_accuracy_score,
    "specificity": lambda *y, **more: sk.recall_score(*y, pos_label=0, **more),
    "npv": lambda *y, **more: sk.precision_score(*y, pos_label=0, **more),
    "fpr": lambda *y, **more: 1 - sk.recall_score(*y, pos_label=0, **more),
}
# As the exercise on formulas calls them.
NAMED = {
    "false discovery rate": lambda *y: 1 - sk.precision_score(*y),
    "negative predictive value": RATES["npv"],
    "false omission rate": lambda *y: 1 - RATES["npv"](*y),
    "false negative rate": lambda *y: 1 - sk.recall_score(*y),
    "false positive rate": RATES["fpr"],
    "specificity": RATES["specificity"],
    "precision": sk.precision_score,
    "recall": sk.recall_score,
}


@worked("start.below-the-line")
def below_the_line(q):
    """Just one sentence has two true halves."""
    _, said, truth = columns(q).values()
    share = tuple(numbers(r"a share: (\d+) of (\d+)\.", q))
    spam, alarm, right = truth == "spam", said == "spam", truth == said
    groups = {"are spam": spam, "called spam": alarm, "all emails": spam | True, "are fine": ~spam}
    for letter, text in q.form.listed:
        who = next(who for end, who in groups.items() if text.endswith(f"{end}."))
        yield letter, ((who & right).sum(), who.sum()) == share


@worked("start.best-first")
def best_first(q):
    names, right, of = columns(q).values()
    yield upwards(names, -right / of), True
    yield upwards(names, of - right), "by the fewest mistakes"


@worked("start.false-alarms")
def false_alarms(q):
    names, said, truth = columns(q).values()
    yield {*names[(said == "spam") & (truth == "fine")]}, True
    yield {*names[(said == "fine") & (truth == "spam")]}, "the missed ones"


@worked("start.cut-off")
def cut_off(q):
    """The standard library rounds."""
    wrong = set()
    for letter, text in q.form.listed:
        a, b, printed = re.fullmatch(r"(\d+)/(\d+) = (0\.\d{4})", text).groups()
        rounded = (Decimal(a) / int(b)).quantize(Decimal("1e-4"), ROUND_HALF_UP)
        wrong |= {letter} if str(rounded) != printed else set()
    yield wrong, True


@worked("start.one-half")
def one_half(q):
    names, truth = columns(q).values()
    for picked in some_of(names, 30):
        half = picked.any() and np.mean(truth[picked] == "spam") == 0.5
        yield {*names[picked]}, bool(half)


@worked("counts.two-alarms")
def two_alarms(q):
    """Of the reasons, only recall speaks for the safer one and not for the other."""
    both = [expand(*cells) for cells in zip(*[*columns(q).values()][1:], strict=True)]
    recall, precision, right = (
        [RATES[name](*y) for y in both] for name in ("recall", "precision", "accuracy")
    )
    best = int(np.argmax(recall))
    assert recall[best] > recall[1 - best] and precision[best] < precision[1 - best]
    assert right[0] == right[1] and sum(both[best][1]) > sum(both[1 - best][1])
    yield (("the first", "the second")[best], "finds more"), True


@worked("counts.ten-times")
def ten_times(q):
    cells = [int(re.search(rf"\b{cell} = (\d+)", str(q))[1]) for cell in ("TP", "FP", "FN", "TN")]
    truth, guess = expand(*cells)
    weights = np.where(truth == 0, 10, 1)
    asked = {name: rate for name, rate in RATES.items() if name != "npv"}
    moved = {k: f(truth, guess) - f(truth, guess, sample_weight=weights) for k, f in asked.items()}
    yield {name for name, by in moved.items() if abs(by) < 1e-9}, True


@worked("counts.trap")
def trap(q):
    names = np.array(re.split(", | and ", re.search(r"borrowers: (.*?)\. ", q.text)[1]))
    patterns = "are (.*?)[.]", "called (.*?) bad"
    truth, model = (np.isin(names, re.search(p, q.text)[1].split(", ")) for p in patterns)
    names_of = {(1, 1): True, (1, 0): "finds as many", (0, 1): "not more accurate"}
    for picked in some_of(names, 20):
        more = np.mean(truth == picked) > np.mean(truth == model)
        fewer = np.sum(truth & picked) < np.sum(truth & model)
        yield {*names[picked]}, names_of.get((more, fewer), "neither")


@worked("counts.formula")
def formula(q):
    """The formula gives what scikit-learn gives."""
    name, ours = re.search(r"Write the (.*) as a formula", q.text)[1], mm.Formula("x", q.answer)
    for counts in ((20, 30, 10, 40), (7, 1, 3, 90)):
        cells = dict(zip(("TP", "FP", "FN", "TN"), counts, strict=True))
        value = ours.work(**{term: cells[term] for term in ours.terms})
        assert np.isclose(value, NAMED[name](*expand(*counts)))
    yield q.answer, True


@worked("tradeoff.one-more")
def one_more(q):
    names, score, bad = columns(q).values()
    high, low, who = re.search(r"from ([\d.]+) to ([\d.]+), and (.*) joins the", q.text).groups()
    old, new = score >= float(high), score >= float(low)
    assert {*names[new]} - {*names[old]} == {who}
    moves = np.sign(round(bad[new].mean() - bad[old].mean(), 9)), bad[new].sum() > bad[old].sum()
    says = {(1, True): "Precision rises, and so does recall."}
    says[-1, False] = "Precision falls, and recall stays the same."
    reason = "One more hit" if bad[names == who] else "One more false alarm"
    texts = options(q)
    assert texts[q.answer[0]] == says[moves] and texts[q.answer[1]].startswith(reason)
    yield q.answer, True


@worked("tradeoff.errata")
def errata_of_tradeoff(q):
    row = [int(label) for label in q.text.split("): ")[1].split()]
    precision = [Fraction(sum(row[:n]), n) for n in range(1, len(row) + 1)]
    assert any(b > a for a, b in pairwise(precision))  # who calls more people may raise it
    assert any(b < a for a, b in pairwise(precision))  # and precision "may fall": that is right
    assert row[0] == 0  # "call only the likeliest one": precision is 0
    assert sk.precision_score(row, row) == sk.recall_score(row, row) == 1  # "judge … correctly"
    wrong = "call only the likeliest one", "judge everyone correctly", "to raise precision you"
    yield {a for a, text in q.form.listed if any(part in text for part in wrong)}, True


@worked("tradeoff.order-of-prices")
def order_of_prices(q):
    """A find costs its share of the alarms."""
    program, alarms, finds = columns(q).values()
    orders = {True: alarms / finds, "the reverse": -alarms / finds, "finds alone": -finds}
    orders |= {"false alarms alone": alarms, "subtracted": alarms - finds}
    yield from ((upwards(program, by), name) for name, by in orders.items())


@worked("tradeoff.price-lists")
def price_lists(q):
    """Every bill is worked out."""
    line = float(re.search(r"lists is ([\d.]+) the cheap", q.text)[1])
    bars, fp, fn = (np.array(column(q.data[0], name)) for name in ("threshold", "FP", "FN"))
    cheapest = {}
    for name, text in options(q).items():
        miss, alarm = map(int, re.fullmatch(r"a miss (\d+), a false alarm (\d+)", text).groups())
        bill = miss * fn + alarm * fp
        cheapest[name] = bars[bill == bill.min()].tolist()
    assert {name for name, lines in cheapest.items() if len(lines) > 1 and line in lines} == {"tie"}
    assert min(cheapest["above"]) < line < min(cheapest["below"])  # the prices are high for a miss
    yield {name for name, lines in cheapest.items() if lines == [line]}, True


@worked("tradeoff.climb")
def climb(q):
    hits, others = map(int, numbers(r"of (\d+) positives \(1\) and (\d+) negatives", q))
    goal = Fraction(re.search(r"at least ([\d/]+\d)", q.text)[1])
    labels, deal = [1] * hits + [0] * others, random.Random(0)
    names = {(1, 1): True, (0, 1): "surest one positive", (1, 0): "last positive too late"}
    for y in [q.answer, *(deal.sample(labels, len(labels)) for _ in range(25))]:
        y = [int(label) for label in y]
        backwards = all(climbs(y[::-1], goal)) and not all(climbs(y, goal))
        yield y, "lowest score first" if backwards else names.get(climbs(y, goal), "neither")


def climbs(y, goal):
    """Tell whether each positive lifts precision, and whether the last leaves it high enough."""
    precision = [Fraction(sum(y[:n]), n) for n in range(1, len(y) + 1)]
    hits = [n for n, label in enumerate(y) if label]
    return all(n and precision[n] > precision[n - 1] for n in hits), precision[hits[-1]] >= goal


@worked("fbeta.which-mean")
def which_mean(q):
    """Only one story has the mean that is asked for as its true average."""
    means = {"harmonic": stats.hmean, "arithmetic": np.mean, "geometric": stats.gmean}
    mean = means[re.search("the (harmonic|arithmetic|geometric) mean", q.text)[1]]
    fits = []
    for letter, text in q.form.options.listed:
        x, y = map(float, re.findall(r"\d+(?:\.\d+)?", text))
        truth, why = really(text, x, y)
        fits += [(letter, why)] if np.isclose(mean([x, y]), truth) else []
    ((letter, why),) = fits
    number = next(n for n, text in q.form.reasons.listed if text.startswith(why))
    yield letter + number, True


def really(story, x, y):
    """Work an average out without a mean: litres over minutes, or the same price in the end."""
    if "tank" in story:  # of 2xy litres: each half, xy litres, takes y or x minutes
        return 2 * x * y / (y + x), "The amounts are equal"
    if "hour" in story:
        return (60 * x + 60 * y) / 120, "The times are equal"
    return (x * y) ** 0.5, "The factors are multiplied"  # its square is both factors in a row


@worked("fbeta.best-by-f2")
def best_by_f2(q):
    model, *rates = columns(q).values()
    squares = {"the answer": 4, "β for β²": 2, "F0.5": 0.25, "F1": 1, "recall alone": 1e9}
    for name in squares.keys() & {"the answer", *q.misconceptions}:
        pairs = zip(*rates, strict=True)
        f = [stats.hmean(pair, weights=[1, float(squares[name])]) for pair in pairs]
        yield upwards(model, f)[::-1], True if name == "the answer" else name
    yield q.answer[::-1], "the worst first"


@worked("fbeta.build-kit")
def build_kit(q):
    """Fewer hits and a higher F1."""
    lists = re.search(r"positive\): ([\d, ]+)\..* rang at ([\d, ]+): that's (\d+) hits", q.text)
    poisoned, rang = ({*map(int, text.split(", "))} for text in lists.groups()[:2])
    f1 = lambda kit: Fraction(2 * len(kit & poisoned), len(kit) + len(poisoned))  # noqa: E731
    assert len(rang & poisoned) == int(lists[3]) and f"an F1 of {f1(rang)}." in q.text
    deal = random.Random(0)
    for _ in range(25):
        few = deal.sample(sorted(poisoned), deal.randint(1, len(poisoned)))
        yours = {*few, *deal.sample(range(1, 21), deal.choice([0, 0, 1, 2, 5]))}
        fewer = len(yours & poisoned) == len(rang & poisoned) - 1
        yield yours, fewer and f1(yours) > f1(rang)
    yield {*map(int, q.answer)}, True


@worked("fbeta.three-steps")
def three_steps(q):
    (c,) = q.data
    y = expand(c.tp, c.fp, c.fn, c.tn)
    yield [score(*y) for score in (sk.precision_score, sk.recall_score, sk.f1_score)], True


@worked("fbeta.formula")
def formula_of_f_beta(q):
    above, below = re.search(r"β = (\d+)(?:/(\d+))?", q.text).groups()
    y = expand(20, 30, 10, 40)
    p, r = sk.precision_score(*y), sk.recall_score(*y)
    theirs = sk.fbeta_score(*y, beta=int(above) / int(below or 1))
    assert np.isclose(mm.Formula("theirs", q.answer).work(P=p, R=r), theirs)
    yield q.answer, True
