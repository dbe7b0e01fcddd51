"""Typical wrong answers on average precision: of a detector, of its classes, of its overlaps."""

import re
from fractions import Fraction
from itertools import pairwise

import numpy as np

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import RIGHT, known, mean, over, typical
from tests.oracles.exercises.test_map_and_lists import columns, hits_of, numbers


def walk(hits, objects):
    """Return recall and precision after each box."""
    so_far = np.cumsum(hits).tolist()
    return [(Fraction(h, objects), Fraction(h, i)) for i, h in enumerate(so_far, 1)]


def best_from(points, level, strict=False):
    """Return the best precision of all points that reach a level of recall."""
    reached = [p for r, p in points if r > level or (r == level and not strict)]
    return max(reached, default=Fraction(0))


def levels(hits, objects, steps=10, strict=False):
    """Ask each level of recall for its precision."""
    points = walk(hits, objects)
    return [best_from(points, Fraction(k, steps), strict) for k in range(steps + 1)]


def rungs(hits, objects, lifted=True):
    """Return the precision of each hit, lifted to the best from there on or not."""
    points = walk(hits, objects)
    here = [i for i, hit in enumerate(hits) if hit]
    return [max(p for _, p in points[i:]) if lifted else points[i][1] for i in here]


def ap(hits, objects, lifted=True):
    """Return AP by all points."""
    return over(sum(rungs(hits, objects, lifted)), objects)


def trapezoids(hits, objects):
    """Join the points of the curve by straight lines, from recall 0 and precision 1 on."""
    points = [(0, 1), *walk(hits, objects)]
    return sum((r - q) * (p + o) / 2 for (q, o), (r, p) in pairwise(points))


def at_the_end(hits, objects):
    """Return recall, precision and F1 of all boxes."""
    found, boxes = sum(hits), len(hits)
    return {
        "recall": over(found, objects),
        "precision": over(found, boxes),
        "F1": over(2 * found, objects + boxes),
    }


@typical("map.eleven-points")
def eleven_points(q):
    """Sum the curve by another rule, or over other levels."""
    hits, objects = hits_of(q.data[0]), int(numbers(q)[1])
    answers, points = levels(hits, objects), walk(hits, objects)
    first = [next((p for r, p in points if r >= Fraction(k, 10)), Fraction(0)) for k in range(11)]
    return known(
        {
            RIGHT: mean(answers),
            "AP by all points": ap(hits, objects),
            "AP, precisions not lifted": ap(hits, objects, lifted=False),
            "AP by COCO's 101 levels": mean(levels(hits, objects, 100)),
            "sklearn's average precision": ap(hits, sum(hits), lifted=False),
            "level 0 left out": mean(answers[1:]),
            "level 1 left out": mean(answers[:-1]),
            "sum over ten": sum(answers) / 10,
            "sum of the eleven": sum(answers),
            "levels reached alone": mean(p for p in answers if p),
            "> for ≥": mean(levels(hits, objects, strict=True)),
            "eleven levels, not lifted": mean(first),
            "missed objects forgotten": mean(levels(hits, sum(hits))),
            "trapezoids": trapezoids(hits, objects),
            "mean precision after each box": mean(p for _, p in points),
            **at_the_end(hits, objects),
        }
    )


@typical("map.steepest-step")
def steepest_step(q):
    """Read a height or a place instead, another step, or divide."""
    told = alternative_text(q.pictures[0]).split(": ")[1]
    marks = [tuple(map(Fraction, pair.split())) for pair in told.split(";")[0].split(", ")]
    at, height = zip(*marks, strict=True)
    falls = [a - b for a, b in pairwise(height)]
    most = max(falls)
    step = falls.index(most)
    share = [(a - b) / a if a else 0 for a, b in pairwise(height)]
    return known(
        {
            "AP before the fall": height[step],
            "AP after the fall": height[step + 1],
            "larger of the two overlaps": at[step + 1],
            "smaller of the two overlaps": at[step],
            "middle of the two overlaps": (at[step] + at[step + 1]) / 2,
            "second largest fall": sorted(falls)[-2],
            "largest fall in proportion": max(share),
            "this fall in proportion": share[step],
            "last fall": falls[-1],
            "two steps at once": max(a - b for a, b in zip(height, height[2:], strict=False)),
            "fall from the first mark on": height[0] - height[step + 1],
            "fall from the first mark to the last": height[0] - height[-1],
            "mean fall": (height[0] - height[-1]) / 9,
            "mean AP": mean(height),
            "highest AP": height[0],
            "lowest AP": height[-1],
            "AP left over AP before": 1 - share[step],
            "number of the step": step + 1,
            "percent without the sign": 100 * most,
        }
    )


