"""The step player: row, sentence and picture of each step of a walk, together.

Any table is played row by row, and what is drawn is read from its columns: the four counts, a
curve that grows over two rates, the strips of the pairs won. A matching lies on its image.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import pairwise, product
from operator import index
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from ..core import inputs, words
from ..core.conventions import Language, WalkAlong, options
from ..core.errors import InputError, choice, printable
from ..core.formula import Worked
from ..core.trace import Column, Trace, Traced, in_html
from ..core.words import in_a_line, symbol
from ..detection.match import Judged, Matching
from ..metrics.auc import PairSteps
from ..metrics.rates import COUNTS
from ..metrics.sweep import Sweep, needs, written
from ..plots.detections import Scene, boxes, kind, scene_of, values, why
from ..plots.look import look, style
from ..plots.picture import Picture, describe
from ..plots.precision_recall import pr as draw_pr
from ..plots.roc_curve import roc as draw_roc
from ..plots.samples import cells_fit
from ..plots.samples import pairs as draw_pairs
from ..plots.say import same_cut
from ..plots.workings import table as draw_table
from .instrument import Instrument, Setting, speaker, with_table
from .page import CHANCE, Mark, Say, grown, image_plane, mark, roc_plane, share, some

FRAMES = 60  # steps; more are no walk but a run
AROUND = 12  # rows of a table above and below the one that stands out, where nothing moves
CHIPS = 40  # samples that stand in a row, each by its name
OUTCOMES = (("TN", "FP"), ("FN", "TP"))  # of a negative and a positive, out and in
BENT, FINE = 21, 300  # points of a strip's edge, and of a whole curve
LIFTED = (np.nan, np.nan)  # the pen, on the way to the next shape
WAYS = options(WalkAlong)
# Of each way down a sweep: the plane of its two rates, and how that is drawn where nothing moves.
ALONG = {"ranking": ("recall", "precision", draw_pr), "roc": ("fpr", "recall", draw_roc)}
NAMED = 3  # samples of a tie beside a point
# Names of boxes that follow each other, and may lie on each other; objects have the upper left one.
CORNERS = (("end above", 1, 1), ("end below", 1, 0), ("above", 0, 1))


class Walk(NamedTuple):
    """What a player plays, as data: nothing is drawn yet.

    Attributes
    ----------
    title : str
        What it is a walk through.
    table : Trace
        A row for each step.
    sentences : sequence of str
        What happens in each step.
    panels : sequence of dict
        Planes with marks (see :mod:`page`), a table of counts, or samples in a row.
    still : callable
        Draws a step, by its number, where nothing can move.
    """

    title: str
    table: Trace
    sentences: Sequence[str]
    panels: Sequence[Mapping[str, Any]]
    still: Callable[[int], Axes]


class Player(Instrument):
    """A walk to go through step by step; it is made by :func:`mlmetrics_edu.play`.

    There are buttons, a slider and keys for first, back, play, forward, last. It never plays by
    itself. Printed, it is the list of its sentences.

    Attributes
    ----------
    step : int
        Where it stands, from 0 to ``len(player) - 1``; it can be set.
    captions : tuple of str
        The sentence of each step.
    table : Trace
        The row of each step.
    """

    script = "player"

    def __init__(self, walk: Walk, language: Language | None = None):
        super().__init__(language)
        self.title, self._walk = walk.title, walk
        self.captions, self.table = tuple(walk.sentences), walk.table
        self.step = 0

    def __len__(self) -> int:
        return len(self.captions)

    def _checked(self, step: Any) -> int:
        whole = isinstance(step, int | np.integer) and not isinstance(step, bool)
        if not whole or not 0 <= step < len(self):
            raise InputError(
                f"step={inputs.short(step)}",
                f"this walk has the steps 0 to {len(self) - 1}",
                "set one of them",
            )
        return index(step)

    step = Setting(_checked)

    def fixed(self) -> dict[str, Any]:
        columns = self.table.columns
        rows = [[column.cell(k) for column in columns] for k in range(len(self))]
        names = [[column.name, column.align] for column in columns]
        return {
            "panels": self._walk.panels,
            "table": {"columns": names, "rows": rows},
            "sentences": self.captions,
        }

    def picture(self) -> Picture:
        """Draw the step where it stands."""
        with style(language=self.language):
            picture = self._walk.still(self.step).figure
        place = f"{self.step + 1} / {len(self)}"
        describe(picture.axes[-1], f"{self.title} ({place}): {self.captions[self.step]}")
        return picture

    def _image(self) -> str:
        """Put all sentences below the picture, for where no script runs."""
        items = "\n".join(f"<li>{in_html(caption)}</li>" for caption in self.captions)
        fold = f"<summary>{in_html(self.say('player.all'))}</summary>\n<ol>\n{items}\n</ol>"
        return f"<div>{super()._image()}\n<details>{fold}</details></div>"

    def __str__(self) -> str:
        steps = (f"{k}. {caption}" for k, caption in enumerate(self.captions, 1))
        return "\n".join(map(printable, [self.title, *steps]))


def play(
    what: Sweep | Worked | Matching | Trace | Traced,
    along: WalkAlong | None = None,
    *,
    image: Hashable = None,
    language: Language | None = None,
) -> Player:
    """Play a walk step by step: row, sentence and picture together.

    In a notebook it is a widget, in an exported page it works by itself: buttons, a slider and
    keys go back and forth, and it never plays unasked. A long walk is thinned to 60 steps.

    Parameters
    ----------
    what : Sweep, Worked, Matching, Trace
        What to walk through. A sweep is walked down, an AUC ``"pairs"`` adds up pair by pair,
        detections find their objects. Of anything else that has a table, it goes through the rows.
    along : {"ranking", "roc"}, optional
        Along what a sweep is walked; without it, down its ranking, with the P-R curve beside it.
    image : hashable, optional
        Which image of a matching; it may be left out where there is one only.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words; without it the one in force, see :func:`mlmetrics_edu.plots.style`.

    Returns
    -------
    Player
        ``.step`` says where it stands, and can be set; ``.captions`` are its sentences.

    Raises
    ------
    InputError
        If it is nothing that has steps.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> player = play(sweep([1, 0], [0.8, 0.3]))
    >>> player.step = 1
    >>> print(player.captions[player.step])
    sample 0, score 0.8, is a positive: TP grows by 1. P = 1/1 = 1.000, R = 1/1 = 1.000.
    """
    if along is not None:
        choice(along, WAYS, "along")
    _check(what, along, image)
    say = speaker(language)
    if isinstance(what, Sweep):
        return Player(_down(what, along or WAYS[0], say), language)
    if isinstance(what, Matching):
        language = look().language if language is None else language
        return Player(_finding(what, image, say, language), language)
    table = _table_of(what)
    _some(len(table), "rows")
    walk = _pairing if isinstance(table, PairSteps) else _row_by_row
    return Player(walk(table, say), language)


def _check(what: Any, along: str | None, image: Hashable) -> None:
    """Refuse what would be ignored."""
    kind = type(what).__name__
    if along is not None and not isinstance(what, Sweep):
        raise InputError(
            f"along={along!r} of a {kind}",
            "only a sweep can be walked in several ways",
            "leave along out, or play the sweep: mm.play(s, along=…)",
        )
    if image is not None and not isinstance(what, Matching):
        raise InputError(
            f"image={inputs.short(image)} of a {kind}",
            "only detections that were matched lie in images",
            "leave image out, or play mm.match(truth, detections)",
        )


def _table_of(what: Any) -> Trace:
    """Return the table of anything that has one."""
    if isinstance(what, Trace):
        return what
    if isinstance(what, Worked):
        return what.steps
    if isinstance(what, Traced):
        return what.trace()
    raise InputError(
        f"play({inputs.short(what)})",
        "what can be played has steps: a sweep, an AUC by pairs, detections that were matched, or "
        "a table",
        'pass such as mm.sweep(y_true, y_score), mm.auc(s, "pairs"), mm.match(truth, detections) '
        "or s.trace()",
    )


def _some(many: int, what: str) -> None:
    if not many:
        raise InputError(
            f"a walk through 0 {what}", "each of them is a step", f"play something that has {what}"
        )


def _thinned(table: Trace) -> tuple[Trace, np.ndarray]:
    """Take all rows of a table, or of a long one some, and say which."""
    rows = some(len(table), FRAMES)
    columns = [column.take(rows) for column in table.columns]
    return Trace(table.title, columns, table.conventions), rows


def _titled(say: Say, title: str, steps: int, every: int) -> str:
    """Say what a walk is, and where steps were left out, how many."""
    if steps == every:
        return title
    return say("walk.thinned", title=title, shown=words.count(steps), all=words.count(every))


# What is read from columns


def _row_by_row(whole: Trace, say: Say) -> Walk:
    """Walk through any table, row by row; what is in the cells is the sentence."""
    table, rows = _thinned(whole)
    sentences = [_cells(table, k, say) for k in range(len(rows))]
    title = _titled(say, whole.heading, len(rows), len(whole))
    return Walk(title, table, sentences, _panels(table, say), lambda step: _rows(table, step))


def _cells(table: Trace, row: int, say: Say) -> str:
    cells = [say("walk.cell", name=column.name, value=column.cell(row)) for column in table.columns]
    return say("walk.separator").join(cells)


def _rows(table: Trace, step: int) -> Axes:
    """Draw the rows around a step."""
    first = max(step - AROUND, 0)
    return draw_table(table[first : step + AROUND + 1], marked=[step - first])


def _panels(table: Trace, say: Say, names: Sequence[str] = (), classes: Sequence[str] = ()):
    """Describe what the columns of a table hold: the counts, and two rates over each other."""
    columns, panels = {column.name: column for column in table.columns}, []
    if {*COUNTS} <= columns.keys():
        counts = {cell: [columns[cell].cell(k) for k in range(len(table))] for cell in COUNTS}
        work = [column.work for column in table.columns if column.work]
        lines = [[in_a_line(worked(k)) for worked in work] for k in range(len(table))]
        named = classes or (say("negative"), say("positive"))
        panels.append({"counts": counts, "lines": lines, "classes": named})
    for x, y, _ in ALONG.values():
        if {symbol(x), symbol(y)} <= columns.keys():
            rates = [np.array(columns[symbol(rate)].values[:], float) for rate in (x, y)]
            panels.append(_plane(x, grown(*rates, names), columns, say))
    return panels


def _plane(x: str, curve: list[Mark], columns: Mapping[str, Column], say: Say) -> dict[str, Any]:
    """Put a curve that grows by a piece a step on the plane of P-R, or on that of ROC."""
    if x == "recall":
        axes = {"x": share(say("recall")), "y": share(say("precision")), "equal": True}
        return {"title": say("pr"), **axes, "marks": curve}
    last = len(columns["FP"].values) - 1 if "FP" in columns else None
    sizes = [] if last is None else [columns[cell].values[last] for cell in ("FP", "TP")]
    return {**roc_plane(say, *sizes), "marks": [CHANCE, *curve]}


# Down a sweep


def _down(sweep: Sweep, along: str, say: Say) -> Walk:
    """Walk down a ranking: who comes in, the counts, and two rates with their working."""
    x, y, draw = ALONG[along]
    needs(sweep, "walk down the ranking", "recall", x)
    # A table has precision before recall, and recall before FPR.
    table, rows = _thinned(sweep.trace((y, x)))
    steps = list(zip([None, *rows.tolist()], rows.tolist(), strict=False))
    names = [_who(sweep, *step, say) for step in steps]
    events = [_event(sweep, along, *at, who, say) for at, who in zip(steps, names, strict=True)]
    rates = [_rates(sweep, along, row, say) for row in rows.tolist()]
    sentences = [say("walk.joined", a=a, b=b) for a, b in zip(events, rates, strict=True)]
    panels = _panels(table, say, names, () if sweep.names == inputs.CLASSES else sweep.names)
    panels = [*_chips(sweep, rows, say), *panels] if along == "ranking" else panels[::-1]

    def still(step: int) -> Axes:
        return with_table(sweep, rows[step].item(), draw, sweep[x], sweep[y])

    title = _titled(say, say(f"walk.{along}"), len(rows), len(sweep))
    return Walk(title, table, sentences, panels, still)


def _who(sweep: Sweep, before: int | None, row: int, say: Say) -> str:
    """Name who is let in at a step, where that is one row and the samples are known."""
    if before is None or row != before + 1 or sweep.samples is None:
        return ""
    names = words.listing(sweep.admitted(row)[0], NAMED)
    return names if sweep.samples.ids is not None else say("walk.sample", name=names)


def _event(sweep: Sweep, along: str, before: int | None, row: int, who: str, say: Say) -> str:
    """Say what happens at a step."""
    if before is None:
        return say("walk.start")
    up, right = (column[row] - column[before] for column in (sweep.tp, sweep.fp))
    values = {"score": same_cut(sweep.threshold[row].item(), sweep), "who": who}
    values |= {"up": words.count(up), "right": words.count(right)}
    if not who:
        return say(f"{along}.many", n=words.count(up + right), **values)
    _, labels = sweep.admitted(row)
    if len(labels) == 1:
        return say(f"{along}.{'hit' if labels[0] else 'alarm'}", **values)
    return say(f"{along}.{'diagonal' if along == 'roc' and up and right else 'tied'}", **values)


def _rates(sweep: Sweep, along: str, row: int, say: Say) -> str:
    """Say the counts of a row, and both rates as a division and a decimal."""
    counts = sweep.confusion(row)
    cells = {cell: words.count(n) for cell, n in counts.counts.items()}
    rates = {rate: written(counts.rate(rate, "nan")) for rate in ALONG[along][:2]}
    return say(f"{along}.rates", **cells, **rates)


def _chips(sweep: Sweep, rows: np.ndarray, say: Say) -> list[dict[str, Any]]:
    """List the samples in a row, where they are known and few."""
    if sweep.samples is None or len(sweep.samples.score) > CHIPS:
        return []
    write = words.in_order(sweep.threshold[1:].tolist())
    chips = [
        {"name": str(name), "score": write(sweep.threshold[row]), "positive": label}
        | {"from": row, "signs": OUTCOMES[label]}
        for row in rows.tolist()
        for name, label in zip(*sweep.admitted(row), strict=True)
    ]
    return [{"title": say("samples"), "chips": chips}]


# Through the pairs of an AUC


def _pairing(steps: PairSteps, say: Say) -> Walk:
    """Walk through the pairs of an AUC: a strip of them for the positives of each step."""
    sweep, columns = steps.sweep, {column.name: column for column in steps.columns}
    won, tied, lost = (np.array(columns[name].values, float) for name in ("won", "tied", "lost"))
    sums = Column("so far", np.cumsum(won + tied / 2), words.count, "right")
    table, rows = _thinned(Trace(steps.title, (*steps.columns, sums), steps.conventions))
    every = words.count((won + tied + lost).sum())
    sentences = [_pairs_in_words(table, k, every, say) for k in range(len(rows))]
    strips = _strips(sweep, np.array(columns["step"].values)[rows])
    plane = roc_plane(say, sweep.negatives, sweep.positives)
    plane |= {"title": say("auc.strips"), "marks": strips}
    draw = draw_pairs if cells_fit(sweep) else draw_roc
    title = _titled(say, say("walk.auc"), len(rows), len(steps))
    return Walk(title, table, sentences, [plane], lambda step: draw(sweep))


def _pairs_in_words(table: Trace, row: int, every: str, say: Say) -> str:
    cells = {column.name: column.cell(row) for column in table.columns}
    who, tied = cells.get("positives") or say("positive"), cells["tied"]
    values = {name: cells[name] for name in ("threshold", "won", "lost")}
    key = "auc.pairs" if tied == "0" else "auc.tied"
    return say(key, who=who, tied=tied, so_far=cells["so far"], every=every, **values)


def _strips(sweep: Sweep, rows: np.ndarray) -> list[Mark]:
    """Describe what is to the right of each step up: the pairs that its positives win or share."""
    fpr, tpr, marks = sweep["fpr"], sweep["recall"], []
    for k, (before, row) in enumerate(pairwise([0, *rows.tolist()])):
        path = before + some(row - before + 1, BENT)
        strip = [*zip(fpr[path], tpr[path], strict=True), (1, tpr[row]), (1, tpr[before])]
        shapes = _squares(sweep, row) if cells_fit(sweep) else [strip]
        x, y = np.array([point for shape in shapes for point in (*shape, shape[0], LIFTED)]).T
        marks += [mark("path", "fill before", x, y, since=k)]
        marks += [mark("path", "fill new", x, y, since=k, until=k)]
    path = some(len(sweep), FINE)
    return [*marks, mark("path", "curve", fpr[path], tpr[path])]


def _squares(sweep: Sweep, row: int) -> list[list[tuple[float, float]]]:
    """Go around a square for each pair won; below a slope is half of the pairs tied."""
    (left, right), (low, high) = (c[[row - 1, row]].tolist() for c in (sweep.fp, sweep.tp))
    wide, tall = sweep.negatives, sweep.positives
    slope = [(left, low), (right, high), (right, low)]
    pairs = product(range(low, high), range(right, wide))
    squares = [[(n, m), (n + 1, m), (n + 1, m + 1), (n, m + 1)] for m, n in pairs]
    return [[(x / wide, y / tall) for x, y in shape] for shape in (slope, *squares)]


# Through the detections of an image


def _finding(matching: Matching, image: Hashable, say: Say, language: Language) -> Walk:
    """Walk through the detections of an image: what each one finds, or why it finds nothing."""
    _some(len(matching.detections), "detections")
    scene = scene_of(matching, image)
    judged = [scene.detections[k] for k in some(len(scene.detections), FRAMES)]
    with style(language=language):
        parts = [{**values(scene, one), "why": why(scene, one)} for one in judged]
    sentences = [_plain(say("match.step", **one)) for one in parts]
    several = len(matching.outcomes.base.scenes.images) > 1
    title = say("walk.match_in", image=scene.image) if several else say("walk.match")
    title = _titled(say, title, len(judged), len(scene.detections))
    columns = [
        Column("detection", [one.id for one in judged]),
        Column("score", [one["score"] for one in parts], align="right"),
        Column("outcome", [one.outcome for one in judged]),
        Column("object", ["–" if one.other is None else one.other for one in judged]),
        Column("IoU", [one.iou for one in judged], _overlap, "right"),
    ]
    marks = [part for one in scene.objects for part in _object(scene, one, judged)]
    marks += [part for k, one in enumerate(judged) for part in _detection(scene, one, k)]
    panel = {**image_plane(scene.boxes), "title": say("match.boxes"), "marks": marks}
    table = Trace(title, columns, matching.conventions)
    return Walk(title, table, sentences, [panel], lambda step: boxes(matching, scene.image))


def _overlap(iou: float | None) -> str:
    return "–" if iou is None else words.decimal(iou)


def _plain(text: str) -> str:
    """Take the marks away that keep Matplotlib from reading a dollar as a formula."""
    return text.replace(r"\$", "$")


def _object(scene: Scene, one: Judged, judged: Sequence[Judged]) -> list[Mark]:
    """Describe an object: it stands there from the first step on, until it is found."""
    left, top, right, bottom = scene.drawn(one)
    sides = [left, right], [top, bottom]
    hits = [k for k, d in enumerate(judged) if d.outcome == "hit" and d.other == one.id]
    hit = [mark("rect", "box object found", *sides, since=k) for k in hits[:1]]
    tag = mark("word", "tag near below", left, top, label=_plain(scene.called(one)))
    return [mark("rect", "box object", *sides), *hit, tag]


def _detection(scene: Scene, one: Judged, k: int) -> list[Mark]:
    """Describe a detection: it waits, it is looked at, and then it has its outcome."""
    left, top, right, bottom = scene.drawn(one)
    sides = [left, right], [top, bottom]
    look = {"hit": "good", "ignored": "ignored"}.get(kind(one), "bad")
    marks = [mark("rect", "box waiting", *sides, until=k - 1)] if k else []
    marks.append(mark("rect", f"box {look}", *sides, since=k))
    marks.append(mark("rect", "box now", *sides, since=k, until=k))
    corner, right, bottom = CORNERS[k % len(CORNERS)]
    place, name = (sides[0][right], sides[1][bottom]), _plain(scene.called(one))
    return [*marks, mark("word", f"tag near {corner}", *place, since=k, label=name)]
