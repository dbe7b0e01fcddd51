"""Letters: a small Chinese font travels along, so that every label can be drawn everywhere."""

import logging
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
logging.getLogger("matplotlib.font_manager").addFilter(
    lambda record: "Failed to find font weight" not in record.getMessage()
)


@cache
def families() -> list[str]:
    """List the fonts in which a glyph is looked for, one after the other."""
    known = font_manager.fontManager
    known.addfont(FILE)
    ours = font_manager.FontProperties(fname=FILE).get_name()
    plain = next(font for font in known.ttflist if font.name == ours)
    known.ttflist.append(replace(plain, weight=700))  # bold words are written with it, too
    here = {font.name for font in known.ttflist}
    return [LATIN, ours, *(name for name in CHINESE if name in here)]


@cache
def _glyphs() -> frozenset[int]:
    files = [font_manager.findfont(name, fallback_to_default=False) for name in families()]
    return frozenset().union(*(font_manager.get_font(file).get_charmap() for file in files))


def can_draw(text: str) -> bool:
    """Tell whether there is a glyph for every letter.

    Examples
    --------
    >>> can_draw("召回率 recall"), can_draw("\\U0001F9FF" * 2 + "\\ue123")
    (True, False)
    """
    return all(letter in "\n\t" or ord(letter) in _glyphs() for letter in text)
