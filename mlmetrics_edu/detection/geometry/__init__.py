"""Boxes as rectangles: their forms, how much they overlap, and which suppress which."""
