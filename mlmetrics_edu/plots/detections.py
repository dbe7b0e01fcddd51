"""Objects and detections on their image, each with its outcome and the reason for it."""

from __future__ import annotations

import textwrap
from collections import Counter
from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.patheffects import withStroke
from matplotlib.transforms import ScaledTranslation
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.conventions import Language
from ..core.errors import InputError, UnknownNameError
from ..detection.detection_map import DetectionMap
from ..detection.match import Judged, Matching, share
from .box_overlaps import Tag, frame, name_boxes, outline, size_of
from .look import COLOURS, INK, SERIES, letters, look, small, style, width
from .picture import Picture, axes_or_new, describe, lay_out, panels
from .say import listing, say, verbatim

NAMED, LISTED, IMAGES = 24, 12, 15  # boxes with names, reasons in a list, images in a grid
COLUMNS = {"page": 4, "projector": 4, "print": 3}  # of images side by side
FINER = 0.8  # lines in small cells
THIN = 0.7  # lines on a picture, or where boxes are too many for names
SPACIOUS = 6  # boxes that have room for long names
IGNORED = (0, (1, 1))  # objects that need not be found
HATCHED = {"hatch": "//"}  # what nobody found
HIDDEN = 2  # sides of a box that a surer one shares, which then lie below it
HEIGHT, LOW, HIGH = 4.6, 2.2, 8.0  # inches of a picture: usually, at least, at most
SMALL = 0.6  # names of objects where it is crowded
INSIDE = 0.03  # of all boxes, that it is drawn inside
CLOSE = 0.01  # where it is crowded; sides half as far apart hide each other
ON_PICTURE = ("white", INK, "white")  # an object's line, its seam, its hatches
PICTURE = "#555555"  # what stands for a picture, below an object's line in the key
OBJECT = 2.0  # how much thicker than a detection's line
# Colour, line and sign of each outcome of a detection.
LOOKS = {
    "hit": (SERIES[0][0], "-", "✓"),
    "duplicate": (SERIES[3][0], ":", "✗"),
    "wrong class": (SERIES[2][0], "-.", "✗"),
    "overlap too low": (SERIES[1][0], "--", "✗"),
    "nothing there": (SERIES[4][0], (0, (8, 3)), "✗"),
    "ignored": (COLOURS["quiet"], (0, (1, 3)), "–"),
}
WRAP = {"en": 60, "zh-Hans": 34, "zh-Hant": 34}  # letters in a line of a reason
MANY = 30  # boxes in an alternative text


class Scene(NamedTuple):
    """One image: what is there, and what was found, the surest first.

    Attributes
    ----------
    image : hashable
        Its name.
    objects, detections : list of Judged
        Its boxes.
    more : {0, 1}
        By how much a box reaches beyond its last number.
    limit : float
        The least overlap of a hit.
    several : bool
        Whether there are several categories, so that each box has to say what it shows.
    masks : bool
        Whether the boxes are those around masks, of which the overlaps are.
    """

    image: object
    objects: list[Judged]
    detections: list[Judged]
    more: int
    limit: float
    several: bool
    masks: bool = False

    def called(self, judged: Judged) -> str:
        """Name a box, and what it shows where that isn't clear."""
        return verbatim(f"{judged.id} {judged.category}" if self.several else judged.id)

    def drawn(self, judged: Judged) -> tuple[float, float, float, float]:
        """Return a box as it is drawn: one of inclusive pixels ends behind the last of them."""
        left, top, right, bottom = judged.box
        return left, top, right + self.more, bottom + self.more

    @property
    def crowded(self) -> bool:
        """Whether its boxes are too many for a name each."""
        return len(self.boxes) > NAMED

    @property
    def boxes(self) -> list[tuple]:
        """All boxes as they are drawn."""
        return [self.drawn(judged) for judged in (*self.objects, *self.detections)]


