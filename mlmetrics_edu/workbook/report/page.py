"""From sections to a page: HTML by a template that escapes all it is given."""

from markupsafe import Markup

from ..templates import template
from .parts import Section
from .saying import Voice

FRAME = Markup(
    '<iframe title="{}" srcdoc="{}" sandbox="" '
    'style="width:100%;height:60rem;border:1px solid #767676;background:#fff"></iframe>'
)


def html(say: Voice, title: str, sections: tuple[Section, ...]) -> str:
    """Write a page that needs nothing from outside."""
    return template(__package__, "page.html").render(say=say, title=title, sections=sections)


def framed(page: str, title: str) -> str:
    """Put a page into a frame, where its style touches nothing else."""
    return str(FRAME.format(title, page))
