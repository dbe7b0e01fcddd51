"""Questions for Moodle: an XML file to import, with every known mistake's feedback.

The format is documented by Moodle ("Moodle XML format"). What has many right answers is asked as an
essay, for the teacher to mark, with what would do beside it.
"""

import base64
import html
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from ...core.escaping import lines
from ...plots.picture import alternative_text
from ..exercises import forms
from ..exercises.forms import Steps
from ..exercises.question import Question

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
    three = type(form) in (forms.Number, forms.Numbers) and not getattr(form, "whole", False)
    how = "<p><em>Answer in three digits, with a decimal point.</em></p>" if three else ""
    listed = [f"<p>{gaps}</p>"] if gaps else []
    _text(
        told,
        "\n".join([*shown, question.asked_html if essay else question.told_html, how, *listed]),
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
    forms.Number: ("numerical", _numerical),
    forms.Threshold: ("numerical", _threshold),
    forms.Numbers: ("cloze", _gaps_for_numbers),
    forms.Counts: ("cloze", _gaps_for_numbers),
    Steps: ("cloze", _gaps_for_numbers),
    forms.Labels: ("shortanswer", _short),
    forms.Choice: ("multichoice", _one_of),
    forms.Subset: ("multichoice", _some_of),
    forms.Names: ("multichoice", _some_of),
    forms.Reasoned: ("cloze", _gaps_for_reasons),
    forms.Order: ("matching", _in_order),
}
