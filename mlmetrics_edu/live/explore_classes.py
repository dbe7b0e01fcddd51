"""Counts that are moved: two lists of names, several classes against the rest, painted masks."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.conventions import Language, ShownUndefined, options
from ..core.errors import InputError, printable
from ..core.formula import Formula, Worked
from ..core.words import how_many, in_a_line
from ..metrics import means, rates, segmentation
from ..metrics.confusion import Confusion, Members
from ..metrics.confusion_matrix import ConfusionMatrix
from ..plots.images import masks as draw_masks
from ..plots.matrices import confusion as draw_table
from ..plots.matrices import confusion_matrix as draw_matrix
from ..plots.samples import MOST as NAMED
from ..plots.samples import few_samples, two_lists
from ..plots.say import phrases
from .instrument import Instrument, Setting, at_place, one_of, paper, speaker
from .page import bare, cell, described, divided, fold, mean_of, roles, summed, tree

MOST = 10**9  # samples of a cell: beyond it nobody means single ones
RATES = ("precision", "recall", "f1")
AVERAGES = ("macro", "weighted", "micro")
POOLED = ("TP", "FP", "FN")  # what these rates are made of
POLICIES = options(ShownUndefined)
FEWEST, MANY = 2, 10  # classes
OF_CELLS = "a cell holds a whole number of samples"
OVERLAPS = (segmentation.IOU, segmentation.DICE, segmentation.RECALL)
# What is taken over the classes: its formula, the rate of each class, and how much a class weighs.
MEANS_OF_MASKS = (
    (segmentation.MEAN_ACCURACY, segmentation.RECALL, "macro"),
    (segmentation.MEAN_IOU, segmentation.IOU, "macro"),
    (segmentation.WEIGHTED_IOU, segmentation.IOU, "weighted"),
    (segmentation.MEAN_DICE, segmentation.DICE, "macro"),
)
# As a page reads them; "nan" is what a mean leaves out.
ABSENT = {
    name: "skip" if counts == "nan" else str(counts)
    for name, (counts, _) in segmentation.ABSENT.items()
}
ROWS, COLUMNS, KINDS = 12, 16, 6  # of masks, and classes in them
LETTERS = "ABCDEF"


def one_class() -> Setting:
    """Make a setting of the class that is compared with the rest."""
    return Setting(
        lambda self, label: self._labels[self.matrix.index(label)],
        write=lambda self, label: self.matrix.index(label),
        read=lambda self, k: at_place(self._labels, k),
    )


class ClassesExplorer(Instrument):
    """Several classes, each against the rest; made by :func:`explore_classes`.

    Attributes
    ----------
    matrix : ConfusionMatrix
        The counts as they stand; it can be set to another table of the same classes.
    label : hashable
        The class that is compared with the rest; it can be set.
    confusion : Confusion
        The four counts of that class.
    undefined : {"nan", "skip", 0, 1}
        What a class without a value does to an average; it can be set.
    """

    script, terms = "explore_classes", ("support", *RATES, *AVERAGES)

    def __init__(self, matrix: ConfusionMatrix, label, undefined, language: Language | None):
        super().__init__(language)
        _cells(matrix)
        self.title = self.say("classes.title")
        self._labels, self._conventions = matrix.labels, matrix.conventions
        self.matrix, self.undefined = matrix, undefined
        self.label = matrix.labels[0] if label is None else label

    def _table(self, matrix: ConfusionMatrix) -> ConfusionMatrix:
        cells = _cells(matrix)
        if matrix.labels != self._labels:
            raise InputError(
                f"the classes {inputs.short(list(matrix.labels))} were given",
                f"rows and columns stand for {inputs.short(list(self._labels))} here",
                "pass a table of these, in this order, or call mm.explore_classes anew",
            )
        return ConfusionMatrix(cells, self._labels, self._conventions)

    matrix = Setting(
        _table,
        key="cells",
        write=lambda _, matrix: matrix.counts.tolist(),
        read=lambda self, cells: ConfusionMatrix(cells, self._labels, self._conventions),
    )
    label = one_class()
    undefined = Setting(
        lambda _, undefined: means.policy(undefined, POLICIES),
        write=lambda _, undefined: str(undefined),
        read=lambda _, text: {str(policy): policy for policy in POLICIES}[text],
    )

    @property
    def confusion(self) -> Confusion:
        """The four counts of the class, against the rest."""
        return self.matrix.one_vs_rest(self.label)

    def fixed(self) -> dict[str, Any]:
        """Gather the names of the classes, and the formulas of counts, rates and averages."""
        k = len(self._labels)
        rows = [f"({' + '.join(cell(i, j) for j in range(k))})" for i in range(k)]
        return {
            "most": MOST,
            "names": [printable(str(label)) for label in self._labels],
            "total": tree(summed("n", rows)),
            "folds": [[bare(formula) for formula in fold(i, k)] for i in range(k)],
            "support": tree(rates.lookup("recall").below),
            "pools": [bare(summed(count, [f"{count}{i}" for i in range(k)])) for count in POOLED],
            "formulas": [divided(rates.lookup(rate)) for rate in RATES],
            "means": {
                how: [bare(mean_of(how, many)) for many in range(1, k + 1)] for how in AVERAGES[:2]
            },
        }

    def draw(self) -> Axes:
        """Draw the table as it stands, and the class against the rest."""
        left, right = paper(10.4, 4.9, 5.4, 5)
        draw_matrix(self.matrix, left)
        return draw_table(self.confusion, right, rates=RATES[:2])

    def __str__(self) -> str:
        table, one = self.matrix, self.confusion
        name = self.say("classes.folded", name=printable(str(self.label)))
        head = [self.title, f"{name}: {one.summary}"]
        rates = [one.rate(rate, "nan") for rate in RATES]
        how = {"undefined": self.undefined}
        averages = [table.average(rate, name, **how) for name in AVERAGES for rate in RATES]
        return "\n".join([" · ".join(head), *map(in_a_line, [*rates, *averages])])


def explore_classes(
    matrix: ConfusionMatrix,
    *,
    label: Hashable = None,
    undefined: ShownUndefined = "nan",
    language: Language | None = None,
) -> ClassesExplorer:
    """Show a table of several classes, and what it says of each class against the rest.

    Whichever class is chosen has its TP, FP, FN and TN marked in the table, and beside it stand
    the same four counts as a table of two classes, with precision, recall and F1 worked out. Cells
    are typed, or dragged up and down, and the rates of all classes and their averages follow.

    Parameters
    ----------
    matrix : ConfusionMatrix
        The counts at first, of 2 to 10 classes.
    label : hashable, optional
        The class that is compared with the rest at first; without it the first one.
    undefined : {"nan", "skip", 0, 1}
        What a class whose value is undefined (0/0) does to an average: it makes the average
        undefined, is left out, or counts as 0 or 1; see :meth:`ConfusionMatrix.average`.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it; without it the one in force.

    Returns
    -------
    ClassesExplorer
        The last line of a cell shows it; ``.to_html(path)`` writes a page.

    Raises
    ------
    InputError
        If there are too many classes, or a cell holds no whole number.

    Examples
    --------
    >>> snakes = ConfusionMatrix([[8, 1, 1], [0, 3, 1], [1, 0, 1]], ["viper", "cobra", "krait"])
    >>> x = explore_classes(snakes, label="krait")
    >>> x.confusion
    Confusion(tp=1, fp=2, fn=1, tn=12)
    >>> x.label = "cobra"
    >>> x.confusion.recall.fraction, x.matrix.average("f1").fraction
    (Fraction(3, 4), Fraction(757, 1140))
    """
    return ClassesExplorer(matrix, label, undefined, language)


def explore_matrix(
    tp: int, fp: int, fn: int, tn: int, *, language: Language | None = None
) -> ClassesExplorer:
    """Show the four cells of two classes to drag: every rate follows, with its working.

    Parameters
    ----------
    tp, fp, fn, tn : int
        How many samples are in each cell at first.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it; without it the one in force.

    Returns
    -------
    ClassesExplorer
        What :func:`explore_classes` makes of the 2 × 2 table, with the positives as its class.

    Raises
    ------
    InputError
        If a cell holds no whole number.

    Examples
    --------
    >>> x = explore_matrix(8, 12, 2, 978)
    >>> x.confusion.precision.fraction, x.confusion.recall.fraction
    (Fraction(2, 5), Fraction(4, 5))
    >>> x.matrix = ConfusionMatrix([[990, 0], [2, 8]], x.matrix.labels)
    >>> x.confusion
    Confusion(tp=8, fp=0, fn=2, tn=990)
    """
    given = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    tp, fp, fn, tn = (inputs.whole(n, name, OF_CELLS, 0, MOST) for name, n in given.items())
    say = speaker(language)
    names = [say("negative"), say("positive")]
    matrix = ConfusionMatrix([[tn, fp], [fn, tp]], names)
    return explore_classes(matrix, label=names[1], language=language)


def _cells(matrix: ConfusionMatrix) -> list[list[int]]:
    """Read a table whose cells are dragged one sample at a time."""
    if not isinstance(matrix, ConfusionMatrix):
        raise InputError(
            f"{inputs.short(matrix)} was given for a table of classes",
            "it needs the counts of all classes, with their names",
            "pass a mm.ConfusionMatrix; of four counts, mm.ConfusionMatrix([[tn, fp], [fn, tp]])",
        )
    if not FEWEST <= matrix.k <= MANY:
        raise InputError(
            f"the table has {how_many(matrix.k, 'class')}",
            f"one is compared with the rest, and {MANY} classes at most can be read on a screen",
            "show some of them, or group those that are rarely confused",
        )
    cells = matrix.counts.tolist()
    odd = [cell for row in cells for cell in row if not _is_count(cell)]
    if odd:
        raise InputError(
            f"a cell of the table holds {inputs.short(odd[0])}",
            f"each cell holds a whole number of samples here, at most {MOST:,}",
            "count the samples themselves, without weights",
        )
    return cells


def _is_count(value: Any) -> bool:
    return inputs.is_whole(value) and 0 <= value <= MOST


class MasksExplorer(Instrument):
    """A true mask and a predicted one that is painted; made by :func:`explore_masks`.

    Attributes
    ----------
    truth : numpy.ndarray, shape (rows, columns)
        The true class of each pixel.
    predicted : numpy.ndarray, shape (rows, columns)
        The predicted class of each pixel, as it stands; it can be set.
    label : hashable
        The class whose overlap is shown; it can be set.
    absent : {"skip", "zero", "one"}
        What a class without pixels counts in a mean; it can be set.
    matrix : ConfusionMatrix
        The counts of pixels, truth in rows.
    confusion : Confusion
        The four counts of the class that is shown.
    numbers : dict of str to Worked
        IoU and Dice of that class, and the numbers over all classes.
    """

    script = "explore_masks"
    terms = ("pixel_accuracy", *(mean.name for mean, _, _ in MEANS_OF_MASKS))

    def __init__(self, truth, predicted, labels, language: Language | None):
        super().__init__(language)
        self.title = self.say("masks.title")
        true = _mask(truth, "truth")
        pred = _mask(predicted, "predicted", true.shape)
        self._labels = _classes(true, pred, labels)
        self.truth = self._named(true)
        self.predicted, self.absent = pred, "skip"
        places, many = np.unique(self._places(self.truth), return_counts=True)
        self.label = self._labels[places[many.argmin()]]  # the rarest one that is there
        self._first = self.state

    def _places(self, mask: np.ndarray) -> list[list[int]]:
        """Write each pixel as the position of its class."""
        place = {label: k for k, label in enumerate(self._labels)}
        return [[place[label] for label in row] for row in mask.tolist()]

    def _named(self, mask: np.ndarray) -> np.ndarray:
        """Name the class of each pixel as the labels do."""
        return np.array([[self._labels[k] for k in row] for row in self._places(mask)])

    def _painted(self, predicted: ArrayLike) -> np.ndarray:
        mask = _mask(predicted, "predicted", self.truth.shape)
        _classes(self.truth, mask, self._labels)
        return self._named(mask)

    predicted = Setting(
        _painted,
        key="pixels",
        write=lambda self, mask: self._places(mask),
        read=lambda self, rows: [[at_place(self._labels, k) for k in row] for row in rows],
    )
    label = one_class()
    absent = one_of(lambda _: ABSENT, "absent")

    @property
    def matrix(self) -> ConfusionMatrix:
        """The counts of pixels, truth in rows."""
        columns = self.truth.ravel(), self.predicted.ravel()
        return ConfusionMatrix.from_labels(*columns, labels=self._labels)

    @property
    def confusion(self) -> Confusion:
        """The four counts of the class that is shown, against the rest."""
        return self.matrix.one_vs_rest(self.label)

    @property
    def numbers(self) -> dict[str, Worked]:
        """IoU and Dice of the class that is shown, and the numbers over all classes."""
        m, absent = self.matrix, self.absent
        return {
            "iou": segmentation.class_iou(m)[self.label],
            "dice": segmentation.class_dice(m)[self.label],
            "pixel_accuracy": segmentation.pixel_accuracy(m),
            "mean_pixel_accuracy": segmentation.mean_pixel_accuracy(m, absent),
            "mean_iou": segmentation.mean_iou(m, absent),
            "frequency_weighted_iou": segmentation.frequency_weighted_iou(m),
            "mean_dice": segmentation.mean_dice(m, absent),
        }

    def fixed(self) -> dict[str, Any]:
        """Gather the true mask, the signs of the classes, and the formulas."""
        k = len(self._labels)
        names = [printable(str(label)) for label in self._labels]
        return {
            "names": names,
            "codes": _codes(names),
            "truth": self._places(self.truth),
            "first": self._first,
            "policies": ABSENT,
            "folds": [[[one.name, tree(one)] for one in fold(i, k)[:3]] for i in range(k)],
            "support": tree(segmentation.RECALL.below),
            "right": tree(summed("right", [cell(i, i) for i in range(k)])),
            "rates": [divided(rate) for rate in OVERLAPS],
            "accuracy": described(segmentation.PIXEL_ACCURACY, inner={}),
            "means": [
                {
                    "name": mean.name,
                    "symbol": mean.symbol,
                    "rate": OVERLAPS.index(rate),
                    "weigh": how == "weighted",
                }
                | {"trees": [bare(mean_of(how, many)) for many in range(1, k + 1)]}
                for mean, rate, how in MEANS_OF_MASKS
            ],
        }

    def draw(self) -> Axes:
        """Draw both masks as they stand, where they differ, and the counts of the class."""
        sides = [np.array(self._places(side)) for side in (self.truth, self.predicted)]
        names = [printable(str(label)) for label in self._labels]
        *axes, last = paper(13.5, 4.2, 3, 3, 3, 4)
        draw_masks(*sides, axes, classes=len(names), names=names)
        return draw_table(self.confusion, last, rates=())

    def __str__(self) -> str:
        name = self.say("masks.chosen", name=printable(str(self.label)))
        head = " · ".join([self.title, f"{name}: {self.confusion.summary}"])
        return "\n".join([head, *map(in_a_line, self.numbers.values())])


def explore_masks(
    truth: ArrayLike,
    predicted: ArrayLike,
    *,
    labels: Sequence[Hashable] | None = None,
    language: Language | None = None,
) -> MasksExplorer:
    """Show a true mask beside a predicted one, and paint the prediction pixel by pixel.

    Beside the two masks stands the overlap of one class: which pixels are its TP, FP and FN. Its
    IoU and Dice, and the numbers over all classes, follow each pixel that is painted: by a click,
    by dragging, or with the arrow keys and a key for the class.

    Parameters
    ----------
    truth, predicted : array_like, shape (rows, columns)
        The class of each pixel, as a name or a whole number; at most 12 rows and 16 columns.
    labels : sequence of hashable, optional
        The classes (2 to 6), in the order of the matrix; also those that no pixel has. Without it,
        all that occur, sorted.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it; without it the one in force.

    Returns
    -------
    MasksExplorer
        The last line of a cell shows it; ``.to_html(path)`` writes a page.

    Raises
    ------
    InputError
        If the masks differ in shape, are too large, or have too many classes.

    Examples
    --------
    >>> x = explore_masks([["sky", "sky"], ["sea", "sea"]], [["sky", "sky"], ["sky", "sea"]])
    >>> x.label, x.numbers["iou"].fraction, x.numbers["mean_iou"].fraction
    ('sea', Fraction(1, 2), Fraction(7, 12))
    >>> x.predicted = [["sky", "sky"], ["sea", "sea"]]
    >>> x.matrix.counts.tolist(), float(x.numbers["dice"])
    ([[2, 0], [0, 2]], 1.0)
    """
    return MasksExplorer(truth, predicted, labels, language)


def _mask(values: ArrayLike, name: str, shape: tuple | None = None) -> np.ndarray:
    """Read the class of each pixel of a small image."""
    try:
        mask = np.asarray(values)
    except (ValueError, TypeError, RuntimeError):  # rows of different lengths, among others
        mask = np.empty(0)
    if mask.ndim != 2 or not mask.size or mask.dtype.kind not in "biufUTO":
        raise InputError(
            f"{name}={inputs.short(values)}",
            "a mask has a class for each pixel, in rows of one length",
            "pass a 2-D array of class names or whole numbers, such as [[0, 0], [0, 1]]",
        )
    if mask.shape[0] > ROWS or mask.shape[1] > COLUMNS:
        raise InputError(
            f"{name} has {how_many(mask.shape[0], 'row')} and {how_many(mask.shape[1], 'column')}",
            f"each pixel is painted by hand, so at most {ROWS} × {COLUMNS} are shown",
            f"cut a piece out, such as {name}[:{ROWS}, :{COLUMNS}]; "
            "mm.segmentation_matrix counts masks of any size",
        )
    if shape not in (None, mask.shape):
        raise InputError(
            f"truth has the shape {shape}, and {name} {mask.shape}",
            "each pixel needs its true class and its predicted one",
            "pass two masks of one shape",
        )
    return mask


def _classes(truth: np.ndarray, predicted: np.ndarray, labels: Any) -> tuple[Hashable, ...]:
    """Name the classes, in the order of the matrix."""
    classes = ConfusionMatrix.from_labels(truth.ravel(), predicted.ravel(), labels=labels).labels
    if not 2 <= len(classes) <= KINDS:
        raise InputError(
            f"the masks have {how_many(len(classes), 'class')}: {inputs.short(list(classes))}",
            f"2 to {KINDS} classes can be told apart on a screen",
            "name them all: labels=[…], also one that no pixel has; or join some of them",
        )
    return classes


def _codes(names: Sequence[str]) -> list[str]:
    """Choose a sign for each class, which is its key as well: its initial, or A, B, C …"""
    initials = [name[:1] for name in names]
    distinct = len({one.lower() for one in initials} - {"", " "}) == len(names)
    return initials if distinct else list(LETTERS[: len(names)])


USUAL = ("precision", "recall", "accuracy")
HEADS = ("collector", "of_collector", "accountant", "of_accountant", "both", "neither", "one")


class ListsExplorer(Instrument):
    """Two lists of names, of which one can be changed; made by :func:`explore_lists`.

    Attributes
    ----------
    called : set
        The names of those who are predicted positive; it can be set.
    confusion : Confusion
        The counts as they stand, with who is in which cell.
    """

    script = "explore_lists"

    def __init__(
        self, counts: Confusion, metrics: Sequence[str | Formula], language: Language | None
    ):
        super().__init__(language)
        self.title = self.say("lists.title")
        self._formulas = rates.lookup_all(metrics)
        self._given = counts
        self._positive, called = _people(counts)
        self.called = set(called)

    def _known(self, names: Iterable[Any]) -> set[Any]:
        wanted = list(names) if inputs.several(names) else [names]
        strange = [
            name for name in wanted if not isinstance(name, Hashable) or name not in self._positive
        ]
        if strange or not inputs.several(names):
            raise InputError(
                f"called={inputs.short(names)}",
                f"nobody here is called {inputs.short(strange[0])}"
                if strange
                else "the list that the model makes holds any number of names",
                f"pass a set of names, out of {words.listing([*self._positive])}",
            )
        return set(wanted)

    called = Setting(
        _known,
        write=lambda self, names: [k for k, name in enumerate(self._positive) if name in names],
        read=lambda self, places: [at_place(self._positive, k) for k in places],
    )

    @property
    def confusion(self) -> Confusion:
        """The counts as they stand, with who is in which cell."""
        names = [*self._positive]
        truth = np.array([*self._positive.values()])
        called = np.array([name in self.called for name in names])
        members = Members(truth, called, np.array(names, object))
        cells = {cell.lower(): len(who) for cell, who in members().items()}
        return replace(self._given, **cells, conventions={})._with_members(members)

    def fixed(self) -> dict[str, Any]:
        """Gather the names, the heads of both lists, and the rates with their cells."""
        usual = self._given.names == inputs.CLASSES
        return {
            "names": list(map(str, self._positive)),
            "positive": [*self._positive.values()],
            "classes": [self.say(name) if usual else name for name in self._given.names],
            "heads": {key: phrases()[f"lists.{key}"][self.language] for key in HEADS},
            "formulas": [
                {**described(formula), "roles": roles(formula)} for formula in self._formulas
            ],
        }

    def draw(self) -> Axes:
        """Draw the two lists as they stand."""
        return two_lists(self.confusion)

    def __str__(self) -> str:
        counts = self.confusion
        listed = [f"{cell} {words.listing(who, NAMED)}" for cell, who in counts.samples.items()]
        lines = [in_a_line(counts.rate(formula, "nan")) for formula in self._formulas]
        return "\n".join([f"{self.title} · {counts.summary}", *listed, *lines])


def explore_lists(
    counts: Confusion,
    *,
    metrics: str | Formula | Sequence[str | Formula] = USUAL,
    language: Language | None = None,
) -> ListsExplorer:
    """Show who is predicted positive and who is, as two lists that overlap, and move people.

    Precision asks about the first list, the collector's; recall about the second, the
    accountant's. A click on a name (or Enter) puts it on the list that the model makes, or takes
    it off, and the counts and the rates follow. A rate that is chosen marks the people in its
    numerator and its denominator.

    Parameters
    ----------
    counts : Confusion
        Counts of at most 60 samples that are known, as by :meth:`Confusion.from_labels`.
    metrics : sequence of str or Formula
        Which rates are worked out.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it.

    Returns
    -------
    ListsExplorer
        Its ``.called``, a set of names, can be set; ``.confusion`` follows.

    Raises
    ------
    InputError
        If the samples are unknown, weighted, or too many.

    Examples
    --------
    >>> names = ["Ann", "Bo", "Cy", "Di"]
    >>> lists = explore_lists(Confusion.from_labels([1, 1, 0, 0], [1, 0, 1, 0], ids=names))
    >>> lists.called = {"Ann", "Bo"}
    >>> lists.confusion.samples["TN"]
    ('Cy', 'Di')
    """
    if not isinstance(counts, Confusion):
        raise InputError(
            f"{inputs.short(counts)} was given for counts",
            "the two lists are those predicted positive and those truly so",
            "pass mm.Confusion.from_labels(y_true, y_pred, ids=names)",
        )
    return ListsExplorer(counts, metrics, language)


def _people(c: Confusion) -> tuple[dict[Any, bool], list[Any]]:
    """Return everybody in the order in which they were given, with their truth; and who is called.

    Counts of a sweep or of several classes come cell by cell.
    """
    samples = few_samples(c)
    truth = {name: cell in ("TP", "FN") for cell, who in samples.items() for name in who}
    ids = getattr(c._members, "ids", None)
    order = [*truth] if ids is None else ids.tolist()
    if all(map(inputs.is_whole, order)):
        order = sorted(order)
    return {name: truth[name] for name in order}, [*samples["TP"], *samples["FP"]]
