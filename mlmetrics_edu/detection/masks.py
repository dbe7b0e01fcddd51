"""Masks: which pixels an object has, as run lengths that pycocotools packs, fills and compares.

Run lengths go down each column of the image, the columns from left to right, and tell in turn how
many pixels lie outside and inside. COCO's files pack them into a short text. pycocotools trusts
what it is given, so everything is checked here first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ..core import inputs
from ..core.errors import InputError
from .boxes import Sides, overlaps

CONVENTION = "masks"
DESCRIPTION = "masks: pixels are counted (COCO's segm)"
LARGEST = 2**31 - 1  # pixels of an image
FARTHEST = 2**28  # pixels: beyond it, the steps of a polygon are no 32-bit integers
LOWEST, BITS = 48, 5  # a letter is 48 + 5 bits of a number + 32 where more letters follow
MORE, NEGATIVE = 1 << BITS, 1 << (BITS - 1)
LETTERS = 12  # so many hold any number that 64 bits can
AT_ONCE = 255  # pycocotools 2.0.11 adds up no more areas than that at a time
REPAIR = "mend it, or leave this mask out"
ASKED = "pass True and False for every pixel, or a dict with size and counts (COCO's run lengths)"
EXTRA = "pip install 'mlmetrics-edu[masks]'"


class RunLengths(dict[str, Any]):
    """One mask that has been checked: ``size``, [height, width], and ``counts``, packed."""


@dataclass(frozen=True, eq=False)
class Masks:
    """Many masks.

    Attributes
    ----------
    packed : numpy.ndarray of RunLengths, shape (n,)
        Each in an image of a known size.
    """

    packed: np.ndarray

    def __len__(self) -> int:
        return len(self.packed)

    def take(self, rows: np.ndarray) -> Masks:
        """Keep some masks, or put them in another order."""
        return Masks(self.packed[rows])

    @cached_property
    def sizes(self) -> np.ndarray:
        """The width and height of each one's image."""
        return np.array([one["size"][::-1] for one in self.packed], np.int64).reshape(-1, 2)

    @cached_property
    def area(self) -> np.ndarray:
        """How many pixels each has, as floats, like the areas of boxes."""
        parts = (self.packed[i : i + AT_ONCE] for i in range(0, len(self), AT_ONCE))
        areas = [area for part in parts for area in pycocotools().area(part.tolist())]
        return np.array(areas, np.float64)

    @cached_property
    def sides(self) -> Sides:
        """The boxes around them; around no pixel at all, one without an area."""
        boxes = np.asarray(pycocotools().toBbox(self.packed.tolist()), np.float64)
        x, y, w, h = boxes.reshape(-1, 4).T
        return Sides(x, y, x + w, y + h, w, h)


def pixel_overlaps(
    a: Masks, rows: np.ndarray, b: Masks, cols: np.ndarray, crowd: np.ndarray
) -> np.ndarray:
    """Compute the IoU of many pairs of masks, those of one mask of ``b`` next to each other.

    Parameters
    ----------
    a, b : Masks
        Detections and objects.
    rows, cols : numpy.ndarray of int, shape (n,)
        The pairs: which of ``a``, and which of ``b``.
    crowd : numpy.ndarray of bool, shape (len(b),)
        Which of ``b`` are crowds.
    """
    ious = np.zeros(len(rows))
    meet = np.flatnonzero(overlaps(a.sides, rows, b.sides, cols) > 0)  # the others share nothing
    for pairs in np.split(meet, np.flatnonzero(np.diff(cols[meet])) + 1):
        if len(pairs):
            col = cols[pairs[0]]
            detections, truth = [*map(dict, a.packed[rows[pairs]])], [dict(b.packed[col])]
            ious[pairs] = pycocotools().iou(detections, truth, [crowd[col]])[:, 0]
    return ious


def pycocotools():
    """Import what compares masks."""
    try:
        from pycocotools import mask
    except ImportError:
        raise InputError(
            "masks need pycocotools, which isn't installed",
            "it fills, packs and compares them as COCO does; boxes need nothing of it",
            EXTRA,
        ) from None
    return mask


