"""What users of scikit-learn, torchmetrics, pROC and yardstick would write first.

Each call works, or its error says what to write.
"""

import inspect

import numpy as np
import pandas as pd
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core import errors

Y, P = [1, 0, 1, 0, 1], [0.9, 0.8, 0.6, 0.3, 0.2]
S = mm.sweep(Y, P)
K, PK = list("abcab"), np.array([[7, 2, 1], [1, 8, 1], [2, 2, 6], [5, 3, 2], [3, 6, 1]]) / 10
HARD = [1, 1, 0, 0, 1]
TRUTH = {"image": ["1"], "category": ["a"], "x1": [0], "y1": [0], "x2": [2], "y2": [2]}
KNOWN = {
    **{"mm": mm, "np": np, "pd": pd, "y": Y, "p": P, "s": S, "hard": HARD},
    **{"k": K, "guess": list("abcba"), "pk": PK, "c": S.at(0.5), "curve": mm.roc(S)},
    **{
        "m": mm.ConfusionMatrix.from_labels(K, list("abcba")),
        "line": mm.least_squares([1, 2], [1, 3]),
    },
    **{"truth": TRUTH, "found": {**TRUTH, "score": [0.9]}, "u": [3, 1, 2.5], "v": [2.5, 1, 3]},
    **{"lists": [[1, 0, 1], [0, 1]], "boxes": mm.example("toy-cats")},
}

ARGUMENTS = errors.elsewhere("arguments")

# What is written, and what it is here.
WORKS = {
    # labels and scores, in whatever they come
    "mm.sweep([-1, 1], [0.2, 0.9]).tp.tolist()": "[0, 1, 1]",
    "mm.sweep(pd.Series(y), pd.Series(p)).positives": "3",
    "mm.sweep(['ham', 'spam'], [0.9, 0.2], positive='spam').positives": "1",
    "mm.Confusion.from_labels(np.array(y) == 1, np.array(p) >= 0.5).tp": "c.tp",
    "mm.ConfusionMatrix.from_labels(pd.Series(k), pd.Series(k)).accuracy": "1.0",
    # probabilities of many classes
    "mm.auc(mm.one_vs_rest(k, pk).sweeps['b'])": (
        "mm.auc(mm.sweep([x == 'b' for x in k], pk[:, 1]))"
    ),
    # a sweep
    "s['sensitivity']": "s['recall']",
    "s['f0.5']": "s[mm.formula('f0.5')]",
    "len(s)": "6",
    "[step.threshold for step in s][1]": "0.9",
    # counts
    "c.sensitivity": "c.recall",
    "c.fnr": "1 - c.recall",
    "c.f(2)": "c.rate('f2')",
    # curves
    "[*mm.roc(s)][0]": "s.fpr",
    # numbers
    "mm.brier(y, p)": "mm.mse(y, p)",
    "mm.log_loss(k, pk)": "mm.log_loss(k, pk, labels=['a', 'b', 'c'])",
    "mm.brier(k, pk)": "mm.brier(k, pk, labels=['a', 'b', 'c'])",
    "line.predict(3.0)": "line.predict([3.0])[0]",
    # words
    "str(mm.glossary('mean IoU'))": "str(mm.glossary('mean_iou'))",
    "str(mm.glossary(['AUC']))": "str(mm.glossary(['auc']))",
    # boxes
    "mm.match(pd.DataFrame(truth), pd.DataFrame(found)).trace() is not None": "True",
}

