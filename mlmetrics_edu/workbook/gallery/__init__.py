"""The textbook's pictures, redrawn from their data: one short function a figure.

registry: which there are, and their numbers · files: pictures, the index, what has drifted ·
counting · precision_recall · roc · costing · detecting: the figures.
"""

from .registry import figure, figures

__all__ = ["figure", "figures"]
