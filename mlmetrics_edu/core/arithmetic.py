"""The arithmetic of formulas: read from a text, exact for numbers, at once for columns, written.

A formula over whole numbers has one true value, and a learner can check it by hand. So numbers are
worked out in fractions, and only the finished one is rounded, once, to the nearest float.

Of a text only arithmetic passes: numbers, names, + - * / **, parentheses and a few functions. All
else that Python could express (attributes, calls, comparisons, strings …) is refused, so a formula
typed by a stranger can do no more than a pocket calculator.

The tree that was read is written in two ways, as a line of text and as mathematics. A leaf is
written by the caller, as a pair: its text, and how tightly it binds, so that "2/3" gets its
parentheses where it needs them and nowhere else.
"""

from __future__ import annotations

import ast
import copy
import math
import numbers
import operator
import warnings
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import reduce
from types import CodeType

import numpy as np

from .errors import FormulaError, short

# Any decimal of up to 15 digits survives a float (DBL_DIG). So a float that was typed and prints so
# short stands for that decimal; one that prints longer was rounded somewhere.
TYPED_DIGITS = 15
# Irrational roots carry this many bits, so that rounding them to 53 is right.
ROOT_BITS = 128
FEW = 1_000  # of more rows nobody would read fractions


class Rounded(float):
    """A float that came out of arithmetic on floats: it stands for itself, and for no decimal.

    Its last digit may hang on the order of a sum, and so on the machine, even where it happens to
    look round. It is a float everywhere; only ``exact`` reads it otherwise.

    Examples
    --------
    >>> exact(0.5).exact, exact(Rounded(0.5)).exact
    (True, False)
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Exact:
    """A fraction, whether it is exact, or the reason why there is none (``value is None``).

    A term that is infinite stays so, and is not exact.
    """

    value: Fraction | float | None
    exact: bool = True
    reason: str = ""

    def __float__(self) -> float:
        return math.nan if self.value is None else float(self.value)

    def __neg__(self):
        return self._with(operator.neg)

    def __pos__(self):
        return self

    def __abs__(self):
        return self._with(operator.abs)

    def _with(self, operation, *others):
        """Apply an operation; an undefined operand passes its reason on."""
        operands = (self, *map(exact, others))
        undefined = next((one for one in operands if one.value is None), None)
        if undefined:
            return undefined
        value = operation(*(one.value for one in operands))
        if value != value:
            return Exact(None, reason="∞ stands against ∞")
        infinite = isinstance(value, float) and math.isinf(value)  # a fraction may be beyond floats
        fraction = value if infinite else Fraction(value)
        return Exact(fraction, all(one.exact for one in operands))

    def __add__(self, other):
        return self._with(operator.add, other)

    def __sub__(self, other):
        return self._with(operator.sub, other)

    def __mul__(self, other):
        return self._with(operator.mul, other)

    def __pow__(self, other):
        return self._with(operator.pow, other)

    def __radd__(self, other):
        return exact(other) + self

    def __rsub__(self, other):
        return exact(other) - self

    def __rmul__(self, other):
        return exact(other) * self


def exact(value) -> Exact:
    """Read a number: whole numbers and fractions as they are, a typed decimal as that decimal.

    What NumPy worked out in floats, and what says that it is :class:`Rounded`, was not typed.

    Examples
    --------
    >>> exact(0.2).value
    Fraction(1, 5)
    >>> exact(0.1 + 0.2).exact, exact(np.float64(0.5)).exact
    (False, False)
    """
    if isinstance(value, Exact):
        return value
    if isinstance(value, Fraction):
        return Exact(value)
    if isinstance(value, (int, numbers.Integral)):  # an int is known at once, the others are asked
        return Exact(Fraction(int(value)))
    number = float(value)
    if math.isinf(number):
        return Exact(number, exact=False)
    decimal = Decimal(repr(number))
    computed = isinstance(value, (Rounded, np.floating))
    if computed or len(decimal.normalize().as_tuple().digits) > TYPED_DIGITS:
        return Exact(Fraction(number), exact=False)
    return Exact(Fraction(decimal))


def divide(dividend, divisor, divisor_text: str) -> Exact:
    """Divide; only here a number can meet 0/0: what it is then, `Formula.instead` says."""
    dividend, divisor = exact(dividend), exact(divisor)
    if dividend.value is not None and divisor.value == 0:
        return Exact(None, reason=f"{divisor_text} = 0")
    return dividend._with(operator.truediv, divisor)


def sqrt(number, text: str) -> Exact:
    """Take a square root, exactly where there is one."""
    number = exact(number)
    if number.value in (None, math.inf):
        return number
    if number.value < 0:
        return Exact(None, reason=f"{text} is negative and has no square root")
    top, bottom = number.value.numerator, number.value.denominator
    root = Fraction(math.isqrt(top), math.isqrt(bottom))
    if root * root == number.value:
        return Exact(root, number.exact)
    scaled = math.isqrt(top * bottom << 2 * ROOT_BITS)
    return Exact(Fraction(scaled, bottom << ROOT_BITS), exact=False)


def log(number, text: str) -> Exact:
    """Take a natural logarithm."""
    number = exact(number)
    if number.value in (None, math.inf):
        return number
    if number.value <= 0:
        return Exact(None, reason=f"{text} is not positive and has no logarithm")
    return Exact(Fraction(math.log(number.value)), exact=False)


def divide_columns(dividend, divisor, _text: str):
    """Divide; the only place where a column can meet a division by zero: there it is nan."""
    zero = np.equal(divisor, 0)
    if np.count_nonzero(zero):
        # x/0 would be infinite for x > 0; here every division by zero is undefined, as above.
        divisor = np.where(zero, np.nan, divisor)
    return np.true_divide(dividend, divisor)


def sqrt_of_column(number, _text: str):
    """Take square roots; of a negative number there is none."""
    with np.errstate(invalid="ignore"):
        return np.sqrt(number)


def log_of_column(number, _text: str):
    """Take natural logarithms; of zero and below there is none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.asarray(number) > 0, np.log(number), np.nan)


