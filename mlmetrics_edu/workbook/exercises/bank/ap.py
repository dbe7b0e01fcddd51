"""Exercises of lesson 7."""
