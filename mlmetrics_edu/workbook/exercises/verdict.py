"""What a learner is told about an answer."""

from dataclasses import dataclass

BLANK = "not attempted yet"


@dataclass(frozen=True, repr=False)
class Verdict:
    """What became of an answer: right, a known mistake, or neither.

    Attributes
    ----------
    correct : bool or None
        None for a blank.
    misconception : str or None
        The name of the mistake that gives this answer.
    message : str
        What the learner is told.
    """

    correct: bool | None
    misconception: str | None
    message: str

    def __repr__(self) -> str:
        return self.message


class Said(str):
    """Text that shows itself as it is, without quotation marks."""

    def __repr__(self) -> str:
        return str(self)
