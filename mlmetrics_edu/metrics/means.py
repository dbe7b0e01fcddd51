"""Means of numbers that keep their working: over classes, labels, samples, queries, images.

What some part of a mean is worth where it is undefined (0/0) is a convention, and tools differ. So
it is chosen by name, and whoever it concerns is named in the result. "Macro-F1" has two meanings as
well: the mean of the F1s, and the F1 of mean precision and mean recall; each has its name here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..core import inputs, words
from ..core.arithmetic import FEW, Exact, divide, exact
from ..core.conventions import Average, ClassUndefined, options
from ..core.errors import FormulaError, InputError, UndefinedError, choice
from ..core.formula import Formula, Worked, instead, is_policy
from ..core.trace import Column, Trace
from . import rates
from .confusion import Confusion
from .rates import NONE
from .sweep import written

if TYPE_CHECKING:
    from .confusion_matrix import ConfusionMatrix


POLICIES = options(ClassUndefined)
AT_ONCE = 200  # of more fractions the sum waits until somebody asks
ASKED = 6  # so many of those without a value are asked why
OF_RATES = {  # of precision and recall, from high to low
    "maximum": Formula("maximum", "max(precision, recall)"),
    "arithmetic": Formula("arithmetic", "(precision + recall) / 2"),
    "geometric": Formula("geometric", "sqrt(precision * recall)"),
    "harmonic": Formula("harmonic", "2*precision*recall / (precision + recall)"),
    "minimum": Formula("minimum", "min(precision, recall)"),
}


@dataclass(frozen=True)
class Parts:
    """What a mean is taken of.

    Attributes
    ----------
    kind : str
        What each part is: ``"class"``, ``"sample"``, ``"query"`` …
    names : sequence
        What each part is called.
    values : numpy.ndarray of float, shape (parts,)
        What each is worth; nan where it is undefined.
    work : callable
        From a position to the value with its working.
    weights : numpy.ndarray or None, shape (parts,)
        How much each part counts; equally much where it is None.
    columns : callable
        Gives more columns of the table of steps.
    """

    kind: str
    names: Sequence
    values: np.ndarray
    work: Callable[[int], Worked]
    weights: np.ndarray | None = None
    columns: Callable[[], tuple[Column, ...]] = tuple

    @property
    def counted(self) -> np.ndarray:
        """Which parts have any weight: the others count for nothing, even where undefined."""
        return np.ones(len(self.values), bool) if self.weights is None else self.weights > 0

    @property
    def lacking(self) -> np.ndarray:
        """Which parts should count, and have no value."""
        return np.isnan(self.values) & self.counted

    def called(self, rows: Sequence[int]) -> str:
        """Name some parts: "labels 2, 5"."""
        names = words.listing([self.names[i] for i in rows])
        return f"{words.plural(self.kind, len(rows))} {names}"

    def lack(self) -> str:
        """Name the parts without a value, and say why they have none; one reason is said once."""
        rows, by_reason = np.flatnonzero(self.lacking).tolist(), {}
        for row in rows[:ASKED]:
            by_reason.setdefault(self.work(row).reason, []).append(row)
        groups = [self.called(some) + (why and f" ({why})") for why, some in by_reason.items()]
        more = len(rows) - ASKED
        return "; ".join([*groups, f"… ({more:,} more)"] if more > 0 else groups)


def policy(value, options=POLICIES, name: str = "undefined"):
    """Read what an undefined part of a mean counts as."""
    if not is_policy(value, options):
        raise InputError(
            f"{name}={inputs.short(value)}",
            "it says what a part without a value (0/0) does to the mean",
            "use " + ", ".join(map(repr, options[:-1])) + f" or {options[-1]!r}",
        )
    return options[options.index(value)]


def of_many(name: str, works: Sequence[Worked], kind: str, names: Sequence, **more) -> Parts:
    """Take parts that have been worked out already."""
    return Parts(kind, names, np.array([float(w) for w in works]), works.__getitem__, **more)


def named(works: Sequence[Worked], names: Sequence) -> list[Worked]:
    """Say in the name of each value whose it is: "AP of cat"."""
    both = zip(works, names, strict=True)
    return [work.retold(f"{words.symbol(work.name)} of {name}") for work, name in both]


def mean(
    name: str,
    parts: Parts,
    undefined="nan",
    *,
    conventions: Mapping[str, str] | Callable[[], Mapping[str, str]] = NONE,
    terms: Mapping = NONE,
    at_once: bool = False,
) -> Worked:
    """Take the mean, exactly where somebody asks for it.

    Parameters
    ----------
    name : str
        What the mean is called.
    parts : Parts
        What it is taken of.
    undefined : {"nan", "skip", 0, 1, "raise"}
        What a part without a value does: the mean is nan and says so; it is left out; it counts as
        0 or as 1; there is an error.
    conventions : mapping, or function that gives one, optional
        What the mean keeps of how its parts were made.
    terms : mapping, optional
        What it keeps of the parts themselves.
    at_once : bool
        Whether a few fractions are summed up here and now, so that the float is rounded once only.

    Examples
    --------
    >>> half, third = Worked(exact(Fraction(1, 2)), "AP"), Worked(exact(Fraction(1, 3)), "AP")
    >>> both = mean("mean AP", of_many("AP", [half, third], "query", ["a", "b"]))
    >>> both.fraction
    Fraction(5, 12)
    >>> print(both.steps)
    mean AP, over 2 queries
    query        value
    a      1/2 = 0.500
    b      1/3 = 0.333
    """
    weights = weighed(parts, undefined)
    kept = conventions if callable(conventions) else dict(conventions)  # as it can be pickled
    phrases = partial(_phrases, parts, undefined, kept)
    steps = partial(_table, name, parts, undefined, phrases)
    more = {"conventions": phrases, "steps": steps, "terms": terms}
    why = _why_none(parts, undefined, weights)
    if why:
        value = instead(name, undefined, why, 'ask for undefined="skip", "nan", 0 or 1')
        return Worked(value, name, reason=why, **more)
    if at_once and len(parts.values) <= AT_ONCE:
        return Worked(_exact_mean(parts, undefined, weights), name, **more)
    answer = partial(_fraction, parts, undefined, weights)
    return Worked(_float_mean(parts.values, undefined, weights), name, exact=answer, **more)


def weighed(parts: Parts, undefined) -> np.ndarray:
    """Return what each part weighs in the mean: nothing where it is left out."""
    weights = np.ones(len(parts.values), np.int64) if parts.weights is None else parts.weights
    return np.where(parts.lacking, 0, weights) if undefined == "skip" else weights


def _why_none(parts: Parts, undefined, weights: np.ndarray) -> str:
    """Say why there is no mean; nothing where there is one."""
    if parts.lacking.any() and (undefined in ("nan", "raise") or not weights.any()):
        return f"no value for {parts.lack()}"
    heavy = " with any weight" if len(weights) else ""
    return "" if weights.any() else f"there is no {parts.kind}{heavy}"


def _phrases(parts: Parts, undefined, conventions) -> dict[str, str]:
    """Add what became of the parts without a value, and of those without weight, by name."""
    kept = conventions() if callable(conventions) else conventions
    fate = {"nan": "undefined", "skip": "left out"}.get(undefined, f"counted as {undefined}")
    lack, light = parts.lack(), np.flatnonzero(~parts.counted)
    return {
        **kept,
        **({"undefined": f"{fate}: {lack}"} if lack else {}),
        **({"absent": f"no weight: {parts.called(light)}"} if len(light) else {}),
    }


def _float_mean(values: np.ndarray, undefined, weights: np.ndarray) -> float:
    """Average in floats; the sums are rounded once only."""
    number = undefined if undefined in (0, 1) else math.nan
    kept, values = weights > 0, np.where(np.isnan(values), number, values)
    return math.fsum((values * weights)[kept].tolist()) / math.fsum(weights[kept].tolist())


def _fraction(parts: Parts, undefined, weights: np.ndarray) -> Fraction | None:
    """Average in fractions, where each part is one and somebody could read them."""
    few = np.count_nonzero(weights) <= FEW
    if not few or not all(exact(weight).exact for weight in weights.tolist()):
        return None
    mean = _exact_mean(parts, undefined, weights)
    return mean.value if mean.exact else None


def _exact_mean(parts: Parts, undefined, weights: np.ndarray) -> Exact:
    heft = sum(map(exact, weights.tolist()), exact(0))
    return divide(total(parts, undefined, weights), heft, "the weight")


def total(parts: Parts, undefined, weights: np.ndarray) -> Exact:
    """Add up the values times their weights, in fractions."""
    heavy = ((row, heft) for row, heft in enumerate(weights.tolist()) if heft)
    works = ((parts.work(row), heft) for row, heft in heavy)
    values = ((exact(undefined) if work != work else work.exact, heft) for work, heft in works)
    return sum((value * heft for value, heft in values), exact(0))


def _table(name: str, parts: Parts, undefined, conventions: Callable[[], dict]) -> Trace:
    """Lay a mean out: a row for each part."""
    n = len(parts.values)
    value = Column("value", parts.values, align="right", write=partial(_cell, parts, undefined))
    heft = [] if parts.weights is None else [Column("weight", parts.weights, words.count, "right")]
    return Trace(
        f"{words.symbol(name)}, over {words.how_many(n, parts.kind)}",
        (Column(parts.kind, parts.names), *parts.columns(), *heft, value),
        conventions(),
    )


def _cell(parts: Parts, undefined, row: int) -> str:
    part = parts.work(row)
    if part == part:
        return words.both(part)
    fate = {"nan": "", "skip": ", left out"}.get(undefined, f", counted as {undefined}")
    return f"undefined{fate if parts.counted[row] else ''}"


def or_undefined(name: str, make: Callable[..., Worked], *given) -> Worked:
    """Work a part out; where it doesn't exist, return a nan that knows why."""
    try:
        return make(*given)
    except UndefinedError as error:
        return Worked(Exact(None, reason=error.what), name)


