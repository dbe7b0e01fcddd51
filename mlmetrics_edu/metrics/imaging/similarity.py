"""How alike two images look: structural similarity (SSIM), window by window or all at once; PSNR.

SSIM compares three things, each by a number that is 1 where both images agree: how bright they are
(luminance), how strongly they vary (contrast), and whether they vary together (structure). The
constants C1, C2 and C3 keep it defined, and calm, where an image is dark or flat.
"""

import math
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ...core import inputs
from ...core.conventions import Border, Covariance, Undefined, Window
from ...core.worked import Worked
from ..real_values import outputs, regression
from . import images, ssim_parts, windows
from .images import Images
from .ssim_parts import PSNR, Constants


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
    given = (window, size, sigma, covariance, k1, k2, border)
    read, how, constants = _settings(images.read(x, y, data_range, channel_axis), *given)
    one = _global if window == "global" else _windowed
    worked = tuple(one(*channel, how, constants, read.conventions) for channel in read.channels)
    if channel_axis is None:
        return worked[0]
    return outputs.average(worked, [1] * len(worked), "all channels alike")


@dataclass(frozen=True)
class SsimMap:
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
    >>> found = ssim_map(ramp, ramp + np.uint8(50), window="uniform", size=3)
    >>> found.luminance.round(3)
    array([[0.8  , 0.841],
           [0.91 , 0.923]])
    >>> print(found.structure.min().round(3))
    1.0
    """
    given = {"data_range": data_range, "channel_axis": channel_axis, "window": window, "size": size}
    given |= {"sigma": sigma, "covariance": covariance, "k1": k1, "k2": k2, "border": border}
    mean = ssim(x, y, **given)
    read = images.read(x, y, data_range, channel_axis)
    read, how, constants = _settings(read, window, size, sigma, covariance, k1, k2, border)
    maps = [ssim_parts.maps(*channel, how, constants) for channel in read.channels]
    stacked = maps[0] if channel_axis is None else np.stack(maps, axis=-1)
    stacked.flags.writeable = False
    return SsimMap(*stacked, mean)


def _settings(read: Images, window, size, sigma, covariance, k1, k2, border):
    """Read what was asked for; put it all into words."""
    inputs.choice(window, windows.WINDOWS, "window")
    constants = Constants.of(images.positive(k1, "k1"), images.positive(k2, "k2"), read.data_range)
    how, said = windows.window(window, size, sigma, covariance, border, read.x.shape[1:])
    weighing = f"covariance: {covariance} (÷ {'N' if covariance == 'population' else 'N − 1'})"
    conventions = {
        **read.conventions,
        "window": said,
        "covariance": weighing,
        "constants": f"k1 = {k1:g}, k2 = {k2:g}",
        "border": f"border: {border}" if window != "global" else "border: none",
    }
    return Images(read.x, read.y, read.data_range, conventions), how, constants


def _windowed(x, y, how, constants: Constants, conventions: dict) -> Worked:
    """Average over the windows, block by block; no map is kept."""
    blocks = (ssim_parts.similarity(m, constants) for _, m in windows.moments(x, y, how))
    mean = math.fsum(block.sum() for block in blocks) / math.prod(windows.count(x.shape, how))
    steps = partial(ssim_parts.table, x, y, how, constants, conventions)
    return Worked(mean, "ssim", steps=steps, conventions=conventions)


def _global(x, y, how, constants: Constants, conventions: dict) -> Worked:
    return ssim_parts.whole(x, y, how.correction, constants, conventions)


def psnr(
    x: ArrayLike, y: ArrayLike, *, data_range: float | None = None, undefined: Undefined = "nan"
) -> Worked:
    """Return the peak signal-to-noise ratio: how small the mean squared error is, in decibels.

    It sees only the squared errors, pixel by pixel: a shift of all pixels by 10 and a noise of ±10
    have the same PSNR, and not the same SSIM.

    Parameters
    ----------
    x, y : array_like, shape (rows, columns), or with one more axis for channels
        Two images of one shape.
    data_range : float, optional
        The distance from black to white; as for :func:`ssim`.
    undefined : {"nan", 0, 1, "inf", "raise"}
        What it is for identical images, where it has no bound.

    Returns
    -------
    Worked
        In dB; higher is better.

    Raises
    ------
    InputError
        If shapes differ, the range isn't known, or a pixel is no finite number.

    References
    ----------
    Wang & Bovik (2009), Mean squared error: love it or leave it?

    Examples
    --------
    >>> x = np.zeros((2, 2), np.uint8)
    >>> print(round(psnr(x, x + np.uint8(10)), 3))
    28.131
    """
    read = images.read(x, y, data_range, -1 if _has_channels(x) else None)
    error = regression.mse(read.x.ravel(), read.y.ravel())
    said = {"data range": read.conventions["data range"]}
    return PSNR.work(data_range=read.data_range, mse=error, undefined=undefined, conventions=said)


def _has_channels(image) -> bool:
    try:
        return np.ndim(image) == 3
    except ValueError:  # ragged: refused where it is read
        return False
