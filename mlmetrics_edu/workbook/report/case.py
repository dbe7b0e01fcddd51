"""What a report is about: the samples, what was asked, and the threshold, its reasons, pictures."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from markupsafe import Markup
from matplotlib.axes import Axes

from ... import plots
from ...core import inputs, words
from ...core.conventions import BinStrategy
from ...core.errors import InputError, choice
from ...core.formula import Formula, Worked
from ...core.inputs import CLASSES
from ...core.trace import Column, Trace
from ...core.words import symbol
from ...metrics.bootstrap import Band
from ...metrics.calibration import calibration_bins
from ...metrics.confusion import Confusion
from ...metrics.costs import Costs, cost_threshold, expected_cost, need_regrets, probability_cost
from ...metrics.populations import at_prevalence
from ...metrics.sweep import Sweep, needs, sweep
from ...metrics.thresholds import (
    Constraint,
    Optima,
    allowed,
    best_threshold,
    read_constraint,
    read_constraints,
)
from ...plots.look import LANGUAGES, can_draw
from .page import (
    TIMES,
    TIMES_RANKING,
    Number,
    Section,
    Shown,
    Voice,
    bootstrapped,
    cost,
    counts_column,
    legible,
    of_f1,
    of_rate,
    one_cut,
    rate,
    rates_column,
    scores,
    threshold,
)

LARGEST = 1e150  # of scores, so that even products of two are floats
FINEST = 1e15  # of scores that are all the same: beyond, there is no number close beside them
SLACK = 0.05  # so much more than the least cost is nearly the least
ROUNDING = 1e-12
PLACES = 15  # of decimals, that a float surely has
BINS, PARTS = 10, 10  # of a calibration, and of a ranking
CROWDED = 0.5  # of all samples in one of ten bins
LEAST = 3  # bins; fewer, of scores that tie, show no more than equally wide ones
MOVED = Formula(
    "cost_threshold",
    "t*share*(1 - p) / (t*share*(1 - p) + (1 - t)*(1 - share)*p)",
    (0.0, 1.0),
    source="Elkan (2001), theorem 2",
)


@dataclass(frozen=True, eq=False)
class Case:
    """Samples, swept, and the questions put to them.

    Attributes
    ----------
    sweep : Sweep
        The counts at every threshold, ties grouped.
    costs : Costs or None
        What each outcome costs, where somebody said so.
    p_positive : float or None
        The share of positives to expect, where it isn't that of the data.
    given : float or None
        The threshold, where it was given.
    positive : hashable
        The label of the positive class.
    say : Voice
        The language.
    where : tuple of str
        What the threshold has to meet.
    """

    sweep: Sweep
    costs: Costs | None
    p_positive: float | None
    given: float | None
    positive: object
    say: Voice
    where: tuple[str, ...] = ()

    @property
    def samples(self) -> int:
        """How many there are."""
        return int(self.sweep.positives + self.sweep.negatives)

    @property
    def share(self) -> float:
        """The share of positives in the data."""
        return self.sweep.positives / self.samples

    @property
    def constraints(self) -> list[Constraint]:
        """What the threshold has to meet, as it is read."""
        return read_constraints(self.where)

    @property
    def moved(self) -> bool:
        """Whether another share of positives is expected than the data have."""
        return self.p_positive is not None and self.p_positive != self.share

    @cached_property
    def are_chances(self) -> bool:
        """Whether all scores are from 0 to 1, as probabilities are."""
        return bool(self.sweep.threshold[-1] >= 0 and self.sweep.threshold[1] <= 1)

    @cached_property
    def strategy(self) -> BinStrategy:
        """How a calibration bins the scores."""
        return strategy(self.sweep.samples.positive, self.sweep.samples.score)

    def who(self, samples: np.ndarray) -> list[str]:
        """Name some samples: by their ids, or by their positions."""
        ids = self.sweep.samples.ids
        return [str(name) for name in (samples if ids is None else ids[samples]).tolist()]


def strategy(truth: np.ndarray, chances: np.ndarray) -> BinStrategy:
    """Choose bins: equally wide, or of equally many samples where one would hold over half."""
    wide = calibration_bins(truth, chances, BINS).count
    many = calibration_bins(truth, chances, BINS, "quantile").count
    crowded = wide.max() > CROWDED * len(chances)
    told_apart = len(many) >= max(np.count_nonzero(wide), LEAST)
    return "quantile" if crowded and told_apart else "equal-width"


def case(
    y_true, y_score, costs, p_positive, threshold, ids, positive, language, where=None
) -> Case:
    """Check the samples and the questions, and sweep over the samples.

    Raises
    ------
    InputError
        If the columns can't be counted, or a question makes no sense.
    UndefinedError
        If one of the classes is missing.
    """
    choice(language, LANGUAGES, "language")
    swept = sweep(y_true, y_score, ids=ids, positive=positive)
    label = 1 if positive is None else positive
    needs(swept, "report", "recall", "fpr")
    drawable(swept.threshold[1:])
    if costs is not None:
        need_regrets(costs, "report")
    if p_positive is not None:
        why = "it is the share of positives to expect, and both classes must be there"
        inputs.share(p_positive, "p_positive", why, zero=False, one=False)
    where = () if where is None else tuple(where) if inputs.several(where) else (where,)
    read_constraints(where)
    if threshold is not None:
        swept.row_at(threshold)
        _nothing_to_choose(threshold, where)
    return Case(swept, costs, p_positive, threshold, label, Voice(language), where)


def _nothing_to_choose(threshold: float, where: tuple[str, ...]) -> None:
    if where:
        raise InputError(
            f"threshold={inputs.short(threshold)}, and where={inputs.short(where[0])}",
            "a constraint says which thresholds may be chosen, and yours is chosen already",
            "leave one of them out",
        )


def drawable(score: np.ndarray) -> None:
    """Refuse scores that no axis can show: a picture multiplies two lengths on it."""
    largest, same = float(np.abs(score).max()), bool(score.min() == score.max())
    if largest > (FINEST if same else LARGEST):
        raise InputError(
            f"the scores go up to {largest:g}",
            "no picture has an axis for numbers of that size",
            "divide all scores by one number, or take their ranks: only the order counts",
        )


class Stretch(NamedTuple):
    """Thresholds from ``low`` to ``high`` that all cost nearly the least.

    ``fewest`` and ``most`` are the shares that they call positive; ``lowest`` and ``highest`` are
    the outermost thresholds that cost as little, with dearer ones in between.
    """

    low: float
    high: float
    fewest: float
    most: float
    lowest: float
    highest: float

    @property
    def alone(self) -> bool:
        """Whether all of them predict the same."""
        return self.fewest == self.most

    @property
    def scattered(self) -> bool:
        """Whether there are more of them elsewhere."""
        return self.lowest < self.low or self.highest > self.high


@dataclass(frozen=True, eq=False)
class Choice:
    """The threshold in use, and what speaks for it.

    Attributes
    ----------
    by : {"given", "cost", "f1"}
        Whether it was given, or by what it is best.
    threshold : float
        A sample is predicted positive when its score ≥ threshold.
    confusion : Confusion
        The counts there.
    best, youden : Optima
        The thresholds of least cost or, without costs, of the highest F1, among those that meet
        the constraints; and of the largest J.
    """

    case: Case
    by: str
    threshold: float
    confusion: Confusion
    best: Optima
    youden: Optima

    @property
    def cost(self) -> Worked:
        """The expected cost at the threshold in use."""
        return self._cost_of(self.confusion)

    def cost_at(self, threshold: float) -> Worked:
        """Work out the expected cost at another threshold."""
        return self._cost_of(self.case.sweep.at(threshold))

    @property
    def trivial_costs(self) -> tuple[Worked, Worked]:
        """The expected costs of calling nobody positive, and everybody."""
        sweep = self.case.sweep
        nobody, everybody = (self._cost_of(sweep.confusion(row)) for row in (0, len(sweep) - 1))
        return nobody, everybody

    def _cost_of(self, confusion: Confusion) -> Worked:
        return expected_cost(confusion, self.case.costs, p_positive=self.case.p_positive)

    @property
    def by_costs_alone(self) -> Worked:
        """The threshold for calibrated scores; moved, where another share is expected than here."""
        alone, case = cost_threshold(self.case.costs), self.case
        if not case.moved:
            return alone
        return MOVED.work(t=alone, p=case.p_positive, share=case.sweep.confusion(0).prevalence)

    @property
    def interval(self) -> tuple[float, float]:
        """The thresholds that predict the same: above the first number, up to the second."""
        sweep = self.case.sweep
        row = sweep.row_at(self.threshold)
        below = sweep.threshold[row + 1].item() if row + 1 < len(sweep) else -math.inf
        return below, sweep.threshold[row].item()

    @property
    def nearly_best(self) -> Stretch:
        """The thresholds around the cheapest one that cost at most 5 % more."""
        sweep, row = self.case.sweep, self.best.rows[0]
        cost = expected_cost(sweep, self.case.costs, p_positive=self.case.p_positive)
        cheap = cost <= cost[row] + SLACK * abs(cost[row]) + ROUNDING
        cheap &= allowed(sweep, self.case.constraints)
        starts = np.flatnonzero(np.diff(cheap, prepend=False) & cheap)
        ends = np.flatnonzero(np.diff(cheap, append=False) & cheap)
        mine = int(np.searchsorted(starts, row, side="right")) - 1
        low, high = self._span(starts[mine], ends[mine])
        every = self._span(starts[0], ends[-1])
        if len(starts) == 1:
            every = low, high
        called = (float(sweep.at(t).predicted_positive_rate) for t in (high, low))
        return Stretch(low, high, *called, *every)

    def _span(self, first: int, last: int) -> tuple[float, float]:
        """Return the ends of the thresholds from one row down to another, short if that is sure."""
        column = self.case.sweep.threshold
        below = column[last + 1].item() if last + 1 < len(column) else -math.inf
        return inside(below, column[first].item())


def choose(case: Case) -> Choice:
    """Choose a threshold: as given, else of least cost, else of the highest F1.

    Of equally good ones the highest is taken, which calls the fewest samples positive.
    """
    by = "f1" if case.costs is None else "cost"
    best = optima(case, by, case.where)
    threshold = words.within(*best.intervals[0]) if case.given is None else float(case.given)
    youden = best_threshold(case.sweep, "youden")
    used = by if case.given is None else "given"
    return Choice(case, used, threshold, case.sweep.at(threshold), best, youden)


def optima(case: Case, by: str, where: tuple[str, ...] = ()) -> Optima:
    """Find the thresholds that are best by something, of those that meet constraints."""
    asked = {"costs": case.costs, "p_positive": case.p_positive} if by == "cost" else {}
    return best_threshold(case.sweep, by, where=where, **asked)


def thresholds(optima: Optima) -> list[float]:
    """Return a short threshold for each optimum."""
    return [words.within(*interval) for interval in optima.intervals]


def inside(low: float, high: float) -> tuple[float, float]:
    """Round both ends of a stretch above ``low`` and up to ``high`` so that they stay inside.

    Examples
    --------
    >>> inside(0.06885035, 0.13710882), inside(1, 2), inside(-math.inf, 0.25)
    ((0.0689, 0.1371), (1.01, 2.0), (-inf, 0.25))
    """
    if not math.isfinite(high - low):
        return low, high
    places = math.ceil(-math.log10(high - low)) + 2
    if places > PLACES:
        return (words.within(low, high),) * 2
    step = 10.0**-places
    first, last = math.floor(low / step) + 1, math.floor(high / step)
    ends = tuple(float(f"{place * step:.12g}") for place in (first, last))
    return ends if low < ends[0] <= ends[1] <= high else (words.within(low, high),) * 2


RATES = ("precision", "recall", "specificity", "accuracy")
TRUSTED = 3  # most confident mistakes of each kind
RECALLS = (0.5, 0.8, 0.9, 0.95, 0.99)
PRECISIONS = (0.5, 0.8, 0.9)
COUNTS = ("TP", "FP", "FN", "TN")
LISTED_RATES = ("precision", "recall", "fpr", "f1")


def section(choice: Choice) -> Section:
    """Return reasons for the threshold, and the rates there."""
    say = choice.case.say
    chosen_here = "perhaps" if choice.by == "given" else "surely"
    return Section(
        "threshold",
        texts=(say.text(*_reasons(choice)), say(f"choice.optimistic_{chosen_here}")),
        numbers=tuple(_numbers(choice)),
        numbers_title=say("numbers.threshold", threshold=threshold(choice.threshold)),
        tables=(("thresholds", listed(choice)),),
        pictures=of_choice(choice),
        folded=(("mistakes", mistakes(choice)),),
    )


def _reasons(choice: Choice) -> Iterator[str]:
    if choice.by == "given":
        yield choice.case.say("choice.given", threshold=threshold(choice.threshold))
        yield _same(choice)
    yield from _by_costs(choice) if choice.case.costs is not None else _by_f1(choice)


def _by_costs(choice: Choice) -> Iterator[str]:
    say, case = choice.case.say, choice.case
    least = cost(choice.best.value)
    yield say(
        "choice.costs",
        miss=words.count(case.costs.fn),
        alarm=words.count(case.costs.fp),
        share=say.percent(case.p_positive or case.share),
        whose=say("choice.expected" if case.moved else "choice.of_data"),
    )
    if choice.by == "given":
        yield say("choice.given_costs", cost=cost(choice.cost))
    yield from _constrained(choice)
    yield say("choice.least", cost=least, thresholds=_listed(choice, choice.best))
    if choice.by == "cost":
        yield _several(choice)
        yield _same(choice)
    yield _flatness(choice)
    yield _alone(choice)


def _alone(choice: Choice) -> str:
    """Say what the costs alone would say, if the scores were probabilities."""
    alone, case = choice.by_costs_alone, choice.case
    if not case.are_chances:
        return ""
    numbers = {"threshold": rate(alone), "cost": cost(choice.cost_at(alone))}
    return case.say("choice.alone_moved" if case.moved else "choice.alone", **numbers)


def _by_f1(choice: Choice) -> Iterator[str]:
    say = choice.case.say
    yield say("choice.no_costs")
    yield from _constrained(choice)
    if choice.by == "f1":
        yield say("choice.by_f1", threshold=threshold(choice.threshold))
        yield _several(choice)
        yield _same(choice)


def _constrained(choice: Choice) -> Iterator[str]:
    """Say what the threshold has to meet, and what would be taken if it hadn't."""
    case, say = choice.case, choice.case.say
    if case.where:
        where = say.listing(map(say.constraint, case.constraints))
        free = optima(case, choice.by)
        yield say("choice.where", where=where, thresholds=_listed(choice, free))


