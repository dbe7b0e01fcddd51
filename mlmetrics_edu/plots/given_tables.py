"""What a plot of a table may be handed: either kind of table, a square of counts, or labels."""

import inspect
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar, cast, overload

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from ..core import inputs
from ..core.errors import InputError
from ..metrics.confusion import Confusion
from ..metrics.confusion_matrix import ConfusionMatrix
from ..metrics.sweep import Sweep
from . import other_libraries
from .given_scores import Read, documented, is_column, signed

P = ParamSpec("P")
Of = TypeVar("Of", contravariant=True)
PREDICTED = """array_like, shape (n,), optional
        The predicted labels, where the first argument are true ones: after these or by name."""
WEIGHTS = """array_like, shape (n,), optional
        How many samples each label stands for."""
ADDED = {
    "confusion": {
        "y_pred": PREDICTED,
        "positive": """hashable, optional
        The positive class of labels, or of a table of several classes; 1 and True need not be
        named.""",
        "weights": WEIGHTS,
    },
    "confusion_matrix": {
        "y_pred": PREDICTED,
        "labels": """sequence of hashable, optional
        The classes of labels, in the order of the rows; of a table they are its names.""",
        "weights": WEIGHTS,
    },
}


class OfLabels(Protocol[Of, P]):
    """A plot of a table, as type checkers and editors see it."""

    __name__: str

    @overload
    def __call__(self, of: Of, *args: P.args, **how: P.kwargs) -> Axes: ...
    @overload
    def __call__(
        self,
        of: Confusion | ConfusionMatrix | Sequence[Sequence[float]],
        ax: Axes | None = None,
        **how: Any,
    ) -> Axes: ...
    @overload
    def __call__(
        self,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        ax: Axes | None = None,
        *,
        weights: ArrayLike | None = None,
        **how: Any,
    ) -> Axes: ...
    @overload
    def __call__(self, **how: Any) -> Axes: ...
    def from_predictions(
        self, y_true: ArrayLike, y_pred: ArrayLike, ax: Axes | None = None, **how: Any
    ) -> Axes:
        """Draw of true and predicted labels."""
        ...

    def from_estimator(
        self, model: Any, X: Any, y: ArrayLike, ax: Axes | None = None, **how: Any
    ) -> Axes:
        """Draw of a fitted model, and of samples that it hasn't seen."""
        ...


def of_labels(plot: Callable[Concatenate[Of, P], Axes]) -> OfLabels[Of, P]:
    """Let a plot take any table, labels, and the keywords of other libraries."""
    vars(plot)["handed"] = Labels(plot)
    return cast(OfLabels[Of, P], plot)


class Labels:
    """How one plot reads what it is handed."""

    ways = "labels"

    def __init__(self, plot: Callable):
        self.plot, self.own = plot, inspect.signature(plot).parameters
        self.first = next(iter(self.own))
        self.added = ADDED[plot.__name__]

    def read(self, args: Sequence, how: Mapping[str, Any]) -> Read:
        """Turn what is handed in into the arguments of the plot."""
        how, after = other_libraries.of_tables(self.plot.__name__, self.own, how)
        asked = {key: given for key in self.added if (given := how.pop(key, None)) is not None}
        called = how.pop("display_labels", None)
        if not args and not {self.first, "y_true"} & how.keys():
            return Read([], how, after)  # Python says what is missing
        of, *args = args if args else [how.pop("y_true" if "y_true" in how else self.first)]
        if _is_labels(of) and "y_pred" not in asked and args and not isinstance(args[0], Axes):
            asked["y_pred"], *args = args
        table = _TABLES[self.plot.__name__](of, asked)
        if called is not None:
            table = ConfusionMatrix(table.counts, called, table.conventions)
        return Read([table, *args], how, after)

    def signature(self) -> inspect.Signature:
        """Return the signature of the plot, with what is added."""
        return signed(self.plot, self.added)

    def doc(self) -> str | None:
        """Return what the plot says of itself, with what is added."""
        return documented(self.plot.__doc__, self.added, [*self.own][-1])


