"""What a page is made of: sentences, numbers with their intervals, tables, pictures."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from markupsafe import Markup
from matplotlib.colors import to_hex, to_rgb

from ...core import words
from ...core.errors import printable
from ...core.formula import Worked
from ...core.inputs import locked
from ...core.trace import Column, Trace
from ...metrics.auc_error import auc_interval
from ...metrics.average_precision import average_precision
from ...metrics.bootstrap import Band, bootstrap, bootstrap_band
from ...metrics.confusion import Confusion
from ...metrics.intervals import Interval, proportion_interval
from ...metrics.sweep import Sweep
from ...metrics.thresholds import Constraint
from ...plots.look import DARK, contrast, mirrored
from ...plots.say import written
from ..lessons import template

LONGEST = 120  # letters of a label, a title or a name; what is longer tells nobody more
MOST = 8  # decimals of a share
FIGURES = 4  # of a cost
GROUPED = (1000, 1e15)  # costs of that size are whole numbers, thousands apart
DASH = "–"  # where there is no number
SEEN = 3.0  # contrast of a line with its ground, WCAG 2
BLACK = "000000"  # of letters that a picture leaves to the page
NARROW = "\N{NARROW NO-BREAK SPACE}"
FRAME = Markup(
    '<iframe title="{}" srcdoc="{}" sandbox="" '
    'style="width:100%;height:60rem;border:1px solid #767676;background:#fff"></iframe>'
)


@dataclass(frozen=True)
class Voice:
    """Says things in a language: phrases of ``words.toml``, terms, counts, shares.

    Examples
    --------
    >>> say = Voice("en")
    >>> say("summary.no_one", share=say.percent(0.9667))
    'Calling nobody positive is right for 96.7 %: any accuracy has to beat that.'
    >>> say.percent(0.9667, 0.9671), say.percent(0.99931), say.percent(0.00331)
    ('96.67 %', '99.9 %', '0.331 %')
    >>> Voice("zh-Hans").short("recall"), Voice("zh-Hans").percent(0.25)
    ('查全率', '25.0%')
    """

    language: str

    def __call__(self, key: str, **values) -> str:
        return written(key, self.language, __package__, **values)

    def term(self, name: str) -> str:
        """Name a number: as the report does, or else as the glossary does."""
        return self(f"name.{name}" if name in OWN_NAMES else name)

    def short(self, name: str) -> str:
        """Name a number by its first name: 查全率, not 查全率 (召回率)."""
        return self.term(name).partition(" (")[0]

    def metric(self, name: str) -> str:
        """Name any metric by its first name; one that no list has, by how it is written."""
        return self.short(name) if name in words.terms() else words.symbol(name)

    def constraint(self, met: Constraint) -> str:
        """Write a constraint: a metric, a comparison and a bound."""
        return f"{self.metric(met.metric)} {met.sign} {float(met.bound):g}"

    def symbol(self, name: str) -> str:
        """Name a number together with the letters that formulas have for it."""
        named, letters = self.term(name), words.entry(name).symbol
        return named if not letters or letters in named else f"{named} ({letters})"

    def table(self, name: str, *columns: Column, marked: int | None = None) -> Trace:
        """Lay columns out under the title that a table has in this language."""
        return Trace(self(f"table.{name}"), columns, marked=marked)

    def count(self, number: int) -> str:
        """Write how many, thousands apart."""
        return f"{int(number):,}".replace(",", NARROW)

    def percent(self, share: float, *beside: float) -> str:
        """Write a share as the tables do, and unlike those beside it, 0 and 100 per cent.

        The tables have three decimals, or three digits of what is small.
        """
        others, places = {0, 1, *beside} - {share}, _fewest_places(share)
        while places < MOST and _hundredths(share, places) in {
            _hundredths(other, places) for other in others
        }:
            places += 1
        return f"{_hundredths(share, places)}{' ' if self.language == 'en' else ''}%"

    def listing(self, texts: Iterable[str], limit: int = 6) -> str:
        """List some texts, and say how many more there are."""
        texts = list(texts)
        comma = ", " if self.language == "en" else "、"
        more = self("more", n=self.count(len(texts) - limit)) if len(texts) > limit else ""
        return comma.join(texts[:limit]) + more

    def text(self, *sentences: str) -> str:
        """Join sentences to a paragraph; empty ones are left out."""
        return (" " if self.language == "en" else "").join(filter(None, sentences))


def _hundredths(share: float, places: int) -> str:
    return f"{100 * share:.{places}f}"


def _fewest_places(share: float) -> int:
    if share in (0, 1):
        return 0
    return 1 if abs(share) >= 0.01 else min(math.ceil(-math.log10(abs(share))), MOST)


OWN_NAMES = ("brier_of_share", "brier_skill", "lowest", "mean", "highest", "expected_cost_here")


def legible(text, limit: int = LONGEST) -> str:
    """Make somebody's text fit to be shown: no control signs, and not endless.

    Examples
    --------
    >>> legible("a\\u202eb\\n"), legible("x" * 9, 4)
    ('a\ufffdb\ufffd', 'xxxx…')
    """
    plain = printable(str(text))
    return plain if len(plain) <= limit else plain[:limit] + "…"


# One rule for the digits of all numbers, which the page says itself: `rule.digits` in words.toml.
# Counts are written by `Voice.count`, shares in a sentence by `Voice.percent`.


def rate(value: float | None) -> str:
    """Write a rate, or what is made of rates: three decimals, or three digits of what is small.

    Examples
    --------
    >>> rate(8 / 13), rate(-0.00123456), rate(0), rate(float("nan")), rate(None)
    ('0.615', '−0.00123', '0.000', '–', '–')
    """
    if value is None or math.isnan(value):
        return DASH
    return words.decimal(value).replace("-", "−")


def cost(value: float) -> str:
    """Write a cost, which has any unit: four digits that count, and no whole one left out.

    Examples
    --------
    >>> cost(0.25), cost(1 / 3), cost(1234567.8), cost(-12.3456), cost(2e-7), cost(3e20)
    ('0.25', '0.3333', '1\u202f234\u202f568', '−12.35', '2e-07', '3e+20')
    """
    value = words.settled(value)
    if GROUPED[0] <= abs(value) < GROUPED[1]:
        text = f"{value:,.0f}".replace(",", NARROW)
    else:
        text = f"{value:.{FIGURES}g}"
    return re.sub("^-", "−", text)


def threshold(value: float) -> str:
    """Write a threshold: in all its digits, as few as it was chosen to have."""
    return words.threshold(value).replace("-", "−")


def scores(column) -> Callable[[float], str]:
    """Return a way to write some scores: with the fewest digits that tell them apart.

    Examples
    --------
    >>> write = scores([0.9279379978631352, 0.9281])
    >>> write(0.9281), write(0.9279379978631352)
    ('0.9281', '0.9279')
    """
    return words.in_order(column)


class Number(NamedTuple):
    """A number of the page: its name, what it is, between which ends, and how it came about."""

    name: str
    value: Worked
    interval: Interval | None = None
    how: str = ""
    show: Callable[[float], str] = rate

    @property
    def text(self) -> str:
        """The number as it is read."""
        return self.show(self.value)

    @property
    def ends(self) -> str:
        """Both ends of its interval; a dash where there is none."""
        if not varies(self.interval):
            return DASH
        return " … ".join(self.show(end) for end in self.interval)


def varies(interval: Interval | None) -> bool:
    """Tell whether there is an interval: a point is none, the samples just can't show it."""
    return interval is not None and interval.low < interval.high


