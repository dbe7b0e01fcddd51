"""`mlmetrics-edu figures`: list, draw or check the gallery."""

import argparse
from pathlib import Path

from ...core import inputs
from ...core.escaping import lines
from ...plots.look import LANGUAGES, style
from . import files


def run(arguments: argparse.Namespace) -> int:
    """Do what was asked for; the exit status tells whether all is well."""
    folder, ids = Path(arguments.out).expanduser(), arguments.ids
    inputs.choice(arguments.language, LANGUAGES, "--language")
    formats = [inputs.choice(f, files.FORMATS, "--format") for f in arguments.format.split(",")]
    if arguments.list:
        return _list(ids, arguments.language)
    if arguments.check:
        return _check(folder, ids, formats[0])
    how = {"formats": formats, "language": arguments.language, "force": arguments.force}
    written = files.draw(folder, ids, **how)
    print(lines(f"{len(written)} files are in {folder}: open {folder / written[0].name}"))
    return 0


def _list(ids: list[str], language: str) -> int:
    with style(language=language):
        for figure in files.chosen(ids):
            print(f"{figure.id}: {figure.caption}")
    return 0


def _check(folder: Path, ids: list[str], form: str) -> int:
    found = files.drift(folder, ids, form)
    print(*(found or [f"{len(files.chosen(ids))} figures are as they were drawn"]), sep="\n")
    return 1 if found else 0
