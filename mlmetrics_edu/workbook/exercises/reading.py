"""What a learner typed, read as a number, as words, as points; never run, never an error."""

from __future__ import annotations

import inspect
import math
import re
import unicodedata
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Self

import numpy as np

from ...core.errors import printable
from ...core.formula import Worked
from ...core.inputs import short

LONGEST = 400  # letters of a typed answer; nobody needs more
UNREAD = "{} can't be read as an answer here."
COMMA = "It may be {} or {}."
TWO = "{} and {} are two numbers."
LARGEST = 300  # powers of ten that a float surely has
UNDEFINED = {"undefined", "nan", "not defined", "0/0", "n/a"}
DIGITS = r"(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d{1,3})?"
NUMBER = re.compile(rf"([-+]?{DIGITS})(?:/([-+]?{DIGITS}))?(%|percent)?")
NAME = re.compile(r"[^\W\d][\w\s@().{}_-]*")  # what may stand before a number: FPR = 3/14
LATEX = re.compile(r"\\[dt]?frac\{([^{}]+)\}\{([^{}]+)\}")
MINUS = str.maketrans("−–", "--")
QUOTES = "\"'`“”‘’$"
BETWEEN = re.compile(r"[\s,;>，；、→]+")  # what may stand between several words


def is_blank(answer) -> bool:
    """Tell whether nothing was answered: ``...``, None, an empty text, or a part left open.

    Examples
    --------
    >>> is_blank(...), is_blank(" "), is_blank(("a", ...)), is_blank(0), is_blank(set())
    (True, True, True, False, False)
    """
    if isinstance(answer, str):
        return answer.strip() in ("", "...", "…")
    if type(answer) in (list, tuple):
        return any(part is ... for part in answer)
    return answer is None or answer is ...


class Typed(float):
    """A number that was typed, and how much of it.

    Attributes
    ----------
    digits : int or None
        Its significant digits; None for a fraction, which is exact.

    Examples
    --------
    >>> Typed(0.21, 2).half, Typed(2 / 3).half
    (0.005, 0.0)
    """

    digits: int | None

    def __new__(cls, value: float, digits: int | None = None) -> Self:
        self = super().__new__(cls, value)
        self.digits = digits
        return self

    @property
    def half(self) -> float:
        """Half a unit of the last digit: so far it may lie from what was rounded."""
        if self.digits is None or not self or not math.isfinite(self):
            return 0.0
        return 10 ** (math.floor(math.log10(abs(self))) - self.digits + 1) / 2


def as_number(answer) -> Typed | None:
    """Read a number, a fraction or a percentage; None for anything else.

    A name may stand before it, quotation marks and brackets around it; several ways of writing it
    are one answer if they say the same: the one with the most digits is taken.

    Examples
    --------
    >>> as_number("4/7") == 4 / 7, as_number("57.1 %"), as_number("4/0"), as_number("a/b")
    (True, 0.571, None, None)
    >>> as_number("4/7 = 0.571") == 4 / 7, as_number("1/2 = 0.6"), as_number("undefined")
    (True, None, nan)
    >>> as_number("FPR = 0,214"), as_number("≈ 21,4 %"), as_number([0.214]), as_number("1,234")
    (0.214, 0.214, 0.214, None)
    """
    if isinstance(answer, str):
        return _equation(plain(answer))
    if isinstance(answer, Typed):
        return answer
    if isinstance(answer, float | int | Fraction):
        return _of_number(answer)
    if isinstance(answer, list | tuple) and len(answer) == 1:
        return as_number(answer[0])
    if getattr(answer, "size", 0) == 1 and hasattr(answer, "tolist"):  # of NumPy or pandas
        return as_number(np.ravel(answer).tolist()[0])
    return None if isinstance(answer, Iterable) else _of_number(answer)


def _of_number(answer) -> Typed | None:
    try:
        number = float(answer)
    except (TypeError, ValueError, OverflowError):
        return None
    exact = (
        answer if isinstance(answer, Fraction) else isinstance(answer, Worked) and answer.fraction
    )
    rounded = not isinstance(exact, Fraction)
    return Typed(number, significant(repr(number).removesuffix(".0")) if rounded else None)


