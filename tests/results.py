"""What is public and has methods: the classes of `mm`, and those that its functions return."""

import inspect
from collections.abc import Iterator

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import Named, explained

PARTS = {"Traced", "Instrument"}  # of which others are made


def classes() -> dict[str, type]:
    """List them by name: whatever tells which name of its own comes near is somebody's answer."""
    public = {name: getattr(mm, name) for name in mm.__all__}  # with this all of them are loaded
    of_mm = {name: one for name, one in public.items() if inspect.isclass(one)}
    returned = {
        one.__name__: one
        for one in descendants(Named)
        if one.__name__[0] != "_" and one.__module__.startswith("mlmetrics_edu.")
    }
    return {name: one for name, one in (of_mm | returned).items() if name not in PARTS}


def descendants(of: type) -> Iterator[type]:
    """List the classes that are made of one."""
    for one in of.__subclasses__():
        yield one
        yield from descendants(one)


def explains(one: type) -> bool:
    """Tell whether a class explains what its constructor takes: it is made by hand."""
    made = one.__init__
    return inspect.isfunction(made) and made.__code__ is explained(classes).__code__
