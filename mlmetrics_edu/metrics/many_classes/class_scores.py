"""Scores of many classes: which column is whose, and whose class each sample is."""

from collections.abc import Hashable, Mapping
from typing import NamedTuple

import numpy as np

from ...core import digits, inputs
from ...core.errors import InputError
from ...core.words import how_many
from .matrix_cells import distinct, in_order, unique


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
        raise _outside(strange, in_order(values), labels)
    codes = np.array([place[value] for value in values])[codes]
    return codes[:, None] == np.arange(columns), labels


def _outside(strange: list, values: list, labels: tuple) -> InputError:
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
