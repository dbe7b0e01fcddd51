"""The steps of a computation as a table that a class can read, and other programs.

What is shown may hold texts of other people: below, they are written so that they show what they
are, and do nothing, whether on a terminal, in a page or in a spreadsheet.
"""

from __future__ import annotations

import html
import json
import re
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike
from typing import TYPE_CHECKING, Any

from . import saving
from .errors import InputError, Named, explained, explained_class, lines, printable, short

if TYPE_CHECKING:
    from pandas import DataFrame

SHOWN = 60  # a longer table is abbreviated in the middle …
HEAD = TAIL = 20  # … to so many rows at each end
PATIENCE = 2  # seconds before a bar appears by itself
# What a spreadsheet takes for the beginning of a formula, in the wide letters of Chinese too.
FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
MARK = "background:#ffe8a3;color:#000;font-weight:bold"


@dataclass(frozen=True)
class Column:
    """One column: its name, its values, and how a value is written in a cell.

    ``values`` may be anything that has a length and gives the i-th value, so that a column of a
    million rows need not exist before somebody looks at it. ``hover`` names what stands behind a
    cell, such as the samples that were counted; ``write`` gives a cell's text by its row, where
    the value alone doesn't tell enough; ``work`` gives its number with the fraction behind it.
    """

    name: str
    values: Sequence
    show: Callable[[Any], str] = str
    align: str = "left"
    hover: Callable[[int], str] | None = None
    write: Callable[[int], str] | None = None
    work: Callable[[int], Any] | None = None

    def cell(self, row: int) -> str:
        """Write one cell."""
        return self.write(row) if self.write else self.show(self.values[row])

    def take(self, rows: range) -> Column:
        """Keep some rows."""
        values = Lazy(len(rows), lambda i: self.values[rows[i]])
        hover = self.hover and (lambda i: self.hover(rows[i]))
        work = self.work and (lambda i: self.work(rows[i]))
        write = lambda i: self.cell(rows[i])  # noqa: E731
        return replace(self, values=values, hover=hover, write=write, work=work)


def _written(value) -> str:
    """Write a value as it is, and one that keeps its working as a fraction and a decimal."""
    return value._in_a_cell() if hasattr(value, "_in_a_cell") else str(value)


@dataclass(frozen=True)
class Lazy(Sequence):
    """A column whose values are made when they are looked at; ``many`` makes those of some rows."""

    length: int
    make: Callable[[int], Any]
    many: Callable[[range], Sequence] | None = None

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, row):
        rows = range(self.length)[row]
        return self.make(rows) if isinstance(rows, int) else [self.make(i) for i in rows]


