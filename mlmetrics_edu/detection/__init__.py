"""From boxes to hits: what overlaps what, which detection found which object, and how many.

===================  ==============================================================================
``boxes``            four numbers in one of three forms, and IoU with its working
``nms``              of boxes that overlap much, the surest stays
``box_tables``       the door that tables of boxes pass: names, numbers, each row with its place
``protocols``        what PASCAL VOC and COCO hold fixed, and which detection finds which object
``match``            the outcome of each box, and the reason for it
``detection_map``    the numbers of a protocol, each down to its detections
``error_types``      six types of mistakes, and what each costs
``masks``            run lengths and polygons, by pycocotools
``files``, ``coco``  tables and PASCAL VOC's folders; COCO's JSON
===================  ==============================================================================
"""