# All that compiled code can reach. No term starts with "_", so none can take the place of these.
NUMBERS = {
    "__builtins__": {},
    "_number": exact,
    "_divide": divide,
    "_sqrt": sqrt,
    "_log": log,
    "_abs": abs,
    "_min": lambda *terms: reduce(lambda a, b: exact(a)._with(min, b), terms, terms[0]),
    "_max": lambda *terms: reduce(lambda a, b: exact(a)._with(max, b), terms, terms[0]),
}
COLUMNS = {
    "__builtins__": {},
    "_number": float,
    "_divide": divide_columns,
    "_sqrt": sqrt_of_column,
    "_log": log_of_column,
    "_abs": abs,
    "_min": lambda *columns: reduce(np.minimum, columns),
    "_max": lambda *columns: reduce(np.maximum, columns),
    "_sum": lambda column: np.sum(column, axis=-1),
}
FUNCTIONS = {
    "sqrt": 1,
    "log": 1,
    "abs": 1,
    "min": None,
    "max": None,
    "sum": 1,
}  # name: number of arguments
GUARDED = {"sqrt", "log"}  # functions that aren't defined everywhere
MAX_LENGTH = 1000
MAX_DEPTH = 40
MAX_POWER = 9
MAX_NUMBER = 10**15
# How tightly a piece of text holds together; a looser piece inside a tighter one needs brackets.
SUM, PRODUCT, QUOTIENT, POWER, ATOM = range(1, 6)
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
OPERATORS = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.Pow)
DO = "use numbers, names such as TP, the signs + - * / **, parentheses, and " + ", ".join(FUNCTIONS)


def parse(expression: str) -> ast.expr:
    """Read an expression, and refuse whatever isn't arithmetic."""
    if not isinstance(expression, str) or not expression.strip():
        raise FormulaError(
            f"the formula is {short(expression)}",
            "a formula is a text such as 'TP / (TP + FP)'",
            DO,
        )
    if len(expression) > MAX_LENGTH:
        raise FormulaError(
            f"the formula has {len(expression)} characters",
            f"more than {MAX_LENGTH} can't be read by a person either",
            "build it from smaller formulas, and use their names",
        )
    tree = _read(expression.strip())
    _check(tree)
    return tree


