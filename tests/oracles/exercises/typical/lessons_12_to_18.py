"""What a class hands in for the exercises of lessons 12 to 18."""

import math
import re
from fractions import Fraction
from itertools import chain, pairwise

import numpy as np

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    RIGHT,
    all_numbers,
    ap,
    auc,
    called,
    column,
    columns,
    curve,
    fractions,
    known,
    marks,
    mean,
    over,
    pairs,
    ratios,
    rows,
    some,
    tags,
    typical,
)


@typical("costs.bill")
def bill(q):
    """Forget the division, a price or the shares; or pay for the wrong cells."""
    tn, fp, fn, tp = (
        int(re.search(rf"\b{c} = (\d+)", str(q))[1]) for c in ("TN", "FP", "FN", "TP")
    )
    alarm, miss = fractions(q.text)
    no, yes, mistakes = tn + fp, fn + tp, fp + fn
    total, n = fp * alarm + fn * miss, tn + fp + fn + tp
    rates = fp * alarm / no + fn * miss / yes
    return {
        RIGHT: total / n,
        "total cost": total,
        "average cost of a mistake": over(total, mistakes),
        "prices swapped": (fp * miss + fn * alarm) / n,
        "error rate": Fraction(mistakes, n),
        "accuracy": Fraction(tn + tp, n),
        "false alarms alone": fp * alarm / n,
        "misses alone": fn * miss / n,
        "normalised expected cost": total / (no * alarm + yes * miss),
        "FPR and FNR times their prices": rates,
        "both classes with the same share": rates / 2,
        "each alarm paid for": ((fp + tp) * alarm + fn * miss) / n,
        "each image with a car paid for": (fp * alarm + yes * miss) / n,
        "cost per image with a car": over(total, yes),
        "cost per alarm": over(total, fp + tp),
        "right decisions paid for": (tn * alarm + tp * miss) / n,
        "price by the other label": (tp * alarm + tn * miss) / n,
        "cost of always positive": no * alarm / n,
        "cost of always negative": yes * miss / n,
    }


@typical("costs.line")
def line(q):
    """Read another place, another line, or weigh the ends wrongly."""
    axes, place = q.pictures[0].axes[0], fractions(q.text)[-1]
    told = dict(t.get_text().split(" = ") for t in axes.texts if " = " in t.get_text())
    a, b, x = Fraction(told["FPR"]), Fraction(told["FNR"]), place
    weigh = lambda left, right: left + x * (right - left)  # noqa: E731
    area = next(t.get_text() for t in axes.texts if "\n" in t.get_text()).split("\n")[-1]
    lowest = min(weigh(*(Fraction(float(n)) for n in ends)) for ends in ends_of(axes))
    return {
        "FPR": a,
        "FNR": b,
        "FPR + FNR": a + b,
        "middle of the line": (a + b) / 2,
        "ends swapped": weigh(b, a),
        "recall in place of FNR": weigh(a, 1 - b),
        "specificity in place of FPR": weigh(1 - a, b),
        "lower envelope": lowest,
        "area under the envelope": float(area),
        "share of the misses alone": x * b,
        "share of the false alarms alone": (1 - x) * a,
        "rise without the left end": x * (b - a),
        "left end and all of the right": a + x * b,
        "always negative": x,
        "always positive": 1 - x,
        "complement": 1 - weigh(a, b),
        "threshold": fractions(q.text)[0],
        "percent without the sign": 100 * weigh(a, b),
    }


def ends_of(axes):
    """Return the ends of all lines of a picture, the two trivial ones too."""
    segments = [
        part for drawn in axes.collections for part in getattr(drawn, "get_segments", list)()
    ]
    return [(0, 1), (1, 0), *(part[[0, -1], 1] for part in segments)]


@typical("costs.call-from")
def call_from(q):
    """Divide by the wrong price, or turn the share round."""
    call, miss = fractions(q.text)[:2]
    return {
        "a rightful call for free": call / (call + miss),
        "odds": over(call, miss - call),
        "odds the other way": (miss - call) / call,
        "inverse": miss / call,
        "complement": 1 - call / miss,
        "price of a miss over the sum": miss / (call + miss),
        "one half": 0.5,
        "difference over the sum": (miss - call) / (miss + call),
        "price of a call": call,
        "price of a call in hundredths": call / 100,
        "price of a call forgotten": 1 / miss,
        "always call": 0,
        "never call": 1,
        "percent without the sign": 100 * call / miss,
    }


