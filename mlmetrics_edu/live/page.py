"""What a page works out and draws: formulas as trees that it walks; axes, columns and marks.

The formulas are those that Python runs: of one table, of the classes of a larger one, and of what a
function of symbols works out.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..core import words
from ..core.arithmetic import ATOM, QUOTIENT, exact, plain
from ..core.formula import Formula, Worked
from ..core.words import number_leaf
from ..metrics.rates import COUNTS, counts_in, lookup
from ..metrics.sweep import Sweep

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}
FEW = 4  # classes; of more, the true negatives aren't added up cell by cell
FROM_NOTHING, FROM_A_ROW = (0, 0, 2, 3), (1, 2, 3, 5)  # TP and FP of a row, and of the next
Say = Callable[..., str]
Mark = dict[str, Any]
DIAGONAL = {"look": "chance", "x": [0, 1], "y": [0, 1]}
PLACES = 4  # of a coordinate: on a screen nobody sees more
FIGURES = 8  # of a coordinate of a mark
LATTICE = 24  # lines of a grid, one a sample; more are a grey mist
ROOM = 0.06  # around the boxes of an image
SLIM, TALL = 0.45, 1.3  # its height by its width, at least and at most
FIFTHS = [[k / 5, f"{k / 5:g}"] for k in range(6)]


def described(
    formula: Formula,
    symbols: Mapping[str, str] | None = None,
    inner: Mapping[str, Formula] | None = None,
) -> dict[str, Any]:
    """Return all that a page needs to work a formula out, and to show its working.

    Parameters
    ----------
    formula : Formula
        Of plain numbers: one that adds up columns has no working in one line.
    symbols : mapping of str to str, optional
        What terms are called, where that isn't what they always are.
    inner : mapping of str to Formula, optional
        How terms are worked out themselves; all others are numbers, and so all of them are of
        ``{}``. Without it, what is no count is a rate.

    Examples
    --------
    >>> recall = described(Formula("recall", "TP / (TP + FN)"))
    >>> recall["tree"], recall["text"], recall["numbers"]
    (['/', 'TP', ['+', 'TP', 'FN'], 'TP + FN'], 'TP / (TP + FN)', '{TP} / ({TP} + {FN})')
    """
    known = {*formula.terms} - {*COUNTS} if inner is None else inner
    rates = [term for term in formula.terms if term in known]
    return {
        "name": formula.name,
        "symbol": formula.symbol,
        "text": formula.text_with(symbols or {}),
        "numbers": formula.render(plain, lambda name: _place(name, formula.fixed, rates)),
        "tree": tree(formula, symbols),
        "fixed": {name: _value(value) for name, value in formula.fixed.items()},
        "why": formula.undefined_when,
        "divides": bool(formula.divisor),
        "rates": [_inside(rate, inner) | {"term": rate} for rate in rates],
    }


def roles(formula: Formula) -> dict[str, str]:
    """Tell for each cell whether it counts above the fraction bar, below it, or in both.

    Examples
    --------
    >>> roles(lookup("precision"))
    {'TP': 'both', 'FP': 'below'}
    """
    if formula.below is None:
        return {cell: "part" for cell in COUNTS if cell in counts_in(formula)}
    above, below = map(counts_in, (formula.above, formula.below))
    return {
        cell: "both" if cell in above & below else "above" if cell in above else "below"
        for cell in COUNTS
        if cell in above | below
    }


def _inside(term: str, inner: Mapping[str, Formula] | None) -> dict[str, Any]:
    """Describe how a term is worked out itself."""
    return described(lookup(term)) if inner is None else described(inner[term], inner=inner)


def _value(value: Any) -> str:
    """Write a number that a formula brings along as the fraction that it is."""
    return str((value.exact if isinstance(value, Worked) else exact(value)).value)


def _place(name: str, fixed: Mapping[str, Any], rates: Sequence[str]) -> tuple[str, int]:
    """Leave a place for a term; what is fixed stands there as a number."""
    if name in fixed:
        return number_leaf(fixed[name], plain)
    return f"{{{name}}}", QUOTIENT if name in rates else ATOM


def tree(formula: Formula, symbols: Mapping[str, str] | None = None) -> list | str:
    """Return the tree of a formula; a division says in words what it divides by.

    Examples
    --------
    >>> tree(Formula("informedness", "TP / (TP + FN) - 1"))
    ['-', ['/', 'TP', ['+', 'TP', 'FN'], 'TP + FN'], '1']
    """
    return formula.render(lambda node, leaf: _Nested(symbols or {}).write(node))


class _Nested:
    """Writes a tree as lists: an operation first, then what it is applied to."""

    def __init__(self, symbols: Mapping[str, str]):
        self.symbols = symbols

    def write(self, node: ast.expr) -> list | str:
        return getattr(self, f"of_{type(node).__name__.lower()}")(node)

    def of_name(self, node):
        return node.id

    def of_constant(self, node):
        return str(node.value)

    def of_unaryop(self, node):
        minus = isinstance(node.op, ast.USub)
        return ["-", "0", self.write(node.operand)] if minus else self.write(node.operand)

    def of_binop(self, node):
        operation = [SIGNS[type(node.op)], self.write(node.left), self.write(node.right)]
        return [*operation, self._in_words(node.right)] if operation[0] == "/" else operation

    def of_call(self, node):
        called = [node.func.id, *map(self.write, node.args)]
        guarded = node.func.id in ("sqrt", "log")
        return [*called, self._in_words(node.args[0])] if guarded else called

    def _in_words(self, node) -> str:
        return plain(node, lambda name: (self.symbols.get(name) or words.symbol(name), ATOM))


def cell(truth: int, prediction: int) -> str:
    """Name a cell of the table, as a term of formulas."""
    return f"c{truth}_{prediction}"


def summed(name: str, terms: Sequence[str]) -> Formula:
    return Formula(name, " + ".join(terms))


def fold(i: int, k: int) -> list[Formula]:
    """Add up the four counts of a class against the rest, out of the cells of the table."""
    others = [j for j in range(k) if j != i]
    outside = [cell(truth, guess) for truth in others for guess in others]
    return [
        summed("TP", [cell(i, i)]),
        summed("FP", [cell(j, i) for j in others]),
        summed("FN", [cell(i, j) for j in others]),
        summed("TN", outside) if k <= FEW else Formula("TN", "n - TP - FP - FN"),
    ]


def mean_of(how: str, many: int) -> Formula:
    """Average so many values: each counts the same, or as often as its class occurs."""
    values = [f"v{i}" for i in range(many)]
    if how == "macro":
        return Formula(how, f"({' + '.join(values)}) / {many}")
    heft = [f"s{i}" for i in range(many)]
    parts = [f"{s}*{v}" for s, v in zip(heft, values, strict=True)]
    return Formula(how, f"({' + '.join(parts)}) / ({' + '.join(heft)})")


def bare(formula: Formula) -> dict[str, Any]:
    """Describe a formula that is shown in numbers alone; v0, v1 … are fractions, known already."""

    def place(name: str) -> tuple[str, int]:
        return f"{{{name}}}", QUOTIENT if name.startswith("v") else ATOM

    numbers = formula.render(plain, place)
    return {**described(formula, inner={}), "text": "", "numbers": numbers, "divides": False}


def divided(formula: Formula) -> dict[str, Any]:
    """Describe a rate, and what stands above and below its fraction bar."""
    halves = {"above": tree(formula.above), "below": tree(formula.below)}
    return {**described(formula), **halves}


def heights(rule: Callable) -> list[list | str]:
    """Return what a rule of AP makes of a gain in recall: the first one, and any later one.

    Parameters
    ----------
    rule : callable
        From the columns TP and FP to heights, see :mod:`mlmetrics_edu.metrics.average_precision`.

    Returns
    -------
    list of two trees
        Over TP and FP, and over TP0 and FP0 in the row before.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.average_precision import step
    >>> heights(step)[1]
    ['/', 'TP', ['+', 'TP', 'FP'], 'TP + FP']
    """
    first = _traced(rule, [Symbol("0", 0), Symbol("0", 0)], FROM_NOTHING)
    before = [Symbol(name, n) for name, n in zip(("TP0", "FP0"), FROM_A_ROW[:2], strict=True)]
    return [first, _traced(rule, before, FROM_A_ROW)]


def _traced(rule: Callable, before: list[Symbol], example: tuple[int, ...]) -> list | str:
    after = [Symbol(name, n) for name, n in zip(("TP", "FP"), example[2:], strict=True)]
    columns = (np.array(pair, object) for pair in zip(before, after, strict=True))
    return _tree(rule(*columns)[-1])


def _tree(value: Any) -> list | str:
    return value.tree if isinstance(value, Symbol) else str(Fraction(value))


class Symbol:
    """A number that writes down what is done with it.

    Where a function asks which of two is larger, an example decides: the way that it takes is that
    of all rows like it.
    """

    def __init__(self, tree: list | str, example: float = 0.0):
        self.tree, self.example = tree, example

    def _with(self, sign: str, first: Any, second: Any) -> Any:
        a, b = (getattr(one, "example", one) for one in (first, second))
        if sign == "/" and b in (0, np.inf):
            return Symbol("0", 0) if b else np.nan
        value = {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a / b}
        words = ["TP + FP"] if sign == "/" else []
        return Symbol([sign, _tree(first), _tree(second), *words], value[sign]())

    def __add__(self, other):
        return self._with("+", self, other)

    def __radd__(self, other):
        return self._with("+", other, self)

    def __sub__(self, other):
        return self._with("-", self, other)

    def __rsub__(self, other):
        return self._with("-", other, self)

    def __mul__(self, other):
        return self._with("*", self, other)

    def __rmul__(self, other):
        return self._with("*", other, self)

    def __truediv__(self, other):
        return self._with("/", self, other)

    def __rtruediv__(self, other):
        return self._with("/", other, self)

    def __abs__(self):
        return Symbol(["abs", self.tree], abs(self.example))

    def __pow__(self, power: int):
        return Symbol(["^", self.tree, str(power)], self.example**power)

    def __gt__(self, other):
        return self.example > getattr(other, "example", other)

    def __ge__(self, other):
        return self.example >= getattr(other, "example", other)

    def log1p(self):
        """Do as :func:`numpy.log1p`, which asks what it doesn't know."""
        return Symbol(["log", ["+", "1", self.tree], "growth"], np.log1p(float(self.example)))


