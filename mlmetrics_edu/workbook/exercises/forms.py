"""The forms that an answer may take: how each is asked for, read, compared and written.

A form reads what a learner types and what the library computed in the same way, so that both can
be compared; it also tells which of the known mistakes an answer shows. Here is what a form is, what
is built, and what is chosen or put in order; what is typed, tried and worked out stands in `typed`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from string import ascii_lowercase

from ...live.instrument import Instrument
from . import reading

SEVERAL = "More than one mistake gives this number here. It may be one of these:"


@dataclass(frozen=True)
class Form:
    """How an answer is asked for, read, compared and written.

    Every form has `asks`, a sentence on what to type, and the methods below.
    """

    asks = ""
    jointly = False  # whether mistakes that are named were all made, rather than one of them

    def invites(self, right) -> str:
        """Say what to type, by an example that isn't the right answer."""
        return self.asks

    def read(self, answer):
        """Read an answer; None where it can't be one."""
        raise NotImplementedError

    def write(self, value) -> str:
        """Write a value so that it could be typed."""
        raise NotImplementedError

    def same(self, a, b) -> bool:
        """Compare two answers that were read."""
        return a == b

    def close(self, a, b) -> bool:
        """Tell whether one typed answer could mean both."""
        return self.same(a, b)

    def diagnose(self, given, right, mistakes: Mapping):
        """Tell what an answer that was read shows: True, or the mistakes that may give it."""
        if self.same(given, self.read(right)):
            return True
        return tuple(n for n, value in mistakes.items() if self.same(given, self.read(value)))

    def unsure(self, given, right, mistakes: Mapping) -> str:
        """Say so where an answer may be right or wrong, as it was typed."""
        return ""

    def praise(self, given, right) -> tuple[str | None, str]:
        """Name what is to be said of an answer that is right, and say it."""
        return None, ""

    def known(self, right, mistakes: Mapping) -> dict:
        """Return all known mistakes: some forms know their own."""
        return dict(mistakes)

    def slip(self, given, right) -> tuple[str, str] | None:
        """Name what is only badly written, and say so; None where it is more than that."""
        return None

    def placed(self, given, right) -> str:
        """Say how a wrong answer of unknown origin lies to the right one."""
        return ""

    def doubt(self, answer) -> str:
        """Say what is unclear about an answer that can't be read."""
        return reading.doubt(answer)

    def after(self, given, right) -> tuple[str, str]:
        """Say what came after a mistake that was named: what its name gets, and a sentence."""
        return "", ""

    def remark(self, given) -> str:
        """Say something about an answer that was read, whether it is right or not."""
        return ""

    @property
    def listed(self) -> tuple[tuple[str, str], ...]:
        """The options to choose from, each with its letter."""
        return ()

    def instrument(self) -> Instrument | None:
        """Make what can be dragged to the answer, where there is something."""
        return None


def so_far(right: list[bool], what: str) -> str:
    """Say how far a row is right from its beginning.

    Examples
    --------
    >>> so_far([True, True, False], "corner"), so_far([False], "corner")
    ('The first 2 corners are right.', 'It goes wrong at the first corner.')
    """
    many = right.index(False) if False in right else len(right)
    if not many:
        return f"It goes wrong at the first {what}."
    return f"The first {what} is right." if many == 1 else f"The first {many} {what}s are right."


@dataclass(frozen=True)
class Built(Form):
    """Something with a property, of which there are many: it is judged by computing.

    Parameters
    ----------
    inner : Form
        How the thing is typed.
    judge : callable
        Takes what was read; gives True, the name of a mistake, or None.
    measure : callable
        Takes what was read; says in words what it came to.
    """

    inner: Form
    judge: Callable
    measure: Callable[[object], str]

    @property
    def asks(self) -> str:
        """Say what to type."""
        return f"{self.inner.asks} There's more than one right answer."

    def read(self, answer):
        """Read what was built."""
        return self.inner.read(answer)

    def write(self, value) -> str:
        """Write one that would do."""
        return self.inner.write(value)

    def same(self, a, b) -> bool:
        """Compare two of them."""
        return self.inner.same(a, b)

    def diagnose(self, given, right, mistakes: Mapping):
        """Judge what was built."""
        verdict = self.judge(given)
        return verdict if verdict in (True, None) else (verdict,)

    def remark(self, given) -> str:
        """Say what it came to."""
        return self.measure(given)

    def instrument(self) -> Instrument | None:
        """Make what can be dragged to one of them."""
        return self.inner.instrument()


