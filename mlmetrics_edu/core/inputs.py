"""The one door for data: what passes can be counted, and what can't is told why.

Nothing behind this door checks again, and nothing in front of it computes. Each check is one pass
over a column; finding out what exactly is wrong may take longer, since then nobody is waiting.
First come columns of whatever is given, then of numbers, then labels: of two classes, and it must
be clear which of them is the positive one. Last come settings: one number, one yes or no at a time
(a name of a convention is read by ``choice`` in ``errors``).
"""

from __future__ import annotations

import math
import numbers
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from decimal import Decimal

import numpy as np

from .arithmetic import Rounded
from .errors import InputError, short

EXACT_INTEGER = 2**53  # above it, not every whole number is a float
LARGEST = np.finfo(float).max.item()
LARGEST_SUM = 1e150  # of weights: so large that even products of two sums are floats
CLASSES = ("negative", "positive")
FEW = 6  # labels that an error lists
MOST = 1e305  # of anything that is counted: even a few times as many is a float
BEYOND_ALL = 10**100  # no whole number of a user is larger; Python writes no number without end


def is_empty(values) -> bool:
    """Tell whether a column has no value at all: where that is no mistake, ask before reading it.

    Examples
    --------
    >>> is_empty([]), is_empty(np.zeros(0)), is_empty([0])
    (True, True, False)
    """
    plain = isinstance(values, (list, tuple))
    return not values if plain else getattr(values, "shape", None) == (0,)


def several(values) -> bool:
    """Tell many values from one: a text, a mapping and an array without axes are one.

    Examples
    --------
    >>> several([1]), several("ab"), several(np.array(1)), several(None)
    (True, False, False, False)
    """
    one = isinstance(values, (str, bytes, Mapping)) or getattr(values, "shape", None) == ()
    return isinstance(values, Iterable) and not one


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
            f"pick one column, such as {name}[:, {array.shape[-1] - 1}], or use .ravel()"
            if array.ndim
            else f"pass a list or an array, not {short(array.item())}",
        )
    if not array.size:
        raise InputError(
            f"{name} is empty", "without samples there is nothing to count", "pass at least one"
        )
    return array


def _as_array(values, name: str) -> np.ndarray:
    if type(values) is np.ndarray or type(values) is list:
        return _numpy_array(values, name)
    if isinstance(values, (set, frozenset, dict, Iterator)):
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


