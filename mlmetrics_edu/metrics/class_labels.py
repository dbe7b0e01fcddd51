"""Labels of any kind, counted into a table of classes; and which column of scores is whose.

Each label becomes a small number, and each pair of them another. Whole numbers that lie close
together are their own codes.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..core import digits, inputs
from ..core.arithmetic import native
from ..core.errors import InputError
from ..core.words import how_many
from .confusion import Members, shape_of
from .counting import read_weights

STEP = 2**15  # so many samples at once stay in the cache
MANY = 5_000  # a table of more classes than this fills the memory, and nobody reads it
ROOM = 2**16  # so many cells of a table are cheap, however few the samples
FAR = 2**40  # whole numbers beyond it are names rather than numbers


def check(matrix, what: str) -> None:
    """Make sure that something is a table of classes, and say how to get one."""
    if not hasattr(matrix, "one_vs_rest"):
        raise InputError(
            f"the {what} of a {type(matrix).__name__} was asked for",
            "it is made of the counts of each class",
            "count first: m = mm.ConfusionMatrix.from_labels(y_true, y_pred)",
        )


@dataclass(frozen=True)
class Cells:
    """The cell of each sample: its row times the number of codes, plus its column.

    Attributes
    ----------
    cell : numpy.ndarray, shape (n,)
        A number for each sample.
    width : int
        How many codes there are.
    codes : tuple of int
        The code of each class; −1 for a class that never occurs.
    ids : numpy.ndarray, shape (n,), or None
        Names of the samples.
    typed : bool
        Whether the counts are sums of whole numbers, or of decimals as somebody typed them.
    """

    cell: np.ndarray
    width: int
    codes: tuple[int, ...]
    ids: np.ndarray | None = None

    def at(self, row: int, column: int) -> tuple:
        """Name the samples in one cell."""
        truth, guess = self.codes[row], self.codes[column]
        if min(truth, guess) < 0:
            return ()
        here = np.flatnonzero(self.cell == truth * self.width + guess)
        return tuple((here if self.ids is None else self.ids[here]).tolist())

    def against_the_rest(self, row: int) -> dict[str, tuple]:
        """Name the samples in the four cells of one class against the rest."""
        truth, guess = np.divmod(self.cell.astype(np.int64), self.width)
        code = self.codes[row]
        return Members(truth == code, guess == code, self.ids)()


def count(y_true, y_pred, labels, weights, ids) -> tuple[np.ndarray, tuple, Cells]:
    """Count pairs of labels.

    Returns
    -------
    counts : numpy.ndarray, shape (k, k)
    labels : tuple
    cells : Cells
    """
    named = None if labels is None else unique(labels)
    coded = _code(y_true, y_pred, named=named is not None)
    weights, ids = read_weights(weights), inputs.ids(ids)
    inputs.same_length(y_true=coded.truth, weights=weights, ids=ids)
    seen, cell = _tally(coded)
    counts = seen if weights is None else _weighed(cell, weights, len(seen))
    names = _names([coded.values[i] for i in np.flatnonzero(seen.sum(0) + seen.sum(1))], named)
    place = {value: i for i, value in enumerate(coded.values)}
    codes = tuple(place.get(name, -1) for name in names)
    # The row and column of zeros at the end is for classes that never occur.
    counts = np.pad(counts, (0, 1))[np.ix_(codes, codes)]
    return counts, names, Cells(cell, len(coded.values), codes, ids)


def _names(used: list, named: tuple | None) -> tuple:
    """Name the rows: as was asked for, or after the labels that occur."""
    names = tuple(in_order(used)) if named is None else named
    if not set(used) <= set(names):
        raise _outside([name for name in used if name not in set(names)], names)
    return names


def _tally(coded: Coded) -> tuple[np.ndarray, np.ndarray]:
    """Count each pair of codes, some samples at a time; return the cells of the samples as well."""
    width, n = _few(coded.values), len(coded.truth)
    size, shift = width * width, coded.offset * (width + 1)
    cells, counts, step = np.empty(n, np.min_scalar_type(size)), np.int64(0), max(STEP, size)
    how = {"dtype": np.int64, "casting": "unsafe"}
    for start in range(0, n, step):
        part = slice(start, start + step)
        cell = np.multiply(coded.truth[part], width, **how)
        cell = np.add(cell, coded.guess[part], **how) - shift
        cells[part] = cell
        counts = counts + np.bincount(native(cell), minlength=size)
    return counts.reshape(width, width), cells


def _weighed(cell: np.ndarray, weights: np.ndarray, width: int) -> np.ndarray:
    """Add up the weights in each cell."""
    return np.bincount(native(cell), weights, width * width).reshape(width, width)


def _few(values: Sequence) -> int:
    if len(values) > MANY:
        raise InputError(
            f"there are {len(values):,} different labels, such as {values[0]!r}",
            "a table needs a row and a column for each, and these look like names or amounts",
            f"group them into {MANY:,} classes or fewer",
        )
    return len(values)


def _outside(strange: list, labels: tuple) -> InputError:
    return InputError(
        f"some samples have the label {digits.listing([repr(name) for name in strange])}",
        f"the classes were named: {digits.listing([repr(label) for label in labels])}",
        "name all labels that occur, or leave these samples out of both columns first",
    )


def square(counts) -> np.ndarray:
    """Read a square table of counts or sums of weights, as a copy that can't be changed."""
    shape = shape_of(counts)
    array = np.empty(0) if isinstance(shape, str) else np.array(counts)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or not array.size:
        raise InputError(
            f"the counts have the shape {shape}",
            "each class has a row and a column",
            "pass a square table, truth in rows",
        )
    total = _sum(array)
    whole = total <= inputs.EXACT_INTEGER and (array == np.floor(array)).all()
    array = array.astype(np.int64 if whole else float)
    array.flags.writeable = False
    return array


