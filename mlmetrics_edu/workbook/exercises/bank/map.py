"""Exercises of lesson 14."""
