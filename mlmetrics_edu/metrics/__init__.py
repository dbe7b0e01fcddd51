"""Counting, and the formulas over the counts."""
