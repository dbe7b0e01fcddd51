"""A table of classes on paper: four customs, sums at the edges, and who stands in each cell."""

from functools import partial

from ...core import digits, inputs
from ...core.conventions import MatrixOrientation, options
from ...core.trace import Column, Trace

# Which side is the truth, and which class comes first: no table says which custom it follows.
ORIENTATIONS = options(MatrixOrientation)
SHOWN = 20  # so many classes fit on a screen


def table(matrix, orientation: MatrixOrientation):
    """Turn the counts as a custom wants them."""
    inputs.choice(orientation, ORIENTATIONS, "orientation")
    counts = matrix.counts if "rows" in orientation else matrix.counts.T
    return counts if "in order" in orientation else counts[::-1, ::-1]


def trace(matrix, orientation: MatrixOrientation = "truth in rows, in order") -> Trace:
    """Lay the counts out with their sums; of many classes, the first."""
    counts = table(matrix, orientation)
    order = matrix.labels if "in order" in orientation else matrix.labels[::-1]
    side, head = ("truly", "predicted") if "rows" in orientation else ("predicted", "truly")
    order = order[:SHOWN]
    shown = counts[: len(order)]
    columns = (
        Column(f"{head} {name}", *_cells(shown[:, j], counts[:, j].sum()), who)
        for j, name in enumerate(order)
        for who in [partial(_who, matrix, order, name, side)]
    )
    return Trace(
        _title(matrix, len(order)),
        (
            Column("", [*(f"{side} {name}" for name in order), "total"]),
            *columns,
            Column("total", *_cells(shown.sum(1), counts.sum())),
        ),
        {"orientation": orientation, **matrix.conventions},
    )


def _cells(column, total) -> tuple:
    return [*column.tolist(), total.item()], digits.count, "right"


def _title(matrix, shown: int) -> str:
    hidden = f", the first {shown} shown" if shown < matrix.k else ""
    return f"{digits.count(matrix.total)} samples, {matrix.k} classes{hidden}"


def _who(matrix, order: tuple, name, side: str, row: int) -> str:
    """Name the samples in a cell, where they are known."""
    if row == len(order) or not matrix.knows_samples:
        return ""
    pair = (order[row], name) if side == "truly" else (name, order[row])
    return digits.listing(matrix.cell(*pair))
