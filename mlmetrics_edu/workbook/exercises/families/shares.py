"""What is made of two numbers that a question gives, and of the odds of a share."""

from ....core.formula import Formula
from ..family import Family, family

OF_TWO = {
    "{a}": "x",
    "{b}": "y",
    "1 minus {a}": "1 - x",
    "1 minus {b}": "1 - y",
    "{a} less {b}": "x - y",
    "{b} less {a}": "y - x",
    "{a} over {b}": "x / y",
    "{b} over {a}": "y / x",
    "the difference over {a}": "(x - y) / x",
    "the difference over {b}": "(x - y) / y",
    "the difference over the sum": "(x - y) / (x + y)",
    "the mean of {a} and {b}": "(x + y) / 2",
    "the harmonic mean of {a} and {b}": "2*x*y / (x + y)",
    "{a} times {b}": "x*y",
}
ODDS = {
    "the odds": "p / (1 - p)",
    "the odds the other way": "(1 - p) / p",
    "1 minus the odds": "1 - (1 - p) / p",
    "odds taken for a share": "1 / (2 - p)",
    "turned upside down": "1 / p",
}


def of_two(a: str, x, b: str, y) -> Family:
    """Return what two numbers are put together to.

    Examples
    --------
    >>> family = of_two("the old share", 0.25, "the new share", 0.5)
    >>> print(family.members["the old share over the new share"].says())
    That is the old share over the new share.
    """
    formulas = {name.format(a=a, b=b): text for name, text in OF_TWO.items()}
    terms = {"x": x, "y": y}
    worked = {name: Formula(name, text) for name, text in formulas.items()}
    values = {n: f.work(**{term: terms[term] for term in f.terms}) for n, f in worked.items()}
    return family("shares.of_two", values)


def odds(share) -> Family:
    """Return what is said of a share where its odds are taken for it.

    Examples
    --------
    >>> odds(0.75).values["the odds"]
    3.0
    """
    return family("shares.odds", {n: Formula(n, text).work(p=share) for n, text in ODDS.items()})
