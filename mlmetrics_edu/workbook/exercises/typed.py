"""What is typed: numbers, counts, points and labels; steps; formulas and functions.

Steps go on with themselves; formulas and functions are tried on data.
"""

from __future__ import annotations

import inspect
import math
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Integral

import numpy as np

from ...core import words
from ...core.arithmetic import FUNCTIONS
from ...core.errors import MetricError
from ...core.formula import Formula
from ...core.inputs import short
from ...live.explore_classes import ClassesExplorer, explore_classes
from ...live.explorer import Explorer
from ...metrics.confusion import Confusion
from ...metrics.confusion_matrix import ConfusionMatrix
from . import reading
from .forms import Form, so_far
from .reading import Typed

PERCENT = "percent for a share"
TWO_DIGITS = "two digits"
CUT = "decimals cut off"
MOVED = ("decimal point moved", "Only the decimal point is in the wrong place.")
UNSURE = "With two digits, that may be the right number or the result of a mistake."
# What may be said of any number, whatever the exercise.
REMARKS = (
    *(TWO_DIGITS, PERCENT, "the complement", "turned upside down", "sign lost"),
    *(CUT, MOVED[0]),
)
THOUSANDTH = 5e-4 + 1e-9  # three decimals are enough
CELLS = ("tp", "fp", "fn", "tn")
CELL = re.compile(r"\b(tp|fp|fn|tn)\s*[=:]?\s*(\d+)")
SIGNS = str.maketrans("+-−", "100")
ALIKE = 5  # in each cell that is to be dragged
FOLLOWED = ", followed through"
ROUNDED = 3  # so much more may a step be off that goes on with rounded numbers
OPERATORS = str.maketrans("·×÷−–^", "**/--^")


