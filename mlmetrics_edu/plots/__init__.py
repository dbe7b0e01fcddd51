"""Pictures: values in, Axes out. Nothing is computed here, and nothing global is changed."""

from .matrix import confusion
from .strip import ranking
from .style import Picture, alternative_text, panels, style

__all__ = ["Picture", "alternative_text", "confusion", "panels", "ranking", "style"]
