"""Walks that add up: areas of an average precision, pairs of an AUC, stretches of a cost curve."""

import itertools
from dataclasses import replace
from typing import Any

import numpy as np

from ..core import digits
from ..core.trace import Column, Trace
from ..metrics.auc import PairSteps
from ..metrics.average_precision import RULES, ApSteps, average_precision
from ..metrics.costing.cost_curves import AXES, CostCurve
from ..metrics.curves import pr, roc
from ..plots.average_precision import ap_areas, shapes, tops
from ..plots.cost_curves import cost_curve as draw_cost_curve
from ..plots.picture import Picture
from ..plots.rankings import cells_fit
from ..plots.rankings import pairs as draw_pairs
from ..plots.roc_curve import roc as draw_roc
from .curve_walks import roc_plane
from .marks import Mark, mark
from .planes import Say, axis, share, some
from .player import FRAMES, Walk, titled

MANY = 40  # areas that one step adds; of more, nobody sees each
BENT = 21  # points of a stretch, which over p may be bent, and of the edge of very many areas
WIDER = {"from": -0.06, "to": 1.06}  # bars around the levels 0 and 1 reach beyond them


def adding_up(steps: ApSteps, say: Say) -> Walk:
    """Walk through what an AP is summed up from: a gain in recall a step, or a level of recall."""
    rule, sweep = RULES[steps.rule], steps.sweep
    cells = {column.name: column for column in steps.columns}
    many = np.array(cells["levels"].values) if "levels" in cells else np.ones(len(steps), int)
    ends = np.cumsum(many)
    table = _with_sums(steps, ends) if rule.levels else steps[:]
    rows = some(len(table), FRAMES)
    chosen = replace(table, columns=[column.take(rows) for column in table.columns])
    said = [_area_in_words(chosen, k, say) for k in range(len(rows))]
    title = say("walk.ap", rule=steps.rule, formula=rule.text)
    panel = _areas(steps, np.append(0, ends[rows]), say)

    def still(step: int) -> Picture:
        return ap_areas(sweep, steps.rule).figure

    return Walk(titled(say, title, len(rows), len(table)), chosen, said, [panel], still)


def _with_sums(steps: ApSteps, ends: np.ndarray) -> Trace:
    """Set beside each level what the sum is so far, by the formula of the rule."""
    asked = average_precision(steps.sweep, steps.rule, compare=steps.compare)
    heights, levels = asked.terms["height"], asked.terms["levels"]
    sums = [asked.formula.column(height=heights[:end], levels=levels)[()] for end in ends.tolist()]
    return replace(steps[:], columns=(*steps.columns, Column("so far", sums, digits.both)))


def _area_in_words(table: Trace, row: int, say: Say) -> str:
    cells = {column.name: column.cell(row) for column in table.columns}
    so_far = cells["so far"]
    if "width" in cells:
        parts = {name: cells[name] for name in ("threshold", "width", "height", "area")}
        return say("ap.gain", **parts, so_far=so_far)
    level, reached = cells["recall ≥"], cells["reached at"]
    if reached == "never":
        return say("ap.never", level=level, so_far=so_far)
    height = cells["highest precision from there"]
    return say("ap.level", level=level, reached=reached, height=height, so_far=so_far)


def _areas(steps: ApSteps, ends: np.ndarray, say: Say) -> dict[str, Any]:
    """Describe the plane: the P-R curve, and the area that each step adds."""
    curve, edges = pr(steps.sweep), tops(steps.sweep, steps.rule)
    path = some(len(curve), 10 * MANY)
    fine = " fine" if len(edges) > MANY else ""
    marks = []
    for k, (first, end) in enumerate(itertools.pairwise(ends)):
        x, y = _outlines(edges[first:end])
        marks += [mark("path", f"fill before{fine}", x, y, since=k)]
        marks += [mark("path", f"fill new{fine}", x, y, since=k, until=k)]
    marks.append(mark("path", "curve", curve.x[path], curve.y[path]))
    wide = WIDER if RULES[steps.rule].levels else {}
    axes = {"x": share(say("recall")) | wide, "y": share(say("precision"))}
    return {"title": say("ap.areas"), **axes, "equal": True, "marks": marks}


def _outlines(edges: np.ndarray) -> np.ndarray:
    """Go around some areas, one after the other; very many are one."""
    if len(edges) > MANY:
        edge = edges.reshape(1, -1, 2)
        edges = edge[:, some(edge.shape[1], BENT)]
    around = shapes(edges)
    lifted = np.full((len(around), 1, 2), np.nan)  # the pen, on the way to the next one
    return np.concatenate([around, around[:, :1], lifted], axis=1).reshape(-1, 2)[:-1].T


def pairing(steps: PairSteps, say: Say) -> Walk:
    """Walk through the pairs of an AUC: a strip of them for the positives of each step."""
    cells, sweep = {column.name: column for column in steps.columns}, steps.sweep
    won, tied, lost = (np.array(cells[name].values, float) for name in ("won", "tied", "lost"))
    sums = Column("so far", np.cumsum(won + tied / 2), digits.count, "right")
    rows, ends = some(len(steps), FRAMES), np.array(cells["step"].values)
    table = replace(steps[:], columns=[c.take(rows) for c in (*steps.columns, sums)])
    every = digits.count((won + tied + lost).sum())
    said = [_pairs_in_words(table, k, every, say) for k in range(len(rows))]
    plane = {
        **roc_plane(say, sweep),
        "title": say("auc.strips"),
        "marks": _strips(sweep, ends[rows]),
    }

    def still(step: int) -> Picture:
        return (draw_pairs if cells_fit(sweep) else draw_roc)(sweep).figure

    return Walk(titled(say, say("walk.auc"), len(rows), len(steps)), table, said, [plane], still)


