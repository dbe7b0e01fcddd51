"""Tables in files that may be larger than memory: CSV and Parquet, read block by block by pyarrow.

Of a text only the header is read here by our own reader, so that both find the same columns; of the
cells, pyarrow makes texts, and what a text means is left to whoever asked for it.
"""

import gzip
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from os import PathLike
from typing import Any, BinaryIO, Protocol

from . import textfile
from .delimited import AUTO, Delimited, listed
from .errors import InputError, MetricError
from .inputs import short

MARK = b"PAR1"
BEGINNING = 2**20  # bytes of a text that tell its encoding and its columns
BLOCK = 2**20  # bytes of a text that are divided at once
INSTALL = "pip install 'mlmetrics-edu[parquet]'"
TEXT = "save the file as CSV in UTF-8"


class ArrowTable(Protocol):
    """A table that is gone through block by block, and knows how far that has come.

    Attributes
    ----------
    name : str
        What to call it in an error.
    header : list of str
        The names of its columns.
    size, done : int
        How long it is, and how much of that has been read.
    unit : str
        What these count.
    delimiter : str or None
        What divides the columns of a text.
    """

    name: str
    header: Sequence[str]
    size: int
    done: int
    unit: str
    delimiter: str | None

    def blocks(self, names: Sequence[str], rows: int) -> Iterator[list[Any]]:
        """Give some columns as arrays of pyarrow, so many rows at once, or fewer."""


def opened(
    path: str | PathLike[str], encoding: str = AUTO, delimiter: str = AUTO
) -> "TextTable | ParquetTable":
    """Open a file, and find out what it is.

    Raises
    ------
    MetricError
        If it can't be read, or pyarrow isn't installed.
    """
    if not isinstance(path, (str, PathLike)) or "\0" in (name := str(path)):
        raise InputError(
            f"source={short(path)}",
            "it is the name of a file",
            'pass a text or a pathlib.Path, such as "scores.csv"',
        )
    library(name)
    with _there(name), open(path, "rb") as file:
        parquet = file.read(len(MARK)) == MARK
    return ParquetTable(path, name) if parquet else TextTable(path, encoding, delimiter)


def library(name: str) -> None:
    """Make sure that pyarrow is here to read a file.

    Raises
    ------
    MetricError
        If it isn't, with what to type.
    """
    try:
        import pyarrow  # noqa: F401
    except ImportError:
        raise MetricError(
            f"{name} can't be read here",
            "pyarrow isn't installed, which reads Parquet, and tables larger than memory",
            f"type: {INSTALL}",
        ) from None


class ParquetTable:
    """A table in Parquet: in a file, or in memory as a reader of pyarrow."""

    unit, delimiter = " rows", None

    def __init__(self, source, name: str):
        from pyarrow import parquet

        self.name, self.done = name, 0
        # Neither is a group of rows read ahead, nor is the whole of a column held as it is stored.
        self._source, self._how = source, {"pre_buffer": False, "buffer_size": BEGINNING}
        with _there(name), _whole(name):
            file = parquet.ParquetFile(source, **self._how)
            self.header, self.size = file.schema_arrow.names, file.metadata.num_rows

    def blocks(self, names: Sequence[str], rows: int) -> Iterator[list[Any]]:
        """Give some columns as arrays of pyarrow, so many rows at once, or fewer."""
        from pyarrow import parquet

        self.done = 0
        with _there(self.name), _whole(self.name):
            file = parquet.ParquetFile(self._source, **self._how)
            for batch in file.iter_batches(rows, columns=list(dict.fromkeys(names))):
                self.done += len(batch)
                if len(batch):
                    yield [batch.column(name) for name in names]


@contextmanager
def _whole(name: str) -> Iterator[None]:
    """Say of a damaged file that it is one."""
    from pyarrow import ArrowException

    try:
        yield
    except FileNotFoundError:
        raise
    except (ArrowException, OSError, UnicodeDecodeError) as error:
        raise InputError(
            f"{name} is a Parquet file, and can't be read",
            f"it is damaged, or of an unknown kind: {str(error)[:60]}",
            "write or download the file again, completely",
        ) from None


