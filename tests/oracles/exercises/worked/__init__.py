"""What isn't a number: choices, orders, drawings, what is built and written, judged by others.

Each function reads a question as a student does, and
yields what may be typed together with what it is, by another library or by counting.
"""
