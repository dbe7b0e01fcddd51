"""`mlmetrics-edu map`: a detector's files in every form, what is printed, written and refused."""

import csv
import gzip
import json
from functools import partial

import pytest

import mlmetrics_edu as mm
from tests.cases import each
from tests.commands import refused
from tests.detection.test_masks import FOUND, GROUND

XML = (
    "<annotation><object><name>cat</name><bndbox><xmin>1</xmin><ymin>1</ymin>"
    "<xmax>10</xmax><ymax>10</ymax></bndbox></object></annotation>"
)
TRUTH = "filename,class,xmin,ymin,xmax,ymax\n7,cat,0,0,9,9\n2299,dog,5,5,9,9\n"
CSV = "image,category,score,x1,y1,x2,y2\n7,cat,0.9,0,0,9,9\n2299,dog,0.8,0,0,3,3\n"


@pytest.fixture
def answer(run, tmp_path):
    """Stand in a folder with a detector's files in all forms, and run the command there."""
    boxed = json.loads(json.dumps(GROUND))
    for one in boxed["annotations"]:
        one["bbox"] = [0, 0, 9, 9]
    beside = [{**one, "bbox": [0, 0, 9, 9]} for one in FOUND]
    for name, content in {"gt": boxed, "dt": FOUND, "boxes": beside}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(content))
    (tmp_path / "dt.json.gz").write_bytes(gzip.compress(json.dumps(FOUND).encode()))
    texts = {"truth.csv": TRUTH, "detections.csv": CSV, "broken.json": "{"}
    texts |= {"Annotations/a.xml": XML, "results/comp4_det_test_cat.txt": "a 0.9 1 1 10 10\n"}
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return partial(run, "map")


def test_masks_of_coco(answer):
    status, said, complaint = answer("--coco", "gt.json", "dt.json", "--iou-type", "segm")
    assert (status, complaint) == (0, "")
    result = mm.detection_map(*mm.load_coco("gt.json", "dt.json", "segm"))
    assert said == f"{result}\n\n{result.class_table()}\n"
    assert "masks: pixels are counted" in said and said.count("\ncat ") == 1
    assert answer("gt.json", "dt.json.gz", "--iou-type", "segm")[1] == said


FORMS = {
    "COCO": (("gt.json", "boxes.json"), ("coco", "AP50")),
    "COCO's annotations, a table of results": (("gt.json", "detections.csv"), ("coco", "AP50")),
    "VOC": (("Annotations", "results"), ("voc2010", "mAP")),
    "VOC, named": (("--voc", "Annotations", "results"), ("voc2010", "mAP")),
    "VOC, the rule of 2007": (
        ("Annotations", "results", "--protocol", "voc2007"),
        ("voc2007", "mAP"),
    ),
    "tables": (("truth.csv", "detections.csv"), ("coco", "AP50")),
    "one overlap": (("truth.csv", "detections.csv", "--iou", "0.3"), ("coco", "IoU 0.3,")),
    "two overlaps": (("truth.csv", "detections.csv", "--iou", "0.3,0.4"), ("coco", "0.3 … 0.4")),
}


@each("name", FORMS)
def test_every_form_is_read(name, answer):
    words, says = FORMS[name]
    status, said, _ = answer(*words)
    assert status == 0
    assert all(word in said for word in says)
    assert "categor" in said.split("\n\n")[1]


def test_how_a_table_was_understood_is_said_beside(answer):
    said, notes = answer("truth.csv", "detections.csv")[1:]
    assert "filename is the image" in notes and "filename" not in said


def test_one_class_is_walked_down(answer):
    status, said, _ = answer("truth.csv", "detections.csv", "--class", "dog")
    assert status == 0
    assert [line.split()[-1] for line in said.splitlines()[:4]] == ["0.95", "value", *["0.000"] * 2]
    assert said.splitlines()[-1].split()[3:6] == ["0.8", "nothing", "there"]


def test_a_class_that_is_called_by_a_number(answer, tmp_path):
    for name in ("truth.csv", "detections.csv"):
        file = tmp_path / name
        file.write_text(file.read_text().replace(",cat,", ",1,").replace(",dog,", ",2,"))
    said = answer("truth.csv", "detections.csv", "--class", "1")[1]
    assert said.splitlines()[2].split() == ["AP", "of", "1", "1.000"]


def test_the_table_goes_into_a_file_and_over_none(answer):
    words = ("truth.csv", "detections.csv", "--out", "classes.csv")
    status, said, _ = answer(*words)
    assert (status, said) == (0, "2 rows written to classes.csv\n")
    with open("classes.csv", encoding="utf-8", newline="") as file:
        assert [row["category"] for row in csv.DictReader(file)] == ["cat", "dog"]
    assert answer(*words)[0] == 2 and answer(*words, "--force")[0] == 0


# What is typed, and what the refusal says.
REFUSED = {
    "no.json dt.json": "no.json isn't there",
    "broken.json no.json": "no.json isn't there",
    "--coco truth.csv dt.json": "truth.csv is no JSON",
    "--voc results results": "none ends in .xml",
    "results detections.csv": "results can't be read",
    "gt.json dt.json --iou-type mask": "--iou-type='mask'",
    "truth.csv detections.csv --iou-type segm": "truth.csv isn't in COCO's form",
    "gt.json dt.json --protocol voc2012": "did you mean 'voc2010'",
    "gt.json dt.json --iou half": "--iou 'half'",
    "truth.csv detections.csv --iou 50": "iou=50",
    "truth.csv detections.csv --class cta": "did you mean cat?",
    "gt.json dt.json --force": "--force without --out",
    "gt.json dt.json --out a.xls": "use one of .csv",
    "gt.json dt.json --iou-type segm --iou 0": "iou=0",
    "--coco --voc gt.json dt.json": "usage",
}


@each("line, says", REFUSED.items())
def test_what_is_wrong_is_said(answer, line, says):
    assert says in refused(answer, *line.split())
