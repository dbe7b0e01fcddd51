"""Masks, let in: one image or many, each with a true class and a predicted one for each pixel."""

from collections.abc import Iterable, Iterator
from itertools import zip_longest

import numpy as np

from ...core import inputs
from ...core.errors import InputError

ADVICE = {
    "f": "round it if it holds labels, or take the argmax if it holds scores of the classes",
    "U": "read the image first: a mask is an array, not the name of a file",
}
MISSING = object()


def images(true, pred=None) -> Iterator[tuple]:
    """Go through images: yield where one is met, for errors, and its two masks."""
    if pred is None:
        yield from _pairs(true)
    elif not (_is_stream(true) or _is_stream(pred)):
        yield "", true, pred
    else:
        yield from _side_by_side(true, pred)


def _side_by_side(true, pred) -> Iterator[tuple]:
    for name, masks in (("true", true), ("pred", pred)):
        if not _is_stream(masks) and _dimensions(masks) < 3:
            raise InputError(
                f"{name} is one {type(masks).__name__}, and the other side is a list of masks",
                "each image has a true mask and a predicted one",
                "pass a list of masks on both sides, or one mask on both",
            )
    for i, (t, p) in enumerate(zip_longest(true, pred, fillvalue=MISSING)):
        if t is MISSING or p is MISSING:
            short, other = ("true", "pred") if t is MISSING else ("pred", "true")
            raise InputError(
                f"{short} ends after {i} image(s), and {other} goes on",
                "each image has a true mask and a predicted one",
                "pass as many of one as of the other",
            )
        yield f"image {i}: ", t, p


def _pairs(pairs) -> Iterator[tuple]:
    if not inputs.several(pairs):
        raise _no_pair(f"the images are {type(pairs).__name__}")
    for i, both in enumerate(pairs):
        if not isinstance(both, (tuple, list)) or len(both) != 2:
            raise _no_pair(f"image {i} is {type(both).__name__}")
        yield f"image {i}: ", *both


def _no_pair(what: str) -> InputError:
    return InputError(
        f"{what}, not a pair of masks",
        "each image has a true mask and a predicted one",
        "pass both: (true, pred), or an iterable of such pairs",
    )


def _is_stream(masks) -> bool:
    """Tell many masks from one; a list of lists of numbers is one."""
    if hasattr(masks, "__array__") or isinstance(masks, (str, bytes)):
        return False
    if isinstance(masks, (list, tuple)):
        return not masks or _dimensions(masks[0]) >= 2
    return isinstance(masks, Iterable)


def _dimensions(mask) -> int:
    try:
        return np.ndim(mask)
    except ValueError:  # rows of different lengths, which are refused later
        return 2


def pair(true, pred, where: str = "") -> tuple[np.ndarray, np.ndarray]:
    """Read the two masks of an image."""
    true, pred = _mask(true, f"{where}true"), _mask(pred, f"{where}pred")
    if true.shape != pred.shape:
        raise InputError(
            f"{where}true has the shape {true.shape}, and pred {pred.shape}",
            "each pixel needs its true class and its predicted one",
            "resize the prediction to the truth, by nearest neighbour; of scores, take the argmax",
        )
    return true, pred


def _mask(values, name: str) -> np.ndarray:
    """Read one mask: whole numbers or truth values, in two dimensions or more."""
    try:
        array = np.asarray(values)
    except (ValueError, TypeError, RuntimeError) as error:  # the last: a tensor that learns
        raise _no_mask(f"{name} can't be read as an array: {error}") from None
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise _no_mask(f"{name} is masked", "fill it with a value, and ignore that value")
    if array.dtype.kind not in "biu":
        kind = type(values).__name__ if array.dtype == object else array.dtype
        raise _no_mask(f"{name} holds {kind}", ADVICE.get(array.dtype.kind, "pass whole numbers"))
    if array.ndim < 2 or not array.size:
        raise _no_mask(f"{name} has the shape {array.shape}")
    return array


def _no_mask(what: str, fix: str = "pass an array of rows of labels") -> InputError:
    why = "a mask has a class for each pixel, as a whole number, in rows and columns"
    return InputError(what, why, fix)
