"""What several figures are drawn from, and where it was published."""

from ...metrics.sweep import Sweep, sweep
from ..examples import example

CARS = "Twenty images of cars, after PASCAL VOC's comp1_cls_test_car (source document 000)"
ZHOU = "Zhou (2016), Machine Learning, {}, after source document {}"
FAWCETT = "Fawcett (2006), An introduction to ROC analysis, {}"
DRUMMOND = "Drummond & Holte (2006), Cost curves, {}"
SIMULATION = "source document 003, its simulation N(0.8, 0.55²) against N(0.2, 0.55²)"


def swept(name: str, ties: str = "grouped") -> Sweep:
    """Sweep over the samples of an example."""
    known = example(name)
    return sweep(known.y_true, known.y_score, ids=known.ids, ties=ties)


def walk() -> Sweep:
    """Sweep over the twenty images, one by one."""
    return swept("cars", "in-order")
