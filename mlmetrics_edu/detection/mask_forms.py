"""How files and people write masks (polygons, run lengths, arrays), and the check that it is one.

A mask as it was written is called an outline here, be it a polygon or not. Those of one form are
read all at once.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, NoReturn

import numpy as np

from ..core import inputs
from ..core.errors import InputError
from ..core.table_files import listed
from . import run_lengths
from .run_lengths import NoRunLengths, Polygons, Runs

PIXEL = np.int32  # half of what a number takes else: there are many runs
LARGEST = 2**31 - 1  # pixels of an image
AT_ONCE = 1024  # masks: so many are read at a time, which bounds the memory
MEND = "mend it, or leave this mask out"
ASKED = (
    "pass True and False for every pixel, a dict with size and counts (COCO's run lengths), "
    "or Mask.from_polygons(…)"
)
Called = Callable[[int], str]  # gives the place of a mask in words


class Outlines(NamedTuple):
    """Masks as they were written.

    Attributes
    ----------
    written : sequence
        Polygons, run lengths or arrays.
    sizes : numpy.ndarray of int, shape (masks, 2), or None
        The height and width of each one's image, where they are known; -1 where they aren't.
    called : callable
        Gives the place of each in words.
    """

    written: Sequence
    sizes: np.ndarray | None
    called: Called

    def refuse(self, row: int, says: str, why: str, fix: str = MEND) -> NoReturn:
        """Refuse one of them."""
        raise InputError(f"{self.called(row)} {says}", why, fix)


class Read(NamedTuple):
    """Masks as runs of pixels, each in an image of a known size."""

    runs: Runs
    height: np.ndarray
    width: np.ndarray


def read(outlines: Outlines) -> Read:
    """Read masks.

    Raises
    ------
    InputError
        If something isn't one; with its place.
    """
    kinds = [_kind(one) for one in outlines.written]
    parts, rows = [], []
    for kind, reader in READERS.items():
        here = [row for row, one in enumerate(kinds) if one == kind]
        for begin in range(0, len(here), AT_ONCE):
            parts.append(reader(outlines, here[begin : begin + AT_ONCE]))
        rows += here
    if "" in kinds:
        row = kinds.index("")
        written = inputs.short(outlines.written[row])
        outlines.refuse(row, f"is {written}", "that says nothing of the pixels of a mask", ASKED)
    return _put_together(parts, np.array(rows))


def _kind(outline) -> str:
    """Tell in which form a mask is written."""
    if isinstance(outline, Mapping):
        counts = outline.get("counts")
        return "packed" if isinstance(counts, str | bytes) else "counts"
    if isinstance(outline, np.ndarray):
        return "array" if outline.ndim == 2 else ""
    if isinstance(outline, list | tuple):
        return "polygons" if not _is_grid(outline) else "array"
    return ""


def _is_grid(outline: Sequence) -> bool:
    """Tell rows of True and False from polygons, which are lists of numbers."""
    first = outline[0] if len(outline) else None
    return isinstance(first, list | tuple) and bool(first) and isinstance(first[0], bool)


def _put_together(parts: list[Read], rows: np.ndarray) -> Read:
    """Bring what was read form by form into the order in which it was written."""
    none = np.zeros(0, np.int64)
    parts = [Read(Runs(none, none, np.zeros(1, np.int64)), none, none), *parts]
    many = np.cumsum([0, *(len(part.runs.start) for part in parts)])
    firsts = [part.runs.first[:-1] + n for part, n in zip(parts, many[:-1], strict=True)]
    start, stop = (np.concatenate([p.runs[side] for p in parts], dtype=PIXEL) for side in (0, 1))
    runs = Runs(start, stop, np.append(np.concatenate(firsts), many[-1]))
    height, width = (np.concatenate([p[side] for p in parts]) for side in (1, 2))
    if (np.diff(rows) > 0).all():
        return Read(runs, height, width)
    place = np.argsort(rows)
    return Read(runs.take(place), height[place], width[place])


def _packed(outlines: Outlines, rows: list[int]) -> Read:
    """Read COCO's compressed run lengths."""
    texts = []
    for row in rows:
        counts = outlines.written[row]["counts"]
        texts.append(counts if isinstance(counts, str) else counts.decode("latin-1"))
    try:
        counts, first = run_lengths.unpacked(texts)
    except NoRunLengths as error:
        outlines.refuse(
            rows[error.which],
            f"has the counts {inputs.short(texts[error.which])}",
            f"they aren't run lengths as COCO packs them: {error.why}",
            "write the mask anew, with pycocotools.mask.encode or as a list of counts",
        )
    return _filling(outlines, rows, counts, first)


