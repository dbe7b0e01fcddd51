"""A question on drawn data, which knows its answer and the mistakes that are made with it."""

from __future__ import annotations

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np

from ...core import inputs, saving, words
from ...core.errors import MetricError, Named
from ...core.formula import Worked
from ...core.inputs import is_number
from ...core.words import in_a_line
from ...live.instrument import Instrument
from . import HINTS, Exercise, draw, find, on_a_page, reading, task, twins
from .families import family, filled
from .forms import SEVERAL, Form
from .typed import PERCENT, Number

BLANK = "not attempted yet"
DRAGGED = "Or drag it: show the question's .instrument, move it, and pass it to .check()."
EXPLAINED = 3  # so many of several mistakes that give one number are explained


@dataclass(frozen=True, repr=False)
class Verdict(Named):
    """What became of an answer: right, a known mistake, or neither.

    Attributes
    ----------
    correct : bool or None
        None for a blank, and for what can't be read.
    misconception : str or None
        The name of the mistake that gives this answer, or of several with "or" between; of a right
        answer, what is to be said of it ("two digits").
    message : str
        What the learner is told.
    """

    correct: bool | None
    misconception: str | None
    message: str

    def __repr__(self) -> str:
        return self.message


class Plain(str):
    """Text that shows itself as it is, without quotation marks."""

    def __repr__(self) -> str:
        return str(self)


@dataclass(frozen=True, repr=False)
class Solution:
    """A worked solution.

    Attributes
    ----------
    parts : sequence
        Texts, tables and worked numbers, in order.
    answer : object
        The accepted answer: the very one that answers are compared with.
    form : Form
        How it is written.
    """

    parts: Sequence
    answer: object
    form: Form

    @property
    def last(self) -> str:
        """The accepted answer, so that it could be typed."""
        return self.form.write(self.answer)

    def __str__(self) -> str:
        return "\n\n".join([*map(as_text, self.parts), f"Answer: {self.last}"])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        parts = "\n".join(map(as_html, self.parts))
        return f"{parts}\n<p><strong>Answer: {html.escape(self.last)}</strong></p>"


def as_text(part) -> str:
    """Write a part of a question or a solution as text."""
    if isinstance(part, Worked):
        return part.working
    return _forms(part).get("text/plain", str(part))


def as_html(part) -> str:
    """Write a part as HTML; what is only text is escaped."""
    if page := _forms(part).get("text/html"):
        return page
    if hasattr(part, "_repr_html_"):
        return part._repr_html_()
    if isinstance(part, str) and "\n" in part.replace("\n\n", ""):
        return f"<pre>{html.escape(part)}</pre>"
    if isinstance(part, str):
        return "\n".join(f"<p>{html.escape(p)}</p>" for p in part.split("\n\n"))
    return f"<pre>{html.escape(as_text(part))}</pre>"


def _forms(part) -> Mapping[str, str]:
    """Return what a picture or an instrument shows itself as, by its media type."""
    shown = part._repr_mimebundle_() if hasattr(part, "_repr_mimebundle_") else {}
    return shown[0] if isinstance(shown, tuple) else shown


