"""Words of an SVG as words: to be searched and changed, in the fonts of whoever shows them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from matplotlib.figure import Figure
from matplotlib.text import Text

AS_WORDS = {"svg.fonttype": "none"}
FONT = re.compile(r'(<text style="(?:[^"]*? )?font(?:-family)?: [^;"]*)')  # by Matplotlib's age


@contextmanager
def without_halos(figure: Figure) -> Iterator[None]:
    """Take the halos off all words for a while: with one, they would be drawn as paths."""
    haloed = {text: text.get_path_effects() for text in figure.findobj(Text)}
    haloed = {text: effects for text, effects in haloed.items() if effects}
    for text in haloed:
        text.set_path_effects([])
    try:
        yield
    finally:
        for text, effects in haloed.items():
            text.set_path_effects(effects)


def in_any_font(svg: str) -> str:
    """Let words be written without serifs where none of the fonts named is there.

    Examples
    --------
    >>> in_any_font('<text style="font: 9px Arial; fill: red">a</text>')
    '<text style="font: 9px Arial, sans-serif; fill: red">a</text>'
    """
    return FONT.sub(r"\1, sans-serif", svg)
