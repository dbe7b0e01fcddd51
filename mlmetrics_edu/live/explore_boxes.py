"""Two boxes to drag and their IoU; and detections on their images, while score and IoU slide."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import partial
from math import ceil
from operator import attrgetter
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..core import inputs, words
from ..core.conventions import BoxConvention, DetectionProtocol, Language
from ..core.errors import InputError
from ..core.formula import Worked
from ..core.words import in_a_line
from ..detection.box_tables import Columns, place_of
from ..detection.boxes import CONVENTIONS, INTERSECTION, IOU, MEASURES, UNION, corners_of, iou
from ..detection.detection_map import DetectionMap, detection_map
from ..detection.match import Judged, Matching, Outcomes
from ..detection.protocols import PROTOCOLS, evaluation, read_ious
from ..metrics import rates
from ..metrics.confusion import Confusion
from ..metrics.sweep import Sweep
from ..plots.box_overlaps import overlap
from ..plots.detections import LOOKS, Scene, boxes, kind, scene_of, values
from ..plots.look import style
from ..plots.picture import Picture
from ..plots.precision_recall import pr as draw_pr
from ..plots.say import say
from .instrument import Instrument, Setting, at_place, at_stop, mark_point, one_of, paper
from .page import axis, counts_at, described, image_plane, share

COCO = tuple(k / 20 for k in range(10, 20))
ROOM = 1.3  # of the scene, beyond the boxes
BOXES = ("a", "b")
MEASURED = ("width", "height", "area_a", "area_b")
CONVENTION = {name: f"boxes.{name}" for name in CONVENTIONS}


class BoxesExplorer(Instrument):
    """Two boxes to drag, and all that hangs on them; made by :func:`explore_boxes`.

    Attributes
    ----------
    a, b : tuple of 4 numbers
        The object's box and the detection's, as x1, y1, x2, y2; they can be set.
    convention : str
        How boxes are measured; it can be set.
    iou : Worked
        How much they overlap, with its working.
    hits : tuple of float
        COCO's thresholds at which the detection counts as a hit.
    """

    script = "explore_boxes"

    def __init__(self, a, b, convention: BoxConvention, language: Language | None):
        super().__init__(language)
        self.title, self.thresholds = self.say("boxes.title"), COCO
        self.size = _size(_box(a, "a"), _box(b, "b"))
        self.a, self.b, self.convention = a, b, convention
        self._opening = self.state

    def _placed(self, box: Sequence[float], name: str) -> tuple:
        """Read a box for the scene as it is drawn."""
        left, top, right, bottom = corners = _box(box, name)
        if not (left <= right <= self.size[0] and top <= bottom <= self.size[1]):
            raise InputError(
                f"{name}={inputs.short(box)}",
                f"the scene is {self.size[0]:g} wide and {self.size[1]:g} high",
                "pass a box inside it, or call mm.explore_boxes anew",
            )
        return corners

    a = Setting(partial(_placed, name="a"), write=lambda _, box: [*box])
    b = Setting(partial(_placed, name="b"), write=lambda _, box: [*box])
    convention = one_of(lambda _: CONVENTIONS, "convention")

    @property
    def iou(self) -> Worked:
        """How much the boxes overlap."""
        return iou(self.a, self.b, self.convention)

    @property
    def hits(self) -> tuple[float, ...]:
        """The thresholds that the overlap reaches."""
        return tuple(limit for limit in self.thresholds if self.iou >= limit)

    def fixed(self) -> dict[str, Any]:
        """Gather the scene, the thresholds, and what is worked out by each convention."""
        wide, high = self.size
        down = axis("y", 0, high + 1)
        return {
            "opening": self._opening,
            "size": self.size,
            "step": 1,
            "thresholds": [words.threshold(limit) for limit in self.thresholds],
            "x": axis("x", 0, wide + 1),
            "y": {**down, "from": down["to"], "to": down["from"]},
            "conventions": [
                {"name": name, "says": self.say(CONVENTION[name]), "more": more}
                | {"formulas": _steps(name)}
                for name, more in CONVENTIONS.items()
            ],
        }

    def picture(self) -> Picture:
        """Draw the boxes as they lie, what they share, and the IoU."""
        names = self.say("boxes.truth"), self.say("boxes.detection")
        how = {"convention": self.convention, "names": names, "language": self.language}
        return overlap(self.a, self.b, paper(6.2, 5.4), **how).figure

    def __str__(self) -> str:
        hits = self.hits
        rows = [self._in_words("boxes.truth", self.a), self._in_words("boxes.detection", self.b)]
        counted = {"iou": in_a_line(self.iou), "n": len(hits), "all": len(self.thresholds)}
        verdict = self.say("boxes.verdict", **counted)
        listed = ", ".join(words.threshold(limit) for limit in hits) or "–"
        head = " · ".join([self.title, *rows, self.say(CONVENTION[self.convention])])
        return f"{head}\n{verdict}: {listed}"

    def _in_words(self, name: str, box: Sequence[float]) -> str:
        return f"{self.say(name)} {', '.join(f'{value:g}' for value in box)}"


def _box(box: Sequence[float], name: str) -> tuple[int, ...]:
    """Read a box of whole pixels."""
    corners = corners_of(box, "continuous", name)
    if any(corner != int(corner) for corner in corners):
        raise InputError(
            f"{name}={inputs.short(box)}",
            "the boxes move in whole steps, so that every number stays exact",
            "round the corners, or use a smaller unit",
        )
    if min(corners) < 0:
        raise InputError(
            f"{name}={inputs.short(box)}",
            "pixels are counted from the image's upper left corner, which is 0, 0",
            "move both boxes by as much as it takes; their IoU stays the same",
        )
    return tuple(map(int, corners))


def _size(a: Sequence[float], b: Sequence[float]) -> tuple[float, float]:
    """Choose a scene with room around both boxes, no narrower than high, at most twice as wide."""
    wide, high = (ROOM * (max(a[k], b[k]) or 1) for k in (2, 3))
    wide = max(wide, high)
    return ceil(wide), ceil(max(high, wide / 2))


def _steps(convention: str) -> list[dict[str, Any]]:
    """List what is worked out one after the other, from the sides to the IoU."""
    width, height, *areas = (MEASURES[convention][name] for name in MEASURED)
    inner = {part.name: part for part in (width, height, INTERSECTION, *areas)}
    return [described(formula, inner=inner) for formula in (*inner.values(), UNION, IOU)]


def explore_boxes(
    a: Sequence[float],
    b: Sequence[float],
    *,
    convention: BoxConvention = "continuous",
    language: Language | None = None,
) -> BoxesExplorer:
    """Drag two boxes and watch their IoU, with its working, and where it is a hit.

    Boxes are moved by their body, resized by their corners, with a mouse, a finger or the arrow
    keys; their numbers can be typed, too.

    Parameters
    ----------
    a, b : sequence of 4 numbers
        The object's box and the detection's: x1, y1, x2, y2, in whole pixels.
    convention : {"continuous", "inclusive-pixels"}
        Whether a box is as wide as its ends differ (COCO), or one pixel wider (PASCAL VOC).
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it; without it the one in force.

    Returns
    -------
    BoxesExplorer
        The last line of a cell shows it; ``.to_html(path)`` writes a page.

    Raises
    ------
    InputError
        If something isn't a box of whole pixels.

    Examples
    --------
    >>> x = explore_boxes([0, 0, 100, 100], [40, 0, 140, 100])
    >>> x.iou.fraction, x.hits
    (Fraction(3, 7), ())
    >>> x.b = [20, 0, 120, 100]
    >>> x.iou.fraction, x.hits
    (Fraction(2, 3), (0.5, 0.55, 0.6, 0.65))
    """
    return BoxesExplorer(a, b, convention, language)


MOST = 300  # boxes: each has a reason at each overlap


def _one_named(what: str, plural: str) -> Setting:
    """Make a setting of a category or an image of the detector, by its name."""
    names = attrgetter(f"result.{plural}")
    return Setting(
        lambda self, name: names(self)[place_of(names(self), name, what, plural)],
        write=lambda self, name: names(self).index(name),
        read=lambda self, k: at_place(names(self), k),
    )


class MapExplorer(Instrument):
    """A detector, judged while score, IoU and protocol move; made by :func:`explore_map`.

    Attributes
    ----------
    score : float
        Detections with this score or a higher one are shown and counted; it can be set.
    iou : float
        The least overlap of a hit; it can be set to one of those that are listed.
    protocol : str
        By whose rules it is judged; it can be set.
    category : hashable
        Whose curve is looked at; it can be set.
    image : hashable
        Which image is looked at; it can be set.
    matching : Matching
        What became of each detection that is counted, and of each object.
    confusion : Confusion
        The counts of the category at that score.
    average_precision : Worked
        The AP of the category, over all scores.
    """

    script = "explore_map"

    def __init__(self, truth, detections, protocol, iou, categories, language):
        self.ious = read_ious(iou)
        self.results = {
            name: detection_map(truth, detections, name, iou=self.ious, categories=categories)
            for name in PROTOCOLS
        }
        super().__init__(language)
        self.iou = self.ious[0]
        self.protocol = protocol
        scenes = self.result.base.scenes
        many = len(scenes.truth) + len(scenes.detections)
        if many > MOST:
            raise InputError(
                f"there are {many:,} boxes",
                f"a page says of each what became of it at every overlap, and holds {MOST}",
                "take some images or categories=[…]; mm.detection_map judges sets of any size",
            )
        self.category, self.image = self.result.categories[0], self.result.images[0]
        self._stops = np.unique(scenes.detections.score)
        self.score = self._stops[0] if len(self._stops) else np.inf
        self._opening = self.state
        counted = len(scenes.detections), len(scenes.truth), len(self.result.images)
        sizes = dict(zip("dok", map(words.count, counted), strict=True))
        self.title = self.say("map.title", **sizes)

    @property
    def result(self) -> DetectionMap:
        """The detector as the protocol judges it."""
        return self.results[self.protocol]

    def _scored(self, score: float) -> float:
        """Find the stop of a score: detections from there on count."""
        if score != np.inf and not inputs.is_finite(score):
            raise InputError(
                f"score={inputs.short(score)}", "it is a threshold", "pass a number, such as 0.5"
            )
        above = self._stops[self._stops >= score]
        return float(above[0]) if len(above) else np.inf

    def _judged_at(self, iou: float) -> float:
        same = [one for one in self.ious if inputs.is_finite(iou) and abs(one - iou) < 1e-9]
        if not same:
            listed = ", ".join(f"{one:g}" for one in self.ious)
            raise InputError(
                f"iou={inputs.short(iou)}",
                f"it was judged at {listed}",
                "pass one of these, or call mm.explore_map(…, iou=[…]) anew",
            )
        return same[0]

    score = Setting(
        _scored,
        write=lambda _, score: None if score == np.inf else score,
        read=lambda self, score: np.inf if score is None else at_stop(score, self._stops),
    )
    iou = Setting(_judged_at, read=lambda self, iou: at_stop(iou, self.ious))
    protocol = one_of(lambda _: PROTOCOLS, "protocol")
    category, image = _one_named("category", "categories"), _one_named("image", "images")

    @property
    def matching(self) -> Matching:
        """What became of the detections with that score, and of the objects."""
        result, scenes = self.result, self.result.base.scenes
        kept = scenes.detections.take(np.flatnonzero(scenes.detections.score >= self.score))
        rules = result.protocol
        left = scenes._replace(detections=kept)
        base = evaluation(left, rules.matching, self.iou, rules.ties, rules.limit)
        return Matching(Outcomes(base, self.iou, result._size("all")))

    @property
    def sweep(self) -> Sweep:
        """The walk down the detections of the category."""
        return self.result.sweep(self.category, self.iou)

    @property
    def confusion(self) -> Confusion:
        """The counts of the category at that score."""
        return self.sweep.at(self.score)

    @property
    def average_precision(self) -> Worked:
        """The AP of the category."""
        return self.result.ap(self.category, self.iou)

    def fixed(self) -> dict[str, Any]:
        """Gather the images, and what each protocol says at each overlap."""
        listed, matching = _Pools(), self.result.matching()
        write = words.in_order(self._stops.tolist(), cuts=True)
        names = [str(name) for name in self.result.categories]
        return {
            "opening": self._opening,
            "scores": self._stops.tolist(),
            "written": [write(score) for score in self._stops.tolist()],
            "ious": self.ious,
            "categories": names,
            "images": [_image(scene_of(matching, image)) for image in self.result.images],
            "protocols": [self._judged(name, listed) for name in PROTOCOLS],
            **listed.listed,
            "looks": {which: sign for which, (_, _, sign) in LOOKS.items()},
            "outcomes": {
                which: say(f"outcome.{which}") for which in (*LOOKS, "found", "missed", "ignored")
            },
            "formulas": [described(rates.lookup(rate)) for rate in ("precision", "recall")],
            "axes": [share(self.say("recall")), share(self.say("precision"))],
        }

    def _judged(self, name: str, listed: _Pools) -> dict[str, Any]:
        """List what one protocol says at each overlap."""
        result = self.results[name]
        rules, aps = result.protocol, result.sizes["all"].ap.tolist()
        alike = rules.matching, rules.convention, rules.ties, rules.limits
        if alike not in listed.walks:  # both of VOC match alike
            listed.walks[alike] = [self._walked(result, iou, listed) for iou in self.ious]
        means = result.ap_by_iou() if len(aps) > 1 and result.map == result.map else [result.map]
        at = [
            {"ap": [*map(_short, row)], "mean": _short(mean), **walk}
            for row, mean, walk in zip(aps, means, listed.walks[alike], strict=False)
        ]
        sides = result.base.scenes.truth.sides
        return {"name": name, "more": sides.more, "mean": _short(result.map), "at": at}

    def _walked(self, result: DetectionMap, iou: float, listed: _Pools) -> dict[str, Any]:
        """List the counts of each category, and what became of each box that is drawn."""
        matching = result.matching(iou)
        sweeps = (matching.sweep(category) for category in result.categories)
        scenes = (scene_of(matching, image) for image in self.result.images)
        return {
            "columns": [listed.place("columns", self._counts(sweep)) for sweep in sweeps],
            "scene": listed.place("scenes", [listed.outcomes(scene) for scene in scenes]),
        }

    def _counts(self, sweep: Sweep) -> dict[str, dict[str, list]]:
        """Count at each stop of the score, and along the curve, which has a point a detection."""
        stops = [*(sweep.row_at(stop) for stop in self._stops.tolist()), 0]
        return {"stops": counts_at(sweep, stops), "curve": counts_at(sweep, range(len(sweep)))}

    def draw(self) -> Axes:
        """Draw the image with its boxes, and the P-R curve with its point."""
        left, right = paper(11, 5, 1, 1)
        boxes(self.matching, self.image, left, reasons=False)
        sweep = self.sweep
        if sweep.positives and len(sweep) > 1:
            draw_pr(sweep, right)
            row = sweep.row_at(self.score)
            mark_point(right, sweep["recall"][row], sweep["precision"][row])
        return right

    def __str__(self) -> str:
        counts, ap = self.confusion, self.average_precision
        score = "+∞" if self.score == np.inf else words.threshold(self.score)
        at = self.say("map.at", protocol=self.protocol, iou=f"{self.iou:g}", score=score)
        rates = (in_a_line(counts.rate(rate, "nan")) for rate in ("precision", "recall"))
        ap_of = f"{self.say('map.ap', category=self.category)} = {_short(ap) or '–'}"
        with style(language=self.language):
            scene = scene_of(self.matching, self.image)
            reasons = [_reason(scene, one) for one in scene.detections]
        head = f"{self.title} · {at} · {counts.summary} · {ap_of}"
        return "\n".join([head, *rates, self.say("map.on", image=self.image), *reasons])


class _Pools:
    """What is said once, and pointed at: most of it is the same at several overlaps."""

    def __init__(self):
        self.pools, self.walks = {name: {} for name in ("columns", "scenes", "texts")}, {}

    def place(self, pool: str, one: Any) -> int:
        """Tell where something stands, which may be new."""
        known = self.pools[pool]
        return known.setdefault(json.dumps(one), len(known))

    @property
    def listed(self) -> dict[str, list]:
        """All that is pointed at."""
        return {name: [*map(json.loads, texts)] for name, texts in self.pools.items()}

    def outcomes(self, scene: Scene) -> dict[str, list]:
        """Write the outcome, the partner and the reason of each box of an image."""
        objects = {one.id: k for k, one in enumerate(scene.objects)}
        detections = {one.id: k for k, one in enumerate(scene.detections)}
        return {
            "detections": [
                [kind(one), objects.get(one.other, -1), self.place("texts", _reason(scene, one))]
                for one in scene.detections
            ],
            "objects": [
                [outcome, detections.get(one.other, -1) if outcome == "found" else -1]
                for one, outcome in ((o, o.outcome.partition(":")[0]) for o in scene.objects)
            ],
        }


def _reason(scene: Scene, one: Judged) -> str:
    """Say in a sentence what became of a detection; a page takes no dollar for a formula."""
    details = {name: text.replace(r"\$", "$") for name, text in values(scene, one).items()}
    return say("boxes.reason", reason=say(f"why.{kind(one)}", **details), **details)


def _image(scene: Scene) -> dict[str, Any]:
    """Describe an image: its axes, and where its boxes lie."""
    write = words.in_order([one.score for one in scene.detections])
    objects, detections = (
        [
            {"name": f"{one.id} {one.category}" if scene.several else str(one.id), "box": one.box}
            for one in boxes
        ]
        for boxes in (scene.objects, scene.detections)
    )
    for made, one in zip(detections, scene.detections, strict=True):
        made |= {"score": one.score, "written": write(one.score)}
    plane = image_plane(scene.boxes or [(0, 0, 1, 1)])
    return {"name": str(scene.image), "plane": plane, "objects": objects, "detections": detections}


def _short(value: float) -> str:
    return words.decimal(float(value)) if value == value else ""


def explore_map(
    truth: Columns,
    detections: Columns | None = None,
    *,
    protocol: DetectionProtocol = "coco",
    iou: float | Sequence[float] = COCO,
    categories: Sequence | None = None,
    language: Language | None = None,
) -> MapExplorer:
    """Look at detections on their images while score, IoU and protocol move.

    Each detection says what became of it, and why; point at one, and the object that it met lights
    up. The P-R curve of a category has its point at the score, and AP and mAP are beside it.

    Parameters
    ----------
    truth, detections : mapping of columns, or pandas.DataFrame
        As for :func:`detection_map`; or one example alone that has boxes.
    protocol : {"coco", "voc2007", "voc2010"}
        By whose rules to begin.
    iou : float or sequence of float
        At which overlaps it can be judged; without it COCO's ten, 0.5 to 0.95.
    categories : sequence, optional
        Which to judge; without them all.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it; without it the one in force.

    Returns
    -------
    MapExplorer
        The last line of a cell shows it; ``.to_html(path)`` writes a page.

    Raises
    ------
    InputError
        If a box is none, a column is missing, or there are more than 300 boxes.

    Examples
    --------
    >>> truth = {"x1": [0, 40], "y1": [0, 0], "x2": [100, 140], "y2": [100, 100], "id": ["A", "B"]}
    >>> found = {"x1": [0, 15], "y1": [0, 0], "x2": [100, 120], "y2": [100, 100],
    ...          "score": [0.9, 0.8], "id": [1, 2]}
    >>> x = explore_map(truth, found)
    >>> x.matching.detections[1].outcome, x.average_precision.fraction
    ('hit', Fraction(1, 1))
    >>> x.protocol = "voc2010"
    >>> x.matching.detections[1].outcome, x.average_precision.fraction
    ('duplicate', Fraction(1, 2))
    """
    if detections is None:
        truth, detections = _of_example(truth)
    return MapExplorer(truth, detections, protocol, iou, categories, language)


def _of_example(example) -> tuple:
    """Take objects and detections out of an example."""
    both = tuple(getattr(example, name, None) for name in ("truth", "detections"))
    if any(one is None for one in both):
        raise InputError(
            f"a {type(example).__name__} was given alone",
            "it has no objects and detections of its own",
            "pass truth and detections, or an example with boxes: mm.example('padilla-24')",
        )
    return both
