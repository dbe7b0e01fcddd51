"""JSON with lists of records, as columns: read, or refused with the place of what is wrong."""

import json
from collections.abc import Mapping
from operator import itemgetter
from typing import NoReturn

from ..core import inputs
from ..core.delimited import listed
from ..core.errors import InputError
from . import files
from .cells import Cells


def parsed(source) -> tuple[object, str]:
    """Read a JSON file, and return what to write before the place of an error.

    What was parsed already passes.

    Raises
    ------
    InputError
        If it is no JSON; with line and column.
    """
    if not files.is_path(source):
        return source, ""
    text = files.decoded(files.content(source), str(source))
    try:
        return json.loads(text), f"{source}: "
    except json.JSONDecodeError as error:
        raise _broken(str(source), error) from None
    except (RecursionError, ValueError) as error:
        raise InputError(
            f"{source} can't be read", str(error), "check that the right file was named"
        ) from None


def _broken(name: str, error: json.JSONDecodeError) -> InputError:
    """Say where a file stops being JSON; one that ends too early was often cut off on its way."""
    place = f"line {error.lineno}, column {error.colno}"
    expected = error.msg[:1].lower() + error.msg[1:]
    open_quote = error.msg.startswith("Unterminated")
    if not error.doc.strip():
        return InputError(f"{name} is empty", "there is nothing to read", "check the path")
    if open_quote or error.pos >= len(error.doc.rstrip()):
        return InputError(
            f"{name} ends in the middle{' of a text from' if open_quote else ', at'} {place}",
            "a quotation mark isn't closed" if open_quote else f"it is cut off there: {expected}",
            "write or download the file again, completely",
        )
    found = error.doc[error.pos : error.pos + 20].partition("\n")[0]
    return InputError(
        f"{name} is no JSON from {place} on: {found!r}",
        expected,
        "mend it there, or check that the right file was named",
    )


def records_of(data, key: str, prefix: str) -> list:
    """Take a list of records out of a file."""
    if not isinstance(data, Mapping):
        raise InputError(
            f"{prefix}annotations came as {type(data).__name__}",
            "annotations in COCO's form have images, annotations and categories",
            "pass them first, and the list of results second",
        )
    found = data.get(key)
    if not isinstance(found, list):
        raise InputError(
            f"{prefix}there is no list {key!r}; there are {listed(data)}",
            "annotations in COCO's form have images, annotations and categories",
            f"add {key!r}, or check that the right file was named",
        )
    return found


def cells_of(records: list, required: tuple[str, ...], optional: Mapping, place: str) -> Cells:
    """Turn records into columns.

    Parameters
    ----------
    records : list of dict
    required : tuple of str
        What each record must have.
    optional : mapping
        What it may have, and what stands for it where it hasn't.
    place : str
        What the list is called, such as ``"results"``.

    Raises
    ------
    InputError
        If a record lacks something; with its place.
    """
    columns = {}
    for field in required:
        try:
            columns[field] = list(map(itemgetter(field), records))
        except (KeyError, TypeError, IndexError):
            _refuse(records, field, place)
    for field, absent in optional.items():
        columns[field] = [record.get(field, absent) for record in records]
    return Cells(columns, lambda row: f"{place}[{row}]")


def _refuse(records: list, field: str, place: str) -> NoReturn:
    """Find the first record that lacks a field."""
    for i, record in enumerate(records):
        if not isinstance(record, Mapping):
            raise InputError(
                f"{place}[{i}] is {inputs.short(record)}",
                f"each record gives names to its values, such as {field!r}",
                "check that the right file was named",
            )
        if field not in record:
            raise InputError(
                f"{place}[{i}] has no {field}; it has {listed(record)}",
                "every record of that list needs it",
                "add it, or leave this record out",
            )
    raise InputError(f"{place} can't be read", f"it lacks {field}", "pass a list of dicts")
