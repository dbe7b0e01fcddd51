"""A picture of a class's mistakes."""

from ...plots import class_mistakes
from ..exercises.registry import find
from .marking import Marks


def picture(marks: Marks) -> bytes:
    """Draw what became of each question, as PNG."""
    heads = [f"{n} · {find(id).title}" for n, id in enumerate(marks.plan.exercises, 1)]
    outcomes = {head: dict(marks.outcomes(i)) for i, head in enumerate(heads)}
    return class_mistakes(outcomes).figure.png()
