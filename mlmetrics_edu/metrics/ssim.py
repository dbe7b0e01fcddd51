"""How alike two images look: structural similarity (SSIM), window by window or all at once.

SSIM compares three things, each by a number that is 1 where both images agree: how bright they are
(luminance), how strongly they vary (contrast), and whether they vary together (structure). The
constants C1, C2 and C3 keep it defined, and calm, where an image is dark or flat.

A weighted mean in every window is two products with a band matrix: each of its columns holds the
window, one step further down. One product goes down the image, one across. That is short, and
nothing multiplies matrices faster than NumPy.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.conventions import Border, Covariance, Window, options
from ..core.errors import InputError, Named, choice
from ..core.formula import Formula, Worked
from ..core.inputs import locked
from ..core.trace import Column, Trace
from .regression import Predictions, centred, reals

TINY = 1e-30
# How far apart black and white are, where the type of the pixels says so.
RANGES = {"bool": 1, "uint8": 255, "uint16": 65_535}
COVARIANCES = options(Covariance)
BORDERS = options(Border)
KS = {"k1": 0.01, "k2": 0.03}  # as in the paper
SIGMA = 1.5  # of the Gaussian, as in the paper
UNIFORM = 7  # pixels on a side, as in scikit-image
TRUNCATE = 3.5  # standard deviations to each side: 11 pixels for 1.5
# Blocks that stay in fast memory, and too small for matrix products to be spread over threads: to
# wake these would take longer than the product.
ROWS, COLUMNS, STEP = 16, 512, 32


class Images(NamedTuple):
    """Two grey images of one shape, and the range of their values."""

    x: np.ndarray
    y: np.ndarray
    data_range: float
    conventions: dict[str, str]


def read_images(x, y, data_range=None) -> Images:
    """Read two images.

    Raises
    ------
    InputError
        If shapes differ, a value is no finite number, or the range isn't known.
    """
    data_range, origin = _range(x, y, data_range)
    x, y = _grey(x, "x"), _grey(y, "y")
    if x.shape != y.shape:
        raise InputError(
            f"x has the shape {x.shape}, y has the shape {y.shape}",
            "images are compared pixel by pixel",
            "resize or crop one of them first",
        )
    low, high = min(x.min(), y.min()), max(x.max(), y.max())
    # Values that span more than the range may mean that it is the wrong one.
    beyond = "" if high - low <= data_range else f", but values from {low:g} to {high:g}"
    return Images(x, y, data_range, {"data range": f"data range: {origin}{beyond}"})


def _range(x, y, data_range) -> tuple[float, str]:
    """Read the data range, or take it from the type of the pixels."""
    types = {str(getattr(image, "dtype", type(image).__name__)) for image in (x, y)}
    by_type = RANGES.get(next(iter(types))) if len(types) == 1 else None
    if data_range is None and by_type is None:
        raise InputError(
            f"data_range isn't given, and the pixels are of the type {' and '.join(sorted(types))}",
            "only bool, uint8 and uint16 tell how far black and white are apart",
            "pass data_range=1.0 for values from 0 to 1, data_range=255 for values up to 255",
        )
    if data_range is None:
        return by_type, f"{by_type:,} (by the type of the pixels)"
    return positive(data_range, "data_range"), f"{words.count(data_range)} (given)"


def positive(value, name: str) -> float:
    """Read a number greater than 0, so that its powers are floats as well."""
    single = value.item() if getattr(value, "shape", None) == () else value
    if not inputs.is_finite(single) or not TINY <= single <= 1 / TINY:
        raise InputError(
            f"{name}={inputs.short(value)}",
            f"it is a number greater than 0, from {TINY:g} to {1 / TINY:g}",
            "pass such a number",
        )
    return single.item() if isinstance(single, np.generic) else single


def _grey(image, name: str) -> np.ndarray:
    """Read a grey image; of colours, each channel is one."""
    pixels = reals(image, name, (2, 3))
    if pixels.ndim == 3:
        raise InputError(
            f"{name} has the shape {pixels.shape}",
            "a grey image has two axes; a third one holds the channels of a colour image",
            f"compare channel by channel: {name}[..., 0], {name}[..., 1] …",
        )
    return pixels


class Windows(NamedTuple):
    """How the pixels around a place count, wherever that is.

    Attributes
    ----------
    weights : tuple of float
        Of one row of the window; they add up to 1. In two dimensions they multiply.
    correction : int or fractions.Fraction
        What a variance is multiplied with: N/(N − 1) for the sample variance of N pixels.
    border : str
        Whether windows that reach over the border are left out, or see a mirror there.
    """

    weights: tuple[float, ...]
    correction: int | Fraction
    border: str


def make_windows(
    kind: str, size, sigma, covariance: str, border: str, shape
) -> tuple[Windows, str]:
    """Make the windows for images of some shape, and name them."""
    choice(border, BORDERS, "border")
    choice(covariance, COVARIANCES, "covariance")
    sigma = positive(sigma, "sigma")
    _refuse_idle(kind, size, sigma, border)
    if kind == "global":
        return Windows((), _correction(covariance, shape[0] * shape[1]), border), "window: global"
    default = UNIFORM if kind == "uniform" else 2 * int(TRUNCATE * sigma + 0.5) + 1
    size = _fitting(default if size is None else size, shape)
    weights, name = np.ones(size), f"window: uniform, {size}×{size}"
    if kind == "gaussian":
        weights = np.exp(-((np.arange(size) - size // 2) ** 2) / (2 * sigma**2))
        name = f"window: Gaussian, {size}×{size}, σ = {sigma:g}"
    row = tuple((weights / weights.sum()).tolist())
    return Windows(row, _correction(covariance, size**2), border), name


def _refuse_idle(kind: str, size, sigma, border: str) -> None:
    """Refuse what a window has no use for."""
    idle = {"sigma": (sigma, SIGMA)} if kind != "gaussian" else {}
    idle |= {"size": (size, None), "border": (border, BORDERS[0])} if kind == "global" else {}
    for name, (value, usual) in idle.items():
        if value != usual:
            raise InputError(
                f"{name}={inputs.short(value)} for window={kind!r}",
                "the whole image is one window" if kind == "global" else "its pixels count alike",
                f"leave {name} out, or choose another window",
            )


def _fitting(size, shape: tuple[int, int]) -> int:
    if not inputs.is_whole(size) or size < 3 or not size % 2:
        raise InputError(
            f"size={inputs.short(size)}",
            "a window has a pixel in the middle, and as many on either side",
            "use an odd whole number from 3 on",
        )
    if size > min(shape):
        raise InputError(
            f"the window is {size}×{size}, the image {shape[0]}×{shape[1]}",
            "a window must fit into the image",
            'use a smaller odd size=…, or window="global"',
        )
    return int(size)


def _correction(covariance: str, pixels: int):
    """Return what turns a population variance into the one asked for."""
    if covariance == "population":
        return 1
    if pixels == 1:
        raise InputError(
            "the image has one pixel",
            "a sample variance divides by N − 1",
            'use covariance="population", or a larger image',
        )
    return Fraction(pixels, pixels - 1)


def local_moments(x: np.ndarray, y: np.ndarray, windows: Windows) -> Iterator[tuple[tuple, dict]]:
    """Return means, variances and covariance in all windows, block by block, and its place.

    Examples
    --------
    >>> x = np.arange(9.0).reshape(3, 3)
    >>> whole, _ = make_windows("uniform", 3, 1.5, "population", "crop", x.shape)
    >>> [m["mean_x"].round(9).tolist() for _, m in local_moments(x, x, whole)]
    [[[4.0]]]
    """
    height, width = window_count(x.shape, windows)
    more = len(windows.weights) - 1
    if windows.border == "reflect":
        x, y = (np.pad(image, more // 2, mode="symmetric") for image in (x, y))
    # A variance doesn't change with the origin, and squares of small numbers round less.
    origin = np.rint(x.mean()), np.rint(y.mean())
    for top, left in product(range(0, height, ROWS), range(0, width, COLUMNS)):
        seen = slice(top, top + ROWS + more), slice(left, left + COLUMNS + more)
        block = _block_moments(x[seen] - origin[0], y[seen] - origin[1], origin, windows)
        yield (slice(top, top + ROWS), slice(left, left + COLUMNS)), block


def window_count(shape: tuple[int, int], windows: Windows) -> tuple[int, int]:
    """Count the windows of an image, down and across."""
    outside = 0 if windows.border == "reflect" else len(windows.weights) - 1
    return shape[0] - outside, shape[1] - outside


def _block_moments(x, y, origin, windows: Windows) -> dict[str, np.ndarray]:
    mx, my, xx, yy, xy = local_means(np.stack((x, y, x * x, y * y, x * y)), windows.weights)
    factor = float(windows.correction)
    return {
        "mean_x": mx + origin[0],
        "mean_y": my + origin[1],
        "variance_x": (xx - mx * mx) * factor,
        "variance_y": (yy - my * my) * factor,
        "covariance": (xy - mx * my) * factor,
    }


def local_means(images: np.ndarray, weights: tuple[float, ...]) -> np.ndarray:
    """Average in every window that lies within the image.

    Parameters
    ----------
    images : numpy.ndarray of float, shape (…, rows, columns)
    weights : tuple of float, length s
        The window along each axis.

    Returns
    -------
    numpy.ndarray of float, shape (…, rows − s + 1, columns − s + 1)

    Examples
    --------
    >>> local_means(np.eye(4), (0.5, 0.5))
    array([[0.5 , 0.25, 0.  ],
           [0.25, 0.5 , 0.25],
           [0.  , 0.25, 0.5 ]])
    """
    more = len(weights) - 1
    down = band(weights, images.shape[-2] - more).T @ images
    step = max(STEP, more)
    means = np.empty((*down.shape[:-1], down.shape[-1] - more))
    for left in range(0, means.shape[-1], step):
        out = means[..., left : left + step]
        np.matmul(down[..., left : left + step + more], band(weights, out.shape[-1]), out=out)
    return means


@lru_cache(maxsize=16)
def band(weights: tuple[float, ...], windows: int) -> np.ndarray:
    """Make the matrix whose columns hold the window, each one step further down.

    Examples
    --------
    >>> band((0.25, 0.5, 0.25), 2)
    array([[0.25, 0.  ],
           [0.5 , 0.25],
           [0.25, 0.5 ],
           [0.  , 0.25]])
    """
    matrix = np.zeros((windows + len(weights) - 1, windows))
    for step in range(windows):
        matrix[step : step + len(weights), step] = weights
    return locked(matrix)


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


def ssim(
    x: ArrayLike,
    y: ArrayLike,
    *,
    data_range: float | None = None,
    window: Window = "gaussian",
    size: int | None = None,
    sigma: float = 1.5,
    covariance: Covariance = "population",
    border: Border = "crop",
) -> Worked:
    """Return the structural similarity of two images: 1 for the same image, 0 or less for unlike.

    Flat images need no special case: their contrast and structure are C2/C2 and C3/C3, so 1, and
    the brightness alone decides.

    Parameters
    ----------
    x, y : array_like, shape (rows, columns)
        Two grey images of one shape.
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
    border : {"crop", "reflect"}
        Whether windows over the border are left out, or see the image mirrored there.

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
    return _compared(x, y, data_range, window, size, sigma, covariance, border).mean


