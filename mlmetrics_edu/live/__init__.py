"""Instruments: values that are moved, and everything else that follows; no second arithmetic.

======================  ===========================================================================
``instrument``          what each is: what is fixed, what moves (a trait each), a picture, a page
``expressions``         formulas as trees, which a page works out in fractions
``planes``              axes, columns and marks, as a page draws them
``explorer``            the threshold explorer
``explore_…``           an instrument each; ``_means`` has that of β, ``_classes`` that of masks
``play``                the step player, over any table
``*.js``, ``*.css``     what draws them: ``shared.js`` and ``numbers.js`` serve all
``words.toml``          their phrases, in three languages
======================  ===========================================================================
"""
