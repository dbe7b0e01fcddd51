"""Instruments: values that are moved, and everything else that follows; no second arithmetic."""
