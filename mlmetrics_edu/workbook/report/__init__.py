"""A report on one's own scores, on a page: what they are worth, and how each number came about.

``document`` takes labels and scores, and puts the page together; ``case`` chooses a threshold and
gives its reasons, ``sections`` judges one model of two classes, ``models`` several, ``classes`` one
of many; ``page`` says how all of it is written.
"""

from .document import Report, report

__all__ = ["Report", "report"]
