"""The lessons: where they are, copies of them, what a notebook is made of, and a page.

Some copies are to work in. Others open in a browser, without an installation: Binder installs what
`.binder/` says; Colab knows nothing of this package, so its copies begin with a cell that installs
it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ..core import saving
from ..core.errors import InputError, MetricError, lines

PACKAGE = Path(__file__).resolve().parents[1]
PACKAGED = PACKAGE / "notebooks"  # there in an installed copy
CHECKOUT = PACKAGE.parent / "notebooks"  # there in a checkout
OWN = "workbook"  # a learner's copy, beside the lessons of a checkout
TEACHING = "teaching"  # notes for whoever gives a lesson, which a learner's copy leaves out
PROGRESS = "mlmetrics-progress.csv"  # what practice remembers, beside the lessons
COPY = "mlmetrics-workbook"  # … or in the current folder
INSTALL = '%pip install --quiet "mlmetrics-edu[lab] @ git+https://github.com/{repository}"'
DEEPER = "deeper"  # the folder of what is worth an hour more

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
        What is done with each notebook on the way, such as ``cleared``.

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
        contents[path] = as_json(change(json.loads(contents[path])))
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
        kept = cleared(notebook) if clear else notebook
        return {**kept, "cells": [code("install", source), *kept["cells"]]}

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
    heads = [sources(path, "markdown")[0].splitlines()[0] for path in paths]
    titles = [head.removeprefix("# ").partition(" · ")[0] for head in heads]
    start = folder()
    files = [path.relative_to(start).as_posix() for path in paths]
    return [Lesson(int(p.name[:2]), *of) for p, *of in zip(paths, titles, files, strict=True)]


def link(lesson: Lesson | None) -> str:
    """Write a link to a lesson, where there is one."""
    return f"[{lesson.number}]({lesson.file})" if lesson else ""


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


@cache
def template(package: str, name: str):
    """Find a template that lies beside the modules of a package."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader(package, "."),
        autoescape=True,
        finalize=_without_commands,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    return environment.get_template(name)


def _without_commands(value):
    """Take out of a text what turns a line round, or isn't allowed in a page."""
    return lines(value) if isinstance(value, str) and not hasattr(value, "__html__") else value
