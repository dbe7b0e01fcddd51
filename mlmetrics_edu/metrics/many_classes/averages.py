"""One number for several tables: the mean of their rates, or the rate of their pooled counts.

"Macro-F1" has two meanings: the mean of the F1s, and the F1 of mean precision and mean recall.
They differ, and both are in use, so each has its name here.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from ...core import digits, inputs
from ...core.errors import FormulaError, InputError, UndefinedError
from ...core.exact import Exact, divide, exact
from ...core.formula import Formula
from ...core.trace import Column, Trace
from ...core.worked import Worked
from .. import evaluate, rates
from ..steps import written

AVERAGES = {
    "macro": "mean of the values, each counting the same",
    "macro-of-averages": "the formula worked on mean precision and mean recall (Zhou)",
    "micro": "the formula worked on pooled counts",
    "weighted": "mean of the values, each weighing as much as it has true samples",
}
UNDEFINED = ("nan", "skip", 0, 1, "raise")
FEW = 200  # of so many fractions the sum can still be read
# The rates that are made of precision and recall alone, written in these.
OF_AVERAGES = {
    "f1": "2*precision*recall / (precision + recall)",
    "f_beta": "(1 + beta**2)*precision*recall / (beta**2*precision + recall)",
    "f_weighted": "(a + b)*precision*recall / (a*precision + b*recall)",
    "jaccard": "precision*recall / (precision + recall - precision*recall)",
}


@dataclass(frozen=True)
class Parts:
    """Several two-by-two tables by name: a matrix's classes, or the runs of an experiment."""

    kind: str
    names: Sequence
    counts: Sequence[Mapping[str, float]]
    conventions: Mapping[str, str] = field(default_factory=dict)

    def work(self, formula: Formula) -> list[Worked]:
        """Work a rate out for each table."""
        return [evaluate.work(formula, counts) for counts in self.counts]

    @property
    def pooled(self) -> dict[str, float | None]:
        """Add all tables up."""
        columns = {cell: [counts[cell] for counts in self.counts] for cell in rates.COUNTS}
        return {cell: None if None in column else sum(column) for cell, column in columns.items()}

    def shares(self, how: str) -> list:
        """Give the weight of each table."""
        if how != "weighted":
            return [1] * len(self.names)
        return [counts["TP"] + counts["FN"] for counts in self.counts]


def check_undefined(undefined) -> None:
    """Refuse a policy for undefined values that isn't one of the five."""
    if isinstance(undefined, bool) or undefined not in UNDEFINED:
        raise InputError(
            f"undefined={undefined!r}",
            "it says what becomes of a value that doesn't exist, such as the precision of a class "
            "that was never predicted",
            'use "nan" (no average), "skip" (leave it out), 0, 1 or "raise"',
        )


def average(parts: Parts, rate, how: str = "macro", undefined="nan") -> Worked:
    """Average a rate over several tables.

    Parameters
    ----------
    parts : Parts
        The tables.
    rate : str or Formula
        A rate of :func:`rates`, ``f<beta>``, or a formula of your own.
    how : {"macro", "macro-of-averages", "micro", "weighted"}
        The mean of the values; the formula on mean precision and mean recall; the formula on
        pooled counts; the mean weighed by true samples.
    undefined : {"nan", "skip", 0, 1, "raise"}
        What becomes of a value that is undefined: it makes the average undefined, is left out,
        or counts as 0 or 1.

    References
    ----------
    Zhou (2016), Machine Learning, section 2.3.2; Opitz & Burst (2019), Macro F1 and Macro F1.

    Examples
    --------
    >>> parts = Parts("class", "ab", [dict(TP=1, FP=0, FN=1, TN=2), dict(TP=2, FP=1, FN=0, TN=1)])
    >>> average(parts, "f1").fraction, average(parts, "f1", "macro-of-averages").fraction
    (Fraction(11, 15), Fraction(15, 19))
    """
    inputs.choice(how, AVERAGES, "how")
    check_undefined(undefined)
    formula = evaluate.lookup(rate)
    if how == "micro":
        return _micro(parts, formula, undefined)
    if how == "macro-of-averages":
        return _of_averages(parts, formula, undefined)
    return _mean(parts, formula, how, undefined)


def _policy(undefined):
    return "nan" if undefined == "skip" else undefined


def _said(parts: Parts, how: str) -> dict[str, str]:
    return {**parts.conventions, "average": f"{how}: {AVERAGES[how]}"}


def _micro(parts: Parts, formula: Formula, undefined) -> Worked:
    whole = evaluate.work(formula, parts.pooled, _policy(undefined), _said(parts, "micro"))
    fields = {"formula": formula, "terms": whole.terms, "reason": whole.reason}
    steps = partial(_steps, parts, formula, "micro", undefined)
    said = whole.conventions
    return Worked(whole.exact, f"micro_{formula.name}", **fields, conventions=said, steps=steps)


def _of_averages(parts: Parts, formula: Formula, undefined) -> Worked:
    """Work the formula out on mean precision and mean recall."""
    by_means = of_means(formula)
    means = {name: _mean(parts, evaluate.lookup(name), "macro", undefined) for name in PR}
    return by_means.work(
        undefined=_policy(undefined), conventions=_said(parts, "macro-of-averages"), **means
    )


PR = ("precision", "recall")