@dataclass(frozen=True)
class Options:
    """Named texts, each with a letter or a number, in the order in which they are shown.

    Examples
    --------
    >>> Options({"rows": "truth in rows", "columns": "truth in columns"}).listed
    (('a', 'truth in rows'), ('b', 'truth in columns'))
    """

    texts: Mapping[str, str]
    labels: str = ascii_lowercase

    @property
    def listed(self) -> tuple[tuple[str, str], ...]:
        """Each label with its text."""
        return tuple(zip(self.labels, self.texts.values(), strict=False))

    def find(self, answer) -> str | None:
        """Find an option by its label, its text, its name, or label and text together."""
        typed = reading.plain(str(answer)).casefold() if isinstance(answer, str | int) else ""
        for (label, text), name in zip(self.listed, self.texts, strict=True):
            whole = reading.plain(text).casefold()
            letters = (label, f"{label})", f"({label})", f"{label}.")
            if typed in (*letters, whole, f"{label}) {whole}", reading.plain(name).casefold()):
                return name
        return None

    def write(self, name: str) -> str:
        """Write an option with its label."""
        label = self.labels[list(self.texts).index(name)]
        return f"{label}) {self.texts[name]}"


@dataclass(frozen=True)
class Selected(Form):
    """Some of several options, each with a letter."""

    options: Options

    @property
    def listed(self) -> tuple[tuple[str, str], ...]:
        """The options, each with its letter."""
        return self.options.listed


@dataclass(frozen=True)
class Choice(Selected):
    """One of some options."""

    asks = 'Answer with a letter, such as "a".'

    def read(self, answer) -> str | None:
        """Read a letter, the text of an option, or its name."""
        return self.options.find(answer)

    def write(self, value) -> str:
        """Write the letter and the text."""
        return self.options.write(value)

    def known(self, right, mistakes: Mapping) -> dict:
        """Return the other options: each is a mistake of its own name."""
        return {name: name for name in self.options.texts if name != right}


@dataclass(frozen=True)
class Subset(Selected):
    """All of some options that hold, and none besides."""

    jointly = True
    asks = 'Answer with all the letters you choose, such as {"a", "c"}; {} for none.'

    def read(self, answer) -> frozenset[str] | None:
        """Read letters in any order, together or apart."""
        whole = reading.plain(answer).casefold() if isinstance(answer, str) else ""
        together = re.fullmatch(f"[a-z]{{1,{len(self.options.texts)}}}", whole)
        parts = list(whole) if together else reading.as_several(answer)
        parts = [] if reading.is_none(answer) else parts
        names = [self.options.find(part) for part in parts] if parts is not None else [None]
        return None if None in names else frozenset(names)

    def write(self, value) -> str:
        """Write the letters."""
        lettered = zip(self.options.labels, self.options.texts, strict=False)
        return ", ".join(letter for letter, name in lettered if name in value) or "{}"

    def diagnose(self, given, right, mistakes: Mapping):
        """Name all options that were misjudged."""
        wrong = given ^ frozenset(right)
        return tuple(name for name in self.options.texts if name in wrong) or True

    def known(self, right, mistakes: Mapping) -> dict:
        """Return for each option the answer that misjudges it alone."""
        return {name: frozenset(right) ^ {name} for name in self.options.texts}


@dataclass(frozen=True)
class Reasoned(Selected):
    """One of some options, and the reason for it."""

    reasons: Options

    asks = 'Answer with a letter and the number of the reason, such as "a1".'

    @property
    def listed(self) -> tuple[tuple[str, str], ...]:
        """The options with their letters, then the reasons with their numbers."""
        return (*self.options.listed, *self.reasons.listed)

    def read(self, answer) -> tuple[str, str] | None:
        """Read a letter and a number, together or apart."""
        typed = answer.strip() if isinstance(answer, str) else ""
        written = re.fullmatch(r"(?is)([a-z])\) .*; (\d)\) .*", typed)
        joined = written or re.fullmatch(r"(?i)([a-z])\W*(\d)\W*", reading.plain(typed))
        parts = joined.groups() if joined else reading.as_several(answer)
        if not parts or len(parts) != 2:
            return None
        pair = (self.options.find(parts[0]), self.reasons.find(parts[1]))
        return None if None in pair else pair

    def write(self, value) -> str:
        """Write both."""
        return f"{self.options.write(value[0])}; {self.reasons.write(value[1])}"

    def diagnose(self, given, right, mistakes: Mapping):
        """Name the wrong option; where it is right, the wrong reason."""
        return next(((g,) for g, r in zip(given, right, strict=True) if g != r), True)

    def known(self, right, mistakes: Mapping) -> dict:
        """Return each wrong option with the right reason, and each wrong reason."""
        options = {name: (name, right[1]) for name in self.options.texts if name != right[0]}
        reasons = {name: (right[0], name) for name in self.reasons.texts if name != right[1]}
        return {**options, **reasons}


