"""Errors that teach: what happened, why, and what to do; names and calls that don't fit.

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
import re
import sys
import tomllib
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from importlib.resources import files
from importlib.util import resolve_name
from reprlib import repr as repr_of
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar
from unicodedata import category

ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # where an object is kept: no two runs agree
ENDLESS = re.compile(r"\S{200,}")  # a word that nobody reads to its end, such as a pasted file
LONGEST = 1_000  # letters in one part of an error
NAME = 40  # letters; a name is no longer
SENTENCE = 40  # letters; a longer value is cut in a sentence

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
    "plots": ('mm.plots.against_threshold(s, "{}")',),
}
OWNERS = {
    "plots": "mlmetrics_edu.plots",
    "mm": "mlmetrics_edu",
    "c": "a Confusion",
    "s": "a Sweep",
    "m": "a ConfusionMatrix",
    "curve": "a Curve",
}
P = ParamSpec("P")
R = TypeVar("R")
C = TypeVar("C")


class MetricError(ValueError):
    """The base of every error this package raises on purpose.

    Parameters
    ----------
    what : str
        What happened, with the values.
    why : str
        Why that can't be computed.
    fix : str
        What to do about it.

    Examples
    --------
    >>> print(MetricError("there are no samples", "a rate divides by a count", "pass one or more"))
    there are no samples
      why: a rate divides by a count
      do:  pass one or more
    """

    def __init__(self, what: str, why: str, fix: str):
        self.what, self.why, self.fix = map(_readable, (what, why, fix))
        super().__init__(self.what, self.why, self.fix)

    def __str__(self) -> str:
        return f"{self.what}\n  why: {self.why}\n  do:  {self.fix}"


def _readable(text: str) -> str:
    """Escape what no terminal can show, and cut what is endless: a value may hold anything."""
    text = ADDRESS.sub("", text)
    text = "".join(letter if _shows(letter) else ascii(letter)[1:-1] for letter in text)
    text = ENDLESS.sub(lambda word: f"{word[0][:90]}…", text)
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} … {text[-LONGEST // 4 :]}"


def _shows(letter: str) -> bool:
    return letter.isprintable() or letter == "\n" or category(letter) == "Zs"


class InputError(MetricError):
    """Data that can't be counted: refused at the door, before any arithmetic."""


class FormulaError(MetricError):
    """A formula that can't be read, or terms that don't fit it."""


class UnknownNameError(MetricError):
    """A name that nothing answers to."""


class UnknownRowError(UnknownNameError, IndexError):
    """A row that a table doesn't have."""


class UnknownAttributeError(UnknownNameError, AttributeError):
    """A name that a module or an object of ours doesn't have."""


def no_attribute(owner: str, name: str, known: Iterable[str], write: Iterable[str] = ()):
    """Return the error for ``owner.name``: what to write instead, or which name comes near.

    Parameters
    ----------
    owner, name : str
        What was asked, and for what.
    known : iterable of str
        The public names that it has.
    write : iterable of str
        What gives here what other libraries call by that name.

    Examples
    --------
    >>> print(no_attribute("mlmetrics_edu", "roc_auc_score", ["auc"], ["mm.auc(s)"]))
    mlmetrics_edu has no attribute 'roc_auc_score'
      why: that is its name elsewhere; here each number is worked out from counts
      do:  write mm.auc(s)
    >>> print(no_attribute("a Confusion", "recal", ["precision", "recall"]).fix)
    did you mean recall?
    """
    if name.startswith("_"):
        return AttributeError(f"{owner} has no attribute {name!r}")
    why = "that is its name elsewhere; here each number is worked out from counts"
    fix = f"write {', or '.join(write)}"
    if not write:
        why = "nothing here has that name"
        fix = did_you_mean(name, known, "dir() of it lists every name")
    error = UnknownAttributeError(f"{owner} has no attribute {name!r}", why, fix)
    error.name = name  # or else Python adds a guess of its own
    return error


def has_gone(owner: str, name: str, instead: str) -> AttributeError:
    """Return the error for a name that an earlier release had.

    Examples
    --------
    >>> print(has_gone("mlmetrics_edu", "old", "mm.new(s)"))
    mlmetrics_edu has no attribute 'old' any more
      why: no lesson needed it, and a library that one can hold in one's head has fewer names
      do:  write mm.new(s)
    """
    what = f"{owner} has no attribute {name!r} any more"
    why = "no lesson needed it, and a library that one can hold in one's head has fewer names"
    error = UnknownAttributeError(what, why, f"write {instead}")
    error.name = name
    return error


