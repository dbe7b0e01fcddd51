"""Bad input of every kind: refused with what, why and what to do; never a number or a traceback."""

import datetime
import inspect
import zlib

import numpy as np
import pandas as pd
import pytest

import mlmetrics_edu as mm
from tests.cases import each
from tests.plots.test_given_to_plots import CALLS as PLOTS
from tests.test_given import CALLS, Given

Y, S = [1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1]
C = mm.Confusion(2, 3, 4, 11)
SWEEP = mm.sweep(Y, S)
VARIABLE = inspect.Parameter.VAR_KEYWORD
NAN, INF = float("nan"), float("inf")

BOX, TABLE = [0, 0, 9, 9], mm.ConfusionMatrix([[0, 1], [0, 1]])
OBJECT = {"x": [0], "y": [0], "w": [9], "h": [9]}
FOUND = {**OBJECT, "score": [1]}
RAGGED, MASK = [[1], [1, 2]], [[0, 1], [1, 0]]
MATCHED = mm.match(OBJECT, FOUND)


LIBRARY = {
    "no samples": lambda: mm.sweep([], []),
    "different lengths": lambda: mm.sweep(Y, S[:3]),
    "weights too short": lambda: mm.sweep(Y, S, weights=[1]),
    "NaN score": lambda: mm.sweep(Y, [0.9, NAN, 0.4, 0.1]),
    "None score": lambda: mm.sweep(Y, [0.9, None, 0.4, 0.1]),
    "text scores": lambda: mm.sweep(Y, ["0.9", "0.6", "0.4", "0.1"]),
    "dates as scores": lambda: mm.sweep(Y, np.array(["2020-01-01"] * 4, "datetime64[D]")),
    "whole scores beyond floats": lambda: mm.sweep(Y, [2**60, 2**60 + 1, 0, 1]),
    "two columns of scores": lambda: mm.sweep(Y, np.ones((4, 2))),
    "a generator": lambda: mm.sweep(Y, (s for s in S)),
    "a dictionary": lambda: mm.sweep(Y, dict(enumerate(S))),
    "masked scores": lambda: mm.sweep(Y, np.ma.masked_less(S, 0.5)),
    "two labels beside 1": lambda: mm.sweep([-1, 1, 2, 1], S),
    "three labels": lambda: mm.sweep([0, 1, 2, 1], S),
    "text labels unnamed": lambda: mm.sweep(["y", "n", "y", "n"], S),
    "positive misspelt": lambda: mm.sweep(["y", "n", "y", "n"], S, positive="yes"),
    "several positive labels": lambda: mm.sweep(Y, S, positive=[1, 0, 1, 0]),
    "three text labels": lambda: mm.sweep(["y", "n", "?", "n"], S, positive="y"),
    "NaN label": lambda: mm.sweep([1, 0, NAN, 0], S),
    "None label": lambda: mm.sweep([1, 0, None, 0], S),
    "numbers and texts": lambda: mm.sweep([1, "1", 0, "0"], S, positive=1),
    "pandas.NA label": lambda: mm.sweep(pd.array([1, 0, None, 0], "Int64"), S),
    "lists as labels": lambda: mm.sweep(np.array([[1], [0], None, "a"], object), S, positive="a"),
    "scores as predictions": lambda: mm.Confusion.from_labels(Y, S),
    "classes that differ": lambda: mm.Confusion.from_labels(["y", "n"], ["y", "no"], "y"),
    "types that differ": lambda: mm.Confusion.from_labels([1, 0], ["1", "0"], 1),
    "negative weight": lambda: mm.sweep(Y, S, weights=[1, -1, 1, 1]),
    "NaN weight": lambda: mm.sweep(Y, S, weights=[1, NAN, 1, 1]),
    "no weight at all": lambda: mm.sweep(Y, S, weights=[0, 0, 0, 0]),
    "text weights": lambda: mm.sweep(Y, S, weights=list("abcd")),
    "ids twice": lambda: mm.sweep(Y, S, ids=list("abca")),
    "ids that are lists": lambda: mm.sweep(Y, S, ids=np.array([[1], 2, 3, 4], object)),
    "unknown policy for 0/0": lambda: mm.Confusion(1, 2, 3, 4, undefined="zero"),
    "True as policy for 0/0": lambda: C.rate("precision", undefined=True),
    "fewer positives than seen": lambda: mm.sweep(Y, S, positives=1),
    "negatives in words": lambda: mm.sweep(Y, S, negatives="many"),
    "negative count": lambda: mm.Confusion(-1, 0, 0, 0),
    "infinite count": lambda: mm.Confusion(INF, 0, 0, 0),
    "boolean count": lambda: mm.Confusion(True, 0, 0, 0),
    "three-by-three table": lambda: mm.Confusion.from_table(np.eye(3)),
    "ragged table": lambda: mm.Confusion.from_table([[1, 2], [3]]),
    "unknown orientation": lambda: C.table("upside down"),
    "unknown lettering": lambda: C.letters("mine"),
    "samples not known": lambda: C.samples,
    "unknown rate": lambda: C.rate("pricision"),
    "a rate that is a number": lambda: C.rate(3),
    "unknown column": lambda: SWEEP["pricision"],
    "a row that is a float": lambda: SWEEP[0.5],
    "a row too far": lambda: SWEEP[99],
    "NaN threshold": lambda: SWEEP.at(NAN),
    "word for a threshold": lambda: SWEEP.at("half"),
    "a list for a threshold": lambda: SWEEP.at([0.5]),
    "a list of negatives": lambda: mm.sweep(Y, S, negatives=np.array([1, 2])),
    "beta of zero": lambda: C.f(0),
    "weight of zero": lambda: C.f_weights(0, 1),
    "sweeps of unlike ties": lambda: SWEEP + mm.sweep(Y, S, ties="in-order"),
    "a sample in both sweeps": lambda: (
        mm.sweep(Y, S, ids=list("abcd")) + mm.sweep([1], [1], ids=["a"])
    ),
    "ids in one sweep only": lambda: SWEEP + mm.sweep([1], [1], ids=["a"]),
    "counts that fall": lambda: mm.Sweep.from_counts([2, 1], [3, 1], [0, 0]),
    "thresholds that rise": lambda: mm.Sweep.from_counts([1, 2], [1, 3], [0, 0]),
    "a table of ragged columns": lambda: mm.Trace.of("t", {"a": [1, 2], "b": [1]}),
    "unknown example": lambda: mm.example("carz"),
    "formula without text": lambda: mm.Formula("x", ""),
    "formula without name": lambda: mm.Formula("", "TP"),
    "formula cut short": lambda: mm.Formula("x", "TP /"),
    "formula of two lines": lambda: mm.Formula("x", "TP; FP"),
    "term with a taken name": lambda: mm.Formula("x", "undefined / 2"),
    "unknown term of a column": lambda: SWEEP[mm.Formula("x", "TPP / 2")],
    "unknown term": lambda: C.rate(mm.Formula("x", "TPP / 2")),
    "term missing": lambda: mm.Formula("x", "TP / FP").work(TP=1),
    "term too many": lambda: mm.Formula("x", "TP").work(TP=1, FP=2),
    "array term": lambda: mm.Formula("x", "TP").work(TP=np.array([1, 2])),
    "undefined, to be raised": lambda: mm.Confusion(0, 0, 1, 1, undefined="raise").precision,
    "too many samples to draw": lambda: mm.plots.ranking(mm.sweep([0, 1] * 50, range(100))),
    "no samples to draw": lambda: mm.plots.ranking(SWEEP.drop_samples()),
    "three numbers for a box": lambda: mm.iou([0, 0, 1], BOX),
    "raise in an average": lambda: TABLE.average("precision", undefined="raise"),
    "a table for the name of an image": lambda: mm.plots.boxes(MATCHED, np.ones((2, 2))),
    "no name of an image": lambda: mm.plots.boxes(MATCHED, pd.NA),
    "a ragged picture below boxes": lambda: mm.plots.boxes(MATCHED, picture=RAGGED),
    "no edges of bars": lambda: mm.plots.densities(SWEEP, bins=[]),
    "one edge of bars": lambda: mm.plots.densities(SWEEP, bins=[0.5]),
    "an edge of bars twice": lambda: mm.plots.densities(SWEEP, bins=[0, 0.5, 0.5, 1]),
    "more bars than pixels": lambda: mm.plots.densities(SWEEP, bins=10**12),
    "bars of a smooth density": lambda: mm.plots.densities(SWEEP, kind="kde", bins=3),
    "names of classes in a table": lambda: mm.plots.densities(SWEEP, names=np.ones((2, 2))),
    "names of classes in a frame": lambda: mm.plots.confusion(C, names=pd.DataFrame({"a": [1, 2]})),
    "a class for points of ROC space": lambda: mm.plots.duality(int),
    "pandas.NA to be ignored": lambda: mm.plots.masks(MASK, MASK, ignore=pd.NA),
    "ragged values to be ignored": lambda: mm.plots.masks(MASK, MASK, ignore=RAGGED),
    "a stretch of 5000 digits": lambda: mm.plots.against_threshold(SWEEP, between=(0, 10**5000)),
    "numpy's True as a policy": lambda: TABLE.average("f1", undefined=np.True_),
}