# Axes, columns and marks, as a page draws them: in few digits, and seen from which step on


def share(label: str) -> dict[str, Any]:
    """Describe an axis from 0 to 1.

    Examples
    --------
    >>> share("recall")["ticks"][:2]
    [[0.0, '0'], [0.2, '0.2']]
    """
    return {"label": label, "from": -0.02, "to": 1.02, "ticks": FIFTHS}


def axis(label: str, low: float, high: float, ticks: int = 6) -> dict[str, Any]:
    """Describe an axis from one number to another, with ticks that are short to write.

    Examples
    --------
    >>> axis("score", 0.13, 0.82)["ticks"]
    [[0.2, '0.2'], [0.4, '0.4'], [0.6, '0.6'], [0.8, '0.8']]
    """
    if not high > low:
        low, high = low - 0.5, high + 0.5
    places = MaxNLocator(ticks, steps=[1, 2, 5, 10]).tick_values(low, high)
    inside = [float(f"{place:.12g}") for place in places if low <= place <= high]
    written = [[place, words.threshold(place).replace("-", "−")] for place in inside]
    return {"label": label, "from": float(low), "to": float(high), "ticks": written}


def column(values: Sequence[float] | np.ndarray, places: int = PLACES) -> list[float | None]:
    """Return numbers with few digits; what is no number is None.

    Examples
    --------
    >>> column([1 / 3, float("nan"), 1.0])
    [0.3333, None, 1.0]
    """
    rounded = np.round(np.asarray(values, float), places)
    return [value if np.isfinite(value) else None for value in rounded.tolist()]


