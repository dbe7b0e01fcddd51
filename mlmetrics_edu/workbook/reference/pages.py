"""What lies beside the lessons: glossary, conventions, links, and notebooks of exercises."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlencode

from ...core import saving
from ...core.errors import InputError
from ..cells import code, notebook, sources, text
from ..exercises.registry import TOPICS, exercises, find
from ..lessons import Lesson, all_lessons, checked
from . import glossary

PAGES: dict[str, Callable[[], str]] = {
    "glossary.md": glossary.page,
    "conventions.md": glossary.conventions_page,
}
SITES = {
    "Colab": "https://colab.research.google.com/github/{repository}/blob/{branch}/notebooks/{file}",
    "Binder": "https://mybinder.org/v2/gh/{repository}/{branch}?urlpath=lab/tree/notebooks/{file}",
}
HUB = "JupyterHub"
PICTURES = {
    "Colab": "https://colab.research.google.com/assets/colab-badge.svg",
    "Binder": "https://mybinder.org/badge_logo.svg",
}
FOLDER = "exercises"
SEED = 1
HOW = (
    'Type each answer in the place of `...`: a number such as `0.571`, `"4/7"` or `"57.1 %"`, a '
    "letter, a list, as asked. A blank is fine. A wrong answer is told which mistake gives it, if "
    "it is a known one; `q1.hint()` helps, and `q1.solution()` shows the working."
)
DIFFERS = "goes on where you stopped, so it asks something else each time"
MORE = (
    "## More\n\nAnother `seed` draws other data. Or practise: each question comes on fresh data, "
    "harder as you succeed, and what went wrong comes back. `p.check(…)`, then `p.next()`; "
    "`p.trace()` shows how far you are. It is remembered in `mlmetrics-progress.csv` beside this "
    "notebook: read it, or delete it."
)


def write(folder: Path) -> None:
    """Write every page into the folder of the lessons."""
    saving.write_together({folder / name: page() for name, page in PAGES.items()})


def badges(
    repository: str, branch: str = "main", colab_branch: str = "colab", hub: str | None = None
) -> str:
    """Write a table of the lessons with a badge for each site, in Markdown.

    Parameters
    ----------
    repository : str
        As GitHub spells it: ``"owner/name"``.
    branch, colab_branch : str
        Where the lessons are, and where their copies for Colab are.
    hub : str, optional
        The address of a JupyterHub that has nbgitpuller; a column leads there.

    Returns
    -------
    str
    """
    checked(repository)
    if hub is not None:
        _check_address(hub)
    branches = {"Colab": colab_branch, "Binder": branch}
    rows = []
    for lesson in all_lessons():
        row = [f"[{lesson.number} · {lesson.title}](notebooks/{lesson.file})"]
        for site, address in SITES.items():
            target = address.format(repository=repository, branch=branches[site], file=lesson.file)
            row.append(f"[![{site}]({PICTURES[site]})]({target})")
        if hub is not None:
            row.append(f"[open]({pulled(hub, repository, branch, lesson.file)})")
        rows.append(row)
    sites = SITES if hub is None else [*SITES, HUB]
    return "\n".join(glossary.table(("lesson", *sites), rows))


def _check_address(hub: str) -> None:
    """Make sure that a link to a hub would lead somewhere."""
    if not re.fullmatch(r"https?://[\w.:/~-]+", hub):
        raise InputError(
            f"hub {hub!r}",
            "it isn't an address that a link can begin with",
            "copy what a browser shows on its first page: https://hub.example.org",
        )


def pulled(hub: str, repository: str, branch: str, file: str) -> str:
    """Give the link by which nbgitpuller brings the repository to a hub and opens a lesson.

    Examples
    --------
    >>> link = pulled("https://hub.example.org", "ann/book", "main", "00-start-here.ipynb")
    >>> link.replace("&", "?").split("?")[2]
    'urlpath=lab%2Ftree%2Fbook%2Fnotebooks%2F00-start-here.ipynb'
    """
    name = repository.partition("/")[2]
    asked = {
        "repo": f"https://github.com/{repository}",
        "urlpath": f"lab/tree/{name}/notebooks/{file}",
        "branch": branch,
    }
    return f"{hub.rstrip('/')}/hub/user-redirect/git-pull?{urlencode(asked)}"


def sheet_name(topic: str) -> str:
    """Name the file of a topic's exercises."""
    return f"{TOPICS[topic]:02d}-{topic}.ipynb"


def lessons_of(topic: str) -> list[Lesson]:
    """List the lessons that a topic's exercises belong to: mostly one."""
    numbers = {TOPICS[topic], *(find(id).lesson for id in exercises(topic))}
    return [lesson for lesson in all_lessons() if lesson.number in numbers]


def sheet_cells(topic: str) -> list[dict]:
    """Write the cells of a topic's exercises, without what they show."""
    lessons = lessons_of(topic)
    head = f"# Exercises · {' · '.join(lesson.title for lesson in lessons)}"
    where = " and ".join(f"[lesson {lesson.number}](../{lesson.file})" for lesson in lessons)
    written = [text("", f"{head}\n\nThe questions of {where}, on fresh data. {HOW}")]
    written.append(code("", "import mlmetrics_edu as mm", tags=["setup"]))
    for n, id in enumerate(exercises(topic), 1):
        written.append(code("", f'q{n} = mm.exercise("{id}", seed={SEED})\nq{n}'))
        written.append(code("", f"answer{n} = ...\nq{n}.check(answer{n})", tags=["exercise"]))
    go_on = f'p = mm.practice("{topic}")  # {DIFFERS}\np'
    written += [text("", MORE), code("", go_on, tags=["nbval-ignore-output"])]
    return [{**cell, "id": f"c{i:03d}"} for i, cell in enumerate(written, 1)]


def write_sheets(folder: Path) -> None:
    """Write the notebooks whose questions have changed into the folder of the lessons, not run."""
    paths = {topic: folder / FOLDER / sheet_name(topic) for topic in TOPICS}
    changed = {
        path: notebook(sheet_cells(topic))
        for topic, path in paths.items()
        if not path.exists() or sources(path) != [c["source"] for c in sheet_cells(topic)]
    }
    saving.write_together(changed)
