"""The source notebook for nbgrader: generated and autograded by the real one."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbgrader.api import Gradebook

import mlmetrics_edu as mm
from mlmetrics_edu.cli import main
from tests.workbook.exercises.variants import typed

COUNT = 3
NAME, STUDENT = "week-1", "ann"


def run(course, *words):
    """Run a command of nbgrader in a course's folder."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    quiet = {**os.environ, "PATH": path, "PYTHONWARNINGS": "ignore", "HOME": str(course.parent)}
    done = subprocess.run(
        [sys.executable, "-m", "nbgrader", *words],
        cwd=course,
        env=quiet,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """Make a course with one assignment, and hand in a notebook."""
    folder = tmp_path_factory.mktemp("nbgrader") / "course"
    words = ["assignment", "--topic", "counts", "--nbgrader", "--out", str(folder)]
    assert main([*words, "--count", str(COUNT), "--title", "Week 1", "--seed", "s"]) == 0
    run(folder, "generate_assignment", NAME, "--create")
    hand_in(folder)
    run(folder, "autograde", NAME, "--create", "--ExecutePreprocessor.timeout=600")
    return folder


def hand_in(folder):
    """Fill in what a student may: the right answer, then a mistake, then nothing."""
    told = nbformat.read(folder / "release" / NAME / f"{NAME}.ipynb", as_version=4)
    right, wrong, _blank = asked(told)
    answers = {
        "a1": (right, right.answer),
        "a2": (wrong, next(iter(wrong.misconceptions.values()))),
    }
    for cell in told.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if name in answers:
            q, value = answers[name]
            cell.source += f"\nanswer{name[1:]} = {typed(q.form, value)}"
    path = folder / "submitted" / STUDENT / NAME / f"{NAME}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(told, path)


def asked(told):
    """Ask the questions that a notebook asks."""
    code = "\n".join(cell.source for cell in told.cells)
    found = re.findall(r'mm\.exercise\("(.+?)", seed=(\d+)\)', code)
    return [mm.exercise(id, int(seed)) for id, seed in found]


def test_students_get_no_solution(course):
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
