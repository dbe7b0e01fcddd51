"""A lesson on paper and on slides: no answer reaches those who learn, none is missing for teachers.

Where a browser is, the page becomes a PDF; where none is, or it fails, that is said.
"""

import json
import re
import sys
import zlib
from functools import cache
from pathlib import Path

import pytest
from markupsafe import Markup

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import FormulaError, InputError, MetricError, UnknownNameError
from mlmetrics_edu.workbook import handouts as paper
from mlmetrics_edu.workbook.handouts import FULL, blocks, deck, packed, page, stacked
from mlmetrics_edu.workbook.handouts.lesson import (
    FOLD,
    Lesson,
    Piece,
    asked_for,
    by_part,
    mathml,
    pieces,
    reading,
)
from mlmetrics_edu.workbook.lessons import TEACHING, source
from tests.browsing import CHROMIUM, needs_chromium
from tests.cases import EXPLORE, each


@each(
    "words, numbers",
    [
        (["5"], [5]),
        (["05"], [5]),
        (["05-twenty-cars-twenty-thresholds.ipynb"], [5]),
        (["notebooks/05-twenty-cars-twenty-thresholds.ipynb"], [5]),
        (["Twenty"], [5]),
        (["13", "0", "13"], [13, 0]),
        (["all", "3"], list(range(19))),
    ],
)
def test_a_lesson_is_named_in_many_ways(words, numbers):
    assert [lesson.number for lesson in asked_for(words)] == numbers


def test_a_word_that_means_none_or_several_says_so():
    with pytest.raises(UnknownNameError, match="numbered from 0 to 18"):
        asked_for(["19"])
    with pytest.raises(UnknownNameError, match="did you mean roc-by-hand"):
        asked_for(["rok-by-hand"])
    with pytest.raises(InputError, match=r"tw begins the names of 05-twenty-.*, 07-twelve-"):
        asked_for(["tw"])


def test_the_parts_take_as_long_as_the_whole():
    for lesson in LESSONS:
        parts, whole = by_part(lesson.notebook), reading(lesson.notebook)
        home = parts.pop("Exercises")
        assert whole.exercises - 5 <= home <= whole.exercises, lesson.title
        assert abs(sum(parts.values()) - whole.core) <= 5 + len(parts) / 2, lesson.title


def test_a_lesson_has_the_notes_that_lie_beside_it(tmp_path):
    (lesson,) = asked_for(["5"])
    elsewhere = type(lesson)(5, "", tmp_path / "05-x.ipynb")
    assert elsewhere.notes == ""
    (tmp_path / TEACHING).mkdir()
    (tmp_path / TEACHING / "05-x.md").write_text("# T\n\n## Ask the room\n", encoding="utf-8")
    assert elsewhere.notes == "## Ask the room\n"


LESSONS = asked_for(["all"])
SOME = LESSONS[:: 1 if EXPLORE else 4]  # of what takes longer
(CARS,) = asked_for(["5"])


@cache
def told(lesson, teacher):
    """Go through a lesson once for all tests."""
    return list(pieces(lesson.notebook, teacher))


def folds(lesson):
    """List what lies in the folds of guesses."""
    cells = [c for c in lesson.notebook["cells"] if "predict" in c["metadata"].get("tags", [])]
    shown = ["".join(cell["outputs"][-1]["data"]["text/html"]) for cell in cells]
    return [FOLD.fullmatch(page)["folded"].strip() for page in shown]


def whys(lesson):
    """List what is folded away in the text, without its claims."""
    texts = [source(c) for c in lesson.notebook["cells"] if c["cell_type"] == "markdown"]
    found = [a for t in texts for a in re.findall(r"(?s)</summary>(.*?)</details>", t)]
    return [re.sub(r"(?s)<!--.*?-->", "", one).strip() for one in found]


@each("lesson", LESSONS)
def test_no_answer_reaches_those_who_learn(lesson):
    whole = "\n".join(piece.body + piece.code + piece.answer for piece in told(lesson, False))
    assert not any(piece.answer or piece.mistakes for piece in told(lesson, False))
    assert folds(lesson) and not [fold for fold in folds(lesson) if fold in whole]
    assert "<!--" not in whole and "mine=..." not in whole
    for why in whys(lesson):
        first = why.split("\n")[0]
        assert len(first) > 10 and first not in whole, first


