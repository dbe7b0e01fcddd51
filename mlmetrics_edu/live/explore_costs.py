"""Prices to slide: which threshold rules, in cost space and in ROC space side by side."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..core import inputs, words
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from ..core.words import in_a_line
from ..metrics import rates
from ..metrics.confusion import Confusion
from ..metrics.cost_curves import cost_curve
from ..metrics.costs import (
    COST,
    NORMALISED,
    PROBABILITY_COST,
    SLOPE,
    Costs,
    expected_cost,
    need_regrets,
    p_share,
    probability_cost,
)
from ..metrics.curves import roc_hull
from ..metrics.sweep import Sweep, counted
from ..plots.cost_curves import cost_curve as draw_cost_curve
from ..plots.cost_curves import who
from ..plots.look import style
from ..plots.roc_curve import iso_cost
from ..plots.roc_curve import roc as draw_roc
from .explorer import stops
from .instrument import Instrument, Setting, between, paper, plain_number
from .page import column, counts_at, described, share, some

LINES = 200  # faint ones: more would be a grey wall
PRICES = (*(k / 10 for k in range(1, 10)), *range(1, 21), *range(25, 55, 5), *range(60, 110, 10))
RARE = (0.001, 0.002, 0.005)
SHARES = (0, *RARE, *(k / 100 for k in range(1, 100)), *(1 - one for one in RARE[::-1]), 1)
CHEAP, DEAR = 1e-3, 1e4
# The line of equal cost through a point, and the miss rate of a point that no counts stand behind.
ISO_LINE = Formula("iso_line", "tpr + slope*(x - fpr)")
FNR_OF_POINT = Formula("fnr", "1 - tpr")
RATES = ("recall", "fnr", "fpr", "specificity")


class CostsExplorer(Instrument):
    """Prices and a share of positives to slide; made by :func:`explore_costs`.

    Attributes
    ----------
    costs : Costs
        What a false alarm and a miss cost; it can be set, and so can each of them.
    fp, fn : float
        The two prices.
    p_positive : float
        The share of positives where the classifier is to work; it can be set.
    probability_cost : Worked
        Where on the axis of the cost curve that is.
    threshold : float
        The threshold that is the cheapest there.
    confusion : Confusion
        The counts at that threshold.
    expected_cost : Worked
        What it costs on average for a sample.
    """

    script = "explore_costs"

    def __init__(self, sweep: Sweep, costs, p_positive, language: Language | None):
        super().__init__(language)
        self._fixed = _affordable(Costs() if costs is None else costs)
        counted(sweep, "costs explorer")
        self.curve = cost_curve(sweep)
        self.sweep = self.curve.sweep
        self._rows = np.union1d(stops(self.sweep), self.curve.rows)
        self._ranges = _ranges(self._fixed)
        self.fp, self.fn = self._fixed.fp, self._fixed.fn
        own = round(float(self.sweep.confusion(0).prevalence), 3)
        self.p_positive = own if p_positive is None else p_positive
        self.row, self.fpr, self.tpr = None, 0.4, 0.5
        self._opening = self.state
        size = sweep.positives + sweep.negatives
        self.title = self.say("costs.title", n=words.count(size), p=words.count(sweep.positives))

    def _pinned(self, row: int | None) -> int | None:
        if row is not None and not (inputs.is_whole(row) and 0 <= row < len(self._rows)):
            raise InputError(
                f"row={inputs.short(row)}",
                f"it is the place of a line, from 0 to {len(self._rows) - 1}",
                "pass one of them, or None",
            )
        return row

    fp = between("fp", lambda self: self._ranges["fp"])
    fn = between("fn", lambda self: self._ranges["fn"])
    p_positive = Setting(lambda _, p: plain_number(p_share(p)), key="p")
    row = Setting(_pinned)
    fpr = between("fpr", lambda self: self._ranges["fpr"])
    tpr = between("tpr", lambda self: self._ranges["tpr"])

    @property
    def costs(self) -> Costs:
        """What each outcome costs."""
        return replace(self._fixed, fp=self.fp, fn=self.fn)

    @costs.setter
    def costs(self, costs: Costs) -> None:
        _affordable(costs)
        if (costs.tp, costs.tn) != (self._fixed.tp, self._fixed.tn):
            raise InputError(
                f"being right costs tp={costs.tp:g} and tn={costs.tn:g}",
                f"here it costs tp={self._fixed.tp:g} and tn={self._fixed.tn:g}, which don't move",
                "call mm.explore_costs anew, with these costs",
            )
        self.fp, self.fn = costs.fp, costs.fn

    @property
    def probability_cost(self) -> Worked:
        """Where on the axis of the cost curve it stands."""
        return probability_cost(self.p_positive, self.costs)

    @property
    def _row(self) -> int:
        return self.curve.ruling(float(self.probability_cost))

    @property
    def threshold(self) -> float:
        """The cheapest threshold."""
        return float(self.sweep.threshold[self._row])

    @property
    def confusion(self) -> Confusion:
        """The counts at the cheapest threshold."""
        return self.sweep.confusion(self._row)

    @property
    def expected_cost(self) -> Worked:
        """What the cheapest threshold costs on average for a sample."""
        return expected_cost(self.confusion, self.costs, p_positive=self.p_positive)

    def fixed(self) -> dict[str, Any]:
        """Gather the lines, the hull and the envelope, and what is worked out."""
        rows, curve, fixed = self._rows, self.curve, self._fixed
        price = {"fp": (fixed.fp, fixed.tn), "fn": (fixed.fn, fixed.tp)}
        return {
            "opening": self._opening,
            "ranges": self._ranges,
            "stops": {name: _stops(*one) for name, one in price.items()}
            | {"p": sorted({*SHARES, self.p_positive})},
            "counts": counts_at(self.sweep, rows),
            "exact": self.sweep.whole,
            "fpr": column(self.sweep["fpr"][rows]),
            "tpr": column(self.sweep["recall"][rows]),
            "fnr": column(self.sweep["fnr"][rows]),
            "names": [words.threshold(one) for one in self.sweep.threshold[rows].tolist()],
            "faint": some(len(self._rows), LINES).tolist(),
            "hull": [column(side) for side in roc_hull(self.sweep)],
            "envelope": [column(curve.envelope.x), column(curve.envelope.y)],
            "bounds": curve.bounds.tolist(),
            "stretches": self._stretches(),
            "axes": {
                "cost": [share("P(+)cost"), share(self.say("cost_axis"))],
                "roc": [share(self.say("fpr")), share(self.say("tpr"))],
            },
            **self._formulas(),
        }

    def _stretches(self) -> list[dict[str, Any]]:
        """List who rules where, from left to right."""
        rows = np.searchsorted(self._rows, self.curve.rows).tolist()
        return [
            {
                "row": row,
                "who": who(self.curve, one),
                "from": words.decimal(one.start),
                "to": words.decimal(one.end),
            }
            for row, one in zip(rows, self.curve, strict=True)
        ]

    def _formulas(self) -> dict[str, Any]:
        """Describe what is worked out: prices move, what being right costs doesn't."""
        fixed = {"cTP": self._fixed.tp, "cTN": self._fixed.tn}
        inner = {rate: rates.lookup(rate) for rate in RATES}
        cost = Formula("expected_cost", COST)
        normalised = Formula("normalised_expected_cost", NORMALISED)

        def known(formula, inner):
            return described(replace(formula, fixed=fixed), inner=inner)

        return {
            "place": known(PROBABILITY_COST, {}),
            "slope": known(SLOPE, {}),
            "cost": known(cost, inner),
            "normalised": known(normalised, inner),
            "of_point": known(normalised, {"fnr": FNR_OF_POINT}),
            "iso_line": described(ISO_LINE, inner={}),
        }

    def draw(self) -> Axes:
        """Draw the cost curve where it stands, and beside it the ROC plane."""
        left, right = paper(10.4, 5, 1, 1)
        draw_roc(self.sweep, right)
        iso_cost(self.sweep, self.costs, right, p_positive=self.p_positive)
        return draw_cost_curve(self.curve, left, at=float(self.probability_cost), area=False)

    def __str__(self) -> str:
        with style(language=self.language):
            stretch = list(self.curve)[self.curve.rows.tolist().index(self._row)]
            values = {"x": words.decimal(self.probability_cost), "who": who(self.curve, stretch)}
        verdict = self.say("costs.verdict", **values, cost=words.decimal(self.expected_cost))
        lines = in_a_line(self.probability_cost), in_a_line(self.expected_cost)
        head = f"{self.title} · {self.costs.summary}, p {self.p_positive:g} · {verdict}"
        return "\n".join([head, self.confusion.summary, *lines])


