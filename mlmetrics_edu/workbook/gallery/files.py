"""The gallery as files: pictures, an index that a reader sees, and one that notices a drift."""

from __future__ import annotations

import argparse
import html
import inspect
import json
import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
from matplotlib.collections import Collection
from matplotlib.image import AxesImage
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.spines import Spine

from ...core import saving
from ...core.errors import MetricError, choice, lines
from ...core.trace import watched
from ...core.words import both, count
from ...plots.look import LANGUAGES, style
from ...plots.picture import Picture, alternative_text
from ..lessons import as_json
from . import STATUS, Figure, find, registered

FORMATS = ("png", "svg", "pdf")
RECORD = "figures.json"  # what was drawn, figure by figure: for `figures --check`
INDEX = "README.md"
ACROSS = 3  # figures in a row of the index
DIGITS = 12  # that are kept of each number
# How far two numbers of a record may be apart, as a share of their size: float sums differ in their
# last digits from machine to machine, and what is drawn of them does too.
TOLERANCE = 1e-9
GOLDEN_RATIO = (1 + 5**0.5) / 2  # its multiples leave fractions that never repeat


def chosen(ids: Sequence[str]) -> list[Figure]:
    """Find the figures asked for; all of them where none is named."""
    return [find(id) for id in ids] if ids else list(registered().values())


def draw(
    folder: Path,
    ids: Sequence[str] = (),
    *,
    formats: Sequence[str] = ("png", "svg"),
    language: str = "en",
    force: bool = False,
) -> list[Path]:
    """Draw figures into a folder; of the whole gallery, write the index too.

    Parameters
    ----------
    folder : pathlib.Path
        Where to; made when it isn't there.
    ids : sequence of str
        Which; all where none is named.
    formats : sequence of {"png", "svg", "pdf"}
        As what.
    language : {"en", "zh-Hans", "zh-Hant"}
        Of all words.
    force : bool
        Whether files that the gallery didn't make may be replaced.

    Returns
    -------
    list of pathlib.Path
        The files whose content is now as it should be.
    """
    wanted = chosen(ids)
    names = [f"{figure.id}.{form}" for figure in wanted for form in formats]
    if not force:
        _refuse_strangers(folder, [*names, *([] if ids else [INDEX, RECORD])])
    record, texts, contents = {} if not ids else _read(folder / RECORD), {}, {}
    for figure in watched(wanted, "figure"):
        picture = figure.picture(language)
        with picture.alike():
            contents |= {f"{figure.id}.{form}": _as_bytes(picture, form) for form in formats}
        record[figure.id], texts[figure.id] = _entry(figure, picture), alternative_text(picture)
    contents[RECORD] = as_json(record).encode()
    if not ids:
        with style(language=language):
            contents[INDEX] = index(texts).encode()
    # A file that is there just so keeps its date.
    new = {folder / n: c for n, c in contents.items() if not _is_there(folder / n, c)}
    saving.write_together(new)
    return [folder / name for name in contents]


def _entry(figure: Figure, picture: Picture) -> dict:
    numbers = {name: rounded(value) for name, value in figure.numbers.items()}
    drawn = of_picture(picture)
    if figure.of_words:
        drawn["data"] = {}
    return {"numbers": numbers, **drawn}


def number(value: int | float) -> str:
    """Write a number that a figure shows."""
    return count(value) if isinstance(value, int) else both(value, 6)


def _as_bytes(picture: Picture, form: str) -> bytes:
    if form == "svg":
        return picture.svg().encode("utf-8")
    return picture.small_png() if form == "png" else picture.pdf()


def _read(path: Path) -> dict:
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def _is_there(path: Path, content: bytes) -> bool:
    return path.is_file() and path.read_bytes() == content


def _refuse_strangers(folder: Path, names: Iterable[str]) -> None:
    """Refuse to replace files in a folder that the gallery has never drawn into."""
    there = [name for name in names if os.path.lexists(folder / name)]
    if there and not (folder / RECORD).exists():
        raise MetricError(
            f"nothing was drawn: {there[0]} is already in {folder}",
            "it isn't from this gallery, and a picture would replace it",
            "choose another folder with --out, or add --force",
        )


def index(texts: Mapping[str, str]) -> str:
    """Write the index of the gallery, as Markdown: a grid for each lesson.

    Parameters
    ----------
    texts : mapping of str to str
        The alternative text of each figure, by its id.
    """
    head = [
        "# Gallery",
        "",
        f"{len(texts)} figures, drawn by `mlmetrics-edu figures`; don't edit them here. "
        "Below each stand its numbers, its source, and the code that draws it.",
    ]
    lessons: dict = {}
    for id, text in texts.items():
        lessons.setdefault(find(id).lesson, []).append(_cell(find(id), text))
    for lesson in sorted(lessons, key=lambda lesson: (lesson is None, lesson)):
        title = "Further figures" if lesson is None else f"Lesson {lesson}"
        head += ["", f"## {title}", "", "<table>", *_grid(lessons[lesson]), "</table>"]
    kinds = [f"- **{name}**: {what}" for name, what in STATUS.items()]
    return "\n".join([*head, "", *kinds, ""])


