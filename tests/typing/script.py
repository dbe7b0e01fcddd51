"""A script as a user writes it: type checkers find nothing to say about it."""

import numpy as np

import mlmetrics_edu as mm

cars = mm.example("cars")
s = mm.sweep(cars.y_true, cars.y_score, ids=cars.ids, ties="in-order")
print(s)

# One step, several, and a column of every step
step = s[7]
print(step.threshold, step.admitted, step.confusion.f1.working)
print([one.confusion.precision.fraction for one in s[1:4]])
best = int(np.nanargmax(s["f1"]))
mine = mm.Formula("my score", "TP / (TP + 2*FN)", direction="higher")
print(s[mine][best], s.at(0.5).mcc, mine.work(TP=4, FN=2).fraction)

# Two classes, counted from labels
c = mm.Confusion.from_labels([1, 1, 0, 0], [1, 0, 0, 1], ids=["a", "b", "c", "d"])
print(c.precision.name, c.recall.working, c.specificity + c.fpr, c.f(2), c.samples["FN"])
print(c.table("truth in columns, positive first").sum(), (c + c).total, c.report())
letters = mm.Confusion.from_letters(A=8, B=2, C=12, D=9978)
print(letters.kappa, letters.balanced_accuracy, letters.rate("f0.5", undefined=0))

# Curves and areas
curve = mm.roc(s)
x, y = curve
print(x.shape, y.max(), mm.auc(s, "pairs").steps, mm.ks_statistic(s).working)
for rule in ("step", "voc2007", "coco"):
    print(rule, mm.average_precision(s, rule).fraction)
optima = mm.best_threshold(s, by="f1", where=["recall >= 0.5"])
print(optima.thresholds, optima.value, optima[0].confusion)
costs = mm.Costs(fp=5, fn=1)
print(mm.expected_cost(c, costs).working, mm.expected_cost(s, costs).argmin())
print(mm.cost_curve(s, costs=costs).at(0.5), mm.auc_interval(s, method="delong").low)

# Many classes
m = mm.ConfusionMatrix([[5, 1], [2, 4]], ["cat", "dog"])
print(m.average("f1", "macro").fraction, m["recall"].round(3), m.kappa, m.labels[0])
print(m.one_vs_rest("dog").precision, m.report(["precision", "recall"]).to_markdown())

# Label sets, ranked lists, images, real values
truth, score = [[1, 0, 1], [0, 1, 0]], [[0.8, 0.3, 0.4], [0.1, 0.9, 0.2]]
print(mm.multilabel_map(truth, score, average="macro").steps)
print(mm.precision_at([1, 0, 1, 1], k=3).fraction, mm.retrieval_map([[1, 0, 1], [0, 1]]))
masks = mm.segmentation_matrix([[0, 1], [1, 1]], [[0, 1], [0, 1]], classes=2)
print(mm.mean_iou(masks, absent="skip").working, mm.pixel_accuracy(masks).fraction)
print(mm.mae([3, -0.5, 2], [2.5, 0.0, 2]).fraction, mm.r2([1, 2, 3], [1, 2, 4]).working)

# Pictures
ax = mm.plots.roc({"cars": s}, hull=True, language="zh-Hans")
ax = mm.plots.roc(cars.y_true, cars.y_score, positive=1, lw=2)
mm.plots.pr({"a": s, "b": s}, ax, color="red")
mm.plots.pr([1, 0, 1], {"a": [0.9, 0.4, 0.3]}).get_title()
some = mm.one_vs_rest(["a", "b", "c"], np.eye(3), classes={"a": "cat", "b": "dog", "c": "fox"})
print(some.auc("macro").fraction, some.macro_roc().y, mm.roc(some.micro), some.sweeps["cat"])
mm.plots.strips([1, 0, 1], [0.9, 0.4, 0.3], ax, framed=1)
mm.plots.strips(s, ax).get_xlabel()
left, right = mm.plots.duality(s)
print(mm.equal_error_rate(s).fraction, mm.plots.det(s).get_title())
mm.plots.confusion_matrix(m, values="row shares")
mm.plots.confusion(c, lettered=True)
_, panel = mm.plots.panels()
mm.plots.confusion(c, panel, orientation="truth in rows, positive first")
with mm.plots.style("projector", "en"):
    mm.plots.pr(s, break_even=True, area="voc2007")