@each("lesson", SOME)
def test_those_who_teach_are_told_every_answer(lesson):
    whole = "\n".join(piece.body + piece.answer for piece in told(lesson, True))
    assert not [fold for fold in folds(lesson) if fold not in whole]
    assert whole.count('<div class="why">') == len(whys(lesson))
    answers = [piece for piece in told(lesson, True) if piece.kind in ("guess", "exercise")]
    assert all(piece.answer for piece in answers) and len(answers) >= 8
    asked = [piece for piece in answers if piece.kind == "exercise"]
    assert all("<strong>Answer: " in piece.answer for piece in asked) and len(asked) >= 5


@each("lesson", LESSONS)
def test_all_that_is_seen_in_a_lesson_is_on_paper(lesson):
    cells = [c for c in lesson.notebook["cells"] if "exercise" not in c["metadata"].get("tags", [])]
    assert len(told(lesson, False)) == len(cells)
    pictures = [p for p in told(lesson, False) if p.kind != "guess" and "<img" in p.body]
    assert pictures and all("<iframe" not in piece.body for piece in told(lesson, False))


def test_a_question_of_other_data_is_solved_on_them():
    (seventh,) = asked_for(["7"])
    solutions = [piece.answer for piece in told(seventh, True) if piece.kind == "exercise"]
    last = mm.exercise("ap.detective", seed=2).solution().last
    assert last in solutions[4] and last != mm.exercise("ap.detective").solution().last


def test_a_page_asks_for_nothing_and_runs_nothing():
    for teacher in (False, True):
        whole = page(CARS, teacher)
        assert not re.search(r"<(script|link|iframe|base)\b|@import|url\(|\$\$", whole)
        assert {*re.findall(r"\bsrc=.([a-z]+):", whole)} == {"data"}
        assert all(alt for alt in re.findall(r"<img ([^>]*)>", whole)) and "<math" in whole


def test_a_page_has_room_to_write_or_the_minutes_and_the_notes(tmp_path):
    student, teacher = page(CARS, False), page(CARS, True)
    asked = [piece for piece in told(CARS, False) if piece.kind in ("guess", "exercise")]
    assert student.count('class="lines"') == len(asked) and 'class="lines"' not in teacher
    assert student.count('class="why room"') == len(whys(CARS)) and "For teachers" not in student
    assert 'By hand <span class="minutes">6 min</span></h2>' in teacher
    assert "Mistakes it knows" in teacher and "Mistakes it knows" not in student


scripted = pytest.mark.skipif(sys.platform == "win32", reason="the stand-ins are shell scripts")


