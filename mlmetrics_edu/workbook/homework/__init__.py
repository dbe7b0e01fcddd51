"""Homework: a notebook a student, its key, and marks that name the mistakes."""
