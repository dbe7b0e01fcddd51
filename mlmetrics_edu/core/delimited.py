"""Tables in text, such as CSV: a header, and below it lines that have a cell for each name.

Each table of the package is read here, so that a comma too many never moves a value under another
name: a line that is wider or narrower than the header is refused, wherever it comes from.

The standard library's `csv` divides the lines. pandas would fill up a line that is too narrow and
make the first column of wide ones an index; it takes text after a closing quotation mark, doesn't
know in which line of the file a row begins, and isn't faster.
"""

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from . import digits
from .errors import InputError
from .settings import short

DELIMITERS = ",;\t|"
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
    text : str
    name : str
        What to call the table in an error.
    delimiter : str
        A single sign, or ``"tab"``.

    Attributes
    ----------
    header : list of str
        The names of the columns, without the blanks around them; a column may lack one.

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

    def __init__(self, text: str, name: str, delimiter: str = ","):
        self.name, self.delimiter = name, _sign(delimiter)
        self._rows = self._divided(text)
        self._line, first = next(self._rows, (1, []))
        self._width = len(first)
        self.header = _trimmed([cell.strip() for cell in first])
        if not self.header:
            raise InputError(
                f"{name} is empty",
                "its first line has to name the columns",
                "check that the right file is meant",
            )

    def _divided(self, text: str) -> Iterator[tuple[int, list[str]]]:
        """Divide the lines that aren't blank, each with its number: where a row begins."""
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=self.delimiter, strict=True)
        line = 1
        try:
            for row in reader:
                if any(row):
                    yield line, row
                line = reader.line_num + 1
        except csv.Error as error:
            raise InputError(
                f"{self.name}, line {line}: the table can't be read",
                next((why for key, why in STUMBLES.items() if key in str(error)), str(error)),
                "mend the line; quotes have to be closed, and a quote within quotes is doubled",
            ) from None

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
        cells = [(self.header.index(name), []) for name in names]
        lines: list[int] = []
        last = len(self.header)  # columns beyond have no name, and no values
        for line, row in self._rows:
            if len(row) != self._width:
                raise self._other_width(line, row)
            if last < self._width and "".join(row[last:]).strip():
                raise self._unnamed(line, next(filter(str.strip, row[last:])))
            lines.append(line)
            for place, column in cells:
                column.append(row[place])
        return [column for _, column in cells], lines

    def _other_width(self, line: int, row: list[str]) -> InputError:
        surplus = self.delimiter == "," and len(row) > self._width
        comma = ", and a decimal comma has to be a point" if surplus else ""
        return InputError(
            f"{self.name}, line {line}: {short(' | '.join(row[:40]))} has {_values(len(row))}",
            f"the header has {self._width}: {listed(self.header)}",
            f"mend the line; a value that holds the delimiter needs quotation marks{comma}",
        )

    def _unnamed(self, line: int, cell: str) -> InputError:
        return InputError(
            f"{self.name}, line {line}: {short(cell)} stands in a column without a name",
            f"the header ends with a delimiter: {listed(self.header)}, and nothing",
            "name that column, if it is one; a surplus delimiter or a decimal comma moves values",
        )


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


def delimiter_of(text: str) -> str:
    """Guess by which sign a table is divided: the most frequent one of its first line.

    Examples
    --------
    >>> delimiter_of('"name, first";id\\n'), delimiter_of("name")
    (';', ',')
    """
    first = next((line for line in io.StringIO(text) if line.strip(BLANKS)), "")
    outside = "".join(first.split('"')[::2])
    return max(DELIMITERS, key=outside.count)


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
