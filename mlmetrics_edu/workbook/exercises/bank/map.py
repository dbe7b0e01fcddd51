"""Exercises on AP of detections, mAP, and the protocols of VOC and COCO: lesson 14."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from itertools import product
from operator import itemgetter

import numpy as np

from .... import plots
from ....core.formula import Formula
from ....core.trace import Trace
from ....detection.detection_map import detection_map
from ....metrics.average_precision import average_precision
from ...examples import example
from ..families.detection import ap, levels, of_levels, of_line, of_list, of_lists, rungs
from ..forms import Built
from ..registry import Unfit, task, template, unfit_if
from ..typed import Labels, Number
from .data import compared, distinct, in_order, marks, one_of_each, own, untrue

KINDS = ("bicycle", "boat", "bus", "car", "cat", "couch", "tv")
GRIDS = ("voc2007", "coco")
PLACES = (
    "less sure than all the old ones",
    "surer than all the old ones",
    "surer than the last old box, and less sure than the others",
)


@cache
def judged(scene, protocol="coco", kinds=None, **how):
    """Judge a scene of the lesson."""
    given = example(scene)
    return detection_map(given.truth, given.detections, protocol, categories=kinds, **how)


def some_kinds(rng, least) -> tuple[str, ...]:
    """Draw some of the seven kinds; without a generator, take all."""
    if rng is None:
        return KINDS
    chosen = rng.choice(KINDS, int(rng.integers(least, 7)), replace=False).tolist()
    return tuple(sorted(chosen))


def missed_in_floats(hits, objects) -> bool:
    """Tell whether a tool, which works in floats, gives another AP by levels than a hand does."""
    ways = [[ap(hits, objects, rule, how) for rule in GRIDS] for how in ("floats", "exact")]
    return [one.fraction for one in ways[0]] != [one.fraction for one in ways[1]]


@template("map.eleven-points")
def eleven_points(rng):
    """The AP of a short list by eleven levels."""
    hits, objects = [1, 1, 0, 1, 1], 5
    if rng is not None:
        hits = [1, *rng.integers(0, 2, int(rng.integers(4, 8))).tolist()]
        objects = sum(hits) + int(rng.integers(1, 4))
    answers = levels(hits, objects)
    reached = 11 - answers.count(0)
    others = (levels(hits, objects, above=True), levels(hits, objects, itemgetter(0)))
    if sum(answers) in map(sum, others) and rng is not None:
        raise Unfit("> for ≥, or the next rung for the best, changes nothing")
    unfit_if(missed_in_floats(hits, objects), "a tool that works in floats misses a level")
    others = of_levels(hits, objects)
    mistakes = own(others, "divided by ten", "level 0 left out", "only the levels reached")
    words = {"hits": sum(hits), "boxes": len(hits), "objects": objects, "reached": reached}
    added = " + ".join(map(str, answers[:reached]))
    words |= {"last": f"{sum(hits)}/{objects}", "added": added, "family": others}
    return task(ap(hits, objects, "voc2007"), mistakes, shown=marks(hits), **words)


@template("map.steepest-step")
def steepest_step(rng):
    """How much AP falls where it falls most, read off its line over ten overlaps."""
    seen = judged("coco-seven", kinds=some_kinds(rng, 2))
    line, ious = seen.ap_by_iou(), [round(iou, 2) for iou in seen.protocol.ious]
    falls = -np.diff(line)
    k = int(falls.argmax())
    others = of_line(line.round(3), ious, k)  # as it is written beside the marks
    mistakes = own(others, "height after the fall", "place of the fall", "fall from first to last")
    columns = {"overlap": ious, "AP": [f"{value:.3f}" for value in line]}
    columns["fall"] = ["–", *(f"{abs(fall):.3f}" for fall in falls)]  # it never rises
    return task(
        float(falls[k]),
        mistakes,
        family=others,
        shown=lambda: plots.ap_by_iou(seen).figure,
        steps=Trace.of("AP by the overlap you ask for", columns),
        form=Number(tolerance=0.02),
        **{"kinds": ", ".join(seen.categories), "least": ious[0], "most": ious[-1]},
        **{"from_here": ious[k], "to": ious[k + 1]},
    )


@template("map.mean")
def mean(rng):
    """The mean over classes, one of which has no object."""
    lists = {"bicycle": ([1, 0, 1, 1], 4), "couch": ([0, 1, 1, 1, 1, 1], 7), "tv": ([1], 2)}
    if rng is not None:
        lists = {kind: class_of(rng) for kind in rng.choice(KINDS, 3, replace=False).tolist()}
    aps = {f"AP_{kind}": ap(*one) for kind, one in lists.items()}
    added = " + ".join(aps)
    joined = [hit for hits, _ in lists.values() for hit in hits] + [0]
    absent = {"0": "+ 0", "1": "+ 1", "−1": "- 1"}
    read = {f"absent class as {n}": mean_of(f"({added} {x}) / 4", aps) for n, x in absent.items()}
    read |= {"precision of all boxes": Fraction(sum(joined), len(joined))}
    others = of_lists(lists, "voc2010", read)
    answer = mean_of(f"({added}) / 3", aps)
    mistakes = own(others, "absent class as 0", "absent class as −1", "each object alike")
    lists["dog"] = ([0], 0)
    shown = Trace.of("four classes, the surest box first", listed(lists))
    each = ", ".join(f"{one.fraction} for {kind[3:]}" for kind, one in aps.items())
    return task(answer, mistakes, family=others, shown=shown, each=each)


def mean_of(expression, aps):
    """Work a mean of APs out, right or wrong."""
    return Formula("mAP", expression).work(**aps)


def listed(lists) -> dict:
    """Lay classes out: their objects and their boxes."""
    columns = {"class": list(lists), "objects": [n for _, n in lists.values()]}
    return columns | {"boxes": [marks(hits) for hits, _ in lists.values()]}


def class_of(rng) -> tuple[list[int], int]:
    """Draw the boxes and the objects of one class."""
    hits = rng.integers(0, 2, int(rng.integers(1, 6))).tolist()
    unfit_if(not any(hits), "a class without a hit")
    return hits, sum(hits) + int(rng.integers(0, 4))


@template("map.stricter")
def stricter(rng):
    """The AP of a few boxes where more overlap is asked for."""
    scores, overlaps, bar, objects = loose_boxes(rng)
    at = lambda least: [int(iou >= least) for iou in overlaps]  # noqa: E731
    hits = at(bar)
    unfit_if(sum(hits) < 2, "hardly a hit")
    lost = sum(0.5 <= iou < bar for iou in overlaps)
    kept = [int(iou >= bar) for iou in overlaps if iou >= bar or not iou]
    ten = [ap(at(n / 20), objects).fraction for n in range(10, 20)]
    read = {
        "at one half": ap(at(0.5), objects),
        "every touch a hit": ap([int(iou > 0) for iou in overlaps], objects),
        "> for ≥": ap([int(iou > bar) for iou in overlaps], objects),
        "weak boxes deleted": ap(kept, objects),
        "their objects deleted too": ap(hits, max(objects - lost, sum(hits))),
        "mean over ten overlaps": sum(ten) / len(ten),
        "mean overlap of the hits": np.dot(hits, overlaps) / sum(hits),
    }
    others = of_list(hits, objects, "voc2010", read)
    mistakes = own(others, "at one half", "weak boxes deleted", "their objects deleted too")
    columns = {"score": [f"{score:.2f}" for score in scores]}
    columns["IoU"] = [f"{iou:.2f}" if iou else "–" for iou in overlaps]
    shown = Trace.of("the boxes, the surest first", {"box": list("ABCDEF")[: len(hits)], **columns})
    words = {"bar": bar, "half": 0.5, "objects": objects, "hits": sum(hits), "lost": lost}
    words |= {"found": ", ".join(map(str, rungs(hits))), "family": others, "steps": marks(hits)}
    return task(ap(hits, objects), mistakes, shown=shown, **words)


def loose_boxes(rng) -> tuple[list, list, float, int]:
    """Draw scores and overlaps of a few boxes, a bar that one of them just meets, and objects."""
    if rng is None:
        return [0.96, 0.9, 0.84, 0.71, 0.66, 0.52], [0.91, 0.62, 0.75, 0, 0.83, 0.78], 0.75, 7
    scores = sorted((rng.choice(np.arange(30, 99), 6, replace=False) / 100).tolist())[::-1]
    bar = float(rng.choice([0.6, 0.65, 0.7, 0.75, 0.8]))
    others = rng.choice(np.setdiff1d(np.arange(51, 98), [round(100 * bar)]), 4, replace=False)
    overlaps = rng.permutation([*(others / 100), bar, 0]).tolist()
    return scores, overlaps, bar, 5 + int(rng.integers(0, 4))


@template("map.rules-in-order")
def rules_in_order(rng):
    """Four rules in the order of what they give, where no false alarm is raised."""
    objects = 2 if rng is None else int(rng.integers(3, 16))
    hits = 1 if rng is None else int(rng.integers(objects // 2, objects))
    reached = {name: hits * n // objects for name, n in {"voc2007": 10, "coco": 100}.items()}
    voc, coco = Fraction(reached["voc2007"], 11), Fraction(reached["coco"], 101)
    gives = {"voc2010": Fraction(hits, objects), "sklearn": Fraction(1)}
    gives |= {"voc2007": voc + Fraction(1, 11), "coco": coco + Fraction(1, 101)}
    if len(set(gives.values())) < 4 or missed_in_floats([1] * hits, objects):
        raise Unfit("two rules give the same, or a tool that works in floats misses a level")
    right = in_order(gives)
    swap = {"voc2007": gives["coco"], "coco": gives["voc2007"]}
    mistakes = {
        "the highest first": right[::-1],
        "level 0 forgotten": in_order(gives | {"voc2007": voc, "coco": coco}),
        "COCO's level 0 forgotten": in_order(gives | {"coco": coco}),
        "VOC's level 0 forgotten": in_order(gives | {"voc2007": voc}),
        "the two grids swapped": in_order(gives | swap),
        "scikit-learn lowest": ("sklearn", *(rule for rule in right if rule != "sklearn")),
    }
    steps = compared("AP by four rules", AP={rule: gives[rule] for rule in right})
    words = {"found": hits, "objects": objects, "share": gives["voc2010"], **reached}
    return task(right, distinct(right, mistakes), shown=marks([1] * hits), steps=steps, **words)


@template("map.more-boxes")
def more_boxes(rng):
    """What changes when a detector adds boxes that lie on nothing."""
    hits, objects, many, place = [1, 1, 0, 1, 0, 1], 6, 50, PLACES[0]
    if rng is not None:
        hits = [int(rng.integers(0, 2)), 1, *rng.integers(0, 2, 4).tolist(), 1]
        objects, many = sum(hits) + int(rng.integers(0, 4)), int(rng.integers(4, 90))
        place = str(rng.choice(PLACES))
    at = dict(zip(PLACES, (len(hits), 0, len(hits) - 1), strict=True))[place]
    more = [*hits[:at], *[0] * many, *hits[at:]]
    before, after = looks(hits, objects), looks(more, objects)
    changes = frozenset(name for name in before if before[name] != after[name])
    steps = compared("before and after", before=before, after=after)
    words = {"objects": objects, "many": many, "place": place}
    return task(changes, shown=marks(hits), steps=steps, **words)


def looks(hits, objects) -> dict:
    """Judge a list of hits in six ways."""
    count = sum(hits)
    shares = {"precision": Fraction(count, len(hits)), "recall": Fraction(count, objects)}
    rest = {"false alarms": len(hits) - count, "missed": objects - count}
    return {"AP": ap(hits, objects).fraction, **shares, **rest, "first rung": rungs(hits)[0]}


@template("map.errata")
def errata(rng):
    """Which published sentences on AP are wrong."""
    cats, glasses = judged("toy-cats"), judged("coco-seven", "voc2007")
    couch = np.diff(glasses.sweep("couch").tp).tolist()
    best = levels(couch, 7)  # at each of eleven levels
    rules, scenes = ("coco", "voc2010"), ("two-of-three", "two-rules")
    summed, matched = ([judged(s, rule, iou=0.5).map.fraction for rule in rules] for s in scenes)
    kept, surest = judged("coco-seven"), judged("coco-seven", max_detections=1)
    holds = {
        "lower overlap": cats.ap(iou=0.5) < cats.ap(iou=0.75),
        "mean": np.isclose(np.mean([*glasses.per_class.values()]), glasses.map),
        "added point": [Fraction(1), *best[1:]] == best,
        "one class": set(glasses.per_class) == set(KINDS),
        "summed alike": summed[0] == summed[1],
        "all alike": matched[0] == matched[1],
        "lower scores": kept.map >= surest.map,
    }
    words = {"half": 0.5, "more": 0.75, "low": cats.ap(iou=0.5), "high": cats.ap(iou=0.75)}
    words |= {"coco": summed[0], "voc": summed[1], "next_free": matched[0], "taken": matched[1]}
    return task(untrue(holds), couch=marks(couch), best=best[0], **words)


@template("map.detective")
def detective(rng):
    """Which one setting made the number that a firm prints."""
    kinds = some_kinds(rng, 3)
    changed = (
        "limit" if rng is None else str(rng.choice(["rule", "ious", "strict", "boxes", "limit"]))
    )
    own = judged("coco-seven", kinds=kinds)
    asked = [(kind, iou) for kind in kinds for iou in own.protocol.ious]
    gives = {
        "rule": np.mean([average_precision(own.sweep(*one), "voc2007") for one in asked]),
        "ious": own.summary["AP50"],
        "strict": own.summary["AP75"],
        "boxes": judged("coco-seven", kinds=kinds, convention="inclusive-pixels").map,
        "limit": judged("coco-seven", kinds=kinds, max_detections=1).map,
    }
    printed = [f"{float(value):.3f}" for value in (own.map, *gives.values())]
    if len(set(printed)) < len(printed) or own.map - gives["limit"] < 0.05:
        raise Unfit("two settings print the same")
    columns = {"changed": ["nothing", *gives], "mAP": printed}
    words = {"own": printed[0], "printed": f"{float(gives[changed]):.3f}"}
    words |= {name: f"{float(value):.3f}" for name, value in gives.items()}
    words |= {"kinds": ", ".join(kinds), "eleven": 11, "half": 0.5, "more": 0.75}
    steps = Trace.of("one setting changed at a time", columns)
    return task(changed, steps=steps, **words)


@template("map.flattered")
def flattered(rng):
    """Build a list that eleven points flatter."""
    boxes, objects, gap = 5, 8, 0.05
    if rng is not None:
        boxes, objects = int(rng.integers(4, 7)), int(rng.choice([6, 7, 8, 9, 12, 13, 14]))
        gap = float(rng.choice([0.02, 0.03, 0.04, 0.05, 0.06]))
    judge = partial(flatters, objects, gap)
    right, mistakes = one_of_each(judge, product((1, 0), repeat=boxes), 4)
    form = Built(Labels(boxes), judge, partial(by_two_rules, objects))
    if judge(form.read(("10" * boxes)[:boxes])) is True:  # the one that the form shows
        raise Unfit("the example would do")
    return task(right, mistakes, form=form, boxes=boxes, objects=objects, gap=gap)


def flatters(objects, gap, hits):
    """Name what a list lacks for eleven points to flatter it."""
    if not any(hits):
        return "no hit at all"
    more = sum(levels(hits, objects)) / 11 - ap(hits, objects).fraction
    if more >= Fraction(str(gap)):
        return True
    if more <= 0:
        return "eleven points give no more"
    return "more, but not enough" if hits[0] else "a false alarm comes first"


def by_two_rules(objects, hits) -> str:
    """Say what two rules give."""
    eleven, every = ap(hits, objects, "voc2007"), ap(hits, objects)
    return f"Yours: {eleven:.3f} by eleven points, {every:.3f} by all points."
