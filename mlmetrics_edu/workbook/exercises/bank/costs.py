"""Exercises of lesson 12."""
