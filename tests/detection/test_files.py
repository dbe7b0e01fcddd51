"""Boxes from files: each column as it stands there, and every bad file refused with its place."""

import copy
import gzip
import json
import pickle
import re

import numpy as np
import pandas as pd
import pytest

from mlmetrics_edu import load_coco, load_detections, load_voc
from mlmetrics_edu.core.errors import InputError, MetricError, UnknownNameError
from mlmetrics_edu.detection import box_tables
from tests.cases import each

ANNOTATIONS = {
    "images": [{"id": 9}, {"id": 4}, {"id": 5}],
    "categories": [{"id": 2, "name": "dog"}, {"id": 1, "name": "eel"}],
    "annotations": [
        {"id": 7, "image_id": 9, "category_id": 2, "bbox": [1, 2, 3, 4], "area": 9, "iscrowd": 0},
        {"id": 8, "image_id": 4, "category_id": 1, "bbox": [0.1, 0, 0.2, 5], "area": 1.0},
    ],
}
RESULTS = [{"image_id": 5, "category_id": 1, "bbox": [1, 2, 3, 4], "score": 0.5}]
HEADER = "image,category,score,x1,y1,x2,y2\n"
LINE = "a,cat,0.5,1,2,3,4\n"
XML = """<annotation>
  <object>
    <name>cat</name>
    <bndbox><xmin>1</xmin><ymin>2</ymin><xmax>30</xmax><ymax>40</ymax></bndbox>
    <part><name>head</name><bndbox><xmin>5</xmin></bndbox></part>
  </object>
</annotation>"""
CORNERS = ("x1", "y1", "x2", "y2")


def coco(**changes):
    """Change one thing in good annotations: annotations__1__bbox=… ; ... takes it out."""
    return changed(ANNOTATIONS, changes)


def changed(data, changes):
    """Put values at places such as annotations__1__bbox."""
    data = copy.deepcopy(data)
    for path, value in changes.items():
        *way, last = [int(step) if step.isdigit() else step for step in path.split("__")]
        place = data
        for step in way:
            place = place[step]
        if value is ...:
            del place[last]
        else:
            place[last] = value
    return data


def result(**changes):
    """Change the one good result."""
    return [{k: v for k, v in {**RESULTS[0], **changes}.items() if v is not ...}]


def written(folder, **files):
    """Write files into a new folder; two underscores stand for the dot."""
    folder.mkdir(exist_ok=True, parents=True)
    for name, content in files.items():
        content = content if isinstance(content, bytes) else content.encode()
        (folder / name.replace("__", ".")).write_bytes(content)
    return folder


def one(tmp_path, content, name="boxes.csv"):
    """Write one file."""
    return written(tmp_path, **{name.replace(".", "__"): content}) / name


@pytest.fixture
def table(tmp_path):
    """Read a CSV."""
    return lambda text, **how: load_detections(one(tmp_path, text), **how)


# What is read


def test_coco_val2014_as_it_stands_in_the_file(worked_examples, tmp_path):
    paths = [worked_examples / f"coco_val2014_100_{kind}_bbox.json" for kind in ("gt", "dt")]
    annotations, results = (json.loads(path.read_text()) for path in paths)
    packed = tmp_path / "dt.json.gz"
    packed.write_bytes(gzip.compress(paths[1].read_bytes()))
    truth, detections = load_coco(paths[0], packed)
    called = {c["id"]: c["name"] for c in annotations["categories"]}
    assert truth.images == tuple(sorted(i["id"] for i in annotations["images"]))
    assert truth.categories == tuple(called[i] for i in sorted(called))
    for found, records in ((truth, annotations["annotations"]), (detections, results)):
        assert found["image"].tolist() == [r["image_id"] for r in records]
        assert found["category"].tolist() == [called[r["category_id"]] for r in records]
        boxes = np.array([r["bbox"] for r in records])
        assert np.array_equal(np.transpose([found[c] for c in ("x1", "y1", "w", "h")]), boxes)
        assert np.array_equal(found["x2"], boxes[:, 0] + boxes[:, 2])
    for column, key in (("area", "area"), ("crowd", "iscrowd"), ("id", "id")):
        assert truth[column].tolist() == [a[key] for a in annotations["annotations"]]
    assert detections["score"].tolist() == [r["score"] for r in results]
    assert np.array_equal(box_tables.read(truth, detections).truth.sides.w, truth["w"])


