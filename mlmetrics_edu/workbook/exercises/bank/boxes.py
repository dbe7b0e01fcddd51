"""Exercises on boxes, IoU and matching: lesson 13."""

from __future__ import annotations

from fractions import Fraction
from functools import cache, partial
from string import ascii_uppercase

import numpy as np

from .... import plots
from ....core import digits
from ....core.trace import Trace
from ....detection.boxes import convert_boxes, iou, iou_matrix
from ....detection.detection_map import detection_map
from ....detection.match import match
from ....detection.nms import nms
from ....plots.picture import describe
from ...examples import example
from ..families.detection import PIXELS, claimed, counted, misread, overlaps, precisions
from ..forms import Built, Names
from ..registry import Unfit, task, template, unfit_if
from ..typed import THOUSANDTH, Numbers
from .data import in_order, own, untrue

HALF = 0.5
SIDES = ("x1", "y1", "x2", "y2")


@template("boxes.read-iou")
def read_iou(rng):
    """The IoU of two boxes, off squared paper."""
    a, b = (1, 1, 7, 6), (4, 2, 10, 8)
    if rng is not None:
        a, b = box(rng, (1, 1), (3, 6)), box(rng, (3, 2), (3, 6))
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


def box(rng, corner, sizes) -> tuple[int, int, int, int]:
    """Draw a box whose corner lies near some place."""
    x, y = (place + int(rng.integers(0, 3)) for place in corner)
    width, height = rng.integers(sizes[0], sizes[1] + 1, 2).tolist()
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


def listed(people, boxes, much) -> Trace:
    """List the boxes, the surest first, with the person that each overlaps most."""
    rows, best = np.argsort(-np.asarray(boxes["score"]), kind="stable"), much[0].argmax(axis=1)
    names = np.where(much[0].any(axis=1), np.asarray(people["id"])[best].astype(str), "–")
    columns = {"box": np.asarray(boxes["id"])[rows], "image": np.asarray(boxes["image"])[rows]}
    columns |= {"score": [f"{boxes['score'][row]:.2f}" for row in rows], "person": names[rows]}
    for name, part in zip(("IoU, +1", "IoU, no +1"), much, strict=False):
        columns[name] = [f"{part[row, best[row]]:.2f}" for row in rows]
    title = f"{len(rows)} boxes, the surest first, each with the person it overlaps most"
    return Trace.of(title, columns)


def told(shown: Trace) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """Read such a list as it is printed: persons, scores, and the columns of overlaps."""
    _, _, score, person, *much = (np.array(column.values) for column in shown.columns)
    who = np.where(person == "–", "", person)
    return who, score.astype(float), [part.astype(float) for part in much]


@template("boxes.stricter")
def stricter(rng):
    """How many people are found, if more overlap is asked for."""
    rng = np.random.default_rng(2321) if rng is None else rng  # on the mountain most rules agree
    people, boxes = valley(rng)
    much = [overlap_table(people, boxes, how) for how in (PIXELS, "continuous")]
    shown = listed(people, boxes, much)
    who, score, (plus, less) = told(shown)
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
    found = lambda near: len(claimed(who, near))  # noqa: E731
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


def close_call(listed, need) -> dict[str, str]:
    """Find a box that is near enough only with its last pixel."""
    box, *_, plus, less = (column.values for column in listed.columns)
    row = next(k for k in range(len(box)) if float(less[k]) < need <= float(plus[k]))
    return {"close": str(box[row]), "plus": plus[row], "less": less[row]}


@template("boxes.twice-found")
def twice_found(rng):
    """Precision, where some people are found twice."""
    people, boxes = (only(some, (2, 3, 7)) for some in mountain())
    if rng is not None:
        people, boxes = valley(rng)
    much = [overlap_table(people, boxes, PIXELS)]
    shown = listed(people, boxes, much)
    who, score, (share,) = told(shown)
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
    scores, shares = five[1]["score"].tolist(), overlap_table(*five, PIXELS).max(axis=1).tolist()
    if rng is not None:
        scores = (rng.choice(np.arange(10, 100), 4, replace=False) / 100).tolist()
        shares = (rng.choice(np.arange(5, 90), 4, replace=False) / 100).tolist()
    right = by(names, scores)
    mistakes = {
        "by overlap": by(names, shares),
        "as listed": names,
        "least sure first": right[::-1],
    }
    columns = {"box": names, "score": [f"{s:.2f}" for s in scores]}
    columns["IoU with the nearest person"] = [f"{share:.3f}" for share in shares]
    return task(right, mistakes, shown=Trace.of("four boxes in one image", columns))


def by(names, values) -> tuple[str, ...]:
    """Put names into the order of some values, the largest first."""
    return in_order(dict(zip(names, values, strict=True)), reverse=True)


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
def errata(rng):
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
    form = Built(Numbers(4), partial(judged, her, share), partial(measured, her))
    words = {"her": her, "share": share, "area": w * h, "width": w, "height": h}
    return task((x, y, x + wide, y + h), mistakes, form=form, **words)


def judged(her, share, given):
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
    return f"Yours: IoU {digits.both(overlap)}, with {part:.0%} of her inside."