def _counts(outlines: Outlines, rows: list[int]) -> Read:
    """Read run lengths that are written out."""
    lists = [_list_of_counts(outlines, row) for row in rows]
    first = np.concatenate([[0], np.cumsum(list(map(len, lists)))])
    return _filling(outlines, rows, np.concatenate(lists), first)


def _list_of_counts(outlines: Outlines, row: int) -> np.ndarray:
    written = outlines.written[row]
    if "counts" not in written:
        has = listed(written) if written else "nothing"
        outlines.refuse(
            row,
            f"has {has}",
            "run lengths need size, [height, width], and counts",
            "give both, or the mask in another form",
        )
    try:
        counts = np.asarray(written["counts"])
        whole = counts.ndim == 1 and (counts.dtype.kind in "iu" or not counts.size)
    except ValueError:
        whole = False
    if not whole or (counts < 0).any():
        outlines.refuse(
            row,
            f"has the counts {inputs.short(written['counts'])}",
            "run lengths say in turn how many pixels are outside and inside: whole numbers, from 0",
        )
    return counts.astype(np.int64)


def _filling(outlines: Outlines, rows: list[int], counts: np.ndarray, first: np.ndarray) -> Read:
    """Make runs of counts, after the check that they fill their images."""
    height, width = np.array([_size(outlines, row) for row in rows]).T
    totals = run_lengths.running(counts, first)[np.maximum(first[1:] - 1, 0)] if len(counts) else 0
    totals = np.where(np.diff(first) > 0, totals, 0)
    wrong = np.flatnonzero(totals != height * width)
    if wrong.size:
        i = wrong[0]
        h, w = height[i].item(), width[i].item()
        outlines.refuse(
            rows[i],
            f"has run lengths of {totals[i]:,} pixels in all",
            f"its image has {h:,} × {w:,} = {h * w:,}: the runs outside and inside must fill it",
            "check its size, [height, width], and that no count was lost",
        )
    return Read(run_lengths.of_counts(counts, first), height, width)


def _size(outlines: Outlines, row: int) -> tuple[int, int]:
    """Read the height and width that run lengths bring along."""
    size = outlines.written[row].get("size")
    size = size.tolist() if isinstance(size, np.ndarray) else size
    pair = tuple(size) if isinstance(size, list | tuple) else ()
    if [type(n) for n in pair] != [int, int] or min(pair) <= 0:
        outlines.refuse(
            row,
            f"has the size {inputs.short(size)}",
            "run lengths go down the columns, so they need the height of the image and its width",
            'give "size": [height, width], two whole numbers',
        )
    return _checked_size(outlines, row, *pair)


def _checked_size(outlines: Outlines, row: int, height: int, width: int) -> tuple[int, int]:
    """Compare the size that a mask brings with that of its image."""
    if height * width > LARGEST:
        outlines.refuse(row, f"has the size {height} × {width}", "so large an image isn't judged")
    if outlines.sizes is None or outlines.sizes[row][0] < 0:
        return height, width
    known = tuple(outlines.sizes[row].tolist())
    if known != (height, width):
        turned = known == (width, height)
        outlines.refuse(
            row,
            f"is {height} pixels high and {width} wide",
            f"its image is {known[0]} high and {known[1]} wide"
            + (": height and width are the other way round" if turned else ""),
            "give the size as [height, width]" if turned else "judge masks of the image's own size",
        )
    return height, width


def _arrays(outlines: Outlines, rows: list[int]) -> Read:
    """Read arrays of True and False."""
    sizes, runs = [], []
    for row in rows:
        inside = _inside(outlines, row)
        sizes.append(_checked_size(outlines, row, *inside.shape))
        down = inside.ravel(order="F").astype(np.int8)
        steps = np.flatnonzero(np.diff(down, prepend=0, append=0))
        runs.append(steps.astype(np.int64).reshape(-1, 2))
    first = np.concatenate([[0], np.cumsum(list(map(len, runs)))])
    start, stop = np.concatenate(runs).T
    height, width = np.array(sizes).T
    return Read(Runs(start, stop, first), height, width)