def _grid(cells: list[str]) -> Iterator[str]:
    for first in range(0, len(cells), ACROSS):
        yield "<tr>"
        yield from cells[first : first + ACROSS]
        yield "</tr>"


def _cell(figure: Figure, text: str) -> str:
    """Write a figure into one line of HTML: its picture, and what to know of it in a fold."""
    alt = html.escape(text.replace("\n", " "))
    numbers = [f"{name}: {number(value)}" for name, value in figure.numbers.items()]
    about = [html.escape(part) for part in (*numbers, figure.source, figure.status) if part]
    code = html.escape(inspect.getsource(figure.draw)).replace("\n", "&#10;")
    return (
        f'<td valign="top" width="33%"><a href="{figure.id}.png"><img src="{figure.id}.png" '
        f'alt="{alt}"></a><br><code>{figure.id}</code><br>{html.escape(figure.caption)}'
        f"<details><summary>numbers, source, code</summary>{'<br>'.join(about)}"
        f"<pre>{code}</pre></details></td>"
    )


def drift(folder: Path, ids: Sequence[str] = (), form: str = "png") -> list[str]:
    """Rebuild the data behind figures, and say where they differ from what was drawn."""
    record, changes = _read(folder / RECORD), []
    for figure in watched(chosen(ids), "figure"):
        if figure.id not in record:
            lines = ["not drawn yet"]
        elif not (folder / f"{figure.id}.{form}").exists():
            lines = ["its picture isn't there"]
        else:
            lines = _differences(record[figure.id], _entry(figure, figure.picture()))
        changes += [f"{figure.id}: {line}" for line in lines]
    if not ids:
        changes += [
            f"{id}: no figure has that id any more" for id in record if id not in registered()
        ]
    return changes


def _differences(then: Mapping, now: Mapping) -> list[str]:
    """Name what has changed, the numbers first; float sums may differ in their last digits."""
    old, new = then.get("numbers", {}), now["numbers"]
    lines = [
        f"{name} was {old.get(name, 'not there')}, is {new.get(name, 'gone')}"
        for name in dict.fromkeys([*old, *new])
        if differ(old.get(name), new.get(name))
    ]
    old, new = then.get("data", {}), now["data"]
    kinds = dict.fromkeys([*old, *new])
    lines += [f"{k} has changed" for k in kinds if differ(old.get(k), new.get(k))]
    return lines or [f"{p} has changed" for p in ("words", "alt") if then.get(p) != now[p]]


def of_picture(picture: Picture) -> dict:
    """List what is drawn: the words, and a mark of the data behind each kind of artist.

    Returns
    -------
    dict
        ``alt`` (the alternative text), ``words`` (all texts), ``data`` (kind of artist → numbers
        that change when any of its data do, see :func:`summary`).
    """
    kinds: dict[str, list] = {}
    for kind, values in _artists(picture):
        kinds.setdefault(kind, []).append(values)
    data = {kind: summary(parts) for kind, parts in sorted(kinds.items())}
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


def _words(picture: Picture) -> list[str]:
    heads = [(ax.get_title(), ax.get_xlabel(), ax.get_ylabel()) for ax in picture.axes]
    texts = [t.get_text() for ax in picture.axes for t in ax.texts]
    return [text for text in (*sum(heads, ()), *texts) if text.strip()]


def _artists(picture: Picture) -> Iterator[tuple[str, np.ndarray]]:
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


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked for; the exit status tells whether all is well."""
    folder, ids = Path(arguments.out).expanduser(), arguments.ids
    choice(arguments.language, LANGUAGES, "--language")
    formats = [choice(f, FORMATS, "--format") for f in arguments.format.split(",")]
    if arguments.list:
        return _list(ids, arguments.language)
    if arguments.check:
        return _check(folder, ids, formats[0])
    how = {"language": arguments.language, "force": arguments.force}
    written = draw(folder, ids, formats=formats, **how)
    print(lines(f"{len(written)} files are in {folder}: open {folder / written[0].name}"))
    return 0


def _list(ids: list[str], language: str) -> int:
    with style(language=language):
        listed = {figure.id: figure.caption for figure in chosen(ids)}
    print(*(f"{id}: {caption}" for id, caption in listed.items()), sep="\n")
    return 0


def _check(folder: Path, ids: list[str], form: str) -> int:
    changes = drift(folder, ids, form)
    print(*(changes or [f"{len(chosen(ids))} figures are as they were drawn"]), sep="\n")
    return 1 if changes else 0
