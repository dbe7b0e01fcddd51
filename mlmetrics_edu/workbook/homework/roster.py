"""Who is in a class: a CSV file with a line a student, whatever their names look like."""

import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from ...core import textfile
from ...core.delimited import Delimited, delimiter_of, listed
from ...core.errors import InputError

NAMES = ("name", "student", "姓名", "名字")
NUMBERS = ("id", "number", "student id", "student number", "学号", "學號")
ENCODING = "save it as CSV in UTF-8, or name its encoding: --encoding gb18030"
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


def read_roster(path, encoding: str = textfile.USUAL) -> list[Student]:
    """Read a roster: a CSV file whose first line names its columns, one of them ``name``.

    Raises
    ------
    InputError
        If it can't be read, has no column of names, or no student.
    """
    text = textfile.decoded(Path(path).read_bytes(), str(path), ENCODING, encoding)
    table = Delimited(text, str(path), delimiter_of(text))
    table.unlike()
    cells, lines = table.columns(_columns(path, table.header))
    if not lines:
        raise InputError(f"{path} names nobody", "homework is for students", "add a line for each")
    plain = [[" ".join(cell.split()) for cell in column] for column in cells]
    if "" in plain[0]:
        place = plain[0].index("") + 1
        raise InputError(
            f"{path}, line {lines[place - 1]}: the {place}. student has no name",
            "each notebook is written for somebody",
            "add the name, or leave the line out",
        )
    return [Student(place, *told) for place, told in enumerate(zip(*plain, strict=True), 1)]


def _columns(path, header: list[str]) -> list[str]:
    """Find the column of names, and that of numbers, if there is one."""
    known: dict[str, list[str]] = {}
    for name in header:
        known.setdefault(name.casefold(), []).append(name)
    names, numbers = (next(filter(None, map(known.get, those)), []) for those in (NAMES, NUMBERS))
    if max(len(names), len(numbers)) > 1:
        raise InputError(
            f"{path} has the columns {listed(max(names, numbers, key=len))}",
            "only one of them can be it",
            "give each column a name of its own",
        )
    if not names:
        raise InputError(
            f"{path} has the columns {listed(header)}",
            "its first line has to say where the names are",
            f"call a column {NAMES[0]} (and, if you like, another {NUMBERS[0]})",
        )
    return names + numbers
