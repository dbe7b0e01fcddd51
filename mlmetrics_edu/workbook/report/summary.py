"""The first section of a report: what there is, and what it is worth, in a paragraph."""

from ...core import digits
from ...core.inputs import CLASSES
from ...metrics.comparing.interval import Interval
from .case import Case
from .choice import Choice
from .parts import Section, varies
from .saying import shown, threshold


def section(choice: Choice, area: Interval, warnings: int) -> Section:
    """Say in words what the numbers say."""
    case, say = choice.case, choice.case.say
    sentences = [
        size(case),
        *_accuracy(choice),
        *([_cost(choice)] if case.costs is not None else []),
        _area(case, area),
        say("summary.warnings", n=warnings) if warnings else "",
    ]
    return Section("summary", say("title.summary"), (say.text(*sentences),))


def size(case: Case) -> str:
    """Say how many samples there are, and of which class."""
    name = case.sweep.names[1]
    return case.say(
        "summary.size" if case.sweep.names == CLASSES else "summary.size_named",
        n=case.say.count(case.samples),
        positives=case.say.count(case.sweep.positives),
        share=case.say.percent(case.share),
        name=shown(name),
    )


def _accuracy(choice: Choice):
    """Compare the accuracy with the one that takes no model."""
    case, say, c = choice.case, choice.case.say, choice.confusion
    rare = case.share <= 0.5
    at_least = float(c.no_information_rate)
    share = say.percent(at_least, c.accuracy)
    yield say("summary.no_one" if rare else "summary.everyone", share=share)
    yield at_threshold(choice)
    better = (c.accuracy > c.no_information_rate) - (c.accuracy < c.no_information_rate)
    key = {1: "more", 0: "equal", -1: "less"}[better]
    if key == "less" and case.costs is not None:
        key = "less_by_costs"
    yield say(f"summary.{key}", accuracy=say.percent(c.accuracy, at_least))


def at_threshold(choice: Choice) -> str:
    """Say what is found at the threshold, and for how many false alarms."""
    say, c = choice.case.say, choice.confusion
    known = {"threshold": threshold(choice.threshold)}
    if not c.tp + c.fp:
        return say("summary.none_called", **known)
    return say(
        "summary.found",
        found=say.count(c.tp),
        positives=say.count(c.tp + c.fn),
        recall=say.percent(c.recall),
        alarms=say.count(c.fp),
        precision=say.percent(c.precision),
        **known,
    )


def _cost(choice: Choice) -> str:
    nobody, everybody = choice.trivial_costs
    return choice.case.say(
        "summary.cost",
        cost=digits.decimal(choice.cost),
        nobody=digits.decimal(nobody),
        everybody=digits.decimal(everybody),
    )


def _area(case: Case, area: Interval) -> str:
    low, high = (digits.decimal(end) for end in area)
    key = "summary.auc" if varies(area) else "summary.auc_alone"
    return case.say(key, auc=digits.decimal(area.estimate), low=low, high=high)
