"""Six rules on one ranking: what is on the screen is what the library says of it."""

import itertools

import pytest

import mlmetrics_edu as mm
from tests.browsing import browser, needs_chromium
from tests.live.pages import open_page
from tests.live.screens import of_ap

assert browser and open_page  # fixtures, found by their names
SMALL = mm.sweep([1, 0, 1, 1, 0], [5, 4, 4, 2, 1], ids=list("abcde"))


@needs_chromium
def test_levels_are_reached_as_the_tools_find_them(open_page):
    """7/20 as a float is less than the level 0.35: COCO looks one sample further down."""
    s = mm.sweep([1] * 7 + [0] + [1] * 13, range(21, 0, -1))
    x = mm.explore_ap(s, rule="coco")
    of_ap(open_page(x), x)
    exact = mm.average_precision(s, "coco", compare="exact")
    assert x.average_precision == mm.average_precision(s, "coco") != exact


@needs_chromium
def test_shapes_are_those_of_the_rule(open_page):
    for rule, slopes in {"step": False, "voc2007": False, "coco": False, "trapezoid": True}.items():
        page = open_page(mm.explore_ap(SMALL, rule=rule))
        assert sloping(page.locator(".part").get_attribute("d")) == slopes, rule
    tied = mm.sweep([0, 1, 1, 1], [2, 1, 1, 1])
    for rule, inside in {"davis-goadrich": 2, "step": 0}.items():
        page = open_page(mm.explore_ap(tied, rule=rule))
        assert page.locator("circle.inside").count() == inside


def sloping(path):
    """Tell whether an outline has an edge that is neither level nor upright."""
    for piece in path.split("M")[1:]:
        points = [tuple(map(float, point.split())) for point in piece.split("L")]
        for (x, y), (u, v) in itertools.pairwise(points):
            if abs(x - u) > 0.11 and abs(y - v) > 0.11:
                return True
    return False


def test_python_reads_the_ranking_and_sets_the_rule():
    x = mm.explore_ap(SMALL, rule="coco")
    assert x.sweep.tp.tolist() == SMALL.tp.tolist() and x.sweep.threshold[1] == 5
    assert x.average_precision.fraction == mm.average_precision(SMALL, "coco").fraction
    x.rule = "step"
    assert x.average_precision == mm.average_precision(SMALL)
    x.follow({**x.state, "tied": [False] * 4, "order": [4, 0, 1, 2, 3]})
    assert x.sweep.threshold.tolist()[1:] == [5, 4, 3, 2, 1]
    assert x.sweep.admitted(1)[0] == ("e",)
    x.follow({**x.state, "labels": [False] * 5})
    assert "no positive" in str(x) and x.picture()
    with pytest.raises(mm.UndefinedError):
        print(x.average_precision)
    with pytest.raises(mm.MetricError, match="rule"):
        x.rule = "voc"