def boxes(
    matching: Matching,
    image: Hashable = None,
    ax: Axes | None = None,
    *,
    picture: ArrayLike | None = None,
    reasons: bool = True,
    language: Language | None = None,
) -> Axes:
    """Draw the objects and the detections of an image, and what became of each.

    Objects have dark outlines (light ones on a picture), and names on dark ground. The line of a
    detection shows its outcome; its score and its overlap (IoU) stand beside it. Of more than 24
    boxes, objects alone are named, and lines are thinner.

    Parameters
    ----------
    matching : Matching
        From :func:`match`, or from ``detection_map(…).matching(iou)``.
    image : hashable, optional
        Which image; it may be left out where there is one only.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    picture : array_like, shape (height, width) or (height, width, 3), optional
        The image itself, to lie below the boxes.
    reasons : bool
        Whether to list below why each detection is what it is, and why objects are missed; of more
        than twelve reasons the first ones. Of more than 24 boxes, outcomes are counted instead.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there are several images, and none is named.
    UnknownNameError
        If there is no such image.
    """
    scene = scene_of(matching, image)
    with style(language=language), mpl.rc_context():
        # Of very many it is said how many there are of each kind, rather than why.
        rows = _counted([scene]) if scene.crowded else why_each(scene, LISTED)
        rows = rows if reasons else []
        mpl.rcParams["lines.linewidth"] *= THIN if scene.crowded or picture is not None else 1
        lines = sum(1 + text.count("\n") for _, text in rows) / (2 if scene.crowded else 1)
        ax = axes_or_new(ax, size=(6.6, _height(picture) + 0.25 * lines))
        _outlines(ax, scene, scene.boxes or _everything(matching), picture)
        ax.set(xlabel="x", ylabel="y")
        _list(ax, rows, picture is not None, columns=2 if scene.crowded else 1)
        long = not reasons or len(scene.boxes) <= SPACIOUS
        tags = _tags(scene, "boxes.tag" if long else "boxes.short")
        name_boxes(lay_out(ax), tags, size=SMALL if scene.crowded else 0.8)
        several = len(matching.outcomes.base.scenes.images) > 1
        text = in_words(scene)
        return describe(
            ax, say("boxes.of_image", image=scene.image, text=text) if several else text
        )


