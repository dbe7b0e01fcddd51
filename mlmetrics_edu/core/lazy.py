"""Public names on demand: each stands once, in a package's stub, and is loaded when it is used.

A stub is what editors and type checkers read: ``__init__.pyi`` beside ``__init__.py``. It imports
each name from where it lives, as that very name, which makes it public.
"""

from __future__ import annotations

import ast
import os
import tomllib
from importlib import import_module
from importlib.util import resolve_name
from typing import Any

from .errors import unquote, unquote_methods


def homes(package: str, file: str) -> dict[str, str]:
    """Read from the stub of a package in which module each of its public names lives."""
    with open(os.path.join(os.path.dirname(file), "__init__.pyi"), encoding="utf-8") as stub:
        tree = ast.parse(stub.read())
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return {
        alias.name: resolve_name("." * node.level + (node.module or ""), package)
        for node in imports
        for alias in node.names
    }


def load(home: str, name: str) -> Any:
    """Import a name from its module, or the module of that name."""
    names = vars(import_module(home))
    public = names[name] if name in names else import_module(f"{home}.{name}")
    (unquote_methods if isinstance(public, type) else unquote)(public)
    return public


def gone(package: str, name: str) -> str | None:
    """Say what to write in the place of a public name that an earlier release had."""
    with open(os.path.join(os.path.dirname(__file__), "..", "gone.toml"), "rb") as table:
        return tomllib.load(table)[package].get(name)