def _sum(array: np.ndarray) -> float:
    """Add up what must be counts."""
    if array.dtype.kind not in "iuf" or not (array.min() >= 0 and array.max() < np.inf):
        raise InputError(
            "the table holds something else than counts",
            "a cell counts samples, so it is a finite number of 0 or more",
            "pass whole numbers below 2**64, or sums of weights",
        )
    if array.max() > inputs.LARGEST_SUM / array.size:
        raise InputError(
            f"the table holds numbers up to {array.max():g}",
            "their sum is beyond what a float can hold",
            "divide all of them by one number: only their ratios matter",
        )
    return array.sum(dtype=float)


class Coded(NamedTuple):
    """Two columns of labels as codes: ``values[code - offset]`` is the label."""

    values: Sequence
    truth: np.ndarray
    guess: np.ndarray
    offset: int = 0


def _code(y_true, y_pred, *, named: bool = False) -> Coded:
    """Code each label as a small number, the same in both columns.

    Parameters
    ----------
    y_true, y_pred : array_like, shape (n,)
        Labels of any kind that can be a dictionary's key.
    named : bool
        Whether the classes were named, so that even a fraction such as 0.5 is surely a label.

    Raises
    ------
    InputError
        If a label is missing, or none could ever match.

    Examples
    --------
    >>> _code([7, 5], [5, 5]).values, _code(["b", "a"], ["a", "a"]).values
    (range(5, 8), ['b', 'a'])
    """
    columns = {"y_true": y_true, "y_pred": y_pred}
    truth, guess = (inputs.column(values, name) for name, values in columns.items())
    inputs.same_length(y_true=truth, y_pred=guess)
    for name, array in (("y_true", truth), ("y_pred", guess)):
        if array.dtype.kind == "f" and not named:
            _no_scores(array, name)
    return _whole_numbers(truth, guess) or _merged(
        distinct(truth, "y_true"), distinct(guess, "y_pred")
    )


def _no_scores(array: np.ndarray, name: str) -> None:
    """Refuse fractions: they are hardly labels."""
    whole = np.isfinite(array) & (array == np.floor(array))
    bad = np.flatnonzero(~(whole | np.isnan(array)))
    if bad.size:
        raise InputError(
            f"{name}[{bad[0]}] is {array[bad[0]]}",
            "fractions look like scores, and a table of classes is counted from labels",
            "take the class of the highest score first; if they are labels, name them: labels=[…]",
        )


def _whole_numbers(truth: np.ndarray, guess: np.ndarray) -> Coded | None:
    """Take whole numbers that lie close together as their own codes; None for all others."""
    kinds = {truth.dtype.kind, guess.dtype.kind}
    if not kinds <= set("biu"):
        return None
    low = min(int(truth.min()), int(guess.min()))
    high = max(int(truth.max()), int(guess.max()))
    if (high - low + 1) ** 2 > max(ROOM, truth.size) or max(-low, high) > FAR:
        return None
    values = range(low, high + 1)
    return Coded([*map(bool, values)] if kinds == {"b"} else values, truth, guess, low)


