"""Exercises from a teacher's own file: asked, checked, handed out and marked as the others are."""

import re
import tempfile
from importlib.resources import files
from pathlib import Path

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.cli import main
from mlmetrics_edu.workbook.exercises import registry
from mlmetrics_edu.workbook.homework.plan import read_plan
from tests.cases import each

EXAMPLE = files("mlmetrics_edu") / "workbook" / "exercises" / "example_bank.toml"
TEXT = EXAMPLE.read_text("utf-8")


@pytest.fixture
def bank(tmp_path, monkeypatch):
    """Copy the example, as a teacher would."""
    monkeypatch.setattr(registry, "OWN", {})
    file = tmp_path / "weather.toml"
    file.write_text(TEXT, encoding="utf-8")
    return file


def test_the_example_asks_all_that_it_shows(bank):
    ids = mm.load_exercises(bank)
    assert ids == ("weather.recall", "weather.umbrella", "weather.which-mean")
    assert mm.exercises("weather") == ids == mm.exercises()[-3:]
    q = mm.exercise("weather.recall")
    assert "On 21 of the 30 days" in str(q) and "lesson" not in q.place
    assert q.check("21/28").correct is True and q.check(0.75).correct is True
    assert q.check(21 / 30).misconception == "precision"
    assert q.check(200 / 28).misconception == "dry days"
    for seed in range(5):
        drawn = mm.exercise("weather.recall", seed)
        hits, missed = map(int, re.findall(r"On (\d+) of .* on (\d+) other", drawn.text)[0])
        assert drawn.check(hits / (hits + missed)).correct is True
    mean = mm.exercise("weather.which-mean")
    assert mean.check("c").correct is True and mean.check("a").misconception == "arithmetic"
    assert mm.exercise("weather.umbrella", 1).solution().last


def test_loading_again_replaces_what_was_there(bank):
    mm.load_exercises(bank)
    bank.write_text(TEXT.replace("[recall", "[hits"), encoding="utf-8")
    assert mm.load_exercises(bank)[0] == "weather.hits"
    with pytest.raises(mm.UnknownNameError, match=r"weather\.hits"):
        mm.exercise("weather.recall")


def test_homework_is_made_of_them_and_marked_elsewhere(bank, tmp_path, monkeypatch, capsys):
    (tmp_path / "roster.csv").write_text("name\nAnn\nBao\n")
    words = ["assignment", "--bank", str(bank), "--topic", "weather", "--count", "3", "--seed", "s"]
    out = tmp_path / "week-1"
    assert main([*words, "--students", str(tmp_path / "roster.csv"), "--out", str(out)]) == 0
    bank.unlink()
    monkeypatch.setattr(registry, "OWN", {})  # as in another run
    plan = read_plan(out)
    assert {q.exercise.topic for q in plan.questions(plan.students[0])} == {"weather"}
    assert main(["grade", str(out)]) == 0
    assert "weather.umbrella" in capsys.readouterr().out
    assert main(["exercise", "--list", "--bank", str(EXAMPLE)]) == 0
    assert "example_bank.recall" in capsys.readouterr().out


@each(
    "old, new, why",
    [
        ('title = "Will it rain?"\n', "", "lacks title"),
        ("level = 1\n", "levle = 1\n", "did you mean level"),
        ("[recall]", "recal = 3\n[recall]", "an exercise is a table"),
        ('FN = "missed"', 'FN = "mised"', "did you mean missed"),
        ('FN = "missed"\n', "", "four cells"),
        ('rate = "recall"', 'rate = "recal"', "no rate called"),
        ("hits = [10, 60]", "hits = [60, 10]", "neither a number"),
        ("{missed} other days", "{mised} other days", "can't be filled"),
        ('answer = "carry / wet"', 'answer = "carry / wets"', "did you mean wet"),
        ('answer = "carry / wet"', 'answer = "__import__"', "__import__"),
        ("carry / (wet - carry)", "carry / wet", "both give"),
        ('right = "harmonic"', 'right = "harmonious"', "no option"),
        ("geometric = \"That's for", "geo = \"That's for", "nothing is said of geometric"),
        ('hints = [\n    "How long', 'hints = [\n    "", "How long', "a list of three texts"),
        ("[recall.data]", "[recall.data", "can't be read"),
        ("level = 1", "level = 9", "1, 2 or 3"),
        ('name = "threshold"', 'within = "much"', "a number above 0"),
        ('name = "threshold"', "whole = 1", "true or false"),
        ('name = "threshold"', 'kind = "guess"', "one of compute"),
        ('answer = "carry / wet"', 'answer = "carry / (wet - wet)"', "undefined"),
        ("{missed} other days", "{missed other days", "can't be filled"),
        ("{missed} other days", "{missed.x} other days", "can't be filled"),
        ("[umbrella.data]", "[umbrella.example]", "lacks data"),
        ('right = "harmonic"', "right = 3", "the name of an option"),
        ('right = "harmonic"', 'right = ["harmonic", "x"]', "no option"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(old, new, why):
    assert old in TEXT
    with tempfile.TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "OWN", {})
        file = Path(place, "weather.toml")
        file.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(mm.core.errors.MetricError, match=re.escape(why)):
            mm.load_exercises(file)
        assert registry.OWN == {}


@each("file", ["counts.toml", "nowhere/9.toml", "nowhere/no.toml", 3, None, ["a"], "\0.toml"])
def test_a_file_that_is_none_is_refused(file):
    with pytest.raises(mm.core.errors.MetricError):
        mm.load_exercises(file)
