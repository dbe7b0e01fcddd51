"""Questions whose answers know which mistake was made: each draws data, its sentences beside it.

Here an exercise is found and drawn. A `question` asks and judges; its answer takes one of the
`forms` (what is chosen) or is `typed`, by what `reading` makes of it. `families` know what is taken
for a quantity; the `bank` holds the exercises; a `guess` is a question of a lesson, and `on_a_page`
one without Python.

Two mistakes may well give the same number, and then a checker can't know which was made. So data
are drawn from the seed, again and again, until no two of them could be meant by one typed answer.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from itertools import combinations

import numpy as np

from ...core.errors import MetricError, UnknownNameError, did_you_mean
from ...core.inputs import short
from .families import NONE, Family, filled
from .forms import Built, Choice, Form, Options, Order, Reasoned, Subset
from .typed import Counts, Number, Numbers, Points

ATTEMPTS = 3000
EXAMPLE = 4 / 7  # as in "0.571, 4/7 or 57.1 %"

# Each subject, and the lesson that teaches it; an exercise may belong to a later one.
TOPICS = {
    "start": 0,
    "counts": 1,
    "tradeoff": 2,
    "fbeta": 3,
    "classes": 4,
    "walk": 5,
    "pr": 6,
    "ap": 7,
    "roc": 8,
    "auc": 9,
    "skew": 10,
    "ks": 11,
    "costs": 12,
    "boxes": 13,
    "map": 14,
    "lists": 15,
    "choosing": 16,
    "shards": 18,
}
KINDS = {
    "compute": "work a value out",
    "read off": "read a value off a picture",
    "choose": "choose, and say why",
    "order": "put in order",
    "erratum": "find the mistake in a published text",
    "build": "build something with a property",
    "predict": "say what will change",
    "steps": "work out one number after the other",
    "write": "write a formula",
    "code": "write a few lines of code",
}
BANK = f"{__package__}.bank"
HINTS = 3
PLACE = re.compile(r"\{[^{}]*\}")  # in a sentence, for what is drawn


@dataclass(frozen=True)
class Task:
    """An exercise on some data.

    Attributes
    ----------
    answer : object
        The right value: a `Worked` or another number, the name of an option, a set of such names,
        a pair of option and reason, a tuple of items in order, a `Confusion`, a `Curve`.
    mistakes : mapping of str to object
        What each known mistake gives on the same data.
    shown : sequence
        What stands with the question: tables, counts, texts; a function without arguments draws a
        picture.
    steps : sequence
        What the solution shows before its last line; the working of a `Worked` comes by itself.
    neighbours : callable
        Gives the family: a function, since it is worked out only where all else fits.
    form : Form or None
        How the answer is given, where the answer itself doesn't tell.
    options, reasons : mapping of str to str
        What there is to choose from, where it depends on the data.
    words : mapping
        What the sentences of the exercise may name.
    """

    answer: object
    mistakes: Mapping[str, object]
    shown: Sequence = ()
    steps: Sequence = ()
    neighbours: Callable[[], Family] = lambda: NONE
    form: Form | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, object] = field(default_factory=dict)

    @cached_property
    def family(self) -> Family:
        """What else such a question may be answered with: the neighbourhood of what it asks for."""
        return self.neighbours()


def task(
    answer,
    mistakes=None,
    *,
    family=NONE,
    shown=(),
    steps=(),
    form=None,
    options=None,
    reasons=None,
    **words,
):
    """Put a task together; what is named besides may stand in its sentences, as ``{name}``.

    The family may be a function that gives it.

    Examples
    --------
    >>> from ...metrics.confusion import Confusion
    >>> c = Confusion(tp=4, fp=3, fn=2, tn=11)
    >>> drawn = task(c.precision, {"recall": c.recall}, shown=c, c=c)
    >>> drawn.shown == (c,), dict(drawn.words)
    (True, {'c': Confusion(tp=4, fp=3, fn=2, tn=11)})
    """
    shown, steps = (x if isinstance(x, tuple | list) else (x,) for x in (shown, steps))
    choices = {"options": options or {}, "reasons": reasons or {}, "words": words}
    mistakes = dict(mistakes or {})

    def neighbours():
        known = family() if callable(family) else family
        return known.besides([answer, *mistakes.values()], mistakes)

    return Task(answer, mistakes, tuple(shown), tuple(steps), neighbours, form, **choices)


@dataclass(frozen=True)
class Exercise:
    """One exercise, before its data are drawn.

    Attributes
    ----------
    id : str
        Its topic and its name, such as ``"pr.precision-at-5"``.
    draw : callable
        Takes a random generator (None for the data of the lesson) and gives a `Task`.
    prose : mapping
        Its sentences, with places for what the task names.
    """

    id: str
    draw: Callable[..., Task]
    prose: Mapping

    @property
    def topic(self) -> str:
        """Its subject."""
        return self.id.partition(".")[0]

    @property
    def lesson(self) -> int:
        """The lesson that teaches it."""
        return self.prose.get("lesson", TOPICS[self.topic])

    @property
    def title(self) -> str:
        """What it is called."""
        return self.prose["title"]

    @property
    def level(self) -> int:
        """How hard it is, from 1 to 3."""
        return self.prose["level"]

    def called(self, mistake: str) -> str:
        """Say which mistake a name means, where it is that of an option: what the option says."""
        texts = {**self.prose.get("options", {}), **self.prose.get("reasons", {})}
        return PLACE.sub("…", texts.get(mistake, mistake))

    @property
    def kind(self) -> str:
        """What is done in it, one of `KINDS`."""
        return self.prose["kind"]


_REGISTERED: dict[str, Exercise] = {}


def template(id: str):
    """Register the function below as an exercise; its sentences stand in its topic's TOML file."""

    def as_it_is(draw: Callable[..., Task]):
        topic, _, name = id.partition(".")
        if id in _REGISTERED:
            raise ValueError(f"exercise {id!r} is there twice")
        _REGISTERED[id] = Exercise(id, draw, sentences(topic)[name])
        return draw

    return as_it_is


