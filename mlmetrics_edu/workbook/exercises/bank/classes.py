"""Exercises of lesson 4."""
