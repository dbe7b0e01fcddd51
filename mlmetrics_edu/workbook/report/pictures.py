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
from .case import BINS, PARTS, Case, Choice
from .intervals import TIMES_RANKING
from .page import Shown

ROOM = 16  # letters of a class name, beside a table of counts
SIZE = (5.0, 4.2)  # inches: so small that letters can be read on a phone
FADED = 1.9  # so far beyond the largest count do colours reach: numbers stand out, on dark too
COLOUR = re.compile(r"\b(fill|stroke): #([0-9a-f]{6})")


def of_choice(choice: Choice) -> tuple[Shown, ...]:
    """Draw the counts at the threshold, and what there was to choose from."""
    case = choice.case
    say, language = case.say, {"language": case.say.language}
    faded = {"vmax": FADED * choice.confusion.total}
    table = plots.confusion(choice.confusion, names=_names(choice), **faded, **language)
    if case.costs is None:
        over = plots.against_threshold(
            case.sweep, ("precision", "recall", "f1"), axes(), **language
        )
    else:
        how = {"p_positive": case.p_positive, **language}
        over = plots.expected_cost(case.sweep, case.costs, axes(), **how)
    kind = "f1" if case.costs is None else "cost"
    return (
        drawn(table, "confusion", say("caption.confusion")),
        drawn(over, "thresholds", say(f"caption.{kind}")),
        _histogram(choice, language),
    )


def _histogram(choice: Choice, language: dict) -> Shown:
    """Draw how the scores lie."""
    mark = choice.threshold if math.isfinite(choice.threshold) else None
    how = {"threshold": mark, "kind": "histogram", "names": _names(choice)[::-1]}
    ax = plots.densities(choice.case.sweep, axes(), **how, **language)
    return drawn(ax, "histogram", choice.case.say("caption.histogram"))


def of_ranking(choice: Choice, band: Band) -> tuple[Shown, ...]:
    """Draw what the ranking is worth at all thresholds."""
    case = choice.case
    say, language = case.say, {"language": case.say.language}
    mark = {"mark": choice.threshold if math.isfinite(choice.threshold) else None}
    return (
        drawn(
            plots.roc(case.sweep, axes(), band=band, **mark, **language),
            "roc",
            say("caption.roc", n=say.count(TIMES_RANKING)),
        ),
        drawn(plots.pr(case.sweep, axes(), **mark, **language), "pr", say("caption.pr")),
        _last(case, language),
    )


def _last(case: Case, language: dict) -> Shown:
    """Draw what the costs make of the ranking; without costs, how far apart the classes are."""
    if case.costs is None:
        return drawn(plots.ks(case.sweep, axes(), **language), "ks", case.say("caption.ks"))
    share = case.share if case.p_positive is None else case.p_positive
    place = float(probability_cost(share, case.costs))
    ax = plots.cost_curve(case.sweep, axes(), at=place, **language)
    return drawn(ax, "costs", case.say("caption.cost_curve"))


def of_use(case: Case) -> tuple[Shown, ...]:
    """Draw what the top of the ranking holds, and what it is worth to act on the scores."""
    say, language = case.say, {"language": case.say.language}
    lift = plots.lift(case.sweep, axes(), bins=PARTS, **language)
    if case.are_chances:
        other = plots.decision_curve(case.sweep, axes(), **language), "decision"
    else:
        other = plots.gain(case.sweep, axes(), bins=PARTS, **language), "gain"
    pair = ((lift, "lift"), other)
    return tuple(drawn(ax, name, say(f"caption.{name}")) for ax, name in pair)


def of_calibration(case: Case) -> Shown:
    """Draw what the scores promise, and what happens."""
    samples, strategy = case.sweep.samples, case.strategy
    how = {"bins": BINS, "strategy": strategy, "language": case.say.language}
    ax = plots.reliability(samples.positive, samples.score, axes(), **how)
    return drawn(ax, "calibration", case.say(f"caption.calibration.{strategy}"))


def _names(choice: Choice) -> tuple[str, str]:
    """Name the classes in a picture as the labels do, if there are room and letters for it."""
    names, say = choice.confusion.names, choice.case.say
    fit = all(len(n) <= ROOM and n.isprintable() and n.strip() and can_draw(n) for n in names)
    return names if fit and names != CLASSES else (say.short("negative"), say.short("positive"))


def axes(size: tuple[float, float] = SIZE) -> Axes:
    """Make the Axes of a picture."""
    return plots.panels(size=size)[1]


def drawn(ax: Axes, prefix: str, caption: str) -> Shown:
    """Write a picture as an SVG, whose colours the page can turn on a dark ground."""
    named = COLOUR.sub(r"\1: var(--x\2, #\2)", ax.figure.svg())
    return Shown(Markup(unique(named, prefix)), caption)


def unique(svg: str, prefix: str) -> str:
    """Put a prefix before all ids of an SVG: on a page with others, each is there once.

    Examples
    --------
    >>> unique('<g id="a"/><use xlink:href="#a" clip-path="url(#b)"/>', "roc")
    '<g id="roc-a"/><use xlink:href="#roc-a" clip-path="url(#roc-b)"/>'
    """
    # Words inside the picture are escaped: a quotation mark belongs to a tag.
    return re.sub(r'( id="|href="#|url\(#)', rf"\g<1>{prefix}-", svg)
