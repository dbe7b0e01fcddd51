"""Exercises on the four counts, accuracy, precision and recall: lesson 1."""

from fractions import Fraction

from ....metrics.confusion import Confusion
from ...examples import example
from ..choosing import Names
from ..drawing import Unfit
from ..making import Built
from ..material import counts
from ..registry import template
from ..task import formulas, task

MEDICAL = "truth in columns, positive first"


@template("counts.screening")
def screening(rng):
    """Precision, from a table of counts."""
    c = example("fob-screening").confusion if rng is None else rare(rng)
    mistakes = {
        "recall": c.recall,
        "false letters": c.fdr,
        "over everybody": c.detection_rate,
        "accuracy": c.accuracy,
    }
    return task(c.precision, mistakes, shown=c, c=c, letters=c.tp + c.fp, ill=c.tp + c.fn)


def rare(rng) -> Confusion:
    """Draw a test for something rare, which raises more false alarms than true ones."""
    tp, fn = rng.integers(5, 60), rng.integers(2, 30)
    fp = tp + rng.integers(20, 200)
    return Confusion(*map(int, (tp, fp, fn, rng.integers(800, 3000))))


@template("counts.baseline")
def baseline(rng):
    """The accuracy of a model that calls nobody positive."""
    one_in = 50 if rng is None else int(rng.choice([8, 12, 16, 20, 25, 30, 40, 60, 80]))
    nothing = Confusion(tp=0, fp=0, fn=1, tn=one_in - 1)
    offered = 1 - Fraction(3, 2 * one_in) if rng is not None else Fraction(97, 100)
    mistakes = {
        "the frauds' share": nothing.error_rate,
        "balanced accuracy": nothing.balanced_accuracy,
        "the salesman's figure": offered,
        "recall": nothing.recall,
    }
    return task(nothing.accuracy, mistakes, one_in=one_in, offered=float(offered))


@template("counts.medical-table")
def medical_table(rng):
    """Recall, from a table whose columns are the truth."""
    c = example("liver-scan").confusion if rng is None else counts(rng, 10, 240)
    paper = c.table(MEDICAL)
    mistakes = {
        "along the row": c.precision,
        "read as scikit-learn's": Confusion.from_table(paper).recall,
        "the other class": c.specificity,
        "over everybody": c.detection_rate,
    }
    return task(
        c.recall, mistakes, shown=printed(paper), steps=c.trace(MEDICAL), c=c, ill=c.tp + c.fn
    )


def printed(table) -> str:
    """Print a table as a paper would: four numbers, and nothing else."""
    width = len(str(table.max()))
    return "\n".join("  ".join(f"{n:{width}d}" for n in row) for row in table.tolist())


@template("counts.letters")
def letters(rng):
    """The false positive rate, where a book calls the cells A, B, C and D."""
    four = {"A": 45, "B": 5, "C": 30, "D": 420}
    if rng is not None:
        four = dict(zip("ABCD", counts(rng, 5, 400).table().ravel().tolist(), strict=True))
    c = Confusion.from_letters(**four)
    mistakes = {
        "B/(B + D)": c.false_omission_rate,
        "1 − precision": c.fdr,
        "specificity": c.specificity,
        "miss rate": c.fnr,
    }
    return task(c.fpr, mistakes, steps=c, c=c, **four)


@template("counts.other-class")
def other_class(rng):
    """Precision of those who look for the other class."""
    c = example("liver-scan").confusion if rng is None else counts(rng, 10, 240)
    hers = Confusion(tp=c.tn, fp=c.fn, fn=c.fp, tn=c.tp, names=("abnormal", "normal"))
    mistakes = {
        "the other class's precision": c.precision,
        "her recall": hers.recall,
        "share of false ones": hers.fdr,
        "accuracy": c.accuracy,
    }
    return task(hers.precision, mistakes, shown=c, steps=hers, c=c, hers=hers)


@template("counts.odd-formula")
def odd_formula(rng):
    """The false positive rate, which a note writes over the wrong total."""
    c = Confusion(tp=2, fp=3, fn=4, tn=11) if rng is None else counts(rng, 2, 30)
    mistakes = {
        **formulas(c, {"as the note has it": "FN / (FN + TN)", "of all alarms": "FP / (TP + FP)"}),
        "miss rate": c.fnr,
        "over everybody": Fraction(c.fp, c.total),
        "specificity": c.specificity,
    }
    return task(c.fpr, mistakes, shown=c, c=c, negatives=c.fp + c.tn)


@template("counts.errata")
def errata(rng):
    """Which sentences of notes that many have read are wrong."""
    c = Confusion(tp=4, fp=3, fn=2, tn=11)
    return task(frozenset({"error rate", "precision", "accuracy", "axes"}), c=c)


@template("counts.ten-times")
def ten_times(rng):
    """Which rates stay as they are when the negatives become ten times as many."""
    c = Confusion(tp=8, fp=2, fn=4, tn=18) if rng is None else counts(rng, 3, 30)
    more = Confusion(tp=c.tp, fp=10 * c.fp, fn=c.fn, tn=10 * c.tn)
    asked = {"precision", "recall", "accuracy", "specificity", "fpr", "f1"}
    stays = frozenset(rate for rate in asked if c.rate(rate).fraction == more.rate(rate).fraction)
    if stays != {"recall", "specificity", "fpr"}:
        raise Unfit("a rate stays by chance")
    return task(stays, shown=c, steps=more, c=c, more=more)


@template("counts.trap")
def trap(rng):
    """Build predictions of higher accuracy and lower recall than a model's."""
    names = ["Ann", "Bao", "Cem", "Dai", "Eva", "Fei", "Gia", "Hua", "Ida", "Jun", "Kim", "Lin"]
    size = 4 if rng is None else int(rng.integers(3, 6))
    bad = names[:size] if rng is None else sorted(rng.choice(names, size, replace=False).tolist())
    good = [name for name in names if name not in bad]
    called = [*bad[:-1], *good[:3]]
    model = judged(names, bad, called)
    none_called = {
        "more accurate, but finds as many": bad,
        "fewer found, no more accurate": good[:4],
    }
    mistakes = {**none_called, "neither": [*bad, *good[:5]]}
    form = Built(
        Names(tuple(names)),
        lambda given: trap_judged(judged(names, bad, given), model),
        lambda given: summary(judged(names, bad, given)),
    )
    words = {"bad": ", ".join(bad), "called": ", ".join(called), "model": model}
    return task(frozenset(bad[:1]), mistakes, shown=str(model), form=form, **words)


def judged(names, bad, called) -> Confusion:
    """Count a list of people who are called bad."""
    return Confusion.from_labels([n in bad for n in names], [n in called for n in names])


def trap_judged(yours: Confusion, model: Confusion):
    """Name what a list lacks."""
    found = (yours.accuracy > model.accuracy, yours.recall < model.recall)
    names = {(True, True): True, (True, False): "more accurate, but finds as many"}
    names |= {(False, True): "fewer found, no more accurate", (False, False): "neither"}
    return names[found]


def summary(c: Confusion) -> str:
    """Say what a list came to."""
    return f"Yours: accuracy {c.accuracy.fraction}, recall {c.recall.fraction}."
