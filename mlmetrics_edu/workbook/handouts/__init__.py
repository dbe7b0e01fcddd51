"""Lessons on paper and on a projector: for those who learn, and for those who teach."""
