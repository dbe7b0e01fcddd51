"""Figures of images and of real values: masks, likeness, residuals, losses."""
