"""Exercises on other shares of positives, and what they do to P-R and ROC: lesson 10."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from .... import plots
from ....core.formula import Formula
from ....core.trace import Trace
from ....metrics.auc import auc
from ....metrics.average_precision import average_precision
from ....metrics.confusion import Confusion
from ....metrics.populations import reweight
from ....metrics.sweep import Sweep, sweep
from ....plots.picture import describe
from ...examples import example, swept
from .. import Unfit, sentences, task, template, unfit_if
from ..families import formulas
from ..families.rankings import around
from ..families.tables import exchanged, likelihood, limits, rates, with_more_negatives
from ..families.tables import outside as of_outside
from ..forms import Built
from ..typed import Labels, Number, Steps
from . import doubtful, in_order, listed, marks, one_of_each, patterns, ranked, ranking, untrue

BAYES = Formula("precision", "share*recall / (share*recall + (1 - share)*fpr)")
EXCHANGED = Formula("classes exchanged", "healthy*recall / (healthy*recall + ill*fpr)")
HEALTHY = (4, 5, 6, 7, 8, 9, 11, 12)  # 10 times as many is one hundredth of a tenth
MOST_FPR = Formula("fpr", "recall*wrong / (healthy*right)")
WHO = "Aki Bei Cai Dan Edda Fen Gao He Ilse Jing Kun Liu Marek Nora Ou Pei Qin Rosa Shu Tao".split()
SHOWN = {
    "tpr": "TPR",
    "precision": "precision",
    "fpr": "FPR",
    "auc": "AUC",
    "ap": "AP",
    "accuracy": "accuracy",
    "balanced": "balanced accuracy",
    "lr": "LR+",
}
# What each question of `which-picture` asks for.
ASKED = {
    "nurse": "FP / (TP + FP)",
    "towns": "auc",
    "frightened": "FP / (FP + TN)",
    "beds": "TP / (TP + FP)",
    "overlooked": "FN / (TP + FN)",
    "each right one": "FP / TP",
    "two people": "auc",
    "odds": "recall / fpr",
}


def clinic(rng) -> Sweep:
    """Sweep over twenty people, half of them ill."""
    if rng is not None:
        return ranking(rng, 20, 10, name="person")
    return swept("fawcett-20", ids=WHO)


@template("skew.up-the-valley")
def up_the_valley(rng):
    """Precision where so many healthy people come for each ill one."""
    s = clinic(rng)
    row = 11 if rng is None else int(rng.integers(6, 15))
    times = 20 if rng is None else int(rng.choice([5, 8, 12, 15, 20]))
    elsewhere = reweight(s, negatives=times)
    c, far = s[row].confusion, elsewhere[row].confusion
    unfit_if(not c.fp, "every letter is right, wherever")
    divided = Formula("precision divided", "precision / times")
    mistakes = {
        "precision of the list": c.precision,
        "recall": c.recall,
        "share of wrong letters": far.fdr,
        "without the one at the bar": elsewhere[row - 1].confusion.precision,
        "precision divided": divided.work(precision=c.precision, times=times),
        **formulas(far, {"odds for a share": "TP / FP"}),
        "one in for one to": reweight(s, negatives=times - 1)[row].confusion.precision,
        "the ill multiplied": reweight(s, positives=times)[row].confusion.precision,
    }
    words = {"bar": s.threshold[row].item(), "times": times, "c": c, "far": far}
    same = "precision divided", "one in so many", "positives multiplied", "TP over FP"
    known = with_more_negatives(c, times).but(*same)
    known += around(elsewhere, row, "precision").but("one row earlier")
    return task(far.precision, mistakes, family=known, shown=listed(s), steps=far, **words)


@template("skew.which-picture")
def which_picture(rng):
    """Which questions need the share of ill people, and so the P-R side."""
    names = [n for n in ASKED if n not in ("two people", "odds")]
    if rng is not None:
        names = rng.choice(list(ASKED), 6, replace=False).tolist()
    texts = sentences("skew")["which-picture"]["options"]
    here = clinic(None)
    bus = reweight(here, negatives=10)
    moves = frozenset(n for n in names if asked(n, here) != asked(n, bus))
    return task(moves, options={name: texts[name] for name in names})


def asked(name: str, s: Sweep) -> Fraction:
    """Work out what a question asks for, at the bar 0.54 where it needs one."""
    formula = ASKED[name]
    of = auc(s) if formula == "auc" else s.at(0.54).rate(Formula(name, formula))
    return of.fraction


@template("skew.read-from-roc")
def read_from_roc(rng):
    """Precision at a dot in the ROC plane."""
    if rng is None:
        s, row = ranked([1, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0]), 5
    else:
        ill, healthy = int(rng.integers(4, 8)), int(rng.integers(8, 16))
        s, row = ranking(rng, ill + healthy, ill), int(rng.integers(3, 9))
    c = s[row].confusion
    if rng is not None and (c.tp == c.fp + c.fn or c.fn == 1):
        raise Unfit("as many right ones as mistakes, or one missed: too much is the same")
    if c.fp == 0 or c.fn == 0 or len({c.tp, c.fp, c.fn}) < 3:
        raise Unfit("the dot stands at an edge, or two counts are equal")
    mistakes = {
        **formulas(c, {"as if at one to one": "recall / (recall + fpr)"}),
        "recall": c.recall,
        "classes exchanged": EXCHANGED.work(
            ill=s.positives, healthy=s.negatives, recall=c.recall, fpr=c.fpr
        ),
        "share of wrong ones": c.fdr,
        "specificity": c.specificity,
        **formulas(c, {"odds for a share": "TP / FP"}),
    }
    known = rates(c, "precision").but("TP over FP") + likelihood(c) + exchanged(c)
    shown = {"shown": lambda: dotted(s, row), "steps": c}
    return task(c.precision, mistakes, family=known, **shown, c=c, s=s)


def dotted(s: Sweep, row: int):
    """Draw a ROC curve over a grid of people, with a dot at one of its points."""
    ax = plots.roc(s, steps=False)
    ax.plot(s["fpr"][row], s["recall"][row], "ko", markersize=9, zorder=5)
    ax.set(xticks=np.arange(s.negatives + 1) / s.negatives)
    ax.set(yticks=np.arange(s.positives + 1) / s.positives)
    ax.tick_params(labelsize=9)
    ax.grid()
    c = s[row].confusion
    where = f"A black dot at FPR {c.fpr.fraction}, TPR {c.recall.fraction}."
    return describe(ax, where).figure


@template("skew.what-moves")
def what_moves(rng):
    """Which numbers change when only the share does."""
    s, row, one, other = clinic(rng), 6, 10, 20
    if rng is not None:
        row = int(rng.integers(5, 15))
        one, other = rng.choice([2, 3, 4, 5, 10, 20, 50], 2, replace=False).tolist()
    here, elsewhere = (reweight(s, negatives=each) for each in (one, other))
    before, after = eight(here, row), eight(elsewhere, row)
    moves = frozenset(name for name in SHOWN if not np.isclose(before[name], after[name]))
    unfit_if(moves != {"precision", "ap", "accuracy"}, "a number stays by chance")
    columns = {"": list(SHOWN.values())}
    for each, numbers in ((one, before), (other, after)):
        columns[f"1:{each}"] = [f"{numbers[name]:.3f}" for name in SHOWN]
    table = Trace.of("the same program at the same threshold", columns)
    words = {"one": one, "other": other, "c": here[row].confusion, "bar": s.threshold[row].item()}
    return task(moves, shown=here[row].confusion, steps=table, **words)


def eight(s: Sweep, row: int) -> dict:
    """Work eight numbers out at a bar."""
    c = s[row].confusion
    four = {"tpr": c.recall, "precision": c.precision, "fpr": c.fpr, "auc": auc(s)}
    more = {"ap": average_precision(s), "accuracy": c.accuracy, "balanced": c.balanced_accuracy}
    return {**four, **more, "lr": c.lr_plus}


@template("skew.one-place")
def one_place(rng):
    """Tests in the order of their precision in one place."""
    tests = known_tests() if rng is None else {f"test {n}": a_test(rng) for n in "ABCD"}
    right = by(tests, lambda c: c.lr_plus)
    unfit_if(right == tuple(sorted(tests)), "the order in which they are listed is the answer")
    mistakes = {
        "precision at home": by(tests, lambda c: c.precision),
        "recall": by(tests, lambda c: c.recall),
        "TPR − FPR": by(tests, lambda c: c.informedness),
        "the worst first": right[::-1],
    }
    if (calmest := by(tests, lambda c: c.specificity)) != right:
        mistakes["the lowest FPR first"] = calmest
    columns = {"": list(tests), "TPR": [f"{c.recall:.3f}" for c in tests.values()]}
    columns["FPR"] = [f"{c.fpr:.4f}" for c in tests.values()]
    home = {"precision at home": [f"{c.precision:.3f}" for c in tests.values()]}
    factors = {"LR+ = TPR/FPR": [f"{c.lr_plus:.2f}" for c in tests.values()]}
    shown = Trace.of("four tests, each tried in a different place", {**columns, **home})
    steps = Trace.of("what a letter multiplies the odds by", {**columns, **factors})
    return task(right, mistakes, shown=shown, steps=steps)


def known_tests() -> dict[str, Confusion]:
    """Return the tests of the lesson, and the detector of lesson 1."""
    return {
        "liver scan": example("liver-scan").confusion,
        "blood test": example("fob-screening").confusion,
        "eye program": clinic(None).at(0.54),
        "detector": example("cancer").confusions["the detector"],
    }


def a_test(rng) -> Confusion:
    """Draw what came of a test, in a place with a share of ill people of its own."""
    ill, healthy = (rng.integers(2, 12, 2) * 100).tolist()
    hits = round(ill * rng.uniform(0.4, 0.95))
    alarmed = round(healthy * rng.choice([0.01, 0.03, 0.08, 0.2, 0.35]) * rng.uniform(0.8, 1.2))
    return Confusion(tp=hits, fp=alarmed, fn=ill - hits, tn=healthy - alarmed)


def by(tests, number) -> tuple[str, ...]:
    """Order tests by a number, the highest first."""
    return in_order({name: number(c) for name, c in tests.items()}, reverse=True)


@template("skew.out-of-the-lab")
def out_of_the_lab(rng):
    """Precision outside, from a test on even classes."""
    size, missed, alarmed, percent = 200, 20, 10, 2
    if rng is not None:
        size, percent = int(rng.choice([100, 200, 500])), int(rng.integers(1, 9))
        missed, alarmed = (rng.integers(2, 16, 2) * size // 50).tolist()
    lab = Confusion(tp=size - missed, fp=alarmed, fn=missed, tn=size - alarmed)
    share, rates = Fraction(percent, 100), {"recall": lab.recall, "fpr": lab.fpr}
    outside = BAYES.work(share=share, **rates)
    letters = Formula("all letters", "share*recall + (1 - share)*fpr")
    mistakes = {
        "precision in the laboratory": lab.precision,
        "accuracy in the laboratory": lab.accuracy,
        "to for in": BAYES.work(share=Fraction(percent, 100 + percent), **rates),
        "share times precision": Fraction(percent, 100) * lab.precision.fraction,
        "share of wrong letters": 1 - outside.fraction,
        "recall": lab.recall,
        "share of letters": letters.work(share=share, **rates),
    }
    words = {"percent": percent, "rest": 100 - percent, "size": size, "lab": lab}
    same = ("false discovery rate", "recall", "predicted positive rate", "balanced accuracy")
    family = of_outside(lab, share).but(*same)
    return task(outside, mistakes, family=family, shown=lab, **words)


@template("skew.errata")
def errata(rng):
    """Which sentences on shares and curves are wrong."""
    here = clinic(None)
    bus = reweight(here, negatives=10)
    late = example("late-positive")
    clearer = with_more(here)
    few, many = ((0.5 * 0.5 / n) ** 0.5 for n in (100, 900))
    holds = {
        "sensitive": not np.array_equal(here["precision"][1:], bus["precision"][1:]),
        "greater": Fraction(1, 500) > Fraction(1, 100),
        "ends": here["fpr"][0] == here["recall"][0] == 0 and here["fpr"][-1] == 1,
        "small samples": bool(np.isclose(few, many)),
        "limit": np.array_equal(here["recall"], bus["recall"]),
        "necessarily": clearer.at(0.54).fp > here.at(0.54).fp,
        "sags": average_precision(swept("late-positive")) < 0.5,
    }
    words = {"here": here.at(0.54), "bus": bus.at(0.54), "late": late, "rare": 500, "people": 1000}
    return task(untrue(holds), **words)


def with_more(s: Sweep) -> Sweep:
    """Sweep over the same people and nine times the healthy besides, these 0.2 lower."""
    ill, score = s.samples.positive, s.samples.score
    added = np.repeat(score[~ill] - 0.2, 9)
    return sweep(np.append(ill, [False] * len(added)), np.append(score, added).round(3))


@template("skew.same-ray")
def same_ray(rng):
    """Which of two points has the higher precision, and by which rule one sees it."""
    few, many, each = (50, 10), (90, 20), 10
    if rng is not None:
        few, many, each = (*two_points(rng), int(rng.choice([5, 10, 20, 30])))
    pair = (few, many) if rng is None or rng.random() < 0.5 else (many, few)
    a, b = (Fraction(tpr, fpr) for tpr, fpr in pair)
    right = "alike" if a == b else "A" if a > b else "B"
    rows = {"": ["A", "B"], "TPR": [tpr / 100 for tpr, _ in pair]}
    rows["FPR"] = [fpr / 100 for _, fpr in pair]
    after = [factor / each / (1 + factor / each) for factor in (a, b)]
    rows["TPR/FPR"] = [f"{float(factor):.2f}" for factor in (a, b)]
    rows[f"precision at 1:{each}"] = [f"{float(p):.3f}" for p in after]
    steps = Trace.of("both programs on the bus", rows)
    names = ("a_tpr", "a_fpr", "b_tpr", "b_fpr")
    words = dict(zip(names, [x / 100 for point in pair for x in point], strict=True))
    words |= {"each": each, "all_healthy": 100 * each}
    return task((right, "slope"), steps=steps, **words)


def two_points(rng):
    """Draw two points in percent; the second finds more, and is farther above the diagonal."""
    fpr, slope, more = int(rng.integers(2, 9)), int(rng.integers(4, 10)), int(rng.integers(2, 5))
    tpr = min(fpr * slope, 60)
    alike = rng.random() < 1 / 3
    higher = tpr * more if alike else int(rng.integers(tpr + 15, 97))
    many = (higher, fpr * more)
    gap = abs(Fraction(*many) / Fraction(tpr, fpr) - 1)
    if higher > 96 or higher - tpr < 15 or higher - fpr * more <= tpr - fpr or 0 < gap < 0.1:
        raise Unfit("the points don't set the trap")
    return (tpr, fpr), many


@dataclass(frozen=True)
class AtMost(Number):
    """An upper bound: rounded down it holds, and rounded as usual it may be missed by a little."""

    @property
    def asks(self) -> str:
        """Say what to type."""
        return f"{super().asks} (You may also round down, which keeps it below the limit.)"

    def diagnose(self, given, right, mistakes):
        """Take two or three digits that are rounded down as well.

        Examples
        --------
        >>> form, bound = AtMost(), AtMost().read("2/75")
        >>> [form.diagnose(form.read(typed), bound, {}) for typed in ("0.026", "0.027", "0.025")]
        [True, True, ()]
        """
        if given.digits in (2, 3) and 0 <= self.read(right) - given < 2 * given.half:
            return True
        return super().diagnose(given, right, mistakes)


@template("skew.how-low")
def how_low(rng):
    """How low FPR must be for a precision that is wanted."""
    recall, healthy, right = Fraction(4, 5), 12, 3
    if rng is not None:
        recall, healthy = Fraction(int(rng.integers(12, 20)), 20), int(rng.choice(HEALTHY))
        right = int(rng.integers(2, 6))
    terms = {"recall": recall, "healthy": healthy, "wrong": 1, "right": right}
    mistakes = {
        "1 − precision": Fraction(1, right + 1),
        "right and wrong exchanged": MOST_FPR.work(**{**terms, "wrong": right, "right": 1}),
        "wrong ones of all letters": MOST_FPR.work(**{**terms, "right": right + 1}),
        "recall left out": MOST_FPR.work(**{**terms, "recall": 1}),
        "one in for one to": MOST_FPR.work(**{**terms, "healthy": healthy - 1}),
        "as if at one to one": MOST_FPR.work(**{**terms, "healthy": 1}),
    }
    words = {"recall": float(recall), "healthy": healthy, "right": right, "letters": right + 1}
    ill, well = 100, 100 * healthy
    words |= {"ill": ill, "well": well, "found": int(ill * recall)}
    family, most = limits(recall, healthy, right), MOST_FPR.work(**terms)
    if doubtful(most, {**mistakes, **family.values}):
        raise Unfit("three decimals don't tell it from a mistake")
    return task(most, mistakes, family=family, form=AtMost(), **words)


@template("skew.quarrel")
def quarrel(rng):
    """Build a ranking of higher AP and lower AUC."""
    given, healthy = (0, 1, 1, 1, 0, 0, 0, 0, 0, 0), 7
    if rng is not None:
        healthy = int(rng.integers(6, 9))
        given = tuple(rng.permutation([1] * 3 + [0] * healthy).tolist())
    size = len(given)
    old = areas(given)
    right, mistakes = one_of_each(lambda labels: quarrelled(labels, old), patterns(size, 3))
    form = Built(
        Labels(size, 3),
        lambda labels: quarrelled(labels, old),
        lambda labels: "Yours: AP {}, AUC {}.".format(*areas(labels)),
    )
    words = {"given": marks(given, "-+"), "ap": old[0], "auc": old[1]}
    words |= {"best": areas(right), "healthy": healthy, "size": size}
    return task(right, mistakes, form=form, **words)


def areas(labels) -> tuple[Fraction, Fraction]:
    """Return AP and AUC of a ranking, from the top."""
    s = ranked(labels)
    return average_precision(s).fraction, auc(s).fraction


def quarrelled(labels, old):
    """Name what a ranking lacks."""
    ap, area = areas(labels)
    if ap <= old[0]:
        return "AP not higher" if area < old[1] else "neither"
    return True if area < old[1] else "AUC as before" if area == old[1] else "AUC higher"


@template("skew.three-steps")
def three_steps(rng):
    """TPR and FPR of a trial, and the precision where few are ill."""
    trial, percent = Confusion(tp=90, fp=20, fn=10, tn=80), 5
    if rng is not None:
        fn, fp = (int(rng.integers(3, 40)) for _ in range(2))
        trial, percent = Confusion(100 - fn, fp, fn, 100 - fp), int(rng.integers(1, 13))
    share = Fraction(percent, 100)

    def outside(recall, fpr):
        return share * recall / (share * recall + (1 - share) * fpr)

    form = Steps(count=3, names=("TPR", "FPR", "precision"), follow=(None, None, outside))
    precision = BAYES.work(share=share, recall=trial.recall, fpr=trial.fpr)
    right = (trial.recall, trial.fpr, precision)
    wrong = {
        "precision of the trial": (0, trial.precision),
        "missed ones": (0, trial.fnr),
        "specificity for FPR": (1, trial.specificity),
        "share of false alarms": (1, trial.fdr),
        "the share of ill people forgotten": (2, trial.precision),
        "share times TPR": (2, share * trial.recall.fraction),
        "odds": (2, share * trial.recall.fraction / ((1 - share) * trial.fpr.fraction)),
        "the others": (2, 1 - precision.fraction),
    }
    mistakes = {name: form.with_mistake(*slip, right) for name, slip in wrong.items()}
    words = {"percent": percent, "rest": 100 - percent}
    return task(right, mistakes, form=form, shown=trial, steps=list(right), **words)