def _read(expression: str) -> ast.expr:
    """Let Python read the text, so far as it is an expression at all."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tree = ast.parse(expression, mode="eval").body
        if _depth(tree) <= MAX_DEPTH:
            return tree
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _refused(expression, "it isn't an arithmetic expression") from None
    raise _refused(expression, f"it is nested more than {MAX_DEPTH} levels deep", "name its parts")


def _depth(node: ast.AST) -> int:
    return 1 + max(map(_depth, ast.iter_child_nodes(node)), default=0)


def _refused(text: str, why: str, fix: str = DO) -> FormulaError:
    return FormulaError(f"this formula can't be read: {text!r}", why, fix)


def _check(node: ast.expr) -> None:
    """Walk the tree; each kind of node has its own short check."""
    checks = {
        ast.BinOp: _check_operation,
        ast.UnaryOp: _check_sign,
        ast.Constant: _check_number,
        ast.Name: _check_name,
        ast.Call: _check_call,
    }
    check = checks.get(type(node))
    if check is None:
        raise _refused(ast.unparse(node), f"{_kind(node)} is not arithmetic")
    check(node)


def _kind(node: ast.AST) -> str:
    words = {
        "Attribute": "reaching into an object with a dot",
        "Subscript": "indexing with [ ]",
        "Compare": "a comparison",
        "Lambda": "a function definition",
        "NamedExpr": "an assignment",
        "IfExp": "a condition",
        "BoolOp": "and/or",
        "JoinedStr": "a text",
        "Tuple": "a list of several values",
    }
    return words.get(type(node).__name__, f"Python's {type(node).__name__}")


def _check_operation(node: ast.BinOp) -> None:
    if not isinstance(node.op, OPERATORS):
        raise _refused(ast.unparse(node), f"the operator {type(node.op).__name__} isn't allowed")
    if isinstance(node.op, ast.Pow) and not _small_power(node):
        raise _refused(
            ast.unparse(node),
            f"a power must be a whole number from 0 to {MAX_POWER}, and not stand on another power",
            "write sqrt(x) for a root, 1/x for a negative power",
        )
    _check(node.left)
    _check(node.right)


def _small_power(node: ast.BinOp) -> bool:
    # Powers of powers could grow a number of millions of digits out of a line of text.
    stacked = any(isinstance(n, ast.Pow) for n in ast.walk(node.left))
    power = node.right.value if isinstance(node.right, ast.Constant) else None
    return not stacked and type(power) is int and 0 <= power <= MAX_POWER


def _check_sign(node: ast.UnaryOp) -> None:
    if not isinstance(node.op, (ast.USub, ast.UAdd)):
        raise _refused(ast.unparse(node), f"the sign {type(node.op).__name__} isn't allowed")
    _check(node.operand)


def _check_number(node: ast.Constant) -> None:
    if type(node.value) not in (int, float) or not abs(node.value) <= MAX_NUMBER:
        raise _refused(repr(node.value), f"it is no number between ±{MAX_NUMBER:.0e}")


def _check_name(node: ast.Name) -> None:
    if node.id.startswith("_") or node.id in FUNCTIONS:
        raise _refused(node.id, "names of terms start with a letter and are no function's name")


def _check_call(node: ast.Call) -> None:
    name = node.func.id if isinstance(node.func, ast.Name) else ast.unparse(node.func)
    if name not in FUNCTIONS or node.keywords:
        raise _refused(ast.unparse(node), f"{name}(…) isn't one of the allowed functions")
    wanted = FUNCTIONS[name]
    if (wanted or len(node.args) or 1) != len(node.args):
        raise _refused(ast.unparse(node), f"{name} takes {wanted or 'one or more'} argument(s)")
    for argument in node.args:
        _check(argument)


def names(tree: ast.expr) -> tuple[str, ...]:
    """List the terms of a tree, each once, in the order in which they are read."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    nodes = [n for n in ast.walk(tree) if isinstance(n, ast.Name) and id(n) not in called]
    return tuple(dict.fromkeys(n.id for n in sorted(nodes, key=lambda n: n.col_offset)))


def has_root(tree: ast.expr) -> bool:
    """Tell whether a root or a logarithm is taken anywhere in a tree."""
    return any(isinstance(n, ast.Call) and n.func.id in GUARDED for n in ast.walk(tree))


def summands(node: ast.expr) -> frozenset[str]:
    """List the terms of a plain sum of different terms; none for anything else."""
    if isinstance(node, ast.Name):
        return frozenset({node.id})
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left, right = summands(node.left), summands(node.right)
        if left and right and not left & right:
            return left | right
    return frozenset()


class _Guard(ast.NodeTransformer):
    """Send every operation that can fail through the function that knows how it fails.

    ``text_of`` writes a part of the tree in words, for the reason why a value is undefined.
    """

    def __init__(self, text_of):
        self.text_of = text_of

    def visit_BinOp(self, node):
        if not isinstance(node.op, ast.Div):
            return self.generic_visit(node)
        text = ast.Constant(self.text_of(node.right))
        return _call("_divide", self.visit(node.left), self.visit(node.right), text)

    def visit_Call(self, node):
        texts = [ast.Constant(self.text_of(node.args[0]))] if node.func.id in GUARDED else []
        return _call("_" + node.func.id, *map(self.visit, node.args), *texts)

    def visit_Constant(self, node):
        # 0.1 + 0.2 is 3/10 on paper, so decimals become fractions before any arithmetic.
        return _call("_number", node) if isinstance(node.value, float) else node


