"""Formulas as MathML, which every browser sets by itself: no script, and nothing to load."""

import re

from math_core import LatexError, LatexToMathML

from ..core.errors import FormulaError

# What ends a line may say how far the next one stands off; math-core would print that.
DISTANCE = re.compile(r"\\\\\s*\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|px)\s*\]")

CONVERTER = LatexToMathML(fancy_error=False)


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
