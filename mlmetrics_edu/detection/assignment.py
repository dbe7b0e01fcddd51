"""Who finds what: the rules by which detections and objects are matched.

The surest detection chooses first. What it may choose is where the rules differ: in PASCAL VOC it
is the object that it overlaps most, and if somebody was there before, it is a duplicate. In COCO it
is the best one that is still free.

Instead of taking one detection after the other, all ask at once for what they like best; an object
keeps the surest that asks; whoever is refused asks for its next wish. When nobody is refused any
more, each has what it would have got in turn. (It is the deferred acceptance of Gale and Shapley:
where one side agrees on who comes first, there is one stable matching only.)
"""

from typing import NamedTuple

import numpy as np

from .candidates import Pairs

ALMOST_ONE = 1 - 1e-10  # COCO asks for no more overlap than this


class Rule(NamedTuple):
    """How detections choose.

    Attributes
    ----------
    wishes : int or None
        How many objects a detection may ask for, one after the other; None for all.
    earlier : bool
        Whether of two objects with equal overlap the earlier one is preferred.
    aside : bool
        Whether objects that need not be found are asked only when no other is left.
    most : float
        No rule asks for a larger overlap than this.
    said : str
        The rule in words.
    """

    wishes: int | None
    earlier: bool
    aside: bool
    most: float
    said: str


RULES = {
    "coco": Rule(None, False, True, ALMOST_ONE, "coco: the best object that is still free"),
    "voc": Rule(1, True, False, 1.0, "voc: the object of most overlap, taken or not"),
}


def by_wish(pairs: Pairs, turn: np.ndarray, rule: Rule) -> Pairs:
    """Sort pairs by the turn of the detection, and for each by how much it likes the object."""
    like = pairs.truth if rule.earlier else -pairs.truth
    return pairs.take(np.lexsort((like, -pairs.iou, turn[pairs.detection])))


def found(pairs: Pairs, ignored: np.ndarray, shared: np.ndarray, iou: float, rule: Rule) -> Pairs:
    """Match: give the pairs that come about, one for each detection that finds something.

    Parameters
    ----------
    pairs : Pairs
        Sorted by :func:`by_wish`.
    ignored, shared : numpy.ndarray of bool, shape (objects,)
        Which objects need not be found, and which may be found by several.
    iou : float
        The least overlap.
    rule : Rule
        How detections choose.

    Examples
    --------
    Two objects; the first detection takes the one that both like best, the second the other one.

    >>> pairs = Pairs(np.array([0, 1, 1]), np.array([0, 0, 1]), np.array([0.9, 0.7, 0.6]))
    >>> nobody = np.zeros(2, bool)
    >>> found(pairs, nobody, nobody, 0.5, RULES["coco"]).truth.tolist()
    [0, 1]
    >>> found(pairs, nobody, nobody, 0.5, RULES["voc"]).truth.tolist()
    [0]
    """
    pairs = pairs.take(np.flatnonzero(pairs.iou >= min(iou, rule.most)))
    if rule.aside and ignored[pairs.truth].any():
        pairs = pairs.take(_put_aside(pairs, ignored))
    first = np.flatnonzero(np.append(True, pairs.detection[1:] != pairs.detection[:-1]))
    if not len(pairs.iou):
        return pairs
    return pairs.take(_settle(pairs, first, shared, rule.wishes))


def _put_aside(pairs: Pairs, ignored: np.ndarray) -> np.ndarray:
    """Move, for each detection, the objects that need not be found behind the others."""
    changes = np.append(True, pairs.detection[1:] != pairs.detection[:-1])
    return np.argsort(2 * np.cumsum(changes) + ignored[pairs.truth], kind="stable")


def _settle(pairs: Pairs, asking: np.ndarray, shared: np.ndarray, wishes: int | None) -> np.ndarray:
    """Let all ask until nobody is refused; the earlier a detection stands, the surer it is."""
    last = np.append(pairs.detection[1:] != pairs.detection[:-1], True) | (wishes == 1)
    holder = np.empty(len(shared), np.int64)
    while True:
        wish = pairs.truth[asking]
        holder[wish[::-1]] = asking[::-1]  # the surest writes last, and so stays
        refused = (holder[wish] != asking) & ~shared[wish]
        if not refused.any():
            return asking
        stays = ~(refused & last[asking])
        asking = (asking + refused)[stays]
