"""Sums over the partitions of Dask's collections: counted where they lie, added up as a tree.

Dask is noticed here without being imported. All work is its own scheduler's, whichever is active:
threads, processes, or the workers of a distributed client. Only counts leave a partition.
"""

import math
from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain
from typing import Any, TypeVar

import numpy as np

from ..core import inputs
from ..core.errors import InputError, MetricError

T = TypeVar("T")


def noticed(*values: Any) -> bool:
    """Tell whether one of some columns is a collection of Dask's.

    Examples
    --------
    >>> noticed([1, 0], None)
    False
    """
    kinds = map(type, values)
    return any(k.__module__.startswith("dask.") and hasattr(k, "__dask_graph__") for k in kinds)


def added_up(
    count: Callable[..., T | None], columns: Mapping[str, Any], axes: int | None = 1
) -> T | None:
    """Count each partition, and add the counts up, in the order of the partitions.

    Parameters
    ----------
    count : callable
        Takes the columns of one partition by their names; gives None where there is nothing.
    columns : mapping of str to collection
        What is cut into partitions; None for what wasn't given.
    axes : int, optional
        Along how many axes arrays are cut, from the first; without it along all.

    Returns
    -------
    The sum, or None where all partitions were empty.
    """
    from dask import bag, delayed

    given = {name: column for name, column in columns.items() if column is not None}
    names, partitions = _partitions(given, axes)
    one = delayed(partial(_counted, count, names, len(partitions)), pure=True)
    counted = bag.from_delayed([one(i, *packs) for i, packs in enumerate(partitions)])
    total = counted.fold(_added).to_delayed()
    try:
        return total.compute()
    except MetricError as error:  # which a process sends home in a wrapper
        raise getattr(error, "exception", error).with_traceback(None) from None


def _counted(count: Callable, names: list[str], of: int, i: int, *packs: tuple) -> list:
    """Count one partition, and say which one it is if it can't be counted."""
    try:
        return [count(**dict(zip(names, chain(*packs), strict=True)))]
    except MetricError as error:
        raise type(error)(f"partition {i} of {of}: {error.what}", error.why, error.fix) from None


def _added(a, b):
    if a is None or b is None:
        return b if a is None else a
    return a + b


def samples_added_up(count: Callable[..., T], columns: Mapping[str, Any]) -> T:
    """Add up counts of samples; columns without any are for the count itself to refuse."""
    total = added_up(partial(_of_rows, count), columns)
    return (
        count(**{name: None if c is None else () for name, c in columns.items()})
        if total is None
        else total
    )


def _of_rows(count: Callable, **columns):
    """Count a partition, if it has rows."""
    empty = all(np.shape(column)[:1] == (0,) for column in columns.values())
    return None if empty else count(**columns)


def refuse(**settings) -> None:
    """Refuse what would need the samples themselves."""
    for name, value in settings.items():
        if value is not None:
            raise InputError(
                f"{name}=… was given for columns of Dask",
                "only counts leave a partition, so that no sample can be named afterwards",
                f"leave {name} out; or, where the columns fit into memory, pass their compute()",
            )


def _partitions(columns: dict[str, Any], axes: int | None) -> tuple[list[str], list[tuple]]:
    """Cut columns into partitions, and give the names of the columns in the order they have there.

    Those of a kind are cut together, so that what they are made of is worked out once for all.
    """
    kinds: dict[str, dict[str, Any]] = {}
    for name, column in columns.items():
        kinds.setdefault(_kind(column, name), {})[name] = column
    cut = {"frame": _cut_frames, "array": partial(_cut_arrays, axes=axes), "bag": _cut_bags}
    packs = {" and ".join(of_kind): cut[kind](of_kind) for kind, of_kind in kinds.items()}
    _same_number({names: len(pack) for names, pack in packs.items()})
    return [*chain(*kinds.values())], [*zip(*packs.values(), strict=True)]


def _kind(column, name: str) -> str:
    """Tell which kind of collection a column is; what isn't Dask's is cut like its arrays."""
    kind = type(column)  # since an unknown object of Dask's has any attribute
    if not noticed(column) or hasattr(kind, "chunks"):
        return "array"
    if hasattr(kind, "map_partitions"):
        return "frame" if hasattr(kind, "divisions") else "bag"
    raise InputError(
        f"{name} is a Dask {type(column).__name__}",
        "nobody knows what is in it, nor how to cut it into partitions",
        "make it a Dask array, a column of a Dask DataFrame or a Bag; or call its compute()",
    )


def _cut_frames(columns: dict[str, Any]) -> list:
    from dask import dataframe

    _same_number({name: column.npartitions for name, column in columns.items()})
    how = {"meta": (None, object), "enforce_metadata": False}
    return dataframe.map_partitions(_side_by_side, *columns.values(), **how).to_delayed()


def _cut_bags(columns: dict[str, Any]) -> list:
    from dask import delayed

    _same_number({name: column.npartitions for name, column in columns.items()})
    parts = (column.map_partitions(list).to_delayed() for column in columns.values())
    return [*map(delayed(_side_by_side, pure=True), *parts)]


def _cut_arrays(columns: dict[str, Any], axes: int | None) -> list:
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
