"""Files with a box in each line, its values between blanks."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from ...core.errors import InputError
from ...core.progress import watched
from ..names import Coded
from . import files
from .cells import Cells, by_columns
from .layout import FORMS, Layout

ENDINGS = (".txt",)
CLASSES = {"truth": ("category",), "detections": ("category", "score")}


def read(paths: Sequence[Path], fields: tuple[str, ...], hint: str, progress=None):
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
        found = _rows(path, fields, hint)
        rows += found.values()
        lines += found
        counts.append(len(found))
    file = np.repeat(np.arange(len(paths)), counts)

    def where(row: int) -> str:
        return f"{paths[file[row]]}, line {lines[row]}"

    return Cells(by_columns(fields, rows), where, texts=True), file


def _rows(path: Path, fields: tuple[str, ...], hint: str) -> dict[int, list[str]]:
    """Split the lines of one file; blank ones are left out."""
    lines = enumerate(files.text(path).split("\n"), start=1)
    found = {number: words for number, line in lines if (words := line.split())}
    for number, words in found.items():
        if len(words) != len(fields):
            line = " ".join(words)
            raise InputError(
                f"{path}, line {number}: {line[:60]!r} has {len(words)} values",
                f"a line has {len(fields)}: {' '.join(fields)}",
                hint,
            )
    return found


def boxes(source, kind: str, layout: Layout, progress=None) -> tuple[Cells, tuple]:
    """Read a folder with a text file for each image, a line for each box.

    Returns
    -------
    cells : Cells
        With a column for the image, which is the name of the file.
    images : tuple of str
        All of them, also those without a box.
    """
    paths = files.folder(source, ENDINGS, "text files, one for each image,")
    images = tuple(path.stem for path in paths)
    hint = (
        'these may be detections: kind="detections"; a name is one word'
        if kind == "truth"
        else 'mend it; objects have no score: kind="truth"; a name is one word'
    )
    cells, file = read(paths, (*CLASSES[kind], *FORMS[layout.form]), hint, progress)
    image = Coded(file, images)
    return Cells({"image": image, **cells.columns}, cells.where, texts=True), images
