"""Columns of somebody's table: from CSV and its relatives, packed or not, from Parquet, from stdin.

Only the columns that are asked for are kept, as numbers where they are numbers. How the file is
written is told by the file itself, and said wherever it isn't plain CSV in UTF-8.
"""

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ..core import arrow_files, textfile
from ..core.delimited import AUTO, BLOCK, DELIMITERS, Delimited, listed
from ..core.errors import InputError
from ..core.escaping import printable
from ..core.inputs import short
from ..core.numerals import STYLES, Numerals, Seen
from ..core.tqdm_bar import in_terminal

STDIN = "-"
ENCODING = "add --encoding gbk (Chinese Windows), latin-1 …, or save the file as UTF-8"
CALLED = {"\t": "a tab", " ": "a blank"}
COMPARED, LONGEST = 1000, 60  # so many names, of so many letters, are compared with a mistyped one
# What others call these columns, the clearest first.
ELSEWHERE = {
    "--label": "ytrue truth groundtruth target label class actual outcome gold response y "
    "标签 標籤",
    "--score": "yscore score yprob probability proba prob phat predproba prediction predicted pred "
    "yhat ypred confidence risk logit p1 p 得分 分数 分數 概率",
    "--weight": "weight weights sampleweight w n count 权重 權重",
    "--id": "id ids name sample key 编号 編號",
}


class Wanted(NamedTuple):
    """A column to read.

    Attributes
    ----------
    option : str
        The option that names it.
    name : str
        What it is called.
    kind : {"names", "numbers", "texts"}
        What is in it; a name is never empty.
    """

    option: str
    name: str
    kind: str


class HowWritten(NamedTuple):
    """How a file is written, as far as somebody has said so."""

    encoding: str = textfile.AUTO
    delimiter: str = AUTO
    decimal: str = "auto"


UNSAID = HowWritten()


@dataclass
class Names:
    """A column of texts, in which nothing is missing: each different one is kept once."""

    where: str
    column: str
    unit: str = "line"
    places: dict[str, int] = field(default_factory=dict)
    _blocks: list[np.ndarray] = field(default_factory=list)
    _empty: Seen | None = None

    def add(self, texts: Sequence[str], lines: Sequence[int]) -> None:
        """Read some more cells."""
        places = {}
        for text in dict.fromkeys(texts):
            places[text] = self.places.setdefault(text.strip(), len(self.places))
        codes = np.fromiter(map(places.__getitem__, texts), np.int32, len(texts))
        if "" in self.places:
            empty = np.flatnonzero(codes == self.places[""])
            if len(empty):
                seen = self._empty or Seen(int(lines[empty[0]]), "", 0)
                self._empty = seen._replace(times=seen.times + len(empty))
        self._blocks.append(codes)

    def values(self) -> "Coded":
        """Return the column.

        Raises
        ------
        InputError
            If a cell is empty.
        """
        if self._empty:
            line, _, times = self._empty
            more = f" (and {times - 1:,} more such {self.unit}s)" if times > 1 else ""
            raise InputError(
                f"{self.where}, {self.unit} {line}: {self.column} is empty{more}",
                "a sample without it can't be counted",
                f"fill it in, or leave the {self.unit} out",
            )
        return Coded(tuple(self.places), np.concatenate([np.zeros(0, np.int32), *self._blocks]))


class Texts:
    """A column of texts as they are."""

    def __init__(self):
        self._texts: list[str] = []

    def add(self, texts: Sequence[str], _lines: Sequence[int]) -> None:
        """Read some more cells."""
        self._texts += texts

    def values(self) -> list[str]:
        """Return the column."""
        return self._texts


class Coded(NamedTuple):
    """A column of texts: the different ones in the order in which they come, and which is where."""

    names: tuple[str, ...]
    codes: np.ndarray

    def mapped(self, values: Sequence) -> np.ndarray:
        """Put a value in the place of each name."""
        return np.array(values, object if isinstance(values[0], str) else None)[self.codes]


