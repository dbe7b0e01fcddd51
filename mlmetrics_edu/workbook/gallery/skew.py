"""Figures of skew: the same ranking, and more negatives."""
