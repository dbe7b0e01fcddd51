"""The last section: every convention in force, what else there is, and how to do it again."""

from ...core.trace import Column, Trace
from .choice import Choice
from .parts import Section
from .saying import shown, threshold

# In the order of the page; each has a value, and what is done elsewhere, in words.toml.
RULES = ("prediction", "positive", "ties", "undefined", "threshold", "share", "proportion", "auc")
RULES += ("ap", "bootstrap", "ks")
OF_CHANCES = ("bins", "brier")


def section(choice: Choice, again: str) -> Section:
    """List the conventions, and the line that makes this report again."""
    say = choice.case.say
    return Section(
        "rules",
        say("title.rules"),
        tables=(("rules", table(choice)),),
        code=again,
    )


def table(choice: Choice) -> Trace:
    """Lay the conventions out: what is in force here, and what others do."""
    case, say = choice.case, choice.case.say
    keys = [key for key in RULES + OF_CHANCES * case.are_chances]
    known = _values(choice)
    return Trace(
        say("table.rules"),
        (
            Column(say("head.rule"), [say(f"rule.{key}.name") for key in keys]),
            Column(say("head.here"), [known.get(key) or say(f"rule.{key}.here") for key in keys]),
            Column(say("head.elsewhere"), [say(f"rule.{key}.else") for key in keys]),
        ),
    )


def _values(choice: Choice) -> dict[str, str]:
    """Return the conventions that depend on the samples, or on what was asked."""
    case, say = choice.case, choice.case.say
    expected = "rule.share.given" if case.p_positive is not None else "rule.share.here"
    return {
        "prediction": say("rule.prediction.here", threshold=threshold(choice.threshold)),
        "positive": say("rule.positive.here", name=shown(case.positive, 40)),
        "threshold": say(f"rule.threshold.{choice.by}"),
        "share": say(expected, share=say.percent(case.p_positive or case.share)),
    }
