"""What is handed out: a notebook a student and the key, or what other systems take in."""

import base64
import re
from pathlib import Path

from ...core import inputs, saving, words
from ...core.errors import InputError, MetricError
from ...core.escaping import in_a_cell, in_markdown, lines
from ...plots import alternative_text
from .. import cells
from ..exercises.question import Question, as_text
from ..templates import template
from .moodle import moodle_xml
from .plan import FILE, Plan, Student, plan, read_roster
from .qti import ENGINES, packages

BOM = "\ufeff"  # without it, a spreadsheet takes UTF-8 for something else
HOW = (
    'Type each answer in the place of `...`: a number such as `0.571`, `4/7` or `"57.1 %"`, a '
    "letter in quotation marks, a list. Write values, not calculations with names: nothing is run "
    "when this is marked. You may leave a blank."
)
# With the exercise and the seed, anybody could ask for the answer: they stay with the teacher.
HIDDEN_TEST = """# marked when it is handed in
### BEGIN HIDDEN TESTS
import mlmetrics_edu as mm
verdict = mm.exercise("{id}", seed={seed}).check({answer})
print(verdict)
assert verdict.correct, verdict.message
### END HIDDEN TESTS"""
# What a student finds in the place of the solution: nothing that would stop a run.
CONFIG = """c = get_config()  # noqa: F821
c.ClearSolutions.code_stub = {"python": "# your answer here"}
"""
VARIED = ("moodle", "qti")  # where a question is drawn from several
KEY_HEAD = ("place", "name", "id", "question", "exercise", "seed", "answer", "mistakes")


def assignment(arguments) -> int:
    """Write homework for a class, for nbgrader, or for a learning platform."""
    ways = {"students": for_class, "nbgrader": for_nbgrader, "moodle": for_moodle, "qti": for_qti}
    given = [way for way in ways if getattr(arguments, way)]
    if len(given) != 1:
        raise InputError(
            " and ".join(f"--{way}" for way in given) or "there is no --students",
            "homework is written for the students of a roster, or for a system that has its own",
            "give one: --students ROSTER.csv, --nbgrader, --moodle or --qti",
        )
    if arguments.variants != 1 and given[0] not in VARIED:
        raise InputError(
            f"--variants {arguments.variants} with --{given[0]}",
            "each student of a roster has data of their own, and nbgrader's all have the same",
            f"leave it out, or take {' or '.join(f'--{way}' for way in VARIED)}",
        )
    if given == ["students"]:
        students = read_roster(arguments.students, arguments.encoding)
    else:
        inputs.whole(arguments.variants, "--variants", "it says how many data a question has", 1)
        students = [Student(n, f"variant {n}") for n in range(1, arguments.variants + 1)]
    made = plan(arguments.title, arguments.seed, arguments.topic, arguments.count, students)
    print(lines(ways[given[0]](made, Path(arguments.out))))
    return 0


def for_class(made: Plan, folder: Path) -> str:
    """Write a notebook a student, and the key, into a folder that has nothing in it yet."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise MetricError(
            f"{folder} is there already, and not empty",
            "an assignment gets a folder of its own, so that nothing is lost or mixed up",
            "choose another with --out",
        )
    asked = [(student, made.questions(student)) for student in made.students]
    files = {f"students/{s.file}.ipynb": notebook(made, s, questions) for s, questions in asked}
    files["key/key.html"] = template(__package__, "key.html").render(plan=made, asked=asked)
    files |= {"key/key.csv": BOM + key_table(asked), f"key/{FILE}": made.text}
    saving.write_together({folder / name: text for name, text in files.items()})
    return (
        f"{words.how_many(len(asked), 'notebook')} in {folder / 'students'}: hand those out.\n"
        f"The key is in {folder / 'key'}: keep that. What comes back goes into a folder; then\n"
        f"mlmetrics-edu grade {folder} --submitted FOLDER"
    )


def for_nbgrader(made: Plan, folder: Path) -> str:
    """Write the source notebook of an assignment into a course's folder."""
    name = file_name(made)
    path = folder / "source" / name / f"{name}.ipynb"
    saving.refuse_another(path)
    files = {path: nbgrader_source(made.title, made.questions(made.students[0]))}
    if not (config := folder / "nbgrader_config.py").exists():
        files[config] = CONFIG
    saving.write_together(files)
    return f"Written to {path}. In {folder}:\nnbgrader generate_assignment {name} --create"


def file_name(made: Plan) -> str:
    """Make of a title the name of a file."""
    return re.sub(r"[^\w-]+", "-", made.title).strip("-").casefold() or "homework"


def for_moodle(made: Plan, folder: Path) -> str:
    """Write a file that Moodle imports: a category for each question, its variants inside."""
    path = folder / f"{file_name(made)}.xml"
    saving.refuse_another(path)
    variants = zip(*map(made.questions, made.students), strict=True)
    saving.write_together({path: moodle_xml(made.title, [*variants])})
    return f"Written to {path}: import it into the question bank of a course, as Moodle XML."