def _call(name: str, *arguments: ast.expr) -> ast.Call:
    return ast.Call(ast.Name(name, ast.Load()), list(arguments), [])


def compile_tree(tree: ast.expr, text_of) -> CodeType:
    """Compile a checked tree; ``NUMBERS`` or ``COLUMNS`` give its operations their meaning."""
    guarded = ast.Expression(_Guard(text_of).visit(copy.deepcopy(tree)))
    return compile(ast.fix_missing_locations(guarded), "<formula>", "eval")


def evaluate(code: CodeType, operations: dict, terms: dict):
    """Run compiled arithmetic over given terms; nothing else is within its reach."""
    return eval(code, operations, terms)


def plain(node: ast.expr, leaf) -> str:
    """Write a tree as a line of text.

    Examples
    --------
    >>> plain(parse("2*TP / (2*TP + FP + FN)"), lambda name: (name, ATOM))
    '2·TP / (2·TP + FP + FN)'
    """
    return _Plain(leaf).write(node)[0]


def latex(node: ast.expr, leaf) -> str:
    r"""Write a tree as LaTeX mathematics.

    Examples
    --------
    >>> print(latex(parse("TP / (TP + FP)"), lambda name: (name, ATOM)))
    \frac{TP}{TP + FP}
    """
    return _Latex(leaf).write(node)[0]


class _Plain:
    brackets = "({})"
    times = "·"
    total = "Σ"

    def __init__(self, leaf):
        self.leaf = leaf

    def write(self, node) -> tuple[str, int]:
        return getattr(self, type(node).__name__)(node)

    def part(self, node, tightness: int) -> str:
        """Write a part, in brackets unless it binds at least so tightly."""
        text, own = self.write(node)
        return text if own >= tightness else self.brackets.format(text)

    def Name(self, node):
        return self.leaf(node.id)

    def Constant(self, node):
        return str(node.value), ATOM

    def UnaryOp(self, node):
        sign = "−" if isinstance(node.op, ast.USub) else "+"
        return sign + self.part(node.operand, PRODUCT), SUM

    def BinOp(self, node):
        return getattr(self, type(node.op).__name__)(node.left, node.right)

    def Add(self, left, right):
        return f"{self.part(left, SUM)} + {self.part(right, SUM)}", SUM

    def Sub(self, left, right):
        return f"{self.part(left, SUM)} − {self.part(right, PRODUCT)}", SUM

    def Mult(self, left, right):
        # "a / b·c" would mislead the eye, so a quotient inside a product is always bracketed.
        left, right = (self._factor(part) for part in (left, right))
        return f"{left}{self.times}{right}", PRODUCT

    def _factor(self, node):
        text, own = self.write(node)
        return self.brackets.format(text) if own in (SUM, QUOTIENT) else text

    def Div(self, left, right):
        return f"{self.part(left, PRODUCT)} / {self.part(right, POWER)}", QUOTIENT

    def Pow(self, left, right):
        return self.part(left, ATOM) + str(right.value).translate(SUPERSCRIPTS), POWER

    def Call(self, node):
        if node.func.id == "sum":
            return f"{self.total} {self.part(node.args[0], PRODUCT)}", SUM
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
        return f"{self.part(left, SUM)} - {self.part(right, PRODUCT)}", SUM

    def Div(self, left, right):
        # The bar of a fraction brackets what stands above and below it.
        return rf"\frac{{{self.write(left)[0]}}}{{{self.write(right)[0]}}}", POWER

    def Pow(self, left, right):
        return f"{self.part(left, ATOM)}^{{{right.value}}}", POWER

    def function(self, name, arguments):
        forms = {"sqrt": r"\sqrt{{{}}}", "abs": r"\left|{}\right|"}
        return forms.get(name, rf"\{name}\left({{}}\right)").format(", ".join(arguments))


def native(numbers: np.ndarray) -> np.ndarray:
    """Give whole numbers the width that NumPy wants of places, and of how often to repeat.

    Where that is 32 bits, NumPy refuses wider ones (``repeat``, ``bincount``, ``reduceat``), since
    they might not fit. They do: they count what lies in memory.

    Examples
    --------
    >>> np.repeat([7, 8], native(np.array([1, 2], np.int64)))
    array([7, 8, 8])
    """
    return numbers.astype(np.intp, copy=False)
