"""What other libraries call things, and what to write here instead.

On the left is what gives it here, on the right what scikit-learn, torchmetrics, pycm and others
call it. In the examples, ``s`` is a sweep, ``c`` the counts of two classes, ``m`` those of many,
``curve`` a curve.
"""

from collections.abc import Iterable

from ..core.errors import no_attribute
from .rates import RATES, SYNONYMS

TWO = "mm.Confusion.from_labels(y_true, y_pred)"
MANY = "mm.ConfusionMatrix.from_labels(y_true, y_pred)"
SWEPT = "mm.sweep(y_true, y_score)"

# Rates of counts, by the names that they have here.
OF_COUNTS = {
    "accuracy": "accuracy_score Accuracy BinaryAccuracy",
    "balanced_accuracy": "balanced_accuracy_score bacc",
    "error_rate": "zero_one_loss misclassification_rate",
    "f1": "f1_score F1Score BinaryF1Score DiceScore dice_score dice_coefficient",
    "fowlkes_mallows": "fowlkes_mallows_score fowlkes_mallows_index G",
    "fpr": "fallout false_alarm_rate",
    "g_mean": "gmean GM geometric_mean geometric_mean_score",
    "index_of_balanced_accuracy": "make_index_balanced_accuracy",
    "informedness": "BM youden youdens_j youden_index bookmaker_informedness",
    "jaccard": "jaccard_score jaccard_index JaccardIndex J CSI",
    "kappa": "cohen_kappa_score CohenKappa cohens_kappa",
    "lr_minus": "negative_likelihood_ratio",
    "lr_plus": "positive_likelihood_ratio class_likelihood_ratios",
    "markedness": "MK",
    "mcc": "matthews_corrcoef MatthewsCorrCoef phi_coefficient",
    "precision": "precision_score BinaryPrecision positive_predictive_value",
    "recall": "recall_score BinaryRecall true_positive_rate sens",
    "specificity": "specificity_score BinarySpecificity true_negative_rate spec",
    "predicted_positive_rate": "positive_rate selection_rate",
    "overlap": "OC overlap_coefficient",
    "braun_blanquet": "BB",
    "false_omission_rate": "FOR",
    "yule_q": "Q",
    "optimized_precision": "OP",
    "prevalence": "PRE",
}

OF_PACKAGE = {
    TWO: "confusion confusion_matrix binary_confusion_matrix BinaryConfusionMatrix StatScores",
    MANY: "confusion_matrix multiclass_confusion_matrix ConfusionMatrixDisplay",
    f"{MANY}.accuracy": "accuracy accuracy_score Accuracy MulticlassAccuracy Overall_ACC",
    f'{MANY}.average("precision")': "precision precision_score Precision PPV_Macro",
    f'{MANY}.average("recall")': "recall recall_score Recall TPR_Macro",
    f'{MANY}.average("f1")': "f1 f1_score F1Score F1_Macro",
    f"{TWO}.f(2)": "fbeta fbeta_score FBetaScore f_beta f2",
    f"{TWO}.report()": "precision_recall_fscore_support",
    f"{MANY}.report()": "classification_report precision_recall_fscore_support",
    f'{MANY}.one_vs_rest("a")': "multilabel_confusion_matrix",
    f"mm.auc({SWEPT})": "roc_auc_score roc_auc auroc AUROC BinaryAUROC area_under_curve AUC",
    f"mm.average_precision({SWEPT})": "average_precision_score AveragePrecision ap AP auprc AUPRC",
    f"mm.roc({SWEPT})": "roc_curve ROC BinaryROC RocCurveDisplay",
    f"mm.pr({SWEPT})": "precision_recall_curve PrecisionRecallCurve PrecisionRecallDisplay",
    f"mm.det({SWEPT})": "det_curve DetCurveDisplay",
    f"mm.gain({SWEPT})": "cumulative_gain_curve gain_curve gains",
    f"mm.ks_statistic({SWEPT})": "ks_2samp ks_score kolmogorov_smirnov",
    f'mm.best_threshold({SWEPT}, by="f1")': "optimal_threshold TunedThresholdClassifierCV",
    "mm.brier(y_true, y_score)": "brier_score_loss brier_score BrierScore",
    "mm.log_loss(y_true, y_score)": "cross_entropy binary_cross_entropy logloss",
    "mm.mae(y_true, y_pred)": "mean_absolute_error MeanAbsoluteError",
    "mm.mse(y_true, y_pred)": "mean_squared_error MeanSquaredError",
    "mm.rmse(y_true, y_pred)": "root_mean_squared_error RootMeanSquaredError",
    "mm.msle(y_true, y_pred)": "mean_squared_log_error MeanSquaredLogError",
    "mm.mape(y_true, y_pred)": "mean_absolute_percentage_error MeanAbsolutePercentageError",
    "mm.medae(y_true, y_pred)": "median_absolute_error",
    "mm.r2(y_true, y_pred)": "r2_score R2Score",
    "mm.explained_variance(y_true, y_pred)": "explained_variance_score ExplainedVariance",
    "mm.subset_accuracy(Y_true, Y_pred)": "ExactMatch exact_match MultilabelExactMatch",
    "mm.hamming_loss(Y_true, Y_pred)": "HammingDistance hamming_distance",
    "mm.multilabel_map(Y_true, Y_score)": "MultilabelAveragePrecision",
    "mm.multilabel_auc(Y_true, Y_score)": "MultilabelAUROC",
    "mm.label_ranking_average_precision(Y_true, Y_score)": "label_ranking_average_precision_score",
    "mm.coverage_error(Y_true, Y_score)": "MultilabelCoverageError",
    "mm.retrieval_map(lists)": "RetrievalMAP mean_average_precision MAP",
    "mm.retrieval_map(lists, k=3)": "map_at_k mapk MAPk mean_average_precision_at_k",
    "mm.mean_reciprocal_rank(lists)": "RetrievalMRR mrr MRR retrieval_reciprocal_rank",
    "mm.precision_at(relevance, k=3)": "precision_at_k RetrievalPrecision retrieval_precision",
    "mm.recall_at(relevance, k=3)": "recall_at_k RetrievalRecall retrieval_recall",
    "mm.ndcg(relevance)": "ndcg_score RetrievalNormalizedDCG retrieval_normalized_dcg NDCG nDCG",
    "mm.dcg(relevance)": "dcg_score DCG",
    "mm.r_precision(relevance)": "RetrievalRPrecision retrieval_r_precision",
    "mm.detection_map(truth, detections)": "MeanAveragePrecision mean_average_precision COCOeval",
    "mm.iou(box_a, box_b)": "intersection_over_union box_iou IntersectionOverUnion",
    "mm.giou(box_a, box_b)": "generalized_box_iou GeneralizedIntersectionOverUnion",
    "mm.mean_iou(m)": "miou mIoU MeanIoU jaccard_index",
    "mm.ssim(image, other, data_range=1)": "structural_similarity "
    "structural_similarity_index_measure StructuralSimilarityIndexMeasure",
    "mm.psnr(image, other, data_range=1)": "peak_signal_noise_ratio PeakSignalNoiseRatio",
    "mm.one_vs_rest(y_true, P).auc()": "multiclass_auc MulticlassAUROC",
    "mm.hand_till_auc(y_true, P)": "hand_till multiclass_roc",
    "mm.mcnemar(m)": "mcnemar_test",
    "mm.auc_test(s, s_other)": "delong delong_roc_test roc_test",
    f"mm.gini({SWEPT})": "gini_coefficient gini_score somers_d somersd",
    f"mm.partial_auc({SWEPT}, max_fpr=0.1)": "pauc partial_roc_auc_score",
    "mm.proportion_interval(8, 10)": "proportion_confint wilson_interval binom_test",
    f"mm.net_benefit({SWEPT}, 0.2)": "netbenefit net_benefit_score",
    f"mm.decision_curve({SWEPT})": "dca decision_curve_analysis",
    "mm.psi(y_true, y_pred, bins=2)": "population_stability_index stability_index",
}

