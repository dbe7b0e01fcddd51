"""Exercises on a page without Python: what is said of each answer was worked out beforehand.

A page can't judge. So it holds the verdict of the question itself on every answer that can be
ticked or put in order. Of answers that are typed it judges single numbers: it reads them
(reading.js) and compares them with the right number, with what each mistake gives, and with how far
an answer may lie from either, all of which are computed here. For other answers Python is needed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import permutations, product
from math import factorial, prod
from string import Template, ascii_lowercase, digits
from typing import TYPE_CHECKING

from ...core.trace import in_a_script, in_html
from . import HINTS, forms, reading, typed
from .forms import SEVERAL
from .reading import Typed
from .typed import CUT, MOVED, PERCENT, UNSURE, Number, cut_off, relatives

if TYPE_CHECKING:
    from .question import Question, Verdict

MOST = 4096  # answers that are all tried; more would make a page heavy
SIGNS = digits + ascii_lowercase  # for what has no letter of its own
SENTENCE = re.compile(r"(?<=[.:?!] )|(?<=\n)")  # many verdicts share some
TICK = "Tick all that you choose; none is an answer, too."
DRAG = "Put them in order: drag them, or move them by ↑ and ↓."
ELSEWHERE = "<p>This one takes Python: <code>q.check(…)</code> tells you how you did.</p>"
FIELD = '<input type="text" name="typed" autocomplete="off" spellcheck="false">'
TICKED = '<label><input type="{}" name="{}" value="{}"> <span>{}</span></label>'
NOW_AT = '<span class="moved" role="status"></span>'  # where an item is now, for who can't see it
SCRIPTS = ("reading.js", "typed_numbers.js", "on_a_page.js")
SCRIPTLESS = "<noscript><p>Checking an answer here takes JavaScript.</p></noscript>"
PAGE = Template("""\
<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>$title</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 0 auto; padding: 0.5rem; }
th, td { padding: 0.1rem 0.5rem; }
</style>
</head>
<body>
<main>
<h1>Exercise</h1>
$exercise
</main>
$machinery
</body>
</html>
""")
FAR = 1e300  # beyond any bounds that a number has


@dataclass(frozen=True)
class Inputs:
    """Inputs of a page that belong together.

    Parameters
    ----------
    kind : str
        ``"radio"``: one is chosen; ``"checkbox"``: any are; ``"order"``: all are put in a row.
    asks : str
        What is to be done with them.
    options : tuple of (str, str)
        A sign for each, and its text.
    """

    kind: str
    asks: str
    options: tuple[tuple[str, str], ...]

    def answers(self) -> Iterator[str]:
        """Yield all that can be done with them, as the signs of those that are chosen."""
        signs = [sign for sign, _ in self.options]
        if self.kind == "radio":
            return iter(("", *signs))
        if self.kind == "order":
            return map("".join, permutations(signs))
        return map("".join, product(*(("", sign) for sign in signs)))

    @property
    def count(self) -> int:
        """How many answers that makes."""
        many = len(self.options)
        return {"radio": many + 1, "checkbox": 2**many, "order": factorial(many)}[self.kind]

    def html(self, name: str) -> str:
        """Write them as elements of a form."""
        options = [(sign, in_html(text)) for sign, text in self.options]
        if self.kind == "order":
            rows = ["<ol>", *(_item(name, *one) for one in options), "</ol>", NOW_AT]
        else:
            rows = [TICKED.format(self.kind, name, *one) for one in options]
        return "\n".join([f"<fieldset><legend>{in_html(self.asks)}</legend>", *rows, "</fieldset>"])


def _item(name: str, sign: str, text: str) -> str:
    field = f'<input type="hidden" name="{name}" value="{sign}">'
    buttons = "".join(
        f'<button type="button" value="{way}" aria-label="Move {text} {way}">{arrow}</button>'
        for way, arrow in (("up", "↑"), ("down", "↓"))
    )
    return f'<li draggable="true">{field}<span>{text}</span><div>{buttons}</div></li>'


def inputs(form: forms.Form) -> tuple[Inputs, ...]:
    """Return what an answer is ticked or put in order with; nothing where it has to be typed."""
    inner = _inner(form)
    asked = WAYS[type(inner)].asked(inner) if type(inner) in WAYS else ()
    return asked if prod(one.count for one in asked) <= MOST else ()


def verdicts(question: Question) -> dict[str, Verdict]:
    """Ask a question for its verdict on every answer, by the signs of what is chosen.

    Examples
    --------
    >>> from mlmetrics_edu import exercise
    >>> said = verdicts(exercise("walk.which-way"))
    >>> list(said), said["a"], said[""]
    (['', 'a', 'b', 'c', 'd', 'e'], Right., not attempted yet)
    """
    inner = _inner(question.form)
    asked = inputs(inner)
    chosen = map("".join, product(*(one.answers() for one in asked))) if asked else ()
    return {signs: question.check(WAYS[type(inner)].typed(inner, signs)) for signs in chosen}


def part(question: Question) -> str:
    """Write a question as a part of a page; hints, solution and a smaller question are folded.

    It is a form where it can be answered on the page; :func:`machinery` has to be there once.
    """
    whole = _part(question, question.page_html)
    if question.smaller is None:
        return whole
    below = _part(question.smaller, f"<p>{in_html(question.smaller.text)}</p>")
    return f"{whole}\n{_details('smaller', question.smaller.exercise.title, below)}"


def _part(question: Question, grouped: str) -> str:
    here = answerable(question)
    tag = "form" if here else "div"
    lines = [
        f'<{tag} class="exercise" data-exercise="{in_html(question.id)}">',
        grouped,
        _form(question) if here else f"<p><em>{in_html(question.form.asks)}</em></p>\n{ELSEWHERE}",
        folded(question),
        f"</{tag}>",
    ]
    return "\n".join(lines)


def answerable(question: Question) -> bool:
    """Tell whether a page without Python can judge the answers to a question."""
    return type(question.form) is typed.Number or bool(inputs(question.form))


def _form(question: Question) -> str:
    """Write what an answer is given by, the place for the verdict, and what the page judges by."""
    if type(question.form) is typed.Number:
        fields = [f"<p><em>{in_html(question.form.asks)}</em></p>"]
        fields += [f"<p><label>Your answer: {FIELD}</label></p>"]
        judged = {"number": judged_by(question)}
    else:
        asked = inputs(question.form)
        more = question.form.asks.removeprefix(_inner(question.form).asks)  # of what is built
        fields = [f"<p><em>{in_html(more)}</em></p>"] if more else []
        fields += [one.html(f"choice{place}") for place, one in enumerate(asked)]
        judged = _stored(verdicts(question))
    button = '<p><button type="submit">Check</button></p>\n<output></output>'
    data = f'<script type="application/json">{in_a_script(judged)}</script>'
    return "\n".join([*fields, button, SCRIPTLESS, data])


def _stored(said: Mapping[str, Verdict]) -> dict:
    """Put verdicts into few words: each sentence once, each verdict once, with all its answers."""
    sentences: dict[str, int] = {}
    answers: dict[tuple, list[str]] = {}
    for signs, verdict in said.items():
        parts = SENTENCE.split(verdict.message)
        numbers = tuple(sentences.setdefault(part, len(sentences)) for part in parts)
        answers.setdefault((verdict.correct, numbers), []).append(signs)
    grouped = [[correct, parts, " ".join(signs)] for (correct, parts), signs in answers.items()]
    return {"sentences": [*sentences], "verdicts": grouped}


def folded(question: Question) -> str:
    """Write the hints and the solution of a question, each behind a line that opens it."""
    hints = [
        _details("hint", f"Hint {number} of {HINTS}", f"<p>{in_html(hint)}</p>")
        for number, hint in enumerate(question.hints, 1)
    ]
    return "\n".join([*hints, _details("solution", "Solution", question.solution()._repr_html_())])


def _details(name: str, summary: str, page: str) -> str:
    return f'<details class="{name}"><summary>{summary}</summary>\n{page}\n</details>'


@cache
def machinery() -> str:
    """Return what a page with such questions needs once: how they look, and what checks them."""
    style, *scripts = (
        files(__package__).joinpath(file).read_text("utf-8").rstrip()
        for file in ("on_a_page.css", *SCRIPTS)
    )
    script = "\n".join(scripts)
    return f'<style>\n{style}\n</style>\n<script type="module">\n{script}\n</script>'


def page(question: Question) -> str:
    """Write a page that stands alone."""
    title = in_html(f"{question.exercise.title} · {question.id}")
    return PAGE.substitute(title=title, exercise=part(question), machinery=machinery())


@dataclass(frozen=True)
class Way:
    """How answers of a form are given on a page.

    Parameters
    ----------
    asked : callable
        Takes the form; gives its inputs.
    typed : callable
        Takes the form and the signs of what is chosen; gives what one would type in Python.
    """

    asked: Callable[[forms.Form], tuple[Inputs, ...]]
    typed: Callable[[forms.Form, str], object]


def _lettered(options: forms.Options) -> tuple[tuple[str, str], ...]:
    return tuple((sign, f"{sign}) {text}") for sign, text in options.listed)


def _signed(items) -> tuple[tuple[str, str], ...]:
    return tuple(zip(SIGNS, items, strict=False))


def _reasoned(form: forms.Reasoned) -> tuple[Inputs, ...]:
    option = Inputs("radio", "Choose one,", _lettered(form.options))
    return option, Inputs("radio", "and the reason for it.", _lettered(form.reasons))


def _places(form: typed.Labels) -> tuple[Inputs, ...]:
    many = "each place" if form.positives is None else f"{form.positives} places"
    places = map(str, range(1, form.count + 1))
    return (Inputs("checkbox", f"From the top, tick {many} for a 1 (+).", _signed(places)),)


def _items(form: forms.Names | forms.Order, signs: str) -> str:
    return form.write([form.items[SIGNS.index(sign)] for sign in signs])


def _ones(form: typed.Labels, signs: str) -> str:
    return "".join("01"[sign in signs] for sign in SIGNS[: form.count])


WAYS = {
    forms.Choice: Way(
        lambda form: (Inputs("radio", "Choose one.", _lettered(form.options)),),
        lambda form, signs: signs,
    ),
    # A part may be open, as in Python.
    forms.Reasoned: Way(_reasoned, lambda form, signs: signs if len(signs) == 2 else (signs, ...)),
    forms.Subset: Way(
        lambda form: (Inputs("checkbox", TICK, _lettered(form.options)),),
        lambda form, signs: signs or "{}",
    ),
    forms.Names: Way(lambda form: (Inputs("checkbox", TICK, _signed(form.items)),), _items),
    forms.Order: Way(lambda form: (Inputs("order", DRAG, _signed(form.items)),), _items),
    typed.Labels: Way(_places, _ones),
}


def _inner(form: forms.Form) -> forms.Form:
    """Return the form in which something is built: it is typed, and so ticked, as that is."""
    return form.inner if isinstance(form, forms.Built) else form


def judged_by(question: Question) -> dict:
    """Gather what a page compares a typed number with, and what it says."""
    form, right = question.form, question.form.read(question.answer)
    known = [
        (name, _compared(form, form.read(value)), question._sentence(name))
        for name, value in question.misconceptions.items()
    ]
    slips = relatives(right) if math.isfinite(right) else {}
    cut = cut_off(right)
    bounds, placed = _placed(form, question.answer)
    return {
        "whole": form.whole,
        "percent": form.percent,
        "right": _compared(form, right),
        "known": known,
        "hundredfold": PERCENT,
        "near": [(name, _compared(form, number), says) for (name, says), number in slips.items()],
        "cut": cut and (CUT, cut[0], cut[1]),
        "moved": MOVED,
        "bounds": bounds,
        "placed": [question._neither("{}", one) for one in placed],
        "says": _phrases(question),
    }


def _compared(form: Number, number: Typed) -> dict:
    """Tell what an answer is compared with: a number, and how far an answer may lie from it."""
    return {
        "value": _written(number),
        "exact": number.digits is None and not form.tolerance,
        "slack": _written(form.slack(number) if math.isfinite(number) else 0.0),
        "half": Typed(number, 2).half,
    }


def _written(number: float) -> float | str:
    """Write a number so that a page can read it: JSON has no infinity, and nothing undefined."""
    if math.isfinite(number):
        return float(number)
    return "NaN" if math.isnan(number) else f"{'-' * (number < 0)}Infinity"


def _placed(form: Number, answer) -> tuple[list, list[str]]:
    """Return the bounds of a number; what is said below them, below it, above it, above them."""
    right = float(answer)
    low, high = getattr(getattr(answer, "formula", None), "range", None) or (-math.inf, math.inf)
    around = (-FAR, math.nextafter(right, -math.inf), math.nextafter(right, math.inf), FAR)
    said = ["", *(form.placed(number, answer) for number in around)]
    return [_written(low), _written(high)], said


def _phrases(question: Question) -> dict[str, str]:
    """Write what is said besides, with places for what was typed."""
    _, praise = question.form.praise(Typed(math.nan, 2), question.answer)
    doubts = {"unread": "", "comma": reading.COMMA, "two": reading.TWO}
    return {
        **{name: question._uncounted(reading.UNREAD, doubt) for name, doubt in doubts.items()},
        "blank": question.check("").message,
        "unsure": question._uncounted(UNSURE),
        "right": question._right(""),
        "roughly": question._right(praise),
        "wrong": question.wrong,
        "several": SEVERAL,
    }