def for_qti(made: Plan, folder: Path) -> str:
    """Write packages of questions, in the versions that learning platforms take in."""
    versions = {version: folder / f"{file_name(made)}-qti-{version}.zip" for version in ENGINES}
    for path in versions.values():
        saving.refuse_another(path)
    asked = [question for student in made.students for question in made.questions(student)]
    packed, left_out = packages(made.title, asked)
    saving.write_together({versions[version]: content for version, content in packed.items()})
    names = ", ".join(dict.fromkeys(left_out))
    lacking = f"\nLeft out, since QTI has no form for them: {names}." if names else ""
    return f"Written to {' and '.join(map(str, versions.values()))}.{lacking}"


def notebook(plan: Plan, student: Student, questions: list[Question]) -> str:
    """Write one student's notebook, as JSON."""
    head = f"# {in_markdown(plan.title)}\n\n{in_markdown(student.name)}\n\n{HOW}"
    written = [cells.text("head", head)]
    for number, question in enumerate(questions, 1):
        written += question_cells(number, question)
    whose = {"student": student.place, "title": plan.title}
    return cells.notebook(written, mlmetrics=whose)


def question_cells(number: int, question: Question) -> list[dict]:
    """Write a question and the cell for its answer."""
    answer = cells.code(f"a{number}", f"answer{number} = ...", mlmetrics={"question": number})
    return [asked_cell(f"q{number}", number, question), answer]


def asked_cell(id: str, number: int, question: Question, **metadata) -> dict:
    """Write a question, its pictures inside: nothing that leads back to its data or its key."""
    pictures = {f"{number}-{i}.png": p for i, p in enumerate(question.pictures, 1)}
    texts = [in_markdown(" ".join(alternative_text(p).split())) for p in pictures.values()]
    shown = [f"![{alt}](attachment:{n})" for alt, n in zip(texts, pictures, strict=True)]
    asked = cells.text(id, "\n\n".join([question_text(number, question), *shown]), **metadata)
    if pictures:
        asked["attachments"] = {
            name: {"image/png": base64.b64encode(picture.png()).decode()}
            for name, picture in pictures.items()
        }
    return asked


def question_text(number: int, question: Question) -> str:
    """Write a question in Markdown: data as they are, and nothing in them taken for a sign."""
    data = [f"```text\n{as_text(part)}\n```" for part in question.data]
    options = [f"{label}) {in_markdown(text)}" for label, text in question.form.listed]
    head = f"## {number} · {in_markdown(question.exercise.title)}"
    asks = f"*{in_markdown(question.form.asks)}*"
    return "\n\n".join([head, *data, in_markdown(question.text), *options, asks])


def nbgrader_source(title: str, questions: list[Question]) -> str:
    """Write the source notebook: nbgrader takes solutions and tests out for its students."""
    about = f"# {in_markdown(title)}\n\n{HOW}"
    written = [cells.text("head", about, nbgrader=marks("head", locked=True))]
    for number, question in enumerate(questions, 1):
        written += nbgrader_cells(number, question)
    return cells.notebook(written)


def nbgrader_cells(number: int, question: Question) -> list[dict]:
    """Write a question, the cell for its answer with the solution, and the hidden test."""
    answer = f"answer{number}"
    typed = question.form.write(question.answer)
    solved = f"{answer} = ...\n### BEGIN SOLUTION\n{answer} = {typed!r}\n### END SOLUTION"
    test = HIDDEN_TEST.format(id=question.id, seed=question.seed, answer=answer)
    return [
        asked_cell(f"q{number}", number, question, nbgrader=marks(f"q{number}", locked=True)),
        marked(f"a{number}", solved, solution=True),
        marked(f"m{number}", test, locked=True, grade=True),
    ]


def marks(id: str, *, locked=False, solution=False, grade=False) -> dict:
    """Make the marks that nbgrader reads."""
    about = {"grade_id": id, "locked": locked, "solution": solution, "grade": grade}
    return {**about, "task": False, "schema_version": 3, **({"points": 1} if grade else {})}


def marked(id: str, text: str, **how) -> dict:
    """Make a code cell with marks."""
    return cells.code(id, text, nbgrader=marks(id, **how))


def key_table(asked: list[tuple[Student, list[Question]]]) -> str:
    """Write a line for each question of each student, as CSV."""
    import pandas as pd

    rows = []
    for student, questions in asked:
        who = (student.place, in_a_cell(student.name), in_a_cell(student.id))
        for number, q in enumerate(questions, 1):
            write = q.form.write
            mistakes = "; ".join(f"{n}: {write(value)}" for n, value in q.misconceptions.items())
            answers = (in_a_cell(write(q.answer)), in_a_cell(mistakes))
            rows.append((*who, number, q.id, q.seed, *answers))
    return pd.DataFrame(rows, columns=KEY_HEAD).to_csv(index=False, lineterminator="\n")