def _listed(choice: Choice, optima: Optima) -> str:
    return choice.case.say.listing(map(threshold, thresholds(optima)), 3)


def _several(choice: Choice) -> str:
    if len(choice.best) == 1:
        return ""
    return choice.case.say("choice.several", n=choice.case.say.count(len(choice.best)))


def _same(choice: Choice) -> str:
    """Say which other thresholds predict the same."""
    low, high = choice.interval
    if not math.isfinite(low) or not math.isfinite(high):
        return ""
    low, high = inside(low, high)
    ends = {"low": threshold(low), "high": threshold(high)}
    return choice.case.say("choice.same", **ends) if low < high else ""


def _flatness(choice: Choice) -> str:
    """Say how much the threshold matters."""
    say, cheap = choice.case.say, choice.nearly_best
    if cheap.alone and not cheap.scattered:
        return say("choice.sharp")
    ends = {name: threshold(getattr(cheap, name)) for name in ("low", "high", "lowest", "highest")}
    shares = {name: say.percent(getattr(cheap, name)) for name in ("fewest", "most")}
    more = say("choice.scattered", **ends) if cheap.scattered else ""
    return say.text(say("choice.flat", **ends, **shares), more)


def _numbers(choice: Choice) -> Iterator[Number]:
    c, say, case = choice.confusion, choice.case.say, choice.case
    for name in RATES:
        interval = of_rate(c, name)
        how = say("how.exact") if interval else say("how.undefined")
        yield Number(say.symbol(name), c.rate(name), interval, how)
    f1 = of_f1(c)
    yield Number(say.symbol("f1"), c.f1, f1, bootstrapped(say, f1, TIMES))
    if case.costs is not None:
        how = say("how.p_moved" if case.moved else "how.p_data")
        yield Number(say.symbol("expected_cost"), choice.cost, how=how, show=cost)
    if case.costs is not None and case.are_chances:
        yield Number(say.symbol("cost_threshold"), choice.by_costs_alone, how=say("how.elkan"))
    if case.moved:
        there = at_prevalence(one_cut(c), case.p_positive).at(1)
        share = say.percent(case.p_positive)
        for moved in ("precision", "accuracy"):
            name = say("name.at_share", name=say.short(moved), share=share)
            yield Number(name, there.rate(moved), how=say("how.reweighted"))


