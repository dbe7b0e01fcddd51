"""How alike two images look: structural similarity (SSIM), window by window or all at once; PSNR.

SSIM compares three things, each by a number that is 1 where both images agree: how bright they are
(luminance), how strongly they vary (contrast), and whether they vary together (structure). The
constants C1, C2 and C3 keep it defined, and calm, where an image is dark or flat.
"""

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ...core import digits, inputs
from ...core.calls import explained
from ...core.conventions import Border, Covariance, Window, options
from ...core.errors import Named
from ...core.formula import Formula, Worked
from ...core.inputs import locked
from ...core.trace import Column, Trace
from ..real_values import outputs
from ..real_values.outputs import Output
from . import images
from .images import Images, Windows

SIGNED, UP, SOURCE = (-1.0, 1.0), "higher", "Wang et al. (2004)"
C1 = Formula("C1", "(k1*data_range)**2")
C2 = Formula("C2", "(k2*data_range)**2")
C3 = Formula("C3", "C2 / 2")
SD_X, SD_Y = Formula("sd_x", "sqrt(variance_x)"), Formula("sd_y", "sqrt(variance_y)")
LUMINANCE = Formula(
    "luminance", "(2*mean_x*mean_y + C1) / (mean_x**2 + mean_y**2 + C1)", SIGNED, UP
)
CONTRAST = Formula("contrast", "(2*sd_x*sd_y + C2) / (sd_x**2 + sd_y**2 + C2)", (0.0, 1.0), UP)
STRUCTURE = Formula("structure", "(covariance + C3) / (sd_x*sd_y + C3)", SIGNED, UP)
PRODUCT = Formula("ssim", "luminance * contrast * structure", SIGNED, UP, source=SOURCE)
# With C3 = C2/2 the two last factors are one, and there is no root to take.
TWO_FACTORS = Formula(
    "ssim",
    "(2*mean_x*mean_y + C1) * (2*covariance + C2)"
    " / ((mean_x**2 + mean_y**2 + C1) * (variance_x + variance_y + C2))",
    SIGNED,
    UP,
    source=SOURCE,
)


@explained
def ssim(
    x: ArrayLike,
    y: ArrayLike,
    *,
    data_range: float | None = None,
    window: Window = "gaussian",
    size: int | None = None,
    sigma: float = 1.5,
    covariance: Covariance = "population",
    k1: float = 0.01,
    k2: float = 0.03,
    border: Border = "crop",
    channel_axis: int | None = None,
) -> Worked:
    """Return the structural similarity of two images: 1 for the same image, 0 or less for unlike.

    Flat images need no special case: their contrast and structure are C2/C2 and C3/C3, so 1, and
    the brightness alone decides.

    Parameters
    ----------
    x, y : array_like, shape (rows, columns), or with one more axis for channels
        Two images of one shape.
    data_range : float, optional
        The distance from black to white. It must be given unless the pixels are bool (1), uint8
        (255) or uint16 (65535).
    window : {"gaussian", "uniform", "global"}
        How the pixels around a place count; "global" takes the whole image as one window.
    size : int, optional
        Pixels on a side of a window, odd. By default 3.5 σ to each side for the Gaussian (11 for
        σ = 1.5, as in the paper), and 7 for the uniform one (as in scikit-image).
    sigma : float
        The standard deviation of the Gaussian, in pixels.
    covariance : {"population", "sample"}
        Whether variances divide by N (the paper), or by N − 1 (scikit-image's default).
    k1, k2 : float
        C1 = (k1·data_range)², C2 = (k2·data_range)², C3 = C2/2.
    border : {"crop", "reflect"}
        Whether windows over the border are left out, or see the image mirrored there.
    channel_axis : int, optional
        Where the channels are; the result is the mean over them.

    Returns
    -------
    Worked
        From −1 to 1: the mean over all windows. ``steps`` is a table of the windows; for
        ``window="global"`` the working has the three factors.

    Raises
    ------
    InputError
        If shapes differ, the window doesn't fit, the range isn't known, or a pixel is no finite
        number.

    References
    ----------
    Wang, Bovik, Sheikh & Simoncelli (2004), Image quality assessment: from error visibility to
    structural similarity, section III.B and C.

    Examples
    --------
    >>> flat = np.full((8, 8), 100, np.uint8)
    >>> ssim(flat, flat, window="global").fraction
    Fraction(1, 1)
    >>> print(round(ssim(flat, flat + np.uint8(50), window="global"), 4))
    0.9231
    """
    pair = images.read(x, y, data_range, channel_axis)
    how = _settings(pair, window, size, sigma, covariance, k1, k2, border)
    return _mean(pair, *how)


