"""Every word in a picture, in the language in force."""

from __future__ import annotations

import math
import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.resources import files

import matplotlib as mpl

from ..core import words
from ..core.errors import UnknownNameError, lines
from ..metrics.rates import lookup
from ..metrics.sweep import Sweep
from .look import families, look, with_glyphs

USUAL = families()
HAN = "[\u2e80-\u2fdf\u3041-\u9fff]"
PLACE = re.compile(r"(?<!\{)\{\w+\}(?!\})")
SEAM = "\0"  # stands at both ends of what fills a place
BESIDE_HAN = re.compile(  # Latin, Greek, a number or a bracket; signs and punctuation stand close
    rf"(?<={HAN}){SEAM}+(?=[\w(±−+])(?!{HAN})|(?<=[\w)%])(?<!{HAN}){SEAM}+(?={HAN})"
)


@cache
def phrases(package: str = __package__) -> dict[str, dict[str, str]]:
    """Read a package's phrases, by default the pictures': key → language → text with places."""
    return tomllib.loads((files(package) / "words.toml").read_text("utf-8"))


def say(key: str, **values) -> str:
    """Say something in the language in force: a phrase of the pictures, or a term.

    Parameters
    ----------
    key : str
        A key of ``words.toml``, or a term such as ``"recall"``.
    **values
        What goes into the places of the phrase.

    Raises
    ------
    UnknownNameError
        If there is neither a phrase nor a term of that name.

    Examples
    --------
    >>> from mlmetrics_edu.plots.look import style
    >>> say("recall"), say("at_threshold", threshold="0.5")
    ('recall', 'at threshold 0.5')
    >>> with style(language="zh-Hans"):
    ...     say("at_threshold", threshold="0.5")
    '阈值 0.5 处'
    """
    return written(key, look().language, **values)


def verbatim(name) -> str:
    """Write somebody's name so that it is drawn as it is: no formula in it, no control sign.

    Examples
    --------
    >>> print(verbatim("$5 or $9"))
    \\$5 or \\$9
    """
    text = with_glyphs(lines(str(name)))
    if mpl.rcParams["font.family"][: len(USUAL)] == USUAL:  # in our look, which may lack a new font
        mpl.rcParams["font.family"] = families()
    return text.replace("$", r"\$")


def written(key: str, language: str, package: str = __package__, **values) -> str:
    """Say something in any language, for paper or a page: whoever shows it has the letters.

    In Chinese, what fills a place stands apart from Chinese letters unless it begins or ends with
    one itself; so a phrase needs no spaces around its places.

    Examples
    --------
    >>> written("at_threshold", "zh-Hans", threshold="0.5")
    '阈值 0.5 处'
    >>> written("mean_of", "zh-Hans", what="SSIM", value="0.9")
    'SSIM 均值 0.9'
    """
    text = _template(key, language, package).format(**values)
    return text if language == "en" else BESIDE_HAN.sub(" ", text).replace(SEAM, "")


@cache
def _template(key: str, language: str, package: str) -> str:
    text = _phrase(key, language, package)
    return text if language == "en" else PLACE.sub(rf"{SEAM}\g<0>{SEAM}", text)


def _phrase(key: str, language: str, package: str) -> str:
    if key in phrases(package):
        return phrases(package)[key][language]
    if key not in words.terms():
        raise UnknownNameError(
            f"there is no phrase and no term {key!r}",
            "each word of a picture stands in words.toml, in three languages",
            "add it there",
        )
    term = words.entry(key)
    text = {"en": term.en, "zh-Hans": term.hans, "zh-Hant": term.hant}[language]
    return text.replace("{", "{{").replace("}", "}}")


def full_name(name: str) -> str:
    """Name a number in the language in force; one that no list knows, by its symbol."""
    known = name in words.terms() or name in phrases()
    return say(name) if known else words.symbol(name)


def short_name(name: str) -> str:
    """Name a number shortly, without its other names."""
    return full_name(name).partition(" (")[0]


def called(metric) -> str:
    """Name a metric shortly, in the language in force: 查全率, without the other names."""
    return verbatim(short_name(lookup(metric).name))


def head(name: str) -> str:
    """Write a name in front of what is said of it; one thing alone has none."""
    return name + say("join.colon") if name else ""


def listing(texts: Sequence, most: int | None = None) -> str:
    """List some texts in the language in force, and say how many more there are.

    Examples
    --------
    >>> listing(["TP 2", "FP 3"]), listing(range(100), 2), listing([])
    ('TP 2, FP 3', '0, 1, … (98 more)', '–')
    """
    most = len(texts) if most is None else most
    written = say("join.comma").join(map(str, texts[:most]))
    more = say("join.more", n=f"{len(texts) - most:,}") if len(texts) > most else ""
    return written + more or "–"


def named_thresholds(written: Sequence[str], most: int = 6) -> str:
    """Write one threshold, or several, with the word in front, in the language in force.

    Examples
    --------
    >>> named_thresholds(["7"]), named_thresholds(["7", "3"])
    ('threshold 7', 'thresholds 7, 3')
    """
    key = "thresholds.one" if len(written) == 1 else "thresholds.several"
    return say(key, threshold=listing(written, most))


def same_cut(threshold: float, *sweeps: Sweep) -> str:
    """Write a threshold in few digits, with which it still lets in the same samples of sweeps.

    Examples
    --------
    >>> from mlmetrics_edu import sweep
    >>> same_cut(0.9279379978631352, sweep([1, 0], [0.9279379978631352, 0.92573022]))
    '0.927'
    """
    low, high = -math.inf, math.inf
    for sweep in sweeps:
        row, column = sweep.row_at(threshold), sweep.threshold
        low = max(low, float(column[row + 1]) if row + 1 < len(column) else low)
        high = min(high, float(column[row]))
    return words.admitting(float(threshold), low, high)


def same_cuts(thresholds: Sequence[float], *sweeps: Sweep) -> Callable[[float], str]:
    """Return a way to write several thresholds: those with few digits equally long."""
    exactly = words.thresholds(thresholds)
    if all(len(exactly(one)) <= words.SHORT + 2 for one in thresholds):
        return exactly
    return lambda threshold: same_cut(threshold, *sweeps)


def shown(value: float) -> str:
    """Write a number in few letters: completely, if it has few digits."""
    return words.short(value) or words.decimal(value)


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
    rows = [""]
    for gap, part in (one for word in _words(name, room) for one in _parts(word, room)):
        longer = f"{rows[-1]}{gap}{part}" if rows[-1] else part
        if width(longer) <= room or not rows[-1]:
            rows[-1] = longer
        else:
            rows.append(part)
    if lines is not None and len(rows) > lines:
        rows = [*rows[: lines - 1], _ending(rows[lines - 1], room)]
    return "\n".join(rows)


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
