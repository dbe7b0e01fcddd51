"""Calls that don't fit: an argument by the name that another library has for it, one too many.

Python would say "got an unexpected keyword argument"; here it is said which one was meant.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Mapping
from reprlib import repr as repr_of
from typing import Any, ParamSpec, TypeVar

from . import elsewhere
from .errors import InputError, alike, unquote_methods

BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
ANY_NUMBER = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
LENGTH = 12  # names of arguments that an error lists
P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C")


class CallError(InputError, TypeError):
    """Arguments that a function doesn't take."""


def explained(function: Callable[P, R]) -> Callable[P, R]:
    """Explain what it takes, to whoever calls it otherwise.

    Examples
    --------
    >>> @explained
    ... def sweep(y_true, y_score, *, weights=None): return len(y_true)
    >>> sweep([1, 0], [0.9, 0.2])
    2
    >>> sweep([1, 0], [0.9, 0.2], sample_weight=[1, 2])
    Traceback (most recent call last):
    mlmetrics_edu.core.calls.CallError: sweep() takes no argument 'sample_weight'
      why: other libraries call it that
      do:  write weights=…
    """
    return _explained(function, function.__name__)


def explained_class(called: C) -> C:
    """Explain what its constructor takes, to whoever calls it otherwise."""
    made: Any = called
    unquote_methods(made)
    made.__init__ = _explained(made.__init__, made.__name__)
    return called


def _explained(function: Callable[P, R], name: str) -> Callable[P, R]:
    @functools.wraps(function)
    def call(*args: P.args, **named: P.kwargs) -> R:
        try:
            return function(*args, **named)
        except TypeError as error:
            if error.__traceback__ and error.__traceback__.tb_next:  # it comes from further inside
                raise
            raise _misfit(function, name, args, named) from None

    return call


def _misfit(function: Callable, name: str, args: tuple, named: dict) -> CallError:
    """Find out what doesn't fit, and say what does."""
    parameters = inspect.signature(function).parameters
    own = {key: p for key, p in parameters.items() if key not in ("self", "cls")}
    args = args[len(parameters) - len(own) :]
    by_place = [key for key, p in own.items() if p.kind in BY_PLACE]
    unknown = [key for key in named if key not in own]
    if unknown:
        return _unknown(name, unknown[0], own)
    if len(args) > len(by_place):
        return _too_many(name, args, by_place, own)
    twice = [key for key in by_place[: len(args)] if key in named]
    if twice:
        return CallError(
            f"{name}() got {twice[0]} twice",
            f"by its place it is {repr_of(args[by_place.index(twice[0])])}, and by its name "
            f"{repr_of(named[twice[0]])}",
            "leave one of them out",
        )
    needed = [key for key, p in own.items() if p.default is p.empty and p.kind not in ANY_NUMBER]
    lacking = [key for key in needed if key not in {*by_place[: len(args)], *named}]
    return CallError(
        f"{name}() lacks {' and '.join(lacking)}",
        "no default would be right for everybody",
        f"call {name}({', '.join(needed)})",
    )


def _is_column(value: object) -> bool:
    return isinstance(value, Iterable) and not isinstance(value, str | Mapping)


def _unknown(name: str, key: str, own: dict) -> CallError:
    """Say which of ours is meant by a name: another library's, or one misspelt."""
    what = f"{name}() takes no argument {key!r}"
    if instead := elsewhere.table("functions").get(f"{name}.{key}"):
        return CallError(what, "another function does that here", f"write {instead}")
    if ours := elsewhere.argument(key, own):
        return CallError(what, "other libraries call it that", f"write {ours}=…")
    guesses = alike(key, own)
    listed = ", ".join([*own][:LENGTH]) or "none"
    fix = f"did you mean {guesses[0]}=…?" if guesses else f"help(mm.{name}) says what each is for"
    return CallError(what, f"it takes {listed}", fix)


def _too_many(name: str, args: tuple, by_place: list, own: dict) -> CallError:
    """Say how many fit without their names, and what two columns may have meant."""
    what = f"{name}() got {len(args)} arguments without a name"
    if by_place[:1] and by_place[0] in ("sweep", "of") and all(map(_is_column, args[:2])):
        why = "it is made of the counts at every threshold, not of labels and scores"
        return CallError(what, why, f"count first: mm.{name}(mm.sweep(y_true, y_score))")
    rest = [key for key, p in own.items() if key not in by_place and p.kind is p.KEYWORD_ONLY]
    fits = f"only {', '.join(by_place)} may stand so" if by_place else "each has to be named"
    return CallError(
        what,
        f"{fits}: numbers without names are easily turned round",
        f"name them: {name}({', '.join([*by_place, *(f'{key}=…' for key in rest[:2])])})",
    )
