"""From a syntax tree to what people read: a line of text, or LaTeX.

The same tree is written three ways: with the names of its terms (the formula), with their values
(the working), and as mathematics. A leaf is written by the caller, as a pair: its text, and how
tightly it binds, so that "2/3" gets its parentheses where it needs them and nowhere else.
"""

import ast

from . import words

# How tightly a piece of text holds together; a looser piece inside a tighter one needs brackets.
SUM, PRODUCT, QUOTIENT, POWER, ATOM = range(1, 6)
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def plain(node: ast.expr, leaf) -> str:
    """Write a tree as a line of text.

    Examples
    --------
    >>> from mlmetrics_edu.core.parsing import parse
    >>> plain(parse("2*TP / (2*TP + FP + FN)"), name_leaf)
    '2·TP / (2·TP + FP + FN)'
    """
    return _Plain(leaf).write(node)[0]


def latex(node: ast.expr, leaf) -> str:
    r"""Write a tree as LaTeX mathematics.

    Examples
    --------
    >>> from mlmetrics_edu.core.parsing import parse
    >>> print(latex(parse("TP / (TP + FP)"), latex_name_leaf))
    \frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FP}}
    """
    return _Latex(leaf).write(node)[0]


def name_leaf(name: str) -> tuple[str, int]:
    """Write a term by its symbol."""
    return words.symbol(name), ATOM


def latex_name_leaf(name: str) -> tuple[str, int]:
    """Write a term by its symbol in LaTeX."""
    return words.latex_symbol(name), ATOM


class _Plain:
    brackets = "({})"
    times = "·"
    total = "Σ"

    def __init__(self, leaf):
        self.leaf = leaf

    def write(self, node) -> tuple[str, int]:
        return getattr(self, type(node).__name__)(node)

    def held(self, node, tightness: int) -> str:
        """Write a part, in brackets unless it binds at least so tightly."""
        text, own = self.write(node)
        return text if own >= tightness else self.brackets.format(text)

    def Name(self, node):
        return self.leaf(node.id)

    def Constant(self, node):
        return str(node.value), ATOM

    def UnaryOp(self, node):
        sign = "−" if isinstance(node.op, ast.USub) else "+"
        return sign + self.held(node.operand, PRODUCT), SUM

    def BinOp(self, node):
        return getattr(self, type(node.op).__name__)(node.left, node.right)

    def Add(self, left, right):
        return f"{self.held(left, SUM)} + {self.held(right, SUM)}", SUM

    def Sub(self, left, right):
        return f"{self.held(left, SUM)} − {self.held(right, PRODUCT)}", SUM

    def Mult(self, left, right):
        # "a / b·c" would mislead the eye, so a quotient inside a product is always bracketed.
        left, right = (self._factor(part) for part in (left, right))
        return f"{left}{self.times}{right}", PRODUCT

    def _factor(self, node):
        text, own = self.write(node)
        return self.brackets.format(text) if own in (SUM, QUOTIENT) else text

    def Div(self, left, right):
        return f"{self.held(left, PRODUCT)} / {self._divisor(right)}", QUOTIENT

    def _divisor(self, node):
        return self.held(node, POWER)

    def Pow(self, left, right):
        return self.held(left, ATOM) + str(right.value).translate(SUPERSCRIPTS), POWER

    def Call(self, node):
        if node.func.id == "sum":
            return f"{self.total} {self.held(node.args[0], PRODUCT)}", SUM
        arguments = [self.write(argument)[0] for argument in node.args]
        return self.function(node.func.id, arguments), ATOM

    def function(self, name, arguments):
        if name == "abs":
            return f"|{arguments[0]}|"
        return f"{'√' if name == 'sqrt' else name}({', '.join(arguments)})"


class _Latex(_Plain):
    brackets = r"\left({}\right)"
    times = r" \cdot "
    total = r"\sum"

    def UnaryOp(self, node):
        text, tightness = super().UnaryOp(node)
        return text.replace("−", "-", 1), tightness

    def Sub(self, left, right):
        return f"{self.held(left, SUM)} - {self.held(right, PRODUCT)}", SUM

    def Div(self, left, right):
        # The bar of a fraction brackets what stands above and below it.
        return rf"\frac{{{self.write(left)[0]}}}{{{self.write(right)[0]}}}", POWER

    def Pow(self, left, right):
        return f"{self.held(left, ATOM)}^{{{right.value}}}", POWER

    def function(self, name, arguments):
        forms = {"sqrt": r"\sqrt{{{}}}", "abs": r"\left|{}\right|"}
        return forms.get(name, rf"\{name}\left({{}}\right)").format(", ".join(arguments))
