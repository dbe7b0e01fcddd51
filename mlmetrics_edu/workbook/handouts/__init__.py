"""Lessons on paper and on a projector: for those who learn, and for those who teach.

``lesson`` reads a lesson and times it, ``handout`` makes pages, PDFs and slides of it.
"""
