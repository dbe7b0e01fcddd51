"""The streams of a command, also where one is closed or left; and its end by a signal."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from ..core.errors import InputError


def ready() -> None:
    """Make sure that the command can speak.

    A terminal without the sign ≥ shows a question mark instead of a traceback.

    Raises
    ------
    InputError
        If standard output is closed.
    """
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w", encoding="utf-8")
    if sys.stdout is None:
        raise InputError(
            "standard output is closed",
            "what the command has to say would be lost",
            "leave it open; > /dev/null drops what nobody wants to read",
        )
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def let_go() -> None:
    """Send what can't be written any more into nothing: on its way out, Python tries once more."""
    for stream in filter(None, (sys.stdout, sys.stderr)):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


@contextmanager
def ended_in_order() -> Iterator[None]:
    """Let what was begun be cleared away if the system ends the command."""
    ours = threading.current_thread() is threading.main_thread()
    here = [s for s in (signal.SIGTERM, getattr(signal, "SIGHUP", None)) if s is not None and ours]
    changed = [s for s in here if signal.getsignal(s) is signal.SIG_DFL]
    for sign in changed:
        signal.signal(sign, _end)
    try:
        yield
    finally:
        for sign in changed:
            signal.signal(sign, signal.SIG_DFL)


def _end(sign: int, _frame) -> None:
    raise SystemExit(128 + sign)
