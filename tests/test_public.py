"""The public names: where they are written, what they take, what a wrong one is told."""

import inspect
import re
import textwrap
import tomllib
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Literal, get_args, get_origin

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core import conventions, errors
from mlmetrics_edu.metrics.confusion import Rate
from mlmetrics_edu.metrics.confusion_matrix import Measure
from mlmetrics_edu.metrics.rates import NAMES, RATES, SYNONYMS
from mlmetrics_edu.metrics.sweep import RateColumn
from tests import results

CLASSES = results.classes()
UNTYPED = "mlmetrics_edu.detection"  # a room that is annotated on its own

# Lists that also hold what each name means, beside the Literal of the same names.
LISTS = {
    "ApRule": ("metrics.average_precision", "RULES"),
    "AucMethod": ("metrics.auc", "AUC"),
    "Alternative": ("metrics.ks", "KS"),
    "CostAxis": ("metrics.cost_curves", "AXES"),
    "ErrorMethod": ("metrics.auc_error", "METHODS"),
    "Orientation": ("metrics.confusion", "ORIENTATIONS"),
    "Lettering": ("metrics.confusion", "LETTERS"),
    "Average": ("metrics.means", "AVERAGES"),
    "BinomialEnds": ("metrics.intervals", "ENDS"),
    "McNemar": ("metrics.intervals", "TESTS"),
    "LabelAverage": ("metrics.multilabel", "AVERAGES"),
    "Divisor": ("metrics.lists", "DIVISORS"),
    "AbsentClass": ("metrics.segmentation", "ABSENT"),
    "R2Definition": ("metrics.r2", "R2"),
    "Size": ("plots.look", "SIZES"),
    "WalkAlong": ("live.play", "WAYS"),
}


def functions():
    """List what is public and called: functions, and the methods of classes."""
    for space, names in ((mm, mm.__all__), (mm.plots, mm.plots.__all__)):
        for name in names:
            if inspect.isfunction(one := getattr(space, name)):
                yield name, inspect.unwrap(one)
    for name, one in CLASSES.items():
        yield from ((f"{name}.{key}", f) for key, f in methods(one))


def methods(one):
    """List the public methods of a class, its properties among them."""
    for key, value in vars(one).items():
        if isinstance(value, Rate | Measure | RateColumn):
            continue
        value = getattr(value, "__func__", getattr(value, "fget", getattr(value, "func", value)))
        ours = getattr(value, "__module__", None) != "matplotlib.artist"
        if key[0] != "_" and inspect.isfunction(value) and ours:
            yield key, value


def test_only_public_names_are_listed():
    for space in (mm, mm.plots):
        assert dir(space) == space.__all__ == sorted(set(space.__all__))
        assert all(hasattr(space, name) and name[0] != "_" for name in dir(space))


def test_each_rate_stands_in_the_class_and_is_the_one_that_is_registered():
    rates = {name: one for name, one in vars(mm.Confusion).items() if isinstance(one, Rate)}
    assert rates.keys() == {*RATES, *SYNONYMS}
    assert all(rates[synonym] is rates[name] for synonym, name in SYNONYMS.items())
    c = mm.Confusion(4, 3, 2, 11)
    for name in RATES:
        assert getattr(c, name).formula is RATES[name]
        assert rates[name].__doc__.startswith(f"{RATES[name]},")


def test_what_is_public_says_what_it_takes_and_gives():
    bare = set()
    for name, function in functions():
        if function.__module__.startswith(UNTYPED):
            continue
        signature = inspect.signature(function)
        inputs = [p for p in signature.parameters.values() if p.name not in ("self", "cls")]
        overloaded = function.__qualname__ in OVERLOADED
        if not overloaded and (
            signature.return_annotation is signature.empty
            or any(p.annotation is p.empty for p in inputs)
        ):
            bare.add(name)
    assert bare == set()


def hints(function):
    """List the annotations of a function that mean something without a type checker."""
    for name, hint in inspect.get_annotations(function).items():
        with suppress(NameError, TypeError):  # what a type checker alone reads
            yield name, eval(hint, function.__globals__) if isinstance(hint, str) else hint


OVERLOADED = {"expected_cost", "CostCurve.ruling", "CostCurve.at"}


def test_each_list_of_names_is_the_one_that_an_editor_offers():
    for name, (module, listed) in LISTS.items():
        names = tuple(getattr(import_module(f"mlmetrics_edu.{module}"), listed))
        assert conventions.options(getattr(conventions, name)) == names, name


def test_docstrings_list_the_names_that_an_editor_offers():
    wrong, seen = {}, 0
    for name, function in functions():
        documented = dict(
            re.findall(r"^ *(\w+) : (\{[^}]*\})(?=$|,)", function.__doc__ or "", re.M)
        )
        for parameter, hint in hints(function):
            inside = [hint, *get_args(hint)]
            offered = next((get_args(h) for h in inside if get_origin(h) is Literal), None)
            if offered and parameter in documented:
                seen += 1
                if set(eval(documented[parameter])) != set(offered):
                    wrong[name, parameter] = documented[parameter], offered
    assert wrong == {}
    assert seen > 30


