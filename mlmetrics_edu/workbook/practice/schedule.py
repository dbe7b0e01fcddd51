"""What to ask next: harder after success, easier after failure, and again what went wrong."""

from collections import Counter
from collections.abc import Sequence

from ..exercises.registry import Exercise, find
from .progress import Attempt

REST = 2  # so many other questions come before one that went wrong returns
STREAK = 2  # so many in a row change the level
LEVELS = (1, 3)


def level(tries: Sequence[Attempt], levels: dict[str, int]) -> int:
    """Tell how hard the next question should be.

    Two right in a row, each at least as hard as the level, raise it; two wrong ones lower it.

    Examples
    --------
    >>> right, wrong = Attempt("a", 1, "right"), Attempt("a", 2, "wrong")
    >>> level([right, right], {"a": 1}), level([right, right, wrong, wrong], {"a": 1})
    (2, 1)
    """
    now, streak = LEVELS[0], 0
    for attempt in tries:
        good = attempt.result == "right"
        counts = not good or levels[attempt.exercise] >= now
        streak = streak + 1 if good and streak >= 0 and counts else streak
        streak = streak if good else min(streak, 0) - 1
        if abs(streak) == STREAK:
            now, streak = min(max(now + (1 if good else -1), LEVELS[0]), LEVELS[1]), 0
    return now


def due(tries: Sequence[Attempt]) -> str | None:
    """Find an exercise whose latest question went wrong, some questions ago; the oldest first."""
    latest = {attempt.exercise: (i, attempt.result) for i, attempt in enumerate(tries)}
    wrong = [(i, name) for name, (i, result) in latest.items() if result != "right"]
    rested = [(i, name) for i, name in wrong if len(tries) - 1 - i >= REST]
    return min(rested)[1] if rested else None


def following(tries: Sequence[Attempt], exercises: Sequence[Exercise]) -> tuple[str, int]:
    """Choose the next exercise, and a seed that it hasn't had.

    What went wrong comes back after a rest. Otherwise the one asked least often, at the level
    that was reached or as near to it as there is, and none of those just asked.
    """
    asked = Counter(attempt.exercise for attempt in tries)
    back = due([a for a in tries if a.exercise in {e.id for e in exercises}])
    if back is None:
        now = level(tries, {a.exercise: find(a.exercise).level for a in tries})
        resting = {attempt.exercise for attempt in tries[-REST:]}
        rested = [e for e in exercises if e.id not in resting]
        back = min(rested or exercises, key=lambda e: (abs(e.level - now), asked[e.id])).id
    return back, 1 + max((a.seed for a in tries if a.exercise == back), default=0)
