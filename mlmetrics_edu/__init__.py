"""How machine-learning models are judged, step by step: counts, formulas, and their working.

>>> import mlmetrics_edu as mm
>>> c = mm.Confusion(tp=4, fp=3, fn=2, tn=11)
>>> print(c.f1.working)
F1 = 2·TP / (2·TP + FP + FN)
   = 2·4 / (2·4 + 3 + 2)
   = 8/13
   ≈ 0.615
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # for editors; at run time each name is fetched when it is first used (PEP 562)
    from . import plots
    from .core.errors import FormulaError, InputError, MetricError, UndefinedError, UnknownNameError
    from .core.formula import Formula
    from .core.glossary import glossary
    from .core.trace import Trace
    from .core.words import term
    from .core.worked import Worked
    from .detection.boxes import crowd_iou, giou, iou
    from .detection.detection_map import DetectionMap
    from .detection.geometry.box_forms import convert_boxes
    from .detection.geometry.iou_matrix import iou_matrix
    from .detection.geometry.suppressed import Suppression
    from .detection.geometry.suppression import nms
    from .detection.loaders import load_coco, load_detections, load_voc
    from .detection.matching import Matching, match
    from .detection.mistakes.error_types import ErrorTypes, error_types
    from .detection.protocols import detection_map
    from .detection.table import BoxTable
    from .metrics import as_sklearn
    from .metrics.areas import auc, average_precision, partial_auc
    from .metrics.comparing.auc_difference import AucTest, auc_test
    from .metrics.comparing.auc_error import auc_interval, auc_standard_error
    from .metrics.comparing.band import Band, bootstrap_band
    from .metrics.comparing.bootstrap import bootstrap
    from .metrics.comparing.compare import CurveComparison, compare_curves
    from .metrics.comparing.interval import Interval
    from .metrics.confusion import Confusion
    from .metrics.costing.cost_curves import CostCurve, cost_curve
    from .metrics.costing.cost_lines import line_of_point, point_of_line
    from .metrics.costing.costs import Costs
    from .metrics.costing.crossover import crossover_beta, crossover_costs
    from .metrics.costing.expected_cost import (
        cost_threshold,
        expected_cost,
        iso_performance_slope,
        p_positive_at,
        probability_cost,
    )
    from .metrics.curve import Curve
    from .metrics.curves import det, gain, interpolated_precision, ks, lift, pr, roc, roc_hull
    from .metrics.evaluate import formula
    from .metrics.imaging.segmentation import (
        class_accuracy,
        class_dice,
        class_iou,
        frequency_weighted_iou,
        mean_dice,
        mean_iou,
        mean_pixel_accuracy,
        pixel_accuracy,
    )
    from .metrics.imaging.segmentation_images import mean_iou_over_images
    from .metrics.imaging.segmentation_matrix import pixels, segmentation_matrix
    from .metrics.imaging.similarity import SsimMap, psnr, ssim, ssim_map
    from .metrics.landmarks import break_even, ks_statistic
    from .metrics.many_classes.association import entropy
    from .metrics.many_classes.class_report import micro_f1_is_accuracy
    from .metrics.many_classes.confusion_matrix import ConfusionMatrix
    from .metrics.many_classes.runs import average_over
    from .metrics.many_classes.significance import accuracy_interval, accuracy_p_value, mcnemar
    from .metrics.populations.distributions import Always, Beta, Normal
    from .metrics.populations.population import Population, binormal
    from .metrics.populations.reweight import at_prevalence, reweight
    from .metrics.rankings.eleven_point import eleven_point, eleven_point_average, mean_eleven_point
    from .metrics.rankings.label_sets import hamming_loss, jaccard_samples, subset_accuracy
    from .metrics.rankings.multilabel import multilabel_auc, multilabel_map
    from .metrics.rankings.queries import retrieval_map
    from .metrics.rankings.ranked_list import retrieval_sweep
    from .metrics.rankings.ranking import (
        coverage_error,
        label_ranking_average_precision,
        label_ranking_loss,
    )
    from .metrics.rankings.reciprocal_rank import mean_reciprocal_rank, reciprocal_rank
    from .metrics.rankings.retrieval import (
        precision_at,
        r_precision,
        recall_at,
        retrieval_average_precision,
    )
    from .metrics.rates import rates
    from .metrics.real_values.calibration import brier, log_loss
    from .metrics.real_values.determination import explained_variance, r2
    from .metrics.real_values.least_squares import LeastSquares, least_squares
    from .metrics.real_values.regression import mae, max_error, mean_bias_error, medae, mse, rmse
    from .metrics.real_values.regression_steps import norms, residuals
    from .metrics.real_values.relative_errors import mape, msle
    from .metrics.shares import binned, decile_table
    from .metrics.sweep import Sweep, sweep, trace
    from .metrics.thresholds import Optima, best_threshold
    from .metrics.ties import TieRange, average_precision_table, retied, tie_range, tied_groups
    from .workbook.examples import example, examples
    from .workbook.exercises.question import Question, exercise
    from .workbook.exercises.registry import exercises
    from .workbook.exercises.verdict import Verdict
    from .workbook.gallery.registry import figure, figures
    from .workbook.practice.session import Practice, practice
    from .workbook.reference.conventions import conventions
    from .workbook.report import Report, report

# Where each public name lives. Nothing is loaded before it is needed, so the import costs nothing,
# and `mlmetrics-edu doctor` can speak even where a library is missing.
_HOMES = {
    "core.errors": "FormulaError InputError MetricError UndefinedError UnknownNameError",
    "core.formula": "Formula",
    "core.glossary": "glossary",
    "core.trace": "Trace",
    "core.words": "term",
    "core.worked": "Worked",
    "detection.boxes": "crowd_iou giou iou",
    "detection.detection_map": "DetectionMap",
    "detection.geometry.box_forms": "convert_boxes",
    "detection.geometry.iou_matrix": "iou_matrix",
    "detection.geometry.suppressed": "Suppression",
    "detection.geometry.suppression": "nms",
    "detection.loaders": "load_coco load_detections load_voc",
    "detection.matching": "Matching match",
    "detection.mistakes.error_types": "ErrorTypes error_types",
    "detection.protocols": "detection_map",
    "detection.table": "BoxTable",
    "metrics.areas": "auc average_precision partial_auc",
    "metrics.comparing.auc_difference": "AucTest auc_test",
    "metrics.comparing.auc_error": "auc_interval auc_standard_error",
    "metrics.comparing.band": "Band bootstrap_band",
    "metrics.comparing.bootstrap": "bootstrap",
    "metrics.comparing.compare": "CurveComparison compare_curves",
    "metrics.comparing.interval": "Interval",
    "metrics.confusion": "Confusion",
    "metrics.costing.cost_curves": "CostCurve cost_curve",
    "metrics.costing.cost_lines": "line_of_point point_of_line",
    "metrics.costing.costs": "Costs",
    "metrics.costing.crossover": "crossover_beta crossover_costs",
    "metrics.costing.expected_cost": "cost_threshold expected_cost iso_performance_slope "
    "p_positive_at probability_cost",
    "metrics.curve": "Curve",
    "metrics.curves": "det gain interpolated_precision ks lift pr roc roc_hull",
    "metrics.evaluate": "formula",
    "metrics.imaging.segmentation": "class_accuracy class_dice class_iou frequency_weighted_iou "
    "mean_dice mean_iou mean_pixel_accuracy pixel_accuracy",
    "metrics.imaging.segmentation_images": "mean_iou_over_images",
    "metrics.imaging.segmentation_matrix": "pixels segmentation_matrix",
    "metrics.imaging.similarity": "SsimMap psnr ssim ssim_map",
    "metrics.landmarks": "break_even ks_statistic",
    "metrics.many_classes.association": "entropy",
    "metrics.many_classes.class_report": "micro_f1_is_accuracy",
    "metrics.many_classes.confusion_matrix": "ConfusionMatrix",
    "metrics.many_classes.runs": "average_over",
    "metrics.many_classes.significance": "accuracy_interval accuracy_p_value mcnemar",
    "metrics.populations.distributions": "Always Beta Normal",
    "metrics.populations.population": "Population binormal",
    "metrics.populations.reweight": "at_prevalence reweight",
    "metrics.rankings.eleven_point": "eleven_point eleven_point_average mean_eleven_point",
    "metrics.rankings.label_sets": "hamming_loss jaccard_samples subset_accuracy",
    "metrics.rankings.multilabel": "multilabel_auc multilabel_map",
    "metrics.rankings.queries": "retrieval_map",
    "metrics.rankings.ranked_list": "retrieval_sweep",
    "metrics.rankings.ranking": "coverage_error label_ranking_average_precision label_ranking_loss",
    "metrics.rankings.reciprocal_rank": "mean_reciprocal_rank reciprocal_rank",
    "metrics.rankings.retrieval": "precision_at r_precision recall_at retrieval_average_precision",
    "metrics.rates": "rates",
    "metrics.real_values.calibration": "brier log_loss",
    "metrics.real_values.determination": "explained_variance r2",
    "metrics.real_values.least_squares": "LeastSquares least_squares",
    "metrics.real_values.regression": "mae max_error mean_bias_error medae mse rmse",
    "metrics.real_values.regression_steps": "norms residuals",
    "metrics.real_values.relative_errors": "mape msle",
    "metrics.shares": "binned decile_table",
    "metrics.sweep": "Sweep sweep trace",
    "metrics.thresholds": "Optima best_threshold",
    "metrics.ties": "TieRange average_precision_table retied tie_range tied_groups",
    "workbook.examples": "example examples",
    "workbook.exercises.question": "Question exercise",
    "workbook.exercises.registry": "exercises",
    "workbook.exercises.verdict": "Verdict",
    "workbook.gallery.registry": "figure figures",
    "workbook.practice.session": "Practice practice",
    "workbook.reference.conventions": "conventions",
    "workbook.report": "Report report",
}
_MODULES = {"as_sklearn": "metrics.as_sklearn", "plots": "plots"}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = [
    "Always",
    "AucTest",
    "Band",
    "Beta",
    "BoxTable",
    "Confusion",
    "ConfusionMatrix",
    "CostCurve",
    "Costs",
    "Curve",
    "CurveComparison",
    "DetectionMap",
    "ErrorTypes",
    "Formula",
    "FormulaError",
    "InputError",
    "Interval",
    "LeastSquares",
    "Matching",
    "MetricError",
    "Normal",
    "Optima",
    "Population",
    "Practice",
    "Question",
    "Report",
    "SsimMap",
    "Suppression",
    "Sweep",
    "TieRange",
    "Trace",
    "UndefinedError",
    "UnknownNameError",
    "Verdict",
    "Worked",
    "accuracy_interval",
    "accuracy_p_value",
    "as_sklearn",
    "at_prevalence",
    "auc",
    "auc_interval",
    "auc_standard_error",
    "auc_test",
    "average_over",
    "average_precision",
    "average_precision_table",
    "best_threshold",
    "binned",
    "binormal",
    "bootstrap",
    "bootstrap_band",
    "break_even",
    "brier",
    "class_accuracy",
    "class_dice",
    "class_iou",
    "compare_curves",
    "conventions",
    "convert_boxes",
    "cost_curve",
    "cost_threshold",
    "coverage_error",
    "crossover_beta",
    "crossover_costs",
    "crowd_iou",
    "decile_table",
    "det",
    "detection_map",
    "eleven_point",
    "eleven_point_average",
    "entropy",
    "error_types",
    "example",
    "examples",
    "exercise",
    "exercises",
    "expected_cost",
    "explained_variance",
    "figure",
    "figures",
    "formula",
    "frequency_weighted_iou",
    "gain",
    "giou",
    "glossary",
    "hamming_loss",
    "interpolated_precision",
    "iou",
    "iou_matrix",
    "iso_performance_slope",
    "jaccard_samples",
    "ks",
    "ks_statistic",
    "label_ranking_average_precision",
    "label_ranking_loss",
    "least_squares",
    "lift",
    "line_of_point",
    "load_coco",
    "load_detections",
    "load_voc",
    "log_loss",
    "mae",
    "mape",
    "match",
    "max_error",
    "mcnemar",
    "mean_bias_error",
    "mean_dice",
    "mean_eleven_point",
    "mean_iou",
    "mean_iou_over_images",
    "mean_pixel_accuracy",
    "mean_reciprocal_rank",
    "medae",
    "micro_f1_is_accuracy",
    "mse",
    "msle",
    "multilabel_auc",
    "multilabel_map",
    "nms",
    "norms",
    "p_positive_at",
    "partial_auc",
    "pixel_accuracy",
    "pixels",
    "plots",
    "point_of_line",
    "pr",
    "practice",
    "precision_at",
    "probability_cost",
    "psnr",
    "r2",
    "r_precision",
    "rates",
    "recall_at",
    "reciprocal_rank",
    "report",
    "residuals",
    "retied",
    "retrieval_average_precision",
    "retrieval_map",
    "retrieval_sweep",
    "reweight",
    "rmse",
    "roc",
    "roc_hull",
    "segmentation_matrix",
    "ssim",
    "ssim_map",
    "subset_accuracy",
    "sweep",
    "term",
    "tie_range",
    "tied_groups",
    "trace",
]


def __getattr__(name: str):
    if name in _MODULES:
        return import_module(f".{_MODULES[name]}", __name__)
    if name == "__version__":
        return import_module(".workbook.doctor", __name__).version()
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = getattr(import_module(f".{_HOME[name]}", __name__), name)
    return globals()[name]


def __dir__():
    return sorted({*globals(), *__all__})
