"""Cells of notebooks, and the file that holds them: as JSON, not run."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

# As Jupyter writes it when it saves, but for the version of Python, which each machine has of its
# own: so a saved notebook differs from ours by that line and by what was done in it.
PYTHON = {
    "kernelspec": {
        "display_name": "Python 3 (ipykernel)",
        "language": "python",
        "name": "python3",
    },
    "language_info": {
        "codemirror_mode": {"name": "ipython", "version": 3},
        "file_extension": ".py",
        "mimetype": "text/x-python",
        "name": "python",
        "nbconvert_exporter": "python",
        "pygments_lexer": "ipython3",
    },
}

COMMENT = re.compile(r"(?s)<!--(.*?)-->")


def source(cell: dict) -> str:
    """Join what stands in a cell, which may be stored as lines."""
    return "".join(cell["source"])


def in_sight(prose: str) -> str:
    """Take the comments out of a text: what is left is what a reader sees.

    Examples
    --------
    >>> in_sight("It missed **4**. <!-- c.fn == 4 -->")
    'It missed **4**. '
    """
    return COMMENT.sub("", prose)


def text(id: str, source: str, **metadata) -> dict:
    """Make a text cell."""
    return {"cell_type": "markdown", "id": id, "metadata": metadata, "source": source}


def code(id: str, source: str | list[str], **metadata) -> dict:
    """Make a code cell that wasn't run; its source is a text, or a list of lines."""
    cell = {"cell_type": "code", "id": id, "metadata": metadata, "source": source}
    return {**cell, "execution_count": None, "outputs": []}


def notebook(cells: Sequence[dict], **metadata) -> str:
    """Put a notebook together."""
    about = {**PYTHON, **metadata}
    return as_json({"cells": cells, "metadata": about, "nbformat": 4, "nbformat_minor": 5})


def cleared(notebook: dict) -> dict:
    """Take out what a run has left: outputs and counts."""
    empty = {"execution_count": None, "outputs": []}
    kept = [c | empty if c["cell_type"] == "code" else c for c in notebook["cells"]]
    return {**notebook, "cells": kept}


def sources(path: Path, kind: str = "") -> list[str]:
    """Read what stands in the cells of a notebook, or in those of a kind; nothing if unreadable."""
    try:
        stored = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return [source(c) for c in stored if kind in ("", c["cell_type"])]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def as_json(notebook: dict) -> str:
    """Write a notebook the way Jupyter does."""
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
