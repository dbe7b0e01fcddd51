"""Whatever writes files: an old file stays when something goes wrong, and the next run mends it."""

import errno
import os
from functools import cache

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu import cli
from mlmetrics_edu.core import saving
from mlmetrics_edu.core.errors import MetricError
from mlmetrics_edu.core.trace import Trace
from mlmetrics_edu.workbook import handouts as handout
from mlmetrics_edu.workbook import lessons, reference, report
from mlmetrics_edu.workbook.gallery import Figure
from mlmetrics_edu.workbook.handouts.lesson import Lesson
from mlmetrics_edu.workbook.practice import Attempt, Progress
from mlmetrics_edu.workbook.report import Report
from tests.snapshots import snapshot

TABLE = Trace.of("t", {"a": [1, 2]})
PLAYER = mm.play(TABLE)
QUESTION = mm.exercise("counts.two-alarms")
PAGE = Report("<p>", "t", "s", 0.5, mm.Confusion(1, 1, 1, 1), None, {})
FULL = OSError(errno.ENOSPC, "No space left on device")


def command(*words):
    """Make a command that is run in a folder; its complaint is raised again."""

    def run(folder, force):
        asked = [word.replace("DIR", str(folder)) for word in words]
        status = cli.main([*asked, *(["--force"] if force else [])])
        if status:
            raise KeyboardInterrupt if status == 130 else MetricError(f"status {status}", "", "")

    return run


def assignment(*words):
    """Make the command that writes homework: it has no --force."""
    run = command("assignment", "--topic", "counts", "--count", "1", "--seed", "s", *words)
    return lambda folder, force: run(folder, False)


def judged(folder, force):
    """Judge a detector's files, which lie elsewhere, and write the table of its classes."""
    boxes = folder.parent / "boxes.csv"
    boxes.write_text("image,category,score,x1,y1,x2,y2\n1,cat,1,0,0,9,9\n", encoding="utf-8")
    command("map", str(boxes), str(boxes), "--out", "DIR/t.csv")(folder, force)


def attempt(folder, force):
    """Remember one more answer; it is added to what is there."""
    Progress(folder / "p.csv").add(Attempt("roc.a", 1, "right"))


# Who writes, and whether it takes the place of what is there when asked to.
WRITERS = {
    "Trace.to_csv": (lambda f, force: TABLE.to_csv(f / "t.csv", force), True),
    "Trace.to_markdown": (lambda f, force: TABLE.to_markdown(f / "t.md", force), True),
    "Trace.to_latex": (lambda f, force: TABLE.to_latex(f / "t.tex", force), True),
    "Trace.to_html": (lambda f, force: TABLE.to_html(f / "t.html", force), True),
    "Player.to_html": (lambda f, force: PLAYER.to_html(f / "p.html", force), True),
    "Question.to_html": (lambda f, force: QUESTION.to_html(f / "q.html", force), True),
    "Report.save": (lambda f, force: PAGE.save(f / "r.html", force), True),
    "map": (judged, True),
    "trace": (command("trace", "--example", "learner-a", "--out", "DIR/t.csv"), True),
    "report": (command("report", "--example", "learner-a", "--out", "DIR/r.html"), True),
    "figures": (command("figures", "zhou-2.3", "--format", "svg", "--out", "DIR/figures"), True),
    "notebooks": (command("notebooks", "DIR"), True),
    "notebooks --colab": (command("notebooks", "DIR", "--colab", "a/b", "--clear"), True),
    "handout": (command("handout", "all", "--out", "DIR"), True),
    "assignment": (assignment("--students", "roster.csv", "--out", "DIR/homework"), False),
    "assignment --nbgrader": (assignment("--nbgrader", "--out", "DIR/course"), False),
    "grade": (command("grade", "DIR/homework", "--submitted", "back"), True),
    "practice": (attempt, None),
    "lab": (lambda f, force: lessons.workbook(f / "work"), None),
    "pages": (lambda f, force: reference.write(f), None),
}
GROUPS = {"figures": 2, "notebooks": 3, "assignment": 4, "assignment --nbgrader": 2, "grade": 2}
GROUPS |= {"pages": 2, "handout": 2}


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Stand in a folder with a roster, a small workbook, and homework that came back."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "roster.csv").write_text("name\nAnn\n", encoding="utf-8")
    (tmp_path / "source").mkdir()
    for name in ("1.ipynb", "2.ipynb", "notes.md"):
        (tmp_path / "source" / name).write_text('{"cells": []}\n', encoding="utf-8")
    monkeypatch.setattr(lessons, "PACKAGED", tmp_path / "source")
    # What takes long is made once: how it is written is what counts here.
    monkeypatch.setattr(Figure, "picture", cache(Figure.picture))
    monkeypatch.setattr(report, "made", lambda *asked: PAGE)
    handed = [Lesson(n, "", tmp_path / "source" / f"{n}.ipynb") for n in (1, 2)]
    monkeypatch.setattr(handout, "asked_for", lambda words: handed)
    monkeypatch.setattr(handout, "_made", lambda *asked: "page")
    monkeypatch.setattr(reference, "PAGES", {"a.md": lambda: "a", "b.md": lambda: "b"})
    assignment("--students", "roster.csv", "--out", "back")(tmp_path, False)
    return tmp_path


