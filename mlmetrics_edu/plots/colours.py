"""Colours that everybody can tell apart, and letters that stand out from their ground."""

import matplotlib as mpl

INK = "#222222"
# Okabe & Ito (2008): told apart under the common colour-vision deficiencies, and in grey together
# with the style of the line.
SERIES = (
    ("#0072B2", "-"),
    ("#D55E00", "--"),
    ("#009E73", "-."),
    ("#CC79A7", ":"),
    ("#E69F00", (0, (7, 2))),
    ("#56B4E9", (0, (4, 1, 1, 1, 1, 1))),
)
COLOURS = {
    "positive": "#0072B2",
    "negative": "#D9D9D9",
    "threshold": "#D55E00",
    "gap": "#009E73",
    "quiet": "#767676",
    "ink": INK,
}
ENOUGH = 4.5  # contrast of letters, WCAG 2 level AA
SHADED = "#D1E5F1"  # the darkest ground that areas leave below letters
EVERYBODY = 5.0  # contrast there that keeps above ENOUGH for eyes that lack a kind of cone


def luminance(colour) -> float:
    """Work out how light a colour is, from 0 to 1 (WCAG 2, relative luminance)."""
    red, green, blue = (_linear(part) for part in mpl.colors.to_rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def contrast(a, b) -> float:
    """Work out the contrast of two colours, from 1 to 21.

    Examples
    --------
    >>> round(contrast("black", "white"), 1)
    21.0
    """
    low, high = sorted(luminance(colour) + 0.05 for colour in (a, b))
    return high / low


def ink_on(colour) -> str:
    """Choose the colour of letters on a ground: whichever of black and white stands out more."""
    return "white" if luminance(colour) < 0.179 else "black"


def for_letters(colour, ground=SHADED) -> str:
    """Darken a colour until everybody can read letters in it, on a light ground.

    Examples
    --------
    >>> contrast(for_letters("#E69F00"), "white") >= ENOUGH
    True
    """
    shade = mpl.colors.to_rgb(colour)
    while contrast(shade, ground) < EVERYBODY:
        shade = tuple(0.94 * part for part in shade)
    return mpl.colors.to_hex(shade)
