"""Detections on their images: a score and an IoU slide, and outcomes, curves and APs follow."""

from __future__ import annotations

import json
from collections.abc import Sequence
from operator import attrgetter
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..core import digits, inputs
from ..core.calls import explained
from ..core.conventions import DetectionProtocol, Language
from ..core.errors import InputError
from ..core.formula import Worked
from ..core.words import in_a_line
from ..detection.box_tables import Columns, place_of
from ..detection.detection_map import DetectionMap, detection_map
from ..detection.match import Judged, Matching, Outcomes
from ..detection.protocols import PROTOCOLS, evaluation, read_ious, read_protocol
from ..metrics import rates
from ..metrics.confusion import Confusion
from ..metrics.sweep import Sweep
from ..plots.detections import LOOKS, Scene, boxes, kind, scene_of, values
from ..plots.look import style
from ..plots.precision_recall import pr as draw_pr
from ..plots.say import say
from .explore_boxes import COCO
from .formulas import described
from .instrument import Instrument, Setting, at_place, at_stop, mark_point, one_of, paper
from .planes import axis, counts_at, share

MOST = 300  # boxes: each has a reason at each overlap
SLIM, TALL, MARGIN = 0.45, 1.3, 0.08  # of a scene: its height by its width, its room around boxes


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
        first = read_protocol(protocol)
        self.ious = read_ious(iou)
        self.results = {
            name: detection_map(truth, detections, name, iou=self.ious, categories=categories)
            for name in PROTOCOLS
        }
        super().__init__(language)
        self.iou = self.ious[0]
        self.protocol = next(one for one in PROTOCOLS if PROTOCOLS[one].source == first.source)
        scenes = self.result.base.scenes
        _few_enough(len(scenes.truth) + len(scenes.detections))
        self.category, self.image = self.result.categories[0], self.result.images[0]
        self._stops = np.unique(scenes.detections.score)
        self.score = self._stops[0] if len(self._stops) else np.inf
        self._opening = self.state
        counted = len(scenes.detections), len(scenes.truth), len(self.result.images)
        sizes = dict(zip("dok", map(digits.count, counted), strict=True))
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
        write = digits.in_order(self._stops.tolist(), cuts=True)
        names = [str(name) for name in self.result.categories]
        return {
            "opening": self._opening,
            "scores": self._stops.tolist(),
            "written": [write(score) for score in self._stops.tolist()],
            "ious": self.ious,
            "categories": names,
            "images": [_image(scene_of(matching, image)) for image in self.result.images],
            "protocols": [self._judged(name, listed) for name in PROTOCOLS],
            "columns": listed.columns.all,
            "scenes": listed.scenes.all,
            "texts": listed.texts.all,
            "looks": {which: sign for which, (_, _, sign) in LOOKS.items()},
            "outcomes": {which: say(f"outcome.{which}") for which in _outcomes()},
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
            "columns": [listed.columns.place(self._counts(sweep)) for sweep in sweeps],
            "scene": listed.scenes.place([listed.outcomes(scene) for scene in scenes]),
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
        at = self.say("map.at", **self._in_words)
        rates = (in_a_line(counts.rate(rate, "nan")) for rate in ("precision", "recall"))
        ap_of = f"{self.say('map.ap', category=self.category)} = {_short(ap) or '–'}"
        head = f"{self.title} · {at} · {counts.summary} · {ap_of}"
        return "\n".join([head, *rates, self._story()])

    @property
    def _in_words(self) -> dict[str, str]:
        score = "+∞" if self.score == np.inf else digits.threshold(self.score)
        return {"protocol": self.protocol, "iou": f"{self.iou:g}", "score": score}

    def _story(self) -> str:
        """Say what became of the detections of the image."""
        with style(language=self.language):
            scene = scene_of(self.matching, self.image)
            reasons = [_reason(scene, one) for one in scene.detections]
        return "\n".join([self.say("map.on", image=self.image), *reasons])


def _few_enough(boxes: int) -> None:
    """Refuse more boxes than a page holds."""
    if boxes > MOST:
        raise InputError(
            f"there are {boxes:,} boxes",
            f"a page says of each what became of it at every overlap, and holds {MOST}",
            "take some images or categories=[…]; mm.detection_map judges sets of any size",
        )


class _Pool(dict):
    """What is said once, and pointed at: most of it is the same at several overlaps."""

    def place(self, one: Any) -> int:
        return self.setdefault(json.dumps(one), len(self))

    @property
    def all(self) -> list:
        return [json.loads(text) for text in self]


class _Pools:
    """All that the stops of a page point at."""

    def __init__(self):
        self.columns, self.scenes, self.texts, self.walks = _Pool(), _Pool(), _Pool(), {}

    def outcomes(self, scene: Scene) -> dict[str, list]:
        """Write the outcome, the partner and the reason of each box of an image."""
        objects = {one.id: k for k, one in enumerate(scene.objects)}
        detections = {one.id: k for k, one in enumerate(scene.detections)}
        return {
            "detections": [
                [kind(one), objects.get(one.other, -1), self.texts.place(_reason(scene, one))]
                for one in scene.detections
            ],
            "objects": [
                [outcome, detections.get(one.other, -1) if one.outcome == "found" else -1]
                for one, outcome in ((o, o.outcome.partition(":")[0]) for o in scene.objects)
            ],
        }


def _outcomes() -> list[str]:
    return [*LOOKS, "found", "missed", "ignored"]


def _reason(scene: Scene, one: Judged) -> str:
    """Say in a sentence what became of a detection; a page takes no dollar for a formula."""
    details = {name: text.replace(r"\$", "$") for name, text in values(scene, one).items()}
    return say("boxes.reason", reason=say(f"why.{kind(one)}", **details), **details)


def _image(scene: Scene) -> dict[str, Any]:
    """Describe an image: its axes, and where its boxes lie."""
    corners = np.array(
        [[one.box] for one in (*scene.objects, *scene.detections)] or [[[0, 0, 1, 1]]]
    )
    left, top = corners[:, 0, :2].min(axis=0)
    right, bottom = corners[:, 0, 2:].max(axis=0)
    room = MARGIN * max(right - left, bottom - top, 1)
    wide, high = right - left + 2 * room, bottom - top + 2 * room
    ratio = min(max(high / wide, SLIM), TALL)
    more = max(high / ratio, wide) - wide, max(wide * ratio, high) - high
    x = axis("x", left - room - more[0] / 2, right + room + more[0] / 2)
    y = axis("y", top - room - more[1] / 2, bottom + room + more[1] / 2)
    write = digits.in_order([one.score for one in scene.detections])
    return {
        "name": str(scene.image),
        "x": x,
        "y": {**y, "from": y["to"], "to": y["from"]},
        "objects": [_box(scene, one) for one in scene.objects],
        "detections": [
            {**_box(scene, one), "score": one.score, "written": write(one.score)}
            for one in scene.detections
        ],
    }


def _box(scene: Scene, one: Judged) -> dict[str, Any]:
    name = f"{one.id} {one.category}" if scene.several else str(one.id)
    return {"name": name, "box": one.box}


def _short(value: float) -> str:
    return digits.decimal(float(value)) if value == value else ""


@explained
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
