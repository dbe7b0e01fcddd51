"""Calls that don't fit: which argument was meant, in three parts; all else as Python does it."""

import inspect
import pickle

import pytest

from mlmetrics_edu.core.errors import CallError, MetricError, explained, explained_class


@explained
def swept(y_true, y_score, *, positive=None, weights=None, bins=10):
    """Count."""
    return len(y_true) + len(y_score)


@explained
def auc(sweep, method="area"):
    return method


@explained_class
class Prices:
    def __init__(self, *, fp=1, fn=1):
        self.fp, self.fn = fp, fn

    @classmethod
    @explained
    def doubled(cls, fp, **more):
        return cls(fp=2 * fp, **more)


SAID = {
    "swept([1], [2], sample_weight=[1])": ("no argument 'sample_weight'", "write weights="),
    "swept([1], [2], pos_label=1)": ("no argument 'pos_label'", "write positive="),
    "swept([1], [2], n_bins=3)": ("no argument 'n_bins'", "write bins="),
    "swept([1], [2], weigths=[1])": ("no argument 'weigths'", "did you mean weights="),
    "swept([1], [2], xyzzy=1)": ("it takes y_true, y_score, positive, weights, bins", "help"),
    "swept([1])": ("swept() lacks y_score", "call swept(y_true, y_score)"),
    "swept()": ("swept() lacks y_true and y_score", "call swept("),
    "swept([1], [2], 1)": ("3 arguments without a name", "name them: swept(y_true, y_score, pos"),
    "swept([1], [2], y_true=[3])": ("got y_true twice", "leave one of them out"),
    "auc([1, 0], [0.9, 0.2], 'area')": ("labels and scores", "mm.auc(mm.sweep(y_true, y_score))"),
    "auc([1], max_fpr=0.1)": ("another function does that", "mm.partial_auc(s, max_fpr=0.1)"),
    "Prices(5, 1)": ("Prices() got 2 arguments without a name", "name them: Prices(fp=…, fn=…"),
    "Prices(cost=1)": ("it takes fp, fn", "help(mm.Prices)"),
    "Prices.doubled()": ("doubled() lacks fp", "call doubled(fp)"),
}


def test_what_does_not_fit_is_told_what_does():
    for call, (said, fix) in SAID.items():
        with pytest.raises(CallError) as caught:
            eval(call)
        assert isinstance(caught.value, TypeError) and isinstance(caught.value, MetricError)
        assert said in str(caught.value), call
        assert fix in caught.value.fix, call


def test_what_fits_is_called_as_it_is():
    assert swept([1], y_score=[2]) == 2 and auc(None) == "area"
    assert Prices(fp=2).fp == 2 and Prices.doubled(3, fn=4).fn == 4
    assert swept.__doc__ == "Count." and "y_true" in str(inspect.signature(swept))
    assert pickle.loads(pickle.dumps(auc)) is auc


def test_a_mistake_further_inside_is_no_call_that_does_not_fit():
    with pytest.raises(TypeError) as caught:
        swept([1], 2)
    assert not isinstance(caught.value, CallError)