@typical("costs.longer-list")
def longer_list(q):
    """Compare the lists by something else than what one earns more than the other."""
    (a1, t1, f1), (a2, t2, f2) = ([int(n) for n in row[-3:]] for row in rows(q.data[0]))
    gain, today = fractions(q.text)[:2]
    alarms, cars, false = a2 - a1, t2 - t1, f2 - f1
    earn = lambda t, f: gain * t - today * f  # noqa: E731
    right = over(gain * cars, false)
    return {
        RIGHT: right,
        "longer list earns nothing": over(gain * t2, f2),
        "shorter list earns nothing": over(gain * t1, f1),
        "over all extra alarms": over(gain * cars, alarms),
        "gain forgotten": over(cars, false),
        "inverse": over(false, gain * cars),
        "false alarms over cars": over(gain * false, cars),
        "all false alarms for the extra cars": over(gain * cars, f2),
        "all cars for the extra false alarms": over(gain * t2, false),
        "difference of today's profits": earn(t2, f2) - earn(t1, f1),
        "today's profit of the longer list": earn(t2, f2),
        "today's profit of the shorter list": earn(t1, f1),
        "rise of the price": None if right is None else right - today,
        "today's price": today,
        "gain of the extra cars": gain * cars,
        "highest profit in the picture": highest(q),
        "both lists added": over(gain * (t1 + t2), f1 + f2),
        "precision of the longer list": over(t2, a2),
        "precision of the extra alarms": over(cars, alarms),
    }


def highest(q):
    """Read the highest profit off the picture."""
    told = alternative_text(q.pictures[0]).replace("−", "-")
    return float(re.search(r"highest is (-?[\d.]+\d)", told)[1])


def measured(a, b, last=0):
    """Return overlap, both areas and the frame around two boxes: left, top, right, bottom."""
    sides = [[max(0, box[i + 2] - box[i] + last) for i in (0, 1)] for box in (a, b)]
    both = [max(0, min(a[i + 2], b[i + 2]) - max(a[i], b[i]) + last) for i in (0, 1)]
    around = [max(a[i + 2], b[i + 2]) - min(a[i], b[i]) + last for i in (0, 1)]
    return both, *sides, around


def area(sides):
    """Multiply two sides."""
    return sides[0] * sides[1]


def iou(a, b, last=0):
    """Divide overlap by union."""
    both, one, two, _ = map(area, measured(a, b, last))
    return over(both, one + two - both)


def overlaps(a, b):
    """Return what else is made of two boxes and their overlap."""
    sides = measured(a, b)
    both, one, two, around = map(area, sides)
    whole = one + two - both
    w, h = (Fraction(sides[0][i], sides[1][i] + sides[2][i] - sides[0][i]) for i in (0, 1))
    wide = area(measured(a, b, 1)[0])
    return {
        "Dice": over(2 * both, one + two),
        "overlap over the sum of the areas": over(both, one + two),
        "overlap over what only one box has": over(both, one + two - 2 * both),
        "overlap over the first box": over(both, one),
        "overlap over the second box": over(both, two),
        "overlap over the frame around both": over(both, around),
        "IoU with +1": iou(a, b, 1),
        "+1 for the overlap alone": over(wide, one + two - wide),
        "overlap": both,
        "union": whole,
        "complement": 1 - over(both, whole),
        "inverse": over(whole, both),
        "IoU of the widths": w,
        "IoU of the heights": h,
        "union over the frame around both": over(whole, around),
        "areas compared": over(min(one, two), max(one, two)),
        "percent without the sign": over(100 * both, whole),
    }


@typical("boxes.read-iou")
def read_iou(q):
    """Divide by something else than the union, or measure wrongly."""
    told = re.findall(r"\((.*?)\)", alternative_text(q.pictures[0]))
    return known(overlaps(*([int(n) for n in fractions(box)] for box in told)))


@typical("boxes.coco-file")
def coco_file(q):
    """Read four numbers in another form, or divide by something else than the union."""
    x, y, w, h, left, top, right, bottom = map(int, fractions(q.text)[:8])
    a, b = (x, y, x + w, y + h), (left, top, right, bottom)
    corners, size = (x, y, w, h), (left, top, left + right, top + bottom)
    usual = overlaps(a, b)
    middle = [Fraction(2 * x - w, 2), Fraction(2 * y - h, 2)]
    read = {
        "both as corners": (corners, b),
        "both as width and height": (a, size),
        "the two forms swapped": (corners, size),
        "left and top as the middle": ((*middle, middle[0] + w, middle[1] + h), b),
        "height before width": ((x, y, x + h, y + w), b),
        "top before left": ((y, x, y + w, x + h), b),
    }
    dropped = ("IoU of the widths", "IoU of the heights", "areas compared", "overlap", "union")
    dropped += ("union over the frame around both",)
    found = {name: iou(*pair) for name, pair in read.items()}
    return known(found | {name: value for name, value in usual.items() if name not in dropped})


