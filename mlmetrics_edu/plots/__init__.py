"""Pictures: values in, Axes out. Nothing is computed here, and nothing global is changed.

door: what may be handed over · look: size, colours, letters, ground, lines · say: words and their
breaks · placing: where words stand · picture: figures, their files and descriptions ·
curves: what curves share. Then a file for each family: roc_curve, precision_recall, det_curve,
ks_curve, gain_and_lift, cost_curves, expected_costs, thresholds, score_densities, calibration …
"""

from __future__ import annotations

from typing import Any

from ..core.calls import gone, homes, load
from ..core.errors import has_gone, no_attribute
from .door import opened

_HOMES = homes(__name__, __file__)
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        if instead := gone("plots", name):
            raise has_gone("mlmetrics_edu.plots", name, instead)
        raise no_attribute("mlmetrics_edu.plots", name, __all__)
    public = load(_HOMES[name], name)
    is_plot = name[0].islower() and name != "style"
    globals()[name] = opened(public) if is_plot else public
    return globals()[name]


def __dir__() -> list[str]:
    return __all__
