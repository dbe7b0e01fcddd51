"""Typical wrong answers to each exercise that asks for a number.

They are worked out from nothing but what a student sees, by code that knows nothing of the bank.
"""

from collections.abc import Callable, Mapping

WRONG: dict[str, Callable] = {}


def typical(id: str):
    """Register what gives the wrong answers to an exercise: of a question, by their names."""

    def kept(work: Callable[..., Mapping[str, float]]):
        WRONG[id] = work
        return work

    return kept
