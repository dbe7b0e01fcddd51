"""How much two boxes overlap, with the whole working: IoU and two of its relatives."""

from collections.abc import Mapping
from functools import partial

from ..core import digits
from ..core.exact import Rounded
from ..core.formula import Formula
from ..core.trace import Column, Trace
from ..core.worked import Worked
from .geometry import overlap
from .geometry.box_forms import corners_of

UNION = Formula("union", "area_a + area_b - intersection")
GIOU = Formula(
    "giou",
    "iou - (hull - union) / hull",
    (-1, 1),
    "higher",
    synonyms=("generalized intersection over union",),
    source="Rezatofighi et al. (2019), algorithm 1",
)


def _measures(plus: str) -> dict[str, Formula]:
    """Write down what is measured on two boxes, by one convention."""
    across, down = f"right_{{0}} - left_{{0}}{plus}", f"bottom_{{0}} - top_{{0}}{plus}"
    area = f"({across}) * ({down})".format
    expressions = {
        "width": f"max(0, min(right_a, right_b) - max(left_a, left_b){plus})",
        "height": f"max(0, min(bottom_a, bottom_b) - max(top_a, top_b){plus})",
        "area_a": area("a"),
        "area_b": area("b"),
        "hull": f"(max(right_a, right_b) - min(left_a, left_b){plus})"
        f" * (max(bottom_a, bottom_b) - min(top_a, top_b){plus})",
    }
    return {name: Formula(name, text, (0, None)) for name, text in expressions.items()}


# The number itself stands in the formula, so that the working has no "+ 0" and needs no letter.
MEASURES = {
    convention: _measures(f" + {more}" if more else "")
    for convention, more in overlap.CONVENTIONS.items()
}


def iou(a, b, convention: str = "continuous", *, form: str = "xyxy") -> Worked:
    """Divide what two boxes share by what they cover together.

    Parameters
    ----------
    a, b : sequence of 4 numbers
        The boxes.
    convention : {"continuous", "inclusive-pixels"}
        Whether a box is as wide as its ends differ (COCO), or one pixel wider (PASCAL VOC).
    form : {"xyxy", "xywh", "cxcywh"}
        What the numbers are: two corners; a corner, width and height; or the centre and those.

    Returns
    -------
    Worked
        From 0 (they don't meet) to 1 (they are the same). Its ``.steps`` are the sides of the
        intersection. It is nan where neither box has an area.

    Raises
    ------
    InputError
        If something isn't a box.

    References
    ----------
    Everingham et al. (2010), The PASCAL visual object classes (VOC) challenge, section 4.4.

    Examples
    --------
    >>> found = iou([0, 0, 100, 100], [40, 0, 140, 100])
    >>> found.fraction
    Fraction(3, 7)
    >>> print(found.terms["intersection"].working)
    intersection = width·height
                 = 60·100
                 = 6000
      width = max(0, min(right a, right b) − max(left a, left b))
            = max(0, min(100, 140) − max(0, 40))
            = 60
      height = max(0, min(bottom a, bottom b) − max(top a, top b))
             = max(0, min(100, 100) − max(0, 0))
             = 100
    >>> print(found.steps)
    the intersection's sides · boxes: continuous, width = x2 − x1 (COCO)
    side    a from  a to  b from  b to  both from  both to  length
    width        0   100      40   140         40      100      60
    height       0   100       0   100          0      100     100
    >>> iou([0, 0, 1, 1], [1, 1, 2, 2], "inclusive-pixels").fraction  # one pixel of seven
    Fraction(1, 7)
    """
    return _iou(_pair({"a": a, "b": b}, form, convention), convention)


def crowd_iou(detection, crowd, convention: str = "continuous", *, form: str = "xyxy") -> Worked:
    """Give the share of a detection that lies inside a crowd.

    A crowd is one box around many objects, so what it has beyond the detection is no mistake.

    Parameters
    ----------
    detection, crowd : sequence of 4 numbers
        The boxes; in the working, ``a`` is the detection.
    convention, form
        As in :func:`iou`.

    Returns
    -------
    Worked
        From 0 to 1; nan where the detection has no area.

    Raises
    ------
    InputError
        If something isn't a box.

    References
    ----------
    Lin et al. (2014), Microsoft COCO: common objects in context; its evaluation of crowds.

    Examples
    --------
    >>> crowd_iou([0, 0, 10, 10], [5, 0, 100, 100]).fraction
    Fraction(1, 2)
    """
    pair = _pair({"detection": detection, "crowd": crowd}, form, convention)
    shared = {"intersection": _intersection(pair, convention)}
    return _told(overlap.CROWD_IOU, shared | _measured(pair, convention, "area_a"), convention)


