"""Non-maximum suppression: which boxes stay, and which box drove each other one out."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Annotation
from numpy.typing import ArrayLike

from ...core import digits
from ...core.conventions import Language
from ...core.errors import InputError
from ...detection.box_forms import convert_boxes
from ...detection.nms import SUPPRESS, Suppression
from ..colours import COLOURS, SERIES
from ..labels import beside
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..say import say, verbatim
from .box_drawing import Tag, frame, name_boxes, outline

NAMED = 24  # boxes that get a name and an arrow
KEPT, GONE = SERIES[0], SERIES[1]


def suppression(
    found: Suppression,
    boxes: "ArrayLike",
    ax: Axes | None = None,
    *,
    form: str = "xyxy",
    picture: "ArrayLike | None" = None,
    language: Language | None = None,
    **patch: Any,
) -> Axes:
    """Draw boxes before and after non-maximum suppression, with arrows that say who drove out whom.

    Boxes that stay have solid lines; those that go have broken ones, and the overlap (IoU) with the
    box that an arrow comes from is written beside them. Of more than 24 boxes only the lines are
    drawn.

    Parameters
    ----------
    found : Suppression
        From :func:`nms`.
    boxes : array_like, shape (n, 4)
        The boxes that it was made from.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    form : {"xyxy", "xywh", "cxcywh"}
        What the four numbers are.
    picture : array_like, shape (height, width) or (height, width, 3), optional
        The image itself, to lie below the boxes.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **patch
        Passed on to :class:`matplotlib.patches.Rectangle`, for all boxes.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If these aren't the boxes, or there is none.
    """
    corners = _corners(found, boxes, form)
    with style(language=language):
        ax = axes_or_new(ax, size=(6.6, 5.2))
        frame(ax, corners, picture)
        for box in found.order[::-1]:  # the surest lies on top
            colour, line = _look(found, box)
            width = {} if found.suppressed_by[box] >= 0 else {"zorder": 3}
            outline(ax, corners[box], **{"edgecolor": colour, "linestyle": line, **width, **patch})
        ax.set(xlabel="x", ylabel="y")
        _count(ax, found)
        if len(corners) <= NAMED:
            _arrows(ax, found, name_boxes(ax, _tags(found, corners)))
        return describe(ax, _in_words(found))


def _corners(found: Suppression, boxes, form: str) -> list[tuple]:
    """Read the boxes; they must be as many as were judged."""
    rows = np.atleast_2d(convert_boxes(boxes, form, "xyxy"))
    if len(rows) != len(found.order) or not len(rows):
        raise InputError(
            f"there are {len(rows):,} boxes, and {len(found.order):,} were judged",
            "each box is drawn with what became of it",
            "pass the boxes that nms() was given, one at least",
        )
    return [tuple(row) for row in rows.tolist()]


def _look(found: Suppression, box: int) -> tuple:
    return KEPT if found.suppressed_by[box] < 0 else GONE


def _tags(found: Suppression, corners) -> list[Tag]:
    """Name each box, with its score, and the overlap that it went for."""
    scores = digits.thresholds(found.scores)
    tags = []
    for box, corner in enumerate(corners):
        gone = found.suppressed_by[box] >= 0
        text = f"{verbatim(found.called(box))}  {scores(found.scores[box])} {'✗' if gone else '✓'}"
        text += f"\nIoU {digits.decimal(found.overlap[box])}" if gone else ""
        tags.append(Tag(text, corner, _look(found, box)[0]))
    return tags


def _arrows(ax: Axes, found: Suppression, notes: list[Annotation]) -> None:
    """Draw an arrow from the name of each box that drives another one out to that one's name."""
    for box, by in enumerate(found.suppressed_by.tolist()):
        if by >= 0:
            start, end = notes[by], notes[box]
            look = {"arrowstyle": "-|>", "color": COLOURS["ink"], "linewidth": 1.4, "alpha": 0.75}
            look |= {"patchA": start.get_bbox_patch(), "patchB": end.get_bbox_patch()}
            look |= {"connectionstyle": "arc3,rad=0.15", "shrinkA": 1, "shrinkB": 1}
            middle = {"xycoords": end, "textcoords": start, "zorder": 4}
            ax.annotate("", (0.5, 0.5), (0.5, 0.5), arrowprops=look, **middle)


def _count(ax: Axes, found: Suppression) -> None:
    """Say above how many stay and how many go."""
    limit, sign = digits.threshold(found.threshold), SUPPRESS[found.suppress]
    gone = len(found.order) - len(found.kept)
    texts = (
        say("nms.kept", n=len(found.kept)),
        say("nms.suppressed", n=gone, sign=sign, limit=limit),
    )
    for text, (colour, _), (x, side) in zip(
        texts, (KEPT, GONE), ((0, "left"), (1, "right")), strict=True
    ):
        where = {"ha": side, "va": "bottom", "xycoords": "axes fraction", "offset": (0, 4)}
        beside(ax, x, 1, text, colour, size=letters(0.9), **where)


def _in_words(found: Suppression) -> str:
    """Tell which boxes stay, and which one drove each other one out."""
    gone = [
        say(
            "nms.told",
            name=found.called(box),
            by=found.called(int(found.suppressed_by[box])),
            iou=digits.decimal(found.overlap[box]),
        )
        for box in found.order
        if found.suppressed_by[box] >= 0
    ]
    return say(
        "alt.nms",
        sign=SUPPRESS[found.suppress],
        limit=digits.threshold(found.threshold),
        n=len(found.order),
        kept=digits.listing([found.called(box) for box in found.kept], NAMED),
        gone=digits.listing(gone, NAMED),
    )
