"""Exercises on boxes and matching; on AP of detections, by VOC and by COCO: lessons 13, 14."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from itertools import product
from operator import itemgetter
from string import ascii_uppercase

import numpy as np

from .... import plots
from ....core import words
from ....core.formula import Formula
from ....core.trace import Trace
from ....detection.boxes import convert_boxes, iou, iou_matrix
from ....detection.detection_map import detection_map
from ....detection.match import match
from ....detection.nms import nms
from ....metrics.average_precision import average_precision
from ....plots.picture import describe
from ...examples import example
from .. import Unfit, task, template, unfit_if
from ..families.detection import (
    PIXELS,
    ap,
    claimed,
    counted,
    levels,
    misread,
    of_levels,
    of_line,
    of_list,
    of_lists,
    overlaps,
    precisions,
    rungs,
)
from ..forms import Built, Names
from ..typed import THOUSANDTH, Labels, Number, Numbers
from . import compared, distinct, in_order, marks, one_of_each, own, untrue

HALF = 0.5
SIDES = ("x1", "y1", "x2", "y2")


@template("boxes.read-iou")
def read_iou(rng):
    """The IoU of two boxes, off squared paper."""
    a, b = (1, 1, 7, 6), (4, 2, 10, 8)
    if rng is not None:
        a, b = box(rng, 1, 1), box(rng, 3, 2)
    right = iou(a, b)
    unfit_if(not right or 1 in (right, *(iou(b, a).terms)), "the boxes don't meet, or are the same")
    ends = {side: (a[i], b[i]) for i, side in enumerate(("left", "top", "right", "bottom"))}
    shared = right.terms["intersection"]
    words = {"width": int(shared.inner[0]), "height": int(shared.inner[1]), "corner": a[:2]}
    areas = {name: int(right.terms[f"area_{name}"]) for name in "ab"}
    picture = partial(on_paper, a, b)
    others = overlaps(a, b)
    mistakes = own(others, "share of the first box", "share of the second box", "frame around both")
    return task(right, mistakes, family=others, shown=picture, **ends, **words, **areas)


def box(rng, *corner) -> tuple[int, int, int, int]:
    """Draw a box whose corner lies near some place."""
    x, y = (place + int(rng.integers(0, 3)) for place in corner)
    width, height = rng.integers(3, 7, 2).tolist()
    return x, y, x + width, y + height


def on_paper(a, b):
    """Draw two boxes on squared paper."""
    fig, ax = plots.panels(size=(5.2, 4.2))
    for (left, top, right, bottom), look in ((a, "k-"), (b, "b--")):
        ax.plot([left, right, right, left, left], [top, top, bottom, bottom, top], look)
    ax.set(xticks=range(13), yticks=range(12), xlim=(-0.3, 12), ylim=(11, -0.3), aspect="equal")
    describe(ax, f"Two boxes on squared paper: {a} and {b}.").grid()
    return fig


@cache
def mountain() -> tuple[dict, dict]:
    """Return the people and the boxes of the lesson."""
    drone = example("padilla-24")
    people = {**drone.truth, "id": np.arange(1, len(drone.truth["image"]) + 1)}
    return people, dict(drone.detections)


def valley(rng) -> tuple[dict, dict]:
    """Draw two people in each of six images, and boxes that lie more or less around them."""
    people, boxes = {"id": [], "image": [], "rows": []}, {"id": [], "image": [], "rows": []}
    for n in range(12):
        left, top = 10 + 100 * (n % 2) + int(rng.integers(0, 30)), int(rng.integers(10, 90))
        right, bottom = left + int(rng.integers(8, 16)), top + int(rng.integers(12, 24))
        count, wide = int(rng.choice([0, 1, 1, 2, 2, 3])), rng.choice([0.7, 1.5, 2.5], (3, 1))
        moves = (wide * rng.normal(0, 1, (3, 4))).round()[:count]
        around = (moves + np.array([left, top, right, bottom])).astype(int).tolist()
        if n < 3:  # and there the program sees somebody where nobody is
            around.append([left + 250, top, right + 250, bottom])
        for table, some in ((people, [[left, top, right, bottom]]), (boxes, around)):
            table["image"] += [n // 2 + 1] * len(some)
            table["rows"] += some
    scores = rng.permutation(np.arange(10, 100))[: len(boxes["rows"])] / 100
    people["id"], boxes["id"] = range(1, 13), ascii_uppercase[: len(scores)]
    unfit_if(len(boxes["id"]) < len(scores), "there are too many boxes")
    for table in (people, boxes):
        table |= dict(zip(SIDES, np.array(table.pop("rows")).T, strict=True), id=[*table["id"]])
    return people, {**boxes, "score": scores}


def only(table: dict, images) -> dict:
    """Keep what lies in some images."""
    here = np.isin(table["image"], images)
    return {name: np.asarray(column)[here] for name, column in table.items()}


def overlap_table(people, boxes, convention) -> np.ndarray:
    """Work out how much each box overlaps each person of its image."""
    rows = [np.column_stack([some[side] for side in SIDES]) for some in (boxes, people)]
    together = np.equal.outer(np.asarray(boxes["image"]), np.asarray(people["image"]))
    return iou_matrix(*rows, convention) * together


def boxes_listed(people, boxes, much) -> Trace:
    """List the boxes, the surest first, with the person that each overlaps most."""
    rows, best = np.argsort(-np.asarray(boxes["score"]), kind="stable"), much[0].argmax(axis=1)
    names = np.where(much[0].any(axis=1), np.asarray(people["id"])[best].astype(str), "–")
    columns = {"box": np.asarray(boxes["id"])[rows], "image": np.asarray(boxes["image"])[rows]}
    columns |= {"score": [f"{boxes['score'][row]:.2f}" for row in rows], "person": names[rows]}
    for name, part in zip(("IoU, +1", "IoU, no +1"), much, strict=False):
        columns[name] = [f"{part[row, best[row]]:.2f}" for row in rows]
    title = f"{len(rows)} boxes, the surest first, each with the person it overlaps most"
    return Trace.of(title, columns)


def read_back(shown: Trace) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """Read such a list as it is printed: persons, scores, and the columns of overlaps."""
    _, _, score, person, *much = (np.array(column.values) for column in shown.columns)
    who = np.where(person == "–", "", person)
    return who, score.astype(float), [part.astype(float) for part in much]


@template("boxes.stricter")
def boxes_stricter(rng):
    """How many people are found, if more overlap is asked for."""
    rng = np.random.default_rng(2321) if rng is None else rng  # on the mountain most rules agree
    people, boxes = valley(rng)
    much = [overlap_table(people, boxes, how) for how in (PIXELS, "continuous")]
    shown = boxes_listed(people, boxes, much)
    who, score, (plus, less) = read_back(shown)
    old, need = limits(rng, much[0], who, plus, less)
    read = {
        "at the old limit": plus >= old,
        "without the last pixel": less >= need,
        "at the old limit, without the last pixel": less >= old,
        "> for ≥": plus > need,
        "at one half": plus >= HALF,
        "score taken for the overlap": score >= need,
    }
    others = counted(who, plus >= need, len(people["id"]), read)
    mistakes = own(others, "without the last pixel", "duplicates as hits", "people missed")
    judged = match(people, boxes, need, "voc", convention=PIXELS)
    words = {"need": need, "old": old, "people": len(people["id"]), **close_call(shown, need)}
    steps = judged.objects_trace()
    return task(judged.confusion.tp, mistakes, family=others, shown=shown, steps=steps, **words)


def limits(rng, much, who, plus, less) -> tuple[float, float]:
    """Draw two least overlaps, such that each wrong reading loses or finds somebody."""
    found = lambda enough: len(claimed(who, enough))  # noqa: E731
    for need in just_met(rng, much):
        now, cut = found(plus >= need), need - rng.permutation(np.arange(4, 26)) / 100
        if found(less >= need) < found(plus > need) < now:
            for old in cut.round(2).tolist():
                if found(plus >= old) > found(less >= old) > now:
                    return old, need
    raise Unfit("some wrong reading finds as many")


def just_met(rng, much) -> list[float]:
    """Draw limits that one of some overlaps just meets, as they are shown, in any order."""
    shown = much.round(2)
    met = shown[(shown <= much) & (shown > 0.3) & (shown < 0.75)]
    clear = [n for n in {*met.tolist()} if not ((much < n) & (shown >= n)).any()]
    unfit_if(not clear, "no overlap may be a limit")
    return rng.permutation(sorted(clear)).tolist()


def close_call(shown, need) -> dict[str, str]:
    """Find a box that is near enough only with its last pixel."""
    box, *_, plus, less = (column.values for column in shown.columns)
    row = next(k for k in range(len(box)) if float(less[k]) < need <= float(plus[k]))
    return {"close": str(box[row]), "plus": plus[row], "less": less[row]}


@template("boxes.twice-found")
def twice_found(rng):
    """Precision, where some people are found twice."""
    people, boxes = (only(some, (2, 3, 7)) for some in mountain())
    if rng is not None:
        people, boxes = valley(rng)
    much = [overlap_table(people, boxes, PIXELS)]
    shown = boxes_listed(people, boxes, much)
    who, score, (share,) = read_back(shown)
    need = 0.1 if rng is None else met_twice(just_met(rng, much[0]), who, share)
    read = {"at one half": share >= HALF, "score taken for the overlap": score >= need}
    if need in share:
        read["> for ≥"] = share > need
    others = precisions(who, share >= need, len(people["id"]), read)
    mistakes = own(others, "duplicates as hits", "duplicates left out", "recall")
    judged = match(people, boxes, need, "voc", convention=PIXELS)
    c, twice = judged.confusion, judged.counts.get("duplicate", 0)
    words = {"need": need, "near": c.tp + twice, "boxes": len(who), "people": len(people["id"])}
    words |= {"duplicates": twice, "family": others, "steps": judged.trace()}
    return task(c.precision, mistakes, shown=shown, **words)


def met_twice(limits, who, share) -> float:
    """Find a limit at which a box that just meets it counts, and somebody is found twice."""
    for need in limits:
        found = len(claimed(who, share >= need))
        if len(claimed(who, share > need)) < found < np.count_nonzero(share >= need):
            return need
    raise Unfit("nobody is found twice")


@template("boxes.who-asks-first")
def who_asks_first(rng):
    """The order in which the boxes of an image may ask."""
    names = tuple("PQRS")
    five = [only(some, 5) for some in mountain()]
    both = five[1]["score"].tolist(), overlap_table(*five, PIXELS).max(axis=1).tolist()
    if rng is not None:
        ends = (10, 100), (5, 90)
        both = [rng.choice(np.arange(*two), 4, replace=False) / 100 for two in ends]
    scores, shares = (dict(zip(names, row, strict=True)) for row in both)
    right = in_order(scores, reverse=True)
    mistakes = {"by overlap": in_order(shares, reverse=True), "as listed": names}
    mistakes["least sure first"] = right[::-1]
    columns = {"box": names, "score": [f"{s:.2f}" for s in scores.values()]}
    columns["IoU with the nearest person"] = [f"{share:.3f}" for share in shares.values()]
    return task(right, mistakes, shown=Trace.of("four boxes in one image", columns))


@template("boxes.coco-file")
def coco_file(rng):
    """The IoU with a box that a file gives by its corner, width and height."""
    line, b = (20, 15, 60, 45), (35, 20, 90, 55)
    if rng is not None:
        left, top, width, height = (int(rng.integers(*ends)) for ends in ((5, 30), (5, 30)) * 2)
        line = (left, top, left + width, top + height)
        b = tuple(int(n + rng.integers(3, 15)) for n in (left, top, left + line[2], top + line[3]))
    a = tuple(int(n) for n in convert_boxes(line, "xywh", "xyxy"))
    others = misread(line, b) + overlaps(a, b)
    slips = "width taken for right side", "corner taken for the middle", "share of the first box"
    words = {"line": " ".join(map(str, line)), "b": b, "a": a}
    return task(iou(a, b), own(others, *slips), family=others, **words)


@template("boxes.suppressed")
def suppressed(rng):
    """Which boxes non-maximum suppression keeps."""
    names, limit = tuple("abcdef"), 0.5
    left, scores = [0, 4, 7, 10, 12, 20], [0.70, 0.61, 0.94, 0.73, 0.45, 0.65]
    if rng is not None:
        left = rng.permutation(np.cumsum(rng.choice([2, 3, 3, 4, 5, 8], 6))).tolist()
        scores = (rng.choice(np.arange(10, 100), 6, replace=False) / 100).tolist()
    rows = [(x, 0, x + 10, 10) for x in left]
    much = iou_matrix(rows, rows)
    close, score = much - np.eye(6) > limit, np.array(scores)
    surer = np.greater.outer(score, score)
    some = {
        "driven out by dropped boxes": ~(close & surer).any(axis=0),
        "both of a pair dropped": ~close.any(axis=0),
        "least sure first": kept(rows, -score, limit),
        "any overlap is too much": kept(rows, score, 0),
    }
    sets = {name: frozenset(np.array(names)[which].tolist()) for name, which in some.items()}
    right = frozenset(np.array(names)[kept(rows, score, limit)].tolist())
    survivors = nms(rows, scores, limit, ids=names)
    scored = Trace.of("six boxes", {"box": names, "score": [f"{s:.2f}" for s in scores]})
    pairs = {name: [f"{m:.3f}" if m else "–" for m in much[k]] for k, name in enumerate(names)}
    shown = scored, Trace.of("IoU of each with each", {"": names, **pairs})
    words = {"limit": limit, "first": names[score.argmax()]}
    return task(right, sets, shown=shown, steps=survivors.trace, form=Names(names), **words)


def kept(rows, scores, limit) -> np.ndarray:
    """Tell which boxes non-maximum suppression keeps."""
    return nms(rows, scores, limit).suppressed_by < 0


BLANKET = {
    ("hit", "hit"): ("both hits", "turns to the other"),
    ("duplicate", "hit"): ("first a duplicate", "near the taken one alone"),
    ("hit", "duplicate"): ("second a duplicate", "near the taken one alone"),
    ("overlap too low", "hit"): ("first too low", "near nobody"),
    ("hit", "overlap too low"): ("second too low", "near nobody"),
}


@template("boxes.surer-second")
def surer_second(rng):
    """What becomes of two boxes on two people who lie close together, by COCO's rule; and why."""
    b, first, second, scores = 40, (0, 100), (15, 120), [0.9, 0.95]
    if rng is not None:
        b = int(rng.integers(20, 60))
        first, second = ((x, x + 100 + int(rng.integers(0, 60))) for x in rng.integers(-15, 70, 2))
        scores = (rng.choice(np.arange(50, 100), 2, replace=False) / 100).tolist()
    people = table_of("AB", [(0, 100), (b, b + 100)])
    boxes = table_of(["first", "second"], [first, second])
    judged = match(people, {**boxes, "score": scores}, 0.5, "coco")
    right = BLANKET.get(tuple(one.outcome for one in judged.detections))
    much = overlap_table(people, boxes, "continuous")
    if right is None or len(set(much.argmax(axis=1).tolist())) > 1 or much.max(axis=1).min() < 0.3:
        raise Unfit("the boxes don't ask for the same person")
    unfit_if(judged.detections[int(np.argmax(scores))].outcome != "hit", "the surer box fails")
    if abs(much - 0.5).min() < 0.005 or abs(much[:, 0] - much[:, 1]).min() < 0.005:
        raise Unfit("an overlap lies too near to another number")
    columns = {"box": ["first", "second"], "score": scores}
    columns |= {f"IoU with {x}": [f"{m:.3f}" for m in much[:, k]] for k, x in enumerate("AB")}
    shown = Trace.of("two boxes and two people", columns)
    return task(right, shown=shown, steps=judged.trace(), need=0.5)


