"""Answers, read out of notebooks that came back: as written, never run."""

import ast
import json
import operator
import warnings
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from ...core import table_files
from ...metrics.confusion import Confusion

LARGEST = 50_000_000  # bytes of a notebook that is still read
LONGEST = 2000  # letters of an answer that is still read
OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
SIGNS = {ast.USub: operator.neg, ast.UAdd: operator.pos}
GROUPS = {ast.List: list, ast.Tuple: tuple, ast.Set: set}


class Unreadable(Exception):
    """Source that is more than a value."""


class NotRead:
    """An answer that is no value; it shows itself as it was written."""

    def __init__(self, source: str):
        self.source = source

    def __repr__(self) -> str:
        return self.source


def read_notebook(path: Path) -> dict:
    """Read a notebook's JSON.

    Raises
    ------
    ValueError
        If it isn't one, in words for a teacher.
    """
    try:
        if not path.is_file():  # a link to nothing, a folder, or a pipe that would never end
            raise ValueError("not a file")
        if path.stat().st_size > LARGEST:
            raise ValueError("the file is too large")
        content = path.read_bytes()
    except OSError as error:
        raise ValueError(f"the file can't be opened: {error.strerror}") from None
    try:
        notebook = json.loads(table_files.decoded(content, path.name, "save it as UTF-8"))
    except (ValueError, RecursionError):
        raise ValueError("not a notebook that can be read") from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise ValueError("not a notebook")
    return notebook


def student_of(notebook: dict) -> int | None:
    """Tell whose notebook it is, as it says itself."""
    about = notebook.get("metadata")
    ours = about.get("mlmetrics") if isinstance(about, dict) else None
    place = ours.get("student") if isinstance(ours, dict) else None
    return place if isinstance(place, int) else None


def answers(notebook: dict, count: int) -> list:
    """Read the answers 1 … count; the last one that is written for a question counts."""
    last = dict.fromkeys(range(1, count + 1), ...)
    for source in code(notebook):
        for name, value in assignments(source):
            number = name.removeprefix("answer")
            if name.startswith("answer") and number.isdecimal() and int(number) in last:
                last[int(number)] = value
    return list(last.values())


def code(notebook: dict) -> Iterator[str]:
    """List the source of the code cells."""
    for cell in notebook["cells"]:
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            lines = cell.get("source", "")
            text = "".join(map(str, lines)) if isinstance(lines, list) else str(lines)
            if len(text) <= LONGEST * 10:
                yield text


def assignments(source: str) -> Iterator[tuple[str, object]]:
    """Find the assignments of a cell; one with an error in it is read line by line."""
    for part in [source] if parsed(source) else source.splitlines():
        for node in getattr(parsed(part), "body", ()):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                yield node.targets[0].id, written(part, node.value)
    if not parsed(source):
        yield from broken(source)


def parsed(source: str) -> ast.Module | None:
    """Parse a piece of source; None where it is no Python."""
    try:
        with warnings.catch_warnings():  # about a stray backslash, say: it is the student's
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def broken(source: str) -> Iterator[tuple[str, str]]:
    """Find the texts of a cell that is no Python, such as ``answer1 = 57.1 %``."""
    for line in source.splitlines():
        name, sign, text = (part.strip() for part in line.partition("="))
        if sign and name.isidentifier() and not parsed(line.strip()):
            yield name, text


def written(source: str, node: ast.expr):
    """Return the value of an answer as written; anything more than a value isn't worked out."""
    try:
        return value(node)
    except (Unreadable, ZeroDivisionError, OverflowError, TypeError, ValueError, RecursionError):
        return NotRead((ast.get_source_segment(source, node) or "")[:LONGEST])


def value(node: ast.expr):
    """Work out numbers, texts, lists, fractions and counts; nothing else.

    Examples
    --------
    >>> value(ast.parse("[4/7, -1, 'a']", mode="eval").body)
    [0.5714285714285714, -1, 'a']
    """
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return node.id  # a letter without its quotation marks
    if type(node) in GROUPS:
        return GROUPS[type(node)](value(part) for part in node.elts)
    if isinstance(node, ast.Dict) and None not in node.keys:
        return {value(k): value(v) for k, v in zip(node.keys, node.values, strict=True)}
    if isinstance(node, ast.UnaryOp) and type(node.op) in SIGNS:
        return SIGNS[type(node.op)](number(node.operand))
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        return OPERATIONS[type(node.op)](number(node.left), number(node.right))
    if isinstance(node, ast.Call):
        return called(node)
    raise Unreadable


def number(node: ast.expr):
    """Work out a part of a calculation, which has to be a number."""
    part = value(node)
    if isinstance(part, bool) or not isinstance(part, int | float | Fraction):
        raise Unreadable
    return part


def called(node: ast.Call):
    """Work out the few calls that write a value: Fraction(4, 7), mm.Confusion(…), set()."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    places = [value(part) for part in node.args]
    named = {word.arg: value(word.value) for word in node.keywords}
    if name == "Fraction" and all(isinstance(part, int) for part in places) and not named:
        return Fraction(*places)
    if name == "Confusion":
        return Confusion(*places, **named)
    if name in ("set", "array") and len(places) <= 1 and not named:
        return list(*places) if places else {}
    raise Unreadable
