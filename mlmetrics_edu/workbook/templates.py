"""Pages made from templates, which escape all that they are given."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from ..core.trace import lines


@cache
def template(package: str, name: str) -> Template:
    """Find a template that lies beside the modules of a package."""
    environment = Environment(
        loader=PackageLoader(package, "."),
        autoescape=True,
        finalize=_without_commands,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    return environment.get_template(name)


def _without_commands(value):
    """Take out of a text what turns a line round, or isn't allowed in a page."""
    return lines(value) if isinstance(value, str) and not isinstance(value, Markup) else value
