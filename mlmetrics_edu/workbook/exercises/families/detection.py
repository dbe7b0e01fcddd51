"""What stands around the overlap of boxes, what they find, and the AP of a list of hits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import chain
from operator import itemgetter, mul
from statistics import median

import numpy as np

from ....detection.boxes import giou, iou
from ....metrics.average_precision import average_precision
from ....metrics.lists import retrieval_sweep
from . import Family, family, rankings, worked

RULES = {rule: name for name, rule in rankings.RULES.items()}
LEVELLED = ("voc2007", "coco")
PIXELS = "inclusive-pixels"


def ap(hits, objects, rule="voc2010", compare="exact"):
    """Sum a list of hits up, the surest first, by one rule; by hand levels are met exactly."""
    return average_precision(retrieval_sweep(hits, n_relevant=objects), rule, compare=compare)


def rungs(hits) -> list[Fraction]:
    """Return the precision at each hit.

    Examples
    --------
    >>> rungs([1, 0, 1])
    [Fraction(1, 1), Fraction(2, 3)]
    """
    return [Fraction(sum(hits[:i]), i) for i, hit in enumerate(hits, 1) if hit]


def levels(hits, objects, pick=max, *, above=False) -> list[Fraction]:
    """Ask eleven levels of recall, and pick one of the rungs at each or above it.

    Examples
    --------
    >>> print(*levels([1, 0, 1], 4))
    1 1 1 2/3 2/3 2/3 0 0 0 0 0
    """
    heights = rungs(hits)
    below = [k * objects // 10 if above else max(-(-k * objects // 10), 1) - 1 for k in range(11)]
    left = [heights[few:] for few in below]  # so many hits don't reach the level
    return [pick(some) if some else Fraction(0) for some in left]


def of_list(hits, objects: int, rule: str, others=None) -> Family:
    """Return what a list of hits may be summed up to, besides its AP by one rule.

    Parameters
    ----------
    hits, objects, rule
        As for :func:`ap`.
    others : mapping of str to number, optional
        What else the data may be read as.

    Examples
    --------
    >>> family = of_list([1, 0, 1], 4, "voc2010")
    >>> print(round(family.values["AP by rectangles"], 3), family.members["recall"].says())
    0.417 That's the recall of the whole list.
    """
    return family("detection.lists", (others or {}) | summed(hits, objects, rule))


def of_levels(hits, objects: int) -> Family:
    """Return what eleven levels of recall may be summed up to, besides the AP of VOC 2007."""
    asked = levels(hits, objects)
    ways = {
        "level 0 left out": sum(asked[1:]) / 10,
        "divided by ten": sum(asked) / 10,
        "only the levels reached": sum(asked) / (11 - asked.count(0)),
        "sum of the levels": sum(asked),
        "the next rung, not the best": sum(levels(hits, objects, itemgetter(0))) / 11,
        "> for ≥": sum(levels(hits, objects, above=True)) / 11,
    }
    return family("detection.levels", ways) + of_list(hits, objects, "voc2007")


def of_lists(lists: Mapping, rule: str, others=None) -> Family:
    """Return what several lists may be averaged to, besides the mean of their APs by one rule.

    Examples
    --------
    >>> family = of_lists({"cat": ([1, 0, 1], 4), "dog": ([0, 1], 1)}, "voc2010")
    >>> print(family.values["mean recall"], family.members["median AP"].says())
    3/4 That's the median of the APs. The question asks for the mean.
    """
    pairs = [*lists.values()]
    each, aps = [summed(*one, rule) for one in pairs], [ap(*one, rule).fraction for one in pairs]
    joined, total = [*chain(*(hits for hits, _ in pairs))], sum(n for _, n in pairs)
    weigh = lambda weights: sum(map(mul, aps, weights)) / sum(weights)  # noqa: E731
    high = [height for hits, _ in pairs for height in rungs(hits)]
    means = {f"mean {name}": sum(one[name] for one in each) / len(each) for name in each[0]}
    pooled = {
        "each object alike": weigh([n for _, n in pairs]),
        "each place alike": weigh([len(hits) for hits, _ in pairs]),
        "one joined list": ap(joined, total, rule),
        "mean of all rungs": sum(high) / len(high),
        "recall of all together": Fraction(sum(joined), total),
        "precision of all together": Fraction(sum(joined), len(joined)),
        "sum of the APs": sum(aps),
        "best AP": max(aps),
        "worst AP": min(aps),
        "first AP": aps[0],
        "median AP": median(aps),
    }
    return family("detection.means", (others or {}) | pooled | means)


def summed(hits, objects: int, rule: str) -> dict[str, float]:
    """Sum a list up in other ways."""
    found, boxes = sum(hits), len(hits)
    walk = retrieval_sweep(hits, n_relevant=objects)
    rules = {way: float(average_precision(walk, way, compare="exact")) for way in RULES}
    asked = rules.pop(rule)
    ways = {RULES[way]: value for way, value in rules.items()}
    ways["AP over the hits"] = ap(hits, found, rule).fraction
    if rule != "step":
        ways["AP by steps over the hits"] = ap(hits, found, "step").fraction
    if rule not in LEVELLED:
        ways["AP over the length of the list"] = asked * objects / boxes
        ways["sum not divided"] = asked * objects
    if rule == "step":  # as of what a search returns
        ways["AP over what the list can hold"] = asked * objects / min(objects, boxes)
        ways["precision at the first hit"] = Fraction(1, hits.index(1) + 1)
        ways["precision in the first five"] = Fraction(sum(hits[:5]), 5)
        ways["R-precision"] = Fraction(sum(hits[:objects]), objects)
    ends = {"recall": Fraction(found, objects), "precision": Fraction(found, boxes)}
    places = [Fraction(sum(hits[:i]), i) for i in range(1, boxes + 1)]
    ends["F1"] = Fraction(2 * found, objects + boxes)
    return ways | ends | {"precision after each place": sum(places) / boxes}


def of_line(line, marks, k: int) -> Family:
    """Return what may be read off a falling line, besides its longest step, from mark k on."""
    falls = line[:-1] - line[1:]
    last = len(falls) - 1
    return family(
        "detection.line",
        {
            "height before the fall": line[k],
            "height after the fall": line[k + 1],
            "place of the fall": marks[k + 1],
            "left end of the fall": marks[k],
            "middle of the fall": (marks[k] + marks[k + 1]) / 2,
            "second largest fall": sorted(falls)[-2],
            "fall before": falls[max(k - 1, 0)],
            "fall after": falls[min(k + 1, last)],
            "last fall": falls[-1],
            "two steps": max(line[:-2] - line[2:]),
            "fall from first to last": line[0] - line[-1],
            "fall up to there": line[0] - line[k + 1],
            "fall from there on": line[k] - line[-1],
            "mean fall": (line[0] - line[-1]) / len(falls),
            "part of the height": falls[k] / line[k],
            "largest part of a height": (falls[line[:-1] > 0] / line[:-1][line[:-1] > 0]).max(),
            "part of the whole fall": falls[k] / (line[0] - line[-1]),
            "what is left of the height": line[k + 1] / line[k],
            "mean height": sum(line) / len(line),
            "first height": line[0],
            "last height": line[-1],
            "number of the step": k + 1,
        },
    )


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
    return worked("detection.overlaps", terms, more)


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
    return family("detection.forms", {name: iou(*pair).fraction for name, pair in read.items()})


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
    return family("detection.counts", others)


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
    return worked("detection.precisions", terms, {"average precision": summed, **by_boxes})


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
