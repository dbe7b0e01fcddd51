"""Every example loads, shows itself, and its known answers are what the library computes."""

import gzip
import html
from dataclasses import FrozenInstanceError
from fractions import Fraction
from importlib.resources import files

import numpy as np
import pytest

from mlmetrics_edu.core.errors import InputError, MetricError, UnknownNameError
from mlmetrics_edu.workbook import examples as room
from mlmetrics_edu.workbook.examples import Answer, Example, example, examples
from tests.cases import each
from tests.workbook import recompute

ANSWERS = [(name, i) for name in examples() for i in range(len(example(name).answers))]
COLUMNS = ("y_true", "y_score", "y_pred")


def answer(name: str, i: int) -> Answer:
    return example(name).answers[i]


def test_every_file_is_in_the_syllabus():
    there = {path.name for path in (files("mlmetrics_edu.workbook") / "data").iterdir()}
    tables = {name for name in there if not name.endswith(".toml")}
    assert there - tables == {f"{name}.toml" for name in examples()}
    assert {name.partition(".")[0] for name in tables} <= {*examples()}
    assert len(set(examples())) == len(examples())


@each("name", examples())
def test_an_example_is_complete(name):
    found = example(name)
    assert found.name == name
    assert all(
        (found.title, found.title_zh, found.story, found.source, found.licence, found.origin)
    )
    assert any("\u4e00" <= letter <= "\u9fff" for letter in found.title_zh)
    data = (found.confusions, found.matrices, found.values, found.columns, found.detections)
    assert found.y_true is not None or any(data)
    assert found.answers


@each("name", examples())
def test_its_card_says_what_it_is(name):
    found = example(name)
    card = str(found)
    for part in (name, found.title, found.title_zh, f"{len(found.answers)} answer"):
        assert part in card
    assert "story" in card and "licence" in card
    assert not any(line != line.rstrip() for line in card.splitlines())


def test_the_card_for_a_browser_is_escaped():
    wild = Example("<i>", "a & b", "<中文>", '"story"', "<b>x</b>", "facts", "page read")
    page = wild._repr_html_()
    assert "<i>" not in page and "<b>" not in page and html.escape("<b>x</b>") in page


@each("name", examples())
def test_nobody_can_change_it(name):
    found = example(name)
    arrays = (*found.matrices.values(), *found.columns.values())
    for array in (*(getattr(found, column) for column in COLUMNS), *arrays):
        if array is not None:
            with pytest.raises(ValueError, match="read-only"):
                array[...] = 0
    with pytest.raises(FrozenInstanceError):
        found.title = "another"
    for mapping in (found.confusions, found.values, found.answers[0].where):
        with pytest.raises(TypeError):
            mapping["x"] = 1


@each("name", examples())
def test_its_columns_go_together(name):
    found = example(name)
    columns = [getattr(found, c) for c in ("ids", *COLUMNS) if getattr(found, c) is not None]
    assert len({len(column) for column in columns}) <= 1
    assert found.ids is None or len(set(found.ids)) == len(found.ids)
    assert found.y_score is None or (found.positive and set(found.y_true.tolist()) == {0, 1})


@each("name", [n for n in examples() if example(n).y_pred is not None])
def test_its_table_is_the_count_of_its_columns(name):
    found = example(name)
    ((table, counts),) = found.matrices.items()
    pairs = zip(found.y_true.tolist(), found.y_pred.tolist(), strict=True)
    again = np.zeros_like(counts)
    for truth, guess in pairs:
        again[found.labels[table].index(truth), found.labels[table].index(guess)] += 1
    assert (again == counts).all()


@each("name, i", ANSWERS)
def test_a_known_answer_is_what_the_library_computes(name, i):
    known = answer(name, i)
    computed = recompute.value(example(name), known)
    if computed is None:
        assert recompute.is_later(example(name), known), (
            f"{known.quantity} is neither computed nor put off"
        )
        return
    assert known.agrees(computed), f"{known} but computed {computed}"
    if known.exact:
        assert Fraction(known.exact) == recompute.fraction(computed)


@each(
    "printed, value, rounded, truncated",
    [
        ("0.746", 56 / 75, False, True),
        ("0.747", 56 / 75, True, False),
        ("0.68", 0.675, True, False),
        ("-0.33", -1 / 3, True, False),
        ("-0.66", -2 / 3, False, True),
        ("140", 140, True, False),
        ("0.5", float("nan"), False, False),
        ("0.5", float("inf"), False, False),
    ],
)
def test_agreeing_to_the_printed_digit(printed, value, rounded, truncated):
    assert Answer("x", printed).agrees(value) is rounded
    assert Answer("x", printed, rounding="truncated").agrees(value) is truncated


def test_a_printed_error_agrees_with_everything_else():
    wrong = Answer("tn", "15", rounding="error")
    assert wrong.agrees(14) and not wrong.agrees(15)
    assert wrong.agrees(float("nan"))


def test_the_only_table():
    assert example("customers").confusion.tn == 990
    with pytest.raises(UnknownNameError, match="4 tables of counts"):
        _ = example("roc-space").confusion
    with pytest.raises(MetricError, match="no tables of counts"):
        _ = example("cars").confusion


def test_an_unknown_name_is_told_what_comes_near():
    with pytest.raises(UnknownNameError, match="did you mean cars") as error:
        example("cras")
    assert all(name in error.value.fix for name in examples())
    for name in (None, 3, ["cars"], ""):
        with pytest.raises(UnknownNameError):
            example(name)


def test_a_draw_is_repeatable_and_as_large_as_asked_for():
    first, again = (example("binormal", n=200, positive_rate=0.25, seed=7) for _ in range(2))
    assert len(first.y_true) == 200 and first.y_true.sum() == 50
    assert (first.y_score == again.y_score).all()
    assert (first.y_score != example("binormal", n=200, positive_rate=0.25, seed=8).y_score).any()
    assert example("binormal") is example("binormal")
    assert not example("binormal", n=50).y_score.flags.writeable


@each(
    "settings",
    [
        {"n": 2.5},
        {"n": -1},
        {"n": 5, "positive_rate": 0.01},
        {"positive_rate": float("nan")},
        {"positive_rate": "half"},
        {"positive_rate": 1},
        {"seed": -1},
        {"seed": [1]},
    ],
)
def test_what_cannot_be_drawn_is_refused(settings):
    with pytest.raises(InputError):
        example("binormal", **settings)


@pytest.mark.parametrize("packed", [True, False])
def test_samples_may_stand_in_a_table_beside(tmp_path, monkeypatch, packed):
    page = "".join(f'{text} = "x"\n' for text in room.TEXTS)
    table = b"id,truth,score,age,town\na,1,0.75,30,Ulm\nb,0,0.5,41,Jena\n"
    name = "t.csv.gz" if packed else "t.csv"
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "t.toml").write_text(f'{page}[table]\nfile = "{name}"\n', "utf-8")
    (tmp_path / "data" / name).write_bytes(gzip.compress(table) if packed else table)
    monkeypatch.setattr(room, "files", lambda package: tmp_path)
    found = room.read("t")
    assert found.ids == ("a", "b") and found.y_true.tolist() == [1, 0]
    assert found.y_score.tolist() == [0.75, 0.5] and found.y_pred is None
    assert {name: column.tolist() for name, column in found.columns.items()} == {
        "age": [30, 41],
        "town": ["Ulm", "Jena"],
    }
