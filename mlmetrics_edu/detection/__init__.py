"""From boxes to hits: what overlaps what, which detection found which object.

=====================  ============================================================================
boxes                  ``iou``, ``box_forms``, ``nms``
masks                  ``masks``, ``mask_forms``, and what these are made of: ``run_lengths``
files of boxes         ``coco_files``, ``voc_files``, ``detection_files``; all use ``files`` and
                       ``cells``
tables of boxes        ``box_table``; and ``scenes``, the door that all of them pass
matching               ``assignment`` (who finds what), ``outcomes``, ``matching``;
                       ``detection_matrix``, whatever the class
mean AP                ``protocols``, ``detection_summary``, ``detection_map``
types of error         ``mistakes`` (which type, and what it costs), ``error_types``
=====================  ============================================================================
"""
