"""The four cells, dragged freely or through the rates that make them: every rate follows."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..core import inputs
from ..core.calls import explained
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.exact import exact
from ..core.formula import Formula
from ..core.worked import Worked, in_a_line
from ..metrics import evaluate
from ..metrics.confusion import Confusion
from ..metrics.populations.from_rates import CELLS, MOST, RATES, from_rates
from ..metrics.rates import COUNTS
from ..plots.matrices import confusion as draw_table
from ..plots.picture import Picture, describe
from .expressions import described, roles, tree
from .instrument import Instrument, paper

USUAL = ("precision", "recall", "specificity", "f1", "accuracy", "mcc")
BESIDE = ("precision", "recall", "specificity", "npv", "accuracy")  # what a picture has room for
WORDS = (
    *("matrix", "working", "predicted", "truth", "negative", "positive", "undefined"),
    *("mosaic", "mosaic_how", "cells_how", "n", "prevalence", "recall", "specificity"),
    *("role.above", "role.below", "role.both", "role.part", "pick"),
)
SHARE = re.compile(r"\d{1,20}(/\d{1,20}|\.\d{1,20})?")


class Rate(property):
    """A rate that makes the table, as an attribute that can be set."""

    def __init__(self, name: str):
        def read(table: "MatrixExplorer") -> Worked:
            return table.confusion.rate(name, "nan")

        super().__init__(read, lambda table, value: table._set_rates(**{name: value}))
        self.__doc__ = f"The {name} of the table, as a :class:`Worked`; it can be set."


class MatrixExplorer(Instrument):
    """Four cells to drag, and every rate made of them; made by :func:`explore_matrix`.

    Attributes
    ----------
    confusion : Confusion
        The counts as they stand, with all rates; it can be set.
    n : int
        How many samples there are; setting it keeps prevalence, recall and specificity.
    prevalence, recall, specificity : Worked
        As the table has them; setting one keeps the other two, as nearly as whole samples can.
    """

    script = "explore_matrix"
    words = WORDS

    def __init__(
        self, counts: Confusion, metrics: Sequence[str | Formula], language: Language | None
    ):
        self._formulas = evaluate.lookup_all(metrics)
        for formula in self._formulas:
            evaluate.counts_in(formula)
        state = {"by": "cells", **_cells(counts), "n": 0, **dict.fromkeys(RATES, "0")}
        super().__init__("", state, language)
        self.title = self.say("matrix_title")

    @property
    def confusion(self) -> Confusion:
        """The counts as they stand."""
        if self._state["by"] == "cells":
            return Confusion(**{cell.lower(): self._state[cell] for cell in COUNTS})
        rates = {name: Fraction(self._state[name]) for name in RATES}
        return from_rates(self._state["n"], **rates)

    @confusion.setter
    def confusion(self, counts: Confusion) -> None:
        self._move(by="cells", **_cells(counts))

    @property
    def n(self) -> int:
        """How many samples there are."""
        return self.confusion.total

    @n.setter
    def n(self, n: int) -> None:
        self._set_rates(n=n)

    prevalence, recall, specificity = map(Rate, RATES)

    def _set_rates(self, **change: Any) -> None:
        now = {"n": self.n, **{name: _share(getattr(self, name)) for name in RATES}}
        if self._state["by"] == "rates":
            now = {name: self._state[name] for name in now}
        before = {name: Fraction(now[name]) for name in RATES}
        from_rates(**{"n": now["n"], **before, **change})  # refuses what is no share
        asked = {name: int(v) if name == "n" else _text(v) for name, v in change.items()}
        self._move(**{"by": "rates", **now, **asked})

    def _moved(self, state: Mapping[str, Any]) -> None:
        """Take over what a page says, where all of it is a table."""
        whole = all(_is_count(state.get(name)) for name in (*COUNTS, "n"))
        shares = all(_is_share(state.get(name)) for name in RATES)
        if whole and shares and state.get("by") in ("cells", "rates"):
            self._state = {name: state[name] for name in self._state}

    def _content(self) -> dict[str, Any]:
        return {
            "most": MOST,
            "formulas": [
                {**described(formula), "roles": roles(formula)} for formula in self._formulas
            ],
            "steps": [[formula.name, tree(formula)] for formula in CELLS],
            "total": tree(evaluate.lookup("accuracy").below),
            "sides": {name: tree(evaluate.lookup(name)) for name in (*RATES, "fnr")},
        }

    def picture(self) -> Picture:
        """Draw the table as it stands, with the rates that divide by a row or a column."""
        picture, ax = paper(6.9, 5.6)
        beside = [formula.name for formula in self._formulas if formula.name in BESIDE]
        draw_table(self.confusion, ax, rates=beside, language=self.language)
        describe(ax, f"{self}")
        return picture

    def __str__(self) -> str:
        counts = self.confusion
        lines = [in_a_line(counts.rate(formula, "nan")) for formula in self._formulas]
        return "\n".join([f"{self.title} · {counts.summary}", *lines])


@explained
def explore_matrix(
    tp: int | Confusion,
    fp: int | None = None,
    fn: int | None = None,
    tn: int | None = None,
    *,
    metrics: str | Formula | Sequence[str | Formula] = USUAL,
    language: Language | None = None,
) -> MatrixExplorer:
    """Show a table of right and wrong to drag: every rate follows, with its working.

    The four cells are dragged, typed, or moved by arrow keys; or the prevalence, the recall and
    the specificity are, and these give the cells. Areas are as large as the counts, and a rate
    that is pointed at marks the cells in its numerator and its denominator.

    Parameters
    ----------
    tp, fp, fn, tn : int
        How many samples stand in each cell at first; or one :class:`Confusion` for all four.
    metrics : sequence of str or Formula
        Which rates are worked out.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it.

    Returns
    -------
    MatrixExplorer

    Raises
    ------
    InputError
        If a cell is missing, or holds no whole number.

    Examples
    --------
    >>> table = explore_matrix(8, 12, 2, 978, metrics="precision")
    >>> table.prevalence = 0.1
    >>> print(table)
    Four cells, and the rates they make · TP 80, FP 11, FN 20, TN 889
    precision = TP / (TP + FP) = 80 / (80 + 11) = 80/91 ≈ 0.879
    """
    rest = {"fp": fp, "fn": fn, "tn": tn}
    given = [name for name, value in rest.items() if value is not None]
    if isinstance(tp, Confusion):
        if given:
            beside = ", ".join(f"{name}={inputs.short(rest[name])}" for name in given)
            raise InputError(
                f"{beside} beside a Confusion",
                "it has all four counts already",
                "leave the others out, or pass four numbers",
            )
        return MatrixExplorer(tp, metrics, language)
    missing = [name for name in rest if name not in given]
    if missing:
        raise InputError(
            f"{', '.join(missing)} is missing",
            "the areas are shares of all samples, so all four cells are needed",
            "pass tp, fp, fn and tn, or one mm.Confusion",
        )
    return MatrixExplorer(Confusion(tp, **rest), metrics, language)


def _cells(counts: Confusion) -> dict[str, int]:
    """Read the four counts, which are dragged one sample at a time."""
    if not isinstance(counts, Confusion):
        raise InputError(
            f"{inputs.short(counts)} was given for a table",
            "it needs the counts of all four cells",
            "pass a mm.Confusion, such as mm.Confusion(8, 12, 2, 978)",
        )
    if not all(map(_is_count, counts.counts.values())):
        raise InputError(
            counts.summary,
            f"each cell holds a whole number of samples here, at most {MOST:,}",
            "pass four counts; where TN is unknown, there is no table to drag",
        )
    return {cell: int(counts.counts[cell]) for cell in COUNTS}


def _is_count(value: Any) -> bool:
    return inputs.is_whole(value) and 0 <= value <= MOST


def _is_share(text: Any) -> bool:
    fits = isinstance(text, str) and SHARE.fullmatch(text)
    return bool(fits) and not re.search(r"/0+$", text) and 0 <= Fraction(text) <= 1


def _text(share: float | Fraction) -> str:
    """Write a share exactly: as a page reads it, too."""
    value = exact(share).value
    return str(value.limit_denominator(10**15))


def _share(rate: Worked) -> str:
    """Write a rate exactly; of a class without samples, 0 serves as well as any."""
    return str(rate.fraction or 0)
