"""Names such as "line 2", "line 3" …: a word and a number, written only when somebody looks."""

import numpy as np


class Numbered:
    """Names of samples that differ by their numbers, in the place of an array of texts.

    Parameters
    ----------
    word : str
        What is numbered.
    numbers : array of int
        No number twice.

    Examples
    --------
    >>> names = Numbered("line", np.array([2, 3, 5]))
    >>> names[2].item(), names[:2].tolist(), len(names)
    ('line 5', ['line 2', 'line 3'], 3)
    """

    dtype = np.dtype("U")
    ndim = 1

    def __init__(self, word: str, numbers: np.ndarray):
        self.word, self.numbers = word, numbers

    def __len__(self) -> int:
        return len(self.numbers)

    def __getitem__(self, rows):
        if isinstance(rows, int | np.integer):
            return np.str_(f"{self.word} {self.numbers[rows]}")
        return Numbered(self.word, self.numbers[rows])

    def __iter__(self):
        return iter(self.tolist())

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        return np.array(self.tolist(), dtype)

    def tolist(self) -> list[str]:
        """Write all of them."""
        return [f"{self.word} {number}" for number in self.numbers.tolist()]
