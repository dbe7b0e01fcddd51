"""An answer against the right value, and against what each known mistake would give."""

import math
import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction

from ...core.settings import short
from .verdict import BLANK, Verdict

CLOSE = 5e-4 + 1e-9  # three decimals are enough
SEVERAL = (set, frozenset, list, tuple)
NUMBER = re.compile(r"([-+−]?\d+(?:\.\d*)?|[-+−]?\.\d+)(?:\s*/\s*(\d+(?:\.\d*)?))?\s*(%?)")


def check(answer, right, slips: Mapping[str, object] | None = None, otherwise="") -> Verdict:
    """Compare an answer with the right one, and name the mistake behind a wrong one.

    Parameters
    ----------
    answer : object
        A number, a fraction, text such as ``"4/7"`` or ``"57.1 %"``, a word, a set or a list, as
        the question asks; ``...`` is a blank.
    right : object
        The right answer. A `Worked` shows its working to those who found it.
    slips : mapping of str to object, optional
        What each known mistake would give: a sentence for the learner, and its value.
    otherwise : str, optional
        What to say of an answer that no known mistake gives.

    Returns
    -------
    Verdict
        An answer never raises an error, whatever it is.

    Examples
    --------
    >>> from fractions import Fraction
    >>> slips = {"That is recall: you divided by the positives there are.": Fraction(2, 3)}
    >>> check("4/7", Fraction(4, 7), slips)
    Right.
    >>> check(0.667, Fraction(4, 7), slips)
    Not yet. That is recall: you divided by the positives there are.
    >>> check(..., Fraction(4, 7), slips)
    not attempted yet
    """
    if answer is ... or (isinstance(answer, tuple) and any(part is ... for part in answer)):
        return Verdict(None, None, BLANK)
    if same(answer, right):
        working = getattr(right, "working", "")
        return Verdict(True, None, f"Right.\n{working}".strip())
    for slip, value in {**(slips or {}), **near_misses(right)}.items():
        if same(answer, value):
            return Verdict(False, slip, f"Not yet. {slip}")
    unknown = otherwise or f"{short(answer)} isn't it, and no mistake I know gives it."
    return Verdict(False, None, f"Not yet. {unknown}")


def near_misses(right) -> dict[str, float]:
    """Give what comes of the right number when only its writing went wrong.

    Examples
    --------
    >>> check("57.1", 4 / 7)
    Not yet. That is the percentage without its sign: write 57.1 %, or the share.
    >>> check(0.666, 2 / 3)
    Not yet. You cut the decimals off: rounded to three it is 0.667.
    """
    number = as_number(right)
    if number is None or not math.isfinite(number) or number == int(number):
        return {}
    percent = f"That is the percentage without its sign: write {100 * number:.1f} %, or the share."
    cut = f"You cut the decimals off: rounded to three it is {number:.3f}."
    shares = {percent: round(100 * number, 1)} if abs(number) < 1 else {}
    return {**shares, cut: math.trunc(1000 * number) / 1000}


def same(answer, value) -> bool:
    """Tell whether an answer means a value: numbers to three decimals, all else as it stands.

    Examples
    --------
    >>> same("66.7 %", 2 / 3), same({"a"}, {"a"}), same("Recall", "recall"), same("x", 1)
    (True, True, True, False)
    >>> same(["B", "a"], {"a", "b"}), same(("a", "b"), ["a", "b"]), same(["b", "a"], ["a", "b"])
    (True, True, False)
    """
    if isinstance(value, str):
        return isinstance(answer, str) and answer.strip().casefold() == value.casefold()
    if isinstance(value, SEVERAL):
        return isinstance(answer, SEVERAL) and _same_parts(answer, value)
    number = as_number(value)
    if number is None:
        return type(answer) is type(value) and _equal(answer, value)
    given = as_number(answer)
    return given is not None and (given == number or abs(given - number) < CLOSE)


def _same_parts(answer, value) -> bool:
    """Compare several words or numbers: in any order where the right answer has none."""
    if not isinstance(value, set | frozenset):
        pairs = zip(answer, value, strict=False)
        return len(answer) == len(value) and all(same(a, v) for a, v in pairs)
    found = [next((v for v in value if same(a, v)), None) for a in answer]
    return None not in found and set(found) == set(value)


def _equal(answer, value) -> bool:
    try:
        return bool(answer == value)
    except Exception:  # whatever a learner put into a list decides what comparing it raises
        return False


def as_number(answer) -> float | None:
    """Read a number, a fraction or a percentage; None for anything else.

    Examples
    --------
    >>> as_number("4/7") == 4 / 7, as_number("57.1 %"), as_number("4/0"), as_number("a/b")
    (True, 0.571, None, None)
    """
    if isinstance(answer, str):
        return _from_text(answer.strip())
    try:
        number = float(answer)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if math.isnan(number) else number


def _from_text(text: str) -> float | None:
    # A Chinese keyboard may give full-width digits and signs.
    found = NUMBER.fullmatch(unicodedata.normalize("NFKC", text)) if len(text) < 40 else None
    if found is None or (found[2] and float(found[2]) == 0):
        return None
    value = Fraction(found[1].replace("−", "-")) / Fraction(found[2] or 1)
    return float(value / 100 if found[3] else value)
