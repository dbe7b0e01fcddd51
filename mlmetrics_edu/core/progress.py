"""How far something long has come."""

import sys
from collections.abc import Iterable

from . import settings

PATIENCE = 2  # seconds before a bar appears


def watched(steps: Iterable, unit: str, progress: bool | None = None) -> Iterable:
    """Show how far some steps are, where that lasts or is asked for.

    Parameters
    ----------
    steps : iterable
        What is gone through.
    unit : str
        What one of them is.
    progress : bool, optional
        Whether to show a bar; without it, one appears after two seconds.
    """
    if progress is not None:
        settings.flag(progress, "progress")
    if progress is False:
        return steps
    from tqdm.auto import tqdm

    return tqdm(steps, unit=unit, leave=False, delay=0 if progress else PATIENCE)


def in_terminal(steps: Iterable, unit: str) -> Iterable:
    """Show how far a command has come, where that lasts and somebody looks: on a terminal."""
    return watched(steps, unit) if sys.stderr.isatty() else steps
