"""What a detector does wrong, in six types, and what each of them costs (TIDE)."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from ..core import digits, inputs
from ..core.arithmetic import FEW
from ..core.calls import explained
from ..core.conventions import KeptDuplicate
from ..core.errors import InputError, UnknownRowError
from ..core.formula import Worked
from ..core.trace import Column, Trace, Traced
from ..metrics import average_precision as rules
from ..metrics.sweep import Sweep
from . import mistakes
from .box_table import find_category
from .matching import Judged, Matching
from .mistakes import ALL, HIT, IGNORED, NAMES, SPECIAL, TYPES, Mistakes, Oracles
from .outcomes import share

ORDER = "where several hold: localisation, classification, duplicate, both (as in tidecv)"


class MapResult(Protocol):
    """What is asked of a judged detector; a :class:`DetectionMap` has it."""

    @property
    def protocol(self) -> Any: ...
    @property
    def compare(self) -> str: ...
    def matching(self, iou: float | None = None) -> Matching: ...


@explained
def error_types(
    result: MapResult, iou: float = 0.5, background: float = 0.1, *, keep: KeptDuplicate = "surest"
) -> "ErrorTypes":
    """Sort a detector's errors into six types, and say what each of them costs.

    Each type has an oracle that repairs it and leaves all the others. How much the average
    precision rises by that is the cost of the type. The costs needn't add up to anything, since
    some errors only count once others are gone. Detections that are neither hits nor false alarms
    make no error, and objects that need not be found cause none.

    Parameters
    ----------
    result : DetectionMap
        A detector, judged by :func:`detection_map`.
    iou : float
        The least overlap of a hit.
    background : float
        The least overlap with an object at which a detection is about it, from 0 to below ``iou``.
        With 0 they need only touch.
    keep : {"surest", "hit"}
        What stays where a repaired detection finds an object that has a hit already: the surer of
        the two, as the paper has it; or the hit, as in the authors' code, tidecv.

    Returns
    -------
    ErrorTypes

    Raises
    ------
    InputError
        If ``background`` isn't below ``iou``, or one of them is no overlap.

    References
    ----------
    Bolya, Foley, Hays & Hoffman (2020), TIDE: A General Toolbox for Identifying Object Detection
    Errors, sections 2.2 and 2.3.

    Examples
    --------
    >>> from mlmetrics_edu.detection.detection_map import detection_map
    >>> truth = {"category": ["cat", "dog"], "x1": [0, 20], "y1": [0, 0], "x2": [10, 30],
    ...          "y2": [10, 10]}
    >>> found = {"category": ["cat", "cat"], "x1": [20, 0], "y1": [0, 0], "x2": [30, 10],
    ...          "y2": [10, 10], "score": [0.9, 0.8]}
    >>> errors = error_types(detection_map(truth, found, "voc2010"))
    >>> errors.of(0).outcome
    'classification'
    >>> print(errors.of(0).why)
    overlaps object 1 by 1.000, which is of class dog, not cat
    >>> print(errors.cost["classification"].steps)
    classification: each finds its object · ...
                     value  how
    AP before  1/4 = 0.250  all as it is
    AP after             1  1 repaired
    ΔAP        3/4 = 0.750  after − before
    """
    _judged(result)
    inputs.choice(keep, mistakes.KEEP, "keep")
    matching, rule = result.matching(iou), result.protocol.rule
    background = _below(background, matching.outcomes.least)
    errors = Mistakes(matching.outcomes, background, result.protocol.ties)
    conventions = {
        **{name: phrase for name, phrase in matching.conventions.items() if name != "size"},
        "background": f"background: IoU < {background:g} with every object",
        "order": ORDER,
        "keep": mistakes.KEEP[keep],
        "rule": f"AP rule: {rule}: {rules.RULES[rule].text}",
    }
    return ErrorTypes(matching, Oracles(errors, rule, result.compare, keep, conventions))


def _judged(result) -> None:
    if not all(hasattr(result, name) for name in ("matching", "protocol", "compare")):
        raise InputError(
            f"result={inputs.short(result)}",
            "errors are those of a detector that has been judged",
            "pass what detection_map(truth, detections) gives",
        )


def _below(value, iou: float) -> float:
    """Read the overlap from which on a detection is about an object."""
    number = value if isinstance(value, (int, float, np.number)) else np.nan
    if isinstance(value, (bool, np.bool_)) or not 0 <= number < iou:
        raise InputError(
            f"background={inputs.short(value)}, and iou={iou:g}",
            "detections that overlap every object less than background are about none of them",
            "pass a number from 0 to below iou, such as 0.1",
        )
    return float(number)


@dataclass(frozen=True, eq=False, repr=False)
class ErrorTypes(Traced):
    """The errors of a detector by type. It is made by :func:`error_types`.

    Attributes
    ----------
    matching : Matching
        What became of each detection and object.
    oracles : Oracles
        Who repairs the errors of a type.
    """

    matching: Matching
    oracles: Oracles

    @property
    def found(self) -> Mistakes:
        """The type of each detection, as columns of numbers."""
        return self.oracles.errors

    @property
    def conventions(self) -> Mapping[str, str]:
        """What could have been done otherwise."""
        return self.oracles.conventions

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many errors there are of each type, and of the two special ones."""
        return {name: int(np.count_nonzero(self.found.which(name))) for name in ALL}

    @property
    def hits(self) -> int:
        """How many detections are hits."""
        return int(np.count_nonzero(self.found.kind == HIT))

    @property
    def ignored(self) -> int:
        """How many detections are neither hits nor false alarms."""
        return int(np.count_nonzero(self.found.kind == IGNORED))

    @cached_property
    def base(self) -> Worked:
        """The average precision as it is: the mean over the categories."""
        return self.oracles.mean_ap()

    @cached_property
    def cost(self) -> Mapping[str, Worked]:
        """By how much the AP would rise without the errors of a type (ΔAP)."""
        return {name: self.oracles.cost(name, self.base) for name in TYPES}

    @cached_property
    def special(self) -> Mapping[str, Worked]:
        """By how much it would rise without false positives, and without false negatives."""
        return {name: self.oracles.cost(name, self.base) for name in SPECIAL}

    def of(self, detection: int) -> Judged:
        """Say of which type a detection is, and why; other outcomes are as in ``matching``.

        Parameters
        ----------
        detection : int
            Its row in the data.
        """
        row = _row(detection, self.found.many, "detection")
        kind, judged = self.found.kind[row], self.matching.detections[row]
        if kind in (HIT, IGNORED):
            return judged
        truth, iou = (column[row].item() for column in self.found.about)
        other, iou = (None, None) if truth < 0 else (self._scenes.truth.called(truth), iou)
        why = mistakes.why(self.found, row)
        return judged._replace(outcome=NAMES[kind], other=other, iou=iou, why=why)

    def of_object(self, row: int) -> Judged:
        """Say whether an object is missed; or which detection would find it after a repair.

        Parameters
        ----------
        row : int
            Its row in the data.
        """
        row = _row(row, len(self._scenes.truth), "object")
        judged, by = self.matching.objects[row], self.found.accountable[row].item()
        if not self.found.unfound[row] or by < 0:
            return judged
        name, kind = self._scenes.detections.called(by), NAMES[self.found.kind[by]]
        iou = self.found.about.iou[by].item()
        shown = share(iou, *self.found.limits)
        why = f"detection {name} overlaps it by {shown}: an error of {kind}"
        return judged._replace(outcome=kind, other=name, iou=iou, why=why)

    def members(self, name: str) -> tuple:
        """List who is of a type: detections by their names; of missed ones, the objects.

        Parameters
        ----------
        name : str
            One of the six types or of the two special ones, ``"hit"`` or ``"ignored"``.
        """
        inputs.choice(name, (*ALL, "hit", "ignored"), "name")
        objects = name in ("missed", "false negatives")
        boxes = self._scenes.truth if objects else self._scenes.detections
        return tuple(map(boxes.called, np.flatnonzero(self.found.which(name)).tolist()))

    def sweep(self, category: Hashable = None, repaired: str = "") -> Sweep:
        """Return the sweep over the detections of a category, as it is or after a repair.

        Parameters
        ----------
        category : hashable, optional
            Which; it may be left out where there is one only.
        repaired : str, optional
            Which type is repaired.
        """
        if not isinstance(repaired, str) or repaired:
            inputs.choice(repaired, ALL, "repaired")
        return self.oracles.sheet(repaired).sweep(find_category(self._scenes.categories, category))

    @property
    def _scenes(self):
        return self.matching.outcomes.base.scenes

    def trace(self) -> Trace:
        """Lay the types out, a row each."""
        names, costs = list(ALL), [*self.cost.values(), *self.special.values()]
        columns = (
            Column("type", names),
            Column("how many", [self.counts[name] for name in names], digits.count, "right"),
            Column("ΔAP", costs, self._shown, "right"),
            Column("what it is", [kind.description for kind in ALL.values()]),
            Column("each, repaired", [kind.repair for kind in ALL.values()]),
        )
        many = f"{self.found.many:,} detections: {self.hits:,} hits, {self.ignored:,} ignored"
        return Trace(f"{many} · AP {self._shown(self.base)}", columns, self.conventions)

    def _shown(self, value: Worked) -> str:
        return digits.both(value) if self.found.many <= FEW else digits.decimal(value)


def _row(value, many: int, what: str) -> int:
    """Read the row of a detection or an object."""
    row = value if isinstance(value, (int, np.integer)) else many
    if isinstance(value, bool) or not -many <= row < many:
        raise UnknownRowError(
            f"there is no {what} {inputs.short(value)}",
            f"there are {many:,}, counted from 0",
            "pass a row of the data",
        )
    return range(many)[row]
