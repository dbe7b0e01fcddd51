"""Files too large for memory, for a command: counted chunk by chunk, and no sample is kept."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import NamedTuple

from ..core import arrow_files
from ..core.errors import InputError
from ..core.escaping import printable
from ..core.textfile import PACKED
from ..metrics.chunks import Chunks
from ..metrics.sweep import Sweep, sweep
from .score_files import STDIN, how_written
from .table_files import Source, Wanted, all_there

LARGE = 200_000_000  # bytes of a text
SHRUNK = 4  # so many times as much does a file hold that is packed, or Parquet
MEGA = 1_000_000


class Counted(NamedTuple):
    """The counts of a file at every threshold, and the label of its positive class."""

    sweep: Sweep
    positive: object


def counted(arguments: argparse.Namespace, needed: Sequence[str] = ()) -> Counted | None:
    """Count a file chunk by chunk, where that is asked for, or else where it is large.

    Parameters
    ----------
    arguments : argparse.Namespace
        What was typed; ``resolution`` asks for it.
    needed : sequence of str
        Options that can be met only with all samples in memory: with one of them, no large file is
        counted in this way.

    Returns
    -------
    Counted or None
        None for a file whose samples are to be read.
    """
    bits = arguments.resolution
    if bits is None and (_takes_samples(arguments, needed) or not _is_large(arguments.file)):
        return None
    if arguments.file == STDIN:
        raise InputError(
            f"--resolution {bits} for standard input",
            "a file is counted chunk by chunk to spare memory, and this one can't be sought in",
            "write it to a file, and name that; or leave --resolution out",
        )
    given = _chunks(arguments)
    size = f" has {os.path.getsize(arguments.file) / MEGA:,.0f} MB, and" if bits is None else ""
    said = f"{arguments.file}{size} is counted chunk by chunk: its counts are kept, its samples not"
    print(printable(said), file=sys.stderr)
    swept = sweep(given, resolution=bits, progress=None if sys.stderr.isatty() else False)
    return Counted(swept, 1 if arguments.positive is None else arguments.positive)


def _takes_samples(arguments: argparse.Namespace, needed: Sequence[str]) -> bool:
    """Tell whether something is asked for that takes samples, or more than one column of scores."""
    asked = any(getattr(arguments, name) != arguments.usual(name) for name in needed)
    return asked or arguments.example is not None or "," in arguments.score


def _is_large(file: str) -> bool:
    """Tell whether a file is too large to be read at once, and there is another way."""
    if file == STDIN or find_spec("pyarrow") is None:
        return False
    with open(file, "rb") as opened:
        packed = opened.read(len(arrow_files.MARK)).startswith((PACKED, arrow_files.MARK))
    return os.path.getsize(file) * (SHRUNK if packed else 1) > LARGE


def _chunks(arguments: argparse.Namespace) -> Chunks:
    """Open the file; what is missing is told by the option that names it."""
    how = how_written(arguments)
    table = arrow_files.opened(arguments.file, how.encoding, how.delimiter)
    columns = {name: getattr(arguments, name) for name in ("label", "score", "weight")}
    wanted = [Wanted(f"--{name}", column, "") for name, column in columns.items() if column]
    all_there(Source(table.name, table.header, table.blocks, "row", ()), wanted)
    return Chunks(arguments.file, *columns.values(), arguments.positive, rest=True, **how._asdict())
