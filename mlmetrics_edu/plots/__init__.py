"""Pictures: values in, Axes out. Nothing is computed here, and nothing global is changed.

door: what may be handed over · look: size, colours, letters, ground, lines · say: words and their
breaks · placing: where words stand · picture: figures, their files and descriptions ·
curves: what curves share, and those of many classes. Then a file for each family: roc_curve (with
DET) · precision_recall (with AP) · gain_lift_ks · thresholds (with costs over them) · cost_curves ·
score_densities · calibration · f_beta · matrices · rows (a rate of each class) · samples (rankings,
pairs, lists) · workings (tables, trees) · box_overlaps · detections · images · regression.
"""

from __future__ import annotations

from typing import Any

from ..core.errors import gone, has_gone, homes, load, not_there
from ..metrics.rates import NAMES
from .door import opened

_HOMES = homes(__name__, __file__)
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        if instead := gone("plots", name):
            raise has_gone("mlmetrics_edu.plots", name, instead)
        raise not_there("plots", name, __all__, NAMES)
    public = load(_HOMES[name], name)
    is_plot = name[0].islower() and name != "style"
    globals()[name] = opened(public) if is_plot else public
    return globals()[name]


def __dir__() -> list[str]:
    return __all__
