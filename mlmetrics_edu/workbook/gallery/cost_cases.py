"""What the figures of costs are drawn from: two bells, three points, two learners, price lists."""

from functools import cache

from ...metrics.confusion import Confusion
from ...metrics.costing.cost_curves import CostCurve, cost_curve
from ...metrics.costing.costs import Costs
from ...metrics.populations.population import binormal
from ...metrics.sweep import Sweep, sweep
from ..examples import example
from .samples import swept

BELLS = binormal(0.8, 0.2, 0.55)
# Source document 003 writes costs as Zhou does: class 0 is the positive one.
DEAR = Costs.from_zhou(cost01=5, cost10=1)
AXES = ("probability-cost", "p")
CUT = 0.0  # where its lost picture of both densities has the threshold
SAMPLES = 10_000
CAR_LINE = 0.24  # the threshold whose line shows both of its ends
SALE = Costs.from_benefits(tp=2, fp=-1)
CREDIT = example("german-credit").confusions
POINTS = {"A": (0.1, 0.5), "B": (0.3, 0.8), "C": (0.5, 0.9)}  # fpr and tpr


def point(fpr, tpr) -> Confusion:
    """Take one classifier of which only both rates are known, in shares of each class."""
    return Confusion(tp=tpr, fp=fpr, fn=1 - tpr, tn=1 - fpr)


def alone(name: str) -> CostCurve:
    """Return the whole cost line of one of Drummond & Holte's classifiers."""
    return cost_curve(point(*POINTS[name]), trivial=False)


def cut_bells() -> Confusion:
    """Cut both bells where the densities show it."""
    return point(*(rate.item() for rate in BELLS.roc(CUT)))


def bell_over_p() -> CostCurve:
    """Return the cost over p of the classifier that the densities show."""
    return cost_curve(cut_bells(), axis="p", costs=DEAR, trivial=False)


@cache
def simulated(axis: str) -> CostCurve:
    """Return the cost curve of the ten thousand samples that are drawn from both bells."""
    drawn = example("binormal", n=SAMPLES, positive_rate=0.5)
    return cost_curve(sweep(drawn.y_true, drawn.y_score), axis=axis, costs=DEAR)


def twenty(axis: str) -> CostCurve:
    """Return the cost curve of Fawcett's twenty instances, a miss being five times as dear."""
    return cost_curve(swept("fawcett-20"), axis=axis, costs=DEAR)


def learner(name: str, axis: str) -> CostCurve:
    """Return the cost curve of one of the two learners that the axes rank differently."""
    rates = example("cost-axes").values[name]
    return cost_curve(point(rates["fpr"], 1 - rates["fnr"]), axis=axis, costs=DEAR)


def two_points() -> CostCurve:
    """Return the better of the classifiers A and B, everywhere along the axis."""
    (a_fpr, a_tpr), (b_fpr, b_tpr) = POINTS["A"], POINTS["B"]
    both = Sweep.from_counts([2, 1], [a_tpr, b_tpr], [a_fpr, b_fpr], positives=1, negatives=1)
    return cost_curve(both, trivial=False)


def loans() -> Costs:
    """Return what a wrong answer about a customer costs a bank."""
    return Costs(**example("german-credit").values["costs"])


def benefits() -> Costs:
    """Return the price list of Provost & Fawcett's offer."""
    return Costs.from_benefits(**example("expected-profit").values["benefits"])
