"""Nothing given is ignored: each optional argument of what is public changes the answer.

For each a table holds a value that must make a difference (in a number, in its working, in what is
printed or drawn), beside a call that would do without it. What has no entry fails: whoever adds an
argument says here how it shows.
"""

import atexit
import contextlib
import inspect
import io
import tempfile
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.text import Text

import mlmetrics_edu as mm
from mlmetrics_edu.detection.box_tables import BoxTable
from mlmetrics_edu.detection.detection_map import DetectionMap
from mlmetrics_edu.detection.match import Matching
from mlmetrics_edu.live.instrument import Instrument
from mlmetrics_edu.metrics.auc_error import AucTest
from mlmetrics_edu.metrics.one_vs_rest import OneVsRest
from mlmetrics_edu.workbook.report import Report
from tests import results

NAN = float("nan")
Y, S = [1, 0, 1, 0, 1, 0, 0, 1], [0.9, 0.8, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2]
W, IDS = [1, 2, 1, 3, 1, 1, 2, 5], list("abcdefgh")
SWEEP, UNTIED = mm.sweep(Y, S), mm.sweep(Y, [0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2])
OTHER = mm.sweep(Y, [0.9, 0.1, 0.8, 0.6, 0.7, 0.4, 0.3, 0.2])
TENTHS = mm.sweep([1] * 7 + [0] * 9 + [1] * 3, range(19, 0, -1))  # at 0.7, floats go astray
COSTS = mm.Costs(fp=1, fn=5)
C, NOTHING = mm.Confusion(4, 3, 2, 11), mm.Confusion(0, 0, 2, 11)
WORDS = [["a", "b", "c", "a", "b", "c"], ["a", "b", "b", "a", "c", "b"]]
NAMED_COUNTS = mm.Confusion.from_labels([1, 1, 0, 0], [1, 0, 1, 0], ids=list("abcd"))
M = mm.ConfusionMatrix([[5, 1, 0], [2, 3, 0], [1, 1, 0]], ("a", "b", "c"))
ABSENT = mm.ConfusionMatrix([[5, 1, 0], [2, 3, 0], [0, 0, 0]], ("a", "b", "c"))
PAIR = mm.ConfusionMatrix([[20, 9], [2, 30]])
TRUE, PRED = [3.0, 1.0, 2.0, 5.0], [2.0, 1.5, 2.5, 8.0]
GRID = [[1, 0, 1], [0, 1, 0], [1, 1, 0], [0, 0, 1]]
GUESS = [[1, 1, 0], [0, 1, 0], [1, 0, 0], [1, 0, 1]]
SCORE = [[0.9, 0.4, 0.4], [0.1, 0.8, 0.4], [0.2, 0.7, 0.6], [0.5, 0.3, 0.4]]
EMPTY = [[1, 0, 0], [0, 0, 0], [1, 1, 0], [1, 0, 0]]  # a label and a sample without any
OVR, NEVER = mm.one_vs_rest(list("abca"), SCORE), mm.one_vs_rest(EMPTY, SCORE)
A, B = [0, 0, 10, 10], [3, 0, 14, 10]
MASK, SEEN = [[0, 0, 1], [1, 2, 2]], [[0, 1, 1], [1, 2, 0]]
rng = np.random.default_rng(0)
X, Z = rng.integers(0, 256, (2, 16, 16, 3)).astype(float)
BYTES = X[..., 0].astype(np.uint8)
OBJECTS = {
    "image": [1, 1, 2, 2],
    "category": ["cat", "cat", "cat", "dog"],
    **{"x": [0, 50, 0, 0], "y": [0, 0, 0, 50], "w": [40, 40, 10, 40], "h": [40, 40, 10, 40]},
}
FOUND = {
    "image": [2, 2, 2, 1, 1, 1],
    "category": ["cat", "cat", "dog", "cat", "cat", "cat"],
    **{"x": [30, 0, 2, 0, 1, 55], "y": [0, 0, 50, 0, 0, 0]},
    **{"w": [10, 10, 40, 40, 40, 40], "h": [10, 12, 40, 40, 40, 40]},
    "score": [0.8, 0.4, 0.3, 0.9, 0.8, 0.8],
}
JUDGED, MATCHED = mm.detection_map(OBJECTS, FOUND), mm.match(OBJECTS, FOUND)
FILE = {"image": [7], "category": ["cat"], "score": [0.5], "id": [9]}
FILE |= {"x": [1], "y": [2], "w": [30], "h": [40]}
MASKED = {"image": [1], "category": ["cat"], "mask": [np.array([[0, 1], [1, 1]], bool)]}
COCO = {
    "images": [{"id": 7, "height": 9, "width": 9}],
    "categories": [{"id": 3, "name": "cat"}],
    "annotations": [
        {"id": 1, "image_id": 7, "category_id": 3, "bbox": [1, 2, 3, 4], "area": 9, "ignore": 1}
        | {"segmentation": [[1, 2, 4, 2, 4, 6]]}
    ],
}
RESULT = {"image_id": 7, "category_id": 3, "bbox": [1, 2, 3, 4], "score": 0.5}
KEPT = tempfile.TemporaryDirectory()
atexit.register(KEPT.cleanup)
ANNOTATED, RESULTS, LOG = (Path(KEPT.name, name) for name in ("truth", "found", "log.csv"))
for folder, file, content in (
    (ANNOTATED, "a.xml", "<annotation/>"),
    (ANNOTATED, "b.xml", "<annotation/>"),
    (RESULTS, "cat.txt", "b 0.5 1 2 3 4"),
):
    folder.mkdir(exist_ok=True)
    folder.joinpath(file).write_text(content)
