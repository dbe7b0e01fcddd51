"""Errors that teach: what happened, why, and what to do about it."""

import re
from unicodedata import category

ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # where an object is kept: no two runs agree
ENDLESS = re.compile(r"\S{200,}")  # a word that nobody reads to its end, such as a pasted file
LONGEST = 1_000  # letters in one part of an error


class MetricError(ValueError):
    """The base of every error this package raises on purpose.

    Parameters
    ----------
    what : str
        What happened, with the values.
    why : str
        Why that can't be computed.
    fix : str
        What to do about it.

    Examples
    --------
    >>> print(MetricError("there are no samples", "a rate divides by a count", "pass one or more"))
    there are no samples
      why: a rate divides by a count
      do:  pass one or more
    """

    def __init__(self, what: str, why: str, fix: str):
        self.what, self.why, self.fix = map(_readable, (what, why, fix))
        super().__init__(self.what, self.why, self.fix)

    def __str__(self) -> str:
        return f"{self.what}\n  why: {self.why}\n  do:  {self.fix}"


def _readable(text: str) -> str:
    """Escape what no terminal can show, and cut what is endless: a value may hold anything."""
    text = ADDRESS.sub("", text)
    shown = "".join(letter if _shows(letter) else ascii(letter)[1:-1] for letter in text)
    shown = ENDLESS.sub(lambda word: f"{word[0][:90]}…", shown)
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST // 2]} … {shown[-LONGEST // 4 :]}"


def _shows(letter: str) -> bool:
    return letter.isprintable() or letter == "\n" or category(letter) == "Zs"


class InputError(MetricError):
    """Data that can't be counted: refused at the door, before any arithmetic."""


class FormulaError(MetricError):
    """A formula that can't be read, or terms that don't fit it."""


class UnknownNameError(MetricError):
    """A name that nothing answers to."""


class UnknownRowError(UnknownNameError, IndexError):
    """A row that a table doesn't have."""


class UndefinedError(MetricError):
    """A value that doesn't exist (0/0), where ``undefined="raise"`` asked to be told."""
