"""Boxes in Dask's partitions give the numbers of the whole, to the last bit."""

import pickle

import dask
import numpy as np
import pandas as pd
import pytest
from dask import dataframe

import mlmetrics_edu as mm
from mlmetrics_edu.detection import dask_boxes
from mlmetrics_edu.detection.box_table import BoxTable
from mlmetrics_edu.metrics import dask_sums
from tests.cases import EXPLORE, each

pytestmark = pytest.mark.driven  # Dask plans for longer than it counts
CLASSES = np.array(["car", "bus", "dog", "tram"])


@pytest.fixture(autouse=True)
def at_once():
    """Work in this very thread, where nothing else is said."""
    with dask.config.set(scheduler="synchronous"):
        yield


def tables(seed, images=15):
    """Make objects and detections with many equal scores, crowds, and images with only one side."""
    rng = np.random.default_rng(seed)

    def boxes(many, images):
        x, y, w, h = rng.random((4, many)) * 60
        sides = {"x1": x, "y1": y, "x2": x + w + 5, "y2": y + h + 5}
        return {
            "image": rng.integers(0, images, many),
            "category": rng.choice(CLASSES, many),
            **sides,
        }

    truth, detections = pd.DataFrame(boxes(150, images)), pd.DataFrame(boxes(500, images + 2))
    for column in ("crowd", "difficult"):
        truth[column] = rng.random(len(truth)) < 0.1
    moved = truth.sample(120, random_state=seed).drop(columns=["crowd", "difficult"])
    moved[["x1", "y1"]] -= rng.random((120, 2)) * 4
    detections = pd.concat([moved, detections], ignore_index=True).sample(frac=1, random_state=seed)
    detections["score"] = rng.integers(0, 20, len(detections)) / 20
    return truth, detections.reset_index(drop=True)


def cut(table, partitions):
    return dataframe.from_pandas(table, npartitions=partitions, sort=False)


def same(ours, whole):
    """Compare all counts, all sweeps, and all that is printed."""
    assert (ours.images, ours.categories) == (whole.images, whole.categories)
    for name, size in whole.sizes.items():
        for field in ("positives", "ap", "heights", "found"):
            mine, theirs = (getattr(counted, field) for counted in (ours.sizes[name], size))
            assert pickle.dumps(mine) == pickle.dumps(theirs), (name, field)
    for category in whole.categories:
        for iou in whole.protocol.ious[::4]:
            mine, theirs = ours.sweep(category, iou), whole.sweep(category, iou)
            assert mine.tp.tobytes() == theirs.tp.tobytes()
            assert mine.threshold.tobytes() == theirs.threshold.tobytes()
            assert [step.admitted for step in mine] == [step.admitted for step in theirs]
    assert str(ours) == str(whole)
    assert str(ours.class_table()) == str(whole.class_table())


@each("seed", range(6) if EXPLORE else (0, 4, 5))  # each protocol, both orders of ties
def test_numbers_of_random_partitions_are_those_of_the_whole(seed):
    truth, detections = tables(seed)
    protocol = ("coco", "voc2007", "voc2010")[seed % 3]
    how = {"ties": "by-image", "max_detections": 5} if seed > 3 else {}
    with dask.config.set(scheduler="threads" if seed % 2 else "synchronous"):
        ours = mm.detection_map(cut(truth, seed + 1), cut(detections, 7 - seed), protocol, **how)
        same(ours, mm.detection_map(truth, detections, protocol, **how))


@each("step", ["_compared", "_ranked"])
def test_rows_may_arrive_in_any_order(step, monkeypatch):
    function, (truth, detections) = getattr(dask_boxes, step), tables(8)

    def shuffled(chosen, other, *frames):
        return function(chosen, other, *(frame.sample(frac=1, random_state=0) for frame in frames))

    monkeypatch.setattr(dask_boxes, step, shuffled)
    ours = mm.detection_map(cut(truth, 2), cut(detections, 2), max_detections=3)
    same(ours, mm.detection_map(truth, detections, max_detections=3))


def test_images_are_named_by_words_and_some_are_chosen():
    truth, detections = tables(9)
    for table in (truth, detections):
        table["image"] = [f"{name}.jpg" for name in table["image"]]
    chosen = {"images": ["3.jpg", "1.jpg", "2.jpg"], "categories": ["tram", "car"]}
    ours = mm.detection_map(cut(truth, 1), cut(detections, 3), **chosen)
    same(ours, mm.detection_map(truth, detections, **chosen))