def table_of(q):
    """Read the boxes from the surest on: score, person or nobody, and overlaps."""
    told = rows(q.data[0])
    return [
        (float(s), None if who == "–" else who, *map(float, much)) for _, _, s, who, *much in told
    ]


def found_by(boxes, near):
    """Go down the boxes that are near enough: the persons found, and who is found again."""
    found, again = set(), []
    for box in boxes:
        if near(box) and box[1]:
            again += [box[1]] if box[1] in found else []
            found.add(box[1])
    return found, again


def surest(boxes):
    """Keep each person's surest box, and those on nobody."""
    seen = set()
    return [b for b in boxes if b[1] is None or not (b[1] in seen or seen.add(b[1]))]


@typical("boxes.stricter")
def stricter_boxes(q):
    """Count at another limit, or other things than people found."""
    (people, old, need), boxes = map(float, fractions(q.text)[:3]), table_of(q)
    count = lambda near, of=boxes: len(found_by(of, near)[0])  # noqa: E731
    found, again = found_by(boxes, lambda b: b[2] >= need)
    hits, before = len(found), count(lambda b: b[2] >= old)
    return {
        RIGHT: hits,
        "at the old limit": before,
        "without +1": count(lambda b: b[3] >= need),
        "> for ≥": count(lambda b: b[2] > need),
        "duplicates as hits": hits + len(again),
        "duplicates": len(again),
        "people missed": int(people) - hits,
        "false alarms": len(boxes) - hits,
        "boxes below the limit": sum(b[2] < need for b in boxes),
        "people lost by the new limit": before - hits,
        "at the old limit without +1": count(lambda b: b[3] >= old),
        "at a limit of 0.5": count(lambda b: b[2] >= 0.5),
        "surest box of each person alone": count(lambda b: b[2] >= need, surest(boxes)),
        "people found by one box alone": hits - len(set(again)),
        "people touched by a box": count(lambda b: True),
        "score for IoU": count(lambda b: b[0] >= need),
        "boxes": len(boxes),
        "people": int(people),
    }


@typical("boxes.twice-found")
def twice_found(q):
    """Count duplicates wrongly, or divide by something else than all boxes."""
    (n, people), boxes = map(int, fractions(q.text)[:2]), table_of(q)
    need = float(re.search(r"([\d.]+) or more is enough", q.text)[1])
    found, again = found_by(boxes, lambda b: b[2] >= need)
    hits, twice = len(found), len(again)
    count = lambda near, of=boxes: len(found_by(of, near)[0])  # noqa: E731
    reached = [len(found_by(boxes[:i], lambda b: b[2] >= need)[0]) for i in range(n + 1)]
    rungs = [Fraction(reached[i], i) for i in range(1, n + 1) if reached[i] > reached[i - 1]]
    return {
        "duplicates as hits": over(hits + twice, n),
        "recall": over(hits, people),
        "duplicates as people found": over(hits + twice, people),
        "duplicates left out": over(hits, n - twice),
        "hits over the boxes near enough": over(hits, hits + twice),
        "both boxes of a pair as false alarms": over(hits - len(set(again)), n),
        "F1": over(2 * hits, n + people),
        "complement": over(n - hits, n),
        "hits over hits, false alarms and misses": over(hits, n + people - hits),
        "hits over false alarms": over(hits, n - hits),
        "hits over boxes that touch somebody": over(hits, sum(b[2] > 0 for b in boxes)),
        "at a limit of 0.5": over(count(lambda b: b[2] >= 0.5), n),
        "surest box of each person alone": over(count(lambda b: b[2] >= need, surest(boxes)), n),
        "people touched over boxes": over(count(lambda b: True), n),
        "average precision": over(sum(rungs), people),
        "people over boxes": over(people, n),
        "people found": hits,
        "percent without the sign": over(100 * hits, n),
    }