def some(n: int, most: int) -> np.ndarray:
    """Choose so many of many, evenly, the first and the last among them.

    Examples
    --------
    >>> some(5, 3).tolist()
    [0, 2, 4]
    """
    return np.unique(np.linspace(0, n - 1, min(n, most)).round().astype(int))


def blank() -> dict[str, Any]:
    """Describe an axis that says nothing, such as the one on which dots are stacked."""
    return {"label": "", "from": 0.0, "to": 1.0, "ticks": []}


def counts_at(sweep: Sweep, rows: Sequence[int] | np.ndarray) -> dict[str, list]:
    """List the counts at some rows; of negatives that nobody could count there are none left."""
    columns = {"TP": sweep.tp, "FP": sweep.fp, "FN": sweep.fn}
    columns |= {} if sweep.negatives is None else {"TN": sweep.tn}
    return {cell: values[rows].tolist() for cell, values in columns.items()}


def mark(
    kind: str,
    look: str,
    x: Any,
    y: Any,
    *,
    since: int = 0,
    until: int | None = None,
    label: str = "",
) -> Mark:
    """Describe something that is drawn.

    Parameters
    ----------
    kind : {"path", "dot", "segment", "rect", "word"}
        What it is. A segment and a rectangle have two points, a dot and a word have one.
    look : str
        How it looks: classes of the style sheet.
    x, y : float, or sequence of float
        Its points.
    since, until : int
        The first and the last step in which it is seen; without ``until`` it stays.
    label : str
        The word, or what the mark is called when it is pointed at.

    Examples
    --------
    >>> mark("dot", "here", 1 / 3, 0.5, since=2, until=2)
    {'kind': 'dot', 'look': 'here', 'points': [[0.33333333], [0.5]], 'from': 2, 'until': 2}
    """
    seen = {"from": since} | ({} if until is None else {"until": until})
    named = {"label": label} if label else {}
    return {"kind": kind, "look": look, "points": [_few(x), _few(y)], **seen, **named}


