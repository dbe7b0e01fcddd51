"""How others write numbers: with decimal points or commas, as shares or per cent; never guessed.

A column has one way. Where two ways are mixed, or "1,234" may be either of two numbers, no number
is made of it.
"""

import math
import re
from collections.abc import Sequence
from decimal import Decimal
from itertools import chain
from typing import NamedTuple

import numpy as np

from .errors import InputError
from .inputs import EXACT_INTEGER, short

STYLES = ("auto", "point", "comma")
PER_CENT = ("%", "\uff05")
# One to three digits, and three after each comma: with a comma for thousands it looks the same.
GROUPED = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+")
POINTED = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}")
SEVERAL_SIGNS = re.compile(r"[+-]?[\d.,]*\d[.,]?")


class Seen(NamedTuple):
    """The first cell of a kind, its line, and how many there are."""

    line: int
    text: str
    times: int


class Numerals:
    """A column of numbers, which is read block by block.

    Parameters
    ----------
    where : str
        What to call the table in an error.
    column : str
        What to call the column.
    style : {"auto", "point", "comma"}
        How its decimals are marked; ``"auto"``: as the cells themselves tell without doubt.
    unit : str
        What a row of the table is called: a line, or a row.
    unsure_points : bool
        Whether a point may set off thousands, as where semicolons divide the columns.

    Examples
    --------
    >>> column = Numerals("a.csv", "score")
    >>> column.add(["0,9", "1", "0,125"], [2, 3, 4])
    >>> column.values(), column.said
    (array([0.9  , 1.   , 0.125]), ['decimal commas in score'])
    """

    def __init__(
        self,
        where: str,
        column: str,
        style: str = "auto",
        unit: str = "line",
        unsure_points: bool = False,
    ):
        self.where, self.column, self.style, self.unit = where, column, style, unit
        self.unsure_points = unsure_points
        self._blocks: list[np.ndarray] = []
        self._seen: dict[str, Seen] = {}

    def add(self, texts: Sequence[str], lines: Sequence[int]) -> None:
        """Read some more cells."""
        numbers = _plain(texts)
        if numbers is None or not np.isfinite(numbers).all():
            pairs = zip(texts, lines, strict=True)
            numbers = np.array([self._cell(text.strip(), line) for text, line in pairs])
        else:
            self._note_plain(texts, lines)
        if np.abs(numbers).max(initial=0) >= EXACT_INTEGER:
            self._exact(numbers, texts, lines)
        self._blocks.append(numbers)

    def _note_plain(self, texts: Sequence[str], lines: Sequence[int]) -> None:
        """Remember the ways of a block without commas and per cent."""
        self._see("no per cent", lines[0], texts[0].strip(), len(texts))
        if "point" not in self._seen and "." in "".join(texts):
            kinds = ((row, _kind(text.strip())) for row, text in enumerate(texts) if "." in text)
            first = next(kinds)
            row, kind = next((pair for pair in chain([first], kinds) if pair[1] == "point"), first)
            self._see(kind, lines[row], texts[row].strip())

    def _cell(self, text: str, line: int) -> float:
        """Read one cell, and remember how it is written."""
        body = text.rstrip("%\uff05") if text.endswith(PER_CENT) else text
        share = len(text) - len(body)
        body = body.rstrip() if share else body
        kind = _kind(body)
        if not text:
            kind = "empty"
        if kind in ("empty", "both signs"):
            self._see(kind, line, text)
            return math.nan
        number = _value(body.replace(",", ".") if "comma" in kind else body, share)
        if not math.isfinite(number):
            self._see("no number", line, text)
            return math.nan
        self._see("per cent" if share else "no per cent", line, text)
        self._see(kind, line, text)
        return number

    def _see(self, kind: str, line: int, text: str, times: int = 1) -> None:
        first = self._seen.get(kind, Seen(int(line), text, 0))
        self._seen[kind] = first._replace(times=first.times + times)

    def _exact(self, numbers: np.ndarray, texts: Sequence[str], lines: Sequence[int]) -> None:
        """Notice whole numbers so large that different ones would become the same float."""
        for row in np.flatnonzero(np.abs(numbers) >= EXACT_INTEGER):
            text = texts[row].strip()
            if text.lstrip("+-").isdecimal() and int(text) != int(numbers[row]):
                self._see("rounded", lines[row], text)

    @property
    def said(self) -> list[str]:
        """What is worth saying about the way in which the numbers are written."""
        named = short(self.column)[1:-1]
        commas = [f"decimal commas in {named}"] if self.comma else []
        return commas + ([f"per cent in {named}"] if "per cent" in self._seen else [])

    @property
    def comma(self) -> Seen | None:
        """The first cell with a comma."""
        return self._seen.get("comma", self._seen.get("comma or thousands"))

    @property
    def point(self) -> Seen | None:
        """The first cell with a point."""
        return self._seen.get("point", self._seen.get("point or thousands"))

    def values(self) -> np.ndarray:
        """Return all numbers.

        Raises
        ------
        InputError
            If a cell holds none, or none that is sure.
        """
        for check in (self._whole, self._one_sign, self._sure, self._one_measure):
            check()
        return np.concatenate(self._blocks) if self._blocks else np.zeros(0)

    def taken(self) -> np.ndarray:
        """Return the numbers read since the last time, and keep only how they are written.

        Raises
        ------
        InputError
            As :meth:`values` does, for all cells so far.
        """
        numbers = self.values()
        self._blocks.clear()
        return numbers

    def _whole(self) -> None:
        """Refuse cells that hold no finite number."""
        reasons = {
            "empty": ("a sample without it can't be counted", "fill it in, or leave the line out"),
            "no number": ("it isn't a finite number", "mend the line, or leave it out"),
            "rounded": (
                "so large a whole number is rounded, and different ones would fall together",
                "use numbers below 2**53, or their ranks",
            ),
        }
        for kind, (why, fix) in reasons.items():
            if kind in self._seen:
                raise InputError(self._first(kind), why, fix.replace("line", self.unit))
        if "both signs" in self._seen:
            text = self._seen["both signs"].text
            raise InputError(
                self._first("both signs"),
                _readings(text),
                "take out the signs between the thousands, throughout the column",
            )

    def _one_sign(self) -> None:
        """Refuse decimal points and decimal commas in one column."""
        comma = self.comma
        if comma and self.style == "point":
            raise InputError(
                f"{self._at(comma)}: {self.column} is {short(comma.text)}",
                "it isn't a finite number, which needs a decimal point, as --decimal point says",
                "leave --decimal out, or write decimal points instead of commas",
            )
        point = self.point
        if point and (comma or self.style == "comma"):
            beside = f"{self.unit} {comma.line} {short(comma.text)}" if comma else "--decimal comma"
            raise InputError(
                f"{self._at(point)}: {self.column} is {short(point.text)}, beside {beside}",
                "with decimal points and commas in one column, no number is sure",
                "write decimal points instead of commas, throughout the column",
            )

    def _sure(self) -> None:
        """Refuse "1,234" and "1.234" where nothing else tells what their signs are."""
        signs = {"comma": ","} | ({"point": "."} if self.unsure_points else {})
        for name, sign in signs.items():
            unsure = self._seen.get(f"{name} or thousands")
            if unsure and self.style == "auto" and name not in self._seen:
                text = unsure.text.rstrip("%\uff05 ")
                raise InputError(
                    self._first(f"{name} or thousands"),
                    f"that may be {text.replace(sign, '.')} (a decimal {name}) "
                    f"or {text.replace(sign, '')} (thousands)",
                    f"add --decimal {name} if it is the former; else take the {name}s out",
                )

    def _one_measure(self) -> None:
        """Refuse a column in which some cells have the sign of per cent, and others not."""
        shares, others = self._seen.get("per cent"), self._seen.get("no per cent")
        if shares and others:
            raise InputError(
                f"{self._at(shares)}: {self.column} is {short(shares.text)}, "
                f"but in {self.unit} {others.line} {short(others.text)}",
                "some cells have the sign of per cent and others don't, so their sizes don't fit",
                "write it in every cell of the column, or in none",
            )

    def _first(self, kind: str) -> str:
        """Name the first line where something is wrong, and count the others."""
        seen = self._seen[kind]
        more = f" (and {seen.times - 1:,} more such {self.unit}s)" if seen.times > 1 else ""
        is_what = "empty" if kind == "empty" else short(seen.text)
        return f"{self._at(seen)}: {self.column} is {is_what}{more}"

    def _at(self, seen: Seen) -> str:
        return f"{self.where}, {self.unit} {seen.line}"


