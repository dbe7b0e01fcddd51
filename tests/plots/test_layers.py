"""Layers: on Axes that are there, or in a plane of their own; the same as the keywords draw."""

import pkgutil
import subprocess
import sys

import numpy as np

import mlmetrics_edu as mm
from mlmetrics_edu import plots
from mlmetrics_edu.core import words
from mlmetrics_edu.metrics.average_precision import RULES
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each

SWEEP = mm.sweep([1, 0, 1, 1, 0, 0], [0.9, 0.8, 0.7, 0.4, 0.3, 0.1])
COSTS = mm.Costs(fp=1, fn=5)
LAYERS = {  # on a curve's plane, and what they are on one of their own
    "iso_cost": lambda ax: plots.iso_cost(SWEEP, COSTS, ax),
    "strips": lambda ax: plots.strips(SWEEP, ax, framed=2),
    "equal_error_rate": lambda ax: plots.equal_error_rate(SWEEP, ax),
    "iso_f1": lambda ax: plots.iso_f1(ax=ax),
    "unreachable": lambda ax: plots.unreachable(SWEEP, ax),
    "ap_areas": lambda ax: plots.ap_areas(SWEEP, "coco", ax),
    "band": lambda ax: plots.band(ROC_BAND, ax),
    "band of pr": lambda ax: plots.band(PR_BAND, ax),
}
ROC_BAND, PR_BAND = (mm.bootstrap_band(SWEEP, curve, times=20) for curve in (mm.roc, mm.pr))


def drawn(ax):
    """List where lines, areas and words are."""
    lines = sorted(np.nan_to_num(line.get_xydata().round(9)).tolist() for line in ax.lines)
    areas = [path.vertices.tolist() for area in ax.collections for path in area.get_paths()]
    return lines, areas, sorted(text.get_text() for text in ax.texts)


def test_equal_errors_are_marked_on_the_plane_that_is_there():
    bare = plots.equal_error_rate(SWEEP, plots.det(SWEEP))
    value = round(1 / 3, 9)
    assert [[value, value]] in drawn(bare)[0] and "Equal error rate 0.333" in alternative_text(bare)
    on_roc = plots.equal_error_rate({"A": SWEEP, "B": mm.roc(SWEEP)})
    assert drawn(on_roc)[0].count([[value, 1 - value]]) == 2


def test_no_module_has_the_name_of_a_picture():
    modules = {module.name for module in pkgutil.iter_modules(plots.__path__)}
    assert modules & {*plots.__all__} == set()


@each("rule", RULES)
def test_the_areas_of_every_rule_are_drawn_and_told(rule):
    told = alternative_text(plots.ap_areas(SWEEP, rule))
    assert words.both(mm.average_precision(SWEEP, rule)) in told


@each("layer", LAYERS)
def test_a_layer_finds_its_plane_or_makes_it(layer):
    alone = LAYERS[layer](None)
    plane = plots.roc if "FPR" in alone.get_xlabel() else plots.pr
    bare = plane(SWEEP)
    before = len(bare.get_children())
    assert LAYERS[layer](bare) is bare and len(bare.get_children()) > before
    assert bare.get_xlabel() == alone.get_xlabel() and bare.get_xlim() == alone.get_xlim()
    assert len(alternative_text(alone)) > 3


@each(
    "draw, keyword",
    [
        (LAYERS["iso_cost"], lambda: plots.roc(SWEEP, costs=COSTS)),
        (LAYERS["band"], lambda: plots.roc(SWEEP, band=ROC_BAND)),
        (LAYERS["ap_areas"], lambda: plots.pr(SWEEP, area="coco")),
        (LAYERS["band of pr"], lambda: plots.pr(SWEEP, band=PR_BAND)),
    ],
)
def test_a_layer_is_what_the_keyword_draws(draw, keyword):
    expected = keyword()
    plane = plots.roc if "FPR" in expected.get_xlabel() else plots.pr
    assert drawn(draw(plane(SWEEP))) == drawn(expected)


def test_seaborn_is_loaded_for_heat_maps_alone():
    code = """if True:
        import sys
        import mlmetrics_edu as mm
        s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
        for name in mm.plots.__all__:
            getattr(mm.plots, name)
        mm.plots.roc(s, hull=True), mm.plots.pr(s), mm.plots.densities(s)
        mm.plots.confusion(s.at(0.5))
        print({"seaborn", "pandas"} & set(sys.modules))
    """
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "set()"
