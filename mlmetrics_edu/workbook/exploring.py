"""The door of the threshold explorer: what it may be given, and what people get wrong in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from numpy.typing import ArrayLike

from ..core import inputs
from ..core.arithmetic import exact
from ..core.calls import explained
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from ..live.explorer import SNAPS, Explorer
from ..live.formulas import tree
from ..metrics.rates import COUNTS, RATES, lookup_all
from ..metrics.sweep import Sweep, sweep
from ..plots.look import LANGUAGES, look
from .examples import Example, example
from .exercises.families import Family, sentences
from .exercises.families.tables import GENERIC, f_alone, rates

NEIGHBOURS = {"one row early": -1, "one row too far": 1}  # rows beside the one that is asked for


@explained
def explore(
    y_true: ArrayLike | Sweep | Mapping[str, Sweep] | Example | str,
    y_score: ArrayLike | None = None,
    *,
    ids: ArrayLike | None = None,
    views: str | Sequence[str] | None = None,
    metrics: str | Formula | Sequence[str | Formula] = ("precision", "recall", "f1"),
    snaps: str | Sequence[str] = SNAPS,
    predict: bool = False,
    language: Language | None = None,
) -> Explorer:
    """Slide a threshold, and see everything that hangs on it follow.

    A slider, a drag over the scores or along a curve, arrow keys: the ranked samples with their
    outcome, the scores of both classes, the confusion matrix, curves, and the working of each
    metric move together. Point at a sample, a cell or a point: what belongs to it lights up. In a
    notebook Python knows where it stands; saved by ``to_html`` or exported, it works by itself.

    Parameters
    ----------
    y_true : array_like, shape (n,), or Sweep, Example, str, mapping of str to Sweep
        Labels of two classes; or the counts at every threshold; or an example by its name; or
        several models by theirs.
    y_score : array_like, shape (n,), optional
        Scores, beside labels. Samples of equal score come in together, as no threshold parts them.
    ids : array_like, shape (n,), optional
        Names of the samples, beside labels.
    views : sequence of str, optional
        What to show, in which order: ``"ranking"`` (of 400 samples at most), ``"densities"``,
        ``"matrix"``, ``"pr"``, ``"roc"``, ``"ks"``, ``"working"``.
    metrics : sequence of str or Formula
        What is worked out.
    snaps : sequence of str
        Where a button leads: to the highest value of a metric, to ``"youden"`` (TPR − FPR), to the
        highest precision within a bound such as ``"recall ≥ 0.9"``, or to the highest recall within
        one on precision.
    predict : bool
        Whether numbers are hidden until somebody has predicted one. A button does the same.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words; without it the one in force.

    Returns
    -------
    Explorer
        ``.threshold`` and ``.model`` can be read and set; ``.confusion`` and ``.samples`` say what
        holds there.

    Raises
    ------
    InputError
        If there is nothing to explore, or an argument belongs to something else.

    Examples
    --------
    >>> e = explore([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> e.threshold = 0.5
    >>> print(e)
    4 samples, 2 positive · score ≥ 0.5 · TP 1, FP 1, FN 1, TN 1
    precision = TP / (TP + FP) = 1 / (1 + 1) = 1/2 = 0.5
    recall = TP / (TP + FN) = 1 / (1 + 1) = 1/2 = 0.5
    F1 = 2·TP / (2·TP + FP + FN) = 2·1 / (2·1 + 1 + 1) = 2/4 = 1/2 = 0.5
    >>> e.confusion.recall.fraction, e.samples["FN"]
    (Fraction(1, 2), (2,))
    """
    asked = lookup_all(metrics)
    spoken = look().language if language is None else inputs.choice(language, LANGUAGES, "language")
    return Explorer(
        _sweeps(y_true, y_score, ids),
        metrics=asked,
        views=views,
        snaps=snaps,
        mistakes={one.name: mistakes(one) for one in asked} if spoken == "en" else {},
        predict=predict,
        language=language,
    )


def _sweeps(of, y_score, ids) -> dict[str, Sweep]:
    """Read one model or several, in whichever way they come."""
    of = _of_example(of) if isinstance(of, str | Example) else of
    extra = [name for name, one in (("y_score", y_score), ("ids", ids)) if one is not None]
    if isinstance(of, Sweep | Mapping) and extra:
        what = "several models" if isinstance(of, Mapping) else "a sweep"
        raise InputError(
            f"{what}, and {', '.join(extra)}=",
            "its samples are counted already",
            "leave that out, or pass labels and scores",
        )
    if isinstance(of, Sweep):
        return {"": of}
    if isinstance(of, Mapping):
        return {str(name): one for name, one in of.items()} or _nothing()
    if y_score is None:
        raise InputError(
            f"labels, {inputs.short(of)}, without scores",
            "a threshold runs down the scores",
            "pass both, mm.explore(y_true, y_score), or a sweep, or the name of an example",
        )
    return {"": sweep(of, y_score, ids=ids)}


def _of_example(of: Example | str) -> Sweep:
    of = example(of) if isinstance(of, str) else of
    if of.y_score is None:
        raise InputError(
            f"the example {of.name!r}",
            "it has no scores, so there is no threshold to move",
            'take one that has, such as "cars"',
        )
    return sweep(of.y_true, of.y_score, ids=of.ids)


def _nothing():
    raise InputError(
        "a mapping of no models", "there is nothing to explore", 'pass {"A": sweep_a, "B": sweep_b}'
    )


@cache
def mistakes(formula: Formula) -> list[dict[str, Any]]:
    """List what people take a metric for: as trees that a page works out, each with its sentence.

    Examples
    --------
    >>> mistakes(*lookup_all("precision"))[0]
    {'tree': ['/', ['+', 'TP', 'TN'], ['+', ... 'says': "That's accuracy."}
    """
    if not {*formula.terms} <= {*COUNTS}:
        return []
    own = _with_numbers(formula, {})
    listed = [
        {"tree": made, "says": member.says()}
        for key, member in _family(formula).members.items()
        if (made := _tree(key, member.value)) is not None and made != own
    ]
    texts = sentences("tables.elsewhere")
    return listed + [{"tree": own, "row": by, "says": texts[key]} for key, by in NEIGHBOURS.items()]


def _family(formula: Formula) -> Family:
    """Return what stands around a metric."""
    beta = 1 if formula.name == "f1" else formula.fixed.get("beta")
    if beta is not None:
        return f_alone(GENERIC, float(beta)) + rates(GENERIC)
    return (
        rates(GENERIC, formula.name) if formula.name in RATES and formula.share else rates(GENERIC)
    )


def _tree(key: str, value) -> list | str | None:
    """Write what a member of a family is as a tree over the four counts; None where it is none."""
    if isinstance(value, Worked) and value.formula:
        terms = {name: _tree(name, term) for name, term in value.terms.items()}
        return None if None in terms.values() else _with_numbers(value.formula, terms)
    cells = {count: cell for cell, count in GENERIC.counts.items()}
    if value in cells:
        return cells[value]
    if isinstance(value, int) and "," in key:
        return tree(Formula(key, key.partition(",")[0]))
    number = exact(value)
    return str(number.value) if number.exact else None


def _with_numbers(formula: Formula, terms: Mapping[str, Any]):
    """Write a formula as a tree, with what it brings along and what is known of its terms."""
    fixed = {name: str(exact(value).value) for name, value in formula.fixed.items()}
    return _filled(tree(formula), {**fixed, **terms})


def _filled(node, terms: Mapping[str, Any]):
    """Put trees in the places of names."""
    if isinstance(node, str):
        return terms.get(node, node)
    sign, *parts = node
    if sign == "/":
        return [sign, _filled(parts[0], terms), _filled(parts[1], terms), parts[2]]
    return [sign, *(_filled(part, terms) for part in parts)]
