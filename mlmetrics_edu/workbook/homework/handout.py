"""Homework, handed out: a notebook a student, or files for a platform, and the teacher's key.

For a platform each question is written with its known mistakes: as Moodle's XML, or as QTI."""

from __future__ import annotations

import base64
import html
import io
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, chdir, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ...core import inputs, saving, words
from ...core.errors import InputError, MetricError, lines
from ...core.trace import in_a_cell, in_markdown
from ...plots.picture import alternative_text
from .. import lessons
from ..exercises import forms, typed
from ..exercises.question import Question, as_text
from ..exercises.typed import Steps
from ..lessons import template
from . import FILE, Plan, Student, plan, read_roster

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
    written = [lessons.text("head", head)]
    for number, question in enumerate(questions, 1):
        written += question_cells(number, question)
    whose = {"student": student.place, "title": plan.title}
    return lessons.notebook(written, mlmetrics=whose)


def question_cells(number: int, question: Question) -> list[dict]:
    """Write a question and the cell for its answer."""
    answer = lessons.code(f"a{number}", f"answer{number} = ...", mlmetrics={"question": number})
    return [asked_cell(f"q{number}", number, question), answer]


def asked_cell(id: str, number: int, question: Question, **metadata) -> dict:
    """Write a question, its pictures inside: nothing that leads back to its data or its key."""
    pictures = {f"{number}-{i}.png": p for i, p in enumerate(question.pictures, 1)}
    texts = [in_markdown(" ".join(alternative_text(p).split())) for p in pictures.values()]
    shown = [f"![{alt}](attachment:{n})" for alt, n in zip(texts, pictures, strict=True)]
    asked = lessons.text(id, "\n\n".join([question_text(number, question), *shown]), **metadata)
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
    written = [lessons.text("head", about, nbgrader=marks("head", locked=True))]
    for number, question in enumerate(questions, 1):
        written += nbgrader_cells(number, question)
    return lessons.notebook(written)


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
    return lessons.code(id, text, nbgrader=marks(id, **how))


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


NONE = "none of these"
PENALTY = "0.3333333"  # of a further try, as Moodle's own
ESCAPED = str.maketrans({sign: f"\\{sign}" for sign in '}#~/"\\='})


def moodle_xml(title: str, asked: Sequence[Sequence[Question]]) -> str:
    """Write questions as Moodle XML: each in a category of its own, with all its variants in it.

    Parameters
    ----------
    title : str
        The category above.
    asked : sequence of sequence of Question
        For each question its variants, of which a quiz draws one at random.
    """
    quiz = Element("quiz")
    for number, variants in enumerate(asked, 1):
        named = f"{number} · {variants[0].exercise.title}"
        place = "/".join(part.replace("/", "//") for part in (title, named))
        category = SubElement(quiz, "question", type="category")
        _text(SubElement(category, "category"), f"$course$/top/{place}")
        for variant, question in enumerate(variants, 1):
            quiz.append(element(f"{named} ({variant})", question))
    indent(quiz)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(quiz, "unicode") + "\n"


def element(name: str, question: Question) -> Element:
    """Write one question."""
    kind, fill = KINDS.get(type(question.form), ("essay", _essay))
    one = Element("question", type=kind)
    _text(SubElement(one, "name"), name)
    _asked(one, question, fill(one, question) if kind == "cloze" else "")
    _text(SubElement(one, "generalfeedback", format="html"), question.solution()._repr_html_())
    for tag, value in (("defaultgrade", "1"), ("penalty", PENALTY), ("hidden", "0")):
        SubElement(one, tag).text = value
    if kind != "cloze":
        fill(one, question)
    for hint in question.hints:
        _text(SubElement(one, "hint", format="html"), html.escape(hint))
    return one


def _text(parent: Element, text: str) -> None:
    SubElement(parent, "text").text = lines(text)


def _asked(one: Element, question: Question, gaps: str) -> None:
    """Write what is asked, its pictures inside."""
    pictures = {f"picture-{i}.png": p for i, p in enumerate(question.pictures, 1)}
    told = SubElement(one, "questiontext", format="html")
    shown = [
        f'<p><img src="@@PLUGINFILE@@/{name}" alt="{html.escape(alternative_text(picture))}"></p>'
        for name, picture in pictures.items()
    ]
    form = question.form
    essay = type(form) not in KINDS
    three = type(form) in (typed.Number, typed.Numbers) and not getattr(form, "whole", False)
    how = "<p><em>Answer in three digits, with a decimal point.</em></p>" if three else ""
    listed = [f"<p>{gaps}</p>"] if gaps else []
    _text(
        told,
        "\n".join([*shown, question.asked_html if essay else question.question_html, how, *listed]),
    )
    for name, picture in pictures.items():
        file = SubElement(told, "file", name=name, path="/", encoding="base64")
        file.text = base64.b64encode(picture.png()).decode()


