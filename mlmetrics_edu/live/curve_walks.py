"""Walks down a ranking and along its curves: what happens at each step, in rows, words, marks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..core import digits, inputs
from ..core.conventions import Language
from ..core.trace import Trace
from ..core.writing import in_a_line
from ..metrics.curve import Curve, needs
from ..metrics.curves import ks, pr, roc
from ..metrics.rates import COUNTS
from ..metrics.sweep import Sweep
from ..metrics.sweep_table import written
from ..plots.ks_curve import ks as draw_ks
from ..plots.ks_curve import widest
from ..plots.picture import Picture
from ..plots.precision_recall import pr as draw_pr
from ..plots.roc_curve import roc as draw_roc
from ..plots.say import same_cut
from .instrument import speaker, with_table
from .marks import Mark, grown, mark
from .planes import DIAGONAL, FIFTHS, Say, axis, share, some
from .player import FRAMES, Player, Walk, titled

FINE = 300  # points of a path; on a screen nobody sees more
NAMED = 3  # samples of a tie beside a point
LATTICE = 24  # lines of a grid, one a sample; more are a grey mist
CHIPS = 40  # samples that stand in a row, each by its name
OUTCOMES = (("TN", "FP"), ("FN", "TP"))  # of a negative and a positive, out and in
CHANCE = mark("path", DIAGONAL["look"], DIAGONAL["x"], DIAGONAL["y"])


def roc_walk(sweep: Sweep, *, language: Language | None = None) -> Player:
    """Step along the ROC curve: up for a hit, right for a false alarm.

    Each step names who is let in, the score, the four counts and both rates. A sweep with grouped
    ties goes diagonally where a tie holds both classes; the other sweeps go sample by sample.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold; of a long one 60 steps are shown.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words; without it the one in force, see :func:`style`.

    Returns
    -------
    Player

    Raises
    ------
    UndefinedError
        If one of the classes is missing.
    """
    needs(sweep, "walk along the ROC curve", "recall", "fpr")
    return Player(along_roc(roc(sweep), speaker(language)), language)


@dataclass(frozen=True)
class Steps:
    """The rows of a sweep at which a walk stops, and what is said of each."""

    sweep: Sweep
    say: Say
    rows: np.ndarray

    @classmethod
    def of(cls, sweep: Sweep, say: Say) -> "Steps":
        """Take all rows of a sweep, or of a long one some."""
        return cls(sweep, say, some(len(sweep), FRAMES))

    @cached_property
    def pairs(self) -> list[tuple[int | None, int]]:
        """Each row with the one before it."""
        rows = self.rows.tolist()
        return list(zip([None, *rows], rows, strict=False))

    def titled(self, key: str) -> str:
        """Say which walk it is, and whether steps were left out."""
        return titled(self.say, self.say(key), len(self.rows), len(self.sweep))

    def counts(self, *rates: str) -> dict[str, Any]:
        """Describe the table of counts, with the working of rates below it."""
        tables = [self.sweep.confusion(row) for row in self.rows.tolist()]
        counts = {cell: [digits.count(one.counts[cell]) for one in tables] for cell in COUNTS}
        lines = [[in_a_line(one.rate(rate, "nan")) for rate in rates] for one in tables]
        named = self.sweep.names != inputs.CLASSES
        names = self.sweep.names if named else classes(self.say)
        return {"counts": counts, "lines": lines, "classes": names}

    def table(self, *metrics: str) -> Trace:
        """Lay the rows out as the sweep does."""
        whole = self.sweep.trace(metrics)
        return replace(whole, columns=[column.take(self.rows) for column in whole.columns])

    def who(self, before: int | None, row: int) -> str:
        """Name who is let in at a step, where that is one row and the samples are known."""
        if before is None or row != before + 1 or self.sweep.samples is None:
            return ""
        names = digits.listing(self.sweep.admitted(row)[0], NAMED)
        return names if self.sweep.samples.ids is not None else self.say("walk.sample", name=names)

    def said(self, kind: str, follows: Callable[[int], str]) -> list[str]:
        """Say what happens at each step, and what follows."""
        return [
            self.say("walk.joined", a=self._event(kind, before, row), b=follows(row))
            for before, row in self.pairs
        ]

    def _event(self, kind: str, before: int | None, row: int) -> str:
        if before is None:
            return self.say("walk.start")
        who, (up, right) = self.who(before, row), self._let_in(before, row)
        values = {"score": same_cut(self.sweep.threshold[row].item(), self.sweep), "who": who}
        values |= {"up": digits.count(up), "right": digits.count(right)}
        if not who:
            kind = kind if kind == "walk" else "ranking"
            return self.say(f"{kind}.many", n=digits.count(up + right), **values)
        _, labels = self.sweep.admitted(row)
        if len(labels) == 1:
            return self.say(f"{kind}.{'hit' if labels[0] else 'alarm'}", **values)
        if kind == "walk":
            return self.say("walk.diagonal" if up and right else "walk.tied", **values)
        return self.say("ranking.tied", **values)

    def _let_in(self, before: int, row: int) -> tuple[float, float]:
        return tuple(column[row] - column[before] for column in (self.sweep.tp, self.sweep.fp))

    def between(self, x: np.ndarray, y: np.ndarray) -> list[np.ndarray]:
        """Find the points of a curve on the way to each step but the first."""
        path, points = some(len(x), FINE), np.column_stack([x, y])
        return [points[path[(path > a) & (path < b)]] for a, b in self.pairs[1:]]

    def along(self, x: np.ndarray, y: np.ndarray) -> list[Mark]:
        """Describe a curve that grows by a step, and who makes it grow."""
        points = np.column_stack([x, y])[self.rows].tolist()
        names = [self.who(*pair) for pair in self.pairs]
        return grown(points, self.between(x, y), names)

    def chips(self) -> list[dict[str, Any]]:
        """Describe the samples in a row, where they are known and few."""
        samples = self.sweep.samples
        if samples is None or len(samples.score) > CHIPS:
            return []
        write = digits.in_order(self.sweep.threshold[1:].tolist())
        chips = [
            {"name": str(name), "score": write(self.sweep.threshold[row]), "positive": label}
            | {"from": row, "signs": OUTCOMES[label]}
            for row in self.rows.tolist()
            for name, label in zip(*self.sweep.admitted(row), strict=True)
        ]
        return [{"title": self.say("samples"), "chips": chips}]

    def still(self, draw: Callable, x: np.ndarray, y: np.ndarray) -> Callable[[int], Picture]:
        """Return what draws a step: the curve with its point, and the table."""
        return lambda step: with_table(self.sweep, self.rows[step].item(), draw, x, y)


def classes(say: Say) -> tuple[str, str]:
    """Name both classes where nobody else has."""
    return say("negative"), say("positive")


def down_the_ranking(sweep: Sweep, say: Say) -> Walk:
    """Walk down the ranking: who comes in, the counts, P and R with their workings."""
    needs(sweep, "walk down the ranking", "recall")
    steps, curve = Steps.of(sweep, say), pr(sweep)
    return Walk(
        steps.titled("walk.ranking"),
        steps.table("precision", "recall"),
        steps.said("ranking", _both_rates(sweep, say)),
        [*steps.chips(), steps.counts("precision", "recall"), _pr_plane(steps, curve)],
        steps.still(draw_pr, curve.x, curve.y),
    )


def _both_rates(sweep: Sweep, say: Say) -> Callable[[int], str]:
    """Return what says precision and recall of a row."""

    def said(row: int) -> str:
        counts = sweep.confusion(row)
        rates = {rate: written(counts.rate(rate, "nan")) for rate in ("precision", "recall")}
        return say("ranking.rates", **rates)

    return said


def along_pr(curve: Curve, say: Say) -> Walk:
    """Walk along the P-R curve: right for a hit, down for a false alarm."""
    sweep = curve.sweep
    steps = Steps.of(sweep, say)
    return Walk(
        steps.titled("walk.pr"),
        steps.table("precision", "recall"),
        steps.said("pr", _both_rates(sweep, say)),
        [_pr_plane(steps, curve), steps.counts("precision", "recall")],
        steps.still(draw_pr, curve.x, curve.y),
    )


def _pr_plane(steps: Steps, curve: Curve) -> dict[str, Any]:
    say = steps.say
    axes = {"x": share(say("recall")), "y": share(say("precision")), "equal": True}
    return {"title": say("pr"), **axes, "marks": steps.along(curve.x, curve.y)}


def along_roc(curve: Curve, say: Say) -> Walk:
    """Walk along the ROC curve: up for a hit, right for a false alarm."""
    steps = Steps.of(curve.sweep, say)
    return Walk(
        steps.titled("walk.roc"),
        steps.table("recall", "fpr"),
        steps.said("walk", lambda row: counts_in_words(curve.sweep, row, say)),
        [
            {**roc_plane(say, curve.sweep), "marks": [CHANCE, *steps.along(curve.x, curve.y)]},
            steps.counts("tpr", "fpr"),
        ],
        steps.still(draw_roc, curve.x, curve.y),
    )


def counts_in_words(sweep: Sweep, row: int, say: Say) -> str:
    """Say the four counts of a row, and both rates as a division and a decimal."""
    counts = sweep.confusion(row)
    cells = {cell: digits.count(n) for cell, n in counts.counts.items()}
    return say("walk.counts", **cells, tpr=written(counts.tpr), fpr=written(counts.fpr))


def roc_plane(say: Say, sweep: Sweep | None = None) -> dict[str, Any]:
    """Describe the ROC plane; of few samples, with a line for each."""
    sizes = (None, None) if sweep is None else (sweep.negatives, sweep.positives)
    x, y = (
        _lattice(share(say(key)), size) for key, size in zip(("fpr", "tpr"), sizes, strict=True)
    )
    return {"title": say("roc"), "x": x, "y": y, "equal": True}


def _lattice(across: dict[str, Any], many: float | None) -> dict[str, Any]:
    """Put a line where each of few samples lies."""
    if many is None or many > LATTICE or many != int(many):
        return across
    return across | {"ticks": [*FIFTHS[::5], *([k / many, ""] for k in range(1, int(many)))]}


def along_ks(curve: Curve, say: Say) -> Walk:
    """Walk along both rates: a hit opens the gap between them, a false alarm closes it."""
    sweep, tpr, _fpr = curve.sweep, curve.beside["recall"], curve.beside["fpr"]
    steps, best = Steps.of(sweep, say), {*widest(curve).tolist()}

    def gap(row: int) -> str:
        counts = sweep.confusion(row)
        rates = {"tpr": written(counts.tpr), "fpr": written(counts.fpr)}
        key = "ks.widest" if row in best and curve.y[row] else "ks.gap"
        return say(key, **rates, gap=digits.decimal(curve.y[row]).replace("-", "−"))

    return Walk(
        steps.titled("walk.ks"),
        steps.table("recall", "fpr", "informedness"),
        steps.said("ks", gap),
        [_ks_plane(steps, curve), steps.counts("tpr", "fpr")],
        steps.still(lambda s, ax: draw_ks(curve, ax), curve.x, tpr),
    )


def _ks_plane(steps: Steps, curve: Curve) -> dict[str, Any]:
    x, say, marks = curve.x, steps.say, []
    for look, rate in (("curve", "recall"), ("second", "fpr")):
        pieces = grown(
            np.column_stack([x, curve.beside[rate]])[steps.rows].tolist(),
            steps.between(x, curve.beside[rate]),
        )
        marks += [one | {"look": look} for one in pieces if one["kind"] == "path"]
    for k, row in enumerate(steps.rows.tolist()):
        ends = curve.beside["fpr"][row], curve.beside["recall"][row]
        if np.isfinite(x[row]):
            marks.append(mark("segment", "gap", [x[row]] * 2, ends, since=k, until=k))
            marks += [mark("dot", "here", x[row], y, since=k, until=k) for y in ends]
    scores = x[np.isfinite(x)]
    by_score = curve.x_name == "threshold"
    across = axis(say("score"), scores.min(), scores.max()) if by_score else share(say("share"))
    return {"title": say("ks"), "x": across, "y": share(say("rates")), "equal": not by_score} | {
        "marks": marks
    }


ALONG: dict[str, Callable[[Sweep, Say], Walk]] = {
    "ranking": down_the_ranking,
    "roc": lambda sweep, say: along_roc(roc(sweep), say),
    "pr": lambda sweep, say: along_pr(pr(sweep), say),
    "ks": lambda sweep, say: along_ks(ks(sweep), say),
}
CURVES: dict[str, Callable[[Curve, Say], Walk]] = {
    "ROC": along_roc,
    "P-R": along_pr,
    "KS": along_ks,
}


def row_by_row(trace: Trace, say: Say, still: Callable[[Trace, int], Picture]) -> Walk:
    """Walk through any table, row by row; what is in the cells is the sentence."""
    rows = some(len(trace), FRAMES)
    table = replace(trace, columns=[column.take(rows) for column in trace.columns], marked=None)
    title = titled(say, trace.heading, len(rows), len(trace))
    said = [_cells(table, k, say) for k in range(len(rows))]
    return Walk(title, table, said, [], lambda step: still(table, step))


def _cells(table: Trace, row: int, say: Say) -> str:
    cells: Sequence[str] = [
        say("walk.cell", name=column.name, value=column.cell(row)) for column in table.columns
    ]
    return say("walk.separator").join(cells)
