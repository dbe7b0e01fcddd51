"""The threshold explorer: one threshold slides, and samples, counts, curves, formulas follow."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..core import digits, inputs
from ..core.conventions import Language
from ..core.errors import InputError, MetricError
from ..core.formula import Formula
from ..core.worked import in_a_line
from ..metrics import constraints, evaluate
from ..metrics.confusion import Confusion
from ..metrics.costing.costs import Costs
from ..metrics.costing.expected_cost import cost_at_thresholds
from ..metrics.curve import counted
from ..metrics.sweep import Sweep
from ..metrics.thresholds import OTHER_NAMES, Optima, best_threshold
from ..plots.matrices import confusion
from ..plots.picture import Picture, describe
from ..plots.precision_recall import pr as draw_pr
from ..plots.roc_curve import roc as draw_roc
from ..plots.say import same_cut
from .densities import densities, ends_of_ties
from .expressions import described
from .instrument import Instrument, paper, with_table
from .planes import PLANES, counts_at

CELLS = ("TN", "FP", "FN", "TP")
STOPS = 1000  # of the threshold: on a screen nobody sees more
LISTED = 400  # samples that are named; more are counted only
VIEWS = ("ranking", "densities", "matrix", *PLANES, "working")
USUAL = ("ranking", "densities", "matrix", "pr", "roc", "working")
SNAPS = ("f1", "youden", "recall ≥ 0.9")
WORDS = (
    *("threshold", "higher", "lower", "top", "cut", "samples", "densities", "matrix", "working"),
    *("bars", "predicted", "truth", "who", "more", "undefined"),
    *("predict", "predict_what", "asked", "yours", "check", "open", "right", "wrong", "unknown"),
    *("either", "unread", "two_digits", "more_digits", "snap"),
)


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

    script, words = "explorer", WORDS

    def __init__(
        self,
        sweeps: Mapping[str, Sweep],
        *,
        costs: Costs | None = None,
        metrics: Sequence[str | Formula] = ("precision", "recall", "f1"),
        views: Sequence[str] | None = None,
        snaps: Sequence[str] = SNAPS,
        mistakes: Mapping[str, list] | None = None,
        predict: bool = False,
        language: Language | None = None,
    ):
        for sweep in sweeps.values():
            counted(sweep, "explorer")
        self.sweeps, self.costs = dict(sweeps), costs
        first = self.sweep_of(0)
        super().__init__("", {"threshold": None, "model": 0}, language)
        self.title = self._titled(first)
        self._stops = [stops(sweep) for sweep in self.sweeps.values()]
        self._listed = [_listed(sweep) for sweep in self.sweeps.values()]
        self._long = any(order is None for order in self._listed)
        self._views = self._checked(views)
        self._formulas = evaluate.lookup_all(metrics)
        if costs is not None:
            self._formulas.append(cost_at_thresholds(first, costs))
        self._snaps = tuple(_known(by) for by in (snaps if inputs.several(snaps) else [snaps]))
        self._mistakes = dict(mistakes or {})
        self._predict = inputs.flag(predict, "predict")
        self.threshold = best_threshold(first, "f1").thresholds[0] if first.positives else np.inf

    def sweep_of(self, model: int) -> Sweep:
        """Return the sweep of a model, by its place."""
        return list(self.sweeps.values())[model]

    def _titled(self, sweep: Sweep) -> str:
        size = sweep.positives + (sweep.negatives or sweep.fp[-1])
        return self.say("title", n=digits.count(size), p=digits.count(sweep.positives))

    def _checked(self, views) -> tuple[str, ...]:
        """Choose what is shown: what was asked for, or what these data have."""
        if views is not None:
            asked = views if inputs.several(views) else [views]
            chosen = tuple(inputs.choice(view, VIEWS, "views") for view in asked)
            if "ranking" in chosen and self._long:
                raise InputError(
                    f"a ranking of {self.title}",
                    f"each sample would be a button, and a page holds {LISTED}",
                    'leave "ranking" out of views=; "densities" shows how the scores lie',
                )
            return chosen
        without = {"ranking"} if self._long else set()
        sweeps = self.sweeps.values()
        if any(not sweep.negatives for sweep in sweeps):  # none there, or nobody has counted them
            without |= {"roc", "ks", "cost"}
        if any(not sweep.positives for sweep in sweeps):
            without |= {*PLANES}
        cost = () if self.costs is None else ("cost",)
        return tuple(view for view in (*USUAL[:-1], *cost, USUAL[-1]) if view not in without)

    @property
    def model(self) -> str:
        """Which model is looked at."""
        return [*self.sweeps][self._state["model"]]

    @model.setter
    def model(self, name: str) -> None:
        inputs.choice(name, tuple(self.sweeps), "model")
        self._move(model=[*self.sweeps].index(name))

    @property
    def sweep(self) -> Sweep:
        """The sweep of the model that is looked at."""
        return self.sweep_of(self._state["model"])

    @property
    def threshold(self) -> float:
        """Samples with this score or a higher one are predicted positive."""
        at = self._state["threshold"]
        return np.inf if at is None else float(at)

    @threshold.setter
    def threshold(self, threshold: float) -> None:
        row = self.sweep.row_at(threshold)
        rows = self._stops[self._state["model"]]
        if row not in rows:  # of a long sweep, it stands at one of the stops
            row = int(rows[np.searchsorted(rows, row, side="right") - 1])
            threshold = self.sweep.threshold[row]
        self._move(threshold=None if row == 0 else float(threshold))

    @property
    def confusion(self) -> Confusion:
        """The counts at the threshold."""
        return self.sweep.at(self.threshold)

    @property
    def samples(self) -> Mapping[str, tuple]:
        """Which samples are in which cell."""
        return self.confusion.samples

    def _moved(self, state: Mapping[str, Any]) -> None:
        """Take over a threshold and a model; what is neither stays away."""
        at, model = state.get("threshold"), state.get("model", 0)
        known = type(model) is int and 0 <= model < len(self.sweeps)
        if known and (at is None or inputs.is_finite(at)):
            self._state = {"threshold": at, "model": model}

    def _content(self) -> dict[str, Any]:
        spoken = self.say("negative"), self.say("positive")
        first = self.sweep_of(0)
        names = first.names if first.names != inputs.CLASSES else spoken
        return {
            "views": self._views,
            "classes": names,
            "formulas": [described(formula) for formula in self._formulas],
            "mistakes": self._mistakes,
            "predict": self._predict,
            "models": [self._model(k, name) for k, name in enumerate(self.sweeps)],
        }

    def _model(self, k: int, name: str) -> dict[str, Any]:
        """Gather the columns of one model, at the stops of its threshold."""
        sweep, rows, order = self.sweep_of(k), self._stops[k], self._listed[k]
        shown = [view for view in self._views if view in PLANES]
        return {
            "name": name,
            **_thresholds(sweep.threshold[rows].tolist()),
            "exact": bool(sweep.in_units.unit.typed),
            **counts_at(sweep, rows),
            **_once({view: PLANES[view](sweep, rows, self.costs, self.say) for view in shown}),
            "densities": densities(sweep, rows, order, self.say("score")),
            "samples": None if order is None else _samples(sweep, order, rows),
            "snaps": [
                snap for by in self._snaps_of(sweep) if (snap := self._snap(sweep, rows, by))
            ],
        }

    def _snaps_of(self, sweep: Sweep) -> tuple[str, ...]:
        return (*self._snaps, "cost") if self.costs is not None else self._snaps

    def _snap(self, sweep: Sweep, rows: np.ndarray, by: str) -> dict[str, Any] | None:
        """Name an optimum, and find it among the stops; None where these data have none."""
        try:
            best = self._optimum(sweep, by)
        except MetricError:
            return None
        found = np.flatnonzero(np.isin(rows, best.rows)).tolist()
        key = {"youden": "snap.youden", "cost": "snap.cost"}.get(by)
        says = self.say(key) if key else by if _is_bound(by) else f"max {best.criterion.symbol}"
        return {"says": says, "rows": found} if found else None

    def _optimum(self, sweep: Sweep, by: str) -> Optima:
        if by == "cost":
            return best_threshold(sweep, costs=self.costs)
        if not _is_bound(by):
            return best_threshold(sweep, by)
        (bound,) = constraints.read_all(by)
        asked = "recall" if bound.metric == "precision" else "precision"  # what is left to choose
        return best_threshold(sweep, asked, where=by)

    def picture(self) -> Picture:
        """Draw the curve with its point, and the table, as they stand."""
        row, swept = self.sweep.row_at(self.threshold), self.sweep
        if not swept.positives:  # then there is no curve
            picture, ax = paper(5.0, 4.7)
            confusion(self.confusion, ax)
        elif swept.negatives:
            picture = with_table(swept, row, draw_roc, swept["fpr"], swept["recall"])
        else:
            picture = with_table(swept, row, draw_pr, swept["recall"], swept["precision"])
        describe(picture.axes[0], f"{self}")
        return picture

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
        constraints.read_all(by)
    elif by not in OTHER_NAMES:
        evaluate.lookup(by)
    return by


def _is_bound(by: str) -> bool:
    return any(sign in by for sign in "≥>≤<=")


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


def _once(planes: dict[str, Any]) -> dict[str, Any]:
    """Put columns that several planes have, such as recall, into one list of columns."""
    columns: dict[tuple, int] = {}

    def place(values: list) -> int:
        return columns.setdefault(tuple(values), len(columns))

    def shared(points: dict[str, Any]) -> dict[str, Any]:
        return {name: place(v) if isinstance(v, list) else v for name, v in points.items()}

    for plane in planes.values():
        plane["paths"] = [shared(path) for path in plane["paths"]]
        plane["at"] = shared(plane["at"])
    return {"planes": planes, "columns": list(map(list, columns))}


def _thresholds(values: list[float]) -> dict[str, list[str]]:
    """Write thresholds in all their digits, and in as few as tell them apart."""
    write = digits.in_order(values, cuts=True)
    return {"threshold": list(map(digits.threshold, values)), "shown": list(map(write, values))}


def _samples(sweep: Sweep, order: np.ndarray, rows: np.ndarray) -> dict[str, list]:
    """List the samples: what they are called, score, class, at which stop they come in."""
    samples = sweep.samples
    names = order if samples.ids is None else samples.ids[order]
    scores = samples.score[order]
    write = digits.in_order(scores.tolist())
    return {
        "ids": [str(name) for name in names.tolist()],
        "scores": [write(score) for score in scores.tolist()],
        "positive": samples.positive[order].astype(int).tolist(),
        "row": np.searchsorted(rows, [sweep.row_at(score) for score in scores.tolist()]).tolist(),
    }
