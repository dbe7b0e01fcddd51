"""Forms of an answer that is constructed: a drawn curve, a ranking, anything with a property."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ...core import digits
from . import reading
from .forms import THOUSANDTH, Form

SIGNS = str.maketrans("+-−", "100")


@dataclass(frozen=True)
class Points(Form):
    """A drawn curve: straight from point to point."""

    @property
    def asks(self) -> str:
        """Say what to type."""
        return "Answer with the corners of the curve from left to right: [(0, 0), (0, 1/2), …]."

    def read(self, answer) -> np.ndarray | None:
        """Read points; those that the line passes anyway are left out."""
        points = reading.as_points(answer)
        return None if points is None else corners(points)

    def write(self, value) -> str:
        """Write the corners."""
        pairs = (f"({digits.decimal(x)}, {digits.decimal(y)})" for x, y in self.read(value))
        return f"[{', '.join(pairs)}]"

    def same(self, a, b) -> bool:
        """Compare corner by corner."""
        return a.shape == b.shape and bool(np.allclose(a, b, rtol=0, atol=THOUSANDTH))


def corners(points: np.ndarray) -> np.ndarray:
    """Keep the points where a line starts, turns and ends.

    Examples
    --------
    >>> corners(np.array([[0, 0], [0, 0.5], [0, 1], [1, 1]])).tolist()
    [[0.0, 0.0], [0.0, 1.0], [1.0, 1.0]]
    """
    moved = np.r_[True, (np.abs(np.diff(points, axis=0)) > 1e-9).any(axis=1)]
    points = points[moved]
    before, after = np.diff(points, axis=0)[:-1], np.diff(points, axis=0)[1:]
    turns = np.abs(before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]) > 1e-6
    inner = turns if len(points) > 2 else np.zeros(0, bool)
    return points[np.r_[True, inner, True]] if len(points) > 1 else points


@dataclass(frozen=True)
class Labels(Form):
    """True labels from the highest score down; with ``positives``, so many of them positive."""

    count: int
    positives: int | None = None

    @property
    def asks(self) -> str:
        """Say what to type."""
        many = "" if self.positives is None else f", {self.positives} of them positive"
        one = (
            "10" * self.count if self.positives is None else "1" * self.positives + "0" * self.count
        )
        return f'Answer with {self.count} labels from the top{many}, such as "{one[: self.count]}".'

    def read(self, answer) -> tuple[int, ...] | None:
        """Read ones and zeros, or plus and minus signs, as a text or as a list."""
        text = answer if isinstance(answer, str) else "".join(map(str, labels_of(answer)))
        signs = re.sub(r"[\s,;，、]", "", reading.plain(text)).translate(
            str.maketrans("+-−", "100")
        )
        found = tuple(map(int, signs)) if re.fullmatch("[01]+", signs) else ()
        wanted = sum(found) if self.positives is None else self.positives
        return found if (len(found), sum(found)) == (self.count, wanted) else None

    def write(self, value) -> str:
        """Write ones and zeros."""
        return "".join(map(str, self.read(value)))


def labels_of(answer) -> list:
    """Return a list of labels as whole numbers, where they are."""
    numbers = reading.as_numbers(answer) or []
    return [int(number) if number in (0, 1) else "?" for number in numbers]


@dataclass(frozen=True)
class Built(Form):
    """Something with a property, of which there are many: it is judged by computing.

    Parameters
    ----------
    inner : Form
        How the thing is typed.
    judge : callable
        Takes what was read; gives True, the name of a mistake, or None.
    measure : callable
        Takes what was read; says in words what it came to.
    """

    inner: Form
    judge: Callable
    measure: Callable[[object], str]

    @property
    def asks(self) -> str:
        """Say what to type."""
        return f"{self.inner.asks} There is more than one way."

    def read(self, answer):
        """Read what was built."""
        return self.inner.read(answer)

    def write(self, value) -> str:
        """Write one that would do."""
        return self.inner.write(value)

    def same(self, a, b) -> bool:
        """Compare two of them."""
        return self.inner.same(a, b)

    def diagnose(self, given, right, mistakes: Mapping):
        """Judge what was built."""
        return self.judge(given)

    def remark(self, given) -> str:
        """Say what it came to."""
        return self.measure(given)
