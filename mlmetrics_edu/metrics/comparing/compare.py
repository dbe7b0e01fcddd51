"""Two curves: whether one wraps the other, and where they cross."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ...core import digits, inputs, words
from ...core.errors import InputError
from ...core.trace import Column, Trace
from ..curve import Curve
from .gaps import around, between
from .heights import heights, points


class Crossing(NamedTuple):
    """A place where two curves cross: what was on top before isn't afterwards.

    Attributes
    ----------
    x, y : float
        Where. Where they ran together for a while, it is where they part.
    thresholds : pair of (float, float)
        For either curve, the thresholds of the points before and after it; twice the same where it
        is such a point itself.
    """

    x: float
    y: float
    thresholds: tuple[tuple[float, float], tuple[float, float]]


class Stretch(NamedTuple):
    """A stretch of the abscissa on which the same curve is on top.

    Attributes
    ----------
    start, end : float
        From where to where.
    on_top : str
        The name of the curve, or "together".
    gap : float
        How far it is ahead, at most.
    """

    start: float
    end: float
    on_top: str
    gap: float


@dataclass(frozen=True, eq=False, repr=False)
class CurveComparison:
    """Which of two curves is on top, and where.

    Attributes
    ----------
    verdict : str
        ``"a wraps b"`` (a is never below b, and somewhere above), ``"b wraps a"``,
        ``"they cross"`` or ``"they are the same"``, with the names given.
    crossings : tuple of Crossing
        From left to right.
    stretches : tuple of Stretch
        From left to right.
    names : pair of str
        What the curves are called.
    curves : pair of Curve
        The curves.
    conventions : mapping of str to str
        How they were compared.
    """

    verdict: str
    crossings: tuple[Crossing, ...]
    stretches: tuple[Stretch, ...]
    names: tuple[str, str]
    curves: tuple[Curve, Curve]
    conventions: Mapping[str, str] = field(default_factory=dict)

    def trace(self) -> Trace:
        """Lay out, stretch by stretch, which curve is on top."""
        x_name = words.symbol(self.curves[0].x_name)
        headings = (f"from {x_name}", "to", "on top", "ahead by at most")
        shows = (digits.decimal, digits.decimal, str, digits.decimal)
        aligns = ("right", "right", "left", "right")
        values = zip(*self.stretches, strict=True) if self.stretches else ((),) * 4
        parts = zip(headings, values, shows, aligns, strict=True)
        columns = [Column(name, list(column), *how) for name, column, *how in parts]
        return Trace(f"{self.curves[0].name} curves: {self.verdict}", columns, self.conventions)

    def __str__(self) -> str:
        return "\n".join([str(self.trace()), *map(self._line, self.crossings)])

    __repr__ = __str__

    def _line(self, crossing: Crossing) -> str:
        """Write a crossing, and what thresholds lead there."""
        where = f"crossing at ({digits.decimal(crossing.x)}, {digits.decimal(crossing.y)})"
        pairs = zip(self.names, crossing.thresholds, strict=True)
        return f"{where}: " + ", ".join(f"{name} {_between(*pair)}" for name, pair in pairs)

    def _repr_html_(self) -> str:
        return self.trace()._repr_html_()


def _between(before: float, after: float) -> str:
    if before == after:
        return f"at the threshold {digits.threshold(before)}"
    return f"between the thresholds {digits.threshold(before)} and {digits.threshold(after)}"


def compare_curves(a: Curve, b: Curve, names: tuple[str, str] = ("a", "b")) -> CurveComparison:
    """Tell whether one curve wraps another, or where they cross.

    Parameters
    ----------
    a, b : Curve
        Two curves of the same kind, whose abscissa doesn't fall. Undefined points, such as the
        start of a P-R curve, are left out, and only abscissas that both curves reach are compared.
    names : pair of str
        What to call them.

    Returns
    -------
    CurveComparison

    Raises
    ------
    InputError
        If the curves are of different kinds, or have no abscissa in common.

    Notes
    -----
    Heights are computed first and then compared; less than 1e-12 counts as no difference. On top
    is better where a high ordinate is better, as for all curves but DET.

    Of two scores of the same samples, one wraps the other in ROC space exactly if it does so in
    P-R space (theorem 3.2). That is about the curves which mixtures of the classifiers give;
    straight lines between the points of a P-R curve are only how it is drawn, and where points lie
    far apart the verdicts may differ.

    References
    ----------
    Davis & Goadrich (2006), The relationship between precision-recall and ROC curves, theorem 3.2;
    Provost, Fawcett & Kohavi (1998), The case against accuracy estimation, for what follows if no
    curve wraps all others.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.curves import roc
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> a, b = sweep([1, 0, 0, 1], [4, 3, 2, 1]), sweep([0, 1, 1, 0], [4, 3, 2, 1])
    >>> print(compare_curves(roc(a), roc(b)))
    ROC curves: they cross · compared from 0.000 to 1.000
    from FPR     to  on top  ahead by at most
       0.000  0.500  a                  0.500
       0.500  1.000  b                  0.500
    crossing at (0.500, 0.500): a at the threshold 3, b at the threshold 3
    """
    _same_kind(a, b)
    names = _two_names(names)
    gap = between(heights(a), heights(b))
    if gap is None:
        raise _apart(a, b)
    where = zip(*gap.crossings(), strict=True)
    crossings = tuple(Crossing(x, y, (around(a, x, y), around(b, x, y))) for x, y in where)
    on_top = {1: names[0], 0: "together", -1: names[1]}
    stretches = tuple(Stretch(x, end, on_top[side], d) for x, end, side, d in gap.stretches())
    verdict = _VERDICTS[gap.signs].format(*names)
    shared = f"compared from {digits.decimal(gap.x[0])} to {digits.decimal(gap.x[-1])}"
    return CurveComparison(verdict, crossings, stretches, names, (a, b), {"range": shared})


_VERDICTS = {
    frozenset({1}): "{0} wraps {1}",
    frozenset({-1}): "{1} wraps {0}",
    frozenset({1, -1}): "they cross",
    frozenset(): "they are the same",
}


def _same_kind(a: Curve, b: Curve) -> None:
    kinds = [(curve.x_name, curve.y_name) for curve in (a, b) if isinstance(curve, Curve)]
    if len(set(kinds)) > 1:
        axes = " and ".join(f"{y} over {x}" for x, y in kinds)
        raise InputError(
            f"the curves are of {axes}",
            "only heights of the same rate over the same rate can be compared",
            "pass two curves of one kind, such as roc(a) and roc(b)",
        )


def _two_names(names) -> tuple[str, str]:
    pair = tuple(names) if isinstance(names, (tuple, list)) else ()
    if len(pair) != 2 or pair[0] == pair[1] or not all(isinstance(n, str) for n in pair):
        raise InputError(
            f"names={inputs.short(names)}",
            "the verdict speaks of two curves, and each needs a name of its own",
            'pass two texts, such as names=("A", "B")',
        )
    return pair


def _apart(a: Curve, b: Curve) -> InputError:
    ranges = (f"{x[0]:.3f} to {x[-1]:.3f}" for x, _, _ in map(points, (a, b)))
    return InputError(
        f"one curve runs from {' and the other from '.join(ranges)} of {a.x_name}",
        "they have no abscissa in common, so neither is above the other",
        "compare curves that reach the same abscissas",
    )
