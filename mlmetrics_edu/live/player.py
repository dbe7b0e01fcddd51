"""The step player: row, sentence and picture of each step of a walk, together."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from typing import Any

import numpy as np

from ..core import digits, inputs
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.escaping import in_html, printable
from ..core.trace import Trace
from ..plots.look import style
from ..plots.picture import Picture, describe
from .instrument import Instrument
from .planes import Say

FRAMES = 60  # steps; more are no walk but a run
WORDS = ("first", "back", "play", "pause", "forward", "last", "step", "speed", "all", "rows")
MORE = ("matrix", "predicted", "truth")


@dataclass(frozen=True)
class Walk:
    """What a player plays, as data: nothing is drawn yet.

    Attributes
    ----------
    title : str
        What it is a walk through.
    table : Trace
        A row for each step.
    sentences : sequence of str
        What happens in each step.
    panels : sequence of dict
        Planes with marks (see ``marks.py``), a table of counts, or samples in a row.
    still : callable
        Draws a step, by its number, where nothing can move.
    """

    title: str
    table: Trace
    sentences: Sequence[str]
    panels: Sequence[Mapping[str, Any]]
    still: Callable[[int], Picture]


class Player(Instrument):
    """A walk to go through step by step; it is made by :func:`mlmetrics_edu.play`.

    There are buttons, a slider and keys for first, back, play, forward, last. It never plays by
    itself. Printed, it is the list of its sentences.

    Attributes
    ----------
    step : int
        Where it stands, from 0 to ``len(player) - 1``; it can be set.
    captions : tuple of str
        The sentence of each step.
    table : Trace
        The row of each step.

    Examples
    --------
    >>> from mlmetrics_edu import play, sweep
    >>> player = play(sweep([1, 0], [0.8, 0.3]))
    >>> player.step = 1
    >>> print(player.captions[player.step])
    sample 0, score 0.8, is a positive: TP grows by 1. P = 1/1 = 1.000, R = 1/1 = 1.000.
    """

    script = "player"
    words = (*(f"player.{word}" for word in WORDS), *MORE)

    def __init__(self, walk: Walk, language: Language | None = None):
        super().__init__(walk.title, {"step": 0}, language)
        self._walk = walk
        self.captions, self.table = tuple(walk.sentences), walk.table

    def __len__(self) -> int:
        return len(self.captions)

    @property
    def step(self) -> int:
        """Where it stands."""
        return self._state["step"]

    @step.setter
    def step(self, step: int) -> None:
        if not self._is_step(step):
            raise InputError(
                f"step={inputs.short(step)}",
                f"this walk has the steps 0 to {len(self) - 1}",
                "set one of them",
            )
        self._move(step=index(step))

    def _is_step(self, step: Any) -> bool:
        whole = isinstance(step, int | np.integer) and not isinstance(step, bool)
        return whole and 0 <= step < len(self)

    def _moved(self, state: Mapping[str, Any]) -> None:
        """Take over a step; what is none stays away."""
        if self._is_step(state.get("step")):
            self._state = {"step": state["step"]}

    def _content(self) -> dict[str, Any]:
        columns = self.table.columns
        rows = [[column.cell(k) for column in columns] for k in range(len(self))]
        names = [[column.name, column.align] for column in columns]
        return {
            "panels": self._walk.panels,
            "table": {"columns": names, "rows": rows},
            "sentences": self.captions,
        }

    def picture(self) -> Picture:
        """Draw the step where it stands."""
        with style(language=self.language):
            picture = self._walk.still(self.step)
        place = f"{self.step + 1} / {len(self)}"
        describe(picture.axes[-1], f"{self.title} ({place}): {self.captions[self.step]}")
        return picture

    def _image(self) -> str:
        """Put all sentences below the picture, for where no script runs."""
        said = "\n".join(f"<li>{in_html(caption)}</li>" for caption in self.captions)
        fold = f"<summary>{in_html(self.say('player.all'))}</summary>\n<ol>\n{said}\n</ol>"
        return f"<div>{super()._image()}\n<details>{fold}</details></div>"

    def __str__(self) -> str:
        steps = (f"{k}. {caption}" for k, caption in enumerate(self.captions, 1))
        return "\n".join(map(printable, [self.title, *steps]))


def titled(say: Say, title: str, shown: int, there: int) -> str:
    """Say what a walk is, and where steps were left out, how many."""
    if shown == there:
        return title
    return say("walk.thinned", title=title, shown=digits.count(shown), all=digits.count(there))