def mistakes(choice: Choice) -> Trace:
    """List the mistakes made with most confidence: false alarms scored highest, misses lowest."""
    case, say = choice.case, choice.case.say
    truth, score = case.sweep.samples.positive, case.sweep.samples.score
    called = score >= choice.threshold
    order = score.argsort(kind="stable")
    alarms = order[(called & ~truth)[order]][::-1][:TRUSTED]
    misses = order[(~called & truth)[order]][:TRUSTED]
    rows = np.append(alarms, misses)
    kinds = [say.short("FP")] * len(alarms) + [say.short("FN")] * len(misses)
    return say.table(
        "mistakes",
        Column(say("head.sample"), [legible(name) for name in case.who(rows)]),
        Column(say("head.mistake"), kinds),
        Column(say.short("score"), score[rows], scores(score[rows]), "right"),
    )


def listed(choice: Choice) -> Trace:
    """Lay about ten thresholds out, from high to low; the one in use is marked."""
    case, say = choice.case, choice.case.say
    used = case.sweep.row_at(choice.threshold)
    named = _named(choice, used)
    rows = sorted(named)
    tables = [case.sweep.confusion(row) for row in rows]
    cuts = [choice.threshold if row == used else shortest(case, row) for row in rows]
    priced = [] if case.costs is None else [_costs(choice, cuts)]
    heads = {r: say.short(r) for r in LISTED_RATES} | {"fpr": symbol("fpr")}
    return say.table(
        "thresholds",
        Column(say.short("threshold"), cuts, threshold, "right"),
        Column(say("head.criterion"), [say.listing(named[row], 9) for row in rows]),
        *(counts_column(say, name, [c.counts[name] for c in tables]) for name in COUNTS),
        *(rates_column(heads[r], [c.rate(r) for c in tables]) for r in LISTED_RATES),
        *priced,
        marked=rows.index(used),
    )


