"""Tables in text, such as CSV: a header, and below it lines that have a cell for each name.

Each table of the package is read here, so that a comma too many never moves a value under another
name: a line that is wider or narrower than the header is refused, wherever it comes from.

The standard library's `csv` divides the lines. pandas would fill up a line that is too narrow and
make the first column of wide ones an index; it takes text after a closing quotation mark, doesn't
know in which line of the file a row begins, and isn't faster.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain, islice

import numpy as np

from . import digits
from .errors import InputError
from .inputs import short

DELIMITERS = ",;\t|"
AUTO = "auto"
ENDS = re.compile(r"\r\n|\r|\n")
BLOCK = 50_000  # lines that are divided at once: more would only take more memory
CALLED = {"tab": "\t", "\\t": "\t"}
BLANKS = DELIMITERS + '" \r\n'
UNFIT = '"\r\n\0.+-'  # they stand around texts and in numbers
STUMBLES = {
    "unexpected end of data": "a quotation mark is opened there, and never closed",
    "field larger than field limit": "a quotation mark seems to be opened there, and never closed",
    "expected after": "a closing quotation mark is followed by something else than a delimiter",
}


class Delimited:
    """A text that is divided into cells; the header is read at once, the lines when asked for.

    Parameters
    ----------
    text : str or iterable of str
        All of it, or line by line.
    name : str
        What to call the table in an error.
    delimiter : str
        A single sign, or ``"tab"``; ``"auto"``: the most frequent one of the first line.

    Attributes
    ----------
    header : list of str
        The names of the columns, without the blanks around them; a column may lack one.
    delimiter : str
        The sign.
    width : int
        How many cells a line has.
    lines_read : int
        How many lines there are down to the header.

    Raises
    ------
    InputError
        If there is no line, or the delimiter can't be one.

    Examples
    --------
    >>> table = Delimited("label;score\\n1;0.9\\n\\n0;0.4", "a.csv", ";")
    >>> table.header, *table.columns(["score"])
    (['label', 'score'], [['0.9', '0.4']], [2, 4])
    """

    def __init__(self, text: str | Iterable[str], name: str, delimiter: str = ","):
        self.name = name
        lines = iter(io.StringIO(text, newline="") if isinstance(text, str) else text)
        if delimiter == AUTO:
            delimiter, lines = _sniffed(lines)
        self.delimiter = _sign(delimiter)
        self._reader = csv.reader(lines, delimiter=self.delimiter, strict=True)
        self._line, first = next(self._rows(1), (1, []))
        self.width = len(first)
        self.lines_read = self._reader.line_num
        self.header = _trimmed([cell.strip() for cell in first])
        if not self.header:
            raise InputError(
                f"{name} is empty",
                "its first line has to name the columns",
                "check that the right file is meant",
            )

    def _rows(self, block: int = BLOCK) -> Iterator[tuple[int, list[str]]]:
        """Give the lines that aren't blank, each with its number."""
        for lines, rows in self._divided(block):
            yield from (pair for pair in zip(lines, rows, strict=True) if any(pair[1]))

    def _divided(self, block: int) -> Iterator[tuple[Sequence[int], list[list[str]]]]:
        """Divide the lines, block by block, each with its number: where a row begins."""
        while True:
            rows: list[list[str]] = []
            first = self._reader.line_num + 1
            try:
                rows.extend(islice(self._reader, block))
            except csv.Error as error:  # the rows before it are there
                *lines, wrong = _numbered(first, rows)
                yield lines, rows
                raise self._undivided(wrong, error) from None
            if not rows:
                return
            whole = self._reader.line_num + 1 - first == len(rows)
            yield range(first, first + len(rows)) if whole else _numbered(first, rows)[:-1], rows

    def _undivided(self, line: int, error: csv.Error) -> InputError:
        return InputError(
            f"{self.name}, line {line}: the table can't be read",
            next((why for key, why in STUMBLES.items() if key in str(error)), str(error)),
            "mend the line; quotes have to be closed, and a quote within quotes is doubled",
        )

    def unlike(self) -> None:
        """Make sure that each column has a name of its own.

        Raises
        ------
        InputError
            If a name is there twice.
        """
        counted = dict.fromkeys(self.header, 0)
        for column in self.header:
            counted[column] += bool(column)
        twice = sorted(short(column) for column, times in counted.items() if times > 1)
        if twice:
            raise InputError(
                f"{self.name}, line {self._line}: the header has {digits.listing(twice)} twice",
                "columns are found by their names",
                "give each column a name of its own",
            )

    def columns(self, names: Sequence[str]) -> tuple[list[list[str]], list[int]]:
        """Read all lines, and give the cells of some columns, and the number of each line.

        Lines that are blank are left out.

        Raises
        ------
        InputError
            If a line is wider or narrower than the header, or can't be divided.
        """
        columns: list[list[str]] = [[] for _ in names]
        numbers: list[int] = []
        for lines, *cells in self.blocks(names):
            numbers += lines
            for column, more in zip(columns, cells, strict=True):
                column += more
        return columns, numbers

    def blocks(self, names: Sequence[str], block: int = BLOCK) -> Iterator[list[list]]:
        """Give, block by block, the numbers of the lines, and the cells of some columns.

        Raises
        ------
        InputError
            As :meth:`columns` does, when the line is reached.
        """
        places = [self.header.index(name) for name in names]
        last = len(self.header)  # columns beyond have no name, and no values
        for lines, rows in self._divided(block):
            if not all(map(any, rows)):
                filled = [row for row, cells in enumerate(rows) if any(cells)]
                lines, rows = [lines[row] for row in filled], [rows[row] for row in filled]
            if {*map(len, rows)} - {self.width}:
                raise next(self._other_widths(lines, rows))
            if last < self.width:
                self._need_names(lines, rows, last)
            if rows:
                yield [lines, *([row[place] for row in rows] for place in places)]

    def _need_names(self, lines: Sequence[int], rows: list[list[str]], last: int) -> None:
        """Refuse values in columns that have no name."""
        for line, row in zip(lines, rows, strict=True):
            cell = next(filter(str.strip, row[last:]), None)
            if cell is not None:
                raise self._unnamed(line, cell)

    def _other_widths(self, lines: Sequence[int], rows: list) -> Iterator[InputError]:
        """Say of each line that is wider or narrower than the header what is wrong with it."""
        for line, row in zip(lines, rows, strict=True):
            if len(row) != self.width:
                yield self._other_width(line, row)

    def _other_width(self, line: int, row: list[str]) -> InputError:
        surplus = self.delimiter == "," and len(row) > self.width
        comma = ", and a decimal comma has to be a point" if surplus else ""
        return InputError(
            f"{self.name}, line {line}: {short(' | '.join(row[:40]))} has {_values(len(row))}",
            f"the header has {self.width}: {listed(self.header)}",
            f"mend the line; a value that holds the delimiter needs quotation marks{comma}",
        )

    def _unnamed(self, line: int, cell: str) -> InputError:
        return InputError(
            f"{self.name}, line {line}: {short(cell)} stands in a column without a name",
            f"the header ends with a delimiter: {listed(self.header)}, and nothing",
            "name that column, if it is one; a surplus delimiter or a decimal comma moves values",
        )


