"""The ranking as a strip of boxes: one a sample, highest score first, cut by a threshold."""

from matplotlib.axes import Axes

from ...core import digits
from ...core.errors import InputError
from ...metrics.sweep import Sweep
from ..colours import COLOURS, for_letters, ink_on
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..say import say

MOST = 60


def ranking(
    sweep: Sweep,
    threshold: float | None = None,
    ax: Axes | None = None,
    *,
    language: str | None = None,
    **bar,
) -> Axes:
    """Draw the samples in the order of their scores, and where a threshold cuts them.

    Boxes are filled for positives; inside stands the id, below it the score. Left of the cut is
    what is predicted positive, and each box is named by its outcome.

    Parameters
    ----------
    sweep : Sweep
        A sweep of at most 60 samples.
    threshold : float, optional
        Where to cut.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **bar
        Passed on to :meth:`matplotlib.axes.Axes.bar`.

    Raises
    ------
    InputError
        If the samples are unknown, or too many for a box each.
    """
    rows = _boxes(sweep)
    with style(language=language):
        ax = axes_or_new(ax, size=(max(7.0, 0.62 * len(rows)), 2.6))
        _draw_boxes(ax, rows, bar)
        if threshold is not None:
            _draw_cut(ax, sweep, threshold)
        ax.set(xlim=(-0.6, len(rows) - 0.4), ylim=(-1.15, 1.75))
        ax.set_axis_off()
        return describe(ax, _in_words(sweep, rows, threshold))


def _boxes(sweep: Sweep) -> list[tuple[str, bool, float]]:
    """List id, truth and score of each sample, in the order in which they are let in."""
    if sweep.samples is None or len(sweep.samples.score) > MOST:
        many = "no samples" if sweep.samples is None else f"{len(sweep.samples.score)} samples"
        raise InputError(
            f"the sweep has {many} to draw",
            f"each sample gets a box of its own, and a page holds {MOST}",
            "sweep fewer samples, and keep them with the sweep",
        )
    steps = (step for step in sweep if step.admitted)
    return [
        (str(name).rpartition(" ")[2], bool(label), step.threshold)
        for step in steps
        for name, label in zip(step.admitted, step.labels, strict=True)
    ]


def _draw_boxes(ax: Axes, rows, bar) -> None:
    write = digits.thresholds([score for _, _, score in rows])
    kinds = ["positive" if truth else "negative" for _, truth, _ in rows]
    look = {"width": 0.92, "edgecolor": COLOURS["ink"], "linewidth": 1.2, **bar}
    ax.bar(range(len(rows)), 1, color=[COLOURS[kind] for kind in kinds], **look)
    for x, ((name, _, score), kind) in enumerate(zip(rows, kinds, strict=True)):
        ax.text(
            x, 0.5, name, ha="center", va="center", size=letters(1.15), color=ink_on(COLOURS[kind])
        )
        ax.text(x, -0.08, write(score), ha="center", va="top", size=letters(0.85), rotation=90)


def _draw_cut(ax: Axes, sweep: Sweep, threshold: float) -> None:
    cells = sweep.at(threshold).samples
    outcome = {name: cell for cell, names in cells.items() for name in names}
    for x, name in enumerate(name for step in sweep for name in step.admitted):
        ax.text(x, 1.08, outcome[name], ha="center", va="bottom", size=letters(0.85))
    cut = len(cells["TP"]) + len(cells["FP"]) - 0.5
    ax.plot([cut, cut], [-0.75, 1.7], color=COLOURS["threshold"], lw=3, solid_capstyle="butt")
    called = "← " + say("predicted_positive_from", threshold=digits.threshold(threshold))
    side, anchor = (cut - 0.15, "right") if cut > len(outcome) / 2 else (cut + 0.15, "left")
    ax.text(
        side,
        1.45,
        called,
        ha=anchor,
        va="bottom",
        size=letters(),
        color=for_letters(COLOURS["threshold"]),
    )


def _in_words(sweep: Sweep, rows, threshold: float | None) -> str:
    names = ", ".join(f"{name}{'+' if truth else '−'}" for name, truth, _ in rows)
    text = say("alt.ranking", n=len(rows), names=names)
    if threshold is None:
        return text
    cut = {"threshold": digits.threshold(threshold), "counts": sweep.at(threshold).summary}
    return f"{text} {say('alt.cut', **cut)}"