def _named(choice: Choice, used: int) -> dict[int, list[str]]:
    """Name the rows of the sweep that are listed; a row may be there for several reasons."""
    named = {used: [choice.case.say("cut.used")]}
    for row, name in _listed_rows(choice):
        named.setdefault(row, []).append(name)
    return named


def _listed_rows(choice: Choice) -> Iterator[tuple[int, str]]:
    case, say = choice.case, choice.case.say
    if case.costs is not None:
        yield optima(case, "cost").rows[0], say("cut.cheapest")
    yield optima(case, "f1").rows[0], say("choice.highest", name=say.metric("f1"))
    yield choice.youden.rows[0], say("choice.highest", name="J")
    # The highest threshold that finds so many, and the lowest that is right so often.
    for metric, levels, which in (("recall", RECALLS, 0), ("precision", PRECISIONS, -1)):
        for level in levels:
            asked = read_constraint(f"{metric} ≥ {level}")
            met = np.flatnonzero(asked.met(case.sweep))
            if len(met):
                yield int(met[which]), say.constraint(asked)


def shortest(case: Case, row: int) -> float:
    """Return the threshold with the fewest digits that predicts what a row of the sweep does."""
    column = case.sweep.threshold
    below = column[row + 1].item() if row + 1 < len(column) else -math.inf
    return words.within(below, column[row].item())


