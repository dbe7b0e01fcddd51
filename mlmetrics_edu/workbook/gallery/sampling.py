"""Figures of chance: what a curve looks like in theory, and from so many samples."""
