"""The paper about the workbook: its form, its references, and what it says that can be counted."""

import re
from pathlib import Path

import yaml

from mlmetrics_edu.workbook.lessons import all_lessons
from tests.test_releases import cited

HERE = Path(__file__).resolve().parents[1] / "tools" / "paper"
_, HEAD, PAPER = (HERE / "paper.md").read_text(encoding="utf-8").split("---\n", 2)
BIBLIOGRAPHY = (HERE / "paper.bib").read_text(encoding="utf-8")
CITATIONS = re.findall(r"@(\w+)", PAPER)
TENS = (
    "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split()
)


def test_it_has_the_parts_that_jose_asks_for_and_their_length():
    head = yaml.safe_load(HEAD)
    assert head["authors"] == cited()["authors"]
    assert (HERE / head["bibliography"]).exists() and head["title"] and head["tags"]
    parts = re.findall(r"^# (.*)", PAPER, re.MULTILINE)
    assert {"Summary", "Statement of need", "Learning objectives"} <= {*parts}
    assert parts[-1] == "References"
    assert 700 <= len(PAPER.split()) <= 1000


def test_every_citation_has_its_entry_and_every_entry_is_cited():
    entries = re.findall(r"^@\w+\{(\w+),", BIBLIOGRAPHY, re.MULTILINE)
    assert entries == sorted({*CITATIONS})
    for name, entry in zip(entries, BIBLIOGRAPHY.split("\n\n"), strict=True):
        (year,) = re.findall(r"year = \{(\d{4})\}", entry)
        assert name.endswith(year) and "title = {" in entry and "author = {" in entry


def test_the_one_number_is_that_of_the_lessons():
    (said,) = re.findall(rf"\b({'|'.join(TENS)})\b", PAPER, re.IGNORECASE)
    assert TENS.index(said.lower()) + 10 == len(all_lessons())
    prose = re.sub(r"\[@\w+\]", "", PAPER)
    assert not re.search(r"(?<![A-Za-z])\d", prose)
