"""The threshold explorer: one threshold slides, and samples, counts, curves, formulas follow."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..core import inputs, words
from ..core.conventions import Language
from ..core.errors import InputError, MetricError, choice
from ..core.formula import Formula
from ..core.words import in_a_line
from ..metrics import rates, thresholds
from ..metrics.confusion import Confusion
from ..metrics.curves import ks
from ..metrics.sweep import Sweep, counted, needs
from ..metrics.thresholds import OTHER_NAMES, Optima, best_threshold
from ..plots.matrices import confusion
from ..plots.precision_recall import pr as draw_pr
from ..plots.roc_curve import roc as draw_roc
from ..plots.say import same_cut
from .instrument import Instrument, Setting, number, one_of, paper, with_table
from .page import DIAGONAL, Say, column, counts_at, described, share

CELLS = ("TN", "FP", "FN", "TP")
STOPS = 1000  # of the threshold: on a screen nobody sees more
LISTED = 400  # samples that are named; more are counted only
VIEWS = ("ranking", "matrix", "pr", "roc", "ks", "working")
USUAL = ("ranking", "matrix", "pr", "roc", "working")
SNAPS = ("f1", "youden", "recall ≥ 0.9")


class Explorer(Instrument):
    """A threshold to slide, and all that hangs on it; made by :func:`explore`.

    Attributes
    ----------
    threshold : float
        Samples with this score or a higher one are predicted positive; it can be set.
    model : str
        Which of several models is looked at, by its name; it can be set.
    confusion : Confusion
        The counts there, with all rates.
    samples : mapping of str to tuple
        Which samples are in which cell there.
    """

    script = "explorer"

    def __init__(
        self,
        sweeps: Mapping[str, Sweep],
        *,
        metrics: Sequence[str | Formula] = ("precision", "recall", "f1"),
        views: Sequence[str] | None = None,
        snaps: Sequence[str] = SNAPS,
        language: Language | None = None,
    ):
        for sweep in sweeps.values():
            counted(sweep, "explorer")
        super().__init__(language)
        self.sweeps = dict(sweeps)
        self.model, first = next(iter(self.sweeps.items()))
        self.title = self._titled(first)
        self._stops = {name: stops(sweep) for name, sweep in self.sweeps.items()}
        self._listed = {name: _listed(sweep) for name, sweep in self.sweeps.items()}
        self._long = any(order is None for order in self._listed.values())
        self._views = self._checked(views)
        self._formulas = rates.lookup_all(metrics)
        self._snaps = tuple(_known(by) for by in (snaps if inputs.several(snaps) else [snaps]))
        self.threshold = best_threshold(first, "f1").thresholds[0] if first.positives else np.inf

    def _titled(self, sweep: Sweep) -> str:
        size = sweep.positives + (sweep.negatives or sweep.fp[-1])
        return self.say("explorer.title", n=words.count(size), p=words.count(sweep.positives))

    def _checked(self, views) -> tuple[str, ...]:
        """Choose what is shown: what was asked for, or what these data have."""
        if views is not None:
            asked = views if inputs.several(views) else [views]
            chosen = tuple(choice(view, VIEWS, "views") for view in asked)
            if "ranking" in chosen and self._long:
                raise InputError(
                    f"a ranking of {self.title}",
                    f"each sample would be a button, and a page holds {LISTED}",
                    'leave "ranking" out of views=; mm.plots.densities shows how the scores lie',
                )
            return chosen
        without = {"ranking"} if self._long else set()
        sweeps = self.sweeps.values()
        if any(not sweep.negatives for sweep in sweeps):  # none there, or nobody has counted them
            without |= {"roc", "ks"}
        if any(not sweep.positives for sweep in sweeps):
            without |= {*PLANES}
        return tuple(view for view in USUAL if view not in without)

    @property
    def sweep(self) -> Sweep:
        """The sweep of the model that is looked at."""
        return self.sweeps[self.model]

    def _stop(self, threshold: float) -> float:
        """Find where a threshold stands: of a long sweep, at one of the stops."""
        row, rows = self.sweep.row_at(threshold), self._stops[self.model]
        if row not in rows:
            row = int(rows[np.searchsorted(rows, row, side="right") - 1])
            threshold = self.sweep.threshold[row]
        return np.inf if row == 0 else float(threshold)

    threshold = Setting(
        _stop,
        write=lambda _, threshold: None if threshold == np.inf else threshold,
        read=lambda _, threshold: np.inf if threshold is None else number(threshold),
    )
    model = one_of(lambda self: self.sweeps, "model", place=True)

    @property
    def confusion(self) -> Confusion:
        """The counts at the threshold."""
        return self.sweep.at(self.threshold)

    @property
    def samples(self) -> Mapping[str, tuple]:
        """Which samples are in which cell."""
        return self.confusion.samples

    def fixed(self) -> dict[str, Any]:
        """Gather what is shown, the formulas, and the columns of each model."""
        spoken = self.say("negative"), self.say("positive")
        names = next(iter(self.sweeps.values())).names
        return {
            "views": self._views,
            "classes": names if names != inputs.CLASSES else spoken,
            "formulas": [described(formula) for formula in self._formulas],
            "models": [self._model(name) for name in self.sweeps],
        }

    def _model(self, name: str) -> dict[str, Any]:
        """Gather the columns of one model, at the stops of its threshold."""
        sweep, rows, order = self.sweeps[name], self._stops[name], self._listed[name]
        planes = [view for view in self._views if view in PLANES]
        return {
            "name": name,
            **_thresholds(sweep.threshold[rows].tolist()),
            "exact": sweep.whole,
            **counts_at(sweep, rows),
            "planes": {view: PLANES[view](sweep, rows, self.say) for view in planes},
            "samples": None if order is None else _samples(sweep, order, rows),
            "snaps": [snap for by in self._snaps if (snap := self._snap(sweep, rows, by))],
        }

    def _snap(self, sweep: Sweep, rows: np.ndarray, by: str) -> dict[str, Any] | None:
        """Name an optimum, and find it among the stops; None where these data have none."""
        try:
            best = _optimum(sweep, by)
        except MetricError:
            return None
        places = np.flatnonzero(np.isin(rows, best.rows)).tolist()
        says = by if _is_bound(by) else f"max {best.criterion.symbol}"
        says = self.say("explorer.youden") if by == "youden" else says
        return {"says": says, "rows": places} if places else None

    def draw(self) -> Axes:
        """Draw the curve with its point, and the table, as they stand."""
        row, swept = self.sweep.row_at(self.threshold), self.sweep
        if not swept.positives:  # then there is no curve
            return confusion(self.confusion, paper(5.0, 4.7))
        if swept.negatives:
            return with_table(swept, row, draw_roc, swept["fpr"], swept["recall"])
        return with_table(swept, row, draw_pr, swept["recall"], swept["precision"])

    def __str__(self) -> str:
        cut = self.say("cut", threshold=same_cut(self.threshold, self.sweep))
        at = self.say("top") if np.isinf(self.threshold) else cut
        lines = [in_a_line(self.confusion.rate(formula, "nan")) for formula in self._formulas]
        return "\n".join([f"{self.title} · {at} · {self.confusion.summary}", *lines])


def _known(by: str) -> str:
    """Refuse an optimum that no data could have."""
    if not isinstance(by, str):
        raise InputError(
            f"snaps={inputs.short(by)}",
            "a button leads to an optimum, which has a name",
            'name some, such as snaps=("f1", "youden", "recall ≥ 0.9"), or none: snaps=()',
        )
    if _is_bound(by):
        thresholds.read_constraints(by)
    elif by not in OTHER_NAMES:
        rates.lookup(by)
    return by


def _is_bound(by: str) -> bool:
    return any(sign in by for sign in "≥>≤<=")


def _optimum(sweep: Sweep, by: str) -> Optima:
    if not _is_bound(by):
        return best_threshold(sweep, by)
    (bound,) = thresholds.read_constraints(by)
    asked = "recall" if bound.metric == "precision" else "precision"  # what is left to choose
    return best_threshold(sweep, asked, where=by)


def stops(sweep: Sweep) -> np.ndarray:
    """Choose where the threshold stops: where no tie is cut, or of very many where curves turn.

    The rows left out are so near to one that is there that no picture on a screen differs.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> stops(sweep([1, 0, 1], [0.9, 0.2, 0.2], ties="in-order")).tolist()
    [0, 1, 3]
    """
    ends = ends_of_ties(sweep)
    if len(ends) <= STOPS:
        return ends
    score = np.append(0, np.cumsum(-np.diff(sweep.threshold[1:])))
    score = np.append(0, score / (score[-1] or 1))
    total = max(sweep.positives, 1), max(sweep.negatives or sweep.fp[-1], 1)
    columns = (score, sweep.tp / total[0], sweep.fp / total[1], np.nan_to_num(sweep["precision"]))
    way = sum(np.abs(np.diff(column)) for column in columns)
    way = np.append(0, np.cumsum(way))
    chosen = np.searchsorted(way, np.linspace(0, way[-1], STOPS - 10))
    optima = [best_threshold(sweep, by).rows[0] for by in ("f1", "youden")] if all(total) else []
    kept = np.unique([0, *chosen, *optima, len(sweep) - 1])
    return np.unique(ends[np.searchsorted(ends, kept)])


def _listed(sweep: Sweep) -> np.ndarray | None:
    """Order the samples from the highest score down; None where they are too many, or unknown."""
    if sweep.samples is None or len(sweep.samples.score) > LISTED:
        return None
    return np.argsort(-sweep.samples.score, kind="stable")


def _thresholds(values: list[float]) -> dict[str, list[str]]:
    """Write thresholds in all their digits, and in as few as tell them apart."""
    write = words.in_order(values, cuts=True)
    return {"threshold": list(map(words.threshold, values)), "shown": list(map(write, values))}


def _samples(sweep: Sweep, order: np.ndarray, rows: np.ndarray) -> dict[str, list]:
    """List the samples: what they are called, score, class, at which stop they come in."""
    samples = sweep.samples
    names = order if samples.ids is None else samples.ids[order]
    scores = samples.score[order]
    write = words.in_order(scores.tolist())
    return {
        "ids": [str(name) for name in names.tolist()],
        "scores": [write(score) for score in scores.tolist()],
        "positive": samples.positive[order].astype(int).tolist(),
        "row": np.searchsorted(rows, [sweep.row_at(score) for score in scores.tolist()]).tolist(),
    }


# The planes of a sweep: of two rates over each other, and of both over the share called positive


def _curve(x: str, y: str, title: str, sweep: Sweep, rows: np.ndarray, say: Say) -> dict[str, Any]:
    """Describe one rate over another; TPR is what recall is called beside the FPR."""
    needs(sweep, "ROC curve" if x == "fpr" else "P-R curve", "recall", x)
    axes = {"x": share(say(x)), "y": share(say("tpr" if x == "fpr" else y))}
    at = {"x": column(sweep[x][rows]), "y": column(sweep[y][rows])}
    paths = [DIAGONAL] if x == "fpr" else []
    return {"title": say(title), **axes, "paths": paths, "moving": "dot", "at": at}


def _ks(sweep: Sweep, rows: np.ndarray, say: Say) -> dict[str, Any]:
    """Both rates over the share that is predicted positive, and how far they are apart."""
    curve = ks(sweep)
    x, tpr, fpr = (column(values[rows]) for values in (curve.x, curve.recall, curve.fpr))
    paths = [{"look": "curve", "x": x, "y": tpr}, {"look": "second", "x": x, "y": fpr}]
    axes = {"x": share(say("share")), "y": share(say("rates"))}
    at = {"x": x, "y": fpr, "x2": x, "y2": tpr}
    return {"title": say("ks"), **axes, "paths": paths, "moving": "gap", "at": at}


PLANES: Mapping[str, Callable[..., dict[str, Any]]] = {
    "pr": partial(_curve, "recall", "precision", "pr"),
    "roc": partial(_curve, "fpr", "recall", "roc"),
    "ks": _ks,
}


def ends_of_ties(sweep: Sweep) -> np.ndarray:
    """Find the rows at which a threshold can stop: none cuts a tie."""
    return np.flatnonzero(np.append(np.diff(sweep.threshold) != 0, True))