OF_SWEEP = {
    "mm.auc(s)": "auc roc_auc area auroc roc_auc_score",
    "mm.average_precision(s)": "average_precision ap average_precision_score",
    "mm.roc(s)": "roc roc_curve",
    "mm.pr(s)": "pr precision_recall_curve pr_curve",
    "mm.det(s)": "det det_curve",
    "mm.ks_statistic(s)": "ks ks_statistic",
    "mm.break_even(s)": "break_even",
    "mm.equal_error_rate(s)": "equal_error_rate eer EER",
    'mm.best_threshold(s, by="f1")': "best_threshold optimal_threshold",
    "s.tp": "tps true_positives",
    "s.fp": "fps false_positives",
    "s.at(0.5)": "at_threshold predict",
    "mm.plots.roc(s)": "plot plot_roc",
}

OF_CURVE = {
    "mm.auc(curve.sweep)": "auc area roc_auc score AUC",
    "mm.average_precision(curve.sweep)": "average_precision ap AP",
    "curve.threshold": "thresholds",
    "mm.plots.roc(curve.sweep)": "plot show draw",
}

OF_MATRIX = {
    "m.counts": "matrix cm confusion_matrix array values",
    "m.labels": "classes classes_",
    "m.report()": "classification_report stat",
    'm.one_vs_rest("a")': "binary one_against_rest",
    "mm.mean_iou(m)": "mean_iou miou mIoU",
}


# How the package, counts, a sweep and a table of classes are asked for a rate, and what else.
ASKED = {
    "mm": ((f"{TWO}.{{}}",), OF_PACKAGE),
    "c": (("c.{}",), {}),
    "s": (('s["{}"]', "s.at(0.5).{}"), OF_SWEEP),
    "m": (('m.average("{}")', 'm["{}"]'), OF_MATRIX),
    "curve": (('curve.sweep["{}"]',), OF_CURVE),
}

OWNERS = {
    "mm": "mlmetrics_edu",
    "c": "a Confusion",
    "s": "a Sweep",
    "m": "a ConfusionMatrix",
    "curve": "a Curve",
}


def written(owner: str, name: str) -> list[str]:
    """List what to write for a name of elsewhere.

    Examples
    --------
    >>> written("mm", "roc_auc_score"), written("c", "gmean"), written("s", "TPR")
    (['mm.auc(mm.sweep(y_true, y_score))'], ['c.g_mean'], ['s["tpr"]', 's.at(0.5).tpr'])
    """
    asked, table = ASKED[owner]
    rate = next((ours for ours, there in OF_COUNTS.items() if name in there.split()), name)
    rate = {one.casefold(): one for one in [*RATES, *SYNONYMS]}.get(rate.casefold())
    renamed = [here for here, there in table.items() if name in there.split()]
    return ([] if rate is None else [one.format(rate) for one in asked]) + renamed


def not_there(owner: str, name: str, names: Iterable[str]) -> AttributeError:
    """Return the error for a name that one of ours doesn't have, but another library may."""
    public = [one for one in names if not one.startswith("_")]
    return no_attribute(OWNERS[owner], name, public, written(owner, name))
