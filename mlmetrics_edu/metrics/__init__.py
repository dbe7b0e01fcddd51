"""Counting, and the formulas over the counts.

Read them so: ``counting`` walks down a ranking; ``rates`` has every formula of a two-by-two table,
and ``confusion`` that table; ``sweep`` counts at every threshold, and prints the walk. ``curves``,
``auc``, ``average_precision``, ``ks`` and ``thresholds`` read a sweep; ``ties`` tells what equal
and rounded scores hide, ``means`` averages. Then come costs (``costs``, ``cost_curves``), classes
(``confusion_matrix``, ``one_vs_rest``), labels and lists (``multilabel``, ``lists``, ``ndcg``),
images (``pixel_counts``, ``segmentation``, ``ssim``), regression (``regression``, ``r2``),
probabilities (``calibration``), populations (``populations``), and how sure a number is
(``intervals``, ``auc_error``, ``bootstrap``, ``compare``).
"""
