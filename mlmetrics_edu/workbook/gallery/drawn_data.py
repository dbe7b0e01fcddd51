"""What a picture is made of: every point, bar and word, so that a drift can be seen and named."""

import math
from collections.abc import Iterator

import numpy as np
from matplotlib.collections import Collection
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.spines import Spine

from ...plots import alternative_text

DIGITS = 12  # that are kept of each number
# How far two numbers of a record may be apart, as a share of their size: float sums differ in their
# last digits from machine to machine, and what is drawn of them does too.
TOLERANCE = 1e-9
GOLDEN_RATIO = (1 + 5**0.5) / 2  # its multiples leave fractions that never repeat


def of_picture(picture: Figure) -> dict:
    """List what is drawn: the words, and a mark of the data behind each kind of artist.

    Returns
    -------
    dict
        ``alt`` (the alternative text), ``words`` (all texts), ``data`` (kind of artist → numbers
        that change when any of its data do, see :func:`summary`).
    """
    found: dict[str, list] = {}
    for kind, values in _artists(picture):
        found.setdefault(kind, []).append(values)
    data = {kind: summary(parts) for kind, parts in sorted(found.items())}
    return {"alt": alternative_text(picture), "words": _words(picture), "data": data}


def summary(parts: list[np.ndarray]) -> dict[str, float]:
    """Sum up the numbers behind one kind of artist, so that a change of any of them shows.

    Returns
    -------
    dict
        How many artists and numbers there are; the mean of the numbers, of their sizes, and of the
        numbers times a weight for each place, so that no two can change places unseen.

    Examples
    --------
    >>> one, other = summary([np.array([1.0, 2.0])]), summary([np.array([2.0, 1.0])])
    >>> one["mean"] == other["mean"], differ(one, other)
    (True, True)
    """
    values = np.concatenate([np.zeros(0), *parts])
    there = np.where(np.isfinite(values), values, 0.0)
    weights = np.modf(np.arange(1, values.size + 1) * GOLDEN_RATIO)[0]
    means = {"mean": there, "mean size": np.abs(there), "mean by place": there * weights}
    return {
        "artists": len(parts),
        "numbers": values.size,
        "not finite": int(np.count_nonzero(~np.isfinite(values))),
        **{
            name: rounded(math.fsum(column) / max(values.size, 1)) for name, column in means.items()
        },
    }


def rounded(number: float) -> float:
    """Keep the digits of a number that are worth keeping in a record; a count keeps all."""
    return number if isinstance(number, int) else float(f"{number:.{DIGITS}g}")


def differ(one, other) -> bool:
    """Tell whether two entries of a record differ by more than float sums do by themselves."""
    if isinstance(one, dict) and isinstance(other, dict):
        size = max(abs(entry.get("mean size", 0.0)) for entry in (one, other))
        return one.keys() != other.keys() or any(_apart(one[k], other[k], size) for k in one)
    return _apart(one, other)


def _apart(one, other, size: float = 0.0) -> bool:
    if not (isinstance(one, int | float) and isinstance(other, int | float)):
        return one != other
    return not math.isclose(one, other, rel_tol=TOLERANCE, abs_tol=TOLERANCE * size)


def _words(picture: Figure) -> list[str]:
    texts = (t.get_text() for ax in picture.axes for t in ax.texts)
    titles = (f(ax) for ax in picture.axes for f in (_title, _x, _y))
    return [text for text in (*titles, *texts) if text.strip()]


def _title(ax) -> str:
    return ax.get_title()


def _x(ax) -> str:
    return ax.get_xlabel()


def _y(ax) -> str:
    return ax.get_ylabel()


def _artists(picture: Figure) -> Iterator[tuple[str, np.ndarray]]:
    """Return the data of each artist that draws numbers."""
    for ax in picture.axes:
        for artist in ax.get_children():
            if isinstance(artist, Line2D):
                yield "lines", _flat(artist.get_xydata())
            elif isinstance(artist, Collection):
                yield "collections", _flat(artist.get_array(), artist.get_offsets())
                yield "paths", _flat(*(path.vertices for path in artist.get_paths()))
            elif isinstance(artist, AxesImage):
                yield "images", _flat(artist.get_array())
            elif isinstance(artist, Patch) and not isinstance(artist, Spine) and artist != ax.patch:
                yield "patches", _flat(artist.get_path().vertices)


def _flat(*arrays) -> np.ndarray:
    """Put numbers in a row; those that are masked, and so not drawn, are nan."""
    given = (np.ma.asarray(array, float) for array in arrays if array is not None)
    return np.concatenate([np.zeros(0), *(np.ma.filled(array, np.nan).ravel() for array in given)])
