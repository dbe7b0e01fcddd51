"""How far something long has come."""

from __future__ import annotations

from collections.abc import Iterable

from . import inputs
from .tqdm_bar import PATIENCE, bar


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
        inputs.flag(progress, "progress")
    return steps if progress is False else bar(steps, unit, 0 if progress else PATIENCE)
