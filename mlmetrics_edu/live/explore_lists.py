"""Two lists of names: who is predicted positive and who is; people move, and the rates follow."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..core import digits, inputs
from ..core.calls import explained
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Formula
from ..core.words import in_a_line
from ..metrics import rates
from ..metrics.confusion import Confusion, Members
from ..plots.samples import MOST, few_samples, two_lists
from ..plots.say import phrases
from .formulas import described, roles
from .instrument import Instrument, Setting, at_place

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
                f"pass a set of names, out of {digits.listing([*self._positive])}",
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
        listed = [f"{cell} {digits.listing(who, MOST)}" for cell, who in counts.samples.items()]
        lines = [in_a_line(counts.rate(formula, "nan")) for formula in self._formulas]
        return "\n".join([f"{self.title} · {counts.summary}", *listed, *lines])


@explained
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