def table_of(ids, ends) -> dict:
    """Make a table of boxes in one row, all of one height."""
    left, right = np.array(ends).T
    same = {"y1": np.zeros(len(ends), int), "y2": np.full(len(ends), 100)}
    return {"id": [*ids], "image": np.ones(len(ends), int), "x1": left, "x2": right, **same}


@cache
def facts() -> dict[str, bool]:
    """Work out which sentences of the pages hold."""
    people, boxes = mountain()
    here = {side: people[side][3].item() for side in SIDES}
    person = tuple(here.values())
    shouted = {side: [x] * 20 for side, x in here.items()} | {"score": [0.9] * 20}
    alone = {side: [x] for side, x in here.items()}
    hits = match(alone, shouted, 0.5, "voc").confusion.tp
    low = match(people, boxes, 0.1, "voc", convention=PIXELS).detections
    outcome = {one.id: one.outcome for one in low}
    yak = match({**alone, "category": ["yak"]}, {**shouted, "category": ["person"] * 20})
    fewer = match(alone, {side: shouted[side][:1] for side in (*SIDES, "score")}).confusion
    maps = [detection_map(people, boxes, "voc2010", iou=need).map for need in (0.3, 0.5)]
    return {
        "once": iou(person, person) == 1,
        "above a half": hits == 20,
        "after suppression": fewer.precision > match(alone, shouted).confusion.precision,
        "highest overlap": outcome["E"] == "hit",
        "any class": yak.confusion.tp > 0,
        "lower limit": maps[0] < maps[1],
    }


