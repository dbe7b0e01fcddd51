"""Pictures: values in, Axes out. Nothing is computed here, and nothing global is changed."""

from .animation.density_walks import density_walk
from .animation.player import Player
from .animation.walks import roc_walk
from .by_threshold.against_threshold import against_threshold
from .by_threshold.det_curve import det
from .by_threshold.f_by_beta import f_by_beta
from .by_threshold.f_surface import f_surface
from .by_threshold.gains import gain, lift
from .by_threshold.ks_curve import ks
from .by_threshold.mean_surface import mean_surface
from .by_threshold.strip import ranking, shapes
from .by_threshold.three_means import means
from .by_threshold.walk import threshold_walk
from .costs.boundary import moving_boundary
from .costs.cost_lines import cost_curve
from .costs.densities import densities
from .costs.duality import duality
from .costs.expected import expected_cost
from .costs.profit import profit
from .curves.eleven_levels import eleven_points
from .curves.pairs import pairs
from .curves.pr_curve import pr
from .curves.roc_curve import roc
from .curves.rule_values import conventions
from .detecting.ap_by_overlap import ap_by_iou
from .detecting.boxes_on_image import box_grid, boxes
from .detecting.detection_curves import running_counts
from .detecting.error_bars import error_bars
from .detecting.overlap_picture import overlap
from .detecting.suppression_picture import suppression
from .door import checked
from .look import style
from .picture import Picture, alternative_text, panels
from .tables.calibration_plot import reliability
from .tables.class_matrix import confusion_matrix, pixel_matrix
from .tables.class_mistakes import class_mistakes
from .tables.class_rates import per_class
from .tables.masks import masks
from .tables.matrix import confusion
from .tables.norm_shapes import losses, norms
from .tables.residual_plot import residuals
from .tables.ssim_picture import ssim_map
from .tables.trace_table import table
from .tables.working_tree import working_tree

__all__ = [
    "Picture",
    "Player",
    "against_threshold",
    "alternative_text",
    "ap_by_iou",
    "box_grid",
    "boxes",
    "class_mistakes",
    "confusion",
    "confusion_matrix",
    "conventions",
    "cost_curve",
    "densities",
    "density_walk",
    "det",
    "duality",
    "eleven_points",
    "error_bars",
    "expected_cost",
    "f_by_beta",
    "f_surface",
    "gain",
    "ks",
    "lift",
    "losses",
    "masks",
    "mean_surface",
    "means",
    "moving_boundary",
    "norms",
    "overlap",
    "pairs",
    "panels",
    "per_class",
    "pixel_matrix",
    "pr",
    "profit",
    "ranking",
    "reliability",
    "residuals",
    "roc",
    "roc_walk",
    "running_counts",
    "shapes",
    "ssim_map",
    "style",
    "suppression",
    "table",
    "threshold_walk",
    "working_tree",
]

for _name in __all__:
    if _name[0].islower() and _name != "style":
        globals()[_name] = checked(globals()[_name])
