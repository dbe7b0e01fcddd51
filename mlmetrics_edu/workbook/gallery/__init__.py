"""The textbook's pictures, redrawn from their data: a registry, and one short function a figure."""

from .registry import figure, figures

__all__ = ["figure", "figures"]