def table(values, name: str) -> np.ndarray:
    """Take a table of at least one cell."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise InputError(
            f"{name} can't be read as a table",
            "its rows are of several lengths",
            "give each sample equally many values",
        ) from None
    if array.ndim != 2 or not array.size:
        flat = f"if each sample has one label only: {name} = labels[:, None] == classes"
        raise InputError(
            f"{name} has the shape {array.shape}",
            "a row for each sample and a column for each label are needed, one or more of both",
            flat if array.ndim == 1 else "pass a list of rows, all of one length",
        )
    if np.ma.is_masked(values):
        column(values.ravel(), name)  # refuses it, and says why
    return array


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


def locked(column: np.ndarray) -> np.ndarray:
    """Make a column read-only."""
    column.setflags(write=False)
    return column


def scores(values, name: str = "y_score") -> np.ndarray:
    """Read scores as a new column of floats; a higher score speaks for the positive class.

    Raises
    ------
    InputError
        If a score is no finite number.
    """
    return finite(values, name, "score", "a score that isn't finite has no place in the ranking")


def finite(values, name: str, what: str, why: str) -> np.ndarray:
    """Read finite numbers as a new column of floats.

    Parameters
    ----------
    values : array_like, shape (n,)
        At least one.
    name : str
        What to call the column in an error.
    what : str
        What each number is.
    why : str
        Why it has to be finite.
    """
    array = column(values, name)
    floats = _as_floats(array, name, what)
    sound = np.isfinite(floats)
    if np.count_nonzero(sound) < floats.size:
        bad = np.flatnonzero(~sound)
        raise InputError(
            f"{name}[{bad[0]}] is {floats[bad[0]]} ({bad.size} such value(s))",
            why,
            f"leave these rows out of all columns, or repair what gave the {what}",
        )
    if array.dtype.kind in "iu" and np.abs(floats).max() > EXACT_INTEGER:
        raise InputError(
            f"{name} holds whole numbers up to {np.abs(floats).max():.0f}",
            f"so large ones aren't all floats, and different {what}s would fall together",
            "use numbers below 2**53, or their ranks",
        )
    return floats


def _as_floats(array: np.ndarray, name: str, what: str) -> np.ndarray:
    """Convert real numbers, and nothing else: a text or a date is none."""
    if array.dtype.kind in "biuf":
        return array.astype(np.float64)
    for i, value in enumerate(array.tolist()):
        if not isinstance(value, numbers.Real) and not _is_decimal(value):
            raise InputError(
                f"{name}[{i}] is {short(value)}",
                f"a {what} is a real number",
                "convert the column to numbers first",
            )
    try:
        return array.astype(np.float64)
    except OverflowError:
        i = next(i for i, value in enumerate(array.tolist()) if abs(value) > LARGEST)
        raise InputError(
            f"{name}[{i}] is {short(array[i])}",
            f"a {what} is a number that a float can hold, so up to {LARGEST:.1g}",
            "divide all of them by one number, or take their logarithms or ranks",
        ) from None


def _is_decimal(value) -> bool:
    return isinstance(value, numbers.Number) and not isinstance(value, complex)


def weights(values, name: str = "weights", largest_sum: float = LARGEST_SUM) -> np.ndarray | None:
    """Read sample weights: finite and not negative. Whole numbers stay whole while they fit."""
    if values is None:
        return None
    array = column(values, name)
    floats = _as_floats(array, name, "weight")
    bad = np.flatnonzero(~(np.isfinite(floats) & (floats >= 0)))
    if not bad.size and floats.max() > largest_sum / floats.size:
        raise InputError(
            f"{name} holds numbers up to {floats.max():g}",
            "products of their sums would be beyond what a float can hold",
            "divide all of them by one number: only their ratios matter",
        )
    if bad.size:
        raise InputError(
            f"{name}[{bad[0]}] is {floats[bad[0]]:g} ({bad.size} such value(s))",
            "a weight says how many samples one stands for, so it is finite and not negative",
            "use weights of 0 or more",
        )
    whole = array.dtype.kind in "biu" and floats.sum() <= EXACT_INTEGER
    return array.astype(np.int64) if whole else floats


def ids(values, name: str = "ids") -> np.ndarray | None:
    """Read the names of samples, no name twice."""
    if values is None:
        return None
    array = column(values, name)
    names = array.tolist()
    plain = array.dtype.kind in "iuUS"
    if not plain and any(not isinstance(value, Hashable) for value in names):
        raise InputError(f"{name} holds lists", "an id names one sample", "use numbers or texts")
    if len(set(names)) < len(names):
        twice, times = Counter(names).most_common(1)[0]
        raise InputError(
            f"{name} has {short(twice)} {times} times",
            "an id must name one sample only",
            "make the ids unique",
        )
    return array.copy()


def labels(values, positive=None, name: str = "y_true") -> np.ndarray:
    """Read labels of two classes as booleans: True where a sample is positive.

    Parameters
    ----------
    values : array_like, shape (n,)
        Labels of at most two kinds.
    positive : hashable, optional
        The positive class. It may be left out only for 0/1, −1/+1 and False/True, where 1 and True
        are.

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
    if positive is not None:
        _check_positive(positive)
    if array.dtype.kind == "O":
        plain_objects(array, name)
        if all(map(_is_zero_or_one, array.tolist())):  # Python's own 0 and 1, or False and True
            array = array.astype(bool)
    if positive is None and array.dtype.kind in "biuf":
        chosen = array == 1
        others = np.count_nonzero(array) - np.count_nonzero(chosen)
        if not others:  # what isn't 1 is 0
            return chosen
        if others == array.size - np.count_nonzero(chosen) and (array[~chosen] == -1).all():
            return chosen
        raise _not_two(array, positive, name)
    chosen = _equal(array, positive)
    others = array[~chosen]
    if positive is None or (others.size and not (others == others[0]).all()):
        raise _not_two(array, positive, name)
    return chosen