def significant(text: str) -> int:
    """Count the significant digits of a number as it is written.

    Examples
    --------
    >>> significant("0.021"), significant("0.210"), significant("-21.4"), significant("2.1e-1")
    (2, 3, 3, 2)
    """
    mantissa = re.split("e", text.casefold())[0]
    return len(re.sub(r"\D", "", mantissa).lstrip("0"))


def plain(text: str) -> str:
    """Bring a text into one form: a Chinese keyboard may give full-width digits and signs."""
    return unicodedata.normalize("NFKC", text[:LONGEST]).strip()


def bare(text: str) -> str:
    """Take quotation marks and brackets off that stand around all of a text.

    Examples
    --------
    >>> bare(" ['0.5'] "), bare("(1, 2)"), bare("(1) (2)")
    ('0.5', '1, 2', '(1) (2)')
    """
    text = text.strip()
    inner = text[1:-1]
    pair = text[:1] + text[-1:]
    brackets = pair in ("[]", "()", "{}") and not set(inner) & {*"()[]{}"}
    marked = len(text) > 1 and {text[0], text[-1]} <= {*QUOTES} and not {*inner} & {*QUOTES}
    return bare(inner) if brackets or marked else text


def _equation(text: str) -> Typed | None:
    """Read "FPR = 4/7 = 0.571" as a number, if all its sides are the same one."""
    text = bare(LATEX.sub(r"\1/\2", text))
    if text.casefold() in UNDEFINED:
        return Typed(math.nan)
    first, *others = (bare(side) for side in re.split("[=≈~≃:]", text))
    named = others and (not first or NAME.fullmatch(first))
    sides = [_one(side) for side in (others if named else [first, *others])]
    if None in sides or max(sides) - min(sides) > 1e-3:
        return Typed(math.nan) if named and others[-1].casefold() in UNDEFINED else None
    return min(sides, key=lambda side: side.half)


def _one(text: str) -> Typed | None:
    written = re.sub(r"\s*([/%])\s*", r"\1", text.casefold().translate(MINUS))
    written = re.sub(r"\s*(?:per\s?cent|pct)$", "percent", written)
    match = NUMBER.fullmatch(re.sub(r"\d[\d.,]*", _with_a_point, written))
    if match is None:
        return None
    above, below = (_exact(part) for part in (match[1], match[2] or "1"))
    if above is None or not below:
        return None
    try:
        number = float(above / below / (100 if match[3] else 1))
    except OverflowError:
        return None
    fraction = not re.search(r"[.e]", match[1]) and not re.fullmatch("10*", match[2] or "1")
    return Typed(number, None if fraction else significant(match[1]))


def _exact(text: str) -> Fraction | None:
    power = re.search(r"e([-+]?\d+)$", text)
    return None if power and abs(int(power[1])) > LARGEST else Fraction(text)


def _with_a_point(number: re.Match) -> str:
    """Write a decimal comma as a point, and leave the commas between thousands out.

    What may be either stays as it is, and is no number.
    """
    text = number[0]
    if re.fullmatch(r"0,\d+|\d+,(?:\d\d?|\d{4,})", text):
        return text.replace(",", ".")
    if re.fullmatch(r"\d{1,3}(?:,\d{3}){2,}|\d{1,3}(?:,\d{3})+\.\d*", text):
        return text.replace(",", "")
    if re.fullmatch(r"\d{1,3}(?:\.\d{3})+,\d+", text):
        return text.replace(".", "").replace(",", ".")
    return text


def doubt(answer) -> str:
    """Say what is unclear about a number that can't be read; an empty text where nothing is known.

    Examples
    --------
    >>> doubt("1,234"), doubt("1/2 = 0.6"), doubt("x")
    ('It may be 1234 or 1.234.', '1/2 and 0.6 are two numbers.', '')
    """
    text = plain(answer) if isinstance(answer, str) else ""
    if comma := re.search(r"(?<![\d.,])(\d{1,3}),(\d{3})(?![\d.,])", text):
        return COMMA.format(comma[1] + comma[2], f"{comma[1]}.{comma[2]}")
    sides = [bare(side) for side in re.split("[=≈~≃]", text)]
    known = [side for side in sides if _one(side) is not None]
    return TWO.format(known[0], known[-1]) if len(known) > 1 else ""


