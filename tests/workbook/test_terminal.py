"""Exercises in the terminal: asked, answered, helped with, left."""

import io
import re

import mlmetrics_edu as mm
from mlmetrics_edu.cli import main


def talk(monkeypatch, capsys, typed, *words):
    """Run the command with some lines typed; give its status and what it showed."""
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    status = main(["exercise", *words])
    return status, capsys.readouterr().out


def test_one_exercise(monkeypatch, capsys):
    q = mm.exercise("counts.screening")
    typed = ["hint", str(float(q.misconceptions["recall"])), "", "1/10"]
    status, shown = talk(monkeypatch, capsys, typed, "counts.screening")
    assert status == 0 and q.text in shown and "Hint 1 of 3" in shown
    assert q.check(float(q.misconceptions["recall"])).message in shown
    assert "not attempted yet" in shown and "> 1/10\nRight." in shown
    assert "1 answered, 0 right at the first try." in shown


def test_a_topic_with_one_seed(monkeypatch, capsys):
    ids = mm.exercises("counts")
    typed = ["next"] * (len(ids) - 1) + ["solution", "quit"]
    status, shown = talk(monkeypatch, capsys, typed, "--topic", "counts", "--seed", "7")
    assert status == 0
    for id in ids:
        assert mm.exercise(id, 7).text in shown
    assert mm.exercise(ids[-1], 7).solution().last in shown


def test_practice_is_remembered(monkeypatch, capsys, tmp_path):
    file = tmp_path / "progress.csv"
    words = ("--topic", "counts", "--progress", str(file))
    _, shown = talk(monkeypatch, capsys, ["0.123456"], *words)
    assert "1 asked, 0 right" in shown and str(file) in shown
    _, shown = talk(monkeypatch, capsys, ["quit"], *words)
    assert "1 asked" in shown


def test_pictures_are_written_to_be_looked_at(monkeypatch, capsys, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    drawn = next(id for id in mm.exercises() if mm.exercise(id).pictures)
    _, shown = talk(monkeypatch, capsys, ["quit"], drawn)
    path = re.search("Picture: (.*)", shown)[1]
    with open(path, "rb") as file:
        assert file.read(4) == b"\x89PNG"
