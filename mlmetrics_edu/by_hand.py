"""Every number of this workbook by hand: lists, fractions, and nothing that has to be installed.

Read this first. The rest of the library finds the same numbers, faster and with their working; a
test holds it to what stands here.

A label is 1 (positive) or 0 (negative). A score is a number, higher for what looks more positive.
A sample is predicted positive when its score ≥ the threshold. What is divided by 0 is None.
"""

from fractions import Fraction
from itertools import pairwise


def walk(labels, scores, grouped=True):
    """Turn a list of labels and a list of scores into rows (threshold, TP, FP, FN, TN).

    The threshold starts above all scores, where nothing is predicted positive, and falls from score
    to score. Samples of one score come in together or, not grouped, one after another.

    >>> walk([1, 0, 1], [0.9, 0.4, 0.4])
    [(inf, 0, 0, 2, 1), (0.9, 1, 0, 1, 1), (0.4, 2, 1, 0, 0)]
    """
    positives = sum(labels)
    negatives = len(labels) - positives
    tp = fp = 0
    rows = [(float("inf"), 0, 0, positives, negatives)]
    for score, label in sorted(zip(scores, labels, strict=True), key=lambda sample: -sample[0]):
        if label == 1:
            tp += 1
        else:
            fp += 1
        if grouped and score == rows[-1][0]:
            rows.pop()
        rows.append((score, tp, fp, positives - tp, negatives - fp))
    return rows


def table(ids, labels, scores):
    """Write the walk as textbooks print it: a line a sample, the highest score first.

    >>> print(table(["car 4", "car 2", "car 13"], [1, 1, 0], [0.91, 0.76, 0.65]))
     i      id  score  label  TP  FP  FN  TN  P             R
     1   car 4   0.91      1   1   0   1   1  1/1 = 1.000   1/2 = 0.500
     2   car 2   0.76      1   2   0   0   1  2/2 = 1.000   2/2 = 1.000
     3  car 13   0.65      0   2   1   0   0  2/3 = 0.667   2/2 = 1.000
    """
    lines = [" i      id  score  label  TP  FP  FN  TN  P             R"]
    ranked = sorted(zip(scores, ids, labels, strict=True), key=lambda sample: -sample[0])
    rows = walk(labels, scores, grouped=False)[1:]
    for i, (sample, (_, tp, fp, fn, tn)) in enumerate(zip(ranked, rows, strict=True), 1):
        score, name, label = sample
        p = f"{tp}/{tp + fp} = {tp / (tp + fp):.3f}"
        r = f"{tp}/{tp + fn} = {tp / (tp + fn):.3f}"
        who = f"{i:2}  {name:>6}  {score:5}  {label:5}"
        lines.append(f"{who}  {tp:2}  {fp:2}  {fn:2}  {tn:2}  {p:12}  {r}")
    return "\n".join(lines)


def ratio(part, whole):
    """Divide two whole numbers, exactly; by 0 there is nothing to say, None."""
    return Fraction(part, whole) if whole else None


def precision(tp, fp):
    """Of all that were predicted positive, how many are? Two counts make a fraction, or None."""
    return ratio(tp, tp + fp)


def recall(tp, fn):
    """Of all positives, how many were found? Two counts make a fraction, or None."""
    return ratio(tp, tp + fn)


def f_beta(tp, fp, fn, beta=1):
    """Weigh recall β times as much as precision: three counts make a fraction, or None.

    >>> f_beta(4, 3, 2), f_beta(4, 3, 2, beta=2)
    (Fraction(8, 13), Fraction(20, 31))
    """
    weight = Fraction(beta) ** 2
    return ratio((1 + weight) * tp, (1 + weight) * tp + weight * fn + fp)


def roc(rows):
    """Turn the rows of a walk into points (FPR, TPR)."""
    return [(ratio(fp, fp + tn), recall(tp, fn)) for _, tp, fp, fn, tn in rows]


def pr(rows):
    """Turn the rows of a walk into points (recall, precision); the first has no precision."""
    return [(recall(tp, fn), precision(tp, fp)) for _, tp, fp, fn, _ in rows]


def auc(labels, scores):
    """Let each positive meet each negative: the share of meetings that it wins, a tie being half.

    >>> auc([1, 0, 1, 0], [0.9, 0.7, 0.7, 0.2])
    Fraction(7, 8)
    """
    samples = [*zip(labels, scores, strict=True)]
    positives = [score for label, score in samples if label == 1]
    negatives = [score for label, score in samples if label == 0]
    won = sum(p > n for p in positives for n in negatives)
    tied = sum(p == n for p in positives for n in negatives)
    return ratio(2 * won + tied, 2 * len(positives) * len(negatives))


