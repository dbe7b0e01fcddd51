"""Boxes on images, and what became of them."""
