"""A table of several classes, and one of them against the rest: its four counts light up."""

from collections.abc import Hashable, Mapping
from typing import Any

from ..core import inputs
from ..core.calls import explained
from ..core.conventions import Language, ShownUndefined, options
from ..core.errors import InputError
from ..core.escaping import printable
from ..core.words import how_many
from ..core.writing import in_a_line
from ..metrics import means, rates
from ..metrics.confusion import Confusion
from ..metrics.confusion_matrix import ConfusionMatrix
from ..metrics.populations import MOST_SAMPLES as MOST
from ..plots.look import style
from ..plots.matrices import confusion as draw_table
from ..plots.matrices import confusion_matrix as draw_matrix
from ..plots.picture import Picture, describe
from .expressions import bare, cell, divided, fold, mean_of, summed, tree
from .instrument import Instrument, paper

RATES = ("precision", "recall", "f1")
AVERAGES = ("macro", "weighted", "micro")
POOLED = ("TP", "FP", "FN")  # what these rates are made of
POLICIES = options(ShownUndefined)
FEWEST, MANY = 2, 10  # classes
WORDS = (
    *("matrix", "working", "predicted", "truth", "undefined", "support", *RATES, *AVERAGES),
    *("classes.how", "classes.class", "classes.positive", "classes.folded", "classes.not"),
    *("classes.TP", "classes.FP", "classes.FN", "classes.TN", "classes.all"),
    *("classes.macro", "classes.weighted", "classes.micro", "classes.undefined"),
    *("classes.nan", "classes.skip", "classes.0", "classes.1"),
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

    script, words = "explore_classes", WORDS

    def __init__(self, matrix: ConfusionMatrix, label, undefined, language):
        cells = _cells(matrix)
        self._labels, self._conventions = matrix.labels, matrix.conventions
        place = 0 if label is None else matrix.index(label)
        state = {"cells": cells, "label": place, "undefined": _policy(undefined)}
        super().__init__("", state, language)
        self.title = self.say("classes.title")

    @property
    def matrix(self) -> ConfusionMatrix:
        """The counts as they stand."""
        return ConfusionMatrix(self._state["cells"], self._labels, self._conventions)

    @matrix.setter
    def matrix(self, matrix: ConfusionMatrix) -> None:
        cells = _cells(matrix)
        if matrix.labels != self._labels:
            raise InputError(
                f"the classes {inputs.short(list(matrix.labels))} were given",
                f"rows and columns stand for {inputs.short(list(self._labels))} here",
                "pass a table of these, in this order, or call mm.explore_classes anew",
            )
        self._move(cells=cells)

    @property
    def label(self) -> Hashable:
        """The class that is compared with the rest."""
        return self._labels[self._state["label"]]

    @label.setter
    def label(self, label: Hashable) -> None:
        self._move(label=self.matrix.index(label))

    @property
    def confusion(self) -> Confusion:
        """The four counts of the class, against the rest."""
        return self.matrix.one_vs_rest(self.label)

    @property
    def undefined(self) -> ShownUndefined:
        """What a class without a value does to an average."""
        return next(one for one in POLICIES if str(one) == self._state["undefined"])

    @undefined.setter
    def undefined(self, undefined: ShownUndefined) -> None:
        self._move(undefined=_policy(undefined))

    def _moved(self, state: Mapping[str, Any]) -> None:
        """Take over what a page says, where all of it is a table of these classes."""
        k, rows, label = len(self._labels), state.get("cells"), state.get("label")
        square = _is_list(rows, k) and all(_is_list(row, k) for row in rows)
        counts = square and all(_is_count(cell) for row in rows for cell in row)
        named = inputs.is_whole(label) and 0 <= label < k
        if counts and named and state.get("undefined") in map(str, POLICIES):
            super()._moved(state)

    def _content(self) -> dict[str, Any]:
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

    def picture(self) -> Picture:
        """Draw the table as it stands, and the class against the rest."""
        with style(language=self.language):
            picture, (left, right) = paper(10.4, 4.9, 5.4, 5)
            draw_matrix(self.matrix, left)
            draw_table(self.confusion, right, rates=RATES[:2])
            describe(right, f"{self}")
        return picture

    def __str__(self) -> str:
        table, one = self.matrix, self.confusion
        name = self.say("classes.folded", name=printable(str(self.label)))
        head = [self.title, f"{name}: {one.summary}"]
        rates = [one.rate(rate, "nan") for rate in RATES]
        how = {"undefined": self.undefined}
        averages = [table.average(rate, name, **how) for name in AVERAGES for rate in RATES]
        return "\n".join([" · ".join(head), *map(in_a_line, [*rates, *averages])])


@explained
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


def _is_list(value: Any, length: int) -> bool:
    return isinstance(value, list) and len(value) == length


def _policy(undefined: ShownUndefined) -> str:
    """Write what becomes of 0/0 as a page reads it."""
    return str(means.policy(undefined, POLICIES))
