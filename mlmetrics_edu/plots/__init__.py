"""Pictures: values in, Axes out. Nothing is computed here, and nothing global is changed."""

from .look import style
from .matrix import confusion
from .picture import Picture, alternative_text, panels
from .strip import ranking

__all__ = ["Picture", "alternative_text", "confusion", "panels", "ranking", "style"]
