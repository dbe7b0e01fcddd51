"""Exercises of lesson 9."""
