"""Where two classifiers swap places: the β or the ratio of costs at which they are equal."""

from ...core.arithmetic import Exact
from ...core.calls import explained
from ...core.errors import InputError
from ...core.formula import Formula, Worked
from ..confusion import Confusion

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


@explained
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


@explained
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
