"""The one mean of numbers that keep their working: by definition, in fractions, by every policy."""

import pickle
from fractions import Fraction as Fr

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlmetrics_edu.core.arithmetic import Exact, exact
from mlmetrics_edu.core.errors import InputError, UndefinedError
from mlmetrics_edu.core.formula import Worked
from mlmetrics_edu.metrics import means
from tests.cases import each

VALUES = st.none() | st.fractions(-2, 2, max_denominator=9)
PARTS = st.lists(st.tuples(VALUES, st.sampled_from([0, 1, 2, 5])), min_size=1, max_size=8)


def works(values, why="0/0: nothing there"):
    """Make a number of each fraction, a nan of each None."""
    return [Worked(Exact(None, reason=why) if v is None else exact(v), "x") for v in values]


def parts(values, weights=None, names=None, kind="class", **how):
    heft = None if weights is None else np.array(weights)
    names = range(len(values)) if names is None else names
    return means.of_many("x", works(values, **how), kind, names, weights=heft)


def lazy(n, weights=None, fail=False):
    """Make many parts, and remember whose working was looked at."""
    seen = []

    def work(i):
        seen.append(i)
        assert not fail, "nobody asked"
        return Worked(exact(Fr(1, i + 1)) if i % 3 else Exact(None, reason=f"odd {i}"), "x")

    values = np.array([1 / (i + 1) if i % 3 else np.nan for i in range(n)])
    return means.Parts("category", range(n), values, work, weights), seen


@given(PARTS, st.booleans(), st.sampled_from(means.POLICIES), st.booleans())
def test_every_policy_by_definition(drawn, weighted, undefined, at_once):
    values, weights = zip(*drawn, strict=True)
    heft = weights if weighted else [1] * len(values)
    given_parts = parts(values, weights if weighted else None)
    counted = [(v, w) for v, w in zip(values, heft, strict=True) if w]
    holes = any(v is None for v, _ in counted)
    if undefined in (0, 1):
        counted = [(undefined if v is None else v, w) for v, w in counted]
    if undefined == "skip":
        counted = [(v, w) for v, w in counted if v is not None]
    none = not counted or (holes and undefined in ("nan", "raise"))
    if none and undefined == "raise":
        with pytest.raises(UndefinedError) as caught:
            means.mean("my_mean", given_parts, undefined, at_once=at_once)
        assert caught.value.what == "my mean is undefined" and "skip" in caught.value.fix
        return
    found = means.mean("my_mean", given_parts, undefined, at_once=at_once)
    if none:
        assert found.fraction == (undefined if undefined in (0, 1) else None) and found.reason
        return
    expected = sum(Fr(v) * w for v, w in counted) / sum(w for _, w in counted)
    assert found.fraction == expected and not found.reason
    assert found == pytest.approx(float(expected), abs=1e-15)
    assert found == float(expected) or not at_once  # rounded once


def test_whoever_has_no_value_is_named_with_the_reason():
    two = parts([None, Fr(1, 2), None], names=["cat", "dog", "emu"])
    who = "classes cat, emu (0/0: nothing there)"
    nan, skip, one = (means.mean("m", two, how) for how in ("nan", "skip", 1))
    assert nan.reason == f"no value for {who}" and nan.fraction is None
    assert nan.conventions == {"undefined": f"undefined: {who}"}
    assert skip.conventions == {"undefined": f"left out: {who}"} and skip.fraction == Fr(1, 2)
    assert one.conventions == {"undefined": f"counted as 1: {who}"} and one.fraction == Fr(5, 6)
    with pytest.raises(UndefinedError) as caught:
        means.mean("m", two, "raise")
    assert caught.value.why == nan.reason
    alone = means.mean("m", parts([None, 1], kind="query"), "skip")
    assert alone.conventions["undefined"] == "left out: query 0 (0/0: nothing there)"
    nobody = means.mean("m", parts([None, None], kind="query"), "skip")
    assert nobody.reason == "no value for queries 0, 1 (0/0: nothing there)"


