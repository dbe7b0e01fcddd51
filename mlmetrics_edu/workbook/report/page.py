"""What a page is made of, and how it is written: sentences, numbers, tables, pictures."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from ...core import digits, words
from ...core.escaping import printable
from ...core.trace import Column, Trace
from ...core.worked import Worked
from ...metrics.comparing.interval import Interval
from ...plots.say import written
from ..templates import template

LONGEST = 120  # letters of a label, a title or a name; what is longer tells nobody more
MOST = 8  # decimals of a share
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

    def symbol(self, name: str) -> str:
        """Name a number together with the letters that formulas have for it."""
        named, letters = self.term(name), words.entry(name).symbol
        return named if not letters or letters in named else f"{named} ({letters})"

    def count(self, number: int) -> str:
        """Write how many, thousands apart."""
        return f"{number:,}".replace(",", NARROW)

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


def shown(text, limit: int = LONGEST) -> str:
    """Make somebody's text fit to be shown: no control signs, and not endless.

    Examples
    --------
    >>> shown("a\\u202eb\\n"), shown("x" * 9, 4)
    ('a\ufffdb\ufffd', 'xxxx…')
    """
    plain = printable(str(text))
    return plain if len(plain) <= limit else plain[:limit] + "…"


def threshold(value: float) -> str:
    """Write a threshold in all its digits."""
    return digits.threshold(value).replace("-", "−")


class Number(NamedTuple):
    """A number of the page: its name, what it is, between which ends, and how it came about."""

    name: str
    value: Worked
    interval: Interval | None = None
    how: str = ""
    show: Callable[[float], str] = digits.decimal

    @property
    def text(self) -> str:
        """The number as it is read."""
        return self.show(self.value)

    @property
    def ends(self) -> str:
        """Both ends of its interval; a dash where there is none."""
        if not varies(self.interval):
            return "–"
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


def as_table(say: Voice, title: str, numbers: tuple[Number, ...]) -> Trace:
    """Lay numbers out as a table, which can be written to a file."""
    ends = [(None, None) if n.interval is None else tuple(n.interval) for n in numbers]
    low, high = ([pair[i] for pair in ends] for i in (0, 1))
    return Trace(
        title,
        (
            Column(say("head.number"), [n.name for n in numbers]),
            Column(say("head.value"), [float(n.value) for n in numbers], digits.decimal, "right"),
            Column(say("head.low"), low, _end_of, "right"),
            Column(say("head.high"), high, _end_of, "right"),
            Column(say("head.how"), [n.how for n in numbers]),
        ),
    )


def _end_of(value: float | None) -> str:
    return "–" if value is None else digits.decimal(value)


def as_page(say: Voice, title: str, sections: tuple[Section, ...]) -> str:
    """Write a page that needs nothing from outside."""
    return template(__package__, "page.html").render(say=say, title=title, sections=sections)


def framed(page: str, title: str) -> str:
    """Put a page into a frame, where its style touches nothing else."""
    return str(FRAME.format(title, page))