@dataclass(frozen=True)
class SsimMap(Named):
    """The structural similarity of each window, and its three factors.

    Attributes
    ----------
    luminance, contrast, structure, ssim : numpy.ndarray of float
        A value for each window, where its middle is; (rows, columns), or with the channels last.
        ``ssim`` is the product of the three.
    mean : Worked
        The mean of ``ssim``.
    """

    luminance: np.ndarray
    contrast: np.ndarray
    structure: np.ndarray
    ssim: np.ndarray
    mean: Worked


@explained
def ssim_map(
    x: ArrayLike,
    y: ArrayLike,
    *,
    data_range: float | None = None,
    window: Window = "gaussian",
    size: int | None = None,
    sigma: float = 1.5,
    covariance: Covariance = "population",
    k1: float = 0.01,
    k2: float = 0.03,
    border: Border = "crop",
    channel_axis: int | None = None,
) -> SsimMap:
    """Return the structural similarity window by window, and its three factors.

    Parameters
    ----------
    x, y, data_range, window, size, sigma, covariance, k1, k2, border, channel_axis
        As for :func:`ssim`. With ``border="reflect"`` the maps are as large as the images.

    Returns
    -------
    SsimMap

    Raises
    ------
    InputError
        As :func:`ssim`.

    References
    ----------
    Wang, Bovik, Sheikh & Simoncelli (2004), section III.C and figure 6.

    Examples
    --------
    >>> ramp = np.arange(0, 160, 10, np.uint8).reshape(4, 4)
    >>> maps = ssim_map(ramp, ramp + np.uint8(50), window="uniform", size=3)
    >>> maps.luminance.round(3)
    array([[0.8  , 0.841],
           [0.91 , 0.923]])
    >>> print(maps.structure.min().round(3))
    1.0
    """
    pair = images.read(x, y, data_range, channel_axis)
    how = _settings(pair, window, size, sigma, covariance, k1, k2, border)
    maps = [_maps(*channel, *how[:2]) for channel in pair.channels]
    stacked = maps[0] if channel_axis is None else np.stack(maps, axis=-1)
    return SsimMap(*locked(stacked), _mean(pair, *how))


def _settings(
    pair: Images, window, size, sigma, covariance, k1, k2, border
) -> tuple[Windows, dict[str, Worked], dict[str, str]]:
    """Read which windows are asked for, and the constants; return what conventions that makes."""
    inputs.choice(window, options(Window), "window")
    ks = {"k1": images.positive(k1, "k1"), "k2": images.positive(k2, "k2")}
    c1, c2 = (f.work(**_terms(f, {**ks, "data_range": pair.data_range})) for f in (C1, C2))
    windows, name = images.windows(window, size, sigma, covariance, border, pair.x.shape[1:])
    divisor = "N" if covariance == "population" else "N − 1"
    conventions = {
        **pair.conventions,
        "window": name,
        "covariance": f"covariance: {covariance} (÷ {divisor})",
        "constants": f"k1 = {k1:g}, k2 = {k2:g}",
        "border": f"border: {border if windows.weights else 'none'}",
    }
    return windows, {"C1": c1, "C2": c2, "C3": C3.work(C2=c2)}, conventions


def _terms(formula: Formula, values: dict) -> dict:
    return {term: values[term] for term in formula.terms}


def _mean(pair: Images, windows: Windows, constants: dict, conventions: dict) -> Worked:
    """Average over the windows, and then over the channels."""
    one = _over_windows if windows.weights else _as_a_whole
    worked = tuple(one(*channel, windows, constants, conventions) for channel in pair.channels)
    if "channels" not in conventions:
        return worked[0]
    return outputs.average(worked, [1] * len(worked), "all channels alike")