@dataclass(frozen=True)
class Number(Form):
    """A number in three digits, or a fraction.

    Parameters
    ----------
    tolerance : float, optional
        How far it may be off, where it is read off a picture.
    whole : bool
        Whether it is counted.
    percent : bool
        Whether the question asks for a percentage, so that its sign may be missing.
    """

    tolerance: float | None = None
    whole: bool = False
    percent: bool = False

    @property
    def asks(self) -> str:
        """Say what to type."""
        if self.whole:
            return "Answer with a whole number."
        if self.tolerance:
            return f"Answer with a number, such as 0.571; it may be off by {self.tolerance:g}."
        return "Answer with three digits or a fraction: 0.571, 57.1 % or 4/7."

    def invites(self, right) -> str:
        """Say how a number is typed: a whole one, a large one, or a share.

        Examples
        --------
        >>> Number().invites(0.25), Number().invites(40.5)
        ('Answer with a number, such as 0.4, 40 % or 2/5.', 'Answer with a number, such as 2.5.')
        """
        if self.whole:
            return self.asks
        if abs(right) > 1:
            return f"Answer with a number, such as {7.5 if abs(right - 2.5) < 1 else 2.5}."
        share = Fraction(2, 5) if abs(right - 1 / 4) < 1 / 10 else Fraction(1, 4)
        return f"Answer with a number, such as {float(share):g}, {100 * share} % or {share}."

    def read(self, answer) -> Typed | None:
        """Read a number, a fraction, a percentage, or "undefined"."""
        return reading.as_number(answer)

    def write(self, value) -> str:
        """Write the fraction and the decimal."""
        return "undefined" if math.isnan(value) else words.both(value)

    def slack(self, known: float) -> float:
        """Tell how far an answer may lie from a number: half a unit of its third digit."""
        return 0 if self.whole else self.tolerance or Typed(known, 3).half

    def same(self, given, known) -> bool:
        """Compare to three digits; a fraction with a fraction as they are."""
        if not (math.isfinite(given) and math.isfinite(known)):
            return given == known or (math.isnan(given) and math.isnan(known))
        fractions = given.digits is None and known.digits is None and not self.tolerance
        slack = 0 if fractions else self.slack(known)
        return abs(given - known) <= slack + 1e-12 * abs(known)

    def close(self, a, b) -> bool:
        """Tell whether an answer in three digits could mean both."""
        return a == b or abs(a - b) <= self.slack(a) + self.slack(b) or (a != a and b != b)

    def meets(self, known, right) -> bool:
        """Tell whether a number, itself or in three digits, would be taken for the right one."""
        return (
            self.same(known, right)
            or abs(known - right) <= self.slack(right) + Typed(known, 3).half
        )

    def rounds(self, given, known) -> bool:
        """Tell whether what was typed is a number in two digits; 0, 1 and the like never are.

        Examples
        --------
        >>> form, known = Number(), Number().read("3/7")
        >>> form.rounds(form.read("0.43"), known), form.rounds(form.read("0.4"), known)
        (True, False)
        """
        if given.digits != 2 or self.whole or not math.isfinite(given):
            return False
        half = 1.000001 * min(given.half, Typed(known, 2).half)
        return (given >= 10 or given != int(given)) and abs(given - known) <= half

    def fits(self, given, known) -> bool:
        """Tell whether a number may be meant, by as many digits as were typed."""
        return any(self.same(way, known) or self.rounds(way, known) for way in self._ways(given))

    def _ways(self, given: Typed) -> tuple[Typed, ...]:
        """List what may be meant: a percentage that is asked for may lack its sign."""
        return (given, Typed(given / 100, given.digits)) if self.percent else (given,)

    def diagnose(self, given, right, mistakes: Mapping):
        """Name all mistakes that give this number."""
        if self.fits(given, self.read(right)):
            return True
        return tuple(name for name, known in mistakes.items() if self.fits(given, self.read(known)))

    def unsure(self, given, right, mistakes: Mapping) -> str:
        """Say so where two digits may mean the right number and another one."""
        right = self.read(right)
        if self.same(given, right) or not self.rounds(given, right):
            return ""
        if any(self.fits(given, self.read(known)) for known in mistakes.values()):
            return UNSURE
        return ""

    def praise(self, given, right) -> tuple[str | None, str]:
        """Give a word on precision where it is right, with too few digits."""
        right = self.read(right)
        if any(self.same(way, right) for way in self._ways(given)):
            return None, ""
        return TWO_DIGITS, f"With three digits it's {three_digits(right)}."

    def slip(self, given, right) -> tuple[str, str] | None:
        """Name what relates an answer to the right one, where no mistake is known to give it.

        Examples
        --------
        >>> form = Number()
        >>> form.slip(form.read("0.7"), 0.3)
        ('the complement', 'Your number and the right one add up to 1.')
        """
        known = self.read(right)
        if not (math.isfinite(known) and math.isfinite(given)):
            return None
        for (name, says), number in relatives(known).items():
            if self.same(given, number) or (name == PERCENT and self.rounds(given, number)):
                return name, says
        cut = cut_off(known)
        if cut and given == cut[0]:
            return CUT, cut[1]
        ratio = abs(given / known) if known else 0.0
        moved = round(math.log10(ratio)) if 0 < ratio < math.inf else 0
        if moved and self.same(Typed(given / 10**moved, given.digits), known):
            return MOVED
        return None

    def placed(self, given, right) -> str:
        """Say whether an answer is too large or too small, or can't be at all.

        Examples
        --------
        >>> Number().placed(0.7, 0.3), Number().placed(0.1, 0.3)
        ("It's too large.", "It's too small.")
        """
        number = float(right)
        if not (math.isfinite(number) and math.isfinite(given)):
            return ""
        known = getattr(getattr(right, "formula", None), "range", None)
        low, high = known or (-math.inf, math.inf)
        if not low <= given <= high:
            return f"It can't be that: such a number is always from {low:g} to {high:g}."
        return "It's too large." if given > number else "It's too small."


def three_digits(number: float) -> str:
    """Write a number in as many digits as are asked for.

    Examples
    --------
    >>> three_digits(0.02), three_digits(0.5696), three_digits(36.056), three_digits(1575)
    ('0.0200', '0.570', '36.1', '1580')
    """
    return format(Decimal(f"{float(number):#.3g}"), "f")


def relatives(known: Typed) -> dict[tuple[str, str], Typed]:
    """Return the numbers that one slip of the pen makes of another: name and sentence, number."""
    turned = 1 / known if known else math.nan
    share = "That's the percentage without its sign: write"
    slips = {
        ("the complement", "Your number and the right one add up to 1."): 1 - known,
        ("turned upside down", "It's the right fraction upside down."): turned,
        ("sign lost", "Only the sign is wrong."): -known,
    }
    if abs(known) < 1:
        says = f"{share} {100 * known:.1f} %, or the share."
        slips = {(PERCENT, says): 100 * known, **slips}
    return {said: Typed(number, known.digits) for said, number in slips.items()}


def cut_off(known: float) -> tuple[float, str] | None:
    """Return a share of which the decimals were cut off after the third, and what is said then."""
    says = f"You cut off the decimals: rounded to three, it's {known:.3f}."
    return (math.trunc(1000 * known) / 1000, says) if 0 < abs(known) < 1 else None


