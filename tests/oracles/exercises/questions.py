"""The questions that are worked out again: on the lesson's data, and on some that are drawn."""

import mlmetrics_edu as mm
from tests import cases

SEEDS = [None, *cases.seeds(20, 2 * cases.USUAL)]


def asked(id, seeds=SEEDS):
    """Ask an exercise with each seed, one after another, as ``q``."""

    def of(test):
        @cases.each("seed", seeds)
        def on_each(seed):
            test(mm.exercise(id, seed))

        return on_each

    return of
