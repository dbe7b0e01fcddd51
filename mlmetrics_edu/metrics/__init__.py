"""Counting, and the formulas over the counts.

Read them so: ``counting`` walks down a ranking; ``rates`` has every formula of a two-by-two table,
and ``confusion`` that table; ``sweep`` counts at every threshold, and ``sweep_table`` prints it.
``curves``, ``auc``, ``average_precision``, ``ks`` and ``thresholds`` read a sweep; ``ties`` and
``rounding`` tell what equal scores hide, ``dask`` counts partitions, ``means`` averages. Then come
costs (``costs``, ``cost_curves``, ``net_benefit``), classes (``confusion_matrix``,
``one_vs_rest``), lists and labels (``lists``, ``ndcg``, ``multilabel``), images, regression,
intervals and comparisons.
"""
