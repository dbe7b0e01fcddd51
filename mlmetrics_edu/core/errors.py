"""Errors that teach: what happened, why, and what to do about it."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING
from unicodedata import category

ADDRESS = re.compile(r" at 0x[0-9a-f]+")  # where an object is kept: no two runs agree
ENDLESS = re.compile(r"\S{200,}")  # a word that nobody reads to its end, such as a pasted file
LONGEST = 1_000  # letters in one part of an error
NAME = 40  # letters; a name is no longer
SENTENCE = 40  # letters; a longer value is cut in a sentence


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
      why: other libraries call it that; here each number is worked out from counts
      do:  write mm.auc(s)
    >>> print(no_attribute("a Confusion", "recal", ["precision", "recall"]).fix)
    did you mean recall?
    """
    if name.startswith("_"):
        return AttributeError(f"{owner} has no attribute {name!r}")
    why = "other libraries call it that; here each number is worked out from counts"
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
