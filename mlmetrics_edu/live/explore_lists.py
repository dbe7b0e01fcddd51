"""Two lists of names: who is predicted positive and who is; people move, and the rates follow."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..core import digits, inputs
from ..core.calls import explained
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Formula
from ..core.writing import in_a_line
from ..metrics import rates
from ..metrics.confusion import Confusion, Members
from ..plots.name_lists import MOST, few_samples, two_lists
from ..plots.picture import Picture, describe
from ..plots.say import phrases
from .expressions import described, roles
from .instrument import Instrument

USUAL = ("precision", "recall", "accuracy")
HEADS = ("collector", "of_collector", "accountant", "of_accountant", "both", "neither", "one")
WORDS = (
    *("matrix", "working", "predicted", "truth", "undefined", "pick", "lists.how", "lists.moved"),
    *("role.above", "role.below", "role.both", "role.part"),
)


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
    words = WORDS

    def __init__(
        self, counts: Confusion, metrics: Sequence[str | Formula], language: Language | None
    ):
        self._formulas = rates.lookup_all(metrics)
        self._roles = list(map(roles, self._formulas))
        self._given = counts
        self._positive, called = _people(counts)
        super().__init__("", {"called": []}, language)
        self.title = self.say("lists.title")
        self.called = called

    @property
    def called(self) -> set[Any]:
        """The names of those who are predicted positive."""
        names = [*self._positive]
        return {names[k] for k in self._state["called"]}

    @called.setter
    def called(self, names: Iterable[Any]) -> None:
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
                f"pass a set of names, out of {digits.listing([*self._positive])}",
            )
        self._move(called=[k for k, name in enumerate(self._positive) if name in set(wanted)])

    @property
    def confusion(self) -> Confusion:
        """The counts as they stand, with who is in which cell."""
        truth, said = np.array([*self._positive.values()]), np.zeros(len(self._positive), bool)
        said[self._state["called"]] = True
        members = Members(truth, said, np.array([*self._positive], object))
        cells = {cell.lower(): len(who) for cell, who in members().items()}
        return replace(self._given, **cells, conventions={})._with_members(members)

    def _moved(self, state: Mapping[str, Any]) -> None:
        """Take over who is called positive, where all of them are known."""
        called = state.get("called")
        if isinstance(called, list) and all(map(self._is_place, called)):
            self._state = {"called": sorted(set(called))}

    def _is_place(self, k: Any) -> bool:
        return inputs.is_whole(k) and 0 <= k < len(self._positive)

    def _content(self) -> dict[str, Any]:
        usual = self._given.names == inputs.CLASSES
        ours = zip(self._formulas, self._roles, strict=True)
        return {
            "names": list(map(str, self._positive)),
            "positive": [*self._positive.values()],
            "classes": [self.say(name) if usual else name for name in self._given.names],
            "heads": {key: phrases()[f"lists.{key}"][self.language] for key in HEADS},
            "formulas": [{**described(formula), "roles": part} for formula, part in ours],
        }

    def picture(self) -> Picture:
        """Draw the two lists as they stand."""
        return describe(two_lists(self.confusion, language=self.language), f"{self}").figure

    def __str__(self) -> str:
        counts = self.confusion
        listed = [f"{cell} {digits.listing(who, MOST)}" for cell, who in counts.samples.items()]
        lines = [in_a_line(counts.rate(formula, "nan")) for formula in self._formulas]
        return "\n".join([f"{self.title} · {counts.summary}", *listed, *lines])


@explained
def explore_lists(
    y_true: Confusion | ArrayLike,
    y_pred: ArrayLike | None = None,
    *,
    ids: ArrayLike | None = None,
    positive: Hashable = None,
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
    y_true : Confusion or array_like, shape (n,)
        Counts of at most 60 samples that are known, or the true labels of the samples.
    y_pred : array_like, shape (n,), optional
        Beside true labels: what the model said at first.
    ids : array_like, shape (n,), optional
        Names of the samples; without them, their positions from 0.
    positive : hashable, optional
        The positive class; 1 and True need not be named.
    metrics : sequence of str or Formula
        Which rates are worked out.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it.

    Returns
    -------
    ListsExplorer

    Raises
    ------
    InputError
        If the samples are unknown, weighted, or too many.

    Examples
    --------
    >>> lists = explore_lists([1, 1, 0, 0], [1, 0, 1, 0], ids=["Ann", "Bo", "Cy", "Di"])
    >>> lists.called = {"Ann", "Bo"}
    >>> lists.confusion.samples["TN"]
    ('Cy', 'Di')
    """
    beside = {"y_pred": y_pred, "ids": ids, "positive": positive}
    given = [name for name, value in beside.items() if value is not None]
    if not isinstance(y_true, Confusion):
        if y_pred is None:
            raise InputError(
                "y_pred is missing",
                "the two lists are those predicted positive and those truly so",
                "pass y_true and y_pred, or one mm.Confusion that knows its samples",
            )
        counts = Confusion.from_labels(y_true, y_pred, positive, ids=ids)
        return ListsExplorer(counts, metrics, language)
    if given:
        raise InputError(
            f"{given[0]}={inputs.short(beside[given[0]])} beside a Confusion",
            "it knows its samples already",
            "leave it out, or pass y_true and y_pred",
        )
    return ListsExplorer(y_true, metrics, language)


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
