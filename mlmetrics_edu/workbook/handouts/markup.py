"""What stands in a cell, as HTML that asks for nothing: no script, no address that is loaded."""

import re
from html import escape

from markupsafe import Markup
from math_core import LatexError, LatexToMathML
from nbconvert.filters import Highlight2HTML, strip_ansi
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments.formatters import HtmlFormatter

from ...core.errors import FormulaError
from ..cells import in_sight

CODE_STYLE = HtmlFormatter(style="bw", nobackground=True).get_style_defs(".highlight")
FOLD = re.compile(r"(?s)<details>\s*<summary>(.*?)</summary>(.*?)</details>")
FRAME = re.compile(r"(?s)<iframe\b.*?</iframe>")  # what moves; beside it stands its picture
STILL = '<p class="still">In the lesson itself, you can move this.</p>'
# What ends a line may say how far the next one stands off; math-core would print that.
DISTANCE = re.compile(r"\\\\\s*\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|px)\s*\]")

CONVERTER = LatexToMathML(fancy_error=False)


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


def mathml(latex: str, display: bool) -> str:
    r"""Write a formula for a page.

    Parameters
    ----------
    latex : str
        The formula as LaTeX writes it, without the dollars around it.
    display : bool
        Whether it stands on a line of its own.

    Returns
    -------
    str
        A ``<math>`` element.

    Raises
    ------
    FormulaError
        If that isn't a formula.

    Examples
    --------
    >>> mathml(r"\frac{3}{5}", display=False)
    '<math><mfrac><mn>3</mn><mn>5</mn></mfrac></math>'
    >>> mathml(r"\frac{3}{5", display=False)
    Traceback (most recent call last):
    mlmetrics_edu.core.errors.FormulaError: the formula \frac{3}{5 can't be set
      why: at its sign 11: Expected closing token "}", but reached end of input.
      do:  correct it there: what LaTeX itself knows of mathematics can be written
    """
    try:
        plain = DISTANCE.sub(lambda _: r"\\", latex)
        return CONVERTER.convert_with_local_state(plain, displaystyle=display)
    except LatexError as error:
        place, _, why = str(error).partition(": ")
        raise FormulaError(
            f"the formula {latex} can't be set",
            f"at its sign {int(place) + 1}: {why}",
            "correct it there: what LaTeX itself knows of mathematics can be written",
        ) from None
