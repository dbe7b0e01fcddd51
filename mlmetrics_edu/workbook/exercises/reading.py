"""What a learner typed, read as a number, as words, as points; never run, never an error."""

import math
import re
import unicodedata
from collections.abc import Iterable
from fractions import Fraction

import numpy as np

from ...core.escaping import printable
from ...core.settings import short

LONGEST = 400  # letters of a typed answer; nobody needs more
UNDEFINED = {"undefined", "nan", "not defined", "0/0", "n/a"}
NUMBER = re.compile(r"([-+−]?\d+(?:\.\d*)?|[-+−]?\.\d+)(?:\s*/\s*(\d+(?:\.\d*)?))?\s*(%?)")
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


def as_number(answer) -> float | None:
    """Read a number, a fraction or a percentage; None for anything else.

    Examples
    --------
    >>> as_number("4/7") == 4 / 7, as_number("57.1 %"), as_number("4/0"), as_number("a/b")
    (True, 0.571, None, None)
    >>> as_number("4/7 = 0.571"), as_number("1/2 = 0.6"), as_number("undefined")
    (0.571, None, nan)
    """
    if isinstance(answer, str):
        return _equation(plain(answer))
    if isinstance(answer, Iterable):
        return None
    try:
        return float(answer)
    except (TypeError, ValueError, OverflowError):
        return None


def plain(text: str) -> str:
    """Bring a text into one form: a Chinese keyboard may give full-width digits and signs."""
    return unicodedata.normalize("NFKC", text[:LONGEST]).strip()


def _equation(text: str) -> float | None:
    """Read "4/7 = 0.571" as a number, if all its sides are the same one."""
    if text.casefold() in UNDEFINED:
        return math.nan
    sides = [_one(side.strip()) for side in re.split("[=≈]", text)]
    if None in sides or max(sides) - min(sides) > 1e-3:
        return None
    return sides[-1]


def _one(text: str) -> float | None:
    match = NUMBER.fullmatch(text) if len(text) < 40 else None
    if match is None or (match[2] and float(match[2]) == 0):
        return None
    value = Fraction(match[1].replace("−", "-")) / Fraction(match[2] or 1)
    return float(value / 100 if match[3] else value)


def as_several(answer) -> list | None:
    """Read several things: a list, a set, an array of one dimension, or a text of words.

    Examples
    --------
    >>> as_several("b > a, c"), as_several(("b", 2)), as_several(3)
    (['b', 'a', 'c'], ['b', 2], None)
    """
    if isinstance(answer, str):
        return [word for word in BETWEEN.split(plain(answer).strip("()[]{}")) if word]
    row = isinstance(answer, np.ndarray) and answer.ndim == 1
    if row or isinstance(answer, list | tuple | set | frozenset):
        return list(answer)[: LONGEST + 1]
    return None


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


def as_numbers(answer) -> list[float] | None:
    """Read a row of numbers.

    Examples
    --------
    >>> as_numbers("1/2, 25 %"), as_numbers([1, "x"])
    ([0.5, 0.25], None)
    """
    commas = isinstance(answer, str) and re.split(r"[,;，；]", plain(answer).strip("()[]"))
    parts = commas if commas and len(commas) > 1 else as_several(answer)
    numbers = [as_number(part) for part in parts or ()]
    return None if not numbers or any(n is None or math.isnan(n) for n in numbers) else numbers


def quoted(answer) -> str:
    """Write an answer so that it fits into a sentence, whatever it is.

    Examples
    --------
    >>> quoted("4/7"), quoted(10**5000)
    ("'4/7'", 'a huge int')
    """
    try:
        text = short(answer)
    except Exception:  # whatever a learner hands in decides what writing it raises
        return "what you typed"
    return printable(text)
