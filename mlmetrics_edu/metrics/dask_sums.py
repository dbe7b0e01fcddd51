"""Sums over the partitions of Dask's collections: counted where they lie, added up as a tree.

Dask is noticed here without being imported. All work is its own scheduler's, whichever is active:
threads, processes, or the workers of a distributed client. Only counts leave a partition.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from itertools import chain
from typing import Any, TypeVar

import numpy as np

from ..core import inputs
from ..core.errors import InputError, MetricError

T = TypeVar("T")
ORDINARY = {type(None), list, np.ndarray}  # most columns, and nothing of Dask's
IN_MEMORY = "or pass the compute() of the columns, where they fit into memory"
REFUSED = {
    "ids": ("only counts leave a partition, so that no sample can be named afterwards", IN_MEMORY),
    "ties": ("only counts leave a partition, and not the order of its samples", IN_MEMORY),
    "progress": (
        "Dask does the work, and shows how far it is in its own way",
        "put the call into a block: with dask.diagnostics.ProgressBar():",
    ),
}


def noticed(*values: Any) -> bool:
    """Tell whether one of some columns is a collection of Dask's.

    Examples
    --------
    >>> noticed([1, 0], None)
    False
    """
    kinds = {*map(type, values)}
    if kinds <= ORDINARY:
        return False
    return any(k.__module__.startswith("dask.") and hasattr(k, "__dask_graph__") for k in kinds)


def added_up(count: Callable[..., T | None], columns: Mapping[str, Any], axes: int | None = 1) -> T:
    """Count each partition, and add the counts up, in the order of the partitions.

    Parameters
    ----------
    count : callable
        Takes the columns of one partition by their names; gives None where there is nothing.
    columns : mapping of str to collection
        What is cut into partitions; None for what wasn't given.
    axes : int, optional
        Along how many axes arrays are cut, from the first; without it along all.
    """
    from dask import bag, delayed

    given = {name: column for name, column in columns.items() if column is not None}
    partitions = _partitions(given, axes)
    one = delayed(partial(_counted, count, [*given], len(partitions)), pure=True)
    counted = bag.from_delayed([one(i, part) for i, part in enumerate(partitions)])
    # What a frame has fused into one task, a bag would tear apart again.
    (total,) = computed(counted.fold(_added).to_delayed(optimize_graph=False))
    return total


def computed(*parts) -> list:
    """Let Dask work out some parts, and return those that hold anything."""
    from dask import compute

    try:
        found = [part for part in compute(*parts) if part is not None]
    except MetricError as error:  # which a process sends home in a wrapper
        raise getattr(error, "exception", error).with_traceback(None) from None
    if not found:
        raise InputError(
            "there is nothing in any partition",
            "without samples there is nothing to count, and those of weight 0 aren't there",
            "look at what the partitions were made from",
        )
    return found


def _counted(count: Callable, names: list[str], of: int, i: int, part: tuple) -> list:
    """Count one partition, unless it is empty; if it can't be counted, say which one it is."""
    columns = dict(zip(names, part, strict=True))
    if all(_is_empty(column) for column in columns.values()):
        return [None]
    with located(i, of):
        return [count(**columns)]


@contextmanager
def located(i: int, of: int) -> Iterator[None]:
    """Say in which partition something is wrong."""
    try:
        yield
    except MetricError as error:
        where = f"partition {i} (of 0 to {of - 1})"
        raise type(error)(f"{where}: {error.what}", error.why, error.fix) from None


def _is_empty(column) -> bool:
    return column.shape[:1] == (0,) if hasattr(column, "shape") else not column


def _added(a, b):
    if a is None or b is None:
        return b if a is None else a
    return a + b


def refuse(**given) -> None:
    """Refuse what sums of partitions can't answer to; None stands for what wasn't given."""
    for name, value in given.items():
        if value is not None:
            why, instead = REFUSED[name]
            raise InputError(
                f"{name}={inputs.short(value)} for columns of Dask",
                why,
                f"leave {name} out; {instead}",
            )


def _partitions(columns: Mapping[str, Any], axes: int | None) -> list:
    """Cut columns into partitions, all in one graph: what they share is worked out once."""
    kinds = {_kind(column, name) for name, column in columns.items()}
    if kinds == {"frame"}:
        return _cut_frames(columns)
    if "bag" not in kinds:
        return _cut_arrays(columns, axes)
    if kinds == {"bag"}:
        return _cut_bags(columns)
    raise InputError(
        " and ".join(f"{name} is a {type(column).__name__}" for name, column in columns.items()),
        "what stands in a Bag can't be cut like something else",
        "pass one Bag of pairs, or both as Dask arrays",
    )


def _kind(column, name: str) -> str:
    """Tell which kind of collection a column is; what isn't Dask's is cut like its arrays."""
    kind = type(column)  # since an unknown object of Dask's has any attribute
    if not noticed(column) or hasattr(kind, "chunks"):
        return "array"
    if hasattr(kind, "map_partitions"):
        return "frame" if hasattr(kind, "divisions") else "bag"
    raise InputError(
        f"{name} is a Dask {kind.__name__}",
        "nobody knows what is in it, nor how to cut it into partitions",
        "make it a Dask array, a column of a Dask DataFrame or a Bag; or call its compute()",
    )


def _cut_frames(columns: Mapping[str, Any]) -> list:
    from dask import dataframe

    _same_number({name: column.npartitions for name, column in columns.items()})
    how = {"meta": (None, object), "enforce_metadata": False}
    return dataframe.map_partitions(_side_by_side, *columns.values(), **how).to_delayed()


def _cut_bags(columns: Mapping[str, Any]) -> list:
    from dask import delayed

    _same_number({name: column.npartitions for name, column in columns.items()})
    parts = (column.map_partitions(list).to_delayed() for column in columns.values())
    return [*map(delayed(_side_by_side, pure=True), *parts)]


def _cut_arrays(columns: Mapping[str, Any], axes: int | None) -> list:
    """Cut arrays alike, wherever they were cut; of unknown length they stay as they were cut."""
    from dask import array

    arrays = {name: array.asarray(column) for name, column in columns.items()}
    unknown = any(np.isnan(size) for a in arrays.values() for size in a.shape[:axes])
    if unknown:
        _same_number({name: math.prod(a.numblocks[:axes]) for name, a in arrays.items()})
    elif axes:
        inputs.same_length(**arrays)
    indices = [tuple(range(a.ndim)) for a in arrays.values()]
    cut = max(indices, key=len)[:axes]
    together = array.blockwise(
        _side_by_side,
        cut,
        *chain(*zip(arrays.values(), indices, strict=True)),
        align_arrays=not unknown,
        concatenate=True,  # along the axes that stay whole
        meta=np.empty((0,) * len(cut), object),
    )
    return together.to_delayed().ravel().tolist()


def _side_by_side(*columns) -> tuple:
    return columns


def _same_number(partitions: Mapping[str, int]) -> None:
    """Refuse columns that are cut into unlike numbers of partitions."""
    if len({*partitions.values()}) > 1:
        raise InputError(
            ", ".join(f"{name} in {n} partition{'s' * (n != 1)}" for name, n in partitions.items()),
            "they are counted side by side, and nobody knows which rows a partition holds",
            "take all columns from one Dask DataFrame, or give them lengths: "
            'frame["score"].to_dask_array(lengths=True)',
        )