def _answer(one: Element, text: str, fraction: float, feedback: str, tolerance=None) -> None:
    answer = SubElement(one, "answer", fraction=f"{fraction:.7g}", format="moodle_auto_format")
    _text(answer, text)
    _text(SubElement(answer, "feedback", format="html"), f"<pre>{html.escape(feedback)}</pre>")
    if tolerance is not None:
        SubElement(answer, "tolerance").text = f"{tolerance:.7g}"


def _numerical(one: Element, question: Question) -> None:
    """Ask for a number: what is right first, then what each mistake gives."""
    form = question.form
    for value in (question.answer, *question.misconceptions.values()):
        exact = getattr(value, "fraction", None) or value
        for number in (exact, 100 * exact) if form.percent else (exact,):
            verdict, typed = question.check(number), float(number)
            credit = 100 * bool(verdict.correct)
            _answer(one, repr(typed), credit, verdict.message, form.slack(typed))


def _threshold(one: Element, question: Question) -> None:
    """Ask for a threshold: any that calls the same ones positive."""
    steps = question.form.sweep.threshold
    for value in (question.answer, *question.misconceptions.values()):
        row = question.form.read(value)
        verdict = question.check(value)
        below = steps[row + 1] if row + 1 < len(steps) else 2 * steps[row] - steps[row - 1]
        gap = float(steps[row] - below)  # of which the upper end belongs to it, and the lower not
        middle = float(below) + gap / 2 + 1e-6 * gap
        _answer(one, repr(middle), 100 * bool(verdict.correct), verdict.message, gap / 2)


def _one_of(one: Element, question: Question) -> None:
    """Ask for one option."""
    _choices(one, single=True)
    for name, text in question.form.options.texts.items():
        verdict = question.check(text)
        _answer(one, html.escape(text), 100 * (name == question.answer), verdict.message)


def _some_of(one: Element, question: Question) -> None:
    """Ask for all that hold; what doesn't costs as much as what holds is worth."""
    _choices(one, single=False)
    items = getattr(question.form, "items", None)
    texts = dict.fromkeys(items) if items else question.form.options.texts
    worth = 100 / max(len(question.answer), 1)
    for name, text in texts.items():
        right = name in question.answer
        said = question.check(question.misconceptions[name]).message if not items else ""
        _answer(one, html.escape(text or name), worth if right else -worth, "" if right else said)
    _answer(one, NONE, -worth if question.answer else 100, "")


def _choices(one: Element, *, single: bool) -> None:
    about = {"single": str(single).lower(), "shuffleanswers": "false", "answernumbering": "abc"}
    for tag, value in about.items():
        SubElement(one, tag).text = value


def _in_order(one: Element, question: Question) -> None:
    """Ask for an order: which item comes at each place."""
    SubElement(one, "shuffleanswers").text = "true"
    for place, item in enumerate(question.answer, 1):
        pair = SubElement(one, "subquestion", format="html")
        _text(pair, f"{place}.")
        _text(SubElement(pair, "answer"), item)


def _short(one: Element, question: Question) -> None:
    """Ask for a few letters."""
    SubElement(one, "usecase").text = "0"
    for value in (question.answer, *question.misconceptions.values()):
        verdict = question.check(value)
        text = question.form.write(value)
        _answer(one, text, 100 * bool(verdict.correct), verdict.message)


def _essay(one: Element, question: Question) -> None:
    """Ask for something that a teacher looks at."""
    about = {"responseformat": "plain", "responserequired": "1", "attachments": "0"}
    for tag, value in about.items():
        SubElement(one, tag).text = value
    told = f"<p>One that would do: {html.escape(question.solution().last)}</p>"
    _text(SubElement(one, "graderinfo", format="html"), told)


def _gaps_for_numbers(one: Element, question: Question) -> str:
    """Return a gap for each of several numbers."""
    numbers, slack = question.form.read(question.answer), getattr(question.form, "tolerance", 0)
    names = getattr(question.form, "names", None) or range(1, len(numbers) + 1)
    pairs = zip(names, numbers, strict=True)
    gaps = (f"{name}: {{1:NUMERICAL:={n:.9g}:{slack:.7g}}}" for name, n in pairs)
    return "<br>".join(gaps)


def _gaps_for_reasons(one: Element, question: Question) -> str:
    """Return a gap for the option and one for the reason."""
    form = question.form
    both = zip((form.options, form.reasons), question.answer, strict=True)
    gaps = (
        "~".join(
            ("=" if name == right else "") + html.escape(text).translate(ESCAPED)
            for name, text in options.texts.items()
        )
        for options, right in both
    )
    return "<br>".join(f"{{1:MULTICHOICE_V:{gap}}}" for gap in gaps)


