"""One number for several experiments: add the tables up, or average what each of them gives."""

from collections.abc import Sequence

from ...core import inputs
from ...core.conventions import Average, ClassUndefined
from ...core.errors import FormulaError, InputError
from ...core.formula import Formula
from ...core.worked import Worked
from .. import means
from ..confusion import Confusion
from . import agreement, averages
from .confusion_matrix import ConfusionMatrix


def average_over(
    tables: Sequence[Confusion] | Sequence[ConfusionMatrix],
    rate: str | Formula,
    how: Average = "macro",
    *,
    undefined: ClassUndefined = "nan",
) -> Worked:
    """Average a rate over several tables: runs, folds, data sets, or classes.

    Parameters
    ----------
    tables : sequence of Confusion, or of ConfusionMatrix
        The tables, one an experiment; all of one kind.
    rate : str or Formula
        Of two-class tables any rate; of tables of k classes a measure of the whole table, such as
        ``"accuracy"`` or ``"kappa"``.
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
    inputs.choice(how, averages.AVERAGES, "how")
    tables = _alike(tables)
    if isinstance(tables[0], ConfusionMatrix):
        return _of_matrices(tables, rate, how, undefined)
    counts = [table.counts for table in tables]
    several = averages.Tables("table", range(1, len(tables) + 1), counts)
    return averages.average(several, rate, how, undefined)


def _alike(tables) -> Sequence:
    tables = tuple(tables) if inputs.several(tables) else (tables,)
    kinds = {type(table) for table in tables}
    if len(kinds) != 1 or not kinds <= {Confusion, ConfusionMatrix}:
        raise InputError(
            f"got {len(tables)} tables of the kinds {sorted(kind.__name__ for kind in kinds)}",
            "only tables of one kind have the same rates",
            "pass a list of Confusion, or a list of ConfusionMatrix",
        )
    return tables


def _of_matrices(tables: Sequence[ConfusionMatrix], rate, how: str, undefined) -> Worked:
    inputs.choice(rate, agreement.MEASURES, "rate")
    if how not in ("macro", "micro"):
        raise FormulaError(
            f"{rate} of k classes has no {how} average over tables",
            "it isn't made of precision and recall, nor has a table a number of positives",
            'use "macro" or "micro", or count one class against the rest first: one_vs_rest',
        )
    if how == "micro":
        return getattr(sum(tables), rate)
    works = [getattr(table, rate) for table in tables]
    parts = means.of_many(rate, works, "table", range(1, len(tables) + 1))
    undefined, rule = means.policy(undefined), averages.convention(how)
    return means.mean(f"macro_{rate}", parts, undefined, conventions=rule, at_once=True)
