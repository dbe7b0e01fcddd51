"""The door of the threshold explorer: what it may be given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from numpy.typing import ArrayLike

from ..core import inputs
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Formula
from ..live.explorer import SNAPS, Explorer
from ..metrics.rates import lookup_all
from ..metrics.sweep import Sweep, sweep
from .examples import Example, example


def explore(
    y_true: ArrayLike | Sweep | Mapping[str, Sweep] | Example | str,
    y_score: ArrayLike | None = None,
    *,
    ids: ArrayLike | None = None,
    views: str | Sequence[str] | None = None,
    metrics: str | Formula | Sequence[str | Formula] = ("precision", "recall", "f1"),
    snaps: str | Sequence[str] = SNAPS,
    language: Language | None = None,
) -> Explorer:
    """Slide a threshold, and see everything that hangs on it follow.

    A slider, a drag along a curve, arrow keys: the ranked samples with their outcome, the confusion
    matrix, curves, and the working of each metric move together. Point at a sample, a cell or a
    point: what belongs to it lights up. In a notebook Python knows where it stands; saved by
    ``to_html`` or exported, it works by itself.

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
        What to show, in which order: ``"ranking"`` (of 400 samples at most), ``"matrix"``,
        ``"pr"``, ``"roc"``, ``"ks"``, ``"working"``.
    metrics : sequence of str or Formula
        What is worked out.
    snaps : sequence of str
        Where a button leads: to the highest value of a metric, to ``"youden"`` (TPR − FPR), to the
        highest precision within a bound such as ``"recall ≥ 0.9"``, or to the highest recall within
        one on precision.
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
    return Explorer(
        _sweeps(y_true, y_score, ids),
        metrics=lookup_all(metrics),
        views=views,
        snaps=snaps,
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
