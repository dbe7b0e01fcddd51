"""From the name of a metric to its number, or to its column: lookup, and the rates within rates."""

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from ..core import digits, inputs
from ..core.calls import explained
from ..core.errors import FormulaError, MetricError, UnknownNameError, did_you_mean
from ..core.formula import Formula, refuse_sums
from .rates import COUNTS, NO_POSITIVES_AT_ALL, RATES, SYNONYMS, UNIT, UP

UNCOUNTED = "in detection and search nobody can count all that is nothing and was not returned"

NONE: Mapping = MappingProxyType({})


def lookup(metric: str | Formula) -> Formula:
    """Find a formula by its name or a synonym; ``f2`` and ``f0.5`` are F-betas.

    Parameters
    ----------
    metric : str or Formula
        A name, or a formula of your own, which is given back as it is.

    Raises
    ------
    UnknownNameError
        If nothing has that name.

    Examples
    --------
    >>> print(lookup("sensitivity"))
    recall = TP / (TP + FN)
    >>> print(lookup("f2"))
    F2 = (1 + β²)·TP / ((1 + β²)·TP + β²·FN + FP)
    """
    if isinstance(metric, Formula):
        refuse_sums(metric, "a metric has its value at each threshold", "leave the sum out")
        return metric
    formula = _named(metric) if isinstance(metric, str) else None
    if formula is None:
        raise UnknownNameError(
            f"no metric is called {inputs.short(metric)}",
            "neither a rate nor a synonym nor f<beta> has that name",
            did_you_mean(metric, [*RATES, *SYNONYMS], "mm.rates() lists all names"),
        )
    return formula


def lookup_all(metrics) -> list[Formula]:
    """Find several formulas, one, or none at all.

    Examples
    --------
    >>> [formula.name for formula in lookup_all("f1")], lookup_all(None)
    (['f1'], [])
    """
    if metrics is None:
        return []
    return [lookup(metric) for metric in (metrics if inputs.several(metrics) else [metrics])]


def _named(name: str) -> Formula | None:
    key = SYNONYMS.get(name, name)
    if key in RATES:
        return RATES[key]
    match = re.fullmatch(r"f(\d+(?:\.\d+)?)", name)
    return f_beta(float(match[1])) if match else None


def f_beta(beta: float) -> Formula:
    """Return the F-measure that counts recall β times as important as precision.

    In the harmonic mean, recall has the weight β²/(1 + β²): "β times as important" means that at
    R = β·P a little more of either is worth the same (van Rijsbergen, 1979, chapter 7).

    Examples
    --------
    >>> f_beta(2).work(TP=4, FP=3, FN=2).fraction
    Fraction(20, 31)
    """
    return _f_beta(_positive("beta", beta))


# The same number twice: of counts, and of the two rates where counts are unknown.
F_BETA_OF_RATES = "(1 + beta**2)*precision*recall / (beta**2*precision + recall)"
F_BETA = "(1 + beta**2)*TP / ((1 + beta**2)*TP + beta**2*FN + FP)"


@cache
def _f_beta(beta: float) -> Formula:
    return Formula(
        f"f{digits.threshold(beta)}",
        F_BETA,
        UNIT,
        UP,
        NO_POSITIVES_AT_ALL,
        source="van Rijsbergen (1979)",
        fixed={"beta": beta},
    )


def f_weighted(a: float, b: float) -> Formula:
    """Return the harmonic mean of recall, with weight a, and precision, with weight b.

    It is (a + b) / (a/R + b/P); over the counts, a is the price of a miss and b of a false alarm.
    With a/b = β² it is F-beta.

    Examples
    --------
    >>> f_weighted(4, 1).work(TP=4, FP=3, FN=2).fraction
    Fraction(20, 31)
    """
    fixed = {name: _positive(name, value) for name, value in (("a", a), ("b", b))}
    expression = "(a + b)*TP / ((a + b)*TP + a*FN + b*FP)"
    return Formula("f_weighted", expression, UNIT, UP, NO_POSITIVES_AT_ALL, fixed=fixed)


def _positive(name: str, value) -> float:
    if not inputs.is_finite(value) or value <= 0:
        raise FormulaError(
            f"{name} = {inputs.short(value)}",
            "it weighs recall against precision, so it is finite and greater than 0",
            "for 0 use precision itself, for infinity recall",
        )
    return value.item() if hasattr(value, "item") else value


def work(metric, counts: Mapping, undefined="nan", conventions: Mapping[str, str] = NONE):
    """Work a metric out for one table, rates within it included.

    Parameters
    ----------
    metric : str or Formula
        Which metric.
    counts : mapping
        ``TP``, ``FP``, ``FN`` and ``TN``.
    undefined : {"nan", 0, 1, "raise"}
        What a division by zero gives.
    conventions : mapping of str to str, optional
        What the number is to remember of how the counts were made.

    Returns
    -------
    Worked
    """
    formula = lookup(metric)
    terms = _terms(formula, counts, work)
    return formula.work(undefined=undefined, conventions=conventions, **terms)


def column(metric, counts: Mapping):
    """Work a metric out for many tables at once: for columns of counts, a column of floats."""
    formula = lookup(metric)
    return formula.column(**_terms(formula, counts, column))


def _terms(formula: Formula, counts: Mapping, inner) -> dict:
    """Give each term its value: a count, or a rate that is worked out in the same way."""
    terms = {}
    for term in formula.terms:
        value = counts[term] if term in counts else inner(_part(formula, term), counts)
        if value is None:
            raise unknown_negatives(formula)
        terms[term] = value
    return terms


def unknown_negatives(formula: Formula | None = None) -> MetricError:
    """Say why a count of negatives can't be had, where nobody can count them."""
    what = f"{formula.symbol} = {formula.text} needs TN" if formula else "TN is asked for"
    return MetricError(
        f"{what}, and the number of negatives is unknown",
        UNCOUNTED,
        "use precision and recall, which don't need TN, or give negatives=…",
    )


def _part(formula: Formula, term: str) -> Formula:
    try:
        return lookup(term)
    except UnknownNameError as error:
        raise FormulaError(
            f"{formula.symbol} = {formula.text} uses {term!r}",
            f"that is no count ({', '.join(COUNTS)}) and no rate",
            error.fix,
        ) from None


def counts_in(metric) -> frozenset[str]:
    """List which of the four counts a metric needs, through all rates within it."""
    formula = lookup(metric)
    for term in formula.terms:
        if term not in COUNTS:
            _part(formula, term)
    return _counts_among(formula.terms)


@cache
def _counts_among(terms: tuple[str, ...]) -> frozenset[str]:
    parts = ({term} if term in COUNTS else _counts_among(lookup(term).terms) for term in terms)
    return frozenset().union(*parts)


formula = explained(lookup)  # as users call it: mm.formula("f2").latex
