"""The forms that an answer may take: how each is asked for, read, compared and written.

A form reads what a learner types and what the library computed in the same way, so that both can
be compared; it also tells which of the known mistakes an answer shows.
"""

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Integral

import numpy as np

from ...core import digits
from ...live.explore_matrix import MatrixExplorer, explore_matrix
from ...live.explorer import Explorer
from ...live.instrument import Instrument
from ...metrics.confusion import Confusion
from . import reading
from .reading import Typed

PERCENT = "percent for a share"
TWO_DIGITS = "two digits"
CUT = "decimals cut off"
MOVED = ("decimal point moved", "Only the decimal point is in the wrong place.")
SEVERAL = "More than one mistake gives this number here. It may be one of these:"
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


@dataclass(frozen=True)
class Form:
    """How an answer is asked for, read, compared and written.

    Every form has `asks`, a sentence on what to type, and the methods below.
    """

    asks = ""
    jointly = False  # whether mistakes that are named were all made, rather than one of them

    def invites(self, right) -> str:
        """Say what to type, by an example that isn't the right answer."""
        return self.asks

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
        """Tell what an answer that was read shows: True, or the mistakes that may give it."""
        if self.same(given, self.read(right)):
            return True
        return tuple(n for n, value in mistakes.items() if self.same(given, self.read(value)))

    def unsure(self, given, right, mistakes: Mapping) -> str:
        """Say so where an answer may be right or wrong, as it was typed."""
        return ""

    def praise(self, given, right) -> tuple[str | None, str]:
        """Name what is to be said of an answer that is right, and say it."""
        return None, ""

    def known(self, right, mistakes: Mapping) -> dict:
        """Return all known mistakes: some forms know their own."""
        return dict(mistakes)

    def near(self, given, right) -> tuple[str, str] | None:
        """Name what is only badly written, and say so; None where it is more than that."""
        return None

    def placed(self, given, right) -> str:
        """Say how a wrong answer of unknown origin lies to the right one."""
        return ""

    def doubt(self, answer) -> str:
        """Say what is unclear about an answer that can't be read."""
        return reading.doubt(answer)

    def after(self, given, right) -> tuple[str, str]:
        """Say what came after a mistake that was named: what its name gets, and a sentence."""
        return "", ""

    def remark(self, given) -> str:
        """Say something about an answer that was read, whether it is right or not."""
        return ""

    @property
    def listed(self) -> tuple[tuple[str, str], ...]:
        """The options to choose from, each with its letter."""
        return ()

    def instrument(self) -> Instrument | None:
        """Make what can be dragged to the answer, where there is something."""
        return None


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
        return "undefined" if math.isnan(value) else digits.both(value)

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

    def near(self, given, right) -> tuple[str, str] | None:
        """Name what relates an answer to the right one, where no mistake is known to give it.

        Examples
        --------
        >>> form = Number()
        >>> form.near(form.read("0.7"), 0.3)
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
            answer = answer.threshold if self._shown_by(answer) else None
        number = reading.as_number(answer)
        return None if number is None or math.isnan(number) else self.sweep.row_at(number)

    def _shown_by(self, explorer: Explorer) -> bool:
        theirs, columns = explorer.sweep, ("threshold", "tp", "fp")
        return all(np.array_equal(getattr(theirs, c), getattr(self.sweep, c)) for c in columns)

    def doubt(self, answer) -> str:
        """Say which data an instrument should show."""
        if isinstance(answer, Explorer):
            return "It shows different data from the question. Take the question's own .instrument."
        return super().doubt(answer)

    def instrument(self) -> Explorer:
        """Make an explorer of the data, above all scores, which leads nowhere by itself."""
        views = ("ranking", "densities", "matrix", "working")
        made = Explorer({"": self.sweep}, views=views, metrics=("recall", "fpr"), snaps=())
        made.threshold = math.inf
        return made

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
        return ", ".join(digits.short(float(n)) or digits.decimal(float(n)) for n in value)

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
        if isinstance(answer, MatrixExplorer):
            answer = answer.confusion
        if isinstance(answer, str):
            answer = dict(CELL.findall(reading.plain(answer).casefold())) or answer
        if isinstance(answer, Confusion):
            answer = [answer.tp, answer.fp, answer.fn, answer.tn]
        if isinstance(answer, Mapping):
            cells = {str(key).casefold(): count for key, count in list(answer.items())[:5]}
            answer = [cells.get(cell) for cell in CELLS]
        numbers = reading.as_numbers(answer, len(CELLS))
        return tuple(numbers) if numbers and len(numbers) == len(CELLS) else None

    def instrument(self) -> MatrixExplorer:
        """Make four cells to drag, all alike at first."""
        return explore_matrix(*[ALIKE] * len(CELLS), metrics=("precision", "recall"))

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
    ('Of the 3, number 2 and 3 are wrong.', 'None of them is right.')
    """
    off = [str(place) for place, one in enumerate(right, 1) if not one]
    if not any(right):
        return "None of them is right."
    return (
        f"Of the {len(right)}, number {' and '.join(off)} {'is' if len(off) == 1 else 'are'} wrong."
    )


def so_far(right: list[bool], what: str) -> str:
    """Say how far a row is right from its beginning.

    Examples
    --------
    >>> so_far([True, True, False], "corner"), so_far([False], "corner")
    ('The first 2 corners are right.', 'It goes wrong at the first corner.')
    """
    many = right.index(False) if False in right else len(right)
    if not many:
        return f"It goes wrong at the first {what}."
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
        return f"{self.inner.asks} There's more than one right answer."

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
        verdict = self.judge(given)
        return verdict if verdict in (True, None) else (verdict,)

    def remark(self, given) -> str:
        """Say what it came to."""
        return self.measure(given)

    def instrument(self) -> Instrument | None:
        """Make what can be dragged to one of them."""
        return self.inner.instrument()
