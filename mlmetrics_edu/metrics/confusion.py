"""The four counts of right and wrong, and every rate made of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.arithmetic import Rounded, native
from ..core.conventions import Lettering, Orientation, Undefined
from ..core.errors import InputError, choice, explained, explained_class, not_there
from ..core.formula import Formula, Worked, check_undefined
from ..core.trace import Column, Trace
from . import rates
from .counting import read_weights

# Where the four cells stand on paper. There are four customs, and no table says which it follows.
ORIENTATIONS = {
    "truth in rows, negative first": (("TN", "FP"), ("FN", "TP")),  # scikit-learn
    "truth in rows, positive first": (("TP", "FN"), ("FP", "TN")),  # Zhou, most Chinese textbooks
    "truth in columns, positive first": (("TP", "FP"), ("FN", "TN")),  # medicine, caret
    "truth in columns, negative first": (("TN", "FN"), ("FP", "TP")),
}
# What books mean by A, B, C and D: the table read row by row, positive first.
LETTERS = {
    "truth in rows": {"A": "TP", "B": "FN", "C": "FP", "D": "TN"},
    "truth in columns": {"A": "TP", "B": "FP", "C": "FN", "D": "TN"},
}


def shape_of(table):
    """Return the shape of a table, in words where it has none."""
    try:
        return np.shape(table)
    except ValueError:
        return "of rows of different lengths"


def tally(place: np.ndarray, weights: np.ndarray | None, size: int) -> list:
    """Add up the weights that belong to each place, or count the samples there.

    Examples
    --------
    >>> place = np.array([0, 2, 2])
    >>> tally(place, None, 3), tally(place, np.array([0.5, 0.1, 0.4]), 3)
    ([1, 0, 2], [0.5, 0.0, 0.5])
    """
    sums = np.bincount(native(place), weights, size)
    whole = weights is None or weights.dtype == np.int64  # floats hold these sums exactly
    return [*map(int if whole else Rounded, sums.tolist())]


def added(counts: Iterable[float]) -> float:
    """Add up counts: whole ones exactly; a sum of weights is a rounded number.

    Examples
    --------
    >>> added([1, 2]), type(added([1, 0.5])).__name__
    (3, 'Rounded')
    """
    total = sum(counts)
    return total if isinstance(total, int) else Rounded(total)


class Rate(property):
    """A rate of a table as its attribute, worked out by the one formula of that name."""

    def __init__(self, name: str):
        formula = rates.RATES[name]
        super().__init__(lambda table: table.rate(formula))
        self.__doc__ = f"{formula}, as a :class:`Worked`."

    if TYPE_CHECKING:

        def __get__(self, table: object, owner: type | None = None) -> Worked: ...


@dataclass(frozen=True)
class Members:
    """Which samples are in which cell; found out when somebody asks."""

    truth: np.ndarray
    guess: np.ndarray
    ids: np.ndarray | None = None

    def __call__(self) -> dict[str, tuple]:
        names = np.arange(len(self.truth)) if self.ids is None else self.ids
        masks = {
            "TP": self.truth & self.guess,
            "FP": ~self.truth & self.guess,
            "FN": self.truth & ~self.guess,
            "TN": ~self.truth & ~self.guess,
        }
        return {cell: tuple(names[mask].tolist()) for cell, mask in masks.items()}


@explained_class
@dataclass(frozen=True)
class Confusion:
    """Counts of true and false positives and negatives, at one threshold.

    Every rate of :func:`rates` is an attribute, under its name and its synonyms, and gives a
    :class:`Worked` number.

    Parameters
    ----------
    tp, fp, fn, tn : int or float
        How many samples (or how much weight) stand in each cell. ``tn`` may be None: unknown, as
        in detection, where nobody can count the places in which nothing is.
    undefined : {"nan", 0, 1, "raise"}
        What a division by zero gives.
    conventions : mapping of str to str
        How the samples came to be called positive, in words; numbers made of the counts keep it.
    names : pair of str
        What the negative and the positive class are called.

    Raises
    ------
    InputError
        If a count is negative or no finite number.

    Examples
    --------
    >>> c = Confusion(tp=2, fp=3, fn=4, tn=11)
    >>> c.precision.fraction, c.recall.fraction
    (Fraction(2, 5), Fraction(1, 3))
    >>> print(c)
    20 samples · truth in rows, negative first
                    predicted negative  predicted positive
    truly negative             TN = 11              FP = 3
    truly positive              FN = 4              TP = 2
    """

    ORIENTATIONS: ClassVar[Mapping[str, tuple[tuple[str, str], ...]]] = ORIENTATIONS
    LETTERS: ClassVar[Mapping[str, Mapping[str, str]]] = LETTERS

    tp: float
    fp: float
    fn: float
    tn: float | None
    undefined: Undefined = field(default="nan", compare=False, repr=False)
    conventions: Mapping[str, str] = field(default_factory=dict, compare=False, repr=False)
    names: tuple[str, str] = field(default=inputs.CLASSES, compare=False, repr=False)
    _members: Callable[[], Mapping[str, tuple[Any, ...]]] | None = field(
        default=None, init=False, compare=False, repr=False
    )

    # Of all samples
    accuracy = acc = Rate("accuracy")
    error_rate = err = Rate("error_rate")
    prevalence = base_rate = Rate("prevalence")
    predicted_positive_rate = detection_prevalence = alarm_rate = Rate("predicted_positive_rate")
    detection_rate = Rate("detection_rate")
    no_information_rate = nir = baseline_accuracy = Rate("no_information_rate")
    bias = Rate("bias")
    # Of those predicted positive, of those predicted negative
    precision = ppv = Rate("precision")
    fdr = false_discovery_rate = Rate("fdr")
    npv = negative_predictive_value = Rate("npv")
    false_omission_rate = fomr = Rate("false_omission_rate")
    # Of the positives, of the negatives
    recall = sensitivity = tpr = hit_rate = Rate("recall")
    fnr = false_negative_rate = miss_rate = Rate("fnr")
    specificity = tnr = selectivity = Rate("specificity")
    fpr = false_positive_rate = fall_out = Rate("fpr")
    # Precision and recall in one number
    f1 = f_score = dice = Rate("f1")
    jaccard = iou = threat_score = critical_success_index = Rate("jaccard")
    # Positives and negatives alike
    balanced_accuracy = auc_of_one_point = Rate("balanced_accuracy")
    informedness = youden = youden_j = bookmaker = peirce_skill_score = Rate("informedness")
    markedness = delta_p = Rate("markedness")
    g_mean = Rate("g_mean")
    mcc = matthews = phi = Rate("mcc")
    # Better than chance?
    chance_agreement = Rate("chance_agreement")
    kappa = cohen_kappa = Rate("kappa")
    pooled_agreement = Rate("pooled_agreement")
    scott_pi = unbiased_kappa = Rate("scott_pi")
    lift = Rate("lift")
    # What a result tells about one person
    lr_plus = plr = Rate("lr_plus")
    lr_minus = nlr = Rate("lr_minus")
    diagnostic_odds_ratio = dor = odds_ratio = Rate("diagnostic_odds_ratio")

    def __post_init__(self):
        for name in ("tp", "fp", "fn", "tn"):
            value = getattr(self, name)
            if name != "tn" or value is not None:
                object.__setattr__(self, name, inputs.count(value, name))
        check_undefined(self.undefined)
        object.__setattr__(self, "names", inputs.pair_of_names(self.names, "names"))

    @classmethod
    @explained
    def from_labels(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        positive: Hashable = None,
        *,
        weights: ArrayLike | None = None,
        ids: ArrayLike | None = None,
        undefined: Undefined = "nan",
    ) -> Self:
        """Count from true and predicted labels.

        Parameters
        ----------
        y_true, y_pred : array_like, shape (n,)
            Labels of two classes.
        positive : hashable, optional
            The positive class; 1 and True need not be named.
        weights : array_like, shape (n,), optional
            How many samples each one stands for.
        ids : array_like, shape (n,), optional
            Names of the samples; without them, their positions from 0.

        Examples
        --------
        >>> c = Confusion.from_labels([1, 1, 0, 0], [1, 0, 0, 1], ids=["a", "b", "c", "d"])
        >>> c.samples["FN"]
        ('b',)
        """
        truth, guess = inputs.label_pair(y_true, y_pred, positive)
        weights, ids = read_weights(weights), inputs.ids(ids)
        inputs.same_length(y_true=truth, y_pred=guess, weights=weights, ids=ids)
        cell = 2 * truth + guess  # 0 TN, 1 FP, 2 FN, 3 TP
        tn, fp, fn, tp = tally(cell, weights, 4)
        rule = {"positive class": f"positive: {1 if positive is None else positive!r}"}
        names = inputs.class_names(positive, y_true, y_pred)
        return cls(tp, fp, fn, tn, undefined, rule, names)._with_members(Members(truth, guess, ids))

    @classmethod
    @explained
    def from_table(
        cls, table: ArrayLike, orientation: Orientation = "truth in rows, negative first"
    ) -> Self:
        """Read a two-by-two table, laid out by one of the four customs.

        Examples
        --------
        >>> Confusion.from_table([[9978, 12], [2, 8]]).precision.fraction
        Fraction(2, 5)
        """
        choice(orientation, ORIENTATIONS, "orientation")
        if shape_of(table) != (2, 2):
            raise InputError(
                f"the table has the shape {shape_of(table)}",
                "right and wrong of two classes make two rows and two columns",
                "pass [[.., ..], [.., ..]]; more classes: one against the rest first",
            )
        rows = zip(ORIENTATIONS[orientation], table, strict=True)
        cells = {c.lower(): n for names, row in rows for c, n in zip(names, row, strict=True)}
        return cls(**cells)

    @classmethod
    @explained
    def from_letters(
        cls, A: float, B: float, C: float, D: float, lettering: Lettering = "truth in rows"
    ) -> Self:
        """Read the four counts as a book letters them.

        Examples
        --------
        >>> Confusion.from_letters(A=8, B=2, C=12, D=9978).recall.fraction
        Fraction(4, 5)
        """
        choice(lettering, LETTERS, "lettering")
        given = dict(zip("ABCD", (A, B, C, D), strict=True))
        return cls(**{cell.lower(): given[x] for x, cell in LETTERS[lettering].items()})

    @property
    def counts(self) -> dict[str, float]:
        """The four counts by the names that formulas use."""
        return {"TP": self.tp, "FP": self.fp, "FN": self.fn, "TN": self.tn}

    @property
    def total(self) -> float | None:
        """How many samples there are; None where the negatives are unknown."""
        return None if self.tn is None else added(self.counts.values())

    @property
    def _size(self) -> str:
        return f"{words.count(self.total)} {words.plural('sample', self.total)}"

    @property
    def summary(self) -> str:
        """The four counts in a line."""
        return ", ".join(f"{cell} {words.count(n)}" for cell, n in self.counts.items())

    @property
    def samples(self) -> Mapping[str, tuple[Any, ...]]:
        """Which samples are in which cell, where that is known."""
        if self._members is None:
            raise InputError(
                "it isn't known which samples are in which cell",
                "only the four counts were given",
                "count from labels (Confusion.from_labels) or take a step of a sweep",
            )
        return self._members()

    def _with_members(self, members: Callable[[], Mapping[str, tuple[Any, ...]]]) -> Self:
        """Remember how to find out which samples are in which cell."""
        object.__setattr__(self, "_members", members)
        return self

    def rate(self, metric: str | Formula, undefined: Undefined | None = None) -> Worked:
        """Work out any rate: by name, by synonym, as ``f2``, or a formula of your own.

        Examples
        --------
        >>> Confusion(4, 3, 2, 11).rate("f2").fraction
        Fraction(20, 31)
        """
        policy = self.undefined if undefined is None else undefined
        return rates.work(metric, self.counts, policy, self.conventions)

    def f(self, beta: float) -> Worked:
        """Work out F-beta: recall counts β times as much as precision."""
        return self.rate(rates.f_beta(beta))

    def f_weights(self, a: float, b: float) -> Worked:
        """Work out the harmonic mean of recall with weight a and precision with weight b."""
        return self.rate(rates.f_weighted(a, b))

    def table(self, orientation: Orientation = "truth in rows, negative first") -> np.ndarray:
        """Lay the counts out by one of the four customs.

        Examples
        --------
        >>> Confusion(8, 12, 2, 9978).table("truth in rows, positive first")
        array([[   8,    2],
               [  12, 9978]])
        """
        choice(orientation, ORIENTATIONS, "orientation")
        if self.tn is None:
            raise rates.unknown_negatives()
        cells = [[self.counts[cell] for cell in row] for row in ORIENTATIONS[orientation]]
        return np.array(cells, None if self.total <= inputs.EXACT_INTEGER else float)

    def letters(self, lettering: Lettering = "truth in rows") -> dict[str, float]:
        """Return the counts as a book letters them."""
        choice(lettering, LETTERS, "lettering")
        return {letter: self.counts[cell] for letter, cell in LETTERS[lettering].items()}

    def report(self) -> Trace:
        """List every rate with its formula, its value, and what the value is made of."""
        names = [n for n in rates.RATES if self.tn is not None or "TN" not in rates.counts_in(n)]
        worked = [self.rate(name, "nan") for name in names]
        return Trace(
            f"{self._size}: {self.summary}",
            (
                Column("rate", [w.name for w in worked]),
                Column("简体", [words.entry(w.name).hans for w in worked]),
                Column("formula", [w.formula.text for w in worked]),
                Column("exact", [w.fraction for w in worked], words.cell),
                Column("value", [float(w) for w in worked], words.decimal, "right"),
                Column("undefined, because", [w.reason for w in worked]),
            ),
        )

    def __add__(self, other: Confusion) -> Confusion:
        if not isinstance(other, Confusion):
            return NotImplemented
        pairs = zip(self.counts.values(), other.counts.values(), strict=True)
        sums = (None if None in pair else added(pair) for pair in pairs)
        return Confusion(*sums, undefined=self.undefined, names=self.names)

    def trace(self, orientation: Orientation = "truth in rows, negative first") -> Trace:
        """Lay the table out by one of the four customs, its cells named."""
        choice(orientation, ORIENTATIONS, "orientation")
        cells = ORIENTATIONS[orientation]
        side, head = ("truly", "predicted") if "rows" in orientation else ("predicted", "truly")
        order = self.names if "negative first" in orientation else self.names[::-1]
        columns = (
            Column(f"{head} {name}", column, self._cell, "right", partial(self._who, column))
            for name, column in zip(order, zip(*cells, strict=True), strict=True)
        )
        return Trace(
            self._size,
            (Column("", [f"{side} {name}" for name in order]), *columns),
            {"orientation": orientation, **self.conventions},
        )

    def _cell(self, name: str) -> str:
        return f"{name} = {words.count(self.counts[name])}"

    def _who(self, column: tuple[str, ...], row: int) -> str:
        cell = column[row]
        named = self._members is not None
        return words.entry(cell).en + (f": {words.listing(self.samples[cell])}" if named else "")

    if not TYPE_CHECKING:  # which would take it for a promise of any name

        def __getattr__(self, name):
            raise not_there("c", name, dir(self), rates.NAMES)

    def __str__(self) -> str:
        return str(self.trace())

    def _repr_html_(self) -> str:
        return self.trace()._repr_html_()
