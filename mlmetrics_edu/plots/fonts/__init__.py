"""Letters: a small Chinese font travels along, so that every label can be drawn everywhere."""

import logging
import warnings
from dataclasses import replace
from functools import cache
from pathlib import Path

from matplotlib import font_manager

FILE = Path(__file__).with_name("MlmetricsSansSC.ttf")
LATIN = "DejaVu Sans"  # comes with Matplotlib
# Where a system has one of these, it serves for what the small font lacks, such as class names.
CHINESE = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
    "Noto Sans CJK TC",
    "Arial Unicode MS",
)


# A system's font that lacks a weight is taken in another; nobody needs to be told that.
BOX = "□"  # in place of a letter that no font has
LAST = "Last Resort"  # a font of boxes
_FOUND: list[str] = []  # fonts of the system that somebody's names needed
_SOUGHT: set[int] = set()  # letters that were looked for in all of them
_SAID: set[str] = set()  # letters of which it was said that no font has them


logging.getLogger("matplotlib.font_manager").addFilter(
    lambda record: "Failed to find font weight" not in record.getMessage()
)


def families() -> list[str]:
    """List the fonts in which a glyph is looked for, one after the other."""
    return [*_usual(), *_FOUND]


@cache
def _usual() -> list[str]:
    known = font_manager.fontManager
    known.addfont(FILE)
    ours = font_manager.FontProperties(fname=FILE).get_name()
    plain = next(font for font in known.ttflist if font.name == ours)
    known.ttflist.append(replace(plain, weight=700))  # bold words are written with it, too
    here = {font.name for font in known.ttflist}
    return [LATIN, ours, *(name for name in CHINESE if name in here)]


@cache
def _glyphs() -> frozenset[int]:
    files = [_file(name) for name in families()]
    return frozenset().union(*map(_letters, files))


def _file(name: str) -> str:
    properties = font_manager.FontProperties(family=[name])  # a name alone is read as a pattern
    return font_manager.findfont(properties, fallback_to_default=False)


def _letters(file: str) -> frozenset[int]:
    return frozenset(font_manager.get_font(file).get_charmap())


def can_draw(text: str) -> bool:
    """Tell whether there is a glyph for every letter.

    Examples
    --------
    >>> can_draw("召回率 recall"), can_draw("\\U0001F9FF" * 2 + "\\ue123")
    (True, False)
    """
    return all(letter in "\n\t" or ord(letter) in _glyphs() for letter in text)


def with_glyphs(text: str) -> str:
    """Find fonts for all letters of somebody's text; what none has becomes a box, said once.

    Examples
    --------
    >>> with_glyphs("召回率 recall")
    '召回率 recall'
    """
    if can_draw(text):
        return text
    _look_for({letter for letter in text if not can_draw(letter)})
    lacking = {letter for letter in text if not can_draw(letter)}
    if lacking - _SAID:
        _SAID.update(lacking)
        warnings.warn(
            f"no font here can write {' '.join(sorted(lacking))}: in pictures a box stands there. "
            "Install a font that has these letters.",
            UserWarning,
            stacklevel=2,
        )
    return "".join(BOX if letter in lacking else letter for letter in text)


def _look_for(letters: set[str]) -> None:
    """Take fonts of the system in use, until all letters are found."""
    wanted = set(map(ord, letters)) - _SOUGHT
    _SOUGHT.update(wanted)
    there = [font for font in font_manager.fontManager.ttflist if LAST not in font.name]
    for font in sorted(there, key=_plainness) if wanted else ():
        try:
            found = wanted & _letters(font.fname)
        except (OSError, RuntimeError):  # it is gone since the list was made, or can't be scaled
            continue
        if found and font.name not in families():
            _FOUND.append(font.name)
            _glyphs.cache_clear()
            wanted -= found
        if not wanted:
            break


def _plainness(font: font_manager.FontEntry) -> tuple:
    return font.style != "normal", abs(_weight(font) - 400), "Sans" not in font.name, font.name


def _weight(font: font_manager.FontEntry) -> int:
    return font_manager.weight_dict.get(font.weight, font.weight)