def walk(hits, objects):
    """Return recall and precision after each box."""
    so_far = np.cumsum(hits).tolist()
    return [(Fraction(h, objects), Fraction(h, i)) for i, h in enumerate(so_far, 1)]


def best_from(points, level, strict=False):
    """Return the best precision of all points that reach a level of recall."""
    reached = [p for r, p in points if r > level or (r == level and not strict)]
    return max(reached, default=Fraction(0))


def at_levels(hits, objects, steps=10, strict=False):
    """Ask each level of recall for its precision."""
    points = walk(hits, objects)
    return [best_from(points, Fraction(k, steps), strict) for k in range(steps + 1)]


def rungs(hits, objects, lifted=True):
    """Return the precision of each hit, lifted to the best from there on or not."""
    points = walk(hits, objects)
    here = [i for i, hit in enumerate(hits) if hit]
    return [max(p for _, p in points[i:]) if lifted else points[i][1] for i in here]


def ap_of_hits(hits, objects, lifted=True):
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
    hits, objects = marks(q.data[0]), int(all_numbers(q)[1])
    answers, points = at_levels(hits, objects), walk(hits, objects)
    first = [next((p for r, p in points if r >= Fraction(k, 10)), Fraction(0)) for k in range(11)]
    return {
        RIGHT: mean(answers),
        "AP by all points": ap_of_hits(hits, objects),
        "AP, precisions not lifted": ap_of_hits(hits, objects, lifted=False),
        "AP by COCO's 101 levels": mean(at_levels(hits, objects, 100)),
        "sklearn's average precision": ap_of_hits(hits, sum(hits), lifted=False),
        "level 0 left out": mean(answers[1:]),
        "level 1 left out": mean(answers[:-1]),
        "sum over ten": sum(answers) / 10,
        "sum of the eleven": sum(answers),
        "levels reached alone": mean(p for p in answers if p),
        "> for ≥": mean(at_levels(hits, objects, strict=True)),
        "eleven levels, not lifted": mean(first),
        "missed objects forgotten": mean(at_levels(hits, sum(hits))),
        "trapezoids": trapezoids(hits, objects),
        "mean precision after each box": mean(p for _, p in points),
        **at_the_end(hits, objects),
    }


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
    return {
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


@typical("map.mean")
def mean_ap(q):
    """Take the absent class in, weigh the classes, or sum their curves by another rule."""
    table = columns(q)
    told = zip(map(marks, table["boxes"]), table["objects"], strict=True)
    every = [(hits, int(n)) for hits, n in told]
    there = [(hits, n) for hits, n in every if n]
    joined, objects = [hit for hits, _ in every for hit in hits], sum(n for _, n in there)
    aps = [ap_of_hits(*row) for row in there]
    each = lambda rule: mean(rule(*row) for row in there)  # noqa: E731
    ends = {name: mean(at_the_end(*row)[name] for row in there) for name in ("recall", "precision")}
    return {
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
        "precisions not lifted": each(lambda *row: ap_of_hits(*row, lifted=False)),
        "sklearn's average precision": mean(
            over(sum(rungs(*row, lifted=False)), sum(row[0])) or 0 for row in there
        ),
        "eleven points": each(lambda *row: mean(at_levels(*row))),
        "COCO's 101 levels": each(lambda *row: mean(at_levels(*row, 100))),
        "all classes in one list": ap_of_hits(joined, objects),
        "mean recall": ends["recall"],
        "mean precision": ends["precision"],
        "recall of all classes together": Fraction(sum(joined), objects),
        "precision of all classes together": Fraction(sum(joined), len(joined)),
        "AP of the best class": max(aps),
        "median AP": float(np.median([float(a) for a in aps])),
    }


@typical("map.stricter")
def stricter_ap(q):
    """Ask for another overlap, delete what is too weak, or sum by another rule."""
    ious = [Fraction(0 if text == "–" else text) for text in columns(q)["IoU"]]
    objects, bar = int(all_numbers(q)[0]), Fraction(re.search(r"≥ ([\d.]+)\)", q.text)[1])
    at = lambda limit: [int(iou >= limit) for iou in ious]  # noqa: E731
    hits = at(bar)
    touching = [hit for hit, iou in zip(hits, ious, strict=True) if hit or not iou]
    ten = [Fraction(k, 20) for k in range(10, 20)]
    return {
        RIGHT: ap_of_hits(hits, objects),
        "at 0.5": ap_of_hits(at(Fraction(1, 2)), objects),
        "each box that touches as a hit": ap_of_hits([int(iou > 0) for iou in ious], objects),
        "> for ≥": ap_of_hits([int(iou > bar) for iou in ious], objects),
        "mean over 0.5 to 0.95": mean(ap_of_hits(at(limit), objects) for limit in ten),
        "divided by the hits found": over(sum(rungs(hits, objects)), sum(hits)),
        "precisions not lifted": ap_of_hits(hits, objects, lifted=False),
        "sklearn's average precision": over(sum(rungs(hits, objects, False)), sum(hits)),
        "divided by the boxes": over(sum(rungs(hits, objects)), len(hits)),
        "weak boxes deleted": ap_of_hits(touching, objects),
        "weak boxes' objects forgotten": over(
            sum(rungs(hits, objects)), objects - sum(0 < iou < bar for iou in ious)
        ),
        "eleven points": mean(at_levels(hits, objects)),
        "COCO's 101 levels": mean(at_levels(hits, objects, 100)),
        "trapezoids": trapezoids(hits, objects),
        "mean IoU of the hits": mean(iou for iou in ious if iou >= bar),
        **at_the_end(hits, objects),
    }


def compared(truth, called):
    """Count hits, false alarms, misses and right negatives."""
    truth, called = (np.asarray(x, bool).ravel() for x in (truth, called))
    pairs = (truth & called, ~truth & called, truth & ~called, ~(truth | called))
    return [int(pair.sum()) for pair in pairs]


def f1(tp, fp, fn, _):
    """Return Dice, which is F1."""
    return over(2 * tp, 2 * tp + fp + fn)


def jaccard(tp, fp, fn, _):
    """Return IoU, which is Jaccard."""
    return over(tp, tp + fp + fn)


def exact(truth, called):
    """Return the share of rows that are wholly right."""
    return Fraction(int((truth == called).all(axis=1).sum()), len(truth))


@typical("lists.lower-bar")
def lower_bar(q):
    """Judge cells, tags or whole photographs in place of each photograph's overlap."""
    (truth, score), bar = tags(q), Fraction(str(all_numbers(q)[0]))
    called = (score >= float(bar)).astype(int)
    tp, fp, fn, tn = compared(truth, called)
    rows = [compared(*row) for row in zip(truth, called, strict=True)]
    overlap = lambda a, b: mean(  # noqa: E731
        jaccard(*compared(*row)) or 0 for row in zip(a, b, strict=True)
    )
    right, some = Fraction(tp + tn, truth.size), truth.any(axis=1)
    each = lambda rule: mean(rule(*row) or 0 for row in rows)  # noqa: E731
    true = lambda row: Fraction(int(row.sum()), len(truth))  # noqa: E731
    return {
        "accuracy of the cells": right,
        "Hamming loss": 1 - right,
        "complement": 1 - overlap(truth, called),
        "subset accuracy": exact(truth, called),
        "> for ≥": overlap(truth, (score > float(bar)).astype(int)),
        "threshold at 0.5": overlap(truth, (score >= 0.5).astype(int)),
        "tag by tag": overlap(truth.T, called.T),
        "F1 of the photographs": each(f1),
        "precision of the photographs": each(lambda tp, fp, fn, tn: over(tp, tp + fp)),
        "recall of the photographs": each(lambda tp, fp, fn, tn: over(tp, tp + fn)),
        "shared tags over three": each(lambda tp, fp, fn, tn: Fraction(tp, 3)),
        "one right tag is enough": true((truth & called).any(axis=1)),
        "tags too many forgiven": true((called >= truth).all(axis=1)),
        "missing tags forgiven": true((called <= truth).all(axis=1)),
        "photographs without tags left out": None
        if some.all()
        else overlap(truth[some], called[some]),
        "sum of the overlaps": sum(jaccard(*row) or 0 for row in rows),
        "precision of the cells": over(tp, tp + fp),
        "recall of the cells": over(tp, tp + fn),
        "F1 of the cells": f1(tp, fp, fn, tn),
        "Jaccard index of the cells": jaccard(tp, fp, fn, tn),
        "percent without the sign": 100 * overlap(truth, called),
    }


@typical("lists.calf")
def calf(q):
    """Take another animal, another part of the picture or another measure."""
    truth, called = (np.array(list("".join(columns(q)[side]))) for side in ("truth", "program"))
    counts = {kind: compared(truth == kind, called == kind) for kind in "012"}
    tp, fp, fn, tn = counts["2"]
    dice = {kind: f1(*four) for kind, four in counts.items()}
    ious = {kind: jaccard(*four) for kind, four in counts.items()}
    usual = f1(tp, fp, fn, tn)
    return {
        "IoU": ious["2"],
        "precision": over(tp, tp + fp),
        "recall": over(tp, tp + fn),
        "pixel accuracy": mean((truth == called).astype(int).tolist()),
        "accuracy of calf against the rest": Fraction(tp + tn, len(truth)),
        "Dice of the cow": dice["1"],
        "Dice of the meadow": dice["0"],
        "mean Dice of the three": mean(dice.values()),
        "mean Dice of cow and calf": (dice["1"] + dice["2"]) / 2,
        "Dice of cow and calf as one": f1(*compared(truth != "0", called != "0")),
        "IoU of the cow": ious["1"],
        "mean IoU": mean(ious.values()),
        "overlap counted once": usual / 2,
        "twice the IoU": 2 * ious["2"],
        "overlap over the wrong pixels": over(tp, fp + fn),
        "complement": 1 - usual,
        "overlap": tp,
        "percent without the sign": 100 * usual,
    }


@typical("lists.queries")
def queries(q):
    """Divide by something else, weigh the queries, or look at one place of each list."""
    table = columns(q)
    both = [(marks(row), int(n)) for row, n in zip(table["list"], table["relevant"], strict=True)]
    each = lambda rule: mean(rule(*row) for row in both)  # noqa: E731
    joined, wanted = [*chain(*(hits for hits, _ in both))], sum(n for _, n in both)
    plain = [ap_of_hits(*row, lifted=False) for row in both]
    return {
        "divided by those found": mean(
            over(sum(rungs(*row, lifted=False)), sum(row[0])) or 0 for row in both
        ),
        "precisions lifted": each(ap_of_hits),
        "divided by the length of the list": each(
            lambda hits, n: over(sum(rungs(hits, n, lifted=False)), len(hits))
        ),
        "divided by what the list could hold": each(
            lambda hits, n: over(sum(rungs(hits, n, lifted=False)), min(n, len(hits)))
        ),
        "mean precision after each photograph": each(lambda *row: mean(p for _, p in walk(*row))),
        "R-precision": each(lambda hits, n: Fraction(sum(hits[:n]), n)),
        "mean recall": each(lambda hits, n: Fraction(sum(hits), n)),
        "mean precision": each(lambda hits, n: mean(hits)),
        "mean reciprocal rank": each(lambda hits, n: over(1, hits.index(1) + 1)),
        "mean precision at 5": each(lambda hits, n: Fraction(sum(hits[:5]), 5)),
        "all queries in one list": ap_of_hits(joined, wanted, lifted=False),
        "queries weighted by what is relevant": over(
            sum(a * n for a, (_, n) in zip(plain, both, strict=True)), wanted
        ),
        "mean of all precisions at hits": mean(
            p for row in both for p in rungs(*row, lifted=False)
        ),
        "precision of all queries together": mean(joined),
        "eleven points": each(lambda *row: mean(at_levels(*row))),
        "sum of the APs": sum(plain),
        "AP of the first query": plain[0],
        "percent without the sign": 100 * mean(plain),
    }


def prices(q):
    """Read what flats were sold for, and what a program said."""
    _, truth, said = zip(*rows(q.data[0]), strict=True)
    return np.array(truth, float), np.array(said, float)


def plain(answers):
    """Hand in Python's own numbers, without those that can't be worked out."""
    return {name: float(value) for name, value in answers.items() if np.isfinite(value)}


@typical("choosing.third-program")
def third_program(q):
    """Stop before the root, forget the squares, or divide by something else."""
    truth, said = prices(q)
    error, n = said - truth, len(truth)
    total, size = np.sum(error**2), np.abs(error)
    root = np.sqrt(total / n)
    return plain(
        {
            RIGHT: root,
            "MSE": total / n,
            "MAE": size.mean(),
            "sum of squared errors": total,
            "root of the sum": np.sqrt(total),
            "root before dividing": np.sqrt(total) / n,
            "mean error": error.mean(),
            "size of the mean error": abs(error.mean()),
            "squares divided by n − 1": np.sqrt(total / (n - 1)),
            "standard deviation of the errors": error.std(),
            "root of the MAE": np.sqrt(size.mean()),
            "median absolute error": np.median(size),
            "largest error": size.max(),
            "sum of absolute errors": size.sum(),
            "MAPE": np.mean(size / truth),
            "root mean squared relative error": np.sqrt(np.mean((error / truth) ** 2)),
            "RMSE over the mean price": root / truth.mean(),
            "R²": 1 - total / np.sum((truth - truth.mean()) ** 2),
            "in yuan": 10_000 * root,
        }
    )


@typical("choosing.lazy-man")
def lazy_man(q):
    """Compare with somebody else, or without the squares; or take another measure."""
    truth, said = prices(q)
    error, lazy, n = said - truth, truth - truth.mean(), len(truth)
    own, his = np.sum(error**2), np.sum(lazy**2)
    r = np.corrcoef(truth, said)[0, 1]
    return plain(
        {
            "share left unexplained": own / his,
            "absolute errors": 1 - np.abs(error).sum() / np.abs(lazy).sum(),
            "roots of the squared errors": 1 - np.sqrt(own / his),
            "correlation": r,
            "squared correlation": r**2,
            "explained variance": 1 - error.var() / truth.var(),
            "compared with 0": 1 - own / np.sum(truth**2),
            "lazy man says the program's mean": 1 - own / np.sum((truth - said.mean()) ** 2),
            "lazy man says the median": 1 - own / np.sum((truth - np.median(truth)) ** 2),
            "truth and guess swapped": 1 - own / np.sum((said - said.mean()) ** 2),
            "spread of the guesses over that of the prices": said.var() / truth.var(),
            "his errors divided by n − 1": 1 - (own / n) / (his / (n - 1)),
            "adjusted R²": 1 - (own / (n - 2)) / (his / (n - 1)),
            "his over its own": his / own,
            "root of R²": np.sqrt(max(0, 1 - own / his)),
            "MSE": own / n,
            "RMSE": np.sqrt(own / n),
            "percent without the sign": 100 * (1 - own / his),
        }
    )


@typical("choosing.new-price")
def new_price(q):
    """Put the two prices together in another way."""
    good, bad = fractions(q.text)
    return {
        "one price over the other": good / bad,
        "inverse of the ratio": bad / good,
        "price of a default over the sum": bad / (good + bad),
        "complement of the ratio": 1 - good / bad,
        "over the difference": over(good, bad - good),
        "inverse": (good + bad) / good,
        "difference over the sum": (bad - good) / (bad + good),
        "one half": 0.5,
        "log odds": math.log(good / bad),
        "refuse nobody": 1,
        "refuse everybody": 0,
        "price of a default": bad,
        "percent without the sign": 100 * good / (good + bad),
    }


@typical("choosing.another-town")
def another_town(q):
    """Keep the old shares, change one part alone, or take another rate."""
    tn, fp, fn, tp = (
        int(re.search(rf"\b{c} = (\d+)", str(q))[1]) for c in ("TN", "FP", "FN", "TP")
    )
    p = Fraction(re.search(r"town (\d+)% default", q.text)[1]) / 100
    tpr, fpr = Fraction(tp, tp + fn), Fraction(fp, fp + tn)
    base = Fraction(tp + fn, tp + fp + fn + tn)
    hit, alarm = p * tpr, (1 - p) * fpr
    right, more = hit / (hit + alarm), p / base
    here = Fraction(tp, tp + fp)
    return {
        "precision here": here,
        "recall": tpr,
        "false positive rate": fpr,
        "specificity": 1 - fpr,
        "accuracy here": Fraction(tp + tn, tp + fp + fn + tn),
        "accuracy there": hit + (1 - p) * (1 - fpr),
        "F1 there": 2 * right * tpr / (right + tpr),
        "complement": 1 - right,
        "negative predictive value there": over(
            (1 - p) * (1 - fpr), (1 - p) * (1 - fpr) + p * (1 - tpr)
        ),
        "share refused there": hit + alarm,
        "defaults refused, of all": hit,
        "defaulters alone multiplied": over(tp * more, tp * more + fp),
        "payers alone multiplied": over(tp, tp + fp * (1 - p) / (1 - base)),
        "both classes the same size": over(tpr, tpr + fpr),
        "shares swapped": over((1 - p) * tpr, (1 - p) * tpr + p * fpr),
        "false alarms not weighted": over(hit, hit + fpr),
        "precision times the change of the share": here * more,
        "percent without the sign": 100 * right,
    }


@typical("choosing.luck")
def luck(q):
    """Look at one of the two conditions alone, or at another bar for luck."""
    towns = [tuple(map(Fraction, row[1:])) for row in rows(q.data[0])]
    count = lambda good: sum(bool(good(new - old, p)) for new, old, p in towns)  # noqa: E731
    bar, n = Fraction(1, 20), len(towns)
    both = count(lambda gain, p: gain > 0 and p < bar)
    old = count(lambda gain, p: gain < 0 and p < bar)
    return {
        RIGHT: both,
        "new model ahead": count(lambda gain, p: gain > 0),
        "old model ahead": count(lambda gain, p: gain < 0),
        "p below 0.05": both + old,
        "old model better, p below 0.05": old,
        "p of 0.05 or more": n - both - old,
        "new model ahead, p of 0.05 or more": count(lambda gain, p: gain > 0 and p >= bar),
        "new model not better, or by luck": n - both,
        "towns won by more than luck, less towns lost": both - old,
        "p below 0.01": count(lambda gain, p: gain > 0 and p < bar / 5),
        "p below 0.1": count(lambda gain, p: gain > 0 and p < 2 * bar),
        "p below 0.025": count(lambda gain, p: gain > 0 and p < bar / 2),
        "Bonferroni": count(lambda gain, p: gain > 0 and p < bar / n),
        "ahead by 0.05 or more": count(lambda gain, p: gain >= bar),
        "ahead by more than 0.1": count(lambda gain, p: gain > 2 * bar),
        "old model ahead, p of 0.05 or more": count(lambda gain, p: gain < 0 and p >= bar),
        "towns ahead, less towns behind": count(lambda g, p: g > 0) - count(lambda g, p: g < 0),
        "towns": n,
    }


@typical("shards.two-precisions")
def two_precisions(q):
    """Average the two precisions in some way, or take another number of the sum."""
    cells = [column(q.data[0], name) for name in ("TP", "FP", "FN", "TN")]
    a, b = zip(*cells, strict=True)
    one, other = ratios(*a), ratios(*b)
    whole = ratios(*(x + y for x, y in zip(a, b, strict=True)))
    names = ["recall", "accuracy", "F1", "false discovery rate", "specificity"]
    names += ["share of positives", "share of predicted positives", "Jaccard index"]
    p = [one["precision"], other["precision"]]

    def weighted(*weights):
        return over(sum(w * x for w, x in zip(weights, p, strict=True)), sum(weights))

    return some(whole, *names) | {
        RIGHT: whole["precision"],
        "mean of the precisions": mean(p),
        "weighted by payments": weighted(sum(a), sum(b)),
        "weighted by frauds": weighted(a[0] + a[2], b[0] + b[2]),
        "precisions added": sum(p),
        "precisions multiplied": p[0] * p[1],
        "precision of shop A": p[0],
        "precision of shop B": p[1],
    }


@typical("shards.auc-of-all")
def auc_of_all(q):
    """Average the two AUCs, count some of the pairs only, or take another number."""
    shops = [payments(table) for table in q.data]
    y, score = whole(shops)
    areas, own = [auc(*shop) for shop in shops], [pairs(*shop) for shop in shops]
    sizes = [len(labels) for labels, _ in shops]
    inside, won = sum(n for *_, n in own), sum(w for w, *_ in own)
    all_won, _, every = pairs(y, score)
    right, half = auc(y, score), ratios(*called(y, score, Fraction(1, 2)))
    return {
        "mean of the AUCs": mean(areas),
        "weighted by payments": over(sum(n * x for n, x in zip(sizes, areas, strict=True)), len(y)),
        "inside the shops only": over(won, inside),
        "between the shops only": over(all_won - won, every - inside),
        "between the shops lost": over(won, every),
        "between the shops tied": over(won + Fraction(every - inside, 2), every),
        "number of pairs won": all_won,
        "number of pairs lost": every - all_won,
        "Gini coefficient": 2 * right - 1,
        "average precision": ap(curve(y, score)),
        "the pairs that are lost": 1 - right,
        "accuracy at 0.5": half["accuracy"],
        "AUC of the labels at 0.5": half["balanced accuracy"],
        "percent without the sign": 100 * right,
    }


def payments(table):
    """Read labels and scores, from the top."""
    labels, scores = (column(table, name) for name in ("label", "score"))
    return [int(y) for y in labels], [Fraction(str(score)) for score in scores]


def whole(shops):
    """Join the payments of some shops, from the top."""
    rows = sorted((-s, y) for labels, scores in shops for y, s in zip(labels, scores, strict=True))
    return [y for _, y in rows], [-s for s, _ in rows]
