"""The working of an exercise, down to its accepted answer."""

import html
from collections.abc import Sequence
from dataclasses import dataclass

from ...core.worked import Worked
from .forms import Form


@dataclass(frozen=True, repr=False)
class Solution:
    """A worked solution.

    Attributes
    ----------
    parts : sequence
        Texts, tables and worked numbers, in order.
    answer : object
        The accepted answer: the very one that answers are compared with.
    form : Form
        How it is written.
    """

    parts: Sequence
    answer: object
    form: Form

    @property
    def last(self) -> str:
        """The accepted answer, so that it could be typed."""
        return self.form.write(self.answer)

    def __str__(self) -> str:
        return "\n\n".join([*map(as_text, self.parts), f"Answer: {self.last}"])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        parts = "\n".join(map(as_html, self.parts))
        return f"{parts}\n<p><strong>Answer: {html.escape(self.last)}</strong></p>"


def as_text(part) -> str:
    """Write a part of a question or a solution as text."""
    return part.working if isinstance(part, Worked) else str(part)


def as_html(part) -> str:
    """Write a part as HTML; what is only text is escaped."""
    if hasattr(part, "_repr_html_"):
        return part._repr_html_()
    if isinstance(part, str) and "\n" in part.replace("\n\n", ""):
        return f"<pre>{html.escape(part)}</pre>"
    if isinstance(part, str):
        return "\n".join(f"<p>{html.escape(p)}</p>" for p in part.split("\n\n"))
    return f"<pre>{html.escape(as_text(part))}</pre>"