@explained_class
@dataclass(frozen=True)
class Trace(Named):
    """A table with a title and the conventions in force.

    Parameters
    ----------
    title : str
        What the table is about.
    columns : sequence of Column
        Its columns, all of one length.
    conventions : mapping of str to str, optional
        For each choice that could have been made otherwise, a phrase that says how it was made.
    marked : int, optional
        A row to stand out.

    Examples
    --------
    >>> print(Trace("squares", [Column("n", [1, 2]), Column("n²", [1, 4], align="right")]))
    squares
    n  n²
    1   1
    2   4
    """

    title: str
    columns: Sequence[Column]
    conventions: Mapping[str, str] = field(default_factory=dict)
    marked: int | None = None

    def __post_init__(self):
        lengths = {column.name: len(column.values) for column in self.columns}
        if len(set(lengths.values())) > 1:
            raise InputError(
                "columns of " + ", ".join(f"{n} ({name!r})" for name, n in lengths.items()),
                "each row needs a cell in every column",
                "pass columns of one length",
            )

    @classmethod
    @explained
    def of(cls, title: str, columns: Mapping[str, Sequence]) -> Trace:
        """Make a plain table of lists by their names.

        Examples
        --------
        >>> print(Trace.of("scores", {"id": ["a", "b"], "score": [0.9, 0.4]}))
        scores
        id  score
        a   0.9
        b   0.4
        """
        # A view of a dictionary has no i-th value.
        lists = {k: v if hasattr(v, "__getitem__") else list(v) for k, v in columns.items()}
        return cls(title, [Column(name, values, _written) for name, values in lists.items()])

    def __len__(self) -> int:
        return len(self.columns[0].values)

    def __getitem__(self, rows: slice) -> Trace:
        """Take some rows, under the same title.

        Examples
        --------
        >>> print(Trace("squares", [Column("n", [1, 2, 3])])[1:])
        squares
        n
        2
        3
        """
        kept = range(len(self))[rows]
        marked = kept.index(self.marked) if self.marked in kept else None
        return replace(self, columns=[c.take(kept) for c in self.columns], marked=marked)

    @property
    def heading(self) -> str:
        """The title and the conventions, on one line."""
        return printable(" · ".join([self.title, *self.conventions.values()]))

    def __str__(self) -> str:
        return self._text(self._shown(), self._hidden())

    __repr__ = __str__

    @property
    def whole(self) -> str:
        """The text with all rows, for a file or a pipe."""
        return self._text(range(len(self)), "")

    def _text(self, rows: Sequence[int | None], hidden: str) -> str:
        table = self._tabulate("plain", rows)
        return "\n".join(part for part in (self.heading, table, hidden) if part)

    def _shown(self) -> list[int | None]:
        """List the rows that a screen shows; None stands for those left out."""
        n = len(self)
        if n <= SHOWN:
            return list(range(n))
        return [*range(HEAD), None, *range(n - TAIL, n)]

    def _hidden(self) -> str:
        hidden = len(self) - HEAD - TAIL
        return f"({hidden:,} of {len(self):,} rows hidden)" if len(self) > SHOWN else ""

    def _cells(self, rows: Sequence[int | None], escape: Callable[[str], str]) -> list[list[str]]:
        return [["⋮" if i is None else escape(c.cell(i)) for c in self.columns] for i in rows]

    def _tabulate(self, style: str, rows: Sequence[int | None], escape: Callable | None = None):
        from tabulate import tabulate

        escape = escape or printable
        head = [escape(column.name) for column in self.columns]
        # In plain text the head is a row like any other: as headers it would widen each column.
        plain = style == "plain"
        return tabulate(
            [head, *self._cells(rows, escape)] if plain else self._cells(rows, escape),
            headers=() if plain else head,
            tablefmt=style,
            colalign=[column.align for column in self.columns] if len(self) or plain else None,
            disable_numparse=True,
        )

    def to_frame(self) -> DataFrame:
        """Return the values, not their text, as a pandas DataFrame."""
        import pandas as pd

        # By position first: two columns may have one name, and neither may be lost.
        frame = pd.DataFrame({i: _whole(c.values) for i, c in enumerate(self.columns)})
        return frame.set_axis([c.name for c in self.columns], axis=1)

    def to_csv(self, path: str | PathLike[str] | None = None, force: bool = False) -> str | None:
        """Write the values of all rows as CSV, to a file or (without a path) as text.

        A text that a spreadsheet would take for a formula gets an apostrophe before it.

        Parameters
        ----------
        path : str or path, optional
            The file.
        force : bool
            Whether it may replace one that is there.
        """
        return saving.deliver(self._in_csv, path, force)

    def _in_csv(self) -> str:
        import pandas as pd

        frame = pd.DataFrame({i: _in_cells(_whole(c.values)) for i, c in enumerate(self.columns)})
        heads = [in_a_cell(column.name) for column in self.columns]
        return frame.to_csv(index=False, header=heads, lineterminator="\n")

    def to_markdown(
        self, path: str | PathLike[str] | None = None, force: bool = False
    ) -> str | None:
        """Write all rows as a Markdown table."""
        rows = range(len(self))
        make = lambda: self._tabulate("github", rows, in_markdown) + "\n"  # noqa: E731
        return saving.deliver(make, path, force)

    def to_latex(self, path: str | PathLike[str] | None = None, force: bool = False) -> str | None:
        """Write all rows as a LaTeX table (package booktabs)."""
        rows = range(len(self))
        return saving.deliver(lambda: self._tabulate("latex_booktabs", rows) + "\n", path, force)

    def to_html(self, path: str | PathLike[str] | None = None, force: bool = False) -> str | None:
        """Write all rows as an HTML table, everything in it escaped."""
        return saving.deliver(lambda: self._html(range(len(self))) + "\n", path, force)

    def _repr_html_(self) -> str:
        return self._html(self._shown())

    def _html(self, rows: Sequence[int | None]) -> str:
        head = "".join(
            f'<th scope="col" style="text-align:{c.align}">{in_html(c.name)}</th>'
            for c in self.columns
        )
        body = "\n".join(self._html_row(i) for i in rows)
        hidden = f"<tfoot><tr><td>{self._hidden()}</td></tr></tfoot>" if self._hidden() else ""
        return (
            f"<table><caption>{in_html(self.heading)}</caption>\n"
            f"<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>{hidden}</table>"
        )

    def _html_row(self, i: int | None) -> str:
        style = f' style="{MARK}"' if i is not None and i == self.marked else ""
        return f"<tr{style}>{''.join(self._html_cell(c, i) for c in self.columns)}</tr>"

    def _html_cell(self, column: Column, i: int | None) -> str:
        if i is None:
            return "<td>⋮</td>"
        hover = f' title="{in_html(column.hover(i))}"' if column.hover else ""
        text = in_html(column.cell(i))
        return f'<td style="text-align:{column.align}"{hover}>{text}</td>'


