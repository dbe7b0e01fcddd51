"""Labels and scores from a CSV file; what can't be read is told with its line."""

import io
import re
import sys
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np

from ..core import digits
from ..core.errors import InputError

STDIN = "-"
ZERO_ONE = {"0": 0, "0.0": 0, "false": 0, "1": 1, "1.0": 1, "true": 1}
LOOK = 4096  # so many bytes tell a text from something else
HEADER_LINES = 1


@dataclass(frozen=True)
class Table:
    """The columns of a file that were asked for, as text, with their line numbers as index."""

    name: str
    columns: Any

    def labels(self, column: str, positive: str | None) -> tuple[np.ndarray, object]:
        """Give a column of labels, and which one is positive."""
        import pandas as pd

        codes, found = pd.factorize(self._filled(column))
        plain = [ZERO_ONE.get(str(label).lower()) for label in found]
        if positive is None and None not in plain:
            return np.array(plain)[codes], 1
        if positive is None or positive not in found:
            raise self._unclear(column, list(found), positive)
        return np.asarray(found, object)[codes], positive

    def numbers(self, column: str) -> np.ndarray:
        """Give a column of finite numbers."""
        import pandas as pd

        texts = self._filled(column)
        numbers = pd.to_numeric(texts, errors="coerce").to_numpy(float)
        bad = np.flatnonzero(~np.isfinite(numbers))
        if bad.size:
            raise InputError(
                self._first(texts.index[bad], f"{column} is {texts.iloc[bad[0]]!r}"),
                "it isn't a finite number",
                "mend the line, or leave it out; a decimal point is needed, not a comma",
            )
        return numbers

    def ids(self, column: str | None) -> list[str]:
        """Give a column of names, or the line numbers."""
        if column is None:
            return [f"line {number}" for number in self.columns.index]
        return self._filled(column).tolist()

    def _filled(self, column: str):
        """Take a column in which nothing is missing."""
        texts = self.columns[column].str.strip()
        empty = texts.index[texts.isna() | (texts == "")]
        if len(empty):
            raise InputError(
                self._first(empty, f"{column} is empty"),
                "a sample without it can't be counted",
                "fill it in, or leave the line out",
            )
        return texts

    def _first(self, lines, says: str) -> str:
        """Name the first line where something is wrong, and count the others."""
        more = f" (and {len(lines) - 1} more such lines)" if len(lines) > 1 else ""
        return f"{self.name}, line {lines[0]}: {says}{more}"

    def _unclear(self, column: str, found: list, positive: str | None) -> InputError:
        listed = digits.listing([repr(str(label)) for label in found])
        if len(found) > 2 and positive is None:
            why = "one class is compared with the rest only if you say which"
        elif positive is None:
            why = "only of 0/1 and false/true is it clear which is positive"
        else:
            why = f"{positive!r}, named as positive, is not among them"
        return InputError(
            f"{self.name}: the column {column} has the labels {listed}",
            why,
            f"name one of them, such as --positive {found[-1]!r}",
        )


def read(
    source: str, wanted: list[str], encoding: str = "utf-8-sig", delimiter: str = ","
) -> Table:
    """Read some columns of a CSV file.

    Parameters
    ----------
    source : str
        The file's name; ``"-"`` is standard input.
    wanted : list of str
        The columns to read.
    encoding, delimiter : str
        How the file is written.

    Raises
    ------
    InputError
        If it is no such file, or a column is missing; with the line, where one is to blame.
    """
    name = "standard input" if source == STDIN else source
    content = _content(source, name, encoding)
    header = _parse(content, name, encoding, delimiter, nrows=1, header=None)
    _find(wanted, [str(cell).strip() for cell in header.iloc[0]], name, delimiter)
    columns = _parse(content, name, encoding, delimiter).rename(columns=str.strip)
    columns.index += 1 + HEADER_LINES
    blank = (columns.isna() | (columns == "")).all(axis=1)
    columns = columns.loc[~blank, wanted]
    if columns.empty:
        raise InputError(
            f"{name} has a header and no lines below it",
            "without samples there is nothing to count",
            "check that the right file was named",
        )
    return Table(name, columns)


def _content(source: str, name: str, encoding: str) -> bytes:
    """Read all bytes, and make sure that they are text."""
    content = sys.stdin.buffer.read() if source == STDIN else Path(source).read_bytes()
    if not content.strip():
        raise InputError(f"{name} is empty", "there is nothing to read", "check its name")
    if b"\0" in content[:LOOK] and "16" not in encoding and "32" not in encoding:
        unicode = content[:2] in (b"\xff\xfe", b"\xfe\xff")
        raise InputError(
            f"{name} is not a plain text file",
            "it holds bytes that no text in " + encoding.removesuffix("-sig") + " has",
            "add --encoding utf-16" if unicode else "save the table as CSV first",
        )
    return content


def _parse(content: bytes, name: str, encoding: str, delimiter: str, **how):
    """Let pandas read the bytes, everything as text, and say in words what it stumbles over."""
    import pandas as pd

    try:
        return pd.read_csv(
            io.BytesIO(content),
            encoding=encoding,
            sep={"tab": "\t", "\\t": "\t"}.get(delimiter, delimiter),
            dtype=str,
            keep_default_na=False,
            skip_blank_lines=False,
            index_col=False,
            **how,
        )
    except UnicodeDecodeError as error:
        raise _wrong_encoding(name, encoding, error.object[error.start]) from None
    except LookupError:
        raise InputError(
            f"encoding {encoding!r}", "no encoding has that name", "use utf-8, gbk, latin-1 …"
        ) from None
    except (pd.errors.ParserError, pd.errors.EmptyDataError, ValueError, TypeError) as error:
        raise _no_table(name, str(error)) from None


def _wrong_encoding(name: str, encoding: str, byte: int) -> InputError:
    return InputError(
        f"{name} isn't written in {encoding.removesuffix('-sig')}",
        f"it has the byte 0x{byte:02x}, which means nothing there",
        "add --encoding gbk (Chinese Windows), latin-1 …, or save the file as UTF-8",
    )


def _no_table(name: str, stumbled: str) -> InputError:
    reason = re.sub(r"\s+", " ", stumbled.removeprefix("Error tokenizing data. C error: "))
    return InputError(
        f"{name} can't be read as a table",
        reason.strip().rstrip("."),
        "every line needs as many values as the header; quote values that hold the delimiter",
    )


def _find(wanted: list[str], header: list[str], name: str, delimiter: str) -> None:
    """Make sure that each column is there, and only once."""
    for column in wanted:
        if header.count(column) != 1:
            raise _not_found(column, header, name, delimiter)


def _not_found(column: str, header: list[str], name: str, delimiter: str) -> InputError:
    """Say why a column isn't there, or there too often; guess what was meant."""
    listed = digits.listing([repr(cell) for cell in header], 12)
    other = next((sign for sign in ";\t|" if len(header) == 1 and sign in header[0]), None)
    if other:
        return InputError(
            f"{name} has no column {column!r}: its header is {listed}",
            f"the header isn't divided by {delimiter!r}, but seems to be by {other!r}",
            f"add --delimiter {'tab' if other == chr(9) else repr(other)}",
        )
    times = header.count(column)
    near = get_close_matches(column, header, n=1, cutoff=0.5)
    return InputError(
        f"{name} has {f'{times} columns named' if times else 'no column'} {column!r}: "
        f"its header is {listed}",
        "columns are found by their names in the first line",
        f"did you mean {near[0]!r}?" if near and not times else "--label and --score name them",
    )
