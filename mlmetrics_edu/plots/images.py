"""Images: masks side by side, and how alike two images are, place by place."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from types import SimpleNamespace

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import ListedColormap
from matplotlib.image import AxesImage
from matplotlib.patches import Patch, PathPatch
from matplotlib.path import Path
from numpy.typing import ArrayLike

from ..core import words
from ..core.arithmetic import native
from ..core.conventions import Language
from ..core.errors import InputError
from ..metrics.pixel_counts import pair as masks_alike
from ..metrics.pixel_counts import segmentation_matrix, wholes
from ..metrics.ssim import SsimMap
from .look import COLOURS, SERIES, ink_on, label_bar, small, style
from .matrices import class_names
from .picture import axes_or_new, describe, panels
from .say import listing, say

SOME = 20_000  # runs of pixels; the hatches of more would be drawn slowly, and seen by nobody
HATCHES = ("", "///", "...", "\\\\\\", "xxx", "ooo", "++", "---", "|||")
FILLS = (COLOURS["negative"], *(colour for colour, _ in SERIES))
SAME, OTHER, VOID = "#FAFAFA", COLOURS["ink"], "#FFFFFF"


def masks(
    true: ArrayLike,
    pred: ArrayLike,
    axes: Sequence[Axes] | None = None,
    *,
    classes: int | Sequence[int] | None = None,
    ignore: int | Sequence[int] | None = None,
    names: Sequence[Hashable] | None = None,
    language: Language | None = None,
) -> np.ndarray:
    """Draw a true mask, a predicted one, and the pixels where they differ.

    Parameters
    ----------
    true, pred : array_like of int or bool, shape (rows, columns)
        The masks of one image.
    axes : sequence of three matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    classes, ignore, names : optional
        As for :func:`segmentation_matrix`; without ``classes``, the values that occur.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    numpy.ndarray of three matplotlib.axes.Axes

    Raises
    ------
    InputError
        If the masks aren't two images of one shape, or hold a value that is no class.
    """
    pair = _read(true, pred, classes, ignore, names)
    with style(language=language):
        axes = _three(axes, pair.true.shape)
        for ax, mask, side in zip(
            axes, (pair.true, pair.pred), ("truth", "prediction"), strict=False
        ):
            _draw(ax, mask, FILLS, HATCHES)
            ax.set_title(say(side))
            describe(ax, _masks_in_words(pair, mask))
        _draw(axes[2], pair.apart, (SAME, OTHER), ("", ""))
        values = {"wrong": words.count(pair.wrong), "n": words.count(pair.matrix.total)}
        axes[2].set_title(say("differ", **values))
        _key(axes[1], pair)
        describe(axes[2], say("alt.differ", **values, ignored=words.count(pair.void.sum())))
        return axes


def _read(true, pred, classes, ignore, names) -> SimpleNamespace:
    """Take the masks in by the same door as the counts; classes become 0, 1, 2 …, void −1."""
    true, pred = masks_alike(true, pred)
    if true.ndim != 2:
        raise InputError(
            f"the masks have the shape {true.shape}",
            "one image is drawn, in rows and columns",
            "pass the masks of one image, such as true[0], pred[0]",
        )
    void = np.isin(true, () if ignore is None else wholes(ignore, "ignore"))
    if classes is None:
        classes = np.union1d(true[~void], pred[~void]).astype(int).tolist()
    matrix = segmentation_matrix(true, pred, classes, ignore, names=names)
    values = np.atleast_1d(range(classes) if np.ndim(classes) == 0 else classes)
    places = [
        np.select([mask == v for v in values], range(len(values)), -1) for mask in (true, pred)
    ]
    apart = np.where(void, -1, places[0] != places[1])
    wrong = matrix.total - matrix.counts.trace().item()
    counts = {"matrix": matrix, "void": void, "apart": apart, "wrong": wrong}
    return SimpleNamespace(true=places[0], pred=places[1], **counts)


def _three(axes, shape: tuple[int, int]) -> np.ndarray:
    if axes is None:
        height = 4.2 * min(max(shape[0] / shape[1], 0.45), 1.6)
        return panels(1, 3, size=(4.2, height + 1.0))[1]
    axes = np.ravel(axes)
    if len(axes) != 3:
        raise InputError(
            f"there are {len(axes)} Axes",
            "the truth, the prediction and their difference need one each",
            "pass three, as panels(1, 3) gives them",
        )
    return axes


def _draw(ax: Axes, mask: np.ndarray, fills, hatches) -> None:
    """Colour each class, and hatch it, so that it is told apart in grey as well."""
    k = max(mask.max() + 1, 1)
    colours = ListedColormap([VOID, *(fills[c % len(fills)] for c in range(k))])
    look = {"cmap": colours, "vmin": -1.5, "vmax": k - 0.5, "interpolation": "nearest"}
    ax.imshow(mask, **look)
    runs = _runs(mask)
    for c in np.unique(mask) if len(runs) <= SOME else ():
        hatch, fill = ("///", VOID) if c < 0 else (_of(hatches, c), _of(fills, c))
        ink = "#8A8A8A" if c < 0 else ink_on(fill)
        if hatch:
            ax.add_patch(_hatched(runs[mask[runs[:, 0], runs[:, 1]] == c], hatch, ink))
    ax.set(xticks=[], yticks=[])
    for spine in ax.spines.values():
        spine.set_visible(True)


def _of(several: Sequence[str], place: int) -> str:
    """Choose for a class; after a full round of colours, hatches go on by one."""
    shift = place // len(FILLS) if several is HATCHES else 0
    return several[(place + shift) % len(several)]


def _runs(mask: np.ndarray) -> np.ndarray:
    """List the runs of equal pixels: row, first column, and the column after the last."""
    starts = np.ones(mask.shape, bool)
    starts[:, 1:] = mask[:, 1:] != mask[:, :-1]
    rows, first = np.nonzero(starts)
    after = np.append(first[1:], 0)
    return np.column_stack([rows, first, np.where(after > 0, after, mask.shape[1])])


def _hatched(runs: np.ndarray, hatch: str, ink: str) -> PathPatch:
    """Make one shape of many runs, with a single hatch that goes through all of them."""
    row, first, after = (runs - 0.5).T
    corners = [(first, row), (after, row), (after, row + 1), (first, row + 1), (first, row)]
    points = np.stack([np.column_stack(corner) for corner in corners], axis=1).reshape(-1, 2)
    codes = [Path.MOVETO, *[Path.LINETO] * 3, Path.CLOSEPOLY] * len(runs)
    look = {"facecolor": "none", "edgecolor": ink, "linewidth": 0, "alpha": 0.55}
    return PathPatch(Path(points, codes), hatch=hatch, **look)


def _key(ax: Axes, pair: SimpleNamespace) -> None:
    """Say below the pictures which colour is which class."""
    there = np.union1d(pair.true, pair.pred)
    kinds = [
        (name, _of(FILLS, c), _of(HATCHES, c), ink_on(_of(FILLS, c)))
        for c, name in enumerate(class_names(pair.matrix))
        if c in there
    ]
    kinds += [(say("agree_key"), SAME, "", "black"), (say("differ_key"), OTHER, "", "black")]
    kinds += [(say("ignored_key"), VOID, "///", "#8A8A8A")] if pair.void.any() else []
    patches = [
        Patch(facecolor=fill, hatch=hatch, edgecolor=ink, label=name, linewidth=0.5)
        for name, fill, hatch, ink in kinds
    ]
    place = {"loc": "outside lower center", "ncols": min(len(kinds), 7)}
    ax.figure.legend(handles=patches, frameon=False, fontsize=small(0.9), **place)


def _masks_in_words(pair: SimpleNamespace, mask: np.ndarray) -> str:
    sizes = zip(
        pair.matrix.labels,
        np.bincount(native(mask[mask >= 0]), minlength=pair.matrix.k),
        strict=True,
    )
    shares = listing([f"{label} {n}" for label, n in sizes if n])
    rows, columns = mask.shape
    return say("alt.mask", rows=rows, columns=columns, shares=shares)


def ssim_map(ssim: SsimMap, ax: Axes | None = None, *, language: Language | None = None) -> Axes:
    """Draw the structural similarity window by window: the lighter, the more alike.

    Parameters
    ----------
    ssim : SsimMap
        What :func:`mlmetrics_edu.ssim_map` gives.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    values, mean = ssim.ssim, float(ssim.mean)
    low = -1.0 if values.min() < 0 else 0.0  # where images are each other's opposite
    with style(language=language):
        ax = axes_or_new(ax, size=_size(values))
        image = ax.imshow(values, cmap="cividis", vmin=low, vmax=1)
        ax.set(xticks=[], yticks=[])
        ax.spines[:].set_visible(False)
        ax.set_title(say("mean_of", what="SSIM", value=words.decimal(mean)))
        _bar(ax, image, mean)
        return describe(ax, _ssim_in_words(values, mean))


def _size(values: np.ndarray) -> tuple[float, float]:
    """Follow the shape of the image, so that the bar of colours is as high as it."""
    rows, columns = values.shape
    return 5.4, 0.7 + 4.2 * min(max(rows / columns, 0.4), 1.6)


def _bar(ax: Axes, image: AxesImage, mean: float) -> None:
    """Draw the bar of colours, and where the mean lies on it."""
    bar = ax.figure.colorbar(image, ax=ax)
    label_bar(ax, bar, "SSIM")
    bar.outline.set_visible(False)
    for colour, wide in (("white", 4), (COLOURS["ink"], 2)):
        bar.ax.plot([0, 1], [mean, mean], color=colour, linewidth=wide, linestyle="-")
    bar.ax.tick_params(labelsize=small(0.9))


def _ssim_in_words(values: np.ndarray, mean: float) -> str:
    row, column = np.unravel_index(values.argmin(), values.shape)
    numbers = {"mean": mean, "low": values.min(), "high": values.max()}
    details = {name: words.decimal(float(number)) for name, number in numbers.items()}
    details |= {"rows": values.shape[0], "columns": values.shape[1], "row": row, "column": column}
    return say("alt.ssim_map", what="SSIM", **details)