def _plain(texts: Sequence[str]) -> np.ndarray | None:
    """Convert texts to numbers; None where one isn't written as Python writes it."""
    try:
        numbers = np.fromiter(map(float, texts), np.float64, len(texts))
    except ValueError:
        return None
    return None if "_" in "".join(texts) else numbers


def _kind(body: str) -> str:
    """Tell how a number marks its decimals, if it is one."""
    if "," not in body:
        if "." not in body:
            return "whole"
        return "point or thousands" if POINTED.fullmatch(body) else "point"
    if "." in body or body.count(",") > 1:
        return "both signs" if SEVERAL_SIGNS.fullmatch(body) else "no number"
    return "comma or thousands" if GROUPED.fullmatch(body) else "comma"


def _value(body: str, share: int) -> float:
    """Convert a text to a number, the sign of per cent to a shift of its decimal point."""
    if share > 1 or "_" in body:
        return math.nan
    try:
        if not share:
            return float(body)
        # Shifted before it is rounded: 0.07, not 7/100 of a rounded number.
        return float(Decimal(body).scaleb(-2) if "e" in body.lower() else f"{body}e-2")
    except (ValueError, ArithmeticError):
        return math.nan


def _readings(text: str) -> str:
    """Say which two numbers a text with several signs may be."""
    plain = re.sub(r"[,.]", "", text)
    head, first, _ = re.split(r"([,.])", text, maxsplit=1)
    last = max(text.rfind(","), text.rfind("."))
    grouped = (
        plain if text[last] == first else f"{re.sub('[,.]', '', text[:last])}.{text[last + 1 :]}"
    )
    return f"that may be {grouped} (thousands are set off) or {head}.{plain[len(head) :]}"
