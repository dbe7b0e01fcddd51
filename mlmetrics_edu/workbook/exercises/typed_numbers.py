"""A typed number on a page without Python: what the page needs to judge it as the question does.

All that is computed is computed here: the right number, what each mistake gives, how far an answer
may lie from either, and each sentence. The page reads what is typed (reading.js) and compares.
"""

import math
from typing import TYPE_CHECKING

from . import reading
from .forms import CUT, MOVED, PERCENT, SEVERAL, UNSURE, Number, cut_off, relatives
from .reading import Typed

if TYPE_CHECKING:
    from .question import Question

FAR = 1e300  # beyond any bounds that a number has


def judged_by(question: "Question") -> dict:
    """Gather what a page compares a typed number with, and what it says."""
    form, right = question.form, question.form.read(question.answer)
    known = [
        (name, _compared(form, form.read(value)), question._sentence(name))
        for name, value in question.misconceptions.items()
    ]
    near = relatives(right) if math.isfinite(right) else {}
    cut = cut_off(right)
    bounds, placed = _placed(form, question.answer)
    return {
        "whole": form.whole,
        "percent": form.percent,
        "right": _compared(form, right),
        "known": known,
        "hundredfold": PERCENT,
        "near": [(name, _compared(form, number), says) for (name, says), number in near.items()],
        "cut": cut and (CUT, cut[0], cut[1]),
        "moved": MOVED,
        "bounds": bounds,
        "placed": [question._neither("{}", one) for one in placed],
        "says": _said(question),
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


def _said(question: "Question") -> dict[str, str]:
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
