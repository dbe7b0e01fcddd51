"""The door of every plot: its signature says what an argument is, and here that is checked.

What has been drawn then follows the ground that it lies on.
"""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import wraps
from types import NoneType, UnionType
from typing import Literal, Union, get_args, get_origin

import numpy as np

from ..core import inputs
from ..core.errors import InputError
from .ground import follow, things

LISTS = (Sequence, Collection)


def checked(plot: Callable) -> Callable:
    """Refuse arguments of another kind than the signature names, before anything is drawn."""
    signature = inspect.signature(plot)

    @wraps(plot)
    def drawn(*args, **how):
        try:
            given = signature.bind(*args, **how).arguments
        except TypeError:
            return plot(*args, **how)  # Python itself says what is wrong, with the plot's name
        for name, value in given.items():
            hint = signature.parameters[name].annotation
            if signature.parameters[name].kind is not inspect.Parameter.VAR_KEYWORD:
                _check(name, value, hint)
        before = things(given.get("ax", given.get("axes")))
        shown = plot(*args, **how)
        follow(things(shown) - before)
        return shown

    return drawn


def _check(name: str, value, hint) -> None:
    if not _fits(value, hint):
        raise InputError(
            f"{name}={inputs.short(value)}",
            f"here {name} is {' or '.join(dict.fromkeys(_words(hint)))}",
            f"pass that; a {type(value).__name__} can't be drawn",
        )


def _fits(value, hint) -> bool:
    """Return whether a value is of a kind; which numbers and texts serve is known to the plot."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (UnionType, Union):
        return any(_fits(value, one) for one in inner)
    if origin is Literal:  # which of the names serve is known to the plot
        return any(isinstance(value, type(one)) for one in inner)
    if hint is bool:
        return isinstance(value, (bool, np.bool_))
    if hint in (int, float):
        return inputs.is_finite(value) or isinstance(value, (float, np.floating))
    if origin is Mapping:
        return isinstance(value, Mapping) and all(_fits(one, inner[1]) for one in value.values())
    if origin in LISTS or hint in LISTS:
        numbers = inner and inner[0] in (int, float)
        return inputs.several(value) and (not numbers or all(_fits(one, inner[0]) for one in value))
    if origin is tuple:
        ordered = inputs.several(value) and not isinstance(value, (set, frozenset))
        values = list(value) if ordered and hasattr(value, "__len__") else []
        return len(values) == len(inner) and all(map(_fits, values, inner))
    return not isinstance(hint, type) or hint is inspect.Parameter.empty or isinstance(value, hint)


def _words(hint):
    """Say what kinds a signature names."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (UnionType, Union):
        for one in inner:
            yield from _words(one)
    elif origin is Literal:
        yield from _words(type(inner[0]))
    elif origin is tuple:
        yield f"{len(inner)} values, each {' or '.join(_words(inner[0]))}"
    elif hint is NoneType:
        yield "left out"
    elif origin in LISTS or hint in LISTS:
        yield "several values"
    elif Mapping in (origin, hint):
        yield "a mapping of these by name"
    else:
        yield {bool: "True or False", int: "a whole number", float: "a number", str: "a text"}.get(
            hint, getattr(hint, "__name__", str(hint))
        )