def box_grid(
    result: DetectionMap,
    iou: float | None = None,
    *,
    images: Sequence[Any] | None = None,
    language: Language | None = None,
) -> Picture:
    """Draw several images side by side, all in one scale, with a key to the outcomes.

    Parameters
    ----------
    result : DetectionMap
        A detector, judged.
    iou : float, optional
        The least overlap of a hit; without it the first one of the protocol.
    images : sequence, optional
        Which images, at most fifteen; without it all.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    Picture

    Raises
    ------
    InputError
        If there are more images than a page holds.
    UnknownNameError
        If there is no such image.
    """
    matching = result.matching(iou)
    scenes = [scene_of(matching, name) for name in _asked(matching, images)]
    with style(language=language), mpl.rc_context():
        mpl.rcParams["lines.linewidth"] *= FINER
        cells = len(scenes) + 1
        across = min(COLUMNS[look().size], cells)
        picture, axes = panels(-(-cells // across), across, size=(3.4, 3.6))
        cells = np.ravel(axes).tolist()
        for ax in cells[len(scenes) :]:
            ax.set_axis_off()
        _key(cells[len(scenes)], scenes)
        _cells(cells, scenes)
        return picture


def _height(picture) -> float:
    """Return how high a picture of ours is, so that an image fills it from side to side."""
    if picture is None:
        return HEIGHT
    high, wide = size_of(picture)
    return min(max(0.8 + 5.7 * high / max(wide, 1), LOW), HIGH)


def _asked(matching: Matching, images) -> list:
    names = list(matching.outcomes.base.scenes.images if images is None else images)
    if not 0 < len(names) <= IMAGES:
        raise InputError(
            f"there are {len(names):,} images to draw",
            f"a page holds one to {IMAGES} of them",
            "name those to be drawn: images=[…]",
        )
    return names


def _cells(cells: list[Axes], scenes: list[Scene]) -> None:
    """Draw each image in its cell; names come last, when all cells have their size."""
    around = [box for scene in scenes for box in scene.boxes] or [(0, 0, 1, 1)]
    for ax, scene in zip(cells, scenes, strict=False):
        _outlines(ax, scene, around)
        ax.set(xticks=[], yticks=[])
        ax.spines[:].set(visible=True, color="#BBBBBB", linewidth=1)
        if len(scenes) > 1:
            ax.set_title(say("boxes.image", image=verbatim(scene.image)))
        describe(ax, in_words(scene))
    lay_out(cells[0])
    for ax, scene in zip(cells, scenes, strict=False):
        name_boxes(ax, _tags(scene, "boxes.short"), size=0.75)


def _outlines(ax: Axes, scene: Scene, around: Sequence[tuple], picture=None) -> None:
    """Draw all boxes of an image, the objects below."""
    frame(ax, around, picture)
    ink, seam, shade = (INK, "white", "#AAAAAA") if picture is None else ON_PICTURE
    look = {"edgecolor": ink, "seam": seam, "linewidth": width(OBJECT), "zorder": 2}
    for judged in scene.objects:
        if judged.outcome == "missed":
            hatched = {"linewidth": 0, "edgecolor": shade, "seam": seam, "zorder": 1, **HATCHED}
            outline(ax, scene.drawn(judged), **hatched)
        line = "-" if judged.outcome in ("found", "missed") else IGNORED
        outline(ax, scene.drawn(judged), linestyle=line, **look)
    extent = max(np.ptp(around, axis=0))
    apart = (CLOSE * extent, CLOSE * extent / 2) if scene.crowded else (INSIDE * extent, 0)
    for k, judged in reversed([*enumerate(scene.detections)]):  # the surest lies on top
        colour, line, _ = LOOKS[kind(judged)]
        surer = [scene.drawn(other) for other in scene.detections[:k]]
        box = _inside(scene.drawn(judged), surer, *apart)
        outline(ax, box, edgecolor=colour, linestyle=line, zorder=3)


def _everything(matching: Matching) -> list[tuple]:
    """Return the corners of all boxes of all images, for one where nothing is."""
    scenes = matching.outcomes.base.scenes
    sides = (s for s in (scenes.truth.sides, scenes.detections.sides) if len(s))
    return [(s.x1.min(), s.y1.min(), s.x2.max(), s.y2.max()) for s in sides]


def _tags(scene: Scene, phrase: str) -> list[Tag]:
    """Name all boxes, the objects first: their names are short; where it is crowded, no others."""
    objects = [Tag(scene.called(o), scene.drawn(o), INK, filled=True) for o in scene.objects]
    if scene.crowded:
        return objects if len(objects) <= NAMED else []
    detections = [
        Tag(_tag(scene, judged, phrase), scene.drawn(judged), LOOKS[kind(judged)][0])
        for judged in scene.detections
    ]
    return objects + detections


def _tag(scene: Scene, judged, phrase: str) -> str:
    details = values(scene, judged)
    return say(phrase, **details) + (f"\nIoU {details['iou']}" if details["iou"] else "")


def _inside(box: tuple, surer: Sequence[tuple], step: float, near: float) -> tuple:
    """Draw a box a little smaller where surer ones would hide its lines."""
    hidden = 0
    for other in surer:
        shared = sum(abs(a - b) <= near for a, b in zip(box, other, strict=True))
        hidden += shared >= HIDDEN and _meet(box, other)
    left, top, right, bottom = box
    inside = min(hidden * step, 0.2 * (right - left), 0.2 * (bottom - top))
    return left + inside, top + inside, right - inside, bottom - inside


def _meet(box: tuple, other: tuple) -> bool:
    low, high = np.maximum(box[:2], other[:2]), np.minimum(box[2:], other[2:])
    return bool((low < high).all())


def _handle(which: str, on_picture: bool = False):
    """Return a piece of what outcomes, or objects, are drawn with."""
    if which in LOOKS:
        colour, line, _ = LOOKS[which]
        return Line2D([], [], color=colour, linestyle=line)
    if not which:
        return Line2D([], [], linestyle="none")
    look = {"object missed": HATCHED, "object ignored": {"linestyle": IGNORED}}.get(which, {})
    thick = width(0.6 * OBJECT)
    if not on_picture:
        return Patch(edgecolor=INK, facecolor="none", linewidth=thick, **look)
    around = [withStroke(linewidth=3 * thick, foreground=PICTURE)]
    look = {**look, "edgecolor": ON_PICTURE[0], "facecolor": PICTURE, "path_effects": around}
    return Patch(linewidth=thick, **look)


def _list(ax: Axes, rows: list[tuple[str, str]], on_picture: bool = False, columns=1) -> None:
    """Write the reasons below, each beside a piece of its line."""
    if rows:
        below = ScaledTranslation(0, -3.6 * letters() / 72, ax.figure.dpi_scale_trans)
        where = {"loc": "upper center", "bbox_to_anchor": (0.5, 0), "frameon": False}
        where |= {"bbox_transform": ax.transAxes + below, "alignment": "left"}
        handles = [_handle(which, on_picture) for which, _ in rows]
        look = {"fontsize": small(0.8), "handlelength": 2.6, "ncols": columns}
        ax.legend(handles, [text for _, text in rows], **look, **where)


def _key(ax: Axes, scenes: list[Scene]) -> None:
    """Explain the lines of all images, and count."""
    rows = _counted(scenes)
    handles = [_handle(which) for which, _ in rows]
    look = {"frameon": False, "handlelength": 2.8, "fontsize": small(0.9), "labelspacing": 0.8}
    ax.legend(handles, [text for _, text in rows], loc="center", **look)


def _counted(scenes: list[Scene]) -> list[tuple[str, str]]:
    """Count objects and detections by what became of them, each with the look of its line."""
    many = Counter(kind(judged) for scene in scenes for judged in scene.detections)
    objects = Counter(o.outcome.partition(":")[0] for scene in scenes for o in scene.objects)
    rows = {f"object {k}": objects[k] for k in ("found", "missed", "ignored") if objects[k]}
    rows |= {which: many[which] for which in LOOKS if many[which]}
    return [
        (which, say("labelled", what=say(f"outcome.{which}"), value=n)) for which, n in rows.items()
    ]


def scene_of(matching: Matching, image=None) -> Scene:
    """Take one image out of a matching; where there is one only, it need not be named.

    Raises
    ------
    InputError
        If there are several images, and none is named.
    UnknownNameError
        If there is no such image.
    """
    scenes, at = matching.outcomes.base.scenes, _find(matching, image)
    rows = (np.flatnonzero(b.image == at).tolist() for b in (scenes.truth, scenes.detections))
    objects, detections = (
        [judged[row] for row in some]
        for judged, some in zip((matching.objects, matching.detections), rows, strict=True)
    )
    surest = sorted(detections, key=lambda judged: -judged.score)
    details = scenes.truth.sides.more, matching.outcomes.iou, len(scenes.categories) > 1
    masks = scenes.truth.masks is not None
    return Scene(scenes.images[at], objects, surest, *details, masks)


def _find(matching: Matching, image) -> int:
    there = matching.outcomes.base.scenes.images
    if image is None and len(there) == 1:
        return 0
    names = f"the images are {words.listing([repr(name) for name in there])}"
    if image is None:
        raise InputError(f"there are {len(there):,} images", names, "name one: image=…")
    # By hash: neither arrays nor pandas.NA answer whether they are equal to a name.
    if not isinstance(image, Hashable) or image not in set(there):
        raise UnknownNameError(f"image={inputs.short(image)}", names, "name one of them")
    return there.index(image)


def kind(judged: Judged) -> str:
    """Return the outcome of a detection as it is drawn: all that don't count look alike."""
    return judged.outcome if judged.outcome in LOOKS else "ignored"


def written_iou(scene: Scene, judged: Judged) -> str:
    """Write an overlap so that it is seen on which side of the limit it is."""
    return "" if judged.iou is None else share(judged.iou, scene.limit)


def values(scene: Scene, judged: Judged) -> dict[str, str]:
    """Return what phrases about a detection are made of."""
    scores = words.in_order([d.score for d in scene.detections])
    other = "" if judged.other is None else verbatim(judged.other)
    return {
        "name": scene.called(judged),
        "score": scores(judged.score),
        "sign": LOOKS[kind(judged)][2],
        "outcome": say(f"outcome.{kind(judged)}"),
        "iou": written_iou(scene, judged),
        "other": other,
        "limit": f"{scene.limit:g}",
        "why": verbatim(judged.why),
        **_about(scene, judged),
    }


def _about(scene: Scene, judged: Judged) -> dict[str, str]:
    """Name the object that a detection is about, who found it and what it shows."""
    about = [obj for obj in scene.objects if obj.id == judged.other]
    taker, category = (about[0].other, about[0].category) if about else ("", "")
    return {"taker": verbatim(taker), "category": verbatim(category)}


def why_each(scene: Scene, most: int) -> list[tuple[str, str]]:
    """List the reasons of detections and of missed objects, each with the look of its line."""
    rows = [(kind(d), say("boxes.reason", reason=why(scene, d), **values(scene, d)))
            for d in scene.detections]  # fmt: skip
    rows += [
        ("object missed", _missed(scene, obj)) for obj in scene.objects if obj.outcome == "missed"
    ]
    if len(rows) > most:
        rows[most - 1 :] = [("", say("boxes.more", n=len(rows) - most + 1))]
    rows += [("", say("boxes.around"))] * scene.masks
    wide = WRAP[look().language]
    return [(which, textwrap.fill(text, wide, break_on_hyphens=False)) for which, text in rows]


def why(scene: Scene, judged: Judged) -> str:
    """Say why a detection has its outcome."""
    return say(f"why.{kind(judged)}", **values(scene, judged))


def _missed(scene: Scene, judged: Judged) -> str:
    details = {"why": verbatim(judged.why), "other": verbatim(judged.other)}
    details["iou"] = written_iou(scene, judged)
    why = say("why.untouched" if judged.iou is None else "why.missed", **details)
    return say("boxes.missed", name=scene.called(judged), reason=why)


def in_words(scene: Scene) -> str:
    """Say all boxes of an image and their outcomes."""
    objects = [f"{scene.called(obj)} {_outcome_of(obj)}" for obj in scene.objects]
    detections = [_detection_in_words(scene, judged) for judged in scene.detections]
    text = say(
        "alt.boxes",
        n=len(objects),
        objects=listing(objects, MANY),
        m=len(detections),
        detections=listing(detections, MANY),
    )
    return " ".join([text, *[say("boxes.around")] * scene.masks])


def _outcome_of(judged: Judged) -> str:
    word = judged.outcome if judged.outcome in ("found", "missed") else "ignored"
    return say(f"outcome.{word}")


def _detection_in_words(scene: Scene, judged: Judged) -> str:
    parts = values(scene, judged)
    text = "{name} {score} {outcome}".format(**parts)
    return text + (" (IoU {iou}, {other})".format(**parts) if parts["iou"] else "")