class Question(Named):
    """An exercise with its data drawn; it shows itself when it ends a cell.

    Attributes
    ----------
    id : str
        The exercise.
    seed : int or None
        Which data; None for those of the lesson.
    text : str
        The question.
    """

    wrong = "Not yet."

    def __init__(self, exercise: Exercise, seed: int | None = None):
        self.exercise, self.id, self.seed = exercise, exercise.id, seed
        self._task, self.form = draw(exercise, seed)
        self.text = self._say(exercise.prose["question"])
        self._hinted = 0

    def _say(self, text: str, **more) -> str:
        words = {**self._task.words, "answer": self._task.answer}
        return filled(text, {**words, **more})

    @property
    def answer(self) -> Any:
        """The right answer, as the library computed it."""
        return self._task.answer

    @cached_property
    def misconceptions(self) -> dict[str, object]:
        """What each known mistake gives on these data, by its name."""
        known = self.form.known(self._task.answer, self._task.mistakes)
        return {**known, **self._task.family.values}

    @cached_property
    def _known(self) -> dict[str, object]:
        """What each known mistake gives; a number is read once for all answers."""
        if not isinstance(self.form, Number):
            return self.misconceptions
        return {name: self.form.read(value) for name, value in self.misconceptions.items()}

    @property
    def data(self) -> tuple:
        """What stands with the question; pictures aside."""
        return tuple(part for part in self._task.shown if not callable(part))

    @property
    def has_pictures(self) -> bool:
        """Whether pictures stand with the question; they aren't drawn for that."""
        return any(map(callable, self._task.shown))

    @property
    def pictures(self) -> tuple:
        """The pictures that stand with the question, drawn now."""
        return tuple(part() for part in self._task.shown if callable(part))

    @cached_property
    def instrument(self) -> Instrument | None:
        """What can be dragged to the answer, and then be passed to :meth:`check`; mostly None."""
        return self.form.instrument()

    def check(self, answer: object) -> Verdict:
        """Tell whether an answer is right, and if not, which mistake gives it.

        Parameters
        ----------
        answer : object
            As the question asks: a number, a fraction, text such as ``"4/7"`` or ``"57.1 %"``, a
            letter, a set, a list, counts, points; or its instrument, moved there; ``...`` is a
            blank.

        Returns
        -------
        Verdict
            An answer never raises an error, whatever it is. Text is never run, and a function only
            where the question asks for one.
        """
        if reading.is_blank(answer):
            return Verdict(None, None, BLANK)
        try:
            given = self.form.read(answer)
        except Exception:  # whatever a learner hands in decides what reading it raises
            given = None
        if given is None:
            unread = reading.UNREAD.format(reading.quoted(answer))
            return Verdict(None, None, self._uncounted(unread, self.form.doubt(answer)))
        try:
            return self._judged(answer, given)
        except MetricError as error:  # of something built that can't be measured
            return Verdict(False, None, f"{self.wrong} {error.what}: {error.why}.")

    def _judged(self, answer, given) -> Verdict:
        remark = self.form.remark(given)
        if unsure := self.form.unsure(given, self.answer, self._known):
            return Verdict(None, None, self._uncounted(unsure))
        mistakes = self.form.diagnose(given, self.answer, self._known)
        if mistakes is True:
            name, praise = self.form.praise(given, self.answer)
            return Verdict(True, name, self._right(praise, remark))
        slip = self.form.slip(given, self.answer)
        sentences = {name: self._sentence(name) for name in mistakes or ()}
        if slip and (not sentences or slip[0] == PERCENT):
            sentences = {slip[0]: slip[1], **sentences}
        if sentences:
            return Verdict(False, *self._named(given, sentences, remark))
        return Verdict(False, None, _lines(self._unknown(answer, given), remark))

    def _uncounted(self, *said: str) -> str:
        """Say what is unclear about an answer, and how to give one."""
        return " ".join(filter(None, (*said, "It doesn't count.", self.form.asks)))

    def _right(self, praise: str, remark: str = "") -> str:
        """Say that an answer is right, and show its working."""
        working = as_text(self.answer) if isinstance(self.answer, Worked) else ""
        right = " ".join(filter(None, ("Right.", praise, self._alike())))
        return _lines(right, remark, working)

    def _unknown(self, answer, given) -> str:
        """Say what can be said of a wrong answer that shows no mistake."""
        return self._neither(reading.quoted(answer), self.form.placed(given, self.answer))

    def _neither(self, quoted: str, placed: str) -> str:
        """Say that an answer is neither right nor a known mistake, and where it lies."""
        unknown = f"{quoted} isn't it, and it isn't a mistake I know."
        helps = "A hint may help" + (", and .smaller is easier." if self.smaller else ".")
        return " ".join(filter(None, (self.wrong, unknown, placed, helps)))

    @cached_property
    def smaller(self) -> Question | None:
        """A smaller question on the way: the number below the line, where the answer has one."""
        worked = self.answer if isinstance(self.answer, Worked) else None
        below = worked.formula.below if worked is not None and worked.formula else None
        if below is None or not all(
            np.ndim(worked.terms.get(term, ())) == 0 for term in below.terms
        ):
            return None
        parts = {term: worked.terms[term] for term in below.terms}
        if len(parts) < 2 or not all(map(is_number, parts.values())):
            return None
        words = {"symbol": worked.formula.symbol, "divisor": below.text}
        asked = task(
            below.work(**parts),
            family=family("tables.parts", parts),
            form=Number(whole=all(float(part).is_integer() for part in parts.values())),
            shown=(*self._task.shown, self.text),
            **words,
        )
        try:
            return Question(Exercise(f"{self.id}.smaller", lambda rng: asked, SMALLER))
        except MetricError:  # its answer can't be told from something else
            return None

    def _alike(self) -> str:
        """Say which mistakes give the right number, too, on data that weren't drawn apart."""
        names = twins(self.form, self._task)
        many = "give" if len(names) > 1 else "gives"
        listed = words.listing(names)
        return f"(On these data {listed} {many} the same number.)" if names else ""

    def _named(self, given, mistakes: Mapping[str, str], remark: str) -> tuple[str, str]:
        """Return the name of what went wrong, and what is said about it."""
        kind, after = self.form.after(given, self.answer)
        names, sentences = [*mistakes], [*mistakes.values()]
        if self.form.jointly or len(names) == 1:
            return names[0] + kind, _lines(f"{self.wrong} " + "\n".join(sentences), after, remark)
        many = f"{self.wrong} {SEVERAL}"
        more = [f"- or {words.listing(names[EXPLAINED:])}"] if names[EXPLAINED:] else []
        listed = [f"- {sentence}" for sentence in sentences[:EXPLAINED]]
        return " or ".join(name + kind for name in names), _lines(
            many, *listed, *more, after, remark
        )

    def _sentence(self, mistake: str) -> str:
        """Say what went wrong; a mistake that is a formula is shown as one."""
        value, member = self.misconceptions[mistake], self._task.family.members.get(mistake)
        own = self.exercise.prose["mistakes"]
        sentence = member.says() if member else self._say(own[mistake], value=value)
        shown = isinstance(value, Worked) and value.formula
        return sentence + (f"\n{in_a_line(value)}" if shown else "")

    @property
    def hints(self) -> tuple[str, ...]:
        """All hints, each helping more than the one before."""
        return tuple(map(self._say, self.exercise.prose["hints"]))

    def hint(self) -> str:
        """Return the next hint; there are three, each helping more than the one before."""
        number = min(self._hinted + 1, HINTS)
        self._hinted = number
        more = "" if number < HINTS else " That was the last one; .solution() shows the working."
        return Plain(f"Hint {number} of {HINTS}: {self.hints[number - 1]}{more}")

    def solution(self) -> Solution:
        """Show the working, whose last line is the accepted answer."""
        steps = [self._say(self.exercise.prose["solution"]), *self._task.steps]
        worked = [self.answer] if isinstance(self.answer, Worked) else []
        return Solution((*steps, *worked), self.answer, self.form)

    @property
    def place(self) -> str:
        """Where it belongs: its id, its data, its lesson and its level."""
        seed = "" if self.seed is None else f" · seed {self.seed}"
        exercise = self.exercise
        return f"{self.id}{seed} · lesson {exercise.lesson} · level {exercise.level} of 3"

    def _texts(self) -> tuple[list[str], list[str]]:
        """Write what stands above its pictures, and what stands below."""
        options = "\n".join(f"  {label}) {text}" for label, text in self.form.listed)
        above = [f"{self.exercise.title} · {self.place}", *map(as_text, self.data)]
        return above, [part for part in (self.text, options, self.form.asks) if part]

    @property
    def question_html(self) -> str:
        """What is asked, as HTML: its data and its text, without title, options and form."""
        above, below = self._pages()
        return "\n".join([*above[1:], below[0]])

    @property
    def asked_html(self) -> str:
        """The same, with the options and how to answer."""
        return "\n".join([self.question_html, *self._pages()[1][1:]])

    @property
    def page_html(self) -> str:
        """What is asked, as HTML, with its title and its pictures, without options and form."""
        above, below = self._pages()
        return "\n".join([*above, *map(as_html, self.pictures), below[0]])

    def to_html(self, path: str | PathLike[str] | None = None, force: bool = False) -> str | None:
        """Write a page that stands alone, to a file or (without a path) as text.

        On it a choice, an order or a number is answered without Python, and judged in the words of
        :meth:`check`. Of a question that is answered in another way it shows the text. Its hints
        and its solution are folded.

        Parameters
        ----------
        path : str or path, optional
            Where to write it.
        force : bool
            Whether it may replace a file that is there.

        Returns
        -------
        str or None
            The page; None where it was written to a file.

        Examples
        --------
        >>> page = exercise("walk.which-way").to_html()
        >>> page.count('<input type="radio"'), "Which is smaller?" in page
        (5, True)
        """
        return saving.deliver(lambda: on_a_page.page(self), path, force)

    def _pages(self) -> tuple[list[str], list[str]]:
        """Write the same as HTML."""
        title, place = html.escape(self.exercise.title), html.escape(self.place)
        options = "<br>\n".join(html.escape(f"{a}) {text}") for a, text in self.form.listed)
        asks = f"<p><em>{html.escape(self.form.asks)}</em></p>"
        above = [f"<p><strong>{title}</strong> · <small>{place}</small></p>"]
        above += map(as_html, self.data)
        return above, [as_html(self.text), *([f"<p>{options}</p>"] if options else []), asks]

    def __str__(self) -> str:
        above, below = self._texts()
        return "\n\n".join([*above, *below])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        above, below = self._pages()
        return "\n".join([*above, *below])

    def _ipython_display_(self):
        from IPython.display import display

        texts, pages = self._texts(), self._pages()
        pictures = self.pictures
        parts = [_bundle(text, page) for text, page in zip(texts, pages, strict=True)]
        whole = _bundle(texts[0] + texts[1], pages[0] + pages[1])
        shown = [parts[0], *pictures, parts[1]] if pictures else [whole]
        if self.instrument is not None:
            shown.append(_bundle([DRAGGED], [as_html(DRAGGED)]))
        for part in shown:
            display(part, raw=isinstance(part, dict))