AVERAGES = {
    "macro": "mean of the values, each counting the same",
    "macro-of-averages": "the formula worked on mean precision and mean recall (Zhou)",
    "micro": "the formula worked on pooled counts",
    "weighted": "mean of the values, each weighing as much as it has true samples",
}
# The rates that are made of precision and recall alone, written in these.
OF_AVERAGES = {
    "f1": "2*precision*recall / (precision + recall)",
    "f_beta": "(1 + beta**2)*precision*recall / (beta**2*precision + recall)",
    "f_weighted": "(a + b)*precision*recall / (a*precision + b*recall)",
    "jaccard": "precision*recall / (precision + recall - precision*recall)",
}


@dataclass(frozen=True)
class Tables:
    """Several two-by-two tables by name: a matrix's classes, or the runs of an experiment."""

    kind: str
    names: Sequence
    counts: Sequence[Mapping[str, float]]
    conventions: Mapping[str, str] = field(default_factory=dict)

    def work(self, formula: Formula) -> list[Worked]:
        """Work a rate out for each table."""
        return [rates.work(formula, counts) for counts in self.counts]

    @property
    def pooled(self) -> dict[str, float | None]:
        """Add all tables up."""
        columns = {cell: [counts[cell] for counts in self.counts] for cell in rates.COUNTS}
        return {cell: None if None in column else sum(column) for cell, column in columns.items()}

    def parts(self, formula: Formula, how: str) -> Parts:
        """Take a rate of each table as a part of a mean."""
        true = [counts["TP"] + counts["FN"] for counts in self.counts]
        weights = np.array(true) if how == "weighted" else None
        works = self.work(formula)
        return of_many(formula.name, works, self.kind, self.names, weights=weights)


