"""The numbers of a protocol: AP and recall of each category at each overlap, and their means.

The AP is ``average_precision(sweep, rule)`` of every category at every IoU, all counted in one walk
for each range of sizes.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from ..core import digits, words
from ..core.formula import Worked, divided
from ..core.native import native
from ..core.progress import watched
from ..core.trace import Column, Trace
from ..metrics import average_precision as rules
from ..metrics import means
from ..metrics.counting import Sweeps, on_top, so_far
from ..metrics.means import Parts
from ..metrics.rates import RATES
from . import scenes
from .assignment import TIES, Claims, Evaluation
from .box_table import find_category
from .protocols import Number, Protocol, Size, average_recall, reported

NO_OBJECT = "no object of this category counts here; pycocotools prints −1"
NOBODY = "no category has an object that counts here; pycocotools prints −1"
FEW = 100  # of more detections nobody would read fractions
QUICK = 100_000  # so many detections are counted before a bar would appear
TITLED = ("protocol", "matching", "boxes", "ties", "scores")


@dataclass(frozen=True, eq=False)
class SizeCounts:
    """What all means are taken of; T overlaps, K categories.

    Attributes
    ----------
    size : Size
        Which sizes are judged.
    positives : numpy.ndarray of int, shape (K,)
        How many objects should be found.
    ap : numpy.ndarray of float, shape (T, K)
        Average precision; nan where there is no object.
    found : mapping of int or None to numpy.ndarray of int, shape (T, K)
        How many objects were found with so many detections in an image (None: with all); for the
        limits at which there is a number of this size.
    heights : numpy.ndarray of float, shape (T, K, levels), or None
        The interpolated precision at each level of recall, where the rule has levels.
    """

    size: Size
    positives: np.ndarray
    ap: np.ndarray
    found: Mapping[int | None, np.ndarray]
    heights: np.ndarray | None

    @classmethod
    def of(cls, claims: Claims, protocol: Protocol, size: Size, compare: str) -> "SizeCounts":
        """Match at all overlaps, and sum the P-R curves up."""
        sweeps, hits = walk(claims, size)
        positives, rule = claims.base.positives(size), rules.RULES[protocol.rule]
        shape = len(claims.ious), len(positives)
        lower = {n.limit for n in reported(protocol) if n.area == size.name} - {protocol.limit}
        found = {limit: _within(limit, hits, shape) for limit in lower}
        found[protocol.limit] = sweeps.found.reshape(shape)
        if not rule.levels:
            ap = rules.averages(rule, sweeps, compare)
            return cls(size, positives, ap.reshape(shape), found, None)
        heights = rules.heights_at_levels(sweeps, rule.levels, compare).reshape(*shape, -1)
        ap = rule.formula.column(height=heights, levels=rule.levels)
        return cls(size, positives, ap, found, heights)

    @classmethod
    def side_by_side(cls, parts: "Sequence[SizeCounts]") -> "SizeCounts":
        """Put the figures of some categories beside those of others."""
        first = parts[0]
        return cls(
            first.size,
            np.concatenate([part.positives for part in parts]),
            np.concatenate([part.ap for part in parts], axis=1),
            {n: np.concatenate([part.found[n] for part in parts], axis=1) for n in first.found},
            None
            if first.heights is None
            else np.concatenate([part.heights for part in parts], axis=1),
        )

    def recall(self, limit: int | None) -> np.ndarray:
        """Compute the share of objects found: shape (T, K); nan where there is none."""
        divisor = np.where(self.positives > 0, self.positives, np.nan)
        return divided(RATES["recall"], divisor, TP=self.found[limit])


def _within(limit: int, hits: tuple, shape: tuple[int, int]) -> np.ndarray:
    """Count the objects found with so many detections of a category in an image: shape (T, K)."""
    cell, surer = hits
    return np.bincount(native(cell[surer < limit]), minlength=math.prod(shape)).reshape(shape)


def walk(claims: Claims, size: Size) -> tuple[Sweeps, tuple]:
    """Sweep over the detections of each category at each overlap, all in one line.

    Only detections that are matched have a row, since no other can be a hit. The false alarms up to
    there are all detections of the size but those that were matched.

    Returns
    -------
    sweeps : Sweeps
        Of each category at the first overlap, then at the second …
    hits : pair of numpy.ndarray of int
        Of each object found, in which sweep it counts, and how many detections of its category and
        image were surer than that which found it.
    """
    base, pairs, categories = claims.base, claims.pairs, len(claims.base.scenes.categories)
    inside = ~size.outside(base.scenes.detections)[base.ranking.rows]
    hit, counted = ~base.ignored(size)[pairs.truth], inside[claims.rank]
    chosen = [np.flatnonzero(row) for row in claims.won(size) & (hit | counted)]
    pair = np.concatenate(chosen)
    category = base.scenes.truth.category[pairs.truth]
    cell = np.repeat(np.arange(len(chosen)) * categories, [*map(len, chosen)]) + category[pair]
    many = np.bincount(native(cell), minlength=len(chosen) * categories)
    start = np.concatenate([[0], np.cumsum(many)])
    seen = np.concatenate([[0], np.cumsum(inside, dtype=np.int32)])
    seen = seen[claims.rank + 1] - seen[base.ranking.start[category]]  # in its category, so far
    tp = so_far(hit[pair], start)
    fp = on_top(0, seen[pair], start) - so_far(counted[pair], start)
    positives = np.tile(base.positives(size), len(chosen))
    found = np.flatnonzero(hit[pair])
    hits = cell[found], base.ranking.place[claims.rank[pair[found]]]
    return Sweeps(tp, fp, start + np.arange(len(start)), positives), hits


def counted(
    base: Evaluation, protocol: Protocol, compare: str, progress: bool | None
) -> dict[str, SizeCounts]:
    """Count in each range of sizes that a protocol judges."""
    claims = base.claims(protocol.ious)
    sizes = [Size(name, *ends) for name, ends in protocol.areas.items()]
    long = progress is not None or len(base.ranking.rows) > QUICK
    steps = watched(sizes, "range of sizes", progress) if long else sizes
    return {size.name: SizeCounts.of(claims, protocol, size, compare) for size in steps}


def worked(result, number: Number) -> Worked:
    """Work one number out: the mean over the categories that have an object."""
    phrases = partial(conventions, result, number)
    if not result.sizes[number.area].positives.any():
        return Worked(np.nan, number.name, reason=NOBODY, conventions=phrases)
    return means.mean(number.name, _parts(result, number), "skip", conventions=phrases)


def _parts(result, number: Number) -> Parts:
    values = _column(result, number).mean(axis=0)
    work = partial(of_category, result, number)
    columns = partial(_objects_column, result.sizes[number.area].positives)
    return Parts("category", result.categories, values, work, columns=columns)


def _objects_column(positives: np.ndarray) -> tuple[Column, ...]:
    return (Column("objects", positives, digits.count, "right"),)


def _column(result, number: Number) -> np.ndarray:
    """Return what a number is the mean of: shape (its overlaps, categories)."""
    counted = result.sizes[number.area]
    rows = [result.protocol.ious.index(iou) for iou in number.ious]
    return (counted.ap if number.of == "AP" else counted.recall(number.limit))[rows]


def of_category(result, number: Number, index: int) -> Worked:
    """Work one category's part of a number out: the mean over the overlaps."""
    name = f"{number.of} of {result.categories[index]}"
    values = _column(result, number)[:, index]
    if np.isnan(values).any():
        return Worked(np.nan, name, reason=NO_OBJECT)
    work = partial(_of_overlap, result, number, index)
    if len(number.ious) == 1:
        return work(0).retold(name)
    ious = [f"{iou:g}" for iou in number.ious]
    return means.mean(
        name, Parts("IoU", ious, values, work), conventions=partial(conventions, result, number)
    )


