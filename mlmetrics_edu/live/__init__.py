"""Instruments: values that are moved, and everything else that follows; no second arithmetic.

======================  ===========================================================================
``instrument``          what each is: what is fixed, what moves (a trait each), a picture, a page
``page``                what a page works out and draws: formulas as trees, axes, columns and marks
``explorer``            the threshold explorer: ranking, table, curves and rates at a threshold
``explore_classes``     two lists of names, one class against the rest, and painted masks
``explore_means``       three means of precision and recall; F-beta, as β slides
``explore_ap``          six rules of average precision on one ranking
``explore_bells``       two normal populations, their curves, and a sample of them
``explore_costs``       prices that slide: which threshold is the cheapest
``explore_boxes``       two boxes and their IoU; detections on their images, AP and mAP
``explore_line``        points and a line, and the metrics of regression
``explore_resolution``  scores of few bits: what rounding costs, and why counts add up
``play``                the step player, over any table
``*.js``, ``*.css``     what draws them: ``shared.js`` and ``numbers.js`` serve all
``words.toml``          their phrases, in three languages, under the name of each
======================  ===========================================================================
"""
