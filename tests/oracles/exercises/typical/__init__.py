"""Typical wrong answers to each exercise that asks for a number, a file for each topic.

They are worked out from nothing but what a student sees, by code that knows nothing of the bank.
"""
