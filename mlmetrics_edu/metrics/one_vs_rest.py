"""Scores of many classes, each class against the rest or against each other, and their averages.

The micro average lets all pairs of a sample and a class in at once, in one sweep. The macro average
is the mean of the classes; of ROC curves it is itself a curve. Hand and Till take two classes at a
time, and nobody else: no prevalence of any class plays a part.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.conventions import ApRule, ClassMean, LabelUndefined, PairMean, options
from ..core.errors import InputError, UndefinedError, choice
from ..core.formula import Formula, Worked
from ..core.inputs import locked
from ..core.trace import Column, Trace, Traced
from ..core.words import how_many
from . import means
from .auc import auc
from .compare import heights
from .confusion_matrix import distinct, in_order, unique
from .counting import is_table, unnamed
from .curves import Curve, roc
from .multilabel import (
    Grid,
    multilabel_auc,
    multilabel_map,
    scored,
    sweep_of_all_cells,
    sweeps_of_labels,
)
from .sweep import Sweep, sweep, written

AVERAGES = options(ClassMean)
MOST = 10_000  # abscissas; more are no longer told apart
MACRO = "macro: the mean of the classes, at equal FPR"
MICRO = "micro: all pairs of a sample and a class in one sweep"


class MeanCurve(NamedTuple):
    """The mean of curves at equal abscissas (vertical averaging); it has no thresholds.

    Attributes
    ----------
    x, y : numpy.ndarray of float, shape (points,)
        The coordinates.
    """

    x: np.ndarray
    y: np.ndarray


@dataclass(frozen=True, eq=False, repr=False)
class OneVsRest(Traced, Mapping):
    """Each class against the rest: a mapping of class to sweep, with their averages.

    It is made by :func:`one_vs_rest`.

    Attributes
    ----------
    grid : Grid
        Which class each sample is, and its scores: a row for each sample, a column for each class.
    """

    grid: Grid

    @cached_property
    def sweeps(self) -> Mapping[Hashable, Sweep]:
        """The counts of each class against the rest, by its name."""
        return dict(zip(self.grid.labels.tolist(), sweeps_of_labels(self.grid), strict=True))

    @cached_property
    def micro(self) -> Sweep:
        """All pairs of a sample and a class in one sweep: positive where it is the sample's own."""
        return sweep_of_all_cells(self.grid)

    def __getitem__(self, name: Hashable) -> Sweep:
        return self.sweeps[name]

    def __iter__(self) -> Iterator[Hashable]:
        return iter(self.sweeps)

    def __len__(self) -> int:
        return len(self.sweeps)

    @property
    def classes(self) -> tuple[Hashable, ...]:
        """What the classes are called."""
        return tuple(self)

    def macro_roc(self) -> MeanCurve:
        """Return the mean of the ROC curves of all classes: of their heights at equal FPR.

        The curves are joined by straight lines, and where one is vertical, so is the mean. The area
        below is the mean of their areas. Of more than 10 000 different FPR, 10 001 at equal
        distances are taken.

        Raises
        ------
        UndefinedError
            If a class is missing, or there is no other one.
        """
        return mean_curve([*self.curves().values()])

    def curves(self, curve: Callable[[Sweep], Curve] = roc) -> dict[Hashable, Curve]:
        """Return the curve of each class against the rest, by its name.

        Parameters
        ----------
        curve : callable
            Makes it of a sweep: ``mm.roc``, ``mm.pr`` …

        Raises
        ------
        UndefinedError
            If a class is missing, or there is no other one.
        """
        return {name: _curve(name, sweep, curve) for name, sweep in self.sweeps.items()}

    def auc(self, average: ClassMean = "macro", *, undefined: LabelUndefined = "nan") -> Worked:
        """Average the areas under the ROC curves; see :func:`multilabel_auc`.

        Parameters
        ----------
        average : {"macro", "micro", "weighted"}
            ``"macro"``: the mean of the classes. ``"weighted"``: each counts as often as it occurs.
            ``"micro"``: the area of the one sweep over all pairs of a sample and a class.
        undefined : {"nan", "skip", 0}
            What a class that never occurs does to the mean.
        """
        choice(average, AVERAGES, "average")
        truth, score, names, weights = self.grid
        how = {"labels": names, "weights": weights, "undefined": undefined}
        return multilabel_auc(truth, score, average, **how)

    def average_precision(
        self,
        average: ClassMean = "macro",
        *,
        rule: ApRule = "step",
        undefined: LabelUndefined = "nan",
    ) -> Worked:
        """Average the average precisions; see :func:`multilabel_map`.

        Parameters
        ----------
        average : {"macro", "micro", "weighted"}
            As for :meth:`auc`.
        rule : {"step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco"}
            How each P-R curve is summed up; see :func:`average_precision`.
        undefined : {"nan", "skip", 0}
            What a class that never occurs does to the mean.
        """
        choice(average, AVERAGES, "average")
        truth, score, names, weights = self.grid
        how = {"labels": names, "weights": weights, "undefined": undefined}
        return multilabel_map(truth, score, average, rule=rule, **how)

    def trace(self) -> Trace:
        """Lay out how often each class occurs, its AUC and its AP, and their averages."""
        whole = {"AUC": self.auc, "AP": self.average_precision}
        areas = {
            name: [*of("macro").terms.values(), *map(of, AVERAGES)] for name, of in whole.items()
        }
        positives = [one.positives for one in (*self.sweeps.values(), *[self.micro] * 3)]
        return Trace(
            f"{len(self.sweeps)} classes, each against the rest",
            (
                Column("class", [*map(str, self.classes), *AVERAGES]),
                Column("positives", positives, words.count, "right"),
                *(Column(name, values, written, "right") for name, values in areas.items()),
            ),
            {"macro": MACRO.partition(",")[0], "micro": MICRO},
        )


