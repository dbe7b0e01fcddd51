"""The pages for teachers: their commands are there, their files too."""

import re
import shlex
from pathlib import Path

from mlmetrics_edu import cli
from tests.cases import each

TEACH = Path(__file__).resolve().parents[1] / "tools" / "site" / "pages" / "teach"
PAGES = sorted(TEACH.glob("*.md"))
LINES = [
    line
    for page in PAGES
    for block in re.findall(r"^```sh\n(.*?)^```", page.read_text("utf-8"), re.M | re.S)
    for line in block.splitlines()
    if line.startswith("mlmetrics-edu ")
]


@each("line", LINES)
def test_a_command_takes_these_words(line):
    program, *words = shlex.split(line)
    assert callable(cli.parser().parse_args(words).run), program


def test_the_commands_are_found():
    assert {line.split()[1] for line in LINES} == {"assignment", "badges", "grade", "handout"}


def test_an_option_named_in_a_sentence_belongs_to_a_command_of_the_page():
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        commands = {*re.findall(r"mlmetrics-edu (\w+)", text)}
        choices = next(a for a in cli.parser()._actions if isinstance(a.choices, dict)).choices
        known = {option for name in commands for option in choices[name]._option_string_actions}
        assert {*re.findall(r"`(--[\w-]+)", text)} <= known, page.name
