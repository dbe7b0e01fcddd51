"""Columns of Dask's: each partition is counted where it lies, and only the counts travel.

Dask is noticed here without being imported, and its own scheduler does all work, whichever is
active: threads, processes, or the workers of a cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..core import inputs
from ..core.errors import InputError, MetricError


def noticed(*columns: Any) -> bool:
    """Tell whether one of some columns is a collection of Dask's.

    Examples
    --------
    >>> noticed([1, 0], None)
    False
    """
    return any(hasattr(type(column), "__dask_graph__") for column in columns)


def added_up(count: Callable, columns: Sequence[Any]) -> Any:
    """Count each partition of some columns, and add the counts up as a tree: two and two."""
    import dask

    one = dask.delayed(_located, pure=True)
    parts = [one(count, i, *part) for i, part in enumerate(zip(*_cut(columns), strict=True))]
    while len(parts) > 1:
        pairs = zip(parts[::2], [*parts[1::2], None], strict=False)
        parts = [dask.delayed(_sum)(a, b) for a, b in pairs]
    (total,) = dask.compute(*parts)
    if total is None:
        raise InputError("no partition holds a sample", "nothing can be counted", "look for them")
    return total


def _cut(columns: Sequence[Any]) -> list[list]:
    """Give the partitions of each column; arrays of known length are cut alike first."""
    from dask import array

    columns = [c if hasattr(c, "to_delayed") else array.asarray(c) for c in columns]
    if not any(hasattr(c, "to_dask_array") or np.isnan(c.shape[0]) for c in columns):
        inputs.same_length(**dict(zip(("y_true", "y_score", "weights"), columns, strict=False)))
        columns = array.core.unify_chunks(*(part for c in columns for part in (c, "i")))[1]
    parts = [np.ravel(column.to_delayed(optimize_graph=False)).tolist() for column in columns]
    if len({*map(len, parts)}) > 1:
        raise InputError(
            f"the columns have {' and '.join(str(len(some)) for some in parts)} partitions",
            "they are counted side by side, and nobody knows which rows a partition holds",
            "take all columns from one Dask DataFrame, or give arrays of known lengths",
        )
    return parts


def _located(count: Callable, number: int, *part: Any) -> Any:
    """Count a partition, unless it is empty; if it can't be counted, say which one it is."""
    try:
        return count(*part) if len(part[0]) else None
    except MetricError as error:
        raise type(error)(f"partition {number}: {error.what}", error.why, error.fix) from None


def _sum(a: Any, b: Any) -> Any:
    return a + b if a is not None and b is not None else b if a is None else a
