"""How much boxes or masks overlap: IoU and its relatives, of two with all working, or of many."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ..core import digits, inputs
from ..core.arithmetic import Rounded
from ..core.calls import explained
from ..core.conventions import BoxConvention, BoxForm, NoArea
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from ..core.trace import Column, Trace
from . import masks
from .box_forms import CONVENTIONS, SAID, Sides, corners_of, sides_of
from .masks import Mask, Masks, Outline

UNIT, UP = (0.0, 1.0), "higher"
INTERSECTION = Formula("intersection", "width * height", (0, None), source="Jaccard (1912)")
IOU = Formula(
    "iou",
    "intersection / (area_a + area_b - intersection)",
    UNIT,
    UP,
    "neither box has an area",
    ("jaccard index of two boxes",),
    "Everingham et al. (2010), section 4.4",
)
CROWD_IOU = Formula(
    "crowd_iou",
    "intersection / area_a",
    UNIT,
    UP,
    "the detection has no area",
    source="Lin et al. (2014), COCO's evaluation of crowds",
)
OF_MASKS = {
    IOU: replace(IOU, undefined_when="neither mask has a pixel"),
    CROWD_IOU: replace(CROWD_IOU, undefined_when="the detection has no pixel"),
}
UNION = Formula("union", "area_a + area_b - intersection")
GIOU = Formula(
    "giou",
    "iou - (hull - union) / hull",
    (-1, 1),
    "higher",
    synonyms=("generalized intersection over union",),
    source="Rezatofighi et al. (2019), algorithm 1",
)


def _measures(plus: str) -> dict[str, Formula]:
    """Write down what is measured on two boxes, by one convention."""
    across, down = f"right_{{0}} - left_{{0}}{plus}", f"bottom_{{0}} - top_{{0}}{plus}"
    area = f"({across}) * ({down})".format
    expressions = {
        "width": f"max(0, min(right_a, right_b) - max(left_a, left_b){plus})",
        "height": f"max(0, min(bottom_a, bottom_b) - max(top_a, top_b){plus})",
        "area_a": area("a"),
        "area_b": area("b"),
        "hull": f"(max(right_a, right_b) - min(left_a, left_b){plus})"
        f" * (max(bottom_a, bottom_b) - min(top_a, top_b){plus})",
    }
    return {name: Formula(name, text, (0, None)) for name, text in expressions.items()}


# The number itself stands in the formula, so that the working has no "+ 0" and needs no letter.
MEASURES = {
    convention: _measures(f" + {more}" if more else "") for convention, more in CONVENTIONS.items()
}
UNDEFINED = {"nan": np.nan, "zero": 0.0}
Regions: TypeAlias = Sides | Masks
PAIRS = 2**17  # looked at in one go: their numbers stay in the cache


@explained
def iou(
    a: Outline, b: Outline, convention: BoxConvention = "continuous", *, form: BoxForm = "xyxy"
) -> Worked:
    """Divide what two boxes, or two masks, share by what they cover together.

    Parameters
    ----------
    a, b : sequence of 4 numbers, Mask, array of bool, or dict with size and counts
        The boxes; or two masks, whose pixels are counted.
    convention : {"continuous", "inclusive-pixels"}
        Whether a box is as wide as its ends differ (COCO), or one pixel wider (PASCAL VOC).
    form : {"xyxy", "xywh", "cxcywh"}
        What the numbers are: two corners; a corner, width and height; or the centre and those.

    Returns
    -------
    Worked
        From 0 (they don't meet) to 1 (they are the same). Its ``.steps`` are the sides of the
        intersection. It is nan where neither box has an area.

    Raises
    ------
    InputError
        If something isn't a box.

    References
    ----------
    Everingham et al. (2010), The PASCAL visual object classes (VOC) challenge, section 4.4.

    Examples
    --------
    >>> found = iou([0, 0, 100, 100], [40, 0, 140, 100])
    >>> found.fraction
    Fraction(3, 7)
    >>> print(found.terms["intersection"].working)
    intersection = width·height
                 = 60·100
                 = 6000
      width = max(0, min(right a, right b) − max(left a, left b))
            = max(0, min(100, 140) − max(0, 40))
            = 60
      height = max(0, min(bottom a, bottom b) − max(top a, top b))
             = max(0, min(100, 100) − max(0, 0))
             = 100
    >>> print(found.steps)
    the intersection's sides · boxes: continuous, width = x2 − x1 (COCO)
    side    a from  a to  b from  b to  both from  both to  length
    width        0   100      40   140         40      100      60
    height       0   100       0   100          0      100     100
    >>> iou([0, 0, 1, 1], [1, 1, 2, 2], "inclusive-pixels").fraction  # one pixel of seven
    Fraction(1, 7)

    Two masks share 2 of the 5 pixels that they cover together:

    >>> square, bar = np.array([[[1, 1, 0], [1, 1, 0]], [[0, 1, 1], [0, 1, 0]]], bool)
    >>> print(iou(square, bar).working)
    IoU = intersection / (area a + area b − intersection)
        = 2 / (4 + 3 − 2)
        = 2/5
        = 0.4
    """
    if _is_mask(a) or _is_mask(b):
        return _of_masks(IOU, {"a": a, "b": b}, convention, form)
    return _iou(_pair({"a": a, "b": b}, form, convention), convention)


@explained
def crowd_iou(
    detection: Outline,
    crowd: Outline,
    convention: BoxConvention = "continuous",
    *,
    form: BoxForm = "xyxy",
) -> Worked:
    """Compute the share of a detection that lies inside a crowd.

    A crowd is one box around many objects, so what it has beyond the detection is no mistake.

    Parameters
    ----------
    detection, crowd : sequence of 4 numbers, Mask, array of bool, or dict with size and counts
        The boxes, or masks; in the working, ``a`` is the detection.
    convention, form
        As in :func:`iou`.

    Returns
    -------
    Worked
        From 0 to 1; nan where the detection has no area.

    Raises
    ------
    InputError
        If something isn't a box.

    References
    ----------
    Lin et al. (2014), Microsoft COCO: common objects in context; its evaluation of crowds.

    Examples
    --------
    >>> crowd_iou([0, 0, 10, 10], [5, 0, 100, 100]).fraction
    Fraction(1, 2)
    """
    both = {"detection": detection, "crowd": crowd}
    if _is_mask(detection) or _is_mask(crowd):
        return _of_masks(CROWD_IOU, both, convention, form)
    pair = _pair(both, form, convention)
    shared = {"intersection": _intersection(pair, convention)}
    return _with_sides(CROWD_IOU, shared | _measured(pair, convention, "area_a"), convention)


@explained
def giou(
    a: ArrayLike, b: ArrayLike, convention: BoxConvention = "continuous", *, form: BoxForm = "xyxy"
) -> Worked:
    """Take from the IoU the share of the common hull that neither box covers.

    Boxes that don't meet all have an IoU of 0; this number still tells the near from the far.

    Parameters
    ----------
    a, b, convention, form
        As in :func:`iou`.

    Returns
    -------
    Worked
        From −1 (small boxes far apart) to 1 (the same box), and never above the IoU.

    Raises
    ------
    InputError
        If something isn't a box.

    References
    ----------
    Rezatofighi et al. (2019), Generalized intersection over union, algorithm 1.

    Examples
    --------
    >>> near = giou([0, 0, 1, 1], [1, 0, 2, 1])
    >>> far = giou([0, 0, 1, 1], [9, 0, 10, 1])
    >>> near.fraction, far.fraction
    (Fraction(0, 1), Fraction(-4, 5))
    """
    boxes_only({"a": a, "b": b}, "the hull of two masks is no mask")
    pair = _pair({"a": a, "b": b}, form, convention)
    overlap = _iou(pair, convention)
    # The IoU below shows how its terms came about, so here they are only numbers.
    union = UNION.work(**{name: _number(term) for name, term in overlap.terms.items()})
    terms = {"iou": overlap, **_measured(pair, convention, "hull"), "union": union}
    return _with_sides(GIOU, terms, convention).with_steps(
        partial(_sides_table, overlap, convention)
    )


def _is_mask(value: object) -> bool:
    """Tell a mask from a box: it has a size, or rows of True and False."""
    if isinstance(value, Mask | Masks | Mapping):
        return True
    try:
        array = np.asarray(value)
    except (ValueError, TypeError):
        return False
    binary = array.dtype == bool or (array.dtype == np.uint8 and array.max(initial=0) <= 1)
    return array.ndim == 2 and binary


def _number(term: Worked):
    return Rounded(term) if term.fraction is None else term.fraction


def _iou(pair: Mapping, convention: str) -> Worked:
    areas = _measured(pair, convention, "area_a", "area_b")
    return _with_sides(IOU, {"intersection": _intersection(pair, convention), **areas}, convention)


def _pair(boxes: Mapping, form: str, convention: str) -> dict:
    """Read two boxes, and give each end of theirs its name."""
    ends = {}
    for letter, (name, box) in zip("ab", boxes.items(), strict=True):
        corners = corners_of(box, form, convention, name)
        names = (f"{end}_{letter}" for end in ("left", "top", "right", "bottom"))
        ends |= zip(names, corners, strict=True)
    return ends


def _of_masks(formula: Formula, pair: Mapping, convention: str, form: str) -> Worked:
    """Work out an overlap of two masks, counted in pixels."""
    _only_for_boxes(convention, form)
    for name, one in pair.items():
        _check_mask(one, name)
    a, b = (masks.of([masks.only(mask, name)]) for name, mask in pair.items())
    _same_size(a, b)
    row = np.zeros(1, np.int64)
    pixels = {
        "intersection": int(masks.shared(a, row, b, row)[0]),
        "area_a": int(a.area[0]),
        "area_b": int(b.area[0]),
    }
    terms = {name: pixels[name] for name in formula.terms}
    steps = partial(_pixels_table, pixels, int(a.height[0] * a.width[0]), tuple(pair))
    worked = OF_MASKS[formula].work(**terms, conventions={"boxes": masks.SAID})
    return worked.with_steps(steps)


def _check_mask(value, name: str) -> None:
    """Refuse a box that is to be compared with a mask."""
    if not _is_mask(value):
        raise InputError(
            f"{name}={inputs.short(value)}",
            "the other one is a mask, and this has no pixels that could be counted",
            "pass two boxes, or two masks: arrays of True and False, run lengths, mm.Mask",
        )


def boxes_only(pair: Mapping, why: str) -> None:
    """Refuse masks where there is something about boxes alone."""
    for name, one in pair.items():
        if _is_mask(one):
            raise InputError(
                f"{name} is a mask",
                why,
                "take the boxes around them, mask.box; mm.iou counts the pixels of masks",
            )


def _only_for_boxes(convention: str, form: str) -> None:
    """Refuse what says how boxes are measured, where there is none."""
    given = {"convention": (convention, "continuous"), "form": (form, "xyxy")}
    for name, (value, usual) in given.items():
        if value != usual:
            raise InputError(
                f"{name}={inputs.short(value)}, and masks",
                "it says how a box is measured; of masks the pixels are counted",
                f"leave out {name}",
            )


def _same_size(a: Masks, b: Masks) -> None:
    """Refuse masks of two images."""
    sizes = {(int(h), int(w)) for m in (a, b) for h, w in zip(m.height, m.width, strict=True)}
    if len(sizes) > 1:
        said = " and ".join(f"{w} × {h}" for h, w in sorted(sizes)[:2])
        raise InputError(
            f"the masks are {said} pixels",
            "they share pixels of one image, width × height",
            "pass masks of one image",
        )


def _pixels_table(pixels: Mapping, image: int, names: tuple[str, str]) -> Trace:
    """Lay out how many pixels of the image lie in both masks, in one of them, in none."""
    both, first, second = pixels.values()
    a, b = names
    counts = [both, first - both, second - both, image - first - second + both]
    where = ["in both", f"in {a} only", f"in {b} only", "in neither"]
    columns = (Column("where", where), Column("pixels", counts, digits.count, "right"))
    return Trace("the pixels of the image", columns, conventions={"boxes": masks.SAID})


def _measured(pair: Mapping, convention: str, *names: str) -> dict[str, Worked]:
    """Measure, by the formulas of the convention."""
    formulas = (MEASURES[convention][name] for name in names)
    return {f.name: f.work(**{term: pair[term] for term in f.terms}) for f in formulas}


def _intersection(pair: Mapping, convention: str) -> Worked:
    return INTERSECTION.work(**_measured(pair, convention, "width", "height"))


def _with_sides(formula: Formula, terms: Mapping, convention: str) -> Worked:
    worked = formula.work(**terms, conventions={"boxes": SAID[convention]})
    return worked.with_steps(partial(_sides_table, worked, convention))


def _sides_table(worked: Worked, convention: str) -> Trace:
    """Lay out the sides of the intersection: where they begin and end, and how long they are."""
    sides = worked.terms["intersection"].inner
    width, height = (side.terms for side in sides)
    across = [width[f"{end}_{box}"] for box in "ab" for end in ("left", "right")]
    down = [height[f"{end}_{box}"] for box in "ab" for end in ("top", "bottom")]
    ends = list(zip(across, down, strict=True))
    both = [list(map(max, ends[0], ends[2])), list(map(min, ends[1], ends[3]))]
    names = ("a from", "a to", "b from", "b to", "both from", "both to", "length")
    return Trace(
        "the intersection's sides",
        [
            Column("side", [side.name for side in sides]),
            *(
                Column(name, values, show=_written, align="right")
                for name, values in zip(names, [*ends, *both, list(sides)], strict=True)
            ),
        ],
        conventions={"boxes": SAID[convention]},
    )


def _written(value) -> str:
    """Write a place or a length: in all its digits where these are few."""
    return digits.short(float(value)) or digits.decimal(float(value), 4)


@explained
def iou_matrix(
    boxes_a: ArrayLike,
    boxes_b: ArrayLike,
    convention: BoxConvention = "continuous",
    *,
    crowd: ArrayLike | None = None,
    form: BoxForm = "xyxy",
    undefined: NoArea = "nan",
) -> np.ndarray:
    """Compute the IoU of each box, or mask, of one list with each of another.

    Parameters
    ----------
    boxes_a, boxes_b : array_like, shape (n, 4) and (m, 4), or sequences of masks
        Detections and objects.
    convention : {"continuous", "inclusive-pixels"}
        Whether a box is as wide as its ends differ (COCO), or one pixel wider (PASCAL VOC).
    crowd : array_like of bool, shape (m,), optional
        Which of ``boxes_b`` are crowds: with them, the share of the detection inside counts.
    form : {"xyxy", "xywh", "cxcywh"}
        What the four numbers are. Of ``"xywh"`` the sizes are taken as they are, as COCO does it.
    undefined : {"nan", "zero"}
        What stands where no box has an area to divide by; pycocotools puts 0 there.

    Returns
    -------
    numpy.ndarray of float, shape (n, m)
        What :func:`iou` works out for each pair.

    Raises
    ------
    InputError
        If something isn't a box.

    Examples
    --------
    >>> iou_matrix([[0, 0, 4, 4], [2, 0, 6, 4]], [[0, 0, 4, 4]])
    array([[1.        ],
           [0.33333333]])
    >>> iou_matrix([[0, 0, 4, 4], [2, 0, 6, 4]], [[0, 0, 4, 4]], crowd=[True])
    array([[1. ],
           [0.5]])
    """
    inputs.choice(undefined, UNDEFINED, "undefined")
    a, b = _regions({"a": boxes_a, "b": boxes_b}, form, convention)
    flags = np.zeros(len(b), bool) if crowd is None else _flags(crowd, len(b))
    matrix = np.zeros((len(a), len(b)))
    for rows, cols in meetings(around(a), around(b)):
        matrix[rows, cols] = overlaps_of(a, rows, b, cols, flags)
    empty_a, empty_b = np.flatnonzero(a.area == 0), (b.area == 0) | flags
    matrix[np.ix_(empty_a, empty_b)] = UNDEFINED[undefined]
    return matrix


def _regions(lists: Mapping, form: str, convention: str) -> list[Regions]:
    """Read two lists of boxes, or two of masks."""
    some = [next(iter(one), None) if inputs.several(one) else one for one in lists.values()]
    if not any(map(_is_mask, some)):
        return [sides_of(boxes, form, convention, name) for name, boxes in lists.items()]
    _only_for_boxes(convention, form)
    for name, some in lists.items():
        if _is_mask(some) and not isinstance(some, Masks):
            raise InputError(
                f"{name} is one mask", "a list of masks has an item for each", f"pass [{name}]"
            )
        if not inputs.several(some):
            _check_mask(some, name)
        for row, one in enumerate(some):
            _check_mask(one, f"{name}[{row}]")
    read = [masks.of(list(m), partial(_listed, name)) for name, m in lists.items()]
    _same_size(*read)
    return read


def _listed(name: str, row: int) -> str:
    return f"{name}[{row}]"


def _flags(crowd, boxes: int) -> np.ndarray:
    """Read which boxes are crowds."""
    cells = np.zeros(0, bool) if inputs.is_empty(crowd) else inputs.column(crowd, "crowd")
    if len(cells) != boxes:
        raise InputError(
            f"b has {boxes} boxes, crowd has {len(cells)} values",
            "each of these boxes is a crowd or isn't",
            "pass a value for each box of b",
        )
    return inputs.yes_or_no(cells, "crowd", "a box is a crowd")


def meetings(a: Sides, b: Sides) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Find the pairs of boxes that touch or overlap, some boxes of ``a`` at a time.

    Yields
    ------
    rows, cols : numpy.ndarray of int
        Positions in ``a`` and in ``b``, the rows in order.
    """
    if not len(b):
        return
    right, bottom = b.x2 + b.more, b.y2 + b.more
    step = max(1, PAIRS // len(b))
    for start in range(0, len(a), step):
        left, top, last, low = (
            side[start : start + step, None] for side in (a.x1, a.y1, a.x2 + a.more, a.y2 + a.more)
        )
        near = (left <= right) & (last >= b.x1) & (top <= bottom) & (low >= b.y1)
        rows, cols = np.nonzero(near)
        yield rows + start, cols


def overlaps_of(
    a: Regions, rows: np.ndarray, b: Regions, cols: np.ndarray, crowd: np.ndarray
) -> np.ndarray:
    """Compute the IoU of many pairs of boxes, or of masks.

    Parameters
    ----------
    a, b : Sides, or Masks
        Detections and objects.
    rows, cols : numpy.ndarray of int, shape (n,)
        The pairs: which of ``a``, and which of ``b``.
    crowd : numpy.ndarray of bool, shape (len(b),)
        Which of ``b`` are crowds.
    """
    boxes = overlaps(around(a), rows, around(b), cols, crowd)
    if not (isinstance(a, Masks) and isinstance(b, Masks)):
        return boxes
    ious = np.zeros(len(rows))
    near = np.flatnonzero(boxes > 0)  # masks whose boxes don't meet share nothing
    common = masks.shared(a, rows[near], b, cols[near])
    meet = np.flatnonzero(common > 0)
    near, common = near[meet], common[meet]
    areas = {"area_a": a.area[rows[near]], "area_b": b.area[cols[near]]}
    alone = CROWD_IOU.column(intersection=common, area_a=areas["area_a"])
    ious[near] = np.where(crowd[cols[near]], alone, IOU.column(intersection=common, **areas))
    return ious


def around(regions: Regions) -> Sides:
    """Return the boxes themselves, or those around the masks."""
    return regions.sides if isinstance(regions, Masks) else regions


def overlaps(
    a: Sides, rows: np.ndarray, b: Sides, cols: np.ndarray, crowd: np.ndarray | None = None
) -> np.ndarray:
    """Compute the IoU of many pairs of boxes; 0 where the two don't meet.

    Parameters
    ----------
    a, b : Sides
        Detections and objects.
    rows, cols : numpy.ndarray of int, shape (n,)
        The pairs: which of ``a``, and which of ``b``.
    crowd : numpy.ndarray of bool, shape (len(b),), optional
        Which of ``b`` are crowds: there the share of ``a`` that lies inside counts.

    Returns
    -------
    numpy.ndarray of float, shape (n,)
        From 0 to 1.
    """
    ious, measure = np.zeros(len(rows)), MEASURES[a.convention]
    wide = measure["width"].column(
        left_a=a.x1[rows], right_a=a.x2[rows], left_b=b.x1[cols], right_b=b.x2[cols]
    )
    near = np.flatnonzero(wide > 0)  # most pairs of an image lie side by side
    rows, cols = rows[near], cols[near]
    high = measure["height"].column(
        top_a=a.y1[rows], bottom_a=a.y2[rows], top_b=b.y1[cols], bottom_b=b.y2[cols]
    )
    shared = INTERSECTION.column(width=wide[near], height=high)
    meet = np.flatnonzero(shared > 0)
    near, shared, rows, cols = near[meet], shared[meet], rows[meet], cols[meet]
    ious[near] = IOU.column(intersection=shared, area_a=a.area[rows], area_b=b.area[cols])
    if crowd is not None and crowd.any():
        inside = np.flatnonzero(crowd[cols])
        alone = CROWD_IOU.column(intersection=shared[inside], area_a=a.area[rows[inside]])
        ious[near[inside]] = alone
    return ious