@dataclass(frozen=True)
class Table:
    """The columns of a file that were asked for.

    Attributes
    ----------
    name : str
        What the file is called.
    columns : mapping of Wanted to array or Coded
        Its columns, by what was wanted.
    lines : numpy.ndarray of int
        The number of each line.
    unit : str
        What these numbers count: lines, or rows.
    said : tuple of str
        What was found out about how it is written.
    """

    name: str
    columns: Mapping[Wanted, Any]
    lines: np.ndarray
    unit: str
    said: tuple[str, ...]

    def tell(self) -> "Table":
        """Say on stderr how the file was read, where that wasn't to be expected."""
        if self.said:
            print(printable(f"{self.name}: {', '.join(self.said)}"), file=sys.stderr)
        return self


class Source(NamedTuple):
    """A file that has been opened: its header, and its cells block by block."""

    name: str
    header: Sequence[str]
    blocks: Callable  # of the names of columns: gives the numbers of lines, and their cells
    unit: str
    said: tuple[str, ...]
    delimiter: str | None = None


def opened(source: str, how: HowWritten = UNSAID) -> Source:
    """Open a file, and find out how it is written.

    Parameters
    ----------
    source : str
        The file's name; ``"-"`` is standard input.
    how : HowWritten
        What isn't to be found out.

    Raises
    ------
    InputError
        If it is no table.
    """
    if how.decimal not in STYLES:
        raise InputError(
            f"--decimal {short(how.decimal)}",
            "decimals are marked by a point or a comma",
            f"use one of {', '.join(STYLES)}",
        )
    name = "standard input" if source == STDIN else printable(source)
    content = _of_stdin() if source == STDIN else Path(source).read_bytes()
    if content.startswith(arrow_files.MARK):
        return _of_parquet(content, name)
    text = textfile.opened(textfile.unpacked(content, name), name, ENCODING, how.encoding)
    kind = textfile.other_kind(text.beginning)
    if kind:
        raise InputError(
            f"{name} holds {kind}",
            "a table is divided into lines and columns",
            "save it as CSV, with a line for each sample",
        )
    table = Delimited(text.lines(), name, how.delimiter)
    said = [f"read as {text.encoding.upper()} (--encoding names another)"] if text.guessed else []
    if how.delimiter == AUTO and table.delimiter != ",":
        sign = CALLED.get(table.delimiter, repr(table.delimiter))
        said.append(f"columns divided by {sign}")
    return Source(name, table.header, table.blocks, "line", tuple(said), table.delimiter)


def _of_parquet(content: bytes, name: str) -> Source:
    """Open a table in Parquet: its values become cells as a text file holds them."""
    arrow_files.library(name)
    from pyarrow import BufferReader

    table = arrow_files.ParquetTable(BufferReader(content), name)

    def blocks(names: Sequence[str]) -> Iterator[list]:
        first = 1
        for columns in table.blocks(names, BLOCK):
            cells = [[_written(value) for value in column.to_pylist()] for column in columns]
            yield [range(first, first + len(columns[0])), *cells]
            first += len(columns[0])

    return Source(name, table.header, blocks, "row", ())


def _written(value) -> str:
    """Write a value as a text file would hold it; what is missing is empty."""
    return "" if value is None else str(value)


def _of_stdin() -> bytes:
    if sys.stdin is None:
        raise InputError(
            "standard input is closed",
            "the table was to be read from there",
            "name a file, or pass the table on: … | mlmetrics-edu trace -",
        )
    return sys.stdin.buffer.read()


def read_table(source: str | Source, wanted: Iterable[Wanted], how: HowWritten = UNSAID) -> Table:
    """Read some columns of a file.

    Parameters
    ----------
    source : str or Source
        The file's name, or what was opened; ``"-"`` is standard input.
    wanted : iterable of Wanted
        The columns.
    how : HowWritten
        What isn't to be found out.

    Raises
    ------
    InputError
        If it is no such file, or a column is missing; with the line, where one is to blame.
    """
    given = source if isinstance(source, Source) else opened(source, how)
    wanted = list(dict.fromkeys(wanted))
    all_there(given, wanted)
    readers = [_reader(given, one, how) for one in wanted]
    numbers = [np.zeros(0, np.int64)]
    blocks = given.blocks([one.name for one in wanted])
    for lines, *cells in in_terminal(blocks, " lines", each=BLOCK):
        plain = isinstance(lines, range)
        numbers.append(np.arange(lines.start, lines.stop) if plain else np.array(lines, np.int64))
        for reader, column in zip(readers, cells, strict=True):
            reader.add(column, lines)
    _one_way([reader for reader in readers if isinstance(reader, Numerals)])
    columns = {one: reader.values() for one, reader in zip(wanted, readers, strict=True)}
    written = (phrase for reader in readers for phrase in getattr(reader, "said", ()))
    said = (*given.said, *dict.fromkeys(written))
    return Table(given.name, columns, np.concatenate(numbers), given.unit, said)


