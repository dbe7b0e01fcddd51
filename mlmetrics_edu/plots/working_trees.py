"""The tree of a number's working: from the formula down to the counts that it is made of."""

import textwrap
from dataclasses import dataclass, field
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import FancyBboxPatch

from ..core import digits, words
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Worked
from ..core.writing import in_numbers, substituted
from .box_drawing import coloured
from .look import COLOURS, SCALE, bold, letters, look, style
from .picture import axes_or_new, describe, lay_out
from .say import say, short_name, verbatim

MOST = 60  # boxes
WIDE = 42  # letters in a line of a formula
FILLS = ("#C4DCEF", "#F7F7F7")  # of what is worked out, and of counts
LEADING = 1.35  # from line to line
INSIDE, BESIDE, BELOW = 0.6, 0.9, 2.6  # room inside, beside and below boxes


@dataclass
class Box:
    """A number: what is written of it, the numbers it is made of, and where it stands."""

    lines: list[str]
    worked: bool
    below: list["Box"] = field(default_factory=list)
    width: float = 0.0
    span: float = 0.0
    x: float = 0.0
    y: float = 0.0

    @property
    def height(self) -> float:
        """The height of the box, in letters."""
        return LEADING * len(self.lines) + 2 * INSIDE

    def all(self) -> list["Box"]:
        """List this box and all below it."""
        return [self, *(box for below in self.below for box in below.all())]


def working_tree(
    worked: Worked,
    ax: Axes | None = None,
    *,
    counts: bool = True,
    language: Language | None = None,
    **box: Any,
) -> Axes:
    """Draw how a number was worked out: its formula, its numbers, and what each is made of.

    Parameters
    ----------
    worked : Worked
        Any number of this package.
    ax : matplotlib.axes.Axes, optional
        Where to draw, the letters as small as it takes; without it, in a picture of its own, as
        large as it takes.
    counts : bool
        Whether what was given, such as TP, has boxes as well.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **box
        Passed on to :class:`matplotlib.patches.FancyBboxPatch`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If it is no number with a working, or has more than 60 boxes.
    """
    _check(worked)
    with style(language=language):
        root = _boxes(worked, counts)
        every = root.all()
        _refuse_many(every)
        place_boxes(root)
        wide = root.span
        tall = max(each.y + each.height for each in every)
        ax = _axes(ax, wide, tall)
        size = _size(ax, wide, tall)
        ax.set(xlim=(-0.1, wide + 0.1), ylim=(tall + 0.1, -0.1))
        ax.set_axis_off()
        _draw(ax, every, size, box)
        return describe(ax, _in_words(worked))


def _check(worked) -> None:
    if not isinstance(worked, Worked):
        raise InputError(
            f"{worked!r:.40} has no working",
            "only a number of this package knows how it came about",
            "pass it as it was given, such as Confusion(4, 3, 2, 11).f1",
        )


def _refuse_many(boxes: list[Box]) -> None:
    if len(boxes) > MOST:
        raise InputError(
            f"the tree has {len(boxes)} boxes",
            f"a page holds {MOST}",
            "draw one of its terms, or leave the counts out: counts=False",
        )


def _boxes(worked: Worked, counts: bool) -> Box:
    """Make the box of a number and those below it, in the order of the formula."""
    box = Box(_lines(worked), True)
    for name, term in worked.terms.items():
        if isinstance(term, Worked):
            box.below.append(_boxes(term, counts))
        elif counts:
            box.below.append(Box([f"{verbatim(words.symbol(name))} = {_number(term)}"], False))
    return box


def _number(value) -> str:
    short = digits.short(value) or digits.decimal(value)
    return short if isinstance(value, float) else digits.count(value).replace("-", "−")


def _lines(worked: Worked) -> list[str]:
    """Write the name, the formula, the formula with its numbers, and the value."""
    symbol, equal = words.symbol(worked.name), "= "
    lines = [short_name(worked.name)]
    if in_numbers(worked):
        head = equal if lines[0] == symbol else f"{symbol} {equal}"
        for start, text in ((head, worked.formula.text), (equal, substituted(worked))):
            lines += _broken(start + text) if "nan" not in text else []
    lines += textwrap.wrap(_value(worked), WIDE)
    return [verbatim(line) for line in lines]


def _broken(text: str) -> list[str]:
    """Break a long formula where it divides, and only then elsewhere."""
    bar = _outer_bar(text)
    if len(text) <= WIDE or bar < 0:
        return textwrap.wrap(text, WIDE, subsequent_indent="   ")
    return [
        *textwrap.wrap(text[:bar], WIDE, subsequent_indent="   "),
        *textwrap.wrap(text[bar:], WIDE, initial_indent="   ", subsequent_indent="   "),
    ]