mm.practice("pr", LOG).solution()  # so there is something to go on from
OWN = mm.Formula("mine", "TP / (TP + k*FP)", fixed={"k": 2})
DRAWN = mm.binormal(1, 0, 1)


class Given:
    """A value of an argument that shows only together with others."""

    def __init__(self, value, **others):
        self.value, self.others = value, others


class Refused(Given):
    """A value that would have no effect, and is refused by the name of its argument."""


def call(function, *at_least):
    """Begin a row: what is called, with what at least; then values for its optional arguments."""
    return lambda **given: (function, (at_least, given))


REGRESSION = {"ids": IDS[:4]}
COLUMNS = {"labels": ["x", "y", "z"]}
LABELS = {**COLUMNS, "weights": [1, 2, 3, 4]}
ABSENCE = {"absent": Given("zero", matrix=ABSENT)}
HOW = {"n_relevant": 4, "scores": [0.9, 0.9, 0.5, 0.1], "ties": Given("positives-first")}
TIED = [0.9, 0.9, 0.5, 0.1]
SSIM = {
    "data_range": 200,
    "window": "uniform",
    "size": 5,
    "sigma": 1.0,
    "covariance": "sample",
    "border": "reflect",
}
FEW = {"times": 20}
BOOTSTRAP = {
    **FEW,
    **{"level": Given(0.5, **FEW), "seed": Given(1, **FEW), "stratified": Given(False, **FEW)},
}
BOXES = {"truth": OBJECTS, "detections": FOUND}
CHOSEN = {"categories": ["dog"], "max_detections": 1, "ties": "in-order"}
CHOSEN |= {"convention": "inclusive-pixels"}
AT = {"iou": 0.9, "area": "small", "category": "dog"}
TWICE = {"a": A, "b": B}
SIDES = {"convention": "inclusive-pixels"}
LISTS = {"relevance_lists": [[1, 0, 0, 1], [0, 1, 0, 0]]}
RANKED = {"scores": [TIED, TIED], "ties": Given("positives-first", scores=[TIED, TIED])}
OF_THREE = {"y_true": list("abca"), "y_prob": [[0.5, 0.2, 0.3]] * 4}
UNLIKE_LEVELS = {"relevance_lists": [[1, 0, 1, 1]]}
BLANK = {"relevance_lists": [[1, 0], [0, 0]]}
DIRECT = {"y_true": Y, "y_score": S}
SAMPLES = {"y_true": [1, 0, 1, 0], "y_prob": [0.9, 0.2, 0.4, 0.6]}
NAMED = Given("b", y_true=list("abab"))

EXPLORED = {
    **{"ids": IDS, "views": ["ks"], "metrics": ["kappa"], "snaps": ["accuracy"]},
    "language": "zh-Hans",
}

