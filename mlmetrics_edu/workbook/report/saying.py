"""The words and the numbers of a report, in one of three languages."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ...core import digits, words
from ...core.escaping import printable
from ...plots.say import written

LONGEST = 120  # letters of a label, a title or a name; what is longer tells nobody more
MOST = 8  # decimals of a share
NARROW = "\N{NARROW NO-BREAK SPACE}"


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
        named, letters = self.term(name), words.term(name).symbol
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
