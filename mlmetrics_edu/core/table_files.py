"""Tables as other programs write them: CSV and its relatives, in many encodings.

A table is read as texts, and each row knows its line: what isn't sure is refused with that line. A
comma too many never moves a value under another name, no row is dropped, and no text becomes a
number that it may not be.

The standard library's `csv` divides the lines. pandas would fill up a line that is too narrow, make
the first column of wide ones an index, take text after a closing quotation mark, and it doesn't
know in which line of the file a row begins.
"""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import math
import re
import tomllib
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import numpy as np

from . import words
from .errors import InputError, short
from .inputs import EXACT_INTEGER

AUTO = "auto"
USUAL = "utf-8-sig"
ENCODING = "add --encoding gbk (Chinese Windows), latin-1 …, or save the file as UTF-8"

# From bytes to text.
PACKED, MARK = b"\x1f\x8b", "\ufeff"
MARKS = {  # UTF-32 first: its mark begins with that of UTF-16
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF8: "utf-8",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
BINARY = {
    b"PK\x03\x04": "a zip archive, such as an Excel workbook (.xlsx)",
    b"\xd0\xcf\x11\xe0": "an old Excel workbook (.xls)",
    b"PAR1": "a Parquet file",
    b"%PDF": "a PDF",
}
KINDS = {"JSON": re.compile(r'\s*(\{\s*["}]|\[\s*[\[{\]])'), "XML": re.compile(r"\s*<[?!a-zA-Z]")}
# Python calls these encodings too, but no file is written in them.
NO_ENCODINGS = ("idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape")
# What numbers and tables are made of: it stands for itself in each encoding that is guessed.
KEPT = b'0123456789+-.,;|%"\t\r\n'
OTHERS = bytes({*range(256)} - {*KEPT})
COMMON = 0.9  # of the foreign letters of a Chinese text, so many are among the frequent ones
# With which bytes the frequent letters and the punctuation begin.
FREQUENT = {
    "gb18030": {*range(0xA1, 0xA4), *range(0xB0, 0xD8)},
    "big5": {*range(0xA1, 0xC7)},
}


def unpacked(content: bytes, name: str) -> bytes:
    """Unpack what gzip has packed; everything else stays as it is."""
    if not content.startswith(PACKED):
        return content
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise InputError(
            f"{name} can't be read",
            f"it was packed by gzip, and is damaged: {str(error)[:60].lower()}",
            "write or download the file again, completely",
        ) from None


def decoded(content: bytes, name: str, advice: str, encoding: str = USUAL) -> str:
    """Read bytes as text. The mark at the beginning of a file decides, where there is one.

    Parameters
    ----------
    content : bytes
    name : str
        What to call the file in an error.
    advice : str
        How to say that it is written in something else.
    encoding : str
        How it is written, if it has no mark.

    Raises
    ------
    InputError
        If it is something else, with the line; or if there is no such encoding.

    Examples
    --------
    >>> decoded("score".encode("utf-16"), "a.csv", "save it as UTF-8")
    'score'
    """
    written = _written_in(content, name, encoding)
    try:
        text = content.decode(written)
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        called = written.removesuffix("-sig").upper()
        raise InputError(
            f"{name}, line {line}: the byte 0x{content[error.start]:02x} is no text",
            f"the file isn't written in {called}, so it can't be read",
            advice,
        ) from None
    return unmarked(text, name)


def unmarked(text: str, name: str) -> str:
    """Take what somebody else has decoded, without the marks at its beginning."""
    if "\0" in text:
        why = "it has bytes 0, as UTF-16 has without its mark"
        fix = "save it as CSV; or name the encoding, utf-16-le or utf-16-be, if it is one"
        raise InputError(f"{name} is not a plain text file", why, fix)
    return text.lstrip(MARK)


def toml(path: Path, wanted: str) -> dict:
    """Read a TOML file; ``wanted`` says what it should hold, for the error."""
    try:
        return tomllib.loads(decoded(path.read_bytes(), str(path), "save it as UTF-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(f"{path} can't be read", why, f"it is TOML: {wanted}") from None


def guessed(content: bytes) -> str | None:
    """Tell the encoding of some text without a mark by its bytes; None where nothing fits.

    UTF-8 tells itself: hardly any text in another encoding is valid by its rules. Of the others,
    those are tried that programs for Chinese and Western Europe write without saying so.

    Examples
    --------
    >>> guessed("准确率".encode()), guessed("准确率".encode("gbk")), guessed(b"0.9\\xff")
    ('utf-8', 'gb18030', None)
    >>> guessed("準確率".encode("big5")), guessed("Größe".encode("cp1252"))
    ('big5', 'cp1252')
    """
    with suppress(UnicodeDecodeError):
        content.decode()
        return "utf-8"
    shares = {name: _frequent(content, name) for name in FREQUENT}
    best = max(shares, key=shares.__getitem__)
    if shares[best] >= COMMON:
        return best
    filler = b"\xff" in content  # no text has it: in cp1252 it would be ÿ
    return None if filler or _foreign(content, "cp1252") is None else "cp1252"


def _frequent(content: bytes, encoding: str) -> float:
    """Tell which share of the foreign letters is frequent in the language of an encoding."""
    letters = [letter.encode(encoding) for letter in _foreign(content, encoding) or ""]
    second = 0xA0 if encoding == "gb18030" else 0
    common = [len(x) == 2 and x[0] in FREQUENT[encoding] and x[1] > second for x in letters]
    return sum(common) / max(len(common), 1)


def _foreign(content: bytes, encoding: str) -> str | None:
    """List the letters beyond ASCII; None where a digit or a comma would change."""
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        return None
    plain = text.encode("ascii", "ignore")
    if plain.translate(None, OTHERS) != content.translate(None, OTHERS):
        return None
    return "".join(letter for letter in text if letter > "\x7f")


def _written_in(content: bytes, name: str, encoding: str) -> str:
    """Tell the encoding: by the mark, or as it was named; the two must not contradict."""
    kind = next((kind for mark, kind in BINARY.items() if content.startswith(mark)), None)
    if kind:
        raise InputError(f"{name} is {kind}", "only text is read here", "save the table as CSV")
    asked = _known(encoding)
    marked = next((kind for mark, kind in MARKS.items() if content.startswith(mark)), None)
    if marked and asked != USUAL and not asked.startswith(marked):
        raise InputError(
            f"{name} begins with the mark of {marked.upper()}, but was said to be in {asked}",
            "read as something else, its text would change",
            "leave the encoding out: the mark tells it",
        )
    return marked or asked


def _known(encoding: str) -> str:
    with suppress(LookupError, ValueError):
        name = codecs.lookup(encoding).name
        "a".encode(name)  # fails where a codec makes no text, such as hex
        if name not in NO_ENCODINGS:
            return name
    raise InputError(
        f"the encoding {short(encoding)}",
        "no encoding has that name",
        "name another, such as utf-8, gbk or latin-1",
    )


def other_kind(text: str) -> str | None:
    """Name the kind of a text that is no table; None where it may be one.

    Examples
    --------
    >>> other_kind('{"images": []}'), other_kind("<html>"), other_kind("label,score")
    ('JSON', 'XML', None)
    """
    return next((kind for kind, begins in KINDS.items() if begins.match(text)), None)


# From text to cells.
DELIMITERS = ",;\t|"
BLANKS = DELIMITERS + '" \r\n'
UNFIT = '"\r\n\0.+-'  # they stand around texts and in numbers
CALLED = {"tab": "\t", "\\t": "\t"}
SIGNS = {"\t": "a tab", " ": "a blank"}
STUMBLES = {
    "unexpected end of data": "a quotation mark is opened there, and never closed",
    "field larger than field limit": "a quotation mark seems to be opened there, and never closed",
    "expected after": "a closing quotation mark is followed by something else than a delimiter",
}


@dataclass(frozen=True)
class Table:
    """A header, and rows of cells below it.

    Attributes
    ----------
    name : str
        What the file is called.
    header : list of str
        The names of the columns; one may lack it.
    rows : list of list of str
        The cells of each row.
    lines : list of int
        In which line of the file each row begins.
    delimiter : str
        What divides the columns.
    notes : tuple of str
        How it is written, as far as that isn't plain CSV in UTF-8.

    Examples
    --------
    >>> table = read("label;score\\n1;0,9\\n\\n0;0,4", "a.csv")
    >>> table.header, table.lines, table.column("label"), table.notes
    (['label', 'score'], [2, 4], ['1', '0'], ("columns divided by ';'",))
    >>> table.numbers(["score"])
    ({'score': array([0.9, 0.4])}, ('decimal commas in score',))
    """

    name: str
    header: list[str]
    rows: list[list[str]]
    lines: list[int]
    delimiter: str
    notes: tuple[str, ...] = ()

    def column(self, name: str) -> list[str]:
        """Take the cells of a column, without the blanks around them."""
        place = self.header.index(name)
        return [row[place].strip() for row in self.rows]

    def names(self, name: str) -> list[str]:
        """Take a column of texts in which none is missing."""
        texts = self.column(name)
        if "" in texts:
            self._refuse(name, texts, [not text for text in texts], *_reason(""))
        return texts

    def numbers(
        self, names: Iterable[str], decimal: str = AUTO
    ) -> tuple[dict[str, np.ndarray], tuple[str, ...]]:
        """Read columns of finite numbers; and say how they are written, where it isn't plain.

        One rule holds for all of them: where one number has a decimal comma, all have, and a point
        is none. Where each comma may as well set off thousands, no number is made.

        Raises
        ------
        InputError
            If a cell holds no number, or none that is sure; with its line.
        """
        texts = {name: self.column(name) for name in names}
        commas = {name for name, column in texts.items() if any(map(_has_comma, column))}
        comma = decimal == "comma" or (decimal == AUTO and bool(commas))
        values = {name: _values(column, comma) for name, column in texts.items()}
        for name, numbers in values.items():
            wrong = ~np.isfinite(numbers) | _rounded(texts[name], numbers)
            if wrong.any():
                self._refuse(name, texts[name], wrong, *_reason(texts[name][wrong.argmax()]))
        if decimal == AUTO and (comma or self.delimiter == ";"):
            self._need_sure(texts, *(("comma", ",") if comma else ("point", ".")))
        return values, tuple(f"decimal commas in {short(n)[1:-1]}" for n in texts if n in commas)

    def _need_sure(self, texts: dict, called: str, sign: str) -> None:
        """Refuse "1,234" (or "1.234") where no other number tells what its sign is."""
        signed = [cell for column in texts.values() for cell in column if sign in cell]
        if signed and all(map(THOUSANDS[sign].fullmatch, signed)):
            name = next(name for name, column in texts.items() if signed[0] in column)
            why = f"that may be {signed[0].replace(sign, '.')} (a decimal {called}) or "
            why += f"{signed[0].replace(sign, '')} (thousands)"
            fix = f"add --decimal {called} if it is the former; else take the {called}s out"
            self._refuse(name, texts[name], [sign in cell for cell in texts[name]], why, fix)

    def _refuse(self, name: str, texts: list[str], wrong, why: str, fix: str) -> NoReturn:
        """Name the first row that is wrong, and count the others."""
        rows = np.flatnonzero(wrong)
        text = texts[rows[0]]
        more = f" (and {len(rows) - 1:,} more such lines)" if len(rows) > 1 else ""
        given = short(text) if text else "empty"
        what = f"{self.name}, line {self.lines[rows[0]]}: {name} is {given}{more}"
        raise InputError(what, why, fix)


def read(content: bytes | str, name: str, encoding: str = AUTO, delimiter: str = AUTO) -> Table:
    """Read a table: a header, and below it rows that have a cell for each name.

    Parameters
    ----------
    content : bytes or str
        Of a file, perhaps packed by gzip; or text.
    name : str
        What to call it in an error.
    encoding, delimiter : str
        How it is written; ``"auto"``: as it tells itself. A delimiter is a single sign, or
        ``"tab"``; by default the most frequent one of the first line.

    Raises
    ------
    InputError
        If it is no table, or a row is wider or narrower than the header; with its line.
    """
    if isinstance(content, str):
        text, notes = unmarked(content, name), ()
    else:
        text, notes = _text(unpacked(content, name), name, encoding)
    kind = other_kind(text)
    if kind:
        why = "a table is divided into lines and columns"
        raise InputError(f"{name} holds {kind}", why, "save it as CSV, with a line for each sample")
    sign = _most_frequent(text) if delimiter == AUTO else _sign(delimiter)
    if delimiter == AUTO and sign != ",":
        notes += (f"columns divided by {SIGNS.get(sign, repr(sign))}",)
    (first, *lines), (top, *rows) = _divided(text, name, sign)
    header = _header(f"{name}, line {first}", top)
    unnamed = len(top) > len(header)
    for line, row in zip(lines, rows, strict=True):
        if len(row) != len(top) or (unnamed and any(map(str.strip, row[len(header) :]))):
            raise _unfit(f"{name}, line {line}", row, header, len(top), sign)
    return Table(name, header, rows, lines, sign, notes)


def _text(content: bytes, name: str, encoding: str) -> tuple[str, tuple[str, ...]]:
    """Decode a text; and say in which encoding, if that was guessed."""
    plain = b"\0" not in content and not content.startswith((*MARKS, *BINARY))
    found = guessed(content) if encoding == AUTO and plain else None
    note = f"read as {found.upper()} (--encoding names another)" if found else ""
    known = found or (USUAL if encoding == AUTO else encoding)
    return decoded(content, name, ENCODING, known), (note,) * (found not in (None, "utf-8"))


def _most_frequent(text: str) -> str:
    """Find the delimiter of the first line; a comma that is as frequent stands in the names."""
    first = next((line for line in io.StringIO(text) if line.strip(BLANKS)), "")
    outside = "".join(first.split('"')[::2])
    other = max(DELIMITERS[1:], key=outside.count)
    return other if outside.count(other) >= max(outside.count(","), 1) else ","


def _sign(delimiter: str) -> str:
    """Check that cells can be divided by a sign."""
    sign = CALLED.get(delimiter, delimiter)
    fit = len(sign) == 1 and not sign.isalnum() and sign not in UNFIT
    if not fit or not (sign.isprintable() or sign == "\t"):
        raise InputError(
            f"the delimiter {short(delimiter)}",
            "columns are divided by one sign that stands in no number and isn't a letter",
            "use a comma, ';', '|' or the word tab",
        )
    return sign


def _divided(text: str, name: str, sign: str) -> tuple[list[int], list[list[str]]]:
    """Divide a text into rows, without the blank ones; and tell in which line each begins."""
    lines, rows, line = [], [], 1
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=sign, strict=True, skipinitialspace=sign == " "
    )
    try:
        for row in reader:
            if any(row):
                lines.append(line)
                rows.append(row)
            line = reader.line_num + 1
    except csv.Error as error:
        raise InputError(
            f"{name}, line {line}: the table can't be read",
            next((why for key, why in STUMBLES.items() if key in str(error)), str(error)),
            "mend the line; quotes have to be closed, and a quote within quotes is doubled",
        ) from None
    if not any(cell.strip() for row in rows[:1] for cell in row):
        raise InputError(
            f"{name} is empty",
            "its first line has to name the columns",
            "check that the right file is meant",
        )
    return lines, rows


def _header(where: str, cells: list[str]) -> list[str]:
    """Read the names of the columns, without empty ones at the end; none is there twice."""
    names = [cell.strip() for cell in cells]
    counted = Counter(filter(None, names))
    twice = sorted(short(name) for name, times in counted.items() if times > 1)
    if twice:
        raise InputError(
            f"{where}: the header has {words.listing(twice)} twice",
            "columns are found by their names",
            "give each column a name of its own",
        )
    return names[: max(place for place, name in enumerate(names, 1) if name)]


def _unfit(where: str, row: list[str], header: list[str], width: int, sign: str) -> InputError:
    """Say what is wrong with a row that is wider or narrower, or has a value without a name."""
    if len(row) == width:
        surplus = next(filter(str.strip, row[len(header) :]))
        return InputError(
            f"{where}: {short(surplus)} stands in a column without a name",
            f"the header ends with a delimiter: {listed(header)}, and nothing",
            "name that column, if it is one; a surplus delimiter or a decimal comma moves values",
        )
    comma = ", and a decimal comma has to be a point" * (sign == "," and len(row) > width)
    return InputError(
        f"{where}: {short(' | '.join(row[:40]))} has {len(row)} value{'s' * (len(row) != 1)}",
        f"the header has {width}: {listed(header)}",
        f"mend the line; a value that holds the delimiter needs quotation marks{comma}",
    )


def listed(names: Iterable, limit: int = 12) -> str:
    """List the names of columns, none of them endless.

    Examples
    --------
    >>> listed(["label", "x" * 99], limit=1)
    "'label', … (1 more)"
    """
    return words.listing([short(name) for name in names], limit)


# From cells to numbers.
# One to three digits, and three after each sign: with a sign of thousands it looks the same.
THOUSANDS = {
    ",": re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+"),
    ".": re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}"),
}
REASONS = {  # how a cell is written of which no number is made: why, and what to do
    "": ("a sample without it can't be counted", "fill it in, or leave the line out"),
    r"[+-]?\d+": (
        "so large a whole number is rounded, and different ones would fall together",
        "use numbers below 2**53, or their ranks",
    ),
    r"[+-]?\d*[.,]\d*(e[+-]?\d+)?": (
        "with decimal points and commas in one table, no number is sure",
        "write all its numbers in one way",
    ),
    r"[+-]?\d*([.,]\d*)+": (
        "some of its signs may set off thousands, so it may be several numbers",
        "take out the signs between the thousands, throughout the column",
    ),
    "(?s).*": ("it isn't a finite number", "mend the line, or leave it out"),
}


def _reason(cell: str) -> tuple[str, str]:
    return next(REASONS[way] for way in REASONS if re.fullmatch(way, cell))


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
    return None if "_" in "".join(texts) else numbers


def _values(cells: list[str], comma: bool) -> np.ndarray:
    numbers = None if comma else floats(cells)
    return np.array([_value(cell, comma) for cell in cells]) if numbers is None else numbers


def _value(cell: str, comma: bool) -> float:
    if "_" in cell or (comma and "." in cell):
        return math.nan
    try:
        return float(cell.replace(",", ".") if comma else cell)
    except ValueError:
        return math.nan


def _has_comma(cell: str) -> bool:
    return "," in cell and math.isfinite(_value(cell, comma=True))


def _rounded(texts: list[str], values: np.ndarray) -> np.ndarray:
    """Tell whole numbers so large that different ones become the same float."""
    large = np.isfinite(values) & (np.abs(values) >= EXACT_INTEGER)
    for row in np.flatnonzero(large):
        large[row] = texts[row].lstrip("+-").isdecimal() and int(texts[row]) != int(values[row])
    return large