def read(written: Sequence, where: Callable[[int], str], sizes: np.ndarray | None = None) -> Masks:
    """Read masks: arrays of True and False, run lengths, or polygons.

    Parameters
    ----------
    written : sequence
    where : callable
        Gives the place of each in words, for errors.
    sizes : numpy.ndarray of int, shape (masks, 2), optional
        The height and width of each one's image; -1 where they aren't known.

    Raises
    ------
    InputError
        If something isn't a mask; with its place.
    """
    packed = np.empty(len(written), object)
    for row, one in enumerate(written):
        size = None if sizes is None or sizes[row][0] < 0 else tuple(sizes[row].tolist())
        packed[row] = one if isinstance(one, RunLengths) else _packed(one, size, where(row))
    return Masks(packed)


def _packed(written, size: tuple[int, int] | None, where: str) -> RunLengths:
    """Pack one mask, in whatever form it is written."""
    if isinstance(written, Mapping):
        return RunLengths(_of_run_lengths(written, size, where))
    if isinstance(written, np.ndarray) and written.ndim == 2:
        return RunLengths(_of_array(written, size, where))
    if isinstance(written, list | tuple):
        return RunLengths(_of_polygons(written, size, where))
    raise InputError(
        f"{where} is {inputs.short(written)}", "that says nothing of the pixels of a mask", ASKED
    )


def _of_run_lengths(written: Mapping, known: tuple | None, where: str) -> dict:
    """Check run lengths, and pack them if they are written out."""
    size = written.get("size")
    size = size.tolist() if isinstance(size, np.ndarray) else size
    pair = tuple(size) if isinstance(size, list | tuple) else ()
    if "counts" not in written or [type(n) for n in pair] != [int, int] or min(pair) <= 0:
        raise InputError(
            f"{where} has {', '.join(map(str, written)) or 'nothing'}, size {inputs.short(size)}",
            "run lengths go down the columns: they need size, [height, width], and counts",
            "give both, or the mask in another form",
        )
    height, width = _checked_size(pair, known, where)
    counts = written["counts"]
    packed = isinstance(counts, str | bytes)
    text = counts.decode("latin-1") if isinstance(counts, bytes) else counts
    lengths = unpacked(text, where) if packed else _whole(counts, where)
    if lengths.sum() != height * width:
        raise InputError(
            f"{where} has run lengths of {lengths.sum():,} pixels in all",
            f"its image has {height:,} × {width:,} = {height * width:,}: the runs outside and "
            "inside must fill it",
            "check its size, [height, width], and that no count was lost",
        )
    if packed and (lengths[1:] > 0).all():
        return {"size": [*pair], "counts": text.encode()}
    plain = {"size": [*pair], "counts": _joined(lengths).tolist()}
    return pycocotools().frPyObjects(plain, height, width)


def _joined(lengths: np.ndarray) -> np.ndarray:
    """Join what runs of nothing divide, since pycocotools would stop at some of them."""
    inside, longer = np.arange(len(lengths)) % 2, np.flatnonzero(lengths)
    starts = np.flatnonzero(np.diff(inside[longer], prepend=-1))
    joined = np.add.reduceat(lengths[longer], starts)
    return np.append(np.zeros(inside[longer[0]], np.int64), joined)


def unpacked(text: str, where: str) -> np.ndarray:
    """Read COCO's packed run lengths.

    Each letter has six bits. Five are a piece of a number, the lowest piece first; the sixth says
    that the next letter goes on with the same number. The highest bit of the last piece is the
    sign, because from the fourth number on not the count itself is written, but by how much it is
    larger than the last but one: neighbouring columns of a mask are much alike.

    Examples
    --------
    >>> unpacked("52203", "the mask")
    array([5, 2, 2, 2, 5])
    """
    if other := re.search("[^0-o]", text):
        raise _not_packed(text, where, f"{other[0]!r} isn't a letter of this code")
    letters = np.frombuffer(text.encode(), np.uint8).astype(np.int64) - LOWEST
    ends = np.flatnonzero(letters < MORE)
    if len(letters) and (not len(ends) or ends[-1] < len(letters) - 1):
        raise _not_packed(text, where, "it breaks off within a number")
    begins = np.append(0, ends + 1)[:-1]
    many = ends - begins + 1
    if (many > LETTERS).any():
        raise _not_packed(text, where, "a number of it is larger than any image")
    pieces = (letters & (MORE - 1)) << BITS * (np.arange(len(letters)) - np.repeat(begins, many))
    counts = np.add.reduceat(pieces, begins) if len(begins) else pieces
    counts -= (letters[ends] & NEGATIVE > 0) * (1 << BITS * many)
    for chained in (counts[1::2], counts[2::2]):
        np.cumsum(chained, out=chained)
    if (counts < 0).any():
        raise _not_packed(text, where, "it would make a run shorter than nothing")
    return counts


