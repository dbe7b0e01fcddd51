"""Two images that are to be compared, let in; and the windows that slide over them.

A weighted mean in every window is two products with a band matrix: each of its columns holds the
window, one step further down. One product goes down the image, one across. That is short, and
nothing multiplies matrices faster than NumPy.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import NamedTuple

import numpy as np

from ...core import digits, inputs
from ...core.conventions import Border, Covariance, options
from ...core.errors import InputError
from ...core.inputs import locked
from ..real_values.outputs import reals

TINY = 1e-30
# How far apart black and white are, where the type of the pixels says so.
RANGES = {"bool": 1, "uint8": 255, "uint16": 65_535}
COVARIANCES = options(Covariance)
BORDERS = options(Border)
SIGMA = 1.5  # of the Gaussian, as in the paper
UNIFORM = 7  # pixels on a side, as in scikit-image
TRUNCATE = 3.5  # standard deviations to each side: 11 pixels for 1.5
# Blocks that stay in fast memory, and too small for matrix products to be spread over threads: to
# wake these would take longer than the product.
ROWS, COLUMNS, STEP = 16, 512, 32


@dataclass(frozen=True)
class Images:
    """Two images of one shape, channel by channel, and the range of their values."""

    x: np.ndarray
    y: np.ndarray
    data_range: float
    conventions: dict[str, str]

    @property
    def channels(self):
        """The pairs of grey images, one for each channel."""
        return tuple(zip(self.x, self.y, strict=True))


def read(x, y, data_range=None, channel_axis: int | None = None) -> Images:
    """Read two images.

    Parameters
    ----------
    x, y : array_like, shape (rows, columns), or with one more axis for channels
        Grey values, or colours.
    data_range : float, optional
        The distance from black to white; it need not be given for bool, uint8 and uint16.
    channel_axis : int, optional
        Where the channels are.

    Raises
    ------
    InputError
        If shapes differ, a value is no finite number, or the range isn't known.
    """
    data_range, origin = _range(x, y, data_range)
    pair = [
        _channels(reals(v, name, (2, 3)), channel_axis, name) for v, name in ((x, "x"), (y, "y"))
    ]
    if pair[0].shape != pair[1].shape:
        raise InputError(
            f"x has the shape {np.shape(x)}, y has the shape {np.shape(y)}",
            "images are compared pixel by pixel",
            "resize or crop one of them first",
        )
    low, high = min(map(np.min, pair)), max(map(np.max, pair))
    # Values that span more than the range may mean that it is the wrong one.
    beyond = "" if high - low <= data_range else f", but values from {low:g} to {high:g}"
    conventions = {"data range": f"data range: {origin}{beyond}"}
    if channel_axis is not None:
        conventions["channels"] = f"channels: mean over {len(pair[0])}"
    return Images(*pair, data_range, conventions)


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
    return positive(data_range, "data_range"), f"{digits.count(data_range)} (given)"


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


def _channels(image: np.ndarray, axis: int | None, name: str) -> np.ndarray:
    """Put the channels first; a grey image is one channel."""
    if image.ndim == 2 and axis is None:
        return image[None].copy()  # the table of windows is made later, of these very pixels
    if image.ndim == 3 and inputs.is_whole(axis) and -3 <= axis < 3:
        return np.moveaxis(image, axis, 0).copy()
    raise InputError(
        f"{name} has the shape {image.shape}, and channel_axis={inputs.short(axis)}",
        "a grey image has two axes; a third one holds the channels, and must be named",
        "use channel_axis=-1 for (rows, columns, 3), or none for a grey image",
    )


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


def windows(kind: str, size, sigma, covariance: str, border: str, shape) -> tuple[Windows, str]:
    """Make the windows for images of some shape, and name them."""
    inputs.choice(border, BORDERS, "border")
    inputs.choice(covariance, COVARIANCES, "covariance")
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


def moments(x: np.ndarray, y: np.ndarray, windows: Windows) -> Iterator[tuple[tuple, dict]]:
    """Return means, variances and covariance in all windows, block by block, and its place.

    Examples
    --------
    >>> x = np.arange(9.0).reshape(3, 3)
    >>> whole, _ = windows("uniform", 3, 1.5, "population", "crop", x.shape)
    >>> [m["mean_x"].round(9).tolist() for _, m in moments(x, x, whole)]
    [[[4.0]]]
    """
    height, width = count(x.shape, windows)
    more = len(windows.weights) - 1
    if windows.border == "reflect":
        x, y = (np.pad(image, more // 2, mode="symmetric") for image in (x, y))
    # A variance doesn't change with the origin, and squares of small numbers round less.
    origin = np.rint(x.mean()), np.rint(y.mean())
    for top, left in product(range(0, height, ROWS), range(0, width, COLUMNS)):
        seen = slice(top, top + ROWS + more), slice(left, left + COLUMNS + more)
        block = _moments(x[seen] - origin[0], y[seen] - origin[1], origin, windows)
        yield (slice(top, top + ROWS), slice(left, left + COLUMNS)), block


def count(shape: tuple[int, int], windows: Windows) -> tuple[int, int]:
    """Count the windows of an image, down and across."""
    outside = 0 if windows.border == "reflect" else len(windows.weights) - 1
    return shape[0] - outside, shape[1] - outside


def _moments(x, y, origin, windows: Windows) -> dict[str, np.ndarray]:
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
