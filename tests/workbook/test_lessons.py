"""Copies of the workbook, to work in or for a browser: all or nothing, nobody's work is lost."""

import json

import pytest

from mlmetrics_edu import cli
from mlmetrics_edu.core.errors import InputError, MetricError
from mlmetrics_edu.workbook import lessons, reference
from tests.cases import each
from tests.snapshots import snapshot

FILES = ["01_first.ipynb", "02_second.ipynb", "exercises/01_first.ipynb", "pictures/car.svg"]
TEACHING = ["teaching/01_first.md"]
LEFT_BEHIND = [".ipynb_checkpoints/01_first-checkpoint.ipynb", "__pycache__/x.pyc", ".DS_Store"]


def write(folder, names, text="original"):
    """Write files of one content."""
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


def read(folder):
    """Read every file below a folder, by name."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    return {p.relative_to(folder).as_posix(): p.read_text(encoding="utf-8") for p in found}


@pytest.fixture
def source(tmp_path, monkeypatch):
    """Stand in for an installed package with a small workbook in it."""
    place = tmp_path / "package" / "notebooks"
    write(place, FILES + TEACHING + LEFT_BEHIND)
    monkeypatch.setattr(lessons, "PACKAGED", place)
    monkeypatch.setattr(lessons, "CHECKOUT", tmp_path / "checkout" / "notebooks")
    monkeypatch.chdir(tmp_path)
    return place


@pytest.fixture
def target(tmp_path):
    """Name a folder that isn't there."""
    return tmp_path / "some where" / "mine"


def test_lessons_come_before_exercises(source):
    found = [name.as_posix() for name in lessons.notebooks(source)]
    assert found == ["01_first.ipynb", "02_second.ipynb", "exercises/01_first.ipynb"]


def test_a_copy_is_whole_and_leaves_out_teachers_notes_and_what_tools_left(source, target):
    written = lessons.copy(target)
    assert sorted(read(target)) == sorted(FILES)
    assert sorted(written) == sorted(target / name for name in FILES)


@pytest.mark.parametrize("name", FILES)
def test_one_file_that_is_there_stops_all_of_it(source, target, name):
    write(target, [name], "my work")
    with pytest.raises(MetricError, match=f"{name} is already in"):
        lessons.copy(target)
    assert read(target) == {name: "my work"}


def test_a_link_to_nowhere_is_somebodys_too(source, target, tmp_path):
    target.mkdir(parents=True)
    try:
        (target / FILES[0]).symlink_to(tmp_path / "nowhere")
    except OSError:
        pytest.skip("links need a permission here")
    with pytest.raises(MetricError, match="already in"):
        lessons.copy(target)
    assert not (tmp_path / "nowhere").exists()


@each("force", [False, True])
def test_a_file_in_the_way_of_a_folder_stops_all_of_it(source, target, force):
    write(target, ["exercises"], "my work")
    with pytest.raises(MetricError, match="in the way: a file"):
        lessons.copy(target, force)
    assert read(target) == {"exercises": "my work"}


def test_without_lessons_the_error_says_where_they_should_be(source, monkeypatch):
    monkeypatch.setattr(lessons, "PACKAGED", source / "gone")
    with pytest.raises(MetricError, match=r"neither .*gone nor .*checkout"):
        lessons.folder()


def test_in_a_checkout_one_works_in_a_copy_beside_it(source, monkeypatch):
    write(lessons.CHECKOUT, FILES + TEACHING)
    monkeypatch.setattr(lessons, "PACKAGED", source / "gone")
    before = snapshot(lessons.CHECKOUT)
    place = lessons.workbook()
    assert place == lessons.CHECKOUT.parent / "workbook" and sorted(read(place)) == sorted(FILES)
    write(place, [FILES[0]], "my work")
    (place / FILES[1]).unlink()
    write(lessons.CHECKOUT, ["03_third.ipynb"])
    assert lessons.workbook() == place
    assert read(place) == {
        **dict.fromkeys([*FILES, "03_third.ipynb"], "original"),
        FILES[0]: "my work",
    }
    (lessons.CHECKOUT / "03_third.ipynb").unlink()
    assert snapshot(lessons.CHECKOUT) == before


def notebook(*lines):
    """Write a notebook that was run."""
    run = {
        "execution_count": 1,
        "outputs": [{"output_type": "stream", "name": "stdout", "text": "1"}],
    }
    return lessons.as_json({"cells": [{**lessons.code("a", line), **run} for line in lines]})


def test_a_copy_may_leave_out_what_the_lessons_show(source, target):
    write(source, [FILES[0]], notebook("1", "2"))
    for name in FILES[1:3]:
        write(source, [name], notebook("3"))
    lessons.copy(target, False, lessons.cleared)
    told = json.loads(read(target)[FILES[0]])
    assert [(c["source"], c["outputs"], c["execution_count"]) for c in told["cells"]] == [
        ("1", [], None),
        ("2", [], None),
    ]
    assert read(target)[FILES[3]] == "original"
    assert read(source)[FILES[0]] == notebook("1", "2")


def test_a_named_folder_is_filled_only_when_it_has_no_notebook(source, target):
    write(target, ["own.ipynb"], "my work")
    assert read(lessons.workbook(target)) == {"own.ipynb": "my work"}
    assert sorted(read(lessons.workbook(target.parent / "new"))) == sorted(FILES)


NOTEBOOKS = sorted(lessons.folder().glob("[0-9]*.ipynb"))


def test_a_badge_for_each_lesson_and_site(capsys):
    assert cli.main(["badges", "ann/workbook", "--branch", "trunk"]) == 0
    rows = capsys.readouterr().out.splitlines()[2:]
    assert len(rows) == len(NOTEBOOKS)
    for row, path in zip(rows, NOTEBOOKS, strict=True):
        assert f"/github/ann/workbook/blob/colab/notebooks/{path.name})" in row
        assert f"/gh/ann/workbook/trunk?urlpath=lab/tree/notebooks/{path.name})" in row


def test_a_copy_for_colab_installs_first_and_changes_nothing_else(tmp_path):
    lessons.copy_for_colab(tmp_path, "ann/workbook")
    for path in NOTEBOOKS:
        copied = json.loads((tmp_path / path.name).read_text(encoding="utf-8"))
        first, *rest = copied["cells"]
        assert rest == json.loads(path.read_text(encoding="utf-8"))["cells"]
        assert first["source"][-1].startswith("%pip install")
        assert "github.com/ann/workbook" in first["source"][-1]


@pytest.mark.parametrize(
    "name", ["", "ann", "ann/b/c", "ann/b c", "https://github.com/ann/b", "/b"]
)
def test_a_repository_has_an_owner_and_a_name(name, tmp_path):
    with pytest.raises(InputError, match="owner/name"):
        reference.badges(name)
    with pytest.raises(InputError, match="owner/name"):
        lessons.copy_for_colab(tmp_path, name)
    assert not list(tmp_path.iterdir())
