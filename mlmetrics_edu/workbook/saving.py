"""Writing text into a file: never over another one unasked, and whole or not at all."""

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from ..core.errors import MetricError


def target(name, endings: Iterable[str], force: bool) -> Path:
    """Check, before any work, that a file of these endings may be written there."""
    path = Path(name)
    if path.suffix.lower() not in endings:
        raise MetricError(
            f"writing to {name}", "the ending says how to write", f"use one of {', '.join(endings)}"
        )
    if path.exists() and not force:
        raise MetricError(
            f"{name} is there already",
            "it would be lost",
            "add --force (in Python: force=True), or choose another name",
        )
    if not path.parent.is_dir():
        raise MetricError(
            f"writing to {name}",
            f"there is no folder {path.parent}",
            "make it first, or choose another",
        )
    return path


def write(path: Path, text: str) -> None:
    """Write a whole file or none: what was there before stays until the new one is complete."""
    new = tempfile.NamedTemporaryFile(  # noqa: SIM115 - it is closed before it takes its place
        "w", encoding="utf-8", newline="\n", dir=path.parent, delete=False
    )
    try:
        with new:
            new.write(text)
        os.chmod(new.name, 0o644)
        os.replace(new.name, path)
    finally:
        Path(new.name).unlink(missing_ok=True)
