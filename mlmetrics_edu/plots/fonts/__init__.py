"""Letters: a small Chinese font travels along, so that every label can be drawn everywhere."""

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


@cache
def families() -> list[str]:
    """List the fonts in which a glyph is looked for, one after the other."""
    font_manager.fontManager.addfont(FILE)
    here = {font.name for font in font_manager.fontManager.ttflist}
    ours = font_manager.FontProperties(fname=FILE).get_name()
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
