"""Known distributions of scores, and other shares of positives."""
