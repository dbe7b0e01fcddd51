"""Pictures: values in, Axes out. Nothing is computed here, and nothing global is changed.

Only pyplot, where it is among the user's names, is told of a picture.
"""

from typing import Any

from ..core.errors import has_gone, no_attribute
from ..core.lazy import gone, homes, load
from .door import checked
from .estimators import opened

_HOMES = homes(__name__, __file__)
__all__ = sorted(_HOMES)


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        if instead := gone("plots", name):
            raise has_gone("mlmetrics_edu.plots", name, instead)
        raise no_attribute("mlmetrics_edu.plots", name, __all__)
    public = load(_HOMES[name], name)
    drawn = name[0].islower() and name != "style"
    globals()[name] = opened(checked(public)) if drawn else public
    return globals()[name]


def __dir__() -> list[str]:
    return __all__
