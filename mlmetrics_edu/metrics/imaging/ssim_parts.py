"""The formulas of SSIM, over one window, over all windows of two images, and as a table."""

from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np

from ...core import digits
from ...core.formula import Formula
from ...core.trace import Column, Trace
from ...core.worked import Worked
from ..real_values.outputs import Output
from . import windows
from .windows import Moments, Window

SIGNED, UP, SOURCE = (-1.0, 1.0), "higher", "Wang et al. (2004)"
C1 = Formula("C1", "(k1*data_range)**2")
C2 = Formula("C2", "(k2*data_range)**2")
C3 = Formula("C3", "C2 / 2")
SD_X, SD_Y = Formula("sd_x", "sqrt(variance_x)"), Formula("sd_y", "sqrt(variance_y)")
LUMINANCE = Formula(
    "luminance", "(2*mean_x*mean_y + C1) / (mean_x**2 + mean_y**2 + C1)", SIGNED, UP
)
CONTRAST = Formula("contrast", "(2*sd_x*sd_y + C2) / (sd_x**2 + sd_y**2 + C2)", (0.0, 1.0), UP)
STRUCTURE = Formula("structure", "(covariance + C3) / (sd_x*sd_y + C3)", SIGNED, UP)
PRODUCT = Formula("ssim", "luminance * contrast * structure", SIGNED, UP, source=SOURCE)
# With C3 = C2/2 the two last factors are one, and there is no root to take.
TWO_FACTORS = Formula(
    "ssim",
    "(2*mean_x*mean_y + C1) * (2*covariance + C2)"
    " / ((mean_x**2 + mean_y**2 + C1) * (variance_x + variance_y + C2))",
    SIGNED,
    UP,
    source=SOURCE,
)
PSNR = Formula(
    "psnr",
    "10 * log(data_range**2 / mse) / log(10)",
    direction=UP,
    undefined_when="the images are identical, and the ratio has no bound",
)


class Constants(NamedTuple):
    """What keeps the three quotients from dividing by nearly nothing."""

    C1: Worked
    C2: Worked
    C3: Worked

    @classmethod
    def of(cls, k1, k2, data_range):
        """Work them out from the range of the values."""
        c2 = C2.work(k2=k2, data_range=data_range)
        return cls(C1.work(k1=k1, data_range=data_range), c2, C3.work(C2=c2))


def _fitting(formula: Formula, known: dict) -> dict:
    return {term: known[term] for term in formula.terms}


def similarity(moments: Moments, constants: Constants) -> np.ndarray:
    """Return the similarity in every window."""
    known = {**moments._asdict(), **constants._asdict()}
    return TWO_FACTORS.column(**_fitting(TWO_FACTORS, known))


def maps(x: np.ndarray, y: np.ndarray, window: Window, constants: Constants) -> np.ndarray:
    """Return luminance, contrast, structure and their product in every window.

    Returns
    -------
    numpy.ndarray of float, shape (4, rows, columns)
    """
    if not window.weights:
        known = _moments(Output.of(x.ravel(), y.ravel(), None, None), window.correction)
        return _factors(
            Moments(**{n: np.full((1, 1), float(m)) for n, m in known.items()}), constants
        )
    found = np.empty((4, *windows.count(x.shape, window)))
    for place, moments in windows.moments(x, y, window):
        found[:, *place] = _factors(moments, constants)
    return found


def _factors(moments: Moments, constants: Constants) -> np.ndarray:
    known = {**moments._asdict(), **constants._asdict()}
    for name in "xy":  # rounding may leave a variance a little below 0
        known[f"sd_{name}"] = np.sqrt(np.maximum(known[f"variance_{name}"], 0))
    columns = [f.column(**_fitting(f, known)) for f in (LUMINANCE, CONTRAST, STRUCTURE)]
    return np.stack([*columns, similarity(moments, constants)])


def table(x, y, window: Window, constants: Constants, conventions: dict) -> Trace:
    """List the windows: where the middle is, the three factors, and their product."""
    found = maps(x, y, window, constants)
    shift = len(window.weights) // 2 if window.border == "crop" else 0
    rows, columns = np.indices(found.shape[1:]) + shift
    places = (Column(n, c.ravel(), align="right") for n, c in (("row", rows), ("column", columns)))
    names = ("luminance", "contrast", "structure", "SSIM")
    factors = (
        Column(name, values.ravel(), digits.decimal, "right")
        for name, values in zip(names, found, strict=True)
    )
    return Trace(f"SSIM, {rows.size:,} windows", (*places, *factors), conventions)


def whole(x, y, correction, constants: Constants, conventions: dict) -> Worked:
    """Compare two images as a whole, by the three factors, and keep the working."""
    pixels = Output.of(x.ravel(), y.ravel(), None, None)
    known = {**_moments(pixels, correction), **constants._asdict()}
    for name, formula in (("sd_x", SD_X), ("sd_y", SD_Y)):
        known[name] = pixels.finish(formula.work(**_fitting(formula, known)))
    factors = {
        f.name: pixels.finish(f.work(**_fitting(f, known)))
        for f in (LUMINANCE, CONTRAST, STRUCTURE)
    }
    product = PRODUCT.work(**factors)
    return Worked(
        float(product),
        "ssim",
        exact=partial(_fraction, known) if pixels.exact else None,
        formula=PRODUCT,
        terms=factors,
        conventions=conventions,
    )


def _fraction(known: dict) -> Fraction | None:
    """Work the whole out without the roots, which cancel out."""
    return TWO_FACTORS.work(**_fitting(TWO_FACTORS, known)).fraction


def _moments(pixels: Output, correction) -> dict:
    dx, dy = pixels.centred(pixels.truth), pixels.centred(pixels.prediction)
    n = pixels.n / Fraction(correction)
    n = n if pixels.exact else float(n)
    return {
        "mean_x": pixels.total(pixels.truth) / pixels.n,
        "mean_y": pixels.total(pixels.prediction) / pixels.n,
        "variance_x": pixels.total(dx, dx) / n,
        "variance_y": pixels.total(dy, dy) / n,
        "covariance": pixels.total(dx, dy) / n,
    }
