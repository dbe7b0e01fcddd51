"""A table from its rates: whole samples, as near to the rates as n permits."""

import random

import pytest

from mlmetrics_edu.core.errors import InputError
from mlmetrics_edu.metrics.populations import from_rates


def test_cells_add_up_and_rates_are_as_near_as_whole_samples_permit():
    draw = random.Random(0)
    for _ in range(300):
        n, rates = draw.randrange(1, 5000), [draw.randrange(1001) / 1000 for _ in range(3)]
        table = from_rates(n, *rates)
        positives, negatives = table.tp + table.fn, table.fp + table.tn
        assert positives + negatives == n
        assert abs(positives - n * rates[0]) <= 0.5 + 1e-9
        assert abs(table.tp - positives * rates[1]) <= 0.5 + 1e-9
        assert abs(table.tn - negatives * rates[2]) <= 0.5 + 1e-9


@pytest.mark.parametrize("given", [(2.5, 0.1, 0.1, 0.1), (10, 1.5, 0, 0), (10, 0, None, 0)])
def test_bad_rates_are_explained(given):
    with pytest.raises(InputError):
        from_rates(*given)
