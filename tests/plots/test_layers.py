"""Layers: on Axes that are there, or in a plane of their own; the same as the keywords draw."""

import pkgutil
import subprocess
import sys

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu import plots
from mlmetrics_edu.core import digits
from mlmetrics_edu.metrics.average_precision import RULES
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.precision_recall import nearest_corner
from tests.cases import each
from tests.plots.looks import assert_legible, looks

SWEEP = mm.sweep([1, 0, 1, 1, 0, 0], [0.9, 0.8, 0.7, 0.4, 0.3, 0.1])
COSTS = mm.Costs(fp=1, fn=5)
ROC = {
    "diagonal": (lambda ax: plots.diagonal(ax), {"diagonal": True}),
    "hull": (lambda ax: plots.hull(SWEEP, ax), {"hull": True}),
    "iso_cost": (lambda ax: plots.iso_cost(SWEEP, COSTS, ax), {"costs": COSTS}),
    "area": (lambda ax: plots.area(SWEEP, ax), {"area": True}),
    "points": (lambda ax: plots.points(SWEEP, 0.5, ax), {"mark": 0.5}),
}
PR = {
    "prevalence": (lambda ax: plots.prevalence(SWEEP, ax), {"prevalence": True}),
    "break_even": (lambda ax: plots.break_even(SWEEP, ax), {"break_even": True}),
    "ap_areas": (lambda ax: plots.ap_areas(SWEEP, "coco", ax), {"area": "coco"}),
    "points": (lambda ax: plots.points(mm.pr(SWEEP), 0.5, ax), {"mark": 0.5}),
}


def drawn(ax):
    """List where lines, areas and words are."""
    lines = sorted(np.nan_to_num(line.get_xydata().round(9)).tolist() for line in ax.lines)
    areas = [path.vertices.tolist() for area in ax.collections for path in area.get_paths()]
    return lines, areas, sorted(text.get_text() for text in ax.texts)


@each("layer", ROC)
def test_a_layer_on_a_roc_curve_is_what_the_keyword_draws(layer):
    draw, keyword = ROC[layer]
    bare = plots.roc(SWEEP, diagonal=False)
    assert draw(bare) is bare
    assert drawn(bare) == drawn(plots.roc(SWEEP, **{"diagonal": False, **keyword}))


@each("layer", PR)
def test_a_layer_on_a_pr_curve_is_what_the_keyword_draws(layer):
    draw, keyword = PR[layer]
    bare = plots.pr(SWEEP, prevalence=False)
    assert draw(bare) is bare
    assert drawn(bare) == drawn(plots.pr(SWEEP, **{"prevalence": False, **keyword}))


def test_equal_errors_are_marked_on_the_plane_that_is_there():
    bare = plots.equal_error_rate(SWEEP, plots.det(SWEEP))
    value = round(1 / 3, 9)
    assert [[value, value]] in drawn(bare)[0] and "Equal error rate 0.333" in alternative_text(bare)
    on_roc = plots.equal_error_rate({"A": SWEEP, "B": mm.roc(SWEEP)})
    assert drawn(on_roc)[0].count([[value, 1 - value]]) == 2


@each("of", ["roc", "pr"])
def test_a_band_finds_its_plane(of):
    band = mm.bootstrap_band(SWEEP, getattr(mm, of), times=20)
    alone, there = plots.band(band), getattr(plots, of)(SWEEP)
    assert alone.get_xlabel() == there.get_xlabel()
    assert plots.band(band, there) is there and "bootstrap band" in alternative_text(there)


def alone():
    """List every layer in a plane of its own."""
    pictures = {name: lambda draw=draw: draw(None) for name, (draw, _) in (ROC | PR).items()}
    counts = {"A": mm.Confusion(4, 3, 2, 11), "B": mm.Confusion(5, 6, 1, 8)}
    return pictures | {
        "strips": lambda: plots.strips(SWEEP, framed=2),
        "equal_error_rate": lambda: plots.equal_error_rate(SWEEP),
        "iso_f1": plots.iso_f1,
        "nearest_corner": lambda: nearest_corner(SWEEP),
        "unreachable": lambda: plots.unreachable(SWEEP),
        "tables": lambda: plots.points(counts),
        "bands": lambda: plots.band({"A": mm.bootstrap_band(SWEEP, times=20)}),
    }


@each("name, size, language", looks(alone()))
def test_layers_alone_are_legible_and_say_what_they_show(name, size, language):
    with plots.style(size, language):
        ax = alone()[name]()
        assert_legible(ax)
        assert len(alternative_text(ax)) > 3


def test_points_say_where_they_are():
    said = alternative_text(
        plots.points({"A": mm.Confusion(4, 3, 2, 11), "B": SWEEP}, {"half": 0.5})
    )
    assert "A (0.214, 0.667)" in said and "half (0.333, 0.667)" in said


@each("of, at", [(SWEEP, None), (mm.Confusion(4, 3, 2, 11), 0.5)])
def test_points_are_of_curves_at_thresholds_or_of_tables(of, at):
    with pytest.raises(mm.InputError, match="a threshold is a point of a curve"):
        plots.points(of, at)


def test_no_module_has_the_name_of_a_picture():
    modules = {module.name for module in pkgutil.iter_modules(plots.__path__)}
    assert modules & {*plots.__all__} == set()


def test_only_heat_maps_and_smooth_densities_load_seaborn():
    code = """if True:
        import sys
        import mlmetrics_edu as mm
        s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
        for name in mm.plots.__all__:
            getattr(mm.plots, name)
        mm.plots.roc(s, hull=True), mm.plots.pr(s), mm.plots.densities(s)
        print({"seaborn", "pandas"} & set(sys.modules))
        mm.plots.confusion(s.at(0.5))
        print("seaborn" in sys.modules)
        mm.plots.confusion_matrix(mm.ConfusionMatrix([[5, 1], [2, 4]]))
        print("seaborn" in sys.modules)
    """
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.split("\n")[:3] == ["set()", "False", "True"]


@each("rule", RULES)
def test_the_areas_of_every_rule_are_drawn_and_told(rule):
    told = alternative_text(plots.ap_areas(SWEEP, rule))
    assert digits.both(mm.average_precision(SWEEP, rule)) in told