def _outer_bar(text: str) -> int:
    """Find where a formula divides, outside all parentheses; −1 if it doesn't."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "/" and not depth and text[at - 1] == " ":
            return at
    return -1


def _value(worked: Worked) -> str:
    if worked.reason:
        why = say("undefined_as", why=worked.reason.partition(":")[0])
        return why if worked != worked else f"{why} → {digits.count(worked)}"
    fraction = worked.fraction
    if fraction is None:
        return f"≈ {digits.decimal(worked)}"
    if fraction.denominator == 1:
        return f"= {digits.count(fraction)}".replace("-", "−")
    sign = "=" if digits.says_all(fraction) else "≈"
    written = digits.fraction(fraction)
    return (
        f"= {written} {sign} {digits.decimal(worked)}"
        if written
        else f"{sign} {digits.decimal(worked)}"
    )


def _axes(ax: Axes | None, wide: float, tall: float) -> Axes:
    """Make a picture in which a letter is as large as anywhere else."""
    if ax is not None:
        return ax
    inch = letters() / 72 / SCALE[look().size]
    return axes_or_new(None, size=(max(wide, 12) * inch + 0.2, tall * inch + 0.2))


def _size(ax: Axes, wide: float, tall: float) -> float:
    """Choose the size of letters, at most the usual one, at which the tree fits."""
    ax.set_axis_off()
    box = lay_out(ax).get_window_extent()
    point = ax.figure.dpi / 72
    return min(letters(), 0.99 * box.width / point / wide, 0.99 * box.height / point / tall)


def _draw(ax: Axes, boxes: list[Box], size: float, more: dict) -> None:
    for box in boxes:
        for below in box.below:
            ends = ([box.x, below.x], [box.y + box.height, below.y])
            ax.plot(*ends, color=COLOURS["quiet"], linewidth=1.4, linestyle="-", zorder=1)
        left = box.x - box.width / 2
        edge = {"edgecolor": COLOURS["ink"], "linewidth": 2.2 if box is boxes[0] else 1.0}
        shape = {"boxstyle": f"round,pad=0,rounding_size={0.4 if box.worked else 0.01}"}
        look = {**shape, **edge, "facecolor": FILLS[not box.worked], "zorder": 2}
        look |= {"clip_on": False, **more}
        ax.add_patch(FancyBboxPatch((left, box.y), box.width, box.height, **coloured(look)))
        for row, line in enumerate(box.lines):
            stress = bold() if row == 0 and box.worked else {}
            x, align = (left + INSIDE, "left") if box.worked else (box.x, "center")
            y = box.y + INSIDE + LEADING * (row + 0.5)
            ax.text(x, y, line, ha=align, va="center_baseline", size=size, zorder=3, **stress)


def _in_words(worked: Worked) -> str:
    """Say the steps from the counts up."""
    steps = worked.steps if in_numbers(worked) else None
    if steps is None:
        return say("alt.working_tree", name=short_name(worked.name), steps=digits.both(worked))
    lines = dict.fromkeys(_steps(worked))
    return say(
        "alt.working_tree", name=short_name(worked.name), steps=say("join.semicolon").join(lines)
    )


def _steps(worked: Worked) -> list[str]:
    below = [line for inner in worked.inner for line in _steps(inner)]
    return [*below, " ".join([words.symbol(worked.name), *_sides(worked)])]


def _sides(worked: Worked) -> list[str]:
    if not in_numbers(worked):
        return [_value(worked)]
    return [f"= {worked.formula.text} = {substituted(worked)}", _value(worked)]


def place_boxes(root: Box) -> None:
    """Give each box its width, the room of all that is below it, and its place."""
    measure = _measure()
    for box in reversed(root.all()):
        box.width = max(map(measure, box.lines)) + 2 * INSIDE
        below = sum(each.span for each in box.below) + BESIDE * max(0, len(box.below) - 1)
        box.span = max(box.width, below)
    _set(root, 0.0, _levels(root))


def _levels(root: Box) -> list[float]:
    """Find the upper end of each row of boxes."""
    tops, row = [0.0], [root]
    while row:
        tops.append(tops[-1] + max(box.height for box in row) + BELOW)
        row = [below for box in row for below in box.below]
    return tops


def _set(box: Box, left: float, tops: list[float]) -> None:
    box.x, box.y = left + box.span / 2, tops[0]
    below = sum(each.span for each in box.below) + BESIDE * max(0, len(box.below) - 1)
    left += (box.span - below) / 2
    for each in box.below:
        _set(each, left, tops[1:])
        left += each.span + BESIDE


def _measure():
    """Return a way to measure how wide a text is, in letters, before there is a picture."""
    renderer = FigureCanvasAgg(Figure(dpi=72)).get_renderer()
    heading = FontProperties(size=letters(), **bold())

    def width(text: str) -> float:
        return renderer.get_text_width_height_descent(text, heading, False)[0] / letters()

    return width
