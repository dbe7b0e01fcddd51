"""Where classifiers change places as β slides, and who comes last."""

import pytest

import mlmetrics_edu as mm

CAREFUL, MIDDLE = mm.Confusion(6, 2, 4, 88), mm.Confusion(7, 5, 3, 85)


def test_crossings_are_where_the_library_says():
    x = mm.explore_beta({"careful": CAREFUL, "middle": MIDDLE, "bold": mm.Confusion(9, 9, 1, 81)})
    square = mm.crossover_beta(CAREFUL, MIDDLE)
    (found,) = [one for one in x._crossings if (one.a, one.b) == ("careful", "middle")]
    assert found.square == square and found.beta == pytest.approx(float(square) ** 0.5, rel=1e-3)
    for one in x._crossings:
        x.beta = one.beta * 0.98
        before = x.order.index(one.a) < x.order.index(one.b)
        x.beta = one.beta * 1.02
        assert before != (x.order.index(one.a) < x.order.index(one.b))


def test_equal_ones_stay_in_their_order_and_undefined_ones_come_last():
    x = mm.explore_beta({"nothing": mm.Confusion(0, 0, 0, 5), "b": MIDDLE, "a": MIDDLE})
    assert x.order == ("b", "a", "nothing")
    assert not x._crossings
