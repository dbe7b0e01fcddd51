"""Forms of an answer that goes on with itself, or is tried on data: steps, formulas, functions."""

import inspect
import math
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ...core.errors import MetricError
from ...core.formula import Formula
from ...core.parsing import FUNCTIONS
from ...core.settings import short
from . import reading
from .forms import Form, Number, Numbers, three_digits

FOLLOWED = ", followed through"
ROUNDED = 3  # so much more may a step be off that goes on with rounded numbers
SIGNS = str.maketrans("·×÷−–^", "**/--^")


@dataclass(frozen=True)
class Steps(Numbers):
    """Several numbers, each worked out from those before it.

    Whoever goes wrong once, and goes on rightly with that number, made one mistake.

    Parameters
    ----------
    names : tuple of str
        What is asked for at each step.
    follow : tuple of Callable or None
        For each step, what it should be, given the numbers that were typed before it; None where
        it rests on the data alone.
    """

    count: int = 0
    names: tuple[str, ...] = ()
    follow: tuple[Callable[..., float] | None, ...] = ()

    @property
    def asks(self) -> str:
        """Say what to type."""
        return (
            f"Answer with {', '.join(self.names)} in this order, to three digits or as fractions."
        )

    def write(self, value) -> str:
        """Write the numbers in three digits."""
        return "; ".join(map(three_digits, value))

    def with_mistake(self, place: int, value, right: Sequence) -> tuple:
        """Return what is typed by somebody who makes one mistake, and follows it through."""
        numbers = [*right[:place], value]
        for goes_on, usual in zip(self.follow[place + 1 :], right[place + 1 :], strict=True):
            numbers.append(usual if goes_on is None else goes_on(*numbers))
        return tuple(numbers)

    def off(self, given, right) -> list[bool]:
        """Tell which steps are wrong, and don't follow from those before them either."""
        pairs = zip(given, self.read(right), strict=True)
        return [
            not (self._equal(number, usual) or self._follows(given, place))
            for place, (number, usual) in enumerate(pairs)
        ]

    def _equal(self, number: float, known: float) -> bool:
        form = Number()
        return form.same(form.read(number), form.read(known))

    def _follows(self, given, place: int) -> bool:
        """Tell whether a step is worked out from the numbers before it, which may be rounded."""
        if self.follow[place] is None:
            return False
        try:
            expected = float(self.follow[place](*map(float, given[:place])))
        except ZeroDivisionError:
            return False
        return abs(given[place] - expected) <= ROUNDED * Number().slack(expected)

    def diagnose(self, given, right, mistakes: Mapping):
        """Name what gives the first step that is wrong."""
        wrong = self.off(given, right)
        if not any(wrong):
            return True
        place = wrong.index(True)
        read = {name: self.read(value) for name, value in mistakes.items()}
        return tuple(
            name
            for name, value in read.items()
            if self.off(value, right).index(True) == place
            and self._equal(given[place], value[place])
        )

    def after(self, given, right) -> tuple[str, str]:
        """Say whether the steps after the first wrong one go on rightly with its number."""
        off = self.off(given, right)
        place = off.index(True)
        rest = range(place + 1, self.count)
        wrong = [off[k] or (self.follow[k] and not self._follows(given, k)) for k in rest]
        if not rest or any(wrong):
            return "", f"(Your first slip is at {self.names[place]}.)"
        many = "follows" if len(rest) == 1 else "follow"
        later = " and ".join(self.names[place + 1 :])
        there = f"Your only slip is at {self.names[place]}"
        return FOLLOWED, f"({there}: {later} {many} correctly from your number.)"

    def placed(self, given, right) -> str:
        """Say which step is the first that is wrong."""
        return self.after(given, right)[1]


@dataclass(frozen=True)
class Tried:
    """What a formula or a function gives on all data that it is tried on."""

    source: str
    values: tuple[float, ...]


class OnData(Form):
    """Something that is tried on data: right is what gives the same everywhere."""

    def same(self, a, b) -> bool:
        """Compare what two of them give on all data."""
        return bool(np.allclose(a.values, b.values, rtol=1e-9, atol=1e-12, equal_nan=True))

    def remark(self, given) -> str:
        """Say what it gives on the first of the data."""
        first = given.values[0]
        return f"Yours, {self.first}: {'undefined' if math.isnan(first) else f'{first:.3f}'}."