def test_each_reason_is_said_once_and_not_all_are_asked():
    mixed = [*works([None, 1]), *works([None], "TN is unknown"), *works([None])]
    found = means.of_many("x", mixed, "label", "abcd")
    assert found.lack() == "labels a, d (0/0: nothing there); label c (TN is unknown)"
    many, seen = lazy(30)
    assert many.lack().endswith("category 15 (odd 15); … (4 more)") and seen == [0, 3, 6, 9, 12, 15]
    assert means.of_many("x", works([None], ""), "label", "a").lack() == "label a"


def test_who_has_no_weight_counts_for_nothing():
    weighted = parts([Fr(1, 2), None, 1, 0], [0.5, 0, 1.5, 0])
    found = means.mean("m", weighted)
    assert found.fraction == Fr(7, 8) and found.conventions == {"absent": "no weight: classes 1, 3"}
    lines = [line.split() for line in str(found.steps).splitlines()]
    assert lines[2:] == [
        ["0", "0.5", "1/2", "=", "0.500"],
        ["1", "0", "undefined"],
        ["2", "1.5", "1"],
        ["3", "0", "0"],
    ]
    assert "left out" not in str(means.mean("m", weighted, "skip").steps)
    light = parts([1, None], [0, 0], kind="query")
    assert means.mean("m", light, "skip").reason == "there is no query with any weight"
    assert means.mean("m", parts([], kind="category")).reason == "there is no category"
    assert means.mean("m", light, 1).fraction == 1


def test_the_working_waits_until_somebody_looks():
    many, seen = lazy(1203)
    found = means.mean("mAP", many, "skip")
    expected = np.nanmean(many.values)
    assert found == pytest.approx(expected, rel=1e-15) and seen == []
    full = means.Parts("category", range(1203), np.ones(1203), lazy(3, fail=True)[0].work)
    assert means.mean("mAP", full) == 1 and len(full.names) == 1203
    some, seen = lazy(600)
    found = means.mean("mAP", some, "skip")
    assert seen == []
    known = [Fr(1, i + 1) for i in range(600) if i % 3]
    assert found.fraction == sum(known) / len(known)
    assert {*seen} == {i for i in range(600) if i % 3}
    assert str(found.steps).startswith("mAP, over 600 categories · left out: category 0 (odd 0);")


def test_there_is_a_fraction_only_where_somebody_could_read_it():
    many = means.Parts("x", range(1001), np.ones(1001), lazy(3, fail=True)[0].work)
    assert means.mean("m", many).fraction is None and means.mean("m", many, at_once=True) == 1
    drawn = means.Parts("x", "ab", np.ones(2), many.work, np.array([0.1 + 0.2, 1 / 3]))
    assert means.mean("m", drawn).fraction is None
    root = [Worked(Exact(Fr(0.5**0.5), exact=False), "root"), *works([1])]
    for at_once in (False, True):
        found = means.mean("m", means.of_many("x", root, "class", "ab"), at_once=at_once)
        assert found.fraction is None and found == pytest.approx((1 + 0.5**0.5) / 2, rel=1e-15)


def test_the_steps_say_what_became_of_each():
    given_parts = parts([Fr(1, 3), None], names=["a", "b"])
    ends = {"nan": "undefined", "skip": "undefined, left out", 0: "undefined, counted as 0"}
    for undefined, end in ends.items():
        trace = means.mean("my_mean", given_parts, undefined).steps
        assert (
            str(trace).splitlines()[-1] == f"b      {'':{23 - len(end)}}{end}"[-0:].strip() or end
        )
        assert str(trace).splitlines()[-1].endswith(end) and len(trace) == 2
    assert trace.heading.startswith("my mean, over 2 classes · counted as 0: class b (")
    assert str(means.mean("m", parts([1], kind="query")).steps).startswith("m, over 1 query\n")
    again = pickle.loads(pickle.dumps(means.mean("m", given_parts, "skip")))
    assert again.fraction == Fr(1, 3) and "left out" in str(again.steps)


@each("value", [True, np.True_, "zero", 2, 0.5, None, [0], np.array([0, 1])])
def test_what_is_no_policy_is_refused(value):
    with pytest.raises(InputError, match="'nan', 'skip', 0, 1 or 'raise'"):
        means.policy(value)