def average(tables: Tables, rate, how: str = "macro", undefined="nan") -> Worked:
    """Average a rate over several tables.

    Parameters
    ----------
    tables : Tables
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
    >>> both = [dict(TP=1, FP=0, FN=1, TN=2), dict(TP=2, FP=1, FN=0, TN=1)]
    >>> tables = Tables("class", "ab", both)
    >>> average(tables, "f1").fraction, average(tables, "f1", "macro-of-averages").fraction
    (Fraction(11, 15), Fraction(15, 19))
    """
    choice(how, AVERAGES, "how")
    undefined, formula = policy(undefined), rates.lookup(rate)
    if how == "micro":
        return _micro(tables, formula, undefined)
    if how == "macro-of-averages":
        return _of_averages(tables, formula, undefined)
    return _mean(tables, formula, how, undefined)


def _policy(undefined):
    return "nan" if undefined == "skip" else undefined


def convention(how: str) -> dict[str, str]:
    """Name the average, as a convention."""
    return {"average": f"{how}: {AVERAGES[how]}"}


def _micro(tables: Tables, formula: Formula, undefined) -> Worked:
    conventions = {**tables.conventions, **convention("micro")}
    whole = rates.work(formula, tables.pooled, _policy(undefined), conventions)
    steps = partial(_steps, tables, formula, "micro", undefined)
    return whole.retold(f"micro_{formula.name}").with_steps(steps)


def _of_averages(tables: Tables, formula: Formula, undefined) -> Worked:
    """Work the formula out on mean precision and mean recall."""
    by_means = of_means(formula)
    conventions = {**tables.conventions, **convention("macro-of-averages")}
    both = {name: _mean(tables, rates.lookup(name), "macro", undefined) for name in PR}
    return by_means.work(undefined=_policy(undefined), conventions=conventions, **both)