# What is called, with what at least, and for each optional argument a value that must show.
ROWS = [
    call(mm.Confusion, 0, 0, 2, 11)(undefined=0, names=("ham", "spam"), conventions={"a": "b"}),
    call(mm.Confusion.from_labels, [1, 0, 1, 0], [0, 0, 0, 0])(
        positive=0, weights=[1, 2, 3, 4], ids=list("abcd"), undefined=0
    ),
    call(mm.Confusion.from_letters, 1, 2, 3, 4)(lettering="truth in columns"),
    call(mm.Confusion.from_table, [[1, 2], [3, 4]])(orientation="truth in rows, positive first"),
    call(mm.Confusion.letters, C)(lettering="truth in columns"),
    call(mm.Confusion.rate, NOTHING, "precision")(undefined=1),
    call(mm.Confusion.table, C)(orientation="truth in rows, positive first"),
    call(mm.Confusion.trace, C)(orientation="truth in rows, positive first"),
    call(mm.ConfusionMatrix, [[1, 2], [3, 4]])(labels=("a", "b"), conventions={"a": "b"}),
    call(mm.ConfusionMatrix.from_labels, *WORDS)(
        labels=["c", "b", "a"], weights=[1, 2, 3, 4, 5, 6], ids=list("uvwxyz")
    ),
    call(mm.ConfusionMatrix.average, M, "precision")(how="micro", undefined=1, labels=["a", "b"]),
    call(mm.ConfusionMatrix.parts, M)(labels=["a"]),
    call(mm.ConfusionMatrix.report, M)(rates=["fpr"], undefined=1),
    call(mm.ConfusionMatrix.table, M)(orientation="truth in rows, reversed"),
    call(mm.ConfusionMatrix.trace, M)(orientation="truth in rows, reversed"),
    call(mm.Costs)(fp=2, fn=3, tp=-1, tn=-1),
    call(mm.Costs.from_benefits)(fp=2, fn=3, tp=-1, tn=-1),
    call(mm.Costs.from_zhou)(cost01=3, cost10=2),
    call(DetectionMap.ap, JUDGED, "cat")(**AT),
    call(DetectionMap.ap_by_iou, JUDGED)(category="dog"),
    call(DetectionMap.errors, JUDGED)(iou=0.9, background=0.4),
    call(DetectionMap.matching, JUDGED)(iou=0.99, area="small"),
    call(DetectionMap.running_table, JUDGED, "cat")(**AT),
    call(DetectionMap.sweep, JUDGED, "cat")(**AT, ties="grouped"),
    call(mm.Formula, "mine", "TP / (TP + k*FP)")(
        range=(0, 1),
        direction="lower",
        undefined_when="never",
        synonyms=("own",),
        source="me",
        fixed={"k": 2},
    ),
    call(mm.Formula.work, mm.Formula("x", "TP / FP"))(
        undefined=Given(0, TP=1, FP=0), conventions=Given({"a": "b"}, TP=1, FP=1)
    ),
    call(Matching.sweep, MATCHED, "cat")(category="dog", ties="grouped"),
    call(mm.Population.draw, DRAWN, 2, 2)(seed=1),
    call(mm.Population.sweep, DRAWN, 2, 2)(thresholds=11),
    call(mm.Sweep.from_counts, [3, 2], [1, 2], [0, 2])(positives=4, negatives=5),
    call(mm.Sweep.trace, SWEEP)(columns=["f1"], marked=0.8),
    call(mm.Trace, "title", mm.Trace.of("t", {"a": [1]}).columns)(conventions={"a": "b"}, marked=0),
    call(mm.Worked, 0.5, "half")(
        formula=Given(OWN, terms={"TP": 1, "FP": 1, "k": 2}),
        terms={"a": 1},
        reason="so",
        conventions={"a": "b"},
    ),
    call(mm.Worked.retold, C.f1)(name="mine"),
    call(mm.auc, SWEEP)(method="ranks"),
    call(mm.auc_interval, OTHER)(level=0.5, method="hanley-mcneil"),
    call(mm.auc_standard_error, OTHER)(method="hanley-mcneil"),
    call(mm.auc_test, UNTIED, OTHER)(paired=False),
    call(AucTest.interval, mm.auc_test(UNTIED, OTHER))(level=0.5),
    call(mm.average_over, [C, NOTHING], "precision")(how="micro", undefined=1),
    call(mm.average_precision, SWEEP)(
        rule="trapezoid", compare=Given("exact", sweep=TENTHS, rule="coco")
    ),
    call(mm.best_threshold, SWEEP)(
        by="accuracy", costs=COSTS, p_positive=Given(0.01, costs=COSTS), where="recall <= 0.5"
    ),
    call(mm.binned, SWEEP)(bins=2),
    call(mm.binormal, 1, 0, 1)(sd_negative=2),
    call(mm.bootstrap, OTHER, mm.auc)(**BOOTSTRAP),
    call(mm.bootstrap_band, OTHER)(**BOOTSTRAP, curve=Given(mm.pr, **FEW), at=Given([0.5], **FEW)),
    call(mm.brier, *SAMPLES.values())(
        positive=0,
        ids=list("abcd"),
        labels=Given(list("bca"), **OF_THREE),
        over_classes=Given("half", **OF_THREE),
    ),
    call(mm.compare_curves, mm.roc(SWEEP), mm.roc(OTHER))(names=("x", "y")),
    call(mm.convert_boxes, A, "xyxy", "xywh")(convention="inclusive-pixels"),
    call(mm.cost_curve, SWEEP)(
        axis="p", costs=COSTS, trivial=False, normalised=Given(False, axis="p")
    ),
    call(mm.dcg, [1, 2, 0, 1])(
        k=2,
        gain="exponential",
        scores=TIED,
        ties=Given("positives-first", scores=TIED),
        ids=list("abcd"),
    ),
    call(mm.decile_table, SWEEP)(bins=2),
    call(mm.detection_map, OBJECTS, FOUND)(**CHOSEN, protocol="voc2007", iou=0.9, compare="exact"),
    call(mm.explore, Y)(
        y_score=S, **{name: Given(value, y_score=S) for name, value in EXPLORED.items()}
    ),
    call(mm.explore_ap, SWEEP)(rule="coco", language="zh-Hans"),
    call(mm.explore_bells)(mu=2, sigma=2, prevalence=0.1, language="zh-Hans"),
    call(mm.explore_beta, {"a": C, "b": mm.Confusion(9, 9, 1, 81)})(beta=3, language="zh-Hans"),
    call(mm.explore_classes, ABSENT)(label="b", undefined=1, language="zh-Hans"),
    call(mm.explore_matrix, 4, 3, 2, 11)(language="zh-Hans"),
    call(mm.explore_masks, [[0, 1], [1, 1]], [[0, 0], [1, 1]])(labels=[1, 0], language="zh-Hans"),
    call(mm.explore_line, [1, 2, 3, 4], TRUE)(
        line=(0, 1), shown="squares", names=("m²", "price"), language="zh-Hans"
    ),
    call(mm.explore_lists, NAMED_COUNTS)(metrics=["kappa"], language="zh-Hans"),
    call(mm.explore_resolution, Y, S)(
        resolution=1, shards=1, seed=2, positive=0, language="zh-Hans"
    ),
    call(mm.explore_means)(precision=0.2, recall=0.2, language="zh-Hans"),
    call(mm.example, "binormal")(n=10, positive_rate=0.4, seed=1),
    call(mm.exercise, "pr.precision-at-5")(seed=1),
    call(mm.exercises)(topic="pr"),
    call(mm.expected_cost, SWEEP, COSTS)(p_positive=0.1, normalised=True),
    call(mm.explained_variance, TRUE, PRED)(**REGRESSION, undefined=Given(1, y_true=[2, 2, 2, 2])),
    call(mm.figure, "cars-roc")(language="zh-Hans", size="projector"),
    call(mm.frequency_weighted_iou, M)(),
    call(mm.gain, SWEEP)(bins=2),
    call(mm.giou, A, B)(**SIDES),
    call(mm.glossary)(names=["f1"]),
    call(mm.guess, 0.3)(
        mine=0.4,
        question="Which?",
        show=C,
        of=Given(C, mine=float(C.accuracy)),
        options=Given("ab c".split(), answer="ab"),
        mistakes=Given({"another rate": 0.4}, mine=0.4),
    ),
    call(mm.hamming_loss, GRID, GUESS)(**COLUMNS),
    call(mm.iou, A, B)(**SIDES),
    call(mm.iou_matrix, [A], [B])(
        **SIDES,
        crowd=[True],
        undefined=Given("zero", boxes_a=[[0, 0, 0, 0]], boxes_b=[[0, 0, 0, 0]]),
    ),
    call(mm.jaccard_samples, GRID, GUESS)(
        **COLUMNS, undefined=Given(1, Y_true=EMPTY, Y_pred=EMPTY)
    ),
    call(mm.ks, SWEEP)(abscissa="score", bins=2),
    call(mm.ks_statistic, OTHER)(alternative="less"),
    call(mm.label_ranking_average_precision, GRID, SCORE)(
        **COLUMNS, undefined=Given("skip", Y_true=EMPTY)
    ),
    call(mm.least_squares, TRUE, PRED)(ids=IDS[:4]),
    call(mm.lift, SWEEP)(bins=2),
    call(mm.load_coco, COCO)(results=[RESULT], iou_type="segm"),
    call(mm.load_detections, FILE)(kind="truth", columns={"category": None}),
    call(mm.load_voc, ANNOTATED)(detections=RESULTS, image_set=["a"]),
    call(mm.log_loss, *SAMPLES.values())(
        positive=0,
        labels=Refused([1, 0]),
        ids=list("abcd"),
        zero=Given("clip", y_prob=[1, 0, 0, 1]),
    ),
    call(mm.mae, TRUE, PRED)(**REGRESSION),
    call(mm.mape, TRUE, PRED)(**REGRESSION, zero=Given("skip", y_true=[0, 1, 2, 3])),
    call(mm.match, OBJECTS, FOUND)(**CHOSEN, iou=0.99, rule="voc", area="small"),
    call(mm.max_error, TRUE, PRED)(**REGRESSION),
    call(mm.mcnemar, PAIR)(method="exact"),
    call(mm.mean_bias_error, TRUE, PRED)(**REGRESSION),
    call(mm.mean_dice, M)(**ABSENCE),
    call(mm.mean_iou, M)(**ABSENCE),
    call(mm.mean_iou_over_images, [(MASK, SEEN)], 4)(ignore=9, absent="zero"),
    call(mm.mean_pixel_accuracy, M)(**ABSENCE),
    call(mm.mean_reciprocal_rank, *LISTS.values())(**RANKED, missing=Given("nan", **BLANK)),
    call(mm.medae, TRUE, PRED)(**REGRESSION),
    call(mm.mse, TRUE, PRED)(**REGRESSION),
    call(mm.multilabel_auc, GRID, SCORE)(
        **LABELS, average="micro", undefined=Given(0, Y_true=EMPTY)
    ),
    call(mm.multilabel_map, GRID, SCORE)(
        **LABELS, average="micro", rule="trapezoid", undefined=Given(0, Y_true=EMPTY)
    ),
    call(mm.ndcg, [1, 2, 0, 1])(
        k=2,
        gain="exponential",
        scores=TIED,
        ties=Given("positives-first", scores=TIED),
        ids=list("abcd"),
        judged=[3, 2, 1, 1, 0],
        undefined=Given(0, relevance=[0, 0]),
    ),
    call(mm.explore_boxes, A, B)(convention="inclusive-pixels", language="zh-Hans"),
    call(mm.explore_costs, SWEEP)(costs=COSTS, p_positive=0.3, language="zh-Hans"),
    call(mm.explore_map, mm.example("padilla-24"))(
        detections=Given(FOUND, truth=OBJECTS),
        protocol="voc2010",
        iou=0.3,
        categories=Given(["cat"], truth=OBJECTS, detections=FOUND),
        language="zh-Hans",
    ),
    call(mm.play, SWEEP)(along="roc", image=Given(1, what=MATCHED), language="zh-Hans"),
    call(mm.nms, [A, [2, 0, 10, 10], [20, 0, 30, 10]], [0.9, 0.8, 0.7])(
        **SIDES, iou=0.9, suppress="at-or-above", categories=["x", "y", "x"], ids=["x", "y", "z"]
    ),
    call(mm.partial_auc, OTHER, 0.3)(standardised=True),
    call(mm.pr, OTHER)(start="first", precision="interpolated"),
    call(mm.practice)(topic="map", progress=LOG),
    call(mm.precision_at, [1, 0, 1], 5)(),
    call(mm.r2, TRUE, PRED)(
        **REGRESSION, definition="correlation", undefined=Given(1, y_true=[2, 2, 2, 2])
    ),
    call(mm.reciprocal_rank, [0, 1])(missing=Given("nan", relevance=[0, 0])),
    call(mm.proportion_interval, 2)(
        whole=5, level=Given(0.5, whole=5), method=Given("exact", whole=5)
    ),
    call(mm.psi, [1, 2, 3, 4, 5, 6], [1, 3, 3, 4, 5, 7])(
        bins=3, edges=[3.5], empty=Given("half", edges=[0.5, 3.5])
    ),
    call(mm.decision_curve, OTHER)(at=[0.2, 0.4]),
    call(mm.residuals, TRUE, PRED)(ids=IDS[:4]),
    call(mm.retrieval_average_precision, [1, 0, 1])(
        divide_by=Given("retrieved-relevant", n_relevant=4)
    ),
    call(mm.retrieval_map, *LISTS.values())(
        **RANKED,
        divide_by=Given("retrieved-relevant", n_relevant=[4, 4]),
        n_relevant=[4, 4],
        empty=Given(0, **BLANK),
    ),
    call(mm.retrieval_sweep, [1, 0, 0, 1])(
        n_relevant=4, scores=TIED, ties=Given("positives-first", scores=TIED), ids=list("abcd")
    ),
    call(mm.report, Y, S)(
        costs=COSTS,
        p_positive=Given(0.1, costs=COSTS),
        threshold=0.3,
        classes=Given(list("abc"), y_true=list("abca"), y_score=SCORE),
        ids=IDS,
        positive=0,
        language="zh-Hans",
    ),
    call(mm.reweight, SWEEP)(positives=2, negatives=3),
    call(mm.rmse, TRUE, PRED)(**REGRESSION),
    call(mm.segmentation_matrix, MASK, SEEN)(
        pred=Given(None, true=[(MASK, SEEN)], classes=4),
        classes=4,
        ignore=Given(2, classes=[0, 1], pred=[[0, 1, 1], [1, 1, 0]]),
        names=Given(list("abc"), classes=3),
    ),
    call(mm.ssim, BYTES, BYTES.T)(**SSIM),
    call(mm.ssim_map, BYTES, BYTES.T)(**SSIM),
    call(mm.subset_accuracy, GRID, GUESS)(**COLUMNS),
    call(mm.sweep, Y, S)(
        ids=IDS, weights=W, positive=0, ties="in-order", positives=9, negatives="unknown"
    ),
    call(mm.round_scores, S, 1)(),
    call(mm.resolution_range, mm.sweep(Y, mm.round_scores(S, 1)))(measure="ks"),
    call(mm.tie_range, SWEEP)(measure="auc", rule="trapezoid"),
    call(mm.trace, Y, S)(columns=["f1"], marked=0.8, how={"ids": IDS}),
    call(mm.hand_till_auc, list("abca"), SCORE)(classes=list("bac"), average="weighted"),
    call(mm.one_vs_rest, list("abca"), SCORE)(
        classes={"a": "A", "b": "B", "c": "C"}, weights=[1, 2, 3, 4]
    ),
    call(OneVsRest.curves, OVR)(curve=mm.pr),
    call(OneVsRest.auc, NEVER)(average="micro", undefined="skip"),
    call(OneVsRest.average_precision, NEVER)(average="micro", rule="coco", undefined="skip"),
]
CALLS = dict(ROWS)
HOW = {"n_relevant": 4}
for one in (mm.eleven_point_average, mm.r_precision, mm.reciprocal_rank):
    CALLS[one] = ([0, 1, 1],), {**CALLS.get(one, ((), {}))[1], "how": {"scores": [1, 2, 3]}}
