"""Counting, and the formulas over the counts.

Read them so: ``counting`` walks down a ranking; ``rates`` has every formula of a two-by-two table,
and ``confusion`` that table; ``sweep`` counts at every threshold, and ``sweep_table`` prints it.
``curves``, ``auc``, ``average_precision``, ``ks`` and ``thresholds`` read a sweep; ``ties`` and
``rounding`` tell what equal scores hide, ``dask`` counts partitions, ``means`` averages. Then come
costs (``costs``, ``cost_curves``), classes (``class_labels``, ``confusion_matrix``,
``one_vs_rest``), labels and lists (``multilabel``, ``lists``, ``ndcg``), images (``pixel_counts``,
``segmentation``, ``ssim``), regression (``regression``, ``r2``), probabilities (``calibration``),
populations (``populations``, ``shift``), and how sure a number is (``intervals``, ``auc_error``,
``bootstrap``, ``compare``).
"""