@dataclass(frozen=True)
class Order(Form):
    """Some things in a row."""

    items: tuple[str, ...]

    @property
    def asks(self) -> str:
        """Say what to type."""
        return f"Answer with all {len(self.items)} in order, such as {list(self.items)}."

    def read(self, answer) -> tuple[str, ...] | None:
        """Read all items, each once."""
        row = named(answer, self.items)
        complete = row is not None and sorted(row) == sorted(self.items)
        return tuple(row) if complete else None

    def write(self, value) -> str:
        """Write them with arrows between."""
        return " → ".join(value)

    def placed(self, given, right) -> str:
        """Find two neighbours that are swapped, or else how far the order is right.

        Examples
        --------
        >>> Order(tuple("abcd")).placed(tuple("acbd"), tuple("abcd"))
        'Two neighbours are swapped: look again at c and b.'
        """
        off = [
            place for place, pair in enumerate(zip(given, right, strict=True)) if len({*pair}) > 1
        ]
        if len(off) == 2 and off[1] == off[0] + 1:
            first, second = given[off[0]], given[off[1]]
            return f"Two neighbours are swapped: look again at {first} and {second}."
        return so_far([place not in off for place in range(len(given))], "place")


@dataclass(frozen=True)
class Names(Form):
    """Some of several things that have names, in any order."""

    items: tuple[str, ...]

    @property
    def asks(self) -> str:
        """Say what to type."""
        first, second = self.items[:2]
        return f'Answer with names, such as {{"{first}", "{second}"}}; {{}} for none.'

    def invites(self, right) -> str:
        """Say how names are typed, by some that aren't the right ones.

        Examples
        --------
        >>> Names(("a", "b", "c")).invites({"a", "b"})
        'Answer with names, such as {"a", "c"}; {} for none.'
        """
        pairs = combinations(self.items, min(2, len(self.items) - 1))
        first = next(pair for pair in pairs if {*pair} != {*right})
        listed = ", ".join(f'"{name}"' for name in first)
        return f"Answer with names, such as {{{listed}}}; {{}} for none."

    def read(self, answer) -> frozenset[str] | None:
        """Read names, each once or more."""
        none = reading.is_none(answer) and "none" not in self.items
        row = [] if none else named(answer, self.items)
        return None if row is None else frozenset(row)

    def write(self, value) -> str:
        """Write them in the order in which they are known."""
        return ", ".join(item for item in self.items if item in value) or "{}"

    def placed(self, given, right) -> str:
        """Say which don't belong, and how many are missing."""
        extra, missing = given - frozenset(right), frozenset(right) - given
        listed = ", ".join(item for item in self.items if item in extra)
        surplus = f"Leave out: {listed}." if extra else ""
        lacking = f"Still missing: {len(missing)}." if missing else ""
        return " ".join(filter(None, (surplus, lacking)))


def named(answer, items) -> list[str] | None:
    """Find items by their names; those of several words are told apart by commas.

    Examples
    --------
    >>> named("Car 2 > car 1", ("car 1", "car 2")), named(["x"], ("car 1",)), named("b a", "ab")
    (['car 2', 'car 1'], None, ['b', 'a'])
    """
    names = {item.casefold(): item for item in items}
    ways = [reading.as_several(answer)]
    if isinstance(answer, str):
        parts = re.split(r"\s*[,;>，；、→]\s*", reading.bare(reading.plain(answer)))
        ways.insert(0, [reading.bare(part) for part in parts])
    for parts in ways:
        row = [names.get(reading.plain(str(part)).casefold()) for part in parts or [""]]
        if None not in row:
            return row
    return None
