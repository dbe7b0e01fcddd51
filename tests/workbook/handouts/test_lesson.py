"""Which lesson is meant, and how long its parts take."""

import pytest

from mlmetrics_edu.core.errors import InputError, UnknownNameError
from mlmetrics_edu.workbook.handouts.lesson import asked_for, by_part, reading
from mlmetrics_edu.workbook.lessons import TEACHING
from tests.cases import each


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
    for lesson in asked_for(["all"]):
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
