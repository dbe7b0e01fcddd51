"""From the text of a formula to a checked syntax tree, and from there to code.

Only arithmetic passes: numbers, names, + - * / **, parentheses and a few functions. Everything else
that Python could express (attributes, calls, comparisons, strings …) is refused, so a formula typed
by a stranger can do no more than a pocket calculator.
"""

import ast
import copy
import warnings
from types import CodeType

from . import columns, exact
from .errors import FormulaError
from .settings import short

FUNCTIONS = {
    "sqrt": 1,
    "log": 1,
    "abs": 1,
    "min": None,
    "max": None,
    "sum": 1,
}  # name: number of arguments
GUARDED = {"sqrt", "log"}  # functions that aren't defined everywhere
# All that compiled code can reach. No term starts with "_", so none can take the place of these.
SCALAR = {
    "__builtins__": {},
    "_number": exact.exact,
    "_divide": exact.divide,
    "_sqrt": exact.sqrt,
    "_log": exact.log,
    "_abs": abs,
    "_min": exact.smallest,
    "_max": exact.largest,
}
SCALAR_TO_INFINITY = {**SCALAR, "_divide": exact.divide_to_infinity}
COLUMN = {
    "__builtins__": {},
    "_number": float,
    "_divide": columns.divide,
    "_sqrt": columns.sqrt,
    "_log": columns.log,
    "_abs": abs,
    "_min": columns.smallest,
    "_max": columns.largest,
    "_sum": columns.total,
}
COLUMN_TO_INFINITY = {**COLUMN, "_divide": columns.divide_to_infinity}
MAX_LENGTH = 1000
MAX_DEPTH = 40
MAX_POWER = 9
MAX_NUMBER = 10**15
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


def multiplies(tree: ast.expr) -> bool:
    """Tell whether terms are multiplied with terms, or raised to a power."""
    return any(
        isinstance(node.op, ast.Pow)
        or (isinstance(node.op, ast.Mult) and names(node.left) and names(node.right))
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp)
    )


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
    """Compile a checked tree; ``SCALAR`` or ``COLUMN`` give its operations their meaning."""
    guarded = ast.Expression(_Guard(text_of).visit(copy.deepcopy(tree)))
    return compile(ast.fix_missing_locations(guarded), "<formula>", "eval")


def evaluate(code: CodeType, operations: dict, terms: dict):
    """Run compiled arithmetic over given terms; nothing else is within its reach."""
    return eval(code, operations, terms)
