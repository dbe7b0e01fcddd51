"""The one door for data: what passes can be counted, and what can't is told why.

Nothing behind this door checks again, and nothing in front of it computes. Each check is one pass
over a column; finding out what exactly is wrong may take longer, since then nobody is waiting.
"""

import numbers
from collections import Counter
from collections.abc import Hashable, Iterable

import numpy as np

from .errors import InputError
from .settings import choice, count, flag, share, short, whole

__all__ = [
    "CLASSES",
    "EXACT_INTEGER",
    "choice",
    "class_names",
    "column",
    "count",
    "flag",
    "ids",
    "label_pair",
    "labels",
    "same_length",
    "scores",
    "share",
    "short",
    "weights",
    "whole",
]

CLASSES = ("negative", "positive")
EXACT_INTEGER = 2**53  # above it, not every whole number is a float
LARGEST_SUM = 1e150  # of weights: so large that even products of two sums are floats
FEW = 6


def column(values, name: str) -> np.ndarray:
    """Take a one-dimensional column of at least one value.

    Parameters
    ----------
    values : array_like, shape (n,)
        A list, an array, a pandas Series …
    name : str
        What to call it in an error.

    Raises
    ------
    InputError
        If it is empty, ragged, masked or not one-dimensional.
    """
    array = _as_array(values, name)
    if array.ndim != 1:
        raise InputError(
            f"{name} has the shape {array.shape}",
            "a value for each sample is needed, in one dimension",
            _flat_advice(array, name),
        )
    if not array.size:
        raise InputError(
            f"{name} is empty", "without samples there is nothing to count", "pass at least one"
        )
    return array


def _flat_advice(array: np.ndarray, name: str) -> str:
    if array.ndim == 0:
        return f"pass a list or an array, not {short(array.item())}"
    return f"pick one column, such as {name}[:, {array.shape[-1] - 1}], or use .ravel()"


def _as_array(values, name: str) -> np.ndarray:
    if type(values) is np.ndarray or type(values) is list:
        return _numpy_array(values, name)
    if isinstance(values, (set, frozenset, dict)) or _is_iterator(values):
        raise InputError(
            f"{name} is a {type(values).__name__}",
            "its values have no fixed order to match the samples",
            f"pass list({name}) or an array",
        )
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InputError(
            f"{name} is masked at {int(np.ma.getmaskarray(values).sum())} place(s)",
            "a masked sample has no value to count",
            "leave these samples out of all columns first",
        )
    return _numpy_array(values, name)


def _numpy_array(values, name: str) -> np.ndarray:
    try:
        array = np.asarray(values)
    except (ValueError, TypeError) as error:
        raise InputError(
            f"{name} can't be read as a column", str(error), "pass one value for each sample"
        ) from None
    if array.dtype.kind in "US" and not isinstance(values, np.ndarray):
        # NumPy turns a nan or a 1 among texts into the text "nan" or "1"; here they stay apart.
        mixed = any(
            not isinstance(value, (str, bytes)) for value in np.ravel(np.array(values, "O"))
        )
        return np.array(values, "O") if mixed else array
    return array


def _is_iterator(values) -> bool:
    return isinstance(values, Iterable) and hasattr(values, "__next__")


def same_length(**columns) -> int:
    """Make sure that columns have a value for each sample; None stands for a column not given."""
    sizes = {len(values) for values in columns.values() if values is not None}
    if len(sizes) > 1:
        lengths = {name: len(values) for name, values in columns.items() if values is not None}
        raise InputError(
            ", ".join(f"{name} has {n}" for name, n in lengths.items()),
            "each sample needs its value in every column",
            "pass columns of one length",
        )
    return sizes.pop()