def _costs(choice: Choice, cuts: list[float]) -> Column:
    values = [choice.cost_at(cut) for cut in cuts]
    return rates_column(choice.case.say.short("expected_cost"), values, cost)


ROOM = 16  # letters of a class name, beside a table of counts
SIZE = (5.0, 4.2)  # inches: so small that letters can be read on a phone
FADED = 1.9  # so far beyond the largest count do colours reach: numbers stand out, on dark too
COLOUR = re.compile(r"\b(fill|stroke): #([0-9a-f]{6})")


def of_choice(choice: Choice) -> tuple[Shown, ...]:
    """Draw the counts at the threshold, and what there was to choose from."""
    case = choice.case
    say, language = case.say, {"language": case.say.language}
    table = plots.confusion(choice.confusion, names=_names(choice), **language)
    table.collections[0].set_clim(0, FADED * choice.confusion.total)
    if case.costs is None:
        over = plots.against_threshold(
            case.sweep, ("precision", "recall", "f1"), axes(), **language
        )
    else:
        how = {"p_positive": case.p_positive, **language}
        over = plots.expected_cost(case.sweep, case.costs, axes(), **how)
    kind = "f1" if case.costs is None else "cost"
    return (
        pictured(table, "confusion", say("caption.confusion")),
        pictured(over, "thresholds", say(f"caption.{kind}")),
        _histogram(choice, language),
    )