for one in (mm.precision_at, mm.recall_at):
    given = CALLS.get(one, ((), {}))[1]
    CALLS[one] = ([1, 0, 0], 2), {**given, "how": {"scores": [1, 2, 3]}}
CALLS[mm.retrieval_average_precision][1]["how"] = HOW
CALLS[mm.Worked.retold][1]["conventions"] = {"custom": "ours"}
CALLS[mm.Formula.work][1]["terms"] = {"TP": 1, "FP": 2}
CALLS[mm.Formula.column] = (
    (mm.Formula("x", "TP / FP"),),
    {"terms": {"TP": np.array([1, 2]), "FP": 1}},
)

# What is made by hand; all else is what a call gives. And arguments that show elsewhere.
MADE_BY_HAND = {
    *("Always", "Beta", "Confusion", "ConfusionMatrix", "Costs", "Formula", "Normal", "Population"),
    *("Trace", "Worked"),
}
POSITIONAL_ONLY = {"self"}
ELSEWHERE = {
    "path": "where a file is written",
    "force": "whether a file is overwritten",
    "leaf": "how a term is written, for the inside",
    "_members": "inside",
    "_cells": "inside",
    "exact": "inside",
    "steps": "inside",
    "progress": "a bar, which shows only where something lasts",
}
# Arguments that have no use beside others, and what is refused then.
CONFLICTS = {
    "costs=": lambda: mm.best_threshold(SWEEP, "f1", costs=COSTS),
    "p_positive=0": lambda: mm.best_threshold(SWEEP, "f1", p_positive=0.1),
    "p_positive= without costs": lambda: mm.best_threshold(SWEEP, p_positive=0.1),
    "rule='trapezoid'": lambda: mm.tie_range(SWEEP, "auc", "trapezoid"),
    "start='one'": lambda: mm.pr(SWEEP, start="one", precision="interpolated"),
    "sigma=1": lambda: mm.ssim(BYTES, BYTES, window="uniform", sigma=1),
    "size=5": lambda: mm.ssim(BYTES, BYTES, window="global", size=5),
    "border='reflect'": lambda: mm.ssim(BYTES, BYTES, window="global", border="reflect"),
    "normalised=False": lambda: mm.cost_curve(SWEEP, normalised=False),
    "labels=": lambda: mm.log_loss([1, 0], [0.5, 0.5], labels=[0, 1]),
    "positive='b'": lambda: mm.log_loss(list("ab"), [[0.5, 0.5]] * 2, positive="b"),
    "detections: row 0 is crowd": lambda: mm.match(OBJECTS, {**FOUND, "crowd": [1] + [0] * 5}),
    "detections['area'] has 2": lambda: mm.match(OBJECTS, {**FOUND, "area": [1, 2]}),
    "detections: row 0: area is -1": lambda: mm.match(OBJECTS, {**FOUND, "area": [-1] * 6}),
    "the image 1 is a number": lambda: mm.match(
        OBJECTS, {**FOUND, "image": [f"{i:06}" for i in FOUND["image"]]}
    ),
    "the category 7 is a number": lambda: mm.match(
        {**OBJECTS, "category": ["07"] * 4}, {**FOUND, "category": [7] * 6}
    ),
    "truth has a column 'mask'": lambda: mm.match(MASKED, FOUND),
    "both tables have masks": lambda: mm.match(
        MASKED, {**MASKED, "score": [0.5]}, convention="continuous"
    ),
}


