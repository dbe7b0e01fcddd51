"""Every picture of the tests beside this one is legible, in all sizes and languages."""

from mlmetrics_edu.plots.look import style
from tests.cases import each
from tests.plots import (
    test_cost_marks,
    test_costs_family,
    test_curves_over_shares,
    test_f_beta,
    test_precision_recall,
    test_roc_curve,
    test_rule_values,
    test_score_densities,
)
from tests.plots.looks import assert_legible, looks

FAMILIES = (
    test_cost_marks,
    test_costs_family,
    test_curves_over_shares,
    test_f_beta,
    test_precision_recall,
    test_roc_curve,
    test_rule_values,
    test_score_densities,
)


@each("family", FAMILIES)
def test_each_is_legible(family):
    for name, size, language in looks(family.PICTURES):
        with style(size, language):
            try:
                assert_legible(family.PICTURES[name]())
            except AssertionError as error:
                error.add_note(f"{name}: {size}, {language}")
                raise
