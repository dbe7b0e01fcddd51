"""Data for an exercise: drawn until the right answer and every known mistake can be told apart.

Two mistakes may well give the same number, and then a checker can't know which was made. So data
are drawn from the seed, again and again, until no two of them could be meant by one typed answer.
Below stand the data that many exercises draw and lay out: counts, rankings, lists of hits, walks.
"""

from fractions import Fraction
from itertools import combinations, groupby

import numpy as np

from ... import plots
from ...core import digits
from ...core.errors import MetricError
from ...core.trace import Column, Trace
from ...metrics.compare import compare_curves
from ...metrics.confusion import Confusion
from ...metrics.curves import Curve, roc
from ...metrics.sweep import Sweep, sweep
from ...plots.curves import square
from ...plots.look import SERIES, letters
from ...plots.picture import describe
from ...plots.say import say
from ..examples import example, swept
from .families import filled
from .forms import (
    Built,
    Choice,
    Counts,
    Form,
    Number,
    Numbers,
    Options,
    Order,
    Points,
    Reasoned,
    Subset,
    corners,
)
from .registry import Exercise, Task

ATTEMPTS = 3000
EXAMPLE = 4 / 7  # as in "0.571, 4/7 or 57.1 %"
NUMBER = Number()
APART = 1.1e-3  # two numbers that three decimals tell apart


class Unfit(Exception):
    """Drawn data that an exercise can't use."""


def unfit_if(what: object, why: str) -> None:
    """Refuse drawn data of which something holds."""
    if what:
        raise Unfit(why)


def draw(exercise: Exercise, seed: int | None, attempts: int | None = None) -> tuple[Task, Form]:
    """Draw data for an exercise, and the form of its answer; so often until they fit.

    Raises
    ------
    MetricError
        If no data were found on which all mistakes can be told apart.
    """
    why = ""
    for attempt in range(1 if seed is None else attempts or ATTEMPTS):
        rng = None if seed is None else np.random.default_rng([seed, attempt])
        try:
            task = exercise.draw(rng)
            form = form_of(exercise, task, rng)
            check(form, task)
            if rng is not None and (alike := twins(form, task) or percentages(form, task)):
                raise Unfit(f"'the answer' and {alike[0]!r} both give {form.write(task.answer)}")
            return task, form
        except (Unfit, MetricError) as error:
            why = str(error)
    raise MetricError(
        f"{exercise.id} with seed {seed}: no data found in {attempt + 1} tries",
        f"in the last one, {why}",
        "take another seed",
    )


def check(form: Form, task: Task) -> None:
    """Refuse data on which two answers can't be told apart, or one can't be typed."""
    values = {"the answer": task.answer, **form.known(task.answer, task.mistakes)}
    read = {name: form.read(value) for name, value in values.items()}
    if lost := [name for name, value in read.items() if value is None]:
        raise Unfit(f"{lost[0]!r} gives no answer that could be typed")
    if isinstance(form, Number) and read["the answer"] == EXAMPLE:
        raise Unfit("the answer is the example of how to type one")
    if isinstance(form, Built):
        return _check_built(form, read)
    for (a, x), (b, y) in combinations(read.items(), 2):
        if form.close(x, y):
            raise Unfit(f"{a!r} and {b!r} both give {form.write(values[b])}")
    return None


def twins(form: Form, task: Task) -> tuple[str, ...]:
    """Name what of an answer's neighbourhood would be taken for it."""
    if not isinstance(form, Number):
        return ()
    right, values = form.read(task.answer), task.family.values
    return tuple(name for name, known in values.items() if form.meets(form.read(known), right))


def percentages(form: Form, task: Task) -> tuple[str, ...]:
    """Name what of an answer's neighbourhood would be taken for its percentage without the sign."""
    if not isinstance(form, Number) or form.whole or not abs(task.answer) < 1:
        return ()
    hundredfold = form.read(100 * float(task.answer))
    values = ((name, float(value)) for name, value in task.family.values.items())
    return tuple(name for name, known in values if form.close(hundredfold, known))


def _check_built(form: Built, read) -> None:
    for name, value in read.items():
        verdict = form.judge(value)
        if verdict != (True if name == "the answer" else name):
            raise Unfit(f"{name!r} is judged to be {verdict!r}")


def form_of(exercise: Exercise, task: Task, rng) -> Form:
    """Tell how the answer is given, from what it is and what there is to choose from."""
    if task.form:
        return task.form
    texts = task.options or exercise.prose.get("options", {})
    reasons = task.reasons or exercise.prose.get("reasons", {})
    options = Options(shuffled(texts, task, rng))
    if reasons:
        return Reasoned(options, Options(shuffled(reasons, task, rng), "123456789"))
    if texts:
        return (Choice if isinstance(task.answer, str) else Subset)(options)
    return plain_form(task.answer)


