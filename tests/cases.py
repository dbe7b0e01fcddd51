"""How many random cases are tried: each time the same fifth of them, and on demand all.

`make explore` sets EXPLORE, and then the property tests also look for cases of their own.
"""

import os

EXPLORE = bool(os.environ.get("EXPLORE"))
USUAL = 5  # of so many cases, one is tried each time


def batch(number: int, batches: int, cases: int) -> range:
    """Give the seeds of one batch of cases.

    Examples
    --------
    >>> [*batch(1, 2, 40)] == [1, 11, 21, 31] or EXPLORE
    True
    """
    return range(number, cases, batches)[:: 1 if EXPLORE else USUAL]
