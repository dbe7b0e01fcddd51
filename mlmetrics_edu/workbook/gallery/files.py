"""The gallery as files: pictures, an index that a reader sees, and one that notices a drift."""

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from ...core import saving
from ...core.digits import both, count
from ...core.errors import MetricError
from ...core.progress import watched
from ...plots import Picture, alternative_text
from ...plots.look import style
from ...plots.picture import in_few_colours
from . import drawn_data
from .registry import STATUS, Figure, find, registered

FORMATS = ("png", "svg", "pdf")
RECORD = "figures.json"  # what was drawn, figure by figure: for `figures --check`
INDEX = "README.md"


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
    progress: bool | None = None,
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
    progress : bool, optional
        Whether to show a bar; without it, one appears after two seconds.

    Returns
    -------
    list of pathlib.Path
        The files whose content is now as it should be.
    """
    wanted = chosen(ids)
    names = [f"{figure.id}.{form}" for figure in wanted for form in formats]
    if not force:
        _refuse_strangers(folder, [*names, *([] if ids else [INDEX, RECORD])])
    drawn, files = {}, {}
    for figure in watched(wanted, "figure", progress):
        drawn[figure.id] = figure.picture(language)
        for form in formats:
            files[f"{figure.id}.{form}"] = _as_bytes(drawn[figure.id], form)
    files |= _indexed(folder, ids, drawn, language)
    # A file that is there just so keeps its date.
    new = {folder / n: c for n, c in files.items() if not _is_there(folder / n, c)}
    saving.write_together(new)
    return [folder / name for name in files]


def _indexed(folder: Path, ids, drawn: Mapping[str, Picture], language: str) -> dict[str, bytes]:
    """Make both indexes, where the whole gallery was drawn; else add to the record only."""
    record = {} if not ids else _read(folder / RECORD)
    record |= {id: _entry(find(id), picture) for id, picture in drawn.items()}
    files = {RECORD: _as_json(record)}
    if not ids:
        with style(language=language):
            files[INDEX] = index(drawn).encode()
    return files


def _entry(figure: Figure, picture: Picture) -> dict:
    numbers = {name: drawn_data.rounded(value) for name, value in figure.numbers.items()}
    drawn = drawn_data.of_picture(picture)
    if figure.of_words:
        drawn["data"] = {}
    return {"numbers": numbers, **drawn}


def _number(value) -> str:
    return count(value) if isinstance(value, int) else both(value, 6)


def _as_bytes(picture: Picture, form: str) -> bytes:
    if form == "svg":
        return picture.svg().encode("utf-8")
    return in_few_colours(picture.png()) if form == "png" else picture.pdf()


def _as_json(record: Mapping) -> bytes:
    return (json.dumps(record, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


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


def index(drawn: Mapping[str, Picture]) -> str:
    """Write the index of the gallery, as Markdown."""
    rows = [_row(find(id), picture) for id, picture in drawn.items()]
    head = [
        "# Gallery",
        "",
        f"{len(rows)} figures, drawn by `mlmetrics-edu figures`; don't edit them here.",
        "",
        "| figure | what it shows | numbers | source, status, lesson |",
        "|---|---|---|---|",
    ]
    kinds = [f"- **{name}**: {what}" for name, what in STATUS.items()]
    return "\n".join([*head, *rows, "", *kinds, ""])


def _row(figure: Figure, picture: Picture) -> str:
    alt = alternative_text(picture).replace("\n", " ").replace('"', "'")
    shown = f'<img src="{figure.id}.png" width="220" alt="{alt}"><br>`{figure.id}`'
    numbers = "<br>".join(f"{name}: {_number(v)}" for name, v in figure.numbers.items())
    lesson = f"lesson {figure.lesson}" if figure.lesson else ""
    about = "<br>".join(part for part in (figure.source, figure.status, lesson) if part)
    return "| " + " | ".join((shown, figure.caption, numbers, about)).replace("\n", " ") + " |"


def drift(
    folder: Path, ids: Sequence[str] = (), form: str = "png", progress: bool | None = None
) -> list[str]:
    """Rebuild the data behind figures, and say where they differ from what was drawn."""
    record, found = _read(folder / RECORD), []
    for figure in watched(chosen(ids), "figure", progress):
        if figure.id not in record:
            lines = ["not drawn yet"]
        elif not (folder / f"{figure.id}.{form}").exists():
            lines = ["its picture isn't there"]
        else:
            lines = _differences(record[figure.id], _entry(figure, figure.picture()))
        found += [f"{figure.id}: {line}" for line in lines]
    if not ids:
        found += [
            f"{id}: no figure has that id any more" for id in record if id not in registered()
        ]
    return found


def _differences(then: Mapping, now: Mapping) -> list[str]:
    """Name what has changed, the numbers first; float sums may differ in their last digits."""
    old, new = then.get("numbers", {}), now["numbers"]
    lines = [
        f"{name} was {old.get(name, 'not there')}, is {new.get(name, 'gone')}"
        for name in dict.fromkeys([*old, *new])
        if drawn_data.differ(old.get(name), new.get(name))
    ]
    old, new = then.get("data", {}), now["data"]
    kinds = dict.fromkeys([*old, *new])
    lines += [f"{k} has changed" for k in kinds if drawn_data.differ(old.get(k), new.get(k))]
    return lines or [f"{p} has changed" for p in ("words", "alt") if then.get(p) != now[p]]
