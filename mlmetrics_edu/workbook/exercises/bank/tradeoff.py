"""Exercises of lesson 2."""