def _few(values: Any) -> list[float | None]:
    """Round to few figures; what is no number is None."""
    column = np.atleast_1d(np.asarray(values, float))
    return [float(f"{v:.{FIGURES}g}") if np.isfinite(v) else None for v in column.tolist()]


def grown(xs: Sequence[float], ys: Sequence[float], names: Sequence[str] = ()) -> list[Mark]:
    """Describe a curve that grows by a piece a step: its pieces, the last one, where it stands.

    Parameters
    ----------
    xs, ys : sequence of float
        Where it stands at each step.
    names : sequence of str
        What is written beside each of these points, if anything.
    """
    is_finite = np.isfinite(xs) & np.isfinite(ys)
    marks = []
    for k in range(1, len(xs)):
        piece = xs[k - 1 : k + 1], ys[k - 1 : k + 1]
        marks.append(mark("path", "curve", *piece, since=k))
        if is_finite[k - 1] and is_finite[k]:
            marks.append(mark("segment", "cut", *piece, since=k, until=k))
    steps = np.flatnonzero(is_finite).tolist()
    marks += [mark("dot", "here", xs[k], ys[k], since=k, until=k) for k in steps]
    named = [k for k in steps if k < len(names) and names[k]]
    return marks + [_name(xs[k], ys[k], names[k], k) for k in named]


def _name(x: float, y: float, text: str, step: int) -> Mark:
    """Write a name beside a point of a square from 0 to 1, where it stays inside."""
    look = f"name near {'end' if x > 0.55 else ''} {'above' if y < 0.12 else 'below'}"
    return mark("word", look, x, y, since=step, until=step, label=text)


CHANCE = mark("path", **DIAGONAL)


def roc_plane(say: Say, negatives: float | None = None, positives: float | None = None) -> dict:
    """Describe the ROC plane; of few samples, with a line for each."""
    x, y = _lattice(share(say("fpr")), negatives), _lattice(share(say("tpr")), positives)
    return {"title": say("roc"), "x": x, "y": y, "equal": True}


def _lattice(across: dict[str, Any], many: float | None) -> dict[str, Any]:
    """Put a line where each of few samples lies."""
    if many is None or many > LATTICE or many != int(many):
        return across
    return across | {"ticks": [*FIFTHS[::5], *([k / many, ""] for k in range(1, int(many)))]}


def image_plane(sides: Sequence[Sequence[float]]) -> dict[str, Any]:
    """Describe an image with boxes: y runs downwards, and both axes have one unit."""
    corners = np.array(sides, float).reshape(-1, 4)
    low, high = corners[:, :2].min(axis=0), corners[:, 2:].max(axis=0)
    wide, tall = high - low + 2 * (ROOM * max(high - low) or 1)
    # One that is much longer than wide, or wider than long, gets room on its short side.
    size = max(wide, tall / TALL), max(tall, wide * SLIM)
    middle, half = (low + high) / 2, np.divide(size, 2)
    ends = zip("xy", middle - half, middle + half, strict=True)
    x, y = (axis(name, start, end) for name, start, end in ends)
    return {"x": x, "y": y | {"from": y["to"], "to": y["from"]}, "equal": True}
