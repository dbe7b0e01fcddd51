"""A report on one's own scores, on a page: what they are worth, and how each number came about."""

from .document import Report, report

__all__ = ["Report", "report"]