def of_means(formula: Formula) -> Formula:
    """Write a rate in precision and recall alone, where it is made of these.

    Examples
    --------
    >>> print(of_means(evaluate.lookup("f1")))
    macro F1 of averages = 2·precision·recall / (precision + recall)
    """
    kind = "f_beta" if "beta" in formula.fixed else formula.name
    text = formula.expression if set(formula.terms) == set(PR) else OF_AVERAGES.get(kind)
    if text is None:
        raise FormulaError(
            f"{formula.symbol} = {formula.text} has no macro-of-averages",
            "it isn't made of precision and recall alone, and only these two are averaged first",
            f'use how="macro", or one of f1, f<beta>, {", ".join([*OF_AVERAGES][2:])}, '
            "fowlkes_mallows",
        )
    name = f"macro {formula.symbol} of averages"
    why = "mean precision and mean recall are both 0"
    return Formula(name, text, formula.range, formula.direction, why, fixed=formula.fixed)


def _mean(parts: Parts, formula: Formula, how: str, undefined) -> Worked:
    return mean(parts, parts.work(formula), formula.name, undefined, how).with_steps(
        partial(_steps, parts, formula, how, undefined)
    )


def mean(parts: Parts, values: list[Worked], name: str, undefined, how: str = "macro") -> Worked:
    """Average values that are already worked out, one for each part.

    Parameters
    ----------
    parts : Parts
        What the values are of.
    values : list of Worked
        One for each part.
    name : str
        What the values are.
    undefined : {"nan", "skip", 0, 1, "raise"}
        What becomes of a value that is undefined.
    how : {"macro", "weighted"}
        Whether all weigh the same.
    """
    check_undefined(undefined)
    shares = parts.shares(how)
    # What has no weight takes no part, whether it is defined or not.
    holes = [i for i, value in enumerate(values) if value != value and shares[i]]
    name, empty = f"{how}_{name}", not any(shares)
    why = f"no {parts.kind} has a true sample" if empty else _why(parts, values, holes)
    if why and undefined == "raise":
        raise UndefinedError(f"{name} is undefined", why, 'ask for undefined="skip", "nan", 0 or 1')
    said = {**_said(parts, how), **_spoken(parts, values, shares, holes, undefined)}
    value = None if holes and undefined == "nan" else _weighed(values, shares, holes, undefined)
    if empty and undefined in (0, 1):
        value = exact(undefined)
    why = why if empty or value is None else ""
    value = value or Exact(None, reason=why)
    steps = partial(_values, parts, values, how)
    return Worked(value, name, reason=why, conventions=said, steps=steps)


def _values(parts: Parts, values: list[Worked], how: str) -> Trace:
    columns = {parts.kind: parts.names, "value": [written(value) for value in values]}
    return Trace.of(f"{how}, a row a {parts.kind}", columns)


def _weighed(values, shares, holes, undefined) -> Exact | None:
    """Add up the values times their weights, and divide by the sum of the weights."""
    numbers = [v.exact if len(values) <= FEW else exact(float(v)) if v == v else v for v in values]
    for i in holes:
        numbers[i] = exact(undefined if undefined in (0, 1) else 0)
    gone = set(holes) if undefined == "skip" else set()
    kept = [i for i, share in enumerate(shares) if share and i not in gone]
    total = sum((numbers[i] * exact(shares[i]) for i in kept), exact(0))
    weight = sum((exact(shares[i]) for i in kept), exact(0))
    return divide(total, weight, "the weight left") if kept else None


def _why(parts: Parts, values, holes) -> str:
    """Name the tables without a value, and the reason; one reason is said once."""
    grouped = {}
    for i in holes:
        grouped.setdefault(values[i].reason, []).append(parts.names[i])
    return "; ".join(
        f"{parts.kind} {digits.listing(names)} ({why})" for why, names in grouped.items()
    )


def _spoken(parts: Parts, values, shares, holes, undefined) -> dict[str, str]:
    """Say what became of the tables without a value, and of those without weight."""
    said = {}
    if holes:
        what = {"skip": "left out", "nan": "undefined"}.get(undefined, f"counted as {undefined}")
        said["undefined"] = f"{what}: {_why(parts, values, holes)}"
    empty = [parts.names[i] for i, share in enumerate(shares) if not share]
    if empty:
        said["absent"] = f"no weight: {parts.kind} {digits.listing(empty)} (no true sample)"
    return said


def _steps(parts: Parts, formula: Formula, how: str, undefined) -> Trace:
    """A row a table: its counts, its value, its weight; below them the average."""
    values, shares = parts.work(formula), parts.shares(how)
    result = average(parts, formula, how, undefined)
    cells = [cell for cell in rates.COUNTS if cell in evaluate.counts_in(formula)]
    last = parts.pooled if how == "micro" else dict.fromkeys(cells)
    rows = [*values, result]
    if undefined == "skip":
        shares = [0 if v != v else share for v, share in zip(values, shares, strict=True)]
    total = [Column("weight", [*shares, sum(shares)], digits.count, "right")]
    return Trace(
        f"{how} {formula.symbol}",
        (
            Column(parts.kind, [*map(str, parts.names), how]),
            *(Column(c, [*(n[c] for n in parts.counts), last[c]], _count, "right") for c in cells),
            Column(formula.symbol, rows, written),
            *([] if how == "micro" else total),
        ),
        result.conventions,
    )


def _count(value) -> str:
    return "" if value is None else digits.count(value)
