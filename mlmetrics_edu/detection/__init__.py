"""From boxes to hits: what overlaps what, which detection found which object, and how many.

===================  ==============================================================================
``boxes``            four numbers in one of three forms, and IoU with its working
``nms``              of boxes that overlap much, the surest stays
``box_tables``       the door that tables of boxes pass
``assignment``       which detection finds which object, at every overlap at once
``match``            the outcome of each box, and the reason for it
``protocols``        what PASCAL VOC and COCO hold fixed
``detection_map``    their numbers, each down to its detections
``error_types``      six types of mistakes, and what each costs
``masks``            run lengths and polygons, by pycocotools
``cells``            columns as files have them, each row with its place
``files``, ``coco``  tables and PASCAL VOC's folders; COCO's JSON
===================  ==============================================================================
"""