@template("boxes.errata")
def boxes_errata(rng):
    """Which sentences of published pages and programs are wrong."""
    return task(untrue(facts()), half=0.5, twenty=20)


@template("boxes.around-her")
def around_her(rng):
    """Build a box that contains a person and has a given IoU with her."""
    x, y, w, h, share = 4, 3, 12, 9, Fraction(1, 2)
    if rng is not None:
        x, y, h = rng.integers(1, 30, 3).tolist()
        w, h = int(rng.choice([12, 24])), 6 + h
        share = Fraction(*((1, 2), (1, 3), (2, 3), (1, 4))[rng.integers(4)])
    wide, high, slip = (float(n) for n in (w / share, h / share, w * (1 - share) / (1 + share)))
    mistakes = {
        "a part of her outside": (x + slip, y, x + w + slip, y + h),
        "a box inside her": (x, y, x + float(w * share), y + h),
        "both sides grown": (x, y, x + wide, y + high),
        "around her, another IoU": (x - 1, y - 1, x + w + 1, y + h + 1),
        "width and height": (x, y, wide, h),
        "neither": (x + w / 4, y, x + 5 * w / 4, y + h),
    }
    her = (x, y, x + w, y + h)
    form = Built(Numbers(4), partial(around_judged, her, share), partial(measured, her))
    words = {"her": her, "share": share, "area": w * h, "width": w, "height": h}
    return task((x, y, x + wide, y + h), mistakes, form=form, **words)


