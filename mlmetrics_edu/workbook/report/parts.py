"""What a page is made of: sections with sentences, numbers, pictures, tables and warnings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from markupsafe import Markup

from ...core import digits
from ...core.trace import Column, Trace
from ...core.worked import Worked
from ...metrics.comparing.interval import Interval
from .saying import Voice


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

    @property
    def working(self) -> str:
        """The formula, its numbers and the result, down to the counts."""
        return self.value.working

    @property
    def conventions(self) -> str:
        """The conventions in force, on a line."""
        return " · ".join(map(str, self.value.conventions.values()))


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
    title: str
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
            Column(say("head.low"), low, _end, "right"),
            Column(say("head.high"), high, _end, "right"),
            Column(say("head.how"), [n.how for n in numbers]),
        ),
    )


def _end(value: float | None) -> str:
    return "–" if value is None else digits.decimal(value)
