"""Several learners on several data sets: average ranks, and how far apart they have to be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ...core import digits, inputs
from ...core.calls import explained
from ...core.errors import InputError, UnknownNameError, did_you_mean
from ...core.formula import Formula, Worked
from ...core.trace import Column, Trace, Traced
from .. import tails

DEMSAR = "Demšar (2006), Statistical comparisons of classifiers over multiple data sets"
AVERAGE_RANK = Formula("average_rank", "rank_sum / data_sets", source=DEMSAR)
CHI_SQUARED = Formula(
    "friedman_chi_squared",
    "12*data_sets / (learners*(learners + 1)) * (rank_squares - learners*(learners + 1)**2/4)",
    source=DEMSAR,
)
F = Formula(
    "friedman_f",
    "(data_sets - 1)*chi_squared / (data_sets*(learners - 1) - chi_squared)",
    undefined_when="all data sets rank the learners alike",
    source="Iman & Davenport (1980), in Demšar (2006)",
)
CRITICAL = Formula(
    "critical_difference", "q * sqrt(learners*(learners + 1) / (6*data_sets))", source=DEMSAR
)
TIES = "equal results share their ranks, and nothing is corrected for them"


@dataclass(frozen=True, eq=False, repr=False)
class FriedmanTest(Traced):
    """The Friedman test of several learners on the same data sets, and Nemenyi's after it.

    Attributes
    ----------
    average_ranks : mapping of str to Worked
        Of each learner; 1 is the rank of the best.
    chi_squared, f, p_value : Worked
        Friedman's number, what Iman and Davenport make of it, and how likely so large an F is
        where all learners are truly alike.
    critical_difference : Worked
        By how much two average ranks have to differ at least, so that the learners do (Nemenyi).
    conventions : mapping of str to str
        How it was tested.
    """

    average_ranks: Mapping[str, Worked]
    chi_squared: Worked
    f: Worked
    p_value: Worked
    critical_difference: Worked
    conventions: Mapping[str, str]

    def differ(self, a: str, b: str) -> bool:
        """Tell whether two learners differ by more than chance.

        Examples
        --------
        >>> ranks = {"A": [1, 1, 1, 1], "B": [2, 2.5, 2, 2], "C": [3, 2.5, 3, 3]}
        >>> found = friedman_test(ranks, higher_is_better=False)
        >>> found.differ("A", "B"), found.differ("A", "C")
        (False, True)
        """
        ranks = [float(self.average_ranks[_known(name, self.average_ranks)]) for name in (a, b)]
        return abs(ranks[0] - ranks[1]) > self.critical_difference

    def trace(self) -> Trace:
        """Lay out the average ranks, and the steps of the test."""
        steps = {
            **{f"average rank of {name}": rank for name, rank in self.average_ranks.items()},
            "chi-squared": self.chi_squared,
            "F": self.f,
            "p value": self.p_value,
            "critical difference": self.critical_difference,
        }
        return Trace(
            "Friedman test",
            (
                Column("number", [*steps]),
                Column("formula", [s.formula.text if s.formula else "–" for s in steps.values()]),
                Column("exact", [s.fraction for s in steps.values()], digits.cell),
                Column("value", [float(s) for s in steps.values()], digits.decimal, "right"),
            ),
            self.conventions,
        )


@explained
def friedman_test(
    results: Mapping[str, Sequence[float]], *, higher_is_better: bool = True, level: float = 0.95
) -> FriedmanTest:
    """Test whether learners differ on several data sets, by their ranks.

    On each data set the best learner has rank 1, the next one 2; equal results share their ranks.

    Parameters
    ----------
    results : mapping of str to sequence of float
        What each learner achieved on each data set, such as accuracies; all in the same order.
    higher_is_better : bool
        Whether higher results are better; errors, and ranks, are better if they are lower.
    level : float
        In how many of all cases learners that are truly alike should be taken for alike.

    Returns
    -------
    FriedmanTest

    Raises
    ------
    InputError
        If there are fewer than two learners or data sets, or a learner has no result on some.

    References
    ----------
    Demšar (2006), Statistical comparisons of classifiers over multiple data sets, section 3.2.2;
    Zhou (2016), Machine Learning, section 2.4.4.

    Examples
    --------
    >>> ranks = {"A": [1, 1, 1, 1], "B": [2, 2.5, 2, 2], "C": [3, 2.5, 3, 3]}
    >>> found = friedman_test(ranks, higher_is_better=False)
    >>> found.average_ranks["B"].fraction, round(found.f, 3), round(found.critical_difference, 3)
    (Fraction(17, 8), 24.429, 1.657)
    """
    best_first = inputs.flag(higher_is_better, "higher_is_better")
    inputs.share(level, "level", "it is a share of all cases", zero=False, one=False)
    table = _table(results)
    ranks = _ranks(-table if best_first else table)
    sets, learners = table.shape
    size = {"data_sets": sets, "learners": learners}
    average = {
        name: AVERAGE_RANK.work(rank_sum=sum(column), data_sets=sets)
        for name, column in zip(results, zip(*ranks, strict=True), strict=True)
    }
    squares = sum(rank.fraction**2 for rank in average.values())
    chi_squared = CHI_SQUARED.work(**size, rank_squares=squares)
    f = F.work(**size, chi_squared=chi_squared)
    spread = (learners - 1, (learners - 1) * (sets - 1))
    value = tails.f_tail(float(f), *spread) if f == f else f
    notes = {"ties": TIES, "level": f"{100 * level:g} %", "after it": "Nemenyi's test"}
    critical = CRITICAL.work(**size, q=tails.studentized(1 - level, learners))
    p_value = Worked(value, "p_value", reason=f.reason, conventions=notes)
    return FriedmanTest(average, chi_squared, f, p_value, critical, notes)


def _table(results: Mapping[str, Sequence[float]]) -> np.ndarray:
    """Lay results out, a row for each data set."""
    if not isinstance(results, Mapping) or len(results) < 2:
        raise InputError(
            f"results={inputs.short(results)}",
            "learners are compared with each other, by what each achieved on every data set",
            'pass two or more, such as {"A": [0.9, 0.8], "B": [0.7, 0.8]}',
        )
    columns = {
        name: inputs.scores(values, f"results[{name!r}]") for name, values in results.items()
    }
    sizes = {name: len(column) for name, column in columns.items()}
    if len({*sizes.values()}) > 1 or min(sizes.values()) < 2:
        counted = ", ".join(f"{name} {n}" for name, n in sizes.items())
        raise InputError(
            f"so many results: {counted}",
            "each learner needs one on every data set, of which there are at least two",
            "give each learner its result on the same data sets, in the same order",
        )
    return np.column_stack([*columns.values()])


def _ranks(table: np.ndarray) -> list[list[Fraction]]:
    """Rank each row, the least first; equal ones share the mean of their ranks."""
    below = (table[:, None, :] < table[:, :, None]).sum(axis=2)
    equal = (table[:, None, :] == table[:, :, None]).sum(axis=2)
    return [
        [Fraction(2 * b + e + 1, 2) for b, e in zip(*row, strict=True)]
        for row in zip(below.tolist(), equal.tolist(), strict=True)
    ]


def _known(name: str, ranks: Mapping[str, Worked]) -> str:
    if name in ranks:
        return name
    raise UnknownNameError(
        f"there is no learner {inputs.short(name)}",
        did_you_mean(name, ranks, "the test was of others"),
        f"name one of: {', '.join(map(str, ranks))}",
    )
