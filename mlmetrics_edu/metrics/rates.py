"""Every rate of a two-by-two table: one line of formula each; and from a name to its number.

``TP`` and ``FN`` are the positives, found and missed; ``TN`` and ``FP`` the negatives, left alone
and falsely alarmed. A rate may use others by their names. Sources: Fawcett (2006), Powers (2011),
Zhou (2016, section 2.3), the lists of pycm and yardstick; a metric with an inventor names them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from ..core import inputs, words
from ..core.errors import FormulaError, MetricError, UnknownNameError, did_you_mean
from ..core.formula import Formula, refuse_sums
from ..core.trace import Column, Trace

COUNTS = ("TP", "FP", "FN", "TN")
UP, DOWN = "higher", "lower"
UNIT, SIGNED, RATIO = (0.0, 1.0), (-1.0, 1.0), (0.0, float("inf"))
NO_SAMPLES = "there are no samples"
NO_POSITIVES = "there are no positives"
NO_NEGATIVES = "there are no negatives"
NONE_CALLED_POSITIVE = "nothing was predicted positive"
NONE_CALLED_NEGATIVE = "nothing was predicted negative"
NO_POSITIVES_AT_ALL = "nothing is positive, in truth or by prediction"
ONE_SIDED = "all samples stand in one row or one column of the table"
ONE_CLASS = "truth and prediction are one and the same class throughout"
UNCOUNTED = "in detection and search nobody can count all that is nothing and was not returned"

NONE: Mapping = MappingProxyType({})


def _rate(name, expression, range, direction, undefined_when=""):
    synonyms, source = tuple(SYNONYMS_OF.get(name, "").split()), SOURCES.get(name, "")
    return Formula(name, expression, range, direction, undefined_when, synonyms, source)


SYNONYMS_OF = {
    "accuracy": "acc",
    "error_rate": "err",
    "prevalence": "base_rate",
    "predicted_positive_rate": "detection_prevalence alarm_rate",
    "no_information_rate": "nir baseline_accuracy",
    "precision": "ppv",
    "fdr": "false_discovery_rate",
    "npv": "negative_predictive_value",
    "false_omission_rate": "fomr",
    "recall": "sensitivity tpr hit_rate",
    "fnr": "false_negative_rate miss_rate",
    "specificity": "tnr selectivity",
    "fpr": "false_positive_rate fall_out",
    "f1": "f_score dice",
    "jaccard": "iou threat_score critical_success_index",
    "balanced_accuracy": "auc_of_one_point",
    "informedness": "youden youden_j bookmaker peirce_skill_score",
    "markedness": "delta_p",
    "mcc": "matthews phi",
    "kappa": "cohen_kappa",
    "scott_pi": "unbiased_kappa",
    "lr_plus": "plr",
    "lr_minus": "nlr",
    "diagnostic_odds_ratio": "dor odds_ratio",
}
SOURCES = {
    "informedness": "Youden (1950); Powers (2011)",
    "markedness": "Powers (2011)",
    "g_mean": "Kubat & Matwin (1997)",
    "mcc": "Matthews (1975)",
    "kappa": "Cohen (1960)",
    "scott_pi": "Scott (1955)",
}
_ALL = [
    # Of all samples
    _rate("accuracy", "(TP + TN) / (TP + FP + FN + TN)", UNIT, UP, NO_SAMPLES),
    _rate("error_rate", "(FP + FN) / (TP + FP + FN + TN)", UNIT, DOWN, NO_SAMPLES),
    _rate("prevalence", "(TP + FN) / (TP + FP + FN + TN)", UNIT, None, NO_SAMPLES),
    _rate("predicted_positive_rate", "(TP + FP) / (TP + FP + FN + TN)", UNIT, None, NO_SAMPLES),
    _rate("detection_rate", "TP / (TP + FP + FN + TN)", UNIT, UP, NO_SAMPLES),
    _rate(
        "no_information_rate",
        "max(TP + FN, TN + FP) / (TP + FP + FN + TN)",
        (0.5, 1.0),
        None,
        NO_SAMPLES,
    ),
    _rate("bias", "predicted_positive_rate - prevalence", SIGNED, None, NO_SAMPLES),
    # Of those predicted positive, of those predicted negative
    _rate("precision", "TP / (TP + FP)", UNIT, UP, NONE_CALLED_POSITIVE),
    _rate("fdr", "FP / (TP + FP)", UNIT, DOWN, NONE_CALLED_POSITIVE),
    _rate("npv", "TN / (TN + FN)", UNIT, UP, NONE_CALLED_NEGATIVE),
    _rate("false_omission_rate", "FN / (TN + FN)", UNIT, DOWN, NONE_CALLED_NEGATIVE),
    # Of the positives, of the negatives
    _rate("recall", "TP / (TP + FN)", UNIT, UP, NO_POSITIVES),
    _rate("fnr", "FN / (TP + FN)", UNIT, DOWN, NO_POSITIVES),
    _rate("specificity", "TN / (TN + FP)", UNIT, UP, NO_NEGATIVES),
    _rate("fpr", "FP / (FP + TN)", UNIT, DOWN, NO_NEGATIVES),
    # Precision and recall in one number
    _rate("f1", "2*TP / (2*TP + FP + FN)", UNIT, UP, NO_POSITIVES_AT_ALL),
    _rate("jaccard", "TP / (TP + FP + FN)", UNIT, UP, NO_POSITIVES_AT_ALL),
    # Positives and negatives alike
    _rate("balanced_accuracy", "(recall + specificity) / 2", UNIT, UP),
    _rate("informedness", "recall + specificity - 1", SIGNED, UP),
    _rate("markedness", "precision + npv - 1", SIGNED, UP),
    _rate("g_mean", "sqrt(recall * specificity)", UNIT, UP),
    _rate(
        "mcc",
        "(TP*TN - FP*FN) / sqrt((TP + FP)*(TP + FN)*(TN + FP)*(TN + FN))",
        SIGNED,
        UP,
        ONE_SIDED,
    ),
    # Better than chance?
    _rate(
        "chance_agreement",
        "((TP + FP)*(TP + FN) + (TN + FN)*(TN + FP)) / (TP + FP + FN + TN)**2",
        UNIT,
        None,
        NO_SAMPLES,
    ),
    _rate(
        "kappa",
        "(accuracy - chance_agreement) / (1 - chance_agreement)",
        SIGNED,
        UP,
        ONE_CLASS,
    ),
    _rate(
        "pooled_agreement",
        "((2*TP + FP + FN)**2 + (2*TN + FP + FN)**2) / (2*(TP + FP + FN + TN))**2",
        (0.5, 1.0),
        None,
        NO_SAMPLES,
    ),
    _rate(
        "scott_pi",
        "(accuracy - pooled_agreement) / (1 - pooled_agreement)",
        SIGNED,
        UP,
        ONE_CLASS,
    ),
    _rate("lift", "precision / prevalence", RATIO, UP, NO_POSITIVES),
    # What a result tells about one person
    _rate("lr_plus", "recall / fpr", RATIO, UP, "no negative was falsely alarmed"),
    _rate("lr_minus", "fnr / specificity", RATIO, DOWN, "every negative was falsely alarmed"),
    _rate("diagnostic_odds_ratio", "TP*TN / (FP*FN)", RATIO, UP, "one kind of error doesn't occur"),
]

RATES = {formula.name: formula for formula in _ALL}
SYNONYMS = {synonym: f.name for f in _ALL for synonym in f.synonyms}
NAMES = (*RATES, *SYNONYMS)


def rates() -> Trace:
    """List every rate: formula, range, which way is better, names in three languages.

    Examples
    --------
    >>> len(rates())
    30
    """
    names = [words.entry(f.name) for f in _ALL]
    better = {UP: "higher", DOWN: "lower", None: "–"}
    return Trace(
        f"{len(_ALL)} rates of a two-by-two table",
        (
            Column("name", [f.name for f in _ALL]),
            Column("formula", [f.text for f in _ALL]),
            Column("from", [f.range[0] for f in _ALL], words.bound, "right"),
            Column("to", [f.range[1] for f in _ALL], words.bound, "right"),
            Column("better", [better[f.direction] for f in _ALL]),
            Column("简体", [name.hans for name in names]),
            Column("繁體", [name.hant for name in names]),
            Column("also called", [", ".join(f.synonyms) for f in _ALL]),
        ),
    )


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


F_BETA = "(1 + beta**2)*TP / ((1 + beta**2)*TP + beta**2*FN + FP)"


@cache
def _f_beta(beta: float) -> Formula:
    return Formula(
        f"f{words.threshold(beta)}",
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


formula = lookup  # as users call it: mm.formula("f2").latex
