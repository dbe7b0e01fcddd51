"""Predicted numbers and probabilities: errors, R², lines, calibration."""
