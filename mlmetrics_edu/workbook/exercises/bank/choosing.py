"""Exercises of lesson 16."""
