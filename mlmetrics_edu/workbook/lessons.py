"""The lessons: where they are, and copies of them.

Some copies are to work in. Others open in a browser, without an installation: Binder installs what
`.binder/` says; Colab knows nothing of this package, so its copies begin with a cell that installs
it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from ..core import saving
from ..core.errors import InputError, MetricError
from . import cells

PACKAGE = Path(__file__).resolve().parents[1]
PACKAGED = PACKAGE / "notebooks"  # there in an installed copy
CHECKOUT = PACKAGE.parent / "notebooks"  # there in a checkout
OWN = "workbook"  # a learner's copy, beside the lessons of a checkout
TEACHING = "teaching"  # notes for whoever gives a lesson, which a learner's copy leaves out
PROGRESS = "mlmetrics-progress.csv"  # what practice remembers, beside the lessons
COPY = "mlmetrics-workbook"  # … or in the current folder
INSTALL = '%pip install --quiet "mlmetrics-edu[lab] @ git+https://github.com/{repository}"'
DEEPER = "deeper"  # the folder of what is worth an hour more


def folder() -> Path:
    """Find the folder with the lessons: inside an installed package, or in the checkout.

    Returns
    -------
    pathlib.Path
        The folder; at least one notebook is in it.
    """
    for place in (PACKAGED, CHECKOUT):
        if any(not _left_behind(path.relative_to(place)) for path in place.rglob("*.ipynb")):
            return place
    raise MetricError(
        "the lessons were not found",
        f"neither {PACKAGED} nor {CHECKOUT} holds a notebook",
        "install mlmetrics-edu again, or work in a whole checkout",
    )


def notebooks(place: Path) -> list[Path]:
    """List the notebooks in a folder, lessons first, then those in folders below it."""
    names = [name for name in files(place) if name.suffix == ".ipynb"]
    return sorted(names, key=lambda name: (len(name.parts), name.as_posix()))


def files(place: Path) -> list[Path]:
    """List every file of a workbook, relative to it; not what tools left behind."""
    paths = (path.relative_to(place) for path in place.rglob("*") if path.is_file())
    return sorted(name for name in paths if not _left_behind(name))


def _left_behind(name: Path) -> bool:
    hidden = any(part.startswith(".") or part == "__pycache__" for part in name.parts)
    return hidden or name.name == PROGRESS


def copy(
    target: str | Path, force: bool = False, change: Callable[[dict], dict] | None = None
) -> list[Path]:
    """Copy the workbook into a folder, all of it or nothing; the teacher's notes stay behind.

    Parameters
    ----------
    target : str or pathlib.Path
        The folder; made when it isn't there.
    force : bool
        Whether files of the same name may be replaced. Without it, one such file stops the copy.
    change : callable, optional
        What is done with each notebook on the way, such as ``cells.cleared``.

    Returns
    -------
    list of pathlib.Path
        The files that were written.
    """
    source, target = folder(), Path(target).expanduser()
    names = _for_learners(source)
    _refuse_obstacles(target, names)
    if not force:
        _refuse_overwriting(target, names)
    return _write(source, target, names, change)


def _for_learners(source: Path) -> list[Path]:
    return [name for name in files(source) if name.parts[0] != TEACHING]


def _write(source: Path, target: Path, names: list[Path], change=None) -> list[Path]:
    # Content only: an installed lesson may be read-only, the learner's copy must not be.
    contents = {target / name: (source / name).read_bytes() for name in names}
    for path in [p for p in contents if change and p.suffix == ".ipynb"]:
        contents[path] = cells.as_json(change(json.loads(contents[path])))
    saving.write_together(contents)
    return list(contents)


def _refuse_obstacles(target: Path, names: list[Path]) -> None:
    """Refuse a file where a folder has to be, and a folder where a file has to be."""
    for path in (target / name for name in names):
        blocked = [above for above in path.parents if above.exists() and not above.is_dir()]
        blocked += [path] if path.is_dir() else []
        if blocked:
            raise MetricError(
                f"the workbook can't be copied to {target}",
                f"{blocked[0]} is in the way: a {'folder' if blocked[0].is_dir() else 'file'}",
                "choose another folder, or move that away",
            )


def _refuse_overwriting(target: Path, names: list[Path]) -> None:
    # lexists: a link that leads nowhere yet is somebody's too.
    there = [name.as_posix() for name in names if os.path.lexists(target / name)]
    if there:
        raise MetricError(
            f"nothing was copied: {_some(there)} already in {target}",
            "your own work could be in there, and a copy would replace it",
            "choose another folder, or add --force to replace them",
        )


def _some(names: list[str]) -> str:
    if len(names) == 1:
        return f"{names[0]} is"
    return f"{names[0]} and {len(names) - 1} more of its files are"


def workbook(directory: str | Path | None = None) -> Path:
    """Return the folder to work in, and fill it with the workbook when no notebook is there yet.

    Without a directory it is a copy: ``workbook`` beside the lessons of a checkout, which stay as
    they are; ``mlmetrics-workbook`` in the current folder for an installed package. Lessons that
    have come since, or were moved away, are added to it; none is ever written over.
    """
    if directory is None:
        target = CHECKOUT.with_name(OWN) if folder() == CHECKOUT else Path(COPY)
        _add_missing(target)
        return target
    target = Path(directory).expanduser()
    if not notebooks(target):
        copy(target)
    return target


def _add_missing(target: Path) -> None:
    source = folder()
    missing = [name for name in _for_learners(source) if not os.path.lexists(target / name)]
    _refuse_obstacles(target, missing)
    _write(source, target, missing)


def checked(repository: str) -> None:
    """Make sure that a repository is named as GitHub does it."""
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
    checked(repository)
    source = [
        "# Colab doesn't have the library of this workbook: this installs it.\n",
        INSTALL.format(repository=repository),
    ]

    def change(notebook: dict) -> dict:
        kept = cells.cleared(notebook) if clear else notebook
        return {**kept, "cells": [cells.code("install", source), *kept["cells"]]}

    return copy(target, force, change)


class Lesson(NamedTuple):
    """One lesson: its number, its title, and its file."""

    number: int
    title: str
    file: str


def all_lessons() -> list[Lesson]:
    """List the numbered lessons, in teaching order.

    Examples
    --------
    >>> all_lessons()[0].title
    'Start here'
    """
    return numbered(folder())


def numbered(place: Path) -> list[Lesson]:
    """List the numbered notebooks of a folder."""
    paths = sorted(place.glob("[0-9][0-9]-*.ipynb"))
    heads = [cells.sources(path, "markdown")[0].splitlines()[0] for path in paths]
    titles = [head.removeprefix("# ").partition(" · ")[0] for head in heads]
    start = folder()
    files = [path.relative_to(start).as_posix() for path in paths]
    return [Lesson(int(p.name[:2]), *of) for p, *of in zip(paths, titles, files, strict=True)]


def link(lesson: Lesson | None) -> str:
    """Write a link to a lesson, where there is one."""
    return f"[{lesson.number}]({lesson.file})" if lesson else ""
