"""What a number is: formulas, their working, tables, words; nothing here knows a metric.

As one would read them: ``errors`` (what can go wrong, and what to do), ``inputs`` (the one door for
data), ``conventions`` (named choices), ``calls`` (names and arguments, also those of others),
``arithmetic`` (formulas read, worked out, written), ``formula`` (a formula, and a number that knows
its working), ``words`` (terms in three languages, and the working with them), ``digits`` (how
numbers are written), ``trace`` (tables, on a screen and in files), ``saving`` (files written
whole), ``table_files`` (tables read).
"""
