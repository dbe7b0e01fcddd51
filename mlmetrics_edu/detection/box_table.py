"""Boxes as columns: what the loaders return, and what everything here takes."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from ..core import digits
from ..core.shape import locked
from .names import Coded

if TYPE_CHECKING:
    from pandas import DataFrame

Columns: TypeAlias = "Mapping[str, Any] | DataFrame"  # by their names


@dataclass(frozen=True, eq=False, repr=False)
class BoxTable(Mapping):
    """A read-only mapping from a column's name to its values, one for each box.

    Any mapping of columns does as well, and so does a pandas DataFrame; this one also knows images
    without a box and categories without an object.

    Attributes
    ----------
    columns : mapping
        ``image``, ``category``, ``x1``, ``y1``, ``x2``, ``y2``, and others.
    what : str
        What its boxes are: ``"objects"`` or ``"detections"``.
    images, categories : tuple
        All that there are, in order; empty where only those with a box are known.
    notes : tuple of str
        What was understood, and what else to know about where they come from.

    Examples
    --------
    >>> table = BoxTable({"x1": np.array([0.0, 5.0])}, images=("a", "b", "c"))
    >>> table
    2 boxes in 3 images
    >>> table["x1"] > 1
    array([False,  True])
    """

    columns: Mapping[str, Any]
    what: str = "boxes"
    images: tuple = ()
    categories: tuple = ()
    notes: tuple[str, ...] = ()

    def __post_init__(self):
        codes = {name: c for name, c in self.columns.items() if isinstance(c, Coded)}
        values = {name: locked(codes[name].values) for name in codes}
        object.__setattr__(self, "columns", MappingProxyType({**self.columns, **values}))
        object.__setattr__(self, "_codes", codes)  # so that names needn't be coded once more

    def __reduce__(self):
        columns = {**self.columns, **self._codes}
        return BoxTable, (columns, self.what, self.images, self.categories, self.notes)

    def __getitem__(self, name: str) -> Any:
        return self.columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    @property
    def boxes(self) -> int:
        """How many boxes there are."""
        return len(np.asarray(next(iter(self.columns.values()), ())))

    def to_frame(self) -> "DataFrame":
        """Return the columns as a pandas DataFrame."""
        import pandas as pd

        return pd.DataFrame({name: np.asarray(column) for name, column in self.items()})

    def __repr__(self) -> str:
        sizes = [f"{self.boxes:,} {self.what}"]
        sizes += [f"in {len(self.images):,} images"] if self.images else []
        sizes += [f"of {len(self.categories):,} categories"] if self.categories else []
        return "\n".join([" ".join(sizes), *(f"  {note}" for note in self.notes)])

    def _repr_html_(self) -> str:
        return self.to_frame()._repr_html_()


def listed(columns: Mapping) -> str:
    """List the names of columns."""
    return digits.listing([str(name) for name in columns], limit=12)