@each("name", ["eel", ..., None])
def test_categories_without_names_of_their_own_are_called_by_their_ids(name):
    truth = load_coco(coco(categories__0__name=name))
    assert truth.categories == (1, 2)
    assert truth.notes == ("categories by their ids: not every one has a name of its own",)


def test_what_pycocotools_would_do_otherwise_is_said():
    filled = load_coco(coco(annotations__0__area=...))
    assert filled["area"].tolist() == [12.0, 1.0]
    assert "1 annotations have no area" in filled.notes[0]


def test_names_are_values_one_a_box(table, tmp_path):
    """Columns filter as any array does, pickle and copy, and match as fast codes do."""
    loaded = [*load_coco(ANNOTATIONS, RESULTS), load_voc(voc(tmp_path)[0]), table(HEADER + LINE)]
    for first in loaded:
        for again in (first, copy.deepcopy(first), pickle.loads(pickle.dumps(first))):
            for column in ("image", "category"):
                values = again[column]
                assert isinstance(values, np.ndarray) and values.shape == (again.boxes,)
                assert values.tolist() == first[column].tolist() and not values.flags.writeable
    truth, found = loaded[:2]
    assert (truth["image"].dtype.kind, truth["category"].dtype.kind) == ("i", "O")
    dogs = {name: column[truth["category"] == "dog"] for name, column in truth.items()}
    inside = box_tables.read(dogs, found)
    assert [inside.categories[i] for i in inside.truth.category] == ["dog"]
    assert [inside.images[i] for i in inside.truth.image] == [9]


def test_round_trip_through_a_frame():
    truth, detections = load_coco(ANNOTATIONS, RESULTS)
    for first, kind in ((truth, "truth"), (detections, "detections")):
        frame = first.to_frame()
        frame.index = frame.index + 5  # rows are counted, not looked up
        for source in (frame, first, dict(frame.items())):
            again = load_detections(source, kind=kind)
            assert set(again) == set(first) - {"w", "h"} and again.notes == ("left out: w, h",)
            for column in again:
                assert np.asarray(again[column]).tolist() == np.asarray(first[column]).tolist()


@each(
    "header, box",
    [
        ("File Name,Class,conf,X-Min,Y_Min,xmax,y max", (1, 2, 3, 4)),
        ("img,label,probability,left,top,right,bottom", (1, 2, 3, 4)),
        ("frame,cls,score,x,y,w,h", (1, 2, 4, 6)),
        ("image_id,name,score,left,top,width,height", (1, 2, 4, 6)),
    ],
)
def test_names_of_columns(header, box, table):
    found = table(f"{header}\n{LINE}")
    assert tuple(found[c][0] for c in CORNERS) == box
    assert found.notes


def test_a_width_beside_corners_may_be_that_of_the_image(table):
    text = "filename,width,height,class,score,xmin,ymin,xmax,ymax\na,500,400,cat,.5,1,2,3,4"
    found = table(text)
    assert "w" not in found and "width, height" in found.notes[-1]


def voc(tmp_path, **changes):
    """Write two annotated images, and results for two categories."""
    folders = [
        written(tmp_path / "Annotations", a1__xml=XML, b2__xml="<annotation/>"),
        written(
            tmp_path / "results",
            comp4_det_test_cat__txt="a1 0.5 1 2 30 40\n\nb2 0.25 1.5 2 3 4\n",
            dog__txt="b2 .75 5 6 7 8",
        ),
    ]
    for name, content in changes.items():
        written(folders[name.endswith("txt")], **{name: content})
    return folders