@typical("map.mean")
def mean_ap(q):
    """Take the absent class in, weigh the classes, or sum their curves by another rule."""
    table = columns(q)
    told = zip(map(hits_of, table["boxes"]), table["objects"], strict=True)
    every = [(hits, int(n)) for hits, n in told]
    there = [(hits, n) for hits, n in every if n]
    joined, objects = [hit for hits, _ in every for hit in hits], sum(n for _, n in there)
    aps = [ap(*row) for row in there]
    each = lambda rule: mean(rule(*row) for row in there)  # noqa: E731
    ends = {name: mean(at_the_end(*row)[name] for row in there) for name in ("recall", "precision")}
    return known(
        {
            RIGHT: mean(aps),
            "absent class as 0": over(sum(aps), 4),
            "absent class as 1": over(sum(aps) + 1, 4),
            "absent class as −1": over(sum(aps) - 1, 4),
            "sum of the APs": sum(aps),
            "classes weighted by objects": over(
                sum(a * n for a, (_, n) in zip(aps, there, strict=True)), objects
            ),
            "classes weighted by boxes": over(
                sum(a * len(h) for a, (h, _) in zip(aps, there, strict=True)),
                sum(len(h) for h, _ in there),
            ),
            "divided by the hits found": mean(
                over(sum(rungs(*row)), sum(row[0])) or 0 for row in there
            ),
            "precisions not lifted": each(lambda *row: ap(*row, lifted=False)),
            "sklearn's average precision": mean(
                over(sum(rungs(*row, lifted=False)), sum(row[0])) or 0 for row in there
            ),
            "eleven points": each(lambda *row: mean(levels(*row))),
            "COCO's 101 levels": each(lambda *row: mean(levels(*row, 100))),
            "all classes in one list": ap(joined, objects),
            "mean recall": ends["recall"],
            "mean precision": ends["precision"],
            "recall of all classes together": Fraction(sum(joined), objects),
            "precision of all classes together": Fraction(sum(joined), len(joined)),
            "AP of the best class": max(aps),
            "median AP": float(np.median([float(a) for a in aps])),
        }
    )


@typical("map.stricter")
def stricter(q):
    """Ask for another overlap, delete what is too weak, or sum by another rule."""
    ious = [Fraction(0 if text == "–" else text) for text in columns(q)["IoU"]]
    objects, bar = int(numbers(q)[0]), Fraction(re.search(r"≥ ([\d.]+)\)", q.text)[1])
    at = lambda limit: [int(iou >= limit) for iou in ious]  # noqa: E731
    hits = at(bar)
    touching = [hit for hit, iou in zip(hits, ious, strict=True) if hit or not iou]
    ten = [Fraction(k, 20) for k in range(10, 20)]
    return known(
        {
            RIGHT: ap(hits, objects),
            "at 0.5": ap(at(Fraction(1, 2)), objects),
            "each box that touches as a hit": ap([int(iou > 0) for iou in ious], objects),
            "> for ≥": ap([int(iou > bar) for iou in ious], objects),
            "mean over 0.5 to 0.95": mean(ap(at(limit), objects) for limit in ten),
            "divided by the hits found": over(sum(rungs(hits, objects)), sum(hits)),
            "precisions not lifted": ap(hits, objects, lifted=False),
            "sklearn's average precision": over(sum(rungs(hits, objects, False)), sum(hits)),
            "divided by the boxes": over(sum(rungs(hits, objects)), len(hits)),
            "weak boxes deleted": ap(touching, objects),
            "weak boxes' objects forgotten": over(
                sum(rungs(hits, objects)), objects - sum(0 < iou < bar for iou in ious)
            ),
            "eleven points": mean(levels(hits, objects)),
            "COCO's 101 levels": mean(levels(hits, objects, 100)),
            "trapezoids": trapezoids(hits, objects),
            "mean IoU of the hits": mean(iou for iou in ious if iou >= bar),
            **at_the_end(hits, objects),
        }
    )