def around_judged(her, share, given):
    """Name what a box around a person lacks."""
    left, top, *size = given
    sized = left, top, left + size[0], top + size[1]
    for name, box in ((True, given), ("width and height", sized)):
        if left <= box[2] and top <= box[3] and compare(her, box, share)[:2] == (True, True):
            return name
    enough, around, inside = compare(her, given, share)
    if enough:
        return "a box inside her" if inside else "a part of her outside"
    grown, *_ = compare(her, given, share**2)
    if around:
        return "both sides grown" if grown else "around her, another IoU"
    return "neither"


def compare(her, box, share) -> tuple[bool, bool, bool]:
    """Tell whether a box has a given IoU with a person, lies around her, lies inside of her."""
    overlap = iou(her, box)
    both, hers, own = (float(overlap.terms[t]) for t in ("intersection", "area_a", "area_b"))
    return abs(overlap - share) < THOUSANDTH, abs(both - hers) < 1e-9, abs(both - own) < 1e-9


def measured(her, given) -> str:
    """Say what a box came to."""
    if given[2] < given[0] or given[3] < given[1]:
        return ""
    overlap = iou(her, given)
    part = overlap.terms["intersection"] / overlap.terms["area_a"]
    return f"Yours: IoU {words.both(overlap)}, with {part:.0%} of her inside."


