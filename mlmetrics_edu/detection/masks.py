"""Which pixels are an object's: masks, how many pixels they have, and how many they share.

No image is made of them: a mask is its runs of pixels, and two masks share what their runs share.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs
from ..core.calls import explained
from ..core.errors import InputError, Named
from ..core.inputs import locked
from ..core.native import native
from . import mask_forms
from .box_forms import Sides
from .mask_forms import Called, Outlines
from .run_lengths import Runs, expanded

Outline: TypeAlias = "Mask | ArrayLike | Mapping[str, Any]"  # a mask, or how it is written
CONVENTION = "masks"
SAID = "masks: pixels are counted (COCO's segm)"
AT_ONCE = 1 << 20  # runs: so many are looked up at a time, which bounds the memory
SHOWN = 40  # so many pixels wide or high, a mask is drawn in letters
INSIDE, OUTSIDE = "#", "·"


@dataclass(frozen=True, eq=False, repr=False)
class Mask(Named):
    """The pixels of one object, in an image of a known size.

    It is made by :meth:`from_array`, :meth:`from_polygons` or :meth:`from_rle`.

    Attributes
    ----------
    height, width : int
        The size of the image.
    runs : numpy.ndarray of int, shape (n, 2)
        Runs of pixels: the first of each and the first one behind it. Pixels are numbered from 0,
        down each column, the columns from left to right.

    Examples
    --------
    >>> Mask.from_polygons([[1, 1, 4, 1, 4, 3, 1, 3]], height=4, width=6)
    ······
    ·###··
    ·###··
    ······
    """

    height: int
    width: int
    runs: np.ndarray

    @classmethod
    @explained
    def from_array(cls, pixels: ArrayLike) -> "Mask":
        """Read rows of True and False, or of 1 and 0: a value for each pixel.

        Parameters
        ----------
        pixels : array_like of bool, shape (height, width)
            Which pixels are inside.

        Raises
        ------
        InputError
            If a value is neither, or there aren't rows of them.

        Examples
        --------
        >>> Mask.from_array([[0, 1], [1, 1]]).area
        3
        """
        try:
            rows = np.asarray(pixels)
        except ValueError as error:
            raise InputError(
                "the rows of the mask differ", str(error), "give every row a value for each column"
            ) from None
        return only(rows, "the mask")

    @classmethod
    @explained
    def from_polygons(cls, polygons: Sequence, height: int, width: int) -> "Mask":
        """Fill polygons, as COCO does it: a pixel is inside if its middle is, roughly said.

        Parameters
        ----------
        polygons : sequence of sequence of numbers
            ``[[x1, y1, x2, y2, …], …]``; what lies in any of them is inside.
        height, width : int
            The size of the image.

        Raises
        ------
        InputError
            If a polygon has fewer than three corners, or half a corner.

        Examples
        --------
        >>> Mask.from_polygons([[0, 0, 4, 0, 0, 4]], height=4, width=5)
        ###··
        ##···
        #····
        ·····
        """
        size = tuple(_whole(n, name) for n, name in ((height, "height"), (width, "width")))
        return only(list(polygons), "the mask", np.array([size]))

    @classmethod
    @explained
    def from_rle(cls, rle: Mapping[str, Any]) -> "Mask":
        """Read COCO's run lengths, be they packed into a text or not.

        Parameters
        ----------
        rle : mapping
            ``size``, [height, width], and ``counts``: in turn how many pixels are outside and
            inside, down each column; as a list, or packed into a text.

        Raises
        ------
        InputError
            If the runs don't fill the image.

        Examples
        --------
        >>> Mask.from_rle({"size": [3, 4], "counts": [4, 2, 1, 2, 3]})
        ····
        ·##·
        ·##·
        >>> Mask.from_rle({"size": [3, 4], "counts": "42102"}).area
        4
        """
        if not isinstance(rle, Mapping):
            raise InputError(
                f"rle={inputs.short(rle)}",
                "run lengths come with the size of their image",
                'pass {"size": [height, width], "counts": …}',
            )
        return only(rle, "the mask")

    @property
    def area(self) -> int:
        """How many pixels are inside."""
        return int((self.runs[:, 1] - self.runs[:, 0]).sum())

    @property
    def box(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom of the pixels inside; four zeros where there is none."""
        sides = of([self]).sides
        return tuple(int(s[0]) for s in (sides.x1, sides.y1, sides.x2, sides.y2))

    @property
    def counts(self) -> list[int]:
        """The run lengths: in turn how many pixels are outside and inside."""
        ends = np.concatenate([[0], self.runs.ravel(), [self.height * self.width]])
        counts = np.diff(ends).tolist()
        return counts if counts[-1] or len(counts) == 1 else counts[:-1]

    @property
    def rle(self) -> dict[str, Any]:
        """The mask as COCO's files have it, the counts as a list."""
        return {"size": [self.height, self.width], "counts": self.counts}

    @property
    def array(self) -> np.ndarray:
        """A value for each pixel: whether it is inside; shape (height, width)."""
        steps = np.zeros(self.height * self.width + 1, np.int8)
        steps[self.runs[:, 0]] = 1
        steps[self.runs[:, 1]] -= 1
        inside = np.cumsum(steps[:-1], dtype=np.int8) > 0
        return inside.reshape(self.width, self.height).T

    def __eq__(self, other) -> bool:
        if not isinstance(other, Mask):
            return NotImplemented
        same_size = (self.height, self.width) == (other.height, other.width)
        return same_size and np.array_equal(self.runs, other.runs)

    def __hash__(self) -> int:
        return hash((self.height, self.width, self.runs.tobytes()))

    def __repr__(self) -> str:
        if max(self.height, self.width) > SHOWN:
            pixels = f"{self.area:,} pixel{'s' * (self.area != 1)}"
            return f"a mask of {pixels} in {self.width} × {self.height}"
        return "\n".join("".join(row) for row in np.where(self.array, INSIDE, OUTSIDE))


