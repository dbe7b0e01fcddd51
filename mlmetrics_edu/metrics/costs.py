"""What each outcome costs, what a classifier costs on average or is worth, and which is cheaper.

What an error costs *more than being right* is called its regret. Only regrets matter for a
decision, and of these only the ratio. Besides the costs there is ``p``, the share of positives
where the classifier will work; that is seldom their share among the samples that it is tested on.
A threshold of probability is a price as well: net benefit pays FP by its odds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Self, overload

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.arithmetic import Exact
from ..core.errors import InputError, explained, explained_class
from ..core.formula import Formula, Worked
from ..core.inputs import locked
from ..core.trace import Column, Trace, Traced
from . import rates
from .confusion import ORIENTATIONS, Confusion, added
from .curves import Curve
from .rates import DOWN, UNIT
from .sweep import Sweep, counted, needs

if TYPE_CHECKING:
    from .sweep import Sweep


LARGEST, SMALLEST = 1e15, 1e-15  # beyond these, floats couldn't weigh one cost against another
LAYOUT = "truth in rows, negative first"
REGRET_FP = Formula("regret_fp", "cFP - cTN")
REGRET_FN = Formula("regret_fn", "cFN - cTP")
RATIO = Formula("cost_ratio", "(cFN - cTP) / (cFP - cTN)")


@explained_class
@dataclass(frozen=True, kw_only=True)
class Costs(Traced):
    """What each of the four outcomes costs; a benefit is a negative cost.

    Books write costs as C(predicted, true) or C(true, predicted), and some count class 0 as the
    positive one. Here a cost has the name of the outcome that it belongs to, so nothing can be
    turned round.

    Parameters
    ----------
    fp, fn : number
        The cost of a false alarm and of a miss.
    tp, tn : number
        The cost of being right, mostly 0.

    Raises
    ------
    InputError
        If a cost is no finite number, or beyond ±1e15.

    References
    ----------
    Elkan (2001), The foundations of cost-sensitive learning, section 1.

    Examples
    --------
    >>> costs = Costs(fp=5, fn=1, tp=-2)
    >>> costs.regret_fp.fraction, costs.regret_fn.fraction
    (Fraction(5, 1), Fraction(3, 1))
    >>> print(costs)
    what each outcome costs · truth in rows, negative first
                    predicted negative  predicted positive
    truly negative              TN = 0              FP = 5
    truly positive              FN = 1             TP = −2
    """

    fp: float = 1
    fn: float = 1
    tp: float = 0
    tn: float = 0

    def __post_init__(self):
        for name in ("fp", "fn", "tp", "tn"):
            object.__setattr__(self, name, _cost(getattr(self, name), name))

    @classmethod
    @explained
    def from_benefits(cls, *, tp: float = 0, tn: float = 0, fp: float = 0, fn: float = 0) -> Self:
        """Take what each outcome earns; a benefit is a negative cost.

        Examples
        --------
        >>> Costs.from_benefits(tp=99, fp=-1)
        Costs(fp=1, fn=0, tp=-99, tn=0)
        """
        benefits = asdict(cls(tp=tp, tn=tn, fp=fp, fn=fn))
        return cls(**{name: -value for name, value in benefits.items()})

    @classmethod
    @explained
    def from_zhou(cls, *, cost01: float = 1, cost10: float = 1) -> Self:
        """Take costs as Zhou writes them: costᵢⱼ is for a sample of class i that is called class j.

        In his book class 0 is the positive class, so cost₀₁ is the price of a miss and cost₁₀ that
        of a false alarm. Who takes class 1 for the positive one reads both the wrong way round.

        References
        ----------
        Zhou (2016), Machine Learning, section 2.3.4.

        Examples
        --------
        >>> Costs.from_zhou(cost01=5, cost10=1)
        Costs(fp=1, fn=5, tp=0, tn=0)
        """
        return cls(fn=cost01, fp=cost10)

    @property
    def terms(self) -> Mapping[str, float]:
        """The four costs by the names that formulas use: cTP, cFP, cFN and cTN."""
        return {f"c{name.upper()}": value for name, value in asdict(self).items()}

    @property
    def regret_fp(self) -> Worked:
        """What a false alarm costs more than leaving that negative alone."""
        return self._work(REGRET_FP)

    @property
    def regret_fn(self) -> Worked:
        """What a miss costs more than finding that positive."""
        return self._work(REGRET_FN)

    @property
    def ratio(self) -> Worked:
        """How many false alarms cost as much as one miss, in regrets."""
        need_regrets(self, "a ratio of costs")
        return self._work(RATIO)

    def _work(self, formula: Formula) -> Worked:
        return formula.work(**{name: self.terms[name] for name in formula.terms})

    @property
    def matrix(self) -> np.ndarray:
        """The costs as a table, truth in rows and negative first.

        Examples
        --------
        >>> Costs(fp=5, fn=1).matrix
        array([[0, 5],
               [1, 0]])
        """
        return np.array([[self.terms[f"c{cell}"] for cell in row] for row in ORIENTATIONS[LAYOUT]])

    @property
    def summary(self) -> str:
        """The costs in a line; being right is left out where it is free."""
        listed = {name: value for name, value in asdict(self).items() if value or name in "fp fn"}
        return "costs: " + ", ".join(f"{name.upper()} {_written(v)}" for name, v in listed.items())

    def trace(self) -> Trace:
        """Lay the costs out as a two-by-two table."""
        sides = zip(("negative", "positive"), zip(*ORIENTATIONS[LAYOUT], strict=True), strict=True)
        columns = (Column(f"predicted {s}", cells, self._cell, "right") for s, cells in sides)
        rows = Column("", ["truly negative", "truly positive"])
        return Trace("what each outcome costs", (rows, *columns), {"orientation": LAYOUT})

    def _cell(self, name: str) -> str:
        return f"{name} = {_written(self.terms[f'c{name}'])}"


def _written(cost) -> str:
    return words.count(float(cost)).replace("-", "−")


def _cost(value, name: str):
    """Read one cost: finite, of either sign; whole where it can be."""
    if not inputs.is_finite(value) or not (value == 0 or SMALLEST <= abs(value) <= LARGEST):
        raise InputError(
            f"the cost {name}={inputs.short(value)}",
            "a cost is a finite number, weighed against other costs; a benefit is a negative one",
            "pass a number, such as Costs(fp=5, fn=1), in a unit that keeps it within 1e±15",
        )
    number = value.item() if isinstance(value, np.generic) else value
    return int(number) if number == int(number) else number


def check(costs, what: str) -> Costs:
    """Make sure that costs are :class:`Costs`."""
    if not isinstance(costs, Costs):
        raise InputError(
            f"the costs of {what} are {inputs.short(costs)}",
            "two numbers alone don't say which error they belong to",
            "name them: mm.Costs(fp=5, fn=1)",
        )
    return costs


def need_regrets(costs, what: str) -> Costs:
    """Make sure that each error costs more than being right does."""
    for error, right in (("fp", "tn"), ("fn", "tp")):
        wrong, well = getattr(check(costs, what), error), getattr(costs, right)
        if not float(wrong) > float(well):
            raise InputError(
                f"{error.upper()} costs {_written(wrong)} and {right.upper()} {_written(well)}: "
                f"there is no {what}",
                "an error that costs no more than being right is none to avoid, and calling all "
                "samples the same would be best",
                "check the signs: a benefit is a negative cost, see Costs.from_benefits",
            )
    return costs


COST = "p*(recall*cTP + fnr*cFN) + (1 - p)*(fpr*cFP + specificity*cTN)"
NORMALISED = "(p*fnr*(cFN - cTP) + (1 - p)*fpr*(cFP - cTN)) / (p*(cFN - cTP) + (1 - p)*(cFP - cTN))"
_COSTS = {
    False: ("expected_cost", COST, None),
    True: ("normalised_expected_cost", NORMALISED, UNIT),
}
PROBABILITY_COST = Formula(
    "probability_cost",
    "p*(cFN - cTP) / (p*(cFN - cTP) + (1 - p)*(cFP - cTN))",
    UNIT,
    source="Drummond & Holte (2006)",
)
SLOPE = Formula(
    "iso_performance_slope",
    "(1 - p)*(cFP - cTN) / (p*(cFN - cTP))",
    undefined_when="without positives the lines of equal cost are vertical",
    source="Provost & Fawcett (2001)",
)
THRESHOLD = Formula(
    "cost_threshold", "(cFP - cTN) / (cFP - cTN + cFN - cTP)", UNIT, source="Elkan (2001)"
)


def cost_formula(costs: Costs, p, normalised: bool) -> Formula:
    """Return the cost as a formula over rates, with the costs and p put in."""
    name, expression, range = _COSTS[normalised]
    return Formula(name, expression, range, DOWN, fixed={**costs.terms, "p": p})


def as_sweep(of, what: str) -> Sweep:
    """Take a sweep as it is; make a table, which has no threshold, into a sweep of its one row."""
    if isinstance(of, Sweep):
        return of
    if not isinstance(of, Confusion):
        raise InputError(
            f"there is no {what} of a {type(of).__name__}",
            "costs are paid for counted samples",
            "pass a sweep (mm.sweep) or a two-by-two table (mm.Confusion)",
        )
    kind = int if all(isinstance(cell, int) for cell in (of.tp, of.fp)) else float
    tp, fp = (locked(np.array([0, cell], kind)) for cell in (of.tp, of.fp))
    sizes = (added((of.tp, of.fn)), None if of.tn is None else added((of.fp, of.tn)))
    return Sweep(locked(np.array([np.inf, np.nan])), tp, fp, *sizes, names=of.names)


@overload
def expected_cost(
    of: Confusion,
    costs: Costs,
    *,
    p_positive: float | Fraction | None = None,
    normalised: bool = False,
) -> Worked: ...
@overload
def expected_cost(
    of: Sweep,
    costs: Costs,
    *,
    p_positive: float | Fraction | None = None,
    normalised: bool = False,
) -> np.ndarray: ...
def expected_cost(of, costs: Costs, *, p_positive=None, normalised: bool = False):
    """Work out what a classifier costs on average for a sample.

    Parameters
    ----------
    of : Confusion or Sweep
        One classifier, or one at every threshold.
    costs : Costs
        What each outcome costs.
    p_positive : float, optional
        The share of positives where the classifier will work; without it, that of the sample. Both
        rates are needed even for a share of 0 or 1, since the same classifier is judged at any
        share; so there must be samples of both classes.
    normalised : bool
        Divide by what it would cost to get every sample wrong, and count errors only by what they
        cost more than being right: from 0 for a perfect classifier to 1 (Drummond & Holte).

    Returns
    -------
    Worked, or numpy.ndarray of float, shape (rows,)
        A number for a table; for a sweep a column, row-aligned with it.

    Raises
    ------
    InputError
        If the share isn't one, or (where normalised) an error costs no more than being right.
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Provost & Fawcett (2001), Robust classification for imprecise environments, section 2.1;
    Drummond & Holte (2006), Cost curves, section 2.

    Examples
    --------
    >>> bad_loans = Confusion(tp=300, fp=700, fn=0, tn=0)  # all 1000 called bad
    >>> expected_cost(bad_loans, Costs(fp=1, fn=5)).fraction
    Fraction(7, 10)
    >>> expected_cost(bad_loans, Costs(fp=1, fn=5), normalised=True).fraction
    Fraction(7, 22)
    """
    check(costs, "expected cost")
    rows = as_sweep(of, "expected cost")
    needs(rows, "expected cost", "recall", "fpr")
    if inputs.flag(normalised, "normalised"):
        need_regrets(costs, "normalised cost")
    table = of if isinstance(of, Confusion) else rows.confusion(0)
    formula = cost_formula(costs, _share(table, p_positive), normalised)
    if rows is of:
        return rows.column(formula)
    source = "p: the sample's own" if p_positive is None else "p: given"
    conventions = {**of.conventions, "costs": costs.summary, "p": source}
    return rates.work(formula, of.counts, of.undefined, conventions)


def p_share(p_positive):
    """Read the share of positives where a classifier is to work."""
    return inputs.share(p_positive, "p_positive", "it is the share of positives")


def _share(table: Confusion, p_positive):
    return table.prevalence if p_positive is None else p_share(p_positive)


def cost_at_thresholds(sweep: Sweep, costs: Costs, p_positive=None) -> Formula:
    """Return the expected cost as a formula for every row of a sweep."""
    check(costs, "expected cost")
    needs(sweep, "expected cost", "recall", "fpr")
    return cost_formula(costs, _share(sweep.confusion(0), p_positive), normalised=False)


def probability_cost(p_positive: float | Fraction, costs: Costs) -> Worked:
    """Work out P(+)cost: which part of the largest possible cost comes from the positives.

    Parameters
    ----------
    p_positive : float
        The share of positives.
    costs : Costs
        What each outcome costs.

    References
    ----------
    Drummond & Holte (2006), Cost curves, section 2.

    Examples
    --------
    >>> probability_cost(0.3, Costs(fp=1, fn=5)).fraction
    Fraction(15, 22)
    """
    terms = need_regrets(costs, "probability cost").terms
    return PROBABILITY_COST.work(p=p_share(p_positive), **terms)


def iso_performance_slope(costs: Costs, p_positive: float | Fraction) -> Worked:
    """Work out the slope of the lines in ROC space along which all classifiers cost the same.

    The best point of a ROC curve is the one that such a line touches first, coming from above.

    References
    ----------
    Provost & Fawcett (2001), Robust classification for imprecise environments, section 2.3.

    Examples
    --------
    >>> from fractions import Fraction
    >>> iso_performance_slope(Costs(fp=1, fn=1), Fraction(1, 11)).fraction
    Fraction(10, 1)
    """
    terms = need_regrets(costs, "iso-performance slope").terms
    return SLOPE.work(p=p_share(p_positive), **terms)


def cost_threshold(costs: Costs) -> Worked:
    """Work out from which probability on a sample should be called positive.

    It holds for scores that are true probabilities (calibrated), and for no others: among given
    scores ``best_threshold(s, costs=costs)`` searches.

    References
    ----------
    Elkan (2001), The foundations of cost-sensitive learning, section 1.1.

    Examples
    --------
    >>> print(cost_threshold(Costs(fp=1, fn=5)).working)
    cost threshold = (cFP − cTN) / (cFP − cTN + cFN − cTP)
                   = (1 − 0) / (1 − 0 + 5 − 0)
                   = 1/6
                   ≈ 0.167
    """
    return THRESHOLD.work(**need_regrets(costs, "cost threshold").terms)


BETA = Formula(
    "crossover_beta_squared",
    "(1/precision_b - 1/precision_a) / (1/recall_a - 1/recall_b)",
    (0.0, float("inf")),
)
COSTS = Formula(
    "crossover_cost_ratio",
    "(FP_b - FP_a) / (FN_a - FN_b)",
    (0.0, float("inf")),
)


def crossover_beta(a: Confusion, b: Confusion) -> Worked:
    """Return the β² from which on F-beta prefers the other of two classifiers.

    Parameters
    ----------
    a, b : Confusion
        Two classifiers, counted on the same samples.

    Returns
    -------
    Worked
        β squared, the weight of recall in the harmonic mean; above it the one with the higher
        recall wins. Undefined, with the reason, where one wins at every β.

    References
    ----------
    van Rijsbergen (1979), Information retrieval, chapter 7.

    Examples
    --------
    >>> careful, bold = Confusion(8, 92, 2, 9898), Confusion(10, 990, 0, 9000)
    >>> crossover_beta(careful, bold).fraction
    Fraction(350, 1)
    """
    _check(a, b)
    precisions = {"precision_a": a.precision, "precision_b": b.precision}
    recalls = {"recall_a": a.recall, "recall_b": b.recall}
    return _swap(BETA, {**precisions, **recalls}, "F-beta", "β")


def crossover_costs(a: Confusion, b: Confusion) -> Worked:
    """Return the cost of a miss per false alarm at which two classifiers cost the same.

    Parameters
    ----------
    a, b : Confusion
        Two classifiers, counted on the same samples.

    Returns
    -------
    Worked
        Above it the one that misses fewer is cheaper. Undefined, with the reason, where one is
        cheaper at every ratio.

    Examples
    --------
    >>> careful, bold = Confusion(8, 92, 2, 9898), Confusion(10, 990, 0, 9000)
    >>> print(crossover_costs(careful, bold).working)
    crossover cost ratio = (FP b − FP a) / (FN a − FN b)
                         = (990 − 92) / (2 − 0)
                         = 898/2
                         = 449
    """
    _check(a, b)
    terms = {"FP_a": a.fp, "FP_b": b.fp, "FN_a": a.fn, "FN_b": b.fn}
    return _swap(COSTS, terms, "the cost", "ratio of costs")


def _check(*tables) -> None:
    for table in tables:
        if not isinstance(table, Confusion):
            raise InputError(
                f"a {type(table).__name__} was given for a classifier",
                "two tables of counts are compared",
                "pass two mm.Confusion, such as sweep.at(0.5) and sweep.at(0.7)",
            )


def _swap(formula: Formula, terms: dict, by: str, what: str) -> Worked:
    worked = formula.work(**terms)
    if worked > 0 or worked.reason:
        return worked
    nothing = Exact(None, reason=f"{by} prefers the same one at every {what}")
    return Worked(nothing, formula.name, formula=formula, terms=terms)


FORMULA = "(TP - FP*p_threshold/(1 - p_threshold)) / (TP + FP + FN + TN)"
NET_BENEFIT = Formula(
    "net_benefit",
    FORMULA,
    (float("-inf"), 1.0),
    "higher",
    "there are no samples",
    source="Vickers & Elkin (2006)",
)
GRID = np.arange(1, 100) / 100
AT = "it is the probability from which on somebody would act"


def at_exchange(p) -> Formula:
    """Return net benefit as a formula of the four counts alone."""
    named = (NET_BENEFIT.name, FORMULA, NET_BENEFIT.range, NET_BENEFIT.direction)
    why, source = NET_BENEFIT.undefined_when, NET_BENEFIT.source
    return Formula(*named, why, source=source, fixed={"p_threshold": p})


def net_benefit(of: Sweep | Confusion, p_threshold: float) -> Worked:
    """Work out what acting from a probability on is worth, in found positives a sample.

    Parameters
    ----------
    of : Sweep or Confusion
        The counts at every threshold, of scores that are probabilities: those from
        ``p_threshold`` on are acted upon. Or four counts.
    p_threshold : float
        The probability at which acting and waiting are equally good, greater than 0 and less
        than 1. It weighs the false alarms: at 0.1, nine of them are worth one found positive.

    Returns
    -------
    Worked
        Up to the prevalence; 0 for acting on nobody.

    References
    ----------
    Vickers & Elkin (2006), Decision curve analysis, section "Theory".

    Examples
    --------
    >>> print(net_benefit(Confusion(tp=30, fp=20, fn=10, tn=40), 0.2).working)
    net benefit = (TP − FP·p threshold / (1 − p threshold)) / (TP + FP + FN + TN)
                = (30 − 20·0.2 / (1 − 0.2)) / (30 + 20 + 10 + 40)
                = 25/100
                = 1/4
                = 0.25
    """
    p = inputs.share(p_threshold, "p_threshold", AT, zero=False, one=False)
    if isinstance(of, Confusion):
        return of.rate(at_exchange(p))
    _of_probabilities(of, "net benefit")
    return of.at(p).rate(at_exchange(p))


def decision_curve(sweep: Sweep, at: ArrayLike | None = None) -> Curve:
    """Return net benefit over the probability from which on one acts.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold, of scores that are probabilities.
    at : array_like, shape (points,), optional
        Where it is worked out, rising, each greater than 0 and less than 1; without it at 0.01,
        0.02, … 0.99.

    Returns
    -------
    Curve
        ``beside`` has the net benefit of acting on everybody; that of acting on nobody is 0.

    References
    ----------
    Vickers & Elkin (2006), Decision curve analysis.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> curve = decision_curve(sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]), at=[0.25, 0.5])
    >>> curve.y.round(3).tolist(), curve.beside["treat all"].round(3).tolist()
    ([0.417, 0.0], [0.333, 0.0])
    """
    _of_probabilities(sweep, "decision curve")
    places = _places(at)
    rows = np.array([sweep.row_at(p) for p in places.tolist()])
    counts = {name: getattr(sweep, name.lower()) for name in ("TP", "FP", "FN", "TN")}
    heights = (
        NET_BENEFIT.column(p_threshold=places, **{n: c[chosen] for n, c in counts.items()})
        for chosen in (rows, np.full(len(rows), len(sweep) - 1))
    )
    y, everybody = map(locked, heights)
    more = {"beside": {"treat all": everybody}, "conventions": {"nobody": "treat none: 0"}}
    x = locked(places)
    return Curve("decision", x, y, x, "p_threshold", "net_benefit", sweep, rows, **more)


def _places(at) -> np.ndarray:
    if at is None:
        return GRID.copy()
    places = inputs.finite(at, "at", "probability", AT).copy()
    outside = np.flatnonzero((places <= 0) | (places >= 1) | (np.diff(places, prepend=-1) <= 0))
    if outside.size:
        raise InputError(
            f"at[{outside[0]}] is {places[outside[0]]:g}",
            "a curve goes along the probabilities greater than 0 and less than 1, rising",
            "pass such as at=[0.05, 0.1, 0.2]",
        )
    return places


def _of_probabilities(sweep: Sweep, what: str) -> None:
    """Refuse scores that are no probabilities: a threshold on them is no rate of exchange."""
    counted(sweep, what)
    needs(sweep, what, "recall", "fpr")
    high, low = sweep.threshold[1], sweep.threshold[-1]
    if high > 1 or low < 0:
        raise InputError(
            f"the scores go from {low:g} to {high:g}",
            f"a {what} takes each threshold for a probability at which one would act",
            "calibrate the scores first; or name the costs: mm.expected_cost(s, mm.Costs(…))",
        )
