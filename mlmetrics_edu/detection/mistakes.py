"""Which kind of mistake each false alarm and each missed object is."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from .assignment import Pairs, overlapping, ranked
from .outcomes import Outcomes, share


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
        alike = replace(scenes.detections, category=np.zeros(self.many, np.int64))
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
