"""Exercises of one's own, from a TOML file: data that are drawn, formulas, sentences.

`example_bank.toml` beside this file shows everything that such a file may hold.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

import numpy as np

from ...core import saving, tables
from ...core.calls import explained
from ...core.errors import InputError, MetricError, did_you_mean
from ...core.formula import Formula
from ...core.settings import is_number, is_whole, short
from ...metrics.confusion import Confusion
from ...metrics.rates import RATES
from . import registry
from .drawing import Unfit
from .drawing import draw as drawn
from .families.tables import rates
from .family import NONE
from .forms import Number
from .question import Question
from .registry import HINTS, Exercise, Task, task

MUST = {"title", "question", "hints", "solution", "mistakes"}
OF_NUMBERS = {"data", "example", "answer", "name", "table", "rate", "within", "whole", "percent"}
OF_CHOICES = {"options", "right"}
MAY = {"level", "kind"}
CELLS = ("TP", "FP", "FN", "TN")
TRIED, MOST = 5, 300  # drawings, when a file is loaded; tries for each
NAME = re.compile(r"[a-z][a-z0-9-]*")


def _is_text(value) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _are_hints(value) -> bool:
    return isinstance(value, list) and len(value) == HINTS and all(map(_is_text, value))


def _is_table(value) -> bool:
    return isinstance(value, dict) and bool(value)


# What each part of an exercise is, in words, and how that is told.
SHAPES = {
    **dict.fromkeys(("title", "question", "solution", "answer", "name"), ("a text", _is_text)),
    **dict.fromkeys(("data", "options", "mistakes", "table"), ("a table", _is_table)),
    **dict.fromkeys(("whole", "percent"), ("true or false", lambda v: isinstance(v, bool))),
    "example": ("a table", lambda v: isinstance(v, dict)),
    "hints": ("a list of three texts", _are_hints),
    "level": ("1, 2 or 3", lambda v: is_whole(v) and 1 <= v <= 3),
    "kind": (f"one of {', '.join(registry.KINDS)}", lambda v: v in [*registry.KINDS]),
    "within": ("a number above 0", lambda v: is_number(v) and 0 < v < np.inf),
    "right": ("the name of an option, or a list of them", lambda v: isinstance(v, str | list)),
}


@explained
def load_exercises(file: str | Path) -> tuple[str, ...]:
    """Load exercises of your own from a TOML file; they work as the others do.

    Afterwards :func:`exercise` asks them, and so do the commands that are given the file with
    ``--bank``: homework, its key, its marks. Loading a file again replaces what it had before.

    Parameters
    ----------
    file : str or pathlib.Path
        A table for each exercise. The name of the file is the topic of its exercises.

    Returns
    -------
    tuple of str
        Their ids: ``"weather.recall"`` is the table ``[recall]`` of ``weather.toml``.

    Raises
    ------
    InputError
        If the file can't be read, or an exercise lacks something, has something unknown, or finds
        no data on which its answer and its mistakes differ.

    Notes
    -----
    ``[recall.data]`` names what is drawn: a number stays, ``[3, 20]`` is a whole number from 3 to
    20, a text is a formula over the names above it. ``answer`` and the mistakes are formulas over
    them, too, and ``{name}`` in a sentence is what was drawn. With ``[recall.table]``, the four
    cells TP, FP, FN and TN, and ``rate = "recall"``, all rates of that table are known mistakes.
    Instead of an answer, ``options`` may be given, and which of them is ``right``.

    Examples
    --------
    >>> from importlib.resources import files
    >>> load_exercises(files("mlmetrics_edu") / "workbook" / "exercises" / "example_bank.toml")
    ('example_bank.recall', 'example_bank.umbrella', 'example_bank.which-mean')
    >>> from mlmetrics_edu import exercise
    >>> exercise("example_bank.recall").check("21/30").misconception
    'precision'
    """
    path = saving.path_of(file)
    topic = path.stem
    if topic in registry.TOPICS or not NAME.fullmatch(topic.replace("_", "-").casefold()):
        raise InputError(
            f"the file is called {short(path.name)}",
            "its name is the topic of its exercises: small letters, none of the workbook's topics",
            "call it something like weather.toml",
        )
    bank = {f"{topic}.{name}": _exercise(path, topic, name, told) for name, told in _read(path)}
    for exercise in bank.values():
        _try(path, exercise)
    registry.OWN[topic] = bank
    return tuple(bank)


def _read(path: Path):
    told = tables.toml(path, "a table for each exercise")
    if not told:
        raise InputError(f"{path} is empty", "there is no exercise in it", "add a table for one")
    return told.items()


def _exercise(path: Path, topic: str, name: str, told) -> Exercise:
    """Check what one table holds, and make an exercise of it."""
    where = f"{path.name}, [{name}]"
    if not isinstance(told, dict):
        raise InputError(f"{where} is {short(told)}", "an exercise is a table", f"write [{name}]")
    own = OF_CHOICES if "options" in told else OF_NUMBERS
    needed = MUST | (OF_CHOICES if "options" in told else {"data"})
    if not own & {"options"} and not told.keys() & {"answer", "rate"}:
        needed |= {"answer"}
    if missing := sorted(needed - told.keys()):
        raise InputError(
            f"{where} lacks {', '.join(missing)}",
            "each exercise has a question, three hints, a solution and mistakes that it knows",
            "add what is missing; example_bank.toml shows all of it",
        )
    if unknown := sorted(told.keys() - MUST - MAY - own):
        known = sorted(MUST | MAY | own)
        near = did_you_mean(unknown[0], known, "it isn't known")
        raise InputError(f"{where} has {unknown[0]}", near, f"use some of: {', '.join(known)}")
    for key, (wanted, fits) in SHAPES.items():
        if key in told and not fits(told[key]):
            raise InputError(
                f"{where}: {key} is {short(told[key])}", f"it is {wanted}", "write one"
            )
    kind = "choose" if "options" in told else "compute"
    prose = {"level": 1, "kind": kind, **told, "mistakes": _said(where, told["mistakes"])}
    make = partial(_choice if "options" in told else _number, where, told)
    twice = _known_twice(make)

    def with_family(rng) -> Task:
        made = make(rng)
        if is_number(made.answer) and not np.isfinite(made.answer):
            raise Unfit("the answer is undefined")
        return replace(made, neighbours=lambda: made.family.besides((), twice))

    return Exercise(f"{topic}.{name}", with_family, prose)


def _known_twice(make: Callable[..., Task]) -> set[str]:
    """Name what of a family is always the answer, or a mistake that the exercise speaks of."""
    always = None
    for seed in range(TRIED):
        made = make(np.random.default_rng(seed))
        own = {float(value) for value in (made.answer, *made.mistakes.values()) if is_number(value)}
        same = {name for name, value in made.family.values.items() if float(value) in own}
        always = same if always is None else always & same
    return always or set()


def _said(where: str, mistakes) -> dict[str, str]:
    """Return what is said of each mistake."""
    said = {}
    for name, one in mistakes.items():
        said[name] = one.get("says") if isinstance(one, dict) else one
        if not _is_text(said[name]) or " or " in name:
            raise InputError(
                f"{where}: the mistake {short(name)} is {short(one)}",
                "a mistake has a short name without “or”, and a sentence",
                'write it as "recall" = { formula = "…", says = "…" }, of an option as its text',
            )
    return said


def _choice(where: str, told: Mapping, rng) -> Task:
    """Ask for one option, or for all that hold."""
    right, options = told["right"], told["options"]
    several = isinstance(right, list)
    if unknown := {*(right if several else [right])} - options.keys():
        raise InputError(
            f"{where}: right is {short(right)}",
            f"there is no option {short(unknown.pop())}",
            f"use one of: {', '.join(options)}",
        )
    judged = options if several else options.keys() - {right}
    if missing := sorted(judged - told["mistakes"].keys()):
        raise InputError(
            f"{where}: nothing is said of {', '.join(missing)}",
            "whoever misjudges an option is told why",
            "add a sentence for it to the mistakes",
        )
    return task(frozenset(right)) if several else task(right, {name: name for name in judged})


def _number(where: str, told: Mapping, rng) -> Task:
    """Ask for a number."""
    terms = _drawn(where, told["data"], told.get("example", {}), rng)
    rate, table = told.get("rate", ""), _table(where, told, terms)
    label = told.get("name", rate or "answer")
    family = rates(table, rate) if table else NONE
    answer = told.get("answer")
    right = _worked(where, label, answer, terms) if answer else table.rate(rate)
    wrong = {
        name: _worked(where, name, one["formula"], terms)
        for name, one in told["mistakes"].items()
        if isinstance(one, dict) and "formula" in one
    }
    form = Number(told.get("within"), told.get("whole", False), told.get("percent", False))
    return task(right, wrong, family=family, form=form, **terms)


def _table(where: str, told: Mapping, terms: Mapping) -> Confusion | None:
    """Work out the four counts, where they are given; a rate is one of theirs."""
    cells = {
        cell: _worked(where, cell, text, terms) for cell, text in told.get("table", {}).items()
    }
    if cells and cells.keys() != {*CELLS}:
        has = f"{where}: the table has {', '.join(cells)}"
        raise InputError(has, "it has four cells", f"write {', '.join(CELLS)}")
    if (rate := told.get("rate")) is not None and (not cells or rate not in RATES):
        raise InputError(
            f"{where}: there is no rate called {short(rate)}" if cells else f"{where} has no table",
            did_you_mean(rate, RATES, "a rate is one of a table with four cells"),
            f"use one of: {', '.join(RATES)}; and write the cells as a table of their own",
        )
    return Confusion(**{cell.casefold(): int(cells[cell]) for cell in CELLS}) if cells else None


def _drawn(where: str, data: Mapping, example: Mapping, rng) -> dict:
    """Draw what stands in a question; without a generator, what its example says."""
    terms = {}
    for name, how in data.items():
        low_high = isinstance(how, list) and len(how) == 2 and all(map(is_whole, how))
        if isinstance(how, str):
            terms[name] = _plain(_worked(where, name, how, terms))
        elif is_number(how):
            terms[name] = how
        elif low_high and how[0] <= how[1]:
            given = example.get(name, sum(how) // 2)
            terms[name] = int(rng.integers(how[0], how[1] + 1)) if rng is not None else given
        else:
            raise InputError(
                f"{where}: {name} is {short(how)}",
                "it is neither a number, nor two whole ones, nor a formula",
                f"write {name} = 7, {name} = [3, 20] or {name} = 'a + b'",
            )
    return terms


def _plain(worked):
    """Take a whole number as one, so that a sentence shows it so."""
    return int(worked) if worked == int(worked) else float(worked)


def _worked(where: str, name: str, text, terms: Mapping):
    """Work out a formula over what was drawn."""
    try:
        formula = Formula(name, text)
        return formula.work(**{term: terms[term] for term in formula.terms})
    except KeyError as error:
        near = did_you_mean(error.args[0], terms, "nothing of that name is drawn above it")
        raise InputError(f"{where}: {name} = {text}", near, f"use {', '.join(terms)}") from None
    except MetricError as error:
        raise InputError(f"{where}: {name} = {short(text)}", error.what, error.fix) from None


def _try(path: Path, exercise: Exercise) -> None:
    """Draw some data, and fill in each sentence, so that nothing fails in class."""
    for seed in (None, *range(TRIED)):
        try:
            drawn(exercise, seed, MOST)
            question = Question(exercise, seed)
            question.hints, question.solution()
            for value in question.misconceptions.values():
                question.check(value)
        except (KeyError, ValueError, AttributeError, IndexError, TypeError) as error:
            raise InputError(
                f"{path.name}, {exercise.id}: a place in a sentence can't be filled",
                f"Python says {type(error).__name__}: {error}",
                "write {name} for what stands in its data, and {{ for a brace itself",
            ) from None