def _inside(outlines: Outlines, row: int) -> np.ndarray:
    try:
        array = np.asarray(outlines.written[row])
    except ValueError:
        array = np.zeros(0)
    binary = array.dtype == bool or (array.dtype.kind in "iuf" and np.isin(array, (0, 1)).all())
    if array.ndim != 2 or not array.size or not binary:
        outlines.refuse(
            row,
            f"is {inputs.short(outlines.written[row])}",
            "a mask has rows of True and False, or of 1 and 0: a value for every pixel",
            "pass one mask, such as labels == 3; an image of many classes has one for each",
        )
    return array != 0


def _polygons(outlines: Outlines, rows: list[int]) -> Read:
    """Read polygons; several of one mask are what lies in any of them."""
    sizes = np.array([_size_of_image(outlines, row) for row in rows])
    for row in rows:
        _check_polygons(outlines, row)
    rings = [ring for row in rows for ring in outlines.written[row]]
    mask = np.repeat(np.arange(len(rows)), [len(outlines.written[row]) for row in rows])
    corners = _corners(outlines, rows, rings, mask)
    first = np.concatenate([[0], np.cumsum([len(ring) // 2 for ring in rings])])
    height, width = sizes.T
    shapes = Polygons(corners[0::2], corners[1::2], first, height[mask], width[mask])
    start, stop, polygon = run_lengths.filled(shapes)
    return Read(run_lengths.joined(start, stop, mask[polygon], len(rows)), height, width)


def _size_of_image(outlines: Outlines, row: int) -> tuple[int, int]:
    if outlines.sizes is None or outlines.sizes[row][0] < 0:
        outlines.refuse(
            row,
            "is drawn as polygons, and the size of its image isn't known",
            "polygons are filled pixel by pixel, up to the border of the image",
            "give height and width of the image, or the mask as run lengths with their size",
        )
    return _checked_size(outlines, row, *outlines.sizes[row].tolist())


def _check_polygons(outlines: Outlines, row: int) -> None:
    """Refuse what is no list of polygons."""
    rings = outlines.written[row]
    if not len(rings):
        outlines.refuse(row, "has no polygon", "nothing says which pixels it has")
    for ring in rings:
        if not isinstance(ring, list | tuple | np.ndarray):
            flat = inputs.is_finite(ring)
            outlines.refuse(
                row,
                f"holds {inputs.short(ring)} in the place of a polygon",
                "a mask is a list of polygons, each [x1, y1, x2, y2, …]",
                "put the polygon into a list: [[x1, y1, x2, y2, …]]" if flat else MEND,
            )
        if len(ring) % 2:
            outlines.refuse(
                row,
                f"has a polygon of {len(ring)} numbers",
                "they come in pairs, an x and a y for each corner, so one is missing or too many",
            )
        if len(ring) < 6:
            outlines.refuse(
                row,
                f"has a polygon of {len(ring)} numbers",
                "a polygon has three corners at least, six numbers"
                + (", and four would be a box, not corners" if len(ring) == 4 else ""),
            )


def _corners(outlines: Outlines, rows: list[int], rings: list, mask: np.ndarray) -> np.ndarray:
    """Read all coordinates at once, and look for the wrong one only where there is one."""
    try:
        corners = np.array(list(chain.from_iterable(rings)))
        numbers = corners.ndim == 1 and corners.dtype.kind in "iuf"
    except ValueError:
        numbers = False
    if numbers and (np.abs(corners) <= run_lengths.FARTHEST).all():
        return corners
    number, value = next(_no_coordinates(rings))
    outlines.refuse(
        rows[mask[number]],
        f"has a corner at {inputs.short(value)}",
        "a corner lies somewhere in or near its image: coordinates are finite numbers, in pixels",
    )


def _no_coordinates(rings: list) -> Iterator[tuple[int, object]]:
    for number, ring in enumerate(rings):
        for value in ring:
            if not inputs.is_finite(value) or abs(value) > run_lengths.FARTHEST:
                yield number, value


READERS = {"packed": _packed, "counts": _counts, "array": _arrays, "polygons": _polygons}
