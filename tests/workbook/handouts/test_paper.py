"""A lesson to print: no answer reaches those who learn, none is missing for those who teach.

Where a browser is, the page becomes a PDF; where none is, or it fails, that is said.
"""

import os
import re
import sys
import zlib
from functools import cache

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import MetricError
from mlmetrics_edu.workbook.handouts import handout as paper
from mlmetrics_edu.workbook.handouts.handout import page
from mlmetrics_edu.workbook.handouts.lesson import FOLD, asked_for, pieces
from mlmetrics_edu.workbook.lessons import source
from tests.browsing import CHROMIUM, needs_chromium
from tests.cases import each

LESSONS = asked_for(["all"])
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


@each("lesson", LESSONS)
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


def test_a_page_is_of_the_paper_asked_for():
    assert "@page { size: A4;" in page(CARS, False)
    assert "@page { size: letter;" in page(CARS, False, "letter")


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
def test_a_browser_is_found_by_any_of_its_names(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    edge = program(tmp_path, "microsoft-edge", "exit 0")
    assert paper.browser() == edge
    chrome = program(tmp_path, "google-chrome", "exit 0")
    assert paper.browser() == chrome


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


@scripted
def test_a_browser_gets_a_profile_of_its_own_and_keeps_its_sandbox(tmp_path, monkeypatch):
    says = program(tmp_path, "chrome", 'printf "%s\\n" "$@" >&2; exit 1')
    told = {}
    monkeypatch.setattr(paper, "_not_printed", lambda browser, why: MetricError(why, "", ""))
    for user in (0, 1000):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user, raising=False)
        with pytest.raises(MetricError) as said:
            paper.as_pdf("<p>", says)
        told[user] = said.value.what
    assert "--user-data-dir=" in told[1000] and "--no-pdf-header-footer" in told[1000]
    assert ("--no-sandbox" in told[0], "--no-sandbox" in told[1000]) == (True, False)


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
    for packed in re.findall(rb"(?s)stream\r?\n(.*?)endstream", pdf):
        unpacking = zlib.decompressobj()
        try:
            parts.append(unpacking.decompress(packed))
        except zlib.error:
            continue
    return b"".join(parts)