def _whole(values: Sequence):
    """Return all values of a column; a lazy one is asked for each, or for all at once."""
    if hasattr(values, "dtype"):
        return values
    many = getattr(values, "many", None)
    return many(range(len(values))) if many else [values[i] for i in range(len(values))]


def _in_cells(values: Sequence) -> Sequence:
    """Write what isn't a number so that it fits into the cells of a spreadsheet."""
    import pandas as pd

    if getattr(getattr(values, "dtype", None), "kind", "O") in "biuf":
        return values
    return pd.Series([_in_one_cell(value) for value in values], dtype=object)


def _in_one_cell(value):
    if isinstance(value, tuple):
        value = "; ".join(map(str, value))
    if isinstance(value, str):
        return in_a_cell(value)
    return float(value) if isinstance(value, float) else value  # one with its working, too


def show(*tables: Trace) -> None:
    """Print tables: abbreviated on a screen, whole where another program reads on."""
    screen = sys.stdout.isatty()
    print(*(table if screen else table.whole for table in tables), sep="\n\n")


# How to write a table into a file, by the file's ending.
WRITERS = {
    ".csv": Trace.to_csv,
    ".md": Trace.to_markdown,
    ".html": Trace.to_html,
    ".tex": Trace.to_latex,
}


class Traced(Named):
    """What is printed, and shown in a notebook, as the table that its ``trace()`` makes."""

    def trace(self) -> Trace:
        """Lay it out as a table."""
        raise NotImplementedError

    def to_frame(self) -> DataFrame:
        """Return that table as a pandas DataFrame."""
        return self.trace().to_frame()

    def __str__(self) -> str:
        return str(self.trace())

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return self.trace()._repr_html_()


def watched(steps: Iterable, unit: str, progress: bool | None = None) -> Iterable:
    """Show how far some steps are, where that lasts or is asked for.

    Parameters
    ----------
    steps : iterable
        What is gone through.
    unit : str
        What one of them is.
    progress : bool, optional
        Whether to show a bar; without it, one appears after two seconds.
    """
    if not (progress is None or isinstance(progress, bool)):
        why = "it is a yes or a no"
        raise InputError(f"progress={short(progress)}", why, "pass progress=True or False")
    if progress is False:
        return steps
    from tqdm.auto import tqdm

    if sys.platform == "emscripten":  # a browser, where no thread can be started to watch it
        tqdm.monitor_interval = 0
    return tqdm(steps, unit=unit, leave=False, delay=0 if progress else PATIENCE)


def in_html(text: str) -> str:
    """Write a line so that HTML shows it as it is.

    Examples
    --------
    >>> in_html('<b title="x">')
    '&lt;b title=&quot;x&quot;&gt;'
    """
    return html.escape(printable(text))


def in_a_script(value: Any) -> str:
    """Write data as JSON so that no text in it ends the script around it.

    Examples
    --------
    >>> in_a_script({"name": "</script>"})
    '{"name":"\\\\u003c/script>"}'
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def in_markdown(text: str) -> str:
    """Write a text so that Markdown and HTML show it as it is.

    Examples
    --------
    >>> print(in_markdown("<b>*x*</b> [a](b) $1$"))
    &lt;b&gt;\\*x\\*&lt;/b&gt; \\[a\\](b) \\$1\\$
    """
    plain = html.escape(lines(text), quote=False)
    return re.sub(r"([\\`*_\[\]$#|~!])", r"\\\1", plain)


def in_a_cell(text: str) -> str:
    """Write a text so that no spreadsheet takes it for a formula.

    Examples
    --------
    >>> in_a_cell("=1+1"), in_a_cell("Ann")
    ("'=1+1", 'Ann')
    """
    # A spreadsheet begins a row at a lone carriage return too, unless it is quoted; writers of CSV
    # quote the end of line that they know.
    one_end = text.replace("\r\n", "\n").replace("\r", "\n")
    return f"'{one_end}" if text.startswith(FORMULA) else one_end