def ready(here, name, number):
    """Make a folder for a writer to write into."""
    folder = here / f"{name.replace(' ', '-')}-{number}"
    folder.mkdir()
    if name == "grade":
        assignment("--students", "roster.csv", "--out", "DIR/homework")(folder, False)
    return folder


def failing(monkeypatch, call, error, after=0):
    """Let a call of the system fail once it has worked some times."""
    calls, real = [], getattr(os, call)

    def fail(*given):
        calls.append(given)
        if len(calls) > after:
            raise error
        return real(*given)

    monkeypatch.setattr(saving.os, call, fail)


def breaking(name):
    """List what may go wrong for a writer: on the first file, on the last, in the last step."""
    last = GROUPS.get(name, 1) - 1
    yield "fsync", FULL, last, MetricError
    if last or name in ("Trace.to_csv", "practice"):
        yield "fsync", KeyboardInterrupt(), 0, KeyboardInterrupt
        yield "replace", KeyboardInterrupt(), last, KeyboardInterrupt


def test_a_new_file_is_whole_or_not_there_and_the_next_run_mends_it(here, monkeypatch, capsys):
    for name, (write, _) in WRITERS.items():
        folder = ready(here, name, "new")
        before = snapshot(folder)
        for call, error, after, raised in breaking(name):
            with monkeypatch.context() as patch:
                failing(patch, call, error, after)
                with pytest.raises(raised):
                    write(folder, False)
            assert snapshot(folder) == before, (name, call)
        capsys.readouterr()
        write(folder, False)
        new = sorted(set(snapshot(folder)) - set(before))
        assert new and not [path for path in new if path.endswith(".part")], name
        assert len([p for p in new if (folder / p).is_file()]) >= GROUPS.get(name, 1), name


def test_an_old_file_stays_when_something_goes_wrong(here, monkeypatch, capsys):
    for name, (write, replaces) in WRITERS.items():
        folder = ready(here, name, "old")
        write(folder, False)
        for path in folder.rglob("*"):
            if name == "figures" and path.is_file():
                path.write_bytes(b"{}")  # else nothing would be written: it is there just so
        before = snapshot(folder)
        if replaces is not None:
            if name != "figures":  # what the gallery drew, it draws again
                with pytest.raises(MetricError):
                    write(folder, False)
            assert snapshot(folder) == before, name
        if replaces is not False and name != "lab":
            with monkeypatch.context() as patch:
                failing(patch, "fsync", FULL)
                with pytest.raises(MetricError):
                    write(folder, True)
            assert snapshot(folder) == before, name
            write(folder, True)
            assert sorted(snapshot(folder)) == sorted(before), name


def test_an_empty_record_of_practice_is_filled(here):
    (here / "p.csv").write_bytes(b"")
    attempt(here, False)
    (here / "p.csv").write_bytes((here / "p.csv").read_bytes().rstrip())  # as some editors do
    attempt(here, False)
    assert Progress(here / "p.csv").attempts == [Attempt("roc.a", 1, "right")] * 2


def test_what_another_notebook_remembered_meanwhile_is_kept(here):
    one, two = Progress(here / "p.csv"), Progress(here / "p.csv")
    one.add(Attempt("roc.a", 1, "right"))
    two.add(Attempt("roc.b", 1, "wrong"))
    assert [a.exercise for a in Progress(here / "p.csv").attempts] == ["roc.a", "roc.b"]


def test_all_that_writes_is_in_the_table():
    for kind in (Trace, type(PLAYER), Report):
        for name in vars(kind):
            if name.startswith(("to_", "save")) and name != "to_frame":
                assert f"{kind.__name__}.{name}" in WRITERS


def test_half_a_sign_is_refused_in_a_file_and_shown_as_unreadable_on_a_page(here):
    table = Trace.of("t", {"name": ["a\ud800"]})
    (here / "t.csv").write_text("old", encoding="utf-8")
    before = snapshot(here)
    with pytest.raises(MetricError, match=r"t\.csv isn't written: '\\ud800' would stand in it"):
        table.to_csv(here / "t.csv", force=True)
    assert snapshot(here) == before
    for write in (table.to_html, table.to_markdown, table.to_latex):
        write(here / "page")
        assert "a\N{REPLACEMENT CHARACTER}" in (here / "page").read_text(encoding="utf-8")
        (here / "page").unlink()
