"""Mean average precision of detections, as PASCAL VOC and COCO define it."""

from ..core import inputs
from ..core.progress import watched
from ..metrics import pr_rules
from . import conditions, ranking, scenes
from .box_forms import extra_pixels
from .conditions import PROTOCOLS, Protocol, Size
from .detection_map import DetectionMap
from .evaluation import evaluation
from .size_counts import SizeCounts


def detection_map(
    truth,
    detections,
    protocol="coco",
    *,
    iou=None,
    convention=None,
    ties=None,
    max_detections=None,
    compare="floats",
    images=None,
    categories=None,
    progress=None,
) -> DetectionMap:
    """Judge detections by the mean average precision of a protocol.

    Parameters
    ----------
    truth : mapping of columns, or pandas.DataFrame
        Objects: ``image``, ``category``, ``x1``, ``y1``, ``x2``, ``y2`` (or ``x``, ``y``, ``w``,
        ``h``), and where there are any ``crowd``, ``difficult``, ``area`` and ``id``.
    detections : mapping of columns, or pandas.DataFrame
        Detections: the same, and ``score``. Of the optional columns, ``id`` and ``area``: how
        large a detection counts as, where that isn't the size of its box.
    protocol : {"coco", "voc2007", "voc2010"}
        Whose rules to go by: which object a detection finds, how the P-R curve is summed up, and
        all that follows here.
    iou : float or sequence of float, optional
        The least overlap of a hit, or several to take the mean over; 0.5 for VOC, 0.50, 0.55 …
        0.95 for COCO.
    convention : {"continuous", "inclusive-pixels"}, optional
        How boxes are measured; VOC counts the last pixel in.
    ties : {"by-image", "in-order"}, optional
        Which of two equal scores comes first; COCO goes by image, VOC as they are given.
    max_detections : int, optional
        How many detections of a category count in an image; 100 for COCO.
    compare : {"floats", "exact"}
        How levels of recall are met; see :func:`average_precision`.
    images, categories : sequence, optional
        Which to judge; without them all.
    progress : bool, optional
        Whether to show a bar; without it, one appears after two seconds.

    Returns
    -------
    DetectionMap

    Raises
    ------
    InputError
        If a box is none, a column is missing, or a setting is no such setting.

    References
    ----------
    Everingham et al. (2010), The PASCAL Visual Object Classes challenge, section 4; Lin et al.
    (2014), Microsoft COCO, and its evaluation server.

    Examples
    --------
    >>> truth = {"category": ["cat", "cat", "dog"], "x1": [0, 20, 40], "y1": [0, 0, 0],
    ...          "x2": [10, 30, 50], "y2": [10, 10, 10]}
    >>> found = {"category": ["cat", "cat"], "x1": [0, 20], "y1": [0, 5], "x2": [10, 30],
    ...          "y2": [10, 15], "score": [0.9, 0.8]}
    >>> result = detection_map(truth, found, "voc2010")
    >>> result.map.fraction, result.per_class["cat"].fraction
    (Fraction(1, 4), Fraction(1, 2))
    >>> result.explain("the image").detections[1].why
    'overlaps object 1 by 0.375 only (0.5 is asked for)'
    """
    chosen = _chosen(protocol, iou, convention, ties, max_detections)
    inputs.choice(compare, pr_rules.COMPARED, "compare")
    let_in = scenes.let_in(truth, detections, chosen.convention, images, categories)
    floor = min(chosen.ious)
    base = evaluation(let_in, chosen.matching, floor, chosen.ties, chosen.limit)
    sizes = [Size(name, *ends) for name, ends in chosen.areas.items()]
    counted = {
        size.name: SizeCounts.of(base, chosen, size, compare)
        for size in watched(sizes, "range of sizes", progress)
    }
    return DetectionMap(base, chosen, compare, counted)


def _chosen(protocol, iou, convention, ties, max_detections) -> Protocol:
    """Take a protocol, with what is asked to be different."""
    chosen = PROTOCOLS[inputs.choice(protocol, PROTOCOLS, "protocol")]
    if iou is not None:
        chosen = chosen._replace(ious=conditions.read_ious(iou))
    if convention is not None:
        extra_pixels(convention)
        chosen = chosen._replace(convention=convention)
    if ties is not None:
        chosen = chosen._replace(ties=inputs.choice(ties, ranking.TIES, "ties"))
    if max_detections is not None:
        limit = conditions.read_limit(max_detections)
        lower = tuple(n for n in chosen.limits if n < limit)
        chosen = chosen._replace(limits=(*lower, limit))
    return chosen