def optional(call):
    """List the arguments that may be left out, each by its name; ``**how`` is one."""
    return {
        name: p
        for name, p in inspect.signature(call).parameters.items()
        if (p.default is not p.empty and name[0] != "_") or p.kind is p.VAR_KEYWORD
    }


def public():
    """Walk what is public: functions, classes, and their methods."""
    yield from ((n, one) for n in mm.__all__ if inspect.isfunction(one := getattr(mm, n)))
    for name, one in results.classes().items():
        if not issubclass(one, Exception):
            yield from [(name, one)] if name in MADE_BY_HAND else []
            yield from (
                (f"{name}.{key}", getattr(one, key))
                for key, value in vars(one).items()
                if key[0] != "_"
                and (isinstance(value, classmethod | staticmethod) or inspect.isfunction(value))
            )


def samples(table):
    """Name the samples in each cell of a table, where they are known."""
    try:
        if isinstance(table, mm.ConfusionMatrix):
            return [table.cell(a, b) for a in table.labels for b in table.labels]
        return dict(table.samples)
    except mm.MetricError:
        return None


def told(value, depth=0):
    """Say all that an answer says: numbers, their working and conventions, tables, curves."""
    if isinstance(value, mm.Worked):
        steps = None if value.steps is None else str(value.steps)
        more = (value.name, str(value.formula), dict(value.terms), value.reason, steps)
        return repr((float(value), value.working, dict(value.conventions), more))
    if isinstance(value, Report):  # its page also holds the call that makes it again
        return repr((value.title, value.summary, [str(table) for table in value.tables.values()]))
    if isinstance(value, Instrument):
        return repr((str(value), value.content, value.state))
    if isinstance(value, Figure):
        return repr((value.get_size_inches().tolist(), [t.get_text() for t in value.findobj(Text)]))
    if isinstance(value, BoxTable):
        return repr((value.images, value.categories, told({**value}), value.notes))
    if isinstance(value, mm.Trace):
        return f"{value}{value.to_html()}"
    if isinstance(value, Matching):
        return f"{value}{[str(value.sweep(c)) for c in value._scenes.categories]}"
    if isinstance(value, mm.Confusion):
        return (
            f"{value.report()}{value.trace()}{told(value.precision)}{value.names}{samples(value)}"
        )
    if isinstance(value, mm.ConfusionMatrix):
        return f"{value}{samples(value)}"
    if hasattr(value, "y_score"):
        return repr((value.y_true, value.y_score))
    if isinstance(value, np.ndarray):
        return repr(value.tolist())
    if isinstance(value, Mapping):
        return repr([(key, told(one)) for key, one in value.items()])
    if isinstance(value, list | tuple):
        return repr([told(one, depth + 1) for one in value])
    if is_dataclass(value) and depth < 4:
        inside = [
            told(getattr(value, f.name), depth + 1) for f in fields(value) if f.name[0] != "_"
        ]
        return f"{value!s}{inside}"
    if isinstance(value, int) and abs(value) > 10**100:  # Python writes none of 4 300 digits
        return f"{value:#x}"[:100]
    return str(value)


