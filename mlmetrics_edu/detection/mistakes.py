"""Which kind of mistake each false alarm or missed object is, and what the AP is without it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import NamedTuple

import numpy as np

from ..core import digits
from ..core.arithmetic import Exact
from ..core.formula import Formula, Worked
from ..core.native import native
from ..core.trace import Column, Trace
from ..metrics import average_precision as rules
from ..metrics import means
from ..metrics.counting import stable_order
from ..metrics.means import Parts
from ..metrics.sweep import Sweep
from .assignment import Pairs, overlapping, ranked, sweep_of
from .outcomes import Outcomes, share

COST = Formula(
    "delta_ap", "AP_after - AP_before", (-1, 1), "lower", source="Bolya et al. (2020), section 2.3"
)
NOTHING_LEFT = "no object of it has to be found"
KEEP = {
    "surest": "an object found twice after a repair keeps the surest detection (TIDE, the paper)",
    "hit": "an object found twice after a repair keeps the hit it had (tidecv, the authors' code)",
}


class ErrorType(NamedTuple):
    """A type of error: what it is, and how its oracle repairs it."""

    description: str
    repair: str


FOUND, REMOVED, FORGIVEN = "finds its object", "is taken away", "need not be found"


TYPES = {
    "classification": ErrorType("right place, wrong class", FOUND),
    "localisation": ErrorType("right class, too little overlap", FOUND),
    "both": ErrorType("wrong class, too little overlap", REMOVED),
    "duplicate": ErrorType("a surer one found it before", REMOVED),
    "background": ErrorType("nothing is there", REMOVED),
    "missed": ErrorType("an object not found, nor nearly", FORGIVEN),
}


SPECIAL = {
    "false positives": ErrorType("all false alarms together", REMOVED),
    "false negatives": ErrorType("all objects not found", FORGIVEN),
}


ALL = {**TYPES, **SPECIAL}


NAMES = (*TYPES, "hit", "ignored")


CLASSIFICATION, LOCALISATION, BOTH, DUPLICATE, BACKGROUND, MISSED, HIT, IGNORED = range(8)


REPAIRABLE = (CLASSIFICATION, LOCALISATION)  # each of these is about an object that it would find


class Nearest(NamedTuple):
    """For each detection the object that it overlaps most, and by how much; -1 if there is none."""

    truth: np.ndarray
    iou: np.ndarray

    @classmethod
    def of(cls, pairs: Pairs, detections: int) -> "Nearest":
        """Find it; of two objects with equal overlap it is the first."""
        truth, iou = np.full(detections, -1), np.full(detections, -1.0)
        rising = pairs.take(np.lexsort((-pairs.truth, pairs.iou)))
        truth[rising.detection], iou[rising.detection] = rising.truth, rising.iou  # the last stays
        return cls(truth, iou)


@dataclass(frozen=True, eq=False)
class Mistakes:
    """The mistakes at one overlap, as columns.

    Attributes
    ----------
    outcomes : Outcomes
        Who found what.
    background : float
        A detection that overlaps every object less than this is about none of them.
    ties : str
        Which of two equal scores comes first.
    """

    outcomes: Outcomes
    background: float
    ties: str

    @property
    def limits(self) -> tuple[float, float]:
        """The two overlaps between which a detection is near an object, and no more."""
        return self.outcomes.iou, self.background

    @property
    def many(self) -> int:
        """How many detections there are."""
        return len(self.outcomes.base.scenes.detections)

    @cached_property
    def order(self) -> np.ndarray:
        """All detections, the surest first, whatever their category."""
        scenes = self.outcomes.base.scenes
        alike = replace(scenes.detections, category=np.zeros(self.many, np.intp))
        return ranked(alike, (len(scenes.images), 1), self.ties, None).rows

    @cached_property
    def _counted(self) -> tuple[np.ndarray, np.ndarray]:
        """Tell which detections are hits, and which are false alarms."""
        base = self.outcomes.base
        hit, counted = base.labels(self.outcomes.iou, self.outcomes.size)
        return hit, counted & ~hit & (base.rank >= 0)

    @property
    def hit(self) -> np.ndarray:
        """Which detections found an object."""
        return self._counted[0]

    @property
    def false_alarm(self) -> np.ndarray:
        """Which detections count, and found none."""
        return self._counted[1]

    @cached_property
    def wanted(self) -> np.ndarray:
        """Which objects should be found; the others cause no mistake."""
        return ~self.outcomes.base.ignored(self.outcomes.size)

    @cached_property
    def unfound(self) -> np.ndarray:
        """Which objects should be found, and were not."""
        return self.wanted & (self.outcomes.taker < 0)

    @cached_property
    def _nearest(self) -> tuple[Nearest, Nearest]:
        """Find each false alarm's nearest object of its own class, and of any other."""
        scenes, rows = self.outcomes.base.scenes, np.flatnonzero(self.false_alarm)
        pairs = overlapping(scenes, rows, 0.0, same_category=False)
        pairs = pairs.take(np.flatnonzero(self.wanted[pairs.truth]))
        alike = scenes.truth.category[pairs.truth] == scenes.detections.category[pairs.detection]
        return tuple(Nearest.of(pairs.take(which), self.many) for which in (alike, ~alike))

    @cached_property
    def kind(self) -> np.ndarray:
        """The kind of each detection, a position in :data:`NAMES`; the first that holds."""
        (same, other), enough = (near.iou for near in self._nearest), self.outcomes.least
        holds = {
            HIT: self.hit,
            IGNORED: ~self.false_alarm,
            LOCALISATION: (same >= self.background) & (same < enough),
            CLASSIFICATION: other >= enough,
            DUPLICATE: same >= enough,
            BOTH: other >= self.background,
        }
        return np.select(list(holds.values()), list(holds), BACKGROUND)

    @cached_property
    def about(self) -> Nearest:
        """The object that each false alarm is about; for background the nearest one, if any."""
        same, other = self._nearest
        nearer = (self.kind == BACKGROUND) & (other.iou > same.iou)
        of_other = np.isin(self.kind, (CLASSIFICATION, BOTH)) | nearer
        return Nearest(*(np.where(of_other, b, a) for a, b in zip(same, other, strict=True)))

    @cached_property
    def accountable(self) -> np.ndarray:
        """For each object, the surest detection that a repair would let find it; -1 if none."""
        finder = np.full(len(self.wanted), -1)
        rows = self.order[np.isin(self.kind[self.order], REPAIRABLE)]
        finder[self.about.truth[rows[::-1]]] = rows[::-1]  # the surest writes last, and so stays
        return finder

    @cached_property
    def missed(self) -> np.ndarray:
        """Which objects nobody found, and no repair would find."""
        return self.unfound & (self.accountable < 0)

    def which(self, name: str) -> np.ndarray:
        """Tell which detections, or which objects, are of a type or outcome."""
        columns = {
            "missed": "missed",
            "false positives": "false_alarm",
            "false negatives": "unfound",
        }
        if name in columns:
            return getattr(self, columns[name])
        return self.kind == NAMES.index(name)