SMALLER = {
    "title": "A smaller question",
    "level": 1,
    "kind": "compute",
    "question": "First things first: the denominator of {symbol} is {divisor}. How much is it?",
    "hints": [
        "What does each of its terms count?",
        "Look for each of them in the data.",
        "Add them up.",
    ],
    "solution": "You can read each term off the data.",
    "mistakes": {},
}


def _bundle(text: list[str], page: list[str]) -> dict[str, str]:
    return {"text/plain": "\n\n".join(text), "text/html": "\n".join(page)}


def _lines(*parts: str) -> str:
    return "\n".join(filter(None, parts))


def exercise(id: str, seed: int | None = None) -> Question:
    """Ask a question that knows which mistakes are made with it.

    Parameters
    ----------
    id : str
        One of :func:`exercises`, such as ``"roc.fpr-at-5"``.
    seed : int, optional
        Which data to draw, 0 or more; by default those of the lesson.

    Returns
    -------
    Question
        It shows itself; ``.check(answer)`` tells whether an answer is right or which mistake gives
        it, ``.hint()`` helps, ``.solution()`` shows the working.

    Raises
    ------
    UnknownNameError
        If there is no exercise of that id.
    InputError
        If the seed is no whole number of 0 or more.

    Examples
    --------
    >>> q = exercise("counts.screening")
    >>> q.check("10 %").correct, q.check("2/3").misconception, q.check(...)
    (True, 'recall', not attempted yet)
    """
    if seed is not None:
        seed = inputs.whole(seed, "seed", "it says which data to draw", 0, 2**64)
    return Question(find(id), seed)
