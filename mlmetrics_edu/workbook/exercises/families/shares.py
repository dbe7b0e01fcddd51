"""What is made of two numbers that a question gives, and of the odds of a share."""

from ..family import Family, family
from ..registry import formulas

OF_TWO = {
    "each": {"{a}": "x", "{b}": "y"},
    "rests": {"1 minus {a}": "1 - x", "1 minus {b}": "1 - y"},
    "differences": {"{a} less {b}": "x - y", "{b} less {a}": "y - x"},
    "ratios": {"{a} over {b}": "x / y", "{b} over {a}": "y / x"},
    "changes": {
        "the difference over {a}": "(x - y) / x",
        "the difference over {b}": "(x - y) / y",
        "the difference over the sum": "(x - y) / (x + y)",
    },
    "means": {
        "the mean of {a} and {b}": "(x + y) / 2",
        "the harmonic mean of {a} and {b}": "2*x*y / (x + y)",
        "{a} times {b}": "x*y",
    },
}
ODDS = {
    "the odds": "p / (1 - p)",
    "the odds the other way": "(1 - p) / p",
    "1 minus the odds": "1 - (1 - p) / p",
    "odds taken for a share": "1 / (2 - p)",
    "turned upside down": "1 / p",
}


def of_two(kinds: str, a: str, x, b: str, y) -> Family:
    """Return what two numbers are put together to.

    Parameters
    ----------
    kinds : str
        In which ways, of `OF_TWO`.
    a, b : str
        What the two numbers are.
    x, y : number
        The two numbers.

    Examples
    --------
    >>> family = of_two("each ratios", "the old share", 0.25, "the new share", 0.5)
    >>> print(family.members["the old share over the new share"].says())
    That's the old share over the new share.
    """
    ways = (way for kind in kinds.split() for way in OF_TWO[kind].items())
    texts = {name.format(a=a, b=b): text for name, text in ways}
    return family("shares.of_two", formulas({"x": x, "y": y}, texts))


def odds(share) -> Family:
    """Return what is said of a share where its odds are taken for it.

    Examples
    --------
    >>> odds(0.75).values["the odds"]
    3.0
    """
    return family("shares.odds", formulas({"p": share}, ODDS))