def _ranges(costs: Costs) -> dict[str, list[float]]:
    """Say between which numbers everything moves: an error costs more than being right."""
    right = {"fp": costs.tn, "fn": costs.tp}
    dearer = {name: float(np.nextafter(price, np.inf)) for name, price in right.items()}
    prices = {name: [max(CHEAP, low), DEAR] for name, low in dearer.items()}
    return prices | {name: [0, 1] for name in ("p", "fpr", "tpr")}


def _affordable(costs: Costs) -> Costs:
    """Make sure that prices can be slid, and written in few digits."""
    need_regrets(costs, "cost curve")
    for name in ("fp", "fn"):
        if not CHEAP <= getattr(costs, name) <= DEAR:
            raise InputError(
                f"{name}={getattr(costs, name):g}",
                f"the sliders hold prices from {CHEAP:g} to {DEAR:g}",
                "use a larger or smaller unit: only the ratio of the prices matters",
            )
    return costs


def _stops(price: float, right: float) -> list[float]:
    """List where a price can stop: it is dearer than being right."""
    return sorted({price, *(one for one in PRICES if one > right)})


def explore_costs(
    sweep: Sweep,
    costs: Costs | None = None,
    *,
    p_positive: float | None = None,
    language: Language | None = None,
) -> CostsExplorer:
    """Slide the prices and the share of positives: another threshold becomes the cheapest.

    In cost space, the line of the cheapest threshold lights up; in ROC space, the line of equal
    cost turns around the hull. A further classifier can be dragged: its point is a line.

    Parameters
    ----------
    sweep : Sweep
        A classifier at every threshold.
    costs : Costs, optional
        Where the prices stand at first; without it, both errors cost 1.
    p_positive : float, optional
        The share of positives to start with; without it, that of the samples, in three digits.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it; without it the one in force.

    Returns
    -------
    CostsExplorer
        The last line of a cell shows it; ``.to_html(path)`` writes a page.

    Raises
    ------
    InputError
        If something isn't a sweep, or an error costs no more than being right.
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Drummond & Holte (2006), Cost curves; Provost & Fawcett (2001), Robust classification for
    imprecise environments.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> x = explore_costs(sweep([1, 0, 1, 0, 0], [0.9, 0.7, 0.4, 0.3, 0.1]), p_positive=0.3)
    >>> x.threshold
    0.9
    >>> x.costs = Costs(fp=1, fn=5)
    >>> x.threshold, x.probability_cost.fraction
    (0.4, Fraction(15, 22))
    """
    return CostsExplorer(sweep, costs, p_positive, language)
