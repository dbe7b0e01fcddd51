"""The neighbourhood of a quantity: what else a question about it may be answered with.

Here is what a family is; a member says what its number *is*, which is true however somebody came to
it. Then, with their sentences beside them: `tables` of counts; `rankings`, and what is decided by
them; `detection`. Families add up, and what two have in common is said by the first:

    asked for                            its family
    a rate of one table                  tables.rates(c, "recall") + tables.likelihood(c)
    a rate at a threshold, J too         rankings.at_row(s, row, "recall")
    a threshold                          rankings.thresholds(s, row) + rankings.scores(s)
    an area, a mean, an AP               rankings.averages(s), rankings.levels(s), rankings.pairs(s)
    KS, the largest gap; a lift          rankings.leads(s, row), rankings.lifts(s, row)
    an F-beta, a mean of two numbers     tables.f_measures(c, beta), tables.of_two(…)
    a cost, a price                      rankings.bills(c, fp, fn), rankings.prices(terms)
    an AP of boxes, an IoU               detection.of_list(hits, objects, rule), .overlaps(a, b)
"""

from __future__ import annotations

import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import NamedTuple

import numpy as np

from ....core import words
from ....core.formula import Formula, Worked
from ....metrics.confusion import Confusion

OTHERS = "*"  # the sentence for members without one of their own


class Member(NamedTuple):
    """A wrong answer, and what is said to somebody who gives it."""

    value: object
    text: str
    words: Mapping[str, object]

    def says(self) -> str:
        """Write its sentence."""
        return filled(self.text, {**self.words, "value": self.value})


@dataclass(frozen=True)
class Family:
    """Wrong answers that belong to a quantity, whatever the exercise that asks for it.

    Parameters
    ----------
    members : mapping of str to Member
        What each of them gives, by its name.
    """

    members: Mapping[str, Member] = field(default_factory=dict)

    @property
    def values(self) -> dict[str, object]:
        """What each of them gives."""
        return {name: member.value for name, member in self.members.items()}

    def __add__(self, other: Family) -> Family:
        """Join two families; what is in both is named by the first."""
        other = other.besides(self.values.values(), self.members)
        return Family({**self.members, **other.members})

    def besides(self, values: Iterable, names: Collection[str] = ()) -> Family:
        """Leave out some names, and what is by its formula the same as one of some values."""
        formulas = {_formula(value) for value in values} - {None}
        kept = {
            name: member
            for name, member in self.members.items()
            if name not in names and _formula(member.value) not in formulas
        }
        return Family(kept)

    def but(self, *names: str) -> Family:
        """Leave out members that an exercise itself speaks of, by names of its own."""
        if unknown := {*names} - {*self.members}:
            raise ValueError(f"no members of these names: {', '.join(sorted(unknown))}")
        return self.besides((), names)


NONE = Family()


def family(group: str, values: Mapping[str, object], **words) -> Family:
    """Put a family together; what is undefined on these data is left out.

    Parameters
    ----------
    group : str
        Its file of sentences and its place there: ``"tables.rates"``.
    values : mapping of str to number, or to a row of numbers
        What its members give.
    **words
        What their sentences may name; ``{name}`` and ``{value}`` they may always.
    """
    texts = sentences(group)
    return Family(
        {
            name: Member(value, texts.get(name) or texts[OTHERS], {**words, "name": name})
            for name, value in values.items()
            if np.isfinite(np.asarray(value, dtype=float)).all()
        }
    )


def worked(group: str, terms: Confusion | Mapping, more=None, **words) -> Family:
    """Put a family together out of a group's formulas over some terms, and out of more values.

    Examples
    --------
    >>> worked("decisions.bars", {"act": 1, "miss": 4}).values["one half"]
    0.5
    """
    return family(group, by_formula(group, terms) | (more or {}), **words)


def by_formula(group: str, terms: Confusion | Mapping) -> dict[str, Worked]:
    """Work out the members of a group that have a formula beside their sentence.

    Examples
    --------
    >>> by_formula("decisions.bars", {"act": 1, "miss": 4})["price of acting over the sum"].fraction
    Fraction(1, 5)
    """
    members = _group(group).items()
    return formulas(terms, {n: entry["formula"] for n, entry in members if isinstance(entry, dict)})


def formulas(terms: Confusion | Mapping, expressions: Mapping[str, str]) -> dict[str, Worked]:
    """Work out some wrong formulas over counts, or other terms: a mistake is a formula too.

    Examples
    --------
    >>> c = Confusion(tp=4, fp=3, fn=2, tn=11)
    >>> formulas(c, {"as the note has it": "FN / (FN + TN)"})["as the note has it"].fraction
    Fraction(2, 13)
    """
    wrong = [formula(name, text) for name, text in expressions.items()]
    if isinstance(terms, Confusion):
        return {formula.name: terms.rate(formula) for formula in wrong}
    return {f.name: f.work(**{term: terms[term] for term in f.terms}) for f in wrong}


formula = cache(Formula)  # the same ones are asked for at each drawing


@cache
def sentences(group: str) -> Mapping[str, str | None]:
    """Return the sentence of each member of a group that has one of its own."""
    members = _group(group).items()
    return {
        name: entry.get("says") if isinstance(entry, dict) else entry for name, entry in members
    }


def _group(group: str) -> Mapping[str, str | Mapping[str, str]]:
    """Find what stands of a group in its file: of each member a sentence, a formula, or both."""
    file, _, place = group.partition(".")
    return _read(file)[place]


@cache
def _read(file: str) -> Mapping[str, Mapping]:
    return tomllib.loads((files(__package__) / f"{file}.toml").read_text("utf-8"))


def _formula(value) -> tuple | None:
    """Tell a number by its formula and what stands in it."""
    if not isinstance(value, Worked) or not value.formula:
        return None
    terms = ((name, *np.ravel(term).tolist()) for name, term in sorted(value.terms.items()))
    return value.formula.expression, *terms


class Writer(Formatter):
    """Writes counts as they are, shares to three decimals, what has few digits with all of them."""

    def format_field(self, value, format_spec: str) -> str:
        """Write one value; a format of its own wins."""
        if format_spec:
            return format(float(value) if isinstance(value, Fraction) else value, format_spec)
        if isinstance(value, float):
            return words.short(value) or words.decimal(value)
        return str(value)


WRITER = Writer()


def filled(text: str, words: Mapping) -> str:
    """Fill the places of a text.

    Examples
    --------
    >>> filled("{a}, {b}, {c:.0%}, {d}", {"a": 4, "b": 4 / 7, "c": 0.25, "d": Fraction(2, 3)})
    '4, 0.571, 25%, 2/3'
    """
    return WRITER.vformat(text, (), words).strip()
