"""Exercises of lesson 15."""
