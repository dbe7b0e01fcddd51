"""What a number is: formulas, their working, tables, words; nothing here knows a metric.

As one would read them: ``errors`` (what can go wrong, and what to do; names and calls, also those
of others), ``inputs`` (the one door for data), ``conventions`` (named choices), ``arithmetic``
(formulas read, worked out, written), ``formula`` (a formula, and a number that knows its working),
``words`` (terms in three languages, numbers in few digits, and the working with them), ``trace``
(tables, on a screen and in files), ``saving`` (files written whole), ``table_files`` (tables read).
"""