def test_one_table_may_be_in_memory_and_know_more_names():
    truth, detections = tables(3)
    known = {"images": tuple(range(20)), "categories": (*CLASSES.tolist(), "bike")}
    here = BoxTable({name: truth[name].to_numpy() for name in truth}, **known)
    same(mm.detection_map(here, cut(detections, 4)), mm.detection_map(here, detections))


def test_masks_stay_where_they_are():
    rng = np.random.default_rng(0)
    table = {"image": np.arange(24) % 6, "category": ["a", "b"] * 12}
    truth = pd.DataFrame({**table, "mask": [*(rng.random((24, 9, 9)) < 0.7)]})
    detections = truth.sample(frac=1, random_state=0, ignore_index=True).assign(score=0.5)
    with dask.config.set({"dataframe.convert-string": False}):
        ours = mm.detection_map(truth, cut(detections, 2))
    same(ours, mm.detection_map(truth, detections))


def test_only_numbers_are_sent_home_and_a_place_holds_one_category(monkeypatch):
    sent = []

    def weighed(*parts):
        sent.append(computed(*parts))
        return sent[-1]

    computed = dask_sums.computed
    monkeypatch.setattr(dask_sums, "computed", weighed)
    truth, detections = tables(2)
    for times in (1, 6):
        many = [pd.concat([table] * times, ignore_index=True) for table in (truth, detections)]
        ours = mm.detection_map(*(cut(table, 3) for table in many))
    names, numbers, *later = (sum(len(pickle.dumps(part)) for part in parts) for parts in sent)
    assert np.allclose(later, [names, numbers], rtol=0.01)
    held = [part.totals for part in dask.compute(*ours.base.parts.to_delayed())]
    assert np.ravel([part.detections for part in held]).tolist() == [
        np.sum(many[1]["category"] == category) for category in ours.categories
    ]
    assert ours.sweep("dog", 0.95).about == "dog, IoU ≥ 0.95"
    assert pickle.loads(pickle.dumps(ours)).ap("dog") == ours.ap("dog")
    assert len(sent) == 5 and [len(part.scenes.truth) for part in sent[-1]] == [
        np.sum(many[0]["category"] == "dog")
    ]


def test_boxes_without_a_category_and_with_names_of_their_own():
    truth, detections = (table.drop(columns="category") for table in tables(7))
    truth["id"], detections["id"] = np.arange(150)[::-1], [f"d{i}" for i in range(620)]
    same(
        mm.detection_map(cut(truth, 2), cut(detections, 5)),
        mm.detection_map(truth, detections),
    )


def test_what_needs_the_boxes_says_where_they_are():
    truth, detections = tables(1)
    ours = mm.detection_map(cut(truth, 2), cut(detections, 2))
    for ask in (
        lambda: ours.explain(3),
        lambda: ours.sweep("car", 0.1),
        lambda: str(ours.errors()),
        lambda: str(ours.matching()),
        lambda: ours.matching().outcomes.matched,
        lambda: str(ours.running_table("car")),
    ):
        with pytest.raises(mm.InputError, match="they stayed in Dask's partitions"):
            ask()


def test_tables_that_cannot_be_compared_are_told_why():
    truth, detections = tables(1, images=3)
    cases = [
        (truth.drop(columns="image"), detections, "truth has the columns category"),
        (truth, detections.rename(columns={"score": "scor"}), "looks like 'score'"),
        (truth.assign(x1=np.nan), detections, r"of the rows of image .*truth\['x1'\]\[0\] is nan"),
        (truth.assign(id=1), detections, "has 1 .* times"),
        (truth.assign(image=None), detections, r"partition 0 \(of 0 to 1\): truth\['image'\]\[0\]"),
    ]
    for one, other, says in cases:
        with pytest.raises(mm.InputError, match=says):
            mm.detection_map(cut(one, 2), cut(other, 3))
    with pytest.raises(mm.InputError, match="truth is a Dask Array"):
        mm.detection_map(cut(truth, 2)["x1"].to_dask_array(), cut(detections, 2))
    with pytest.raises(mm.InputError, match="there is nothing in any partition"):
        mm.detection_map(cut(truth[:0], 1), cut(detections[:0], 1))
    known = BoxTable({name: truth[name].to_numpy() for name in truth}, categories=(*CLASSES, "x"))
    with pytest.raises(mm.InputError, match="neither objects nor detections"):
        mm.detection_map(known, cut(detections, 2), categories=["x"])
    with pytest.raises(mm.InputError, match="progress=True for columns of Dask"):
        mm.detection_map(known, cut(detections, 2), progress=True)
