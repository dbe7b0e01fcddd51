"""What stands in a cell, as HTML that asks for nothing: no script, no address that is loaded."""

import re
from html import escape

from markupsafe import Markup
from nbconvert.filters import Highlight2HTML, strip_ansi
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments.formatters import HtmlFormatter

from ..cells import in_sight
from ..mathml import mathml

CODE_STYLE = HtmlFormatter(style="bw", nobackground=True).get_style_defs(".highlight")
FOLD = re.compile(r"(?s)<details>\s*<summary>(.*?)</summary>(.*?)</details>")
FRAME = re.compile(r"(?s)<iframe\b.*?</iframe>")  # what moves; beside it stands its picture
STILL = '<p class="still">In the lesson itself, you can move this.</p>'


def prose(markdown: str, opened: bool) -> Markup:
    """Write text as a reader sees it; a fold's answer only where it is to be open.

    Parameters
    ----------
    markdown : str
        The text, with formulas and folds.
    opened : bool
        Whether folds show what is in them; else there is room to write instead.

    Examples
    --------
    >>> prose("It's $x$. <!-- x == 1 -->", opened=True)
    Markup("<p>It's <math><mi>x</mi></math>.</p>\\n")
    >>> "none" in prose("<details><summary>Which?</summary>none</details>", opened=False)
    False
    """
    fold = _open if opened else _room
    text = FOLD.sub(lambda found: fold(found[1], found[2]), in_sight(markdown))
    return Markup(MarkdownWithMath(_Renderer(escape=False, exclude_anchor_links=True))(text))


def _open(question: str, answer: str) -> str:
    return f'<div class="why"><p class="asked">{question}</p>\n{answer}</div>'


def _room(question: str, _answer: str) -> str:
    return f'<div class="why room"><p class="asked">{question}</p></div>'


class _Renderer(IPythonRenderer):
    """Markdown as notebooks have it, formulas as MathML; what lies beside a lesson isn't here."""

    def block_math(self, body: str) -> str:
        return mathml(body, display=True)

    def inline_math(self, body: str) -> str:
        return mathml(body, display=False)

    def latex_environment(self, name: str, body: str) -> str:
        return mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", display=True)

    def link(self, text: str, url: str, title: str | None = None) -> str:
        return super().link(text, url, title) if url.startswith(("https://", "http://")) else text


def code(source: str) -> Markup:
    """Write Python so that its parts can be told apart in black and white."""
    return Markup(Highlight2HTML(pygments_lexer="ipython3")(source))


def output(shown: dict) -> Markup:
    """Write what a cell shows: its best form for a page; of what moves, the picture.

    Examples
    --------
    >>> output({"output_type": "stream", "text": "1 < 2\\n"})
    Markup('<pre>1 &lt; 2</pre>')
    """
    data = {kind: "".join(value) for kind, value in shown.get("data", {}).items()}
    if page := data.get("text/html"):
        return Markup(FRAME.sub(STILL, page))
    if latex := data.get("text/latex"):
        return Markup(mathml(latex.strip().strip("$"), display=True))
    text = data.get("text/plain") or "".join(shown.get("text", "") or shown.get("traceback", ""))
    return Markup("<pre>{}</pre>").format(Markup(escape(strip_ansi(text).rstrip(), quote=False)))