def _whole(value, name: str) -> int:
    return inputs.whole(value, name, "it is the size of the image, in pixels")


class Masks(Sequence):
    """Many masks: their runs in one column.

    Parameters
    ----------
    runs : Runs
        The runs of pixels of all of them.
    height, width : numpy.ndarray of int, shape (masks,)
        The sizes of their images.
    """

    def __init__(self, runs: Runs, height: np.ndarray, width: np.ndarray):
        self.runs = Runs(*map(locked, runs))
        self.height, self.width = locked(height), locked(width)

    def __len__(self) -> int:
        return len(self.height)

    def __getitem__(self, row):
        if isinstance(row, slice):
            return self.take(np.arange(len(self))[row])
        row = range(len(self))[row]
        part = slice(*self.runs.first[row : row + 2])
        pairs = np.column_stack([self.runs.start[part], self.runs.stop[part]])
        return Mask(int(self.height[row]), int(self.width[row]), locked(pairs))

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        array = np.empty(len(self), object)
        array[:] = list(self)
        return array

    def __repr__(self) -> str:
        return f"{len(self):,} mask{'s' * (len(self) != 1)}"

    def take(self, rows: np.ndarray) -> "Masks":
        """Keep some masks, or put them in another order."""
        return Masks(self.runs.take(rows), self.height[rows], self.width[rows])

    @cached_property
    def area(self) -> np.ndarray:
        """How many pixels each has, as floats, like the areas of boxes."""
        return np.diff(self._passed[self.runs.first]) * 1.0

    @cached_property
    def _passed(self) -> np.ndarray:
        """How many pixels lie inside before each run, all masks counted on."""
        return np.concatenate([[0], np.cumsum(self.runs.stop - self.runs.start)])

    @cached_property
    def sides(self) -> Sides:
        """The boxes around them; around no pixel at all, one without an area."""
        ends = np.zeros((4, len(self)))
        for part in _blocks(np.diff(self.runs.first)):
            ends[:, part] = self._ends(part)
        x1, y1, x2, y2 = ends
        return Sides(x1, y1, x2, y2, x2 - x1, y2 - y1)

    def _ends(self, part: slice) -> np.ndarray:
        """Find left, top, right and bottom of some masks."""
        first = self.runs.first[part.start : part.stop + 1]
        runs = slice(first[0], first[-1])
        high = np.repeat(self.height[part], native(np.diff(first)))
        left, top = np.divmod(self.runs.start[runs], high)
        right, bottom = np.divmod(self.runs.stop[runs] - 1, high)
        below = left < right  # such a run goes on at the top of the next column
        top, bottom = np.where(below, 0, top), np.where(below, high - 1, bottom)
        ends, there = np.zeros((4, len(first) - 1)), np.flatnonzero(np.diff(first))
        if there.size:
            at = native(first[there] - first[0])
            least = [np.minimum.reduceat(column, at) for column in (left, top)]
            most = [np.maximum.reduceat(column, at) + 1 for column in (right, bottom)]
            ends[:, there] = [*least, *most]
        return ends

    @cached_property
    def _places(self) -> np.ndarray:
        """Where each run begins, all images laid behind each other."""
        return self.runs.mask * self._span + self.runs.start

    @cached_property
    def _span(self) -> int:
        return int((self.height * self.width).max(initial=0)) + 1

    def before(self, rows: np.ndarray, pixel: np.ndarray) -> np.ndarray:
        """Count the pixels of some masks that come before a place.

        Parameters
        ----------
        rows : numpy.ndarray of int
            Which masks.
        pixel : numpy.ndarray of int
            The place in each one's image.
        """
        if not len(self.runs.start):
            return np.zeros(len(rows), np.int64)
        run = np.searchsorted(self._places, rows * self._span + pixel) - 1
        first = self.runs.first[rows]
        there = run >= first  # else all runs begin later
        run = np.where(there, run, 0)
        start, stop = self.runs.start[run], self.runs.stop[run]
        passed = self._passed[run] - self._passed[first] + np.minimum(pixel, stop) - start
        return np.where(there, passed, 0)


