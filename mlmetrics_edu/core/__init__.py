"""What a number is, and how it is written: formulas, working, tables, words, errors.

As one would read them: ``errors`` (what, why, what to do), ``arithmetic`` (exact numbers, columns,
and what a formula may hold), ``formula`` (Formula and Worked), ``writing`` (their working),
``trace`` (tables), ``digits`` and ``escaping`` (how numbers and texts are written), ``words``
(terms in three languages), ``inputs`` (the door for data), ``conventions`` (their names),
``table_files`` (tables that are read), ``saving`` (whole files or none), ``calls`` and
``elsewhere`` (a call or a name that doesn't fit), ``lazy`` (public names).
"""
