"""Who is in a class: a CSV file with a line a student, whatever their names look like."""

import csv
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from ...core.errors import InputError

NAMES = ("name", "student", "姓名", "名字")
NUMBERS = ("id", "number", "student id", "student number", "学号", "學號")
LONGEST = 40  # letters of a name in the name of a file


@dataclass(frozen=True)
class Student:
    """One student of a class.

    Attributes
    ----------
    place : int
        The line in the roster, counted from 1: it tells two of one name apart.
    name : str
        As the roster has it.
    id : str
        A number of the school's, or nothing.
    """

    place: int
    name: str
    id: str = ""

    @property
    def file(self) -> str:
        """A name for files that every system takes: the place, and what can stay of the name.

        Examples
        --------
        >>> Student(7, "../Zoë O'Hara <b>").file, Student(12, "李 雷").file, Student(3, "=1+1").file
        ('007-Zoë-O-Hara-b', '012-李-雷', '003-1-1')
        """
        letters = re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", self.name)).strip("-")
        return f"{self.place:03d}-{letters[:LONGEST]}".rstrip("-")


def read_roster(path, encoding: str = "utf-8-sig") -> list[Student]:
    """Read a roster: a CSV file whose first line names its columns, one of them ``name``.

    Raises
    ------
    InputError
        If it can't be read, has no column of names, or no student.
    """
    try:
        with Path(path).open(encoding=encoding, newline="") as file:
            rows = [row for row in csv.reader(file) if any(cell.strip() for cell in row)]
    except (UnicodeDecodeError, csv.Error, LookupError) as error:
        raise InputError(
            f"{path} can't be read: {error}",
            f"it is read as CSV in {encoding}",
            "save it as CSV in UTF-8, or name its encoding: --encoding gb18030",
        ) from None
    name, number = _columns(path, rows[0] if rows else [])
    numbered = enumerate(rows[1:], 1)
    students = [Student(i, *_cells(path, i, row, name, number)) for i, row in numbered]
    if not students:
        raise InputError(f"{path} names nobody", "homework is for students", "add a line for each")
    return students


def _columns(path, head) -> tuple[int, int | None]:
    said = [cell.strip().casefold() for cell in head]
    name, number = (_place(said, names) for names in (NAMES, NUMBERS))
    if name is None:
        raise InputError(
            f"{path} has the columns {', '.join(said) or 'of nothing'}",
            "its first line has to say where the names are",
            f"call a column {NAMES[0]} (and, if you like, another {NUMBERS[0]})",
        )
    return name, number


def _place(said: list[str], names) -> int | None:
    return next((i for i, cell in enumerate(said) if cell in names), None)


def _cells(path, line: int, row, name: int, number: int | None) -> tuple[str, str]:
    cells = dict(enumerate(" ".join(cell.split()) for cell in row))
    if not cells.get(name):
        raise InputError(
            f"{path}: the {line}. student has no name", f"the line is {row}", "add one, or drop it"
        )
    return cells[name], cells.get(number, "")