def test_voc(tmp_path):
    truth, found = load_voc(*voc(tmp_path))
    assert truth.images == found.images == ("a1", "b2")
    assert truth.categories == found.categories == ("cat", "dog")
    assert [truth[c].tolist() for c in CORNERS] == [[1], [2], [30], [40]]
    assert truth["difficult"].tolist() == [False]
    assert np.asarray(found["category"]).tolist() == ["cat", "cat", "dog"]
    assert np.asarray(found["image"]).tolist() == ["a1", "b2", "b2"]
    assert found["score"].tolist() == [0.5, 0.25, 0.75]
    assert "never annotated: dog" in found.notes[0]


def test_voc_by_a_list_of_images(tmp_path):
    folder, _ = voc(tmp_path)
    (tmp_path / "test.txt").write_text("b2 -1\n")
    for image_set in (tmp_path / "test.txt", ["b2"], np.array(["b2"])):
        truth = load_voc(folder, image_set=image_set)
        assert (truth.images, truth.boxes) == (("b2",), 0)
    assert load_voc(folder, image_set=["b2", "a1"]).images == ("a1", "b2")


def test_a_column_that_is_named_is_no_other_one_as_well(table):
    text = "name,class,id,x1,y1,x2,y2\na,cat,1,2,3,4,5"
    found = table(text, columns={"image": "name", "score": "id"})
    assert (found["image"].tolist(), found["category"].tolist()) == (["a"], ["cat"])
    assert found["score"].tolist() == [1] and "id" not in found


def test_flags_in_words_and_in_numbers(table):
    text = "image,category,x1,y1,x2,y2,crowd\n" + "".join(
        f"a,cat,1,2,3,4,{flag}\n" for flag in ("true", "False", " 1 ", "0")
    )
    truth = table(text, kind="truth")
    assert truth["crowd"].tolist() == [True, False, True, False]


# What is refused: how it is read, what, and what the error has to name


def csv(text, **how):
    return lambda tmp: load_detections(one(tmp, text), **how)


def row(old, new):
    """Read a CSV of one line, in which something else stands."""
    return csv(HEADER + LINE.replace(old, new, 1))


def frame(**columns):
    good = {"image": ["a"], "category": ["b"], "score": [0.5]}
    good |= {column: [7.0] for column in CORNERS}
    return lambda tmp: load_detections(pd.DataFrame({**good, **columns}))


def json_file(text):
    return lambda tmp: load_coco(one(tmp, text, "gt.json"))


def truth(place, value):
    return lambda tmp: load_coco(coco(**{place: value}))


def annotation(field, value):
    return truth(f"annotations__1__{field}", value)


def found(**changes):
    return lambda tmp: load_coco(ANNOTATIONS, result(**changes))


def xml(text):
    return lambda tmp: load_voc(*voc(tmp, a1__xml=text))


def results(text):
    return lambda tmp: load_voc(*voc(tmp, dog__txt=text))