def plain_form(answer) -> Form:
    """Tell the form of an answer that isn't chosen from a list."""
    if hasattr(answer, "tp"):
        return Counts()
    if hasattr(answer, "x"):
        return Points()
    if isinstance(answer, tuple):
        words = all(isinstance(part, str) for part in answer)
        return Order(_not_in(answer)) if words else Numbers(len(answer))
    return Number(whole=isinstance(answer, int))


def _not_in(answer: tuple[str, ...]) -> tuple[str, ...]:
    """Put items into an order that isn't the one asked for."""
    items = tuple(sorted(answer))
    return items[::-1] if items == answer else items


def shuffled(texts, task: Task, rng) -> dict[str, str]:
    """Put options into an order that depends on the seed, and fill in their places."""
    written = {name: filled(text, task.words) for name, text in texts.items()}
    if len(set(written.values())) < len(written):
        raise Unfit("two options say the same")
    names = list(texts)
    order = names if rng is None else [names[i] for i in rng.permutation(len(names))]
    return {name: written[name] for name in order}


def counts(rng, low=2, high=60) -> Confusion:
    """Draw four counts, no two of them equal.

    Examples
    --------
    >>> counts(np.random.default_rng(0)).total
    133
    """
    tp, fp, fn, tn = rng.choice(np.arange(low, high), size=4, replace=False).tolist()
    return Confusion(tp=tp, fp=fp, fn=fn, tn=tn)


