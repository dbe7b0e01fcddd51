"""`mlmetrics-edu glossary` and `mlmetrics-edu conventions`: look a word up in the terminal."""

import re
from collections.abc import Iterable, Sequence

from ...core import words
from ...core.errors import UnknownNameError, did_you_mean
from ...core.trace import Column, Trace
from .catalogue import formulas
from .conventions import conventions
from .taught import taught


def glossary(asked: Sequence[str] = ()) -> Trace:
    """List the terms that hold one of these words, in any of the three languages.

    Examples
    --------
    >>> glossary(["查准率"]).to_frame()["English"].tolist()[:2]
    ['precision', 'average precision']
    """
    found = [name for name in words.TERMS if _holds(_said(name), asked)]
    if not found:
        raise UnknownNameError(
            f"no term holds {' or '.join(asked)}",
            did_you_mean(
                " ".join(asked),
                _words(text for name in words.TERMS for text in _said(name)),
                f"{len(words.TERMS)} terms were looked through, English, 简体 and 繁體",
            ),
            "try a part of the word, or no word for all of them",
        )
    terms, known, where = [words.term(name) for name in found], formulas(), taught()
    texts = [known[name].text if name in known else "" for name in found]
    lessons = [str(where[name].number) if name in where else "" for name in found]
    columns = {
        "English": [term.en for term in terms],
        "简体": [term.hans for term in terms],
        "繁體": [term.hant for term in terms],
        "formula": texts,
        "lesson": lessons,
        "take care": [term.clash for term in terms],
    }
    title = words.how_many(len(found), "term")
    return Trace(title, [Column(name, values) for name, values in columns.items()])


def listed(asked: Sequence[str] = ()) -> Trace:
    """List the conventions that hold one of these words."""
    table = conventions()
    rows = zip(*(column.values for column in table.columns), strict=True)
    kept = [row for row in rows if _holds(row, asked)]
    if not kept:
        raise UnknownNameError(
            f"no convention holds {' or '.join(asked)}",
            did_you_mean(
                " ".join(asked),
                _words(text for column in table.columns for text in column.values),
                f"{len(table)} values of conventions were looked through",
            ),
            "try a part of the word, or no word for all of them",
        )
    columns = zip((column.name for column in table.columns), zip(*kept, strict=True), strict=True)
    return Trace(table.title, [Column(name, list(values)) for name, values in columns])


def _words(texts: Iterable[str]) -> list[str]:
    return [word for text in texts for word in re.findall(r"[\w.-]+", text)]


def _said(name: str) -> tuple[str, ...]:
    known = formulas().get(name)
    return (name, *words.term(name)[:4], *(known.synonyms if known else ()))


def _holds(texts: Sequence[str], asked: Sequence[str]) -> bool:
    """Tell whether one of the words stands in one of the texts; no word asks for all."""
    return not asked or any(word.casefold() in text.casefold() for word in asked for text in texts)
