"""Lessons on Colab and Binder: no lesson is changed, and every link has its parts."""

import json

import pytest

from mlmetrics_edu import cli
from mlmetrics_edu.core.errors import InputError
from mlmetrics_edu.workbook import lessons

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


def test_the_command_copies(tmp_path, capsys):
    assert cli.main(["notebooks", str(tmp_path / "new"), "--colab", "ann/workbook"]) == 0
    assert "copied to" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name", ["", "ann", "ann/b/c", "ann/b c", "https://github.com/ann/b", "/b"]
)
def test_a_repository_has_an_owner_and_a_name(name, tmp_path):
    with pytest.raises(InputError, match="owner/name"):
        lessons.badges(name)
    with pytest.raises(InputError, match="owner/name"):
        lessons.copy_for_colab(tmp_path, name)
    assert not list(tmp_path.iterdir())
