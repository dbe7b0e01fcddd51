"""Names of columns as others write them, and what they are called here."""

import re
from collections.abc import Mapping, Sequence

from ..core import digits, inputs
from ..core.delimited import listed
from ..core.errors import InputError, UnknownNameError
from .cells import FOUR

SYNONYMS = {
    "image": "image_id img image_name filename file_name file frame",
    "category": "category_id category_name class class_name class_id cls label name",
    "score": "confidence conf probability prob",
    "x1": "x xmin x_min left",
    "y1": "y ymin y_min top",
    "x2": "xmax x_max right",
    "y2": "ymax y_max bottom",
    "w": "width",
    "h": "height",
    "cx": "x_center x_centre center_x centre_x",
    "cy": "y_center y_centre center_y centre_y",
    "crowd": "iscrowd is_crowd",
    "difficult": "is_difficult",
    "area": "",
    "id": "",
}
NEEDED = {"truth": ("image", "category"), "detections": ("image", "category", "score")}
CENTRE = {"x1": "cx", "y1": "cy"}  # x and y, where form="cxcywh" says what they are


def understood(header: Sequence, asked: Mapping | None, name: str) -> dict:
    """Find out what each column is.

    Parameters
    ----------
    header : sequence
        The names of the columns, as they are.
    asked : mapping, optional
        From our name to theirs, where they should not be guessed; None for "there is none".
    name : str
        What to call the table in an error.

    Returns
    -------
    dict
        From our name to theirs.

    Raises
    ------
    InputError
        If two columns may be the same.
    UnknownNameError
        If one that is named isn't there.

    Examples
    --------
    >>> understood(["filename", "class", "X-Min", "notes"], None, "boxes.csv")
    {'image': 'filename', 'category': 'class', 'x1': 'X-Min'}
    """
    asked = {} if asked is None else asked
    _check(asked, header, name)
    meanings = {}
    free = {column: _plain(column) for column in header if column not in asked.values()}
    for ours, theirs in SYNONYMS.items():
        if ours not in asked:
            fitting = _fitting(free, ours, theirs.split())
            if len(fitting) > 1:
                raise _unclear(ours, fitting, name)
            meanings |= dict.fromkeys([ours] * len(fitting), *fitting)
    return meanings | {ours: theirs for ours, theirs in asked.items() if theirs is not None}


def _fitting(free: Mapping, ours: str, theirs: list[str]) -> list:
    """List the columns that may be meant; one that is called as here is meant for sure."""
    if ours in free:
        return [ours]
    spellings = {_plain(name) for name in (ours, *theirs)}
    return [column for column, plain in free.items() if plain in spellings]


def _plain(name) -> str:
    """Write a name so that "X-Min", "x_min" and "xmin" are one."""
    return re.sub(r"[\s_.-]", "", str(name).casefold())


def _check(asked: Mapping, header: Sequence, name: str) -> None:
    if not isinstance(asked, Mapping):
        raise InputError(
            f"columns={inputs.short(asked)}",
            "it tells what a column is called in the table",
            'pass a mapping from our names to theirs, such as columns={"image": "photo"}',
        )
    for ours, theirs in asked.items():
        inputs.choice(ours, SYNONYMS, "columns: each key")
        if theirs is not None and theirs not in header:
            raise UnknownNameError(
                f"{name} has no column {theirs!r}, which columns= names for {ours}",
                f"its columns are {listed(header)}",
                "name one of them as it is written",
            )


def _unclear(ours: str, fitting: list, name: str) -> InputError:
    return InputError(
        f"{name}: each of {listed(fitting)} may be the column {ours}",
        "only one can be it",
        f"say which: columns={{{ours!r}: {fitting[0]!r}}}",
    )


def form_of(meanings: dict, form: str, header: Sequence, name: str) -> tuple[str, tuple]:
    """Tell which four numbers say where a box is, and their columns.

    Raises
    ------
    InputError
        If some of the four are missing.
    """
    if form == "cxcywh":
        meanings = {ours: meanings[x] for x, ours in CENTRE.items() if x in meanings} | meanings
    order = ("cxcywh", "xyxy", "xywh") if form == "auto" else (form,)
    for one in order:
        if all(ours in meanings for ours in FOUR[one]):
            return one, tuple(meanings[ours] for ours in FOUR[one])
    wanted = " or ".join(", ".join(FOUR[one]) for one in order[::-1])
    raise InputError(
        f"{name} has the columns {listed(header)}",
        f"a box needs {wanted}, and not all four were found",
        'say which they are, such as columns={"x1": "from_left"}, or rename them',
    )


def needed(meanings: dict, asked: Mapping | None, kind: str, header: Sequence, name: str) -> None:
    """Make sure that image, category and score are there, or were said not to be.

    Raises
    ------
    InputError
        If one is missing.
    """
    asked = asked or {}
    for ours in NEEDED[kind]:
        if ours not in meanings and (ours not in asked or ours == "score"):
            fix = f"columns={{{ours!r}: None}} says that there is only one"
            fix = 'objects have none: kind="truth"' if ours == "score" else fix
            raise InputError(
                f"{name} has no column for the {ours}: its columns are {listed(header)}",
                f"it may be called {digits.listing([ours, *SYNONYMS[ours].split()], 12)}",
                f"name it: columns={{{ours!r}: …}}; {fix}",
            )
