"""What each outcome costs: the price list that decides which classifier is best.

What an error costs *more than being right* is called its regret. Only regrets matter for a
decision, and of these only the ratio.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Self

import numpy as np

from ...core import digits, inputs
from ...core.calls import explained, explained_class
from ...core.errors import InputError
from ...core.formula import Formula, Worked
from ...core.trace import Column, Trace, Traced
from ..confusion import ORIENTATIONS

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
    return digits.count(float(cost)).replace("-", "−")


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
