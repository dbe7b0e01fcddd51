"""How machine-learning models are judged, step by step: counts, formulas, and their working.

>>> import mlmetrics_edu as mm
>>> c = mm.Confusion(tp=4, fp=3, fn=2, tn=11)
>>> print(c.f1.working)
F1 = 2·TP / (2·TP + FP + FN)
   = 2·4 / (2·4 + 3 + 2)
   = 8/13
   ≈ 0.615
"""

from __future__ import annotations

from typing import Any

from .core.errors import gone, homes, load, opened

# Nothing is loaded before it is needed (PEP 562), so the import costs nothing, and
# `mlmetrics-edu doctor` can speak even where a library is missing.
_HOMES = homes(__name__, __file__)
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name == "__version__":
        return load("mlmetrics_edu.workbook.doctor", "version")()
    if name not in _HOMES:
        if instead := gone("mm", name):
            raise load("mlmetrics_edu.core.errors", "has_gone")("mlmetrics_edu", name, instead)
        rates = load("mlmetrics_edu.metrics.rates", "NAMES")
        raise load("mlmetrics_edu.core.errors", "not_there")("mm", name, __all__, rates)
    globals()[name] = opened(_HOMES[name], name)
    return globals()[name]


def __dir__() -> list[str]:
    return __all__
