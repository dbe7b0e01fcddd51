"""What the average precision would be if one type of mistake were repaired, and only that one."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial

import numpy as np

from ..core import digits
from ..core.exact import Exact
from ..core.formula import Formula
from ..core.native import native
from ..core.trace import Column, Trace
from ..core.worked import Worked
from ..metrics import average_precision as rules
from ..metrics import means
from ..metrics.fast_counting import stable_order
from ..metrics.means import Parts
from ..metrics.sweep import Sweep
from . import mistakes
from .assignment import sweep_of
from .mistakes import Mistakes

COST = Formula(
    "delta_ap", "AP_after - AP_before", (-1, 1), "lower", source="Bolya et al. (2020), section 2.3"
)
NOTHING_LEFT = "no object of it has to be found"
KEEP = {
    "surest": "an object found twice after a repair keeps the surest detection (TIDE, the paper)",
    "hit": "an object found twice after a repair keeps the hit it had (tidecv, the authors' code)",
}


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
    kind = mistakes.NAMES.index(name)
    if kind in mistakes.REPAIRABLE:
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

    def sheet(self, name: str = "") -> Sheet:
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
        return Trace(f"{name}: each {mistakes.ALL[name].repair}", columns, self.conventions)


def _difference(terms: Mapping) -> Fraction | None:
    return COST.work(**terms).fraction