def giou(a, b, convention: str = "continuous", *, form: str = "xyxy") -> Worked:
    """Take from the IoU the share of the common hull that neither box covers.

    Boxes that don't meet all have an IoU of 0; this number still tells the near from the far.

    Parameters
    ----------
    a, b, convention, form
        As in :func:`iou`.

    Returns
    -------
    Worked
        From −1 (small boxes far apart) to 1 (the same box), and never above the IoU.

    Raises
    ------
    InputError
        If something isn't a box.

    References
    ----------
    Rezatofighi et al. (2019), Generalized intersection over union, algorithm 1.

    Examples
    --------
    >>> near = giou([0, 0, 1, 1], [1, 0, 2, 1])
    >>> far = giou([0, 0, 1, 1], [9, 0, 10, 1])
    >>> near.fraction, far.fraction
    (Fraction(0, 1), Fraction(-4, 5))
    """
    pair = _pair({"a": a, "b": b}, form, convention)
    found = _iou(pair, convention)
    # The IoU below shows how its terms came about, so here they are only numbers.
    union = UNION.work(**{name: _number(term) for name, term in found.terms.items()})
    terms = {"iou": found, **_measured(pair, convention, "hull"), "union": union}
    return _told(GIOU, terms, convention).with_steps(partial(_table, found, convention))


def _number(term: Worked):
    return Rounded(term) if term.fraction is None else term.fraction


def _iou(pair: Mapping, convention: str) -> Worked:
    areas = _measured(pair, convention, "area_a", "area_b")
    return _told(
        overlap.IOU, {"intersection": _intersection(pair, convention), **areas}, convention
    )


def _pair(boxes: Mapping, form: str, convention: str) -> dict:
    """Read two boxes, and give each end of theirs its name."""
    ends = {}
    for letter, (name, box) in zip("ab", boxes.items(), strict=True):
        corners = corners_of(box, form, convention, name)
        names = (f"{end}_{letter}" for end in ("left", "top", "right", "bottom"))
        ends |= zip(names, corners, strict=True)
    return ends


def _measured(pair: Mapping, convention: str, *names: str) -> dict[str, Worked]:
    """Measure, by the formulas of the convention."""
    formulas = (MEASURES[convention][name] for name in names)
    return {f.name: f.work(**{term: pair[term] for term in f.terms}) for f in formulas}


def _intersection(pair: Mapping, convention: str) -> Worked:
    return overlap.AREA.work(**_measured(pair, convention, "width", "height"))


def _told(formula: Formula, terms: Mapping, convention: str) -> Worked:
    found = formula.work(**terms, conventions={"boxes": overlap.SAID[convention]})
    return found.with_steps(partial(_table, found, convention))


def _table(found: Worked, convention: str) -> Trace:
    """Lay out the sides of the intersection: where they begin and end, and how long they are."""
    sides = found.terms["intersection"].inner
    width, height = (side.terms for side in sides)
    across = [width[f"{end}_{box}"] for box in "ab" for end in ("left", "right")]
    down = [height[f"{end}_{box}"] for box in "ab" for end in ("top", "bottom")]
    ends = list(zip(across, down, strict=True))
    both = [list(map(max, ends[0], ends[2])), list(map(min, ends[1], ends[3]))]
    names = ("a from", "a to", "b from", "b to", "both from", "both to", "length")
    return Trace(
        "the intersection's sides",
        [
            Column("side", [side.name for side in sides]),
            *(
                Column(name, values, show=_shown, align="right")
                for name, values in zip(names, [*ends, *both, list(sides)], strict=True)
            ),
        ],
        conventions={"boxes": overlap.SAID[convention]},
    )


def _shown(value) -> str:
    """Write a place or a length: in all its digits where these are few."""
    return digits.short(float(value)) or digits.decimal(float(value), 4)
