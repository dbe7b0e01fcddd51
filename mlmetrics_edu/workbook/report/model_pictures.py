"""The pictures of a report on several models."""

from typing import TYPE_CHECKING

from ... import plots
from .case import BINS, PARTS
from .page import Shown
from .pictures import axes, drawn

if TYPE_CHECKING:
    from .models import Models


def of_ranking(models: "Models") -> tuple[Shown, ...]:
    """Draw the curves of all models in one picture each."""
    sweeps = {name: one.sweep for name, one in models.cases.items()}
    say, how = models.say, {"language": models.say.language}
    return (
        drawn(plots.roc(sweeps, axes(), **how), "roc", say("caption.models_roc")),
        drawn(plots.pr(sweeps, axes(), **how), "pr", say("caption.pr")),
    )


def of_use(models: "Models") -> tuple[Shown, ...]:
    """Draw what the top of each ranking holds, and what acting on probabilities is worth."""
    sweeps = {name: one.sweep for name, one in models.cases.items()}
    say, how = models.say, {"language": models.say.language}
    gain = plots.gain(sweeps, axes(), bins=PARTS, **how)
    shown = [drawn(gain, "gain", say("caption.gain"))]
    if models.probable:
        chances = {name: one.sweep for name, one in models.probable.items()}
        curve = plots.decision_curve(chances, axes(), **how)
        shown.append(drawn(curve, "decision", say("caption.decision")))
    return tuple(shown)


def of_calibration(models: "Models", strategy: str) -> Shown:
    """Draw what the scores of each model promise, and what happens."""
    scores = {name: one.sweep.samples.score for name, one in models.probable.items()}
    how = {"bins": BINS, "strategy": strategy, "language": models.say.language}
    ax = plots.reliability(models.truth, scores, axes(), **how)
    return drawn(ax, "calibration", models.say(f"caption.calibration.{strategy}"))
