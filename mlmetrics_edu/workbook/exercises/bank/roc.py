"""Exercises of lesson 8."""
