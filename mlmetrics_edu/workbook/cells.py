"""Cells of notebooks, and the file that holds them: as JSON, not run."""

import json
from collections.abc import Sequence

PYTHON = {
    "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}


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


def as_json(notebook: dict) -> str:
    """Write a notebook the way Jupyter does."""
    return json.dumps(notebook, ensure_ascii=False, indent=1) + "\n"
