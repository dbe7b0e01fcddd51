"""The values of a table as other programs read them, CSV and JSON, a block of rows at a time.

However many rows there are, only those of one block are in memory as text.
"""

import csv
import io
import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from .escaping import FORMULA, in_a_cell
from .tqdm_bar import in_terminal

BLOCK = 20_000  # rows
QUOTED = re.compile('[,"\r\n]')
FEW = 10_000  # rows of a table that has so many more get no fractions: its counts make them


def in_csv(table) -> Iterator[str]:
    """Write a table as CSV: the names of its columns, then its rows, block by block."""
    yield _lines([[in_a_cell(column.name)] for column in table.columns])
    for rows in _blocks(len(table)):
        yield _lines([_cells(block(column.values, rows)) for column in table.columns])


class OneEach(NamedTuple):
    """Some cells that may hold several values; most hold one.

    Attributes
    ----------
    values : list or array
        The first value of each cell; where there is none, any.
    others : mapping of int to tuple
        Where there isn't one value: all of them.
    """

    values: Sequence
    others: Mapping[int, tuple]

    def tolist(self) -> list[tuple]:
        """Give the values of each cell."""
        values = self.values.tolist() if hasattr(self.values, "tolist") else self.values
        cells = [(value,) for value in values]
        for row, several in self.others.items():
            cells[row] = several
        return cells


class Plain(list):
    """Texts of numbers, none of which needs quotes."""


def _lines(columns: Sequence[Sequence]) -> str:
    """Put columns of texts and numbers side by side, with quotes around what needs them."""
    if len(columns) > 1 and all(map(_plainly_written, columns)):
        return "\n".join(map(",".join, zip(*columns, strict=True))) + "\n"
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(zip(*columns, strict=True))
    return text.getvalue()


def _plainly_written(texts: Sequence) -> bool:
    """Tell whether no text of a column needs quotes."""
    if isinstance(texts, Plain):
        return True
    return {*map(type, texts)} <= {str} and not QUOTED.search("".join(texts))


def _blocks(length: int):
    """Cut rows into blocks; it is shown how far they are, where that lasts."""
    blocks = [range(start, min(start + BLOCK, length)) for start in range(0, length, BLOCK)]
    return in_terminal(blocks, " rows", each=BLOCK) if len(blocks) > 1 else blocks


def block(values: Sequence, rows: range) -> Sequence:
    """Return some values of a column."""
    if hasattr(values, "dtype") or isinstance(values, list | tuple | range):
        return values[rows.start : rows.stop]
    many = getattr(values, "many", None)
    return [values[row] for row in rows] if many is None else many(rows)


def _cells(values: Sequence) -> Sequence:
    """Write texts, and lists of names, so that they fit into cells; undefined numbers are empty."""
    if isinstance(values, OneEach):
        cells = _cells(values.values)
        for row, several in values.others.items():
            cells[row] = _cell(several)
        return list(cells) if values.others else cells
    kind = getattr(getattr(values, "dtype", None), "kind", "O")
    if kind in "biu" or (kind == "f" and values.dtype.itemsize == 8):
        return _numbers(values)
    values = values.tolist() if kind in "UT" else values
    if {*map(type, values)} <= {tuple}:
        alone = {*map(len, values)} <= {1}
        values = [v for (v,) in values] if alone else ["; ".join(map(str, v)) for v in values]
    kinds = {*map(type, values)}
    if kinds <= {int}:
        return Plain(map(repr, values))
    if kinds <= {str}:
        return _texts(values)
    return [_cell(value) for value in values]


def _numbers(values) -> Plain:
    """Write an array of numbers as Python does; where one stands below itself, only once."""
    changes = values[1:] != values[:-1]
    different = [*values[:1].tolist(), *values[1:][changes].tolist()]
    texts = list(map(repr, different))
    if "nan" in texts:
        texts = ["" if text == "nan" else text for text in texts]
    if len(texts) < len(values):
        texts = [*texts[:1], *map(texts.__getitem__, changes.cumsum().tolist())]
    return Plain(texts)


