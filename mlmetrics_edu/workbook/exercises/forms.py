"""The forms that an answer may take: how each is asked for, read, compared and written.

A form reads what a learner types and what the library computed in the same way, so that both can
be compared; it also tells which of the known mistakes an answer shows.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ...core import digits
from ...metrics.confusion import Confusion
from . import reading

THOUSANDTH = 5e-4 + 1e-9  # three decimals are enough
CELLS = ("tp", "fp", "fn", "tn")
CELL = re.compile(r"\b(tp|fp|fn|tn)\s*[=:]?\s*(\d+)")
SIGNS = str.maketrans("+-−", "100")


@dataclass(frozen=True)
class Form:
    """How an answer is asked for, read, compared and written.

    Every form has `asks`, a sentence on what to type, and the methods below.
    """

    asks = ""

    def read(self, answer):
        """Read an answer; None where it can't be one."""
        raise NotImplementedError

    def write(self, value) -> str:
        """Write a value so that it could be typed."""
        raise NotImplementedError

    def same(self, a, b) -> bool:
        """Compare two answers that were read."""
        return a == b

    def close(self, a, b) -> bool:
        """Tell whether one typed answer could mean both."""
        return self.same(a, b)

    def diagnose(self, given, right, mistakes: Mapping):
        """Tell what an answer that was read shows: True, the name of a mistake, or None."""
        if self.same(given, self.read(right)):
            return True
        return next(
            (n for n, value in mistakes.items() if self.same(given, self.read(value))), None
        )

    def known(self, right, mistakes: Mapping) -> dict:
        """Return all known mistakes: some forms know their own."""
        return dict(mistakes)

    def near(self, given, right) -> tuple[str, str] | None:
        """Name what is only badly written, and say so; None where it is more than that."""
        return None

    def every(self, given, right, mistake: str) -> tuple[str, ...]:
        """Name all that is wrong with an answer, where more than one thing can be."""
        return (mistake,)

    def placed(self, given, right) -> str:
        """Say how a wrong answer of unknown origin lies to the right one."""
        return ""

    def remark(self, given) -> str:
        """Say something about an answer that was read, whether it is right or not."""
        return ""

    @property
    def listed(self) -> tuple[tuple[str, str], ...]:
        """The options to choose from, each with its letter."""
        return ()


@dataclass(frozen=True)
class Number(Form):
    """A number, to three decimals; ``tolerance`` is wider where it is read off a picture."""

    tolerance: float = THOUSANDTH
    whole: bool = False

    @property
    def asks(self) -> str:
        """Say what to type."""
        if self.whole:
            return "Answer with a whole number."
        about = f", within {self.tolerance:g}" if self.tolerance > 1e-3 else ""
        return f"Answer with a number{about}: 0.571, 4/7 or 57.1 %."

    def read(self, answer) -> float | None:
        """Read a number, a fraction, a percentage, or "undefined"."""
        return reading.as_number(answer)

    def write(self, value) -> str:
        """Write the fraction and the decimal."""
        return "undefined" if math.isnan(value) else digits.both(value)

    def same(self, a, b) -> bool:
        """Compare to three decimals."""
        return a == b or abs(a - b) <= self.tolerance or (math.isnan(a) and math.isnan(b))

    def close(self, a, b) -> bool:
        """Tell whether a rounded answer could mean both."""
        return self.same(a, b) or abs(a - b) <= 2 * self.tolerance

    def near(self, given, right) -> tuple[str, str] | None:
        """Name a percentage without its sign, and digits that were dropped too early."""
        number = float(right)
        if not math.isfinite(number) or number == int(number):
            return None
        misses = (miss for miss in near_misses(number) if abs(given - miss[1]) < 1e-9)
        return next(((name, advice) for name, _, advice in misses), None)

    def placed(self, given, right) -> str:
        """Tell a part from the other one, a turned fraction, a lost sign, a moved decimal point.

        Examples
        --------
        >>> Number().placed(0.7, 0.3), Number().placed(0.003, 0.3)
        ('It and the right number add up to 1.', 'Only its decimal point is in the wrong place.')
        """
        number = float(right)
        if not (math.isfinite(number) and math.isfinite(given)):
            return ""
        related = {
            "It and the right number add up to 1.": 1 - number,
            "It is the right fraction turned upside down.": 1 / number if number else math.nan,
            "Only its sign is wrong.": -number,
        }
        for says, value in related.items():
            if self.same(given, value):
                return says
        ratio = abs(given / number) if number else 0.0
        if 0 < ratio < math.inf and self.same(given / 10 ** round(math.log10(ratio)), number):
            return "Only its decimal point is in the wrong place."
        known = getattr(getattr(right, "formula", None), "range", None)
        low, high = known or (-math.inf, math.inf)
        if not low <= given <= high:
            return f"It can't be: such a number is from {low:g} to {high:g}."
        return "It is too large." if given > number else "It is too small."


def near_misses(number: float) -> list[tuple[str, float, str]]:
    """Return what comes of the right number when only its writing went wrong: name, value, advice.

    Examples
    --------
    >>> near_misses(2 / 3)[1]
    ('decimals cut off', 0.666, 'You cut the decimals off: rounded to three it is 0.667.')
    """
    percent = f"That is the percentage without its sign: write {100 * number:.1f} %, or the share."
    cut = f"You cut the decimals off: rounded to three it is {number:.3f}."
    early = "That is the right number, rounded too early: give three decimals, or the fraction."
    share = [("percent for a share", round(100 * number, 1), percent)] if abs(number) < 1 else []
    return [
        *share,
        ("decimals cut off", math.trunc(1000 * number) / 1000, cut),
        ("rounded too early", round(number, 2), early),
        ("rounded too early", round(number, 1), early),
    ]


