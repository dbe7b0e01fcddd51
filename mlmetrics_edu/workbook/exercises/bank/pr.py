"""Exercises of lesson 6."""
