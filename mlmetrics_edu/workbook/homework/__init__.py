"""Homework: a notebook a student, its key, and marks that name the mistakes.

``plan`` says which questions are asked of whom, ``handout`` writes them down, ``marking`` reads and
marks what comes back.
"""
