"""Exercises of lesson 0."""