def why(mistakes: Mistakes, row: int) -> str:
    """Say in a sentence why a false alarm is of its kind."""
    scenes, truth = mistakes.outcomes.base.scenes, mistakes.about.truth[row].item()
    if truth < 0:
        return "touches no object that should be found"
    iou, kind = mistakes.about.iou[row].item(), mistakes.kind[row]
    text = f"overlaps object {scenes.truth.called(truth)} by {share(iou, *mistakes.limits)}"
    if kind == BACKGROUND:
        return f"{text} at most (less than {mistakes.background:g} is background)"
    if kind == DUPLICATE:
        taker = mistakes.outcomes.taker[truth].item()
        return f"{text}, which detection {scenes.detections.called(taker)} found before"
    if iou < mistakes.outcomes.least:
        text += f" only ({mistakes.outcomes.iou:g} is asked for)"
    return text if kind == LOCALISATION else text + _other_class(scenes, row, truth)


def _other_class(scenes, row: int, truth: int) -> str:
    true, claimed = scenes.truth.category[truth], scenes.detections.category[row]
    return f", which is of class {scenes.categories[true]}, not {scenes.categories[claimed]}"


@dataclass(frozen=True, eq=False)
class Sheet:
    """What a detector would have handed in.

    Attributes
    ----------
    errors : Mistakes
        What it did hand in.
    kept, hit : numpy.ndarray of bool, shape (detections,)
        Which detections count, and which of them are hits.
    category : numpy.ndarray of int, shape (detections,)
        Of what they are said to be.
    wanted : numpy.ndarray of bool, shape (objects,)
        Which objects have to be found.
    """

    errors: Mistakes
    kept: np.ndarray
    hit: np.ndarray
    category: np.ndarray
    wanted: np.ndarray

    @property
    def categories(self) -> tuple:
        """The names of all categories."""
        return self.errors.outcomes.base.scenes.categories

    @cached_property
    def positives(self) -> np.ndarray:
        """How many objects of each category have to be found."""
        truth = self.errors.outcomes.base.scenes.truth
        return np.bincount(native(truth.category[self.wanted]), minlength=len(self.categories))

    @cached_property
    def _rows(self) -> list[np.ndarray]:
        """The detections of each category, the surest first."""
        rows = self.errors.order[self.kept[self.errors.order]]
        rows = rows[stable_order(self.category[rows])]
        many = np.bincount(native(self.category[rows]), minlength=len(self.categories))
        return np.split(rows, np.cumsum(many)[:-1])

    def sweep(self, category: int) -> Sweep:
        """Sweep over the detections of one category."""
        rows, total = self._rows[category], self.positives[category].item()
        detections = self.errors.outcomes.base.scenes.detections
        return sweep_of(detections, rows, self.hit, total, "in-order")

    def ap(self, rule: str, compare: str, category: int) -> Worked:
        """Compute the average precision of one category."""
        if not self.positives[category]:
            return Worked(Exact(None, reason=NOTHING_LEFT), "average_precision")
        return rules.average_precision(self.sweep(category), rule, compare=compare)


