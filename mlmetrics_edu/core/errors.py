"""Errors that teach: what happened, why, and what to do about it."""

from .escaping import lines


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
        # The values that it names are somebody's, and it is read in a terminal.
        return lines(f"{self.what}\n  why: {self.why}\n  do:  {self.fix}")


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