def _one_way(columns: Sequence[Numerals]) -> None:
    """Refuse points in one column where another has decimal commas: they may be thousands."""
    comma = next((column for column in columns if column.comma and not column.point), None)
    point = next((column for column in columns if column.point and not column.comma), None)
    if comma and point:
        raise InputError(
            f"{point.where}, {point.unit} {point.point.line}: {point.column} is "
            f"{short(point.point.text)}, and {comma.column} has decimal commas",
            "beside decimal commas, a point may be one of thousands",
            "write all numbers of the file in one way",
        )


def _reader(table: Source, one: Wanted, how: HowWritten) -> Names | Numerals | Texts:
    """Make what reads a column, cell by cell."""
    if one.kind == "texts":
        return Texts()
    if one.kind == "names":
        return Names(table.name, one.name, table.unit)
    return Numerals(table.name, one.name, how.decimal, table.unit, table.delimiter == ";")


def all_there(table: Source, wanted: Sequence[Wanted]) -> None:
    """Make sure that each column is there once; say of all that aren't what may be meant."""
    missing = [one for one in wanted if table.header.count(one.name) != 1]
    if not missing:
        return
    first = missing[0]
    times = table.header.count(first.name)
    apart = f"its header is {listed(table.header)}"
    other = next((s for s in DELIMITERS if len(table.header) == 1 and s in table.header[0]), None)
    if other:
        raise InputError(
            f"{table.name} has no column {short(first.name)}: {apart}",
            f"the header isn't divided by {table.delimiter!r}, but seems to be by {other!r}",
            f"add --delimiter {'tab' if other == chr(9) else repr(other)}",
        )
    lacking = [one.name for one in missing if one.name not in table.header]
    none = f"no column {' and none '.join(map(short, lacking))}"
    raise InputError(
        f"{table.name} has {f'{times} columns {short(first.name)}' if times else none}: {apart}",
        "columns are found by their names in the first line",
        "give each column a name of its own" if times else _advice(missing, table.header),
    )


def _advice(missing: Sequence[Wanted], header: Sequence[str]) -> str:
    """Name the columns that may be meant: alike but for case and blanks, or as others call them."""
    meant = {one: name for one in missing if (name := _meant(one, header))}
    if len({*meant.values()}) < len(meant) or not meant:
        lone = [one.name for one in missing] == ["score"]
        more = "; a column for each class: --classes COLUMN,COLUMN …" if lone else ""
        return f"name the right one: {missing[0].option} COLUMN{more}"
    listed_names = " and ".join(repr(name) for name in meant.values())
    options = [f"{one.option} {name!r}" for one, name in meant.items() if one.option != "--classes"]
    renamed = [f"{one.name}={name}" for one, name in meant.items() if one.option == "--classes"]
    options += [f"--classes {','.join(renamed)}"] if renamed else []
    return f"did you mean {listed_names}? Then add {' '.join(options)}"


def _meant(one: Wanted, header: Sequence[str]) -> str | None:
    """Find the column that comes nearest to the one that was asked for."""
    names = [name for name in header[:COMPARED] if 0 < len(name) <= LONGEST]
    plain = {_plain(name): name for name in reversed(names)}
    asked = _plain(one.name)[:LONGEST]
    if asked in plain:
        return plain[asked]
    if one.name == one.option.removeprefix("--"):  # nobody has named it: so it may be called else
        known = next((word for word in ELSEWHERE[one.option].split() if word in plain), None)
        if known:
            return plain[known]
    near = get_close_matches(asked, plain, n=1, cutoff=0.5)
    return plain[near[0]] if near else None


def _plain(name: str) -> str:
    return re.sub(r"[\s_.-]", "", name.casefold())