def bootstrapped(say: Voice, interval: Interval, times: int) -> str:
    """Say how a bootstrap interval came about, or why it didn't."""
    key = "how.bootstrap" if varies(interval) else "how.no_interval"
    return say(key, n=say.count(times))


class Shown(NamedTuple):
    """A picture: an SVG, which says itself in words what it shows, and what stands below."""

    svg: Markup
    caption: str


@dataclass(frozen=True)
class Section:
    """A section of the page, in the order in which it is read."""

    key: str
    texts: tuple[str, ...] = ()
    numbers: tuple[Number, ...] = ()
    numbers_title: str = ""
    tables: tuple[tuple[str, Trace], ...] = ()
    pictures: tuple[Shown, ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    folded: tuple[tuple[str, Trace], ...] = ()
    code: str = ""

    @property
    def has_intervals(self) -> bool:
        """Whether any of its numbers has an interval."""
        return any(varies(number.interval) for number in self.numbers)


class Judged(NamedTuple):
    """What is said of scores: the sections of the page, and what a report keeps beside it.

    ``title`` is the phrase that stands above, ``line`` says all in one.
    """

    title: str
    line: str
    sections: tuple[Section, ...]
    threshold: Any
    confusion: Any
    sweep: Any


def as_table(say: Voice, title: str, numbers: tuple[Number, ...]) -> Trace:
    """Lay numbers out as a table, which can be written to a file."""
    ends = [(None, None) if n.interval is None else tuple(n.interval) for n in numbers]
    low, high = ([pair[i] for pair in ends] for i in (0, 1))
    return Trace(
        title,
        (
            Column(say("head.number"), [n.name for n in numbers]),
            Column(say("head.value"), [float(n.value) for n in numbers], rate, "right"),
            Column(say("head.low"), low, rate, "right"),
            Column(say("head.high"), high, rate, "right"),
            Column(say("head.how"), [n.how for n in numbers]),
        ),
    )


def rates_column(name: str, values, show: Callable[[float], str] = rate) -> Column:
    """Return a column of numbers, as they are for a file and as they are written on the page."""
    floats = [None if value is None else float(value) for value in values]
    return Column(name, floats, show, "right")


def counts_column(say: Voice, name: str, values) -> Column:
    """Return a column of counts."""
    return Column(name, [int(value) for value in values], say.count, "right")


def as_page(say: Voice, title: str, sections: tuple[Section, ...]) -> str:
    """Write a page that needs nothing from outside."""
    svgs = "".join(legible.svg for section in sections for legible in section.pictures)
    # What each colour of the pictures becomes on a dark ground.
    turned = {BLACK: mirrored(f"#{BLACK}")}
    turned |= {name: _on_dark(f"#{name}") for name in sorted({*COLOUR_NAMED.findall(svgs)})}
    page = template(__package__, "page.html")
    return page.render(say=say, title=title, sections=sections, turned=turned)


def _on_dark(colour: str) -> str:
    """Mirror a colour; what stands out on white is made to stand out on the dark, too."""
    turned, lighter = mirrored(colour), 0.0
    while contrast(turned, DARK) < SEEN <= contrast(colour, "white"):
        lighter += 0.05
        turned = to_hex([part + (1 - part) * lighter for part in to_rgb(mirrored(colour))])
    return turned


COLOUR_NAMED = re.compile(r"var\(--x([0-9a-f]{6})")


def framed(page: str, title: str) -> str:
    """Put a page into a frame, where its style touches nothing else."""
    return str(FRAME.format(title, page))


LEVEL = 0.95
TIMES = 2000  # bootstrap samples of a number that depends on four counts alone
TIMES_RANKING = 1000  # of one that depends on the whole ranking, and of the band
POINTS = 2000  # of a curve, for its band: more are not seen
POINTS_RANKING = 10_000  # of a longer ranking, for an interval: AP differs by less than 0.001


def of_rate(confusion: Confusion, rate: str) -> Interval | None:
    """Return the exact interval of a share; None where it is 0/0."""
    interval = proportion_interval(confusion.rate(rate), level=LEVEL, method="exact")
    return None if interval.reason else interval


def of_f1(confusion: Confusion) -> Interval:
    """Return the bootstrap interval of F1 at one threshold: of the four counts alone."""
    interval = bootstrap(one_cut(confusion), _f1, times=TIMES, level=LEVEL, progress=False)
    return replace(interval, name=confusion.f1.formula.symbol, estimate=confusion.f1)


def _f1(cut: Sweep) -> float:
    """Compute F1 as a float: its working, thousands of times, would be what a report waits for."""
    return cut.column("f1")[cut.row_at(1)]


def one_cut(confusion: Confusion) -> Sweep:
    """Return four counts as a sweep: those called positive have the score 1, all others 0."""
    c = confusion
    return Sweep.from_counts([1, 0], [c.tp, c.tp + c.fn], [c.fp, c.fp + c.tn])


def of_auc(sweep: Sweep) -> Interval:
    """Return DeLong's interval of the AUC."""
    return auc_interval(sweep, LEVEL)


def of_average_precision(sweep: Sweep) -> Interval:
    """Return the bootstrap interval of AP; the resamples of a very long ranking are thinned."""
    short = thinned(sweep, POINTS_RANKING)
    how = {"times": TIMES_RANKING, "level": LEVEL, "progress": False}
    interval = bootstrap(short, average_precision, **how)
    return replace(interval, estimate=average_precision(sweep))


def of_roc(sweep: Sweep) -> Band:
    """Return the band of the ROC curve."""
    return bootstrap_band(thinned(sweep), times=TIMES_RANKING, level=LEVEL, progress=False)


def thinned(sweep: Sweep, points: int = POINTS) -> Sweep:
    """Keep so many points of a ROC curve, equally far apart along it.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> len(thinned(sweep([1, 0] * 500, range(1000)), points=100))
    101
    """
    if len(sweep) <= points:
        return sweep
    along = sweep.tp / sweep.positives + sweep.fp / sweep.negatives  # from 0 to 2
    rows = np.unique(np.searchsorted(along, np.linspace(0, along[-1], points + 1)))
    kept = {name: locked(getattr(sweep, name)[rows]) for name in ("threshold", "tp", "fp")}
    return replace(sweep, **kept, samples=None)