def _not_packed(text: str, where: str, why: str) -> InputError:
    return InputError(
        f"{where} has the counts {inputs.short(text)}",
        f"they aren't run lengths as COCO packs them: {why}",
        "write the mask anew, with pycocotools.mask.encode or as a list of counts",
    )


def _whole(counts, where: str) -> np.ndarray:
    """Read run lengths that are written out."""
    array = _numbers(counts)
    if array.ndim != 1 or (array.size and array.dtype.kind not in "iu") or (array < 0).any():
        raise InputError(
            f"{where} has the counts {inputs.short(counts)}",
            "run lengths say in turn how many pixels are outside and inside: whole numbers, from 0",
            REPAIR,
        )
    return array.astype(np.int64)


def _numbers(values) -> np.ndarray:
    try:
        return np.asarray(values)
    except ValueError:
        return np.zeros((0, 0))


def _checked_size(size: tuple[int, int], known: tuple | None, where: str) -> tuple[int, int]:
    """Compare the size that a mask brings with that of its image."""
    height, width = size
    if height * width > LARGEST:
        raise InputError(
            f"{where} has the size {height} × {width}", "so large an image isn't judged", REPAIR
        )
    if known not in (None, size):
        raise InputError(
            f"{where} is {height} pixels high and {width} wide",
            f"its image is {known[0]} high and {known[1]} wide",
            "judge masks of the image's own size, [height, width]",
        )
    return size


def _of_array(array: np.ndarray, known: tuple | None, where: str) -> dict:
    """Pack rows of True and False, or of 1 and 0."""
    binary = array.dtype == bool or (array.dtype.kind in "iuf" and np.isin(array, (0, 1)).all())
    if not array.size or not binary:
        raise InputError(
            f"{where} is {inputs.short(array)}",
            "a mask has rows of True and False, or of 1 and 0: a value for every pixel",
            "pass one mask, such as labels == 3; an image of many classes has one for each",
        )
    _checked_size(array.shape, known, where)
    return pycocotools().encode(np.asfortranarray(array, np.uint8))


def _of_polygons(rings: Sequence, known: tuple | None, where: str) -> dict:
    """Fill polygons; several of one mask are what lies in any of them."""
    if known is None:
        raise InputError(
            f"{where} is drawn as polygons, and the size of its image isn't known",
            "polygons are filled pixel by pixel, up to the border of the image",
            "give height and width of the image, or the mask as run lengths with their size",
        )
    _checked_size(known, None, where)
    wrong = [ring for ring in rings if not _is_polygon(ring)]
    if wrong or not len(rings):
        raise InputError(
            f"{where} has the polygon {inputs.short(wrong[0])}" if wrong else f"{where} is empty",
            "a mask is a list of polygons, each [x1, y1, x2, y2, …] in pixels: finite numbers in "
            "pairs, of three corners at least",
            REPAIR,
        )
    corners = [[float(value) for value in ring] for ring in rings]
    return pycocotools().merge(pycocotools().frPyObjects(corners, *known))


def _is_polygon(ring) -> bool:
    array = _numbers(ring)
    pairs = array.ndim == 1 and array.size >= 6 and array.size % 2 == 0
    return pairs and array.dtype.kind in "iuf" and bool((np.abs(array) <= FARTHEST).all())