MALICE = [
    "__import__('os').system('true')",
    "TP.__class__",
    "().__class__.__bases__[0]",
    "exec('1')",
    "open('x')",
    "(lambda: 1)()",
    "[x for x in (1,)]",
    "TP if FP else FN",
    "TP and FP",
    "f'{TP}'",
    "'a' * 9",
    "TP := 3",
    "9**9**9",
    "((2**9)**9)**9",
    "TP ** FP",
    "TP ** -1",
    "1e999",
    "10000000000000000",
    "True",
    "None",
    "TP @ FP",
    "TP // FP",
    "TP % FP",
    "TP << 9",
    "~TP",
    "not TP",
    "TP < FP",
    "*TP",
    "sqrt",
    "sqrt(TP, FP)",
    "sqrt(x=TP)",
    "max()",
    "_divide(TP, FP, 'x')",
    "__builtins__",
    "TP\0",
    "(" * 500,
    "-" * 900 + "TP",
    "TP + " * 150 + "TP",
    "1" * 5000,
    "TP # comment \n + __import__('os')",
    "\ud800",
]


def parts(error):
    """Check the three parts of an error, and give what happened."""
    assert isinstance(error, mm.MetricError)
    lines = str(error).split("\n  why: ")
    what, (why, fix) = lines[0], lines[1].split("\n  do:  ")
    assert min(map(len, (what, why, fix))) >= 3, str(error)
    assert "Traceback" not in str(error) and "object at 0x" not in str(error)
    return what


