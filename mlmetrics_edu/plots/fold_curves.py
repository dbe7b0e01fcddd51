"""The curves of a cross-validation: a faint line a fold, their mean, and a band around it."""

from collections.abc import Sequence
from typing import Any

from matplotlib.axes import Axes

from ..core import digits, words
from ..core.conventions import Language, Legend
from ..metrics.comparing.fold_mean import FoldMean, fold_mean
from ..metrics.curves import pr, roc
from ..metrics.sweep import Sweep
from .curves import FAINT, path_of, plane
from .lines import look_of, names_of, width
from .look import letters, style
from .picture import describe
from .placing import Label, first_time, place
from .roc_layers import draw_diagonal
from .say import head, say, verbatim

KINDS = {"roc": (roc, "auc"), "pr": (pr, "average_precision")}


def fold_curves(
    of: Sequence[Sweep],
    ax: Axes | None = None,
    *,
    curve: str,
    name: str = "",
    diagonal: bool = True,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the curve of each fold, and their mean at equal abscissas with its spread."""
    make, area = KINDS[curve]
    mean = fold_mean(of, make)
    with style(language=language):
        ax = plane(ax, curve)
        own = look_of(0, line)
        faint = {"color": own["color"], "linewidth": width(0.4), "alpha": 0.35, "zorder": 2.5}
        folds = [ax.plot(*path_of(one), linestyle="-", **faint)[0] for one in mean.curves]
        shade = {"color": own["color"], "alpha": FAINT, "lw": 0, "zorder": 1.5}
        ax.fill_between(mean.x, mean.low, mean.high, **shade)
        said = {"n": len(folds), "symbol": words.symbol(area), **_area(mean)}
        drawn = ax.plot(*_from_corner(mean, curve), **own)[0]
        sample = {"color": own["color"], "alpha": FAINT, "linewidth": letters(0.7)}
        (band,) = ax.plot([], [], linestyle="-", solid_capstyle="butt", **sample)
        named = {head(verbatim(name)) + say("folds.mean", **said): drawn}
        spread = Label(say("folds.spread"), mean.x, mean.high, own["color"], line=band, named=True)
        labels = names_of(named)
        if first_time(ax, "folds"):
            labels += [*names_of({say("folds.each", n=len(folds)): folds[0]}), spread]
        if curve == "roc" and diagonal and first_time(ax, "chance"):
            labels += draw_diagonal(ax)
        place(ax, labels, legend)
        return describe(ax, _in_words(mean, name, said))


def _from_corner(mean: FoldMean, curve: str):
    """Return the line; a ROC curve begins at (0, 0), however high its first step is."""
    return ([0, *mean.x], [0, *mean.mean]) if curve == "roc" else (mean.x, mean.mean)


def _area(mean: FoldMean) -> dict[str, str]:
    return {"area": digits.decimal(mean.area), "spread": f"{mean.area_spread:.3f}"}


def _in_words(mean: FoldMean, name: str, said: dict) -> str:
    middle = len(mean.x) // 2
    first = mean.curves[0]
    return say(
        "alt.folds",
        name=head(name),
        curve=first.name,
        x=words.symbol(first.x_name),
        middle=digits.decimal(mean.mean[middle]),
        there=digits.decimal(mean.spread[middle]),
        **said,
    )
