"""Names that are asked for, and calls: found where there are such; else it is said what is meant.

Each public name stands once, in a package's stub (``__init__.pyi``), which editors and type
checkers read too, and is loaded when it is used. What other libraries call it stands in
elsewhere.toml, and what an earlier release had in gone.toml. Of a call that doesn't fit, Python
would say "got an unexpected keyword argument"; here it is said which one was meant.
"""

from __future__ import annotations

import ast
import functools
import inspect
import os
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from importlib import import_module
from importlib.resources import files
from importlib.util import resolve_name
from reprlib import repr as repr_of
from typing import Any, ParamSpec, TypeVar

from .errors import InputError, alike, no_attribute, short, unquote, unquote_methods

BY_PLACE = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
ANY_NUMBER = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
LENGTH = 12  # names of arguments that an error lists
# How what has these names is asked for a rate.
RATE_OF = {
    "mm": ("mm.Confusion.from_labels(y_true, y_pred).{}",),
    "c": ("c.{}",),
    "s": ('s["{}"]', "s.at(0.5).{}"),
    "m": ('m.average("{}")', 'm["{}"]'),
    "curve": ('curve.sweep["{}"]',),
}
OWNERS = {
    "mm": "mlmetrics_edu",
    "c": "a Confusion",
    "s": "a Sweep",
    "m": "a ConfusionMatrix",
    "curve": "a Curve",
}
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
    if instead := elsewhere("functions").get(f"{name}.{key}"):
        return CallError(what, "another function does that here", f"write {instead}")
    if ours := argument(key, own):
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


@functools.cache
def elsewhere(name: str) -> dict[str, Any]:
    """Read a table of what other libraries call things."""
    text = files(__package__).joinpath("elsewhere.toml").read_text("utf-8")
    return tomllib.loads(text).get(name, {})


def argument(theirs: str, ours: Iterable[str]) -> str | None:
    """Find which of our arguments is meant by one of another library.

    Examples
    --------
    >>> argument("sample_weight", ["positive", "weights"]), argument("lw", ["weights"])
    ('weights', None)
    """
    return next(
        (one for one in ours if theirs in elsewhere("arguments").get(one, "").split()), None
    )


def written(owner: str, name: str, rates: Iterable[str] = ()) -> list[str]:
    """List what to write for a name of elsewhere; ``rates`` are the names of ours.

    Examples
    --------
    >>> written("mm", "roc_auc_score"), written("c", "gmean", ["g_mean"])
    (['mm.auc(mm.sweep(y_true, y_score))'], ['c.g_mean'])
    >>> written("s", "TPR", ["tpr"])
    ['s["tpr"]', 's.at(0.5).tpr']
    """
    known = elsewhere("rates").items()
    meant = next((ours for ours, theirs in known if name in theirs.split()), name)
    rate = {one.casefold(): one for one in rates}.get(meant.casefold())
    direct = [ours for ours, theirs in elsewhere(owner).items() if name in theirs.split()]
    return ([] if rate is None else [one.format(rate) for one in RATE_OF[owner]]) + direct


def not_there(owner: str, name: str, names: Iterable[str], rates: Iterable[str]) -> AttributeError:
    """Return the error for a name that one of ours doesn't have, but another library may."""
    public = [one for one in names if not one.startswith("_")]
    return no_attribute(OWNERS[owner], name, public, written(owner, name, rates))


def refuse_keywords(plot: str, ours: Collection[str], given: Mapping[str, Any]) -> None:
    """Refuse a keyword of another library's plot, and say what is written here.

    Examples
    --------
    >>> refuse_keywords("roc", ["positive"], {"lw": 2})
    >>> refuse_keywords("roc", ["positive"], {"pos_label": 1})
    Traceback (most recent call last):
    mlmetrics_edu.core.errors.InputError: pos_label=1
      why: other libraries call it that
      do:  write positive=…
    """
    reasons = {key: row for keys, row in elsewhere("keywords").items() for key in keys.split()}
    for key in given.keys() - {*ours}:
        what = f"{key}={short(given[key])}"
        if meant := argument(key, ours):
            raise InputError(what, "other libraries call it that", f"write {meant}=…")
        if key in reasons:
            why, fix = reasons[key]
            raise InputError(what, why, fix.format(plot=plot))


def homes(package: str, file: str) -> dict[str, str]:
    """Read from the stub of a package in which module each of its public names lives."""
    with open(os.path.join(os.path.dirname(file), "__init__.pyi"), encoding="utf-8") as stub:
        tree = ast.parse(stub.read())
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return {
        alias.name: resolve_name("." * node.level + (node.module or ""), package)
        for node in imports
        for alias in node.names
    }


def load(home: str, name: str) -> Any:
    """Import a name from its module, or the module of that name."""
    names = vars(import_module(home))
    public = names[name] if name in names else import_module(f"{home}.{name}")
    (unquote_methods if isinstance(public, type) else unquote)(public)
    return public


def opened(home: str, name: str) -> Any:
    """Load a public name; a function explains what it takes, to whoever calls it otherwise."""
    public = load(home, name)
    if inspect.isfunction(public):
        public = explained(public)
        setattr(import_module(home), name, public)  # where pickle looks for it
    return public


def gone(package: str, name: str) -> str | None:
    """Say what to write in the place of a public name that an earlier release had."""
    with open(os.path.join(os.path.dirname(__file__), "..", "gone.toml"), "rb") as table:
        return tomllib.load(table)[package].get(name)