def ranking(rng, samples=10, positives=4, *, name="image", ties="in-order", places=2) -> Sweep:
    """Draw scores for a few samples, the positive ones higher more often than not.

    Scores have so many decimal ``places``; with ``ties="in-order"`` no two are equal.

    Examples
    --------
    >>> s = ranking(np.random.default_rng(0), 6, 2)
    >>> len(s), s.positives
    (7, 2)
    """
    y = rng.permutation([1] * positives + [0] * (samples - positives))
    pool = np.arange(1, 10**places)
    low, high = np.array_split(pool, [int(0.8 * len(pool))])[0], pool[len(pool) // 5 :]
    score = np.where(y == 1, rng.choice(high, samples), rng.choice(low, samples))
    while ties == "in-order" and len(set(score.tolist())) < samples:
        score = np.where(y == 1, rng.choice(high, samples), rng.choice(low, samples))
    ids = [f"{name} {i}" for i in range(1, samples + 1)]
    return sweep(y, score / 10**places, ids=ids, ties=ties)


def listed(s: Sweep) -> Trace:
    """List the samples of a sweep from the highest score down, with their true labels.

    Examples
    --------
    >>> print(listed(sweep([0, 1], [0.2, 0.9], ids=["a", "b"])))
    2 samples, from the highest score to the lowest
    sample  score  label
    b         0.9      1
    a         0.2      0
    """
    order = np.argsort(-s.samples.score, kind="stable")
    names = s.samples.ids[order].tolist() if s.samples.ids is not None else order.tolist()
    scores = s.samples.score[order].tolist()
    title = f"{len(order)} samples, from the highest score to the lowest"
    columns = [
        Column("sample", names),
        Column("score", scores, show=digits.thresholds(scores), align="right"),
        Column("label", s.samples.positive[order].astype(int).tolist(), align="right"),
    ]
    return Trace(title, columns)


def marks(hits) -> str:
    """Write a list of hits as the lessons do.

    Examples
    --------
    >>> marks([1, 0, 1])
    '■·■'
    """
    return "".join("■" if hit else "·" for hit in hits)


def rungs(hits) -> list[Fraction]:
    """Return the precision at each hit.

    Examples
    --------
    >>> rungs([1, 0, 1])
    [Fraction(1, 1), Fraction(2, 3)]
    """
    return [Fraction(sum(hits[:i]), i) for i, hit in enumerate(hits, 1) if hit]


def in_order(gives, *, reverse=False) -> tuple[str, ...]:
    """Sort names by what they give, the lowest first; with ``reverse`` the highest.

    Examples
    --------
    >>> in_order({"coco": 0.505, "sklearn": 1, "voc2010": 0.5})
    ('voc2010', 'coco', 'sklearn')
    """
    return tuple(sorted(gives, key=gives.get, reverse=reverse))


def compared(title, **sides) -> Trace:
    """Lay out what several sides have of the same names, a row a name.

    Examples
    --------
    >>> print(compared("two lists", first={"AP": Fraction(3, 5)}, second={"AP": 1}))
    two lists
        first        second
    AP  3/5 = 0.600  1
    """
    names = list(next(iter(sides.values())))
    columns = {side: [digits.both(has[name]) for name in names] for side, has in sides.items()}
    return Trace.of(title, {"": names, **columns})


def distinct(answer, mistakes, least=4) -> dict:
    """Leave out what gives here the same as the answer, or as a mistake named before.

    Raises
    ------
    Unfit
        If fewer than ``least`` mistakes are left.

    Examples
    --------
    >>> distinct(0.5, {"recall": 0.4, "precision": 0.5, "accuracy": 0.4001}, least=1)
    {'recall': 0.4}
    """
    kept = {}
    for name, value in mistakes.items():
        others = [answer, *kept.values()]
        order = isinstance(value, tuple)
        if all(value != other if order else abs(value - other) > APART for other in others):
            kept[name] = value
    if len(kept) < least:
        raise Unfit("too many mistakes give the same")
    return kept


def doubtful(right, mistakes) -> bool:
    """Tell whether the right number in three decimals may as well be what a mistake gives.

    Examples
    --------
    >>> doubtful(0.0142, {"another": 0.0139}), doubtful(0.142, {"another": 0.139})
    (True, False)
    """
    return bool(NUMBER.unsure(NUMBER.read(f"{right:.3f}"), right, mistakes))


def of_example(name: str) -> Sweep:
    """Sweep over an example; what it calls a car is an image here, with a car or without."""
    ids = example(name).ids
    return swept(name, ids=ids and [str(id).replace("car", "image") for id in ids])


def stairs(s: Sweep, alt: str):
    """Draw a ROC curve on a grid with a line for each sample; say it in words as well."""
    with plots.style():
        ax = plots.panels(size=(5.4, 5.1))[1]
        square(ax, "FPR", say("roc.tpr"))
        for axis, n in ((ax.xaxis, s.negatives), (ax.yaxis, s.positives)):
            axis.set_ticks(np.arange(n + 1) / n, ["0", *(f"{k}/{n}" for k in range(1, n)), "1"])
        ax.tick_params(labelsize=letters(min(1, 7.2 / s.negatives)))
        ax.grid(visible=True, lw=0.5, alpha=0.6)
        ax.set_axisbelow(True)
        ax.plot(*roc(s), color=SERIES[0][0])
    return describe(ax, alt).figure


def moves(s: Sweep) -> str:
    """Say the steps of a walk without ties: so many up, so many right."""
    runs = [(up, len(list(run))) for up, run in groupby(np.diff(s.tp).tolist())]
    walk = ", ".join(f"{'up' if up else 'right'} {steps}" for up, steps in runs)
    return f"A staircase from (0, 0) to (1, 1), a step for each sample: {walk}."


def turns(s: Sweep) -> str:
    """Say where a curve turns."""
    spots = (f"({digits.decimal(x)}, {digits.decimal(y)})" for x, y in corners(pointed(s)))
    return f"A curve of straight pieces with these corners (FPR, TPR): {', '.join(spots)}."


def pointed(s: Sweep, across="fpr") -> np.ndarray:
    """Return a curve of recall as points, one a row."""
    return np.column_stack([s[across], s["recall"]])


def nine() -> Sweep:
    """Sweep over nine samples, three of which have one score."""
    score = [0.9, 0.8, 0.6, 0.6, 0.6, 0.5, 0.4, 0.3, 0.2]
    names = [f"sample {i}" for i in range(1, 10)]
    return sweep([1, 0, 1, 1, 0, 0, 1, 0, 0], score, ids=names)


def one_tie(rng, positives: int, negatives: int) -> Sweep:
    """Draw a ranking in which one positive and one negative tie."""
    s = ranking(rng, positives + negatives, positives, name="sample")
    y, score = s.samples.positive, s.samples.score.copy()
    score[rng.choice(np.flatnonzero(~y))] = score[rng.choice(np.flatnonzero(y))]
    return sweep(y.astype(int), score, ids=s.samples.ids)


def alike(one: Curve, other: Curve) -> bool:
    """Tell whether two curves are one line, however many points they have."""
    return compare_curves(one, other).verdict == "they are the same"


def ranked(labels, ids=None) -> Sweep:
    """Sweep over labels in order, the first with the highest score."""
    return sweep(labels, range(len(labels), 0, -1), ids=ids)


def patterns(count: int, positives: int):
    """Return all rankings of so many samples, so many of them positive."""
    for ones in combinations(range(count), positives):
        yield tuple(int(place in ones) for place in range(count))


def untrue(holds) -> frozenset[str]:
    """Collect the sentences that don't hold, by their names."""
    return frozenset(name for name, true in holds.items() if not true)


def one_of_each(judge, tries, kinds=5) -> tuple[object, dict]:
    """Find what is right among many things, and for each mistake the first that shows it.

    Raises
    ------
    Unfit
        If there are fewer kinds, or nothing is right.

    Examples
    --------
    >>> one_of_each(lambda n: n == 2 or "odd" * (n % 2) or "even", range(9), 3)
    (2, {'even': 0, 'odd': 1})
    """
    firsts = {}
    for thing in tries:
        firsts.setdefault(judge(thing), thing)
    if len(firsts) < kinds or True not in firsts:
        raise Unfit("some mistake can't be made, or nothing is right")
    return firsts.pop(True), firsts


def own(family, *names) -> dict:
    """Take those members of a family of which an exercise itself speaks.

    Examples
    --------
    >>> from .families.decisions import bars
    >>> own(bars(1, 4), "one price over the other", "one half")
    {'one price over the other': 0.25, 'one half': 0.5}
    """
    return {name: family.values[name] for name in names}