def _histogram(choice: Choice, language: dict) -> Shown:
    """Draw how the scores lie."""
    mark = choice.threshold if math.isfinite(choice.threshold) else None
    how = {"threshold": mark, "names": _names(choice)[::-1]}
    ax = plots.densities(choice.case.sweep, axes(), **how, **language)
    return pictured(ax, "histogram", choice.case.say("caption.histogram"))


def of_ranking(choice: Choice, band: Band) -> tuple[Shown, ...]:
    """Draw what the ranking is worth at all thresholds."""
    case = choice.case
    say, language = case.say, {"language": case.say.language}
    mark = {"mark": choice.threshold if math.isfinite(choice.threshold) else None}
    return (
        pictured(
            plots.roc(case.sweep, axes(), band=band, **mark, **language),
            "roc",
            say("caption.roc", n=say.count(TIMES_RANKING)),
        ),
        pictured(plots.pr(case.sweep, axes(), **mark, **language), "pr", say("caption.pr")),
        _last(case, language),
    )


def _last(case: Case, language: dict) -> Shown:
    """Draw what the costs make of the ranking; without costs, how far apart the classes are."""
    if case.costs is None:
        return pictured(plots.ks(case.sweep, axes(), **language), "ks", case.say("caption.ks"))
    share = case.share if case.p_positive is None else case.p_positive
    place = float(probability_cost(share, case.costs))
    ax = plots.cost_curve(case.sweep, axes(), at=place, **language)
    return pictured(ax, "costs", case.say("caption.cost_curve"))


def of_use(case: Case) -> tuple[Shown, ...]:
    """Draw what the top of the ranking holds, and what it is worth to act on the scores."""
    say, language = case.say, {"language": case.say.language}
    lift = plots.lift(case.sweep, axes(), bins=PARTS, **language)
    if case.are_chances:
        other = plots.decision_curve(case.sweep, axes(), **language), "decision"
    else:
        other = plots.gain(case.sweep, axes(), bins=PARTS, **language), "gain"
    pair = ((lift, "lift"), other)
    return tuple(pictured(ax, name, say(f"caption.{name}")) for ax, name in pair)


def of_calibration(case: Case) -> Shown:
    """Draw what the scores promise, and what happens."""
    samples, strategy = case.sweep.samples, case.strategy
    how = {"bins": BINS, "strategy": strategy, "language": case.say.language}
    ax = plots.reliability(samples.positive, samples.score, axes(), **how)
    return pictured(ax, "calibration", case.say(f"caption.calibration.{strategy}"))


def _names(choice: Choice) -> tuple[str, str]:
    """Name the classes in a picture as the labels do, if there are room and letters for it."""
    names, say = choice.confusion.names, choice.case.say
    fit = all(len(n) <= ROOM and n.isprintable() and n.strip() and can_draw(n) for n in names)
    return names if fit and names != CLASSES else (say.short("negative"), say.short("positive"))


def axes(size: tuple[float, float] = SIZE) -> Axes:
    """Make the Axes of a picture."""
    return plots.panels(size=size)[1]


def pictured(ax: Axes, prefix: str, caption: str) -> Shown:
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
