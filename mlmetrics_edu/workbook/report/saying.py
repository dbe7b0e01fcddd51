"""The words and the numbers of a report, in one of three languages."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

from ...core import digits, words
from ...core.escaping import printable
from ...plots.say import written

LONGEST = 120  # letters of a label, a title or a name; what is longer tells nobody more
NARROW = "\N{NARROW NO-BREAK SPACE}"


@dataclass(frozen=True)
class Voice:
    """Says things in a language: phrases of ``words.toml``, terms, counts, shares.

    Examples
    --------
    >>> say = Voice("en")
    >>> say("summary.no_one", share=say.percent(0.9667))
    'Calling nobody positive is right for 96.67 %: any accuracy has to beat that.'
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

    def percent(self, share: float) -> str:
        """Write a share, never 0 or 100 per cent where it isn't."""
        rest = min(abs(share), abs(1 - share))
        places = min(max(math.ceil(-math.log10(rest)), 1), 8) if rest > 0 else 0
        return f"{100 * share:.{places}f}{' ' if self.language == 'en' else ''}%"

    def listing(self, texts: Iterable[str], limit: int = 6) -> str:
        """List some texts, and say how many more there are."""
        texts = list(texts)
        comma = ", " if self.language == "en" else "、"
        more = self("more", n=self.count(len(texts) - limit)) if len(texts) > limit else ""
        return comma.join(texts[:limit]) + more

    def text(self, *sentences: str) -> str:
        """Join sentences to a paragraph; empty ones are left out."""
        return (" " if self.language == "en" else "").join(filter(None, sentences))


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
