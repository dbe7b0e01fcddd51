"""Files and folders as others wrote them: whole, by lines, or records of JSON; refused in words."""

import json
import os
from collections.abc import Mapping, Sequence
from operator import itemgetter
from pathlib import Path
from typing import NoReturn

import numpy as np

from ..core import inputs, table_files
from ..core.errors import InputError
from ..core.progress import watched
from ..core.table_files import unmarked
from .cells import Cells, by_columns

ENCODING = 'save it as UTF-8, or read it yourself with open(…, encoding="gbk"), "latin-1" …'


def is_path(source) -> bool:
    """Tell a path from something that was read already."""
    return isinstance(source, (str, os.PathLike))


def is_folder(source) -> bool:
    """Tell a folder from everything else."""
    return is_path(source) and os.path.isdir(source)  # False, too, of what can't be a path


def content(path) -> bytes:
    """Read all bytes of a file; what gzip has packed is unpacked.

    Raises
    ------
    InputError
        If there is no such file, or it can't be read.
    """
    try:
        packed = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"{path} can't be read", reason[:1].lower() + reason[1:], "check the path, and the file"
        ) from None
    return table_files.unpacked(packed, str(path))


def text(path) -> str:
    """Read a text file."""
    return _decoded(content(path), str(path))


def text_of(file, name: str) -> str:
    """Read the rest of an open file, be it opened as text or not."""
    try:
        content = file.read()
    except (OSError, ValueError, TypeError) as error:
        content, reason = None, str(error)
    else:
        reason = f"its read() gives a {type(content).__name__}"
    if not isinstance(content, (str, bytes)):
        raise InputError(f"{name} can't be read", reason, "open it for reading, in its encoding")
    if isinstance(content, str):
        return unmarked(content, name)
    return _decoded(content, name)


def _decoded(content: bytes, name: str) -> str:
    """Read bytes as UTF-8, or as their mark says.

    Raises
    ------
    InputError
        If they are something else; with the line.
    """
    return table_files.decoded(content, name, ENCODING)


def folder(source, endings: tuple[str, ...], what: str) -> list[Path]:
    """List the files of a folder that end so, in the order of their names.

    Raises
    ------
    InputError
        If it is no folder, or has no such file.
    """
    if not is_folder(source):
        raise InputError(
            f"{source if is_path(source) else inputs.short(source)} is no folder",
            f"{what} are looked for in a folder",
            "check the path",
        )
    every = [path for path in Path(source).iterdir() if not path.name.startswith(".")]
    paths = sorted((p for p in every if p.suffix.lower() in endings), key=lambda p: p.stem)
    if not paths:
        raise InputError(
            f"{source} has {len(every)} file(s), and none ends in {' or '.join(endings)}",
            f"{what} were looked for there",
            "check the path: it should name the folder right above these files",
        )
    inputs.ids([path.stem for path in paths], f"{source}, without the endings of its files,")
    return paths


def lines_of(paths: Sequence[Path], fields: tuple[str, ...], hint: str, progress):
    """Read lines of many files, all with the same fields.

    Parameters
    ----------
    paths : sequence of Path
    fields : tuple of str
        What a line holds, in order.
    hint : str
        What to do about a line that holds something else.
    progress : bool or None
        Whether to show a bar.

    Returns
    -------
    cells : Cells
        A row for each line that isn't blank.
    file : numpy.ndarray of int
        The file that each row is from.

    Raises
    ------
    InputError
        If a line has more or fewer fields; with file and line.
    """
    rows, lines, counts = [], [], []
    for path in watched(paths, "file", progress):
        words = _rows(path, fields, hint)
        rows += words.values()
        lines += words
        counts.append(len(words))
    file = np.repeat(np.arange(len(paths)), counts)

    def where(row: int) -> str:
        return f"{paths[file[row]]}, line {lines[row]}"

    return Cells(by_columns(fields, rows), where, texts=True), file


