"""Figures of average precision: what the rules make of the same samples."""
