"""The door of the step player: what is given says which walk it is."""

from collections.abc import Hashable
from typing import Any

from ..core import inputs
from ..core.calls import explained
from ..core.conventions import Language, WalkAlong, options
from ..core.errors import InputError
from ..core.trace import Trace, Traced
from ..core.worked import Worked
from ..detection.matching import Matching
from ..detection.nms import Suppression
from ..metrics.auc import PairSteps
from ..metrics.average_precision import ApSteps
from ..metrics.costing.cost_curves import CostCurve, cost_curve
from ..metrics.curve import Curve
from ..metrics.populations.population import Population
from ..metrics.sweep import Sweep
from ..plots.look import look
from ..plots.picture import Picture
from ..plots.tables import table as draw_table
from .area_walks import adding_up, along_costs, pairing
from .curve_walks import ALONG, CURVES, row_by_row
from .density_walks import through_the_scores
from .detection_walks import finding, suppressing
from .instrument import speaker
from .planes import Say
from .player import Player, Walk

WAYS = options(WalkAlong)
WALKED = Sweep, Curve, CostCurve, Population, Matching, Suppression
AROUND = 12  # rows of a table above and below the one that stands out, where nothing moves


@explained
def play(
    what: Sweep | Curve | CostCurve | Population | Worked | Matching | Suppression | Trace | Traced,
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
    what : Sweep, Curve, CostCurve, Worked, Matching, Suppression, Trace
        What to walk through. A sweep is walked down; a curve grows; an average precision adds up
        by its rule, and an AUC ``"pairs"`` by pair; detections find their objects; boxes suppress
        each other. Of anything else that has a table, it goes through the rows.
    along : {"ranking", "roc", "pr", "ks", "cost", "densities"}, optional
        Along what a sweep is walked; without it, down its ranking.
    image : hashable, optional
        Which image of a matching; it may be left out where there is one only.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words; without it the one in force, see :func:`mlmetrics_edu.plots.style`.

    Returns
    -------
    Player

    Raises
    ------
    InputError
        If it is nothing that has steps.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.average_precision import average_precision
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> print(play(average_precision(s)).captions[1])
    At the score 0.4 recall grows by 1/2; the height there is 2/3 = 0.667, so the area is 1/3 = ...
    >>> len(play(s)), len(play(s, along="cost"))
    (5, 2)
    """
    if not isinstance(what, WALKED):
        _table_of(what)  # which says what can be played
    if along is not None:
        inputs.choice(along, WAYS, "along")
    _check(what, along, image)
    say = speaker(language)
    if isinstance(what, Matching):
        _some(len(what.detections), "detections")
        language = look().language if language is None else language
        return Player(finding(what, image, say, language), language)
    return Player(_walk(what, along or WAYS[0], say), language)


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


def _walk(what: Any, along: str, say: Say) -> Walk:
    """Find the walk of something that is played."""
    if isinstance(what, Sweep):
        if along == "densities":
            return through_the_scores(what, say)
        return along_costs(cost_curve(what), say) if along == "cost" else ALONG[along](what, say)
    if isinstance(what, Curve) and what.rows is None and what.name in CURVES:
        return CURVES[what.name](what, say)
    if isinstance(what, Population):
        return through_the_scores(what, say)
    if isinstance(what, CostCurve):
        return along_costs(what, say)
    if isinstance(what, Suppression):
        _some(len(what.order), "boxes")
        return suppressing(what, say)
    steps = _table_of(what)
    _some(len(steps), "rows")
    if isinstance(steps, PairSteps):
        return pairing(steps, say)
    return adding_up(steps, say) if isinstance(steps, ApSteps) else row_by_row(steps, say, _still)


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
        "what can be played has steps: a sweep, a curve, an average precision, detections that "
        "were matched, boxes that suppress each other, or a table",
        "pass such as mm.sweep(y_true, y_score), mm.average_precision(s), mm.match(truth, "
        "detections), mm.nms(boxes, scores) or s.trace()",
    )


def _some(many: int, what: str) -> None:
    if not many:
        raise InputError(
            f"a walk through 0 {what}", "each of them is a step", f"play something that has {what}"
        )


def _still(table: Trace, step: int) -> Picture:
    """Draw the rows around a step."""
    first = max(step - AROUND, 0)
    rows = table[first : step + AROUND + 1]
    return draw_table(rows, marked=[step - first]).figure