def _numbered(first: int, rows: list[list[str]]) -> list[int]:
    """Tell in which line each row begins, and the one after them: a cell may hold several lines."""
    lengths = (1 + sum(len(ENDS.findall(cell)) for cell in row) for row in rows)
    return list(accumulate(lengths, initial=first))


def _sign(delimiter: str) -> str:
    """Check that cells can be divided by a sign."""
    sign = CALLED.get(delimiter, delimiter)
    if (
        len(sign) != 1
        or sign.isalnum()
        or sign in UNFIT
        or not (sign.isprintable() or sign == "\t")
    ):
        raise InputError(
            f"the delimiter {short(delimiter)}",
            "columns are divided by one sign that stands in no number and isn't a letter",
            "use a comma, ';', '|' or the word tab",
        )
    return sign


def _trimmed(header: list[str]) -> list[str]:
    """Leave out names at the end that are empty: lines may end with a delimiter."""
    return header[: max((place for place, name in enumerate(header, 1) if name), default=0)]


def _values(number: int) -> str:
    return f"{number} value{'s' * (number != 1)}"


def listed(names: Iterable, limit: int = 12) -> str:
    """List the names of columns, none of them endless.

    Examples
    --------
    >>> listed(["label", "x" * 99], limit=1)
    "'label', … (1 more)"
    """
    return digits.listing([short(name) for name in names], limit)


def _sniffed(lines: Iterator[str]) -> tuple[str, Iterator[str]]:
    """Guess the delimiter from the first line that names something, and take no line away."""
    read: list[str] = []
    for line in lines:
        read.append(line)
        if line.strip(BLANKS):
            break
    return delimiter_of("".join(read)), chain(read, lines)


def delimiter_of(text: str) -> str:
    """Guess by which sign a table is divided: the most frequent one of its first line.

    Where a comma is as frequent as another sign, it stands in the names.

    Examples
    --------
    >>> delimiter_of('"name, first";id\\n'), delimiter_of("name")
    (';', ',')
    """
    first = next((line for line in io.StringIO(text) if line.strip(BLANKS)), "")
    outside = "".join(first.split('"')[::2])
    others = max(DELIMITERS[1:], key=outside.count)
    return others if outside.count(others) >= max(outside.count(","), 1) else ","


def floats(texts: Sequence[str]) -> np.ndarray | None:
    """Convert texts to numbers; None where one isn't written as a number.

    Examples
    --------
    >>> floats(["1", " .5 "]), floats(["1_000"]), floats(["0,5"])
    (array([1. , 0.5]), None, None)
    """
    try:
        numbers = np.fromiter(map(float, texts), np.float64, len(texts))
    except ValueError:
        return None
    return None if any("_" in text for text in texts) else numbers
