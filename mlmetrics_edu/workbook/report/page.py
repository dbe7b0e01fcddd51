"""From sections to a page: HTML by a template that escapes all it is given."""

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from .parts import Section
from .saying import Voice

FRAME = Markup(
    '<iframe title="{}" srcdoc="{}" sandbox="" '
    'style="width:100%;height:60rem;border:1px solid #767676;background:#fff"></iframe>'
)


def html(say: Voice, title: str, sections: tuple[Section, ...]) -> str:
    """Write a page that needs nothing from outside."""
    return _template().render(say=say, title=title, sections=sections)


def framed(page: str, title: str) -> str:
    """Put a page into a frame, where its style touches nothing else."""
    return str(FRAME.format(title, page))


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader(__package__, "."),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    return environment.get_template("page.html")
