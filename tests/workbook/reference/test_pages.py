"""The notebooks of exercises hold every question; each lesson ends with its own."""

import re

import mlmetrics_edu as mm
from mlmetrics_edu.workbook import lessons
from mlmetrics_edu.workbook.exercises.registry import TOPICS
from mlmetrics_edu.workbook.reference import pages
from tests.cases import each

FOLDER = lessons.folder()


@each("topic", TOPICS)
def test_a_notebook_asks_every_question_of_its_topic(topic):
    path = FOLDER / pages.FOLDER / pages.sheet_name(topic)
    fix = f"python -m tests.notebooks.rerun {path.relative_to(FOLDER.parent)}"
    assert pages.sources(path) == [cell["source"] for cell in pages.sheet_cells(topic)], fix


def test_there_is_no_other_notebook():
    stored = {path.name for path in (FOLDER / pages.FOLDER).glob("*.ipynb")}
    assert stored == {pages.sheet_name(topic) for topic in TOPICS}


@each("lesson, topic", [(lesson, topic) for topic in TOPICS for lesson in pages.lessons_of(topic)])
def test_a_lesson_ends_with_some_exercises_and_the_others_lie_beside_it(lesson, topic):
    whole = "\n".join(pages.sources(FOLDER / lesson.file))
    asked = re.findall(r'^q\d+ = mm\.exercise\("([^"]+)"(?:, seed=\d+)?\)$', whole, re.M)
    assert len(asked) == len({*asked}) >= 5 and {*asked} <= {*mm.exercises(topic)}
    checked = re.findall(r"^q(\d+)\.check\(answer(\d+)\)$", whole, re.M)
    assert checked == [(str(n), str(n)) for n in range(1, len(asked) + 1)]
    assert "mm.check(" not in whole


def test_two_lessons_share_the_exercises_of_the_last_topic():
    numbers = [lesson.number for lesson in pages.lessons_of("choosing")]
    assert numbers == [16, 17]
    assert "[lesson 17](../17-" in pages.sheet_cells("choosing")[0]["source"]
    for lesson in pages.lessons_of("choosing"):
        assert "](exercises/16-choosing.ipynb)" in "\n".join(pages.sources(FOLDER / lesson.file))
    assert [pages.lessons_of(topic)[0].number for topic in TOPICS] == [*TOPICS.values()]
    places = {id: mm.exercise(id).place for id in mm.exercises("choosing")}
    assert "lesson 16" in places["choosing.lazy-man"] and "lesson 17" in places["choosing.luck"]
