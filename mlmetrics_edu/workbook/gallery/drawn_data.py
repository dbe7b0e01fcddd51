"""What a picture is made of: every point, bar and word, so that a drift can be seen and named."""

import hashlib
import json
from collections.abc import Iterator

import numpy as np
from matplotlib.collections import Collection
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.spines import Spine
from matplotlib.text import Text

from ...plots import alternative_text

DIGITS = 9  # that count: the last ones of floats differ from machine to machine


def of_picture(picture: Figure) -> dict:
    """List what is drawn: the words, and a mark of the data behind each kind of artist.

    Returns
    -------
    dict
        ``alt`` (the alternative text), ``words`` (all texts), ``data`` (kind of artist → how many,
        and a short mark that changes when any of their data does).
    """
    found: dict[str, list] = {}
    for kind, values in _artists(picture):
        found.setdefault(kind, []).append(values)
    marks = {kind: f"{len(parts)} · {_mark(parts)}" for kind, parts in sorted(found.items())}
    return {"alt": alternative_text(picture), "words": _words(picture), "data": marks}


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


def _artists(picture: Figure) -> Iterator[tuple[str, list]]:
    """Give the data of each artist that draws numbers."""
    for ax in picture.axes:
        for artist in ax.get_children():
            if isinstance(artist, Line2D):
                yield "lines", _rounded(artist.get_xydata())
            elif isinstance(artist, Collection):
                yield "collections", _rounded(artist.get_array()) + _rounded(artist.get_offsets())
                yield "paths", [_rounded(path.vertices) for path in artist.get_paths()]
            elif isinstance(artist, AxesImage):
                yield "images", _rounded(artist.get_array())
            elif isinstance(artist, Patch) and not isinstance(artist, Spine) and artist != ax.patch:
                yield "patches", _rounded(artist.get_path().vertices)
            elif isinstance(artist, Text) and artist.get_text():
                yield "texts", [artist.get_text()]  # where it stands depends on the letters' width


def _rounded(values) -> list:
    if values is None:
        return []
    array = np.ma.filled(np.ma.asarray(values, float), np.nan).ravel()
    return [f"{value:.{DIGITS}g}" for value in (array + 0.0).tolist()]


def _mark(parts: list) -> str:
    text = json.dumps(parts, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
