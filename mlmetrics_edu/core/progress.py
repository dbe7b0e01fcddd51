"""A bar that shows how far something long has come."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from . import inputs

PATIENCE = 2  # seconds before a bar appears by itself


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
    if progress is False:
        return steps
    from tqdm.auto import tqdm

    if sys.platform == "emscripten":  # a browser, where no thread can be started to watch it
        tqdm.monitor_interval = 0
    return tqdm(steps, unit=unit, leave=False, delay=0 if progress else PATIENCE)
