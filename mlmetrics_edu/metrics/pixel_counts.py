"""Masks to counts: each pixel is a sample, its true class one mask and its prediction another."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs
from ..core.errors import InputError
from ..core.inputs import EXACT_INTEGER
from .confusion_matrix import ConfusionMatrix

CHUNK = 2**17  # so many pixels stay in cache while they are counted
BYTE = 2**8
RUN = 4  # pixels in a row that are alike, on average, make it worth while to look for runs
DENSE = 2**16  # values that lie closer together than this are looked up in a table
MOST = 2**12  # classes; more would need a table of gigabytes
ADVICE = {
    "f": "round it if it holds labels, or take the argmax if it holds scores of the classes",
    "U": "read the image first: a mask is an array, not the name of a file",
}
MISSING = object()


def segmentation_matrix(
    true: ArrayLike | Iterable[tuple[ArrayLike, ArrayLike]],
    pred: ArrayLike | None = None,
    classes: Any = None,
    ignore: int | Sequence[int] | None = None,
    *,
    names: Sequence[Hashable] | None = None,
) -> ConfusionMatrix:
    """Count the pixels of masks: the true class in rows, the predicted one in columns.

    The counts of all images are pooled, as PASCAL VOC, Cityscapes and ADE20K do it: a large object
    weighs more than a small one. Images are read one at a time and not kept.

    Parameters
    ----------
    true, pred : array_like of int or bool, shape (rows, columns) or more dimensions
        Masks of one shape; or two iterables of masks, an image each. With ``pred`` left out,
        ``true`` is an iterable (a generator will do) of pairs: true mask, predicted mask.
    classes : int or sequence of int
        How many classes there are (their values are then 0, 1, 2 …), or the values themselves.
    ignore : int or sequence of int, optional
        Values of the *truth* that aren't counted, such as 255 for "void" or −1. What was predicted
        there doesn't matter. Elsewhere, a prediction may not have these values.
    names : sequence of hashable, optional
        What the classes are called, in the order of ``classes``.

    Returns
    -------
    ConfusionMatrix
        In pixels.

    Raises
    ------
    InputError
        If masks differ in shape, aren't whole numbers, or hold a value that is no class.

    References
    ----------
    Everingham et al. (2010), The PASCAL visual object classes challenge, section 4.2.

    Examples
    --------
    >>> m = segmentation_matrix([[0, 0, 1], [0, 1, 255]], [[0, 1, 1], [0, 1, 0]], 2, ignore=255)
    >>> m.counts.tolist()
    [[2, 1], [0, 2]]
    """
    legend = Legend.read(classes, ignore, names)
    return legend.matrix(legend.pooled(true, pred))


@dataclass(frozen=True)
class Legend:
    """What the values of masks mean: which are classes, and which aren't to be counted."""

    classes: tuple[int, ...]
    ignore: tuple[int, ...]
    empty: ConfusionMatrix

    @classmethod
    def read(cls, classes, ignore=None, names=None) -> Legend:
        """Read the values of the classes, those ignored, and the names."""
        values, void = _values(classes), () if ignore is None else wholes(ignore, "ignore")
        both = [value for value in void if value in values]
        if both:
            raise InputError(
                f"ignore={both[0]} is one of the classes",
                "tools differ in what that means: its pixels aren't counted, or its IoU isn't",
                "give void pixels a value of their own; or count all, and average over the other "
                'classes: matrix.average("jaccard", labels=[…])',
            )
        listed = ", ".join(map(str, void))
        rule = {"ignored": f"left out: pixels whose truth is {listed}"} if void else {}
        labels = values if names is None else names
        empty = ConfusionMatrix(np.zeros((len(values),) * 2, int), labels, rule)
        return cls(values, void, empty)

    def matrix(self, counts: np.ndarray) -> ConfusionMatrix:
        """Name the rows and columns of some counts."""
        return ConfusionMatrix(counts, self.empty.labels, self.empty.conventions)

    def pooled(self, true, pred=None) -> np.ndarray:
        """Add up the counts of all images."""
        return sum(self.tables(image_pairs(true, pred)))

    def tables(self, pairs: Iterable[tuple]) -> Iterator[np.ndarray]:
        """Count image by image."""
        none = True
        for where, true, pred in pairs:
            none = False
            yield self._count(*pair(true, pred, where), where)
        if none:
            raise InputError(
                "there are no images", "without pixels there is nothing to count", "pass a mask"
            )

    def _count(self, true: np.ndarray, pred: np.ndarray, where: str) -> np.ndarray:
        """Count each pair of values, as one number for each pixel, some pixels at a time."""
        n, size = len(self.classes), len(self._known) + 1
        t, p, table = true.reshape(-1), pred.reshape(-1), np.int64(0)
        for start in range(0, true.size, CHUNK):
            part = slice(start, start + CHUNK)
            cell = self._places(t[part]) * size + self._places(p[part])
            table = table + _count_each(cell, size**2)
        table = table.reshape(size, size)
        if table[-1].any() or table[:n, n:].any():  # a value that is none, or ignored in the truth
            self._check(true, pred, where)
        return table[:n, :n]

    @cached_property
    def _known(self) -> np.ndarray:
        """The values that pixels may have: first the classes, and then those ignored."""
        return np.array(self.classes + self.ignore, np.int64)

    def _places(self, part: np.ndarray) -> np.ndarray:
        """Find which of the known values each pixel has; the place after the last means none."""
        if part.itemsize == 1 and len(self._known) < BYTE:  # there are few values: look them up
            every = np.arange(BYTE, dtype=np.uint8).view(part.dtype).astype(np.int64)
            return self._places(every).astype(np.uint16)[part.view(np.uint8)]
        if part.dtype == np.uint64:
            part = np.minimum(part, np.uint64(EXACT_INTEGER))
        known, part = self._known, part.astype(np.int64)
        low, high = known.min(), known.max()
        if high - low < DENSE:  # a table of all values, with one more at either end
            places = np.full(high - low + 3, len(known), np.intp)
            places[known - low + 1] = np.arange(len(known))
            return places[np.clip(part, low - 1, high + 1) - low + 1]
        order = np.argsort(known)
        near = np.searchsorted(known, part, sorter=order)
        place = order[np.minimum(near, len(known) - 1)]
        return np.where(known[place] == part, place, len(known))

    def _check(self, true: np.ndarray, pred: np.ndarray, where: str) -> None:
        """Refuse values that are no class, and name the first pixel that has one."""
        strange = ~np.isin(true, self.classes + self.ignore)
        if strange.any():
            raise self._no_class(true, strange, f"{where}true")
        strange = ~np.isin(pred, self.classes) & ~np.isin(true, self.ignore)
        if strange.any():
            raise self._no_class(pred, strange, f"{where}pred")

    def _no_class(self, mask: np.ndarray, strange: np.ndarray, name: str) -> InputError:
        place = np.unravel_index(strange.argmax(), mask.shape)
        value, many = mask[place].item(), np.count_nonzero(strange)
        at = ", ".join(str(i) for i in place)
        what = f"{name}[{at}] is {value} ({many:,} such pixel(s))"
        if value in self.ignore:
            return InputError(
                f"{what}, a value that is ignored in the truth",
                "a model that could ignore pixels would leave out what it finds hard",
                "predict a class everywhere: take the argmax over the classes alone",
            )
        low, high, k = min(self.classes), max(self.classes), len(self.classes)
        return InputError(
            what,
            f"that is none of the {k} classes, whose values go from {low} to {high}",
            "count that class too, or (for a value of the truth) ignore it: ignore=…",
        )


