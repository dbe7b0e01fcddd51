"""How machine-learning models are judged, step by step: counts, formulas, and their working.

>>> import mlmetrics_edu as mm
>>> c = mm.Confusion(tp=4, fp=3, fn=2, tn=11)
>>> print(c.f1.working)
F1 = 2·TP / (2·TP + FP + FN)
   = 2·4 / (2·4 + 3 + 2)
   = 8/13
   ≈ 0.615
"""

from importlib import import_module

from .core.errors import (
    FormulaError,
    InputError,
    MetricError,
    UndefinedError,
    UnknownNameError,
)
from .core.formula import Formula
from .core.trace import Trace
from .core.words import term
from .core.worked import Worked
from .metrics.confusion import Confusion
from .metrics.rates import lookup as formula
from .metrics.rates import rates
from .metrics.sweep import Sweep, sweep, trace

# Loaded when first asked for: they need more than NumPy (PEP 562).
_LATER = {
    "plots": (".plots", None),
    "example": (".workbook.examples", "example"),
    "examples": (".workbook.examples", "examples"),
}

__all__ = [
    "Confusion",
    "Formula",
    "FormulaError",
    "InputError",
    "MetricError",
    "Sweep",
    "Trace",
    "UndefinedError",
    "UnknownNameError",
    "Worked",
    "formula",
    "rates",
    "sweep",
    "term",
    "trace",
    *_LATER,
]


def __getattr__(name: str):
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _LATER[name]
    found = import_module(module, __name__)
    globals()[name] = getattr(found, attribute) if attribute else found
    return globals()[name]


def __dir__():
    return sorted({*globals(), *_LATER})
