"""Typical wrong answers on overlaps, and on who is found by whom."""

import re
from fractions import Fraction

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import RIGHT, fractions, known, over, rows, typical


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
def stricter(q):
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
    return known(
        {
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
            "surest box of each person alone": over(
                count(lambda b: b[2] >= need, surest(boxes)), n
            ),
            "people touched over boxes": over(count(lambda b: True), n),
            "average precision": over(sum(rungs), people),
            "people over boxes": over(people, n),
            "people found": hits,
            "percent without the sign": over(100 * hits, n),
        }
    )
