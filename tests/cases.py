"""Tables of cases that one test goes through, and how many random ones are tried.

Each time it is the same part of the random cases, and on demand all: `make explore` sets EXPLORE,
and then the property tests also look for cases of their own.
"""

import functools
import inspect
import os
from collections.abc import Iterable

import pytest

EXPLORE = bool(os.environ.get("EXPLORE"))
USUAL = 5  # of so many cases, one is tried each time


def seeds(cases: int, usual: int = USUAL) -> range:
    """Return the seeds of the cases to try: one of so many as usual, or all.

    Examples
    --------
    >>> [*seeds(20)] == [0, 5, 10, 15] or EXPLORE
    True
    """
    return range(0, cases, 1 if EXPLORE else usual)


def each(names: str, rows: Iterable):
    """Run a test on every row of a table, as one item; what fails is named, all of it at once.

    It is written as `pytest.mark.parametrize` is, and a thousand rows cost no more than their
    checks. Fixtures are made once for all rows.

    Parameters
    ----------
    names : str
        The arguments of the test that a row holds, with commas between.
    rows : iterable
        Of tuples, or of single values for one name.
    """
    names, rows = names.replace(",", " ").split(), [*rows]

    def of(test):
        @functools.wraps(test)
        def on_all(**fixtures):
            failed = []
            for row in rows:
                given = dict(zip(names, (row,) if len(names) == 1 else row, strict=True))
                try:
                    test(**given, **fixtures)
                except (Exception, BaseExceptionGroup, pytest.fail.Exception) as error:
                    error.add_note(f"with {', '.join(f'{k} = {v!r}' for k, v in given.items())}")
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(rows)} cases fail", failed)

        taken = inspect.signature(test).parameters.values()
        others = [parameter for parameter in taken if parameter.name not in names]
        on_all.__signature__ = inspect.Signature(others)
        return on_all

    return of