def outcome(call, given, say=told):
    """Call, and give what it says: an answer, whether a bar was shown, or a refusal by name."""
    given = {**given}
    for name, parameter in inspect.signature(call).parameters.items():
        if parameter.kind is parameter.VAR_KEYWORD:
            given |= given.pop(name, {})
    positional = [given.pop(name) for name in POSITIONAL_ONLY & given.keys()]
    bar = io.StringIO()
    try:
        with contextlib.redirect_stderr(bar):
            return say(call(*positional, **given)), bool(bar.getvalue())
    except mm.MetricError as error:
        return str(error)


class Table:
    """Calls, and what they answer with what they need at least, or with one argument more."""

    def __init__(self, rows, say=told):
        self.rows, self.say = rows, say
        self.answer = cache(self.answer)  # each is asked for by several tests

    def bare(self, call):
        """Return what a call needs at least, by name."""
        return dict(inspect.signature(call).bind_partial(*self.rows[call][0]).arguments)

    def given(self, call, argument):
        """Return the value of an argument, and what has to be given beside it."""
        value = self.rows[call][1][argument]
        return (value.value, value.others) if isinstance(value, Given) else (value, {})

    def answer(self, call, argument=None):
        """Make a call, once."""
        if argument is None:
            return self.outcome(call, {})
        value, others = self.given(call, argument)
        return self.outcome(call, {**others, argument: value})

    def outcome(self, call, more):
        """Make a call with more than it needs."""
        return outcome(call, self.bare(call) | more, self.say)

    def silent(self):
        """List the arguments with which an answer stays as it is, and how."""
        for call, (_, given) in self.rows.items():
            for argument, value in given.items():
                if said := self._fault(call, argument, isinstance(value, Refused)):
                    yield f"{call.__qualname__}({argument}=)", said

    def _fault(self, call, argument, refused):
        _, others = self.given(call, argument)
        without = self.outcome(call, others) if others else self.answer(call)
        having = self.answer(call, argument)
        if isinstance(having, str):
            named = f"{argument}=" in having and not isinstance(without, str)
            return "" if named and refused else f"refused: {having}"
        return f"no difference: {having}"[:200] if without == having or refused else ""

    def missing(self, calls, elsewhere):
        """List optional arguments of some calls, by their names, that have no entry."""
        return {
            f"{name}({argument}=)"
            for name, call in calls
            for argument in optional(call)
            if argument not in elsewhere and argument not in self.rows.get(call, ((), {}))[1]
        }


TABLE = Table(CALLS)


def test_every_optional_argument_has_an_entry():
    assert TABLE.missing(public(), ELSEWHERE) == set()


# Seconds: every public call is made once more for each of its arguments.
def test_every_optional_argument_changes_the_answer_or_is_refused_by_name(undrawn):
    assert dict(TABLE.silent()) == {}


def test_what_has_no_use_beside_other_arguments_is_refused_by_name():
    for name, call in CONFLICTS.items():
        with pytest.raises(mm.MetricError) as caught:
            call()
        assert name in caught.value.what, str(caught.value)