def as_it_is(errors: Mistakes) -> Sheet:
    """Repair nothing."""
    detections = errors.outcomes.base.scenes.detections
    counted = errors.hit | errors.false_alarm
    return Sheet(errors, counted, errors.hit, detections.category, errors.wanted)


def repaired(errors: Mistakes, name: str, keep: str) -> Sheet:
    """Repair all mistakes of one type, and leave the others.

    Parameters
    ----------
    errors : Mistakes
        All mistakes.
    name : str
        The type, or ``"false positives"``, ``"false negatives"``.
    keep : {"surest", "hit"}
        Which detection stays where an object would have been found twice.
    """
    sheet = as_it_is(errors)
    if name == "false positives":
        return replace(sheet, kept=errors.hit)
    if name in ("missed", "false negatives"):
        forgiven = errors.missed if name == "missed" else errors.unfound
        return replace(sheet, wanted=errors.wanted & ~forgiven)
    kind = NAMES.index(name)
    if kind in REPAIRABLE:
        return _turned_into_hits(sheet, kind, keep)
    return replace(sheet, kept=sheet.kept & (errors.kind != kind))


def _turned_into_hits(sheet: Sheet, kind: int, keep: str) -> Sheet:
    """Let each mistake find its object; all but one of those that find the same are left out."""
    errors, truth = sheet.errors, sheet.errors.outcomes.base.scenes.truth
    mistaken = errors.kind == kind
    about = np.where(mistaken, errors.about.truth, errors.outcomes.found)
    asked = np.zeros(len(truth), bool)
    asked[about[mistaken]] = True
    rivals = errors.order[(mistaken | errors.hit)[errors.order]]
    rivals = rivals[asked[about[rivals]]]
    if keep == "hit":
        rivals = rivals[np.argsort(mistaken[rivals], kind="stable")]
    winner = np.empty(len(truth), np.int64)
    winner[about[rivals[::-1]]] = rivals[::-1]  # the first writes last, and so stays
    kept, hit, category = (c.copy() for c in (sheet.kept, sheet.hit, sheet.category))
    kept[rivals] = hit[rivals] = winner[about[rivals]] == rivals
    category[rivals] = truth.category[about[rivals]]
    return replace(sheet, kept=kept, hit=hit, category=category)


@dataclass(frozen=True, eq=False)
class Oracles:
    """Who repairs, and how the average precision is taken before and after.

    Attributes
    ----------
    errors : Mistakes
        All mistakes.
    rule, compare : str
        How the average precision is taken; see :func:`average_precision`.
    keep : {"surest", "hit"}
        Which detection stays where an object would have been found twice.
    conventions : mapping of str to str
        What could have been done otherwise.
    """

    errors: Mistakes
    rule: str
    compare: str
    keep: str
    conventions: Mapping[str, str]

    def sheet(self, name: str) -> Sheet:
        """Repair one type, or nothing."""
        return repaired(self.errors, name, self.keep) if name else as_it_is(self.errors)

    def mean_ap(self, name: str = "") -> Worked:
        """Take the mean AP over the categories that have an object to be found."""
        sheet = self.sheet(name)
        work = partial(sheet.ap, self.rule, self.compare)
        values = np.array([float(work(category)) for category in range(len(sheet.categories))])
        parts = Parts("category", sheet.categories, values, work)
        conventions = {key: self.conventions[key] for key in ("iou", "rule")}
        return means.mean(
            "AP_after" if name else "AP_before", parts, "skip", conventions=conventions
        )

    def cost(self, name: str, base: Worked) -> Worked:
        """Say by how much the AP rises when a type is repaired."""
        terms = {"AP_after": self.mean_ap(name), "AP_before": base}
        return Worked(
            COST.column(**terms).item(),
            COST.name,
            exact=partial(_difference, terms),
            formula=COST,
            terms=terms,
            reason=next((term.reason for term in terms.values() if term != term), ""),
            conventions=self.conventions,
            steps=partial(self._steps, name, terms),
        )

    def _steps(self, name: str, terms: Mapping) -> Trace:
        """Lay a cost out: before, after, and the difference."""
        many = np.count_nonzero(self.errors.which(name))
        values = [terms["AP_before"], terms["AP_after"], COST.work(**terms)]
        columns = (
            Column("", ["AP before", "AP after", "ΔAP"]),
            Column("value", values, digits.both, "right"),
            Column("how", ["all as it is", f"{many:,} repaired", "after − before"]),
        )
        return Trace(f"{name}: each {ALL[name].repair}", columns, self.conventions)


def _difference(terms: Mapping) -> Fraction | None:
    return COST.work(**terms).fraction