@dataclass(frozen=True)
class Written(OnData):
    """A formula in some terms, tried on data.

    Parameters
    ----------
    terms : tuple of str
        What may stand in it.
    cases : sequence of mapping
        The values of the terms, once for each of the data.
    """

    terms: tuple[str, ...]
    cases: Sequence[Mapping[str, float]]

    @property
    def asks(self) -> str:
        """Say what to type."""
        example = f"{self.terms[0]} / ({self.terms[0]} + 2*{self.terms[-1]})"
        return f'Answer with a formula in {", ".join(self.terms)}, as text, such as "{example}".'

    def read(self, answer) -> Tried | None:
        """Read a formula and work it out on all data; the letters may be small ones."""
        if isinstance(answer, Formula):
            answer = answer.expression
        if not isinstance(answer, str):
            return None
        text = reading.bare(reading.plain(answer).translate(SIGNS).replace("^", "**"))
        text = text.rpartition("=")[2]
        names = {term.casefold(): term for term in self.terms}
        text = re.sub(r"[^\W\d]\w*", lambda word: names.get(word[0].casefold(), word[0]), text)
        try:
            formula = Formula("yours", text.strip())
            if not formula.terms or not {*formula.terms} <= {*self.terms}:
                return None
            return Tried(formula.text, tuple(float(self._on(formula, case)) for case in self.cases))
        except MetricError:
            return None

    def doubt(self, answer) -> str:
        """Say which names it doesn't know."""
        text = reading.plain(answer) if isinstance(answer, str) else ""
        known = {term.casefold() for term in (*self.terms, *FUNCTIONS)}
        names = re.findall(r"[^\W\d]\w*", text)
        strange = next((short(name) for name in names if name.casefold() not in known), "")
        if strange:
            return f"It isn't a formula in these names: {strange} isn't one of them."
        return (
            "It isn't arithmetic with these names, or its numbers grow too large." if text else ""
        )

    def _on(self, formula: Formula, case: Mapping) -> float:
        return formula.work(**{term: case[term] for term in formula.terms})

    def write(self, value) -> str:
        """Write the formula."""
        return value if isinstance(value, str) else self.read(value).source

    @property
    def first(self) -> str:
        """Say which data are the first."""
        return "on " + ", ".join(f"{term} = {number:g}" for term, number in self.cases[0].items())


@dataclass(frozen=True)
class Coded(OnData):
    """A function, tried on data where it was written: in the learner's own kernel.

    Parameters
    ----------
    call : str
        How it is called: ``"f(y_true, y_score)"``.
    cases : sequence of tuple
        What it is given.
    """

    call: str
    cases: Sequence[tuple]

    first = "on the first data"

    @property
    def asks(self) -> str:
        """Say what to type."""
        return f"Write a function that can be called as {self.call}, and pass the function itself."

    def read(self, answer) -> Tried | None:
        """Call a function on all data."""
        if not callable(answer) or isinstance(answer, type):
            return None
        values = []
        for case in self.cases:
            # Copies, since a learner's function may change what it is given.
            try:
                number = reading.as_number(answer(*(np.array(part) for part in case)))
            except ZeroDivisionError:
                number = math.nan
            if number is None:
                return None
            values.append(float(number))
        return Tried(getattr(answer, "__name__", "yours"), tuple(values))

    def doubt(self, answer) -> str:
        """Say what became of a function that gives no number."""
        if not callable(answer):
            return "It isn't a function."
        try:
            given = answer(*(np.array(part) for part in self.cases[0]))
        except Exception as error:  # a learner's function may do anything
            return f"On the first data it raised {type(error).__name__}: {error}."
        return f"On the first data it gave {reading.quoted(given)}, which isn't a number."

    def write(self, value) -> str:
        """Show a function as it is written."""
        return textwrap.dedent(inspect.getsource(value)).strip() if callable(value) else str(value)