def _is_labels(of) -> bool:
    return is_column(of) and getattr(of, "ndim", 1) == 1


def _of_two(of, asked: dict):
    """Make a table of two classes."""
    if _is_labels(of):
        return Confusion.from_labels(of, **_both(asked, "confusion"))
    other_libraries.refuse_objects(of, "confusion")
    _counted(of, asked, ("positive",) if isinstance(of, ConfusionMatrix) else (), "confusion")
    if isinstance(of, ConfusionMatrix):
        return _one_against_rest(of, asked.get("positive"))
    if inputs.several(of):
        raise InputError(
            "a table of plain numbers",
            "it doesn't say which cell is TP",
            "write mm.Confusion.from_table(table, orientation), or "
            "mm.plots.confusion_matrix(table), which reads truth in rows",
        )
    return of


def _one_against_rest(m: ConfusionMatrix, positive: Hashable) -> Confusion:
    usual = m.k == 2 and set(m.labels) == {0, 1}
    if positive is None and not usual:
        listed = " or ".join(f"positive={inputs.short(label)}" for label in m.labels[:3])
        raise InputError(
            f"a ConfusionMatrix of {m.k} classes: {inputs.short(list(m.labels))}",
            "TP, FP, FN and TN are counted for a positive class",
            f"name it: {listed}; or draw all classes: mm.plots.confusion_matrix(m)",
        )
    c = m.one_vs_rest(1 if positive is None else positive)
    if m.k > 2:
        return c
    names = inputs.class_names(None if usual else positive, m.labels)
    return Confusion(c.tp, c.fp, c.fn, c.tn, c.undefined, c.conventions, names)


def _of_many(of, asked: dict):
    """Make a table of any number of classes."""
    if _is_labels(of):
        labels = asked.pop("labels", None)
        return ConfusionMatrix.from_labels(of, labels=labels, **_both(asked, "confusion_matrix"))
    other_libraries.refuse_objects(of, "confusion_matrix")
    _counted(of, asked, ("labels",), "confusion_matrix")
    labels = asked.get("labels")
    if isinstance(of, Confusion):
        if of.tn is None:
            raise InputError(
                "TN is unknown", "the table has a cell for it", "draw mm.plots.confusion(c)"
            )
        names = of.names if labels is None else labels
        return ConfusionMatrix([[of.tn, of.fp], [of.fn, of.tp]], names, of.conventions)
    if isinstance(of, ConfusionMatrix):
        return of if labels is None else ConfusionMatrix(of.counts, labels, of.conventions)
    if inputs.several(of) and not isinstance(of, Sweep):
        columns = getattr(of, "columns", None)  # of a pandas.crosstab
        named = labels is None and columns is not None
        return ConfusionMatrix(np.asarray(of), list(columns) if named else labels)
    return of


def _both(asked: dict, plot: str) -> dict:
    """Make sure that there are predicted labels beside the true ones."""
    if "y_pred" not in asked:
        raise InputError(
            "true labels without predicted ones",
            "a table counts how often each was taken for which",
            f"write mm.plots.{plot}(y_true, y_pred)",
        )
    return asked


def _counted(of, asked: Mapping, fitting: Sequence[str], plot: str) -> None:
    """Refuse what only labels need, and a sweep, which has a table at each threshold."""
    if isinstance(of, Sweep):
        raise InputError(
            "a Sweep was given",
            "it has a table at each threshold",
            f"choose one: mm.plots.{plot}(sweep.at(0.5))",
        )
    idle = [key for key in asked if key not in fitting]
    if idle:
        raise InputError(
            f"{idle[0]}= was given beside a {type(of).__name__}",
            "its samples have been counted already",
            f"leave it out, or pass labels: mm.plots.{plot}(y_true, y_pred, …)",
        )


_TABLES = {"confusion": _of_two, "confusion_matrix": _of_many}
