"""Somebody's names in as much room as there is: broken between words, as long as that is possible.

Names may be Chinese: such a letter is as wide as two Latin ones, and a line may end after any.
"""

import re
import unicodedata
from collections.abc import Iterator

ROOM = 32  # letters in a line of a name that stands alone
TOGETHER = re.compile(r"\([^()]*\)\S*|\S+")  # brackets with all in them, or a word
ANYWHERE = re.compile(r"(?<=[\u2E80-\u9FFF])|(?=[\u2E80-\u9FFF])")  # may a Chinese line end


def width(text: str) -> int:
    """Measure the longest line of a text in Latin letters; a Chinese one is as wide as two."""
    return max(sum(map(_letter, line)) for line in text.split("\n"))


def _letter(letter: str) -> int:
    if unicodedata.combining(letter):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def broken(name: str, room: int = ROOM, lines: int | None = None) -> str:
    """Break a name into lines, between words; what goes beyond the last line ends in an ellipsis.

    Parameters
    ----------
    name : str
        What somebody has called something.
    room : int
        Latin letters in a line.
    lines : int, optional
        How many lines there may be.

    Examples
    --------
    >>> broken("a very long class name", 12)
    'a very long\\nclass name'
    >>> broken("the mean of folds (AUC 0.874)", 22)
    'the mean of folds\\n(AUC 0.874)'
    >>> broken("a very long class name", 12, 1), broken("incomprehensibilities", 12, 2)
    ('a very long…', 'incomprehen-\\nsibilities')
    """
    found = [""]
    for gap, part in (one for word in _words(name, room) for one in _parts(word, room)):
        longer = f"{found[-1]}{gap}{part}" if found[-1] else part
        if width(longer) <= room or not found[-1]:
            found[-1] = longer
        else:
            found.append(part)
    if lines is not None and len(found) > lines:
        found = [*found[: lines - 1], _ending(found[lines - 1], room)]
    return "\n".join(found)


def wrapped(text: str, room: int = ROOM) -> str:
    """Break the lines of a text that are too long to stand beside a curve, or for some room.

    Examples
    --------
    >>> wrapped("forest\\nAUC 0.9"), wrapped("gradient-boosted trees of our last hackathon")
    ('forest\\nAUC 0.9', 'gradient-boosted trees of our\\nlast hackathon')
    """
    lines = text.split("\n")
    return "\n".join(broken(line, room) if width(line) > room else line for line in lines)


def _words(name: str, room: int) -> Iterator[str]:
    """Take a name apart between words; what is in brackets stays together, as long as it can."""
    for word in TOGETHER.findall(name):
        yield from [" ".join(word.split())] if width(word) <= room else word.split()


def _parts(word: str, room: int) -> Iterator[tuple[str, str]]:
    """Take a word apart where a line may end in it; before each part, what stands in a line."""
    gap = " "
    for part in filter(None, ANYWHERE.split(word)):
        while width(part) > room > 1:
            yield gap, f"{part[: room - 1]}-"
            part, gap = part[room - 1 :], ""
        yield gap, part
        gap = ""


def _ending(line: str, room: int) -> str:
    """End a line in an ellipsis, instead of a word that there is no more room for."""
    line = line.rstrip("-")
    while width(line) > room - 1 and " " in line:
        line = line.rpartition(" ")[0]
    while width(line) > room - 1:
        line = line[:-1]
    return f"{line.rstrip(' ,;:–-')}…"
