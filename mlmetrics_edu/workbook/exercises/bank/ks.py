"""Exercises of lesson 11."""
