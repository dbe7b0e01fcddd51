"""Questions whose answers know which mistake was made.

A `question` asks and judges; the `registry` finds and draws it; its answer takes one of the `forms`
(what is chosen) or is `typed`, by what `reading` makes of it. `families` know what is taken for a
quantity; the `bank` holds the exercises; a `guess` is a question of a lesson, and `on_a_page` one
without Python.
"""