PR = ("precision", "recall")


def of_means(formula: Formula) -> Formula:
    """Write a rate in precision and recall alone, where it is made of these.

    Examples
    --------
    >>> print(of_means(rates.lookup("f1")))
    macro F1 of averages = 2·precision·recall / (precision + recall)
    """
    kind = "f_beta" if "beta" in formula.fixed else formula.name
    text = formula.expression if set(formula.terms) == set(PR) else OF_AVERAGES.get(kind)
    if text is None:
        raise FormulaError(
            f"{formula.symbol} = {formula.text} has no macro-of-averages",
            "it isn't made of precision and recall alone, and only these two are averaged first",
            f'use how="macro", or one of f1, f<beta>, {", ".join([*OF_AVERAGES][2:])}',
        )
    name = f"macro {formula.symbol} of averages"
    why = "mean precision and mean recall are both 0"
    return Formula(name, text, formula.range, formula.direction, why, fixed=formula.fixed)


def _mean(tables: Tables, formula: Formula, how: str, undefined) -> Worked:
    average = mean(
        f"{how}_{formula.name}",
        tables.parts(formula, how),
        undefined,
        conventions={**tables.conventions, **convention(how)},
        at_once=True,
    )
    return average.with_steps(partial(_steps, tables, formula, how, undefined))


def _steps(tables: Tables, formula: Formula, how: str, undefined) -> Trace:
    """A row a table: its counts, its value, its weight; below them the average."""
    parts, result = tables.parts(formula, how), average(tables, formula, how, undefined)
    rows = [*map(parts.work, range(len(parts.values))), result]
    cells = [cell for cell in rates.COUNTS if cell in rates.counts_in(formula)]
    last = tables.pooled if how == "micro" else dict.fromkeys(cells)
    heft = weighed(parts, undefined).tolist()
    total = [Column("weight", [*heft, sum(heft)], words.count, "right")]
    return Trace(
        f"{how} {formula.symbol}",
        (
            Column(tables.kind, [*map(str, tables.names), how]),
            *(Column(c, [*(n[c] for n in tables.counts), last[c]], _count, "right") for c in cells),
            Column(formula.symbol, rows, written),
            *([] if how == "micro" else total),
        ),
        result.conventions,
    )


def _count(value) -> str:
    return "" if value is None else words.count(value)


def micro_f1_is_accuracy(matrix: ConfusionMatrix) -> Trace:
    """Prove on a table that micro-F1 is the accuracy, line by line, in exact numbers.

    An error is a miss for its true class and a false alarm for the class it was given. So pooled
    over *all* classes there are as many FP as FN, and 2TP / (2TP + FP + FN) = 2TP / 2n = TP / n.
    Where a class is left out of the pool, some errors have lost one of their two sides, and the
    two numbers part: see ``matrix.average("f1", "micro", labels=…)``.

    Parameters
    ----------
    matrix : ConfusionMatrix
        The counts.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.confusion_matrix import ConfusionMatrix
    >>> print(micro_f1_is_accuracy(ConfusionMatrix([[2, 1], [0, 3]])))
    micro F1 is the accuracy · holds while every class is in the pool
    number    is                                    value
    TP        the diagonal                              5
    FP        off the diagonal, column by column        1
    FN        off the diagonal, row by row              1
    n         TP + FN                                   6
    micro P   TP / (TP + FP)                          5/6
    micro R   TP / (TP + FN)                          5/6
    micro F1  2·TP / (2·TP + FP + FN) = 2·TP / 2·n    5/6
    accuracy  TP / n                                  5/6
    """
    parts = matrix.parts()
    counts = {name: words.count(n) for name, n in parts.pooled.items()}
    micro = [average(parts, rate, "micro") for rate in ("precision", "recall", "f1")]
    rows = [
        ("TP", "the diagonal", counts["TP"]),
        ("FP", "off the diagonal, column by column", counts["FP"]),
        ("FN", "off the diagonal, row by row", counts["FN"]),
        ("n", "TP + FN", words.count(matrix.total)),
        ("micro P", "TP / (TP + FP)", micro[0]),
        ("micro R", "TP / (TP + FN)", micro[1]),
        ("micro F1", "2·TP / (2·TP + FP + FN) = 2·TP / 2·n", micro[2]),
        ("accuracy", "TP / n", matrix.accuracy),
    ]
    number, meaning, value = zip(*rows, strict=True)
    return Trace(
        "micro F1 is the accuracy",
        (
            Column("number", number),
            Column("is", meaning),
            Column("value", value, _exactly, "right"),
        ),
        {"pool": "holds while every class is in the pool"},
    )