@dataclass(frozen=True)
class Threshold(Form):
    """A threshold of a `Sweep`: two are the same if they call the same ones positive."""

    sweep: object

    asks = "Answer with a threshold; a score equal to it counts as positive (score ≥ threshold)."

    def read(self, answer) -> int | None:
        """Read a threshold, typed or dragged, as the row of the walk that it leads to."""
        if isinstance(answer, Explorer):
            theirs, columns = answer.sweep, ("threshold", "tp", "fp")
            same = (np.array_equal(getattr(theirs, c), getattr(self.sweep, c)) for c in columns)
            answer = answer.threshold if all(same) else None
        number = reading.as_number(answer)
        return None if number is None or math.isnan(number) else self.sweep.row_at(number)

    def doubt(self, answer) -> str:
        """Say which data an instrument should show."""
        if isinstance(answer, Explorer):
            return "It shows different data from the question. Take the question's own .instrument."
        return super().doubt(answer)

    def instrument(self) -> Explorer:
        """Make an explorer of the data, above all scores, which leads nowhere by itself."""
        views = ("ranking", "matrix", "working")
        made = Explorer({"": self.sweep}, views=views, metrics=("recall", "fpr"), snaps=())
        made.threshold = math.inf
        return made

    def write(self, value) -> str:
        """Write a threshold in all its digits."""
        return words.threshold(value)


@dataclass(frozen=True)
class Numbers(Form):
    """Several numbers in a row."""

    count: int
    tolerance: float = THOUSANDTH

    @property
    def asks(self) -> str:
        """Say what to type."""
        return f"Answer with {self.count} numbers in a row, such as [0.5, 1/3 …]."

    def invites(self, right) -> str:
        """Say how several numbers are typed: whole ones, or shares.

        Examples
        --------
        >>> Numbers(2).invites((3, 4)), Numbers(2).invites((1.0, 0.0))
        ('Answer with 2 numbers, such as (7, 7).', 'Answer with 2 numbers, such as (0.25, 0.25).')
        """
        whole = all(isinstance(number, Integral) for number in right)
        example = next(n for n in ((7, 5) if whole else (0.25, 0.4)) if {n} != {*right})
        return f"Answer with {self.count} numbers, such as {(example,) * self.count}."

    def read(self, answer) -> tuple[float, ...] | None:
        """Read so many numbers."""
        numbers = reading.as_numbers(answer, self.count)
        return tuple(numbers) if numbers and len(numbers) == self.count else None

    def write(self, value) -> str:
        """Write the decimals."""
        return ", ".join(words.short(float(n)) or words.decimal(float(n)) for n in value)

    def same(self, a, b) -> bool:
        """Compare number by number."""
        return bool(np.allclose(a, b, rtol=0, atol=self.tolerance))

    def close(self, a, b) -> bool:
        """Tell whether rounded numbers could mean both."""
        return bool(np.allclose(a, b, rtol=0, atol=2 * self.tolerance))

    def placed(self, given, right) -> str:
        """Say which of them are right, or that they are in another order.

        Examples
        --------
        >>> Numbers(2).placed((0.2, 0.5), (0.5, 0.2)), Numbers(2).placed((0.5, 0.3), (0.5, 0.2))
        ('Those are the right numbers, in another order.', 'Of the 2, number 2 is wrong.')
        """
        if self.same(sorted(given), sorted(self.read(right))):
            return "Those are the right numbers, in another order."
        pairs = zip(given, self.read(right), strict=True)
        return _right_ones([abs(a - b) <= self.tolerance for a, b in pairs])


@dataclass(frozen=True)
class Counts(Form):
    """The four counts of a confusion matrix."""

    asks = "Answer with four counts in this order, TP, FP, FN, TN, or with mm.Confusion(…)."

    def read(self, answer) -> tuple[float, ...] | None:
        """Read a `Confusion`, a mapping of cells to counts, four numbers, or cells dragged."""
        if isinstance(answer, ClassesExplorer):
            answer = answer.matrix.one_vs_rest(answer.matrix.labels[-1])
        if isinstance(answer, str):
            answer = dict(CELL.findall(reading.plain(answer).casefold())) or answer
        if isinstance(answer, Confusion):
            answer = [answer.tp, answer.fp, answer.fn, answer.tn]
        if isinstance(answer, Mapping):
            cells = {str(key).casefold(): count for key, count in list(answer.items())[:5]}
            answer = [cells.get(cell) for cell in CELLS]
        numbers = reading.as_numbers(answer, len(CELLS))
        return tuple(numbers) if numbers and len(numbers) == len(CELLS) else None

    def instrument(self) -> ClassesExplorer:
        """Make four cells to drag, all alike at first."""
        cells = ConfusionMatrix([[ALIKE] * 2] * 2, ["negative", "positive"])
        return explore_classes(cells, label="positive")

    def write(self, value) -> str:
        """Write the four counts in the order in which they are asked for."""
        return ", ".join(words.count(number) for number in self.read(value))

    def placed(self, given, right) -> str:
        """Say which counts are right, and which aren't."""
        pairs = zip(CELLS, given, self.read(right), strict=True)
        cells = {True: [], False: []}
        for cell, one, other in pairs:
            cells[one == other].append(cell.upper())
        right_ones = f"Right: {', '.join(cells[True])}. " if cells[True] else ""
        return f"{right_ones}Count again: {', '.join(cells[False])}."


