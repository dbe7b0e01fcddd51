"""Public names on demand: each stands once, in a package's stub, and is loaded when it is used.

A stub is what editors and type checkers read: ``__init__.pyi`` beside ``__init__.py``, a line a
name, ``from .home import name as name``. So what they see is what there is.
"""

from importlib import import_module
from pathlib import Path
from typing import Any


def homes(package: str, file: str) -> dict[str, str]:
    """Read from the stub of a package in which module each of its public names lives."""
    lines = Path(file).with_suffix(".pyi").read_text(encoding="utf-8").splitlines()
    imports = (line.split() for line in lines if line.startswith("from "))
    return {name: package + home.rstrip(".") for _, home, _, name, *_ in imports}


def load(home: str, name: str) -> Any:
    """Import a name from its module, or the module of that name."""
    found = vars(import_module(home))
    return found[name] if name in found else import_module(f"{home}.{name}")
