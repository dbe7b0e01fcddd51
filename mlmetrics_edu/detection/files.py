"""Files and folders as others wrote them: read whole or by lines, and refused in words."""

import os
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ..core import inputs, textfile
from ..core.errors import InputError
from ..core.progress import watched
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
    return textfile.unpacked(packed, str(path))


def text(path) -> str:
    """Read a text file."""
    return decoded(content(path), str(path))


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
    return textfile.unmarked(content, name) if isinstance(content, str) else decoded(content, name)


def decoded(content: bytes, name: str) -> str:
    """Read bytes as UTF-8, or as their mark says.

    Raises
    ------
    InputError
        If they are something else; with the line.
    """
    return textfile.decoded(content, name, ENCODING)


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
    listed = [path for path in Path(source).iterdir() if not path.name.startswith(".")]
    paths = sorted((p for p in listed if p.suffix.lower() in endings), key=lambda p: p.stem)
    if not paths:
        raise InputError(
            f"{source} has {len(listed)} file(s), and none ends in {' or '.join(endings)}",
            f"{what} were looked for there",
            "check the path: it should name the folder right above these files",
        )
    inputs.ids([path.stem for path in paths], f"{source}, without the endings of its files,")
    return paths


def lines_of(paths: Sequence[Path], fields: tuple[str, ...], hint: str, progress=None):
    """Read lines of many files, all with the same fields.

    Parameters
    ----------
    paths : sequence of Path
    fields : tuple of str
        What a line holds, in order.
    hint : str
        What to do about a line that holds something else.
    progress : bool, optional
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
