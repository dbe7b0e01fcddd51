"""What an answer is worth: as the teacher sets it, in a small TOML file."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ...core import textfile
from ...core.errors import InputError, did_you_mean
from ...core.settings import is_number, short
from ..exercises.question import Verdict
from ..exercises.worked_forms import FOLLOWED

FOLLOW = "follow-through"  # of one mistake, with which all that came after was worked out rightly
ANY = "*"  # the table for all exercises
FORM = (
    'a table for all exercises, ["*"], and one for each that differs, such as ["counts.screening"]'
)


@dataclass(frozen=True)
class Credit:
    """What answers are worth, from 0 to 1.

    Parameters
    ----------
    tables : mapping of str to mapping
        For an exercise, or for all (``"*"``), the credit for a mistake or a remark by its name.

    Examples
    --------
    >>> credit = Credit({"*": {"two digits": 0.8, "recall": 0.5}, "pr.sinking": {"recall": 0}})
    >>> credit.of(Verdict(True, "two digits", ""), "pr.sinking"), credit.of(None, "pr.sinking")
    (0.8, 0)
    >>> credit.of(Verdict(False, "recall or accuracy", ""), "counts.screening")
    0.5
    """

    tables: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def of(self, verdict: Verdict | None, exercise: str) -> float:
        """Tell what one answer is worth; of several mistakes that it may be, the best counts."""
        if verdict is None or verdict.correct is None:
            return 0
        usual = 1 if verdict.correct else 0
        worth = {**self.tables.get(ANY, {}), **self.tables.get(exercise, {})}
        names = (verdict.misconception or "").split(" or ")
        names += [FOLLOW for name in names if name.endswith(FOLLOWED)]
        return max(worth.get(name.removesuffix(FOLLOWED), usual) for name in names)

    def check(self, known: Mapping[str, Collection[str]]) -> None:
        """Refuse names of exercises and mistakes that there are none of.

        Parameters
        ----------
        known : mapping of str to collection of str
            For each exercise that was asked, the names that its answers may be given.

        Raises
        ------
        InputError
            If a name isn't among them.
        """
        everywhere = {name for names in known.values() for name in names}
        for table, worth in self.tables.items():
            if table not in {ANY, *known}:
                raise _unknown(f"the exercise {short(table)}", table, known)
            names = {FOLLOW, *(everywhere if table == ANY else known[table])}
            for name in worth.keys() - names:
                raise _unknown(f"{short(name)} under {short(table)}", name, names)


def _unknown(what: str, name: str, names: Collection[str]) -> InputError:
    return InputError(
        f"the credits speak of {what}",
        did_you_mean(name, sorted(names), "nothing of that name was asked or can be answered"),
        "write a name as it stands in marks.csv or in the key",
    )


def read_credit(name: str | None) -> Credit:
    """Read what answers are worth; without a file, right ones 1 and all others 0.

    Raises
    ------
    InputError
        If the file can't be read, or a credit isn't from 0 to 1.
    """
    if name is None:
        return Credit()
    told = textfile.toml(Path(name), FORM)
    for table, worth in told.items():
        if not isinstance(worth, dict):
            raise InputError(
                f"{name} has {table} = {short(worth)}", "it needs a table", f"write {FORM}"
            )
        for mistake, value in worth.items():
            if not is_number(value) or not 0 <= value <= 1:
                raise InputError(
                    f"{name} gives {short(mistake)} a credit of {short(value)}",
                    "a right answer is worth 1, and no answer 0",
                    "give a number from 0 to 1",
                )
    return Credit(told)


def number(credit: float) -> str:
    """Write a credit, or the sum of some, without the traces of binary fractions.

    Examples
    --------
    >>> number(0.1 + 0.2), number(3)
    ('0.3', '3')
    """
    return f"{credit:.6g}"