class TextTable:
    """A table in text, packed by gzip or not: its cells are texts, those without letters missing.

    Parameters
    ----------
    path : str or pathlib.Path
    encoding, delimiter : str
        How it is written; ``"auto"``: as the file itself tells.
    """

    unit = "B"

    def __init__(self, path: str | PathLike[str], encoding: str = AUTO, delimiter: str = AUTO):
        self._path, self.name, self.done = path, str(path), 0
        with _there(self.name):
            self.size = os.stat(path).st_size
            beginning = _beginning(path, self.name)
        text = textfile.opened(beginning, self.name, TEXT, encoding)
        kind = textfile.other_kind(text.beginning)
        if kind:
            raise InputError(
                f"{self.name} holds {kind}",
                "a table is divided into lines and columns",
                "save it as CSV, with a line for each sample",
            )
        table = Delimited(text.lines(), self.name, delimiter)
        self.header, self.delimiter = table.header, table.delimiter
        self._width, self._above = table.width, table.lines_read
        self._encoding = "utf8" if text.encoding.startswith("utf-8") else text.encoding
        # Nothing can stand below a header that the file ends with, and pyarrow stumbles over that.
        self._bare = len(list(islice(text.lines(), self._above + 1))) <= self._above

    def blocks(self, names: Sequence[str], rows: int) -> Iterator[list[Any]]:
        """Give some columns as arrays of pyarrow, so many rows at once, or fewer."""
        self.done = 0
        if self._bare:
            return
        places = [self.header.index(name) for name in names]
        unnamed = range(len(self.header), self._width)
        first, wrong = 1, []
        with _there(self.name), self._divided(wrong), _unchanged(self._path, self.name):
            for batch in self._batches([*places, *unnamed], wrong):
                self._need_names(batch, unnamed, first)
                for start in range(0, len(batch), rows):
                    part = batch.slice(start, rows)
                    yield [part.column(str(place)) for place in places]
                first += len(batch)

    def _batches(self, places: Iterable[int], wrong: list) -> Iterator[Any]:
        import pyarrow as pa
        from pyarrow import csv

        def note(row) -> str:
            wrong.append(row)
            return "error"

        columns = [str(place) for place in range(self._width)]
        asked = list(dict.fromkeys(map(str, places)))
        reading = csv.ReadOptions(
            use_threads=False,  # they would gain nothing here, and lose the numbers of the rows
            block_size=BLOCK,
            skip_rows=self._above,
            column_names=columns,
            encoding=self._encoding,
        )
        parsing = csv.ParseOptions(
            delimiter=self.delimiter, newlines_in_values=True, invalid_row_handler=note
        )
        converting = csv.ConvertOptions(
            include_columns=asked,
            column_types=dict.fromkeys(asked, pa.string()),
            null_values=[""],
            strings_can_be_null=True,
        )
        with pa.OSFile(os.fspath(self._path)) as file:
            packed = file.read(len(textfile.PACKED)) == textfile.PACKED
            file.seek(0)
            stream = pa.CompressedInputStream(file, "gzip") if packed else file
            for batch in csv.open_csv(stream, reading, parsing, converting):
                self.done = file.tell()
                yield batch

    @contextmanager
    def _divided(self, wrong: list) -> Iterator[None]:
        """Say of what can't be divided into cells what is wrong with it."""
        from pyarrow import ArrowException

        try:
            yield
        except UnicodeDecodeError as error:
            raise self._unread(f"it isn't written in {self._encoding}: {error.reason}") from None
        except ArrowException as error:
            if wrong:
                raise self._other_width(wrong[0]) from None
            raise self._unread(f"pyarrow says: {str(error).splitlines()[0][:90]}") from None

    def _unread(self, why: str) -> InputError:
        return InputError(f"{self.name} can't be read", why, f"mend what is named; or {TEXT}")

    def _other_width(self, row) -> InputError:
        return InputError(
            f"{self.name}, row {row.number - self._above}: {short(row.text)} has "
            f"{row.actual_columns} value{'s' * (row.actual_columns != 1)}",
            f"the header has {row.expected_columns}: {listed(self.header)}",
            "mend the row; a value that holds the delimiter needs quotation marks",
        )

    def _need_names(self, batch, unnamed: range, first: int) -> None:
        """Refuse values in columns that have no name."""
        for place in unnamed:
            column = batch.column(str(place))
            if column.null_count < len(column):
                row = column.is_valid().index(True).as_py()
                raise InputError(
                    f"{self.name}, row {first + row}: {short(column[row].as_py())} stands in a "
                    "column without a name",
                    f"the header ends with a delimiter: {listed(self.header)}, and nothing",
                    "name that column; a surplus delimiter or a decimal comma moves values",
                )


def _beginning(path: str | PathLike[str], name: str) -> bytes:
    """Read whole lines from the beginning of a text, unpacked."""
    with open(path, "rb") as file:
        packed = file.read(len(textfile.PACKED)) == textfile.PACKED
        file.seek(0)
        start = _unpacked(file, name) if packed else file.read(BEGINNING)
    if len(start) < BEGINNING:
        return start
    if start.startswith(tuple(textfile.MARKS)):  # its letters may be several bytes wide
        return start
    return start[: start.rfind(b"\n") + 1] or start


def _unpacked(file: BinaryIO, name: str) -> bytes:
    try:
        return gzip.GzipFile(fileobj=file).read(BEGINNING)
    except textfile.DAMAGED as error:
        raise textfile.damaged(name, error) from None


@contextmanager
def _there(name: str) -> Iterator[None]:
    """Say of a file that can't be opened what the system says."""
    try:
        yield
    except OSError as error:
        raise InputError(
            f"{name} can't be read",
            f"the system says: {error.strerror or str(error)[:90]}",
            "check the name and the folder, that the file is whole, and that you may read it",
        ) from None


@contextmanager
def _unchanged(path: str | PathLike[str], name: str) -> Iterator[None]:
    """Notice a file that somebody wrote to while it was read: a part of it may be missing."""
    before = os.stat(path)
    yield
    after = os.stat(path)
    if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
        raise InputError(
            f"{name} was changed while it was read",
            f"it had {before.st_size:,} bytes at first, and has {after.st_size:,} now",
            "wait until it is written, and begin anew",
        )