def program(folder, name, text):
    """Put a program where it is looked for."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


def test_without_a_browser_it_says_what_it_looked_for(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in paper.PROGRAMS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    with pytest.raises(MetricError, match="no browser was found") as said:
        paper.browser()
    assert "google-chrome" in said.value.why and "--format html" in said.value.fix


@scripted
def test_a_browser_that_prints_nothing_is_told_of(tmp_path, monkeypatch):
    broken = program(tmp_path, "chrome", "echo no display >&2; exit 1")
    with pytest.raises(MetricError, match="didn't print the page") as said:
        paper.as_pdf("<p>", broken)
    assert said.value.why == "no display"
    with pytest.raises(MetricError, match="the system says"):
        paper.as_pdf("<p>", str(tmp_path / "gone"))
    monkeypatch.setattr(paper, "LONGEST", 0.2)
    with pytest.raises(MetricError, match=r"it wasn't ready after 0\.2 seconds"):
        paper.as_pdf("<p>", program(tmp_path, "slow", "exec sleep 9"))


@needs_chromium
def test_a_lesson_becomes_a_pdf_of_the_paper_asked_for(monkeypatch):
    monkeypatch.setattr(paper, "LONGEST", 1200)  # a machine may be slow, and nobody waits here
    (start,) = asked_for(["0"])
    for sheet, size in (("a4", (595, 842)), ("letter", (612, 792))):
        pdf = paper.as_pdf(page(start, False, sheet), CHROMIUM)
        boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf + inflated(pdf))
        assert pdf.startswith(b"%PDF") and 4 <= len(boxes) <= 9
        assert {(round(float(w)), round(float(h))) for w, h in boxes} == {size}
        assert b"/StructTreeRoot" in pdf + inflated(pdf)  # tagged, for screen readers


def inflated(pdf):
    """Unpack what is packed in a PDF."""
    parts = []
    for stream in re.findall(rb"(?s)stream\r?\n(.*?)endstream", pdf):
        unpacking = zlib.decompressobj()
        try:
            parts.append(unpacking.decompress(stream))
        except zlib.error:
            continue
    return b"".join(parts)


def prose(page, slide="subslide"):
    """Make a piece of text."""
    return Piece("prose", "", slide, Markup(page))


def seen(*told):
    """Say for each slide its title and what is on it, a click in brackets."""
    return [
        (s.title, " ".join(f"({html})" if later else html for html, later in s.shown))
        for stack in stacked(told)
        for s in stack
    ]


def words(many):
    """Make a paragraph."""
    return f"<p>{' '.join(['word'] * many)}</p>"


def guess(answer):
    """Make a question of which the answer is folded away."""
    return Piece("guess", "", "fragment", Markup("<p>q</p>"), Markup("code"), Markup(answer))


def printed(shown):
    """Make code that shows something."""
    return Piece("code", "", "subslide", Markup(shown), Markup("<div>code</div>"))


WHY = '<div class="why"><p>Why?</p><p>b</p></div>'
ROOM = '<div class="why room"><p>Why?</p></div>'
HEAD, TEXT = prose("<h2>A</h2><p>a</p>", "slide"), prose("<p>a</p>")
ON_SLIDES = [  # pieces of a lesson, and the slides that they make
    ([prose("<h2>A</h2>", "skip"), TEXT], [("A", "<p>a</p>")]),  # its heading is left
    (
        [prose("<h1>T</h1><p>a</p><p>b</p><p>c</p>", "slide")],
        [("T", "<p>c</p>"), ("T", "<p>a</p> <p>b</p>")],  # a cover has the last line
    ),
    # An answer waits for a click, and what is large for the next slide.
    ([HEAD, guess("<p>7</p>")], [("A", "<p>a</p> <p>q</p> (<p>7</p>)")]),
    (
        [HEAD, guess("<p>7</p><pre>x</pre>")],
        [("A", "<p>a</p> <p>q</p> (<p>7</p>)"), ("The answer", "<pre>x</pre>")],
    ),
    ([HEAD, guess("")], [("A", "<p>a</p> <p>q</p>")]),
    ([TEXT, prose(WHY)], [("", "<p>a</p>"), ("", "<p>Why?</p> (<p>b</p>)")]),
    ([TEXT, prose(ROOM + "<p>c</p>")], [("", f"<p>a</p> {ROOM}"), ("", "<p>c</p>")]),
    # Code is seen where it is the point.
    ([printed("<p><img></p>")], [("", "<p><img></p>")]),
    ([printed("<table></table>")], [("", "<table></table>")]),
    ([printed("<pre>1</pre>")], [("", "<div>code</div><pre>1</pre>")]),
]


@each("told, slides", ON_SLIDES)
def test_what_stands_on_which_slide(told, slides):
    assert seen(*told) == slides


def test_a_part_begins_a_stack_and_its_heading_stays():
    made = stacked([HEAD, prose("<h3>b</h3><p>c</p>")]) + stacked([prose("<h2>C</h2>", "slide")])
    parts = [[(s.part, s.title) for s in stack] for stack in made]
    assert parts == [[("A", "A"), ("A", "b")], [("C", "C")]]


def test_long_text_is_divided_between_paragraphs_and_items():
    assert len(seen(prose(words(FULL) + words(20)))) == 2
    assert len(seen(prose(words(FULL) + words(10)))) == 1  # for that, no slide is begun
    items = "".join(f"<li>{'word ' * 40}</li>" for _ in range(3))
    (first, second, third) = packed(blocks(f"<ol>{items}</ol>"))
    starts = [part.body[0].html[:14] for part in (first, second, third)]
    assert starts == [f'<ol start="{number}">' for number in (1, 2, 3)]


def test_what_leads_to_a_list_stands_above_it():
    lead, items = "<p>These are:</p>", f"<ul><li>{'word ' * 40}</li></ul>"
    made = list(packed(blocks(words(50) + lead + items)))
    assert [[block.name for block in part.body] for part in made] == [["p"], ["p", "ul"]]


def test_an_exercise_is_called_by_its_title_and_its_mistakes_are_in_the_notes():
    body = Markup("<p><strong>T</strong> · <small>id</small></p><p>q</p>")
    answer = Markup("<pre>working</pre><p>Answer: 7</p>")
    told = Piece("exercise", "", "subslide", body, Markup(), answer, (("3", "half"),))
    ((slide,),) = stacked([told])
    assert slide.title == "<strong>T</strong>" and slide.notes == ["<p>3: half</p>"]
    assert slide.shown == [("<p>q</p>", False), ("<p>Answer: 7</p>", True)]


def test_those_who_learn_get_no_notes_and_no_answers():
    student, teacher = deck(CARS, False), deck(CARS, True)
    assert 'class="notes"' not in student and "Answer: " not in student
    assert "Answer: 14" in teacher and "<p>6 min</p>" in teacher
    assert teacher.count("RevealNotes=") == 1 and "RevealNotes=" not in student


def test_the_speaker_is_told_what_to_ask_where_it_is_asked(tmp_path):
    said = "# T\n\n## Ask the room\n\n- *The best threshold?*: Who says so?\n- Wait.\n"
    (tmp_path / TEACHING).mkdir()
    (tmp_path / TEACHING / "05.md").write_text(said, encoding="utf-8")
    (tmp_path / "05.ipynb").write_text(CARS.path.read_text("utf-8"), encoding="utf-8")
    made = deck(Lesson(5, "T", tmp_path / "05.ipynb"), True)
    assert "<h1>T</h1>" not in made and "<li>Wait.</li>" in made
    after = made.partition("<h2>The best threshold?</h2>")[2]
    notes = after.partition('<aside class="notes">')[2].partition("</aside>")[0]
    assert notes == "<p><em>The best threshold?</em>: Who says so?</p>"


def test_every_cell_that_isnt_skipped_is_on_a_slide():
    whole = deck(CARS, True)
    for piece in told(CARS, True):
        if piece.kind == "code" and piece.slide not in ("", "skip"):
            assert piece.body in whole or piece.code in whole


@each("lesson", SOME)
def test_each_part_that_takes_time_has_a_stack(lesson):
    assert len(stacked(told(lesson, False))) == len(by_part(lesson.notebook))


FOLDER = Path(__file__).resolve().parents[3] / "notebooks"
NOTEBOOKS = [p for p in sorted(FOLDER.rglob("*.ipynb")) if ".ipynb_checkpoints" not in p.parts]


def formulas(notebook):
    """List the formulas of a notebook, in its text and among what it shows."""
    pytest.importorskip("nbconvert")
    from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

    found = []

    class Noting(IPythonRenderer):
        """What notes each formula as it is met."""

        def block_math(self, body):
            found.append((body, True))
            return ""

        def inline_math(self, body):
            found.append((body, False))
            return ""

        def latex_environment(self, name, body):
            found.append((rf"\begin{{{name}}}{body}\end{{{name}}}", True))
            return ""

    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            MarkdownWithMath(Noting(escape=False))("".join(cell["source"]))
        shown = ["".join(o.get("data", {}).get("text/latex", "")) for o in cell.get("outputs", [])]
        found += [(latex.strip("$"), True) for latex in shown if latex]
    return found


def test_every_formula_of_the_notebooks_can_be_set():
    seen = 0
    for path in NOTEBOOKS:
        for latex, display in formulas(json.loads(path.read_text(encoding="utf-8"))):
            seen += 1
            page = mathml(latex, display)
            assert re.fullmatch(r"(?s)<math[ >].*</math>", page), (path.name, latex)
            assert 'display="block"' in page if display else "display=" not in page
            assert "<merror" not in page and "$" not in page, (path.name, latex)
            assert "\\" not in latex.replace(r"\\", "") or "\\" not in page, (path.name, latex)
    assert seen > 200


def test_the_distance_between_lines_is_not_printed():
    for space in ("[4pt]", " [4pt]", "[0.5em]"):
        lines = rf"\begin{{aligned}}a &= 1 \\{space} &= 2\end{{aligned}}"
        assert mathml(lines, True) == mathml(lines.replace(space, ""), True)
    bracket = mathml(r"\begin{matrix}a \\ [b]\end{matrix}", True)
    assert "b" in bracket and "[" in bracket  # a bracket that is meant stays


def test_what_is_no_formula_is_refused_where_it_breaks():
    with pytest.raises(FormulaError, match=r"at its sign 5: Unknown command"):
        mathml(r"a + \fracc{1}{2}", False)
