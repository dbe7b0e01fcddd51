"""The source notebook for nbgrader: generated and autograded by the real one."""

import json
import os
import re
import sys
import warnings
from functools import cache
from pathlib import Path

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.cli import main
from mlmetrics_edu.workbook.exercises.typed import Number
from tests.workbook.exercises.variants import as_typed

COUNT = 3
NAME, STUDENT = "week-1", "ann"


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Make a course with one assignment, hand in a notebook, and let nbgrader grade it."""
    from nbgrader import api  # here: it takes seconds

    folder = tmp_path_factory.mktemp("nbgrader") / "course"
    words = ["assignment", "--topic", "counts", "--nbgrader", "--out", str(folder)]
    assert main([*words, "--count", str(COUNT), "--title", "Week 1", "--seed", "s"]) == 0
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # nbgrader's own
        patch.setenv("HOME", str(folder.parent))
        patch.setenv("PATH", str(Path(sys.executable).parent), prepend=os.pathsep)
        patch.setenv("PYTHONWARNINGS", "ignore")  # in what it starts, too
        patch.chdir(folder)
        patch.setattr("nbgrader.api.get_alembic_version", cache(api.get_alembic_version))
        grader = nbgrader_in(folder)
        done = grader.generate_assignment(NAME)
        assert done["success"], done
        hand_in(folder)
        done = grader.autograde(NAME, STUDENT)
        assert done["success"], done
    return folder


def nbgrader_in(folder):
    """Return nbgrader with a course's own settings, as its commands read them."""
    from nbgrader.apps import NbGraderAPI
    from traitlets.config import PyFileConfigLoader

    settings = PyFileConfigLoader("nbgrader_config.py", str(folder)).load_config()
    settings.ExecutePreprocessor.timeout = 600
    settings.CourseDirectory.root = str(folder)
    return NbGraderAPI(config=settings)


def hand_in(folder):
    """Fill in what a student may: the right answer, then a mistake, then nothing."""
    import nbformat

    told = nbformat.read(folder / "release" / NAME / f"{NAME}.ipynb", as_version=4)
    right, wrong, _blank = asked(folder)
    answers = {
        "a1": (right, right.answer),
        "a2": (wrong, next(iter(wrong.misconceptions.values()))),
    }
    for cell in told.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if name in answers:
            q, value = answers[name]
            cell.source += f"\nanswer{name[1:]} = {as_typed(q.form, value)}"
    path = folder / "submitted" / STUDENT / NAME / f"{NAME}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(told, path)


def asked(folder):
    """Ask the questions of the teacher's notebook."""
    source = (folder / "source" / NAME / f"{NAME}.ipynb").read_text(encoding="utf-8")
    found = re.findall(r'mm\.exercise\(\\"(.+?)\\", seed=(\d+)\)', source)
    return [mm.exercise(id, int(seed)) for id, seed in found]


def test_nothing_in_a_students_notebook_leads_to_the_key(course):
    release = (course / "release" / NAME / f"{NAME}.ipynb").read_text(encoding="utf-8")
    for q in asked(course):
        assert q.id not in release and str(q.seed) not in release
        assert not isinstance(q.form, Number) or q.form.write(q.answer) not in release
    assert "mm.exercise" not in release and "HIDDEN" not in release


def test_students_get_no_solution(course):
    import nbformat

    release = (course / "release" / NAME / f"{NAME}.ipynb").read_text(encoding="utf-8")
    told = nbformat.reads(release, as_version=4)
    nbformat.validate(told)
    cells = [
        cell.source for cell in told.cells if cell.metadata.get("nbgrader", {}).get("solution")
    ]
    assert len(cells) == COUNT
    assert all("SOLUTION" not in cell and ".answer" not in cell for cell in cells)
    assert all(cell.endswith("# your answer here") for cell in cells)


def test_nbgrader_gives_the_points(course):
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{course / 'gradebook.db'}") as book:
        grades = book.find_submission_notebook(NAME, NAME, STUDENT).grades
        scores = sorted((grade.name, grade.score, grade.max_score) for grade in grades)
    assert [points for _, *points in scores] == [[1, 1], [0, 1], [0, 1]]


def test_the_feedback_names_the_mistake(course):
    graded = course / "autograded" / STUDENT / NAME / f"{NAME}.ipynb"
    told = json.loads(graded.read_text(encoding="utf-8"))
    outputs = [o for cell in told["cells"] for o in cell.get("outputs", [])]
    texts = ["".join(o.get("text", "")) for o in outputs]
    assert len([text for text in texts if text.startswith("Not yet. ")]) == 1


def test_a_course_keeps_its_own_settings(tmp_path):
    course = tmp_path / "course"
    course.mkdir()
    (course / "nbgrader_config.py").write_text("mine = 1\n")
    words = ["assignment", "--topic", "counts", "--nbgrader", "--out", str(course)]
    assert main([*words, "--title", "Week 1"]) == 0
    assert (course / "nbgrader_config.py").read_text() == "mine = 1\n"
    assert main([*words, "--title", "Week 1"]) == 2