KINDS = ("bicycle", "boat", "bus", "car", "cat", "couch", "tv")
GRIDS = ("voc2007", "coco")
PLACES = (
    "less sure than all the old ones",
    "surer than all the old ones",
    "surer than the last old box, and less sure than the others",
)


@cache
def scene(name, protocol="coco", kinds=None, **how):
    """Judge a scene of the lesson."""
    given = example(name)
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
    seen = scene("coco-seven", kinds=some_kinds(rng, 2))
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
    columns = {"class": list(lists), "objects": [n for _, n in lists.values()]}
    columns["boxes"] = [marks(hits) for hits, _ in lists.values()]
    shown = Trace.of("four classes, the surest box first", columns)
    each = ", ".join(f"{one.fraction} for {kind[3:]}" for kind, one in aps.items())
    return task(answer, mistakes, family=others, shown=shown, each=each)


def mean_of(expression, aps):
    """Work a mean of APs out, right or wrong."""
    return Formula("mAP", expression).work(**aps)


def class_of(rng) -> tuple[list[int], int]:
    """Draw the boxes and the objects of one class."""
    hits = rng.integers(0, 2, int(rng.integers(1, 6))).tolist()
    unfit_if(not any(hits), "a class without a hit")
    return hits, sum(hits) + int(rng.integers(0, 4))


@template("map.stricter")
def map_stricter(rng):
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
def map_errata(rng):
    """Which published sentences on AP are wrong."""
    cats, glasses = scene("toy-cats"), scene("coco-seven", "voc2007")
    couch = np.diff(glasses.sweep("couch").tp).tolist()
    best = levels(couch, 7)  # at each of eleven levels
    rules, scenes = ("coco", "voc2010"), ("two-of-three", "two-rules")
    summed, matched = ([scene(s, rule, iou=0.5).map.fraction for rule in rules] for s in scenes)
    kept, surest = scene("coco-seven"), scene("coco-seven", max_detections=1)
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
    kinds, changed = some_kinds(rng, 3), "limit"
    if rng is not None:
        changed = str(rng.choice(["rule", "ious", "strict", "boxes", "limit"]))
    own = scene("coco-seven", kinds=kinds)
    asked = [(kind, iou) for kind in kinds for iou in own.protocol.ious]
    gives = {
        "rule": np.mean([average_precision(own.sweep(*one), "voc2007") for one in asked]),
        "ious": own.summary["AP50"],
        "strict": own.summary["AP75"],
        "boxes": scene("coco-seven", kinds=kinds, convention="inclusive-pixels").map,
        "limit": scene("coco-seven", kinds=kinds, max_detections=1).map,
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
