"""The step-by-step table of a category: who comes in, what became of it, and the counts so far."""

import numpy as np

from ..core import digits
from ..core.trace import Column, Lazy, Trace
from ..metrics.steps import written
from ..metrics.sweep import Sweep
from .matching import Matching, detection_columns


def running_table(swept: Sweep, matching: Matching) -> Trace:
    """Lay a category's walk out, a row for each detection that counts.

    Parameters
    ----------
    swept : Sweep
        The walk, a row a detection.
    matching : Matching
        What became of each of them.
    """
    boxes = matching.outcomes.base.scenes.detections
    place = {boxes.called(row): row for row in range(len(boxes))}
    steps = range(1, len(swept))
    judged = Lazy(len(steps), lambda i: matching.detections[place[swept.admitted(i + 1)[0][0]]])
    columns = (
        Column("step", np.array(steps, int), align="right"),
        *detection_columns(judged, swept.threshold),
        Column("TP", swept.tp[1:], digits.count, "right"),
        Column("FP", swept.fp[1:], digits.count, "right"),
        _rate(swept, "precision"),
        _rate(swept, "recall"),
    )
    found = f"{digits.count(swept.tp[-1])} of {digits.count(swept.positives)} objects found"
    title = f"{swept.about}: {len(steps):,} detections, {found}"
    return Trace(title, columns, matching.conventions)


def _rate(swept: Sweep, name: str) -> Column:
    rates = Lazy(len(swept) - 1, lambda i: swept.confusion(i + 1).rate(name, "nan"))
    return Column(name, rates, written)
