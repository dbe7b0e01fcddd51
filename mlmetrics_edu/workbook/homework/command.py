"""`mlmetrics-edu assignment` and `mlmetrics-edu grade`."""

import re
from collections.abc import Mapping
from pathlib import Path

from ...core import saving, words
from ...core.errors import InputError, MetricError
from ...core.escaping import lines, printable
from . import nbgrader
from .key import key_page, key_table
from .marking import mark
from .notebooks import notebook
from .picture import picture
from .plan import FILE, Plan, plan, read_plan
from .roster import Student, read_roster

BOM = "\ufeff"  # without it, a spreadsheet takes UTF-8 for something else


def assignment(arguments) -> int:
    """Write homework for a class, or for nbgrader."""
    if bool(arguments.students) == arguments.nbgrader:
        raise InputError(
            "--students and --nbgrader" if arguments.nbgrader else "there is no --students",
            "homework is written for the students of a roster, or for nbgrader, which has its own",
            "give one of the two: --students ROSTER.csv, or --nbgrader",
        )
    writer = for_nbgrader if arguments.nbgrader else for_class
    folder = Path(arguments.out)
    print(lines(writer(arguments, folder)))
    return 0


def for_class(arguments, folder: Path) -> str:
    """Write a notebook a student, and the key."""
    students = read_roster(arguments.students, arguments.encoding)
    made = plan(arguments.title, arguments.seed, arguments.topic, arguments.count, students)
    write_new(folder, class_files(made))
    return (
        f"{words.how_many(len(students), 'notebook')} in {folder / 'students'}: hand those out.\n"
        f"The key is in {folder / 'key'}: keep that. What comes back goes into a folder; then\n"
        f"mlmetrics-edu grade {folder} --submitted FOLDER"
    )


def class_files(made: Plan) -> dict[str, str]:
    """Write all files of an assignment: their names, and what stands in them."""
    asked = [(student, made.questions(student)) for student in made.students]
    files = {f"students/{s.file}.ipynb": notebook(made, s, questions) for s, questions in asked}
    files["key/key.html"] = key_page(made, asked)
    files["key/key.csv"] = BOM + key_table(made, asked)
    return {**files, f"key/{FILE}": made.text}


def write_new(folder: Path, files: Mapping[str, str]) -> None:
    """Write files into a folder that has nothing in it yet."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise MetricError(
            f"{folder} is there already, and not empty",
            "an assignment gets a folder of its own, so that nothing is lost or mixed up",
            "choose another with --out",
        )
    saving.write_together({folder / name: text for name, text in files.items()})


def for_nbgrader(arguments, folder: Path) -> str:
    """Write the source notebook of an assignment into a course's folder."""
    nobody = [Student(1, "everybody")]
    made = plan(arguments.title, arguments.seed, arguments.topic, arguments.count, nobody)
    name = re.sub(r"[^\w-]+", "-", made.title).strip("-").casefold() or "homework"
    path = folder / "source" / name / f"{name}.ipynb"
    saving.refuse_another(path)
    files = {path: nbgrader.source(made, made.questions(nobody[0]))}
    if not (config := folder / "nbgrader_config.py").exists():
        files[config] = nbgrader.CONFIG
    saving.write_together(files)
    return f"Written to {path}. In {folder}:\nnbgrader generate_assignment {name} --create"


def grade(arguments) -> int:
    """Mark what came back: a table, a picture, and a summary on the screen."""
    folder = Path(arguments.directory)
    made = read_plan(folder)
    targets = [
        saving.target(folder / name, [Path(name).suffix], arguments.force)
        for name in ("marks.csv", "mistakes.png")
    ]
    handed_in = Path(arguments.submitted) if arguments.submitted else folder / "students"
    marks = mark(made, handed_in)
    contents = (BOM + marks.csv(), picture(marks))
    saving.write_together(dict(zip(targets, contents, strict=True)))
    print(marks.trace())
    for stranger in marks.strangers:
        print(printable(f"{stranger}: belongs to nobody on the roster, not marked"))
    print(lines(f"Written: {targets[0]}, {targets[1]}"))
    return 0
