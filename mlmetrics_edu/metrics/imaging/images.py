"""The door for two images that are to be compared: their shape, their channels, their range."""

from dataclasses import dataclass

import numpy as np

from ...core import digits, inputs
from ...core.errors import InputError
from ..real_values.reals import reals

TINY = 1e-30
# How far apart black and white are, where the type of the pixels says so.
RANGES = {"bool": 1, "uint8": 255, "uint16": 65_535}


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
    data_range, said = _range(x, y, data_range)
    pair = [
        _channels(reals(v, name, (2, 3)), channel_axis, name) for v, name in ((x, "x"), (y, "y"))
    ]
    if pair[0].shape != pair[1].shape:
        raise InputError(
            f"x has the shape {np.shape(x)}, y has the shape {np.shape(y)}",
            "images are compared pixel by pixel",
            "resize or crop one of them first",
        )
    conventions = {"data range": f"data range: {said}{_outside(pair, data_range)}"}
    if channel_axis is not None:
        conventions["channels"] = f"channels: mean over {len(pair[0])}"
    return Images(*pair, data_range, conventions)


def _range(x, y, data_range) -> tuple[float, str]:
    """Read the data range, or take it from the type of the pixels."""
    types = {str(getattr(image, "dtype", type(image).__name__)) for image in (x, y)}
    known = RANGES.get(next(iter(types))) if len(types) == 1 else None
    if data_range is None and known is None:
        raise InputError(
            f"data_range isn't given, and the pixels are of the type {' and '.join(sorted(types))}",
            "only bool, uint8 and uint16 tell how far black and white are apart",
            "pass data_range=1.0 for values from 0 to 1, data_range=255 for values up to 255",
        )
    if data_range is None:
        return known, f"{known:,} (by the type of the pixels)"
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
    whole = isinstance(axis, (int, np.integer)) and not isinstance(axis, bool)
    if image.ndim == 3 and whole and -3 <= axis < 3:
        return np.moveaxis(image, axis, 0).copy()
    raise InputError(
        f"{name} has the shape {image.shape}, and channel_axis={inputs.short(axis)}",
        "a grey image has two axes; a third one holds the channels, and must be named",
        "use channel_axis=-1 for (rows, columns, 3), or none for a grey image",
    )


def _outside(pair: list[np.ndarray], data_range: float) -> str:
    """Tell when the values span more than the range: then it may be the wrong one."""
    low, high = min(map(np.min, pair)), max(map(np.max, pair))
    return "" if high - low <= data_range else f", but values from {low:g} to {high:g}"