NAN = float("nan")
FULL = json.dumps(ANNOTATIONS, indent=1)
BAD = [
    (lambda tmp: load_coco(tmp / "no.json"), "no.json"),
    (lambda tmp: load_coco(tmp), "can't be read"),
    (lambda tmp: load_coco("a\0b"), "null"),
    (json_file(" \n"), "gt.json is empty"),
    (json_file(FULL[:120]), "gt.json ends in the middle, in what begins at line"),
    (json_file('{"images": [{"fi'), "in what begins at line 1, column 14"),
    (json_file('{"images": [1,\n]}'), r"from line [12], column \d+ on"),
    (json_file("[" * 200_000), "gt.json can't be read"),
    (json_file(b'{\n"a": "\xb0"}'), "gt.json, line 2: the byte 0xb0"),
    (json_file(gzip.compress(FULL.encode())[:40]), "gt.json can't be read"),
    (lambda tmp: load_coco(RESULTS), "annotations came as list"),
    (lambda tmp: load_coco(ANNOTATIONS, ANNOTATIONS), "results came as dict"),
    (truth("images", ...), "no list 'images'"),
    (truth("annotations", {}), "no list 'annotations'"),
    (annotation("bbox", ...), r"annotations\[1\] has no bbox"),
    (annotation("id", ...), r"annotations\[1\] has no id"),
    (truth("annotations__1", [1]), r"annotations\[1\] is \[1\]"),
    (annotation("bbox", [1, 2, 3]), r"annotations\[1\]: bbox is"),
    (annotation("bbox", [1, 2, 3, None]), r"annotations\[1\]: bbox"),
    (annotation("bbox", 5), r"annotations\[1\]: bbox is 5"),
    (annotation("bbox", [1, 2, -3, 4]), r"annotations\[1\]: bbox\[2\] is -3"),
    (annotation("bbox", [NAN, 2, 3, 4]), r"annotations\[1\]: bbox\[0\] is nan"),
    (annotation("area", -1), r"annotations\[1\]: area is -1"),
    (annotation("area", "9"), r"annotations\[1\]: area is '9'"),
    (annotation("iscrowd", 2), r"annotations\[1\]: iscrowd is 2"),
    (annotation("id", 7), r"annotations\[1\]: id is 7, as in annotations\[0\] \(2 in all"),
    (truth("images__2__id", 9), r"images\[2\]: id is 9"),
    (annotation("id", [7]), r"annotations\[1\]: id is \[7\]"),
    (truth("images__1__id", None), r"images\[1\]: id is None"),
    (annotation("category_id", 3), r"annotations\[1\]: category_id is 3"),
    (found(image_id="05"), "the image_id 5 is a number, and '05' a text"),
    (found(score=...), r"results\[0\] has no score"),
    (found(score="0.5"), r"results\[0\]: score is '0.5'"),
    (found(score=10**400), r"results\[0\]: score is 1000"),
    (found(bbox=..., keypoints=[]), r"results\[0\] has no bbox; it has "),
    (found(bbox=..., segmentation={}), r"results\[0\] has no bbox"),
    # CSV
    (lambda tmp: load_detections(tmp / "no.csv"), "no.csv can't be read"),
    (csv("\n"), "boxes.csv is empty"),
    (csv("image\0"), "boxes.csv is not a plain text"),
    (csv(HEADER + LINE + "\na,cat,1"), "boxes.csv, line 4: .* has 3 values"),
    (csv(HEADER + LINE * 2 + LINE.replace("3", "x")), "line 4: x2 is 'x'"),
    (row("0.5", ""), "line 2: score is ''"),
    (row("0.5", "nan"), "line 2: score is 'nan'"),
    (row("3", "3_0"), "line 2: x2 is '3_0'"),
    (row("3", "1e300"), "line 2: x2 is '1e300'"),
    (row("a", " "), "line 2: image is ' '"),
    (row("1,2", "9,2"), "line 2 has x2 = 3, which is left of x1 = 9"),
    (
        csv("image;category;score;x1;y1;x2;y2\na;cat;0,5;1;2;3;4"),
        "line 2: score is '0,5'(?s:.*)decimal point",
    ),
    (csv("image,category,score,x,y,w,h\na,cat,.5,1,2,3,-4"), "line 2: h is '-4'"),
    (csv("image,category,x,y,w,h\na,cat,1,2,3,4"), "no column for the score"),
    (csv("category,score,x,y,w,h\ncat,.5,1,2,3,4"), "no column for the image"),
    (csv("image,category,score,x1,y1,x2\na,cat,.5,1,2,3"), "boxes.csv has the columns"),
    (csv(HEADER.replace("image", "file,frame")), "'file', 'frame' may be"),
    (csv(HEADER + "a,cat,.5,.1,.2,.3,.4"), "boxes.csv: none of the coordinates"),
    (csv(HEADER + LINE, columns={"x1": "no"}), "no column 'no'"),
    (csv(HEADER + LINE, columns={"no": "x1"}), "each key='no'"),
    (csv(HEADER + LINE, columns=5), "columns=5"),
    (csv(HEADER + LINE, kind="boxes"), "kind='boxes'"),
    # tables
    (lambda tmp: load_detections([1, 2]), r"source=\[1, 2\]"),
    (lambda tmp: load_detections({"image": ["a"], "x1": [1, 2]}), "image has 1, x1 has 2"),
    (lambda tmp: load_detections({"image": "a"}), r"image has the shape \(\)"),
    (frame(x1=pd.array([None], "Float64")), "row 0 of the table: x1 is "),
    (frame(score=["0.5"]), "row 0 of the table: score is '0.5'"),
    (frame(x1=[pd.Timestamp(0)]), "row 0 of the table: x1"),
    (frame(x1=[-1e300]), "row 0 of the table: x1 is -1e\\+300"),
    (frame(image=[pd.NA]), "row 0 of the table: image is <NA>"),
    (frame(image=[[1]]), r"row 0 of the table: image is \[1\]"),
    # VOC
    (lambda tmp: load_voc(tmp / "no"), "no is no folder"),
    (lambda tmp: load_voc(written(tmp, a__txt="")), "none ends in .xml"),
    (xml(XML[:120]), "a1.xml is no XML from line 4"),
    (
        xml("<annotation>\n <a&b/>"),
        r"line 2, column 4 on\n  why: not well-formed \(invalid token\)\n",
    ),
    (xml('<?xml version="1.0" encoding="k"?><a/>'), "a1.xml"),
    (xml('<!DOCTYPE a [<!ENTITY b "c">]><annotation>&b;</annotation>'), "has a document type"),
    (xml("<html/>"), "a1.xml holds <html>"),
    (xml(XML.replace("<xmin>1</xmin>", "")), "a1.xml, object 1 has no bndbox/xmin"),
    (xml(XML.replace("<xmin>1<", "<xmin>one<")), "a1.xml, object 1: xmin is 'one'"),
    (xml(XML.replace("<xmin>1<", "<xmin>99<")), "a1.xml, object 1 has x2 = 30, which is left"),
    (lambda tmp: load_voc(voc(tmp)[0], image_set=["a1", "c3"]), "no annotations of c3"),
    (lambda tmp: load_voc(voc(tmp)[0], image_set=["a1", "a1"]), "image_set has 'a1' 2 times"),
    (lambda tmp: load_voc(voc(tmp)[0], image_set="no"), "no can't be read"),
    (results("\nc3 .5 1 2 3 4"), "dog.txt, line 2: image is 'c3', which is not among the annot"),
    (results("b2 .5 1 2 3"), "dog.txt, line 1: .* has 5 values"),
    (results("b2 ? 1 2 3 4"), "dog.txt, line 1: score is"),
    (lambda tmp: load_voc(*voc(tmp, comp3_det_val_dog__txt="")), "'dog' 2 times"),
]


@each("call, names", BAD)
def test_bad_files_are_refused_with_their_place(call, names, tmp_path):
    with pytest.raises(MetricError) as caught:
        call(tmp_path)
    error = caught.value
    assert all(isinstance(p, str) and p.strip() for p in (error.what, error.why, error.fix))
    assert re.search(names, str(error)), str(error)
    assert error.__cause__ is None and len(error.what) < 400


@each("call", [found(image_id=1), annotation("image_id", 1), found(category_id=3)])
def test_unknown_names_have_their_own_error(call, tmp_path):
    with pytest.raises(UnknownNameError, match="which is not among the"):
        call(tmp_path)


def test_a_folder_error_counts_all_that_are_wrong(tmp_path):
    with pytest.raises(InputError, match=r"and 2 more such"):
        load_detections(one(tmp_path, HEADER + LINE.replace("4", "x") * 3))
