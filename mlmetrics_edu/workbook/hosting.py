"""Lessons that open in a browser, without an installation: on Binder, and on Colab.

Neither needs a change in a lesson. Binder installs what `.binder/` says. Colab knows nothing of
this package, so copies of the lessons begin with a cell that installs it.
"""

import re
from pathlib import Path

from ..core.errors import InputError
from . import cells, lessons
from .reference.glossary_page import table
from .reference.taught import all_lessons

SITES = {
    "Colab": "https://colab.research.google.com/github/{repository}/blob/{branch}/notebooks/{file}",
    "Binder": "https://mybinder.org/v2/gh/{repository}/{branch}?urlpath=lab/tree/notebooks/{file}",
}
PICTURES = {
    "Colab": "https://colab.research.google.com/assets/colab-badge.svg",
    "Binder": "https://mybinder.org/badge_logo.svg",
}
INSTALL = '%pip install --quiet "mlmetrics-edu[lab] @ git+https://github.com/{repository}"'


def badges(repository: str, branch: str = "main", colab_branch: str = "colab") -> str:
    """Write a table of the lessons with a badge for each site, in Markdown.

    Parameters
    ----------
    repository : str
        As GitHub spells it: ``"owner/name"``.
    branch, colab_branch : str
        Where the lessons are, and where their copies for Colab are.

    Returns
    -------
    str
    """
    _check(repository)
    branches = {"Colab": colab_branch, "Binder": branch}
    rows = []
    for lesson in all_lessons():
        cells = [f"[{lesson.number} · {lesson.title}](notebooks/{lesson.file})"]
        for site, address in SITES.items():
            target = address.format(repository=repository, branch=branches[site], file=lesson.file)
            cells.append(f"[![{site}]({PICTURES[site]})]({target})")
        rows.append(cells)
    return "\n".join(table(("lesson", *SITES), rows))


def _check(repository: str) -> None:
    if not re.fullmatch(r"[\w.-]+/[\w.-]+", repository):
        raise InputError(
            f"repository {repository!r}",
            "it has an owner and a name, as GitHub spells them",
            "write it as owner/name",
        )


def copy_for_colab(
    target: str | Path, repository: str, force: bool = False, clear: bool = False
) -> list[Path]:
    """Copy the workbook, and let each lesson begin by installing this package.

    Parameters
    ----------
    target : str or pathlib.Path
        The folder; made when it isn't there.
    repository : str
        Where to install from: ``"owner/name"``.
    force : bool
        Whether files of the same name may be replaced.
    clear : bool
        Whether outputs are left out.

    Returns
    -------
    list of pathlib.Path
        The files that were written.
    """
    _check(repository)
    command = INSTALL.format(repository=repository)

    def change(notebook: dict) -> dict:
        return _begin_by_installing(cells.cleared(notebook) if clear else notebook, command)

    return lessons.copy(target, force, change)


def _begin_by_installing(notebook: dict, command: str) -> dict:
    source = ["# Colab doesn't have the library of this workbook: this installs it.\n", command]
    return {**notebook, "cells": [cells.code("install", source), *notebook["cells"]]}
