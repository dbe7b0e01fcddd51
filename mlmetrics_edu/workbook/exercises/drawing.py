"""Data for an exercise: drawn until the right answer and every known mistake can be told apart.

Two mistakes may well give the same number, and then a checker can't know which was made. So data
are drawn from the seed, again and again, until no two of them could be meant by one typed answer.
"""

from itertools import combinations

import numpy as np

from ...core.errors import MetricError
from .forms import Built, Counts, Form, Number, Numbers, Points
from .registry import Exercise, Task
from .selected import Choice, Options, Order, Reasoned, Subset
from .writing import filled

ATTEMPTS = 3000
EXAMPLE = 4 / 7  # as in "0.571, 4/7 or 57.1 %"


class Unfit(Exception):
    """Drawn data that an exercise can't use."""


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
