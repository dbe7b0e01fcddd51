"""The pages beside the lessons: the glossary and the index of conventions."""

from collections.abc import Callable
from pathlib import Path

from ...core import saving
from . import conventions, glossary_page

PAGES: dict[str, Callable[[], str]] = {
    "glossary.md": glossary_page.page,
    "conventions.md": conventions.page,
}


def write(folder: Path) -> None:
    """Write every page into the folder of the lessons."""
    saving.write_together({folder / name: page() for name, page in PAGES.items()})