def _texts(texts: Sequence[str]) -> Sequence[str]:
    """Write texts so that they fit into cells; of most, nothing has to be changed."""
    plain = "\r" not in "".join(texts) and not {text[:1] for text in texts} & {*FORMULA}
    return texts if plain else list(map(in_a_cell, texts))


def _cell(value):
    if isinstance(value, tuple):
        value = "; ".join(map(str, value))
    if isinstance(value, str):
        return in_a_cell(value)
    if isinstance(value, float):  # a number that knows its working is written as a float, too
        return "" if math.isnan(value) else float(value)
    return "" if value is None else value


def in_json(table) -> Iterator[str]:
    """Write a table as JSON, with a line for each row.

    A number that is undefined or infinite is null, and beside it stands why; a fraction that is
    known stands beside its number.
    """
    about = {"title": table.title, "conventions": dict(table.conventions)}
    opening = ", ".join(f"{text_of(key)}: {text_of(value)}" for key, value in about.items())
    yield f'{{{opening}, "rows": ['
    names, apart = _unlike([column.name for column in table.columns]), "\n"
    for rows in _blocks(len(table)):
        columns = [_members(table, *pair, rows) for pair in zip(names, table.columns, strict=True)]
        yield apart + ",\n".join(f"{{{', '.join(row)}}}" for row in zip(*columns, strict=True))
        apart = ",\n"
    yield "\n]}"


def text_of(value) -> str:
    """Write a value as JSON, with the letters of every language as they are.

    Examples
    --------
    >>> print(text_of({"车": "a\\x9b"}))
    {"车": "a\\u009b"}
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    if text.isprintable():
        return text
    # What could command a terminal, or is half a sign, is written by its number.
    return "".join(sign if sign.isprintable() else escaped(sign) for sign in text)


def escaped(sign: str) -> str:
    """Write a sign by its number, as it may stand in a text of JSON."""
    return json.dumps(sign)[1:-1]


def _unlike(names: Sequence[str]) -> list[str]:
    """Number columns that have one name, or the second would take the place of the first."""
    return [
        f"{name} ({names[: place + 1].count(name)})" if name in names[:place] else name
        for place, name in enumerate(names)
    ]


def _members(table, name: str, column, rows: range) -> Sequence[str]:
    """Write the values of a column, each with its name and with what stands beside it."""
    work = column.work if len(table) <= FEW else None
    values = block(column.values, rows)
    if work:
        return [text_of(_entry(name, work(row)))[1:-1] for row in rows]
    kind = getattr(getattr(values, "dtype", None), "kind", "O")
    if kind in "iuf" and (kind != "f" or bool((abs(values) < math.inf).all())):
        key = text_of(name)
        return [f"{key}: {text}" for text in _numbers(values)]
    values = values.tolist() if hasattr(values, "tolist") else values
    return [text_of(_entry(name, value))[1:-1] for value in values]


def _entry(name: str, value) -> dict[str, Any]:
    value = _of_python(value)
    if isinstance(value, float) and not math.isfinite(value):
        infinite = f"{'−' if value < 0 else '+'}∞" if math.isinf(value) else "undefined"
        return {name: None, f"{name} because": getattr(value, "reason", "") or infinite}
    fraction = getattr(value, "fraction", None)
    beside = {f"{name} exact": str(fraction)} if isinstance(fraction, Fraction) else {}
    return {name: _plain(value), **beside}


def _of_python(value):
    """Turn a single value out of an array into one of Python's own."""
    return value.item() if hasattr(value, "dtype") else value


def _plain(value):
    """Return what JSON has a sign for; everything else as text."""
    value = _of_python(value)
    if isinstance(value, tuple | list):
        return [_plain(one) for one in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _plain(one) for key, one in value.items()}
    return value if value is None or isinstance(value, bool | int | str) else str(value)