def one_vs_rest(
    y_true: ArrayLike,
    y_score: ArrayLike | Mapping[Hashable, ArrayLike],
    classes: Sequence[Hashable] | Mapping[Hashable, str] | None = None,
    *,
    weights: ArrayLike | None = None,
) -> OneVsRest:
    """Count each class against the rest at every threshold on its own scores.

    Parameters
    ----------
    y_true : array_like, shape (n,) or (n, k)
        The class of each sample; or a row of 0 and 1 that says which labels it has.
    y_score : array_like, shape (n, k), or mapping of class to array_like, shape (n,)
        A column of scores for each class, such as ``model.predict_proba(X)``.
    classes : sequence of hashable, or mapping of class to str, optional
        Which class each column is, such as ``model.classes_``; without it, all classes in
        ``y_true`` in their order. A mapping gives them other names.
    weights : array_like, shape (n,), optional
        How many samples each one stands for.

    Returns
    -------
    OneVsRest
        A mapping of class to :class:`Sweep`, which prints as a table. ``micro`` is the sweep of all
        pairs of a sample and a class; ``auc()``, ``average_precision()`` and ``macro_roc()`` are
        averages over the classes.

    Raises
    ------
    InputError
        If columns and classes don't belong together.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, on decision problems with more than two
    classes; scikit-learn, Multiclass receiver operating characteristic.

    Examples
    --------
    >>> y, p = list("abca"), [[0.7, 0.2, 0.1], [0.5, 0.3, 0.2], [0.2, 0.2, 0.6], [0.4, 0.5, 0.1]]
    >>> some = one_vs_rest(y, p)
    >>> print(some)
    3 classes, each against the rest · macro: the mean of the classes · micro: all pairs ...
    class     positives            AUC             AP
    a                 2    3/4 = 0.750    5/6 = 0.833
    b                 1    2/3 = 0.667    1/2 = 0.500
    c                 1    3/3 = 1.000              1
    macro             4  29/36 = 0.806    7/9 = 0.778
    micro             4  28/32 = 0.875  49/60 = 0.817
    weighted          4  19/24 = 0.792  19/24 = 0.792
    >>> fpr, tpr = some.macro_roc()
    >>> fpr.round(2).tolist(), tpr.round(2).tolist()
    ([0.0, 0.0, 0.33, 0.33, 0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 0.83, 0.83, 1.0, 1.0])
    """
    score, labels = columns_of_scores(y_score, classes)
    if is_table(y_true):
        truth = y_true  # a row of yes or no for each sample
    else:
        truth, labels = against_the_rest(y_true, labels, score.shape[1])
    names = unique([*classes.values()], "classes") if isinstance(classes, Mapping) else labels
    return OneVsRest(scored(truth, score, names, weights))


def _curve(name: Hashable, sweep: Sweep, curve: Callable[[Sweep], Curve]) -> Curve:
    try:
        return curve(sweep)
    except UndefinedError as error:
        raise UndefinedError(
            f"class {name!r}: {error.what}",
            error.why,
            "evaluate on samples of all classes, or leave its column of scores out",
        ) from None


def mean_curve(curves: Sequence[Curve]) -> MeanCurve:
    """Average the heights of curves, wherever one of them has a point.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> x, y = mean_curve([roc(sweep([1, 0], [2, 1])), roc(sweep([1, 0], [1, 2]))])
    >>> x.tolist(), y.tolist()
    ([0.0, 0.0, 1.0, 1.0], [0.0, 0.5, 0.5, 1.0])
    """
    read = [heights(curve) for curve in curves]
    x = np.unique(np.concatenate([one.x for one in read]))
    if len(x) > MOST:
        x = np.linspace(x[0], x[-1], MOST + 1)
    enter, leave = np.mean([one.at(x) for one in read], axis=0)
    corners = np.repeat(x, 2), np.column_stack([enter, leave]).ravel()
    moves = np.append(True, (np.diff(corners[0]) != 0) | (np.diff(corners[1]) != 0))
    return MeanCurve(*(locked(column[moves]) for column in corners))


