"""Two masks, pixel by pixel: the prediction is painted, and the overlap of a class follows."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs
from ..core.calls import explained
from ..core.conventions import AbsentClass, Language
from ..core.errors import InputError
from ..core.escaping import printable
from ..core.formula import Worked
from ..core.words import how_many
from ..core.writing import in_a_line
from ..metrics import segmentation
from ..metrics.confusion import Confusion
from ..metrics.confusion_matrix import ConfusionMatrix
from ..plots.images import masks as draw_masks
from ..plots.look import style
from ..plots.matrices import confusion as draw_table
from ..plots.picture import Picture, describe
from .expressions import bare, cell, described, divided, fold, mean_of, summed, tree
from .instrument import Instrument, paper

RATES = (segmentation.IOU, segmentation.DICE, segmentation.RECALL)
# What is taken over the classes: its formula, the rate of each class, and how much a class weighs.
MEANS = (
    (segmentation.MEAN_ACCURACY, segmentation.RECALL, "macro"),
    (segmentation.MEAN_IOU, segmentation.IOU, "macro"),
    (segmentation.WEIGHTED_IOU, segmentation.IOU, "weighted"),
    (segmentation.MEAN_DICE, segmentation.DICE, "macro"),
)
# As a page reads them; "nan" is what a mean leaves out.
POLICIES = {
    name: "skip" if counts == "nan" else str(counts)
    for name, (counts, _) in segmentation.ABSENT.items()
}
FEWEST, MANY = 2, 6  # classes
ROWS, COLUMNS = 12, 16
LETTERS = "ABCDEF"
WORDS = (
    *(
        "matrix",
        "undefined",
        "predicted",
        "truth",
        "masks.how",
        "masks.class",
        "masks.whose",
        "masks.brush",
    ),
    *("masks.true", "masks.painted", "masks.overlap", "masks.pixel", "masks.here", "masks.again"),
    *("masks.TP", "masks.FP", "masks.FN", "masks.TN", "masks.chosen", "masks.all"),
    *("masks.absent", "masks.skip", "masks.zero", "masks.one"),
    *("pixel_accuracy", *(mean.name for mean, _, _ in MEANS)),
)


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

    script, words = "explore_masks", WORDS

    def __init__(self, truth, predicted, labels, language):
        true, pred = _mask(truth, "truth"), _mask(predicted, "predicted")
        _same_shape(true, pred)
        self._labels = _classes(true, pred, labels)
        self._truth = self._places(true)
        state = {"pixels": self._places(pred), "label": _rarest(self._truth), "absent": "skip"}
        self._first = dict(state)
        super().__init__("", state, language)
        self.title = self.say("masks.title")

    def _places(self, mask: np.ndarray) -> list[list[int]]:
        """Write each pixel as the position of its class."""
        place = {label: k for k, label in enumerate(self._labels)}
        return [[place[label] for label in row] for row in mask.tolist()]

    def _named(self, places: list[list[int]]) -> np.ndarray:
        return np.array([[self._labels[k] for k in row] for row in places])

    @property
    def truth(self) -> np.ndarray:
        """The true class of each pixel."""
        return self._named(self._truth)

    @property
    def predicted(self) -> np.ndarray:
        """The predicted class of each pixel, as it stands."""
        return self._named(self._state["pixels"])

    @predicted.setter
    def predicted(self, predicted: ArrayLike) -> None:
        pred = _mask(predicted, "predicted")
        _same_shape(self.truth, pred)
        _classes(self.truth, pred, self._labels)
        self._move(pixels=self._places(pred))

    @property
    def label(self) -> Hashable:
        """The class whose overlap is shown."""
        return self._labels[self._state["label"]]

    @label.setter
    def label(self, label: Hashable) -> None:
        self._move(label=self.matrix.index(label))

    @property
    def absent(self) -> AbsentClass:
        """What a class without pixels counts in a mean."""
        return self._state["absent"]

    @absent.setter
    def absent(self, absent: AbsentClass) -> None:
        self._move(absent=inputs.choice(absent, POLICIES, "absent"))

    @property
    def matrix(self) -> ConfusionMatrix:
        """The counts of pixels, truth in rows."""
        columns = (self.truth.ravel(), self.predicted.ravel())
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

    def _moved(self, state: Mapping[str, Any]) -> None:
        """Take over what a page says, where all of it is a mask of these classes."""
        rows, absent = state.get("pixels"), state.get("absent")
        high, wide = len(self._truth), len(self._truth[0])
        shaped = _is_list(rows, high) and all(_is_list(row, wide) for row in rows)
        known = shaped and all(self._is_place(k) for row in rows for k in row)
        if known and self._is_place(state.get("label")) and absent in [*POLICIES]:
            super()._moved(state)

    def _is_place(self, k: Any) -> bool:
        return inputs.is_whole(k) and 0 <= k < len(self._labels)

    def _content(self) -> dict[str, Any]:
        k = len(self._labels)
        names = [printable(str(label)) for label in self._labels]
        return {
            "names": names,
            "codes": _codes(names),
            "truth": self._truth,
            "first": self._first,
            "policies": POLICIES,
            "folds": [[[one.name, tree(one)] for one in fold(i, k)[:3]] for i in range(k)],
            "support": tree(segmentation.RECALL.below),
            "right": tree(summed("right", [cell(i, i) for i in range(k)])),
            "rates": [divided(rate) for rate in RATES],
            "accuracy": described(segmentation.PIXEL_ACCURACY, inner={}),
            "means": [
                {
                    "name": mean.name,
                    "symbol": mean.symbol,
                    "rate": RATES.index(rate),
                    "weigh": how == "weighted",
                }
                | {"trees": [bare(mean_of(how, many)) for many in range(1, k + 1)]}
                for mean, rate, how in MEANS
            ],
        }

    def picture(self) -> Picture:
        """Draw both masks as they stand, where they differ, and the counts of the class."""
        sides = [np.array(side) for side in (self._truth, self._state["pixels"])]
        names = [printable(str(label)) for label in self._labels]
        with style(language=self.language):
            picture, axes = paper(13.5, 4.2, 3, 3, 3, 4)
            draw_masks(*sides, axes[:3], classes=len(names), names=names)
            draw_table(self.confusion, axes[3], rates=())
            describe(axes[3], f"{self}")
        return picture

    def __str__(self) -> str:
        name = self.say("masks.chosen", name=printable(str(self.label)))
        head = " · ".join([self.title, f"{name}: {self.confusion.summary}"])
        return "\n".join([head, *map(in_a_line, self.numbers.values())])


@explained
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


def _mask(values: ArrayLike, name: str) -> np.ndarray:
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
    return mask


def _same_shape(truth: np.ndarray, predicted: np.ndarray) -> None:
    if truth.shape != predicted.shape:
        raise InputError(
            f"truth has the shape {truth.shape}, and predicted {predicted.shape}",
            "each pixel needs its true class and its predicted one",
            "pass two masks of one shape",
        )


def _classes(truth: np.ndarray, predicted: np.ndarray, labels: Any) -> tuple[Hashable, ...]:
    """Name the classes, in the order of the matrix."""
    found = ConfusionMatrix.from_labels(truth.ravel(), predicted.ravel(), labels=labels).labels
    if not FEWEST <= len(found) <= MANY:
        raise InputError(
            f"the masks have {how_many(len(found), 'class')}: {inputs.short(list(found))}",
            f"{FEWEST} to {MANY} classes can be told apart on a screen",
            "name them all: labels=[…], also one that no pixel has; or join some of them",
        )
    return found


def _rarest(truth: list[list[int]]) -> int:
    """Choose the class that is shown at first: the one with the fewest true pixels, but some."""
    places, many = np.unique(truth, return_counts=True)
    return int(places[many.argmin()])


def _codes(names: Sequence[str]) -> list[str]:
    """Choose a sign for each class, which is its key as well: its initial, or A, B, C …"""
    initials = [name[:1] for name in names]
    told_apart = len({one.lower() for one in initials} - {"", " "}) == len(names)
    return initials if told_apart else list(LETTERS[: len(names)])


def _is_list(value: Any, length: int) -> bool:
    return isinstance(value, list) and len(value) == length
