"""A bar that shows how far something has come; this module needs no library until one is drawn."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

PATIENCE = 2  # seconds before a bar appears


def bar(steps: Iterable, unit: str, delay: float = PATIENCE, each: int | bool = False) -> Iterable:
    """Go through some steps, and show how far that has come; each may stand for several units.

    Steps that know their whole ``size``, and how much of it is ``done``, are measured by that, in
    their own ``unit``.
    """
    from tqdm.auto import tqdm

    if sys.platform == "emscripten":  # a browser, where no thread can be started to watch it
        tqdm.monitor_interval = 0
    if hasattr(steps, "done"):
        shown = tqdm(total=steps.size, unit=steps.unit, leave=False, delay=delay, unit_scale=True)
        return _measured(steps, shown)
    return tqdm(steps, unit=unit, leave=False, delay=delay, unit_scale=each)


def _measured(steps: Iterable, shown) -> Iterator:
    """Show how far some steps have come that are of several lengths."""
    with shown:
        for step in steps:
            yield step
            shown.update(steps.done - shown.n)


def in_terminal(steps: Iterable, unit: str, each: int | bool = False) -> Iterable:
    """Show how far a command has come, where that lasts and somebody looks: on a terminal."""
    return bar(steps, unit, each=each) if sys.stderr.isatty() else steps
