"""Questions as QTI packages, which Canvas, Blackboard and others take in: qti-package-maker's."""

import html
import io
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, chdir, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory

from ...core import saving
from ...core.errors import MetricError
from ...plots.picture import alternative_text
from ..exercises import forms
from ..exercises.question import Question
from .moodle import NONE

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
    with ExitStack() as held:  # it works in the folder where it runs, and talks
        held.enter_context(chdir(held.enter_context(TemporaryDirectory())))
        held.enter_context(redirect_stdout(io.StringIO()))
        made = QTIPackageInterface("questions", allow_mixed=True)
        made.item_bank.media_base_dir = str(Path.cwd())
        for number, question in enumerate(fit, 1):
            kind, write = ITEMS[type(question.form)]
            text = "\n".join(_asked(f"{title} {number}", question, number))
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


def _asked(name: str, question: Question, number: int) -> Iterator[str]:
    """Write what is asked; its pictures lie beside it as files."""
    yield f"<p><strong>{html.escape(name)} · {html.escape(question.exercise.title)}</strong></p>"
    for i, picture in enumerate(question.pictures, 1):
        file = f"picture-{number}-{i}.png"
        saving.write_together({Path(file): picture.png()})
        yield f'<p><img src="{file}" alt="{html.escape(alternative_text(picture))}"/></p>'
    yield question.told_html


def _number(question: Question) -> tuple:
    right = float(question.answer)
    return right, question.form.slack(right) or 0.001, False


def _one_of(question: Question) -> tuple:
    texts = {name: _plain(text) for name, text in question.form.options.texts.items()}
    return [*texts.values()], texts[question.answer]


def _some_of(question: Question) -> tuple:
    items = getattr(question.form, "items", None)
    texts = dict(zip(items, items, strict=True)) if items else question.form.options.texts
    texts = {name: _plain(text) for name, text in texts.items()}
    right = [text for name, text in texts.items() if name in question.answer]
    return [*texts.values(), NONE], right or [NONE]


def _in_order(question: Question) -> tuple:
    places = [f"place {place}" for place in range(1, len(question.answer) + 1)]
    return places, [*map(_plain, question.answer)]


def _letters(question: Question) -> tuple:
    return ([question.form.write(question.answer)],)


ITEMS = {
    forms.Number: ("NUM", _number),
    forms.Labels: ("FIB", _letters),
    forms.Choice: ("MC", _one_of),
    forms.Subset: ("MA", _some_of),
    forms.Names: ("MA", _some_of),
    forms.Order: ("MATCH", _in_order),
}
