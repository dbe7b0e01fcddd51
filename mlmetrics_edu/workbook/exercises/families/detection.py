"""What stands around the average precision of a list of hits, and around a mean of several."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain
from operator import itemgetter, mul
from statistics import median

from ....metrics.average_precision import average_precision
from ....metrics.rankings.retrieval import retrieval_sweep
from ..draws import rungs
from ..family import Family, family
from . import areas

RULES = {rule: name for name, rule in areas.RULES.items()}
LEVELLED = ("voc2007", "coco")


def ap(hits, objects, rule="voc2010", compare="exact"):
    """Sum a list of hits up, the surest first, by one rule; by hand levels are met exactly."""
    return average_precision(retrieval_sweep(hits, n_relevant=objects), rule, compare=compare)


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