def _of_overlap(result, number: Number, index: int, which: int) -> Worked:
    """Work one overlap's part out: AP by the sweep, recall by what was counted already."""
    iou = number.ious[which]
    if number.of == "AP":
        return result.ap(result.categories[index], iou, area=number.area)
    counted = result.sizes[number.area]
    tp = counted.found[number.limit][result.protocol.ious.index(iou), index].item()
    return RATES["recall"].work(TP=tp, FN=counted.positives[index].item() - tp)


def conventions(result, number: Number) -> dict[str, str]:
    """Name all conventions in force."""
    p = result.protocol
    phrases = {"protocol": p.said, "iou": f"IoU ≥ {_span(number)}"}
    if number.of == "AP":
        phrases["rule"] = f"AP rule: {p.rule}: {rules.RULES[p.rule].text}"
    if number.area != "all":
        phrases["size"] = str(result.sizes[number.area].size)
    if number.limit is not None:
        phrases["limit"] = f"at most {number.limit} detections of a category in an image"
    phrases["matching"] = f"matching {result.base.rule.description}"
    phrases["boxes"] = result.base.scenes.said
    phrases["ties"] = TIES[p.ties]
    return {**phrases, **scenes.score_convention(result.base.totals.scores)}


def _span(number: Number) -> str:
    """Write the overlaps that a mean is taken over: "0.5 … 0.95"."""
    return " … ".join(dict.fromkeys(f"{iou:g}" for iou in (number.ious[0], number.ious[-1])))


