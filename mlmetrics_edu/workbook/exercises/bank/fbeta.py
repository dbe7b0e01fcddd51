"""Exercises of lesson 3."""