def _merged(one: tuple[list, np.ndarray], other: tuple[list, np.ndarray]) -> Coded:
    """Code the labels of both columns alike."""
    values = list(dict.fromkeys([*one[0], *other[0]]))
    texts = [{isinstance(value, (str, bytes)) for value in column[0]} for column in (one, other)]
    if len(values) > 1 and texts[0].isdisjoint(texts[1]):
        raise InputError(
            f"y_true holds labels such as {one[0][0]!r}, and y_pred such as {other[0][0]!r}",
            "a text is never equal to a number, so no prediction could be right",
            "use one spelling and one type for each label",
        )
    number = {value: i for i, value in enumerate(values)}
    codes = (np.array([number[v] for v in labels])[column] for labels, column in (one, other))
    return Coded(values, *codes)


def distinct(array: np.ndarray, name: str) -> tuple[list, np.ndarray]:
    """List the labels of a column, and give each sample the place of its own in the list."""
    import pandas

    labels = array.astype(object)
    try:
        places, values = pandas.factorize(labels)
    except TypeError:  # a list among the labels
        places, values = np.array([-1]), labels[:0]
    if (places < 0).any():  # a label is missing
        inputs.plain_objects(labels, name)
    return values.tolist(), places


def in_order(values) -> list:
    """Sort labels, where they can be sorted.

    Examples
    --------
    >>> in_order(["b", "a"]), in_order(["b", 1])
    (['a', 'b'], ['b', 1])
    """
    try:
        return sorted(values)
    except TypeError:
        return list(values)


def unique(labels, name: str = "labels") -> tuple:
    """Read the names of classes, in their order: at least one, and none twice."""
    if isinstance(labels, (set, frozenset)) or not inputs.several(labels):
        raise InputError(
            f"{name}={inputs.short(labels)}",
            "they name the rows from the top",
            "pass a list of labels",
        )
    names = tuple(labels.tolist() if hasattr(labels, "tolist") else labels)
    if not all(isinstance(label, Hashable) and not inputs.is_missing(label) for label in names):
        raise InputError(f"{name}={names}", "a label is one value", "use numbers or texts")
    if len(set(names)) < len(names) or not names:
        twice = next((label for label in names if names.count(label) > 1), None)
        raise InputError(
            f"{name} has {twice!r} twice" if names else f"{name} is empty",
            "each class has one row and one column",
            "name every class once",
        )
    return names


class OneClass(NamedTuple):
    """One class against the rest: whose samples these are, their scores, and what both are called.

    Attributes
    ----------
    truth : numpy.ndarray of bool, shape (n,)
    score : array_like, shape (n,)
    names : tuple of str
        The rest, and the class.
    """

    truth: np.ndarray
    score: np.ndarray
    names: tuple[str, str]


def of_one(y_true, y_score, classes, positive: Hashable) -> OneClass:
    """Pick the column of one class, and compare it with all the others.

    Of the classes 0 and 1, −1 and 1, or False and True the positive one need not be named.

    Raises
    ------
    InputError
        If columns and classes don't belong together, or it must be said which class is meant.

    Examples
    --------
    >>> of_one(["a", "b"], [[0.9, 0.1], [0.3, 0.7]], ["a", "b"], "b")
    OneClass(truth=array([False,  True]), score=array([0.1, 0.7]), names=('a', 'b'))
    """
    score, labels = columns_of_scores(y_score, classes)
    if labels is None:
        raise unnamed(score)
    truth, labels = against_the_rest(y_true, labels, score.shape[1])
    meant = positive_of(labels, positive)
    names = dict(classes) if isinstance(classes, Mapping) else {label: label for label in labels}
    if meant is None or meant not in labels:
        raise _which(positive, names, labels)
    here = labels.index(meant)
    others = [str(names[label]) for label in labels if label != meant]
    rest = others[0] if len(others) == 1 else f"not {names[meant]}"
    pair = (rest, str(names[meant])) if isinstance(names[meant], str) else inputs.CLASSES
    return OneClass(truth[:, here], score[:, here], pair)


