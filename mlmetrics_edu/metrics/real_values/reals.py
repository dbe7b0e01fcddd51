"""The door for columns and tables of real numbers that are no scores: truths, pixels, chances."""

import numbers

import numpy as np

from ...core import inputs
from ...core.errors import InputError

# Squares, products of squares and their sums must stay between the smallest and largest float.
SMALLEST, LARGEST = 1e-75, 1e75


def reals(values, name: str, dimensions: tuple[int, ...] = (1,)) -> np.ndarray:
    """Read real, finite numbers; whole numbers keep their type, others become floats.

    Parameters
    ----------
    values : array_like
        A list, an array, a pandas Series …
    name : str
        What to call it in an error.
    dimensions : tuple of int
        How many dimensions it may have.

    Returns
    -------
    numpy.ndarray
        Perhaps the very array that was given, so what keeps it must copy it.

    Raises
    ------
    InputError
        If it is empty, ragged, masked or of another shape, or if a value is no finite number.

    Examples
    --------
    >>> reals([3, 1.5], "y_true")
    array([3. , 1.5])
    """
    array = _shaped(values, name, dimensions)
    flat = inputs.column(array.ravel(), name)
    if flat.dtype.kind not in "biuf":
        flat = _converted(flat, array.shape, name)
    if flat.dtype.kind == "f":
        flat = flat.astype(np.float64, copy=False)
        _refuse(~np.isfinite(flat), flat, array.shape, name, "only finite numbers compare")
    if flat.dtype.kind == "b":
        flat = flat.astype(np.uint8)
    _check_size(flat, name)
    return flat.reshape(array.shape)


def _shaped(values, name: str, dimensions: tuple[int, ...]) -> np.ndarray:
    try:
        array = np.asanyarray(values)
    except (ValueError, TypeError) as error:
        raise InputError(
            f"{name} can't be read as numbers", str(error), "pass rows of one length"
        ) from None
    if array.ndim not in dimensions:
        raise InputError(
            f"{name} has the shape {array.shape}",
            f"it needs {' or '.join(map(str, dimensions))} dimension(s)",
            f"pass an array with {' or '.join(f'{d}' for d in dimensions)} dimension(s)",
        )
    return array


def _converted(flat: np.ndarray, shape: tuple, name: str) -> np.ndarray:
    """Convert Python's own numbers; a text, a date or a complex number is none of them."""
    strange = [not _is_real(value) for value in flat.tolist()]
    _refuse(np.array(strange), flat, shape, name, "a real number is needed")
    return flat.astype(np.float64)


def _is_real(value) -> bool:
    return isinstance(value, numbers.Number) and not isinstance(value, complex)


def _refuse(bad: np.ndarray, flat: np.ndarray, shape: tuple, name: str, why: str) -> None:
    if not bad.any():
        return
    place = np.unravel_index(bad.argmax(), shape)
    raise InputError(
        f"{name}[{', '.join(map(str, place))}] is {flat[bad.argmax()]!s:.40} "
        f"({np.count_nonzero(bad)} such value(s))",
        why,
        "leave these places out on both sides, or repair what gave the values",
    )


def _check_size(flat: np.ndarray, name: str) -> None:
    largest = max(float(flat.max()), -float(flat.min()))
    if flat.dtype.kind in "iu" and largest > inputs.EXACT_INTEGER:
        raise InputError(
            f"{name} holds whole numbers up to {largest:g}",
            "so large ones aren't all floats, and different ones would fall together",
            "subtract a large number from all of them, or use a coarser unit",
        )
    if largest > LARGEST or 0 < largest < SMALLEST:
        raise InputError(
            f"{name} holds numbers of the size {largest:g}",
            "their squares would be beyond what a float can hold",
            "use another unit: multiply everything by one number",
        )