def as_several(answer) -> list | None:
    """Read several things: a list, a set, an array of one dimension, or a text of words.

    Examples
    --------
    >>> as_several("b > a, c"), as_several(("b", 2)), as_several(3)
    (['b', 'a', 'c'], ['b', 2], None)
    """
    if isinstance(answer, str):
        words = BETWEEN.split(plain(answer).strip("()[]{}"))
        return [word.strip(QUOTES) for word in words if word.strip(QUOTES)]
    row = isinstance(answer, np.ndarray) and answer.ndim == 1
    if row or isinstance(answer, list | tuple | set | frozenset):
        return list(answer)[: LONGEST + 1]
    return None


def is_none(answer) -> bool:
    """Tell whether an answer says that nothing is meant, in words or by empty brackets.

    Examples
    --------
    >>> is_none({}), is_none("{}"), is_none("none"), is_none(()), is_none("a")
    (True, True, True, True, False)
    """
    if isinstance(answer, str):
        return plain(answer).casefold().strip("()[]{} ") in ("", "none")
    return isinstance(answer, dict | list | tuple | set | frozenset) and not answer


def as_points(answer) -> np.ndarray | None:
    """Read a drawn curve: pairs of numbers, an array of two columns or two rows, or a `Curve`.

    Examples
    --------
    >>> as_points([(0, 0), ("1/2", 1)])
    array([[0. , 0. ],
           [0.5, 1. ]])
    """
    if hasattr(answer, "x") and hasattr(answer, "y"):
        answer = list(zip(answer.x, answer.y, strict=True))
    pairs = answer.tolist() if isinstance(answer, np.ndarray) else answer
    if isinstance(pairs, str):
        pairs = re.findall(r"\(([^()]*)\)", plain(pairs))
    if not isinstance(pairs, list | tuple) or not 2 <= len(pairs) <= LONGEST:
        return None
    rows = [as_numbers(pair) for pair in pairs]
    if any(row is None for row in rows) or len({len(row) for row in rows}) != 1:
        return None
    points = np.array(rows)
    points = points.T if points.shape[1] != 2 and len(points) == 2 else points
    return points if points.shape[1] == 2 else None


def as_numbers(answer, count: int | None = None) -> list[float] | None:
    """Read a row of numbers, so many of them where that is known.

    Between decimal commas stand semicolons or blanks.

    Examples
    --------
    >>> as_numbers("1/2, 25 %"), as_numbers([1, "x"]), as_numbers("0,5; 0,25")
    ([0.5, 0.25], None, [0.5, 0.25])
    >>> as_numbers("0,5 0,25", 2), as_numbers("1,2,3,4", 4)
    ([0.5, 0.25], [1.0, 2.0, 3.0, 4.0])
    """
    rows = [[as_number(part) for part in parts] for parts in _parted(answer)]
    fit = [
        row
        for row in rows
        if row
        and not any(number is None or math.isnan(number) for number in row)
        and count in (None, len(row))
    ]
    return fit[0] if fit else None


def _parted(answer) -> Iterator[list]:
    """Divide a row in the ways in which it may be meant, the likeliest first."""
    if not isinstance(answer, str):
        yield as_several(answer) or []
        return
    text = bare(plain(answer))
    signs = (";", ",", r",\s+|\s+") if ";" in text else (",", r",\s+|\s+")
    for sign in signs:
        parts = re.split(sign, text)
        if len(parts) > 1:
            yield parts
    yield as_several(text) or []


def quoted(answer) -> str:
    """Write an answer so that it fits into a sentence, whatever it is.

    Examples
    --------
    >>> quoted("4/7"), quoted(10**5000)
    ("'4/7'", 'a huge int')
    """
    try:
        text = "Your function" if inspect.isfunction(answer) else short(answer)
    except Exception:  # whatever a learner hands in decides what writing it raises
        return "what you typed"
    return printable(text)
