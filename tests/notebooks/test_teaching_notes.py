"""The teacher's notes: short, in four parts, and true of the lesson that they go with.

In the notes, *emphasis* names a section of the lesson and nothing else; stress is **bold**. A
number stands in them only if it stands in what the lesson says or shows, and a section may be
dropped only if no other needs what it computes.
"""

import ast
import builtins
import re
from collections.abc import Iterator
from pathlib import Path
from symtable import SymbolTable, symtable

from mlmetrics_edu.workbook.lessons import TEACHING, in_sight
from tests.cases import each
from tests.notebooks import laws
from tests.notebooks.claims import text
from tests.notebooks.test_honest import FOLDER, NUMBERED, lesson, prose

BEFORE, ASK = "Before class", "Ask the room"
STUMBLE, SHORT = "Where students stumble", "If time runs short"
HEADING = r"(?m)^(#+) (.*)$"
SECTION = r"(?<![\w*])\*([^*]+)\*(?![\w*])"
LEAST_WORDS, MOST_WORDS = 150, 300
FEWEST, MOST = 3, 5  # questions to ask, and confusions to expect


def test_every_lesson_has_its_notes_and_there_are_no_others():
    found = sorted(path.name for path in (FOLDER / TEACHING).glob("[!.]*"))
    assert found == [f"{path.stem}.md" for path in NUMBERED]


@each("path", NUMBERED)
def test_notes_keep_to_their_form_and_to_the_lesson(path):
    notes = (FOLDER / TEACHING / f"{path.stem}.md").read_text(encoding="utf-8")
    assert breaches(notes, path) == []


def breaches(notes: str, path: Path) -> list[str]:
    """List all that is wrong with the notes on a lesson."""
    return [*misshapen(notes), *untrue(notes, path), *dropped_too_much(notes, path)]


def misshapen(notes: str) -> Iterator[str]:
    """Tell what is wrong with the form of some notes."""
    parts = points(notes)
    if [*parts] != [BEFORE, ASK, STUMBLE, SHORT]:
        yield f"the parts are {[*parts]}"
        return
    words = len(notes.split())
    if not LEAST_WORDS <= words <= MOST_WORDS:
        yield f"{words} words, not {LEAST_WORDS} to {MOST_WORDS}"
    yield from (f"{part}: {said[0]!r} isn't in the list" for part, said in parts.items() if said[0])
    for part in (ASK, STUMBLE):
        if not FEWEST <= len(parts[part][1:]) <= MOST:
            yield f"{part}: {len(parts[part][1:])} points, not {FEWEST} to {MOST}"
    yield from (f"{p!r}: asked where?" for p in parts[ASK][1:] if not re.match(SECTION, p))
    yield from (f"{p!r}: which section?" for p in parts[SHORT][1:] if not re.search(SECTION, p))


def points(notes: str) -> dict[str, list[str]]:
    """Give the points of each part's list, after whatever stands before the first of them."""
    _, *heads_and_lists = re.split(r"(?m)^## (.*)\n", notes)
    split = [re.split(r"(?m)^- ", listed) for listed in heads_and_lists[1::2]]
    lists = [[" ".join(point.split()) for point in listed] for listed in split]
    return dict(zip(heads_and_lists[::2], lists, strict=True))


def untrue(notes: str, path: Path) -> Iterator[str]:
    """Tell what notes say of a lesson that isn't so."""
    said = in_sight(prose(path))
    title, *sections = (heading for _, heading in re.findall(HEADING, said))
    first = f"# Teaching lesson {int(path.name[:2])}: {title.partition(' · ')[0]}"
    if notes.splitlines()[0] != first:
        yield f"the first line isn't {first!r}"
    if unknown := {*re.findall(SECTION, " ".join(notes.split()))} - {*sections}:
        yield f"the lesson has no section {sorted(unknown)}"
    numbers = {laws.value_of(n) for n in re.findall(laws.NUMBER, said + shown(lesson(path)))}
    quoted = map(laws.value_of, laws.quoted(re.sub(SECTION, " ", notes)))
    if foreign := {*quoted} - numbers - laws.TRIVIAL:
        yield f"the lesson neither says nor shows {sorted(foreign)}"


def shown(notebook: dict) -> str:
    """Join the text that is stored below a lesson's cells."""
    outputs = [output for cell in laws.code_cells(notebook) for output in cell["outputs"]]
    texts = [o.get("text", o.get("data", {}).get("text/plain", "")) for o in outputs]
    return "\n".join("".join(text) for text in texts)


def dropped_too_much(notes: str, path: Path) -> Iterator[str]:
    """Tell which cells fail when the sections are left out that notes say to drop."""
    to_drop = [point for point in points(notes).get(SHORT, []) if point.startswith("Drop ")]
    known = {*dir(builtins)}
    for cell in kept(lesson(path), {*re.findall(SECTION, " ".join(to_drop))}):
        table = symtable(ast.unparse(laws.tree(cell)), "cell", "exec")
        known |= {s.get_name() for s in table.get_symbols() if s.is_assigned() or s.is_imported()}
        if missing := used(table) - known:
            yield f"{laws.name(cell)}: dropped what it needs, {sorted(missing)}"


def kept(notebook: dict, dropped: set[str]) -> Iterator[dict]:
    """Give the code cells that are left of a lesson without some sections and what is in them."""
    level = 0  # of the heading that is dropped: how many marks it has
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code" and not level:
            yield cell
        headings = cell["cell_type"] == "markdown" and re.findall(HEADING, in_sight(text(cell)))
        for marks, name in headings or []:
            level = 0 if len(marks) <= level else level
            level = len(marks) if not level and name in dropped else level


def used(table: SymbolTable) -> set[str]:
    """Collect the names that some code takes from its notebook, in its functions, too."""
    outside = table.get_type() == "module"
    names = {s for s in table.get_symbols() if s.is_referenced() and (outside or s.is_global())}
    return {s.get_name() for s in names}.union(*map(used, table.get_children()))


LESSON = NUMBERED[1]
LONG = "explain what they have in common, and then ask " * 12
GOOD = f"""# Teaching lesson 1: Counting right and wrong

## Before class

- Draw the two lists, {LONG} why.

## Ask the room

- *Four cells*: "Which cell is Jun's?"
- *Live: the two lists*: "Who leaves?" Of 10,000 people, nobody.
- *2 · The slogan in a turned
  table*: "Which rate?"

## Where students stumble

- "Positive is good."
- **Precision** for recall.
- FP for FN, as in lesson 0.

## If time runs short

- Drop *The matrix as a picture*.
"""
SPOILT = [
    ("lesson 1:", "lesson 2:"),
    ("right and wrong\n", "right\n"),
    ("Before class", "Beforehand"),
    ("## Ask the room", "## Before class"),
    (LONG, ""),
    (LONG, LONG * 3),
    ("- Draw", "Draw"),
    ("- FP for", "  FP for"),
    ("*Four cells*: ", ""),
    ("*Four cells*", "*Five cells*"),
    ("**Precision**", "*Precision*"),
    ("*The matrix as a picture*", "the picture"),
    ("*The matrix as a picture*", "*The story: twelve loans in a bad year*"),
    ("10,000", "10,001"),
]


def test_good_notes_pass():
    assert breaches(GOOD, LESSON) == []


@each("old, new", SPOILT)
def test_spoilt_notes_do_not_pass(old, new):
    spoilt = GOOD.replace(old, new, 1)
    assert spoilt != GOOD and breaches(spoilt, LESSON)
