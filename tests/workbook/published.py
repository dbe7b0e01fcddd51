"""The published figures that no example has among its known answers, worked out by the library."""

from pathlib import Path

import numpy as np

import mlmetrics_edu as mm
from tests.workbook import case_files
from tests.workbook.case_files import column


def anscombe(_):
    found = {}
    for i in range(1, 5):
        x = column("anscombe1973", "x4" if i == 4 else "x")
        line = mm.least_squares(x, column("anscombe1973", f"y{i}"))
        found |= {f"ss_reg_{i}": line.ss_reg, f"mean_y_{i}": line.mean_y}
    return found


def lowest_area(_):
    reversed_ranking = mm.Sweep.from_counts([2, 1], [0, 1000], [1000, 1000])
    return {"min_pi_0.5": mm.average_precision(reversed_ranking, "davis-goadrich")}


def coco(_):
    files = (f"coco_val2014_100_{part}_bbox.json" for part in ("gt", "dt"))
    folder = case_files.SHARED / "worked_examples"
    judged = mm.detection_map(*mm.load_coco(*(folder / file for file in files)))
    found = {f"bbox_{name}": value for name, value in judged.summary.items()}
    return found | {f"{name}_full": value for name, value in found.items()}


def slopes(data):
    costs = [mm.Costs(fp=scene["c_fp"], fn=scene["c_fn"]) for scene in data]
    return {
        f"slope_{i}": mm.iso_performance_slope(costs[i - 1], scene["p_pos"])
        for i, scene in enumerate(data, 1)
    }


def overlaps_of_classes(data):
    truth, guess = data["basic"]
    weighted = mm.ConfusionMatrix.from_labels(truth, guess, weights=data["weights"])
    binary, hot = data["binary"], data["onehot"]
    cut = [int(p >= binary["threshold"]) for p in binary["p"]]
    of_two = mm.ConfusionMatrix.from_labels(binary["y"], cut, weights=binary["weights"])
    of_three = mm.ConfusionMatrix.from_labels(hot["y"], hot["pred"], weights=hot["weights"])
    return {
        "MeanIoU": mm.mean_iou(mm.ConfusionMatrix.from_labels(truth, guess)),
        "MeanIoU_weighted": mm.mean_iou(weighted),
        "IoU0_weighted": weighted.one_vs_rest(0).jaccard,
        "BinaryIoU_weighted": mm.mean_iou(of_two),
        "OneHotIoU_0_2": sum(of_three.one_vs_rest(k).jaccard for k in (0, 2)) / 2,
        "OneHotMeanIoU": mm.mean_iou(of_three),
    }


LEVELS = {
    "Rand": mm.binormal(0, 0, 1),
    "ER-": mm.Population(mm.Beta(4, 1), mm.Beta(1, 1)),
    "ER+": mm.Population(mm.Beta(1, 1), mm.Beta(1, 4)),
    "Excel": mm.binormal(3, 0, 1),
}


def levels(data):
    found = {}
    for name, population in LEVELS.items():
        for short, word in (("bal", "balanced"), ("imb", "imbalanced")):
            expected = population.sweep(data["n_pos"], data["n_neg"][word])
            found[f"PRC_{short}_{name}"] = mm.average_precision(expected, "davis-goadrich")
            found[f"ROC_{name}"] = mm.auc(expected)
    return found


def one_class_after_another(data):
    several = data["multiclass"]
    scores = np.array(several["score"]).T
    swept = [mm.sweep(np.equal(several["y"], k), one) for k, one in enumerate(scores)]
    return {"multiclass_ap_macro": sum(map(mm.average_precision, swept)) / 3}


def chances(data):
    losses = data["logloss"]
    spam = [pair[losses["order"].index("spam")] for pair in losses["p"]]
    return {
        "logloss": mm.log_loss([label == "spam" for label in losses["y"]], spam),
        "brier": mm.brier(data["brier"]["y"], data["brier"]["p"]),
    }


def label_sets(data):
    # Hamming loss and subset accuracy: the truth of the documentation, against all 0 and all 1.
    truth, sets = [[0, 1], [1, 1]], data["jaccard"].values()
    first, second = (mm.Confusion.from_labels(*pair) for pair in zip(*sets, strict=True))
    return {
        "jaccard_binary": first.jaccard,
        "jaccard_micro": (first + second).jaccard,
        "jaccard_samples": mm.jaccard_samples(*sets),
        "hamming": mm.hamming_loss(truth, np.zeros((2, 2), int)),
        "subset_acc": mm.subset_accuracy(truth, np.ones((2, 2), int)),
    }


def turned_round(_):
    ranks = [1, 2, 3]  # the truth of the documentation, for a constant and a reversed prediction
    return {"r2_const_pred": mm.r2(ranks, [2, 2, 2]), "r2_reversed": mm.r2(ranks, [3, 2, 1])}


def retrieval(_):
    query = case_files.load("torchmetrics_multilabel_map")["extra"]["retrieval"]
    found = mm.retrieval_average_precision(query["target"], scores=query["preds"])
    return {"retrieval_AP": found}


def camera(_):
    from matplotlib.image import imread

    folder = Path(case_files.SHARED) / "worked_examples"
    files = [folder / f"ssim_{name}.png" for name in ("camera", "camera_noisy")]
    pair = [np.rint(imread(file) * 255).astype("uint8") for file in files]
    return {
        "MSSIM_gaussian_IPOL_3dec": mm.ssim(*pair),
        "SSIM_uniform7_sample_cov": mm.ssim(*pair, window="uniform", size=7, covariance="sample"),
    }


def pairs_of_boxes(data):
    """Nine pairs of boxes, and the mean over the diagonal, by both measures."""
    found = {}
    for name, measure in (("iou", mm.iou), ("giou", mm.giou)):
        table = np.array([[measure(a, b) for b in data["b"]] for a in data["a"]])
        found |= {f"{name}{i}{j}": table[i, j] for i, j in np.ndindex(table.shape)}
        found[f"mean_{name}_diag"] = table.diagonal().mean()
    return found


COMPUTED = {
    "anscombe1973": anscombe,
    "boyd2012_min_aucpr": lowest_area,
    "coco_val2014_100": coco,
    "fawcett2006_isoperformance": slopes,
    "keras_iou_examples": overlaps_of_classes,
    "saito_rehmsmeier2015_levels": levels,
    "sklearn_curves": one_class_after_another,
    "sklearn_misc_classification": chances,
    "sklearn_multilabel_ranking": label_sets,
    "sklearn_regression": turned_round,
    "ssim_camera_noise20": camera,
    "torchmetrics_box_iou": pairs_of_boxes,
    "torchmetrics_multilabel_map": retrieval,
}
