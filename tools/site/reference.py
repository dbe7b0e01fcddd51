"""A page for every public name: what it takes, its formula, its source, and where it is taught."""

import ast
import inspect
import re
import sys
from collections import defaultdict
from collections.abc import Callable
from doctest import ELLIPSIS, DocTestFinder, DocTestRunner
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

import mlmetrics_edu as mm
from mlmetrics_edu.core import saving
from mlmetrics_edu.core.errors import homes
from mlmetrics_edu.core.formula import Formula
from mlmetrics_edu.workbook import lessons
from mlmetrics_edu.workbook.lessons import Lesson, all_lessons, folder

ROOMS = {
    "by_hand": "Every number by hand",
    "core": "What a number is",
    "metrics": "Counts, curves and metrics",
    "detection": "Boxes and detection",
    "live": "To move",
    "workbook": "The workbook",
    "plots": "Pictures",
}
NUMBERS = ("core", "metrics", "detection")  # rooms
MANY = 10  # formulas: more would hide the rest of a page
# What comes from other libraries is told there.
CLASS = """\
   :members:
   :exclude-members: set
   :inherited-members: float, dict, Exception, Figure, FigureBase, Artist
"""


def write(target: Path) -> None:
    """Write the pages, and one that lists them by the room in which they live."""
    names = public()
    used = lessons_of_names()
    contents = {
        target / f"{name}.rst": page(name, used.get(name, []), room in NUMBERS)
        for name, room in names.items()
    }
    contents[target / "index.rst"] = index(names)
    saving.write_together({path: text.encode() for path, text in contents.items()})


def public() -> dict[str, str]:
    """Return each public name with its room: those of the library, then its pictures."""
    home = homes("mlmetrics_edu", str(mm.__file__))
    rooms = {name: [*home[name].split("."), name][1] for name in mm.__all__}  # by_hand is one
    named = {name: room for name, room in rooms.items() if name != "plots"}
    drawn = [n for n in mm.plots.__all__ if n not in named or found(n) is not found(f"plots.{n}")]
    return named | {f"plots.{name}": "plots" for name in drawn}


def found(name: str):
    """Look a public name up."""
    place, _, last = name.rpartition(".")
    return getattr(mm.plots if place else mm, last)


def index(names: dict[str, str]) -> str:
    """Write the page that lists all names, room by room, each with its first sentence."""
    lines = ["Reference", "=========", "", ".. currentmodule:: mlmetrics_edu", ""]
    for room, title in ROOMS.items():
        listed = [name for name, of in names.items() if of == room]
        lines += [title, "-" * len(title), "", ".. list-table::", "   :widths: 30 70", ""]
        for name in listed:
            lines += [f"   * - :doc:`{name} <{name}>`", f"     - {first_sentence(found(name))}"]
        tree = [".. toctree::", "   :hidden:", f"   :caption: {title}", ""]
        lines += ["", *tree, *(f"   {name} <{name}>" for name in listed), ""]
    return "\n".join([*lines, ""])


def first_sentence(value) -> str:
    """Return the summary of a docstring, as reStructuredText has it."""
    return (inspect.getdoc(value) or "").partition("\n\n")[0].replace("\n", " ")


def page(name: str, lessons: list[Lesson], counted: bool) -> str:
    """Write the page of one name, with its formulas if it is about numbers."""
    value = found(name)
    place, _, last = f"mlmetrics_edu.{name}".rpartition(".")
    lines = [name, "=" * len(name), "", f".. currentmodule:: {place}", ""]
    if isinstance(value, ModuleType):
        lines += [f".. automodule:: {value.__name__}", "   :members:"]
    elif isinstance(value, type):
        lines += [f".. autoclass:: {last}", CLASS]
    else:
        lines += [f".. autofunction:: {last}"]
    if counted and callable(value) and (run := formulas(value)):
        lines += ["", ".. rubric:: Formulas that the example runs"]
        for formula in run[:MANY]:
            lines += ["", ".. math::", "", f"   {formula.latex}"]
    if lessons:
        links = [f":doc:`lesson {one.number} <../lessons/{one.file[:-6]}>`" for one in lessons]
        lines += ["", ".. rubric:: Used in", "", " · ".join(links)]
    return "\n".join([*lines, ""])


def formulas(value) -> list[Formula]:
    """Find the formulas that the example of a name runs, in the order in which it does."""
    ran: dict[str, Formula] = {}

    def remembering(way: Callable) -> Callable:
        def run(formula: Formula, *given, **named):
            ran.setdefault(formula.latex, formula)
            return way(formula, *given, **named)

        return run

    around = vars(sys.modules[inspect.unwrap(value).__module__])
    ways = {way: remembering(getattr(Formula, way)) for way in ("work", "column")}
    with patch.multiple(Formula, **ways):
        for example in DocTestFinder(recurse=False).find(value, "example", globs=dict(around)):
            DocTestRunner(verbose=False, optionflags=ELLIPSIS).run(example, out=lambda said: None)
    return list(ran.values())


def lessons_of_names() -> dict[str, list[Lesson]]:
    """Tell for each public name in which lessons code calls it."""
    used: dict[str, list[Lesson]] = defaultdict(list)
    for lesson in all_lessons():
        called = set()
        for source in lessons.sources(folder() / lesson.file, "code"):
            called |= names_in(source)
        for name in called:
            used[name].append(lesson)
    return used


def names_in(source: str) -> set[str]:
    """Collect what a cell takes from `mm`: names, and those of `mm.plots`."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Attribute)]
    texts = [ast.unparse(node) for node in nodes]
    return {text.removeprefix("mm.") for text in texts if re.fullmatch(r"mm(\.plots)?\.\w+", text)}
