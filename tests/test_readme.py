"""What the README says is what happens."""

import doctest
import json
import re
import shlex
from pathlib import Path

import pytest

from mlmetrics_edu import cli
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.workbook.gallery import figure
from mlmetrics_edu.workbook.handouts.lesson import reading
from tests.cases import each

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
LINKS = re.findall(r"\]\((?!https?:)([^)]+)\)", README)


def blocks(language):
    """List the code blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_python_blocks_show_what_python_prints():
    text = "\n".join(blocks("python"))
    example = doctest.DocTestParser().get_doctest(text, {}, "README", "README.md", 0)
    assert len(example.examples) > 5
    result = doctest.DocTestRunner().run(example)
    assert result.failed == 0


@pytest.mark.parametrize("block", blocks("console"))
def test_console_blocks_show_what_the_command_prints(block, capsys):
    command, _, output = block.partition("\n")
    prompt, program, *words = shlex.split(command)
    assert (prompt, program) == ("$", "mlmetrics-edu")
    assert cli.main(words) == 0
    assert capsys.readouterr().out == output


def test_make_knows_the_two_commands():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    setup, _ = blocks("sh")
    for line in setup.splitlines():
        assert re.search(rf"^{line.split()[1]}:", makefile, re.MULTILINE), line


def test_homework_goes_as_the_readme_says(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "roster.csv").write_text("name\nAnn\n李雷\n", encoding="utf-8")
    _, homework = blocks("sh")
    for line in homework.splitlines():
        program, *words = shlex.split(line, comments=True)
        assert (program, cli.main(words)) == ("mlmetrics-edu", 0)
    assert (tmp_path / "week-8" / "marks.csv").exists()
    assert "2 of 2 handed in" in capsys.readouterr().out


def test_windows_lines_name_what_is_there():
    (block,) = blocks("bat")
    assert "constraints.txt" in block
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert "lab = [" in project and "test = [" in project


@each("link", LINKS)
def test_links_lead_somewhere(link):
    assert (ROOT / link).exists()


def test_every_lesson_is_listed_by_its_title_with_its_minutes_and_its_deeper_part():
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        heading = "".join(json.loads(path.read_text(encoding="utf-8"))["cells"][0]["source"])
        title = re.match(r"# (?:Lesson )?(?:\d+ · )?(.+?) ·", heading)
        assert title, f"{path.name} opens with {heading[:60]!r}"
        number = int(path.name.split("-")[0])
        taken = reading(json.loads(path.read_text(encoding="utf-8")))
        row = f"[{number} · {title[1]}](notebooks/{path.name})"
        assert f"| {row} | {taken.core} + {taken.exercises} | " in README
        for part in path.parent.glob(f"deeper/{path.name[:2]}-*.ipynb"):
            assert f"](notebooks/deeper/{part.name}) |" in README


def test_the_picture_shows_what_its_text_says():
    text, name = re.search(r"!\[(.+)\]\(figures/([\w.-]+)\.png\)", README).groups()
    assert text == alternative_text(figure(name))


def test_it_is_short():
    assert len(README.splitlines()) <= 130
