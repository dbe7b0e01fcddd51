"""What was asked and how it went: a small CSV file that a learner can read, and delete."""

import csv
import io
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from pathlib import Path

from ...core import saving, textfile
from ...core.delimited import Delimited
from ...core.errors import InputError, MetricError
from ...core.settings import short

RESULTS = ("right", "wrong", "shown")  # shown: the solution was looked at first
LONGEST = 18  # digits of a seed: practice counts them up from 1


@dataclass(frozen=True)
class Attempt:
    """One answer to one question, or one look at its solution.

    Attributes
    ----------
    exercise : str
        Its id.
    seed : int
        Its data.
    result : {"right", "wrong", "shown"}
        How it went.
    mistake : str
        The mistake by its name, where it is a known one.
    """

    exercise: str
    seed: int
    result: str
    mistake: str = ""


HEAD = [field.name for field in fields(Attempt)]


class Progress:
    """The attempts so far, in a file or (without one) in memory alone.

    Parameters
    ----------
    path : path or None
        Where to keep them. The file is made with the first attempt; delete it to start anew.

    Raises
    ------
    MetricError
        If the file is there and holds something else. It is left as it is.
    """

    def __init__(self, path=None):
        self.path = None if path is None else saving.path_of(path)
        self.attempts: list[Attempt] = [] if self.path is None else _read(self.path)

    def add(self, attempt: Attempt) -> None:
        """Remember an attempt."""
        if self.path is not None:
            # What is there is read anew: another notebook may have added to it meanwhile.
            kept = _content(self.path)
            rows = [astuple(attempt)] if kept else [HEAD, astuple(attempt)]
            ended = kept if kept.endswith(b"\n") or not kept else kept + b"\r\n"
            saving.write(self.path, ended + _as_lines(rows))
        self.attempts.append(attempt)

    @property
    def first_tries(self) -> list[Attempt]:
        """The first attempt at each question: it alone tells what somebody can do."""
        firsts: dict = {}
        for attempt in self.attempts:
            firsts.setdefault((attempt.exercise, attempt.seed), attempt)
        return list(firsts.values())


def _as_lines(rows: Sequence[Sequence]) -> bytes:
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue().encode("utf-8")


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise MetricError(
            f"{short(str(path))} can't be read",
            f"the system says: {error.strerror}",
            "name another file to keep your progress in, or None to keep none",
        ) from None


def _read(path: Path) -> list[Attempt]:
    content = _content(path)
    if not content:
        return []
    try:
        text = textfile.decoded(content, str(path), "save it as UTF-8")
        table = Delimited(text, str(path))
        if table.header != HEAD:
            raise _foreign(path, f"its first line isn't {','.join(HEAD)}")
        columns, lines = table.columns(HEAD)
    except InputError as error:
        raise _foreign(path, f"it can't be read: {error.what}") from None
    rows = zip(*columns, strict=True)
    return [_attempt(path, line, row) for line, row in zip(lines, rows, strict=True)]


def _attempt(path: Path, line: int, row: Sequence[str]) -> Attempt:
    if not (row[1].isdecimal() and len(row[1]) <= LONGEST and row[2] in RESULTS):
        raise _foreign(path, f"line {line} is {short(','.join(row))}")
    return Attempt(row[0], int(row[1]), row[2], row[3])


def _foreign(path: Path, why: str) -> MetricError:
    return MetricError(
        f"{path} isn't a record of practice",
        why,
        "name another file; or delete this one, if it is an old record",
    )
