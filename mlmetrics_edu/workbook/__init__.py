"""What a learner works with: examples, lessons, and the commands around them.

As one would read them: ``examples`` (the data of lessons and textbooks), ``lessons`` (where they
are, copies of them, what a notebook and a page are made of), ``exercises`` and ``practice``
(questions, and how they come back), ``exploring`` (what the threshold explorer may be given),
``score_files`` (labels and scores of a file), ``report`` (a page on scores), ``gallery`` (figures),
``reference`` (words and conventions), ``homework``, ``handouts``, ``doctor`` (what is missing, and
the lab).
"""