def _exactly(value) -> str:
    if isinstance(value, str):
        return value
    fraction = value.fraction
    return words.fraction(fraction) if fraction is not None else words.decimal(value, 6)


SUMMARIES = ("macro", "weighted")
# Pooled over all classes, these are the accuracy: each error is one FP and one FN.
ACCURACY_WHEN_POOLED = {"precision", "recall", "f1", "f_weighted"}


def each_class(matrix, rate) -> Trace:
    """List one rate of each class: its counts against the rest, and the value."""
    parts = matrix.parts()
    formula = rates.lookup(rate)
    cells = [cell for cell in parts.pooled if cell in rates.counts_in(formula)]
    return Trace(
        f"{formula.symbol} of each class against the rest",
        (
            Column("class", [str(label) for label in matrix.labels]),
            *(Column(c, [n[c] for n in parts.counts], words.count, "right") for c in cells),
            Column(formula.symbol, parts.work(formula), written),
        ),
        matrix.conventions,
    )


def report(matrix, metrics, undefined) -> Trace:
    """List some rates of each class, then the accuracy and the averages."""
    formulas = rates.lookup_all(metrics)
    parts = matrix.parts()
    support = [counts["TP"] + counts["FN"] for counts in parts.counts]
    support += [matrix.total] * (1 + len(SUMMARIES))
    rows = [*map(str, matrix.labels), "accuracy", *SUMMARIES]
    columns = [_column(matrix, parts, formula, undefined) for formula in formulas]
    conventions = {**matrix.conventions, "macro": "macro: each class counts the same"}
    for column in columns:
        macro = column.values[-len(SUMMARIES)].conventions
        if "undefined" in macro:
            conventions[f"undefined {column.name}"] = f"{column.name} {macro['undefined']}"
    return Trace(
        f"{words.count(matrix.total)} samples, {matrix.k} classes",
        (
            Column("class", rows),
            *columns,
            Column("support", support, words.count, "right"),
        ),
        conventions,
    )


def _column(matrix, parts, formula, undefined) -> Column:
    """One rate: of each class, of all samples together, and its averages."""
    pooled = formula.name in ACCURACY_WHEN_POOLED or "beta" in formula.fixed
    averages = [average(parts, formula, how, undefined) for how in SUMMARIES]
    values = [*parts.work(formula), matrix.accuracy if pooled else None, *averages]
    return Column(formula.symbol, values, lambda value: "–" if value is None else written(value))


def average_over(
    tables: Sequence[Confusion],
    rate: str | Formula,
    how: Average = "macro",
    *,
    undefined: ClassUndefined = "nan",
) -> Worked:
    """Average a rate over several tables: runs, folds, data sets, or classes.

    Parameters
    ----------
    tables : sequence of Confusion
        The tables, one an experiment.
    rate : str or Formula
        A rate of :func:`rates`, ``f<beta>``, or a formula of your own.
    how : {"macro", "macro-of-averages", "micro", "weighted"}
        ``"macro"`` averages the values; ``"micro"`` adds the tables up first;
        ``"macro-of-averages"`` averages precision and recall first.
    undefined : {"nan", "skip", 0, 1, "raise"}
        What becomes of a table whose value is undefined.

    Returns
    -------
    Worked

    References
    ----------
    Zhou (2016), Machine Learning, section 2.3.2; Forman & Scholz (2010), Apples-to-apples in
    cross-validation studies, show how far the ways can part.

    Examples
    --------
    >>> tables = [Confusion(10, 10, 10, 970), Confusion(90, 10, 10, 890)]
    >>> [average_over(tables, "precision", how).fraction for how in ("macro", "micro")]
    [Fraction(7, 10), Fraction(5, 6)]
    """
    tables = tuple(tables) if inputs.several(tables) else (tables,)
    kinds = {type(table) for table in tables}
    if kinds != {Confusion}:
        raise InputError(
            f"got {len(tables)} tables of the kinds {sorted(kind.__name__ for kind in kinds)}",
            "a rate is one of two-class tables",
            "pass a list of Confusion; of more classes, average m.accuracy and the like yourself",
        )
    counts = [table.counts for table in tables]
    return average(Tables("table", range(1, len(tables) + 1), counts), rate, how, undefined)
