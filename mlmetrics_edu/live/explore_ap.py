"""Six rules of average precision on one ranking: samples change places, and the numbers part."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..core import inputs, words
from ..core.conventions import ApRule, Language
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from ..metrics.average_precision import (
    RULES,
    average_precision,
    counts_to_reach,
    highest_from_here,
    precision,
    recall_levels,
)
from ..metrics.rates import lookup
from ..metrics.sweep import TIES, Sweep, sweep
from ..plots.look import COLOURS
from ..plots.precision_recall import ap_areas
from ..plots.precision_recall import pr as draw_pr
from ..plots.say import phrases
from .instrument import Instrument, Setting, number, one_of, paper
from .page import heights, share, tree

MOST = 40  # samples
WIDER = {"from": -0.06, "to": 1.06}  # bars around the levels 0 and 1 reach beyond them
MISSING = Formula("FN", "positives - TP")
COMPARED = "floats"  # as the tools find the levels of recall


class ApExplorer(Instrument):
    """One ranking, and six rules of average precision; made by :func:`explore_ap`.

    Attributes
    ----------
    rule : str
        Which rule is drawn and worked out; it can be set.
    order, labels, tied : list
        Which sample is at each place, which samples are positive, and which places are tied with
        the next one; they can be set.
    ties : str
        How ties are taken; it can be set.
    sweep : Sweep
        The ranking as it stands.
    average_precision : Worked
        What the rule makes of it.
    """

    script = "explore_ap"

    def __init__(self, of: Sweep, rule: ApRule = "step", language: Language | None = None):
        super().__init__(language)
        self.title = self.say("ap.title")
        samples, self._missed = _ranked(of)
        order = np.argsort(-samples.score, kind="stable")
        self._ids = range(len(order)) if samples.ids is None else samples.ids.tolist()
        self._scores = samples.score[order].tolist()
        self.order, self.labels = order.tolist(), samples.positive.tolist()
        self.tied = [a == b for a, b in pairwise(self._scores)]
        self.ties, self.rule = of.ties, rule
        self._opening = self.state

    def _permuted(self, order: list[int]) -> list[int]:
        if sorted(map(number, order)) != [*range(len(self._ids))]:
            raise ValueError(order)
        return [*order]

    def _flags(self, flags: list[bool], fewer: int = 0) -> list[bool]:
        if [type(flag) for flag in flags] != [bool] * (len(self._ids) - fewer):
            raise ValueError(flags)
        return [*flags]

    order = Setting(_permuted)
    labels = Setting(_flags)
    tied = Setting(lambda self, flags: self._flags(flags, 1))
    ties = one_of(lambda _: TIES, "ties")
    rule = one_of(lambda _: RULES, "rule")

    @property
    def sweep(self) -> Sweep:
        """The ranking as it stands.

        A place keeps its score, whoever stands there, and a tie has that of its first place; where
        two ties would then have the same score, places are counted instead.
        """
        group = np.cumsum([0] + [not tied for tied in self.tied])
        first = np.unique(group, return_index=True)[1]
        scores = np.array(self._scores)[first]
        if not (np.diff(scores) < 0).all():
            scores = len(self.order) - first
        return sweep(
            [int(self.labels[k]) for k in self.order],
            scores[group],
            ids=[self._ids[k] for k in self.order],
            ties=self.ties,
            positives=sum(self.labels) + self._missed,
        )

    @property
    def average_precision(self) -> Worked:
        """What the rule makes of it."""
        return average_precision(self.sweep, self.rule, compare=COMPARED)

    def fixed(self) -> dict[str, Any]:
        """Gather the names, the axes and what each rule does, as trees."""
        return {
            "opening": self._opening,
            "names": [str(name) for name in self._ids],
            "missed": self._missed,
            "axes": [share(self.say("recall")) | WIDER, share(self.say("precision"))],
            "ties": [[name, phrases()[f"ties.{name}"][self.language]] for name in TIES],
            "rules": [self._described(name) for name in RULES],
            "precision": tree(lookup("precision")),
            "recall": tree(lookup("recall")),
            "missing": tree(MISSING),
            "customary": float(precision(np.array([0, 1]), np.array([0, 0]))[0]),
            "between": ["+", "from", ["*", "part", ["-", "to", "from"]]],
            "highest": ["max", "here", "after"],
        }

    def _described(self, name: str) -> dict[str, Any]:
        """Describe a rule: how high it is above each gain, where it looks, how it adds up."""
        rule = RULES[name]
        looked_up = {"levels": None}
        if rule.levels:
            positives = self._missed + np.arange(len(self._ids) + 1)
            needed = counts_to_reach(positives, rule.levels, COMPARED)
            looked_up = {"levels": recall_levels(rule.levels).tolist(), "needed": needed.tolist()}
        return {
            **{"name": name, "text": rule.text, "tools": rule.tools, "exact": rule.exact},
            "heights": heights(rule.heights),
            "down": rule.heights is highest_from_here,
            **looked_up,
            **_added_up(rule.formula),
        }

    def draw(self) -> Axes:
        """Draw what the rule adds up, and the numbers of all six."""
        left, right = paper(10.2, 4.8, 5, 4.6)
        now = self.sweep
        if now.positives:
            ap_areas(now, self.rule, draw_pr(now, left))
            values = {rule: average_precision(now, rule) for rule in RULES}
            colours = [COLOURS["threshold" if r == self.rule else "quiet"] for r in RULES]
            right.scatter([*values.values()], range(len(RULES)), c=colours, s=60)
            texts = [f"{rule}\n{words.decimal(v, 4)}" for rule, v in values.items()]
            right.set_yticks(range(len(RULES)), texts)
            right.invert_yaxis()
            right.set_xlabel(self.say("average_precision"))
        return left

    def __str__(self) -> str:
        now, symbol = self.sweep, self.say("average_precision")
        ties = phrases()[f"ties.{now.ties}"][self.language]
        head = f"{self.title} · {symbol} · {self.rule} · {self.say('ap.ties')}: {ties}"
        if not now.positives:
            return f"{head}\n{self.say('ap.none')}"
        numbers = (words.both(average_precision(now, rule), 4) for rule in RULES)
        return "\n".join([head, *map(": ".join, zip(RULES, numbers, strict=True))])


def explore_ap(
    sweep: Sweep, *, rule: ApRule = "step", language: Language | None = None
) -> ApExplorer:
    """Show what six rules of average precision add up on one ranking, and change the ranking.

    Six values stand side by side, and that of one rule is drawn and worked out. Samples change
    their labels and places, or are tied with the next one, and ties are taken in one step, as they
    are listed, or in the best and the worst order.

    Parameters
    ----------
    sweep : Sweep
        A ranking of at most 40 samples, each of which counts once.
    rule : {"step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco"}
        Which rule is drawn at first; see :func:`average_precision`.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it; without it the one in force.

    Returns
    -------
    ApExplorer
        The last line of a cell shows it; ``.to_html(path)`` writes a page.

    Raises
    ------
    InputError
        If the samples are unknown, weighted, or too many.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> x = explore_ap(sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]))
    >>> x.rule = "trapezoid"
    >>> x.average_precision.fraction
    Fraction(19, 24)
    """
    return ApExplorer(sweep, rule, language)


def _ranked(of: Sweep) -> tuple[Any, int]:
    """Return the samples of a ranking that can be changed, and how many positives aren't in it."""
    if not isinstance(of, Sweep):
        raise InputError(
            f"{inputs.short(of)} was given for a ranking",
            "it needs labels and scores that were swept",
            "pass mm.sweep(y_true, y_score)",
        )
    samples, missed = of.samples, of.positives - of.tp[-1]
    if samples is None or samples.weights is not None or missed != int(missed):
        raise InputError(
            "the samples of the sweep are unknown" if samples is None else "samples have weights",
            "each sample changes its place and its label, and counts once",
            "sweep again without weights: mm.sweep(y_true, y_score, ids=ids)",
        )
    if len(samples.score) > MOST:
        raise InputError(
            f"the ranking has {len(samples.score):,} samples",
            f"each stands on a chip of its own, and a screen holds {MOST}",
            "take fewer, or look at mm.average_precision_table(sweep)",
        )
    return samples, int(missed)


def _added_up(formula: Formula) -> dict[str, Any]:
    """Take a sum apart: what each row adds, and what becomes of the total."""
    above = tree(formula)[1]
    return {"adds": above[1], "whole": ["/", "total", *tree(formula)[2:]]}