class Named:
    """What tells whoever asks for a name that it doesn't have which one comes near.

    Examples
    --------
    >>> class Curve(Named):
    ...     threshold = 0.5
    >>> Curve().treshold
    Traceback (most recent call last):
    mlmetrics_edu.core.errors.UnknownAttributeError: a Curve has no attribute 'treshold'
      why: nothing here has that name
      do:  did you mean threshold?
    """

    __slots__ = ()

    def __init_subclass__(cls, **more):
        super().__init_subclass__(**more)
        unquote_methods(cls)

    if not TYPE_CHECKING:  # which would take it for a promise of any name

        def __getattr__(self, name):
            hidden = name.startswith("_")  # asked for by Python itself, before there is a list
            public = [] if hidden else [one for one in dir(self) if not one.startswith("_")]
            raise no_attribute(with_article(type(self).__name__), name, public)


class Annotation(str):
    """An annotation that a signature shows as it is written, without quotes: ``y: ArrayLike``."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


def unquote(function) -> None:
    """Let a signature show annotations as they are written, where they are kept as texts."""
    function = getattr(function, "__wrapped__", function)
    hints = getattr(function, "__annotations__", {}) if callable(function) else {}
    hints.update({name: Annotation(hint) for name, hint in hints.items() if isinstance(hint, str)})


def unquote_methods(cls: type) -> None:
    """Do so for all that a class has."""
    for one in vars(cls).values():
        for inside in ("__func__", "fget", "func"):  # of a method, of a property
            one = getattr(one, inside, one)
        unquote(one)


def with_article(noun: str) -> str:
    """Write "a Sweep", "an Interval".

    Examples
    --------
    >>> with_article("Interval")
    'an Interval'
    """
    return f"{'an' if noun[0] in 'AEIO' else 'a'} {noun}"


def did_you_mean(word, known: Iterable[str], otherwise: str) -> str:
    """Name what a misspelt word comes near to, whatever its case; else say something else.

    Examples
    --------
    >>> did_you_mean("Recal", ["precision", "recall"], "nothing comes near it")
    'did you mean recall?'
    >>> did_you_mean("xyzzy", ["precision", "recall"], "nothing comes near it")
    'nothing comes near it'
    """
    guesses = alike(word, known, n=3)
    return f"did you mean {' or '.join(map(str, guesses))}?" if guesses else otherwise


def alike(word, known: Iterable, n: int = 1, cutoff: float = 0.6) -> list:
    """List the names that somebody may have meant, the likeliest first; case doesn't matter.

    Examples
    --------
    >>> alike("Groupd", ["grouped", "in-order"]), alike(3, ["grouped"])
    (['grouped'], [])
    """
    folded = {str(name).casefold(): name for name in known}
    start = word.casefold()[:NAME] if isinstance(word, str) else ""
    return [folded[name] for name in get_close_matches(start, folded, n, cutoff)]


class UndefinedError(MetricError):
    """A value that doesn't exist (0/0), where ``undefined="raise"`` asked to be told."""


def short(value) -> str:
    """Write a value so that it fits into a sentence.

    Examples
    --------
    >>> short("x" * 50), short(10**5000), short(object())
    ("'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…", 'a huge int', 'object')
    """
    numpy = sys.modules.get("numpy")  # where it isn't loaded, nothing of it can be given
    try:
        text = repr(value.item() if numpy and isinstance(value, numpy.generic) else value)
    except ValueError:  # Python writes no whole number of more than 4300 digits
        return f"a huge {type(value).__name__}"
    text = type(value).__name__ if " at 0x" in text else re.sub(r"\s*\n\s*", " ", text)
    return text if len(text) <= SENTENCE else text[: SENTENCE - 3] + "…"


def choice(value, options: Iterable, name: str):
    """Read one of some named options; one that is misspelt is told which was meant."""
    if not isinstance(value, str) or value not in options:
        options = tuple(options)
        *others, last = map(repr, options)
        listed = f"use {', '.join(others)} or {last}" if others else f"use {last}"
        guesses = alike(value, options)
        raise InputError(
            f"{name}={short(value)}",
            "each convention has a name, and this isn't one",
            f"did you mean {guesses[0]!r}? If not, {listed}" if guesses else listed,
        )
    return value


def printable(text: str) -> str:
    """Replace what would break a line of text, or command the terminal that shows it.

    Examples
    --------
    >>> printable("a\\x1b[31mb\\n")
    'a\ufffd[31mb\ufffd'
    """
    if text.isprintable():
        return text
    return "".join(
        letter if letter.isprintable() or category(letter) == "Zs" else "\N{REPLACEMENT CHARACTER}"
        for letter in text
    )


def lines(text: str) -> str:
    """Make each line of a text printable; the ends of lines are meant.

    Examples
    --------
    >>> lines("a\\x07\\nb")
    'a\ufffd\\nb'
    """
    return "\n".join(map(printable, text.split("\n")))


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
    mlmetrics_edu.core.errors.CallError: sweep() takes no argument 'sample_weight'
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