HAND_TILL = "hand_till_auc"
PAIR = Formula("pair_auc", "(auc_first + auc_second) / 2", (0.0, 1.0), "higher")
PAIR_MEANS = {
    "macro": "pairs of classes: plain mean (Hand & Till)",
    "weighted": "pairs of classes: weighted by how many samples both have",
}


def hand_till_auc(
    y_true: ArrayLike,
    y_score: ArrayLike | Mapping[Hashable, ArrayLike],
    classes: Sequence[Hashable] | Mapping[Hashable, str] | None = None,
    *,
    average: PairMean = "macro",
) -> Worked:
    """Average the AUC over all pairs of classes, each pair ranked by the scores of both.

    Parameters
    ----------
    y_true, y_score, classes
        As for :func:`one_vs_rest`: the class of each sample, and a column of scores for each class.
    average : {"macro", "weighted"}
        The plain mean over the pairs, or one that counts each pair as often as its classes occur
        together, as scikit-learn can.

    Returns
    -------
    Worked
        From 0 to 1, ½ for scores that tell nothing. ``steps`` has a row for each pair, ``terms``
        the working of each. Of two classes whose scores add up to 1 it is their AUC.

    Raises
    ------
    InputError
        If a sample has several labels.
    UndefinedError
        If a class has no sample.

    References
    ----------
    Hand & Till (2001), A simple generalisation of the area under the ROC curve for multiple class
    classification problems, equation 7.

    Examples
    --------
    >>> y, p = list("abca"), [[0.7, 0.2, 0.1], [0.5, 0.3, 0.2], [0.2, 0.2, 0.6], [0.4, 0.5, 0.1]]
    >>> m = hand_till_auc(y, p)
    >>> print(m.steps)
    Hand–Till AUC, over 3 pairs · pairs of classes: plain mean (Hand & Till)
    pair           value
    a and b  1/2 = 0.500
    a and c            1
    b and c            1
    >>> m.fraction
    Fraction(5, 6)
    """
    choice(average, PAIR_MEANS, "average")
    grid = one_vs_rest(y_true, y_score, classes).grid
    sizes = _sizes(grid)
    pairs = [*combinations(range(len(grid.labels)), 2)]
    names = [f"{grid.labels[i]} and {grid.labels[j]}" for i, j in pairs]
    values = means.named([_pair(grid, i, j) for i, j in pairs], names)
    together = np.array([sizes[i] + sizes[j] for i, j in pairs])
    weights = together if average == "weighted" else None
    parts = means.of_many(HAND_TILL, values, "pair", names, weights=weights)
    terms = dict(zip(names, values, strict=True))
    return means.mean(HAND_TILL, parts, conventions={"average": PAIR_MEANS[average]}, terms=terms)


def _sizes(grid: Grid) -> np.ndarray:
    """Count the samples of each class; each sample is of one, and none is empty."""
    if (grid.truth.sum(axis=1) != 1).any():
        raise InputError(
            "a sample has several labels, or none",
            "pairs of classes are compared by samples that are of one class or of the other",
            "of several labels a sample, take mm.multilabel_auc",
        )
    sizes = grid.truth.sum(axis=0)
    if not sizes.all():
        raise UndefinedError(
            f"the class {inputs.short(grid.labels[sizes.argmin()])} has no sample",
            "no pair of its samples with those of another class can be ranked",
            "evaluate on samples of all classes, or leave its column of scores out",
        )
    return sizes


def _pair(grid: Grid, i: int, j: int) -> Worked:
    """Rank the samples of two classes, by the scores of the one and by those of the other."""
    both = grid.truth[:, i] | grid.truth[:, j]
    areas = [auc(sweep(grid.truth[both, k], grid.other[both, k])) for k in (i, j)]
    return PAIR.work(auc_first=areas[0], auc_second=areas[1])


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


def _which(positive, names, labels: tuple) -> InputError:
    listed = words.listing([*map(inputs.short, labels)])
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


def against_the_rest(y_true, labels, columns: int) -> tuple[np.ndarray, tuple]:
    """Tell of each sample and each class whether it is the sample's own."""
    values, codes = distinct(inputs.column(y_true, "y_true"), "y_true")
    named, labels = labels is not None, tuple(in_order(values)) if labels is None else labels
    if len(labels) != columns:
        listed = words.listing([repr(label) for label in labels])
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
    what, named = (words.listing([*map(repr, some)]) for some in (strange, labels))
    pairs = ", ".join(f"{value!r}: {name!r}" for value, name in zip(values, labels, strict=False))
    renamed = len(values) == len(labels) == len(strange)
    return InputError(
        f"some samples have the label {what}",
        f"the columns of y_score are {named}",
        f"to call them otherwise, write classes={{{pairs}}}"
        if renamed
        else "name the class of each column as in y_true: classes=model.classes_",
    )