KINDS = {
    typed.Number: ("numerical", _numerical),
    typed.Threshold: ("numerical", _threshold),
    typed.Numbers: ("cloze", _gaps_for_numbers),
    typed.Counts: ("cloze", _gaps_for_numbers),
    Steps: ("cloze", _gaps_for_numbers),
    typed.Labels: ("shortanswer", _short),
    forms.Choice: ("multichoice", _one_of),
    forms.Subset: ("multichoice", _some_of),
    forms.Names: ("multichoice", _some_of),
    forms.Reasoned: ("cloze", _gaps_for_reasons),
    forms.Order: ("matching", _in_order),
}


ENGINES = {"1.2": "canvas_qti_v1_2", "2.1": "blackboard_qti_v2_1"}


def packages(title: str, questions: Sequence[Question]) -> tuple[dict[str, bytes], list[str]]:
    """Pack questions, one file for each version of QTI.

    Parameters
    ----------
    title : str
        What the package is called.
    questions : sequence of Question

    Returns
    -------
    files : dict of str to bytes
        Each package by its version.
    left_out : list of str
        The exercises that QTI has no form for: what is built has many right answers.

    Raises
    ------
    MetricError
        If qti-package-maker isn't installed, or no question can be packed.
    """
    try:
        from qti_package_maker.package_interface import QTIPackageInterface
    except ImportError:
        raise MetricError(
            "QTI packages can't be written here",
            "they are made by qti-package-maker, which isn't installed",
            "pip install 'mlmetrics-edu[lms]', or take --moodle",
        ) from None
    fit = [question for question in questions if type(question.form) in ITEMS]
    left_out = [question.id for question in questions if question not in fit]
    if not fit:
        raise MetricError(
            "none of these questions fits into QTI",
            "what is built has many right answers",
            "choose other topics, or more questions",
        )
    with ExitStack() as stack:  # it works in the folder where it runs, and talks
        stack.enter_context(chdir(stack.enter_context(TemporaryDirectory())))
        stack.enter_context(redirect_stdout(io.StringIO()))
        made = QTIPackageInterface("questions", allow_mixed=True)
        made.item_bank.media_base_dir = str(Path.cwd())
        for number, question in enumerate(fit, 1):
            kind, write = ITEMS[type(question.form)]
            text = "\n".join(_item(f"{title} {number}", question, number))
            made.add_item(kind, (_in_ascii(text), *write(question)))
        return {version: _saved(made, version) for version in ENGINES}, left_out


def _saved(made, version: str) -> bytes:
    made.save_package(ENGINES[version], f"{version}.zip")
    return Path(f"{version}.zip").read_bytes()


def _in_ascii(text: str) -> str:
    """Write letters beyond ASCII by their numbers: the package takes no others."""
    return text.encode("ascii", "xmlcharrefreplace").decode()


def _plain(text: str) -> str:
    return _in_ascii(html.escape(text))


def _item(name: str, question: Question, number: int) -> Iterator[str]:
    """Write what is asked; its pictures lie beside it as files."""
    yield f"<p><strong>{html.escape(name)} · {html.escape(question.exercise.title)}</strong></p>"
    for i, picture in enumerate(question.pictures, 1):
        file = f"picture-{number}-{i}.png"
        saving.write_together({Path(file): picture.png()})
        yield f'<p><img src="{file}" alt="{html.escape(alternative_text(picture))}"/></p>'
    yield question.question_html


def _num(question: Question) -> tuple:
    right = float(question.answer)
    return right, question.form.slack(right) or 0.001, False


def _mc(question: Question) -> tuple:
    texts = {name: _plain(text) for name, text in question.form.options.texts.items()}
    return [*texts.values()], texts[question.answer]


def _ma(question: Question) -> tuple:
    items = getattr(question.form, "items", None)
    texts = dict(zip(items, items, strict=True)) if items else question.form.options.texts
    texts = {name: _plain(text) for name, text in texts.items()}
    right = [text for name, text in texts.items() if name in question.answer]
    return [*texts.values(), NONE], right or [NONE]


def _match(question: Question) -> tuple:
    places = [f"place {place}" for place in range(1, len(question.answer) + 1)]
    return places, [*map(_plain, question.answer)]


def _fib(question: Question) -> tuple:
    return ([question.form.write(question.answer)],)


ITEMS = {
    typed.Number: ("NUM", _num),
    typed.Labels: ("FIB", _fib),
    forms.Choice: ("MC", _mc),
    forms.Subset: ("MA", _ma),
    forms.Names: ("MA", _ma),
    forms.Order: ("MATCH", _match),
}