def test_what_to_write_for_a_name_of_elsewhere_gives_a_value():
    y_true, y_score = np.array([1, 0, 1, 0, 1]), np.array([0.9, 0.8, 0.6, 0.3, 0.2])
    known = {
        "mm": mm,
        "plots": mm.plots,
        "y_true": y_true,
        "y_score": y_score,
        "y_pred": [1, 1, 0, 0, 1],
    }
    s = mm.sweep(y_true, y_score)
    known |= {"curve": mm.roc(s)}
    known |= {"c": s.at(0.5), "s": s, "s_other": mm.sweep(y_true, y_score[::-1])}
    known |= {"m": mm.ConfusionMatrix([[5, 1], [2, 4]], ["a", "b"]), "relevance": [1, 0, 1]}
    known |= {"Y_true": [[1, 0], [0, 1]], "Y_pred": [[1, 1], [0, 1]], "lists": [[1, 0], [0, 1]]}
    known |= {"Y_score": [[0.9, 0.2], [0.4, 0.6]], "box_a": (0, 0, 2, 2), "box_b": (1, 1, 3, 3)}
    known |= {"P": np.column_stack([1 - y_score, y_score])}
    known |= {"image": np.eye(16), "other": np.eye(16)[::-1]}
    boxes = {"image": ["1"], "category": ["a"], "x1": [0], "y1": [0], "x2": [2], "y2": [2]}
    known |= {"truth": boxes, "detections": {**boxes, "score": [0.5]}}
    theirs = errors.elsewhere("rates").values()
    for owner in errors.OWNERS:
        there = {n for names in [*errors.elsewhere(owner).values(), *theirs] for n in names.split()}
        # A picture takes longer than a number: two stand for all.
        for name in {"youden", "TPR"} if owner == "plots" else there | {*NAMES}:
            asked = errors.written(owner, name, NAMES)
            assert asked, (owner, name)
            if not hasattr(known[owner], name):
                with pytest.raises(AttributeError) as caught:
                    getattr(known[owner], name)
                assert caught.value.fix == f"write {', or '.join(asked)}"
            for expression in asked:
                other = {"y_true": list("ab"), "y_pred": list("ba")} if '"a"' in expression else {}
                other = {"y_true": [1.5, 2], "y_pred": [1, 2]} if "mape" in expression else other
                assert eval(expression, {**known, **other}) is not None, (name, expression)
    assert len(there) > 60


def test_what_python_and_jupyter_look_for_costs_no_thought():
    for one in (mm, mm.Confusion(4, 3, 2, 11), mm.sweep([1, 0], [0.9, 0.4])):
        with pytest.raises(AttributeError) as caught:
            one._repr_png_  # noqa: B018
        assert not isinstance(caught.value, mm.MetricError)


GONE = tomllib.loads((Path(mm.__file__).with_name("gone.toml")).read_text(encoding="utf-8"))


def test_a_name_that_is_gone_says_what_to_write():
    for space, names in ((mm, GONE["mm"]), (mm.plots, GONE["plots"])):
        assert not {*names} & {*space.__all__}
        for name, instead in names.items():
            with pytest.raises(AttributeError) as caught:
                getattr(space, name)
            assert caught.value.fix == f"write {instead}"


def test_what_is_gone_stands_in_the_changelog():
    written = (Path(mm.__file__).parents[1] / "CHANGELOG.md").read_text(encoding="utf-8")
    lines = {
        f"- `{prefix}.{name}`: {instead}"
        for prefix, table in (("mm", "mm"), ("mm.plots", "plots"))
        for name, instead in GONE[table].items()
    }
    assert lines - {*written.splitlines()} == set()


def test_whatever_is_public_tells_which_name_comes_near():
    silent = {
        name
        for name, one in CLASSES.items()
        if not issubclass(one, Exception | tuple) and not hasattr(one, "__getattr__")
    }
    assert silent == set()


def test_a_sweep_and_a_curve_have_their_rates_as_columns():
    s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    rates = {name for name, one in vars(mm.Sweep).items() if isinstance(one, RateColumn)}
    assert rates >= {"precision", "recall", "tpr", "fpr", "fnr", "specificity", "accuracy", "f1"}
    for name in rates:
        assert np.array_equal(getattr(s, name), s[name], equal_nan=True)
    curve = mm.roc(s)
    assert curve.tpr is curve.recall is curve.y and curve.fpr is curve.x
    assert mm.ks(s).fpr is mm.ks(s).beside["fpr"] or np.array_equal(mm.ks(s).fpr, s.fpr)
    assert s.to_frame().equals(s.trace().to_frame())


NINE = 9
MANY = {"roc": 12, "pr": 12}  # that a picture of a curve may have
TOO_MANY = {"Curve"}  # each is to have nine at most: this list only gets shorter
SHOWN = 5  # lines of a signature, as an editor and Shift-Tab show it


def signatures():
    """List what is called, by its name, with its signature."""
    for space in (mm, mm.plots):
        for name in space.__all__:
            one = getattr(space, name)
            called = [(name, one)] if callable(one) else []
            called += [(f"{name}.{key}", f) for key, f in methods(one)] if called else []
            for what, function in called:
                with suppress(ValueError):  # a class without a constructor of its own
                    yield what, function, inspect.signature(function)


def as_written(one):
    """Tell whether the annotations of something are kept as they are written."""
    made = one.__init__ if inspect.isclass(one) and results.explains(one) else one
    return "annotations" in getattr(inspect.unwrap(made), "__globals__", {})


def test_a_public_function_has_nine_parameters_at_most():
    taken = {
        name: len(signature.parameters.keys() - {"self", "cls"})
        for name, _, signature in signatures()
    }
    more = {name for name, n in taken.items() if n > MANY.get(name, NINE)}
    assert more <= TOO_MANY


def test_a_signature_is_read_at_a_glance():
    long = {
        name: str(signature)
        for name, function, signature in signatures()
        if name not in TOO_MANY
        and as_written(function)
        and (
            len(textwrap.wrap(f"{name}{signature}", 100)) > SHOWN
            or re.search(r": '[A-Z]|> '|Union|typing|numpy", str(signature))
        )
    }
    assert long == {}