def _count_each(cell: np.ndarray, size: int) -> np.ndarray:
    """Count how often each number occurs; a run of equal pixels is counted at once."""
    ends = cell[1:] != cell[:-1]
    if RUN * np.count_nonzero(ends) > cell.size:
        return np.bincount(cell, minlength=size)
    last = np.append(np.flatnonzero(ends), cell.size - 1)
    return np.bincount(cell[last], np.diff(last, prepend=-1), size).astype(np.int64)


def _values(classes) -> tuple[int, ...]:
    if classes is None:
        raise InputError(
            "the classes aren't named",
            "a class that no pixel has is one of them all the same, and masks don't tell",
            "pass their number, such as classes=21, or the values of their pixels",
        )
    if inputs.is_whole(classes):
        classes = range(min(classes, MOST + 1))
    values = wholes(classes, "classes")
    if not 2 <= len(values) <= MOST or len(set(values)) < len(values):
        raise InputError(
            f"classes: {len(values)} value(s), {len(set(values))} of them different",
            f"from 2 to {MOST} classes can be told apart; the background is one of them",
            "pass their number, such as 21, or their values, each once",
        )
    return values


def wholes(values, name: str) -> tuple[int, ...]:
    """Read one or several values that pixels may have."""
    values = values.tolist() if isinstance(values, np.ndarray) else values
    one = isinstance(values, (str, bytes)) or not isinstance(values, Iterable)
    return tuple(whole(value, name) for value in ([values] if one else values))


def whole(value, name: str) -> int:
    """Read a value that pixels may have."""
    if not inputs.is_whole(value) or abs(value) >= EXACT_INTEGER:
        raise InputError(
            f"{name}={inputs.short(value)}",
            "the classes of pixels are whole numbers in a mask",
            "pass the value that the mask has there, such as 255",
        )
    return int(value)


def image_pairs(true, pred=None) -> Iterator[tuple]:
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
    one_shape(true.shape, pred.shape, where)
    return true, pred


def one_shape(true: tuple, pred: tuple, where: str = "") -> None:
    """Make sure that two masks have the same pixels."""
    if true != pred:
        raise InputError(
            f"{where}true has the shape {true}, and pred {pred}",
            "each pixel needs its true class and its predicted one",
            "resize the prediction to the truth, by nearest neighbour; of scores, take the argmax",
        )


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
