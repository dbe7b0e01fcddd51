"""Instruments: values that are moved, and everything else that follows; no second arithmetic.

======================  ===========================================================================
``instrument``          what each is: what is fixed, what moves (a trait each), a picture, a page
``formulas``            formulas as trees, which a page works out in fractions
``planes``              axes, columns and marks, as a page draws them
``explorer``            the threshold explorer: ranking, table, curves and rates at a threshold
``explore_lists``       two lists of names that overlap: who is called, and who is positive
``explore_classes``     one class against the rest, the four cells of two, and painted masks
``explore_means``       three means of precision and recall; F-beta, as β slides
``explore_ap``          six rules of average precision on one ranking
``explore_bells``       two normal populations, their curves, and a sample of them
``explore_costs``       prices that slide: which threshold is the cheapest
``explore_boxes``       two boxes that are dragged, and their IoU
``explore_map``         detections on their images: what became of each box, AP and mAP
``explore_line``        points and a line, and the metrics of regression
``explore_resolution``  scores of few bits: what rounding costs, and why counts add up
``play``                the step player, over any table
``*.js``, ``*.css``     what draws them: ``shared.js`` and ``numbers.js`` serve all
``words.toml``          their phrases, in three languages, under the name of each
======================  ===========================================================================
"""