@cache
def sentences(topic: str) -> Mapping[str, Mapping]:
    """Read the sentences of a topic's exercises."""
    return tomllib.loads((files(BANK) / f"{topic}.toml").read_text("utf-8"))


@cache
def of_topic(topic: str) -> Mapping[str, Exercise]:
    """Return the exercises of one topic by their ids, in the order of their sentences."""
    named = (file.name.removesuffix(".py") for file in files(BANK).iterdir())
    import_module(f"{BANK}.{next(name for name in named if topic in name.split('_'))}")
    return {f"{topic}.{name}": _REGISTERED[f"{topic}.{name}"] for name in sentences(topic)}


def exercises(topic: str | None = None) -> tuple[str, ...]:
    """List the ids of all exercises, or of one topic's.

    Parameters
    ----------
    topic : str, optional
        ``"counts"``, ``"pr"``, ``"roc"`` …

    Raises
    ------
    UnknownNameError
        If there is no such topic.

    Examples
    --------
    >>> exercises("roc")[0].startswith("roc."), len(exercises()) > 100
    (True, True)
    """
    topics = TOPICS if topic is None else [checked_topic(topic)]
    return tuple(id for topic in topics for id in of_topic(topic))


def checked_topic(topic) -> str:
    """Find a topic by its name."""
    if isinstance(topic, str) and topic in TOPICS:
        return topic
    raise UnknownNameError(
        f"there is no topic {short(topic)}",
        did_you_mean(topic, TOPICS, "each lesson has one, with its exercises"),
        f"use one of: {', '.join(TOPICS)}",
    )


def find(id) -> Exercise:
    """Find an exercise by its id.

    Raises
    ------
    UnknownNameError
        If there is none.
    """
    topic = id.partition(".")[0] if isinstance(id, str) else ""
    if topic in TOPICS and id in of_topic(topic):
        return of_topic(topic)[id]
    ids = exercises(topic) if topic in TOPICS else exercises()
    raise UnknownNameError(
        f"there is no exercise {short(id)}",
        did_you_mean(id, ids, "no id comes near it"),
        "mm.exercises() lists them all",
    )


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
            _check(form, task)
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


def _check(form: Form, task: Task) -> None:
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