def _check_positive(positive) -> None:
    if not isinstance(positive, Hashable) or isinstance(positive, (tuple, frozenset)):
        raise InputError(
            f"positive={short(positive)}",
            "one label is the positive one, not several",
            "name one label; to join several classes, relabel them first",
        )
    if is_missing(positive):
        raise InputError(
            f"positive={short(positive)}",
            "a missing label is no class",
            "name one of the labels; without positive=, 1 and True are positive",
        )


def _is_zero_or_one(cell) -> bool:
    return isinstance(cell, (numbers.Real, np.bool_, Decimal)) and cell in (0, 1)


def swapped(y_true, y_score) -> InputError | None:
    """Return an error for scores in the place of labels, where the other column looks like these.

    Examples
    --------
    >>> print(swapped([0.9, 0.4, 0.2], [1, 0, 1]).what)
    y_true holds 3 different numbers, and y_score only 0 and 1
    """
    columns = {"y_true": y_true, "y_score": y_score}
    pair = [np.asarray(column(values, name)) for name, values in columns.items()]
    kinds = [np.unique(array) if array.dtype.kind in "biuf" else array[:0] for array in pair]
    if len(kinds[0]) < 3 or not kinds[1].size or not set(kinds[1].tolist()) <= {0, 1, -1}:
        return None
    return InputError(
        f"y_true holds {len(kinds[0]):,} different numbers, and y_score only "
        + " and ".join(f"{kind:g}" for kind in kinds[1].tolist()),
        "scores in the place of labels? The truth comes first, and then the scores",
        "turn the two round: mm.sweep(y_true, y_score)",
    )


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
    """Return the words for the negative and the positive class, where the labels are words.

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


OF_CLASSES = ("classes", "the negative class first", '("ham", "spam")')
OF_AXES = ("axes", "the horizontal one first", '("area", "price")')


def pair_of_names(names, name: str, of: tuple[str, str, str] = OF_CLASSES) -> tuple[str, str]:
    """Read what the negative and the positive class are called, or two axes.

    Examples
    --------
    >>> pair_of_names(["ham", "spam"], "names")
    ('ham', 'spam')
    """
    pair = tuple(names) if several(names) else ()
    if len(pair) != 2 or not all(isinstance(one, str) for one in pair):
        what, order, example = of
        raise InputError(
            f"{name}={short(names)}",
            f"each of the two {what} has a name",
            f"pass a pair of texts, {order}: {name}={example}",
        )
    return pair


def _equal(array: np.ndarray, positive) -> np.ndarray:
    """Compare each label with the positive class; unlike kinds are simply unequal."""
    if isinstance(positive, np.generic):
        positive = positive.item()
    result = np.zeros(array.shape, bool)
    if array.dtype.kind == "O" or isinstance(positive, str) == (array.dtype.kind in "US"):
        result |= np.asarray(array == positive, bool)
    return result


def plain_objects(array: np.ndarray, name: str) -> None:
    """Refuse missing and unhashable labels in a column of Python objects."""
    for i, value in enumerate(array.tolist()):
        if not isinstance(value, Hashable) or value is None or is_missing(value):
            raise _missing(name, i, value)


def is_missing(value) -> bool:
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
        if is_missing(value):
            return _missing(name, i, value)
    kinds = list(dict.fromkeys(array.tolist()))
    listed = ", ".join(map(short, kinds[:FEW])) + (", …" if len(kinds) > FEW else "")
    if positive is not None and positive not in kinds:
        return InputError(
            f"positive={short(positive)} is not among the labels of {name}: {listed}",
            "then nobody would be positive",
            "name one of these labels as it is written there",
        )
    if len(kinds) > 2 and array.dtype.kind == "f":
        return InputError(
            f"{name} has {len(kinds)} different values: {listed}",
            "labels of two classes are needed, and these look like scores",
            "compare them with a threshold first, e.g. y_score >= 0.5",
        )
    if len(kinds) > 2:
        one = short(kinds[0] if positive is None else positive)
        return InputError(
            f"{name} has {len(kinds)} labels: {listed}",
            "TP, FP, FN and TN are counted for two classes, positive and negative",
            f"compare one with the rest: pass [label == {one} for label in {name}], which "
            "says by itself what is positive, and leave positive= out",
        )
    return InputError(
        f"{name} has the labels {listed}",
        "only of 0/1, −1/+1 and False/True is it clear which is positive",
        "name it: " + " or ".join(f"positive={short(label)}" for label in kinds),
    )


def yes_or_no(array: np.ndarray, name: str, what: str = "a label belongs to a sample"):
    """Read cells of 0 and 1, or False and True, as booleans."""
    if array.dtype.kind == "b":
        return array.copy()
    yes = array == 1 if array.dtype.kind in "iuf" else None
    if yes is not None and np.count_nonzero(yes) == np.count_nonzero(array):  # the rest is 0
        return yes
    for place, cell in np.ndenumerate(array):
        if not _is_zero_or_one(cell):
            raise InputError(
                f"{name}[{', '.join(map(str, place))}] is {cell}",
                f"{what} (1) or it isn't so (0)",
                f"pass 0 and 1; compare grades or scores first, such as {name} >= 0.5",
            )
    return array.astype(bool)


def count(value, name: str):
    """Read one count, or one sum of weights: finite and not negative; whole where it can be."""
    if not is_finite(value) or not 0 <= value <= MOST:
        raise InputError(
            f"{name} = {short(value)}",
            "it counts samples, so it is a finite number of 0 or more that a float can hold",
            "count the samples of this cell",
        )
    if isinstance(value, Rounded):
        return value
    if value == int(value):
        return int(value)
    return Rounded(value) if isinstance(value, np.floating) else value


def is_finite(value) -> bool:
    """Tell a real number that a float can hold from everything else; True is no number here.

    Examples
    --------
    >>> is_finite(1), is_finite(10**400), is_finite(float("nan")), is_finite("1")
    (True, False, False, False)
    """
    if not is_number(value):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def is_number(value) -> bool:
    """Tell a real number from everything else; True is none here.

    Examples
    --------
    >>> is_number(10**400), is_number(float("nan")), is_number(True), is_number("1")
    (True, True, False, False)
    """
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def is_whole(value) -> bool:
    """Tell a whole number by its type: 1.0 and True are none."""
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def whole(value, name: str, meaning: str, least: int = 1, most: int | None = None) -> int:
    """Read a whole number from some least one on, and up to a largest where there is one.

    Examples
    --------
    >>> whole(10, "bins", "it says into how many equal parts to cut")
    10
    """
    if not is_whole(value) or not least <= value <= (BEYOND_ALL if most is None else most):
        upwards = f"of at least {least}" if most is None else f"from {least} to {most:,}"
        raise InputError(f"{name}={short(value)}", meaning, f"pass a whole number {upwards}")
    return int(value)


def flag(value, name: str) -> bool:
    """Read a yes or no."""
    if not isinstance(value, (bool, np.bool_)):
        raise InputError(
            f"{name}={short(value)}", "it is a yes or a no", f"pass {name}=True or False"
        )
    return bool(value)


def share(value, name: str, meaning: str, *, zero: bool = True, one: bool = True):
    """Read a share of a whole: a number from 0 to 1, either end only where it makes sense.

    Examples
    --------
    >>> share(0.1, "p_positive", "it is the share of positives")
    0.1
    """
    if is_number(value) and 0 <= value <= 1 and (zero or value > 0) and (one or value < 1):
        return value.item() if isinstance(value, np.generic) else value
    low, high = "from 0" if zero else "greater than 0", "up to 1" if one else "less than 1"
    raise InputError(f"{name}={short(value)}", meaning, f"pass a number {low}, {high}, such as 0.1")