@dataclass(frozen=True)
class SsimMap(Named):
    """The structural similarity of each window, and its three factors.

    Attributes
    ----------
    luminance, contrast, structure, ssim : numpy.ndarray of float
        A value for each window, where its middle is; (rows, columns).
        ``ssim`` is the product of the three.
    mean : Worked
        The mean of ``ssim``.
    """

    luminance: np.ndarray
    contrast: np.ndarray
    structure: np.ndarray
    ssim: np.ndarray
    mean: Worked


def ssim_map(
    x: ArrayLike,
    y: ArrayLike,
    *,
    data_range: float | None = None,
    window: Window = "gaussian",
    size: int | None = None,
    sigma: float = 1.5,
    covariance: Covariance = "population",
    border: Border = "crop",
) -> SsimMap:
    """Return the structural similarity window by window, and its three factors.

    Parameters
    ----------
    x, y, data_range, window, size, sigma, covariance, border
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
    return _compared(x, y, data_range, window, size, sigma, covariance, border)


def _compared(x, y, data_range, *how) -> SsimMap:
    """Work out the similarity of each window, and the mean; of a single one with its working."""
    pair = read_images(x, y, data_range)
    windows, constants, conventions = _settings(pair, *how)
    if not windows.weights:
        pixels = Predictions.of(pair.x.ravel(), pair.y.ravel())
        whole = _moments(pixels, windows.correction)
        mean = _of_one_window(pixels, {**whole, **constants}, conventions)
        maps = _factors({n: np.full((1, 1), float(m)) for n, m in whole.items()}, constants)
        return SsimMap(*locked(maps), mean)
    maps = np.empty((4, *window_count(pair.x.shape, windows)))
    for place, moments in local_moments(pair.x, pair.y, windows):
        maps[:, *place] = _factors(moments, constants)
    steps = partial(_table, locked(maps), windows, conventions)
    return SsimMap(*maps, Worked(maps[-1].mean(), "ssim", steps=steps, conventions=conventions))


def _settings(
    pair: Images, window, size, sigma, covariance, border
) -> tuple[Windows, dict[str, Worked], dict[str, str]]:
    """Read which windows are asked for, and the constants; return what conventions that makes."""
    choice(window, options(Window), "window")
    c1, c2 = (f.work(**_terms(f, {**KS, "data_range": pair.data_range})) for f in (C1, C2))
    windows, name = make_windows(window, size, sigma, covariance, border, pair.x.shape)
    divisor = "N" if covariance == "population" else "N − 1"
    conventions = {
        **pair.conventions,
        "window": name,
        "covariance": f"covariance: {covariance} (÷ {divisor})",
        "constants": "k1 = 0.01, k2 = 0.03",
        "border": f"border: {border if windows.weights else 'none'}",
    }
    return windows, {"C1": c1, "C2": c2, "C3": C3.work(C2=c2)}, conventions


def _terms(formula: Formula, values: dict) -> dict:
    return {term: values[term] for term in formula.terms}


def _of_one_window(pixels: Predictions, values: dict, conventions: dict) -> Worked:
    """Compare two images as one window, by the three factors, and keep the working."""
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


def _moments(pixels: Predictions, correction) -> dict:
    x, y = pixels.truth, pixels.prediction
    dx, dy, divisor = centred(x), centred(y), len(x) / Fraction(correction)
    divisor = divisor if pixels.exact else float(divisor)
    return {
        "mean_x": x.sum() / len(x),
        "mean_y": y.sum() / len(y),
        "variance_x": (dx * dx).sum() / divisor,
        "variance_y": (dy * dy).sum() / divisor,
        "covariance": (dx * dy).sum() / divisor,
    }


def _factors(moments: dict, constants: dict) -> np.ndarray:
    """Return luminance, contrast, structure and their product in every window."""
    values = {**moments, **constants}
    for name in "xy":  # rounding may leave a variance a little below 0
        values[f"sd_{name}"] = np.sqrt(np.maximum(values[f"variance_{name}"], 0))
    columns = (LUMINANCE, CONTRAST, STRUCTURE, TWO_FACTORS)
    return np.stack([f.column(**_terms(f, values)) for f in columns])


def _table(maps: np.ndarray, windows: Windows, conventions: dict) -> Trace:
    """List the windows: where the middle is, the three factors, and their product."""
    shift = len(windows.weights) // 2 if windows.border == "crop" else 0
    rows, columns = np.indices(maps.shape[1:]) + shift
    factors = zip(("luminance", "contrast", "structure", "SSIM"), maps, strict=True)
    return Trace(
        f"SSIM, {rows.size:,} windows",
        (
            Column("row", rows.ravel(), align="right"),
            Column("column", columns.ravel(), align="right"),
            *(Column(name, column.ravel(), words.decimal, "right") for name, column in factors),
        ),
        conventions,
    )