def _over_windows(x, y, windows: Windows, constants: dict, conventions: dict) -> Worked:
    """Average over the windows, block by block; no map is kept."""
    blocks = (_similarity(m, constants) for _, m in images.moments(x, y, windows))
    mean = math.fsum(block.sum() for block in blocks) / math.prod(images.count(x.shape, windows))
    steps = partial(_table, x, y, windows, constants, conventions)
    return Worked(mean, "ssim", steps=steps, conventions=conventions)


def _as_a_whole(x, y, windows: Windows, constants: dict, conventions: dict) -> Worked:
    """Compare two images as one window, by the three factors, and keep the working."""
    pixels = Output.of(x.ravel(), y.ravel(), None, None)
    values = {**_moments(pixels, windows.correction), **constants}
    for name, formula in (("sd_x", SD_X), ("sd_y", SD_Y)):
        values[name] = pixels.finish(formula.work(**_terms(formula, values)))
    factors = {
        f.name: pixels.finish(f.work(**_terms(f, values))) for f in (LUMINANCE, CONTRAST, STRUCTURE)
    }
    return Worked(
        float(PRODUCT.work(**factors)),
        "ssim",
        exact=partial(_fraction, values) if pixels.exact else None,
        formula=PRODUCT,
        terms=factors,
        conventions=conventions,
    )


def _fraction(values: dict) -> Fraction | None:
    """Work the whole out without the roots, which cancel out."""
    return TWO_FACTORS.work(**_terms(TWO_FACTORS, values)).fraction


def _moments(pixels: Output, correction) -> dict:
    dx, dy = pixels.centred(pixels.truth), pixels.centred(pixels.prediction)
    n = pixels.n / Fraction(correction)
    n = n if pixels.exact else float(n)
    return {
        "mean_x": pixels.total(pixels.truth) / pixels.n,
        "mean_y": pixels.total(pixels.prediction) / pixels.n,
        "variance_x": pixels.total(dx, dx) / n,
        "variance_y": pixels.total(dy, dy) / n,
        "covariance": pixels.total(dx, dy) / n,
    }


def _similarity(moments: dict, constants: dict) -> np.ndarray:
    """Return the similarity in every window."""
    return TWO_FACTORS.column(**_terms(TWO_FACTORS, {**moments, **constants}))


def _maps(x: np.ndarray, y: np.ndarray, windows: Windows, constants: dict) -> np.ndarray:
    """Return luminance, contrast, structure and their product in every window.

    Returns
    -------
    numpy.ndarray of float, shape (4, rows, columns)
    """
    if not windows.weights:
        pixels = Output.of(x.ravel(), y.ravel(), None, None)
        whole = _moments(pixels, windows.correction)
        return _factors({n: np.full((1, 1), float(m)) for n, m in whole.items()}, constants)
    maps = np.empty((4, *images.count(x.shape, windows)))
    for place, moments in images.moments(x, y, windows):
        maps[:, *place] = _factors(moments, constants)
    return maps


def _factors(moments: dict, constants: dict) -> np.ndarray:
    values = {**moments, **constants}
    for name in "xy":  # rounding may leave a variance a little below 0
        values[f"sd_{name}"] = np.sqrt(np.maximum(values[f"variance_{name}"], 0))
    columns = [f.column(**_terms(f, values)) for f in (LUMINANCE, CONTRAST, STRUCTURE)]
    return np.stack([*columns, _similarity(moments, constants)])


def _table(x, y, windows: Windows, constants: dict, conventions: dict) -> Trace:
    """List the windows: where the middle is, the three factors, and their product."""
    maps = _maps(x, y, windows, constants)
    shift = len(windows.weights) // 2 if windows.border == "crop" else 0
    rows, columns = np.indices(maps.shape[1:]) + shift
    factors = zip(("luminance", "contrast", "structure", "SSIM"), maps, strict=True)
    return Trace(
        f"SSIM, {rows.size:,} windows",
        (
            Column("row", rows.ravel(), align="right"),
            Column("column", columns.ravel(), align="right"),
            *(Column(name, column.ravel(), digits.decimal, "right") for name, column in factors),
        ),
        conventions,
    )
