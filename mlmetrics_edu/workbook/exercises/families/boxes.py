"""What stands around the overlap of two boxes, and around what boxes find."""

from collections.abc import Sequence

import numpy as np

from ....detection.iou import giou, iou
from ..family import Family, family
from ..registry import formulas

PIXELS = "inclusive-pixels"
OVERLAPS = {
    "overlap counted twice": "intersection / (area_a + area_b)",
    "Dice": "2*intersection / (area_a + area_b)",
    "share of the first box": "intersection / area_a",
    "share of the second box": "intersection / area_b",
    "overlap taken out twice": "intersection / (area_a + area_b - 2*intersection)",
    "frame around both": "intersection / frame",
    "union over the frame": "(area_a + area_b - intersection) / frame",
    "areas compared": "min(area_a, area_b) / max(area_a, area_b)",
    "last pixel of the overlap alone": "wider / (area_a + area_b - wider)",
    "widths alone": "width / (width_a + width_b - width)",
    "heights alone": "height / (height_a + height_b - height)",
    "what only one box has": "1 - intersection / (area_a + area_b - intersection)",
    "union over the overlap": "(area_a + area_b - intersection) / intersection",
    "intersection": "intersection",
    "union": "area_a + area_b - intersection",
    "sum of both areas": "area_a + area_b",
}
PRECISIONS = {
    "duplicates as hits": "(found + again) / boxes",
    "duplicates left out": "found / (boxes - again)",
    "recall": "found / people",
    "duplicates as people": "(found + again) / people",
    "over the boxes near enough": "found / (found + again)",
    "over the boxes that touch somebody": "found / touching",
    "both boxes of a pair wrong": "(found - twice) / boxes",
    "people touched over the boxes": "touched / boxes",
    "boxes that touch somebody over all": "touching / boxes",
    "F1": "2*found / (boxes + people)",
    "hits over all boxes and misses": "found / (boxes + people - found)",
    "hits over false alarms": "found / (boxes - found)",
    "false alarms over the boxes": "(boxes - found) / boxes",
    "duplicates over the boxes": "again / boxes",
    "people over boxes": "people / boxes",
    "number of hits": "found",
}


def overlaps(a, b) -> Family:
    """Return what two boxes, by their corners, may be compared by, besides their IoU.

    Examples
    --------
    >>> family = overlaps((0, 0, 4, 4), (2, 0, 6, 4))
    >>> print(family.members["Dice"].says(), family.values["Dice"].fraction)
    That's Dice: the overlap counts twice, in the numerator and in the denominator. 1/2
    """
    ends = np.array([a, b])
    both, one, two = (sides.tolist() for sides in (inner(ends), *(ends[:, 2:] - ends[:, :2])))
    frame = (ends[:, 2:].max(axis=0) - ends[:, :2].min(axis=0)).tolist()
    areas = {name: term.fraction for name, term in iou(a, b).terms.items()}
    terms = {**areas, "frame": frame[0] * frame[1], "wider": (both[0] + 1) * (both[1] + 1)}
    for k, side in enumerate(("width", "height")):
        terms |= {side: both[k], f"{side}_a": one[k], f"{side}_b": two[k]}
    more = {"last pixel counted in": iou(a, b, PIXELS), "generalised IoU": giou(a, b)}
    return family("boxes.overlaps", formulas(terms, OVERLAPS) | more)


def inner(ends: np.ndarray) -> np.ndarray:
    """Measure what two boxes share: its width and its height."""
    return (ends[:, 2:].min(axis=0) - ends[:, :2].max(axis=0)).clip(0)


def misread(line: Sequence, b) -> Family:
    """Return the IoU with a box of COCO's form where one or both are read in another.

    Examples
    --------
    >>> misread((20, 15, 60, 45), (35, 20, 90, 55)).values["width taken for right side"]
    Fraction(1, 4)
    """
    x, y, w, h = line
    corner = x - w / 2, y - h / 2
    read = {
        "width taken for right side": (line, b),
        "corner taken for the middle": ((*corner, corner[0] + w, corner[1] + h), b),
        "height before width": ((x, y, x + h, y + w), b),
        "top before left": ((y, x, y + w, x + h), b),
        "second box read as the file": ((x, y, x + w, y + h), sized(b)),
        "both forms swapped": (line, sized(b)),
    }
    return family("boxes.forms", {name: iou(*pair).fraction for name, pair in read.items()})


def sized(box) -> tuple:
    """Read a box's right side and bottom as its width and height."""
    left, top, width, height = box
    return left, top, left + width, top + height


def counted(who, near, people: int, others) -> Family:
    """Return what may be counted in a table of boxes, besides the people who are found.

    Parameters
    ----------
    who : array of str
        The person whom each box overlaps most, the surest box first; ``""`` for nobody.
    near : array of bool
        Which boxes overlap their person enough.
    people : int
        How many there are.
    others : mapping of str to array of bool
        Which boxes do if it is read in another way, by the name of that.

    Examples
    --------
    >>> who, near = np.array(["A", "A", "", "B"]), np.array([True, True, False, False])
    >>> family = counted(who, near, 3, {"at the old limit": near | (who == "B")})
    >>> family.values["duplicates as hits"], family.values["at the old limit"]
    (2, 2)
    """
    t, others = tally(who, near, people), otherwise(who, near, others)
    if "at the old limit" in others:
        others["lost by the new limit"] = others["at the old limit"] - t["found"]
    others |= {"duplicates": t["again"], "duplicates as hits": t["found"] + t["again"]}
    others |= {"people missed": people - t["found"], "false alarms": len(who) - t["found"]}
    others |= {"people found just once": t["found"] - t["twice"], "people touched": t["touched"]}
    others |= {"boxes below the limit": len(who) - t["found"] - t["again"]}
    others |= {"boxes that touch somebody": t["touching"], "boxes": len(who), "people": people}
    return family("boxes.counts", others)


def precisions(who, near, people: int, others) -> Family:
    """Return what may be divided in a table of boxes, besides hits by boxes.

    Examples
    --------
    >>> who, near = np.array(["A", "A", "", "B"]), np.array([True, True, False, False])
    >>> precisions(who, near, 3, {}).values["duplicates as hits"].fraction
    Fraction(1, 2)
    """
    terms = tally(who, near, people)
    by_boxes = {n: found / len(who) for n, found in otherwise(who, near, others).items()}
    hits = np.isin(np.arange(len(who)), [*claimed(who, near).values()])
    summed = (hits.cumsum() / np.arange(1, len(who) + 1))[hits].sum() / people
    known = formulas(terms, PRECISIONS) | {"average precision": summed}
    return family("boxes.precisions", known | by_boxes)


def tally(who, near, people: int) -> dict[str, int]:
    """Count what is found, found again, and touched at all."""
    found, close = len(claimed(who, near)), who[near].tolist()
    return {
        "found": found,
        "again": len(close) - found,
        "twice": sum(close.count(person) > 1 for person in {*close}),
        "boxes": len(who),
        "people": people,
        "touched": len({*who} - {""}),
        "touching": int((who != "").sum()),
    }


def otherwise(who, near, others) -> dict[str, int]:
    """Count the people who are found in other ways."""
    surest = np.isin(np.arange(len(who)), [*claimed(who, who != "").values()])
    others = {"surest box of each person alone": near & surest, **others}
    return {name: len(claimed(who, mask)) for name, mask in others.items()}


def claimed(who, near) -> dict[str, int]:
    """Tell which box finds each person, where the surest chooses first."""
    rows = np.flatnonzero(near & (who != ""))[::-1]
    return dict(zip(who[rows].tolist(), rows.tolist(), strict=True))
