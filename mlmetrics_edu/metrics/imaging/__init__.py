"""Masks counted pixel by pixel, and how alike two images are."""
