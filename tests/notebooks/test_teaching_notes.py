"""The teacher's notes: short, in four parts, and true of the lesson that they go with.

In the notes, *emphasis* names a section of the lesson and nothing else; stress is **bold**. A
number stands in them only if it stands in what the lesson says or shows.
"""

import re
from collections.abc import Iterator

from mlmetrics_edu.workbook.lessons import TEACHING
from tests.cases import each
from tests.notebooks import laws
from tests.notebooks.claims import without
from tests.notebooks.test_honest import FOLDER, NUMBERED, lesson, prose

BEFORE, ASK = "Before class", "Ask the room"
STUMBLE, SHORT = "Where students stumble", "If time runs short"
SECTION = r"(?<![\w*])\*([^*]+)\*(?![\w*])"
LEAST_WORDS, MOST_WORDS = 150, 300
FEWEST, MOST = 3, 5  # questions to ask, and confusions to expect


def test_every_lesson_has_its_notes_and_there_are_no_others():
    found = sorted(path.name for path in (FOLDER / TEACHING).iterdir())
    assert found == [f"{path.stem}.md" for path in NUMBERED]


@each("path", NUMBERED)
def test_notes_keep_to_their_form_and_to_the_lesson(path):
    notes = (FOLDER / TEACHING / f"{path.stem}.md").read_text(encoding="utf-8")
    assert [*misshapen(notes), *untrue(notes, path)] == []


def misshapen(notes: str) -> Iterator[str]:
    """Tell what is wrong with the form of some notes."""
    parts = points(notes)
    if [*parts] != [BEFORE, ASK, STUMBLE, SHORT]:
        yield f"the parts are {[*parts]}"
        return
    words = sum(bool(re.search(r"\w", word)) for word in notes.split())
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


def untrue(notes: str, path) -> Iterator[str]:
    """Tell what notes say of a lesson that isn't so."""
    said = without(prose(path))
    title, *sections = re.findall(r"(?m)^#+ (.*)$", said)
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
    ("10,000", "10,001"),
]


def test_good_notes_pass():
    assert [*misshapen(GOOD), *untrue(GOOD, LESSON)] == []


@each("old, new", SPOILT)
def test_spoilt_notes_do_not_pass(old, new):
    spoilt = GOOD.replace(old, new, 1)
    assert spoilt != GOOD and [*misshapen(spoilt), *untrue(spoilt, LESSON)]