# What is written, and how its error says what to do.
SAYS = {
    # turned round, unnamed, of many classes
    "mm.sweep(p, y)": "mm.sweep(y_true, y_score)",
    "mm.sweep(['ham', 'spam'], [0.9, 0.2])": "positive='ham' or positive='spam'",
    "mm.sweep([1, 2, 1, 2, 1], p)": "positive=1 or positive=2",
    "mm.sweep(y, p[:3])": "columns of one length",
    "mm.sweep(y, list('abcde'))": "to numbers first",
    "mm.sweep(y, [0.9, float('nan'), 1, 1, 1])": "leave these rows out",
    "mm.Confusion.from_labels(y, p)": "y_score >= 0.5",
    "mm.ConfusionMatrix.from_labels(k, pk)": "pick one column",
    "mm.sweep(y, pk)": "mm.one_vs_rest(y_true, y_score, classes=model.classes_)",
    "mm.sweep(k, pk[:, :2])": "such as y_score[:, 1]",
    "mm.sweep([1, 0], [2**60, 1])": "whole numbers up to 1152921504606846976",
    "mm.one_vs_rest(k, pk, classes=list('ab'))": "name as many",
    # keywords
    "mm.sweep(y, p, drop_intermediate=True)": "help(mm.sweep)",
    "mm.sweep(y, p, tie='grouped')": "did you mean ties=",
    "mm.auc(s, max_fpr=0.1)": "mm.partial_auc(s, max_fpr=0.1)",
    # too many, too few
    "mm.roc(y, p)": "mm.roc(mm.sweep(y_true, y_score))",
    "mm.auc(y, p)": "count first",
    "mm.best_threshold(y, p)": "count first",
    "mm.roc(p)": "count first",
    "mm.Costs(5, 1)": "Costs(fp=…, fn=…",
    "mm.Confusion(tp=1, fp=2, fn=3)": "call Confusion(tp, fp, fn, tn)",
    "mm.Confusion(y, hard)": "call Confusion(tp, fp, fn, tn)",
    "mm.sweep(y)": "call sweep(y_true, y_score)",
    "mm.iou((0, 0, 1, 1))": "call iou(a, b)",
    "mm.detection_map(truth)": "call detection_map(truth, detections)",
    # names of elsewhere that come near one of ours
    "mm.log_loss_score(y, p)": "log_loss",
    "mm.hinge_loss(y, p)": "hamming_loss",
    "mm.coords(s)": "dir()",
    # names misspelt
    "mm.swep(y, p)": "did you mean sweep",
    "mm.xyzzy": "dir() of it lists every name",
    "mm.presicion_at": "did you mean precision_at",
    "c.presicion": "did you mean precision",
    "c.recal": "did you mean recall",
    "s.treshold": "did you mean threshold",
    "curve.treshold": "did you mean threshold",
    "line.slop": "did you mean slope",
    "mm.auc(s).wroking": "did you mean working",
    "s['TPR']": "did you mean tpr",
    "s['F1']": "did you mean f1",
    "s['recal']": "did you mean recall",
    "s[99]": "ask for one of them",
    "mm.plots.rok(s)": "did you mean roc",
    "mm.example('car')": "cars",
    "mm.figure('zhou2.3')": "zhou-2.3",
    "mm.exercise('pr.precision')": "pr.precision-at-5",
    "mm.glossary('recal')": "mm.glossary()",
    # conventions
    "mm.sweep(y, p, ties='group')": "did you mean 'grouped'",
    "mm.average_precision(s, 'voc2012')": "voc2010",
    "mm.average_precision(s, 'interpolated')": "'voc2007'",
    "mm.detection_map(truth, found, iou_type='segm')": 'iou_type="segm")',
    "mm.auc(s, 'mann-whitney')": "'pairs'",
    "mm.best_threshold(s, 'f1-score')": "did you mean f_score",
    "mm.best_threshold(s, 'cost')": "mm.Costs(fp=1, fn=5)",
    "mm.best_threshold(s, costs=(1, 5))": "mm.Costs(fp=5, fn=1)",
    "mm.best_threshold(s, where='recall = 0.9')": "recall",
    "m.average('f1', 'binary')": "'macro'",
    "mm.bootstrap(s, 'auc')": "pass a function",
    "mm.partial_auc(s, 10)": "up to 1",
    "mm.auc_interval(s, 95)": "such as 0.1",
    # data of another kind
    "mm.precision_at(lists, 2)": "measure each: [mm.precision_at(",
    "mm.retrieval_map([1, 0, 1])": "query 0",
    "mm.segmentation_matrix([[0, 1]], [[0, 1]])": "classes=21",
    "mm.ssim(np.eye(16), np.eye(16))": "data_range",
    "mm.detection_map([], [])": "mapping or a DataFrame",
    "mm.match([[0, 0, 1, 1]], [[0, 0, 1, 1, 0.9]])": "mapping or a DataFrame",
    "mm.iou((0, 0, 1, 1), (0, 0, 1))": "four numbers",
    "mm.iou((2, 2, 0, 0), (0, 0, 1, 1))": "x2",
    "mm.mape([0, 1], [1, 1])": 'zero="skip"',
    "mm.r2([1, 2, 3], [1, 2])": "one length",
    "mm.log_loss(y, [0.9, 0.8, 0.6, 0.3, 1.2])": "calibrated",
    "mm.plots.roc(s, title='x')": "ax.set_title",
    "mm.plots.roc(s, figsize=(3, 3))": "figsize",
}


def test_what_is_written_elsewhere_works_here_too():
    for written, here in WORKS.items():
        got, wanted = eval(written, dict(KNOWN)), eval(here, dict(KNOWN))
        if isinstance(got, pd.DataFrame):
            assert got.equals(wanted), written
        elif isinstance(got, str) or not isinstance(got, np.ndarray | float | list):
            assert str(got) == str(wanted), written
        else:
            assert np.asarray(got) == pytest.approx(np.asarray(wanted), nan_ok=True), written


def test_an_argument_of_elsewhere_is_told_by_ours():
    for function in (getattr(mm, name) for name in mm.__all__):
        own = inspect.signature(function).parameters if inspect.isfunction(function) else ()
        for theirs in {word for ours in own for word in ARGUMENTS.get(ours, "").split()} - {*own}:
            with pytest.raises(errors.CallError) as caught:
                function(**{theirs: None})
            said = errors.elsewhere("functions").get(f"{function.__name__}.{theirs}")
            ours = caught.value.fix.removeprefix("write ").removesuffix("=…")
            assert f"write {said}" == caught.value.fix or theirs in ARGUMENTS[ours].split()


def test_or_the_error_says_what_to_write():
    silent = {}
    for written, said in SAYS.items():
        try:
            eval(written, dict(KNOWN))
            silent[written] = "no error"
        except mm.MetricError as error:
            unnamed = isinstance(error, AttributeError) > isinstance(error, mm.UnknownNameError)
            if said not in str(error) or unnamed:
                silent[written] = str(error)
        except Exception as error:
            silent[written] = f"{type(error).__name__}: {error}"
    assert silent == {}
