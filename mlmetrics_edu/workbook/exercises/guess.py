"""A guess before the answer: the answer is folded away until somebody has guessed, or opens it."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ...core import inputs
from ...core.errors import InputError, Named
from ...core.formula import Worked
from ...core.inputs import is_number, short
from ...core.words import listing
from ...metrics.confusion import Confusion
from ...metrics.rates import RATES
from ...metrics.sweep import Sweep
from . import Exercise, Task, plain_form, reading, task
from .families import NONE, Family, family, rankings, tables
from .forms import Form, Names, named
from .question import Question, as_html, as_text
from .typed import Number

CLOSED = "Guess first, then open."
CLOSE = 0.1  # of the right number: so near is near
YES_NO = ("yes", "no")
# A closed fold prints closed; a reader of paper can't open it.
ON_PAPER = (
    "<style>@media print { details.guess::details-content "
    "{ content-visibility: visible; block-size: auto; } }</style>"
)


@dataclass(frozen=True)
class OneOf(Form):
    """One of some words."""

    items: tuple[str, ...]

    @property
    def asks(self) -> str:
        """Say what there is to choose from."""
        *first, last = (f'"{item}"' for item in self.items)
        return f"Answer with {', '.join(first)} or {last}."

    def read(self, answer) -> str | None:
        """Read one of the words; of two, "yes" may be True."""
        if isinstance(answer, bool) and self.items == YES_NO:
            return YES_NO[not answer]
        row = named(answer, self.items) if isinstance(answer, str) else None
        return row[0] if row and len(row) == 1 else None

    def write(self, value) -> str:
        """Write the word."""
        return value


class _Asked(Question):
    """A question that is asked once, where its answer has just been worked out."""

    wrong = "Not quite."

    def __init__(self, asked: Task):
        self.exercise, self._task, self.form = UNWRITTEN, asked, asked.form

    def _unknown(self, answer, given) -> str:
        right = self.answer
        if isinstance(self.form, Number) and abs(given - right) <= CLOSE * abs(right):
            return f"Near: it's {self.form.write(right)}."
        where = self.form.placed(given, right)
        return " ".join(filter(None, (self.wrong, f"You said {reading.quoted(answer)}.", where)))


UNWRITTEN = Exercise("guess", lambda rng: task(None), {"mistakes": {}})


class Guess(Named):
    """What was guessed, and the answer; made by :func:`guess`.

    Attributes
    ----------
    answer : object
        The right answer.
    verdict : Verdict
        What became of the guess; of a blank its ``correct`` is None.
    """

    def __init__(self, asked: Task, mine: object, shown: tuple, question: str):
        self._asked, self._shown, self.question = _Asked(asked), shown, question
        self.answer, self.verdict = asked.answer, self._asked.check(mine)
        self._blank = reading.is_blank(mine)

    @property
    def is_open(self) -> bool:
        """Whether the answer is in sight: somebody has guessed."""
        return not self._blank and self.verdict.correct is not None

    @property
    def _folded(self) -> tuple:
        """What lies in the fold."""
        answer = self._asked.answer
        whole = isinstance(answer, Worked | Confusion)
        return (answer if whole else f"Answer: {self._asked.form.write(answer)}", *self._shown)

    @property
    def _above(self) -> str:
        """What stands above the fold: how to guess, or what became of it."""
        return self._asked.form.invites(self.answer) if self._blank else self.verdict.message

    def __str__(self) -> str:
        parts = (self.question, self._above, "" if self.is_open else CLOSED)
        return "\n\n".join(filter(None, (*parts, *map(as_text, self._folded))))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        question = f"<p><strong>{html.escape(self.question)}</strong></p>" if self.question else ""
        said = as_html(self._above)
        state, line = (" open", "The answer") if self.is_open else ("", CLOSED)
        fold = f'<details class="guess"{state}>\n<summary>{line}</summary>'
        parts = (ON_PAPER, question, said, fold, *map(as_html, self._folded), "</details>")
        return "\n".join(filter(None, parts))


def guess(
    answer: object,
    mine: object = ...,
    *,
    of: Confusion | Sweep | None = None,
    question: str = "",
    options: Iterable[str] | None = None,
    mistakes: Mapping[str, object] | None = None,
    show: object = (),
) -> Guess:
    """Fold an answer away until somebody has guessed it.

    Left blank, it shows a closed fold, which a click opens. With a guess, the fold is open, and the
    guess is told to be right, near, or which mistake leads there. A guess never raises an error.

    Parameters
    ----------
    answer : number, Confusion, str, bool, tuple or set
        The right answer, computed where the guess is asked: a `Worked` shows its working. Also a
        word or a set of words out of some options, words in order (a tuple), and a bool for yes or
        no.
    mine : object
        What you guess; ``...`` is a blank.
    of : Confusion or Sweep, optional
        What the answer is a number of: then all that is taken for it is known by name.
    question : str
        What is asked, where it doesn't stand above.
    options : iterable of str, optional
        What there is to choose from, where the answer is a word or a set of words.
    mistakes : mapping of str to object, optional
        What some mistakes give, by a name that reads well after "That's".
    show : object or sequence of objects
        What the fold shows below the answer: tables, pictures, text.

    Returns
    -------
    Guess
        It shows itself; ``.verdict`` has what became of the guess.

    Raises
    ------
    InputError
        If the answer isn't one that could be typed, or isn't one of the options; if `options`,
        `mistakes` or `of` don't go with it.

    Examples
    --------
    >>> c = Confusion(tp=4, fp=3, fn=2, tn=11)
    >>> print(guess(c.precision, mine="2/3", of=c).verdict)
    Not quite. That's recall.
    recall = TP / (TP + FN) = 4 / (4 + 2) = 4/6 = 2/3 ≈ 0.667
    >>> guess(c.precision > c.recall, mine="no").verdict.correct
    True
    >>> print(guess("left", options=["left", "right"]))
    Answer with "left" or "right".
    <BLANKLINE>
    Guess first, then open.
    <BLANKLINE>
    Answer: left
    """
    answer, form = _formed(answer, None if options is None else _choices(options))
    known = _named({} if mistakes is None else mistakes, form)
    _check_source(of, answer)
    shown = tuple(show) if isinstance(show, tuple | list) else (show,)

    def neighbours():
        return _apart(family("tables.told", known) + _around(answer, of), form, answer)

    asked = task(answer, family=neighbours, form=form)
    return Guess(asked, mine, shown, _question(question))


def _choices(options) -> tuple[str, ...]:
    """Check what there is to choose from: two words or more, which differ."""
    if not inputs.several(options) or isinstance(options, str):
        raise InputError(
            f"options={short(options)}",
            "an answer is chosen out of several words",
            'list them, as in options=["left", "right"]',
        )
    items = tuple(map(str, options))
    if len({item.casefold() for item in items}) != len(items) or len(items) < 2:
        raise InputError(
            f"options={short(options)}",
            "at least two words are needed, and no two of them may be alike",
            "list each of them once",
        )
    return items


def _formed(answer, options: tuple[str, ...] | None) -> tuple[Any, Form]:
    """Tell how an answer is typed, from what it is."""
    if isinstance(answer, bool | np.bool_) and options is None:
        answer, options = YES_NO[not answer], YES_NO
    words = answer if isinstance(answer, set | frozenset) else [answer]
    if options and all(isinstance(word, str) for word in words):
        if lost := [word for word in words if word not in options]:
            raise InputError(
                f"the answer {short(lost[0])} can't be chosen",
                f"the options are {listing(options)}",
                "list it among the options",
            )
        return (answer, OneOf(options)) if isinstance(answer, str) else (answer, Names(options))
    if options or isinstance(answer, str | set | frozenset):
        raise InputError(
            f"answer={short(answer)}, options={short(options)}",
            "a word, or a set of words, is chosen out of some options; other answers have none",
            'list what there is to choose from, as in options=["left", "right"]',
        )
    answer = answer.item() if isinstance(answer, np.generic) else answer
    answer = int(answer) if isinstance(answer, Fraction) and answer.denominator == 1 else answer
    form = plain_form(answer) if _is_typed(answer) else None
    if form is None or form.read(answer) is None:
        raise InputError(
            f"answer={short(answer)}",
            "nobody could type that",
            "give a number, a Confusion, a tuple of numbers or of words, or a word and options",
        )
    return answer, form


def _is_typed(answer) -> bool:
    """Tell whether a learner could type an answer: a number, counts, or a row of one kind."""
    if isinstance(answer, tuple):
        kinds = {isinstance(part, str) for part in answer}
        return (
            len(answer) > 1 and len(kinds) == 1 and (kinds == {True} or all(map(is_number, answer)))
        )
    return is_number(answer) or isinstance(answer, Confusion)


def _named(mistakes, form: Form) -> dict[str, object]:
    """Check what some mistakes give: what could be typed as the answer could."""
    if not isinstance(mistakes, Mapping):
        raise InputError(
            f"mistakes={short(mistakes)}",
            "each mistake has a name, and what it gives",
            'write a mapping, as in mistakes={"recall": c.recall}',
        )
    for name, value in mistakes.items():
        if not isinstance(form, Number) or not is_number(value):
            raise InputError(
                f"the mistake {short(name)} gives {short(value)}",
                "mistakes are told apart where the answer is a number, and they give numbers",
                "give numbers, or leave mistakes= out",
            )
    return {str(name): value for name, value in mistakes.items()}


def _question(text) -> str:
    if isinstance(text, str):
        return text
    raise InputError(
        f"question={short(text)}",
        "it is what the learner reads",
        "write it as text, or leave it out",
    )


def _apart(known: Family, form: Form, answer) -> Family:
    """Leave out what happens to be the right answer, or as good as it."""
    right = form.read(answer)
    alike = [name for name, value in known.values.items() if form.close(form.read(value), right)]
    return known.but(*alike)


def _check_source(of, answer) -> None:
    """Refuse what a number can't have been worked out of."""
    if of is not None and not (is_number(answer) and isinstance(of, Confusion | Sweep)):
        raise InputError(
            f"answer={short(answer)}, of={short(of)}",
            "of= is the table of counts, or the sweep, that a number was worked out of",
            "give one of the two, or leave of= out",
        )


def _around(answer, of) -> Family:
    """Find what else is taken for a number of some counts, or of a ranking."""
    name = getattr(answer, "name", "")
    if isinstance(of, Sweep):
        said = answer.conventions.get("AP rule", "") if isinstance(answer, Worked) else ""
        return rankings.averages(of, said.partition(":")[0]) + rankings.pairs(of)
    if isinstance(of, Confusion) and (beta := re.fullmatch(r"f(\d+(?:\.\d+)?)", name)):
        return tables.f_measures(of, float(beta[1]))
    if isinstance(of, Confusion):
        return tables.rates(of, name if name in RATES else "")
    return tables.mixed_counts(answer) if isinstance(answer, Confusion) else NONE
