"""Windows that slide over an image, and the means, variances and covariance within each of them.

A weighted mean in every window is two products with a band matrix: each of its columns holds the
window, one step further down. One product goes down the image, one across. That is short, and
nothing multiplies matrices faster than NumPy.
"""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from ...core import inputs
from ...core.conventions import Border, Covariance, Window, options
from ...core.errors import InputError
from .images import positive

WINDOWS = options(Window)
COVARIANCES = options(Covariance)
BORDERS = options(Border)
SIGMA = 1.5  # of the Gaussian, as in the paper
UNIFORM = 7  # pixels on a side, as in scikit-image
TRUNCATE = 3.5  # standard deviations to each side: 11 pixels for 1.5
# Blocks that stay in fast memory, and too small for matrix products to be spread over threads: to
# wake these would take longer than the product.
ROWS, COLUMNS, STEP = 16, 512, 32


class Window(NamedTuple):
    """How pixels around a place count.

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


def window(kind: str, size, sigma, covariance: str, border: str, shape) -> tuple[Window, str]:
    """Make a window for images of some shape, and say what it is."""
    inputs.choice(border, BORDERS, "border")
    inputs.choice(covariance, COVARIANCES, "covariance")
    sigma = positive(sigma, "sigma")
    _used(kind, size, sigma, border)
    if kind == "global":
        return Window((), _correction(covariance, shape[0] * shape[1]), border), "window: global"
    default = UNIFORM if kind == "uniform" else 2 * int(TRUNCATE * sigma + 0.5) + 1
    size = _fitting(default if size is None else size, shape)
    weights, said = np.ones(size), f"window: uniform, {size}×{size}"
    if kind == "gaussian":
        weights = np.exp(-((np.arange(size) - size // 2) ** 2) / (2 * sigma**2))
        said = f"window: Gaussian, {size}×{size}, σ = {sigma:g}"
    row = tuple((weights / weights.sum()).tolist())
    return Window(row, _correction(covariance, size**2), border), said


def _used(kind: str, size, sigma, border: str) -> None:
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
    if isinstance(size, bool) or not isinstance(size, int | np.integer) or size < 3 or not size % 2:
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


class Moments(NamedTuple):
    """Means, variances and the covariance of two images, in each window."""

    mean_x: np.ndarray
    mean_y: np.ndarray
    variance_x: np.ndarray
    variance_y: np.ndarray
    covariance: np.ndarray


def moments(x: np.ndarray, y: np.ndarray, window: Window) -> Iterator[tuple[tuple, Moments]]:
    """Return the moments in all windows, block by block, and the slices where each block belongs.

    Examples
    --------
    >>> x = np.arange(9.0).reshape(3, 3)
    >>> whole, _ = window("uniform", 3, 1.5, "population", "crop", x.shape)
    >>> [m.mean_x.round(9).tolist() for _, m in moments(x, x, whole)]
    [[[4.0]]]
    """
    height, width = count(x.shape, window)
    more = len(window.weights) - 1
    if window.border == "reflect":
        x, y = (np.pad(image, more // 2, mode="symmetric") for image in (x, y))
    # A variance doesn't change with the origin, and squares of small numbers round less.
    origin = np.rint(x.mean()), np.rint(y.mean())
    for top, left in product(range(0, height, ROWS), range(0, width, COLUMNS)):
        seen = slice(top, top + ROWS + more), slice(left, left + COLUMNS + more)
        block = _moments(x[seen] - origin[0], y[seen] - origin[1], origin, window)
        yield (slice(top, top + ROWS), slice(left, left + COLUMNS)), block


def count(shape: tuple[int, int], window: Window) -> tuple[int, int]:
    """Count the windows of an image, down and across."""
    outside = 0 if window.border == "reflect" else len(window.weights) - 1
    return shape[0] - outside, shape[1] - outside


def _moments(x, y, origin, window: Window) -> Moments:
    mx, my, xx, yy, xy = local_means(np.stack((x, y, x * x, y * y, x * y)), window.weights)
    factor = float(window.correction)
    centred = ((xx - mx * mx) * factor, (yy - my * my) * factor, (xy - mx * my) * factor)
    return Moments(mx + origin[0], my + origin[1], *centred)


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
    matrix.flags.writeable = False
    return matrix