def labels(values, positive=None, name: str = "y_true") -> np.ndarray:
    """Read labels of two classes as booleans: True where a sample is positive.

    Parameters
    ----------
    values : array_like, shape (n,)
        Labels of at most two kinds.
    positive : hashable, optional
        The positive class. It may be left out only for 0/1 and False/True, where 1 and True are.

    Returns
    -------
    numpy.ndarray of bool, shape (n,)

    Raises
    ------
    InputError
        If there are other labels, missing ones, or the positive class must be named.

    Examples
    --------
    >>> labels(["ham", "spam", "ham"], positive="spam")
    array([False,  True, False])
    """
    array = column(values, name)
    if not isinstance(positive, Hashable):
        raise InputError(
            f"positive={short(positive)}",
            "one label is the positive one, not several",
            "name one label; to join several classes, relabel them first",
        )
    if array.dtype.kind == "O":
        array = plain_objects(array, name)
    if positive is None and array.dtype.kind in "biuf":
        chosen = array == 1
        if np.count_nonzero(chosen) == np.count_nonzero(array):  # what isn't 1 is 0
            return chosen
        raise _not_two(array, positive, name)
    chosen = _equal(array, positive)
    others = array[~chosen]
    if positive is None or (others.size and not (others == others[0]).all()):
        raise _not_two(array, positive, name)
    return chosen


def label_pair(y_true, y_pred, positive=None) -> tuple[np.ndarray, np.ndarray]:
    """Read true and predicted labels of the same two classes.

    Raises
    ------
    InputError
        If the two columns don't speak of the same classes.
    """
    columns = {"y_true": y_true, "y_pred": y_pred}
    pair = [labels(values, positive, name) for name, values in columns.items()]
    same_length(y_true=pair[0], y_pred=pair[1])
    negatives = [
        np.asarray(values)[~mask][:1].tolist()
        for values, mask in zip(columns.values(), pair, strict=True)
    ]
    if all(negatives) and negatives[0] != negatives[1]:
        raise InputError(
            f"the other class is {short(negatives[0][0])} in y_true, "
            f"but {short(negatives[1][0])} in y_pred",
            "both columns must speak of the same two classes",
            "use one spelling and one type for each label",
        )
    return pair[0], pair[1]


def class_names(positive, *columns) -> tuple[str, str]:
    """Give the words for the negative and the positive class, where the labels are words.

    Examples
    --------
    >>> class_names("bad", ["good", "bad"]), class_names(None, [0, 1])
    (('good', 'bad'), ('negative', 'positive'))
    """
    if not isinstance(positive, str):
        return CLASSES
    arrays = map(np.asarray, columns)
    others = (str(label) for array in arrays for label in array[array != positive][:1])
    return (next(others, f"not {positive}"), positive)


def _equal(array: np.ndarray, positive) -> np.ndarray:
    """Compare each label with the positive class; unlike kinds are simply unequal."""
    if isinstance(positive, np.generic):
        positive = positive.item()
    result = np.zeros(array.shape, bool)
    if array.dtype.kind == "O" or isinstance(positive, str) == (array.dtype.kind in "US"):
        result |= np.asarray(array == positive, bool)
    return result


def plain_objects(array: np.ndarray, name: str) -> np.ndarray:
    """Refuse missing and unhashable labels in a column of Python objects."""
    for i, value in enumerate(array.tolist()):
        if not isinstance(value, Hashable) or value is None or _is_missing(value):
            raise _missing(name, i, value)
    return array


def _is_missing(value) -> bool:
    """Tell whether a value is one of the many kinds of nothing: all differ from themselves."""
    try:
        return bool(value != value)
    except TypeError:  # pandas.NA doesn't even answer that
        return True


def _missing(name: str, i: int, value) -> InputError:
    return InputError(
        f"{name}[{i}] is {short(value)}",
        "a sample without a label can't be right or wrong",
        "leave this sample out of all columns, or give its label",
    )


def _not_two(array: np.ndarray, positive, name: str) -> InputError:
    """Find out what is wrong with labels that aren't of two classes."""
    for i, value in enumerate(array.tolist()):
        if _is_missing(value):
            return _missing(name, i, value)
    return _other_classes(array, positive, name)