@dataclass(frozen=True)
class Threshold(Form):
    """A threshold of a `Sweep`: two are the same if they call the same ones positive."""

    sweep: object

    asks = "Answer with a threshold; those at it are called positive (score ≥ threshold)."

    def read(self, answer) -> int | None:
        """Read a threshold, as the row of the walk that it leads to."""
        number = reading.as_number(answer)
        return None if number is None or math.isnan(number) else self.sweep.row_at(number)

    def write(self, value) -> str:
        """Write a threshold in all its digits."""
        return digits.threshold(value)


@dataclass(frozen=True)
class Numbers(Form):
    """Several numbers in a row."""

    count: int
    tolerance: float = THOUSANDTH

    @property
    def asks(self) -> str:
        """Say what to type."""
        return f"Answer with {self.count} numbers in a row, such as [0.5, 1/3 …]."

    def read(self, answer) -> tuple[float, ...] | None:
        """Read so many numbers."""
        numbers = reading.as_numbers(answer, self.count)
        return tuple(numbers) if numbers and len(numbers) == self.count else None

    def write(self, value) -> str:
        """Write the decimals."""
        return ", ".join(digits.short(float(n)) or digits.decimal(float(n)) for n in value)

    def same(self, a, b) -> bool:
        """Compare number by number."""
        return bool(np.allclose(a, b, rtol=0, atol=self.tolerance))

    def close(self, a, b) -> bool:
        """Tell whether rounded numbers could mean both."""
        return bool(np.allclose(a, b, rtol=0, atol=2 * self.tolerance))

    def placed(self, given, right) -> str:
        """Say which of them are right."""
        pairs = zip(given, self.read(right), strict=True)
        return _right_ones([abs(a - b) <= self.tolerance for a, b in pairs])


@dataclass(frozen=True)
class Counts(Form):
    """The four counts of a confusion matrix."""

    asks = "Answer with four counts in this order, TP, FP, FN, TN, or with mm.Confusion(…)."

    def read(self, answer) -> tuple[float, ...] | None:
        """Read a `Confusion`, a mapping of cells to counts, or four numbers."""
        if isinstance(answer, str):
            answer = dict(CELL.findall(reading.plain(answer).casefold())) or answer
        if isinstance(answer, Confusion):
            answer = [answer.tp, answer.fp, answer.fn, answer.tn]
        if isinstance(answer, Mapping):
            cells = {str(key).casefold(): count for key, count in list(answer.items())[:5]}
            answer = [cells.get(cell) for cell in CELLS]
        numbers = reading.as_numbers(answer, len(CELLS))
        return tuple(numbers) if numbers and len(numbers) == len(CELLS) else None

    def write(self, value) -> str:
        """Write the four counts in the order in which they are asked for."""
        return ", ".join(digits.count(number) for number in self.read(value))

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
        pairs = (f"({digits.decimal(x)}, {digits.decimal(y)})" for x, y in self.read(value))
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
    ('Of 3, number 2 and 3 are off.', 'None of them is right.')
    """
    off = [str(place) for place, one in enumerate(right, 1) if not one]
    if not any(right):
        return "None of them is right."
    return f"Of {len(right)}, number {' and '.join(off)} {'is' if len(off) == 1 else 'are'} off."


def so_far(right: list[bool], what: str) -> str:
    """Say how far a row is right from its beginning.

    Examples
    --------
    >>> so_far([True, True, False], "corner"), so_far([False], "corner")
    ('The first 2 corners are right.', 'It is off from the first corner on.')
    """
    many = right.index(False) if False in right else len(right)
    if not many:
        return f"It is off from the first {what} on."
    return f"The first {what} is right." if many == 1 else f"The first {many} {what}s are right."


def labels_of(answer) -> list:
    """Return a list of labels as whole numbers, where they are."""
    numbers = reading.as_numbers(answer) or []
    return [int(number) if number in (0, 1) else "?" for number in numbers]


@dataclass(frozen=True)
class Built(Form):
    """Something with a property, of which there are many: it is judged by computing.

    Parameters
    ----------
    inner : Form
        How the thing is typed.
    judge : callable
        Takes what was read; gives True, the name of a mistake, or None.
    measure : callable
        Takes what was read; says in words what it came to.
    """

    inner: Form
    judge: Callable
    measure: Callable[[object], str]

    @property
    def asks(self) -> str:
        """Say what to type."""
        return f"{self.inner.asks} There is more than one way."

    def read(self, answer):
        """Read what was built."""
        return self.inner.read(answer)

    def write(self, value) -> str:
        """Write one that would do."""
        return self.inner.write(value)

    def same(self, a, b) -> bool:
        """Compare two of them."""
        return self.inner.same(a, b)

    def diagnose(self, given, right, mistakes: Mapping):
        """Judge what was built."""
        return self.judge(given)

    def remark(self, given) -> str:
        """Say what it came to."""
        return self.measure(given)