def _pairs_in_words(table: Trace, row: int, every: str, say: Say) -> str:
    cells = {column.name: column.cell(row) for column in table.columns}
    who, tied = cells.get("positives") or say("positive"), cells["tied"]
    key = "auc.pairs" if tied == "0" else "auc.tied"
    values = {name: cells[name] for name in ("threshold", "won", "lost")}
    return say(key, who=who, tied=tied, so_far=cells["so far"], every=every, **values)


def _strips(sweep, rows: np.ndarray) -> list[Mark]:
    """Describe what is to the right of each step up: the pairs that its positives win or share."""
    curve, marks = roc(sweep), []
    apart = _in_cells if cells_fit(sweep) else _in_one
    for k, (before, row) in enumerate(zip(np.append(0, rows[:-1]), rows, strict=True)):
        corners = apart(sweep, curve, before, row) or [np.array([[curve.x[row], curve.y[row]]])]
        lifted = [np.vstack([one, one[:1], [[np.nan] * 2]]) for one in corners]
        x, y = np.concatenate(lifted)[:-1].T
        marks += [mark("path", "fill before", x, y, since=k)]
        marks += [mark("path", "fill new", x, y, since=k, until=k)]
    path = some(len(curve), 10 * MANY)
    return [*marks, mark("path", "curve", curve.x[path], curve.y[path])]


def _in_one(sweep, curve, before: int, row: int) -> list[np.ndarray]:
    """Go around a strip: along the curve, which is steep or slopes, to the right edge and back."""
    path = before + some(row - before + 1, BENT)
    x, y = curve.x[path], curve.y[path]
    return [np.column_stack([[*x, 1, 1], [*y, y[-1], y[0]]])]


def _in_cells(sweep, curve, before: int, row: int) -> list[np.ndarray]:
    """Go around a square for each pair won; below a slope is half of the pairs tied."""
    start = row - 1  # a negative that comes in between makes no strip
    (left, right), (low, high) = (c[[start, row]].astype(int) for c in (sweep.fp, sweep.tp))
    slope = [[(left, low), (right, high), (right, low)]] * bool(left < right)
    cells = itertools.product(range(low, high), range(right, int(sweep.negatives)))
    squares = [[(n, m), (n + 1, m), (n + 1, m + 1), (n, m + 1)] for m, n in cells]
    return [np.array(c) / (sweep.negatives, sweep.positives) for c in (*slope, *squares)]


def along_costs(curve: CostCurve, say: Say) -> Walk:
    """Walk along a cost curve: which threshold rules a stretch, and what it costs there."""
    whole, rows = curve.trace(), some(len(curve), FRAMES)
    table = replace(whole, columns=[column.take(rows) for column in whole.columns])
    cells = [[column.cell(k) for column in table.columns] for k in range(len(rows))]
    said = [_stretch_in_words(curve, *row[:-1], say=say) for row in cells]
    title = titled(say, say("walk.cost"), len(rows), len(curve))
    x = share(AXES[curve.axis])
    y = share(say("cost_axis"))
    if not curve.normalised:
        y = axis(say("expected_cost"), 0, 1.1 * float(curve.envelope.y.max()))
    title_of_plane = say("cost" if _straight(curve) else "cost_curve")
    panel = {"title": title_of_plane, "x": x, "y": y, "marks": _stretches(curve, rows)}

    def still(step: int) -> Picture:
        return draw_cost_curve(curve).figure

    return Walk(title, table, said, [panel], still)


def _straight(curve: CostCurve) -> bool:
    """Tell whether a line joins FPR and FNR; costs of samples don't, and over p it may bend."""
    return curve.normalised and curve.bend is None


def _stretch_in_words(curve: CostCurve, start, end, rules, fpr, fnr, cost, to, *, say: Say) -> str:
    values = {"start": start, "end": end, "rules": rules, "from_": cost, "to": to}
    if _straight(curve):
        return say("cost.stretch", fpr=fpr, fnr=fnr, **values)
    return say("cost.stretch_alone", **values)


def _stretches(curve: CostCurve, rows: np.ndarray) -> list[Mark]:
    """Describe the envelope, which grows to the right, and the line that rules each stretch."""
    ends, marks, lines = curve.columns, [], []
    starts = np.append(0, rows[:-1] + 1)  # with the stretches before it that have no step
    for k, (first, row) in enumerate(zip(starts.tolist(), rows.tolist(), strict=True)):
        inside = np.linspace(ends.start[row], ends.end[row], BENT)
        x = np.union1d(curve.bounds[first : row + 2], inside)
        marks.append(mark("path", "curve", x, curve.at(x), since=k))
        if _straight(curve):
            line = [0, 1], [ends.fpr[row], ends.fnr[row]]
            lines.append(mark("segment", "ahead", *line, since=k))
            lines.append(mark("segment", "cut", *line, since=k, until=k))
        marks.append(mark("path", "curve new", inside, curve.at(inside), since=k, until=k))
    return [*lines, *marks]
