"""Every formula that the library declares, found where it is declared."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType

from ... import detection, metrics
from ...core import words
from ...core.formula import Formula
from ...metrics.evaluate import formula as rate


@cache
def formulas() -> dict[str, Formula]:
    """Find the formula of every metric that has a name among the terms.

    Returns
    -------
    dict of str to Formula

    Examples
    --------
    >>> formulas()["mse"].range, len(formulas()) > 90
    ((0.0, inf), True)
    """
    found = {"f_beta": replace(rate("f2"), name="f_beta", fixed={})}
    for module in modules():
        for formula in declared(module):
            if formula.name not in found or found[formula.name].range is None:
                found[formula.name] = formula
    return {name: f for name, f in found.items() if name in words.TERMS}


def modules() -> Iterator[ModuleType]:
    """Walk the rooms that compute, in order."""
    for room in (metrics, detection):
        for found in walk_packages(room.__path__, f"{room.__name__}."):
            yield import_module(found.name)


def declared(module: ModuleType) -> Iterator[Formula]:
    """Return the formulas that stand in a module, alone or in tables of them."""
    for value in vars(module).values():
        yield from _inside(value)


def _inside(value) -> Iterator[Formula]:
    if isinstance(value, Formula):
        yield value
    elif isinstance(value, dict | list | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _inside(one)