def area(points):
    """Add up the trapezoids below points (x, y): below a ROC curve that is the AUC again.

    >>> area(roc(walk([1, 0, 1, 0], [0.9, 0.7, 0.7, 0.2])))
    Fraction(7, 8)
    """
    return sum((x2 - x1) * (y1 + y2) / 2 for (x1, y1), (x2, y2) in pairwise(points))


def ks(rows):
    """Find how far TPR and FPR are apart, at most, over the rows of a walk."""
    return max(abs(tpr - fpr) for fpr, tpr in roc(rows))


def ap_by_step(rows):
    """Multiply each gain in recall by the precision after it, and add up: Σ (Rᵢ − Rᵢ₋₁)·Pᵢ."""
    points = pr(rows)
    return sum((r2 - r1) * p2 for (r1, _), (r2, p2) in pairwise(points))


def ap_by_levels(rows, levels=11):
    """Take the best precision from each level of recall on, 0, 0.1 … 1, and average these.

    Eleven levels are VOC 2007's, 101 are COCO's.
    """
    points = pr(rows)[1:]
    asked = [Fraction(k, levels - 1) for k in range(levels)]
    best = [max(p for r, p in points if r >= level) for level in asked]
    return sum(best) / levels


def least_cost(rows, fp_cost, fn_cost):
    """Price the errors of each row of a walk: the least cost, and the thresholds that have it.

    >>> least_cost(walk([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]), fp_cost=1, fn_cost=5)
    (1, [0.4])
    """
    costs = [(fp * fp_cost + fn * fn_cost, threshold) for threshold, _, fp, fn, _ in rows]
    least = min(costs)[0]
    return least, [threshold for cost, threshold in costs if cost == least]


def of_each_class(truth, predicted):
    """Count each class against the rest: two lists of classes make rows (class, TP, FP, FN)."""
    pairs = [*zip(truth, predicted, strict=True)]
    return [
        (
            name,
            sum(t == name and p == name for t, p in pairs),
            sum(t != name and p == name for t, p in pairs),
            sum(t == name and p != name for t, p in pairs),
        )
        for name in sorted({*truth, *predicted})
    ]


def macro_f1(truth, predicted):
    """Average the F1 of the classes: each class counts the same.

    >>> macro_f1([*"abbb"], [*"abba"]), micro_f1([*"abbb"], [*"abba"])
    (Fraction(11, 15), Fraction(3, 4))
    """
    scores = [f_beta(tp, fp, fn) for _, tp, fp, fn in of_each_class(truth, predicted)]
    return sum(scores) / len(scores)


def micro_f1(truth, predicted):
    """Add the counts of the classes up, and take one F1: each sample counts the same."""
    _, *counts = zip(*of_each_class(truth, predicted), strict=True)
    return f_beta(*(sum(column) for column in counts))


def iou(a, b):
    """Divide what two boxes (x1, y1, x2, y2) have in common by what they cover together.

    >>> iou((0, 0, 2, 2), (1, 1, 3, 3))
    Fraction(1, 7)
    """
    width = max(0, min(a[2], b[2]) - max(a[0], b[0]))
    height = max(0, min(a[3], b[3]) - max(a[1], b[1]))
    size_a, size_b = ((x2 - x1) * (y2 - y1) for x1, y1, x2, y2 in (a, b))
    return ratio(width * height, size_a + size_b - width * height)


def voc_hits(objects, detections, least=Fraction(1, 2)):
    """Say of each detection in an image whether it is a hit, by VOC's rule, the best score first.

    Objects are a list of boxes, detections a list of pairs (score, box). A detection asks for the
    object that it overlaps most: below the least IoU it misses, and an object is found but once.

    >>> voc_hits([(0, 0, 4, 4)], [(0.8, (0, 0, 4, 3)), (0.9, (0, 0, 4, 4)), (0.7, (5, 5, 9, 9))])
    [True, False, False]
    """
    hits, taken = [], set()
    for _, box in sorted(detections, key=lambda detection: -detection[0]):
        overlaps = [iou(box, one) for one in objects]
        best = overlaps.index(max(overlaps)) if objects else None
        hits.append(best is not None and overlaps[best] >= least and best not in taken)
        if hits[-1]:
            taken.add(best)
    return hits
