"""What ``counting`` and NumPy do, faster: ``benchmarks/sweep.py`` tells how many times.

Finding the order of the samples costs more than all else. Sorting numbers is three times as fast;
so the label is written into the score's last bit, and sorted along. And what is summed up goes
block by block, each small enough to stay in the processor's cache.
"""

import numpy as np

SIZE = 2**63 - 1  # all bits of a float but its sign
SMALL = 2**62  # above the bits of floats from 0 up to 2
NO_SCORE = -SIZE  # below all keys of scores
LARGEST = 1000  # powers of two up to here, and their inverses, are ordinary floats
BLOCK = 1 << 15  # rows


def count(positive: np.ndarray, score: np.ndarray):
    """Count true and false positives at each distinct score; None where no key can be made.

    Returns
    -------
    threshold, tp, fp : numpy.ndarray, shape (rows,)
    """
    keys = _keys(positive, score)
    return None if keys is None else _count_keys(*keys)


def _keys(positive: np.ndarray, score: np.ndarray):
    """Write score and label into one whole number: sorted, these are the ranking.

    The bits of floats from 0 up to 2 sort like whole numbers, and leave room for being doubled, so
    that the label can be added. Other scores are made small by a power of two, which changes no
    digit, and negative ones are counted downwards. The sign is turned to sort from the highest.

    Returns
    -------
    columns : numpy.ndarray of int, shape (3, n + 1)
        The first holds the keys: row 0 is left free, the others rise while the scores fall,
        positives first. The others are still empty: one large array takes less time to get than
        three, and its memory is kept for the next call.
    exponent : int or None
        Of that power of two; None where all scores were from 0 up to 2.
    """
    columns, exponent = np.empty((3, len(score) + 1), np.int64), None
    key, bits = columns[0, 1:], score.view(np.int64)
    if not 0 <= np.bitwise_or.reduce(bits) < SMALL:
        exponent = max(int(np.frexp(max(score.max(), -score.min()))[1]), 0)
        if exponent > LARGEST:
            return None
        spare = columns[1, 1:]  # nothing is in either column yet, and new ones take time to get
        small, again = key.view(float), spare.view(float)
        np.multiply(score, 2.0**-exponent, out=small)
        if exponent and not np.array_equal(np.multiply(small, 2.0**exponent, out=again), score):
            return None  # some are so much smaller than others that digits were lost
        bits = _signed(key, spare)
    np.multiply(bits, -2, out=key)
    key -= positive
    return columns, exponent


def _signed(bits: np.ndarray, spare: np.ndarray | None = None) -> np.ndarray:
    """Turn signs in the first bit into those of whole numbers, where they stand; 0 has none."""
    sign = np.right_shift(bits, 63, out=spare)
    bits &= SIZE
    bits ^= sign
    bits -= sign
    return bits


def _scores(key: np.ndarray, exponent: int | None) -> np.ndarray:
    """Read the scores out of the keys again."""
    if exponent is None:
        return key.view(np.float64)
    score = np.abs(key).view(np.float64)
    score *= 2.0**exponent
    return np.copysign(score, key, out=score)


def _count_keys(columns: np.ndarray, exponent: int | None):
    """Sort the keys, and count the labels in them; then put the thresholds in their place."""
    key, tp, fp = columns[0], columns[1], columns[2]
    key[1:].sort()
    key[0] = 0
    np.negative(key, out=key)
    np.bitwise_and(key, 1, out=tp)
    key >>= 1
    key[0] = NO_SCORE
    last = last_of_each(key)
    if last is None:
        np.bitwise_xor(tp, 1, out=fp)
        fp[0] = 0
        np.add.accumulate(columns[1:], axis=1, out=columns[1:])
    else:
        np.add.accumulate(tp, out=tp)
        key, tp = columns[:2, last]
        fp = last - tp  # as far as row i of all, i samples have come in
    threshold = _scores(key, exponent)
    threshold[0] = np.inf
    return threshold, tp, fp


def last_of_each(column: np.ndarray) -> np.ndarray | None:
    """Find the last row of each group of equal values; None where no two are equal."""
    if len(column) > BLOCK and all((c[1:] != c[:-1]).all() for (c,) in blocks(column)):
        return None
    changes = column[1:] != column[:-1]
    distinct = np.count_nonzero(changes) == len(changes)
    return None if distinct else np.append(changes, True).nonzero()[0]


def blocks(*columns: np.ndarray):
    """Cut columns into blocks that stay in the processor's cache, with all that is made of them.

    Each begins with the last row of the one before.
    """
    for start in range(0, len(columns[0]) - 1, BLOCK):
        yield tuple(column[start : start + BLOCK + 1] for column in columns)


def summed(over, *columns: np.ndarray):
    """Add up what a function makes of the steps from row to row, block by block."""
    return sum(over(*block) for block in blocks(*columns))


def sortable(numbers: np.ndarray) -> np.ndarray:
    """Turn floats into whole numbers of the same order.

    Examples
    --------
    >>> np.argsort(sortable(np.array([0.5, -0.25, 0.0, 2.0]))).tolist()
    [1, 2, 0, 3]
    """
    return _signed((numbers + 0.0).view(np.int64))  # -0.0 is 0.0


def stable_order(numbers: np.ndarray) -> np.ndarray:
    """Return the order that sorts whole numbers from 0 on, equal ones as they stand.

    It is ``np.argsort(numbers, kind="stable")``. The row is written into the low bits of each
    number, since to sort numbers takes a tenth of the time that it takes to find their order.

    Examples
    --------
    >>> stable_order(np.array([2, 0, 2, 1])).tolist()
    [1, 3, 0, 2]
    """
    if (numbers[1:] >= numbers[:-1]).all():
        return np.arange(len(numbers))
    bits = len(numbers).bit_length()
    if not len(numbers) or int(numbers.max()).bit_length() + bits > 62:
        return np.argsort(numbers, kind="stable")
    keys = np.left_shift(numbers, bits, dtype=np.int64)
    keys |= np.arange(len(numbers))
    keys.sort()
    keys &= (1 << bits) - 1
    return keys
