"""What is told apart without colour, or with the colours that some eyes confuse.

Machado, Oliveira & Fernandes (2009), A physiologically-based model for simulation of color vision
deficiency, IEEE TVCG 15(6), table 1, severity 1; the matrices apply to linear RGB.
"""

from itertools import combinations

import matplotlib as mpl
import numpy as np
from matplotlib.collections import Collection, LineCollection, QuadMesh
from matplotlib.spines import Spine

from mlmetrics_edu.plots.look import ENOUGH

EYES = {
    "usual": np.eye(3),
    "protanopia": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
    "grey": [[0.2126, 0.7152, 0.0722]] * 3,
}
SEAM = 3  # points around letters that set them off from what is below
APART = 9.0  # of CIE L*a*b*: 2.3 is just seen in neighbours, and these may stand far apart
XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)


def linear(rgb):
    rgb = np.asarray(rgb, float)
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def seen(colour, eye):
    """Return a colour, laid on white, in linear RGB as an eye sees it."""
    red, green, blue, alpha = mpl.colors.to_rgba(colour)
    on_white = alpha * np.array([red, green, blue]) + 1 - alpha
    return np.clip(EYES[eye] @ linear(on_white), 0, 1)


def lab(light):
    """Return CIE L*a*b* of linear RGB."""
    x, y, z = (XYZ @ light) / (XYZ @ np.ones(3))
    fx, fy, fz = (
        t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z)
    )
    return np.array([116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)])


def apart(a, b, eye):
    return float(np.linalg.norm(lab(seen(a, eye)) - lab(seen(b, eye))))


def marks(ax):
    """List what is drawn as (name, colour, what else tells it apart)."""
    for line in ax.lines:
        if len(line.get_xydata()) > 1 and line.get_visible():  # a point is told by its place
            dashes = tuple(np.round(np.divide(line._unscaled_dash_pattern[1] or (), 1.0), 2))
            shape = (dashes, str(line.get_linestyle()) == "None", str(line.get_marker()))
            yield "line", line.get_color(), (*shape, round(line.get_linewidth() * 2))
    for collection in ax.collections:
        yield from _of_collection(collection)
    for patch in ax.patches:
        edged = patch.get_linewidth() > 0 and patch.get_edgecolor()[3] > 0
        if isinstance(patch, Spine) or edged:
            continue
        if patch.get_fill() and patch.get_facecolor()[3] > 0:
            yield "fill", patch.get_facecolor(), (patch.get_hatch(),)


def _of_collection(collection: Collection):
    if isinstance(collection, (QuadMesh, LineCollection)) or collection.get_array() is not None:
        return  # shades of one scale, whose numbers are written
    edges = collection.get_edgecolor()
    if len(edges) and edges[:, 3].all() and min(collection.get_linewidth()) > 0:
        return  # areas with an edge each
    paths = collection.get_paths()
    shape = (
        collection.get_hatch(),
        len(paths[0].vertices) if collection.get_offsets().any() else 0,
    )
    for colour in np.unique(collection.get_facecolor(), axis=0):
        yield "fill", tuple(colour), shape


def confused(figure):
    """List pairs of marks that differ in colour alone, and for which eye they are one."""
    found = []
    for ax in figure.axes:
        lined = {mpl.colors.to_hex(line.get_color()) for line in ax.lines}  # have an outline
        different = {
            (kind, mpl.colors.to_hex(c, True), cue)
            for kind, c, cue in marks(ax)
            if not (kind == "fill" and mpl.colors.to_hex(c) in lined)
        }
        for a, b in combinations(sorted(different, key=str), 2):
            if a[0] == b[0] and a[2] == b[2]:
                eyes = [eye for eye in EYES if apart(a[1], b[1], eye) < APART]
                if eyes:
                    found.append((a[0], a[1], b[1], eyes))
    return found


def brightness(light) -> float:
    return float(np.dot([0.2126, 0.7152, 0.0722], light))


def contrast(a, b, eye) -> float:
    low, high = sorted(brightness(seen(colour, eye)) + 0.05 for colour in (a, b))
    return high / low


def ground(pixels, box):
    """Return the colour that most of the pixels around a text have."""
    height = len(pixels)
    x0, x1 = max(int(box.x0), 0), int(np.ceil(box.x1))
    y0, y1 = max(height - int(np.ceil(box.y1)), 0), height - int(box.y0)
    patch = pixels[y0:y1, x0:x1, :3].reshape(-1, 3).astype(np.int64)
    codes, counts = np.unique(patch @ [65536, 256, 1], return_counts=True)
    code = int(codes[counts.argmax()])
    return tuple(part / 255 for part in (code >> 16, (code >> 8) & 255, code & 255))


def halo(text):
    """Return the colour of the seam that letters have around them, if any."""
    for effect in text.get_path_effects():
        if effect._gc["linewidth"] >= SEAM:
            return mpl.colors.to_rgb(effect._gc["foreground"])
    return None


def dim(figure, texts):
    """List texts that an eye can't make out on the pixels around them; the figure is drawn."""
    pixels = np.asarray(figure.canvas.buffer_rgba())
    found = []
    for text in texts:
        below = halo(text) or ground(pixels, text.get_window_extent().padded(1))
        least = min((contrast(text.get_color(), below, eye), eye) for eye in EYES)
        if least[0] < ENOUGH:
            found.append((text.get_text(), text.get_color(), below, *least))
    return found