def trace(result) -> Trace:
    """Lay the numbers of a protocol out, a row each."""
    numbers = list(reported(result.protocol))
    phrases = conventions(result, numbers[0])
    objects, detections = (side.sum().item() for side in result.base.totals[:2])
    show = digits.both if detections <= FEW else digits.decimal
    columns = (
        Column("number", list(result.summary)),
        Column("value", list(result.summary.values()), show, "right"),
        Column("over", [_over(number) for number in numbers]),
    )
    title = f"{detections:,} detection{'s' * (detections != 1)} of {objects:,} objects"
    return Trace(title, columns, {name: phrases[name] for name in TITLED if name in phrases})


def class_table(result) -> Trace:
    """Lay the categories out, a row each: how many objects and detections, and their numbers."""
    p = result.protocol
    numbers = [n for n in reported(p) if n.of == "AP" and n.area == "all"] + [average_recall(p)]
    columns = (
        Column("category", list(map(str, result.categories))),
        Column("objects", result.sizes["all"].positives, digits.count, "right"),
        Column("detections", result.base.totals.detections, digits.count, "right"),
        *(
            Column(n.of if n.name == "mAP" else n.name, values, digits.decimal, "right")
            for n in numbers
            for values in [_column(result, n).mean(axis=0)]
        ),
    )
    phrases = conventions(result, numbers[0])
    title = words.how_many(len(result.categories), "category")
    return Trace(title, columns, {name: phrases[name] for name in TITLED if name in phrases})


def _over(number: Number) -> str:
    """Say what a number is taken over, in few words."""
    parts = [f"IoU {_span(number)}", f"{number.area} sizes" if number.area != "all" else ""]
    parts.append(f"at most {number.limit} an image" if number.limit else "")
    return ", ".join(part for part in parts if part)


@dataclass(frozen=True, eq=False, repr=False)
class PerCategory(Mapping):
    """One number of each category, by its name; its working is made when it is looked at."""

    result: object
    number: Number

    def __getitem__(self, category) -> Worked:
        return of_category(
            self.result, self.number, find_category(self.result.categories, category)
        )

    def __iter__(self) -> Iterator:
        return iter(self.result.categories)

    def __len__(self) -> int:
        return len(self.result.categories)

    def __str__(self) -> str:
        return str(worked(self.result, self.number).steps)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return worked(self.result, self.number).steps._repr_html_()
