"""Every convention by name: what it asks, its values, the default, and who does otherwise."""

import inspect
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module, resources

from ...core.calls import explained
from ...core.trace import Column, Trace
from ..lessons import Lesson, all_lessons, link
from .glossary import holds, nowhere, table

PACKAGE = __package__.split(".", 1)[0]
HEAD = """# Conventions · 约定 · 約定

The same data give different numbers under different conventions, and most tools pick one silently.
Here are the {count} choices that this library leaves to you, each with a name; the default is in
**bold**. Made by `make notebooks`; don't edit it here. For words there is
[the glossary](glossary.md).
"""


@dataclass(frozen=True)
class Convention:
    """One choice: what it asks, where it is made, and what may be chosen.

    Attributes
    ----------
    title, asks : str
        Its name, and the question that it answers.
    where : list of str
        Functions and their argument, as ``"sweep.ties"``.
    values : dict of str to str
        What may be chosen, and what it means.
    lesson : int
        Where it is taught.
    who : dict of str to str
        Which tools choose what, as far as known.
    """

    title: str
    asks: str
    where: list[str]
    values: dict[str, str]
    lesson: int
    who: dict[str, str] = field(default_factory=dict)

    @property
    def default(self) -> str | None:
        """Read the default from the first function; None where a value has to be named."""
        given = parameter(self.where[0]).default
        if given is inspect.Parameter.empty:
            return None
        return next(iter(self.values)) if given is None else str(given)


def parameter(where: str) -> inspect.Parameter:
    """Find an argument, such as ``"sweep.ties"``, among the public functions."""
    *path, argument = where.split(".")
    function = import_module(PACKAGE)
    for name in path:
        function = getattr(function, name)
    return inspect.signature(function).parameters[argument]


@cache
def known() -> dict[str, Convention]:
    """Read the list of conventions."""
    text = resources.files(__package__).joinpath("conventions.toml").read_text("utf-8")
    return {key: Convention(**entry) for key, entry in tomllib.loads(text).items()}


@explained
def conventions() -> Trace:
    """List every convention with its values, the default first, and who uses which.

    Returns
    -------
    Trace
        A row for each value.

    Examples
    --------
    >>> table = conventions().to_frame()
    >>> table[table["convention"] == "Cost axis"]["value"].tolist()
    ['probability-cost', 'p']
    """
    rows = [row for convention in known().values() for row in _rows(convention)]
    names = ("convention", "value", "meaning", "who does that", "argument")
    columns = zip(names, zip(*rows, strict=True), strict=True)
    title = f"{len(known())} conventions, by name: the default of each comes first"
    return Trace(title, tuple(Column(name, list(values)) for name, values in columns))


def _rows(c: Convention) -> Iterator[tuple[str, ...]]:
    ordered = sorted(c.values, key=lambda value: value != c.default)
    for value in ordered:
        yield c.title, value, c.values[value], c.who.get(value, ""), _call(c.where[0])


def holding(asked: Sequence[str] = ()) -> Trace:
    """List the conventions that hold one of these words."""
    listed = conventions()
    names, columns = zip(*((column.name, column.values) for column in listed.columns), strict=True)
    kept = [row for row in zip(*columns, strict=True) if holds(row, asked)]
    if not kept:
        where = f"{len(listed)} values of conventions were looked through"
        raise nowhere("convention", asked, (text for texts in columns for text in texts), where)
    pairs = zip(names, zip(*kept, strict=True), strict=True)
    return Trace(listed.title, [Column(name, list(values)) for name, values in pairs])


def _call(where: str) -> str:
    function, _, argument = where.rpartition(".")
    return f"{function}({argument}=)"


def page() -> str:
    """Write the index of conventions, as Markdown."""
    ordered = sorted(known().values(), key=lambda convention: convention.lesson)
    known_lessons = {lesson.number: lesson for lesson in all_lessons()}
    sections = (_section(c, known_lessons.get(c.lesson)) for c in ordered)
    return "\n".join([HEAD.format(count=len(ordered)), *sections])


def _section(c: Convention, lesson: Lesson | None) -> str:
    calls = ", ".join(f"`mm.{_call(where)}`" for where in c.where)
    bold = [
        (f"**{v}**" if v == c.default else v, meaning, c.who.get(v, ""))
        for v, meaning in c.values.items()
    ]
    taught = f" · lesson {link(lesson)}" if lesson else ""
    lines = [f"## {c.title}", "", f"{c.asks} {calls}{taught}", ""]
    return "\n".join([*lines, *table(("value", "meaning", "who does that"), bold), ""])