def positive_of(labels, positive: Hashable = None) -> Hashable:
    """Tell the positive class of these: as named, or 1 where it is plain; else None.

    Examples
    --------
    >>> positive_of([0, 1]), positive_of(["ham", "spam"]), positive_of(["ham", "spam"], "spam")
    (1, None, 'spam')
    """
    return 1 if positive is None and set(labels) in ({0, 1}, {-1, 1}) else positive


def unnamed(y_score) -> InputError:
    """Say that a table of scores needs names of its columns."""
    columns = inputs.table(y_score, "y_score").shape[1]
    return InputError(
        f"y_score has {columns} columns",
        "a sweep goes along the scores of one class, and which column is whose wasn't said",
        f"pass one column, such as y_score[:, {columns - 1}]; or count each class against the "
        "rest: mm.one_vs_rest(y_true, y_score, classes=model.classes_)",
    )


def _which(positive, names, labels: tuple) -> InputError:
    listed = digits.listing([*map(inputs.short, labels)])
    if positive is None:
        return InputError(
            f"{len(labels)} classes, and none is named as positive: {listed}",
            "a sweep compares one class with all the others",
            f"add positive={labels[-1]!r}; "
            "or count each against the rest: mm.one_vs_rest(y_true, y_score, classes)",
        )
    return InputError(
        f"positive={inputs.short(positive)}",
        f"the columns of y_score are {listed}",
        f"name one of them as it is written there, such as positive={labels[-1]!r}",
    )


def columns_of_scores(y_score, classes) -> tuple[np.ndarray, tuple | None]:
    """Read the scores, and which class each column of them is, where that is said."""
    own = getattr(y_score, "columns", None)  # of a data frame
    if isinstance(y_score, Mapping):
        if classes is not None:
            raise InputError(
                f"classes={inputs.short(classes)} beside a mapping",
                "a mapping names the class of each column itself",
                "leave classes out",
            )
        own = unique([*y_score], "y_score")
        columns = {f"y_score[{key!r}]": inputs.column(y_score[key], "y_score") for key in own}
        inputs.same_length(**columns)
        y_score = np.column_stack([*columns.values()])
    if not is_table(y_score):
        raise InputError(
            f"y_score={inputs.short(y_score)} is no table",
            "each class needs a column of scores of its own",
            "pass all of them, as model.predict_proba(X) gives them; "
            "of two classes, sweep one: mm.sweep(y_true, y_score)",
        )
    named = own if classes is None else [*classes] if isinstance(classes, Mapping) else classes
    return inputs.table(y_score, "y_score"), None if named is None else unique(named, "classes")


def is_table(values) -> bool:
    """Tell rows of values from a column, or from a single value."""
    try:
        return np.ndim(values) == 2
    except ValueError:  # rows of several lengths, which the reader of tables knows what to say of
        return True


def against_the_rest(y_true, labels, columns: int) -> tuple[np.ndarray, tuple]:
    """Tell of each sample and each class whether it is the sample's own."""
    values, codes = distinct(inputs.column(y_true, "y_true"), "y_true")
    named, labels = labels is not None, tuple(in_order(values)) if labels is None else labels
    if len(labels) != columns:
        listed = digits.listing([repr(label) for label in labels])
        raise InputError(
            f"{columns} columns of y_score, and {how_many(len(labels), 'class')}: {listed}",
            "each class has a column of scores, and each column its class",
            f"{'name as many' if named else 'name the class of each column'}: "
            "classes=model.classes_",
        )
    place = {label: i for i, label in enumerate(labels)}
    strange = [value for value in values if value not in place]
    if strange:
        raise _strange_to_columns(strange, in_order(values), labels)
    codes = np.array([place[value] for value in values])[codes]
    return codes[:, None] == np.arange(columns), labels


def _strange_to_columns(strange: list, values: list, labels: tuple) -> InputError:
    what, named = (digits.listing([*map(repr, some)]) for some in (strange, labels))
    pairs = ", ".join(f"{value!r}: {name!r}" for value, name in zip(values, labels, strict=False))
    renamed = len(values) == len(labels) == len(strange)
    return InputError(
        f"some samples have the label {what}",
        f"the columns of y_score are {named}",
        f"to call them otherwise, write classes={{{pairs}}}"
        if renamed
        else "name the class of each column as in y_true: classes=model.classes_",
    )
