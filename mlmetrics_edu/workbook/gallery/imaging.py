"""Figures of images and of numbers: masks, likeness, residuals, losses, probabilities."""

from functools import cache

import numpy as np

from ... import plots
from ...core import digits, words
from ...metrics.imaging import segmentation
from ...metrics.imaging.segmentation_matrix import segmentation_matrix
from ...metrics.imaging.similarity import SsimMap, ssim_map
from ...metrics.many_classes.confusion_matrix import ConfusionMatrix
from ...metrics.real_values.least_squares import least_squares
from ...metrics.real_values.regression import mae, mse
from ...plots.look import letters
from ...plots.say import say
from ..examples import example
from .registry import register

ANSCOMBE = "Anscombe (1973), Graphs in statistical analysis, American Statistician 27:17–21"
PIXELS = "source document 002, on PA, MPA and mIoU, with a mask made for this workbook"
LIKENESS = "source document 002, on SSIM; after Wang & Bovik (2009), Mean squared error: love it?"
ERRORS = "source document 004, on MAE and MSE; data of scikit-learn's documentation"
SHAPES = "source document 004, on the norms that MAE and MSE are named after"
# A meadow (0), a cow (1) and her calf (2), as they are and as a program sees them, so that the
# counts are those of the example segmentation-three.
MEADOW = """
    0000000000 0110000000 1111111110 1111111110 0111111110
    0111111110 0100222010 0100202010 0000000000 0000000000
"""
SEEN = """
    0000000000 0100000000 1111111111 1111111111 0111121110
    0112222210 0002222200 0100220000 0000000000 0000000000
"""


def mask(drawn: str) -> np.ndarray:
    """Read a mask that was drawn in digits."""
    return np.array([list(map(int, row)) for row in drawn.split()])


def animals() -> tuple[str, str, str]:
    """Name the classes of the mask."""
    return tuple(say(f"gallery.{name}") for name in ("meadow", "cow", "calf"))


def pixels(names=None) -> ConfusionMatrix:
    """Count the pixels of both masks."""
    return segmentation_matrix(mask(MEADOW), mask(SEEN), 3, names=names)


def _three_means() -> dict:
    m = pixels()
    return {
        "PA": segmentation.pixel_accuracy(m),
        "MPA": segmentation.mean_pixel_accuracy(m),
        "mIoU": segmentation.mean_iou(m),
    }


@register("segmentation-masks", PIXELS, status="ours", lesson=15, shows=_three_means)
def segmentation_masks() -> plots.Picture:
    """Draw a true mask, a predicted one, where they differ, and the table of their pixels."""
    picture, axes = plots.panels(2, 2, size=(5.2, 4.6))
    plots.masks(mask(MEADOW), mask(SEEN), axes.flat[:3], names=animals(), classes=3)
    plots.pixel_matrix(pixels(animals()), axes[1, 1], values="counts", totals=True)
    means = (f"{name} {digits.decimal(value)}" for name, value in _three_means().items())
    axes[1, 1].set_title(" · ".join(means), size=letters())
    return picture


@register("class-ious", PIXELS, status="ours", lesson=15, shows=_three_means)
def class_ious() -> plots.Picture:
    """Draw the IoU of each class, and what its means make of the rare one."""
    ax = plots.per_class(pixels(animals()), "jaccard", means=("macro", "weighted"))
    ax.set_xlabel(words.symbol("iou"))
    return ax.figure


@cache
def ramps() -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Make an image from dark to light; a brighter one, and a noisy one, equally far from it."""
    image = np.tile(np.linspace(40, 210, 48).round(), (48, 1)).astype(np.uint8)
    signs = np.random.default_rng(0).choice([-20, 20], image.shape)
    return image, {"brighter": image + np.uint8(20), "noisy": (image + signs).astype(np.uint8)}


@cache
def likeness() -> dict[str, SsimMap]:
    """Compare both with the image."""
    image, others = ramps()
    return {name: ssim_map(image, other, border="reflect") for name, other in others.items()}


@register(
    "ssim-map",
    LIKENESS,
    status="ours",
    lesson=15,
    shows=lambda: {f"SSIM, {name}": found.mean for name, found in likeness().items()},
)
def ssim_maps() -> plots.Picture:
    """Draw an image, two others of the same MSE, and their likeness place by place."""
    picture, axes = plots.panels(2, 3, size=(4.0, 3.7))
    image, others = ramps()
    for row, (name, other) in zip(axes, others.items(), strict=True):
        error = digits.count(mse(image.ravel(), other.ravel()))
        titles = (say("gallery.original"), say(f"gallery.{name}", mse=error))
        for ax, shown, title in zip(row, (image, other), titles, strict=False):
            ax.imshow(shown, cmap="gray", vmin=0, vmax=255)
            ax.set(xticks=[], yticks=[], title=title)
        plots.ssim_map(likeness()[name], row[2])
    return picture


def _errors() -> dict:
    columns = example("regression-four").columns
    return {f.__name__: f(columns["truth"], columns["prediction"]) for f in (mae, mse)}


@register("residuals", ERRORS, status="ours", lesson=16, shows=_errors)
def residual_pictures() -> plots.Picture:
    """Draw the errors of four predictions as lengths, and as squares."""
    columns = example("regression-four").columns
    picture, axes = plots.panels(1, 2, size=(5.4, 5.8))
    for ax, (name, value) in zip(axes, _errors().items(), strict=True):
        given = (columns["truth"], columns["prediction"])
        plots.residuals(*given, ax=ax, squares=name == "mse")
        ax.set_title(f"{words.symbol(name)} = {digits.both(value)}")
    return picture


@register("anscombe", ANSCOMBE, lesson=16)
def anscombe() -> plots.Picture:
    """Draw four sets of points with one line."""
    columns = example("anscombe").columns
    picture, axes = plots.panels(2, 2)
    for ax, x, y in zip(axes.flat, ("x", "x", "x", "x4"), ("y1", "y2", "y3", "y4"), strict=True):
        fit = least_squares(columns[x], columns[y])
        plots.residuals(fit, ax=ax)
        ax.set_title(f"R² = {digits.decimal(fit.r2, 2)}")
        ax.set(xlim=(2, 20), ylim=(2, 14))  # one frame for all four, or they can't be compared
    return picture


@register("norms", SHAPES, status="ours", lesson=16)
def norms() -> plots.Picture:
    """Draw all pairs of errors whose norm is 1."""
    return plots.norms().figure


@register("losses", SHAPES, status="ours", lesson=16)
def losses() -> plots.Picture:
    """Draw what an error costs: itself, or its square."""
    return plots.losses().figure


@cache
def forecasts() -> tuple[np.ndarray, dict[str, np.ndarray]]:
    """Draw events that happen as often as was said, and a forecaster who exaggerates."""
    rng = np.random.default_rng(0)
    chance = rng.random(5000)
    happened = rng.random(5000) < chance
    odds = (chance / (1 - chance)) ** 2.5
    return happened.astype(int), {"honest": chance, "too_sure": odds / (1 + odds)}


@register(
    "reliability", "made for this workbook: 5,000 forecasts, seed 0", status="ours", lesson=17
)
def reliability() -> plots.Picture:
    """Draw whether of those told 70 %, 70 % happen."""
    happened, chances = forecasts()
    return plots.reliability(happened, {say(f"gallery.{n}"): p for n, p in chances.items()}).figure
