"""What a detector does wrong, in six types, and what AP each of them costs (TIDE)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from ..core import inputs, words
from ..core.arithmetic import FEW, Exact
from ..core.errors import InputError, choice
from ..core.formula import Formula, Worked
from ..core.trace import Column, Trace, Traced
from ..metrics import average_precision as rules
from ..metrics import means
from ..metrics.means import Parts
from .match import Matching
from .protocols import Pairs, overlapping, ranked, sweep_of

COST = Formula(
    "delta_ap", "AP_after - AP_before", (-1, 1), "lower", source="Bolya et al. (2020), section 2.3"
)
NOTHING_LEFT = "no object of it has to be found"
ORDER = "where several hold: localisation, classification, duplicate, both (as in tidecv)"
KEPT = "an object found twice after a repair keeps the surest detection (TIDE, the paper)"
TYPES = {  # what each is, and how it is repaired
    "classification": ("right place, wrong class", "finds its object"),
    "localisation": ("right class, too little overlap", "finds its object"),
    "both": ("wrong class, too little overlap", "is taken away"),
    "duplicate": ("a surer one found it before", "is taken away"),
    "background": ("nothing is there", "is taken away"),
    "missed": ("an object not found, nor nearly", "need not be found"),
}
NAMES = (*TYPES, "hit", "ignored")
CLASSIFICATION, LOCALISATION, BOTH, DUPLICATE, BACKGROUND, MISSED, HIT, IGNORED = range(8)
REPAIRABLE = (CLASSIFICATION, LOCALISATION)  # each of these is about an object that it would find


class Ranked(NamedTuple):
    """What a detector would have handed in: which detections count, and as what.

    Attributes
    ----------
    kept, hit : numpy.ndarray of bool, shape (detections,)
        Which count, and which of them are hits.
    category : numpy.ndarray of int, shape (detections,)
        What each says.
    wanted : numpy.ndarray of bool, shape (objects,)
        Which objects have to be found.
    """

    kept: np.ndarray
    hit: np.ndarray
    category: np.ndarray
    wanted: np.ndarray


@dataclass(frozen=True, eq=False, repr=False)
class ErrorTypes(Traced):
    """The errors of a detector by type; made by ``detection_map(…).errors()``.

    Each type has a repair that leaves all others as they are, and how much the AP rises by it is
    what the type costs. The costs don't add up to anything, since some errors only count once
    others are gone. Objects that need not be found cause no error.

    Attributes
    ----------
    matching : Matching
        What became of each detection and object.
    background : float
        A detection that overlaps every object less than this is about none of them.
    rule, compare, ties : str
        How the average precision is taken, and which of two equal scores comes first.

    References
    ----------
    Bolya, Foley, Hays & Hoffman (2020), TIDE: A General Toolbox for Identifying Object Detection
    Errors, sections 2.2 and 2.3.
    """

    matching: Matching
    background: float
    rule: str
    compare: str
    ties: str

    def __post_init__(self):
        least = self.matching.outcomes.least
        if not inputs.is_finite(self.background) or not 0 <= self.background < least:
            raise InputError(
                f"background={inputs.short(self.background)}, and iou={least:g}",
                "detections that overlap every object less than background are about none of them",
                "pass a number from 0 to below iou, such as 0.1",
            )

    @property
    def conventions(self) -> Mapping[str, str]:
        """What could have been done otherwise."""
        return {
            **{name: text for name, text in self.matching.conventions.items() if name != "size"},
            "background": f"background: IoU < {self.background:g} with every object",
            "order": ORDER,
            "keep": KEPT,
            "rule": f"AP rule: {self.rule}: {rules.RULES[self.rule].text}",
        }

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many errors there are of each type."""
        return {name: int(np.count_nonzero(self._which(name))) for name in TYPES}

    def members(self, name: str) -> tuple:
        """List the errors of a type: detections by their names; of missed ones, the objects.

        Parameters
        ----------
        name : str
            One of the six types, ``"hit"`` or ``"ignored"``.
        """
        choice(name, NAMES, "name")
        boxes = self._scenes.truth if name == "missed" else self._scenes.detections
        return tuple(map(boxes.called, np.flatnonzero(self._which(name)).tolist()))

    @cached_property
    def base(self) -> Worked:
        """The average precision as it is: the mean over the categories."""
        return self._mean_ap("AP_before", self._as_it_is)

    @cached_property
    def cost(self) -> Mapping[str, Worked]:
        """By how much the AP would rise without the errors of a type (ΔAP)."""
        after = {name: self._mean_ap("AP_after", self._repaired(name)) for name in TYPES}
        return {
            name: COST.work(AP_after=ap, AP_before=self.base, conventions=self.conventions)
            for name, ap in after.items()
        }

    def trace(self) -> Trace:
        """Lay the types out, a row each."""
        what, repairs = zip(*TYPES.values(), strict=True)
        columns = (
            Column("type", list(TYPES)),
            Column("how many", list(self.counts.values()), words.count, "right"),
            Column("ΔAP", list(self.cost.values()), self._shown, "right"),
            Column("what it is", list(what)),
            Column("each, repaired", list(repairs)),
        )
        hits, ignored = (np.count_nonzero(self.kind == kind) for kind in (HIT, IGNORED))
        many = f"{len(self.kind):,} detections: {hits:,} hits, {ignored:,} ignored"
        return Trace(f"{many} · AP {self._shown(self.base)}", columns, self.conventions)

    def _shown(self, value: Worked) -> str:
        return words.both(value) if len(self.kind) <= FEW else words.decimal(value)

    @property
    def _scenes(self):
        return self.matching.outcomes.base.scenes

    def _which(self, name: str) -> np.ndarray:
        """Tell which detections are of a type; or which objects nobody found, nor would."""
        if name != "missed":
            return self.kind == NAMES.index(name)
        taken = self.matching.outcomes.taker >= 0
        taken[self._nearest[0][np.isin(self.kind, REPAIRABLE)]] = True
        return self._as_it_is.wanted & ~taken

    @cached_property
    def _as_it_is(self) -> Ranked:
        """Repair nothing."""
        outcomes, base = self.matching.outcomes, self.matching.outcomes.base
        hit, counted = base.labels(outcomes.iou, outcomes.size)
        kept = hit | (counted & (base.rank >= 0))
        return Ranked(kept, hit, self._scenes.detections.category, ~base.ignored(outcomes.size))

    @cached_property
    def kind(self) -> np.ndarray:
        """The type of each detection, a position in :data:`NAMES`; the first that holds."""
        (same, other), least = self._overlaps, self.matching.outcomes.least
        holds = {
            HIT: self._as_it_is.hit,
            IGNORED: ~self._as_it_is.kept,
            LOCALISATION: (same.iou >= self.background) & (same.iou < least),
            CLASSIFICATION: other.iou >= least,
            DUPLICATE: same.iou >= least,
            BOTH: other.iou >= self.background,
        }
        return np.select(list(holds.values()), list(holds), BACKGROUND)

    @cached_property
    def _overlaps(self) -> tuple[Pairs, Pairs]:
        """Find the object that each false alarm overlaps most: of its own class, and of others."""
        state, scenes = self._as_it_is, self._scenes
        rows = np.flatnonzero(state.kept & ~state.hit)
        pairs = overlapping(scenes, rows, 0.0, same_category=False)
        pairs = pairs.take(np.flatnonzero(state.wanted[pairs.truth]))
        alike = scenes.truth.category[pairs.truth] == scenes.detections.category[pairs.detection]
        many = len(scenes.detections)
        return tuple(_most(pairs.take(which), many) for which in (alike, ~alike))

    @cached_property
    def _nearest(self) -> tuple[np.ndarray, np.ndarray]:
        """Tell which object each false alarm is about, and all detections, the surest first."""
        same, other = self._overlaps
        detections = self._scenes.detections
        alike = replace(detections, category=np.zeros(len(detections), np.intp))
        order = ranked(alike, (len(self._scenes.images), 1), self.ties, None).rows
        return np.where(self.kind == CLASSIFICATION, other.truth, same.truth), order

    def _repaired(self, name: str) -> Ranked:
        """Repair all errors of one type, and leave the others."""
        state, errors = self._as_it_is, self._which(name)
        if name == "missed":
            return state._replace(wanted=state.wanted & ~errors)
        if NAMES.index(name) in REPAIRABLE:
            return self._turned_into_hits(errors)
        return state._replace(kept=state.kept & ~errors)

    def _turned_into_hits(self, errors: np.ndarray) -> Ranked:
        """Let each error find its object; of all that find the same one, the surest stays."""
        state, truth, (nearest, order) = self._as_it_is, self._scenes.truth, self._nearest
        about = np.where(errors, nearest, self.matching.outcomes.partner)
        asked = np.zeros(len(truth), bool)
        asked[about[errors]] = True
        rivals = order[(errors | state.hit)[order]]
        rivals = rivals[asked[about[rivals]]]
        winner = np.empty(len(truth), np.int64)
        winner[about[rivals[::-1]]] = rivals[::-1]  # the surest writes last, and so stays
        kept, hit, category = (column.copy() for column in state[:3])
        kept[rivals] = hit[rivals] = winner[about[rivals]] == rivals
        category[rivals] = truth.category[about[rivals]]
        return state._replace(kept=kept, hit=hit, category=category)

    def _mean_ap(self, name: str, state: Ranked) -> Worked:
        """Take the mean AP over the categories that have an object to be found."""
        work, names = partial(self._ap, state), self._scenes.categories
        values = np.array([float(work(category)) for category in range(len(names))])
        conventions = {key: self.conventions[key] for key in ("iou", "rule")}
        return means.mean(
            name, Parts("category", names, values, work), "skip", conventions=conventions
        )

    def _ap(self, state: Ranked, category: int) -> Worked:
        total = int(np.count_nonzero(state.wanted & (self._scenes.truth.category == category)))
        if not total:
            return Worked(Exact(None, reason=NOTHING_LEFT), "average_precision")
        order = self._nearest[1]
        rows = order[(state.kept & (state.category == category))[order]]
        swept = sweep_of(self._scenes.detections, rows, state.hit, total, "in-order")
        return rules.average_precision(swept, self.rule, compare=self.compare)


def _most(pairs: Pairs, detections: int) -> Pairs:
    """Keep, for each detection, the pair of most overlap and its first object; -1 for none."""
    truth, iou = np.full(detections, -1), np.full(detections, -1.0)
    rising = pairs.take(np.lexsort((-pairs.truth, pairs.iou)))
    truth[rising.detection], iou[rising.detection] = rising.truth, rising.iou  # the last one stays
    return Pairs(np.arange(detections), truth, iou)
