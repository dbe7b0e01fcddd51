"""A bar that shows how far something has come; this module needs no library until one is drawn."""

import sys
from collections.abc import Iterable

PATIENCE = 2  # seconds before a bar appears


def bar(steps: Iterable, unit: str, delay: float = PATIENCE, each: int | bool = False) -> Iterable:
    """Go through some steps, and show how far that has come; each may stand for several units."""
    from tqdm.auto import tqdm

    if sys.platform == "emscripten":  # a browser, where no thread can be started to watch it
        tqdm.monitor_interval = 0
    return tqdm(steps, unit=unit, leave=False, delay=delay, unit_scale=each)


def in_terminal(steps: Iterable, unit: str, each: int | bool = False) -> Iterable:
    """Show how far a command has come, where that lasts and somebody looks: on a terminal."""
    return bar(steps, unit, each=each) if sys.stderr.isatty() else steps