def _other_classes(array: np.ndarray, positive, name: str) -> InputError:
    found = list(dict.fromkeys(array.tolist()))
    listed = ", ".join(map(short, found[:FEW])) + (", …" if len(found) > FEW else "")
    if positive is not None and positive not in found:
        return InputError(
            f"positive={short(positive)} is not among the labels of {name}: {listed}",
            "then nobody would be positive",
            "name one of these labels as it is written there",
        )
    if len(found) > 2 and array.dtype.kind == "f":
        return InputError(
            f"{name} has {len(found)} different values: {listed}",
            "labels of two classes are needed, and these look like scores",
            "compare them with a threshold first, e.g. y_score >= 0.5",
        )
    if len(found) > 2:
        return InputError(
            f"{name} has {len(found)} labels: {listed}",
            "TP, FP, FN and TN are counted for two classes, positive and negative",
            f"compare one with the rest, e.g. [label == {short(found[0])} for label in {name}]",
        )
    return InputError(
        f"{name} has the labels {listed}",
        "only of 0/1 and False/True is it clear which is positive",
        "name it: " + " or ".join(f"positive={short(label)}" for label in found),
    )


def scores(values, name: str = "y_score") -> np.ndarray:
    """Read scores as a new column of floats; a higher score speaks for the positive class.

    Raises
    ------
    InputError
        If a score is no finite number.
    """
    array = column(values, name)
    floats = _as_floats(array, name)
    # The two first bits of floats from 0 up to 2 are 0; a single look at them often is enough.
    if np.bitwise_or.reduce(floats.view(np.uint64)) >> 62 and not np.isfinite(floats).all():
        bad = np.flatnonzero(~np.isfinite(floats))
        raise InputError(
            f"{name}[{bad[0]}] is {floats[bad[0]]} ({bad.size} such value(s))",
            "a score that isn't finite has no place in the ranking",
            "leave these samples out of all columns, or repair what gave the score",
        )
    if array.dtype.kind in "iu" and np.abs(floats).max() > EXACT_INTEGER:
        raise InputError(
            f"{name} holds whole numbers up to {np.abs(floats).max():.0f}",
            "so large ones aren't all floats, and different scores would fall together",
            "use scores below 2**53, or their ranks",
        )
    return floats


def _as_floats(array: np.ndarray, name: str) -> np.ndarray:
    """Convert real numbers, and nothing else: a text or a date is no score."""
    if array.dtype.kind in "biuf":
        return array.astype(np.float64)
    for i, value in enumerate(array.tolist()):
        if not isinstance(value, numbers.Real) and not _is_decimal(value):
            raise InputError(
                f"{name}[{i}] is {short(value)}",
                "a score is a real number",
                "convert the column to numbers first",
            )
    return array.astype(np.float64)


def _is_decimal(value) -> bool:
    return isinstance(value, numbers.Number) and not isinstance(value, complex)


def weights(values, name: str = "weights") -> np.ndarray | None:
    """Read sample weights: finite and not negative. Whole numbers stay whole."""
    if values is None:
        return None
    array = column(values, name)
    floats = _as_floats(array, name)
    bad = np.flatnonzero(~(np.isfinite(floats) & (floats >= 0)))
    if not bad.size and floats.max() > LARGEST_SUM / floats.size:
        raise InputError(
            f"{name} holds numbers up to {floats.max():g}",
            "their sum would be beyond what a float can hold",
            "divide all of them by one number: only their ratios matter",
        )
    if bad.size:
        raise InputError(
            f"{name}[{bad[0]}] is {floats[bad[0]]:g} ({bad.size} such value(s))",
            "a weight says how many samples one stands for, so it is finite and not negative",
            "use weights of 0 or more",
        )
    return array.astype(np.int64) if array.dtype.kind in "biu" else floats


def ids(values, name: str = "ids") -> np.ndarray | None:
    """Read the names of samples, no name twice."""
    if values is None:
        return None
    array = column(values, name)
    seen = array.tolist()
    if any(not isinstance(value, Hashable) for value in seen):
        raise InputError(f"{name} holds lists", "an id names one sample", "use numbers or texts")
    if len(set(seen)) < len(seen):
        twice, times = Counter(seen).most_common(1)[0]
        raise InputError(
            f"{name} has {short(twice)} {times} times",
            "an id must name one sample only",
            "make the ids unique",
        )
    return array.copy()
