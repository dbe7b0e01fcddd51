"""Published figures beyond two classes: averages, rankings, masks, images, regression."""

from pathlib import Path

import numpy as np

import mlmetrics_edu as mm
from tests.workbook import case_files
from tests.workbook.case_files import column


def averages(truth, guess, patterns):
    """Return macro, micro and weighted averages, named by a pattern of rate and average."""
    matrix = mm.ConfusionMatrix.from_labels(truth, guess)
    return {
        pattern.format(average): matrix.average(rate, average, undefined=0)
        for rate, pattern in patterns.items()
        for average in ("macro", "micro", "weighted")
    }


def sklearn_report(data):
    patterns = {"precision": "{}_P", "recall": "{}_R", "f1": "{}_F1"}
    return averages(data["y_true"], data["y_pred"], patterns)


def sklearn_multiclass(data):
    names = {"f1": "f1", "f0.5": "fbeta0.5", "precision": "precision", "recall": "recall"}
    patterns = {rate: name + "_{}" for rate, name in names.items()}
    return averages(data["y_true"], data["y_pred"], patterns)


def torchmetrics_small(data):
    patterns = {"f2": "F2_{}", "jaccard": "jaccard_{}"}
    return averages(data["target"], data["preds"], patterns)


def iir_tables(data):
    tables = [data["table_13_8"][name] for name in ("class1", "class2")]
    pooled = [mm.Confusion.from_table(t, "truth in columns, positive first") for t in tables]
    return {"macroP": sum(table.precision for table in pooled) / len(pooled)}


def kappa_of_labels(data):
    truth, guess = data["kappa"]
    losses = data["logloss"]
    spam = [label == "spam" for label in losses["y"]]
    chances = [pair[losses["order"].index("spam")] for pair in losses["p"]]
    return {
        "kappa": mm.ConfusionMatrix.from_labels(truth, guess).kappa,
        "logloss": mm.log_loss(spam, chances),
        "brier": mm.brier(data["brier"]["y"], data["brier"]["p"]),
    }


def witten_frank(data):
    matrix = mm.ConfusionMatrix(data["matrix"])
    return {
        "success": np.trace(matrix.counts),
        "chance": matrix.chance_agreement * matrix.total,
        "kappa": matrix.kappa,
    }


def keras_iou(data):
    truth, guess = data["basic"]
    plain = mm.ConfusionMatrix.from_labels(truth, guess)
    weighted = mm.ConfusionMatrix.from_labels(truth, guess, weights=data["weights"])
    binary, hot = data["binary"], data["onehot"]
    cut = [int(p >= binary["threshold"]) for p in binary["p"]]
    of_two = mm.ConfusionMatrix.from_labels(binary["y"], cut, weights=binary["weights"])
    of_three = mm.ConfusionMatrix.from_labels(hot["y"], hot["pred"], weights=hot["weights"])
    return {
        "MeanIoU": mm.mean_iou(plain),
        "MeanIoU_weighted": mm.mean_iou(weighted),
        "BinaryIoU_weighted": mm.mean_iou(of_two),
        "OneHotIoU_0_2": mm.mean_iou(of_three, classes=[0, 2]),
        "OneHotMeanIoU": mm.mean_iou(of_three),
    }


def label_sets(data):
    # Hamming loss and subset accuracy: the truth of the documentation, against all 0 and all 1.
    truth = [[0, 1], [1, 1]]
    return {
        "lrap": mm.label_ranking_average_precision(*data["lrap"]),
        "jaccard_samples": mm.jaccard_samples(*data["jaccard"].values()),
        "hamming": mm.hamming_loss(truth, np.zeros((2, 2), int)),
        "subset_acc": mm.subset_accuracy(truth, np.ones((2, 2), int)),
    }


def several_labels(data):
    found = {}
    for name, measure in (("AP", mm.multilabel_map), ("AUROC", mm.multilabel_auc)):
        value = measure(data["target"], data["scores"])
        found |= {f"{name}_macro": value} | {f"{name}{k}": value.terms[k] for k in range(3)}
    query = case_files.load("torchmetrics_multilabel_map")["extra"]["retrieval"]
    one = mm.retrieval_average_precision(query["target"], scores=query["preds"])
    return found | {"retrieval_AP": one}


def anscombe(_):
    found = {}
    for i in range(1, 5):
        x = column("anscombe1973", "x4" if i == 4 else "x")
        y = column("anscombe1973", f"y{i}")
        line = mm.least_squares(x, y)
        found |= {f"slope_{i}": line.slope, f"intercept_{i}": line.intercept}
        found |= {f"ss_reg_{i}": line.ss_reg, f"ss_res_{i}": line.ss_res}
        found |= {f"r2_{i}": mm.r2(y, line.predict(x)), f"mean_y_{i}": line.mean_y}
    return found


def regression(data):
    one = data["y"], data["pred"]
    ranks = [1, 2, 3]  # the truth of the documentation for a constant and a reversed prediction
    return {
        "mae": mm.mae(*one),
        "mse": mm.mse(*one),
        "rmse": mm.rmse(*one),
        "medae": mm.medae(*one),
        "r2": mm.r2(*one),
        "ev": mm.explained_variance(*one),
        "mape": mm.mape(*one),
        "r2_const_pred": mm.r2(ranks, [2, 2, 2]),
        "r2_reversed": mm.r2(ranks, [3, 2, 1]),
    }


def _picture(name: str) -> np.ndarray:
    from matplotlib.image import imread

    return np.rint(imread(Path(case_files.SHARED) / "worked_examples" / name) * 255).astype("uint8")


def camera(_):
    pair = [_picture(f"ssim_{name}.png") for name in ("camera", "camera_noisy")]
    return {
        "MSSIM_gaussian_IPOL_3dec": mm.ssim(*pair),
        "SSIM_uniform7_sample_cov": mm.ssim(*pair, window="uniform", size=7, covariance="sample"),
    }


def pycm_statistics(data):
    m = mm.ConfusionMatrix(data["matrix"])
    return {"Overall_ACC": m.accuracy, "Kappa": m.kappa, "RACC": m.chance_agreement}


def liver_scan(data):
    m = mm.ConfusionMatrix([[data["tn"], data["fp"]], [data["fn"], data["tp"]]])
    low, high = mm.proportion_interval(data["tp"] + data["tn"], int(m.total), method="exact")
    return {"ci_low": low, "ci_high": high, "mcnemar_p": mm.mcnemar(m)}


MORE = {
    "altman_bland1994_liver_scan": liver_scan,
    "anscombe1973": anscombe,
    "iir_tables_8_1_8_2_13_8": iir_tables,
    "keras_iou_examples": keras_iou,
    "pycm_3x3_overall": pycm_statistics,
    "sklearn_classification_report": sklearn_report,
    "sklearn_misc_classification": kappa_of_labels,
    "sklearn_multiclass_prf": sklearn_multiclass,
    "sklearn_multilabel_ranking": label_sets,
    "sklearn_regression": regression,
    "ssim_camera_noise20": camera,
    "torchmetrics_multiclass_small": torchmetrics_small,
    "torchmetrics_multilabel_map": several_labels,
    "witten_frank_kappa": witten_frank,
}