@each("kind", LIBRARY)
def test_the_library_refuses(kind):
    with pytest.raises(mm.MetricError) as caught:
        LIBRARY[kind]()
    parts(caught.value)


@each("text", MALICE)
def test_a_formula_is_arithmetic_and_nothing_else(text):
    with pytest.raises(mm.FormulaError) as caught:
        mm.Formula("x", text)
    parts(caught.value)


# One value of every kind that turns up where something else was meant.
KINDS = {
    "None": None,
    "NaN": NAN,
    "infinity": INF,
    "nothing": [],
    "one value": [1],
    "a table": np.ones((2, 2)),
    "a word": "x",
    "a number in letters": "1",
    "a date": datetime.date(2020, 1, 1),
    "beyond a float": 10**400,
    "more digits than Python writes": 10**5000,
    "a complex number": 1j,
    "a set": {1, 2},
    "an odd index": pd.Series([1, 0, 1], index=[5, 9, 7]),
    "a frame": pd.DataFrame({"a": [1, 2]}),
    "no dimension": np.array(1.0),
    "True": True,
    "an object": object(),
    "a negative number": -1,
    "a mapping": {"a": 1},
    "bytes": b"x",
    "two Nones": [None, None],
    "a function": len,
    "no time": np.datetime64("NaT"),
    "a mixture": np.array([1, "a", None], object),
    "far too many": 10**12,
    "a NUL": "a\0b",
    "half a letter": "\ud800",
    "an endless word": "x" * 5000,
    "pandas.NA": pd.NA,
    "a ragged list": [[1], [1, 2]],
    "a class": int,
    "a tuple of nothing": (),
    "a masked array": np.ma.masked_equal([1, 0, 1], 1),
    "a generator": (i for i in (1, 2)),
}
# Made by the library, with types that their signatures name; and functions of the caller's own.
TRUSTED = {mm.Worked, mm.Worked.retold, mm.Trace}
OWN = {"conventions", "statistic", "curve", "self", "ax", "axes"}


def bad_calls(calls, kinds):
    """Put some kinds of value, always the same, into each argument of each call that is good."""
    for call, (at_least, given) in calls.items():
        base = dict(inspect.signature(call).bind_partial(*at_least).arguments)
        for name, parameter in inspect.signature(call).parameters.items():
            if call in TRUSTED or name in OWN or name[0] == "_" or parameter.kind == VARIABLE:
                continue
            others = given[name].others if isinstance(given.get(name), Given) else {}
            first = zlib.crc32(f"{call.__qualname__}.{name}".encode()) % len(KINDS)
            for kind, value in (*KINDS.items(), *KINDS.items())[first : first + kinds]:
                if inspect.isgenerator(value):  # which gives its values once
                    value = (i for i in (1, 2))
                yield f"{call.__qualname__}({name}={kind})", call, {**base, **others, name: value}


def refused(call, given):
    """Call, and look at the answer as a user would; tell whether it was refused, in three parts."""
    given = {**given}
    first = [given.pop("self")] if "self" in given else []
    for name, parameter in inspect.signature(call).parameters.items():
        if parameter.kind == VARIABLE:
            given |= given.pop(name, {})
    try:
        str(call(*first, **given))
    except mm.MetricError as error:
        parts(error)
        str(error).encode()
        assert len(str(error)) < 2500, str(error)
        return True
    return False


# A second: a dozen odd values go into every argument of every public call.
@pytest.mark.filterwarnings("error")
@each("calls, kinds, least", [(CALLS, 9, 1000), (PLOTS, 2, 100)])
def test_whatever_is_put_into_an_argument_is_answered_or_refused(undrawn, calls, kinds, least):
    times, unlike = 0, {}
    for what, call, given in bad_calls(calls, kinds):
        try:
            times += refused(call, given)
        except Exception as error:
            unlike[what] = f"{type(error).__name__}: {error}"[:200]
    assert unlike == {}
    assert times > least
