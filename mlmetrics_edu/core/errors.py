"""Errors that teach: what happened, why, and what to do about it."""

from collections.abc import Iterable
from difflib import get_close_matches


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
        super().__init__(what, why, fix)
        self.what, self.why, self.fix = what, why, fix

    def __str__(self) -> str:
        return f"{self.what}\n  why: {self.why}\n  do:  {self.fix}"


class InputError(MetricError):
    """Data that can't be counted: refused at the door, before any arithmetic."""


class FormulaError(MetricError):
    """A formula that can't be read, or terms that don't fit it."""


class UnknownNameError(MetricError):
    """A name that nothing answers to."""


class UnknownRowError(UnknownNameError, IndexError):
    """A row that a table doesn't have."""


def did_you_mean(word, known: Iterable[str], otherwise: str) -> str:
    """Name what a misspelt word comes near to, whatever its case; else say something else.

    Examples
    --------
    >>> did_you_mean("Recal", ["precision", "recall"], "nothing comes near it")
    'did you mean recall?'
    >>> did_you_mean("xyzzy", ["precision", "recall"], "nothing comes near it")
    'nothing comes near it'
    """
    folded = {name.casefold(): name for name in known}
    near = get_close_matches(str(word).casefold(), folded, n=3)
    return f"did you mean {' or '.join(folded[name] for name in near)}?" if near else otherwise


class UndefinedError(MetricError):
    """A value that doesn't exist (0/0), where ``undefined="raise"`` asked to be told."""
