"""What one drawing of an exercise is: data, the right value, and what each known mistake gives."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ...core.formula import Formula
from ...metrics.confusion import Confusion
from .forms import Form


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
    form: Form | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    words: Mapping[str, object] = field(default_factory=dict)


def task(
    answer, mistakes=None, *, shown=(), steps=(), form=None, options=None, reasons=None, **words
):
    """Put a task together; what is named besides may stand in its sentences, as ``{name}``.

    Examples
    --------
    >>> c = Confusion(tp=4, fp=3, fn=2, tn=11)
    >>> drawn = task(c.precision, {"recall": c.recall}, shown=c, c=c)
    >>> drawn.shown == (c,), dict(drawn.words)
    (True, {'c': Confusion(tp=4, fp=3, fn=2, tn=11)})
    """
    shown, steps = (x if isinstance(x, tuple | list) else (x,) for x in (shown, steps))
    choices = {"options": options or {}, "reasons": reasons or {}}
    return Task(
        answer, dict(mistakes or {}), tuple(shown), tuple(steps), form, **choices, words=words
    )


def formulas(c: Confusion, expressions: Mapping[str, str]) -> dict:
    """Work out some wrong formulas over the counts: a mistake is a formula too.

    Examples
    --------
    >>> c = Confusion(tp=4, fp=3, fn=2, tn=11)
    >>> formulas(c, {"as the note has it": "FN / (FN + TN)"})["as the note has it"].fraction
    Fraction(2, 13)
    """
    return {name: c.rate(Formula(name, text)) for name, text in expressions.items()}
