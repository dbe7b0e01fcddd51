"""Exercises of lesson 10."""
