"""The pictures of a report, as SVG to stand inside a page."""

import math
import re

from markupsafe import Markup
from matplotlib.axes import Axes

from ... import plots
from ...core.inputs import CLASSES
from ...metrics.comparing.band import Band
from ...metrics.costing.expected_cost import probability_cost
from ...plots.fonts import can_draw
from .case import Case, Choice
from .intervals import TIMES_RANKING
from .page import Shown

ROOM = 16  # letters of a class name, beside a table of counts
BINS = 10


def of_choice(choice: Choice) -> tuple[Shown, ...]:
    """Draw the counts at the threshold, and what there was to choose from."""
    case = choice.case
    say, language = case.say, {"language": case.say.language}
    table = plots.confusion(choice.confusion, names=_names(choice), **language)
    if case.costs is None:
        over = plots.against_threshold(case.sweep, ("precision", "recall", "f1"), **language)
    else:
        over = plots.expected_cost(case.sweep, case.costs, p_positive=case.p_positive, **language)
    kind = "f1" if case.costs is None else "cost"
    return (
        _shown(table, "confusion", say("caption.confusion")),
        _shown(over, "thresholds", say(f"caption.{kind}")),
    )


def of_ranking(choice: Choice, band: Band) -> tuple[Shown, ...]:
    """Draw what the ranking is worth at all thresholds."""
    case = choice.case
    say, language = case.say, {"language": case.say.language}
    mark = {"mark": choice.threshold if math.isfinite(choice.threshold) else None}
    return (
        _shown(
            plots.roc(case.sweep, band=band, **mark, **language),
            "roc",
            say("caption.roc", n=say.count(TIMES_RANKING)),
        ),
        _shown(plots.pr(case.sweep, **mark, **language), "pr", say("caption.pr")),
        _last(case, language),
    )


def _last(case: Case, language: dict) -> Shown:
    """Draw what the costs make of the ranking; without costs, how far apart the classes are."""
    if case.costs is None:
        return _shown(plots.ks(case.sweep, **language), "ks", case.say("caption.ks"))
    share = case.share if case.p_positive is None else case.p_positive
    place = float(probability_cost(share, case.costs))
    drawn = plots.cost_curve(case.sweep, at=place, **language)
    return _shown(drawn, "costs", case.say("caption.cost_curve"))


def of_calibration(case: Case) -> Shown:
    """Draw what the scores promise, and what happens."""
    samples, how = case.sweep.samples, {"bins": BINS, "language": case.say.language}
    drawn = plots.reliability(samples.positive, samples.score, **how)
    return _shown(drawn, "calibration", case.say("caption.calibration"))


def _names(choice: Choice) -> tuple[str, str]:
    """Name the classes in a picture as the labels do, if there are room and letters for it."""
    names, say = choice.confusion.names, choice.case.say
    fit = all(len(n) <= ROOM and n.isprintable() and n.strip() and can_draw(n) for n in names)
    return names if fit and names != CLASSES else (say.short("negative"), say.short("positive"))


def _shown(ax: Axes, prefix: str, caption: str) -> Shown:
    return Shown(Markup(unique(ax.figure.svg(), prefix)), caption)


def unique(svg: str, prefix: str) -> str:
    """Put a prefix before all ids of an SVG: on a page with others, each is there once.

    Examples
    --------
    >>> unique('<g id="a"/><use xlink:href="#a" clip-path="url(#b)"/>', "roc")
    '<g id="roc-a"/><use xlink:href="#roc-a" clip-path="url(#roc-b)"/>'
    """
    # Words inside the picture are escaped: a quotation mark belongs to a tag.
    return re.sub(r'( id="|href="#|url\(#)', rf"\g<1>{prefix}-", svg)