def shared(a: Masks, rows: np.ndarray, b: Masks, others: np.ndarray) -> np.ndarray:
    """Count the pixels that the masks of each pair have in common.

    Along each run of the one, the other's pixels are counted: those before its end without those
    before its beginning.

    Parameters
    ----------
    a, b : Masks
        Detections and objects.
    rows, others : numpy.ndarray of int, shape (n,)
        The pairs: which of ``a``, and which of ``b``.

    Examples
    --------
    >>> square, bar = np.array([[[1, 1, 0], [1, 1, 0]], [[0, 1, 1], [0, 0, 0]]])
    >>> shared(of([square]), np.array([0]), of([bar]), np.array([0]))
    array([1.])
    """
    common = np.zeros(len(rows))
    for part in _blocks(np.diff(a.runs.first)[rows]):
        runs, first = expanded(a.runs.first, rows[part])
        of_other = np.repeat(others[part], native(np.diff(first)))
        inside = b.before(of_other, a.runs.stop[runs]) - b.before(of_other, a.runs.start[runs])
        passed = np.concatenate([[0], np.cumsum(inside)])
        common[part] = passed[first[1:]] - passed[first[:-1]]
    return common


def _blocks(many: np.ndarray) -> Iterator[slice]:
    """Divide pairs so that no block has many more runs than are looked up at a time."""
    ends = np.cumsum(many)
    cuts = np.searchsorted(ends, np.arange(AT_ONCE, ends[-1] if len(ends) else 0, AT_ONCE))
    edges = np.unique([0, *cuts, len(many)])
    return (slice(*pair) for pair in pairwise(edges))


def of(written: Sequence, called: Called | None = None, sizes: np.ndarray | None = None) -> Masks:
    """Read masks in any form.

    Parameters
    ----------
    written : sequence
        Each a :class:`Mask`, an array of True and False, run lengths, or polygons.
    called : callable, optional
        Gives the place of each in words, for errors.
    sizes : numpy.ndarray of int, shape (masks, 2), optional
        The height and width of each one's image; -1 where they aren't known.
    """
    if isinstance(written, Masks):
        return written
    plain = [one.rle if isinstance(one, Mask) else one for one in written]
    name = called or (lambda row: f"mask {row}")
    return Masks(*mask_forms.read(Outlines(plain, sizes, name)))


def only(written: Outline, name: str, sizes: np.ndarray | None = None) -> Mask:
    """Read one mask."""
    if isinstance(written, Mask):
        return written
    return of([written], lambda row: name, sizes)[0]