def _rows(path: Path, fields: tuple[str, ...], hint: str) -> dict[int, list[str]]:
    """Split the lines of one file; blank ones are left out."""
    lines = enumerate(text(path).split("\n"), start=1)
    rows = {number: words for number, line in lines if (words := line.split())}
    for number, words in rows.items():
        if len(words) != len(fields):
            line = " ".join(words)
            raise InputError(
                f"{path}, line {number}: {line[:60]!r} has {len(words)} values",
                f"a line has {len(fields)}: {' '.join(fields)}",
                hint,
            )
    return rows


def parsed_json(source) -> tuple[object, str]:
    """Read a JSON file, and return what to write before the place of an error.

    What was parsed already passes.

    Raises
    ------
    InputError
        If it is no JSON; with line and column.
    """
    if not is_path(source):
        return source, ""
    written = text(source)
    try:
        return json.loads(written), f"{source}: "
    except json.JSONDecodeError as error:
        raise _broken(str(source), error) from None
    except (RecursionError, ValueError) as error:
        raise InputError(
            f"{source} can't be read", str(error), "check that the right file was named"
        ) from None


def _broken(name: str, error: json.JSONDecodeError) -> InputError:
    """Say where a file stops being JSON; one that ends too early was often cut off on its way."""
    place = f"line {error.lineno}, column {error.colno}"
    expected = error.msg[:1].lower() + error.msg[1:]
    open_quote = error.msg.startswith("Unterminated")
    if not error.doc.strip():
        return InputError(f"{name} is empty", "there is nothing to read", "check the path")
    if open_quote or error.pos >= len(error.doc.rstrip()):
        return InputError(
            f"{name} ends in the middle{' of a text from' if open_quote else ', at'} {place}",
            "a quotation mark isn't closed" if open_quote else f"it is cut off there: {expected}",
            "write or download the file again, completely",
        )
    found = error.doc[error.pos : error.pos + 20].partition("\n")[0]
    return InputError(
        f"{name} is no JSON from {place} on: {found!r}",
        expected,
        "mend it there, or check that the right file was named",
    )


def records_of(data, key: str, prefix: str) -> list:
    """Take a list of records out of a file."""
    if not isinstance(data, Mapping):
        raise InputError(
            f"{prefix}annotations came as {type(data).__name__}",
            "annotations in COCO's form have images, annotations and categories",
            "pass them first, and the list of results second",
        )
    found = data.get(key)
    if not isinstance(found, list):
        raise InputError(
            f"{prefix}there is no list {key!r}; there are {table_files.listed(data)}",
            "annotations in COCO's form have images, annotations and categories",
            f"add {key!r}, or check that the right file was named",
        )
    return found


def cells_of(records: list, required: tuple[str, ...], optional: Mapping, place: str) -> Cells:
    """Turn records into columns.

    Parameters
    ----------
    records : list of dict
    required : tuple of str
        What each record must have.
    optional : mapping
        What it may have, and what stands for it where it hasn't.
    place : str
        What the list is called, such as ``"results"``.

    Raises
    ------
    InputError
        If a record lacks something; with its place.
    """
    columns = {}
    for field in required:
        try:
            columns[field] = list(map(itemgetter(field), records))
        except (KeyError, TypeError, IndexError):
            _refuse(records, field, place)
    for field, absent in optional.items():
        columns[field] = [record.get(field, absent) for record in records]
    return Cells(columns, lambda row: f"{place}[{row}]")


def _refuse(records: list, field: str, place: str) -> NoReturn:
    """Find the first record that lacks a field."""
    for i, record in enumerate(records):
        if not isinstance(record, Mapping):
            raise InputError(
                f"{place}[{i}] is {inputs.short(record)}",
                f"each record gives names to its values, such as {field!r}",
                "check that the right file was named",
            )
        if field not in record:
            raise InputError(
                f"{place}[{i}] has no {field}; it has {table_files.listed(record)}",
                "every record of that list needs it",
                "add it, or leave this record out",
            )
    raise InputError(f"{place} can't be read", f"it lacks {field}", "pass a list of dicts")