@dataclass(frozen=True)
class Points(Form):
    """A drawn curve: straight from point to point."""

    asks = "Answer with the corners of the curve from left to right: [(0, 0), (0, 1/2), …]."

    def read(self, answer) -> np.ndarray | None:
        """Read points; those that the line passes anyway are left out."""
        points = reading.as_points(answer)
        return None if points is None else corners(points)

    def write(self, value) -> str:
        """Write the corners."""
        pairs = (f"({words.decimal(x)}, {words.decimal(y)})" for x, y in self.read(value))
        return f"[{', '.join(pairs)}]"

    def same(self, a, b) -> bool:
        """Compare corner by corner."""
        return a.shape == b.shape and bool(np.allclose(a, b, rtol=0, atol=THOUSANDTH))

    def placed(self, given, right) -> str:
        """Say how far the curve is right."""
        pairs = zip(given, self.read(right), strict=False)
        return so_far(
            [bool(np.allclose(a, b, rtol=0, atol=THOUSANDTH)) for a, b in pairs], "corner"
        )


def corners(points: np.ndarray) -> np.ndarray:
    """Keep the points where a line starts, turns and ends.

    Examples
    --------
    >>> corners(np.array([[0, 0], [0, 0.5], [0, 1], [1, 1]])).tolist()
    [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    """
    moved = np.r_[True, (np.abs(np.diff(points, axis=0)) > 1e-9).any(axis=1)]
    points = points[moved]
    before, after = np.diff(points, axis=0)[:-1], np.diff(points, axis=0)[1:]
    turns = np.abs(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]) > 1e-6
    inner = turns if len(points) > 2 else np.zeros(0, bool)
    return points[np.r_[True, inner, True]] if len(points) > 1 else points


@dataclass(frozen=True)
class Labels(Form):
    """True labels from the highest score down; with ``positives``, so many of them positive."""

    count: int
    positives: int | None = None

    @property
    def asks(self) -> str:
        """Say what to type."""
        many = "" if self.positives is None else f", {self.positives} of them positive"
        one = (
            "10" * self.count if self.positives is None else "1" * self.positives + "0" * self.count
        )
        return f'Answer with {self.count} labels from the top{many}, such as "{one[: self.count]}".'

    def read(self, answer) -> tuple[int, ...] | None:
        """Read ones and zeros, or plus and minus signs, as a text or as a list."""
        text = answer if isinstance(answer, str) else "".join(map(str, labels_of(answer)))
        signs = re.sub(r"[\s,;，、]", "", reading.plain(text)).translate(SIGNS)
        labels = tuple(map(int, signs)) if re.fullmatch("[01]+", signs) else ()
        wanted = sum(labels) if self.positives is None else self.positives
        return labels if (len(labels), sum(labels)) == (self.count, wanted) else None

    def write(self, value) -> str:
        """Write ones and zeros."""
        return "".join(map(str, self.read(value)))


def _right_ones(right: list[bool]) -> str:
    """Say which of several are right, by their places.

    Examples
    --------
    >>> _right_ones([True, False, False]), _right_ones([False])
    ('Of the 3, number 2 and 3 are wrong.', 'None of them is right.')
    """
    off = [str(place) for place, one in enumerate(right, 1) if not one]
    if not any(right):
        return "None of them is right."
    return (
        f"Of the {len(right)}, number {' and '.join(off)} {'is' if len(off) == 1 else 'are'} wrong."
    )


def labels_of(answer) -> list:
    """Return a list of labels as whole numbers, where they are."""
    numbers = reading.as_numbers(answer) or []
    return [int(number) if number in (0, 1) else "?" for number in numbers]


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
        text = reading.bare(reading.plain(answer).translate(OPERATORS).replace("^", "**"))
        text = text.rpartition("=")[2]
        names = {term.casefold(): term for term in self.terms}
        text = re.sub(r"[^\W\d]\w*", lambda word: names.get(word[0].casefold(), word[0]), text)
        try:
            formula = Formula("yours", text.strip())
            if not formula.terms or not {*formula.terms} <= {*self.terms}:
                return None
            cases = ({term: case[term] for term in formula.terms} for case in self.cases)
            return Tried(formula.text, tuple(float(formula.work(**case)) for case in cases))
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
